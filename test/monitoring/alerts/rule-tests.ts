import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { MetricsAlerts } from '../../../src';
import { AlertKey, AlertRule, PROMISES, alertRule, RuleSettings, jobSeries, wantedSeries } from '../../../src/monitoring/alerts/alert-rules';
import { WatchedJob, windowOf } from '../../../src/monitoring/alerts/watched-jobs';
import { millisecondsOf } from '../../../src/base/durations';

/** The course of a job in a test: the samples of its targets. */
interface Story {
  /** The values of `up`, by target. */
  readonly up: readonly Values[];
  /** The values of `scrape_samples_post_metric_relabeling`, by target. */
  readonly samples: readonly Values[];
  /** The wanted number of pods; `undefined` if kube-state-metrics has no series of it. */
  readonly wanted?: number;
}

/** A value from one minute to another, or to the end if `to` is absent. */
interface Values {
  readonly value: number;
  readonly from?: number;
  readonly to?: number;
}

const KEYS = Object.keys(PROMISES) as AlertKey[];

/** The last minute before all targets are replaced. */
const BEFORE = 2;

/** Minutes added to the longest period of a rule. */
const AFTER = 5;

/** The length of values as a multiple of the longest period: it covers a roll-out and the checks after it. */
const END = 3;

const MINUTE = 60_000;
const SAMPLES = 'scrape_samples_post_metric_relabeling';

/** What the tests of alerts are made of. */
interface Tested {
  readonly rendered: () => { readonly jobs: ReadonlyMap<unknown, readonly WatchedJob[]> };
  readonly settings: RuleSettings;
}

/**
 * The tests of the rules of alerts, for `promtool test rules`: alerts are silent while all is well, in a roll-out and, with
 * kube-state-metrics, at zero replicas; they fire for each broken promise. `ruleFile` is the path of the rules.
 */
export function unitTests(alerts: MetricsAlerts, ruleFile = 'rules.yaml'): string {
  const { rendered, settings } = alerts as unknown as Tested;
  return Yaml.stringify(new RuleTests([...rendered().jobs.values()].flat(), settings).file(ruleFile));
}

/** Writes the rules and their tests into a folder. */
export function writeTests(folder: string, alerts: MetricsAlerts): void {
  writeFileSync(join(folder, 'rules.yaml'), alerts.ruleFile());
  writeFileSync(join(folder, 'tests.yaml'), unitTests(alerts));
}

/** The cases for `promtool test rules` that break each promise, and those that keep all. Each case covers all jobs. */
class RuleTests {
  private readonly horizon: number;

  public constructor(private readonly jobs: readonly WatchedJob[], private readonly settings: RuleSettings) {
    this.horizon = Math.max(...KEYS.map(key => this.minutes(key))) + AFTER;
  }

  /** The content of the test file; `ruleFile` is the path of the file with the rules. */
  public file(ruleFile: string): object {
    const tests = [...this.silent(), ...KEYS.flatMap(key => this.firing(key)), ...this.firingUnguarded()];
    return { rule_files: [ruleFile], evaluation_interval: '1m', tests };
  }

  private silent(): object[] {
    const isGuarded = this.jobs.some(job => wantedSeries(this.settings, job) !== undefined);
    const gap = Math.min(this.minutes('jobMissing'), this.minutes('targetsMissing')) - 1;
    const end = BEFORE + 1 + gap;
    return [
      this.testOf('silent while all is well', job => this.well(job), this.none(this.horizon)),
      ...gap < 1 ? []
        : [this.testOf('silent in a roll-out', job => this.replaced(job, gap), [...this.none(end), ...this.none(end + this.horizon)])],
      ...isGuarded ? [this.testOf('silent at zero replicas', job => this.stopped(job), this.none(this.horizon))] : [],
    ];
  }

  /** Cases in which each job that makes a promise breaks it, and nothing else fires. */
  private firing(key: AlertKey): object[] {
    const isBreakable = (job: WatchedJob) => alertRule(key, job, this.settings) !== undefined;
    const story = (job: WatchedJob) => isBreakable(job) ? this.broken(key, job) : this.well(job);
    return this.firingOf(key, `${PROMISES[key].name} fires, and nothing else`, isBreakable, story);
  }

  /** A case without the series of kube-state-metrics, in which the declared number counts. */
  private firingUnguarded(): object[] {
    const isGuarded = (job: WatchedJob) => wantedSeries(this.settings, job) !== undefined;
    const isBreakable = (job: WatchedJob) =>
      isGuarded(job) && (job.replicas ?? 0) > this.lost && alertRule('targetsMissing', job, this.settings) !== undefined;
    const story = (job: WatchedJob) => isBreakable(job) ? { ...this.broken('targetsMissing', job), wanted: undefined } : this.well(job);
    const name = `${PROMISES.targetsMissing.name} fires without the series of kube-state-metrics`;
    return this.firingOf('targetsMissing', name, isBreakable, story);
  }

  private firingOf(key: AlertKey, name: string, isBreakable: (job: WatchedJob) => boolean, story: (job: WatchedJob) => Story): object[] {
    const breaking = this.jobs.filter(isBreakable);
    if (breaking.length === 0) return [];
    const at = this.minutes(key);
    const fires = { ...alertAt(at, PROMISES[key].name), exp_alerts: breaking.map(job => this.alertOf(key, job)) };
    const others = KEYS.filter(other => other !== key).map(other => alertAt(at, PROMISES[other].name));
    return [this.testOf(name, story, [...this.none(at - 1), fires, ...others])];
  }

