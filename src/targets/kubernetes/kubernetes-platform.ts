import { Construct, IConstruct } from 'constructs';
import { guardsFirst, orderFindings } from './ingress/guards-first';
import { KubernetesPlatformProps, PLATFORM } from './kubernetes-platform-props';
import { metadataFindings, reservedByApplication, entryFindings, unplanned, withoutNamespace } from './kind-renderer';
import { MonitorContext, withExporter, withoutMerging } from './metrics/monitor';
import { Services } from './services';
import { TraitOfBinding } from './ingress/rule';
import { planTrait, podsOf, TraitProviders, withTraits, Knowledge, planWorkload } from './trait-plan';
import { Finding, FINE, found, joinPath, Path, showPath, within } from '../../base/findings/finding';
import {
  hasPods, nothing, PlainObject, Rendered, podOf, Claim, LabelSelector, labelSelector, unmet,
} from '../../cluster/objects/object-index';
import { withChecksum } from '../../model/platform/checksums';
import { fullJobName, JobParts, MetricsEndpoint, Scraper } from '../../model/platform/metrics';
import { Platform } from '../../model/platform/platform';
import {
  RuleEvaluation, ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel,
} from '../../model/platform/model';
import { asProps, PlainValue, asObject } from '../../base/check';
import { refuse } from '../../base/brand';
import { memo } from '../../base/memo';
import { isDnsLabel } from '../../base/names';
import {
  isOamType, isSameType, isVendorType, OamKind, ObjectType, TypedManifest, Vendor, vendorPrefix, isClusterScoped,
} from '../../base/oam-kind';
import { isInTree, Registry, Facts, RouteClaim } from '../../base/registry';
import { renderBelow, RenderedChild } from '../../base/rendered-children';
import { WorkloadModel, WorkloadPlan, WorkloadSource } from '../../model/workloads/workload';
import { MonitoringProvider } from './metrics/monitoring-provider';
import {
  isCoherence, isCoherenceResource, isOverTls, OperatorMonitor, operatorMonitors, withoutMonitors,
} from '../../model/workloads/coherence-workload';
import { kindOf } from '../../base/kinds/kind-of';
import { GENERIC_METRICS, MetricsDefaults } from '../../cluster/objects/oam-workloads';

const REFERENCE_VENDOR = 'verrazzano';

/** The bindings of a component, on any KubernetesPlatform. */
const bindingsOf = memo((_component: ComponentModel): BindingModel[] => []);

/** Id of the construct below a binding that holds the rendered objects of its workload. */
const HOLDER = '(Kubernetes)';
/** Prefix of the ids of the constructs in it that hold monitors which no trait declares. */
const DEFAULT_MONITOR = 'DefaultMonitor';

/**
 * A cluster without an OAM platform. What an application binds is rendered as Deployments, Services and the resources of operators, metrics
 * as monitors that give series the job names and labels of the platform, ingress as Ingresses.
 */
export class KubernetesPlatform extends Platform {
  public readonly systemNamespace: string;
  public readonly systemScraper: Scraper;
  public readonly scraperUser?: string;

  private readonly names: Vendor;
  private readonly providers: TraitProviders;
  private readonly knowledge: Knowledge;
  private readonly services: Services;
  private readonly plans = new WeakMap<BindingModel, WorkloadPlan>();
  /** The bindings on this platform, in order. */
  private readonly bound = new Map<IConstruct, BindingModel>();
  /** The IngressTraits of each application, in order. */
  private readonly ingressTraits = memo((_application: ApplicationModel): TraitOfBinding[] => []);
  /** The bindings whose monitors replace those of operators. */
  private readonly replacing = new WeakSet<IConstruct>();

