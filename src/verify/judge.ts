import { DeclaredComponent, DeclaredEndpoint, ForeignEndpoint } from './monitors';
import { distinct, keyOf, MODEL_LABELS, Observation, ObservedSeries } from './observe';
import { Remark, ScrapedPlace, remark, type WrongLabel } from './remarks';
import { attempt } from '../base/attempt';
import { grouped } from '../base/check';
import { Endpoint } from '../base/metrics';
import { ActiveTarget, Labels } from './query';
import type { ScrapedTarget } from '../cluster/scraping/scrapes';

/** The states of a target that are also the codes of their remarks. */
type WrongState = Exclude<Probe['state'], 'up'>;

/** The state of a declared endpoint; `none` if nothing is declared, `unknown` if the manifests do not say enough. */
type State = Probe['state'] | 'missing' | 'none' | 'unknown';

type VerdictPlace = Pick<DeclaredComponent, 'application' | 'namespace' | 'component' | 'file' | 'line'>;

/** An endpoint of a component, and its state according to the scraper. */
export interface Verdict extends VerdictPlace {
  readonly endpoint?: Omit<DeclaredEndpoint, 'declaredAt'>;
  readonly state: State;
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

/** Whether everything is as declared, as far as it is known. */
export function isFine({ state }: Pick<Verdict, 'state'>): boolean {
  return state === 'up' || state === 'none' || state === 'unknown';
}

/** Compares declared endpoints with scraped targets. */
export function judge(components: readonly DeclaredComponent[], observation: Observation): Verdict[] {
  const ofComponent = byComponent(observation);
  return components.flatMap((component): Verdict[] => {
    const { application, namespace, component: name, file, line, endpoints, unscraped } = component;
    const same = { application, namespace, component: name, file, line };
    if (endpoints.length === 0) return [{ ...same, state: 'none', reasons: unscraped ? [unscraped] : [], jobs: [], targets: 0 }];
    const probes = probesOf(component, ofComponent(name));
    return endpoints.map(({ declaredAt, ...endpoint }) =>
      ({ ...same, ...declaredAt, endpoint, ...outcomeOf(component, endpoint, probes) }));
  });
}

/**
 * Compares the endpoints of monitors that belong to no component with scraped targets. Without a target of a monitor's
 * own job, series decide that are of no target: they may be federated.
 */
export function judgeForeign(endpoints: readonly ForeignEndpoint[], { scraped, targets = [] }: Observation): AnyVerdict[] {
  const pools = grouped(targets, ({ scrapePool }) => [scrapePool]);
  const own = new Set(targets.map(({ labels }) => keyOf(labels)));
  const others = scraped.filter(({ labels }) => !own.has(keyOf(labels)));
  return endpoints.map(({ pool, expected, absent, rejections, ...same }): AnyVerdict => {
    // series are not asked for whose job only the scraper knows
    const listed = pools.get(pool)?.map((target): Probe =>
      ({ ...listedProbe(ANY, target, scraped), ...target.health === 'up' ? { state: 'up' } : {} }));
    const probes = listed ?? others.filter(({ labels }) => expected.some(each => isOfTarget(labels, each))).map(seriesProbe);
    const outcome = probes.length > 0 ? outcomeOf(ANY, {}, probes) : { ...absent, jobs: [], targets: 0 };
    const endpoint = { port: expected[0]?.port, path: expected[0]?.path };
    return { ...same, endpoint, ...outcome, reasons: [...outcome.reasons, ...rejections] };
  });
}

/** Stands for a component of which nothing is known, so that any series may be its own. */
const ANY = { endpoints: [], hints: [] } as object as DeclaredComponent;

/** Whether series have the labels by which the operator distinguishes endpoints, as far as they are known. */
function isOfTarget(series: Labels, { job, labels }: ScrapedTarget): boolean {
  return series.job === job && ['namespace', 'endpoint'].every(label => [undefined, series[label]].includes(labels.get(label)));
}

function outcomeOf(component: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[]): Omit<Verdict, keyof VerdictPlace> {
  const own = probesAt(component, endpoint, probes);
  const state = STATES.find(each => own.some(probe => probe.state === each));
  if (state === undefined) return { state: 'missing', reasons: whyMissing(component, probes), jobs: [], targets: 0 };
  const samples = known(own.map(probe => probe.samples));
  const ages = known(own.map(({ age }) => age));
  return {
    state,
    reasons: state === 'up' ? [] : [why(state, own)],
    jobs: [...new Set(own.map(({ job }) => job ?? ''))].sort(),
    targets: own.length,
    ...samples.length > 0 ? { samples: samples.reduce((sum, value) => sum + value) } : {},
    ...ages.length > 0 ? { age: Math.max(...ages) } : {},
  };
}

/**
 * The targets of an endpoint. If it declares a job, dashboards do not find the series of another job. Another job is
 * ignored, however, if the declared job scrapes the same address, or if job and place belong to another endpoint.
 */
function probesAt({ endpoints }: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[]): Probe[] {
  const there = probes.filter(({ place }) => isAt(endpoint, place));
  const { job: own } = endpoint;
  if (own === undefined) return there;
  const scraped = new Set(there.filter(({ job }) => job === own).map(({ address }) => address));
  const isOthers = ({ job, address, place }: Probe) =>
    scraped.has(address) || endpoints.some(other => other.job === job && isAt(other, place));
  return there.filter(probe => probe.job === own || !isOthers(probe))
    .map(probe => probe.job === own || probe.state === 'stale' ? probe : ofOtherJob(probe, own));
}

/** A target in which only the job is wrong. */
function ofOtherJob(probe: Probe, job: string): Probe {
  return { ...probe, state: 'wrong-labels', labels: [...probe.labels ?? [], { label: 'job', expected: job, got: probe.job ?? '' }] };
}

/** Whether a place is that of an endpoint, as far as both are known. */
function isAt(endpoint: DeclaredEndpoint, place: Probe['place']): boolean {
  return (['port', 'path'] as const).every(name => [endpoint[name], place[name]].includes(undefined) || endpoint[name] === place[name]);
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter(value => value !== undefined);
}

function why(state: WrongState, own: readonly Probe[]): Remark {
  const those = own.filter(probe => probe.state === state);
  const counted = { count: those.length, targets: own.length };
  switch (state) {
    case 'down': return remark('down', { ...counted, errors: distinct(those.flatMap(({ error }) => error || [])) });
    case 'wrong-labels': return remark('wrong-labels', { ...counted, labels: distinct(those.map(({ labels = [] }) => labels)) });
    default: return remark(state, counted);
  }
}

function whyMissing({ hints }: DeclaredComponent, probes: readonly Probe[]): Remark[] {
  const scraped = probes.map(({ place, instance }): ScrapedPlace => place.port === undefined ? { instance } : place);
  const places = distinct(scraped).sort(byPlace);
  return [remark('no-target'), ...places.length > 0 ? [remark('scraped-elsewhere', { places })] : hints];
}

function byPlace(a: ScrapedPlace, b: ScrapedPlace): number {
  const [one, other] = [a, b].map(({ port = 0, path = '', instance = '' }) => [port, path + instance] as const);
  return one[0] - other[0] || (one[1] < other[1] ? -1 : 1);
}

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

/** The series and targets of one component. */
type ObservedComponent = Required<Pick<Observation, 'scraped' | 'targets'>>;

/** Groups an observation by the names of components. */
function byComponent({ scraped, targets = [] }: Observation): (component: string) => ObservedComponent {
  const label = MODEL_LABELS.component;
  const series = grouped(scraped, ({ labels }) => [labels[label]]);
  const listed = grouped(targets, ({ labels, discoveredLabels }) => [labels[label], discoveredLabels[POD_LABEL + label]]);
  return component => ({ scraped: series.get(component) ?? [], targets: listed.get(component) ?? [] });
}

/**
 * All targets of a component. The scraper's list of targets decides if it contains some of the component: series may be
 * remnants then, or the component's own metric may be called `up`. If the list contains none, because another scraper
 * scrapes them and they are federated, the series decide.
 */
function probesOf(component: DeclaredComponent, { scraped, targets }: ObservedComponent): Probe[] {
  const series = scraped.filter(({ labels }) => wrongLabels(component, labels).length === 0);
  const listed = targets.filter(target => isOwn(component, target));
  return listed.length === 0 ? series.map(seriesProbe)
    : listed.filter(target => !isTwin(component, target, listed)).map(target => listedProbe(component, target, series));
}

/** Whether a target belongs to the component, by the labels of its series or of its pod. */
function isOwn(component: DeclaredComponent, { labels, discoveredLabels }: ActiveTarget): boolean {
  const { application, component: name, namespace } = MODEL_LABELS;
  const ofPod = Object.fromEntries([application, name].map(label => [label, discoveredLabels[POD_LABEL + label]]));
  const all = [labels, { ...ofPod, [namespace]: discoveredLabels.__meta_kubernetes_namespace }];
  return all.some(each => wrongLabels(component, each).length === 0);
}

/** Whether another job scrapes the same URL with the right labels: then the labels of this job do not matter. */
function isTwin(component: DeclaredComponent, target: ActiveTarget, listed: readonly ActiveTarget[]): boolean {
  return wrongLabels(component, target.labels).length > 0
    && listed.some(other => other.scrapeUrl === target.scrapeUrl && wrongLabels(component, other.labels).length === 0);
}

function listedProbe(component: DeclaredComponent, target: ActiveTarget, series: readonly ObservedSeries[]): Probe {
  const { labels, health, lastError, scrapeUrl } = target;
  const own = series.find(each => keyOf(each.labels) === keyOf(labels));
  const place = placeOfUrl(scrapeUrl) ?? placeOfInstance(labels);
  const same = { job: labels.job, instance: labels.instance, address: scrapeUrl, place, samples: own?.samples, age: own?.age };
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

function placeOfUrl(scrapeUrl: string): Partial<Endpoint> | undefined {
  if (!URL.canParse(scrapeUrl)) return undefined;
  const url = new URL(scrapeUrl);
  // programs differ in which characters of a URL they escape
  const path = attempt(() => decodeURIComponent(url.pathname)) ?? url.pathname;
  return { port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)), path };
}

/** The place in the label `instance`, which may be a name and has no path. */
function placeOfInstance({ instance = '' }: Labels): Partial<Endpoint> {
  const [, port] = /:(\d+)$/.exec(instance) ?? [];
  return port === undefined ? {} : { port: Number(port) };
}
