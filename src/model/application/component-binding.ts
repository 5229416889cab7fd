import type { ApiObject } from 'cdk8s';
import type { IPodSelector, NetworkPolicyPeerConfig, PodSelectorConfig } from 'cdk8s-plus-27';
import { Construct, IConstruct } from 'constructs';
import { IComponent } from './component';
import { BINDING, ComponentBindingOptions, checkParameters, checkRevision } from './entry';
import { IComponentPods, apiObjectsOf, podSelectorConfig } from './component-pods';
import { givenPath, manifestOf, unknownProps } from '../../base/definitions/props';
import { bad, Finding, FINE, found, movedTo } from '../../base/findings/finding';
import type { PlainObject } from '../../cluster/objects/object-index';
import { checksumFindings } from '../platform/checksums';
import { ComponentMetrics } from '../platform/metrics';
import { Platform } from '../platform/platform';
import {
  ApplicationModel, BindingModel, EntryOfComponent, SelectedPods, selectorOf, TraitModel,
} from '../platform/model';
import { substituted, withoutValues } from '../platform/parameters';
import { brand, refuse } from '../../base/brand';
import { asProps, asObject } from '../../base/check';
import { identityKey, identityOf } from '../../base/oam-kind';
import { mayHavePods } from '../../base/kinds/kind-of';
import { endpointsOf } from '../../base/metrics';
import { nameOf } from '../../base/names';
import { plain } from '../../base/plain';
import { isPresent, Registry, Facts, findingsAt, ObjectFact, RouteFact } from '../../base/registry';
import { mayBeSet } from '../../base/workload-parameters';
import { GENERIC_METRICS } from '../../cluster/objects/oam-workloads';

/** Properties of a ComponentBinding. */
export interface ComponentBindingProps extends ComponentBindingOptions {
  /** The component. */
  readonly component: IComponent;
}

/** An application to which components are bound. */
export interface IApplicationConfiguration extends IConstruct {
  /** `metadata.name` of the ApplicationConfiguration. */
  readonly applicationName: string;

  /** Namespace of the application, where it is known. */
  readonly namespace?: string;

  /** @internal */
  readonly _model: ApplicationModel;

  /** @internal */
  _bind(binding: BindingModel): void;
}

/** A component's place in an application: an entry of `spec.components`. Its traits are constructs below it. */
export class ComponentBinding extends Construct implements IComponentPods {
  /** The component. */
  public readonly component: IComponent;

  /** The application. */
  public readonly application: IApplicationConfiguration;

  private readonly platform: Platform;
  private readonly model: BindingModel;
  private readonly declared: TraitModel[] = [];
  private readonly byIdentity = new Map<string | undefined, TraitModel>();
  private last?: { readonly trait: TraitModel | undefined; readonly metrics: ComponentMetrics };

  /**
   * Checks the properties against what the component declares.
   *
   * @throws ModelError if a property is invalid, or does not fit what the component declares
   */
  public constructor(scope: IApplicationConfiguration, id: string, props: ComponentBindingProps) {
    super(scope as unknown as Construct, id);
    this.application = scope;
    this.component = props?.component;
    this.platform = Platform.of(this);
    const { component, ...options } = asProps(props);
    if (typeof component?.componentName !== 'string') refuse(this, bad('invalid-type', 'component', 'component', component));
    const findings: Finding[] = [];
    const { revisionName, ...given } = asObject<EntryOfComponent>(plain(manifestOf(BINDING, options), '', findings));
    findings.push(...unknownProps(BINDING, options));
    refuse(this, asGiven(findings));
    const wrongRevision = checkRevision(component.componentName, revisionName);
    const pinned = revisionName != null && wrongRevision.length === 0;
    refuse(this, asGiven([
      ...BINDING.check(given, ''),
      ...wrongRevision,
      ...Array.isArray(given.parameterValues ?? []) ? checkParameters(component, [...given.parameterValues ?? []], pinned) : FINE,
    ]));

    const which = revisionName == null ? { componentName: component.componentName } : { revisionName };
    this.model = {
      construct: this,
      application: scope._model,
      componentName: component.componentName,
      component: component._model,
      entry: { ...which, ...given },
      traits: () => this.traits,
      metrics: () => this.known,
    };
    scope._bind(this.model);
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
    this.platform._renderBinding(this.model);
  }

  /**
   * How the component's metrics are collected: what its MetricsTrait says, and the defaults of its workload's type for
   * all that was left out. Changes while traits are added.
   */
  public get metrics(): ComponentMetrics {
    return this.metricsBy(this.metricsTrait);
  }

  /**
   * The API objects that are rendered for the component so far: the workload, including one that the program creates elsewhere, its
   * Service, its monitor, and those of its traits. On an OAM platform these are Components, from which the cluster creates the rest.
   */
  public get resources(): ApiObject[] {
    const { source } = this.component._model?.workload ?? {};
    return [...source ? [source.object] : [], ...apiObjectsOf([...isPresent(this.component) ? [this.component] : [], this])];
  }

