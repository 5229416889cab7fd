import { covers, fits, TextPattern } from './patterns';
import type { Path } from '../../base/findings/finding';
import { isObject } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

// The conditions of a policy on a request with a given host, path and method: those that remain are on its token.

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

interface Several {
  readonly is: 'all' | 'any';
  readonly of: readonly Condition[];
}

/** A condition without parts. */
export type TokenPart = ClaimTest | Unknown;

/** A condition that is met if all given conditions are. */
export function all(...conditions: readonly Condition[]): Condition {
  return several('all', conditions, false);
}

/** A condition that is met if at least one of the given conditions is. */
export function any(...conditions: readonly Condition[]): Condition {
  return several('any', conditions, true);
}

function several(is: 'all' | 'any', conditions: readonly Condition[], decides: boolean): Condition {
  if (conditions.includes(decides)) return decides;
  const of = conditions.filter(each => each !== !decides);
  return of.length === 0 ? !decides : of.length === 1 ? of[0] : { is, of };
}

/** The opposite of a condition. */
export function not(condition: Condition): Condition {
  if (typeof condition === 'boolean') return !condition;
  switch (condition.is) {
    case 'unknown': return condition;
    case 'claim': {
      const { isNot, ...test } = condition;
      return isNot ? test : { ...test, isNot: true };
    }
    default: return (condition.is === 'all' ? any : all)(...condition.of.map(not));
  }
}

/** Whether a condition is met; `undefined` if that depends on an unknown part. */
export function isMet(condition: Condition, payload: Payload): boolean | undefined {
  if (typeof condition === 'boolean') return condition;
  switch (condition.is) {
    case 'unknown': return undefined;
    case 'claim': return meetsClaim(condition, payload);
    default: {
      const decides = condition.is === 'any';
      const parts = condition.of.map(each => isMet(each, payload));
      return parts.includes(decides) ? decides : parts.includes(undefined) ? undefined : !decides;
    }
  }
}

/** The first unknown part on which a condition depends; `undefined` if it is known whether the condition is met. */
export function unknownIn(condition: Condition, payload: Payload): Unknown | undefined {
  if (typeof condition === 'boolean' || condition.is === 'claim' || isMet(condition, payload) !== undefined) return undefined;
  return condition.is === 'unknown' ? condition : condition.of.map(each => unknownIn(each, payload)).find(each => each !== undefined);
}

function meetsClaim({ claim, values, form, isNot }: ClaimTest, payload: Payload): boolean {
  const found = claim.reduce<unknown>((around, name) => isObject(around) && Object.hasOwn(around, name) ? around[name] : undefined,
    payload);
  const isOne = (value: unknown) => typeof value === 'string' && values.some(each => fits(each, value));
  const has = form !== 'list' && isOne(found) || form !== 'string' && Array.isArray(found) && found.some(isOne);
  return has !== (isNot === true);
}

/** A limit on the alternatives: more are hardly ever read, and take long to compute. */
const MOST_ALTERNATIVES = 400;

/**
 * Expands a condition into alternatives: lists of parts that must be met together, of which one must be met as a whole.
 * Leaves out lists and parts that follow from others. Returns `undefined` if there are too many.
 */
export function alternativesOf(condition: Condition): (readonly TokenPart[])[] | undefined {
  if (typeof condition === 'boolean') return condition ? [[]] : [];
  if (condition.is === 'claim' || condition.is === 'unknown') return [[condition]];
  let found: (readonly TokenPart[])[] = condition.is === 'all' ? [[]] : [];
  for (const part of condition.of) {
    const own = alternativesOf(part);
    if (!own || own.length * found.length > MOST_ALTERNATIVES) return undefined;
    found = smallest(condition.is === 'any' ? [...found, ...own] : found.flatMap(each => own.flatMap(other => together(each, other))));
  }
  return found;
}

/** Joins two lists of parts that must be met together; returns an empty list if they exclude each other. */
function together(first: readonly TokenPart[], second: readonly TokenPart[]): (readonly TokenPart[])[] {
  const added = second.filter(each => !first.some(other => implies(other, each)));
  const kept = first.filter(each => !added.some(other => implies(other, each)));
  return kept.some(each => added.some(other => excludes(each, other))) ? [] : [[...kept, ...added]];
}

/** Drops the lists that are at least as strict as another one. */
function smallest(lists: readonly (readonly TokenPart[])[]): (readonly TokenPart[])[] {
  const asksMore = (list: readonly TokenPart[], than: readonly TokenPart[]) =>
    than.every(wanted => list.some(each => implies(each, wanted)));
  return lists.filter((list, i) => !lists.some((other, j) =>
    i !== j && asksMore(list, other) && (!asksMore(other, list) || j < i)));
}

function implies(first: TokenPart, second: TokenPart): boolean {
  if (first.is === 'unknown' || second.is === 'unknown') return first === second;
  if (!isSameClaim(first, second) || first.isNot !== second.isNot) return false;
  const [narrow, wide] = first.isNot ? [second, first] : [first, second];
  const isFormMet = wide.form === 'either' || wide.form === narrow.form;
  return isFormMet && narrow.values.every(value => wide.values.some(each => covers(each, value)));
}

/**
 * Whether two parts cannot both be met. Two positive tests of one string are known to exclude each other only if their
 * values are exact texts.
 */
function excludes(first: TokenPart, second: TokenPart): boolean {
  if (first.is === 'unknown' || second.is === 'unknown') return false;
  if (isTokenless(first) && !second.isNot || isTokenless(second) && !first.isNot) return true;
  if (!isSameClaim(first, second)) return false;
  if (first.isNot === second.isNot) {
    const areTexts = [...first.values, ...second.values].every(({ is }) => is === 'exact');
    return !first.isNot && first.form === 'string' && second.form === 'string' && areTexts
      && !first.values.some(value => second.values.some(({ text }) => text === value.text));
  }
  const [positive, negative] = first.isNot ? [second, first] : [first, second];
  const isFormMet = negative.form === 'either' || negative.form === positive.form;
  return isFormMet && positive.values.every(value => negative.values.some(each => covers(each, value)));
}

/** Whether a test is met only without a verified token: it requires that there is no `iss`. */
function isTokenless({ claim, values, isNot }: ClaimTest): boolean {
  return isNot === true && claim.length === 1 && claim[0] === 'iss' && values.some(({ is }) => is === 'any');
}

function isSameClaim(first: ClaimTest, second: ClaimTest): boolean {
  return first.claim.length === second.claim.length && first.claim.every((name, i) => name === second.claim[i]);
}
