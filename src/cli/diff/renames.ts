import { canonical } from './compare';
import { bothSides, type BothSides, type ClusterOf } from './consequence';
import { runsPods, type FolderDifference, type FolderObject } from './objects';
import { COMPONENT, NAME } from '../../objects/labels';
import { asObject, isFilled, isObject } from '../../private/check';
import { grouped } from '../../private/grouped';
import { kindName } from '../../private/kinds/kind-of';

/**
 * Added objects by the removed objects that they are under another name. Both belong to the same component, or the component itself has
 * another name now. A rename is one to one: a removed object that could be several added ones is none of them.
 */
export function renamedObjects(difference: FolderDifference, clusterOf: ClusterOf): ReadonlyMap<FolderObject, FolderObject> {
  const [removed, added] = [new Set(difference.removed), new Set(difference.added)];
  if (removed.size === 0 || added.size === 0) return new Map();
  return new Map(bothSides(difference, clusterOf).flatMap(both => {
    const components = renamedComponents(both);
    const keysOf = (object: FolderObject) => keysOfObject(object, components);
    let [before, after] = [both.before.filter(each => removed.has(each)), both.after.filter(each => added.has(each))];
    return [0, 1, 2].flatMap(i => {
      const pairs = uniquePairs(before, after, each => keysOf(each)[i]);
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

/** The name of a component, and that of its application. */
type ComponentNames = readonly [component: string, application: string];

/** The new names of renamed components, by their old names. */
type RenamedComponents = ReadonlyMap<string, ComponentNames>;

/** Keys by which a removed and an added object are the same: the name that the component leads to, the spec, or the kind alone. */
function keysOfObject(object: FolderObject, components: RenamedComponents): (string | undefined)[] {
  const { value } = object;
  const [kind, own] = [kindName(value), namesOf(object)];
  if (!own) return [undefined, canonical([kind, value.spec ?? null])];
  const now = components.get(canonical(own)) ?? own;
  const name = String(value.metadata?.name).replaceAll(own[0], now[0]);
  return [[kind, now, name], [kind, now, value.spec ?? null], [kind, now]].map(canonical);
}

function namesOf({ value: { metadata } }: FolderObject): ComponentNames | undefined {
  const { [COMPONENT]: component, [NAME]: application } = asObject<Record<string, unknown>>(metadata?.labels);
  return isFilled(component) ? [component, isFilled(application) ? application : ''] : undefined;
}

/** More pairs of components are not compared: where so many are new, none is taken for another one. */
const MOST_PAIRS = 40_000;

/** Components that are no longer there, whose workloads are those of a new component but for the names. */
function renamedComponents({ before, after }: BothSides): RenamedComponents {
  const [own, others] = [before, after].map(objects => grouped(objects.filter(each => namesOf(each)), each => [canonical(namesOf(each))]));
  const without = (all: typeof own, known: typeof own) => [...all].filter(([key]) => !known.has(key)).map(([, objects]) => objects);
  const [gone, fresh] = [without(own, others), without(others, own)];
  if (gone.length * fresh.length > MOST_PAIRS) return new Map();
  const candidates = gone.flatMap(from => fresh.filter(to => isRenamed(from, to)).map(to => ({ from, to })));
  const isSure = ({ from, to }: typeof candidates[number]) => candidates.filter(each => each.from === from || each.to === to).length === 1;
  return new Map(candidates.filter(isSure).map(({ from, to }) => [canonical(namesOf(from[0])), namesOf(to[0])!]));
}

/** Whether the objects of a component are those of another one but for the names; only workloads count if there are any. */
function isRenamed(before: readonly FolderObject[], after: readonly FolderObject[]): boolean {
  const [from, to] = [before, after].map(objects => {
    const workloads = objects.filter(runsPods);
    return workloads.length > 0 ? workloads : objects;
  });
  const [was, is] = [namesOf(before[0])!, namesOf(after[0])!];
  const isSame = (one: unknown, other: unknown) => isAlike(one, other, text => is.reduce((all, name, i) =>
    [...all, ...all.map(each => each.replaceAll(was[i] || name, name))], [text]));
  const shown = ({ value }: FolderObject) =>
    ({ ...asObject<Record<string, unknown>>(value), apiVersion: undefined, metadata: undefined, name: value.metadata?.name });
  return from.length === to.length && from.every(one => to.some(other => isSame(shown(one), shown(other))));
}

/** Whether two values are equal, each string being one of the possible strings for the other one. */
function isAlike(one: unknown, other: unknown, stringsFor: (text: string) => readonly string[]): boolean {
  if (typeof one === 'string' && typeof other === 'string') return stringsFor(one).includes(other);
  if (!isObject(one) && !Array.isArray(one) || !isObject(other) && !Array.isArray(other)) return one === other;
  const keys = Object.keys(one);
  return Array.isArray(one) === Array.isArray(other) && keys.length === Object.keys(other).length
    && keys.every(key => Object.hasOwn(other, key) && isAlike(one[key as never], other[key as never], stringsFor));
}
