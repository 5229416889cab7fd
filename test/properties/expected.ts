import { ChartRecipe, ComponentRecipe, ModelRecipe, Named, PlatformRecipe, TraitRecipe, WorkloadRecipe, metadataOf, platformOf } from './recipe';

const OAM = 'core.oam.dev/v1alpha2';

/** The manifests that a model shall render, in any order. */
export function expected(model: ModelRecipe): any[] {
  return model.charts.flatMap(chart => [
    ...chart.components.filter(c => c.workload).map(component => componentManifest(component, chart, model)),
    ...chart.applications.map((application, i) => applicationManifest(application, i, chart, model)),
  ]);
}

function componentManifest(component: ComponentRecipe, chart: ChartRecipe, model: ModelRecipe): any {
  const workload = workloadManifest(component.workload!, platformOf(model, chart), model.overridden);
  return {
    apiVersion: OAM,
    kind: 'Component',
    metadata: metadataOf(component, chart),
    spec: component.parameters ? { workload, parameters: component.parameters } : { workload },
  };
}

function applicationManifest(application: Named, index: number, chart: ChartRecipe, model: ModelRecipe): any {
  const bound = chart.components.filter(c => c.binding && c.binding.application % chart.applications.length === index);
  return {
    apiVersion: OAM,
    kind: 'ApplicationConfiguration',
    metadata: metadataOf(application, chart),
    spec: { components: bound.map(component => entryManifest(component, platformOf(model, chart), model.overridden)) },
  };
}

function entryManifest({ name, workload, binding }: ComponentRecipe, platform: PlatformRecipe, overridden: boolean): any {
  const { entry, revision, traits } = binding!;
  const declared = traits.map(trait => traitEntry(trait, platform, overridden));
  const defaults = traits.some(t => t.type === 'metrics') || !workload ? [] : defaultTrait(workload, platform, overridden);
  const all = [...declared, ...defaults];
  const which = revision === undefined ? { componentName: name } : { revisionName: `${name}-v${revision}` };
  return { ...entry, ...which, ...all.length > 0 && { traits: all } };
}

function traitEntry(recipe: TraitRecipe, platform: PlatformRecipe, overridden: boolean): any {
  const { metadata, spec, more, dataInputs, dataOutputs, overrides } = recipe;
  const isTyped = recipe.by === 'class' && recipe.type !== 'custom';
  const trait = { ...more, ...typeOfTrait(recipe, platform), ...metadata && { metadata }, ...spec !== undefined && { spec } };
  const whole = isTyped && overridden ? overlaid(trait, { spec: overrides }) : trait;
  return { trait: whole, ...dataInputs && { dataInputs }, ...dataOutputs && { dataOutputs } };
}

function defaultTrait(recipe: WorkloadRecipe, platform: PlatformRecipe, overridden: boolean): any[] {
  const defaults = effectiveDefaults(recipe, workloadManifest(recipe, platform, overridden));
  if (platform.writeDefaultMetricsTraits === false || !defaults) return [];
  const scraper = platform.metricsTraitShape === 'single-port' ? { scraper: platform.systemScraper } : {};
  return [{ trait: { apiVersion: `oam.${platform.vendor}.io/v1alpha1`, kind: 'MetricsTrait', spec: { ...defaults, ...scraper } } }];
}

/** The defaults that the user gave, or those of the workload's type. */
export function effectiveDefaults(recipe: WorkloadRecipe, manifest: any) {
  return recipe.type === 'custom' && recipe.metricsDefaults ? recipe.metricsDefaults : defaultsOf(manifest);
}

/** The manifest of a workload. */
export function workloadManifest({ type, fields, overrides }: WorkloadRecipe, platform: PlatformRecipe, overridden: boolean): any {
  const typed = { ...fields, ...typeOfWorkload(type, fields, platform) };
  return overridden && type !== 'manifest' && type !== 'custom' ? overlaid(typed, { spec: overrides }) : typed;
}

function typeOfWorkload(type: WorkloadRecipe['type'], fields: any, platform: PlatformRecipe): { apiVersion: string; kind: string } {
  const vendor = (kind: string) => ({ apiVersion: `oam.${platform.vendor}.io/v1alpha1`, kind: prefixOf(platform) + kind });
  switch (type) {
    case 'containerized': return { apiVersion: OAM, kind: 'ContainerizedWorkload' };
    case 'helidon': return vendor('HelidonWorkload');
    case 'coherence': return vendor('CoherenceWorkload');
    case 'weblogic': return vendor('WebLogicWorkload');
    case 'deployment': return { apiVersion: 'apps/v1', kind: 'Deployment' };
    case 'service': return { apiVersion: 'v1', kind: 'Service' };
    case 'configMap': return { apiVersion: 'v1', kind: 'ConfigMap' };
    default: return { apiVersion: fields.apiVersion, kind: fields.kind };
  }
}

