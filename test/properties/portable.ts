import { Form, Port, formOf, hasPods, isCoherence, isWebLogic, podSpecOf, portsOf, resourceOf, scrapedOf } from './kubernetes-rules';
import { legal } from './legal';
import { leadingTo, portableWorkload } from './portable-workloads';
import { ChartRecipe, ComponentRecipe, ModelRecipe, Named, PlatformRecipe, PortableRecipe, TargetRecipe, TraitRecipe, platformOf } from './recipe';

/** What a target is chosen by, together with the model. */
export interface TargetSeed extends Omit<TargetRecipe, 'namespaceSelector' | 'namespaceLabels' | 'mesh' | 'replaces' | 'prometheus'> {
  readonly prometheusName: string;
  readonly takes: 'all' | 'named' | 'labelled' | 'its own';
  readonly meshed: readonly boolean[];
  readonly replacesNamed: boolean;
}

/** The nearest program that both kinds of platforms can render: what one must not do, `refused-programs.ts` does on purpose. */
export function portable(model: ModelRecipe, seed: TargetSeed): PortableRecipe {
  const shaped = ofOneShape(model);
  const inNamespaces = { ...shaped, charts: shaped.charts.map((chart, i) => ({ ...chart, namespace: chart.namespace ?? `space-${i}` })) };
  const target = targetOf(inNamespaces, seed);
  const charts = inNamespaces.charts.map(withoutFinalizers).map(chart => portableChart(chart, platformOf(inNamespaces, chart), target));
  return { model: legal({ ...inNamespaces, charts }), target };
}

/** There is no object to which those of a component or an application could belong. */
function withoutFinalizers(chart: ChartRecipe): ChartRecipe {
  const without = <T extends Named>(named: T): T => {
    const { finalizers, ...metadata } = named.metadata;
    return { ...named, metadata };
  };
  return { ...chart, components: chart.components.map(without), applications: chart.applications.map(without) };
}

/** A MetricsTrait can be switched off in one of its two shapes only. */
function ofOneShape(model: ModelRecipe): ModelRecipe {
  const shaped = (platform: PlatformRecipe): PlatformRecipe => ({ ...platform, metricsTraitShape: 'ports' });
  const charts = model.charts.map(chart => chart.platform ? { ...chart, platform: shaped(chart.platform) } : chart);
  return { ...model, platform: shaped(model.platform), charts };
}

function targetOf({ charts }: ModelRecipe, { prometheusName, takes, meshed, replacesNamed, ...rest }: TargetSeed): TargetRecipe {
  const namespaces = [...new Set(charts.map(({ namespace }) => namespace!))];
  const isOwn = takes === 'its own' && namespaces.length === 1;
  const inMesh = namespaces.filter((_, i) => meshed[i]);
  const scrapers = charts.flatMap(chart => chart.components.flatMap(c => c.binding?.traits.flatMap(t => t.spec?.scraper ?? []) ?? []));
  const selectors: Record<string, Partial<TargetRecipe>> = {
    'all': { namespaceSelector: {} },
    'its own': isOwn ? {} : { namespaceSelector: {} },
    'named': { namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: namespaces }] } },
    'labelled': {
      namespaceSelector: { matchLabels: { scraped: 'yes' }, matchExpressions: [{ key: 'off', operator: 'DoesNotExist' }] },
      namespaceLabels: Object.fromEntries(namespaces.map(namespace => [namespace, { scraped: 'yes' }])),
    },
  };
  return {
    ...rest,
    prometheus: { namespace: isOwn ? namespaces[0] : 'monitoring', name: prometheusName },
    ...selectors[takes],
    ...inMesh.length > 0 && { mesh: { scrapeClass: 'istio', namespaces: inMesh } },
    ...replacesNamed && scrapers.length > 0 && { replaces: [...new Set<string>(scrapers)] },
  };
}

function portableChart(chart: ChartRecipe, platform: PlatformRecipe, target: TargetRecipe): ChartRecipe {
  const declared = chart.components.filter(({ workload }) => workload).map(bound);
  const components = declared.map(component => portableMetrics(component, platform, target)).map(withParameters);
  const served = components.map(component => withPods(component, components, chart));
  return { ...chart, components: served.map(component => withTraits(component, platform, target)) };
}

/** Every component is bound, by nothing that only an OAM runtime reads. */
function bound(component: ComponentRecipe): ComponentRecipe {
  const { application = 0, entry = {}, traits = [], revision } = component.binding ?? {};
  const { scopes, dataInputs, dataOutputs, ...rest } = entry;
  const isShort = `${component.name}-v${revision}`.length <= 63;
  return {
    ...component,
    workload: portableWorkload(component.workload!, component.name),
    binding: { application, entry: rest, traits, ...revision !== undefined && isShort && { revision } },
  };
}

