import { DeclaredComponent, DeclaredEndpoint, ForeignEndpoint } from './declared-components';
import { seriesKey, MODEL_LABELS, Observation, ObservedSeries } from './observe';
import { Remark, ScrapedPlace, remark, type WrongLabel } from './remarks';
import { attempt } from '../base/attempt';
import { grouped, distinctByJson } from '../base/check';
import { Endpoint } from '../base/metrics-endpoints';
import { ActiveTarget, Labels } from './query';

/** The states of a target that are also the codes of their remarks. */
type WrongState = Exclude<Probe['state'], 'up'>;

type VerdictPlace = Pick<DeclaredComponent, 'application' | 'namespace' | 'component' | 'file' | 'line'>;

/** An endpoint of a component, and its state according to the scraper. */
export interface Verdict extends VerdictPlace {
  readonly endpoint?: Omit<DeclaredEndpoint, 'declaredAt'>;
  /** `none` if nothing is declared, `unknown` if the manifests do not say enough. */
  readonly state: Probe['state'] | 'missing' | 'none' | 'unknown';
  /** The reasons why it is not up, and where the operator rejects its monitor. */
  readonly reasons: readonly Remark[];
  /** The jobs that scrape it. */
  readonly jobs: readonly string[];
  /** The number of its targets. */
  readonly targets: number;
  /** The samples of the last scrape, summed over all targets. */
  readonly samples?: number;
  /** Seconds since the last scrape of the target that was scraped least recently. */
  readonly age?: number;
}

/** The same, or an endpoint of a monitor that belongs to no component. */
export type AnyVerdict = Omit<Verdict, keyof VerdictPlace> & Partial<VerdictPlace & Pick<ForeignEndpoint, 'monitor'>>;

/** The prefix of pod labels in discovery. */
const POD_LABEL = '__meta_kubernetes_pod_label_';

/** The states of a target, the worst first: the worst one counts for an endpoint. */
const STATES = ['down', 'wrong-labels', 'pending', 'stale', 'up'] as const;

/** A target of a component, from the scraper's list of targets or from its series. */
interface Probe {
  readonly state: typeof STATES[number];
  /** The scraper's message if the target is down. */
  readonly error?: string;
  /** The labels that are wrong. */
  readonly labels?: readonly WrongLabel[];
  readonly job?: string;
  /** Port and path, as far as they are known. */
  readonly place: Partial<Endpoint>;
  readonly instance?: string;
  /** The scraped URL, or the instance if the scraper does not list its targets. */
  readonly address?: string;
  readonly samples?: number;
  /** Seconds since its last scrape. */
  readonly age?: number;
}

/** Whether everything is as declared, as far as it is known. */
export function isAsDeclared({ state }: Pick<Verdict, 'state'>): boolean {
  return state === 'up' || state === 'none' || state === 'unknown';
}

/** Compares declared endpoints with scraped targets. */
export function judgeComponents(
  components: readonly DeclaredComponent[], { scraped, targets = [] }: Observation,
): Verdict[] {
  const label = MODEL_LABELS.component;
  const series = grouped(scraped, ({ labels }) => [labels[label]]);
  const listed = grouped(targets, ({ labels, discoveredLabels }) =>
    [labels[label], discoveredLabels[POD_LABEL + label]]);
  return components.flatMap((component): Verdict[] => {
    const { application, namespace, component: name, file, line, endpoints, unscraped } = component;
    const same = { application, namespace, component: name, file, line };
    if (endpoints.length === 0) {
      return [{ ...same, state: 'none', reasons: unscraped ? [unscraped] : [], jobs: [], targets: 0 }];
    }
    const probes = probesOfComponent(component, series.get(name) ?? [], listed.get(name) ?? []);
    return endpoints.map(({ declaredAt, ...endpoint }) =>
      ({ ...same, ...declaredAt, endpoint, ...endpointOutcome(component, endpoint, probes) }));
  });
}

/**
 * Compares the endpoints of monitors that belong to no component with scraped targets. Without a target of a monitor's
 * own job, series decide that are of no target: they may be federated.
 */
