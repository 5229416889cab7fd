import { IKindRenderer, askedObjects, plainFindings, selectorFindings } from './kind-renderer';
import { unknownFields } from '../../base/definitions/props';
import { specOf } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, within, Shown } from '../../base/findings/finding';
import { BindingModel, SelectedPods, TraitModel, selectorOf, ComponentModel } from '../../model/platform/model';
import { only, asObject, listOf } from '../../base/check';
import { nameOf, manifest } from '../../base/names';
import { OamKind, ObjectType, isBuiltIn, isSameType, isClusterScoped, groupOf } from '../../base/oam-kind';
import { OAM_TRAITS } from '../../model/traits/all';
import { IngressProvider } from './ingress/ingress-provider';
import { MonitorContext } from './metrics/scraped-component';
import type { ProviderParts } from './metrics/monitoring-provider';
import { WorkloadPlan, WorkloadSource } from '../../model/workloads/workload';
import { IngressContext } from './ingress/ingress-rules';
import { fieldsCheckOf } from '../../cluster/checks/kubernetes-fields';
import { boundWorkload, withoutParameterValues } from '../../model/platform/parameters';
import { isKind, POD, kindOf } from '../../base/kind-of';
import { withServiceLabels } from '../../model/workloads/coherence-workload';
import { oamWorkloadOn, OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { declaredPortsOf } from '../../cluster/objects/oam-workloads';
import { leadingRules, scraperCaller } from '../../model/platform/pod-callers';
import { oamLabels, objectLabels, applicationLabels, recommendedPodLabels } from './object-labels';
import { MAX_LABEL } from '../../cluster/objects/names';
import { PlainObject, Rendered, noObjects, WorkloadContext } from '../../cluster/objects/rendered';
import { hasPods, podLabelsOf, withPodLabels, podOf } from '../../cluster/objects/pod-templates';
import { reservedLabels, LabelSelector } from '../../cluster/objects/selectors';

/** The providers and the knowledge with which a platform renders workloads and traits. */
export interface PlatformContext extends Omit<MonitorContext & IngressContext, 'binding' | 'trait'> {
  readonly metrics: ProviderParts;
  readonly ingress?: IngressProvider;
  readonly typeOf: (kind: OamKind) => ObjectType;
  readonly renderers: readonly IKindRenderer[];
  /** Whether a type belongs to OAM or to the platform's vendor. The cluster does not know such types. */
  readonly isOamType: (type: ObjectType) => boolean;
  readonly vendor: string;
  /** Whether pods have Kubernetes' recommended labels. */
  readonly labelsPods: boolean;
  /** The answers of renderers for traits, so that none is called twice. */
  readonly answers: WeakMap<TraitModel, Rendered>;
}

/** Plans the objects that a trait is rendered to beside the workload. */
export function planTrait(binding: BindingModel, trait: TraitModel, platform: PlatformContext): Rendered {
  const { metadata } = trait.fields;
  const rendered = renderTrait(binding, trait, platform);
  const isWithoutWorkload = platform.planOf(binding).findings.length > 0;
  // labels and annotations need an object to carry them
  const { objects, findings, warnings = [] } = rendered;
  const isLost = [objects, findings, warnings].every(each => each.length === 0) && !isWithoutWorkload;
  const lost = !isLost ? []
    : (['labels', 'annotations'] as const).filter(field => Object.keys(metadata?.[field] ?? {}).length > 0);
  return {
    ...rendered,
    findings: [
      ...dataFindings(trait.entry),
      ...namespaceFindings(binding, metadata),
      ...reservedLabels(metadata?.labels, oamLabels(binding, 'TRAIT'), 'metadata.labels'),
      ...findings,
      ...lost.flatMap(field => found('not-expressible', ['metadata', field], ownWords(
        'cannot be expressed: no object is made of the trait to which they could belong', 'leave them out'))),
    ],
    objects: isWithoutWorkload ? [] : objects.map(object => {
      const { name, namespace, labels, ...others } = object.metadata;
      // the application's namespace, unless a provider chose another; that of a user is a finding
      const placed = isClusterScoped(object) ? {} : { namespace: namespace ?? binding.application.namespace };
      return { ...object, metadata: { name, ...placed, labels: objectLabels(binding, 'TRAIT', labels), ...others } };
    }),
  };
}

/** Renders a trait: with the user's renderer if there is one, or as OAM defines it. Other kinds stay as declared. */
function renderTrait(binding: BindingModel, trait: TraitModel, platform: PlatformContext): Rendered {
  const { metrics, ingress, planOf, renderers, answers, isOamType, typeOf } = platform;
  const { fields } = trait;
  const type = typeOf(trait.kind);
  const renderer = renderers.find(each => isSameType(each, type));
  if (renderer) {
    // an application without a namespace is reported elsewhere; a renderer is promised one
    if (binding.application.namespace == null) return noObjects([]);
    const answer = answers.get(trait)
      ?? askedObjects({ renderer, binding, type: 'TRAIT', isOamType }, { metadata: {}, ...fields, ...type });
    answers.set(trait, answer);
    return answer;
  }
  if (trait.beside) {
    const pods = podsOfBinding(binding, platform);
    return Array.isArray(pods) ? noObjects(pods) : trait.beside.render(pods);
  }
  const known = OAM_TRAITS.find(each => isSameType(typeOf(each.kind), type));
  const source = binding.component?.workload.source;
  if (known?.change && source) {
    return noObjects(found('not-expressible', '', { reason: 'changes-object', kind: source.type.kind }));
  }
  if (!known) {
    if (isOamType(type)) return noObjects(unknownOamKind(type, platform));
    if (nameOf(fields) === undefined) {
      return noObjects(found('missing-field', 'metadata.name', { reason: 'required', way: 'object-name' }));
    }
    const object: PlainObject = { ...fields, metadata: { ...fields.metadata }, ...type };
    const findings = plainFindings(object, { reserved: oamLabels(binding, 'TRAIT'), selector: {} });
    return { objects: [object], findings };
  }
  const wrong = [...only('metadata', 'spec')(fields, ''), ...unknownFields(specOf(known))(fields.spec ?? {}, '')];
  if (wrong.length > 0) return noObjects(wrong);
  // an OAM platform tells traits of one kind apart by name, but both would change one workload
  const first = known.isOne ? binding.traits().find(each => isSameType(typeOf(each.kind), type)) : trait;
  if (first && first !== trait) {
    const maker = { construct: first.construct.node.path };
    return noObjects(found('duplicate-trait', '', { reason: 'one-workload', kind: type.kind, maker }));
  }
  return known.render({
    binding,
    trait,
    planOf,
    metrics: {
      scraper: metrics.scraper()?.toString(),
      replaces: metrics.replaces,
      render: () => metrics.render({ ...platform, binding, trait }),
    },
    ingress: ingress && (() => ingress._parts.render({ ...platform, binding, trait })),
  });
}

/** The pods of a component, or a finding that it has none unless its workload has findings. */
export function podsOfBinding(binding: BindingModel, platform: PlatformContext): SelectedPods | Finding[] {
  const { metrics, ingress, services, typeOf } = platform;
  const { objects, findings, type, ports, selector } = platform.planOf(binding);
  const changed = objects.map(each => withTraits(each, binding, platform));
  const pods = changed.find(hasPods);
  if (!pods) return findings.length > 0 ? FINE : found('no-pods', '', { reason: 'workload', kind: type.kind });
  // the container ports to which rules of IngressTraits lead; `undefined` where a rule leads to an unknown one
  const leading = ingress ? services.to(binding) : [];
  const rules = ingress ? leadingRules(binding, leading.map(({ name }) => name), typeOf) : [];
  const targets = rules.flatMap(({ binding: of, index, destination }) => {
    const { service, port } = services.backend(of, destination, index);
    const target = leading.find(({ name }) => name === service);
    return target ? [target.ports.find(({ number }) => number === port)?.containerPort] : [];
  });
  const known = targets.filter(port => port !== undefined);
  return {
    selector,
    kind: (binding.component?.workload.source ? changed[0] : pods).kind,
    objects: changed,
    ports,
    scraper: scraperCaller(binding, type, metrics.pods(), metrics.scraper() === undefined),
    ingressController: !ingress || targets.length === 0 ? undefined : {
      pods: ingress._parts.pods(),
      tunnel: ingress._parts.tunnel,
      ports: known.length === targets.length ? [...new Set(known)] : undefined,
    },
  };
}

/** A workload's object, changed by the traits of its component. */
export function withTraits(
  object: PlainObject, binding: BindingModel, { typeOf, renderers }: PlatformContext,
): PlainObject {
  return binding.traits().reduce((changed, trait) => {
    const type = typeOf(trait.kind);
    if (renderers.some(each => isSameType(each, type))) return changed;
    return OAM_TRAITS.find(each => isSameType(typeOf(each.kind), type))?.change?.(changed, trait) ?? changed;
  }, object);
}

/** Plans the objects of a component in an application, with these ports scraped through its Service. */
export function planWorkload(
  binding: BindingModel, platform: PlatformContext, scraped: readonly number[],
): WorkloadPlan {
  const { component, application: { namespace } } = binding;
  const type = component ? platform.typeOf(component.workload.kind) : { apiVersion: '', kind: '' };
  if (!component) {
    const elsewhere = { reason: 'component-elsewhere', component: binding.componentName } as const;
    return emptyPlan(binding, type, found('component-elsewhere', '', elsewhere));
  }
  const { metadata: ofComponent, workload } = component;
  const ownLabels = oamLabels(binding, 'WORKLOAD');
  const { manifest: declared, findings } = boundWorkload(binding, platform.typeOf);
  const asked = [
    ...entryFindings(binding),
    ...reservedLabels(ofComponent.labels, ownLabels, 'component.metadata.labels'),
    ...findings,
  ];
  if (asked.length > 0) return emptyPlan(binding, type, asked);
  const rendered = renderWorkload(binding, declared, platform);
  const companions = rendered.objects.length > 0 ? workload.companionsFor?.(scraped) ?? [] : [];
  const selector = selectorOf(binding);
  const addedLabels = new Set<string>();
  // each with the application's namespace, the labels of the model, and the labels and annotations of the Component
  const objects = [...rendered.objects, ...companions.map(({ object }) => object)].map(object => {
    const { name, namespace: _, labels: given, annotations: notes, ...metadata } = object.metadata;
    const labels = { ...ofComponent.labels, ...given };
    const annotations = { ...ofComponent.annotations, ...notes };
    const all = objectLabels(binding, 'WORKLOAD', labels);
    // an operator labels its pods itself
    const recommended = platform.labelsPods && isBuiltIn(object) ? recommendedPodLabels(all) : {};
    const whole = {
      ...object,
      metadata: {
        name,
        ...isClusterScoped(object) ? {} : { namespace },
        // a pod's labels become labels of its series
        labels: isKind(object, POD) ? { ...recommended, ...labels, ...ownLabels } : all,
        ...Object.keys(annotations).length > 0 ? { annotations } : {},
        ...metadata,
      },
    };
    const own = podLabelsOf(object);
    if (own) Object.keys(recommended).filter(key => own[key] === undefined).forEach(key => addedLabels.add(key));
    return withServiceLabels(own ? withPodLabels(whole, { ...recommended, ...own, ...selector }) : whole, selector);
  });
  return {
    type,
    selector: { matchLabels: selector },
    addedLabels: [...addedLabels],
    objects,
    findings: within(component.workloadAt, withoutParameterValues(rendered.findings, binding)),
    // those of the workload with its parameters, or else those of the rendered objects
    ports: [declared, ...objects].map(declaredPortsOf).find(ports => ports.length > 0) ?? workload.declaredPorts,
  };
}

/** Renders a workload: with the user's renderer if there is one, or as OAM defines it. Other kinds stay as declared. */
function renderWorkload(binding: BindingModel, workload: PlainObject, platform: PlatformContext): Rendered {
  const { renderers, typeOf, isOamType, metrics, vendor } = platform;
  const { application } = binding;
  const { apiVersion, kind, ...fields } = workload;
  const type = { apiVersion, kind };
  const renderer = renderers.find(each => isSameType(each, type));
  const known = renderer ? undefined : oamWorkloadOn(type, typeOf);
  const check = renderer ? manifest : known?.definition.check ?? fieldsCheckOf(apiVersion, kind, true) ?? manifest;
  const broken = [
    ...check({ ...fields, ...type }, ''),
    ...namespaceFindings(binding, workload.metadata),
    ...!renderer && !known && isOamType(type) ? unknownOamKind(type, platform) : FINE,
  ];
  if (broken.length > 0) return noObjects(broken);
  const { labels, annotations } = fields.metadata ?? {};
  const reserved = oamLabels(binding, 'WORKLOAD');
  const context: WorkloadContext = {
    name: nameOf(fields) ?? binding.componentName,
    labels: { ...applicationLabels(application), ...labels, ...reserved },
    annotations: { ...application.metadata.annotations, ...annotations },
    reserved,
    selector: selectorOf(binding),
    isMeshed: metrics.isMeshed(application.namespace!),
    vendor,
    fields,
  };
  // a resource of Kubernetes or of an operator is rendered as it is declared
  const { name, labels: all, annotations: notes } = context;
  const object = { ...type, ...fields, metadata: { ...fields.metadata, name, labels: all, annotations: notes } };
  const rendered = known ? known.render(context)
    : renderer ? askedObjects({ renderer, binding, type: 'WORKLOAD', isOamType }, workload)
      : { objects: [object], findings: plainFindings(object, context) };
  return {
    ...rendered,
    findings: [
      ...reservedLabels(labels, reserved, 'metadata.labels'),
      ...known ? unknownFields(specOf(known))(fields.spec, 'spec') : FINE,
      ...rendered.findings,
    ],
  };
}

/** Reports an OAM kind that is unknown, or known only in another version. */
function unknownOamKind(type: ObjectType, { typeOf }: PlatformContext): Finding[] {
  const { apiVersion: version, kind } = type;
  const known = [...OAM_TRAITS, ...OAM_WORKLOADS].map(each => typeOf(each.kind))
    .find(each => each.kind === kind && groupOf(each) === groupOf(type));
  const served = known?.apiVersion;
  return served ? found('unknown-oam-kind', 'apiVersion', { reason: 'version', served, kind, value: Shown.of(version) })
    : found('unknown-oam-kind', '', { reason: 'no-renderer', kind, version });
}

/** A plan without objects. */
function emptyPlan(binding: BindingModel, type: ObjectType, findings: readonly Finding[]): WorkloadPlan {
  return { ...noObjects(findings), type, ports: [], selector: { matchLabels: selectorOf(binding) } };
}

/** Reports metadata of an object that is not rendered if no other object can carry it. */
export function lostMetadata(metadata: object): Finding[] {
  return Object.entries(metadata)
    .filter(([field, value]) => value != null && !['name', 'namespace', 'labels', 'annotations'].includes(field))
    .flatMap(([field]) => found('not-expressible', ['metadata', field], { reason: 'metadata' }));
}

/** Reports a namespace other than the application's, with which the runtime overwrites any other. */
function namespaceFindings({ application: { namespace } }: BindingModel, metadata: unknown): Finding[] {
  const { namespace: own } = asObject(metadata);
  return own == null || own === namespace ? FINE
    : found('namespace-mismatch', 'metadata.namespace', { reason: 'own', own: Shown.of(own), namespace });
}

/** Reports data inputs and outputs of a component or a trait, which only an OAM runtime moves. */
function dataFindings(entry: unknown): Finding[] {
  const given = ['dataInputs', 'dataOutputs'].filter(field => listOf(asObject(entry)[field]).length > 0);
  return given.flatMap(field => found('not-expressible', field, ownWords(
    'cannot be expressed without an OAM platform: only the OAM runtime reads it',
    'leave them out, and give the value itself')));
}

/**
 * Reports a component's settings that only an OAM runtime implements, a revision name that is too long for a label, and
 * an application without a namespace.
 */
function entryFindings({ entry, application: { name, namespace } }: BindingModel): Finding[] {
  const { scopes, revisionName } = entry;
  return [
    ...scopes?.length ? found('not-expressible', 'scopes', { reason: 'scopes' }) : FINE,
    ...dataFindings(entry),
    ...revisionName && revisionName.length > MAX_LABEL
      ? found('invalid-name', 'revisionName', { reason: 'too-long', max: MAX_LABEL, value: Shown.of(revisionName) })
      : FINE,
    ...namespace == null ? found('missing-field', '', { reason: 'application', application: name }) : FINE,
  ];
}

/** Plans a component whose workload the program creates elsewhere in its app, from its object as it renders now. */
export function planSource(binding: BindingModel, component: ComponentModel, source: WorkloadSource): WorkloadPlan {
  const { type } = source;
  const { metadata, parameters = [], construct } = component;
  const { namespace } = binding.application;
  // settings that would have to be written into the object
  const changes = [
    ...(['labels', 'annotations'] as const).filter(each => isSome(metadata[each]))
      .map(each => ['component', 'metadata', each]),
    ...parameters.length > 0 ? [['component', 'parameters']] : [],
  ];
  const asked = [
    ...entryFindings(binding),
    ...changes.flatMap(at => found('not-expressible', at, { reason: 'made-elsewhere', kind: type.kind })),
  ];
  const object = source.read();
  if (object instanceof Error) {
    const failed = { reason: 'failed', kind: type.kind, message: object.message } as const;
    return emptyPlan(binding, type, [...asked, ...found('unusable-api-object', 'workload', failed)]);
  }
  const own: string | undefined = object.metadata?.namespace;
  const pod = podOf(object);
  const labels = asObject<Record<string, string>>(pod?.metadata.labels);
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(object.spec?.selector);
  const given = { ...isSome(matchLabels) && { matchLabels }, ...isSome(matchExpressions) && { matchExpressions } };
  const selected = () => {
    const { kind } = object;
    if (!pod) return found('no-pods', '', { reason: 'api-object', kind });
    if (!isSome(labels)) return found('no-pods', '', { reason: 'api-object-unlabelled', kind });
    return isSome(given) || kindOf(object).selectsItsPods ? selectorFindings(object, labels) : FINE;
  };
  const findings = [...asked, ...within('workload', [
    ...namespace == null || own === namespace ? FINE
      : found('namespace-mismatch', '', { reason: 'api-object', own, namespace }),
    ...selected(),
  ])];
  if (!pod || findings.length > 0) return emptyPlan(binding, type, findings);
  const { object: { kind, node } } = source;
  return {
    type,
    // a pod with the contents of the template stands for those of a kind that is not known to have pods
    objects: hasPods(object) ? [object] : [object, pod],
    findings,
    ports: source.ports,
    selector: isSome(given) ? given : { matchLabels: labels },
    // for one component alone: two would give each series the labels of both
    claims: [{
      key: `api-object ${node.path}`,
      value: construct.node.path,
      field: ['workload'],
      clash: ({ maker }) => found('unusable-api-object', 'workload', { reason: 'taken', kind, maker }),
    }],
  };
}

const isSome = (value: unknown) => Object.keys(Object(value)).length > 0;