  /**
   * The first rendered object of a kind.
   *
   * @param kind the kind, such as `Deployment`
   * @param name `metadata.name`; any by default
   * @returns the object, or `undefined` if there is none
   */
  public tryFindResource(kind: string, name?: string): ApiObject | undefined {
    return this.resources.find(each => each.kind === kind && (name === undefined || each.name === name));
  }

  /**
   * The first rendered object of a kind. Fails if there is none.
   *
   * @param kind the kind, such as `Deployment`
   * @param name `metadata.name`; any by default
   */
  public findResource(kind: string, name?: string): ApiObject {
    const resource = this.tryFindResource(kind, name);
    const objects = this.resources.map(each => `${each.kind} ${each.name}`);
    const { componentName: component } = this.component;
    if (!resource) refuse(this, found('resource-not-found', '', { kind: String(kind), name, component, objects }));
    return resource!;
  }

  /**
   * Name of the Service of the component, by which others in its namespace reach it. Fails if none is known, or several are.
   */
  public get serviceName(): string {
    const { componentName: component } = this.component;
    const services = this.platform._serviceNames(this.model);
    if (services.length === 0) refuse(this, found('service-not-found', '', { reason: 'no-name', component }));
    if (services.length > 1) refuse(this, found('ambiguous-service', '', { reason: 'several-names', component, services }));
    return services[0];
  }

  /** The pods of the component, as cdk8s-plus selects pods and takes peers of network policies. It is the binding itself. */
  public get podSelector(): IComponentPods {
    return this;
  }

  /** The labels by which the pods are selected, in the namespace of the application. Fails if they are not known. */
  public toPodSelectorConfig(): PodSelectorConfig {
    const pods = this.platform._podsOf(this.model);
    refuse(this, Array.isArray(pods) ? pods : FINE);
    return podSelectorConfig((pods as SelectedPods).selector, this.application.namespace);
  }

  /** The pods as a peer of a network policy. Fails if they are not known. */
  public toNetworkPolicyPeerConfig(): NetworkPolicyPeerConfig {
    return { podSelector: this.toPodSelectorConfig() };
  }

  /** The pods as a selector: the binding itself. */
  public toPodSelector(): IPodSelector | undefined {
    return this;
  }

  /**
   * Findings on a trait of this component.
   *
   * @internal
   */
  public _checkTrait(trait: TraitModel): Finding[] {
    const { kind } = this.platform._typeOf(trait.kind);
    const name = nameOf(trait.fields);
    const twin = this.byIdentity.get(this.identityOf(trait));
    return [
      ...twin && isPresent(twin.construct)
        ? found('duplicate-trait', '', { reason: this.ofTwins(trait), kind, name, maker: { construct: twin.construct.node.path } })
        : FINE,
      ...this.platform._checkTrait(trait),
    ];
  }

  /** The reason why a component cannot have two such traits. */
  private ofTwins(trait: TraitModel): 'several-ports' | 'single-port' | 'same-identity' {
    if (!this.platform._isTrait(trait, 'MetricsTrait')) return 'same-identity';
    return this.platform._takesManyPorts ? 'several-ports' : 'single-port';
  }

  /**
   * The component's workload with the values of its parameters, if it is declared here.
   *
   * @internal
   */
  public get _workload(): PlainObject | undefined {
    const { _model: component } = this.component;
    if (!component) return undefined;
    const { fields } = substituted(component.workload.fields, component.parameters, this.model.entry.parameterValues);
    return { ...fields as PlainObject, ...this.platform._typeOf(component.workload.kind) };
  }

  /**
   * The labels of the component's pods, and their namespace; `undefined` if no pods of it are known here.
   *
   * @internal
   */
  public get _selectedPods(): { readonly selector: object; readonly namespace?: string } | undefined {
    const { component } = this.model;
    const { namespace } = this.application;
    if (!this.platform._makesObjects) {
      // the labels of a `source` object are not final before the program has built it
      const hasPods = component !== undefined && !component.workload.source && mayHavePods(this.platform._typeOf(component.workload.kind));
      return hasPods ? { selector: { matchLabels: selectorOf(this.model) }, namespace } : undefined;
    }
    const pods = this.platform._podsOf(this.model);
    return Array.isArray(pods) ? undefined : { selector: pods.selector, namespace };
  }

  /** @internal */
  public _addTrait(trait: TraitModel): void {
    this.declared.push(trait);
    this.byIdentity.set(this.identityOf(trait), trait);
    Registry.of(this).changed();
    this.platform._renderTrait(this.model, trait);
  }

  private get metricsTrait(): TraitModel | undefined {
    return this.traits.find(t => this.platform._isTrait(t, 'MetricsTrait'));
  }

