import { canonical } from './compare';
import type { ComparedCluster } from './compared-cluster';
import { COMPONENT, NAME } from '../../objects/labels';
import type { ObjectIndex } from '../../objects/object-index';
import { makesPods } from '../../objects/pod-holders';
import { asObject, isFilled } from '../../private/check';
import { grouped } from '../../private/grouped';
import { kindName } from '../../private/kinds/kind-of';
import type { TypedManifest } from '../../private/oam-kind';

/**
 * Added objects by the removed objects that they are under another name. Both belong to the same component, or the component itself has
 * another name now. A rename is one to one: a removed object that could be several added ones is none of them.
 */
export function renamedObjects(cluster: ComparedCluster): ReadonlyMap<TypedManifest, TypedManifest> {
  const { objects } = cluster;
  let before = objects.flatMap(each => each.after ? [] : each.before!.value);
  let after = objects.flatMap(each => each.before ? [] : each.after!.value);
  if (before.length === 0 || after.length === 0) return new Map();
  const components = renamedComponents(cluster.before, cluster.after);
  return new Map([0, 1, 2].flatMap(i => {
    const pairs = uniquePairs(before, after, each => keysOfObject(each, components)[i]);
    const paired = new Set(pairs.flat());
    [before, after] = [before, after].map(own => own.filter(each => !paired.has(each)));
    return pairs;
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
function keysOfObject(object: TypedManifest, components: RenamedComponents): (string | undefined)[] {
  const [kind, own, spec] = [kindName(object), namesOf(object), object.spec ?? null];
  if (!own) return [undefined, canonical([kind, spec])];
  const now = components.get(canonical(own)) ?? own;
  const name = String(object.metadata?.name).replaceAll(own[0], now[0]);
  return [[kind, now, name], [kind, now, spec], [kind, now]].map(canonical);
}

function namesOf({ metadata }: TypedManifest): ComponentNames | undefined {
  const { [COMPONENT]: component, [NAME]: application } = asObject<Record<string, unknown>>(metadata?.labels);
  return isFilled(component) ? [component, isFilled(application) ? application : ''] : undefined;
}

/** More pairs of components are not compared: where so many are new, none is taken for another one. */
const MOST_PAIRS = 40_000;

/** Components that are no longer there, whose workloads are those of a new component but for the names. */
function renamedComponents(before: ObjectIndex, after: ObjectIndex): RenamedComponents {
  const [own, others] = [before, after].map(({ objects }) => grouped(objects.filter(namesOf), each => [canonical(namesOf(each))]));
  const [gone, fresh] = [[own, others], [others, own]].map(([all, known]) => [...all].filter(([key]) => !known.has(key)).map(textsOf));
  if (gone.length * fresh.length > MOST_PAIRS) return new Map();
  const pairs = gone.flatMap(from => fresh.filter(to => isRenamed(from, to)).map(to => [from, to] as const));
  const isSure = (pair: typeof pairs[number]) => pairs.filter(each => each.some((one, side) => one === pair[side])).length === 1;
  return new Map(pairs.filter(isSure).map(([from, to]) => [canonical(from.names), to.names]));
}

/** A component, and its objects as text; only its workloads if there are any. */
function textsOf([, objects]: readonly [string, readonly TypedManifest[]]) {
  const workloads = objects.filter(makesPods);
  const shown = (workloads.length > 0 ? workloads : objects).map(({ apiVersion: _, metadata, ...rest }) => [rest, metadata?.name]);
  return { names: namesOf(objects[0])!, texts: shown.map(canonical) };
}

/** Whether the texts of two components are the same, each of their names being as good as another. */
function isRenamed(from: ReturnType<typeof textsOf>, to: typeof from): boolean {
  if (from.texts.length !== to.texts.length) return false;
  const names = [...from.names, ...to.names].filter(isFilled).sort((a, b) => b.length - a.length);
  const any = new RegExp(names.map(each => each.replace(/[^\w-]/g, '\\$&')).join('|'), 'g');
  const [was, is] = [from, to].map(({ texts }) => texts.map(each => each.replace(any, '*')).sort().join('\n'));
  return was === is;
}