  private testOf(name: string, story: (job: WatchedJob) => Story, alerts: readonly object[]): object {
    // two jobs of a component have the same series of wanted pods
    const series = new Map(this.jobs.flatMap(job => this.seriesOf(job, story(job))));
    return { name, interval: '1m', input_series: [...series].map(([of, values]) => ({ series: of, values })), alert_rule_test: alerts };
  }

  private none(minute: number): object[] {
    return KEYS.map(key => alertAt(minute, PROMISES[key].name));
  }

  private alertOf(key: AlertKey, job: WatchedJob): object {
    const rule = alertRule(key, job, this.settings)!;
    const isOfTarget = key === 'targetDown' || key === 'pageEmpty';
    const instance = instanceOf(0);
    return {
      exp_labels: { namespace: job.namespace, ...this.settings.matchers, ...isOfTarget ? { instance } : {}, ...rule.labels },
      exp_annotations: expanded(rule, { instance, value: this.lost }),
    };
  }

  private well(job: WatchedJob): Story {
    return this.story(job, { up: this.targets(job).map(() => ({ value: 1 })) });
  }

  private replaced(job: WatchedJob, gap: number): Story {
    const targets = this.targets(job);
    const up = [...targets.map(() => ({ value: 1, to: BEFORE })), ...targets.map(() => ({ value: 1, from: BEFORE + 1 + gap }))];
    return this.story(job, { up, samples: up });
  }

  private stopped(job: WatchedJob): Story {
    if (wantedSeries(this.settings, job) === undefined) return this.well(job);
    const up = this.targets(job).map(() => ({ value: 1, to: BEFORE }));
    return this.story(job, { up, samples: up, wanted: 0 });
  }

  private broken(key: AlertKey, job: WatchedJob): Story {
    const steady = this.well(job);
    const first = (values: readonly Values[]) => [{ value: 0 }, ...values.slice(1)];
    switch (key) {
      case 'jobMissing': return { ...steady, up: [], samples: [] };
      case 'targetDown': return { ...steady, up: first(steady.up), samples: first(steady.samples) };
      case 'pageEmpty': return { ...steady, samples: first(steady.samples) };
      default: return { ...steady, up: steady.up.slice(this.lost), samples: steady.samples.slice(this.lost) };
    }
  }

  private story(job: WatchedJob, given: Partial<Story> & Pick<Story, 'up'>): Story {
    return { samples: given.up.map(() => ({ value: 5 })), wanted: this.count(job), ...given };
  }

  /** The series of a job with their values. */
  private seriesOf(job: WatchedJob, { up, samples, wanted: count }: Story): [series: string, values: string][] {
    const wanted = wantedSeries(this.settings, job);
    const named = (metric: string, i: number) => jobSeries(metric, job, this.settings, { instance: instanceOf(i) });
    // one minute more, because scrapes are a little late
    const step = windowOf(job) !== undefined ? Math.ceil(millisecondsOf(job.interval)! / MINUTE) + 1 : 1;
    return [
      ...up.map((values, i): [string, string] => [named('up', i), this.samplesOf(values, step)]),
      ...samples.map((values, i): [string, string] => [named(SAMPLES, i), this.samplesOf(values, step)]),
      ...wanted === undefined || count === undefined ? [] : [[wanted, this.samplesOf({ value: count }, 1)] as [string, string]],
    ];
  }

  /** Values in promtool's notation, with a sample every `step` minutes. */
  private samplesOf({ value, from = 0, to }: Values, step: number): string {
    const minutes = (to ?? from + END * this.horizon) - from;
    const rarely = () => Array.from({ length: Math.floor(minutes / step) + 1 }, () => `${value} _x${step - 1}`);
    const scrapes = step === 1 ? [`${value}x${minutes}`] : rarely();
    return [...from > 0 ? [`_x${from}`] : [], ...scrapes, ...to === undefined ? [] : ['stale']].join(' ');
  }

  private targets(job: WatchedJob): readonly undefined[] {
    return Array.from({ length: this.count(job) });
  }

  /** A number of targets of which enough can be missing. */
  private count(job: WatchedJob): number {
    return Math.max(job.replicas ?? 0, this.lost + 1);
  }

  /** How many targets must be lost for the alert to fire. */
  private get lost(): number {
    return this.settings.alerts.targetsMissing.tolerated + 1;
  }

  /** The minutes after which a rule fires. */
  private minutes(key: AlertKey): number {
    return Math.ceil(millisecondsOf(this.settings.alerts[key].pendingPeriod)! / MINUTE);
  }
}

const instanceOf = (index: number) => `target-${index}:8080`;

const alertAt = (minute: number, alertname: string) => ({ eval_time: `${minute}m`, alertname });

/** The annotations of a rule as Prometheus expands them. */
function expanded({ annotations }: AlertRule, { instance, value }: { readonly instance: string; readonly value: number }): object {
  const description = annotations.description.replace('{{ $labels.instance }}', instance).replace('{{ $value }}', String(value));
  return { ...annotations, description };
}
