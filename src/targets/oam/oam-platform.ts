import { withChecksum } from '../../model/platform/checksums';
import { JobNaming, JobParts, jobName, Scraper, defaultMetricsSpec } from '../../model/platform/metrics';
import { Platform, PlatformScraperAccess } from '../../model/platform/platform';
import {
  ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel, selectorOf,
} from '../../model/platform/model';
import { MetricsTraitShape, OamPlatformOptions, OamPlatformProps, PlatformObject } from './oam-platform-props';
import { boundWorkload } from '../../model/platform/parameters';
import type { ApplicationConfigurationSpec } from '../../../imports/core.oam.dev-applicationconfiguration';
import type { ComponentSpec } from '../../../imports/core.oam.dev-component';
import { FINE, Finding, Shown, found, must } from '../../base/findings/finding';
import { isOf, throwFindings } from '../../base/brand';
import {
  asObject, asProps, closed, filled, flag, list, listOf, object as objectOf, oneOf, pattern, PlainFields, PlainValue,
} from '../../base/check';
import { userName, isDnsLabel, namespaceName, objectName, secretName, nameOf } from '../../base/names';
import { kindOf, mayHavePods, isKind, SERVICE } from '../../base/kind-of';
import { ModelObject } from '../../base/model-object';
import {
  OAM_API_VERSION, OamKind, ObjectType, Vendor, vendorPrefix, fixedKind, isSameType, groupOf,
} from '../../base/oam-kind';
import { endpointsOf } from '../../base/metrics-endpoints';
import { ANY_HOST, OwnedObject, RouteClaim, Registry } from '../../base/registry';
import { ComparedPath, claimsOf, typesOfControllers } from '../../cluster/routes/claims';
import { oamWorkloadOn, companionServiceOf } from '../../model/workloads/known-kinds';
import { WorkloadModel } from '../../model/workloads/workload';
import type { ApiObjectMetadata } from 'cdk8s';
import type { Construct } from 'constructs';
import { MAX_LABEL, shortenedName } from '../../cluster/objects/names';
import {
  needsLoggingImage, platformServicesOf, withDestinations, declaredPortsOf,
} from '../../cluster/objects/oam-workloads';
import { scraperCaller, leadingRules } from '../../model/platform/pod-callers';
import { hasAnyHost, isNamedHost, namedHosts } from '../../base/addresses';
import { PlainObject, noObjects } from '../../cluster/objects/rendered';
import { podLabelsOf, withReplicas } from '../../cluster/objects/pod-templates';
import { workloadDefaults } from '../../model/workloads/generic/defaults';
import { snapshot } from '../../base/plain';

const SYSTEM = 'verrazzano-system';

const VERRAZZANO_ACCESS: PlatformScraperAccess = { ingressName: 'vmi-system-prometheus', secretName: 'verrazzano' };

/** The objects of Verrazzano that an app must not render, since its operator reconciles them. */
const VERRAZZANO_OBJECTS: readonly PlatformObject[] = [
  { kind: 'Ingress', namespace: SYSTEM, name: VERRAZZANO_ACCESS.ingressName },
  { kind: 'Ingress', namespace: SYSTEM, name: 'verrazzano-ingress' },
  { kind: 'Secret', namespace: SYSTEM, name: VERRAZZANO_ACCESS.secretName },
  { kind: 'Secret', namespace: SYSTEM, name: 'verrazzano-prom-internal' },
  { kind: 'Secret', namespace: SYSTEM, name: 'system-tls-prometheus' },
  { kind: 'ConfigMap', namespace: SYSTEM, name: 'vmi-system-prometheus-config' },
  { kind: 'Secret', namespace: 'verrazzano-monitoring', name: 'additional-scrape-configs' },
];

/** Checks the properties: a platform has to name its vendor, its system namespace and its scraper. */
const CHECK = closed<OamPlatformProps>({
  vendor: must(isDnsLabel, 'invalid-name', 'vendor'),
  workloadKindPrefix: pattern(/^[A-Z][A-Za-z0-9]*$/, 'kind-prefix'),
  systemNamespace: namespaceName,
  systemScraper: must(value => isOf(Scraper, value), 'invalid-value', 'scraper'),
  scraperUser: userName,
  scraperAccess: closed({ ingressName: objectName, secretName }, ['ingressName', 'secretName']),
  ownedObjects: list(objectOf(
    { kind: filled, namespace: namespaceName, name: objectName }, ['kind', 'namespace', 'name'],
  )),
  metricsTraitShape: oneOf(MetricsTraitShape),
  jobNaming: oneOf(JobNaming),
  writeDefaultMetricsTraits: flag,
  hasExtendedCrds: flag,
  defaults: workloadDefaults,
}, ['vendor', 'systemNamespace', 'systemScraper']);

