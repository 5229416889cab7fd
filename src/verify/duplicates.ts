import { ManifestObject } from './manifest-object';
import { found } from '../findings/finding';
import { LocatedFinding } from '../manifest/reading';
import { identityKey, identityOf } from '../private/kinds/identity';
import { isClusterScoped } from '../private/scopes';

/** Of two objects of one name the last is applied, whichever that is. Those without a namespace may go to different ones. */
export function duplicates(objects: readonly ManifestObject[], defaultNamespace?: string): LocatedFinding[] {
  const firsts = new Map<string, ManifestObject>();
  return objects.flatMap(object => {
    const identity = identityOf(object, { defaultNamespace });
    if (identity.name === undefined || identity.namespace === undefined && !isClusterScoped(object)) return [];
    const key = identityKey(identity);
    const first = firsts.get(key)?.placeOf('metadata.name');
    if (!first) {
      firsts.set(key, object);
      return [];
    }
    const maker = { construct: String(object.metadata?.name), place: `${first.file}:${first.line}` };
    return object.located(found('duplicate-object', 'metadata.name', { reason: 'name-of-another', kind: object.kind, maker }));
  });
}
