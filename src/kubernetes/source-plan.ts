import { entryFindings, unplanned, withoutNamespace } from './labels';
import { Finding, FINE, found, within } from '../findings/finding';
import { LabelSelector, labelSelector, unmet } from '../objects/labels';
import { hasPods, podOf } from '../objects/pod-holders';
import { Claim, nothing, PlainObject } from '../objects/rendering';
import { BindingModel, ComponentModel } from '../platform/model';
import { asObject } from '../private/check';
import { kindOf } from '../private/kinds/kind-of';
import { WorkloadPlan, WorkloadSource } from '../workloads/workload';

// plans of components whose workload the program creates elsewhere in its app

/** The plan of such a component, from its object as currently rendered. */
export function planSource(binding: BindingModel, component: ComponentModel, source: WorkloadSource): WorkloadPlan {
  const { type } = source;
  const unknown = unplanned(binding, type);
  const nowhere = binding.application.namespace == null ? withoutNamespace(binding) : FINE;
  const asked = [...entryFindings(binding), ...unchangeable(component, type.kind), ...nowhere];
  const object = source.read();
  if (object instanceof Error) {
    const failed = found('unusable-api-object', 'workload', { reason: 'failed', kind: type.kind, message: object.message });
    return { ...nothing([...asked, ...failed]), ...unknown };
  }
  const pod = podOf(object);
  const selector = pod && selectorIn(object, pod);
  const own = [...inOtherNamespace(binding, object), ...pod ? selectionFindings(object, pod, selector)
    : found('no-pods', '', { reason: 'api-object', kind: object.kind })];
  const findings = [...asked, ...within('workload', own)];
  if (!selector || findings.length > 0) return { ...nothing(findings), ...unknown };
  // a pod with the contents of the template stands for those of a kind that is not known to have pods
  const objects = hasPods(object) ? [object] : [object, pod];
  return { type, objects, findings, ports: source.ports, selector, claims: [sole(component, source)] };
}

/** Reports settings that would have to be written into the object. */
function unchangeable({ metadata, parameters = [] }: ComponentModel, kind: string): Finding[] {
  const given = [
    ...(['labels', 'annotations'] as const).filter(field => isSome(metadata[field])).map(field => ['component', 'metadata', field]),
    ...parameters.length > 0 ? [['component', 'parameters']] : [],
  ];
  return given.flatMap(at => found('not-expressible', at, { reason: 'made-elsewhere', kind }));
}

function inOtherNamespace({ application: { namespace } }: BindingModel, { metadata }: PlainObject): Finding[] {
  const own: string | undefined = metadata?.namespace;
  return namespace == null || own === namespace ? FINE : found('namespace-mismatch', '', { reason: 'api-object', own, namespace });
}

/** The object's selector, or else the labels of its pods. */
function selectorIn({ spec }: PlainObject, { metadata: { labels } }: PlainObject): LabelSelector | undefined {
  const { matchLabels, matchExpressions } = asObject<LabelSelector>(spec?.selector);
  const own = { ...isSome(matchLabels) ? { matchLabels } : {}, ...isSome(matchExpressions) ? { matchExpressions } : {} };
  if (isSome(own)) return own;
  return isSome(labels) ? { matchLabels: labels } : undefined;
}

const isSome = (value: unknown) => Object.keys(Object(value)).length > 0;

function selectionFindings(object: PlainObject, pod: PlainObject, selector: LabelSelector | undefined): Finding[] {
  const { labels = {} } = pod.metadata;
  if (!selector || !isSome(labels)) return found('no-pods', '', { reason: 'api-object-unlabelled', kind: object.kind });
  const at = ['spec', 'selector'];
  if (kindOf(object).selectsItsPods && !isSome(object.spec?.selector)) return found('missing-field', at, { reason: 'required' });
  const broken = within(at, labelSelector(selector, ''));
  const missing = broken.length > 0 ? [] : unmet(selector, labels);
  return missing.length === 0 ? broken : found('selector-mismatch', at, { reason: 'unselected', missing });
}

/** Claims the object for one component: two components would give each series the labels of both. */
function sole({ construct }: ComponentModel, { object: { kind, node } }: WorkloadSource): Claim {
  return {
    key: `api-object ${node.path}`,
    value: construct.node.path,
    field: ['workload'],
    clash: ({ maker }) => found('unusable-api-object', 'workload', { reason: 'taken', kind, maker }),
  };
}