/** The vendor with a capital letter in front of each of its words. */
function prefixOf({ vendor, workloadKindPrefix }: PlatformRecipe): string {
  return workloadKindPrefix ?? vendor.split('-').map(word => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

const TRAIT_KINDS = { metrics: 'MetricsTrait', ingress: 'IngressTrait', logging: 'LoggingTrait' };

/** apiVersion and kind of a trait. */
export function typeOfTrait({ type, more }: TraitRecipe, { vendor }: PlatformRecipe): { apiVersion: string; kind: string } {
  if (type === 'custom') return { apiVersion: more.apiVersion, kind: more.kind };
  return type === 'scaler' ? { apiVersion: OAM, kind: 'ManualScalerTrait' } : { apiVersion: `oam.${vendor}.io/v1alpha1`, kind: TRAIT_KINDS[type] };
}

/** Plain data laid over other: objects are merged, all else replaced. */
export function overlaid(base: any, over: any): any {
  const isMap = (value: any) => typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isMap(base) || !isMap(over)) return over;
  const added = Object.entries(over).map(([key, value]) => [key, Object.hasOwn(base, key) ? overlaid(base[key], value) : value]);
  return Object.fromEntries([...Object.entries(base), ...added]);
}

/** What the platform makes of a MetricsTrait: written from the facts about it, not from the library. */
export interface Defaults {
  readonly port: number;
  readonly path: string;
  readonly secret?: string;
}

const GENERIC: Defaults = { port: 8080, path: '/metrics' };

/** The defaults of a workload's type; nothing for what cannot be scraped. */
function defaultsOf(workload: any): Defaults | undefined {
  const type = `${workload.apiVersion.split('/')[0]} ${workload.kind}`;
  if (/^oam\.[^.]+\.io .*CoherenceWorkload$/.test(type)) return coherence(workload.spec.template.spec);
  if (/^oam\.[^.]+\.io .*WebLogicWorkload$/.test(type)) return weblogic(workload.spec.template.spec);
  if (/^oam\.[^.]+\.io .*HelidonWorkload$/.test(type)) return GENERIC;
  switch (type) {
    case 'coherence.oracle.com Coherence': return coherence(workload.spec);
    case 'weblogic.oracle Domain': return weblogic(workload.spec);
    case 'core.oam.dev ContainerizedWorkload': return GENERIC;
    case 'apps Deployment': return annotated(GENERIC, workload.spec.template.metadata?.annotations);
    default: return undefined;
  }
}

function coherence(spec: any): Defaults {
  const metrics = spec.coherence?.metrics?.enabled === false ? undefined : spec.coherence?.metrics;
  const secret = metrics?.ssl?.enabled === true ? metrics.ssl.secrets : undefined;
  return annotated({ port: metrics?.port ?? 9612, path: '/metrics', ...secret !== undefined && { secret } }, spec.annotations);
}

function weblogic(spec: any): Defaults {
  const secret = spec.webLogicCredentialsSecret?.name;
  return { port: 7001, path: '/wls-exporter/metrics', ...secret !== undefined && { secret } };
}

function annotated(defaults: Defaults, annotations: any = {}): Defaults {
  const port = annotations['prometheus.io/port'];
  return { ...defaults, ...port !== undefined && { port: Number(port) }, path: annotations['prometheus.io/path'] ?? defaults.path };
}

/** The endpoints of a MetricsTrait's spec: `ports`, and `port` last; without `ports` a single one. */
export function endpointsOf(spec: any, defaults: Defaults): { port: number; path: string }[] {
  if (spec.enabled === false) return [];
  const filled = (entry: any) => ({ port: entry.port ?? defaults.port, path: entry.path ?? defaults.path });
  if (!spec.ports?.length) return [filled(spec)];
  return spec.port === undefined ? spec.ports.map(filled) : [...spec.ports.map(filled), filled(spec)];
}

/** The job of an endpoint. */
export function jobOf(legacy: boolean, application: string, namespace: string | undefined, component: string, index: number): string {
  const suffix = index === 0 ? '' : `_${index}`;
  const ns = namespace ?? 'default';
  if (legacy) return `${application}_default_${ns}_${component}${suffix}`;
  const full = `${application}_${ns}_${component}${suffix}`;
  if (full.length <= 63) return full;
  const short = `${application}_${ns}${suffix}`;
  return short.length <= 63 ? short : short.substring(0, 63);
}