  /**
   * Checks the properties.
   *
   * @throws ModelError if a property is invalid
   */
  public constructor(props: KubernetesPlatformProps) {
    super();
    const { metrics, ingress, clusterName, renderers, weblogicExporter, scraperUser, workloadKindPrefix, ...given } = asProps(props);
    const vendor = given.vendor ?? REFERENCE_VENDOR;
    const prefix = workloadKindPrefix ?? (isDnsLabel(vendor) ? vendorPrefix(vendor) : undefined);
    refuse('KubernetesPlatform', PLATFORM({ ...asProps(props), vendor, workloadKindPrefix: prefix }, ''));
    this.systemScraper = metrics._parts.scraper();
    this.systemNamespace = this.systemScraper.namespace;
    this.scraperUser = scraperUser ?? undefined;
    this.names = { apiVersion: `oam.${vendor}.io/v1alpha1`, workloadPrefix: prefix! };
    const cluster = { label: `${vendor.replaceAll('-', '_').replace(/^(?=\d)/, '_')}_cluster`, name: clusterName ?? undefined };
    const planOf = (binding: BindingModel) => this.planOf(binding);
    this.services = new Services(planOf);
    this.providers = {
      metrics,
      ingress: ingress ?? undefined,
      ingressTraits: application => this.ingressTraits(application),
      cluster,
      planOf,
      services: this.services,
      exporter: { ...weblogicExporter },
    };
    metrics._parts.scrapes?.(() => this.scraped());
    this.knowledge = {
      typeOf: kind => this._typeOf(kind),
      renderers: [...renderers ?? []],
      isMeshed: metrics._parts.isMeshed,
      isOamType: type => isOamType(type) || isVendorType(type, vendor),
      vendor,
      answers: new WeakMap(),
    };
  }

  /** @internal */
  public _isUnreadObject(type: ObjectType): boolean {
    return this.knowledge.isOamType(type);
  }

  /** @internal */
  public _labelsOfNamespace(name: string): Readonly<Record<string, string>> {
    return this.providers.metrics._parts.labelsFor(name);
  }

  /** @internal */
  public _typeOf(kind: OamKind): ObjectType {
    return kind(this.names);
  }

  /** @internal */
  public _scraperOf(named?: string): Scraper {
    return named === undefined || this.providers.metrics._parts.replaces(named) ? this.systemScraper : Scraper.parse(named);
  }

  /** @internal */
  public _routesOf(spec: PlainValue | undefined, application: ApplicationModel): RouteClaim[] {
    return this.providers.ingress?._parts.routesOf(spec, application) ?? [];
  }

  /** @internal */
  public _serving(): TypedManifest[] {
    const { ingress, metrics } = this.providers;
    return [...ingress?._parts.serving?.() ?? [], ...metrics._parts.described?.() ?? []] as object[] as TypedManifest[];
  }

  /**
   * If a trait asks for its metrics, any workload with pods can be scraped.
   *
   * @internal
   */
  public _metricsDefaults(workload: WorkloadModel, isDeclared: boolean): MetricsDefaults | undefined {
    if (workload.metricsDefaults || !isDeclared) return workload.metricsDefaults;
    if (workload.traitDefaults) return workload.traitDefaults;
    const type = this._typeOf(workload.kind);
    const isRendered = this.knowledge.renderers.some(each => isSameType(each, type));
    return isRendered || hasPods(type) ? GENERIC_METRICS : undefined;
  }

  /** @internal */
  public _jobName(parts: JobParts): string {
    return fullJobName(parts);
  }

  /**
   * Reports findings only: the objects of a component are rendered for each of its bindings.
   *
   * @internal
   */
  public _renderComponent(component: ComponentModel): void {
    const isBound = () => bindingsOf(component).some(({ construct }) => isInTree(construct));
    const notBound = () => found('component-not-bound', '', { component: component.metadata.name! });
    this.tell(component.construct, () => ({ findings: [...isBound() ? FINE : notBound(), ...metadataFindings(component.metadata)] }));
  }

  /** @internal */
  public _renderApplication(application: ApplicationModel): void {
    const findings = () => [...reservedByApplication(application), ...metadataFindings(application.metadata)];
    this.tell(application.construct, () => ({ findings: findings(), warnings: this.providers.metrics._parts.warnings?.() }));
  }

