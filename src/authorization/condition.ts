import { covers, fits, TextPattern } from './patterns';
import type { Path } from '../findings/path';
import { isObject } from '../private/check';
import type { TypedManifest } from '../private/oam-kind';

// What a policy asks of a request whose host, path and method are given: what is left is about its token.

/** The claims of a token; `undefined` without a token. */
export type Payload = Readonly<Record<string, unknown>> | undefined;

/** A field of an object. */
export interface FieldOf {
  readonly object: TypedManifest;
  readonly path: Path;
}

/** A claim that has to have one of some values. */
export interface ClaimTest {
  readonly is: 'claim';
  /** The names that lead to it. */
  readonly claim: readonly string[];
  readonly values: readonly TextPattern[];
  /** Whether the claim is a string, or a list that holds one. */
  readonly form: 'string' | 'list' | 'either';
  /** Whether it must not have one of the values: it is met without a token, too. */
  readonly isNot?: true;
}

/** What depends on more than the request is known to have: an address, say. */
export interface Unknown extends FieldOf {
  readonly is: 'unknown';
}

/** A condition on a token. */
export type Condition = boolean | ClaimTest | Unknown | Several;

interface Several {
  readonly is: 'all' | 'any';
  readonly of: readonly Condition[];
}

/** The part of a condition that has no parts. */
export type TokenPart = ClaimTest | Unknown;

/** A condition that is met if all of some are. */
export function all(...conditions: readonly Condition[]): Condition {
  return several('all', conditions, false);
}

/** A condition that is met if one of some is. */
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

/** Whether a condition is met; `undefined` if it depends on what is not known. */
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

/** The first field on which it depends whether a condition is met, if that is not known. */
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

/** More of them are hardly ever read, and take long to work out. */
const MOST_ALTERNATIVES = 400;

/**
 * The alternatives, one of which is met where a condition is: lists of what has to be met together. What follows from another one is left
 * out. `undefined` if there are too many.
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

/** Two lists of what has to be met, as one; nothing if they exclude each other. */
function together(first: readonly TokenPart[], second: readonly TokenPart[]): (readonly TokenPart[])[] {
  const added = second.filter(each => !first.some(other => implies(other, each)));
  const kept = first.filter(each => !added.some(other => implies(other, each)));
  return kept.some(each => added.some(other => excludes(each, other))) ? [] : [[...kept, ...added]];
}

/** Without the lists that ask for more than another one does. */
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

/** Whether two cannot be met together. Of two values of one string, both are known to differ if they are whole texts. */
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

/** Whether a claim is one that no token has that was verified. */
function isTokenless({ claim, values, isNot }: ClaimTest): boolean {
  return isNot === true && claim.length === 1 && claim[0] === 'iss' && values.some(({ is }) => is === 'any');
}

function isSameClaim(first: ClaimTest, second: ClaimTest): boolean {
  return first.claim.length === second.claim.length && first.claim.every((name, i) => name === second.claim[i]);
}
