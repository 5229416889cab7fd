import { Defaults, effectiveDefaults, endpointsOf, jobOf, workloadManifest } from './expected';
import { BindingRecipe, ChartRecipe, ComponentRecipe, ModelRecipe, platformOf, PlatformRecipe, TraitRecipe } from './recipe';

const GENERIC: Defaults = { port: 8080, path: '/metrics' };

/** The nearest model without what two of its parts must not do together: what one part must not do, no arbitrary makes. */
export function legal(model: ModelRecipe): ModelRecipe {
  const charts = model.charts.map((chart, i) => legalChart(chart, model, i));
  const changed = { ...model, charts };
  return sharesJobs(changed) ? legacy(changed) : changed;
}

function legalChart(chart: ChartRecipe, model: ModelRecipe, index: number): ChartRecipe {
  const routes = new Set<string>();
  return { ...chart, components: chart.components.map(component => legalComponent(component, chart, model, index, routes)) };
}

function legalComponent(component: ComponentRecipe, chart: ChartRecipe, model: ModelRecipe, index: number, routes: Set<string>): ComponentRecipe {
  const { binding, workload, parameters } = component;
  if (!binding) return component;
  const platform = platformOf(model, chart);
  const defaults = workload ? effectiveDefaults(workload, workloadManifest(workload, platform, model.overridden)) : GENERIC;
  const host = `generated host of ${binding.application % chart.applications.length} in ${index}`;
  const traits = binding.traits
    .flatMap(trait => trait.type === 'metrics' ? legalMetrics(trait, platform, defaults) : [trait])
    .map(trait => trait.type === 'ingress' ? legalIngress(trait, host, routes) : trait)
    .filter(trait => suits(trait, workload?.type))
    .map(trait => trait.type === 'logging' && !['coherence', 'weblogic'].includes(workload?.type ?? '') ? withImage(trait) : trait);
  return { ...component, binding: { ...binding, traits, entry: legalEntry(binding, workload ? parameters ?? [] : undefined) } };
}

/** No traits that the platform could not do anything with, on a workload that it cannot scale or lead requests to. */
function suits({ type }: TraitRecipe, workload?: string): boolean {
  return !['ingress', 'scaler'].includes(type) || [undefined, 'containerized', 'coherence', 'weblogic'].includes(workload) || type === 'scaler' && workload === 'helidon';
}

/** The platform has an image for the workloads of operators only. */
function withImage(trait: TraitRecipe): TraitRecipe {
  return { ...trait, spec: { loggingImage: 'example/fluentd', ...trait.spec } };
}

/** Values for parameters that there are, each once, and for all that are required. */
function legalEntry({ entry }: BindingRecipe, parameters?: any[]): any {
  const { parameterValues, ...rest } = entry;
  const given: any[] = parameterValues ?? [];
  const values = parameters
    ? parameters.flatMap((p, i) => i < given.length || p.required ? [{ name: p.name, value: given[i]?.value ?? i }] : [])
    : given.filter((value, i) => given.findIndex(v => v.name === value.name) === i);
  return parameterValues || values.length > 0 ? { ...rest, parameterValues: values } : rest;
}

/** The fields that the platform knows, no endpoint twice, and no path without one; no trait where nothing can be scraped. */
function legalMetrics(trait: TraitRecipe, { metricsTraitShape }: PlatformRecipe, defaults?: Defaults): TraitRecipe[] {
  const { ports, enabled, ...single } = trait.spec;
  if (metricsTraitShape === 'single-port') return defaults ? [{ ...trait, spec: single }] : [];
  if (!defaults) return [{ ...trait, spec: { ...single, enabled: false } }];
  if (!ports?.length) return [trait];
  const seen = new Set<string>();
  const isNew = (entry: any) => {
    const key = JSON.stringify(endpointsOf(entry, defaults));
    return !seen.has(key) && seen.add(key);
  };
  const distinct = ports.filter(isNew);
  const { path, port, ...rest } = trait.spec;
  const last = port !== undefined && isNew({ port, path }) ? { port, ...path !== undefined && { path } } : {};
  return [{ ...trait, spec: { ...rest, ...last, ports: distinct } }];
}

/** A rule without a host gets one if the generated host has its paths already. */
function legalIngress(trait: TraitRecipe, generated: string, routes: Set<string>): TraitRecipe {
  // the platform's webhook lets one trait alone say in so many words that it is for any host
  const rules = trait.spec.rules.map(({ hosts, ...others }: any) => {
    const rule = hosts ? { ...others, hosts: hosts.filter((host: string) => !['', '*'].includes(host)) } : others;
    // the platform skips wildcards
    if (rule.hosts?.some((host: string) => host !== '' && !host.includes('*'))) return rule;
    const claims: string[] = (rule.paths?.length ? rule.paths : [{}]).map((p: any) => `${generated} ${p.path ?? '/'}`);
    const taken = claims.some(claim => routes.has(claim));
    const own = `h${routes.size}.${generated.replace(/\W+/g, '-')}`;
    (taken ? [own] : claims).forEach(claim => routes.add(claim));
    return taken ? { ...rule, hosts: [own, ...rule.hosts ?? []] } : rule;
  });
  return { ...trait, spec: { ...trait.spec, rules } };
}

/** Long names may give two endpoints one job name in the current naming. */
function sharesJobs(model: ModelRecipe): boolean {
  const jobs = model.charts.flatMap(chart => chart.components.flatMap(component => {
    const { binding, workload, name } = component;
    const platform = platformOf(model, chart);
    if (!binding) return [];
    const spec = binding.traits.find(t => t.type === 'metrics')?.spec;
    const defaults = workload ? effectiveDefaults(workload, workloadManifest(workload, platform, model.overridden)) : spec && GENERIC;
    if (!defaults) return [];
    const application = chart.applications[binding.application % chart.applications.length].name;
    return endpointsOf(spec ?? {}, defaults).map((_, i) => jobOf(platform.jobNaming === '1.0', application, chart.namespace, name, i));
  }));
  return new Set(jobs).size < jobs.length;
}

function legacy(model: ModelRecipe): ModelRecipe {
  const of = (platform: PlatformRecipe): PlatformRecipe => ({ ...platform, jobNaming: '1.0' });
  const charts = model.charts.map(chart => chart.platform ? { ...chart, platform: of(chart.platform) } : chart);
  return { ...model, charts, platform: of(model.platform) };
}