/** Parameters lead to fields that there are, or that can be made. */
function withParameters(component: ComponentRecipe): ComponentRecipe {
  const { parameters, binding, workload } = component;
  if (!parameters || parameters.length === 0) return component;
  const paths = pathsIn(formOf(workload!), workload!.fields);
  const given = parameters.map((parameter, i) => ({ ...parameter, fieldPaths: [paths[i % paths.length]] }));
  const parameterValues = given.map(({ name }, i) => ({ name, value: `set-${i}` }));
  return { ...component, parameters: given, binding: { ...binding!, entry: { ...binding!.entry, parameterValues } } };
}

/** The paths of fields that hold a text. */
function pathsIn(form: Form, fields: any): string[] {
  const pods: Partial<Record<Form, string>> = {
    containerized: 'spec', helidon: 'spec.deploymentTemplate.podSpec', Deployment: 'spec.template.spec', StatefulSet: 'spec.template.spec',
  };
  const images = (podSpecOf(form, fields)?.containers ?? []).map((_: any, i: number) => `${pods[form]}.containers[${i}].image`);
  const labels = ['metadata.labels[example.com/set]', 'metadata.annotations.set'];
  return [...images, ...form === 'Widget' ? ['free.made[0].text'] : [], ...labels];
}

/** A Service of its own leads to another component of its application: to one with ports, if there is one. */
function withPods(component: ComponentRecipe, all: readonly ComponentRecipe[], chart: ChartRecipe): ComponentRecipe {
  const { workload, binding } = component;
  if (formOf(workload!) !== 'Service') return component;
  const application = (binding!.application) % chart.applications.length;
  const other = all.find(each => each !== component && each.binding!.application % chart.applications.length === application
    && podSpecOf(formOf(each.workload!), each.workload!.fields) && portsOf(formOf(each.workload!), each.workload!.fields).length > 0);
  if (!other) return component;
  const selector = { 'app.oam.dev/name': chart.applications[application].name, 'app.oam.dev/component': other.name };
  const ports = portsOf(formOf(other.workload!), other.workload!.fields).map((port, i) => leadingTo({}, port, i));
  return { ...component, workload: { ...workload!, fields: { ...workload!.fields, spec: { ...workload!.fields.spec, selector, ports } } } };
}

function withTraits(component: ComponentRecipe, platform: PlatformRecipe, target: TargetRecipe): ComponentRecipe {
  const { workload, binding } = component;
  const form = formOf(workload!);
  const traits = portableTraits(binding!.traits, {
    form, component: component.name, target, isAlone: isAlone(form, workload!.fields), backend: backendOf(form, workload!.fields),
  });
  const isScraped = scrapedOf(component, platform).endpoints.length > 0;
  const kept = withoutClash(traits, form, workload!.fields).map(trait => makesObject(trait, isScraped) ? trait : unlabelled(trait));
  return { ...component, binding: { ...binding!, traits: kept } };
}

/** Whether a trait becomes an object of its own. */
function makesObject({ type, spec }: TraitRecipe, isScraped: boolean): boolean {
  switch (type) {
    case 'scaler': return false;
    case 'logging': return spec.loggingConfig !== undefined;
    case 'metrics': return isScraped;
    default: return true;
  }
}

/** Labels and annotations belong to an object. */
function unlabelled(trait: TraitRecipe): TraitRecipe {
  if (!trait.metadata) return trait;
  const { labels, annotations, ...metadata } = trait.metadata;
  return { ...trait, metadata };
}

/** The Service that is made of a workload. */
function backendOf(form: Form, fields: any): Backend | undefined {
  if (!['containerized', 'helidon'].includes(form)) return undefined;
  const own = form === 'helidon' ? fields.spec.serviceTemplate?.serviceSpec?.ports : undefined;
  const ports: Pick<Port, 'number' | 'protocol'>[] = own?.map((each: any) => ({ number: each.port, protocol: each.protocol })) ?? portsOf(form, fields);
  return { tcp: ports.filter(({ protocol }) => protocol === 'TCP').map(({ number }) => number), total: ports.length };
}

/** A disk that is not shared is taken by one pod. */
function isAlone(form: Form, fields: any): boolean {
  const volumes: any[] = form === 'containerized' ? fields.spec.containers.flatMap((c: any) => c.resources?.volumes ?? []) : [];
  return volumes.some(({ disk, sharingPolicy }) => !disk.ephemeral && sharingPolicy !== 'Shared');
}

