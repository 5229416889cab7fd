import {
  IKindRenderer, askedObjects, plainFindings, dataFindings, oamLabels, objectLabels, namespaceFindings,
  applicationLabels, entryFindings, unplanned, missingNamespace,
} from './kind-renderer';
import { unknownFields } from '../../base/definitions/props';
import { specOf } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, within, Shown } from '../../base/findings/finding';
import {
  reservedLabels, hasPods, PlainObject, Rendered, noObjects, podLabelsOf, withPodLabels, WorkloadContext,
} from '../../cluster/objects/object-index';
import { BindingModel, SelectedPods, TraitModel, selectorOf } from '../../model/platform/model';
import { only } from '../../base/check';
import { nameOf, manifest } from '../../base/names';
import { OamKind, ObjectType, isSameType, isClusterScoped, groupOf } from '../../base/oam-kind';
import { OAM_TRAITS } from '../../model/traits/all';
import { IngressProvider } from './ingress/ingress-provider';
import { MonitorContext } from './metrics/scraped-component';
import { MonitoringProvider } from './metrics/monitoring-provider';
import { WorkloadPlan } from '../../model/workloads/workload';
import { IngressContext, resolveBackend } from './ingress/ingress-rules';
import { fieldsCheckOf } from '../../cluster/checks/kubernetes-fields';
import { withParameterValues, withoutParameterValues } from '../../model/platform/parameters';
import { isKind, POD } from '../../base/kinds/kind-of';
import { withServiceLabels } from '../../model/workloads/coherence-workload';
import { oamWorkloadOn, OAM_WORKLOADS } from '../../model/workloads/known-kinds';
import { declaredPortsOf } from '../../cluster/objects/oam-workloads';
import { leadingRules, scraperCaller } from '../../model/platform/pod-callers';

/** The providers and the knowledge with which a platform renders workloads and traits. */
export interface PlatformContext extends Omit<MonitorContext & IngressContext, 'binding' | 'trait'> {
  readonly metrics: MonitoringProvider;
  readonly ingress?: IngressProvider;
  readonly typeOf: (kind: OamKind) => ObjectType;
  readonly renderers: readonly IKindRenderer[];
  /** Whether a type belongs to OAM or to the platform's vendor. The cluster does not know such types. */
  readonly isOamType: (type: ObjectType) => boolean;
  readonly vendor: string;
  /** The answers of renderers for traits, so that none is called twice. */
  readonly answers: WeakMap<TraitModel, Rendered>;
}

/** Plans the objects that a trait is rendered to beside the workload. */
export function planTrait(binding: BindingModel, trait: TraitModel, platform: PlatformContext): Rendered {
  const { metadata } = trait.fields;
  const rendered = renderTrait(binding, trait, platform);
  const isWithoutWorkload = platform.planOf(binding).findings.length > 0;
  // labels and annotations need an object to carry them
  const isLost = rendered.objects.length === 0 && rendered.findings.length === 0 && !isWithoutWorkload;
  const lost = !isLost ? []
    : (['labels', 'annotations'] as const).filter(field => Object.keys(metadata?.[field] ?? {}).length > 0);
  return {
    ...rendered,
    findings: [
      ...dataFindings(trait.entry),
      ...namespaceFindings(binding, metadata),
      ...reservedLabels(metadata?.labels, oamLabels(binding, 'TRAIT'), 'metadata.labels'),
      ...rendered.findings,
      ...lost.flatMap(field => found('not-expressible', ['metadata', field], ownWords(
        'cannot be expressed: no object is made of the trait to which they could belong', 'leave them out'))),
    ],
    objects: isWithoutWorkload ? [] : rendered.objects.map(object => {
      const { name, namespace, labels, ...others } = object.metadata;
      // the application's namespace, unless a provider chose another; that of a user is a finding
      const placed = isClusterScoped(object) ? {} : { namespace: namespace ?? binding.application.namespace };
      return { ...object, metadata: { name, ...placed, labels: objectLabels(binding, 'TRAIT', labels), ...others } };
    }),
  };
}

function renderTrait(binding: BindingModel, trait: TraitModel, platform: PlatformContext): Rendered {
  const { metrics: { _parts: metrics }, ingress, planOf, renderers, answers, isOamType, typeOf } = platform;
  const { fields } = trait;
  const type = typeOf(trait.kind);
  const renderer = renderers.find(each => isSameType(each, type));
  if (renderer) {
    // an application without a namespace is reported elsewhere; a renderer is promised one
    if (binding.application.namespace == null) return noObjects([]);
    const asked = { renderer, binding, type: 'TRAIT', isOamType } as const;
    const answer = answers.get(trait) ?? askedObjects(asked, { metadata: {}, ...fields, ...type });
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
      scraper: metrics.scraper().toString(),
      replaces: metrics.replaces,
      render: () => metrics.render({ ...platform, binding, trait }),
    },
    ingress: ingress && (() => ingress._parts.render({ ...platform, binding, trait })),
  });
}

