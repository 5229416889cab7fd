import { DiscoveredPlace, podPlaces, POD_ADDRESS, portsOfObject, servicePlaces } from './discovery';
import { notSelected, prometheusesOf, rejectedEndpoints, RenderedPrometheus } from './prometheus';
import { relabel, RelabelRule, relabelRuleOf, seriesLabel, TargetLabels } from './relabel';
import { monitorsIn, ReadMonitor, selectedLabels } from './scrape-jobs';
import {
  asObject, grouped, isFilled, isObject, listOf, nearest, textOf, PlainFields,
} from '../../base/check';
import { Finding, FINE, found, movedTo, Path, ownWords, Shown } from '../../base/findings/finding';
import type { Phrase } from '../../base/findings/sentence';
import { fieldAt, isKind, kindName, kindOf, SCRAPE_JOB, SERVICE } from '../../base/kind-of';
import { memo } from '../../base/memo';
import type { TypedManifest } from '../../base/oam-kind';
import { regex } from '../../base/regexes';
import { ConnectionEnd, podsEnd, refusalsOf } from '../network-policies';
import { ObjectIndex, selected } from '../objects/object-index';
import { GENERIC_PATH, portsOfContainers } from '../objects/oam-workloads';
import { shownObject } from '../../base/shown';
import { brokenLink, ChainLink, heldLink, listedPort } from '../objects/links';
import { podOf, podSpecPaths, metadataLabels } from '../objects/pod-templates';
import { requirementsOf, unmet } from '../objects/selectors';

// Follows an endpoint of a monitor to pods, as the operator and Prometheus do: the selector, the port, the relabel
// rules, and why a step of it leads nowhere.

/** The steps from an endpoint of a monitor to pods. */
export interface ScrapeTrace {
  /** The steps; only the last one may break. */
  readonly links: readonly ChainLink[];
  /** The scraped targets; empty if a step breaks. */
  readonly targets: readonly ScrapedTarget[];
}

/** Where pods are scraped. Only the scraper knows fields that are `undefined`. */
export interface ScrapedTarget {
  readonly port?: number;
  readonly path?: string;
  readonly job?: string;
  /** The labels of all its series; `undefined` stands for a value that only the scraper knows. */
  readonly labels: TargetLabels;
}

/** The place of a target in words; a question mark stands for a value that only the scraper knows. */
export function targetText({ port, path = '?', job = '?' }: Partial<ScrapedTarget>): string {
  return `port ${port ?? '?'}, path ${path}, job ${job}`;
}

/** A monitor or a job, and the object that is or contains it. */
interface WrittenMonitor extends ReadMonitor {
  readonly object: TypedManifest;
}

const monitorsOf = memo((index: ObjectIndex): readonly WrittenMonitor[] =>
  index.objects.flatMap(object => monitorsIn(object).map(each => ({ ...each, object }))));

/** The monitors by the objects whose pods they select, directly or through Services. */
const selectingOf = memo((index: ObjectIndex) => grouped(monitorsOf(index), ({ monitor }) => {
  const own = directlySelected(monitor, index);
  return kindOf(monitor).monitor!.selectsServices ? own.flatMap(service => index.podsOf(service)) : own;
}));

/** The objects whose pods a monitor selects, directly or through Services. */
const selectedOf = memo((index: ObjectIndex) => grouped([...selectingOf(index)].flatMap(([object, monitors]) =>
  monitors.map(({ monitor }) => ({ object, monitor }))), ({ monitor }) => [monitor]));

/** The objects for which monitors are likely meant that select none. */
const missedIn = memo((index: ObjectIndex) => new Set(monitorsOf(index).flatMap(({ monitor }) =>
  selectedOf(index).has(monitor) ? [] : likelyMeant(monitor, index) ?? [])));