const METRICS_TRAIT = 'MetricsTrait';
const INGRESS_TRAIT = 'IngressTrait';

/**
 * A cluster with an OAM platform: applications and components are rendered as `core.oam.dev/v1alpha2` resources, from
 * which the platform in the cluster creates what runs.
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

  public readonly systemNamespace?: string;
  public readonly systemScraper?: Scraper;
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

  /** Checks the properties. @throws ModelError if a property is missing, unknown or invalid */
  public constructor(props: OamPlatformProps) {
    super();
    const given = asProps(props);
    const workloadKindPrefix = given.workloadKindPrefix ?? (isDnsLabel(given.vendor) ? vendorPrefix(given.vendor) : '');
    throwFindings('OamPlatform', CHECK({ ...given, workloadKindPrefix: workloadKindPrefix || undefined }, ''));
    this._workloadDefaults = snapshot(props.defaults);
    this.vendor = props.vendor;
    this.systemNamespace = props.systemNamespace;
    this.systemScraper = props.systemScraper;
    this.scraperUser = props.scraperUser;
    this._scraperAccess = props.scraperAccess && { ...props.scraperAccess };
    this.metricsTraitShape = props.metricsTraitShape ?? MetricsTraitShape.PORTS;
    this.jobNaming = props.jobNaming ?? JobNaming.V1_4;
    this.writeDefaultMetricsTraits = props.writeDefaultMetricsTraits ?? true;
    this._prunedBy = props.hasExtendedCrds ? undefined : props.vendor;
    this.names = { apiVersion: `oam.${props.vendor}.io/v1alpha1`, workloadPrefix: workloadKindPrefix };
    this.ownedObjects = (props.ownedObjects ?? []).map(o => ({ ...o }));
  }

  /** The API version of the vendor's kinds: `oam.<vendor>.io/v1alpha1`. */
  public get apiVersion(): string { return this.names.apiVersion; }

  /** @internal */
  public _typeOf(kind: OamKind): ObjectType { return kind(this.names); }

  /** @internal */
  public get _makesObjects(): boolean { return true; }

  /** @internal */
  public _scraperOf(named?: string): Scraper | undefined {
    return named === undefined ? this.systemScraper : Scraper.parse(named);
  }

  /**
   * Rules without a host share the generated host of their application. The platform's webhook compares wildcard hosts
   * literally, a lone wildcard included, across all applications; its controller ignores them, and uses the generated
   * host if no other is left.
   *
   * @internal
   */
  public _routesOf(spec: PlainValue | undefined, { name, namespace }: ApplicationModel): RouteClaim[] {
    const routes = claimsOf(spec, rule => {
      const named = namedHosts(rule?.hosts);
      return named.some(isNamedHost) ? named : [...named, `${name}.${namespace ?? 'default'}.<domain>`];
    });
    // the webhook compares paths as they are written, and treats an absent path as different from the root
    const asWritten = (given?: PlainValue): ComparedPath =>
      given?.path ? { path: `${given.path}` } : { path: '/', pathType: 'none' };
    return [...routes, ...claimsOf(spec, rule => hasAnyHost(rule?.hosts) ? [ANY_HOST] : [], asWritten)];
  }

  /** @internal */
  public _canScrape({ kind, metricsDefaults, traitDefaults }: WorkloadModel): boolean {
    return traitDefaults ? kindOf(this._typeOf(kind)).isScraped === true : metricsDefaults !== undefined;
  }

  /** The controller in the cluster may be newer than the reference platform's, and scrape its pods. @internal */
  public _unscraped(workload: WorkloadModel, component: string): Finding[] {
    const type = this._typeOf(workload.kind);
    if (!mayHavePods(type)) return super._unscraped(workload, component);
    return this._prunedBy === undefined ? FINE
      : found('metrics-not-scrapeable', '', { reason: 'kind', component, kind: type.kind, vendor: this.vendor });
  }

  /** @internal */
  public _hasLoggingImage({ kind }: WorkloadModel): boolean { return !needsLoggingImage(this._typeOf(kind)); }

  /** @internal */
  public get _takesManyPorts(): boolean { return this.metricsTraitShape === MetricsTraitShape.PORTS; }

  /** @internal */
  public _jobName(parts: JobParts): string { return jobName(this.jobNaming, parts); }

  /** @internal */
  public _checkWorkload(manifest: ObjectType & { readonly spec?: PlainValue }): Finding[] {
    const known = oamWorkloadOn(manifest, kind => this._typeOf(kind));
    return [...this._checkVersion(manifest), ...known?.rejected?.(manifest.spec) ?? FINE];
  }

  /** @internal */
  public _warningsOf({ kind, traitDefaults }: WorkloadModel): Finding[] {
    const type = this._typeOf(kind);
    return !traitDefaults || kindOf(type).isScraped ? FINE
      : found('applied-as-is', '', { kind: type.kind, vendor: this.vendor });
  }

  /** Reports a version of an API group that the platform serves in another version only. @internal */
  public _checkVersion({ apiVersion, kind }: ObjectType): Finding[] {
    // another check reports a value that is not a version
    if (typeof apiVersion !== 'string') return FINE;
    const versions = [OAM_API_VERSION, this.apiVersion, `clusters.${this.vendor}.io/v1alpha1`];
    const served = versions.find(each => groupOf({ apiVersion: each }) === groupOf({ apiVersion }));
    return served === undefined || served === apiVersion ? FINE
      : found('other-oam-version', 'apiVersion', { reason: 'not-served', served, kind, value: Shown.of(apiVersion) });
  }

  /** @internal */
  public _checkTrait(trait: TraitModel): Finding[] {
    const version = this._checkVersion(this._typeOf(trait.kind));
    if (version.length > 0) return version;
    if (this._isTrait(trait, INGRESS_TRAIT)) return typesOfControllers(trait.fields.spec);
    if (this.metricsTraitShape !== MetricsTraitShape.SINGLE_PORT || !this._isTrait(trait, METRICS_TRAIT)) return FINE;
    const given = (['ports', 'enabled'] as const).filter(field => trait.fields.spec?.[field] != null);
    return given.flatMap(reason => found('ports-not-supported', reason, { reason }));
  }

  /** @internal */
  public _owned(): OwnedObject[] { return [...this.ownedObjects]; }

  /** @internal */
  public _renderComponent(component: ComponentModel): void {
    const { construct, workload: { kind, fields, companions = [] }, parameters, metadata } = component;
    const workload: PlainObject = { ...this._typeOf(kind), ...fields as { metadata: object } };
    componentObject(construct, 'Resource', metadata, (): ComponentSpec => {
      // with a checksum once an application has bound the Component
      const binding = this.bindings.get(component);
      return { workload: binding ? withChecksum(workload, binding, each => this._typeOf(each)) : workload, parameters };
    });
    for (const { suffix, object } of companions) {
      const own = { name: nameBeside(metadata.name!, suffix), namespace: metadata.namespace };
      componentObject(construct, object.kind, own, () => ({ workload: object }));
    }
  }

  /** @internal */
  public _renderApplication({ construct, metadata, bindings }: ApplicationModel): void {
    const object = { apiVersion: OAM_API_VERSION, kind: 'ApplicationConfiguration', metadata };
    new ModelObject(construct, 'Resource', object, () => {
      const spec: ApplicationConfigurationSpec = { components: bindings().flatMap(binding => this.entriesOf(binding)) };
      return { spec };
    });
  }

  /** @internal */
  public _renderBinding(binding: BindingModel): void {
    const { component } = binding;
    if (component && !this.bindings.has(component)) this.bindings.set(component, binding);
  }

  /** The pods that the platform creates for a workload, or findings that say why they are not known. @internal */
  public _podsOf(binding: BindingModel): SelectedPods | Finding[] {
    const { component, componentName } = binding;
    if (!component) return found('no-pods', '', { reason: 'elsewhere', component: componentName });
    const typeOf = (each: OamKind) => this._typeOf(each);
    const { kind, companions = [] } = component.workload;
    const type = typeOf(kind);
    const workload = boundWorkload(binding, typeOf).manifest;
    const name = nameOf(workload) ?? componentName;
    const oam = oamWorkloadOn(type, typeOf);
    let selector: SelectedPods['selector'];
    let objects: readonly PlainObject[];
    if (oam) {
      selector = { matchLabels: selectorOf(binding) };
      // what the runtime creates has the names and containers of the objects that are rendered without a runtime
      const without = { labels: {}, annotations: {}, reserved: {}, selector: {}, isMeshed: false, vendor: '' };
      const isValid = oam.definition.check(workload, '').length === 0;
      objects = isValid ? oam.render({ ...without, name, fields: workload }).objects : [];
    } else {
      const labels = podLabelsOf(workload);
      if (!labels) return found('no-pods', '', { reason: 'workload', kind: type.kind });
      const { matchLabels, matchExpressions } = workload.spec?.selector ?? {};
      selector = matchLabels || matchExpressions ? { matchLabels, matchExpressions } : { matchLabels: labels };
      const isSelected = Object.values(selector).some(each => Object.keys(each ?? {}).length > 0);
      if (!isSelected) return found('no-pods', '', { reason: 'unlabelled', kind: type.kind });
      objects = [{ ...workload, metadata: { ...workload.metadata, name } }, ...companions.map(({ object }) => object)];
    }
    const scaler = binding.traits().find(trait => isSameType(typeOf(trait.kind), typeOf(MANUAL_SCALER)));
    if (scaler) {
      const replicas = scaler.fields.spec?.replicaCount as unknown as number;
      objects = objects.map(object => withReplicas(object, replicas));
    }
    // an OAM platform shows the callers of the pods, but not the pods of the callers
    const services = objects.filter(object => isKind(object, SERVICE)).map(({ metadata }) => String(metadata.name));
    return {
      selector,
      kind: type.kind,
      objects,
      ports: declaredPortsOf(workload),
      scraper: scraperCaller(binding, workload),
      ingressController: leadingRules(binding, services, typeOf).length > 0 ? {} : undefined,
    };
  }

  /** @internal */
  public _serviceNames(binding: BindingModel): string[] {
    if (!binding.component) return [];
    const own = companionServiceOf(binding.component.workload);
    if (own) return [own.name];
    const { manifest } = boundWorkload(binding, kind => this._typeOf(kind));
    return (platformServicesOf(manifest) ?? []).map(({ name }) => name);
  }

  /** Creates the Component for the object of a trait, below the trait. @internal */
  public _renderTrait(binding: BindingModel, { construct, beside, fields }: TraitModel): void {
    if (!beside) return;
    const rendered = () => {
      const pods = this._podsOf(binding);
      return Array.isArray(pods) ? noObjects(pods) : beside.render(pods);
    };
    const metadata = { name: nameBeside(nameOf(fields)!, beside.suffix), namespace: binding.application.namespace };
    componentObject(construct, 'Resource', metadata, () => ({ workload: rendered().objects[0] }));
    Registry.of(construct).register({
      construct,
      facts: () => {
        const { findings, warnings = [] } = rendered();
        const here = (finding: Finding) => ({ construct, finding });
        return { findings: findings.map(here), warnings: warnings.map(here) };
      },
    });
  }

  /** The entry of a component, and those of the components that its workload and its traits add. */
  private entriesOf(binding: BindingModel): object[] {
    const { component, componentName, entry } = binding;
    const service = companionServiceOf(component?.workload);
    const [traits, ofService, besides]: object[][] = [[], [], []];
    let hasMetrics = false;
    for (const trait of binding.traits()) {
      const { beside, fields: { spec, ...others } } = trait;
      const isMetrics = this._isTrait(trait, METRICS_TRAIT);
      const entryWith = (changed: unknown) => ({
        trait: { ...this._typeOf(trait.kind), ...others, ...changed !== undefined && { spec: changed } },
        ...trait.entry,
      });
      hasMetrics ||= isMetrics;
      if (beside) {
        besides.push({ componentName: nameBeside(nameOf(trait.fields)!, beside.suffix) });
      } else if (service && this._isTrait(trait, INGRESS_TRAIT)) {
        ofService.push(entryWith(withDestinations(spec, service)));
      } else {
        traits.push(entryWith(isMetrics ? withPort(spec, component?.workload) : spec));
      }
    }
    if (!hasMetrics && this.writeDefaultMetricsTraits && component) {
      // in the position where the platform itself would add it
      const spec = defaultMetricsSpec(component.workload, this);
      if (spec) traits.push({ trait: { apiVersion: this.apiVersion, kind: METRICS_TRAIT, spec } });
    }
    return [
      traits.length > 0 ? { ...entry, traits } : entry,
      // the entry of the Service gets the traits for the Service
      ...(component?.workload.companions ?? []).map(({ suffix, object }) => ({
        componentName: nameBeside(componentName, suffix),
        ...isKind(object, SERVICE) && ofService.length > 0 && { traits: ofService },
      })),
      ...besides,
    ];
  }
}

