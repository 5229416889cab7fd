import type { ApiObject } from 'cdk8s';
import type { IPodSelector, NetworkPolicyPeerConfig, PodSelectorConfig, INetworkPolicyPeer } from 'cdk8s-plus-27';
import { Construct, IConstruct } from 'constructs';
import { IComponent } from './component';
import { BINDING, ComponentBindingOptions } from './entry';
import { givenPath, manifestOf, unknownProps } from '../../base/definitions/props';
import { bad, Finding, FINE, found, movedTo, Shown } from '../../base/findings/finding';
import { checksumFindings } from '../platform/checksums';
import { ComponentMetrics, metricsOfComponent } from '../platform/metrics';
import { Platform } from '../platform/platform';
import { ApplicationModel, BindingModel, SelectedPods, selectorOf, TraitModel } from '../platform/model';
import { boundWorkload, withoutParameterValues } from '../platform/parameters';
import { brand, throwFindings } from '../../base/brand';
import { asProps, asObject, isInt32, shownName } from '../../base/check';
import { apiObjectsBelow } from '../../base/model-object';
import { identityKey, identityOf } from '../../base/oam-kind';
import { mayHavePods } from '../../base/kind-of';
import { nameOf } from '../../base/names';
import { plain } from '../../base/plain';
import { isPresent, Registry, Facts, findingsAt, ObjectFact } from '../../base/registry';
import { mayBeSet } from '../../base/workload-parameters';
import type { PlainObject } from '../../cluster/objects/rendered';
import type { LabelSelector } from '../../cluster/objects/selectors';

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
  private known?: { readonly trait: TraitModel | undefined; readonly metrics: ComponentMetrics };

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
    if (typeof component?.componentName !== 'string') {
      throwFindings(this, bad('invalid-type', 'component', 'component', component));
    }
    const atProps = (findings: Finding[]) => findings.map(each => movedTo(givenPath(BINDING, each.path), each));
    const findings: Finding[] = [];
    const { revisionName, ...given } = asObject<BindingModel['entry']>(
      plain(manifestOf(BINDING, options), '', findings));
    throwFindings(this, atProps([...findings, ...unknownProps(BINDING, options)]));
    const { componentName } = component;
    const wrongRevision = revisionFindings(componentName, revisionName);
    // the parameters of a pinned revision are not known here
    const areKnown = revisionName == null || wrongRevision.length > 0;
    const wrongValues = valueFindings(component, given.parameterValues ?? [], areKnown);
    throwFindings(this, atProps([...BINDING.check(given, ''), ...wrongRevision, ...wrongValues]));

    const which = revisionName == null ? { componentName } : { revisionName };
    this.model = {
      construct: this,
      application: scope._model,
      componentName,
      component: component._model,
      entry: { ...which, ...given },
      traits: () => this.traits,
      metrics: () => this.lastMetrics,
    };
    scope._bind(this.model);
    Registry.of(this).register({ construct: this, facts: () => this.facts() });
    // a ConfigMap that pods follow can change without notice
    if (component._model?.workload.followsConfigMaps) Registry.of(this).isForeign = true;
    this.platform._renderBinding(this.model);
  }

  /**
   * How the component's metrics are collected: what its MetricsTrait says, and the defaults of its workload's type for
   * all that was left out. Changes while traits are added.
   */
  public get metrics(): ComponentMetrics { return metricsOfComponent(this.model, this.platform, this.metricsTrait); }

  /**
   * The API objects that are rendered for the component so far: the workload, including one that the program creates
   * elsewhere, its Service, its monitor, and those of its traits. On an OAM platform these are Components, from which
   * the cluster creates the rest.
   */
  public get resources(): ApiObject[] {
    const { source } = this.component._model?.workload ?? {};
    const rendered = apiObjectsBelow([...isPresent(this.component) ? [this.component] : [], this]);
    return [...source ? [source.object] : [], ...rendered];
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
    if (!resource) {
      throwFindings(this, found('resource-not-found', '', { kind: String(kind), name, component, objects }));
    }
    return resource!;
  }

  /**
   * Name of the Service of the component, by which others in its namespace reach it. Fails if none is known, or several
   * are.
   */
  public get serviceName(): string {
    const { componentName: component } = this.component;
    const services = this.platform._serviceNames(this.model);
    throwFindings(this, services.length === 1 ? FINE
      : services.length === 0 ? found('service-not-found', '', { reason: 'no-name', component })
        : found('ambiguous-service', '', { reason: 'several-names', component, services }));
    return services[0];
  }

  /**
   * The pods of the component, as cdk8s-plus selects pods and takes peers of network policies. It is the binding
   * itself.
   */
  public get podSelector(): IComponentPods { return this; }

  /** The labels by which the pods are selected, in the namespace of the application. Fails if they are not known. */
  public toPodSelectorConfig(): PodSelectorConfig {
    const pods = this.platform._podsOf(this.model);
    throwFindings(this, Array.isArray(pods) ? pods : FINE);
    const { matchLabels, matchExpressions = [] }: LabelSelector = (pods as SelectedPods).selector;
    // loaded only when a program asks for it
    // eslint-disable-next-line @typescript-eslint/no-require-imports
    const plus = require('cdk8s-plus-27') as typeof import('cdk8s-plus-27');
    const expressions = matchExpressions.map(({ key, operator, values = [] }) => {
      switch (operator) {
        case 'In': return plus.LabelExpression.in(key, [...values]);
        case 'NotIn': return plus.LabelExpression.notIn(key, [...values]);
        case 'Exists': return plus.LabelExpression.exists(key);
        default: return plus.LabelExpression.doesNotExist(key);
      }
    });
    const labelSelector = plus.LabelSelector.of({ labels: { ...matchLabels }, expressions });
    const { namespace } = this.application;
    return namespace === undefined ? { labelSelector } : { labelSelector, namespaces: { names: [namespace] } };
  }

  /** The pods as a peer of a network policy. Fails if they are not known. */
  public toNetworkPolicyPeerConfig(): NetworkPolicyPeerConfig { return { podSelector: this.toPodSelectorConfig() }; }

  /** The pods as a selector: the binding itself. */
  public toPodSelector(): IPodSelector | undefined { return this; }

  /** Findings on a trait of this component. @internal */
  public _checkTrait(trait: TraitModel): Finding[] {
    const { platform } = this;
    const { kind } = platform._typeOf(trait.kind);
    const twin = this.byIdentity.get(this.identityOf(trait));
    const isMetrics = platform._isTrait(trait, 'MetricsTrait');
    const metricsProp = this.component._model?.workload.metricsProp;
    const reason = !isMetrics ? 'same-identity'
      : platform._takesManyPorts ? 'several-ports' : 'single-port';
    return [
      ...twin && isPresent(twin.construct) ? found('duplicate-trait', '',
        { reason, kind, name: nameOf(trait.fields), maker: { construct: twin.construct.node.path } }) : FINE,
      ...platform._checkTrait(trait),
      ...isMetrics && metricsProp ? found('duplicate-trait', '', { reason: 'port-metrics', prop: metricsProp }) : FINE,
    ];
  }

  /** The component's workload with the values of its parameters, if it is declared here. @internal */
  public get _workload(): PlainObject | undefined {
    return this.model.component && boundWorkload(this.model, kind => this.platform._typeOf(kind)).manifest;
  }

  /** The labels of the component's pods, and their namespace; `undefined` if no pods of it are known here. @internal */
  public get _selectedPods(): { readonly selector: object; readonly namespace?: string } | undefined {
    const { component } = this.model;
    const { namespace } = this.application;
    if (!this.platform._makesObjects) {
      // the labels of a `source` object are not final before the program has built it
      const hasPods = component !== undefined && !component.workload.source
        && mayHavePods(this.platform._typeOf(component.workload.kind));
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
    return this.traits.find(each => this.platform._isTrait(each, 'MetricsTrait'));
  }

  /**
   * The metrics as platforms often ask for them. They depend on the trait alone, unless the program creates the
   * workload elsewhere.
   */
  private get lastMetrics(): ComponentMetrics {
    const trait = this.metricsTrait;
    if (this.component._model?.workload.source) return this.metrics;
    if (!this.known || this.known.trait !== trait) this.known = { trait, metrics: this.metrics };
    return this.known.metrics;
  }

  /** The traits so far, except those that were removed from the tree. */
  private get traits(): TraitModel[] { return this.declared.filter(t => isPresent(t.construct)); }

  /** The identity of a trait on its component: type and name, but the type alone for a MetricsTrait. */
  private identityOf(trait: TraitModel): string | undefined {
    const type = this.platform._typeOf(trait.kind);
    const name = this.platform._isTrait(trait, 'MetricsTrait') ? '' : nameOf(trait.fields) ?? '';
    // values that are not strings are rejected elsewhere
    const isKnown = [type.apiVersion, type.kind, name].every(part => typeof part === 'string');
    return isKnown ? identityKey(identityOf({ ...type, metadata: { name } })) : undefined;
  }

  private facts(): Facts {
    const { platform, traits, application: { namespace }, _workload: manifest } = this;
    const { componentName: component, namespace: own, _model: model } = this.component;
    const present = isPresent(this.component) && this.component.node.root === this.node.root;
    // what the platform rejects in the fields that parameters may set, with the values of this binding; the Component
    // reports the others
    const isParameter = mayBeSet(model?.parameters);
    const rejected = manifest && model?.parameters
      ? platform._checkWorkload(manifest).filter(({ path }) => isParameter(path)) : FINE;
    const { endpoints } = this.lastMetrics;
    const routes = traits.filter(each => platform._isTrait(each, 'IngressTrait')).flatMap(({ construct, fields }) =>
      platform._routesOf(fields.spec, this.model.application).map(route => ({ construct, ...route })));
    return {
      objects: platform._makesObjects ? this.objectsInCluster(manifest) : [],
      bindings: [{ construct: this, namespace, component, componentNamespace: own ?? namespace, present }],
      routes,
      findings: findingsAt(this, model?.workloadAt ?? '', [
        ...withoutParameterValues(rejected, this.model),
        ...manifest ? checksumFindings(manifest, this.model, kind => platform._typeOf(kind)) : FINE,
        ...model?.workload.boundFindings?.(manifest) ?? FINE,
        ...endpoints.length < 2 || platform._takesManyPorts ? FINE : found('ports-not-supported', '',
          { reason: 'named', ports: endpoints.map(({ port }) => port) }),
      ]),
      jobs: endpoints.map(({ jobName: job, port }) =>
        ({ construct: this, job, component, namespace, port })),
    };
  }

  /** The objects that the platform creates: the workload, the objects it becomes, and traits with a name. */
  private objectsInCluster(manifest: PlainObject | undefined): ObjectFact[] {
    const { platform, traits, application: { namespace }, component: { componentName, _model: component } } = this;
    const own: unknown = nameOf(manifest);
    const name = typeof own === 'string' ? own : componentName;
    const made = component && manifest
      ? [{ ...platform._typeOf(component.workload.kind), name }, ...component.workload.made(name, manifest)] : [];
    return [
      ...made.map(each => ({ construct: this, ...each, namespace, origin: this.component })),
      ...traits.map(({ construct, kind, fields }) =>
        ({ construct, ...platform._typeOf(kind), namespace, name: nameOf(fields) ?? '' })).filter(each => each.name),
    ];
  }
}