export function judgeForeign(
  endpoints: readonly ForeignEndpoint[], { scraped, targets = [] }: Observation,
): AnyVerdict[] {
  const pools = grouped(targets, ({ scrapePool }) => [scrapePool]);
  const own = new Set(targets.map(({ labels }) => seriesKey(labels)));
  const others = scraped.filter(({ labels }) => !own.has(seriesKey(labels)));
  return endpoints.map(({ pool, expected, absent, rejections, ...same }): AnyVerdict => {
    // series are not asked for whose job only the scraper knows
    const listed = pools.get(pool)?.map((target): Probe =>
      ({ ...listedProbe(ANY, target, scraped), ...target.health === 'up' ? { state: 'up' } : {} }));
    // the labels by which the operator distinguishes endpoints, as far as they are known
    const probes = listed ?? others.filter(({ labels: series }) => expected.some(({ job, labels }) => series.job === job
      && ['namespace', 'endpoint'].every(name => [undefined, series[name]].includes(labels.get(name)))))
      .map(seriesProbe);
    const outcome = probes.length > 0 ? endpointOutcome(ANY, {}, probes) : { ...absent, jobs: [], targets: 0 };
    const endpoint = { port: expected[0]?.port, path: expected[0]?.path };
    return { ...same, endpoint, ...outcome, reasons: [...outcome.reasons, ...rejections] };
  });
}

/** Stands for a component of which nothing is known, so that any series may be its own. */
const ANY = { endpoints: [], hints: [] } as object as DeclaredComponent;

/** The state of an endpoint by the targets at its place: the worst of them counts. */
function endpointOutcome(
  component: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[],
): Omit<Verdict, keyof VerdictPlace> {
  const own = probesAtEndpoint(component, endpoint, probes);
  const state = STATES.find(each => own.some(probe => probe.state === each));
  if (state === undefined) {
    const scraped = probes.map(({ place, instance }): ScrapedPlace => place.port === undefined ? { instance } : place);
    const places = distinctByJson(scraped).sort((a, b) => {
      const [one, other] = [a, b].map(({ path = '', instance = '' }) => path + instance);
      return (a.port ?? 0) - (b.port ?? 0) || (one < other ? -1 : 1);
    });
    const hints = places.length > 0 ? [remark('scraped-elsewhere', { places })] : component.hints;
    return { state: 'missing', reasons: [remark('no-target'), ...hints], jobs: [], targets: 0 };
  }
  const jobs = [...new Set(own.map(({ job }) => job ?? ''))].sort();
  const samples = own.flatMap(probe => probe.samples ?? []);
  const ages = own.flatMap(({ age }) => age ?? []);
  return {
    state,
    reasons: state === 'up' ? [] : [stateReason(state, own)],
    jobs,
    targets: own.length,
    samples: samples.length > 0 ? samples.reduce((sum, value) => sum + value) : undefined,
    age: ages.length > 0 ? Math.max(...ages) : undefined,
  };
}

/** Why an endpoint is in a state: the number of targets in it, with their errors or their wrong labels. */
function stateReason(state: WrongState, own: readonly Probe[]): Remark {
  const those = own.filter(probe => probe.state === state);
  const counted = { count: those.length, targets: own.length };
  if (state === 'pending' || state === 'stale') return remark(state, counted);
  const errors = distinctByJson(those.flatMap(({ error }) => error || []));
  return state === 'down' ? remark(state, { ...counted, errors })
    : remark(state, { ...counted, labels: distinctByJson(those.map(({ labels = [] }) => labels)) });
}

/**
 * The targets of an endpoint. If it declares a job, dashboards do not find the series of another job. Another job is
 * ignored, however, if the declared job scrapes the same address, or if job and place belong to another endpoint.
 */
function probesAtEndpoint(
  { endpoints }: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[],
): Probe[] {
  const there = probes.filter(({ place }) => isAtEndpoint(endpoint, place));
  const { job: own } = endpoint;
  if (own === undefined) return there;
  const scraped = new Set(there.filter(({ job }) => job === own).map(({ address }) => address));
  return there.flatMap((probe): Probe[] => {
    const { job, address, place, labels = [], state } = probe;
    if (job === own) return [probe];
    if (scraped.has(address) || endpoints.some(other => other.job === job && isAtEndpoint(other, place))) return [];
    // only the job is wrong
    return [state === 'stale' ? probe
      : { ...probe, state: 'wrong-labels', labels: [...labels, { label: 'job', expected: own, got: job ?? '' }] }];
  });
}

