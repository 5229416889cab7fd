import { all, alternativesOf, any, Condition, FieldOf, isMet, TokenPart, not, Payload, unknownIn } from './condition';
import { ANY_TEXT, exactly } from './patterns';
import { SignedToken, TrustedIssuer, Verified, verify } from './token';
import { showPath } from '../../base/findings/finding';

/** A rule of a guard. The first rule that a request meets decides on it; a rule that `asks` may deny it. */
export interface GuardRule extends FieldOf {
  readonly effect: 'allows' | 'denies' | 'asks';
  readonly condition: Condition;
}

/** The guard of a route, for requests with one host, path and method. */
export interface Guard {
  readonly issuers: readonly TrustedIssuer[];
  /** The field that denies requests without a token, if there is one. */
  readonly needsToken?: FieldOf;
  readonly rules: readonly GuardRule[];
  /** The field that denies requests that meet no rule; if `undefined`, they are allowed. */
  readonly refusesRest?: FieldOf;
}

/** A field that decides on a request, and its effect. */
export interface Decider extends FieldOf {
  readonly effect: 'allows' | 'denies' | 'asks' | 'depends' | 'needs-token' | 'refuses-rest' | 'refuses-issuer' | 'refuses-audience';
}

/** The decision on a request. */
export interface Decision {
  /** `undefined` if that depends on unknown conditions. */
  readonly isAllowed?: boolean;
  /** The fields that decide: several if it is unknown which one does, none if nothing guards the route. */
  readonly by: readonly Decider[];
}

/** The guard of a route without one. */
export const UNGUARDED: Guard = { issuers: [], rules: [] };

/** Decides whether a request with a token, or without one, is allowed. */
export function decide(guard: Guard, token: SignedToken | undefined): Decision {
  const verified = verify(token, guard.issuers);
  const first = decideVerified(guard, token, verified);
  if (!verified.isUnsure) return first;
  const second = decideVerified({ ...guard, issuers: [] }, token, verify(token, []));
  if (first.isAllowed === second.isAllowed) return first;
  const unsure = guard.issuers.filter(({ isUnsure }) => isUnsure);
  return { by: unsure.map(each => deciding(each, 'depends')) };
}

function decideVerified(guard: Guard, token: SignedToken | undefined, { payload, refusedBy, reason }: Verified): Decision {
  if (refusedBy) return { isAllowed: false, by: [deciding(refusedBy, reason === 'issuer' ? 'refuses-issuer' : 'refuses-audience')] };
  if (!token && guard.needsToken) return { isAllowed: false, by: [deciding(guard.needsToken, 'needs-token')] };
  const outcomes = outcomesFor(guard, payload);
  const answers = new Set(outcomes.map(({ effect }) => effect === 'allows'));
  const by = outcomes.filter(({ decider }) => decider).map(({ decider }) => decider!);
  if (answers.size > 1) return { by: unique(by.filter(({ effect }) => ['asks', 'depends'].includes(effect))) };
  const [isAllowed] = answers;
  return { isAllowed, by: by.slice(-1) };
}

function unique(deciders: readonly Decider[]): Decider[] {
  const isSame = (a: Decider, b: Decider) => a.object === b.object && showPath(a.path) === showPath(b.path);
  return deciders.filter((each, i) => deciders.findIndex(other => isSame(each, other)) === i);
}

interface GuardOutcome {
  readonly effect: 'allows' | 'denies';
  readonly decider?: Decider;
}

/** The possible outcomes for a request: one, unless it depends on unknown conditions. */
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

/**
 * The alternatives for a token, one of which it must meet for its request to be allowed; `undefined` if there are too
 * many.
 */
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

/** The rank of a part in an alternative: issuer and subject come first. */
function rankOf(literal: TokenPart): number {
  const index = literal.is === 'claim' && literal.claim.length === 1 ? ['iss', 'sub'].indexOf(literal.claim[0]) : -1;
  return index < 0 ? 2 : index;
}

const isOfToken = (literal: TokenPart) => literal.is === 'claim' && !literal.isNot;

/** Resolves the tests of claims in a condition for a guard that reads no token, so that there are no claims. */
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
