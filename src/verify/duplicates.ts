import { ManifestObject } from './manifest-object';
import { LocatedFinding } from '../manifest/reading';
import { finding } from '../findings/unsaid';

/** Of two objects of one name the last is applied, whichever that is. Those without a namespace may go to different ones. */
export function duplicates(objects: readonly ManifestObject[], defaultNamespace?: string): LocatedFinding[] {
  const firsts = new Map<string, ManifestObject>();
  return objects.flatMap(object => {
    const { type, kind, metadata } = object;
    const namespace = metadata?.namespace ?? defaultNamespace;
    if (namespace == null || metadata?.name == null) return [];
    const key = `${type} ${namespace} ${metadata.name}`;
    const first = firsts.get(key)?.placeOf('metadata.name');
    if (!first) firsts.set(key, object);
    return !first ? [] : object.located(finding('duplicate-object', 'metadata.name', `is that of another ${kind}, ${first.file}:${first.line}`, 'leave out one of them'));
  });
}
