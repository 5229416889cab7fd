import { DeclaredComponent, DeclaredEndpoint } from './declared-component';
import { Observation } from './observe';
import { byComponent, Probe, probesOf, STATES } from './probes';
import { Remark, remark, ScrapedPlace } from './remarks';

/** The states of a target that are also the code of their remark. */
type WrongState = Exclude<Probe['state'], 'up'>;

/** How an endpoint that is declared does. Nothing declared is `none`. */
export type State = Probe['state'] | 'missing' | 'none';

/** An endpoint of a component, and what the scraper says of it. */
export interface Verdict extends Pick<DeclaredComponent, 'application' | 'namespace' | 'component' | 'file' | 'line'> {
  readonly endpoint?: Omit<DeclaredEndpoint, 'declaredAt'>;
  readonly state: State;
  /** Why it is not up; none where it is. */
  readonly reasons: readonly Remark[];
  /** The jobs that scrape it. */
  readonly jobs: readonly string[];
  /** How many targets it has. */
  readonly targets: number;
  /** Samples of the last scrape of all targets. */
  readonly samples?: number;
  /** Seconds since the last scrape of that target which waits longest. */
  readonly age?: number;
}

/** Whether all is as it is declared. */
export function isFine({ state }: Verdict): boolean {
  return state === 'up' || state === 'none';
}

/** Holds what is declared against what is scraped. */
export function judge(components: readonly DeclaredComponent[], observation: Observation): Verdict[] {
  const ofComponent = byComponent(observation);
  return components.flatMap((component): Verdict[] => {
    const { application, namespace, component: name, file, line, endpoints, unscraped } = component;
    const same = { application, namespace, component: name, file, line };
    if (endpoints.length === 0) return [{ ...same, state: 'none', reasons: unscraped ? [unscraped] : [], jobs: [], targets: 0 }];
    const probes = probesOf(component, ofComponent(name));
    return endpoints.map(({ declaredAt, ...endpoint }) => ({ ...same, ...declaredAt, endpoint, ...outcomeOf(component, endpoint, probes) }));
  });
}

type Outcome = Pick<Verdict, 'state' | 'reasons' | 'jobs' | 'targets' | 'samples' | 'age'>;

function outcomeOf(component: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[]): Outcome {
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
 * The targets of an endpoint. Where its job is declared, series of another one are not those that dashboards ask for. What another job does is its affair,
 * though, where the declared one scrapes the same, or where the job and the place are those of another endpoint.
 */
function probesAt({ endpoints }: DeclaredComponent, endpoint: DeclaredEndpoint, probes: readonly Probe[]): Probe[] {
  const there = probes.filter(({ place }) => isAt(endpoint, place));
  const { job: own } = endpoint;
  if (own === undefined) return there;
  const scraped = new Set(there.filter(({ job }) => job === own).map(({ address }) => address));
  const isOthers = ({ job, address, place }: Probe) => scraped.has(address) || endpoints.some(other => other.job === job && isAt(other, place));
  return there.filter(probe => probe.job === own || !isOthers(probe)).map(probe => probe.job === own || probe.state === 'stale' ? probe : ofOtherJob(probe, own));
}

/** A target that has all but the job. */
function ofOtherJob(probe: Probe, job: string): Probe {
  return { ...probe, state: 'wrong-labels', labels: [...probe.labels ?? [], { label: 'job', expected: job, got: probe.job ?? '' }] };
}

/** Whether a place is that of an endpoint, as far as both are known. */
function isAt(endpoint: DeclaredEndpoint, place: Probe['place']): boolean {
  return (['port', 'path'] as const).every(name => endpoint[name] === undefined || place[name] === undefined || endpoint[name] === place[name]);
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
  const places = distinct(probes.map(scrapedAt)).sort(byPlace);
  return [remark('no-target'), ...places.length > 0 ? [remark('scraped-elsewhere', { places })] : hints];
}

function scrapedAt({ place, instance }: Probe): ScrapedPlace {
  return place.port === undefined ? { instance } : place;
}

function byPlace(a: ScrapedPlace, b: ScrapedPlace): number {
  const [one, other] = [a, b].map(({ port = 0, path = '', instance = '' }) => [port, path + instance] as const);
  return one[0] - other[0] || (one[1] < other[1] ? -1 : 1);
}

/** The values, equal ones once. */
function distinct<T>(values: readonly T[]): T[] {
  return [...new Map(values.map(value => [JSON.stringify(value), value])).values()];
}
