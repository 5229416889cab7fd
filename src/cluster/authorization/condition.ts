import type { Path } from '../../base/findings/finding';
import { isObject } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

// The conditions of a policy on a request with a given host, path and method: those that remain are on its token.

/** A pattern in a policy with which texts are compared. */
export interface TextPattern {
  readonly is: 'exact' | 'prefix' | 'suffix' | 'any';
  readonly text: string;
}

/** A pattern that matches only this text. */
export function exactText(text: string): TextPattern { return { is: 'exact', text }; }

/** A pattern that matches every non-empty text without line feeds. */
export const ANY_TEXT: TextPattern = { is: 'any', text: '' };

/** Whether a pattern matches a text. */
export function fitsPattern({ is, text }: TextPattern, given: string): boolean {
  switch (is) {
    case 'exact': return given === text;
    case 'prefix': return given.startsWith(text);
    case 'suffix': return given.endsWith(text);
    // Istio uses a regular expression whose dot matches no line feed
    default: return given !== '' && !given.includes('\n');
  }
}

/** Whether the first pattern matches every text that the second one matches. */
function covers(first: TextPattern, second: TextPattern): boolean {
  if (second.is === 'exact') return fitsPattern(first, second.text);
  return first.is === 'any' || first.is === second.is && fitsPattern(first, second.text);
}

/** A pattern in the notation of Istio. */
export function shownPattern({ is, text }: TextPattern): string {
  return `${is === 'suffix' || is === 'any' ? '*' : ''}${text}${is === 'prefix' ? '*' : ''}`;
}

/** The claims of a token; `undefined` without a token. */
export type Payload = Readonly<Record<string, unknown>> | undefined;

/** A field of an object. */
export interface FieldOf {
  readonly object: TypedManifest;
  readonly path: Path;
}

/** A test that a claim has one of some values. */
export interface ClaimTest {
  readonly is: 'claim';
  /** The path of names to the claim. */
  readonly claim: readonly string[];
  readonly values: readonly TextPattern[];
  /** Whether the claim is a string, or a list that holds one. */
  readonly form: 'string' | 'list' | 'either';
  /** Whether the claim must have none of the values. The test is then also met without a token. */
  readonly isNot?: true;
}

/** A condition on properties of the request that are not known, for example its address. */
interface Unknown extends FieldOf {
  readonly is: 'unknown';
}

/** A condition on a token. */
export type Condition = boolean | ClaimTest | Unknown | Several;

/** A conjunction or a disjunction of conditions. `several()` makes it, and removes constants and single parts. */
interface Several {
  readonly is: 'all' | 'any';
  readonly of: readonly Condition[];
}

/** A condition without parts. */
export type TokenPart = ClaimTest | Unknown;

/** A condition that is met if all given conditions are. */
export function allConditions(...conditions: readonly Condition[]): Condition { return several('all', conditions); }

/** A condition that is met if at least one of the given conditions is. */
export function anyCondition(...conditions: readonly Condition[]): Condition { return several('any', conditions); }

/** Joins conditions, simplified: a constant that decides is the result, and constants that do not are left out. */
function several(is: Several['is'], conditions: readonly Condition[]): Condition {
  const decides = is === 'any';
  if (conditions.includes(decides)) return decides;
  const of = conditions.filter(each => each !== !decides);
  return of.length === 0 ? !decides : of.length === 1 ? of[0] : { is, of };
}

/** The opposite of a condition. */
export function oppositeOf(condition: Condition): Condition {
  if (typeof condition === 'boolean') return !condition;
  switch (condition.is) {
    case 'unknown': return condition;
    case 'claim': {
      const { isNot, ...test } = condition;
      return isNot ? test : { ...test, isNot: true };
    }
    default: return several(condition.is === 'all' ? 'any' : 'all', condition.of.map(oppositeOf));
  }
}

/** Whether a condition is met; `undefined` if that depends on an unknown part. */
export function meetsCondition(condition: Condition, payload: Payload): boolean | undefined {
  if (typeof condition === 'boolean') return condition;
  switch (condition.is) {
    case 'unknown': return undefined;
    case 'claim': {
      const { claim, values, form, isNot } = condition;
      const found = claim.reduce<unknown>((around, name) =>
        isObject(around) && Object.hasOwn(around, name) ? around[name] : undefined, payload);
      const isOne = (value: unknown) => typeof value === 'string' && values.some(each => fitsPattern(each, value));
      const has = form !== 'list' && isOne(found) || form !== 'string' && Array.isArray(found) && found.some(isOne);
      return has !== (isNot === true);
    }
    default: {
      const decides = condition.is === 'any';
      const parts = condition.of.map(each => meetsCondition(each, payload));
      return parts.includes(decides) ? decides : parts.includes(undefined) ? undefined : !decides;
    }
  }
}

