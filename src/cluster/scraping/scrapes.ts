import { declaredPorts, DiscoveredPlace, podPlaces, servicePlaces, POD_ADDRESS } from './discovery';
import { againstMonitor, prometheusesOf, readersOf, RenderedPrometheus, rejectedEndpoints } from './prometheus';
import { Finding, FINE, found, movedTo, saying, Shown, Path } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { ConnectionEnd, podsEnd, refusalsOf } from '../network/policies';
import { requirementsOf, unmet, ObjectIndex, selected, ownLabels, podOf, podSpecPaths } from '../objects/object-index';
import { asObject, isFilled, isObject, listOf, PlainFields, grouped, objectName, nearest } from '../../base/check';
import { fieldAt, SERVICE, SCRAPE_JOB, isKind, kindName, kindOf } from '../../base/kinds/kind-of';
import { memo } from '../../base/memo';
import type { TypedManifest } from '../../base/oam-kind';
import type { ChainLink } from '../routes/reach';
import { monitorsIn, ReadMonitor, selectedLabels } from './scrape-jobs';
import { relabel, TargetLabels } from './relabel';
import { RelabelRule, ruleOf, seriesLabel } from '../objects/relabel-rule';
import { regex } from '../../base/regexes';
import { portsOf, GENERIC_PATH } from '../objects/oam-workloads';

/** The steps from an endpoint of a monitor to pods. */
export interface ScrapeTrace {
  /** The steps; only the last one may break. */
  readonly links: readonly ChainLink[];
  /** The scraped targets; empty if a step breaks. */
  readonly targets: readonly ScrapedTarget[];
}

/** A monitor or a job, and the object that is or contains it. */
interface WrittenMonitor extends ReadMonitor {
  readonly object: TypedManifest;
}

const monitorsOf = memo((index: ObjectIndex): readonly WrittenMonitor[] =>
  index.objects.flatMap(object => monitorsIn(object).map(each => ({ ...each, object }))));

/** The monitors by the objects whose pods they select, directly or through Services. */
const selectingOf = memo((index: ObjectIndex) => grouped(monitorsOf(index), ({ monitor }) => {
  const own = selectedBy(monitor, index);
  return kindOf(monitor).monitor!.selectsServices ? own.flatMap(service => index.podsOf(service)) : own;
}));

/** What a monitor selects: Services, or objects by the labels of their pods. */
function selectedBy(monitor: TypedManifest, index: ObjectIndex): TypedManifest[] {
  const { selectsServices } = kindOf(monitor).monitor!;
  const [all, labelsOf] = selectsServices ? [index.ofKind(SERVICE), ownLabels] : [index.pods, selectedLabels(monitor)];
  const among = namespacesOf(monitor)?.map(namespace => index.within(all, namespace)) ?? [all];
  return among.flatMap(each => selected(monitor.spec?.selector, each, labelsOf));
}

/**
 * An object whose pods a monitor was likely meant for: it has the name of the object or of a Service of it, or asks for a label with that
 * value, or nearly with one that such an object has; or its selector is that of pods in place of Services, of Services in place of pods, or
 * of another namespace.
 */
function meantBy(monitor: TypedManifest, index: ObjectIndex): TypedManifest | undefined {
  const { selectsServices } = kindOf(monitor).monitor!;
  const selector: unknown = monitor.spec?.selector;
  const wanted = requirementsOf(selector).filter(({ operator }) => operator === 'In')
    .flatMap(({ key, values }) => values.map(value => [key, value] as const));
  const [all, labelsOf] = selectsServices ? [index.ofKind(SERVICE), ownLabels] : [index.pods, selectedLabels(monitor)];
  const podsOf = (object: TypedManifest) => selectsServices ? index.podsOf(object) : [object];
  const services = index.ofKind(SERVICE);
  const reach = namespacesOf(monitor)?.map(namespace =>
    ({ own: index.within(all, namespace), pods: index.podsIn(namespace), services: index.within(services, namespace) }))
    ?? [{ own: all, pods: index.pods, services }];
  const called = reach.flatMap(({ own, pods }) => [monitor.metadata?.name, ...wanted.map(([, value]) => value)].flatMap(name =>
    [...index.called(own, name).flatMap(podsOf), ...index.called(pods, name)]));
  const crossed = () => wanted.length === 0 ? [] : reach.flatMap(each => selectsServices ? selected(selector, each.pods)
    : selected(selector, each.services, ownLabels).flatMap(service => index.podsOf(service)));
  const isMisspelt = (object: TypedManifest) => wanted.some(([key, value]) => {
    const own = new Map(Object.entries(labelsOf(object))).get(key);
    return own !== undefined && own !== value && nearest(String(value), [own]) !== undefined;
  });
  const misspelt = () => reach.flatMap(({ own }) => own.slice(0, 1_000)).filter(isMisspelt).flatMap(podsOf);
  const isPlaced = (namespace: unknown) => namespace !== undefined;
  const elsewhere = () => wanted.length === 0 || namespacesOf(monitor)?.every(isPlaced) === false ? []
    : selected(selector, all, labelsOf).filter(({ metadata }) => isPlaced(metadata?.namespace)).flatMap(podsOf);
  return called.at(0) ?? crossed().at(0) ?? misspelt().at(0) ?? elsewhere().at(0);
}

