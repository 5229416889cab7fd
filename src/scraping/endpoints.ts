import { DiscoveredPlace, POD_ADDRESS } from './discovery';
import { relabel, TargetLabels } from './relabel';
import { Finding, FINE, found, saying } from '../findings/finding';
import { Path } from '../findings/path';
import { RelabelRule, ruleOf, seriesLabel } from '../objects/relabel-rule';
import { asObject, isFilled, isObject, listOf, PlainFields } from '../private/check';
import { isKind, kindOf } from '../private/kinds/kind-of';
import { SCRAPE_JOB } from '../private/kinds/operator-kinds';
import type { TypedManifest } from '../private/oam-kind';
import { regex } from '../private/regexes';
import { GENERIC_PATH } from '../workloads/workload';

/** Where pods are scraped. Only the scraper knows fields that are `undefined`. */
export interface ScrapedTarget {
  readonly port?: number;
  readonly path?: string;
  readonly job?: string;
  /** The labels of all its series; `undefined` stands for a value that only the scraper knows. */
  readonly labels: TargetLabels;
}

/** An endpoint of a monitor. */
export interface MonitoredEndpoint {
  readonly monitor: TypedManifest;
  readonly fields: PlainFields;
  readonly at: Path;
  /** The Service through which a ServiceMonitor finds pods. */
  readonly service?: TypedManifest;
}

/** The targets that result from an endpoint, or findings that say why there are none. */
interface EndpointTargets {
  readonly targets: readonly ScrapedTarget[];
  readonly breaks: readonly Finding[];
}

const ADDRESSES = ['__address__', '__meta_kubernetes_pod_ip'];
const FILTERS = /^(keep|drop)$/i;

/** Applies the rules of an endpoint to places with the labels that the operator sets. */
export function targetsOf(endpoint: MonitoredEndpoint, places: readonly DiscoveredPlace[]): EndpointTargets {
  const { monitor, fields, at } = endpoint;
  const { rules: field = '' } = kindOf(monitor).monitor!;
  const rules = listOf(fields[field]).filter(isObject).map(ruleOf).map((rule): RelabelRule => ({
    ...rule,
    // an operator writes no empty expression
    regex: rule.regex === '' && !isKind(monitor, SCRAPE_JOB) ? undefined : rule.regex,
    // what keeps some addresses may keep that of any pod
    action: rule.sourceLabels?.some(label => ADDRESSES.includes(label)) && FILTERS.test(rule.action ?? '') ? '' : rule.action,
  }));
  const invalid = rules.flatMap((rule, i) => rule.regex == null ? FINE : regex(rule.regex, '').map(each =>
    ({ ...each, path: [...at, field, i, 'regex'] })));
  if (invalid.length > 0) return { targets: [], breaks: invalid };
  const relabelled = places.map(place => relabel({ ...place, labels: withOwn(endpoint, place) }, rules));
  const targets = relabelled.flatMap(each => 'labels' in each ? [targetOf(each.labels)] : []);
  const [dropping] = relabelled.flatMap(each => 'droppedBy' in each ? [each.droppedBy] : []);
  if (targets.length > 0 || dropping === undefined) return { targets: distinct(targets), breaks: FINE };
  const breaks = found('broken-scrape', [...at, field, dropping], saying('drops all targets', 'let it keep those that are meant'));
  return { targets: [], breaks };
}

/** The labels of a place, together with those that the operator sets on a target before the rules of its monitor. */
function withOwn(endpoint: MonitoredEndpoint, { labels }: DiscoveredPlace): TargetLabels {
  const { monitor: { spec, metadata }, fields, service } = endpoint;
  const ofPod = (key: string) => labels.get(`__meta_kubernetes_pod_label_${seriesLabel(key)}`);
  const ofService = (key: string) => labels.get(`__meta_kubernetes_service_label_${seriesLabel(key)}`);
  const mapped = (keys: unknown, valueOf: (key: string) => string | undefined) =>
    listOf<unknown>(keys).filter(isFilled).map(key => [seriesLabel(key), valueOf(key)] as const).filter(([, value]) => value);
  const jobLabel = isFilled(spec?.jobLabel) ? (service ? ofService : ofPod)(spec.jobLabel) : undefined;
  const port = [fields.port, fields.targetPort].find(each => each != null && each !== '');
  const ofMonitor = isFilled(metadata?.namespace) ? `${metadata.namespace}/${String(metadata.name)}` : undefined;
  const usualJob = service ? String(service.metadata?.name) : ofMonitor;
  const { isJob, isAlone } = kindOf(endpoint.monitor).monitor!;
  const place = new Map([
    ...labels,
    // the managed collection of Google Cloud accepts a number for the port, declared or not
    ...isJob && typeof port === 'number' ? [['__address__', `${POD_ADDRESS}:${port}`] as const] : [],
    ['__scheme__', isFilled(fields.scheme) ? fields.scheme.toLowerCase() : 'http'],
    ['__metrics_path__', isFilled(fields.path) ? fields.path : GENERIC_PATH],
  ]);
  if (isAlone) return place;
  return new Map([
    ...place,
    ['namespace', labels.get('__meta_kubernetes_namespace')],
    ...labels.has(CONTAINER) ? [['container', labels.get(CONTAINER)] as const] : [],
    ['pod', undefined],
    ...service ? [['service', String(service.metadata?.name)] as const] : [],
    ...mapped(spec?.targetLabels, ofService),
    ...mapped(spec?.podTargetLabels, ofPod),
    ...renamed(spec?.targetLabels, ofPod),
    ['job', isJob ? String(asObject(metadata).name) : jobLabel || usualJob],
    ...port === undefined || isJob ? [] : [['endpoint', String(port)] as const],
  ]);
}

/** Labels of pods under other names, as a PodMonitoring lists them. */
function renamed(targetLabels: unknown, ofPod: (key: string) => string | undefined): [string, string][] {
  const listed = listOf(asObject(targetLabels).fromPod).filter(isObject);
  return listed.flatMap(({ from, to = from }): [string, string][] => {
    const value = ofPod(String(from));
    return value ? [[seriesLabel(String(to)), value]] : [];
  });
}

const CONTAINER = '__meta_kubernetes_pod_container_name';

function targetOf(labels: TargetLabels): ScrapedTarget {
  const address = labels.get('__address__');
  const [path, job] = ['__metrics_path__', 'job'].map(label => labels.get(label));
  // an address without a port has that of its scheme
  const usual = labels.get('__scheme__') === 'https' ? 443 : 80;
  const port = address === undefined ? undefined : Number(/:(\d+)$/.exec(address)?.[1] ?? usual);
  return {
    ...port === undefined ? {} : { port },
    ...path === undefined ? {} : { path },
    ...job === undefined ? {} : { job },
    labels: new Map([...labels].filter(([label]) => !label.startsWith('__') && label !== 'instance')),
  };
}

/** Merges equal targets. */
function distinct(targets: readonly ScrapedTarget[]): ScrapedTarget[] {
  const keyOf = ({ port, path, labels }: ScrapedTarget) => JSON.stringify([port, path, [...labels].sort()]);
  return [...new Map(targets.map(target => [keyOf(target), target])).values()];
}
