import { DeclaredComponent } from './declared-component';
import { keyOf, MODEL_LABELS, Observation, ObservedSeries } from './observe';
import type { WrongLabel } from './remarks';
import { grouped } from '../private/grouped';
import { Endpoint } from '../private/metrics';
import { ActiveTarget, Labels } from '../query';

/** How one target does; the worst of an endpoint counts. */
export const STATES = ['down', 'wrong-labels', 'pending', 'stale', 'up'] as const;

/** A target of a component, from the scraper's list of targets or from its series. */
export interface Probe {
  readonly state: typeof STATES[number];
  /** Why it is down, in the words of the scraper. */
  readonly error?: string;
  /** Its labels that are wrong. */
  readonly labels?: readonly WrongLabel[];
  readonly job?: string;
  /** Port and path, as far as they are known. */
  readonly place: Partial<Endpoint>;
  readonly instance?: string;
  /** What is scraped: its URL, or the instance where there is no list of targets. */
  readonly address?: string;
  readonly samples?: number;
  /** Seconds since its last scrape. */
  readonly age?: number;
}

/** What is said of the components of one name. */
export function byComponent({ scraped, targets, ...rest }: Observation): (component: string) => Observation {
  const label = MODEL_LABELS.component;
  const series = grouped(scraped, ({ labels }) => [labels[label]]);
  const listed = targets && grouped(targets, ({ labels, discoveredLabels }) => [labels[label], discoveredLabels[`__meta_kubernetes_pod_label_${label}`]]);
  return component => ({ ...rest, scraped: series.get(component) ?? [], ...listed ? { targets: listed.get(component) ?? [] } : {} });
}

/**
 * All targets of a component. The scraper's list tells them where it has some of the component: its series may be remnants then, or a metric of the
 * component's own that is called `up`. Where it has none (they are scraped by another, and federated), the series tell.
 */
export function probesOf(component: DeclaredComponent, { scraped, targets }: Observation): Probe[] {
  const series = scraped.filter(({ labels }) => wrongLabels(component, labels).length === 0);
  const listed = (targets ?? []).filter(target => isOwn(component, target));
  return listed.length === 0 ? series.map(probe)
    : listed.filter(target => !isTwin(component, target, listed)).map(target => listedProbe(component, target, series));
}

/** Whether a target is the component's: by the labels of its series, or by those of its pod. */
function isOwn(component: DeclaredComponent, { labels, discoveredLabels }: ActiveTarget): boolean {
  const label = (name: string) => discoveredLabels[`__meta_kubernetes_pod_label_${name}`];
  const ofPod = Object.entries({
    [MODEL_LABELS.application]: label(MODEL_LABELS.application),
    [MODEL_LABELS.component]: label(MODEL_LABELS.component),
    [MODEL_LABELS.namespace]: discoveredLabels.__meta_kubernetes_namespace,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return wrongLabels(component, labels).length === 0 || wrongLabels(component, Object.fromEntries(ofPod)).length === 0;
}

/** Whether another job scrapes the same with the right labels: what this one does with its own is its affair. */
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

/** That of Prometheus, in seconds, for what was scraped but once. */
const DEFAULT_INTERVAL = 60;

/** By a series alone. Of a job that was removed nothing ends the series: for five minutes they are what they were. */
function probe({ labels, isUp, samples, age, interval = DEFAULT_INTERVAL }: ObservedSeries): Probe {
  const isStale = age !== undefined && age > 2 * interval + 1;
  const { job, instance } = labels;
  return { state: isStale ? 'stale' : isUp ? 'up' : 'down', job, instance, address: instance, place: placeOfInstance(labels), samples, age };
}

/** What is wrong with the labels of series that should be those of a component. */
function wrongLabels({ application, component, namespace }: DeclaredComponent, labels: Labels): WrongLabel[] {
  const wanted: [string, string | undefined][] = [
    [MODEL_LABELS.application, application], [MODEL_LABELS.component, component], [MODEL_LABELS.namespace, namespace],
  ];
  return wanted.flatMap(([label, expected]) => {
    const got = labels[label];
    return expected === undefined || got === expected ? [] : [{ label, expected, ...got === undefined ? {} : { got } }];
  });
}

function placeOfUrl(scrapeUrl: string): Partial<Endpoint> | undefined {
  if (!URL.canParse(scrapeUrl)) return undefined;
  const url = new URL(scrapeUrl);
  return { port: Number(url.port || (url.protocol === 'https:' ? 443 : 80)), path: decoded(url.pathname) };
}

/** Which characters are escaped differs between those who write URLs. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** `instance` may be a name, and has no path. */
function placeOfInstance({ instance = '' }: Labels): Partial<Endpoint> {
  const [, port] = /:(\d+)$/.exec(instance) ?? [];
  return port === undefined ? {} : { port: Number(port) };
}
