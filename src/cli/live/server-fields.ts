import { isObject, PlainFields } from '../../private/check';

/** The annotation in which `kubectl apply` keeps what it has applied. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

/** What the server writes into the metadata of each object. */
const OF_SERVER = ['creationTimestamp', 'generation', 'managedFields', 'resourceVersion', 'selfLink', 'uid'];

/** An object without what the server, and nobody else, writes into it. */
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
