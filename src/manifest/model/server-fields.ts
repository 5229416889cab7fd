import { isObject, asObject, PlainFields, PlainValue } from '../../private/check';
import { isDnsLabel } from '../../private/names';
import { isOamVersion } from '../../private/oam-kind';

/** What an API server writes into metadata: it says nothing of what is declared. */
const SERVER_FIELDS = [
  'creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink',
  'uid',
];

/** What controllers write into an object that is in a cluster; in one that is not, it was meant. */
const CONTROLLER_FIELDS = ['finalizers', 'ownerReferences'];

/** Annotations of kubectl, of kustomize and of KRM functions, which say what became of a file. */
const TOOL_ANNOTATIONS = /^((internal\.)?(kustomize\.)?config\.(kubernetes|k8s)\.io\/|internal\.config\.)/;

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** Metadata without what an API server and tools have put there; what is no metadata is left for its check to refuse. */
export function declaredMetadata(metadata: PlainValue | undefined): unknown {
  if (!isObject(metadata)) return metadata;
  const left = metadata.uid == null ? SERVER_FIELDS : [...SERVER_FIELDS, ...CONTROLLER_FIELDS];
  const given = Object.entries(metadata).filter(([field, value]) => value != null && !left.includes(field));
  const declared = (field: string, value: unknown) => field === 'annotations' && isObject(value) ? withoutTools(value) : value;
  return Object.fromEntries(given.map(([field, value]) => [field, declared(field, value)]));
}

/** An object without what a server has put there; what is none is left for its check to refuse. */
export function declaredObject(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { status, metadata, ...declared } = value;
  // no kind of OAM has a status that somebody declares
  const isLive = isObject(metadata) && metadata.uid != null || isOamVersion(value.apiVersion);
  return { ...declared, ...'metadata' in value && { metadata: declaredMetadata(metadata) }, ...'status' in value && !isLive && { status } };
}

/** The same of a workload or a trait: the runtime puts both into the namespace of their application, whatever theirs is. */
export function declaredPart(value: unknown): unknown {
  const declared = declaredObject(value);
  const { namespace, ...metadata } = asObject(asObject(declared).metadata);
  return isDnsLabel(namespace) ? { ...asObject(declared), metadata } : declared;
}

/** Data outputs without the empty sources that the runtime writes into their conditions; what is none is left for its check to refuse. */
export function declaredOutputs(outputs: unknown): unknown {
  return eachObject(outputs, output => 'conditions' in output
    ? { ...output, conditions: eachObject(output.conditions, declaredCondition) }
    : output);
}

function declaredCondition(condition: PlainFields): unknown {
  const { valueFrom, ...others } = condition;
  return isObject(valueFrom) && valueFrom.fieldPath === '' && Object.keys(valueFrom).length === 1 ? others : condition;
}

function eachObject(values: unknown, declared: (value: PlainFields) => unknown): unknown {
  return Array.isArray(values) ? values.map(each => isObject(each) ? declared(each) : each) : values;
}

function withoutTools(annotations: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(annotations).filter(([name]) => name !== LAST_APPLIED && !TOOL_ANNOTATIONS.test(name)));
}
