import { Construct, IConstruct } from 'constructs';
import { deployPoliciesFirst, orderFindings } from './ingress/policy-order';
import { KubernetesPlatformProps, PLATFORM } from './kubernetes-platform-props';
import { NO_COLLECTOR } from './metrics/monitoring-provider';
import { MonitorContext } from './metrics/scraped-component';
import { scrapableDomain } from './metrics/weblogic-exporter';
import { Services } from './services';
import { TraitOfBinding } from './ingress/ingress-rules';
import {
  planTrait, podsOfBinding, PlatformContext, withTraits, planWorkload, lostMetadata, planSource,
} from './binding-plan';
import { Finding, FINE, found, joinPath, Path, showPath } from '../../base/findings/finding';
import { withChecksum } from '../../model/platform/checksums';
import { fullJobName, JobParts, Scraper } from '../../model/platform/metrics';
import { Platform } from '../../model/platform/platform';
import {
  RuleEvaluation, ApplicationModel, BindingModel, ComponentModel, SelectedPods, TraitModel,
} from '../../model/platform/model';
import { asProps, PlainValue } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { memo } from '../../base/memo';
import { isDnsLabel } from '../../base/names';
import {
  isOamType, isSameType, isVendorType, OamKind, ObjectType, TypedManifest, Vendor, vendorPrefix, isClusterScoped,
} from '../../base/oam-kind';
import { isInTree, Registry, RouteClaim } from '../../base/registry';
import { renderBelow, RenderedChild } from '../../base/model-object';
import { WorkloadModel, WorkloadPlan } from '../../model/workloads/workload';
import {
  isCoherence, isCoherenceResource, isOverTls, OperatorMonitor, operatorMonitors, withoutMonitors,
} from '../../model/workloads/coherence-workload';
import { reservedByApplication } from './object-labels';
import { noObjects, PlainObject, Rendered } from '../../cluster/objects/rendered';
import { hasPods } from '../../cluster/objects/pod-templates';
import { snapshot } from '../../base/plain';

const REFERENCE_VENDOR = 'verrazzano';
/** The bindings of a component, on any KubernetesPlatform. */
const bindingsOf = memo((_component: ComponentModel): BindingModel[] => []);
/** Id of the construct below a binding that holds the rendered objects of its workload. */
const HOLDER = '(Kubernetes)';
/** Prefix of the ids of the constructs in it that hold monitors which no trait declares. */
const DEFAULT_MONITOR = 'DefaultMonitor';

/**
 * A cluster without an OAM platform. What an application binds is rendered as Deployments, Services and the resources
 * of operators, metrics as monitors that give series the job names and labels of the platform, ingress as Ingresses.
 */
export class KubernetesPlatform extends Platform {
  public readonly systemNamespace?: string;
  public readonly systemScraper?: Scraper;
  public readonly scraperUser?: string;

  private readonly names: Vendor;
  private readonly context: PlatformContext;
  /** The plans by the ports that are scraped through Services. */
  private readonly plans = memo((_binding: BindingModel) => new Map<string, WorkloadPlan>());
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
  public constructor(props: KubernetesPlatformProps = {}) {
    super();
    const {
      metrics, ingress, clusterName, defaults, recommendedPodLabels, renderers, weblogicExporter, scraperUser, ...given
    } = asProps(props);
    const vendor = given.vendor ?? REFERENCE_VENDOR;
    const prefix = given.workloadKindPrefix ?? (isDnsLabel(vendor) ? vendorPrefix(vendor) : undefined);
    throwFindings('KubernetesPlatform', PLATFORM({ ...asProps(props), vendor, workloadKindPrefix: prefix }, ''));
    this._workloadDefaults = snapshot(defaults);
    const collector = metrics?._parts ?? NO_COLLECTOR;
    this.systemScraper = collector.scraper();
    this.systemNamespace = this.systemScraper?.namespace;
    this.scraperUser = scraperUser ?? undefined;
    this.names = { apiVersion: `oam.${vendor}.io/v1alpha1`, workloadPrefix: prefix! };
    const planOf = (binding: BindingModel) => this.planOf(binding);
    const clusterLabel = `${vendor.replaceAll('-', '_').replace(/^(?=\d)/, '_')}_cluster`;
    this.context = {
      metrics: collector,
      ingress: ingress ?? undefined,
      cluster: { label: clusterLabel, name: clusterName ?? undefined },
      planOf,
      services: new Services(planOf),
      exporter: { ...weblogicExporter },
      ingressTraits: application => this.ingressTraits(application),
      typeOf: kind => this._typeOf(kind),
      renderers: [...renderers ?? []],
      isOamType: type => isOamType(type) || isVendorType(type, vendor),
      vendor,
      labelsPods: recommendedPodLabels ?? true,
      answers: new WeakMap(),
    };
    collector.scrapes?.(() => this.scraped());
  }

  /** @internal */
  public _isUnreadObject(type: ObjectType): boolean { return this.context.isOamType(type); }

  /** @internal */
  public _labelsOfNamespace(name: string): Readonly<Record<string, string>> {
    return this.context.metrics.labelsFor(name);
  }

