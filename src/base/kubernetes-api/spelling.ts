import { SPELLING } from './facts';

/** A field in the spelling of Kubernetes, with the fields in it. */
interface SpelledField {
  readonly name: string;
  readonly inner?: Spelling;
}

/**
 * Fields of an object that cdk8s-plus types, by their names there and in Kubernetes: only those that the two spell
 * differently, and those that contain some. The converters of cdk8s-plus would drop every field that they do not know.
 */
export type Spelling = ReadonlyMap<string, SpelledField>;

/** The parts of an object that cdk8s-plus types: the name of a type, or the parts by their fields. */
export type TypedParts = string | { readonly [field: string]: TypedParts };

const ofTypes = new Map<string, Spelling>();

/** The spelling of an object; `undefined` if nothing in it is spelled differently. */
export function spellingOf(parts: TypedParts): Spelling | undefined {
  if (typeof parts !== 'string') {
    return new Map(Object.entries(parts).map(([name, inner]) => [name, { name, inner: spellingOf(inner) }]));
  }
  if (!Object.hasOwn(SPELLING, parts)) return undefined;
  const spelling = ofTypes.get(parts) ?? new Map(SPELLING[parts].split(' ').flatMap(text => {
    const [, prop, name = prop, inner] = /^([^=:]+)(?:=([^:]+))?(?::(.+))?$/.exec(text)!;
    const spelled: SpelledField = { name, inner: inner === undefined ? undefined : spellingOf(inner) };
    return [[prop, spelled], [name, spelled]] as const;
  }));
  ofTypes.set(parts, spelling);
  return spelling;
}