const MANUAL_SCALER = fixedKind(OAM_API_VERSION, 'ManualScalerTrait');

/** Adds the ports to a MetricsTrait that names none, for which the platform would scrape its own default port. */
function withPort(spec: PlainFields | undefined, workload: WorkloadModel | undefined): unknown {
  const port = workload?.traitDefaults?.port;
  if (port === undefined || spec?.port != null || spec?.enabled === false) return spec;
  const ports = listOf(spec?.ports);
  if (ports.length > 0) return { ...spec, ports: ports.map(each => ({ port, ...asObject(each) })) };
  const { metricsPorts = [] } = workload!;
  if (metricsPorts.length < 2) return { ...spec, port };
  const { path: _, ...others } = asObject<PlainFields>(spec);
  return { ...others, ports: endpointsOf(spec, metricsPorts) };
}

/** The name of the component whose workload is a companion of another workload, or the object of a trait. */
function nameBeside(name: string, suffix: string): string {
  return shortenedName(`${name}-${suffix}`, MAX_LABEL);
}

/** Creates the Component object of a component. */
function componentObject(scope: Construct, id: string, metadata: ApiObjectMetadata, spec: () => object): void {
  new ModelObject(scope, id, { apiVersion: OAM_API_VERSION, kind: 'Component', metadata }, () => ({ spec: spec() }));
}