/** The objects whose pods a monitor selects, directly or through Services. */
const selectedOf = memo((index: ObjectIndex) => grouped([...selectingOf(index)].flatMap(([object, monitors]) =>
  monitors.map(({ monitor }) => ({ object, monitor }))), ({ monitor }) => [monitor]));

/** The objects that decide what is scraped. */
export class ScrapedCluster {
  public readonly prometheuses: readonly RenderedPrometheus[];

  /** @param prometheus the pods of a Prometheus that is not among the objects */
  public constructor(public readonly index: ObjectIndex, public readonly prometheus?: ConnectionEnd) {
    this.prometheuses = prometheusesOf(index);
  }

  /** The readers of the object that contains a job. */
  public readersOf(job: TypedManifest): ReturnType<typeof readersOf> {
    if (!isKind(job, SCRAPE_JOB)) return [];
    const holder = monitorsOf(this.index).find(({ monitor }) => monitor === job)!.object;
    return readersOf(holder, this.index, this.prometheuses);
  }

  /** Follows each endpoint of the monitors that select the pods of an object. */
  public scrapes(object: TypedManifest): ScrapeTrace[] {
    return this.traces(object, selectingOf(this.index).get(object) ?? []);
  }

  /**
   * The steps on which a monitor finds none of the pods here: one to an object that it was likely meant for, if it selects none, or those
   * of each endpoint that leads to none of those that it selects, and ports of init containers that it scrapes too; `undefined` if the pods
   * that it may select are not here.
   *
   * @param isTaken whether a scraper takes the monitor, so that policies for its pods count
   */
  public missed(monitor: TypedManifest, isTaken: boolean): ChainLink[] | undefined {
    const those = this.selectedBy(monitor);
    const traces = (object: TypedManifest) => tracesOf(monitor, object, this.index, isTaken ? this : undefined);
    if (those.length === 0) {
      if (selectedBy(monitor, this.index).length > 0) return undefined;
      const meant = meantBy(monitor, this.index);
      return meant && traces(meant).flatMap(({ links }) => links.slice(-1)).slice(0, 1);
    }
    const all = those.map(traces);
    const without = all[0].flatMap((trace, i) => all.every(each => each[i].targets.length === 0) ? trace.links.slice(-1) : []);
    return [...without, ...those.flatMap(object => initPorts(monitor, object))];
  }

  /** The objects whose pods a monitor selects, directly or through Services. */
  public selectedBy(monitor: TypedManifest): TypedManifest[] {
    return (selectedOf(this.index).get(monitor) ?? []).map(({ object }) => object);
  }

  /** Follows each endpoint of a monitor to the pods of each object that it selects. */
  public followed(monitor: TypedManifest): ScrapeTrace[][] {
    return this.selectedBy(monitor).map(object => tracesOf(monitor, object, this.index, this));
  }

  /** Follows each endpoint of each monitor to the pods of an object. */
  public traces(object: TypedManifest, monitors = monitorsOf(this.index)): ScrapeTrace[] {
    return monitors.flatMap(written => {
      const traces = tracesOf(written.monitor, object, this.index, this);
      return written.at.length === 0 ? traces : traces.map(trace => shownAs(trace, written));
    });
  }
}