/** The Services that a monitor selects, or the objects that it selects by the labels of their pods. */
function directlySelected(monitor: TypedManifest, index: ObjectIndex): TypedManifest[] {
  const { selectsServices } = kindOf(monitor).monitor!;
  const [all, labelsOf] = selectsServices
    ? [index.ofKind(SERVICE), metadataLabels] : [index.pods, selectedLabels(monitor)];
  const among = monitoredNamespaces(monitor)?.map(namespace => index.within(all, namespace)) ?? [all];
  return among.flatMap(each => selected(monitor.spec?.selector, each, labelsOf));
}

/** The namespaces from which a monitor selects, by default its own; `undefined` if it selects from all. */
export function monitoredNamespaces({ metadata, spec }: TypedManifest): readonly unknown[] | undefined {
  const names = listOf<unknown>(spec?.namespaceSelector?.matchNames);
  return spec?.namespaceSelector?.any === true ? undefined : names.length > 0 ? names : [metadata?.namespace];
}

/**
 * An object whose pods a monitor was likely meant for: it has the name of the object or of a Service of it, or asks for
 * a label with that value, or nearly with one that such an object has; or its selector is that of pods in place of
 * Services, of Services in place of pods, or of another namespace.
 */
function likelyMeant(monitor: TypedManifest, index: ObjectIndex): TypedManifest | undefined {
  const { selectsServices } = kindOf(monitor).monitor!;
  const selector: unknown = monitor.spec?.selector;
  const wanted = requirementsOf(selector).filter(({ operator }) => operator === 'In')
    .flatMap(({ key, values }) => values.map(value => [key, value] as const));
  const services = index.ofKind(SERVICE);
  const [all, labelsOf] = selectsServices ? [services, metadataLabels] : [index.pods, selectedLabels(monitor)];
  const podsOf = (object: TypedManifest) => selectsServices ? index.podsOf(object) : [object];
  const namespaces = monitoredNamespaces(monitor);
  const reach = namespaces?.map(namespace => ({
    own: index.within(all, namespace), pods: index.podsIn(namespace), services: index.within(services, namespace),
  })) ?? [{ own: all, pods: index.pods, services }];
  const names = [monitor.metadata?.name, ...wanted.map(([, value]) => value)];
  const called = reach.flatMap(({ own, pods }) => names.flatMap(name =>
    [...index.called(own, name).flatMap(podsOf), ...index.called(pods, name)]));
  const crossed = () => wanted.length === 0 ? [] : reach.flatMap(each => selectsServices ? selected(selector, each.pods)
    : selected(selector, each.services, metadataLabels).flatMap(service => index.podsOf(service)));
  const isMisspelt = (object: TypedManifest) => wanted.some(([key, value]) => {
    const own = new Map(Object.entries(labelsOf(object))).get(key);
    return own !== undefined && own !== value && nearest(String(value), [own]) !== undefined;
  });
  const misspelt = () => reach.flatMap(({ own }) => own.slice(0, 1_000)).filter(isMisspelt).flatMap(podsOf);
  const elsewhere = () => wanted.length === 0 || namespaces?.includes(undefined) ? []
    : selected(selector, all, labelsOf).filter(({ metadata }) => metadata?.namespace !== undefined).flatMap(podsOf);
  return called.at(0) ?? crossed().at(0) ?? misspelt().at(0) ?? elsewhere().at(0);
}

/** The objects that decide what is scraped. */
export class ScrapedCluster {
  public readonly prometheuses: readonly RenderedPrometheus[];

  /** @param prometheus the pods of a Prometheus that is not among the objects */
  public constructor(public readonly index: ObjectIndex, public readonly prometheus?: ConnectionEnd) {
    this.prometheuses = prometheusesOf(index);
  }

  /**
   * The readers of the object that contains a job: pods that mount it, and resources of the Prometheus Operator that
   * refer to it.
   */
  public readersOf(job: TypedManifest): Pick<RenderedPrometheus, 'object' | 'pods'>[] {
    if (!isKind(job, SCRAPE_JOB)) return [];
    const holder = monitorsOf(this.index).find(({ monitor }) => monitor === job)!.object;
    const { namespace, name } = asObject(holder.metadata);
    return [
      ...this.index.mountersOf(holder).map(object => ({ object, pods: podsEnd(object, this.index) })),
      ...holder.kind !== 'Secret' ? [] : this.prometheuses.filter(({ object: { metadata, spec } }) =>
        metadata?.namespace === namespace && spec?.additionalScrapeConfigs?.name === name),
    ];
  }

