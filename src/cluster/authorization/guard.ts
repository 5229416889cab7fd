import {
  allConditions, alternativesOf, anyCondition, ANY_TEXT, Condition, exactText, FieldOf, meetsCondition, oppositeOf,
  TokenPart, unknownPartOf,
} from './condition';
import { showPath } from '../../base/findings/finding';

/** A token that is signed by its issuer and has not expired. */
export interface SignedToken {
  readonly issuer: string;
  readonly subject?: string;
  readonly audiences?: readonly string[];
  readonly claims?: Readonly<Record<string, unknown>>;
}

/** An issuer whose tokens a gateway verifies. */
export interface TrustedIssuer extends FieldOf {
  /** @default - any issuer */
  readonly issuer?: string;
  /** The audiences, of which the token must name one; if empty, any audience is accepted. */
  readonly audiences: readonly string[];
  /** Claims that are lists of words separated by spaces. */
  readonly spaced: readonly string[];
  /** Whether it is unknown if the gateway has this issuer. */
  readonly isUnsure?: true;
}

/**
 * Verifies a token as a gateway with some issuers does: the claims that rules see, or the issuer whose settings reject
 * the token, and why. A gateway without issuers ignores tokens.
 */
function verifyToken(token: SignedToken | undefined, issuers: readonly TrustedIssuer[]) {
  if (!token || issuers.length === 0) return { payload: undefined, refused: undefined, isUnsure: false };
  const { issuer, subject, audiences, claims } = token;
  const isUnsure = issuers.some(each => each.isUnsure);
  const own = issuers.filter(each => each.issuer === undefined || each.issuer === issuer);
  const refused = (by: TrustedIssuer, effect: 'refuses-issuer' | 'refuses-audience') =>
    ({ payload: undefined, refused: [by, effect] as const, isUnsure });
  if (own.length === 0) return refused(issuers[0], 'refuses-issuer');
  const named: readonly unknown[] = audiences ?? (claims?.aud === undefined ? [] : [claims.aud].flat());
  const taking = own.find(each => each.audiences.length === 0 || each.audiences.some(name => named.includes(name)));
  if (!taking) return refused(own[0], 'refuses-audience');
  const [only, ...others] = audiences ?? [];
  const payload: Record<string, unknown> = { ...claims, iss: issuer };
  if (subject !== undefined) payload.sub = subject;
  if (only !== undefined) payload.aud = others.length > 0 ? audiences : only;
  for (const name of taking.spaced) {
    const text = payload[name];
    if (typeof text === 'string') payload[name] = text.split(' ').filter(Boolean);
  }
  return { payload, refused: undefined, isUnsure };
}

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
  readonly effect:
    GuardRule['effect'] | 'depends' | 'needs-token' | 'refuses-rest' | 'refuses-issuer' | 'refuses-audience';
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
  const verified = verifyToken(token, guard.issuers);
  const first = decideVerified(guard, token, verified);
  if (!verified.isUnsure) return first;
  const second = decideVerified({ ...guard, issuers: [] }, token, verifyToken(token, []));
  if (first.isAllowed === second.isAllowed) return first;
  return { by: guard.issuers.filter(({ isUnsure }) => isUnsure).map(each => deciding(each, 'depends')) };
}

/** The decision on a token whose signature is judged: first its issuer, then the rules in order, then the default. */
function decideVerified(
  { needsToken, rules, refusesRest }: Guard, token: SignedToken | undefined,
  { payload, refused }: ReturnType<typeof verifyToken>,
): Decision {
  const denied = (field: FieldOf, effect: Decider['effect']) => ({ isAllowed: false, by: [deciding(field, effect)] });
  if (refused) return denied(...refused);
  if (!token && needsToken) return denied(needsToken, 'needs-token');
  // the possible outcomes: one, unless it depends on unknown conditions
  const outcomes: { readonly isAllowed: boolean; readonly decider?: Decider }[] = [];
  let isDecided = false;
  for (const rule of rules) {
    const isMet = meetsCondition(rule.condition, payload);
    if (isMet === false) continue;
    isDecided = isMet === true && rule.effect !== 'asks';
    const decider = isMet ? deciding(rule, rule.effect)
      : deciding(unknownPartOf(rule.condition, payload) ?? rule, 'depends');
    outcomes.push({ isAllowed: rule.effect === 'allows', decider });
    if (isDecided) break;
  }
  if (!isDecided) {
    outcomes.push(refusesRest ? { isAllowed: false, decider: deciding(refusesRest, 'refuses-rest') }
      : { isAllowed: true });
  }
  const by = outcomes.flatMap(({ decider }) => decider ?? []);
  const [{ isAllowed }] = outcomes;
  if (outcomes.every(each => each.isAllowed === isAllowed)) return { isAllowed, by: by.slice(-1) };
  const unsure = by.filter(({ effect }) => effect === 'asks' || effect === 'depends');
  const isSame = (a: Decider, b: Decider) => a.object === b.object && showPath(a.path) === showPath(b.path);
  return { by: unsure.filter((each, i) => unsure.findIndex(other => isSame(each, other)) === i) };
}

function deciding({ object, path }: FieldOf, effect: Decider['effect']): Decider { return { object, path, effect }; }

/** The alternatives of which a token must meet one for its request to be allowed; `undefined` if there are too many. */
export function allowedBy({ issuers, needsToken, rules, refusesRest }: Guard): (readonly TokenPart[])[] | undefined {
  const allowed = rules.reduceRight<Condition>((others, { effect, condition, object, path }) => {
    if (effect === 'allows') return anyCondition(condition, others);
    const opposite = oppositeOf(condition);
    return allConditions(others, effect === 'denies' ? opposite
      : anyCondition(opposite, { is: 'unknown', object, path }));
  }, refusesRest === undefined);
  if (issuers.length === 0) return alternativesOf(withoutTokens(allowed));
  const isAny = issuers.some(({ issuer }) => issuer === undefined);
  const values = isAny ? [ANY_TEXT] : [...new Set(issuers.map(({ issuer }) => issuer!))].map(exactText);
  const issued: Condition = { is: 'claim', claim: ['iss'], values, form: 'string' };
  const own = alternativesOf(allConditions(allowed, needsToken ? issued : true));
  // what tests a claim needs a token of one of the issuers
  const all = own && alternativesOf(anyCondition(...own.map(each =>
    allConditions(...each, each.some(part => part.is === 'claim' && !part.isNot) ? issued : true))));
  return all?.map(each => [...each].sort((a, b) => rankOfPart(a) - rankOfPart(b)));
}

/** The rank of a part in an alternative: issuer and subject come first. */
function rankOfPart(part: TokenPart): number {
  const index = part.is === 'claim' && part.claim.length === 1 ? ['iss', 'sub'].indexOf(part.claim[0]) : -1;
  return index < 0 ? 2 : index;
}

/** Resolves the tests of claims in a condition for a guard that reads no token, so that there are no claims. */
function withoutTokens(condition: Condition): Condition {
  if (typeof condition === 'boolean' || condition.is === 'unknown') return condition;
  if (condition.is === 'claim') return condition.isNot === true;
  return (condition.is === 'all' ? allConditions : anyCondition)(...condition.of.map(withoutTokens));
}