  /** @internal */
  public _renderBinding(binding: BindingModel): void {
    const { component, construct } = binding;
    if (component) bindingsOf(component).push(binding);
    this.bound.set(construct, binding);
    // the program creates the workload's object itself
    if (component?.workload.source) {
      Registry.of(construct).isForeign = true;
      const plan = () => this.planOf(binding);
      this.tell(construct, () => ({ ...plan(), findings: [...plan().findings, ...scrapedTwice(binding, plan(), this.providers.metrics)] }));
      return;
    }
    this.tell(construct, renderBelow(new Construct(construct, HOLDER), () => this.workloadOf(binding)));
  }

  /** @internal */
  public _replaceMonitors(binding: IConstruct): readonly string[] {
    this.replacing.add(binding);
    Registry.of(binding).changed();
    const model = this.bound.get(binding)!;
    return doubledFields(this.planOf(model), model.metrics().endpoints, this.providers.metrics);
  }

  /** @internal */
  public _ruleEvaluation(): RuleEvaluation {
    return this.providers.metrics._parts.rules();
  }

  /** @internal */
  public _scraped(): BindingModel[] {
    return this.scraped().map(({ binding }) => binding);
  }

  /** @internal */
  public _podsOf(binding: BindingModel): SelectedPods | Finding[] {
    const { findings } = this.planOf(binding);
    return findings.length > 0 ? [...findings] : podsOf(binding, this.knowledge, this.providers);
  }

  /** @internal */
  public _serviceNames(binding: BindingModel): string[] {
    return this.services.for(binding).map(({ name }) => name);
  }

  /** @internal */
  public _renderTrait(binding: BindingModel, trait: TraitModel): void {
    const { construct } = trait;
    const { application } = binding;
    const isIngress = this._isTrait(trait, 'IngressTrait');
    if (isIngress) this.ingressTraits(application).push({ binding, trait });
    const rendered = renderBelow(construct, () => {
      const { objects: planned, ...told } = planTrait(binding, trait, this.providers, this.knowledge);
      return { ...told, children: planned.map((each, index) => childOf(index === 0 ? 'Resource' : `Resource-${index}`, each)) };
    }, made => {
      if (isIngress) guardsFirst(application, made);
    });
    const ordered = () => isIngress ? orderFindings(application, trait) : FINE;
    this.tell(construct, () => ({ ...rendered(), findings: [...rendered().findings, ...ordered()] }));
  }

  /** The objects of a workload that the component declares, and its default monitors, which no trait declares. */
  private workloadOf(binding: BindingModel) {
    const { metrics } = this.providers;
    const plan = this.planOf(binding);
    const { endpoints } = binding.metrics();
    const isDeclared = binding.traits().some(trait => this._isTrait(trait, 'MetricsTrait'));
    const isDefault = !isDeclared && plan.objects.length > 0 && endpoints.length > 0;
    const { objects: monitors, findings, ...others } = isDefault ? metrics._parts.render({ ...this.providers, binding }) : nothing(FINE);
    const twice = this.replacing.has(binding.construct) ? FINE : scrapedTwice(binding, plan, metrics);
    const origin = binding.component?.construct;
    return {
      ...others,
      findings: [...plan.findings, ...findings, ...twice],
      children: [
        ...plan.objects.map((each, index) => childOf(
          idOf(each, plan.objects.slice(0, index)), withTraits(this.published(each, binding), binding, this.knowledge), origin)),
        ...monitors.map((each, index) => childOf(index === 0 ? DEFAULT_MONITOR : `${DEFAULT_MONITOR}-${index}`, each, origin)),
      ],
    };
  }

  /** The bindings from which metrics are collected, as they are in their trees now. */
  private scraped(): MonitorContext[] {
    return [...this.bound.values()].flatMap(binding => {
      const trait = binding.traits().find(each => this._isTrait(each, 'MetricsTrait'));
      return isInTree(binding.construct) && binding.metrics().endpoints.length > 0 ? { ...this.providers, binding, trait } : [];
    });
  }