  /** Follows each endpoint of the monitors that select the pods of an object. */
  public scrapes(object: TypedManifest): ScrapeTrace[] {
    return this.traces(object, selectingOf(this.index).get(object) ?? []);
  }

  /**
   * The steps on which a monitor finds none of the pods here: one to an object that it was likely meant for, if it
   * selects none, or those of each endpoint that leads to none of those that it selects, and ports of init containers
   * that it scrapes too; `undefined` if the pods that it may select are not here.
   *
   * @param isTaken whether a scraper takes the monitor, so that policies for its pods count
   */
  public missed(monitor: TypedManifest, isTaken: boolean): ChainLink[] | undefined {
    const those = this.selectedBy(monitor);
    const traces = (object: TypedManifest) => tracesOf(monitor, object, this.index, isTaken ? this : undefined);
    if (those.length === 0) {
      if (directlySelected(monitor, this.index).length > 0) return undefined;
      const meant = likelyMeant(monitor, this.index);
      return meant && traces(meant).flatMap(({ links }) => links.slice(-1)).slice(0, 1);
    }
    const all = those.map(traces);
    const without = all[0].flatMap((trace, i) =>
      all.every(each => each[i].targets.length === 0) ? trace.links.slice(-1) : []);
    return [...without, ...those.flatMap(object => scrapedInitPorts(monitor, object))];
  }

  /**
   * The ports of an object's pods that monitors scrape, whether or not a scraper takes them; `undefined` if only the
   * scraper knows, or a monitor for them leads to none of them, which is reported for the monitor.
   */
  public scrapedPorts(object: TypedManifest): ReadonlySet<number> | undefined {
    const traces = (selectingOf(this.index).get(object) ?? [])
      .flatMap(({ monitor }) => tracesOf(monitor, object, this.index));
    const ports = traces.flatMap(({ targets }) => targets.map(({ port }) => port));
    const isUnknown = missedIn(this.index).has(object) || traces.some(({ targets }) => targets.length === 0);
    return isUnknown || ports.includes(undefined) ? undefined : new Set(ports as number[]);
  }

  /** The objects whose pods a monitor selects, directly or through Services. */
  public selectedBy(monitor: TypedManifest): TypedManifest[] {
    return (selectedOf(this.index).get(monitor) ?? []).map(({ object }) => object);
  }

  /** Follows each endpoint of a monitor to the pods of each object that it selects. */
  public followed(monitor: TypedManifest): ScrapeTrace[][] {
    return this.selectedBy(monitor).map(object => tracesOf(monitor, object, this.index, this));
  }

  /** The targets of each endpoint of a monitor: those at its pods or, without any, one of which the monitor tells. */
  public expected(monitor: TypedManifest): (readonly ScrapedTarget[])[] {
    const traces = this.followed(monitor);
    const { endpoints: field } = kindOf(monitor).monitor!;
    return listOf(monitor.spec?.[field]).map(asObject).map((fields, i) => {
      const targets = traces.flatMap(each => (each[i] ?? each[0]).targets);
      if (targets.length > 0) return targets;
      const port = [fields.port, fields.portNumber, fields.targetPort].find(isSet);
      const labels = new Map(typeof port === 'number' ? [['__address__', `${POD_ADDRESS}:${port}`]] : []);
      return scrapedTargets({ monitor, fields, at: ['spec', field, i] }, [{ labels, mayHave: () => true }]).targets;
    });
  }

  /** The monitors and jobs that the objects are or contain. */
  public get monitors(): readonly WrittenMonitor[] { return monitorsOf(this.index); }