/** The first unknown part on which a condition depends; `undefined` if it is known whether the condition is met. */
export function unknownPartOf(condition: Condition, payload: Payload): Unknown | undefined {
  if (typeof condition === 'boolean' || condition.is === 'claim') return undefined;
  if (meetsCondition(condition, payload) !== undefined) return undefined;
  return condition.is === 'unknown' ? condition
    : condition.of.map(each => unknownPartOf(each, payload)).find(each => each !== undefined);
}

/** A limit on the alternatives: more are hardly ever read, and take long to compute. */
const MOST_ALTERNATIVES = 400;

/** Parts of a condition that must be met together. */
type Alternative = readonly TokenPart[];

/**
 * Expands a condition into alternatives, of which one must be met as a whole. Leaves out alternatives and parts that
 * follow from others. Returns `undefined` if there are too many.
 */
export function alternativesOf(condition: Condition): Alternative[] | undefined {
  if (typeof condition === 'boolean') return condition ? [[]] : [];
  if (condition.is === 'claim' || condition.is === 'unknown') return [[condition]];
  let found: Alternative[] = condition.is === 'all' ? [[]] : [];
  for (const part of condition.of) {
    const own = alternativesOf(part);
    if (!own || own.length * found.length > MOST_ALTERNATIVES) return undefined;
    const joined = condition.is === 'any' ? [...found, ...own]
      : found.flatMap(first => own.flatMap((second): Alternative[] => {
        const added = second.filter(each => !first.some(other => implies(other, each)));
        const kept = first.filter(each => !added.some(other => implies(other, each)));
        return kept.some(each => added.some(other => excludes(each, other))) ? [] : [[...kept, ...added]];
      }));
    // drops what is at least as strict as another alternative
    found = joined.filter((each, i) => !joined.some((other, j) =>
      i !== j && asksMore(each, other) && (!asksMore(other, each) || j < i)));
  }
  return found;
}

/** Whether every token that meets the first alternative meets the second too, as far as their parts show it. */
function asksMore(alternative: Alternative, than: Alternative): boolean {
  return than.every(wanted => alternative.some(each => implies(each, wanted)));
}

/** Whether every token that meets the first part meets the second too. An unknown part implies only itself. */
function implies(first: TokenPart, second: TokenPart): boolean {
  if (first.is === 'unknown' || second.is === 'unknown') return first === second;
  if (!isSameClaim(first, second) || first.isNot !== second.isNot) return false;
  return first.isNot ? isNarrower(second, first) : isNarrower(first, second);
}

/**
 * Whether two parts cannot both be met. Two positive tests of one string are known to exclude each other only if their
 * values are exact texts.
 */
function excludes(first: TokenPart, second: TokenPart): boolean {
  if (first.is === 'unknown' || second.is === 'unknown') return false;
  if (isTokenless(first) && !second.isNot || isTokenless(second) && !first.isNot) return true;
  if (!isSameClaim(first, second)) return false;
  if (first.isNot !== second.isNot) return first.isNot ? isNarrower(second, first) : isNarrower(first, second);
  const areTexts = [...first.values, ...second.values].every(({ is }) => is === 'exact');
  return !first.isNot && first.form === 'string' && second.form === 'string' && areTexts
    && !first.values.some(value => second.values.some(({ text }) => text === value.text));
}

/** Whether every claim with a value of the first test has one of the second, regardless of `isNot`. */
function isNarrower(narrow: ClaimTest, wide: ClaimTest): boolean {
  return (wide.form === 'either' || wide.form === narrow.form)
    && narrow.values.every(value => wide.values.some(each => covers(each, value)));
}

/** Whether a test is met only without a verified token: it requires that there is no `iss`. */
function isTokenless({ claim, values, isNot }: ClaimTest): boolean {
  return isNot === true && claim.length === 1 && claim[0] === 'iss' && values.some(({ is }) => is === 'any');
}

function isSameClaim(first: ClaimTest, second: ClaimTest): boolean {
  return first.claim.length === second.claim.length && first.claim.every((name, i) => name === second.claim[i]);
}
