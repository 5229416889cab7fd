import { Form, formOf, podSpecOf, Port, portsOf, scrapedOf } from './kubernetes-forms';
import { PortableRecipe, TargetRecipe } from './kubernetes-recipe';
import { legal } from './legal';
import { portableMetrics } from './portable-metrics';
import { Backend, portableTraits } from './portable-traits';
import { leadingTo, portableWorkload } from './portable-workloads';
import { ChartRecipe, ComponentRecipe, ModelRecipe, Named, PlatformRecipe, platformOf, TraitRecipe } from './recipe';

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
