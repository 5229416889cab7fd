import { SPELLING } from './facts';

/** A field in the spelling of Kubernetes, with the fields in it. */
interface SpelledField { readonly name: string; readonly inner?: Spelling }

/**
 * Fields of an object that cdk8s-plus types, by their names there and in Kubernetes: only those that the two spell
 * differently, and those that contain some. The converters of cdk8s-plus would drop every field that they do not know.
 */
export type Spelling = ReadonlyMap<string, SpelledField>;

const ofTypes = new Map<string, Spelling>();

/** The spelling of a type's objects; `undefined` if nothing in them is spelled differently. */
export function spellingOf(type: string): Spelling | undefined {
  if (!Object.hasOwn(SPELLING, type)) return undefined;
  const spelling = ofTypes.get(type) ?? new Map(SPELLING[type].split(' ').flatMap(text => {
    const [, prop, name = prop, inner] = /^([^=:]+)(?:=([^:]+))?(?::(.+))?$/.exec(text)!;
    const spelled: SpelledField = { name, inner: inner === undefined ? undefined : spellingOf(inner) };
    return [[prop, spelled], [name, spelled]] as const;
  }));
  ofTypes.set(type, spelling);
  return spelling;
}
