import { asObject, isObject, PlainFields, PlainValue } from '../../base/check';
import { isDnsLabel } from '../../base/names';
import { isOamVersion } from '../../base/oam-kind';

/** Fields that an API server writes into metadata. They are not part of what is declared. */
const SERVER_FIELDS = [
  'creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'generation', 'managedFields',
  'resourceVersion', 'selfLink', 'uid',
];

/** Fields that controllers write into an object in a cluster. In any other object they are intended. */
const CONTROLLER_FIELDS = ['finalizers', 'generateName', 'ownerReferences'];

/** Annotations in which kubectl, kustomize and KRM functions record what happened to a file. */
const TOOL_ANNOTATIONS = /^((internal\.)?(kustomize\.)?config\.(kubernetes|k8s)\.io\/|internal\.config\.)/;

export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

// A value below that is not an object is returned as it is, for its check to reject.

/** Metadata without the fields and annotations that an API server and tools add. */
export function declaredMetadata(metadata: PlainValue | undefined): unknown {
  if (!isObject(metadata)) return metadata;
  const left = metadata.uid == null ? SERVER_FIELDS : [...SERVER_FIELDS, ...CONTROLLER_FIELDS];
  const given = Object.entries(metadata).filter(([field, value]) => value != null && !left.includes(field));
  return Object.fromEntries(given.map(([field, value]) => {
    if (field !== 'annotations' || !isObject(value)) return [field, value];
    const own = Object.entries(value).filter(([name]) => name !== LAST_APPLIED && !TOOL_ANNOTATIONS.test(name));
    return [field, Object.fromEntries(own)];
  }));
}

/** A workload or a trait without the fields that a server adds, and without its namespace, which has no effect. */
export function declaredPart(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { status, metadata: given, ...others } = value;
  // no kind of OAM has a status that users declare
  const isLive = isObject(given) && given.uid != null || isOamVersion(value.apiVersion);
  const whole = declaredMetadata(given);
  const { namespace, ...withoutNamespace } = asObject(whole);
  return {
    ...others,
    ...'metadata' in value && { metadata: isDnsLabel(namespace) ? withoutNamespace : whole },
    ...'status' in value && !isLive && { status },
  };
}

/** Data outputs without the empty `valueFrom` that the runtime writes into their conditions. */
export function declaredOutputs(outputs: unknown): unknown {
  return eachObject(outputs, output => !('conditions' in output) ? output : {
    ...output,
    conditions: eachObject(output.conditions, condition => {
      const { valueFrom, ...others } = condition;
      const isEmpty = isObject(valueFrom) && valueFrom.fieldPath === '' && Object.keys(valueFrom).length === 1;
      return isEmpty ? others : condition;
    }),
  });
}

function eachObject(values: unknown, change: (value: PlainFields) => unknown): unknown {
  return Array.isArray(values) ? values.map(each => isObject(each) ? change(each) : each) : values;
}