  /**
   * Follows each endpoint of each monitor to the pods of an object. Steps of a job are reported for what contains it.
   */
  public traces(object: TypedManifest, monitors = monitorsOf(this.index)): ScrapeTrace[] {
    return monitors.flatMap(({ monitor, object: container, at }) => {
      const traces = tracesOf(monitor, object, this.index, this);
      if (at.length === 0) return traces;
      const isMetadata = ({ path: [first] }: Finding) => first === 'metadata' && at.length === 1;
      const moved = (each: ChainLink) => each.object !== monitor ? each : {
        ...each,
        object: container,
        path: at,
        breaks: each.breaks.map(finding => isMetadata(finding) ? finding : movedTo(at, finding)),
      };
      return traces.map(({ links, targets }) => ({ links: links.map(moved), targets }));
    });
  }
}

/** The path of the selector of a monitor and of a Service. */
const SELECTOR = ['spec', 'selector'];

function brokenTrace(links: readonly ChainLink[], object: TypedManifest, breaks: readonly Finding[]): ScrapeTrace {
  return { links: [...links, brokenLink(object, breaks)], targets: [] };
}

/**
 * Follows each endpoint of a monitor to the pods of an object; with a cluster, also whether it is taken and not kept
 * away from them.
 */
function tracesOf(
  monitor: TypedManifest, object: TypedManifest, index: ObjectIndex, cluster?: ScrapedCluster,
): ScrapeTrace[] {
  const { endpoints: field, selectsServices } = kindOf(monitor).monitor!;
  const services = selectsServices ? index.servicesOf(object).map(service =>
    ({ service, rule: unmet(monitor.spec?.selector, metadataLabels(service)) })) : [];
  const own = services.filter(({ rule }) => rule.length === 0).map(({ service }) => service);
  const apart = notSelecting(monitor, object, services);
  if (apart.length > 0) return [brokenTrace([], monitor, apart)];
  const links = !selectsServices ? [heldLink(monitor, { phrase: 'selects' }, SELECTOR)] : own.flatMap(service => [
    heldLink(monitor, { phrase: 'selects-service', service: String(service.metadata?.name) }, SELECTOR),
    heldLink(service, { phrase: 'selects' }, SELECTOR),
  ]);
  const endpoints = listOf(monitor.spec?.[field]);
  if (endpoints.length === 0) {
    const none = ownWords('must have an element: nothing is scraped', 'add one');
    return [brokenTrace(links, monitor, found('broken-scrape', ['spec', field], none))];
  }
  return endpoints.map((each, i) => {
    const endpoint = { monitor, fields: asObject(each), at: ['spec', field, i] };
    const { fields, at } = endpoint;
    const ways = (selectsServices ? own : [undefined]).map(service => {
      const all = service ? servicePlaces(service, object) : podPlaces(object);
      const asked = all.filter(place => asksFor(fields, place, service !== undefined));
      // a port given by number need not be declared there
      const places = asked.length === 0 && typeof fields.port === 'number' ? all.slice(0, 1) : asked;
      return { places, ...scrapedTargets({ ...endpoint, service }, places) };
    });
    if (ways.every(({ places }) => places.length === 0)) {
      return brokenTrace(links, monitor, withoutPort(endpoint, own.at(0), object));
    }
    const targets = ways.flatMap(way => way.targets);
    if (targets.length === 0) {
      return brokenTrace(links, monitor, ways.find(({ breaks }) => breaks.length > 0)!.breaks);
    }
    const scraping = targets.map(target => heldLink(monitor, { phrase: 'scrapes', place: targetText(target) }, at));
    const all = [...links, ...scraping];
    return cluster ? reachedTrace(all, monitor, object, targets, cluster) : { links: all, targets };
  });
}

