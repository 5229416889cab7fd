import { Defaults, effectiveDefaults, endpointsOf, workloadManifest } from './expected';
import { ComponentRecipe, PlatformRecipe, PortableRecipe, TargetRecipe, WorkloadRecipe, platformOf } from './recipe';
import { parametersSet, same } from './values';

/** What a workload is, whichever class it was handed to. */
export type Form = 'containerized' | 'helidon' | 'coherence' | 'weblogic' | 'Deployment' | 'StatefulSet' | 'Service' | 'ConfigMap' | 'Coherence' | 'Domain' | 'Widget';

const FORMS: Record<string, Form> = { deployment: 'Deployment', service: 'Service', configMap: 'ConfigMap', ContainerizedWorkload: 'containerized' };

/** What a workload is. */
export function formOf({ type, fields }: WorkloadRecipe): Form {
  const named = ['manifest', 'custom'].includes(type) ? fields.kind : type;
  return FORMS[named] ?? named;
}

/** The spec of the pods of a workload that has containers. */
export function podSpecOf(form: Form, fields: any): any {
  switch (form) {
    case 'containerized': return fields.spec;
    case 'helidon': return fields.spec.deploymentTemplate.podSpec;
    case 'Deployment': case 'StatefulSet': return fields.spec.template.spec;
    default: return undefined;
  }
}

/** The resource of an operator in a workload. */
export function resourceOf(form: Form, fields: any): any {
  return ['coherence', 'weblogic'].includes(form) ? fields.spec.template : fields;
}

export const isCoherence = (form: Form) => form === 'coherence' || form === 'Coherence';
export const isWebLogic = (form: Form) => form === 'weblogic' || form === 'Domain';

/** Whether a workload has pods to which something can be added. */
export function hasPods(form: Form): boolean {
  return !['Service', 'ConfigMap', 'Widget'].includes(form);
}

/** A port on which pods listen. */
export interface Port {
  readonly number: number;
  readonly protocol: string;
  readonly name?: string;
  readonly container?: string;
}

/** The ports that a workload declares, from the documents of Kubernetes and of the operators. */
export function portsOf(form: Form, fields: any): Port[] {
  const containers: any[] = podSpecOf(form, fields)?.containers ?? [];
  if (isCoherence(form)) return (resourceOf(form, fields).spec.ports ?? []).map((p: any) => ({ number: p.port, protocol: p.protocol ?? 'TCP', name: p.name }));
  return containers.flatMap(c => (c.ports ?? []).map((p: any) => ({ number: p.containerPort, protocol: p.protocol ?? 'TCP', name: p.name, container: c.name })));
}

/** The fields of a component's workload with the values that its binding gives to the parameters. */
export function fieldsOf({ workload, parameters, binding }: ComponentRecipe): any {
  return parametersSet(workload!.fields, parameters ?? [], binding?.entry.parameterValues ?? []);
}

/** What is known of how a component is scraped. */
interface Scraped {
  readonly defaults?: Defaults;
  readonly endpoints: { port: number; path: string }[];
  readonly secret?: string;
}

/** How a component is scraped. */
export function scrapedOf(component: ComponentRecipe, platform: PlatformRecipe): Scraped {
  const { workload, binding } = component;
  const defaults = effectiveDefaults(workload!, workloadManifest(workload!, platform, false));
  const spec = binding?.traits.find(t => t.type === 'metrics')?.spec ?? {};
  const endpoints = defaults ? endpointsOf(spec, defaults) : [];
  return { defaults, endpoints, ...endpoints.length > 0 && { secret: spec.secret ?? defaults!.secret } };
}

/** A port on which a rendered pod listens. */
interface PodPort {
  readonly number: number;
  readonly name?: string;
  readonly protocol: string;
}

/** The pods of a rendered object. */
interface Pods {
  readonly owner: any;
  readonly namespace: string;
  readonly labels: Record<string, string>;
  readonly ports: PodPort[];
}

const HEALTH: PodPort = { number: 6676, name: 'health', protocol: 'TCP' };

/** The pods of objects, as Kubernetes and the operators make them. */
function podsOf(objects: readonly any[]): Pods[] {
  return objects.flatMap(owner => {
    const { kind, metadata: { namespace }, spec } = owner;
    switch (kind) {
      case 'Deployment': case 'StatefulSet': return [{ owner, namespace, labels: spec.template.metadata?.labels ?? {}, ports: listening(spec.template.spec) }];
      case 'Coherence': return [{ owner, namespace, labels: spec.labels ?? {}, ports: [...(spec.ports ?? []).map(listed), { ...HEALTH, number: spec.healthPort ?? HEALTH.number }] }];
      case 'Domain': return [{ owner, namespace, labels: spec.serverPod?.labels ?? {}, ports: [] }];
      default: return [];
    }
  });
}

