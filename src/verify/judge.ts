import { DeclaredComponent } from './declared';
import { MODEL_LABELS, Observation, ObservedTarget } from './observe';
import { Endpoint } from '../private/metrics';
import { ActiveTarget, Labels } from '../query';

/** How an endpoint that is declared does. Nothing declared is `none`. */
export type State = 'up' | 'down' | 'missing' | 'wrong-labels' | 'pending' | 'none';

/** An endpoint of a component, and what the scraper says of it. */
export interface Verdict extends Pick<DeclaredComponent, 'application' | 'namespace' | 'component' | 'file' | 'line'> {
  readonly endpoint?: Endpoint;
  readonly state: State;
  /** Why it is not up. */
  readonly reason?: string;
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
  return components.flatMap((component): Verdict[] => {
    const { application, namespace, component: name, file, line, endpoints, unscraped } = component;
    const same = { application, namespace, component: name, file, line };
    if (endpoints.length === 0) return [{ ...same, state: 'none', reason: unscraped, jobs: [], targets: 0 }];
    const scraped = observation.scraped.filter(({ labels }) => wrongLabels(component, labels).length === 0);
    return endpoints.map(endpoint => ({ ...same, endpoint, ...verdictOf({ component, endpoint, scraped, targets: observation.targets ?? [] }) }));
  });
}

type Outcome = Pick<Verdict, 'state' | 'reason' | 'jobs' | 'targets' | 'samples' | 'age'>;

/** An endpoint, and all from which it can be told how it does. */
interface Case {
  readonly component: DeclaredComponent;
  readonly endpoint: Endpoint;
  /** What is scraped of the component, here and elsewhere. */
  readonly scraped: readonly ObservedTarget[];
  readonly targets: readonly ActiveTarget[];
}

function verdictOf(all: Case): Outcome {
  const own = all.scraped.filter(target => isHere(all, target));
  if (own.length === 0) return { ...whyMissing(all), jobs: [], targets: 0 };
  const down = own.filter(({ isUp }) => !isUp);
  const samples = known(own.map(target => target.samples));
  const ages = known(own.map(({ age }) => age));
  return {
    state: down.length > 0 ? 'down' : 'up',
    ...down.length > 0 ? { reason: whyDown(down, own) } : {},
    jobs: [...new Set(own.map(({ labels }) => labels.job ?? ''))].sort(),
    targets: own.length,
    ...samples.length > 0 ? { samples: samples.reduce((sum, value) => sum + value) } : {},
    ...ages.length > 0 ? { age: Math.max(...ages) } : {},
  };
}

function known(values: readonly (number | undefined)[]): number[] {
  return values.filter(value => value !== undefined);
}

function whyDown(down: ObservedTarget[], own: ObservedTarget[]): string {
  const errors = [...new Set(down.map(({ target }) => target?.lastError).filter(error => error))];
  const what = own.length === 1 ? 'the target is down' : `${down.length} of ${own.length} targets ${down.length === 1 ? 'is' : 'are'} down`;
  return errors.length > 0 ? `${what}: ${errors.join('; ')}` : what;
}

/** Nothing is scraped there. What is scraped of the component elsewhere, and what has been discovered, tells why. */
function whyMissing(all: Case): Pick<Verdict, 'state' | 'reason'> {
  const { component, scraped } = all;
  const here = all.targets.filter(target => isHere(all, { labels: target.labels, target }));
  if (here.some(({ labels, health }) => health === 'unknown' && wrongLabels(component, labels).length === 0)) {
    return { state: 'pending', reason: 'the target has not been scraped yet' };
  }
  const wrong = here.map(target => wrongLabelsOfPod(component, target)).find(found => found.length > 0);
  if (wrong) return { state: 'wrong-labels', reason: `a target has wrong labels: ${wrong.join(', ')}` };
  const elsewhere = [...new Set(scraped.map(addressOf))].sort();
  if (elsewhere.length > 0) return { state: 'missing', reason: `no such target; the component is scraped at ${elsewhere.join(', ')}` };
  return { state: 'missing', reason: `no such target${component.scraper === undefined ? '' : `; its trait names scraper ${component.scraper}`}` };
}

/** What is wrong with the labels of series that should be those of a component. */
function wrongLabels({ application, component, namespace }: DeclaredComponent, labels: Labels): string[] {
  const expected: [string, string | undefined][] = [
    [MODEL_LABELS.application, application], [MODEL_LABELS.component, component], [MODEL_LABELS.namespace, namespace],
  ];
  return expected.filter(([name, value]) => value !== undefined && labels[name] !== value).map(([name, value]) =>
    labels[name] === undefined ? `${name} is missing` : `${name} is ${JSON.stringify(labels[name])} and not ${JSON.stringify(value)}`);
}

/** The same for a target of which discovery says that its pod belongs to the component. */
function wrongLabelsOfPod(component: DeclaredComponent, { labels, discoveredLabels }: ActiveTarget): string[] {
  const ofPod = Object.fromEntries([MODEL_LABELS.application, MODEL_LABELS.component].map(name => [name, discoveredLabels[`__meta_kubernetes_pod_label_${name}`]]));
  const isOwn = wrongLabels(component, { ...ofPod, namespace: discoveredLabels.__meta_kubernetes_namespace }).length === 0;
  return isOwn ? wrongLabels(component, labels) : [];
}

type Placed = Pick<ObservedTarget, 'labels' | 'target'>;

/** Whether a target is at the endpoint, as far as its place is known. */
function isHere({ component, endpoint }: Case, target: Placed): boolean {
  const { port, path } = placeOf(target);
  return (component.isAnyPort || port === undefined || port === endpoint.port) && (path === undefined || path === endpoint.path);
}

/** Port and path of a target, as far as they are known: `instance` may be a name, and has no path. */
function placeOf({ labels, target }: Placed): Partial<Endpoint> {
  const url = target && URL.canParse(target.scrapeUrl) ? new URL(target.scrapeUrl) : undefined;
  if (url) return { port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)), path: decoded(url.pathname) };
  const [, port] = /:(\d+)$/.exec(labels.instance ?? '') ?? [];
  return port === undefined ? {} : { port: Number(port) };
}

/** Which characters are escaped differs between those who write URLs. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function addressOf(target: ObservedTarget): string {
  const { port, path = '' } = placeOf(target);
  return port === undefined ? target.labels.instance ?? 'an unknown address' : `:${port}${path}`;
}
