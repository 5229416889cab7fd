import {
  IKindRenderer, askedObjects, plainFindings, itself, dataFindings, oamLabels, objectLabels, otherNamespace,
  applicationLabels, entryFindings, unplanned, withoutNamespace,
} from './kind-renderer';
import { unknownFields } from '../../base/definitions/props';
import { specOf } from '../../base/definitions/type';
import { Finding, FINE, found, saying, Check, within, Shown } from '../../base/findings/finding';
import {
  reservedLabels, hasPods, PlainObject, Rendered, nothing, podLabelsOf, withPodLabels, WorkloadContext,
  WorkloadRenderer,
} from '../../cluster/objects/object-index';
import { leadingRules, scraperOf } from '../oam/oam-platform';
import {
  ApplicationModel, BesideModel, BindingModel, PodCaller, SelectedPods, TraitModel, ComponentModel, selectorOf,
} from '../../model/platform/model';
import { only } from '../../base/check';
import { nameOf, manifest } from '../../base/names';
import { OamKind, ObjectType, isSameType, isClusterScoped, groupOf } from '../../base/oam-kind';
import { OAM_TRAITS } from '../../model/traits/all';
import { OamTrait, TraitContext } from '../../model/traits/trait';
import { IngressProvider } from './ingress/ingress-provider';
import { WebLogicExporterProps } from './metrics/monitor';
import { MonitoringProvider } from './metrics/monitoring-provider';
import { Services } from './services';
import { WorkloadPlan } from '../../model/workloads/workload';
import { TraitOfBinding, backendOf } from './ingress/rule';
import { kubernetesFields } from '../../cluster/checks/objects';
import { substituted, withoutParameterValues } from '../../model/platform/parameters';
import { isKind, POD } from '../../base/kinds/kind-of';
import { withServiceLabels } from '../../model/workloads/coherence-workload';
import { oamWorkloadOn, OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { declaredPortsOf } from '../../cluster/objects/oam-workloads';

/** Plans the objects that a trait is rendered to beside the workload. */
export function planTrait(binding: BindingModel, trait: TraitModel, providers: TraitProviders, knowledge: Knowledge): Rendered {
  const type = knowledge.typeOf(trait.kind);
  const first = [
    ...dataFindings(trait.entry),
    ...otherNamespace(binding, trait.fields.metadata),
    ...reservedLabels(trait.fields.metadata?.labels, oamLabels(binding, 'TRAIT'), 'metadata.labels'),
  ];
  const rendered = render(contextOf(binding, trait, providers), type, knowledge, providers);
  const isWithoutWorkload = providers.planOf(binding).findings.length > 0;
  const isSilent = rendered.objects.length === 0 && rendered.findings.length === 0 && !isWithoutWorkload;
  return {
    ...rendered,
    findings: [...first, ...rendered.findings, ...isSilent ? withoutObject(trait) : FINE],
    objects: isWithoutWorkload ? [] : rendered.objects.map(object => labelled(binding, object)),
  };
}

/** Reports labels and annotations of a trait that has no object to carry them. */
function withoutObject({ fields: { metadata } }: TraitModel): Finding[] {
  return (['labels', 'annotations'] as const).filter(field => Object.keys(metadata?.[field] ?? {}).length > 0).flatMap(field =>
    found('not-expressible', ['metadata', field], saying('cannot be expressed: no object is made of the trait to which they could belong',
      'leave them out')));
}

function render(context: TraitContext, type: ObjectType, knowledge: Knowledge, providers: TraitProviders): Rendered {
  const { binding, trait } = context;
  const own = knowledge.renderers.find(each => isSameType(each, type));
  // an application without a namespace is reported elsewhere; a renderer is promised one
  if (own) return binding.application.namespace == null ? nothing([]) : answerOf(context, own, type, knowledge);
  if (trait.beside) return besideWorkload(binding, trait.beside, knowledge, providers);
  const known = OAM_TRAITS.find(each => isSameType(knowledge.typeOf(each.kind), type));
  const source = binding.component?.workload.source;
  if (known?.change && source) return nothing(found('not-expressible', '', { reason: 'changes-object', kind: source.type.kind }));
  if (!known) return knowledge.isOamType(type) ? nothing(unknown(type, knowledge)) : plainObject(context, type);
  const wrong = [...only('metadata', 'spec')(trait.fields, ''), ...unknownFields(specOf(known))(trait.fields.spec ?? {}, '')];
  if (wrong.length > 0) return nothing(wrong);
  const again = known.isOne ? second(binding, trait, known, knowledge) : FINE;
  return again.length > 0 ? nothing(again) : known.render(context);
}

/** Renders an object for the component's pods. */
function besideWorkload(binding: BindingModel, beside: BesideModel, knowledge: Knowledge, providers: TraitProviders): Rendered {
  const pods = podsOf(binding, knowledge, providers);
  return Array.isArray(pods) ? nothing(pods) : beside.render(pods);
}

/** The pods of a component, or a finding that it has none. Findings about the workload are reported with the workload. */
export function podsOf(binding: BindingModel, knowledge: Knowledge, providers: TraitProviders): SelectedPods | Finding[] {
  const { objects, findings, type, ports, selector } = providers.planOf(binding);
  const changed = objects.map(each => withTraits(each, binding, knowledge));
  const pods = changed.find(hasPods);
  if (!pods) return findings.length > 0 ? FINE : found('no-pods', '', { reason: 'workload', kind: type.kind });
  return {
    selector,
    kind: (binding.component?.workload.source ? changed[0] : pods).kind,
    objects: changed,
    ports,
    scraper: scraperOf(binding, type, providers.metrics._parts.pods()),
    ingressController: controllerOf(binding, providers, knowledge.typeOf),
  };
}

/** Returns the objects of a user's renderer for a trait. The renderer is called once. */
function answerOf({ binding, trait }: TraitContext, renderer: IKindRenderer, type: ObjectType, knowledge: Knowledge): Rendered {
  const { answers, isOamType } = knowledge;
  const given = { metadata: {}, ...trait.fields, ...type };
  const answer = answers.get(trait) ?? askedObjects({ renderer, binding, type: 'TRAIT', isOamType }, given);
  answers.set(trait, answer);
  return answer;
}

/** Renders a Kubernetes object that belongs to the component. */
function plainObject({ binding, trait: { fields } }: TraitContext, type: ObjectType): Rendered {
  if (nameOf(fields) === undefined) return nothing(found('missing-field', 'metadata.name', { reason: 'required', way: 'object-name' }));
  const object: PlainObject = { ...fields, metadata: { ...fields.metadata }, ...type };
  return { objects: [object], findings: plainFindings(object, { reserved: oamLabels(binding, 'TRAIT'), selector: {} }) };
}

/**
 * Sets labels and namespace. The namespace is the application's unless a provider chose another; `otherNamespace()` reports a user's own.
 */
function labelled(binding: BindingModel, object: PlainObject): PlainObject {
  const { name, namespace, labels, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: {
      name,
      ...isClusterScoped(object) ? {} : { namespace: namespace ?? binding.application.namespace },
      labels: objectLabels(binding, 'TRAIT', labels),
      ...metadata,
    },
  };
}

/**
 * Reports a second trait of a kind that a component may have once. An OAM platform tells such traits apart by name, but both change one
 * workload.
 */
function second({ traits }: BindingModel, trait: TraitModel, known: OamTrait, { typeOf }: Knowledge): Finding[] {
  const type = typeOf(known.kind);
  const first = traits().find(each => isSameType(typeOf(each.kind), type));
  if (!first || first === trait) return FINE;
  return found('duplicate-trait', '', { reason: 'one-workload', kind: type.kind, maker: { construct: first.construct.node.path } });
}

/** A workload's object, changed by the traits of its component. */
export function withTraits(object: PlainObject, binding: BindingModel, { typeOf, renderers }: Knowledge): PlainObject {
  return binding.traits().reduce((changed, trait) => {
    const type = typeOf(trait.kind);
    if (renderers.some(each => isSameType(each, type))) return changed;
    return OAM_TRAITS.find(each => isSameType(typeOf(each.kind), type))?.change?.(changed, trait) ?? changed;
  }, object);
}

/** The providers and settings with which traits are rendered. */
export interface TraitProviders {
  readonly metrics: MonitoringProvider;
  readonly ingress?: IngressProvider;
  /** The label for the cluster's name, and the name if there is one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  /** Returns the plan of a binding's workload. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  readonly exporter: WebLogicExporterProps;
  /** Returns the IngressTraits that were declared for an application, also those that were removed, in order. */
  readonly ingressTraits: (application: ApplicationModel) => readonly TraitOfBinding[];
}

/** The context in which a trait is rendered. */
function contextOf(binding: BindingModel, trait: TraitModel, providers: TraitProviders): TraitContext {
  const { metrics, ingress, planOf } = providers;
  return {
    binding,
    trait,
    planOf,
    metrics: {
      scraper: metrics._parts.scraper().toString(),
      replaces: metrics._parts.replaces,
      render: () => metrics._parts.render({ ...providers, binding, trait }),
    },
    ingress: ingress && (() => ingress._parts.render({ ...providers, binding, trait })),
  };
}

/** The ingress controller as a caller of a component's pods; `undefined` if no rule of an IngressTrait leads to them. */
function controllerOf(binding: BindingModel, providers: TraitProviders, typeOf: (kind: OamKind) => ObjectType): PodCaller | undefined {
  const { ingress, services } = providers;
  if (!ingress) return undefined;
  const leading = services.to(binding);
  const targets = leadingRules(binding, leading.map(({ name }) => name), typeOf).flatMap(({ binding: of, trait, index, destination }) => {
    const { service, port } = backendOf(destination, index, { ...providers, binding: of, trait });
    const target = leading.find(({ name }) => name === service);
    return target ? [target.ports.find(({ number }) => number === port)?.containerPort] : [];
  });
  if (targets.length === 0) return undefined;
  const ports = targets.filter(port => port !== undefined);
  const { pods, tunnel } = ingress._parts;
  return { pods: pods(), tunnel, ports: ports.length === targets.length ? [...new Set(ports)] : undefined };
}

/** A platform's knowledge of kinds and namespaces. */
export interface Knowledge {
  readonly typeOf: (kind: OamKind) => ObjectType;
  readonly renderers: readonly IKindRenderer[];
  readonly isMeshed: (namespace: string) => boolean;
  /** Whether a type belongs to OAM or to the platform's vendor. The cluster does not know such types. */
  readonly isOamType: (type: ObjectType) => boolean;
  readonly vendor: string;
  /** The answers of renderers for traits, so that none is called twice. */
  readonly answers: WeakMap<TraitModel, Rendered>;
}

/** Plans the objects of a component in an application. */
export function planWorkload(binding: BindingModel, knowledge: Knowledge): WorkloadPlan {
  const { component, application, entry } = binding;
  const type = component ? knowledge.typeOf(component.workload.kind) : { apiVersion: '', kind: '' };
  const plain = unplanned(binding, type);
  if (!component) {
    const elsewhere = found('component-elsewhere', '', { reason: 'component-elsewhere', component: binding.componentName });
    return { ...nothing(elsewhere), ...plain };
  }
  const ofComponent = reservedLabels(component.metadata.labels, oamLabels(binding, 'WORKLOAD'), 'component.metadata.labels');
  const [parameters, values] = [component.parameters ?? [], entry.parameterValues ?? []];
  const { fields, findings } = substituted(component.workload.fields, parameters, values);
  const asked = [...entryFindings(binding), ...ofComponent, ...findings];
  const namespace = application.namespace;
  if (namespace == null) asked.push(...withoutNamespace(binding));
  if (asked.length > 0) return { ...nothing(asked), ...plain };
  const rendered = renderWorkload(binding, { metadata: {}, ...fields, ...type }, knowledge);
  const beside = rendered.objects.length > 0 ? component.workload.companions ?? [] : [];
  const objects = [...rendered.objects, ...beside.map(({ object }) => object)].map(object => labelledObject(binding, object));
  return {
    ...plain,
    objects,
    findings: within('workload', withoutParameterValues(rendered.findings, parameters, values)),
    ports: portsOf(component, [{ metadata: {}, ...fields, ...type }, ...objects]),
  };
}

function renderWorkload(binding: BindingModel, workload: PlainObject, knowledge: Knowledge): Rendered {
  const { apiVersion, kind, ...fields } = workload;
  const { check, lost, renderer } = rendererOf(binding, { apiVersion, kind }, knowledge);
  const broken = [...check({ ...fields, apiVersion, kind }, ''), ...otherNamespace(binding, workload.metadata)];
  if (broken.length > 0 || !renderer) return nothing([...broken, ...renderer ? FINE : unknown({ apiVersion, kind }, knowledge)]);
  const { labels, annotations } = fields.metadata ?? {};
  const reserved = oamLabels(binding, 'WORKLOAD');
  const context: WorkloadContext = {
    name: nameOf(fields) ?? binding.componentName,
    labels: { ...applicationLabels(binding.application), ...labels, ...reserved },
    annotations: { ...binding.application.metadata.annotations, ...annotations },
    reserved,
    selector: selectorOf(binding),
    isMeshed: knowledge.isMeshed(binding.application.namespace!),
    vendor: knowledge.vendor,
    fields,
  };
  const rendered = renderer(context);
  const own = [...reservedLabels(labels, reserved, 'metadata.labels'), ...lost?.(fields.spec, 'spec') ?? FINE];
  return { ...rendered, findings: [...own, ...rendered.findings] };
}

interface KnownRenderer {
  readonly check: Check;
  /** Reports fields of the spec that would be lost. */
  readonly lost?: Check;
  readonly renderer?: WorkloadRenderer;
}

/** The renderer of a type, and the check of its input; the renderer is `undefined` for an unknown type. */
function rendererOf(binding: BindingModel, type: ObjectType, knowledge: Knowledge): KnownRenderer {
  const { typeOf, renderers, isOamType } = knowledge;
  const own = renderers.find(each => isSameType(each, type));
  if (own) {
    const asked = { renderer: own, binding, type: 'WORKLOAD', isOamType } as const;
    return { check: manifest, renderer: ({ fields }) => askedObjects(asked, { metadata: {}, ...fields, ...type }) };
  }
  const known = oamWorkloadOn(type, typeOf);
  if (known) return { check: known.definition.check, lost: unknownFields(specOf(known)), renderer: known.render };
  return { check: kubernetesFields(type.apiVersion, type.kind, true) ?? manifest, renderer: isOamType(type) ? undefined : itself(type) };
}

/** Reports an OAM kind that is unknown, or known only in another version. */
function unknown(type: ObjectType, { typeOf }: Knowledge): Finding[] {
  const { apiVersion: version, kind } = type;
  const known = [...OAM_TRAITS, ...OAM_WORKLOADS].map(each => typeOf(each.kind))
    .find(each => each.kind === kind && groupOf(each) === groupOf(type));
  const served = known?.apiVersion;
  if (served) return found('unknown-oam-kind', 'apiVersion', { reason: 'version', served, kind, value: Shown.of(version) });
  return found('unknown-oam-kind', '', { reason: 'no-renderer', kind, version });
}

/**
 * An object in the application's namespace, with the labels of the model on it and on its pods. Labels and annotations of the Component are
 * copied to it.
 */
function labelledObject(binding: BindingModel, object: PlainObject): PlainObject {
  const { metadata: component } = binding.component!;
  const { name, namespace: _, labels: own, annotations: notes, ...metadata } = object.metadata;
  const labels = { ...component.labels, ...own };
  const annotations = { ...component.annotations, ...notes };
  const all = {
    name,
    ...isClusterScoped(object) ? {} : { namespace: binding.application.namespace },
    // a pod's labels become labels of its series
    labels: isKind(object, POD) ? { ...labels, ...oamLabels(binding, 'WORKLOAD') } : objectLabels(binding, 'WORKLOAD', labels),
    ...Object.keys(annotations).length > 0 ? { annotations } : {},
    ...metadata,
  };
  const whole = { ...object, metadata: all };
  const selector = selectorOf(binding);
  return withServiceLabels(podLabelsOf(object) ? withPodLabels(whole, selector) : whole, selector);
}

/** The ports of the workload with its parameters, or else those of the rendered objects, or else those that it declares. */
function portsOf({ workload: { declaredPorts } }: ComponentModel, sources: readonly PlainObject[]): WorkloadPlan['ports'] {
  const read = sources.map(declaredPortsOf).find(ports => ports.length > 0) ?? [];
  return read.length > 0 ? read : declaredPorts;
}
