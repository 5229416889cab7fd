import { IConstruct } from 'constructs';
import { JobParts, Scraper } from './metrics';
import { Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { brand, instanceOf, otherCopy, throwFindings } from '../../base/brand';
import { PlainValue } from '../../base/check';
import { isSameType, OamKind, ObjectType, TypedManifest, vendorTrait } from '../../base/oam-kind';
import { Registry, OwnedObject, RouteClaim } from '../../base/registry';
import { ASSUMED_TYPES, SHADOWED_ROUTES, WAYS_PAST_POLICIES } from '../../cluster/routes/tree-check';
import { findingsBySchemas, JUDGED } from '../../cluster/rules/tree-check';
import type { WorkloadDefaults } from '../workloads/generic/defaults';
import { WorkloadModel } from '../workloads/workload';
import { ComponentModel, ApplicationModel, BindingModel, TraitModel, SelectedPods, RuleEvaluation } from './model';

const PLATFORM = Symbol.for('cdk8s-oam.Platform');

/** The target for which applications are rendered: where they run, and how metrics are collected there. */
export abstract class Platform {
  /**
   * Renders a construct and all below it for a platform.
   *
   * A platform that is installed further down takes precedence over one that is installed above. Install it before the
   * first component of its scope.
   *
   * @param scope an app, a chart or any other construct
   * @param platform the platform
   */
  public static install(scope: IConstruct, platform: Platform): void {
    throwFindings(scope, PLATFORM_CHECK(platform, 'platform'));
    const twice = ownWords('has a platform already');
    throwFindings(scope, installed(scope) ? found('platform-already-installed', '', twice) : FINE);
    const registry = Registry.of(scope);
    // a construct whose search for the nearest platform went up as far as the scope
    const late = registry.settled.find(({ node }) =>
      node.scopes.reverse().find(each => each === scope || installed(each)) === scope);
    if (late) {
      const maker = { construct: late.node.path };
      throwFindings(scope, found('platform-already-installed', '', { reason: 'too-late', maker }));
    }
    Object.defineProperty(scope, PLATFORM, { value: platform });
    const covers = (construct: IConstruct) => Platform.tryOf(construct) === platform;
    const facts = () => ({
      owned: [{ objects: platform._owned(), covers }],
      serving: [{ described: platform._serving(), covers }],
    });
    registry.register({ construct: scope, facts });
    registry.addCheck(ASSUMED_TYPES);
    registry.addCheck(SHADOWED_ROUTES);
    registry.addCheck(WAYS_PAST_POLICIES);
    registry.addCheck(JUDGED);
    registry.checkLast(findingsBySchemas);
  }

  /**
   * The platform of a construct: the nearest that is installed on it or above it. Fails if there is none.
   *
   * @param construct the construct
   * @throws ModelError if none is installed
   */
  public static of(construct: IConstruct): Platform {
    const platform = Platform.tryOf(construct);
    throwFindings(construct, platform ? otherCopy(Platform, '', platform) : found('no-platform', ''));
    return platform!;
  }

  /**
   * The platform of a construct, or `undefined` if none is installed.
   *
   * @param construct the construct
   */
  public static tryOf(construct: IConstruct): Platform | undefined {
    for (let c: IConstruct | undefined = construct; c; c = c.node.scope) {
      const platform = installed(c);
      if (platform) return platform;
    }
    return undefined;
  }

  /** Defaults of workloads with flat properties. @internal */
  public _workloadDefaults?: WorkloadDefaults;

  /** The namespace in which the platform's own parts run; none for a KubernetesPlatform without `metrics`. */
  public abstract readonly systemNamespace?: string;
  /**
   * The scraper that collects metrics unless a MetricsTrait names another; none for a KubernetesPlatform without
   * `metrics`.
   */
  public abstract readonly systemScraper?: Scraper;
  /** The user of the scraper's query interface, where it is known. */
  public abstract readonly scraperUser?: string;

  /**
   * The vendor of a platform whose API server drops the fields that no OAM CRD has; `undefined` if no fields are lost.
   *
   * @internal
   */
  public readonly _prunedBy?: string;

  /** The IngressController by which requests enter the cluster, if it can ask for a password. @internal */
  public get _ingressController(): object | undefined { return undefined; }

  /** The Ingress and the Secret through which the platform itself exposes its scraper. @internal */
  public readonly _scraperAccess?: PlatformScraperAccess;

  /** @internal */
  protected constructor() {}

  /** The type of a workload or trait on this platform. @internal */
  public abstract _typeOf(kind: OamKind): ObjectType;

  /** Whether a trait is of this kind of the vendor, however it was written. @internal */
  public _isTrait(trait: TraitModel, kind: string): boolean {
    return isSameType(this._typeOf(trait.kind), this._typeOf(vendorTrait(kind)));
  }

  /** Whether the platform creates further objects in the cluster from those that are rendered. @internal */
  public get _makesObjects(): boolean { return false; }

  /** The labels that a namespace needs in addition to those that the user gives it. @internal */
  public _labelsOfNamespace(_name: string): Readonly<Record<string, string>> { return {}; }

  /** Whether objects of a type have no effect in the cluster, since only an OAM platform reads them. @internal */
  public _isUnreadObject(_type: ObjectType): boolean { return false; }

  /** The scraper that a MetricsTrait names, `<namespace>/<deployment-name>`, or the platform's own. @internal */
  public abstract _scraperOf(named?: string): Scraper | undefined;
  /** The hosts and paths that the spec of an IngressTrait claims. @internal */
  public abstract _routesOf(spec: PlainValue | undefined, application: ApplicationModel): RouteClaim[];

  /** Whether one MetricsTrait can have several ports. @internal */
  public get _takesManyPorts(): boolean { return true; }

  /** Whether the platform can scrape the pods of a workload. @internal */
  public abstract _canScrape(workload: WorkloadModel): boolean;

  /** Findings on a MetricsTrait of a workload that cannot be scraped. @internal */
  public _unscraped(_workload: WorkloadModel, component: string): Finding[] {
    return found('metrics-not-scrapeable', '', { reason: 'workload', component });
  }

  /**
   * Whether the platform has its own image for the logging sidecar of a workload, or reports a missing image elsewhere.
   *
   * @internal
   */
  public _hasLoggingImage(_workload: WorkloadModel): boolean { return true; }

  /** The job that scrapes an endpoint. @internal */
  public abstract _jobName(parts: JobParts): string;

  /** Findings on what a trait asks for and this platform cannot do. @internal */
  public _checkTrait(_trait: TraitModel): Finding[] { return FINE; }

  /**
   * Findings on what the cluster rejects in the manifest of a workload, its type included. Other problems are reported
   * elsewhere.
   *
   * @internal
   */
  public _checkWorkload(_manifest: ObjectType & { readonly spec?: PlainValue }): Finding[] { return FINE; }

  /** Warnings about what the platform does not do for a workload, although it accepts it. @internal */
  public _warningsOf(_workload: WorkloadModel): Finding[] { return FINE; }

  /** Findings on a type whose version the platform does not serve. @internal */
  public _checkVersion(_type: ObjectType): Finding[] { return FINE; }

  /** The objects that belong to the platform. @internal */
  public _owned(): OwnedObject[] { return []; }

  /** The objects of the cluster that serve routes, as far as they are described. @internal */
  public _serving(): TypedManifest[] { return []; }

  /** Creates the API objects of a component, below it. @internal */
  public abstract _renderComponent(component: ComponentModel): void;
  /** Creates the API objects of an application, below it. Its bindings are added later. @internal */
  public abstract _renderApplication(application: ApplicationModel): void;
  /** Creates the API objects of a binding, below it. Its traits are added later. @internal */
  public abstract _renderBinding(binding: BindingModel): void;

  /**
   * Renders a binding so that its own monitor replaces those that an operator would create beside it.
   * Returns the fields of the workload that ask for the latter; none if nothing of the workload is rendered.
   *
   * @internal
   */
  public _replaceMonitors(_binding: IConstruct): readonly string[] { return []; }

  /** How rules about what is scraped are evaluated. @internal */
  public _ruleEvaluation(): RuleEvaluation { return { evaluator: 'platform', interval: '1m' }; }

  /** The bindings whose metrics are collected by objects that are rendered, in order. @internal */
  public _scraped(): BindingModel[] {
    // an OAM platform creates the objects itself
    return [];
  }

  /** The pods of a component, or why they are not known. @internal */
  public abstract _podsOf(binding: BindingModel): SelectedPods | Finding[];
  /** The names of the Services that may receive requests for a component, as far as they are known. @internal */
  public abstract _serviceNames(binding: BindingModel): string[];
  /** Creates the API objects of a trait, below it. @internal */
  public abstract _renderTrait(binding: BindingModel, trait: TraitModel): void;
}

brand(Platform);

const PLATFORM_CHECK = instanceOf(Platform, 'platform');

function installed(construct: IConstruct): Platform | undefined {
  return (construct as { readonly [PLATFORM]?: Platform } & IConstruct)[PLATFORM];
}

/** The objects through which the platform itself exposes its scraper, in the system namespace. */
export interface PlatformScraperAccess {
  /** Name of the Ingress: the host is that of its first rule. */
  readonly ingressName: string;
  /** Name of the Secret with the key `password`. */
  readonly secretName: string;
}
