import { bad, Finding, FINE, found, ownWords, Shown } from '../../../base/findings/finding';
import { JwtIssuer } from '../../ingress/jwt-issuer';
import type { AuthorizationRule } from '../../../model/traits/ingress-types';

/** A policy in the form that the check of the trait accepts. */
export interface PlainPolicy {
  readonly rules: readonly (Pick<AuthorizationRule, 'when'> & {
    readonly from: Omit<AuthorizationRule, 'when'>;
  })[];
}

/** An issuer that the provider knows, and the subject of a token that a request must have; `undefined` for any. */
interface TokenPrincipal {
  readonly issuer: string;
  readonly subject?: string;
}

/** The names that lead to a claim (`['realm_access', 'roles']`), and the values of which it must have one. */
export interface TokenClaim {
  readonly claim: readonly string[];
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
export function authorizationOf(policy: PlainPolicy, issuers: readonly JwtIssuer[]): Authorization {
  const findings: Finding[] = [];
  const known = issuers.map(({ issuer }) => issuer);
  const rules = policy.rules.map(({ from, when = [] }, number): AllowedTokens => ({
    principals: from.requestPrincipals.flatMap((principal, i): TokenPrincipal[] => {
      const at = ['rules', number, 'from', 'requestPrincipals', i];
      if (known.length === 0) {
        findings.push(...found('invalid-value', at, ownWords("needs an issuer of tokens, and 'jwtIssuers' of the "
          + 'ingress provider names none', 'name the issuer and its keys there')));
        return [];
      }
      // all issuers that the provider knows: tokens of others are never valid
      if (principal === '*') return known.map(issuer => ({ issuer }));
      const end = principal.lastIndexOf('/');
      const [issuer, subject] = [principal.slice(0, Math.max(end, 0)), principal.slice(end + 1)];
      const isKnown = known.includes(issuer) && (subject === '*' || subject !== '' && !subject.includes('*'));
      if (isKnown) return [subject === '*' ? { issuer } : { issuer, subject }];
      findings.push(...found('invalid-value', at, { reason: 'other', issuers: known, value: Shown.of(principal) }));
      return [];
    }),
    claims: when.flatMap(({ key, values }, i): TokenClaim[] => {
      const at = ['rules', number, 'when', i];
      const nested = CLAIM.exec(key)?.[1].slice(1, -1).split('][');
      const claim = nested ?? (Object.hasOwn(CLAIM_OF, key) ? [CLAIM_OF[key]] : undefined);
      if (!claim) {
        findings.push(...bad('not-expressible', ownWords('cannot be expressed: a gateway reads claims of tokens alone',
          'use request.auth.claims[…], request.auth.audiences or request.auth.presenter'), [...at, 'key'], key));
        return [];
      }
      findings.push(...values.flatMap((value, j) => !/^$|^\*|\*$/.test(value) ? FINE : bad('not-expressible', ownWords(
        'cannot be expressed: the values of a claim are compared as a whole', 'name each value'),
      [...at, 'values', j], value)));
      return [{ claim, values }];
    }),
  }));
  return { rules, findings };
}
