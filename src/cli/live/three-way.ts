import { isDeepStrictEqual } from 'node:util';
import type { PatchSchema } from './patch-schema';
import { isObject, PlainFields } from '../../private/check';
import { grouped } from '../../private/grouped';

/** An object as last applied, as declared, and as in the cluster. */
export interface ThreeObjects {
  readonly applied: PlainFields;
  readonly declared: PlainFields;
  readonly live: PlainFields;
}

type MergePatch = Record<string, unknown>;

/**
 * The patch that client-side `kubectl apply` sends. It removes fields that were applied before and are no longer declared, sets declared
 * fields that differ, and keeps all others. The schema defines which lists are merged; without one, it is a JSON merge patch.
 */
export function threeWayPatch({ applied, declared, live }: ThreeObjects, schema: PatchSchema): MergePatch {
  const isGone = (key: string) => !Object.hasOwn(declared, key);
  const patch = Object.assign(
    Object.fromEntries(Object.keys(applied).filter(isGone).map(key => [key, null])),
    ...Object.keys(declared).map(key => fieldPatch(key, { applied, declared, live }, schema.field(key))),
  ) as MergePatch;
  const isRetaining = schema.strategies.includes('retainKeys') && (isFull(patch) || Object.keys(live).some(isGone));
  return isRetaining ? { ...patch, $retainKeys: Object.keys(declared).filter(key => declared[key] !== null).sort() } : patch;
}

const isFull = (patch: MergePatch) => Object.keys(patch).length > 0;

function fieldPatch(key: string, objects: ThreeObjects, schema: PatchSchema): MergePatch {
  const [applied, declared, live] = [objects.applied, objects.declared, objects.live].map(each => own(each, key));
  if (isObject(declared) && isObject(live) && !schema.strategies.includes('replace')) {
    const patch = threeWayPatch({ applied: isObject(applied) ? applied : {}, declared, live }, schema);
    return isFull(patch) ? { [key]: patch } : {};
  }
  if (Array.isArray(declared) && Array.isArray(live) && schema.strategies.includes('merge')) {
    const before: readonly unknown[] = Array.isArray(applied) ? applied : [];
    const { mergeKey } = schema;
    if (mergeKey === undefined) return valuesPatch(key, { applied: before, declared, live });
    if ([before, declared, live].flat().every(isObject)) {
      return elementsPatch(key, { applied: before, declared, live } as ThreeLists<PlainFields>, mergeKey, schema.element());
    }
  }
  if (isDeepStrictEqual(declared, live)) return {};
  return { [key]: isObject(declared) && isObject(live) ? { ...declared, $patch: 'replace' } : declared };
}

function own(value: PlainFields, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

interface ThreeLists<T> {
  readonly applied: readonly T[];
  readonly declared: readonly T[];
  readonly live: readonly T[];
}

/** The patch of a merged list of plain values, such as finalizers. */
function valuesPatch(key: string, { applied, declared, live }: ThreeLists<unknown>): MergePatch {
  const added = declared.filter(each => !live.includes(each));
  const gone = applied.filter(each => !declared.includes(each));
  return {
    ...added.length > 0 && { [key]: added },
    ...gone.length > 0 && { [`$deleteFromPrimitiveList/${key}`]: gone },
    ...(added.length + gone.length > 0 || !isDeepStrictEqual(declared, live)) && { [`$setElementOrder/${key}`]: declared },
  };
}

/** The patch of a list whose elements are merged by the value of a field. */
function elementsPatch(
  key: string, { applied, declared, live }: ThreeLists<PlainFields>, mergeKey: string, schema: PatchSchema,
): MergePatch {
  const [before, current] = [applied, live].map(list => partnersIn(list, declared, mergeKey));
  const set = declared.flatMap((element, i): MergePatch[] => {
    if (!current[i]) return [element];
    const patch = threeWayPatch({ applied: before[i] ?? {}, declared: element, live: current[i] }, schema);
    return isFull(patch) ? [{ ...patch, [mergeKey]: element[mergeKey] }] : [];
  });
  const gone = applied.filter(each => !before.includes(each)).map(each => ({ $patch: 'delete', [mergeKey]: each[mergeKey] }));
  const [wanted, found] = [declared, live].map(list => list.map(each => ({ [mergeKey]: each[mergeKey] })));
  const elements = [...set, ...gone];
  return {
    ...elements.length > 0 && { [key]: elements },
    ...(elements.length > 0 || !isDeepStrictEqual(wanted, found)) && { [`$setElementOrder/${key}`]: wanted },
  };
}

/** For each element, the element of another list with the same key. Elements that share a key are paired in order. */
function partnersIn(list: readonly PlainFields[], elements: readonly PlainFields[], mergeKey: string): (PlainFields | undefined)[] {
  const groups = grouped(list, each => [String(each[mergeKey])]);
  return elements.map(each => groups.get(String(each[mergeKey]))?.shift());
}