/** The trace of a job, whose steps are reported for the object that contains it. */
function shownAs({ links, targets }: ScrapeTrace, { monitor, object, at }: WrittenMonitor): ScrapeTrace {
  const isMetadata = ({ path: [first] }: Finding) => first === 'metadata' && at.length === 1;
  const moved = (each: ChainLink) => each.object !== monitor ? each
    : { ...each, object, path: at, breaks: each.breaks.map(finding => isMetadata(finding) ? finding : movedTo(at, finding)) };
  return { links: links.map(moved), targets };
}

/** What a monitor selects of an object: its pods, or pods behind Services. */
interface MonitoredPods {
  readonly links: readonly ChainLink[];
  readonly services: readonly TypedManifest[];
}

/** Follows each endpoint of a monitor to the pods of an object; with a cluster, whether it is taken and not kept away from them, too. */
function tracesOf(monitor: TypedManifest, object: TypedManifest, index: ObjectIndex, cluster?: ScrapedCluster): ScrapeTrace[] {
  const { endpoints: field, selectsServices } = kindOf(monitor).monitor!;
  const isByPods = !selectsServices;
  const { links, services } = (isByPods ? selectPods : selectServices)(monitor, object, index);
  const endpoints = listOf(monitor.spec?.[field]);
  if (links.some(({ breaks }) => breaks.length > 0)) return [{ links, targets: [] }];
  if (endpoints.length === 0) {
    return [broken(links, monitor, found('broken-scrape', ['spec', field], saying('must have an element: nothing is scraped', 'add one')))];
  }
  return endpoints.map((each, i) => {
    const endpoint = { monitor, fields: asObject(each), at: ['spec', field, i] };
    return traceEndpoint(endpoint, links, isByPods ? [undefined] : services, object, cluster);
  });
}

function traceEndpoint(
  endpoint: MonitoredEndpoint, links: readonly ChainLink[], services: readonly (TypedManifest | undefined)[], object: TypedManifest,
  cluster?: ScrapedCluster,
): ScrapeTrace {
  const { monitor, fields, at } = endpoint;
  const ways = services.map(service => {
    const all = service ? servicePlaces(service, object) : podPlaces(object);
    const asked = all.filter(place => isAsked(fields, place, service !== undefined));
    // a port given by number need not be declared there
    const places = asked.length === 0 && typeof fields.port === 'number' ? all.slice(0, 1) : asked;
    return { places, ...targetsOf({ ...endpoint, service }, places) };
  });
  if (ways.every(({ places }) => places.length === 0)) return broken(links, monitor, withoutPort(endpoint, services, object));
  const targets = ways.flatMap(each => each.targets);
  if (targets.length === 0) return broken(links, monitor, ways.find(({ breaks }) => breaks.length > 0)!.breaks);
  const scraping = targets.map(target => holding(monitor, { phrase: 'scrapes', place: placeText(target) }, at));
  const all = [...links, ...scraping];
  return cluster ? reached(all, monitor, object, targets, cluster) : { links: all, targets };
}

/** Continues a trace: whether a Prometheus takes the monitor, and whether policies let it reach the pods. */
function reached(
  links: readonly ChainLink[], monitor: TypedManifest, object: TypedManifest, targets: readonly ScrapedTarget[], cluster: ScrapedCluster,
): ScrapeTrace {
  const { index, prometheuses, prometheus: given } = cluster;
  const ofKind = prometheuses.filter(({ selectors }) => selectors[kindName(monitor)]);
  const rejected = ofKind.length > 0 ? FINE : rejectedEndpoints(monitor);
  if (rejected.length > 0) return broken(links, monitor, rejected);
  const judged = ofKind.map(prometheus => ({ prometheus, findings: againstMonitor(prometheus, monitor, index) }));
  const taking = judged.filter(({ findings }) => findings.length === 0);
  const [refusing] = judged;
  if (taking.length === 0 && refusing) {
    const [{ code, path: [first] }] = refusing.findings;
    return broken(links, code === 'not-selected' && first === 'spec' ? refusing.prometheus.object : monitor, refusing.findings);
  }
  const readers = cluster.readersOf(monitor);
  const taken = [
    ...taking.map(({ prometheus }) => holding(prometheus.object, { phrase: 'selects-monitor', object: objectName(monitor) })),
    ...readers.map(each => holding(each.object, { phrase: 'reads-job', job: String(monitor.metadata?.name) })),
  ];
  const scrapers = [...taking.map(({ prometheus }) => prometheus), ...readers];
  const ends = scrapers.length > 0 ? scrapers.map(({ pods }) => pods) : [given];
  const refusals = targets.map(({ port }) => ends.map(from => refusedTo(object, index, from, port)));
  const open = targets.filter((_, i) => refusals[i].some(({ length }) => length === 0));
  const closed = open.length > 0 ? [] : refusals[0][0];
  return { links: [...links, ...taken, ...closed], targets: open };
}