/** A sidecar mounts what the others mount, which two of them must not do at one place. */
function withoutClash(traits: TraitRecipe[], form: Form, fields: any): TraitRecipe[] {
  if (form !== 'containerized') return traits;
  const mounted: any[] = fields.spec.containers.flatMap((c: any) => [...c.config ?? [], ...c.resources?.volumes ?? []]);
  const places = mounted.map(each => each.path ?? each.mountPath);
  return new Set(places).size < places.length ? traits.filter(({ type }) => type !== 'logging') : traits;
}

const OFF: TraitRecipe = { type: 'metrics', by: 'class', spec: { enabled: false } };

/** The component with its endpoints declared, since nothing else is found; or with its metrics switched off, where they cannot be. */
function portableMetrics(component: ComponentRecipe, platform: PlatformRecipe, target: TargetRecipe): ComponentRecipe {
  const { workload, binding } = component;
  const form = formOf(workload!);
  const fields = structuredClone(workload!.fields);
  if (isCoherence(form)) plainCoherence(resourceOf(form, fields).spec);
  const traits = isWebLogic(form) ? binding!.traits.map(scrapedAsTheOperatorSays) : binding!.traits;
  const changed = { ...component, workload: { ...workload!, fields }, binding: { ...binding!, traits } };
  const { endpoints } = scrapedOf(changed, platform);
  if (endpoints.length === 0) return changed;
  const isFound = isWebLogic(form) ? endpoints.length === 1 : canDeclare(form);
  if (!isFound || !isServed(form, target)) return { ...changed, binding: { ...binding!, traits: [...traits.filter(t => t.type !== 'metrics'), OFF] } };
  if (!isWebLogic(form)) endpoints.forEach(({ port }, i) => declare(form, fields, port, i, target));
  const service = form === 'helidon' ? fields.spec.serviceTemplate?.serviceSpec : undefined;
  // one that leads to every endpoint
  if (service && target.monitorKind === 'ServiceMonitor') service.ports = portsOf(form, fields).map((port, i) => leadingTo({ targetPort: port.number % 2 === 0 ? 'named' : port.number }, port, i));
  return changed;
}

/** Annotations of the pods say where WebLogic is scraped. */
function scrapedAsTheOperatorSays(trait: TraitRecipe): TraitRecipe {
  if (trait.type !== 'metrics' || trait.spec.enabled === false) return trait;
  const { port, path, ports, ...spec } = trait.spec;
  return { ...trait, spec };
}

/** No monitor of the operator's own, and no certificates in the place of a password. */
function plainCoherence(spec: any): void {
  spec.ports?.forEach((port: any, i: number) => {
    delete port.serviceMonitor;
    port.name = `p${i}`;
  });
  if (spec.coherence?.metrics?.ssl) delete spec.coherence.metrics.ssl;
}

function canDeclare(form: Form): boolean {
  return isCoherence(form) || ['containerized', 'helidon', 'Deployment', 'StatefulSet'].includes(form);
}

/** A ServiceMonitor needs a Service. */
function isServed(form: Form, { monitorKind }: TargetRecipe): boolean {
  return monitorKind !== 'ServiceMonitor' || ['containerized', 'helidon', 'coherence', 'Coherence'].includes(form);
}

function declare(form: Form, fields: any, port: number, index: number, { monitorKind }: TargetRecipe): void {
  const ports = portsOf(form, fields);
  if (ports.some(each => each.number === port && each.protocol === 'TCP')) return;
  if (isCoherence(form)) {
    const { spec } = resourceOf(form, fields);
    // this one is found without being listed
    if (spec.coherence?.metrics?.enabled === true && (spec.coherence.metrics.port ?? 9612) === port && monitorKind !== 'ServiceMonitor') return;
    spec.ports = [...spec.ports ?? [], { name: `m${index}`, port }];
    return;
  }
  const [first] = podSpecOf(form, fields).containers;
  first.ports = [...first.ports ?? [], { containerPort: port, name: `metrics${'abcdefgh'[index]}` }];
}

/** The controllers that make cookies by annotations of an Ingress. */
const STICKY = ['ingress-nginx', 'haproxy-ingress', 'f5-nginx'];

/** The ports of the Service that leads to a component. */
interface Backend {
  /** Those for TCP, by number. */
  readonly tcp: readonly number[];
  /** How many there are in all. */
  readonly total: number;
}

/** What the traits of a component are made portable for. */
interface Surroundings {
  readonly form: Form;
  /** Name of the component. */
  readonly component: string;
  readonly target: TargetRecipe;
  /** Whether a volume is for one pod alone. */
  readonly isAlone: boolean;
  /** The one Service that leads to the component, if there is one. */
  readonly backend?: Backend;
}

