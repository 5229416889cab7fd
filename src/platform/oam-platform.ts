import { withChecksum } from './checksums';
import { besidesOf, companionsOf, podsOf, renderBeside, renderCompanions, renderedComponent } from './companions';
import { JobNaming, JobParts, jobName } from './metrics';
import { ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel } from './model';
import {
  MetricsTraitShape, OamPlatformOptions, OamPlatformProps, PlatformObject, PlatformScraperAccess, rejectedVersion,
} from './oam-platform-props';
import { substituted } from './parameters';
import { Platform } from './platform';
import { Scraper } from './scraper';
import type { ApplicationConfigurationSpec } from '../../imports/core.oam.dev-applicationconfiguration';
import type { ComponentSpec } from '../../imports/core.oam.dev-component';
import { FINE, Finding, found, must } from '../findings/finding';
import { PlainObject } from '../objects/rendering';
import { isOf } from '../private/brand';
import {
  asObject, asProps, closed, filled, flag, list, listOf, object, oneOf, pattern, PlainFields, PlainValue,
} from '../private/check';
import { userName } from '../private/credentials';
import { refuse } from '../private/errors';
import { kindOf, mayHavePods } from '../private/kinds/kind-of';
import { ModelObject } from '../private/model-object';
import { isDnsLabel, namespaceName, objectName, secretName } from '../private/names';
import { hasAnyHost, isNamedHost, namedHosts } from '../private/network';
import { OAM_API_VERSION, OamKind, ObjectType, Vendor, vendorPrefix } from '../private/oam-kind';
import { ANY_HOST, OwnedObject, RouteClaim } from '../private/tree';
import { ComparedPath, claimsOf } from '../routes/claims';
import { needsLoggingImage, oamWorkloadOn, serviceOf, servicesOf, withDestinations } from '../workloads/known-kinds';
import { MetricsDefaults, WorkloadModel } from '../workloads/workload';

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
  ownedObjects: list(object({ kind: filled, namespace: namespaceName, name: objectName }, ['kind', 'namespace', 'name'])),
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
    const own = serviceOf(workload);
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
    const service = serviceOf(component?.workload);
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
