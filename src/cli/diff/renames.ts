import { canonical } from './compare';
import { bothSides, type ClusterOf } from './consequence';
import type { FolderDifference, FolderObject } from './objects';
import { COMPONENT, NAME } from '../../objects/labels';
import { asObject, isFilled } from '../../private/check';
import { grouped } from '../../private/grouped';
import { kindName } from '../../private/kinds/kind-of';

/**
 * Added objects by the removed objects that they are under another name. Both belong to the same component, if they
 * belong to one. A rename is one to one: a removed object that could be several added ones is none of them.
 */
export function renamedObjects(difference: FolderDifference, clusterOf: ClusterOf): ReadonlyMap<FolderObject, FolderObject> {
  const [removed, added] = [new Set(difference.removed), new Set(difference.added)];
  if (removed.size === 0 || added.size === 0) return new Map();
  return new Map(bothSides(difference, clusterOf).flatMap(both => {
    let [before, after] = [both.before.filter(each => removed.has(each)), both.after.filter(each => added.has(each))];
    return [0, 1, 2].flatMap(i => {
      const pairs = uniquePairs(before, after, each => keysOfObject(each)[i]);
      const paired = new Set(pairs.flat());
      [before, after] = [before, after].map(objects => objects.filter(each => !paired.has(each)));
      return pairs;
    });
  }));
}

/** Pairs elements with the same key; without elements that share their key with another one on their side, or have none. */
export function uniquePairs<T>(before: readonly T[], after: readonly T[], keyOf: (element: T) => string | undefined): [T, T][] {
  const [from, to] = [before, after].map(elements => grouped(elements, each => [keyOf(each)]));
  return [...from].flatMap(([key, own]): [T, T][] => {
    const others = key === undefined ? [] : to.get(key) ?? [];
    return own.length === 1 && others.length === 1 ? [[own[0], others[0]]] : [];
  });
}

/** Keys by which a removed and an added object are the same: the component and the name, the spec, or the kind alone. */
function keysOfObject({ value }: FolderObject): (string | undefined)[] {
  const kind = kindName(value);
  const { [COMPONENT]: component, [NAME]: application } = asObject<Record<string, unknown>>(value.metadata?.labels);
  if (!isFilled(component)) return [undefined, canonical([kind, value.spec ?? null])];
  const own = [kind, component, isFilled(application) ? application : ''];
  return [[...own, value.metadata?.name], [...own, value.spec ?? null], own].map(canonical);
}