/** The nearest traits that can be said without an OAM platform. */
function portableTraits(traits: readonly TraitRecipe[], around: Surroundings): TraitRecipe[] {
  const seen = new Set<string>();
  return traits
    .filter(({ type }) => !['logging', 'scaler'].includes(type) || hasPods(around.form) && !seen.has(type) && seen.add(type))
    .map(({ dataInputs, dataOutputs, ...trait }, index) => portableTrait(trait, index, around));
}

function portableTrait(trait: TraitRecipe, index: number, around: Surroundings): TraitRecipe {
  switch (trait.type) {
    case 'metrics': return { ...trait, spec: scrapedBy(trait.spec, around.target) };
    case 'ingress': return { ...trait, spec: portableIngress(trait.spec, index, around) };
    case 'logging': return { ...trait, spec: { loggingImage: 'example/fluentd', ...trait.spec } };
    case 'scaler': return { ...trait, spec: { replicaCount: around.isAlone ? trait.spec.replicaCount % 2 : trait.spec.replicaCount } };
    case 'custom': return { ...trait, metadata: { ...trait.metadata, name: trait.metadata?.name ?? `free-${numberOf(around)}-${index}` } };
    default: return trait;
  }
}

/** A scraper whose place the target takes, or none. */
function scrapedBy({ scraper, ...spec }: any, { replaces }: TargetRecipe): any {
  return scraper && replaces ? { ...spec, scraper: replaces[0] } : spec;
}

function portableIngress(spec: any, trait: number, around: Surroundings): any {
  const controller = around.target.ingress.controller ?? '';
  const cookies: any[] = spec.rules.map((rule: any) => rule.destination?.httpCookie).filter(Boolean);
  // controllers know one cookie for a Service: not one in each of two traits
  const cookie = STICKY.includes(controller) && cookies[0] && trait === 0 ? safeCookie(cookies[0]) : undefined;
  const rules = spec.rules.map((rule: any, i: number) => portableRule(rule, `${numberOf(around)}-${trait}-${i}`, cookie, around));
  return { ...spec, rules: controller === 'f5-nginx' ? rules.map((rule: any, i: number) => withHost(rule, `${numberOf(around)}-${trait}-${i}`)) : rules };
}

/** Its number is in each component's name. */
function numberOf({ component }: Surroundings): string {
  return /\d+$/.exec(component)![0];
}

/** This controller serves one Ingress for each host. */
function withHost(rule: any, place: string): any {
  return rule.hosts?.some((host: string) => /^[^*]/.test(host)) ? rule : { ...rule, hosts: [`h${place}.example.com`] };
}

function safeCookie({ name, path, ...rest }: any): any {
  return { ...rest, name: name.replace(/[^A-Za-z0-9_-]/g, '') || 'session', ...path !== undefined && { path: plainPath(path, 'cookie') } };
}

function portableRule(rule: any, place: string, cookie: any, { backend, target }: Surroundings): any {
  const { paths, destination, ...rest } = rule;
  const { httpCookie, host, port } = destination ?? {};
  const leads = backend && backend.tcp.length > 0 && host === undefined
    ? { ...(port !== undefined || backend.total > 1) && { port: backend.tcp[Number(place.slice(-1)) % backend.tcp.length] } }
    : { host: `backend-${place}`, port: port ?? 80 };
  // its annotation names the Service
  const isNamed = 'host' in leads || target.ingress.controller !== 'f5-nginx';
  const sticky = httpCookie && cookie && isNamed ? { httpCookie: cookie } : {};
  return {
    ...rest,
    ...paths && { paths: paths.map((each: any, i: number) => portablePath(each, `${place}-${i}`)) },
    ...(destination || Object.keys(leads).length > 0) && { destination: { ...leads, ...sticky } },
  };
}

function portablePath({ pathType, path }: any, place: string): any {
  return {
    ...path !== undefined && { path: pathType === 'Regex' ? `/r${place}` : ordered(pathType, plainPath(path, place), place) },
    ...pathType !== undefined && { pathType: pathType === 'Regex' ? 'Prefix' : pathType },
  };
}

/** Traefik tries the longer rule first: that of an exact path has to be longer than that of the prefix `/` on its host. */
function ordered(pathType: string | undefined, path: string, place: string): string {
  return path === '/' || pathType === 'Prefix' ? path : `${path}-${place}`.padEnd('PathPrefix(`/`)'.length, 'x');
}

/** What every controller reads in one way. */
function plainPath(path: string, place: string): string {
  return /^(\/[A-Za-z0-9_-]+)+$|^\/$/.test(path) ? path : `/p${place}-${path.replace(/[^A-Za-z0-9_-]/g, '')}`;
}