/** Whether a place is that of an endpoint, as far as both are known. */
function isAtEndpoint(endpoint: DeclaredEndpoint, place: Probe['place']): boolean {
  return (['port', 'path'] as const).every(name =>
    [endpoint[name], place[name]].includes(undefined) || endpoint[name] === place[name]);
}

/**
 * All targets of a component. The scraper's list of targets decides if it contains some of the component: series may be
 * remnants then, or the component's own metric may be called `up`. If the list contains none, because another scraper
 * scrapes them and they are federated, the series decide.
 */
function probesOfComponent(
  component: DeclaredComponent, scraped: readonly ObservedSeries[], targets: readonly ActiveTarget[],
): Probe[] {
  const isOfComponent = (labels: Partial<Labels>) => wrongLabels(component, labels).length === 0;
  const series = scraped.filter(({ labels }) => isOfComponent(labels));
  const { application, component: name, namespace } = MODEL_LABELS;
  // by the labels of its series or of its pod
  const listed = targets.filter(({ labels, discoveredLabels }) => isOfComponent(labels) || isOfComponent({
    ...Object.fromEntries([application, name].map(label => [label, discoveredLabels[POD_LABEL + label]])),
    [namespace]: discoveredLabels.__meta_kubernetes_namespace,
  }));
  if (listed.length === 0) return series.map(seriesProbe);
  // if another job scrapes the same URL with the right labels, the labels of this job do not matter
  return listed.filter(({ labels, scrapeUrl }) => isOfComponent(labels)
    || !listed.some(other => other.scrapeUrl === scrapeUrl && isOfComponent(other.labels)))
    .map(target => listedProbe(component, target, series));
}

/** The state of a target in the scraper's list. One that is up but has no series yet is pending. */
function listedProbe(component: DeclaredComponent, target: ActiveTarget, series: readonly ObservedSeries[]): Probe {
  const { labels, health, lastError, scrapeUrl } = target;
  const own = series.find(each => seriesKey(each.labels) === seriesKey(labels));
  let place = placeOfInstance(labels);
  if (URL.canParse(scrapeUrl)) {
    const { pathname, port, protocol } = new URL(scrapeUrl);
    // programs differ in which characters of a URL they escape
    const path = attempt(() => decodeURIComponent(pathname)) ?? pathname;
    place = { port: Number(port || (protocol === 'https:' ? 443 : 80)), path };
  }
  const { job, instance } = labels;
  const same = { job, instance, address: scrapeUrl, place, samples: own?.samples, age: own?.age };
  const wrong = wrongLabels(component, labels);
  if (wrong.length > 0) return { ...same, state: 'wrong-labels', labels: wrong };
  if (health === 'down' || own?.isUp === false) return { ...same, state: 'down', error: lastError };
  return { ...same, state: health === 'up' && own ? 'up' : 'pending' };
}

/** The default of Prometheus in seconds, for targets that were scraped only once. */
const DEFAULT_INTERVAL = 60;

/**
 * The state of a target by its series alone. Nothing ends the series of a removed job: for five minutes they keep their
 * values.
 */
function seriesProbe({ labels, isUp, samples, age, interval = DEFAULT_INTERVAL }: ObservedSeries): Probe {
  const isStale = age !== undefined && age > 2 * interval + 1;
  const state = isStale ? 'stale' : isUp ? 'up' : 'down';
  const { job, instance } = labels;
  return { state, job, instance, address: instance, place: placeOfInstance(labels), samples, age };
}

/** The labels of series that differ from those of a component. */
function wrongLabels(declared: DeclaredComponent, labels: Partial<Labels>): WrongLabel[] {
  return (['application', 'component', 'namespace'] as const).flatMap(part => {
    const [label, expected] = [MODEL_LABELS[part], declared[part]];
    return expected === undefined || labels[label] === expected ? [] : [{ label, expected, got: labels[label] }];
  });
}

/** The place in the label `instance`, which may be a name and has no path. */
function placeOfInstance({ instance = '' }: Labels): Partial<Endpoint> {
  const [, port] = /:(\d+)$/.exec(instance) ?? [];
  return port === undefined ? {} : { port: Number(port) };
}