/** Reports why a monitor does not select the pods of an object, directly or through the Services that lead to them. */
function notSelecting(
  monitor: TypedManifest, object: TypedManifest,
  services: readonly { readonly service: TypedManifest; readonly rule: readonly Phrase[] }[],
): Finding[] {
  const namespace: unknown = object.metadata?.namespace;
  const wanted = monitoredNamespaces(monitor);
  if (wanted && !wanted.includes(namespace)) {
    const about = { namespace: textOf(namespace), others: wanted.map(String) };
    return found('broken-scrape', 'spec.namespaceSelector', { reason: 'namespace', ...about });
  }
  if (!kindOf(monitor).monitor!.selectsServices) {
    const rule = unmet(monitor.spec?.selector, selectedLabels(monitor)(object));
    return rule.length === 0 ? FINE : found('broken-scrape', SELECTOR, { reason: 'labels', rule });
  }
  const [near] = [...services].sort((a, b) => a.rule.length - b.rule.length);
  if (!near) return found('broken-scrape', SELECTOR, ownWords('selects no Service that leads to the pods'));
  const service = String(near.service.metadata?.name);
  return near.rule.length === 0 ? FINE
    : found('broken-scrape', SELECTOR, { reason: 'service-labels', service, rule: near.rule });
}

/** Continues a trace: whether a Prometheus takes the monitor, and whether policies let it reach the pods. */
function reachedTrace(
  links: readonly ChainLink[], monitor: TypedManifest, object: TypedManifest, targets: readonly ScrapedTarget[],
  cluster: ScrapedCluster,
): ScrapeTrace {
  const { index, prometheuses, prometheus: given } = cluster;
  const ofKind = prometheuses.filter(({ selectors }) => selectors[kindName(monitor)]);
  const rejected = ofKind.length > 0 ? FINE : rejectedEndpoints(monitor);
  if (rejected.length > 0) return brokenTrace(links, monitor, rejected);
  const judged = ofKind.map(prometheus => {
    const unselected = notSelected(prometheus, monitor, index);
    return { prometheus, findings: unselected.length > 0 ? unselected : rejectedEndpoints(monitor, prometheus.object) };
  });
  const taking = judged.filter(({ findings }) => findings.length === 0).map(({ prometheus }) => prometheus);
  const [refusing] = judged;
  if (taking.length === 0 && refusing) {
    const [{ code, path: [first] }] = refusing.findings;
    const isOfSelector = code === 'not-selected' && first === 'spec';
    return brokenTrace(links, isOfSelector ? refusing.prometheus.object : monitor, refusing.findings);
  }
  const readers = cluster.readersOf(monitor);
  const taken = [
    ...taking.map(each => heldLink(each.object, { phrase: 'selects-monitor', object: shownObject(monitor) })),
    ...readers.map(each => heldLink(each.object, { phrase: 'reads-job', job: String(monitor.metadata?.name) })),
  ];
  const scrapers = [...taking, ...readers];
  const ends = scrapers.length > 0 ? scrapers.map(({ pods }) => pods) : [given];
  // policies are mostly not applied to pods on the network of their node
  const isOnNode = podOf(object)?.spec.hostNetwork === true;
  const refusals = targets.map(({ port }) => ends.map(from => port === undefined || isOnNode ? []
    : refusalsOf(index, { from, to: podsEnd(object, index), port, protocol: 'TCP' })));
  const open = targets.filter((_, i) => refusals[i].some(({ length }) => length === 0));
  const closed = open.length > 0 ? [] : refusals[0][0].map(({ policy, findings }) => brokenLink(policy, findings));
  return { links: [...links, ...taken, ...closed], targets: open };
}

/**
 * The ports of init containers that a monitor scrapes as if they kept running; behind a Service, only those that no
 * other container has.
 */
