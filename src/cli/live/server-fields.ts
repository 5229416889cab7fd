import { isObject, PlainFields } from '../../private/check';

/** The annotation in which `kubectl apply` stores the applied object. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** The fields that the server writes into the metadata of each object. */
const OF_SERVER = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];

/** An object without the fields that only the server writes, and without the annotation of client-side apply. */
export function withoutServerFields({ status: _, ...object }: PlainFields): PlainFields {
  if (!isObject(object.metadata)) return object;
  const metadata = without(object.metadata, OF_SERVER);
  const annotations = isObject(metadata.annotations) ? without(metadata.annotations, [LAST_APPLIED]) : {};
  const { annotations: _all, ...rest } = metadata;
  return { ...object, metadata: Object.keys(annotations).length > 0 ? { ...rest, annotations } : rest };
}

function without(value: PlainFields, names: readonly string[]): PlainFields {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name))) as PlainFields;
}
