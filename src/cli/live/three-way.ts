import { isObject, PlainFields } from '../../private/check';
import { elementName, namingKey } from '../diff/compare';

/**
 * An object as `kubectl apply` makes it on the client's side: what was applied before and is not declared any more is removed, what is
 * declared is set, and all else stays. Lists whose elements have names are merged by these, as the API server merges them.
 */
export function mergedInto(live: unknown, applied: unknown, declared: unknown): unknown {
  if (isObject(live) && isObject(declared)) return mergedMaps(live, isObject(applied) ? applied : {}, declared);
  if (Array.isArray(live) && Array.isArray(declared)) return mergedLists(live, Array.isArray(applied) ? applied : [], declared);
  return declared;
}

function mergedMaps(live: PlainFields, applied: PlainFields, declared: PlainFields): Record<string, unknown> {
  const kept = Object.entries(live).filter(([key]) => Object.hasOwn(declared, key) || !Object.hasOwn(applied, key));
  const set = Object.entries(declared).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(kept.filter(([key]) => declared[key] !== null)),
    ...Object.fromEntries(set.map(([key, value]) => [key, mergedInto(own(live, key), own(applied, key), value)])),
  };
}

function own(value: PlainFields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function mergedLists(live: readonly unknown[], applied: readonly unknown[], declared: readonly unknown[]): unknown[] {
  const key = namingKey([live, applied, declared]);
  // one without names is set as a whole
  if (key === undefined) return [...declared];
  const byName = (list: readonly unknown[]) => new Map(list.map(element => [elementName(element, key), element]));
  const [from, before, to] = [byName(live), byName(applied), byName(declared)];
  const others = live.filter(element => {
    const name = elementName(element, key);
    return !to.has(name) && !before.has(name);
  });
  return [...[...to].map(([name, element]) => mergedInto(from.get(name), before.get(name), element)), ...others];
}

/** What a merge patch has to say so that an object becomes another one: fields that are gone are null. */
export function mergePatch(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after)) return after;
  const gone = Object.keys(before).filter(key => !Object.hasOwn(after, key));
  return {
    ...Object.fromEntries(gone.map(key => [key, null])),
    ...Object.fromEntries(Object.entries(after).map(([key, value]) => [key, mergePatch(own(before, key), value)])),
  };
}
