import { bad, Finding, FINE, found, saying, Path, Shown } from '../../../base/findings/finding';
import { JwtIssuer } from '../../ingress/jwt-issuer';
import type {
  AuthorizationCondition, AuthorizationPolicy, AuthorizationRule,
} from '../../../model/traits/ingress-types';

/** The issuer and the subject of a token that a request must have. */
export interface TokenPrincipal {
  /** An issuer that the provider knows. */
  readonly issuer: string;
  /** @default - any */
  readonly subject?: string;
}

/** A claim, and the values of which it must have one. */
export interface TokenClaim {
  /** The names that lead to the claim: `['realm_access', 'roles']`. */
  readonly claim: readonly string[];
  /** A claim that is a list must contain one of them. */
  readonly values: readonly string[];
}

/** Requests that a policy allows: their token is of one of the principals, and has all claims. */
export interface AllowedTokens {
  readonly principals: readonly TokenPrincipal[];
  readonly claims: readonly TokenClaim[];
}

/** An authorization policy in its normal form: a request is allowed if any of its rules allows it. */
export interface Authorization {
  readonly rules: readonly AllowedTokens[];
  /** If there are any, neither the policy nor anything that it guards may be rendered. */
  readonly findings: readonly Finding[];
}

/** The attributes that stand for a claim. */
const CLAIM_OF: Readonly<Record<string, string>> = { 'request.auth.audiences': 'aud', 'request.auth.presenter': 'azp' };

const CLAIM = /^request\.auth\.claims((?:\[[^[\]]+\])+)$/;

/** The normal form of a policy, for the issuers of the provider. Fields of the findings are relative to the policy. */
export function authorizationOf(policy: AuthorizationPolicy, issuers: readonly JwtIssuer[]): Authorization {
  const rules = policy.rules.map((rule, i) => ruleOf(rule, ['rules', i], issuers));
  return { rules: rules.map(({ allowed }) => allowed), findings: rules.flatMap(({ findings }) => findings) };
}

function ruleOf({ from, when = [] }: AuthorizationRule, at: Path, issuers: readonly JwtIssuer[]) {
  const principals = from.requestPrincipals.map((each, i) => principalsOf(each, [...at, 'from', 'requestPrincipals', i], issuers));
  const claims = when.map((each, i) => claimOf(each, [...at, 'when', i]));
  const allowed: AllowedTokens = {
    principals: principals.flatMap(each => each.principals),
    claims: claims.flatMap(({ claim }) => claim ?? []),
  };
  return { allowed, findings: [...principals, ...claims].flatMap(({ findings }) => findings) };
}

/**
 * The principals of a request principal. An asterisk means all issuers that the provider knows: tokens of others are
 * never valid.
 */
function principalsOf(principal: string, at: Path, issuers: readonly JwtIssuer[]) {
  const known = issuers.map(({ issuer }) => issuer);
  if (known.length === 0) {
    return {
      principals: [],
      findings: found('invalid-value', at, saying("needs an issuer of tokens, and 'jwtIssuers' of the ingress provider names none",
        'name the issuer and its keys there')),
    };
  }
  if (principal === '*') return { principals: known.map((issuer): TokenPrincipal => ({ issuer })), findings: FINE };
  const end = principal.lastIndexOf('/');
  const [issuer, subject] = [principal.slice(0, Math.max(end, 0)), principal.slice(end + 1)];
  const isSaid = known.includes(issuer) && (subject === '*' || subject !== '' && !subject.includes('*'));
  if (!isSaid) return { principals: [], findings: found('invalid-value', at, { reason: 'other', known, value: Shown.of(principal) }) };
  return { principals: [subject === '*' ? { issuer } : { issuer, subject }], findings: FINE };
}

function claimOf({ key, values }: AuthorizationCondition, at: Path): { readonly claim?: TokenClaim; readonly findings: Finding[] } {
  const nested = CLAIM.exec(key)?.[1].slice(1, -1).split('][');
  const claim = nested ?? (Object.hasOwn(CLAIM_OF, key) ? [CLAIM_OF[key]] : undefined);
  if (!claim) {
    return {
      findings: bad('not-expressible', saying('cannot be expressed: a gateway reads claims of tokens alone',
        'use request.auth.claims[…], request.auth.audiences or request.auth.presenter'), [...at, 'key'], key),
    };
  }
  const findings = values.flatMap((value, i) => /^$|^\*|\*$/.test(value)
    ? bad('not-expressible', saying('cannot be expressed: the values of a claim are compared as a whole',
      'name each value'), [...at, 'values', i], value) : FINE);
  return { claim: { claim, values }, findings };
}
