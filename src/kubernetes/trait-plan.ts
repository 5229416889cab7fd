import { IKindRenderer, askedObjects, plainFindings } from './kind-renderer';
import { dataFindings, oamLabels, objectLabels, otherNamespace } from './labels';
import { Knowledge, unknown } from './workload-plan';
import { unknownFields } from '../definitions/props';
import { specOf } from '../definitions/type';
import { Finding, FINE, found, saying } from '../findings/finding';
import { reservedLabels } from '../objects/labels';
import { hasPods } from '../objects/pod-holders';
import { PlainObject, Rendered, nothing } from '../objects/rendering';
import { leadingRules, scraperOf } from '../platform/companions';
import { ApplicationModel, BesideModel, BindingModel, PodCaller, SelectedPods, TraitModel } from '../platform/model';
import { only } from '../private/check';
import { nameOf } from '../private/names';
import { OamKind, ObjectType, isSameType } from '../private/oam-kind';
import { isClusterScoped } from '../private/scopes';
import { OAM_TRAITS } from '../traits/all';
import { OamTrait, TraitContext } from '../traits/trait';
import { IngressProvider } from './ingress/ingress-provider';
import { WebLogicExporterProps } from './metrics/monitor';
import { MonitoringProvider } from './metrics/monitoring-provider';
import { Services } from './services';
import { WorkloadPlan } from '../workloads/workload';
import { TraitOfBinding, backendOf } from './ingress/rule';

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