/** The network policies that refuse a connection to pods. */
function refusedTo(
  object: TypedManifest, index: ObjectIndex, from: ConnectionEnd | undefined, port: number | undefined,
): ChainLink[] {
  // policies are mostly not applied to pods on the network of their node
  if (port === undefined || podOf(object)?.spec.hostNetwork === true) return [];
  const refusals = refusalsOf(index, { from, to: podsEnd(object, index), port, protocol: 'TCP' });
  return refusals.map(({ policy, findings }) => ({ object: policy, path: [], breaks: findings }));
}

/** The place of a target in words; a question mark stands for a value that only the scraper knows. */
export function placeText({ port, path = '?', job = '?' }: Partial<ScrapedTarget>): string {
  return `port ${port ?? '?'}, path ${path}, job ${job}`;
}

/** The ports of init containers that a monitor scrapes as if they went on; behind a Service, only those that no other container has. */
function initPorts(monitor: TypedManifest, object: TypedManifest): ChainLink[] {
  const { endpoints: field, selectsServices = false } = kindOf(monitor).monitor!;
  const isScraped = (place: DiscoveredPlace) => listOf(monitor.spec?.[field]).filter(isObject).some((fields, i) =>
    isAsked(fields, place, selectsServices) && targetsOf({ monitor, fields, at: ['spec', field, i] }, [place]).targets.length > 0);
  const [others, [path = []]] = [selectsServices ? declaredPorts(object) : [], podSpecPaths(object)];
  return listOf(fieldAt(object, path)?.initContainers).flatMap((container, i) => container?.restartPolicy === 'Always' ? []
    : portsOf([container]).filter(each => !others.some(({ port }) => port === each.port) && podPlaces(object, [each], true).some(isScraped))
      .flatMap(({ name, port }) => broken([], object, found('broken-scrape', [...path, 'initContainers', i, 'ports'],
        { reason: 'init-port', monitor: objectName(monitor), port: name ?? port })).links));
}

function holding(object: TypedManifest, holds: Phrase, path: ChainLink['path'] = []): ChainLink {
  return { object, path, holds, breaks: FINE };
}

function broken(links: readonly ChainLink[], object: TypedManifest, breaks: readonly Finding[]): ScrapeTrace {
  return { links: [...links, { object, path: [], breaks }], targets: [] };
}

function selectPods(monitor: TypedManifest, object: TypedManifest): MonitoredPods {
  const away = outOfReach(monitor, object);
  const rule = unmet(monitor.spec?.selector, selectedLabels(monitor)(object));
  const breaks = away.length > 0 ? away : rule.length > 0 ? found('broken-scrape', 'spec.selector', { reason: 'labels', rule }) : FINE;
  return { links: [link(monitor, breaks, { phrase: 'selects' })], services: [] };
}

function link(object: TypedManifest, breaks: readonly Finding[], holds: Phrase): ChainLink {
  return breaks.length > 0 ? { object, path: [], breaks } : holding(object, holds, ['spec', 'selector']);
}

/** The namespaces from which a monitor selects, by default its own; `undefined` if it selects from all. */
export function namespacesOf({ metadata, spec }: TypedManifest): readonly unknown[] | undefined {
  const names = listOf<unknown>(spec?.namespaceSelector?.matchNames);
  return spec?.namespaceSelector?.any === true ? undefined : names.length > 0 ? names : [metadata?.namespace];
}

