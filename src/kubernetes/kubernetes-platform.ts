import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { guardFindings, guardsFirst } from './ingress/guards-first';
import { KubernetesPlatformProps, PLATFORM } from './kubernetes-platform-props';
import { metadataFindings, reservedByApplication } from './labels';
import { withExporter, withoutMerging } from './metrics/monitor';
import { doubledFields, scrapedHere, scrapedTwice } from './metrics/operator-monitors';
import { Services } from './services';
import { outlineOf, planSource } from './source-plan';
import { TraitProviders, planTrait, podsOf, withTraits } from './trait-plan';
import { Knowledge, planWorkload } from './workload-plan';
import { FINE, Finding, found } from '../findings/finding';
import { hasPods } from '../objects/pod-holders';
import { PlainObject, Rendered } from '../objects/rendering';
import { withChecksum } from '../platform/checksums';
import { JobParts, fullJobName } from '../platform/metrics';
import { ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel } from '../platform/model';
import { Platform } from '../platform/platform';
import { RuleEvaluation } from '../platform/rule-evaluator';
import { Scraper } from '../platform/scraper';
import { PlainValue, asProps } from '../private/check';
import { refuse } from '../private/errors';
import { memo } from '../private/memo';
import { ModelObject } from '../private/model-object';
import { isDnsLabel } from '../private/names';
import { isOamType, isSameType, isVendorType, ObjectType, OamKind, TypedManifest, Vendor, vendorPrefix } from '../private/oam-kind';
import { isPresent, Registry } from '../private/registry';
import { isClusterScoped } from '../private/scopes';
import { Facts, RouteClaim } from '../private/tree';
import { GENERIC_METRICS, MetricsDefaults, WorkloadModel, WorkloadPlan } from '../workloads/workload';

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
  /** Whether constructs are being created. Objects that the program creates elsewhere are not read meanwhile: it may still change them. */
  private isDeclaring = false;
  /** The bindings that may be scraped, and the listeners that are notified of each. */
  private readonly mayBeScraped = new Set<BindingModel>();
  private readonly hearing: ((binding: BindingModel) => void)[] = [];
  /** The bindings whose monitors replace those of operators. */
  private readonly replacing = new WeakSet<IConstruct>();
  /** For each binding, the fields of its workload that ask the operator for such monitors. */
  private readonly doubled = new WeakMap<IConstruct, () => string[]>();

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
    this.services = new Services(planOf, () => this.isDeclaring);
    const exporter = { ...weblogicExporter };
    this.providers = { metrics, ingress: ingress ?? undefined, cluster, planOf, services: this.services, exporter, isOutline: false };
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
    return (this.providers.ingress?._parts.serving?.() ?? []) as object[] as TypedManifest[];
  }

  /**
   * If a trait asks for its metrics, any workload with pods can be scraped.
   *
   * @internal
   */
  public _metricsDefaults(workload: WorkloadModel, isDeclared: boolean): MetricsDefaults | undefined {
    if (workload.metricsDefaults || !isDeclared) return workload.metricsDefaults;
    if (workload.source && this.isDeclaring) return GENERIC_METRICS;
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
    const isBound = () => bindingsOf(component).some(({ construct }) => construct.node.scopes.slice(1).every(isPresent));
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
    // the program creates the workload's object itself
    if (component?.workload.source) {
      const plan = () => this.planOf(binding);
      this.scraped(binding);
      this.tell(construct, () => ({ ...plan(), findings: [...plan().findings, ...scrapedTwice(binding, plan(), this.providers.metrics)] }));
      return;
    }
    const plan = this.planOf(binding);
    this.services.add(binding);
    const holder = new Construct(construct, HOLDER);
    plan.objects.forEach((each, index) => {
      const fields = () => withTraits(this.published(each, binding), binding, this.knowledge);
      render(holder, idOf(each, plan.objects.slice(0, index)), each, fields, component?.construct);
    });
    this.renderDefaultMonitors(binding, holder);
    this.doubled.set(construct, () => doubledFields(plan, binding.metrics().endpoints, this.providers.metrics));
    const twice = () => this.replacing.has(construct) ? FINE : scrapedTwice(binding, plan, this.providers.metrics);
    this.tell(construct, () => {
      const { findings, ...others } = this.toldOfDefault(binding, holder);
      return { ...others, findings: [...plan.findings, ...findings, ...twice()] };
    });
  }

  /** @internal */
  public _replaceMonitors(binding: IConstruct): readonly string[] {
    this.replacing.add(binding);
    return this.doubled.get(binding)?.() ?? [];
  }

  /** @internal */
  public _ruleEvaluation(): RuleEvaluation {
    return this.providers.metrics._parts.rules();
  }

  /** @internal */
  public _onScraped(hear: (binding: BindingModel) => void): void {
    this.hearing.push(hear);
    this.mayBeScraped.forEach(hear);
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
    const plan = () => Registry.of(construct).once(trait, () => planTrait(binding, trait, this.providers, this.knowledge));
    if (this._isTrait(trait, 'MetricsTrait')) {
      removeDefaultMonitors(binding.construct);
      this.scraped(binding, trait);
    }
    const outline = this.declaring(() => planTrait(binding, trait, { ...this.providers, isOutline: true }, this.knowledge));
    const objects = outline.objects.map((each, index) =>
      render(construct, index === 0 ? 'Resource' : `Resource-${index}`, each, () => plan().objects[index]));
    const isIngress = this._isTrait(trait, 'IngressTrait');
    if (isIngress) guardsFirst(binding.application, objects);
    const guarded = () => isIngress ? guardFindings(binding.application, trait, objects) : FINE;
    this.tell(construct, () => ({ ...plan(), findings: [...plan().findings, ...guarded()] }));
  }

  private declaring<T>(make: () => T): T {
    this.isDeclaring = true;
    try {
      return make();
    } finally {
      this.isDeclaring = false;
    }
  }

  private planOf(binding: BindingModel): WorkloadPlan {
    const { component, construct } = binding;
    const source = component?.workload.source;
    if (source && this.isDeclaring) return outlineOf(binding, source);
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

  /** Renders the default monitors, which no trait declares. */
  private renderDefaultMonitors(binding: BindingModel, holder: Construct): void {
    const { metrics } = this.providers;
    if (this.planOf(binding).objects.length === 0 || binding.metrics().endpoints.length === 0) return;
    metrics._parts.render({ ...this.providers, binding, isOutline: true }).objects.forEach((each, i) =>
      render(holder, i === 0 ? DEFAULT_MONITOR : `${DEFAULT_MONITOR}-${i}`, each, () => this.defaultMonitors(binding, holder).objects[i],
        binding.component?.construct));
    this.scraped(binding);
  }

  /** Notifies the provider and the listeners of what is scraped of a binding, with its trait if there is one. */
  private scraped(binding: BindingModel, trait?: TraitModel): void {
    this.mayBeScraped.add(binding);
    this.declaring(() => {
      this.providers.metrics._parts.declared?.(binding, { ...this.providers, binding, trait });
      this.hearing.forEach(hear => hear(binding));
    });
  }

  private defaultMonitors(binding: BindingModel, holder: Construct): Rendered {
    return Registry.of(holder).once(holder, () => this.providers.metrics._parts.render({ ...this.providers, binding }));
  }

  /** The findings, warnings and claims of the default monitors. */
  private toldOfDefault(binding: BindingModel, holder: Construct): Omit<Rendered, 'objects'> {
    const isDeclared = binding.traits().some(trait => this._isTrait(trait, 'MetricsTrait'));
    if (isDeclared || this.planOf(binding).objects.length === 0 || binding.metrics().endpoints.length === 0) return { findings: FINE };
    return this.defaultMonitors(binding, holder);
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

function render(scope: Construct, id: string, object: PlainObject, fields: () => PlainObject, origin?: Construct): ApiObject {
  const { apiVersion: version, kind, metadata } = object;
  const type = { apiVersion: version, kind, metadata };
  return new ModelObject(scope, id, { ...type, isClusterScoped: isClusterScoped(type), origin }, () => {
    const { apiVersion: _, kind: __, metadata: ___, ...others } = fields();
    return others;
  });
}

/** The object's kind, with a number if the kind is not unique. */
function idOf({ kind }: PlainObject, before: readonly PlainObject[]): string {
  const same = before.filter(each => each.kind === kind).length;
  // constructs keeps children in a plain object, which seems to have a child called `constructor`
  return same === 0 && !(kind in {}) ? kind : `${kind}-${same}`;
}

function removeDefaultMonitors(binding: Construct): void {
  const holder = binding.node.tryFindChild(HOLDER)?.node;
  const monitors = holder?.children.filter(({ node }) => node.id.startsWith(DEFAULT_MONITOR)) ?? [];
  for (const { node } of monitors) if (holder?.tryRemoveChild(node.id)) Registry.of(binding).unmade();
}
