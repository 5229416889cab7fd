import { MERGE_KEYS } from './facts';
import { asObject, isObject, listOf, PlainValue } from '../check';
import type { Path } from '../findings/finding';

// How a strategic merge patch changes objects of Kubernetes with pods. `merge()` in plain.ts merges; this says how.

/** A field in which more than whole values is merged. */
interface PatchedField {
  /** The type of its value, or of the elements of its list. */
  readonly type?: string;
  /** The fields that identify an element of its list, with their defaults; `undefined` if it is no such list. */
  readonly keys?: readonly (readonly [key: string, usual?: string])[];
}

const ofTypes = new Map<string, ReadonlyMap<string, PatchedField>>();

/** The fields of a type in which more than whole values is merged. */
export function patchedFields(type: string): ReadonlyMap<string, PatchedField> {
  const known = ofTypes.get(type);
  if (known) return known;
  const texts = Object.hasOwn(MERGE_KEYS, type) ? MERGE_KEYS[type].split(' ') : [];
  const fields = new Map(texts.map(text => {
    const [, field, inner, keys] = /^([^:@]+)(?::([^@]+))?(?:@(.+))?$/.exec(text)!;
    return [field, { type: inner, keys: keys?.split(',').map(each => each.split('=') as [string, string?]) }];
  }));
  ofTypes.set(type, fields);
  return fields;
}

/**
 * The elements of a merged list: by their indices in the base and in the patch, which changes the elements that have
 * the same keys, and adds the others. Of several elements of a patch with the same keys, the first one changes
 * something.
 */
export function mergedElements(
  base: unknown, patch: unknown, keys: NonNullable<PatchedField['keys']>,
): (readonly [inBase: number | undefined, inPatch?: number])[] {
  const identity = (element: PlainValue | undefined) => {
    const values = keys.map(([key, usual]) => asObject(element)[key] ?? usual);
    return values.includes(undefined) ? undefined : JSON.stringify(values);
  };
  const places = new Map<string | undefined, number>();
  const result: [number | undefined, number?][] = listOf(base).map((element, i) => {
    places.set(identity(element), i);
    return [i];
  });
  places.delete(undefined);
  listOf(patch).forEach((element, j) => {
    const key = identity(element);
    const place = places.get(key);
    if (place === undefined) return void result.push([undefined, j]);
    places.delete(key);
    result[place] = [place, j];
  });
  return result;
}

/** The path in a patch of what is at a path of the merged object; `undefined` if it comes from the base alone. */
export function pathInPatch(
  type: string | undefined, base: PlainValue | undefined, patch: PlainValue | undefined, path: Path,
): Path | undefined {
  const [step, ...rest] = path;
  if (patch === undefined) return undefined;
  if (step === undefined || !isObject(base) || !isObject(patch)) return path;
  const { type: inner, keys } = patchedFields(type ?? '').get(String(step)) ?? {};
  const [own, changed] = [base[step], patch[step]];
  if (keys === undefined || rest.length === 0 || !Array.isArray(own) || !Array.isArray(changed)) {
    const below = pathInPatch(inner, own, changed, rest);
    return below && [step, ...below];
  }
  const [i, j] = mergedElements(own, changed, keys)[Number(rest[0])] ?? [];
  const element = (of: PlainValue, index?: number) => index === undefined ? undefined : listOf(of)[index];
  const below = pathInPatch(inner, element(own, i), element(changed, j), rest.slice(1));
  return below && [step, j!, ...below];
}
