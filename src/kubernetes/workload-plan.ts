import { IKindRenderer, askedObjects, itself } from './kind-renderer';
import { applicationLabels, entryFindings, oamLabels, objectLabels, otherNamespace, unplanned, withoutNamespace } from './labels';
import { kubernetesFields } from '../checks/objects';
import { unknownFields } from '../definitions/props';
import { specOf } from '../definitions/type';
import { Check, Finding, FINE, found, within } from '../findings/finding';
import { Shown } from '../findings/shown';
import { reservedLabels } from '../objects/labels';
import { podLabelsOf, withPodLabels } from '../objects/pod-holders';
import { nothing, PlainObject, Rendered, WorkloadContext, WorkloadRenderer } from '../objects/rendering';
import { BindingModel, ComponentModel, selectorOf, TraitModel } from '../platform/model';
import { substituted, withoutValues } from '../platform/parameters';
import { isKind } from '../private/kinds/kind-of';
import { POD } from '../private/kinds/kubernetes-kinds';
import { manifest, nameOf } from '../private/names';
import { groupOf, isSameType, ObjectType, OamKind } from '../private/oam-kind';
import { isClusterScoped } from '../private/scopes';
import { OAM_TRAITS } from '../traits/all';
import { withServiceLabels } from '../workloads/coherence-workload';
import { declaredPortsOf, OAM_WORKLOADS, oamWorkloadOn } from '../workloads/known-kinds';
import { WorkloadPlan } from '../workloads/workload';

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
  const rendered = render(binding, { metadata: {}, ...fields, ...type }, knowledge);
  const beside = rendered.objects.length > 0 ? component.workload.companions ?? [] : [];
  const objects = [...rendered.objects, ...beside.map(({ object }) => object)].map(object => labelled(binding, object));
  return {
    ...plain,
    objects,
    findings: within('workload', withoutValues(rendered.findings, parameters, values)),
    ports: portsOf(component, [{ metadata: {}, ...fields, ...type }, ...objects]),
  };
}

function render(binding: BindingModel, workload: PlainObject, knowledge: Knowledge): Rendered {
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
export function unknown(type: ObjectType, { typeOf }: Knowledge): Finding[] {
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
function labelled(binding: BindingModel, object: PlainObject): PlainObject {
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
