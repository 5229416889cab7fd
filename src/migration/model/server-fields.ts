import { isObject, asObject, PlainFields, PlainValue } from '../../base/check';
import { isDnsLabel } from '../../base/names';
import { isOamVersion } from '../../base/oam-kind';

/** Fields that an API server writes into metadata. They are not part of what is declared. */
const SERVER_FIELDS = [
  'creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink',
  'uid',
];

/**
 * Fields that controllers write into an object in a cluster. In an object that is not from a cluster, they are
 * intended.
 */
const CONTROLLER_FIELDS = ['finalizers', 'generateName', 'ownerReferences'];

/** Annotations in which kubectl, kustomize and KRM functions record what happened to a file. */
const TOOL_ANNOTATIONS = /^((internal\.)?(kustomize\.)?config\.(kubernetes|k8s)\.io\/|internal\.config\.)/;

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Metadata without the fields that an API server and tools add. A value that is not an object is returned for its check
 * to reject.
 */
export function declaredMetadata(metadata: PlainValue | undefined): unknown {
  if (!isObject(metadata)) return metadata;
  const left = metadata.uid == null ? SERVER_FIELDS : [...SERVER_FIELDS, ...CONTROLLER_FIELDS];
  const given = Object.entries(metadata).filter(([field, value]) => value != null && !left.includes(field));
  const declared = (field: string, value: unknown) => field === 'annotations' && isObject(value) ? withoutTools(value) : value;
  return Object.fromEntries(given.map(([field, value]) => [field, declared(field, value)]));
}

/**
 * An object without the fields that a server adds. A value that is not an object is returned for its check to reject.
 */
function declaredObject(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { status, metadata, ...declared } = value;
  // no kind of OAM has a status that users declare
  const isLive = isObject(metadata) && metadata.uid != null || isOamVersion(value.apiVersion);
  return { ...declared, ...'metadata' in value && { metadata: declaredMetadata(metadata) }, ...'status' in value && !isLive && { status } };
}

/**
 * The same for a workload or a trait, also without its namespace: the runtime puts both into the namespace of their
 * application. An invalid namespace stays, for its check to reject.
 */
export function declaredPart(value: unknown): unknown {
  const declared = declaredObject(value);
  const { namespace, ...metadata } = asObject(asObject(declared).metadata);
  return isDnsLabel(namespace) ? { ...asObject(declared), metadata } : declared;
}

/**
 * Data outputs without the empty `valueFrom` that the runtime writes into their conditions. Other values are returned
 * for their check to reject.
 */
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