const listed = ({ port, name, protocol = 'TCP' }: any): PodPort => ({ number: port, name, protocol });

function listening({ containers }: any): PodPort[] {
  return containers.flatMap((c: any) => (c.ports ?? []).map(({ containerPort, name, protocol = 'TCP' }: any): PodPort => ({ number: containerPort, name, protocol })));
}

/** Whether labels are selected. */
function selects(selector: Record<string, string>, labels: Record<string, string>): boolean {
  return Object.entries(selector).every(([key, value]) => Object.hasOwn(labels, key) && labels[key] === value);
}

/** Kind and name of the object that a component mainly is. */
export function mainOf(component: ComponentRecipe): { kind: string; name: string } {
  const fields = fieldsOf(component);
  const form = formOf(component.workload!);
  const kinds: Partial<Record<Form, string>> = { containerized: 'Deployment', helidon: 'Deployment', coherence: 'Coherence', weblogic: 'Domain' };
  const holder = form === 'helidon' ? fields.spec.deploymentTemplate : resourceOf(form, fields);
  return { kind: kinds[form] ?? form, name: holder.metadata?.name ?? component.name };
}

const LABEL_KEY = /^([a-z0-9]([-a-z0-9.]*[a-z0-9])?\/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const LABEL_VALUE = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;
const SUBDOMAIN = /^(?=.{1,253}$)[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const SERVICE = /^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/;

/** What the API server asks of every object, beyond the schemas. */
export function acceptedByTheServer(objects: readonly any[]): void {
  same(repeated(objects.map(({ apiVersion, kind, metadata: { namespace, name } }) => `${apiVersion.split('/').slice(0, -1)} ${kind} ${namespace} ${name}`)), [], 'names');
  for (const { kind, metadata, spec } of objects) {
    const what = `${kind} ${metadata.name}`;
    same((kind === 'Service' ? SERVICE : SUBDOMAIN).test(metadata.name), true, `name of ${what}`);
    same(wrongLabels(metadata.labels), [], `labels of ${what}`);
    if (kind === 'Service') acceptedService(spec, what);
    if (kind === 'Ingress') acceptedIngress(spec, what);
    if (kind === 'Deployment' || kind === 'StatefulSet') acceptedPods(spec, what);
  }
}

function wrongLabels(labels: Record<string, string> = {}): [string, string][] {
  return Object.entries(labels).filter(([key, value]) => !LABEL_KEY.test(key) || !LABEL_VALUE.test(value));
}

function acceptedService({ ports = [], clusterIP, type }: any, what: string): void {
  if (clusterIP !== 'None' && type !== 'ExternalName') same(ports.length > 0, true, `has ports: ${what}`);
  same(repeated(ports.map(({ port, protocol = 'TCP' }: any) => `${port}/${protocol}`)), [], `ports of ${what}`);
  same(repeated(ports.map(({ name }: any) => name)), [], `names of ports of ${what}`);
}

function acceptedIngress({ rules, tls = [] }: any, what: string): void {
  same(repeated(rules.map(({ host }: any) => host)), [], `hosts of ${what}`);
  for (const { secretName } of tls) same(SUBDOMAIN.test(secretName), true, `Secret of ${what}`);
  for (const { path } of rules.flatMap(({ http }: any) => http.paths)) same(/^\/(?!.*(\/\/|\/\.\.?(\/|$)|%2f))/i.test(path), true, `path ${path} of ${what}`);
}

function acceptedPods({ selector, template }: any, what: string): void {
  const { containers, initContainers = [], volumes = [] } = template.spec;
  same(Object.keys(selector.matchLabels ?? {}).length > 0, true, `selects something: ${what}`);
  same(selects(selector.matchLabels, template.metadata.labels), true, `selects its pods: ${what}`);
  same(wrongLabels(template.metadata.labels), [], `labels of pods of ${what}`);
  same(repeated([...containers, ...initContainers].map(({ name }: any) => name)), [], `containers of ${what}`);
  for (const { name, volumeMounts = [] } of containers) {
    same(repeated(volumeMounts.map(({ mountPath }: any) => mountPath)), [], `mounts of ${name} in ${what}`);
    for (const { name: volume, mountPath, subPath = '' } of volumeMounts) {
      same(volumes.filter((each: any) => each.name === volume).length, 1, `volumes ${volume} of ${what}`);
      same(mountPath.includes(':') || subPath.startsWith('/'), false, `place ${mountPath} in ${what}`);
    }
  }
}

/** The values that are there more than once. */
function repeated<T>(values: readonly T[]): T[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

/** Every object has the labels of the model, and the namespace of its application; so have the pods of every component. */
export function labelledByTheModel({ model }: PortableRecipe, objects: readonly any[]): void {
  const pods = podsOf(objects);
  const owners: Pods[] = [];
  for (const { chart, component, application } of placesIn(model)) {
    const { kind, name } = mainOf(component);
    const { revision } = component.binding!;
    const own = { 'app.oam.dev/name': application.name, 'app.oam.dev/component': component.name };
    const whole = { ...own, 'app.oam.dev/resourceType': 'WORKLOAD', ...revision !== undefined && { 'app.oam.dev/revision': `${component.name}-v${revision}` } };
    // these two copy all labels of the workload to the pods
    const isCopied = ['containerized', 'helidon'].includes(formOf(component.workload!));
    const main = objects.find(o => o.kind === kind && o.metadata.name === name && o.metadata.namespace === chart.namespace);
    same(main === undefined, false, `no ${kind} ${name}`);
    same(lacking(main.metadata.labels, whole), [], `labels of ${kind} ${name}`);
    for (const each of pods.filter(({ owner }) => owner === main)) {
      same(lacking(each.labels, isCopied ? whole : own), [], `labels of the pods of ${kind} ${name}`);
      owners.push(each);
    }
  }
  same(owners.length, pods.length, 'pods of components');
  const namespaces = model.charts.map(({ namespace }) => namespace);
  for (const { kind, metadata: { name, namespace, labels } } of objects) {
    same(namespaces.includes(namespace), true, `namespace of ${kind} ${name}`);
    const keys = ['app.oam.dev/name', 'app.oam.dev/component', 'app.oam.dev/resourceType', 'app.kubernetes.io/name', 'app.kubernetes.io/instance', 'app.kubernetes.io/part-of', 'app.kubernetes.io/managed-by'];
    same(keys.filter(key => !(key in labels)), [], `labels of ${kind} ${name}`);
  }
}

function lacking(labels: Record<string, string> = {}, wanted: Record<string, string>): string[] {
  return Object.keys(wanted).filter(key => labels[key] !== wanted[key]);
}

/** The components of a model with what is around them. */
export function placesIn({ charts }: PortableRecipe['model']) {
  return charts.flatMap((chart, index) => chart.components.filter(c => c.workload && c.binding).map(component => (
    { chart, index, component, application: chart.applications[component.binding!.application % chart.applications.length] })));
}

/** A Service leads to pods that listen where it says. */
export function servicesLead(objects: readonly any[]): void {
  const pods = podsOf(objects);
  for (const { metadata: { name, namespace }, spec } of objects.filter(({ kind }) => kind === 'Service')) {
    if (!spec.selector) continue;
    const selected = pods.filter(each => each.namespace === namespace && selects(spec.selector, each.labels));
    same(selected.length, 1, `what Service ${name} selects`);
    for (const { port, targetPort = port, protocol = 'TCP' } of spec.ports ?? []) {
      const found = selected[0].ports.filter(each => (typeof targetPort === 'number' ? each.number : each.name) === targetPort && each.protocol === protocol);
      same(found.length > 0, true, `port ${targetPort} of Service ${name}`);
    }
  }
}

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
  const open = ports.filter(({ protocol }) => protocol === 'TCP');
  const named = open.filter(({ name }) => name !== undefined && name === endpoint.port);
  if (address) return named.length === 1 ? Number(/^\$1:(\d+)$/.exec(address.replacement)?.[1]) : undefined;
  if (endpoint.port === undefined) return open.find(({ number }) => number === (endpoint.portNumber ?? endpoint.targetPort))?.number;
  if (kind === 'PodMonitor' || owner.kind === 'Coherence') return named.length === 1 ? named[0].number : undefined;
  const services = objects.filter(o => o.kind === 'Service' && o.metadata.namespace === metadata.namespace && selects(spec.selector.matchLabels, o.metadata.labels));
  const found = services.flatMap(service => service.spec.ports).filter(port => port.name === endpoint.port && (port.protocol ?? 'TCP') === 'TCP');
  const [{ port, targetPort = port } = { port: undefined }] = found;
  return found.length === 1 ? open.find(({ number, name }) => (typeof targetPort === 'number' ? number : name) === targetPort)?.number : undefined;
}