/**
 * The pods of a component, or a finding that it has none. Findings about the workload are reported with the workload.
 */
export function podsOfBinding(binding: BindingModel, platform: PlatformContext): SelectedPods | Finding[] {
  const { metrics, ingress, services, typeOf } = platform;
  const { objects, findings, type, ports, selector } = platform.planOf(binding);
  const changed = objects.map(each => withTraits(each, binding, platform));
  const pods = changed.find(hasPods);
  if (!pods) return findings.length > 0 ? FINE : found('no-pods', '', { reason: 'workload', kind: type.kind });
  // the container ports to which rules of IngressTraits lead; `undefined` where a rule leads to an unknown one
  const leading = ingress ? services.to(binding) : [];
  const rules = ingress ? leadingRules(binding, leading.map(({ name }) => name), typeOf) : [];
  const targets = rules.flatMap(({ binding: of, trait, index, destination }) => {
    const { service, port } = resolveBackend(destination, index, { ...platform, binding: of, trait });
    const target = leading.find(({ name }) => name === service);
    return target ? [target.ports.find(({ number }) => number === port)?.containerPort] : [];
  });
  const known = targets.filter(port => port !== undefined);
  return {
    selector,
    kind: (binding.component?.workload.source ? changed[0] : pods).kind,
    objects: changed,
    ports,
    scraper: scraperCaller(binding, type, metrics._parts.pods()),
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

/** Plans the objects of a component in an application. */
export function planWorkload(binding: BindingModel, platform: PlatformContext): WorkloadPlan {
  const { component, application: { namespace }, entry } = binding;
  const type = component ? platform.typeOf(component.workload.kind) : { apiVersion: '', kind: '' };
  const plain = unplanned(binding, type);
  if (!component) {
    const { componentName } = binding;
    const elsewhere = found('component-elsewhere', '', { reason: 'component-elsewhere', component: componentName });
    return { ...noObjects(elsewhere), ...plain };
  }
  const { metadata: ofComponent, workload, parameters = [] } = component;
  const ownLabels = oamLabels(binding, 'WORKLOAD');
  const values = entry.parameterValues ?? [];
  const { fields, findings } = withParameterValues(workload.fields, parameters, values);
  const asked = [
    ...entryFindings(binding),
    ...reservedLabels(ofComponent.labels, ownLabels, 'component.metadata.labels'),
    ...findings,
    ...namespace == null ? missingNamespace(binding) : FINE,
  ];
  if (asked.length > 0) return { ...noObjects(asked), ...plain };
  const declared = { metadata: {}, ...fields, ...type };
  const rendered = renderWorkload(binding, declared, platform);
  const companions = rendered.objects.length > 0 ? workload.companions ?? [] : [];
  const selector = selectorOf(binding);
  // each with the application's namespace, the labels of the model, and the labels and annotations of the Component
  const objects = [...rendered.objects, ...companions.map(({ object }) => object)].map(object => {
    const { name, namespace: _, labels: own, annotations: notes, ...metadata } = object.metadata;
    const labels = { ...ofComponent.labels, ...own };
    const annotations = { ...ofComponent.annotations, ...notes };
    const whole = {
      ...object,
      metadata: {
        name,
        ...isClusterScoped(object) ? {} : { namespace },
        // a pod's labels become labels of its series
        labels: isKind(object, POD) ? { ...labels, ...ownLabels } : objectLabels(binding, 'WORKLOAD', labels),
        ...Object.keys(annotations).length > 0 ? { annotations } : {},
        ...metadata,
      },
    };
    return withServiceLabels(podLabelsOf(object) ? withPodLabels(whole, selector) : whole, selector);
  });
  return {
    ...plain,
    objects,
    findings: within('workload', withoutParameterValues(rendered.findings, parameters, values)),
    // those of the workload with its parameters, or else those of the rendered objects
    ports: [declared, ...objects].map(declaredPortsOf).find(ports => ports.length > 0) ?? workload.declaredPorts,
  };
}

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
    isMeshed: metrics._parts.isMeshed(application.namespace!),
    vendor,
    fields,
  };
  const render = (): Rendered => {
    if (known) return known.render(context);
    if (renderer) return askedObjects({ renderer, binding, type: 'WORKLOAD', isOamType }, workload);
    // a resource of Kubernetes or of an operator is rendered as it is declared
    const { name, labels: all, annotations: notes } = context;
    const object = { ...type, ...fields, metadata: { ...fields.metadata, name, labels: all, annotations: notes } };
    return { objects: [object], findings: plainFindings(object, context) };
  };
  const rendered = render();
  const own = [
    ...reservedLabels(labels, reserved, 'metadata.labels'),
    ...known ? unknownFields(specOf(known))(fields.spec, 'spec') : FINE,
  ];
  return { ...rendered, findings: [...own, ...rendered.findings] };
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