  private planOf(binding: BindingModel): WorkloadPlan {
    const { component, construct } = binding;
    const source = component?.workload.source;
    if (source) return Registry.of(construct).once(binding, () => planSource(binding, component, source));
    const plan = this.plans.get(binding) ?? planWorkload(binding, this.knowledge);
    this.plans.set(binding, plan);
    return plan;
  }

  /** A workload's object with its checksum and, if it is scraped, with the fields that it needs to publish its metrics. */
  private published(given: PlainObject, binding: BindingModel): PlainObject {
    const { endpoints } = binding.metrics();
    const object = withChecksum(given, binding, kind => this._typeOf(kind));
    if (endpoints.length === 0) return object;
    const { exporter, metrics } = this.providers;
    const scraped = withExporter(this.replacing.has(binding.construct) ? scrapedHere(object, endpoints, metrics) : object, exporter);
    return metrics._parts.isMeshed(binding.application.namespace ?? '') ? withoutMerging(scraped) : scraped;
  }

  /** Registers findings about a construct; synthesis reports them together with all others. */
  private tell(construct: Construct, what: () => Omit<Rendered, 'objects'>): void {
    Registry.of(construct).register({ construct, facts: () => factsOf(construct, what()) });
  }
}

function factsOf(construct: Construct, { findings, warnings = [], claims = [] }: Omit<Rendered, 'objects'>): Facts {
  const here = (finding: Finding) => ({ construct, finding });
  return { findings: findings.map(here), warnings: warnings.map(here), claims: claims.map(claim => ({ construct, ...claim })) };
}

function childOf(id: string, { apiVersion, kind, metadata, ...fields }: PlainObject, origin?: Construct): RenderedChild {
  return { id, apiVersion, kind, metadata, isClusterScoped: isClusterScoped({ apiVersion, kind }), origin, fields };
}

/** The object's kind, with a number if the kind is not unique. */
function idOf({ kind }: PlainObject, before: readonly PlainObject[]): string {
  const same = before.filter(each => each.kind === kind).length;
  // constructs keeps children in a plain object, which seems to have a child called `constructor`
  return same === 0 && !(kind in {}) ? kind : `${kind}-${same}`;
}

/** The monitors that an operator creates for endpoints that are scraped here too, if the Prometheus selects them. */
function doubles(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): OperatorMonitor[] {
  return operatorMonitors(object).filter(({ port, path, labels }) =>
    endpoints.some(each => each.port === port && each.path === path) && metrics._parts.selects(labels, object.metadata.namespace));
}

/** An object without the fields that make its operator create monitors for endpoints that are scraped here. */
function scrapedHere(object: PlainObject, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider): PlainObject {
  const fields = doubles(object, endpoints, metrics).map(({ field }) => field);
  return fields.length > 0 ? withoutMonitors(object, fields) : object;
}

/** The fields of a workload that ask its operator for monitors of endpoints that are scraped here too. */
function doubledFields(
  { type, objects }: WorkloadPlan, endpoints: readonly MetricsEndpoint[], metrics: MonitoringProvider,
): string[] {
  return objects.flatMap(object => doubles(object, endpoints, metrics)).map(({ field }) => showPath(fieldOf(type, field)));
}

/**
 * Reports monitors of a component's operator for endpoints that are scraped here too: every sample would be counted twice. They are
 * reported once, at the first field that asks for one.
 */
function scrapedTwice(binding: BindingModel, { type, objects }: WorkloadPlan, metrics: MonitoringProvider): Finding[] {
  const { endpoints } = binding.metrics();
  const monitors = isCoherence(type) && !objects.some(isOverTls) ? objects.flatMap(object => doubles(object, endpoints, metrics)) : [];
  if (monitors.length === 0) return FINE;
  const [{ field, port }] = monitors;
  const prometheus = metrics._parts.scraper().toString();
  return found('scraped-twice', joinPath('workload', fieldOf(type, field)), monitors.length === 1
    ? { reason: 'one', port, prometheus }
    : { reason: 'several', ports: monitors.map(each => each.port), prometheus });
}