function scrapedInitPorts(monitor: TypedManifest, object: TypedManifest): ChainLink[] {
  const { endpoints: field, selectsServices = false } = kindOf(monitor).monitor!;
  const isScraped = (place: DiscoveredPlace) => listOf(monitor.spec?.[field]).filter(isObject).some((fields, i) =>
    asksFor(fields, place, selectsServices)
      && scrapedTargets({ monitor, fields, at: ['spec', field, i] }, [place]).targets.length > 0);
  const [others, [path = []]] = [selectsServices ? portsOfObject(object) : [], podSpecPaths(object)];
  return listOf(fieldAt(object, path)?.initContainers).flatMap((container, i) => {
    if (container?.restartPolicy === 'Always') return [];
    const scraped = portsOfContainers([container]).filter(each =>
      !others.some(({ port }) => port === each.port) && podPlaces(object, [each], true).some(isScraped));
    const at = [...path, 'initContainers', i, 'ports'];
    const about = { reason: 'init-port', monitor: shownObject(monitor) } as const;
    return scraped.map(({ name = '', port }) =>
      brokenLink(object, found('broken-scrape', at, { ...about, port: name || port })));
  });
}

/** Whether an endpoint asks for a place: the first port field that is set decides. */
function asksFor(fields: PlainFields, { declared, servicePort }: DiscoveredPlace, isByService: boolean): boolean {
  const { port, portNumber, targetPort } = fields;
  if (isFilled(port)) return (isByService ? servicePort : declared?.name) === port;
  if (typeof port === 'number') return declared?.port === port;
  const wanted = isByService ? targetPort : portNumber ?? targetPort;
  return wanted == null || [declared?.port, declared?.name].includes(wanted as number | string);
}

const isSet = (port: unknown) => typeof port === 'number' || isFilled(port);

/** Reports the port of an endpoint that the pods, or a Service, do not have. */
function withoutPort(
  { fields, at }: MonitoredEndpoint, service: TypedManifest | undefined, object: TypedManifest,
): Finding[] {
  const field = ['port', 'portNumber', 'targetPort'].find(name => isSet(fields[name])) ?? 'port';
  const declared = portsOfObject(object).map(each => listedPort(each.port, each.name));
  const { port } = fields;
  if (!service || !isFilled(port)) {
    const about = { object: shownObject(object), ports: declared, value: Shown.of(fields[field]) };
    return found('broken-scrape', [...at, field], { reason: 'pod-port', ...about });
  }
  const ports = listOf(service.spec?.ports).filter(isObject);
  const own = ports.find(({ name }) => name === port);
  if (own) {
    const about = { value: Shown.of(own.targetPort), ports: declared };
    return found('broken-route', [...at, 'port'], { reason: 'target', ...about });
  }
  const known = ports.map(each => listedPort(each.port, each.name));
  const about = { service: String(service.metadata?.name), ports: known, value: Shown.of(port) };
  return found('broken-scrape', [...at, 'port'], { reason: 'service-port', ...about });
}

/** An endpoint of a monitor. */
interface MonitoredEndpoint {
  readonly monitor: TypedManifest;
  readonly fields: PlainFields;
  readonly at: Path;
  /** The Service through which a ServiceMonitor finds pods. */
  readonly service?: TypedManifest;
}

const ADDRESSES = ['__address__', '__meta_kubernetes_pod_ip'];
const FILTERS = /^(keep|drop)$/i;

/**
 * Applies the rules of an endpoint to places with the labels that the operator sets: the targets, or why there are
 * none.
 */
