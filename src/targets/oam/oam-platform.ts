import { withChecksum } from '../../model/platform/checksums';
import { JobNaming, JobParts, jobName, Scraper } from '../../model/platform/metrics';
import { Platform, PlatformScraperAccess } from '../../model/platform/platform';
import {
  ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel, BesideModel, LabelledPods, PodCaller,
  selectorOf,
} from '../../model/platform/model';
import {
  MetricsTraitShape, OamPlatformOptions, OamPlatformProps, PlatformObject, rejectedVersion,
} from './oam-platform-props';
import { substituted } from '../../model/platform/parameters';
import type { ApplicationConfigurationSpec } from '../../../imports/core.oam.dev-applicationconfiguration';
import type { ComponentSpec } from '../../../imports/core.oam.dev-component';
import { FINE, Finding, found, must } from '../../base/findings/finding';
import { PlainObject, podLabelsOf, withReplicas, nothing } from '../../cluster/objects/object-index';
import { isOf, refuse } from '../../base/brand';
import {
  asObject, asProps, closed, filled, flag, list, listOf, object as objectOf, oneOf, pattern, PlainFields, PlainValue,
} from '../../base/check';
import { userName } from '../../base/credentials';
import { kindOf, mayHavePods, isKind, SERVICE } from '../../base/kinds/kind-of';
import { ModelObject } from '../../base/model-object';
import {
  isDnsLabel, namespaceName, objectName, secretName, hasAnyHost, isNamedHost, namedHosts, nameOf,
} from '../../base/names';
import {
  OAM_API_VERSION, OamKind, ObjectType, Vendor, vendorPrefix, fixedKind, isSameType, vendorTrait,
} from '../../base/oam-kind';
import { ANY_HOST, OwnedObject, RouteClaim, Registry } from '../../base/registry';
import { ComparedPath, claimsOf } from '../../cluster/routes/claims';
import { oamWorkloadOn, companionServiceOf } from '../../model/workloads/known-kinds';
import { OamWorkload, WorkloadModel } from '../../model/workloads/workload';
import type { ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import { MAX_LABEL, shortened } from '../../cluster/objects/names';
import {
  MetricsDefaults, needsLoggingImage, servicesOf, withDestinations, declaredPortsOf, hasOwnPorts,
} from '../../cluster/objects/oam-workloads';

const SYSTEM = 'verrazzano-system';

const VERRAZZANO_ACCESS: PlatformScraperAccess = { ingressName: 'vmi-system-prometheus', secretName: 'verrazzano' };

const VERRAZZANO_OBJECTS: readonly PlatformObject[] = [
  { kind: 'Ingress', namespace: SYSTEM, name: VERRAZZANO_ACCESS.ingressName },
  { kind: 'Ingress', namespace: SYSTEM, name: 'verrazzano-ingress' },
  { kind: 'Secret', namespace: SYSTEM, name: VERRAZZANO_ACCESS.secretName },
  { kind: 'Secret', namespace: SYSTEM, name: 'verrazzano-prom-internal' },
  { kind: 'Secret', namespace: SYSTEM, name: 'system-tls-prometheus' },
  { kind: 'ConfigMap', namespace: SYSTEM, name: 'vmi-system-prometheus-config' },
  { kind: 'Secret', namespace: 'verrazzano-monitoring', name: 'additional-scrape-configs' },
];

const CHECK = closed<OamPlatformProps>({
  vendor: must(isDnsLabel, 'invalid-name', 'vendor'),
  workloadKindPrefix: pattern(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix'),
  systemNamespace: namespaceName,
  systemScraper: must(value => isOf(Scraper, value), 'invalid-value', 'scraper'),
  scraperUser: userName,
  scraperAccess: closed({ ingressName: objectName, secretName }, ['ingressName', 'secretName']),
  ownedObjects: list(objectOf({ kind: filled, namespace: namespaceName, name: objectName }, ['kind', 'namespace', 'name'])),
  metricsTraitShape: oneOf(MetricsTraitShape),
  jobNaming: oneOf(JobNaming),
  writeDefaultMetricsTraits: flag,
  writePrunedFields: flag,
}, ['vendor', 'systemNamespace', 'systemScraper']);

const METRICS_TRAIT = 'MetricsTrait';
const INGRESS_TRAIT = 'IngressTrait';

/**
 * A cluster with an OAM platform: applications and components are rendered as `core.oam.dev/v1alpha2` resources, from which the
 * platform in the cluster creates what runs.
 */
export class OamPlatform extends Platform {
  /**
   * The public reference platform, Verrazzano: vendor `verrazzano`, system namespace `verrazzano-system`, scraper
   * `verrazzano-system/vmi-system-prometheus-0`.
   *
   * @param options what differs from version to version
   */
  public static verrazzano(options: OamPlatformOptions = {}): OamPlatform {
    return new OamPlatform({
      ...options,
      vendor: 'verrazzano',
      workloadKindPrefix: 'Verrazzano',
      systemNamespace: SYSTEM,
      systemScraper: Scraper.of(SYSTEM, 'vmi-system-prometheus-0'),
      scraperUser: 'verrazzano',
      scraperAccess: VERRAZZANO_ACCESS,
      ownedObjects: [...VERRAZZANO_OBJECTS],
    });
  }

  public readonly systemNamespace: string;
  public readonly systemScraper: Scraper;
  public readonly scraperUser?: string;

  /** The vendor's segment of the API group. */
  public readonly vendor: string;

  /** The definition of a MetricsTrait in the cluster. */
  public readonly metricsTraitShape: MetricsTraitShape;

  /** How the platform names the jobs that scrape metrics. */
  public readonly jobNaming: JobNaming;

  /** Whether default MetricsTraits are written into the manifest. */
  public readonly writeDefaultMetricsTraits: boolean;

  /** @internal */
  public readonly _prunedBy?: string;

  private readonly names: Vendor;
  private readonly ownedObjects: readonly PlatformObject[];
  /** @internal */
  public readonly _scraperAccess?: PlatformScraperAccess;
  /** The first binding of each component. */
  private readonly bindings = new WeakMap<ComponentModel, BindingModel>();

  /**
   * Checks the properties.
   *
   * @throws ModelError if a property is missing, unknown or invalid
   */
  public constructor(props: OamPlatformProps) {
    super();
    const given = asProps(props);
    const workloadKindPrefix = given.workloadKindPrefix ?? (isDnsLabel(given.vendor) ? vendorPrefix(given.vendor) : '');
    refuse('OamPlatform', CHECK({ ...given, workloadKindPrefix: workloadKindPrefix || undefined }, ''));
    this.vendor = props.vendor;
    this.systemNamespace = props.systemNamespace;
    this.systemScraper = props.systemScraper;
    this.scraperUser = props.scraperUser;
    this._scraperAccess = props.scraperAccess && { ...props.scraperAccess };
    this.metricsTraitShape = props.metricsTraitShape ?? MetricsTraitShape.PORTS;
    this.jobNaming = props.jobNaming ?? JobNaming.V1_4;
    this.writeDefaultMetricsTraits = props.writeDefaultMetricsTraits ?? true;
    this._prunedBy = props.writePrunedFields ? undefined : props.vendor;
    this.names = { apiVersion: `oam.${props.vendor}.io/v1alpha1`, workloadPrefix: workloadKindPrefix };
    this.ownedObjects = (props.ownedObjects ?? []).map(o => ({ ...o }));
  }

  /** The API version of the vendor's kinds: `oam.<vendor>.io/v1alpha1`. */
  public get apiVersion(): string {
    return this.names.apiVersion;
  }

  /** @internal */
  public _typeOf(kind: OamKind): ObjectType {
    return kind(this.names);
  }

  /** @internal */
  public get _makesObjects(): boolean {
    return true;
  }

  /** @internal */
  public _scraperOf(named?: string): Scraper {
    return named === undefined ? this.systemScraper : Scraper.parse(named);
  }

  /**
   * Rules without a host share the generated host of their application. The platform's webhook compares wildcard hosts literally, a lone
   * wildcard included, across all applications; its controller ignores them, and uses the generated host if no other is left.
   *
   * @internal
   */
  public _routesOf(spec: PlainValue | undefined, { name, namespace }: ApplicationModel): RouteClaim[] {
    const routes = claimsOf(spec, rule => {
      const named = namedHosts(rule?.hosts);
      return named.some(isNamedHost) ? named : [...named, `${name}.${namespace ?? 'default'}.<domain>`];
    });
    return [...routes, ...claimsOf(spec, rule => hasAnyHost(rule?.hosts) ? [ANY_HOST] : [], asCompared)];
  }

  /** @internal */
  public _metricsDefaults({ kind, metricsDefaults, traitDefaults }: WorkloadModel, isDeclared: boolean): MetricsDefaults | undefined {
    if (!traitDefaults) return metricsDefaults;
    if (!kindOf(this._typeOf(kind)).isScraped) return undefined;
    return isDeclared ? traitDefaults : metricsDefaults;
  }

  /**
   * The workload may have pods, and the controller in the cluster may be newer than the reference platform's and scrape them.
   *
   * @internal
   */
  public _unscraped(workload: WorkloadModel, component: string): Finding[] {
    const type = this._typeOf(workload.kind);
    if (!mayHavePods(type)) return super._unscraped(workload, component);
    return this._prunedBy === undefined ? FINE
      : found('metrics-not-scrapeable', '', { reason: 'kind', component, kind: type.kind, vendor: this.vendor });
  }

  /** @internal */
  public _hasLoggingImage({ kind }: WorkloadModel): boolean {
    return !needsLoggingImage(this._typeOf(kind));
  }

  /** @internal */
  public get _takesManyPorts(): boolean {
    return this.metricsTraitShape === MetricsTraitShape.PORTS;
  }

  /** @internal */
  public _jobName(parts: JobParts): string {
    return jobName(this.jobNaming, parts);
  }

  /** @internal */
  public _checkWorkload(manifest: ObjectType & { readonly spec?: PlainValue }): Finding[] {
    const known = oamWorkloadOn(manifest, kind => this._typeOf(kind));
    return [...this._checkVersion(manifest), ...known?.rejected?.(manifest.spec) ?? FINE];
  }

  /** @internal */
  public _warningsOf({ kind, traitDefaults }: WorkloadModel): Finding[] {
    const type = this._typeOf(kind);
    return !traitDefaults || kindOf(type).isScraped ? FINE : found('applied-as-is', '', { kind: type.kind, vendor: this.vendor });
  }

  /** @internal */
  public _checkVersion(type: ObjectType): Finding[] {
    return rejectedVersion(type, this.vendor);
  }

  /** @internal */
  public _checkTrait(trait: TraitModel): Finding[] {
    const version = this._checkVersion(this._typeOf(trait.kind));
    if (version.length > 0) return version;
    if (this.metricsTraitShape !== MetricsTraitShape.SINGLE_PORT || !this._isTrait(trait, METRICS_TRAIT)) return FINE;
    const given = (['ports', 'enabled'] as const).filter(field => trait.fields.spec?.[field] != null);
    return given.flatMap(reason => found('ports-not-supported', reason, { reason }));
  }

  /** @internal */
  public _owned(): OwnedObject[] {
    return [...this.ownedObjects];
  }

  /** @internal */
  public _renderComponent(component: ComponentModel): void {
    const { workload: { kind, fields }, parameters, metadata } = component;
    const workload: PlainObject = { ...this._typeOf(kind), ...fields as { metadata: object } };
    const spec = (): ComponentSpec => ({ workload: this.published(workload, component), parameters });
    renderedComponent(component.construct, 'Resource', metadata, spec);
    renderCompanions(component);
  }

  /** @internal */
  public _renderApplication(application: ApplicationModel): void {
    const { metadata } = application;
    new ModelObject(application.construct, 'Resource', { apiVersion: OAM_API_VERSION, kind: 'ApplicationConfiguration', metadata }, () => {
      const components = application.bindings().flatMap(binding => this.entriesOf(binding));
      const spec: ApplicationConfigurationSpec = { components };
      return { spec };
    });
  }

  /** @internal */
  public _renderBinding(binding: BindingModel): void {
    const { component } = binding;
    if (component && !this.bindings.has(component)) this.bindings.set(component, binding);
  }

  /** A workload as its Component holds it, with a checksum once an application has bound the Component. */
  private published(workload: PlainObject, component: ComponentModel): PlainObject {
    const binding = this.bindings.get(component);
    return binding ? withChecksum(workload, binding, kind => this._typeOf(kind)) : workload;
  }

  /** @internal */
  public _podsOf(binding: BindingModel): SelectedPods | Finding[] {
    return podsOf(binding, kind => this._typeOf(kind));
  }

  /** @internal */
  public _serviceNames({ component, entry }: BindingModel): string[] {
    if (!component) return [];
    const { workload: { kind, fields, ...workload }, parameters } = component;
    const own = companionServiceOf(workload);
    if (own) return [own.name];
    const manifest = { metadata: {}, ...substituted(fields, parameters, entry.parameterValues).fields, ...this._typeOf(kind) };
    return (servicesOf(manifest) ?? []).map(({ name }) => name);
  }

  /** @internal */
  public _renderTrait(binding: BindingModel, trait: TraitModel): void {
    renderBeside(binding, trait, kind => this._typeOf(kind));
  }

  /** The entry of a component, and those of the components that its workload and its traits add. */
  private entriesOf(binding: BindingModel): object[] {
    const { component, entry } = binding;
    const service = companionServiceOf(component?.workload);
    const declared = binding.traits().filter(({ beside }) => !beside);
    const isOfService = (trait: TraitModel) => service !== undefined && this._isTrait(trait, INGRESS_TRAIT);
    const [ofService, own] = [declared.filter(isOfService), declared.filter(trait => !isOfService(trait))];
    const isMetrics = (trait: TraitModel) => this._isTrait(trait, METRICS_TRAIT);
    const traits = own.map(trait => this.traitOf(trait, spec => isMetrics(trait) ? withPort(spec, component?.workload) : spec));
    const metrics = own.some(isMetrics) ? [] : this.defaultMetricsTrait(binding);
    const entries = [...traits, ...metrics];
    return [
      entries.length > 0 ? { ...entry, traits: entries } : entry,
      ...companionsOf(binding, ofService.map(trait => this.traitOf(trait, spec => withDestinations(spec, service!)))),
      ...besidesOf(binding),
    ];
  }

  private traitOf({ kind, fields, entry }: TraitModel, change: (spec?: PlainFields) => unknown): object {
    const { spec, ...others } = fields;
    const changed = change(spec);
    return { trait: { ...this._typeOf(kind), ...others, ...changed === undefined ? {} : { spec: changed } }, ...entry };
  }

  /** The trait that the platform itself would add, in the position where it would add it. */
  private defaultMetricsTrait({ component }: BindingModel): object[] {
    if (!this.writeDefaultMetricsTraits || !component) return [];
    const hasShape = this.metricsTraitShape === MetricsTraitShape.PORTS;
    const metricsDefaults = this._metricsDefaults(component.workload, false);
    const trait = (spec: object) => [{ trait: { apiVersion: this.apiVersion, kind: METRICS_TRAIT, spec } }];
    if (metricsDefaults) return trait({ ...metricsDefaults, ...hasShape ? {} : { scraper: this.systemScraper.toString() } });
    // otherwise the platform would scrape a port on which nothing listens
    return hasShape && this._metricsDefaults(component.workload, true) ? trait({ enabled: false }) : [];
  }
}

/** The webhook compares paths as they are written, and treats an absent path as different from the root. */
function asCompared(given?: PlainValue): ComparedPath {
  return given?.path ? { path: `${given.path}` } : { path: '/', pathType: 'none' };
}

/** Adds the port to a trait that names none, for which the platform would scrape its own default port. */
function withPort(spec: PlainFields | undefined, workload: WorkloadModel | undefined): unknown {
  const port = workload?.traitDefaults?.port;
  if (port === undefined || spec?.port != null || spec?.enabled === false) return spec;
  const ports = listOf(spec?.ports);
  return { ...spec, ...ports.length > 0 ? { ports: ports.map(each => ({ port, ...asObject(each) })) } : { port } };
}

/** Returns the type of a kind on a platform. */
type Types = (kind: OamKind) => ObjectType;

/** The name of the component whose workload is an object beside the workload of another component. */
function componentOf(name: string, suffix: string): string {
  return shortened(`${name}-${suffix}`, MAX_LABEL);
}

/** The name of the component whose workload is the object of a trait. */
function nameBeside({ suffix }: BesideModel, fields: unknown): string {
  return componentOf(nameOf(fields)!, suffix);
}

/** The entries of the components whose workloads are the objects of traits. */
function besidesOf(binding: BindingModel): object[] {
  return binding.traits().flatMap(({ beside, fields }) => beside ? [{ componentName: nameBeside(beside, fields) }] : []);
}

/** Creates the Component object of a component. */
function renderedComponent(scope: Construct, id: string, metadata: ApiObjectMetadata, spec: () => object): void {
  new ModelObject(scope, id, { apiVersion: OAM_API_VERSION, kind: 'Component', metadata }, () => ({ spec: spec() }));
}

/** Creates a Component for each companion of a component's workload, below the component. */
function renderCompanions({ construct, metadata: { name, namespace }, workload: { companions = [] } }: ComponentModel): void {
  for (const { suffix, object } of companions) {
    const metadata = { name: componentOf(name!, suffix), namespace };
    renderedComponent(construct, object.kind, metadata, () => ({ workload: object }));
  }
}

/** The entries of the companions' Components. That of the Service gets the traits for the Service. */
function companionsOf({ component, componentName }: BindingModel, ofService: readonly object[]): object[] {
  return (component?.workload.companions ?? []).map(({ suffix, object }) => ({
    componentName: componentOf(componentName, suffix), ...isKind(object, SERVICE) && ofService.length > 0 ? { traits: ofService } : {},
  }));
}

/** Creates the Component for the object of a trait, below the trait. */
function renderBeside(binding: BindingModel, { construct, beside, fields }: TraitModel, typeOf: Types): void {
  if (!beside) return;
  const rendered = () => {
    const pods = podsOf(binding, typeOf);
    return Array.isArray(pods) ? nothing(pods) : beside.render(pods);
  };
  const metadata = { name: nameBeside(beside, fields), namespace: binding.application.namespace };
  renderedComponent(construct, 'Resource', metadata, () => ({ workload: rendered().objects[0] }));
  const here = (finding: Finding) => ({ construct, finding });
  Registry.of(construct).register({
    construct,
    facts: () => {
      const { findings, warnings = [] } = rendered();
      return { findings: findings.map(here), warnings: warnings.map(here) };
    },
  });
}

/** The pods that the platform creates for a workload, or findings that say why they are not known. */
function podsOf(binding: BindingModel, typeOf: Types): SelectedPods | Finding[] {
  const { component, componentName, entry } = binding;
  if (!component) return found('no-pods', '', { reason: 'elsewhere', component: componentName });
  const { workload: { kind, fields }, parameters } = component;
  const type = typeOf(kind);
  const workload: PlainObject = { metadata: {}, ...substituted(fields, parameters, entry.parameterValues).fields, ...type };
  const scaler = binding.traits().find(trait => isSameType(typeOf(trait.kind), typeOf(MANUAL_SCALER)));
  const scale = (object: PlainObject) => scaler ? withReplicas(object, scaler.fields.spec?.replicaCount as unknown as number) : object;
  const oam = oamWorkloadOn(type, typeOf);
  if (oam) {
    const objects = madeOf(workload, oam, binding).map(scale);
    const selector = { matchLabels: selectorOf(binding) };
    return { selector, kind: type.kind, objects, ...callersOf(binding, workload, objects, typeOf) };
  }
  const labels = podLabelsOf(workload);
  if (!labels) return found('no-pods', '', { reason: 'workload', kind: type.kind });
  const { matchLabels, matchExpressions } = workload.spec?.selector ?? {};
  const selector = matchLabels || matchExpressions ? { matchLabels, matchExpressions } : { matchLabels: labels };
  const isSelected = Object.values(selector).some(each => Object.keys(each ?? {}).length > 0);
  if (!isSelected) return found('no-pods', '', { reason: 'unlabelled', kind: type.kind });
  const named = { ...workload, metadata: { ...workload.metadata, name: nameOf(workload) ?? componentName } };
  const objects = [scale(named), ...(component.workload.companions ?? []).map(({ object }) => object)];
  return { selector, kind: type.kind, objects, ...callersOf(binding, workload, objects, typeOf) };
}

/** The callers of the pods, as far as an OAM platform shows them: their own pods are not known. */
function callersOf(binding: BindingModel, workload: PlainObject, objects: readonly PlainObject[], typeOf: Types) {
  const services = objects.filter(object => isKind(object, SERVICE)).map(({ metadata }) => String(metadata.name));
  const isServed = leadingRules(binding, services, typeOf).length > 0;
  return { ports: declaredPortsOf(workload), scraper: scraperOf(binding, workload), ingressController: isServed ? {} : undefined };
}

/** The objects that the runtime creates for a workload: they have the names and containers of those rendered without a runtime. */
function madeOf(workload: PlainObject, { definition, render }: OamWorkload, { componentName }: BindingModel): readonly PlainObject[] {
  const { apiVersion: _, kind: __, ...fields } = workload;
  const unlabelled = { labels: {}, annotations: {}, reserved: {}, selector: {}, isMeshed: false, vendor: '' };
  return definition.check(fields, '').length > 0 ? [] : render({ ...unlabelled, name: nameOf(fields) ?? componentName, fields }).objects;
}

const MANUAL_SCALER = fixedKind(OAM_API_VERSION, 'ManualScalerTrait');

// the callers of a component's pods, according to its declarations

/** The scraper of a component's metrics; `undefined` if none are collected. An operator chooses the ports of its servers itself. */
export function scraperOf(binding: BindingModel, type: ObjectType, pods?: LabelledPods): PodCaller | undefined {
  const { endpoints } = binding.metrics();
  if (endpoints.length === 0) return undefined;
  return { pods, ports: hasOwnPorts(type) ? undefined : [...new Set(endpoints.map(({ port }) => port))] };
}

/** A rule of an IngressTrait, and its position. */
interface LeadingRule {
  readonly binding: BindingModel;
  readonly trait: TraitModel;
  readonly index: number;
  readonly destination: PlainValue | undefined;
}

/** The rules of the application's IngressTraits that lead to a component: its own, and those that name one of these Services. */
export function leadingRules(binding: BindingModel, services: readonly string[], typeOf: (kind: OamKind) => ObjectType): LeadingRule[] {
  const type = typeOf(vendorTrait('IngressTrait'));
  const traits = binding.application.bindings().flatMap(each => each.traits().map(trait => ({ binding: each, trait })));
  const rules = traits.filter(({ trait }) => isSameType(typeOf(trait.kind), type)).flatMap(own =>
    listOf(own.trait.fields.spec?.rules).map((rule, index): LeadingRule => ({ ...own, index, destination: rule?.destination })));
  return rules.filter(({ binding: each, destination }) =>
    destination?.host == null ? each === binding : services.includes(String(destination.host).split('.')[0]));
}
