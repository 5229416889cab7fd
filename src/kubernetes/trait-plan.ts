import { IKindRenderer, askedObjects, plainFindings } from './kind-renderer';
import { dataFindings, oamLabels, objectLabels, otherNamespace } from './labels';
import { Knowledge, unknown } from './workload-plan';
import { unknownFields } from '../definitions/props';
import { specOf } from '../definitions/type';
import { FINE, Finding, found } from '../findings/finding';
import { reservedLabels } from '../objects/labels';
import { hasPods, scaleOf } from '../objects/pod-holders';
import { PlainObject, Rendered, nothing } from '../objects/rendering';
import { leadingRules, renderFor, scraperOf } from '../platform/companions';
import { BesideModel, BindingModel, PodCaller, SelectedPods, TraitModel } from '../platform/model';
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
import { backendOf } from './ingress/rule';

/** What a trait becomes beside the workload. */
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
    // an object takes its metadata from its outline
    objects: isWithoutWorkload ? [] : providers.isOutline ? rendered.objects.map(object => labelled(binding, object)) : rendered.objects,
  };
}

/** What is said of a trait has no object to which it could belong. */
function withoutObject({ fields: { metadata } }: TraitModel): Finding[] {
  return (['labels', 'annotations'] as const).filter(field => Object.keys(metadata?.[field] ?? {}).length > 0).flatMap(field =>
    found('not-expressible', ['metadata', field], { reason: 'trait-metadata' }));
}

function render(context: TraitContext, type: ObjectType, knowledge: Knowledge, providers: TraitProviders): Rendered {
  const { binding, trait } = context;
  const own = knowledge.renderers.find(each => isSameType(each, type));
  // an application without a namespace is told there; a renderer is promised one
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

/** An object for the pods of the component. */
function besideWorkload(binding: BindingModel, beside: BesideModel, knowledge: Knowledge, providers: TraitProviders): Rendered {
  const pods = podsOf(binding, knowledge, providers);
  return Array.isArray(pods) ? nothing(pods) : renderFor(pods, beside, binding, knowledge.typeOf);
}

/** The pods of a component, or why there are none. What speaks against the workload is told there. */
export function podsOf(binding: BindingModel, knowledge: Knowledge, providers: TraitProviders): SelectedPods | Finding[] {
  const { objects, findings, type, ports, selector } = providers.planOf(binding);
  const changed = objects.map(each => withTraits(each, binding, knowledge));
  const pods = changed.find(hasPods);
  if (!pods) return findings.length > 0 ? FINE : found('no-pods', '', { reason: 'workload', kind: type.kind });
  return {
    selector,
    ...scaleOf(binding.component?.workload.source ? changed[0] : pods),
    objects: changed,
    ports,
    scraper: scraperOf(binding, type, providers.metrics._parts.pods()),
    ingressController: controllerOf(binding, providers, knowledge.typeOf),
  };
}

/** What a renderer of the user's makes of a trait, asked once. */
function answerOf({ binding, trait }: TraitContext, renderer: IKindRenderer, type: ObjectType, knowledge: Knowledge): Rendered {
  const { answers, isOamType } = knowledge;
  const given = { metadata: {}, ...trait.fields, ...type };
  const answer = answers.get(trait) ?? askedObjects({ renderer, binding, type: 'TRAIT', isOamType }, given);
  answers.set(trait, answer);
  return answer;
}

/** A Kubernetes object that belongs to the component. */
function plainObject({ binding, trait: { fields } }: TraitContext, type: ObjectType): Rendered {
  if (nameOf(fields) === undefined) return nothing(found('missing-field', 'metadata.name', { reason: 'object-name', kind: type.kind }));
  const object: PlainObject = { ...fields, metadata: { ...fields.metadata }, ...type };
  return { objects: [object], findings: plainFindings(object, { reserved: oamLabels(binding, 'TRAIT'), selector: {} }) };
}

/** An object is in the namespace of its application, unless a provider puts it elsewhere: a user's own is an error there. */
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

/** Names tell such traits apart on an OAM platform; what they change is one and the same all the same. */
function second({ traits }: BindingModel, trait: TraitModel, known: OamTrait, { typeOf }: Knowledge): Finding[] {
  const type = typeOf(known.kind);
  const first = traits().find(each => isSameType(typeOf(each.kind), type));
  if (!first || first === trait) return FINE;
  return found('duplicate-trait', '', { reason: 'one-workload', kind: type.kind, maker: { construct: first.construct.node.path } });
}

/** An object of a workload with the traits of its component. */
export function withTraits(object: PlainObject, binding: BindingModel, { typeOf, renderers }: Knowledge): PlainObject {
  return binding.traits().reduce((changed, trait) => {
    const type = typeOf(trait.kind);
    if (renderers.some(each => isSameType(each, type))) return changed;
    return OAM_TRAITS.find(each => isSameType(typeOf(each.kind), type))?.change?.(changed, trait) ?? changed;
  }, object);
}

/** What traits are rendered for. */
export interface TraitProviders {
  readonly metrics: MonitoringProvider;
  readonly ingress?: IngressProvider;
  /** The label with the cluster's name, if it was given one. */
  readonly cluster: { readonly label: string; readonly name?: string };
  /** What a binding becomes. */
  readonly planOf: (binding: BindingModel) => WorkloadPlan;
  readonly services: Services;
  readonly exporter: WebLogicExporterProps;
  /** Whether only types and metadata of what traits become are wanted, since the program still declares. */
  readonly isOutline: boolean;
}

/** What a trait is told of its providers. */
function contextOf(binding: BindingModel, trait: TraitModel, providers: TraitProviders): TraitContext {
  const { metrics, ingress, planOf, services, isOutline } = providers;
  return {
    binding,
    trait,
    planOf,
    metrics: {
      scraper: metrics._parts.scraper().toString(),
      replaces: metrics._parts.replaces,
      render: () => metrics._parts.render({ ...providers, binding, trait }),
    },
    ingress: ingress && (() => ingress._parts.render({ binding, trait, planOf, services, isOutline })),
  };
}

/** The ingress controller as a caller of a component's pods; nothing if no rule of an IngressTrait leads to them. */
function controllerOf(binding: BindingModel, providers: TraitProviders, typeOf: (kind: OamKind) => ObjectType): PodCaller | undefined {
  const { ingress, services, planOf } = providers;
  if (!ingress) return undefined;
  const leading = services.to(binding);
  const targets = leadingRules(binding, leading.map(({ name }) => name), typeOf).flatMap(({ binding: of, trait, index, destination }) => {
    const { service, port } = backendOf(destination, index, { binding: of, trait, planOf, services, isOutline: false });
    const target = leading.find(({ name }) => name === service);
    return target ? [target.ports.find(({ number }) => number === port)?.containerPort] : [];
  });
  if (targets.length === 0) return undefined;
  const ports = targets.filter(port => port !== undefined);
  const { pods, tunnel } = ingress._parts;
  return { pods: pods(), tunnel, ports: ports.length === targets.length ? [...new Set(ports)] : undefined };
}