function scrapedTargets(
  endpoint: MonitoredEndpoint, places: readonly DiscoveredPlace[],
): { readonly targets: readonly ScrapedTarget[]; readonly breaks: readonly Finding[] } {
  const { monitor, fields, at } = endpoint;
  const { rules: field = '' } = kindOf(monitor).monitor!;
  const rules = listOf(fields[field]).filter(isObject).map(relabelRuleOf).map((rule): RelabelRule => ({
    ...rule,
    // an operator writes no empty expression
    regex: rule.regex === '' && !isKind(monitor, SCRAPE_JOB) ? undefined : rule.regex,
    // what keeps some addresses may keep that of any pod
    action: rule.sourceLabels?.some(label => ADDRESSES.includes(label)) && FILTERS.test(rule.action ?? '')
      ? '' : rule.action,
  }));
  const invalid = rules.flatMap((rule, i) => rule.regex == null ? FINE
    : regex(rule.regex, '').map(each => ({ ...each, path: [...at, field, i, 'regex'] })));
  if (invalid.length > 0) return { targets: [], breaks: invalid };
  const relabelled = places.map(place => relabel({ ...place, labels: discoveredLabels(endpoint, place) }, rules));
  const targets = relabelled.flatMap(each => 'labels' in each ? [each.labels] : []).map((labels): ScrapedTarget => {
    const address = labels.get('__address__');
    const [path, job] = ['__metrics_path__', 'job'].map(label => labels.get(label));
    // an address without a port has that of its scheme
    const usual = labels.get('__scheme__') === 'https' ? 443 : 80;
    const port = address === undefined ? undefined : Number(/:(\d+)$/.exec(address)?.[1] ?? usual);
    return { port, path, job, labels: new Map([...labels].filter(([label]) => !/^(__|instance$)/.test(label))) };
  });
  const [dropping] = relabelled.flatMap(each => 'droppedBy' in each ? [each.droppedBy] : []);
  if (targets.length > 0 || dropping === undefined) {
    const keyed = targets.map(each => [JSON.stringify([each.port, each.path, [...each.labels].sort()]), each] as const);
    return { targets: [...new Map(keyed).values()], breaks: FINE };
  }
  const dropped = ownWords('drops all targets', 'let it keep those that are meant');
  return { targets: [], breaks: found('broken-scrape', [...at, field, dropping], dropped) };
}

const CONTAINER = '__meta_kubernetes_pod_container_name';

/** The labels of a place, and those that the operator sets on a target before the rules of its monitor. */
function discoveredLabels({ monitor, fields, service }: MonitoredEndpoint, { labels }: DiscoveredPlace): TargetLabels {
  const { spec, metadata } = monitor;
  const { isJob, isAlone } = kindOf(monitor).monitor!;
  const port = [fields.port, fields.targetPort].find(each => each != null && each !== '');
  const place = new Map([
    ...labels,
    // the managed collection of Google Cloud accepts a number for the port, declared or not
    ...isJob && typeof port === 'number' ? [['__address__', `${POD_ADDRESS}:${port}`] as const] : [],
    ['__scheme__', isFilled(fields.scheme) ? fields.scheme.toLowerCase() : 'http'],
    ['__metrics_path__', isFilled(fields.path) ? fields.path : GENERIC_PATH],
  ]);
  if (isAlone) return place;
  const labelOf = (of: 'pod' | 'service', key: string) =>
    labels.get(`__meta_kubernetes_${of}_label_${seriesLabel(key)}`);
  // labels under other names, as a PodMonitoring lists them, or under their own
  const listed = [
    ...listOf(spec?.targetLabels).filter(isFilled).map(from => ({ of: 'service', from, to: undefined } as const)),
    ...listOf(spec?.podTargetLabels).filter(isFilled).map(from => ({ of: 'pod', from, to: undefined } as const)),
    ...listOf(asObject(spec?.targetLabels).fromPod).filter(isObject)
      .map(({ from, to }) => ({ of: 'pod', from, to } as const)),
  ].map(({ of, from, to = from }) => [seriesLabel(String(to)), labelOf(of, String(from))] as const)
    .filter(([, value]) => value);
  const jobLabel = isFilled(spec?.jobLabel) ? labelOf(service ? 'service' : 'pod', spec.jobLabel) : undefined;
  const ofMonitor = isFilled(metadata?.namespace) ? `${metadata.namespace}/${String(metadata.name)}` : undefined;
  const usualJob = service ? String(service.metadata?.name) : ofMonitor;
  return new Map([
    ...place,
    ['namespace', labels.get('__meta_kubernetes_namespace')],
    ...labels.has(CONTAINER) ? [['container', labels.get(CONTAINER)] as const] : [],
    ['pod', undefined],
    ...service ? [['service', String(service.metadata?.name)] as const] : [],
    ...listed,
    ['job', isJob ? String(asObject(metadata).name) : jobLabel || usualJob],
    ...port === undefined || isJob ? [] : [['endpoint', String(port)] as const],
  ]);
}
