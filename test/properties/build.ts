import { App, Chart, Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { typeOfTrait } from './expected';
import { CertificateRecipe, ChartRecipe, ModelRecipe, Named, PlatformRecipe, TargetRecipe, TraitRecipe, WorkloadRecipe, metadataOf, platformOf } from './recipe';
import { ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, ContainerizedWorkload, CustomTrait, CustomWorkload, HelidonWorkload, IngressProvider, IngressTrait, JobNaming, KubernetesPlatform, KubernetesWorkload, LoggingTrait, ManualScalerTrait, MetricsTrait, MetricsTraitShape, MonitorKind, MonitoringProvider, OamPlatform, Platform, Scraper, SeriesLabels, TlsCertificate, WebLogicWorkload, Workload } from 'cdk8s-oam';

/** A model that was built, with the bindings in the order of their components. */
export interface Built {
  readonly app: App;
  readonly bindings: ComponentBinding[];
}

/** How the platform of a recipe is made. */
export type MakePlatform = (recipe: PlatformRecipe) => Platform;

/** The program of a recipe, run; on an OAM platform unless another is made. */
export function build(model: ModelRecipe, make: MakePlatform = buildPlatform, outdir?: string): Built {
  const app = new App({ outdir });
  Platform.install(app, make(model.platform));
  return { app, bindings: model.charts.flatMap((chart, i) => buildChart(app, `chart-${i}`, chart, model, make)) };
}

/** A platform. */
export function buildPlatform(recipe: PlatformRecipe): OamPlatform {
  const { metricsTraitShape, jobNaming, systemScraper, ...rest } = recipe;
  const options = { ...rest, metricsTraitShape: metricsTraitShape as MetricsTraitShape, jobNaming: jobNaming as JobNaming };
  return recipe.vendor === 'verrazzano' ? OamPlatform.verrazzano(options) : new OamPlatform({ ...options, systemScraper: Scraper.parse(systemScraper) });
}

function buildChart(app: App, id: string, recipe: ChartRecipe, model: ModelRecipe, make: MakePlatform): ComponentBinding[] {
  const chart = new Chart(app, id, { namespace: recipe.namespaceIn === 'chart' ? recipe.namespace : undefined });
  if (recipe.platform) Platform.install(chart, make(recipe.platform));
  const components = recipe.components.map(component => {
    if (!component.workload) return Component.fromComponentName(chart, idOf(component), component.name);
    const workload = buildWorkload(component.workload, model.overridden);
    return new Component(chart, idOf(component), { workload, parameters: component.parameters, metadata: given(component, recipe) });
  });
  const applications = recipe.applications.map(application => (
    new ApplicationConfiguration(chart, idOf(application), { metadata: given(application, recipe) })
  ));
  return recipe.components.flatMap(({ name, binding }, i) => {
    if (!binding) return [];
    const { scopes, ...entry } = binding.entry;
    const bound = applications[binding.application % applications.length].addComponent(components[i], {
      ...entry, scopes: scopes?.map((s: any) => s.scopeRef), revisionName: binding.revision && `${name}-v${binding.revision}`,
    });
    binding.traits.forEach((trait, t) => buildTrait(bound, `trait-${t}`, trait, platformOf(model, recipe), model.overridden));
    return [bound];
  });
}

/** The id of the construct of an application or a component. */
export const idOf = ({ name, nameIn }: Named) => nameIn === 'id' ? name : `id of ${name}`;

function given(named: Named, chart: ChartRecipe): any {
  const { name, namespace, ...rest } = metadataOf(named, chart);
  return {
    ...rest,
    ...named.nameIn === 'metadata' ? { name } : {},
    ...namespace !== undefined && chart.namespaceIn === 'metadata' ? { namespace } : {},
  };
}

/** What a user writes for the manifest of a workload. */
export function propsOf({ type, fields, typed }: WorkloadRecipe): any {
  const { metadata, spec } = fields;
  const absent = typed ? { name: undefined, labels: undefined, annotations: undefined, overrides: undefined } : {};
  switch (type) {
    case 'containerized': return { ...absent, ...metadata, ...spec };
    case 'helidon': {
      const { metadata: meta, ...deployment } = spec.deploymentTemplate;
      const { serviceTemplate } = spec;
      const props = { ...absent, ...metadata, deployment: { ...meta, ...deployment }, ...serviceTemplate && { service: service(serviceTemplate) } };
      return typed ? asTyped(props) : props;
    }
    case 'coherence': return { ...absent, ...metadata, template: resource(spec.template) };
    case 'weblogic': {
      const clusters = spec.clusters && { clusters: spec.clusters.map(resource) };
      return { ...absent, ...metadata, template: resource(spec.template), domainVersion: spec.template.apiVersion, ...clusters };
    }
    default: return typed && ['deployment', 'service', 'configMap'].includes(type) ? asTyped(fields) : fields;
  }
}

const resource = (manifest: any) => ({ ...manifest.metadata, spec: manifest.spec });
const service = (template: any) => ({ ...template.metadata, ...template.serviceSpec && { spec: template.serviceSpec } });

/** A workload. */
export function buildWorkload(recipe: WorkloadRecipe, overridden: boolean): Workload {
  return makeWorkload(recipe.type, propsOf(recipe), overridden ? { spec: recipe.overrides } : undefined, recipe.metricsDefaults);
}

/** A workload of properties that may be anything. */
export function makeWorkload(type: WorkloadRecipe['type'], props: any, overrides?: any, metricsDefaults?: any): Workload {
  const all = overrides === undefined ? props : { ...props, overrides };
  switch (type) {
    case 'containerized': return new ContainerizedWorkload(all);
    case 'helidon': return new HelidonWorkload(all);
    case 'coherence': return new CoherenceWorkload(all);
    case 'weblogic': return new WebLogicWorkload(all);
    case 'deployment': return KubernetesWorkload.deployment(props, { overrides });
    case 'service': return KubernetesWorkload.service(props, { overrides });
    case 'configMap': return KubernetesWorkload.configMap(props, { overrides });
    case 'manifest': return new CustomWorkload({ manifest: props });
    case 'custom': return new CustomWorkload({ manifest: props, metricsDefaults });
  }
}

const CLASSES = { metrics: MetricsTrait, ingress: IngressTrait, logging: LoggingTrait, scaler: ManualScalerTrait, custom: CustomTrait };

/** What a user writes for a trait. */
export function traitProps(recipe: TraitRecipe, platform: PlatformRecipe, overridden: boolean): any {
  const { metadata, spec, more, dataInputs, dataOutputs } = recipe;
  const data = { dataInputs, dataOutputs };
  if (recipe.by === 'manifest' || recipe.type === 'custom') {
    return { ...data, manifest: { ...more, ...typeOfTrait(recipe, platform), ...metadata && { metadata }, ...spec !== undefined && { spec } } };
  }
  const props = { ...data, metadata, ...spec, ...overridden && { overrides: { spec: recipe.overrides } } };
  if (spec.scraper) return { ...props, scraper: Scraper.parse(spec.scraper) };
  return recipe.type === 'ingress' ? { ...props, rules: spec.rules.map(withFlatPolicies).map(withDuration) } : props;
}

/** A rule whose policies are as a program gives them: without the `from` around the principals. */
function withFlatPolicies({ paths, ...rule }: any): any {
  const flat = ({ from, ...others }: any) => ({ ...from, ...others });
  return paths === undefined ? rule : {
    ...rule,
    paths: paths.map((each: any) => each.authorizationPolicy === undefined ? each
      : { ...each, authorizationPolicy: { rules: each.authorizationPolicy.rules.map(flat) } }),
  };
}

function withDuration(rule: any): any {
  const cookie = rule.destination?.httpCookie;
  if (cookie?.ttl === undefined) return rule;
  return { ...rule, destination: { ...rule.destination, httpCookie: { ...cookie, ttl: Duration.seconds(cookie.ttl) } } };
}

function buildTrait(binding: ComponentBinding, id: string, recipe: TraitRecipe, platform: PlatformRecipe, overridden: boolean): void {
  makeTrait(recipe, binding, id, traitProps(recipe, platform, overridden));
}

/** A trait of properties that may be anything. */
export function makeTrait({ type, by }: TraitRecipe, binding: ComponentBinding, id: string, props: any): void {
  new (by === 'manifest' ? CustomTrait : CLASSES[type])(binding, id, props);
}

// How cdk8s-plus spells what the recipes hold.
const SPELLING: Record<string, string> = {
  clientIP: 'clientIp',
  clusterIP: 'clusterIp',
  diskURI: 'diskUri',
  downwardAPI: 'downwardApi',
  hostIP: 'hostIp',
  hostIPC: 'hostIpc',
  hostPID: 'hostPid',
  loadBalancerIP: 'loadBalancerIp',
  scaleIO: 'scaleIo',
  setHostnameAsFQDN: 'setHostnameAsFqdn',
};

const MAPS = ['labels', 'matchLabels', 'annotations', 'nodeSelector', 'selector', 'data', 'binaryData'];
const QUANTITIES = ['limits', 'requests'];
const UNIONS = ['maxSurge', 'maxUnavailable', 'targetPort'];

/** A value in Kubernetes' own spelling as cdk8s-plus types it; with an undefined field in every object. */
export function asTyped(value: any, key = ''): any {
  if (QUANTITIES.includes(key)) return mapped(value, amount => k8s.Quantity.fromString(amount));
  if (UNIONS.includes(key)) return typeof value === 'number' ? k8s.IntOrString.fromNumber(value) : k8s.IntOrString.fromString(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(element => asTyped(element));
  const isMap = MAPS.includes(key) && !('matchLabels' in value);
  const fields = Object.entries(value).map(([name, field]) => isMap ? [name, field] : [SPELLING[name] ?? name, asTyped(field, name)]);
  return Object.fromEntries([...fields, ['left out', undefined]]);
}

function mapped(map: Record<string, string>, change: (value: string) => any): Record<string, any> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

/** Makes the platforms of a model for a target. */
export function kubernetes(target: TargetRecipe): MakePlatform {
  return ({ vendor, workloadKindPrefix }: PlatformRecipe) => new KubernetesPlatform({
    vendor, workloadKindPrefix, clusterName: target.clusterName, metrics: metrics(target), ingress: ingress(target),
  });
}

/** The same platform for each recipe that is the same: several Apps share it. */
export function shared(make: MakePlatform): MakePlatform {
  const made = new Map<string, ReturnType<MakePlatform>>();
  return recipe => {
    const key = JSON.stringify(recipe);
    const platform = made.get(key) ?? make(recipe);
    made.set(key, platform);
    return platform;
  };
}

function metrics(target: TargetRecipe): MonitoringProvider {
  const { prometheus, monitorKind, monitorSelector, monitorLabels, namespaceSelector, namespaceLabels, mesh, replaces } = target;
  return MonitoringProvider.prometheusOperator({
    ...prometheus,
    // the labels that the properties know
    seriesLabels: SeriesLabels.PLATFORM,
    monitorKind: monitorKind as MonitorKind,
    monitorSelector,
    monitorLabels,
    monitorNamespaceSelector: namespaceSelector,
    namespaceLabels,
    mesh,
    replaces: replaces?.map(name => Scraper.parse(name)),
  });
}

const INGRESS_FACTORIES: Readonly<Record<string, (props: any) => IngressProvider>> = {
  'ingress-nginx': IngressProvider.nginx,
  'traefik': IngressProvider.traefik,
  'haproxy': IngressProvider.haproxy,
  'f5-nginx': IngressProvider.f5Nginx,
  'haproxy-ingress': IngressProvider.haproxyIngress,
  'kong': IngressProvider.kong,
  'other': IngressProvider.other,
};

function ingress({ ingress: { className, tls, controller: name, ...rest } }: TargetRecipe): IngressProvider {
  return INGRESS_FACTORIES[name ?? 'other']({ ...rest, className, tls: certificate(tls) });
}

function certificate({ from, name }: CertificateRecipe): TlsCertificate {
  switch (from) {
    case 'none': return TlsCertificate.insecureNone();
    case 'secret': return TlsCertificate.secret(name);
    case 'ClusterIssuer': return TlsCertificate.clusterIssuer(name);
    default: return TlsCertificate.issuer(name);
  }
}
