import { IConstruct, Construct } from 'constructs';
import { JobParts, ComponentMetrics } from './metrics';
import { PlatformScraperAccess } from './oam-platform-props';
import { Scraper } from './scraper';
import { Finding, FINE, found, saying } from '../findings/finding';
import { brand, instanceOf, otherCopy, refuse } from '../private/brand';
import { PlainValue, PlainFields, asObject } from '../private/check';
import { isSameType, OamKind, ObjectType, TypedManifest, vendorTrait } from '../private/oam-kind';
import { Registry, OwnedObject, RouteClaim } from '../private/registry';
import { SHADOWED_ROUTES, WAYS_PAST_POLICIES } from '../routes/tree-check';
import { findingsBySchemas, JUDGED } from '../rules/tree-check';
import { MetricsDefaults, WorkloadModel, DeclaredPort } from '../workloads/workload';
import { ApiObjectMetadata } from 'cdk8s';
import { COMPONENT, NAME, LabelSelector, PlainObject, Rendered } from '../objects/object-index';

const PLATFORM = Symbol.for('cdk8s-oam.Platform');

/** The target for which applications are rendered: where they run, and how metrics are collected there. */
export abstract class Platform {
  /**
   * Renders a construct and all below it for a platform.
   *
   * A platform that is installed further down takes precedence over one that is installed above. Install it before the first
   * component of its scope.
   *
   * @param scope an app, a chart or any other construct
   * @param platform the platform
   */
  public static install(scope: IConstruct, platform: Platform): void {
    refuse(scope, PLATFORM_CHECK(platform, 'platform'));
    const registry = Registry.of(scope);
    const late = installed(scope) ? scope : registry.settled.find(c => reaches(c, scope));
    if (late) {
      refuse(scope, found('platform-already-installed', '', late === scope
        ? saying('has a platform already')
        : { reason: 'too-late', maker: { construct: late.node.path } }));
    }
    Object.defineProperty(scope, PLATFORM, { value: platform });
    const covers = (construct: IConstruct) => Platform.tryOf(construct) === platform;
    const facts = () => ({ owned: [{ objects: platform._owned(), covers }], serving: [{ described: platform._serving(), covers }] });
    registry.register({ construct: scope, facts });
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
    refuse(construct, platform ? otherCopy(Platform, '', platform) : found('no-platform', ''));
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

  /** The namespace in which the platform's own parts run. */
  public abstract readonly systemNamespace: string;

  /** The scraper that collects metrics unless a MetricsTrait names another. */
  public abstract readonly systemScraper: Scraper;

  /** The user of the scraper's query interface, where it is known. */
  public abstract readonly scraperUser?: string;

  /**
   * The vendor of a platform whose API server drops the fields that no OAM CRD has; `undefined` if no fields are lost.
   *
   * @internal
   */
  public readonly _prunedBy?: string;

  /**
   * The Ingress and the Secret through which the platform itself exposes its scraper.
   *
   * @internal
   */
  public readonly _scraperAccess?: PlatformScraperAccess;

  /** @internal */
  protected constructor() {}

  /**
   * The type of a workload or trait on this platform.
   *
   * @internal
   */
  public abstract _typeOf(kind: OamKind): ObjectType;

  /**
   * Whether a trait is of this kind of the vendor, however it was written.
   *
   * @internal
   */
  public _isTrait(trait: TraitModel, kind: string): boolean {
    return isSameType(this._typeOf(trait.kind), this._typeOf(vendorTrait(kind)));
  }

  /**
   * Whether the platform creates further objects in the cluster from those that are rendered.
   *
   * @internal
   */
  public get _makesObjects(): boolean {
    return false;
  }

  /**
   * The labels that a namespace needs in addition to those that the user gives it.
   *
   * @internal
   */
  public _labelsOfNamespace(_name: string): Readonly<Record<string, string>> {
    return {};
  }

  /**
   * Whether objects of a type have no effect in the cluster, since only an OAM platform reads them.
   *
   * @internal
   */
  public _isUnreadObject(_type: ObjectType): boolean {
    return false;
  }

  /**
   * The scraper that a MetricsTrait names, `<namespace>/<deployment-name>`, or the platform's own.
   *
   * @internal
   */
  public abstract _scraperOf(named?: string): Scraper;

  /**
   * The hosts and paths that the spec of an IngressTrait claims.
   *
   * @internal
   */
  public abstract _routesOf(spec: PlainValue | undefined, application: ApplicationModel): RouteClaim[];

  /**
   * Whether one MetricsTrait can have several ports.
   *
   * @internal
   */
  public get _takesManyPorts(): boolean {
    return true;
  }

  /**
   * Where a workload is scraped, with or without a declared MetricsTrait; `undefined` if it cannot be scraped.
   *
   * @internal
   */
  public abstract _metricsDefaults(workload: WorkloadModel, isDeclared: boolean): MetricsDefaults | undefined;

  /**
   * Findings on a MetricsTrait of a workload that cannot be scraped.
   *
   * @internal
   */
  public _unscraped(_workload: WorkloadModel, component: string): Finding[] {
    return found('metrics-not-scrapeable', '', { reason: 'workload', component });
  }

  /**
   * Whether the platform has its own image for the logging sidecar of a workload, or reports a missing image elsewhere.
   *
   * @internal
   */
  public _hasLoggingImage(_workload: WorkloadModel): boolean {
    return true;
  }

  /**
   * The job that scrapes an endpoint.
   *
   * @internal
   */
  public abstract _jobName(parts: JobParts): string;

  /**
   * Findings on what a trait asks for and this platform cannot do.
   *
   * @internal
   */
  public _checkTrait(_trait: TraitModel): Finding[] {
    return FINE;
  }

  /**
   * Findings on what the cluster rejects in the manifest of a workload, its type included. Other problems are reported elsewhere.
   *
   * @internal
   */
  public _checkWorkload(_manifest: ObjectType & { readonly spec?: PlainValue }): Finding[] {
    return FINE;
  }

  /**
   * Warnings about what the platform does not do for a workload, although it accepts it.
   *
   * @internal
   */
  public _warningsOf(_workload: WorkloadModel): Finding[] {
    return FINE;
  }

  /**
   * Findings on a type whose version the platform does not serve.
   *
   * @internal
   */
  public _checkVersion(_type: ObjectType): Finding[] {
    return FINE;
  }

  /**
   * The objects that belong to the platform.
   *
   * @internal
   */
  public _owned(): OwnedObject[] {
    return [];
  }

  /**
   * The objects of the cluster that serve routes, as far as they are described.
   *
   * @internal
   */
  public _serving(): TypedManifest[] {
    return [];
  }

  /**
   * Creates the API objects of a component, below it.
   *
   * @internal
   */
  public abstract _renderComponent(component: ComponentModel): void;

  /**
   * Creates the API objects of an application, below it. Its bindings are added later.
   *
   * @internal
   */
  public abstract _renderApplication(application: ApplicationModel): void;

  /**
   * Creates the API objects of a binding, below it. Its traits are added later.
   *
   * @internal
   */
  public abstract _renderBinding(binding: BindingModel): void;

  /**
   * Renders a binding so that its own monitor replaces those that an operator would create beside it.
   * Returns the fields of the workload that ask for the latter; none if nothing of the workload is rendered.
   *
   * @internal
   */
  public _replaceMonitors(_binding: IConstruct): readonly string[] {
    return [];
  }

  /**
   * How rules about what is scraped are evaluated.
   *
   * @internal
   */
  public _ruleEvaluation(): RuleEvaluation {
    return { evaluator: 'platform', interval: '1m' };
  }

  /**
   * The bindings whose metrics are collected by objects that are rendered, in order.
   *
   * @internal
   */
  public _scraped(): BindingModel[] {
    // an OAM platform creates the objects itself
    return [];
  }

  /**
   * The pods of a component, or why they are not known.
   *
   * @internal
   */
  public abstract _podsOf(binding: BindingModel): SelectedPods | Finding[];

  /**
   * The names of the Services that may receive requests for a component, as far as they are known.
   *
   * @internal
   */
  public abstract _serviceNames(binding: BindingModel): string[];

  /**
   * Creates the API objects of a trait, below it.
   *
   * @internal
   */
  public abstract _renderTrait(binding: BindingModel, trait: TraitModel): void;
}

brand(Platform);

const PLATFORM_CHECK = instanceOf(Platform, 'platform');

function installed(construct: IConstruct): Platform | undefined {
  return (construct as { readonly [PLATFORM]?: Platform } & IConstruct)[PLATFORM];
}

/** Whether the search for the nearest platform of a construct goes up as far as `scope`. */
function reaches(construct: IConstruct, scope: IConstruct): boolean {
  for (let c: IConstruct | undefined = construct; c; c = c.node.scope) {
    if (c === scope) return true;
    if (installed(c)) return false;
  }
  return false;
}

// The model as a platform sees it: only what it must know of a construct to render it.

/** A field of a workload that applications may set. */
export interface ParameterModel {
  readonly name: string;
  readonly fieldPaths: string[];
  readonly required?: boolean;
}

/** A component that is declared here. */
export interface ComponentModel {
  readonly construct: Construct;
  /** Name and namespace, and what else the user wrote. */
  readonly metadata: ApiObjectMetadata;
  readonly workload: WorkloadModel;
  /** As in `spec.parameters`, plain data. */
  readonly parameters?: ParameterModel[];
}

/** An application. */
export interface ApplicationModel {
  readonly construct: Construct;
  readonly name: string;
  readonly namespace?: string;
  readonly metadata: ApiObjectMetadata;
  /** The bindings so far, in the order in which they were added. */
  readonly bindings: () => readonly BindingModel[];
}

/** The entry of a component in `spec.components` of an application. */
export interface EntryOfComponent {
  readonly componentName?: string;
  readonly revisionName?: string;
  readonly parameterValues?: readonly ParameterSetting[];
  readonly scopes?: readonly unknown[];
  readonly dataInputs?: readonly unknown[];
  readonly dataOutputs?: readonly unknown[];
}

/** The value that an application sets for a parameter. */
export interface ParameterSetting {
  readonly name: string;
  readonly value: unknown;
}

/** The binding of a component in an application. */
export interface BindingModel {
  readonly construct: Construct;
  readonly application: ApplicationModel;
  readonly componentName: string;
  /** The component, if it is declared here; `undefined` if it exists elsewhere. */
  readonly component?: ComponentModel;
  /** The entry of `spec.components` without its traits, plain data. */
  readonly entry: EntryOfComponent;
  /** The traits so far, in the order in which they were added. */
  readonly traits: () => readonly TraitModel[];
  /** How its metrics are collected by the traits so far. */
  readonly metrics: () => ComponentMetrics;
}

/** The labels by which the pods of a component are selected: they never change, and are readable. */
export function selectorOf({ application, componentName }: BindingModel): Record<string, string> {
  return { [NAME]: application.name, [COMPONENT]: componentName };
}

/** The fields of a trait, plain data. */
export interface TraitFields {
  readonly metadata?: OwnMetadata;
  readonly spec?: PlainFields;
  readonly [field: string]: unknown;
}

/** The metadata that the user gives for a rendered object. */
interface OwnMetadata {
  readonly name?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** A trait. */
export interface TraitModel {
  readonly construct: Construct;
  readonly kind: OamKind;
  readonly fields: TraitFields;
  /** The fields beside `trait` in its entry: data inputs and outputs, plain data. */
  readonly entry?: object;
  /** Its object beside the workload; `undefined` for a trait of OAM. */
  readonly beside?: BesideModel;
}

/** An object of Kubernetes for the pods of a component. On an OAM platform it is the workload of a component of its own. */
export interface BesideModel {
  /** The suffix that the name of that component adds to that of the object. */
  readonly suffix: string;
  readonly render: (pods: SelectedPods) => Rendered;
}

/** The pods of a namespace that have these labels. */
export interface LabelledPods {
  readonly namespace: string;
  readonly podLabels: Readonly<Record<string, string>>;
}

/** A caller of the pods of a component. */
export interface PodCaller {
  /** Its own pods, where they are known. */
  readonly pods?: LabelledPods;
  /** The ports that it calls, where they are known. */
  readonly ports?: readonly number[];
  /** The port of a tunnel through which calls to any port may arrive too. */
  readonly tunnel?: number;
}

/** The pods of a component, as a platform knows them. */
export interface SelectedPods {
  /** The selector of labels that finds them, and no others. */
  readonly selector: object;
  /** The kind of the workload that creates them. */
  readonly kind: string;
  /**
   * The objects that the workload becomes, with its traits where they are known; empty for a workload that is not valid with the values of
   * its parameters.
   */
  readonly objects: readonly PlainObject[];
  /** The ports that their containers declare. */
  readonly ports: readonly DeclaredPort[];
  /** The scraper of their metrics; `undefined` if none are collected. */
  readonly scraper?: PodCaller;
  /** The ingress controller, if an IngressTrait leads to them. */
  readonly ingressController?: PodCaller;
}

/** The evaluator of alert rules, and the objects from which it reads them. */
export interface RuleEvaluator extends RuleReader {
  /** Its namespace and its name. */
  readonly namespace: string;
  readonly name: string;
  /** The labels by which it selects the objects. */
  readonly selector: LabelSelector;
  /** Whether it is known to have no Alertmanager. */
  readonly isUnheard?: boolean;
}

/** How an operator takes rules to be evaluated. */
export interface RuleReader {
  /** The type of the objects; a ConfigMap holds a rule file. */
  readonly type: ObjectType;
  /** The kind of the evaluator, as messages name it. */
  readonly by: string;
  /** Fields that the API server adds to a rule: without them the applied object would differ from the written one. */
  readonly added?: Readonly<Record<string, string>>;
  /** Fields that it adds to a group. */
  readonly addedToGroup?: Readonly<Record<string, string>>;
  /** Labels that it sets itself in selectors and alerts, with the object's values: rules see only the series of its namespace. */
  readonly scope?: readonly string[];
}

/** Why a program's rules have no evaluator: the reason of the finding about it. */
export type MissingEvaluator = 'agent' | 'azure' | 'collector' | 'jobs' | 'platform' | 'selector' | 'shards';

/** How rules about what a platform scrapes are evaluated. */
export interface RuleEvaluation {
  readonly evaluator: RuleEvaluator | MissingEvaluator;
  /** The scrape interval of targets whose trait sets none. */
  readonly interval: string;
  /**
   * The jobs of a binding's series; `own` is the name that its MetricsTrait gives to the monitor.
   *
   * @default - those of its endpoints
   */
  readonly jobsOf?: (binding: BindingModel, own: string | undefined) => readonly string[];
}

/** The interval in the scrape settings of a manifest. */
export function intervalIn(settings: unknown): string | undefined {
  return asObject<{ readonly interval?: string }>(settings).interval;
}