  /** @internal */
  public _typeOf(kind: OamKind): ObjectType { return kind(this.names); }

  /** @internal */
  public _scraperOf(named?: string): Scraper | undefined {
    const isOwn = named === undefined || this.context.metrics.replaces(named);
    return isOwn ? this.systemScraper : Scraper.parse(named);
  }

  /** @internal */
  public _routesOf(spec: PlainValue | undefined, application: ApplicationModel): RouteClaim[] {
    return this.context.ingress?._parts.routesOf(spec, application) ?? [];
  }

  /** @internal */
  public override get _ingressController(): object | undefined { return this.context.ingress?._parts.controller?.(); }

  /** @internal */
  public _serving(): TypedManifest[] {
    const { ingress, metrics } = this.context;
    return [...ingress?._parts.serving?.() ?? [], ...metrics.described?.() ?? []] as object[] as TypedManifest[];
  }

  /**
   * If a trait asks for its metrics, any workload with pods can be scraped.
   *
   * @internal
   */
  public _canScrape({ kind, metricsDefaults, traitDefaults }: WorkloadModel): boolean {
    const type = this._typeOf(kind);
    return Boolean(metricsDefaults ?? traitDefaults) || hasPods(type)
      || this.context.renderers.some(each => isSameType(each, type));
  }

  /** @internal */
  public _jobName(parts: JobParts): string { return fullJobName(parts); }

  /**
   * Reports findings only: the objects of a component are rendered for each of its bindings.
   *
   * @internal
   */
  public _renderComponent(component: ComponentModel): void {
    const { construct, metadata } = component;
    this.report(construct, () => {
      const isBound = bindingsOf(component).some(binding => isInTree(binding.construct));
      const notBound = isBound ? FINE : found('component-not-bound', '', { component: metadata.name! });
      return { findings: [...notBound, ...lostMetadata(metadata)] };
    });
  }

  /** @internal */
  public _renderApplication(application: ApplicationModel): void {
    this.report(application.construct, () => ({
      findings: [...reservedByApplication(application), ...lostMetadata(application.metadata)],
      warnings: this.context.metrics.warnings?.(),
    }));
  }

  /** @internal */
  public _renderBinding(binding: BindingModel): void {
    const { component, construct } = binding;
    if (component) bindingsOf(component).push(binding);
    this.bound.set(construct, binding);
    const source = component?.workload.source;
    if (source) Registry.of(construct).isForeign = true;
    // the program creates the workload's object itself
    if (source) {
      this.report(construct, () => {
        const plan = this.planOf(binding);
        return { ...plan, findings: [...plan.findings, ...this.scrapedTwice(binding, plan)] };
      });
      return;
    }
    this.report(construct, renderBelow(new Construct(construct, HOLDER), () => this.workloadOf(binding)));
  }

  /** @internal */
  public _replaceMonitors(binding: IConstruct): readonly string[] {
    this.replacing.add(binding);
    Registry.of(binding).changed();
    const model = this.bound.get(binding)!;
    const { type, objects } = this.planOf(model);
    const doubled = objects.flatMap(each => this.doubledMonitors(each, model));
    return doubled.map(({ field }) => showPath(fieldOfResource(type, field)));
  }

  /** @internal */
  public _ruleEvaluation(): RuleEvaluation { return this.context.metrics.rules(); }

  /** @internal */
  public _scraped(): BindingModel[] { return this.scraped().map(({ binding }) => binding); }

  /** @internal */
  public _podsOf(binding: BindingModel): SelectedPods | Finding[] {
    const { findings } = this.planOf(binding);
    return findings.length > 0 ? [...findings] : podsOfBinding(binding, this.context);
  }

  /** @internal */
  public _serviceNames(binding: BindingModel): string[] {
    return this.context.services.for(binding).map(({ name }) => name);
  }

  /** @internal */
  public _renderTrait(binding: BindingModel, trait: TraitModel): void {
    const { construct } = trait;
    const { application } = binding;
    const isIngress = this._isTrait(trait, 'IngressTrait');
    if (isIngress) this.ingressTraits(application).push({ binding, trait });
    const rendered = renderBelow(construct, () => {
      const { objects, ...others } = planTrait(binding, trait, this.context);
      return { ...others, children: objects.map((each, i) => childOf(numberedId('Resource', i), each)) };
    }, made => {
      if (isIngress) deployPoliciesFirst(application, made);
    });
    this.report(construct, () => {
      const others = rendered();
      return isIngress ? { ...others, findings: [...others.findings, ...orderFindings(application, trait)] } : others;
    });
  }

