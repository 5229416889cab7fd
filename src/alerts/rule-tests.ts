import { AlertKey, AlertRule, PROMISES, ruleOf, RuleSettings, wantedOf } from './alert-rules';
import { WatchedJob } from './watched-jobs';
import { millisecondsOf } from '../private/durations';

/** What becomes of a job in a test: the values of its targets, minute by minute. */
interface Story {
  /** The values of `up`, by target. */
  readonly up: readonly string[];
  /** The values of `scrape_samples_scraped`, by target. */
  readonly samples: readonly string[];
  /** How many pods are wanted. */
  readonly wanted: number;
}

interface InputSeries {
  readonly series: string;
  readonly values: string;
}

const KEYS = Object.keys(PROMISES) as AlertKey[];

/** The last minute before all targets are replaced. */
const BEFORE = 2;

/** More minutes than any rule waits. */
const AFTER = 5;

/** The cases for `promtool test rules` that break each promise, and those that keep all: each is about all jobs at once. */
export class RuleTests {
  private readonly horizon: number;

  public constructor(private readonly jobs: readonly WatchedJob[], private readonly settings: RuleSettings) {
    this.horizon = Math.max(...KEYS.map(key => this.minutes(key))) + AFTER;
  }

  /** What the file has; `ruleFile` is that with the rules. */
  public file(ruleFile: string): object {
    return { rule_files: [ruleFile], evaluation_interval: '1m', tests: [...this.silent(), ...KEYS.flatMap(key => this.firing(key))] };
  }

  private silent(): object[] {
    const isGuarded = this.jobs.some(job => wantedOf(this.settings, job) !== undefined);
    const gap = Math.min(this.minutes('jobMissing'), this.minutes('targetsMissing')) - 1;
    const end = BEFORE + 1 + gap;
    return [
      this.testOf('silent while all is well', job => this.well(job), this.none(this.horizon)),
      ...gap < 1 ? []
        : [this.testOf('silent in a roll-out', job => this.replaced(job, gap), [...this.none(end), ...this.none(end + this.horizon)])],
      ...isGuarded ? [this.testOf('silent at zero replicas', job => this.stopped(job), this.none(this.horizon))] : [],
    ];
  }

  /** Each job whose promise can be broken breaks it, and nothing else fires. */
  private firing(key: AlertKey): object[] {
    const isBreakable = (job: WatchedJob) => ruleOf(key, job, this.settings) !== undefined;
    if (!this.jobs.some(isBreakable)) return [];
    const at = this.minutes(key);
    const fires = { ...alertAt(at, PROMISES[key].name), exp_alerts: this.jobs.flatMap(job => this.alertOf(key, job)) };
    const others = KEYS.filter(other => other !== key).map(other => alertAt(at, PROMISES[other].name));
    const name = `${PROMISES[key].name} fires, and nothing else`;
    const story = (job: WatchedJob) => isBreakable(job) ? this.broken(key, job) : this.well(job);
    return [this.testOf(name, story, [...this.none(at - 1), fires, ...others])];
  }

  private testOf(name: string, story: (job: WatchedJob) => Story, alerts: readonly object[]): object {
    return { name, interval: '1m', input_series: this.jobs.flatMap(job => this.seriesOf(job, story(job))), alert_rule_test: alerts };
  }

  private none(minute: number): object[] {
    return KEYS.map(key => alertAt(minute, PROMISES[key].name));
  }

  private alertOf(key: AlertKey, job: WatchedJob): object[] {
    const rule = ruleOf(key, job, this.settings);
    if (!rule) return [];
    const { namespace, job: name } = job;
    const isOfTarget = key === 'targetDown' || key === 'pageEmpty';
    const instance = instanceOf(0);
    return [{
      exp_labels: { namespace, job: name, ...isOfTarget ? { instance } : {}, ...rule.labels },
      exp_annotations: expanded(rule, { instance, value: this.count(job) - this.lost }),
    }];
  }

  private well(job: WatchedJob): Story {
    const { length } = this.targets(job);
    return this.story(job, { up: this.targets(job).map(() => this.steady(1)), wanted: length });
  }

  private replaced(job: WatchedJob, gap: number): Story {
    const targets = this.targets(job);
    const old = targets.map(() => `1x${BEFORE} stale`);
    const others = targets.map(() => `_x${BEFORE + 1 + gap} 1x${2 * this.horizon}`);
    return this.story(job, { up: [...old, ...others], samples: [...old, ...others] });
  }

  private stopped(job: WatchedJob): Story {
    if (wantedOf(this.settings, job) === undefined) return this.well(job);
    const old = this.targets(job).map(() => `1x${BEFORE} stale`);
    return this.story(job, { up: old, samples: old, wanted: 0 });
  }

  private broken(key: AlertKey, job: WatchedJob): Story {
    const steady = this.well(job);
    const first = (values: readonly string[]) => [this.steady(0), ...values.slice(1)];
    switch (key) {
      case 'jobMissing': return { ...steady, up: [], samples: [] };
      case 'targetDown': return { ...steady, up: first(steady.up), samples: first(steady.samples) };
      case 'pageEmpty': return { ...steady, samples: first(steady.samples) };
      default: return { ...steady, up: steady.up.slice(this.lost), samples: steady.samples.slice(this.lost) };
    }
  }

  private story(job: WatchedJob, given: Partial<Story> & Pick<Story, 'up'>): Story {
    return { samples: given.up.map(() => this.steady(5)), wanted: this.count(job), ...given };
  }

  private seriesOf(job: WatchedJob, { up, samples, wanted: count }: Story): InputSeries[] {
    const wanted = wantedOf(this.settings, job);
    const labelled = (metric: string, i: number) => `${metric}{namespace="${job.namespace}",job="${job.job}",instance="${instanceOf(i)}"}`;
    return [
      ...up.map((values, i) => ({ series: labelled('up', i), values })),
      ...samples.map((values, i) => ({ series: labelled('scrape_samples_scraped', i), values })),
      ...wanted === undefined ? [] : [{ series: wanted, values: this.steady(count) }],
    ];
  }

  private steady(value: number): string {
    return `${value}x${3 * this.horizon}`;
  }

  private targets(job: WatchedJob): readonly undefined[] {
    return Array.from({ length: this.count(job) });
  }

  /** As many targets that enough of them can be missing. */
  private count(job: WatchedJob): number {
    return Math.max(job.replicas ?? 0, this.lost + 1);
  }

  /** How many have to be lost until an alert says so. */
  private get lost(): number {
    return this.settings.alerts.targetsMissing.tolerated + 1;
  }

  /** The minutes after which a rule fires. */
  private minutes(key: AlertKey): number {
    return Math.ceil(millisecondsOf(this.settings.alerts[key].pendingPeriod)! / 60_000);
  }
}

const instanceOf = (index: number) => `target-${index}:8080`;

const alertAt = (minute: number, alertname: string) => ({ eval_time: `${minute}m`, alertname });

/** The annotations as Prometheus makes them of a rule. */
function expanded({ annotations }: AlertRule, { instance, value }: { readonly instance: string; readonly value: number }): object {
  const description = annotations.description.replace('{{ $labels.instance }}', instance).replace('{{ $value }}', String(value));
  return { ...annotations, description };
}
