import { same } from './differences';
import { formOf, isWebLogic, Scraped, scrapedOf } from './kubernetes-forms';
import { mainOf, Pods, podsOf, selects } from './kubernetes-pods';
import { PortableRecipe, TargetRecipe } from './kubernetes-recipe';
import { placesIn } from './kubernetes-rules';
import { ComponentRecipe, platformOf } from './recipe';

const MONITORS = ['PodMonitor', 'ServiceMonitor'];

/** Each component that is scraped has one monitor, which selects its pods and no others, at ports where they listen, by the job's name in full. */
export function monitored({ model, target }: PortableRecipe, objects: readonly any[]): void {
  const left = new Set(objects.filter(({ kind }) => MONITORS.includes(kind)));
  for (const { chart, component, application } of placesIn(model)) {
    const platform = platformOf(model, chart);
    const scraped = scrapedOf(component, platform);
    if (scraped.endpoints.length === 0) continue;
    const trait = component.binding!.traits.find(({ type }) => type === 'metrics');
    const name = trait?.metadata?.name ?? component.name;
    const monitor = [...left].find(({ metadata }) => metadata.name === name && metadata.namespace === chart.namespace);
    same(monitor?.kind, target.monitorKind ?? 'PodMonitor', `monitor ${name}`);
    left.delete(monitor);
    chosen(monitor, target);
    selectsIts(monitor, component, objects);
    const job = `${application.name}_${chart.namespace}_${component.name}`;
    sameEndpoints(monitor, scraped, { component, target, objects, job, cluster: `${platform.vendor.replaceAll('-', '_')}_cluster` });
  }
  same([...left], [], 'monitors of nothing');
}

/** The labels that the Prometheus selects, and the user's own. */
function chosen({ metadata: { labels } }: any, { monitorSelector, monitorLabels }: TargetRecipe): void {
  const wanted = { ...monitorSelector.matchLabels, ...monitorLabels };
  same(Object.keys(wanted).filter(key => labels[key] !== wanted[key]), [], 'labels that select the monitor');
}

function podOf(component: ComponentRecipe, objects: readonly any[]): Pods {
  const { kind, name } = mainOf(component);
  return podsOf(objects).find(({ owner }) => owner.kind === kind && owner.metadata.name === name)!;
}

function selectsIts(monitor: any, component: ComponentRecipe, objects: readonly any[]): void {
  const { kind, metadata: { namespace, name }, spec: { selector, namespaceSelector } } = monitor;
  same(namespaceSelector, undefined, 'other namespaces');
  const pods = podsOf(objects).filter(each => each.namespace === namespace);
  const services = objects.filter(o => o.kind === 'Service' && o.metadata.namespace === namespace && selects(selector.matchLabels, o.metadata.labels));
  const isServed = ({ labels, owner }: Pods) =>
    services.some(({ spec }) => spec.selector && selects(spec.selector, labels)) || isOfCoherence(owner, selector.matchLabels);
  const selected = pods.filter(kind === 'PodMonitor' ? ({ labels }) => selects(selector.matchLabels, labels) : isServed);
  const own = mainOf(component);
  same(selected.map(({ owner }) => ({ kind: owner.kind, name: owner.metadata.name })), [own], `what ${kind} ${name} selects`);
}

/** The Coherence Operator makes Services of ports, with these labels. */
function isOfCoherence({ kind, spec }: any, labels: Record<string, string>): boolean {
  return kind === 'Coherence' && (spec.ports ?? []).some(({ service }: any) => selects(labels, service?.labels ?? {}));
}

interface Around {
  readonly component: ComponentRecipe;
  readonly target: TargetRecipe;
  readonly objects: readonly any[];
  readonly job: string;
  /** The label with the cluster's name. */
  readonly cluster: string;
}

function sameEndpoints(monitor: any, scraped: Scraped, { component, target, objects, job, cluster }: Around): void {
  const form = formOf(component.workload!);
  const what = `${monitor.kind} ${monitor.metadata.name}`;
  const { namespace } = monitor.metadata;
  const isOverTls = (target.mesh?.namespaces.includes(namespace) ?? false) && form !== 'coherence';
  const list: any[] = monitor.spec.podMetricsEndpoints ?? monitor.spec.endpoints;
  same(list.length, scraped.endpoints.length, `endpoints of ${what}`);
  same(monitor.spec.scrapeClass, isOverTls ? target.mesh!.scrapeClass : undefined, `scrape class of ${what}`);
  list.forEach((endpoint, i) => {
    const at = `endpoint ${i} of ${what}`;
    same(endpoint.scheme, isOverTls ? 'https' : 'http', `scheme of ${at}`);
    same(replacement(endpoint, 'job'), i === 0 ? job : `${job}_${i}`, `job of ${at}`);
    same(endpoint.relabelings.at(-1).targetLabel, 'job', `last rule of ${at}`);
    same(replacement(endpoint, cluster), target.clusterName ?? 'local', `cluster of ${at}`);
    const { secret: name } = scraped;
    same(endpoint.basicAuth, name === undefined ? undefined : { username: { name, key: 'username' }, password: { name, key: 'password' } }, `secret of ${at}`);
    if (isWebLogic(form)) return;
    same(endpoint.path, scraped.endpoints[i].path, `path of ${at}`);
    same(numberOf(endpoint, monitor, podOf(component, objects), objects), scraped.endpoints[i].port, `port of ${at}`);
  });
}

function replacement({ relabelings }: any, label: string): string | undefined {
  return relabelings.find(({ targetLabel, action, sourceLabels }: any) => targetLabel === label && action === 'replace' && !sourceLabels)?.replacement;
}

/** The port at which an endpoint is scraped: of a container, or of the Service that leads there, unless the address is written anew. */
function numberOf(endpoint: any, { kind, metadata, spec }: any, { ports, owner }: Pods, objects: readonly any[]): number | undefined {
  const address = endpoint.relabelings.find(({ targetLabel }: any) => targetLabel === '__address__');
  const listening = ports.filter(({ protocol }) => protocol === 'TCP');
  const named = listening.filter(({ name }) => name !== undefined && name === endpoint.port);
  if (address) return named.length === 1 ? Number(/^\$1:(\d+)$/.exec(address.replacement)?.[1]) : undefined;
  if (endpoint.port === undefined) return listening.find(({ number }) => number === (endpoint.portNumber ?? endpoint.targetPort))?.number;
  if (kind === 'PodMonitor' || owner.kind === 'Coherence') return named.length === 1 ? named[0].number : undefined;
  const services = objects.filter(o => o.kind === 'Service' && o.metadata.namespace === metadata.namespace && selects(spec.selector.matchLabels, o.metadata.labels));
  const found = services.flatMap(service => service.spec.ports).filter(port => port.name === endpoint.port && (port.protocol ?? 'TCP') === 'TCP');
  const [{ port, targetPort = port } = { port: undefined }] = found;
  return found.length === 1 ? listening.find(({ number, name }) => (typeof targetPort === 'number' ? number : name) === targetPort)?.number : undefined;
}