brand(ComponentBinding);

/** Checks the name of the revision to which a component is pinned. */
function revisionFindings(component: string, revision: unknown): Finding[] {
  const isOfComponent = typeof revision === 'string' && /-v\d+$/.test(revision)
    && revision.slice(0, revision.lastIndexOf('-')) === component;
  return revision == null || isOfComponent ? FINE : found('invalid-name', 'revisionName',
    { reason: 'component', component, name: component, value: Shown.of(revision) });
}

/** Checks the values of parameters; if the parameters are not known, only their types. */
function valueFindings(
  { _model: model, componentName: component }: IComponent, values: unknown, areKnown: boolean,
): Finding[] {
  if (!Array.isArray(values)) return FINE;
  const parameters = areKnown && model ? model.parameters ?? [] : undefined;
  const declared = parameters?.map(({ name }) => name);
  return [
    ...values.flatMap((each, i) => typeof each?.value === 'string' || isInt32(each?.value) || each?.value == null ? FINE
      : bad('invalid-type', 'parameter', ['parameterValues', i, 'value'], each.value)),
    ...values.flatMap((each, i) => !declared || typeof each?.name !== 'string' || declared.includes(each.name) ? FINE
      : found('unknown-parameter', ['parameterValues', i, 'name'],
        { reason: 'not-declared', component, declared, value: shownName(each.name) })),
    ...(parameters ?? []).filter(({ name, required }) => required && !values.some(each => each?.name === name))
      .flatMap(({ name }) => found('missing-field', 'parameterValues', { reason: 'parameter', name })),
  ];
}

/** The pods of a component, for cdk8s-plus: a selector of pods, and a peer of network policies. */
export interface IComponentPods extends IPodSelector, INetworkPolicyPeer {}