  /** The objects of a workload that the component declares, and its default monitors, which no trait declares. */
  private workloadOf(binding: BindingModel) {
    const plan = this.planOf(binding);
    const isDeclared = binding.traits().some(trait => this._isTrait(trait, 'MetricsTrait'));
    const isDefault = !isDeclared && plan.objects.length > 0 && binding.metrics().endpoints.length > 0;
    const { objects: monitors, findings, ...others } = isDefault
      ? this.context.metrics.render({ ...this.context, binding }) : noObjects(FINE);
    const origin = binding.component?.construct;
    const isReplacing = this.replacing.has(binding.construct);
    const kinds = plan.objects.map(({ kind }) => kind);
    return {
      ...others,
      findings: [...plan.findings, ...findings, ...isReplacing ? FINE : this.scrapedTwice(binding, plan)],
      children: [
        ...plan.objects.map((each, i) => {
          const { kind } = each;
          const same = kinds.slice(0, i).filter(other => other === kind).length;
          const object = withTraits(this.published(each, binding), binding, this.context);
          return childOf(numberedId(kind, same), object, origin);
        }),
        ...monitors.map((each, i) => childOf(numberedId(DEFAULT_MONITOR, i), each, origin)),
      ],
    };
  }

  /** The bindings from which metrics are collected, as they are in their trees now. */
  private scraped(): MonitorContext[] {
    return [...this.bound.values()].flatMap(binding => {
      const trait = binding.traits().find(each => this._isTrait(each, 'MetricsTrait'));
      const isScraped = this.systemScraper && isInTree(binding.construct) && binding.metrics().endpoints.length > 0;
      return isScraped ? { ...this.context, binding, trait } : [];
    });
  }

  private planOf(binding: BindingModel): WorkloadPlan {
    const { component, construct } = binding;
    const source = component?.workload.source;
    if (source) return Registry.of(construct).once(binding, () => planSource(binding, component, source));
    const isByService = this.context.metrics.readsServices;
    const scraped = isByService ? binding.metrics().endpoints.map(({ port }) => port) : [];
    const [plans, key] = [this.plans(binding), scraped.join()];
    const plan = plans.get(key) ?? planWorkload(binding, this.context, scraped);
    plans.set(key, plan);
    return plan;
  }

  /** A workload's object with its checksum and, if it is scraped, with the fields that publish its metrics. */
  private published(given: PlainObject, binding: BindingModel): PlainObject {
    const object = withChecksum(given, binding, kind => this._typeOf(kind));
    if (!this.systemScraper || binding.metrics().endpoints.length === 0) return object;
    const { exporter, metrics } = this.context;
    // the operator must not create monitors for endpoints that are scraped here
    const doubled = this.replacing.has(binding.construct) ? this.doubledMonitors(object, binding) : [];
    const scraped = doubled.length > 0 ? withoutMonitors(object, doubled.map(({ field }) => field)) : object;
    return scrapableDomain(scraped, exporter, metrics.isMeshed(binding.application.namespace ?? ''));
  }

  /** The monitors that an operator creates for endpoints that are scraped here too, if the Prometheus selects them. */
  private doubledMonitors(object: PlainObject, binding: BindingModel): OperatorMonitor[] {
    const { selects } = this.context.metrics;
    const { endpoints } = binding.metrics();
    return operatorMonitors(object).filter(({ port, path, labels }) =>
      endpoints.some(each => each.port === port && each.path === path) && selects(labels, object.metadata.namespace));
  }

  /** Reports, at the first, monitors of a component's operator for endpoints that are scraped here too. */
  private scrapedTwice(binding: BindingModel, { type, objects }: WorkloadPlan): Finding[] {
    if (!isCoherence(type) || objects.some(isOverTls)) return FINE;
    const monitors = objects.flatMap(object => this.doubledMonitors(object, binding));
    if (monitors.length === 0) return FINE;
    const [{ field, port }] = monitors;
    const prometheus = this.systemScraper!.toString();
    const at = joinPath(binding.component!.workloadAt, fieldOfResource(type, field));
    return found('scraped-twice', at, monitors.length === 1
      ? { reason: 'one', port, prometheus }
      : { reason: 'several', ports: monitors.map(each => each.port), prometheus });
  }

  /** Registers findings about a construct; synthesis reports them together with all others. */
  private report(construct: Construct, what: () => Omit<Rendered, 'objects'>): void {
    const here = (finding: Finding) => ({ construct, finding });
    const facts = () => {
      const { findings, warnings = [], claims = [] } = what();
      const claimsHere = claims.map(claim => ({ construct, ...claim }));
      return { findings: findings.map(here), warnings: warnings.map(here), claims: claimsHere };
    };
    Registry.of(construct).register({ construct, facts });
  }
}

/** A rendered object as a child construct; `origin` is the construct of the object that it is derived from. */
function childOf(id: string, object: PlainObject, origin?: Construct): RenderedChild {
  const { apiVersion, kind, metadata, ...fields } = object;
  return { id, apiVersion, kind, metadata, isClusterScoped: isClusterScoped({ apiVersion, kind }), origin, fields };
}

/** The id of a child. `constructs` keeps children in a plain object, which seems to have one called `constructor`. */
function numberedId(id: string, number: number): string {
  return number === 0 && !(id in {}) ? id : `${id}-${number}`;
}

/** The path of a field of the resource in the workload from which the resource is rendered. */
function fieldOfResource(type: ObjectType, field: Path): Path {
  return isCoherenceResource(type) ? field : ['spec', 'template', ...field];
}