  /** The metrics as platforms often ask for them. They depend on the trait alone, unless the program creates the workload elsewhere. */
  private get known(): ComponentMetrics {
    const trait = this.metricsTrait;
    if (this.component._model?.workload.source) return this.metricsBy(trait);
    if (!this.last || this.last.trait !== trait) this.last = { trait, metrics: this.metricsBy(trait) };
    return this.last.metrics;
  }

  private metricsBy(trait: TraitModel | undefined): ComponentMetrics {
    const spec = trait?.fields.spec;
    const workload = this.component._model?.workload;
    const defaults = workload ? this.platform._metricsDefaults(workload, trait !== undefined) : trait ? GENERIC_METRICS : undefined;
    const scraper = this.platform._scraperOf(typeof spec?.scraper === 'string' ? spec.scraper : undefined);
    if (!defaults) return { endpoints: [], scraper };
    const endpoints = endpointsOf(spec, defaults).map((endpoint, index) => ({ ...endpoint, jobName: this.jobName(index) }));
    // a token takes precedence over the secret of the workload's type
    const secret = spec?.secret as string | undefined ?? (spec?.authorization == null ? defaults.secret : undefined);
    return secret === undefined || endpoints.length === 0 ? { endpoints, scraper } : { endpoints, scraper, secret };
  }

  /** The traits so far, except those that were removed from the tree. */
  private get traits(): TraitModel[] {
    return this.declared.filter(t => isPresent(t.construct));
  }

  /** The identity of a trait on its component: type and name, but the type alone for a MetricsTrait. */
  private identityOf(trait: TraitModel): string | undefined {
    const type = this.platform._typeOf(trait.kind);
    const name = this.platform._isTrait(trait, 'MetricsTrait') ? '' : nameOf(trait.fields) ?? '';
    // values that are not strings are rejected elsewhere
    const isKnown = [type.apiVersion, type.kind, name].every(part => typeof part === 'string');
    return isKnown ? identityKey(identityOf({ ...type, metadata: { name } })) : undefined;
  }

  private jobName(index: number): string {
    const { applicationName: application, namespace } = this.application;
    return this.platform._jobName({ application, namespace, component: this.component.componentName, index });
  }

  private facts(): Facts {
    const { namespace } = this.application;
    const { componentName: component, namespace: own, _model: model } = this.component;
    const { traits } = this;
    const present = isPresent(this.component) && this.component.node.root === this.node.root;
    return {
      objects: this.objects(traits, namespace),
      bindings: [{ construct: this, namespace, component, componentNamespace: own ?? namespace, present }],
      routes: traits.filter(t => this.platform._isTrait(t, 'IngressTrait')).flatMap(t => this.routes(t)),
      findings: findingsAt(this, 'workload', [
        ...this.rejected(), ...this.unfollowed(), ...model?.workload.boundFindings?.(this._workload) ?? FINE,
      ]),
      jobs: this.known.endpoints.map(e => ({ construct: this, job: e.jobName, component, namespace, port: e.port })),
    };
  }

  /** What the platform rejects in the fields that parameters may set, with the values of this binding. The Component reports the others. */
  private rejected(): Finding[] {
    const { _workload: workload, component: { _model: component } } = this;
    if (!workload || !component?.parameters) return FINE;
    const isParameter = mayBeSet(component.parameters);
    const rejected = this.platform._checkWorkload(workload).filter(({ path }) => isParameter(path));
    return withoutValues(rejected, component.parameters, this.model.entry.parameterValues ?? []);
  }

  private unfollowed(): Finding[] {
    const workload = this._workload;
    return workload ? checksumFindings(workload, this.model, kind => this.platform._typeOf(kind)) : FINE;
  }

  private routes(trait: TraitModel): RouteFact[] {
    return this.platform._routesOf(trait.fields.spec, this.model.application).map(route => ({ construct: trait.construct, ...route }));
  }

  /** The objects that the platform creates in the cluster: the workload, the objects it becomes, and traits with a name. */
  private objects(traits: TraitModel[], namespace?: string): ObjectFact[] {
    if (!this.platform._makesObjects) return [];
    const { componentName, _model: component } = this.component;
    const objects: ObjectFact[] = [];
    const fields = this._workload;
    if (component && fields) {
      const { workload } = component;
      const own: unknown = nameOf(fields);
      const itself = { ...this.platform._typeOf(workload.kind), name: typeof own === 'string' ? own : componentName };
      for (const { apiVersion, kind, name } of [itself, ...workload.made(itself.name, fields)]) {
        objects.push({ construct: this, apiVersion, kind, namespace, name, origin: this.component });
      }
    }
    for (const trait of traits) {
      const name = nameOf(trait.fields);
      if (name) objects.push({ construct: trait.construct, ...this.platform._typeOf(trait.kind), namespace, name });
    }
    return objects;
  }
}

brand(ComponentBinding);

function asGiven(findings: Finding[]): Finding[] {
  return findings.map(each => movedTo(givenPath(BINDING, each.path), each));
}