/** The path of a field of the resource in the workload from which the resource is rendered. */
function fieldOf(type: ObjectType, field: Path): Path {
  return isCoherenceResource(type) ? field : ['spec', 'template', ...field];
}

// plans of components whose workload the program creates elsewhere in its app

/** The plan of such a component, from its object as currently rendered. */
function planSource(binding: BindingModel, component: ComponentModel, source: WorkloadSource): WorkloadPlan {
  const { type } = source;
  const unknown = unplanned(binding, type);
  const nowhere = binding.application.namespace == null ? withoutNamespace(binding) : FINE;
  const asked = [...entryFindings(binding), ...unchangeable(component, type.kind), ...nowhere];
  const object = source.read();
  if (object instanceof Error) {
    const failed = found('unusable-api-object', 'workload', { reason: 'failed', kind: type.kind, message: object.message });
    return { ...nothing([...asked, ...failed]), ...unknown };
  }
  const pod = podOf(object);
  const selector = pod && selectorIn(object, pod);
  const own = [...inOtherNamespace(binding, object), ...pod ? selectionFindings(object, pod, selector)
    : found('no-pods', '', { reason: 'api-object', kind: object.kind })];
  const findings = [...asked, ...within('workload', own)];
  if (!selector || findings.length > 0) return { ...nothing(findings), ...unknown };
  // a pod with the contents of the template stands for those of a kind that is not known to have pods
  const objects = hasPods(object) ? [object] : [object, pod];
  return { type, objects, findings, ports: source.ports, selector, claims: [sole(component, source)] };
}

/** Reports settings that would have to be written into the object. */
function unchangeable({ metadata, parameters = [] }: ComponentModel, kind: string): Finding[] {
  const given = [
    ...(['labels', 'annotations'] as const).filter(field => isSome(metadata[field])).map(field => ['component', 'metadata', field]),
    ...parameters.length > 0 ? [['component', 'parameters']] : [],
  ];
  return given.flatMap(at => found('not-expressible', at, { reason: 'made-elsewhere', kind }));
}

function inOtherNamespace({ application: { namespace } }: BindingModel, { metadata }: PlainObject): Finding[] {
  const own: string | undefined = metadata?.namespace;
  return namespace == null || own === namespace ? FINE : found('namespace-mismatch', '', { reason: 'api-object', own, namespace });
}

/** The object's selector, or else the labels of its pods. */
function selectorIn({ spec }: PlainObject, { metadata: { labels } }: PlainObject): LabelSelector | undefined {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(spec?.selector);
  const own = { ...isSome(matchLabels) ? { matchLabels } : {}, ...isSome(matchExpressions) ? { matchExpressions } : {} };
  if (isSome(own)) return own;
  return isSome(labels) ? { matchLabels: labels } : undefined;
}

const isSome = (value: unknown) => Object.keys(Object(value)).length > 0;

function selectionFindings(object: PlainObject, pod: PlainObject, selector: LabelSelector | undefined): Finding[] {
  const { labels = {} } = pod.metadata;
  if (!selector || !isSome(labels)) return found('no-pods', '', { reason: 'api-object-unlabelled', kind: object.kind });
  const at = ['spec', 'selector'];
  if (kindOf(object).selectsItsPods && !isSome(object.spec?.selector)) return found('missing-field', at, { reason: 'required' });
  const broken = within(at, labelSelector(selector, ''));
  const missing = broken.length > 0 ? [] : unmet(selector, labels);
  return missing.length === 0 ? broken : found('selector-mismatch', at, { reason: 'unselected', missing });
}

/** Claims the object for one component: two components would give each series the labels of both. */
function sole({ construct }: ComponentModel, { object: { kind, node } }: WorkloadSource): Claim {
  return {
    key: `api-object ${node.path}`,
    value: construct.node.path,
    field: ['workload'],
    clash: ({ maker }) => found('unusable-api-object', 'workload', { reason: 'taken', kind, maker }),
  };
}
