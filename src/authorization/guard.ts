import { all, alternativesOf, any, ClaimTest, Condition, FieldOf, isMet, TokenPart, not, Payload, unknownIn } from './condition';
import { ANY_TEXT, exactly } from './patterns';
import { SignedToken, TrustedIssuer, Verified, verify } from './token';
import { showPath } from '../findings/path';

/** A rule of what guards a route. The first one that a request meets decides on it; one that `asks` may refuse it. */
export interface GuardRule extends FieldOf {
  readonly effect: 'allows' | 'denies' | 'asks';
  readonly condition: Condition;
}

/** What guards a route, for requests with one host, path and method. */
export interface Guard {
  readonly issuers: readonly TrustedIssuer[];
  /** What refuses requests without a token, if anything does. */
  readonly needsToken?: FieldOf;
  readonly rules: readonly GuardRule[];
  /** What refuses requests that meet no rule; if nothing does, they are let through. */
  readonly refusesRest?: FieldOf;
}

/** Who is behind a decision, and what was decided. */
export interface Decider extends FieldOf {
  readonly effect: 'allows' | 'denies' | 'asks' | 'depends' | 'needs-token' | 'refuses-rest' | 'refuses-issuer' | 'refuses-audience';
}

/** What becomes of a request. */
export interface Decision {
  /** `undefined` if that depends on what is not known. */
  readonly isAllowed?: boolean;
  /** What decides; more than one if it is not known which does, and none if nothing guards the route. */
  readonly by: readonly Decider[];
  /** What the token would have to have, if the request is refused for the want of it: that of the alternative that it comes closest to. */
  readonly lacks: readonly ClaimTest[];
}

/** Nothing guards the route. */
export const UNGUARDED: Guard = { issuers: [], rules: [] };

/** Whether a request with a token, or with none, is let through. */
export function decide(guard: Guard, token: SignedToken | undefined): Decision {
  const verified = verify(token, guard.issuers);
  const first = decideVerified(guard, token, verified);
  if (!verified.isUnsure) return first;
  const second = decideVerified({ ...guard, issuers: [] }, token, verify(token, []));
  if (first.isAllowed === second.isAllowed) return first;
  const unsure = guard.issuers.filter(({ isUnsure }) => isUnsure);
  return { by: unsure.map(({ object, path }): Decider => ({ object, path, effect: 'depends' })), lacks: [] };
}

function decideVerified(guard: Guard, token: SignedToken | undefined, { payload, refusedBy, reason }: Verified): Decision {
  if (refusedBy) return refusing(deciding(refusedBy, reason === 'issuer' ? 'refuses-issuer' : 'refuses-audience'), []);
  if (!token && guard.needsToken) return refusing(deciding(guard.needsToken, 'needs-token'), lackedBy(guard, payload));
  const outcomes = outcomesFor(guard, payload);
  const answers = new Set(outcomes.map(({ effect }) => effect === 'allows'));
  const by = outcomes.filter(({ decider }) => decider).map(({ decider }) => decider!);
  if (answers.size > 1) return { by: unique(by.filter(({ effect }) => ['asks', 'depends'].includes(effect))), lacks: [] };
  const [isAllowed] = answers;
  return { isAllowed, by: by.slice(-1), lacks: isAllowed ? [] : lackedBy(guard, payload) };
}

function refusing(decider: Decider, lacks: readonly ClaimTest[]): Decision {
  return { isAllowed: false, by: [decider], lacks };
}

function unique(deciders: readonly Decider[]): Decider[] {
  const isSame = (a: Decider, b: Decider) => a.object === b.object && showPath(a.path) === showPath(b.path);
  return deciders.filter((each, i) => deciders.findIndex(other => isSame(each, other)) === i);
}

interface GuardOutcome {
  readonly effect: 'allows' | 'denies';
  readonly decider?: Decider;
}

/** What may become of a request: one outcome, unless it depends on what is not known. */
function outcomesFor({ rules, refusesRest }: Guard, payload: Payload): GuardOutcome[] {
  const outcomes: GuardOutcome[] = [];
  for (const rule of rules) {
    const met = isMet(rule.condition, payload);
    if (met === false) continue;
    const effect = rule.effect === 'allows' ? 'allows' : 'denies';
    if (met && rule.effect !== 'asks') return [...outcomes, { effect, decider: deciding(rule, rule.effect) }];
    outcomes.push({ effect, decider: met ? deciding(rule, 'asks') : deciding(unknownIn(rule.condition, payload) ?? rule, 'depends') });
  }
  return [...outcomes, refusesRest ? { effect: 'denies', decider: deciding(refusesRest, 'refuses-rest') } : { effect: 'allows' }];
}

function deciding({ object, path }: FieldOf, effect: Decider['effect']): Decider {
  return { object, path, effect };
}

/** What a token has to have so that its request is let through: one of the alternatives. `undefined` if there are too many to be told. */
export function allowedBy(guard: Guard): (readonly TokenPart[])[] | undefined {
  const rest: Condition = guard.refusesRest === undefined;
  const allowed = guard.rules.reduceRight<Condition>((others, { effect, condition, object, path }) => {
    if (effect === 'allows') return any(condition, others);
    return all(others, effect === 'denies' ? not(condition) : any(not(condition), { is: 'unknown', object, path }));
  }, rest);
  if (guard.issuers.length === 0) return alternativesOf(withoutTokens(allowed));
  const own = alternativesOf(all(allowed, guard.needsToken ? issuedBy(guard.issuers) : true));
  const issued = own && alternativesOf(any(...own.map(each => all(...each, each.some(isOfToken) ? issuedBy(guard.issuers) : true))));
  return issued?.map(each => [...each].sort((a, b) => rankOf(a) - rankOf(b)));
}

/** Issuer and subject come first. */
function rankOf(literal: TokenPart): number {
  const index = literal.is === 'claim' && literal.claim.length === 1 ? ['iss', 'sub'].indexOf(literal.claim[0]) : -1;
  return index < 0 ? 2 : index;
}

const isOfToken = (literal: TokenPart) => literal.is === 'claim' && !literal.isNot;

/** Where no token is looked at, there are no claims. */
function withoutTokens(condition: Condition): Condition {
  if (typeof condition === 'boolean' || condition.is === 'unknown') return condition;
  if (condition.is === 'claim') return condition.isNot === true;
  return (condition.is === 'all' ? all : any)(...condition.of.map(withoutTokens));
}

function issuedBy(issuers: readonly TrustedIssuer[]): Condition {
  const isAny = issuers.some(({ issuer }) => issuer === undefined);
  const values = isAny ? [ANY_TEXT] : [...new Set(issuers.map(({ issuer }) => issuer!))].map(exactly);
  return { is: 'claim', claim: ['iss'], values, form: 'string' };
}

/** What is missing for the alternative of which least is. */
function lackedBy(guard: Guard, payload: Payload): ClaimTest[] {
  const known = (allowedBy(guard) ?? []).filter(each => each.every(({ is }) => is === 'claim')) as (readonly ClaimTest[])[];
  const lacking = known.map(each => each.filter(literal => !isMet(literal, payload)));
  return [...lacking.sort((a, b) => a.length - b.length)[0] ?? []];
}