/** Reports pods in a namespace from which a monitor does not select. */
function outOfReach(monitor: TypedManifest, { metadata: own }: TypedManifest): Finding[] {
  const wanted = namespacesOf(monitor);
  if (!wanted || wanted.includes(own?.namespace)) return FINE;
  const namespace = isFilled(own?.namespace) ? own.namespace : undefined;
  return found('broken-scrape', 'spec.namespaceSelector', { reason: 'namespace', namespace, others: wanted.map(String) });
}

function selectServices(monitor: TypedManifest, object: TypedManifest, index: ObjectIndex): MonitoredPods {
  const leading = index.servicesOf(object);
  const away = outOfReach(monitor, object);
  if (away.length > 0 || leading.length === 0) {
    const breaks = away.length > 0 ? away : found('broken-scrape', 'spec.selector', saying('selects no Service that leads to the pods'));
    return { links: [link(monitor, breaks, { phrase: 'selects' })], services: [] };
  }
  const judged = leading.map(service => ({ service, rule: unmet(monitor.spec?.selector, ownLabels(service)) }));
  const services = judged.filter(({ rule }) => rule.length === 0).map(({ service }) => service);
  const [near] = [...judged].sort((a, b) => a.rule.length - b.rule.length);
  if (services.length === 0) {
    const service = String(near.service.metadata?.name);
    const breaks = found('broken-scrape', 'spec.selector', { reason: 'service-labels', service, rule: near.rule });
    return { links: [link(monitor, breaks, { phrase: 'selects' })], services };
  }
  const links = services.flatMap(service => [
    holding(monitor, { phrase: 'selects-service', service: String(service.metadata?.name) }, ['spec', 'selector']),
    holding(service, { phrase: 'selects' }, ['spec', 'selector']),
  ]);
  return { links, services };
}

/** Whether an endpoint asks for a place: the first port field that is set decides. */
function isAsked(fields: PlainFields, { declared, servicePort }: DiscoveredPlace, isByService: boolean): boolean {
  const { port, portNumber, targetPort } = fields;
  if (isFilled(port)) return (isByService ? servicePort : declared?.name) === port;
  if (typeof port === 'number') return declared?.port === port;
  const wanted = isByService ? targetPort : portNumber ?? targetPort;
  return wanted == null || [declared?.port, declared?.name].includes(wanted as number | string);
}

function withoutPort(
  { fields, at }: MonitoredEndpoint, services: readonly (TypedManifest | undefined)[], object: TypedManifest,
): Finding[] {
  const field = ['port', 'portNumber', 'targetPort'].find(name => isSet(fields[name])) ?? 'port';
  const [[service], wanted] = [services, fields[field]];
  if (service && isFilled(fields.port)) return notServed(fields.port, [...at, 'port'], service, object);
  const ports = declaredPorts(object).map(each => portText(each.port, each.name));
  return found('broken-scrape', [...at, field], { reason: 'pod-port', object: objectName(object), ports, value: Shown.of(wanted) });
}

function isSet(port: unknown): boolean {
  return typeof port === 'number' || isFilled(port);
}

function notServed(port: string, at: MonitoredEndpoint['at'], service: TypedManifest, object: TypedManifest): Finding[] {
  const ports = listOf(service.spec?.ports).filter(isObject);
  const own = ports.find(({ name }) => name === port);
  const declared = declaredPorts(object).map(each => portText(each.port, each.name));
  if (own) return found('broken-route', at, { reason: 'target', value: Shown.of(own.targetPort), ports: declared });
  const [known, name] = [ports.map(each => portText(each.port, each.name)), String(service.metadata?.name)];
  return found('broken-scrape', at, { reason: 'service-port', service: name, ports: known, value: Shown.of(port) });
}

function portText(port: unknown, name: unknown): string {
  return name == null ? String(port) : `${String(port)} (${String(name)})`;
}

/** Where pods are scraped. Only the scraper knows fields that are `undefined`. */
export interface ScrapedTarget {
  readonly port?: number;
  readonly path?: string;
  readonly job?: string;
  /** The labels of all its series; `undefined` stands for a value that only the scraper knows. */
  readonly labels: TargetLabels;
}

/** An endpoint of a monitor. */
interface MonitoredEndpoint {
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
function targetsOf(endpoint: MonitoredEndpoint, places: readonly DiscoveredPlace[]): EndpointTargets {
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
