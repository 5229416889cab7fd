import { Implementation, NamedRoute, ROUTE_GROUP } from './implementation';
import { Finding, FINE, found, saying } from '../../../../../base/findings/finding';
import { JwtIssuer } from '../../../../ingress/jwt-issuer';
import { PlainObject, Rendered } from '../../../../../cluster/objects/object-index';
import { Authorization, TokenClaim, TokenPrincipal } from '../../authorization';
import { Cookie } from '../../cookies';
import { BEFORE_ROUTES } from '../../guards-first';

/** The claims that a SecurityPolicy holds in one rule, and one more. */
const MOST_CLAIMS = 16;

/** https://gateway.envoyproxy.io. */
export const ENVOY_GATEWAY: Implementation = {
  title: 'Envoy Gateway',
  regex: { write: expression => expression, rank: 'before prefixes' },
  cookie: backendTrafficPolicy,
  maxTtl: 99_999 * 3600 + 3599,
  authorize: securityPolicy,
  // path parameters, backslashes, empty and dot segments, all of these in encoded form, and control characters
  oddPaths: '.*(;|\\\\|//|/\\.\\.?(/|$)|%([01]|2[5EeFf]|3[Bb]|5[Cc]|7[Ff])).*',
  notes: [
    'Rules can set different cookies for the same Service. The lifetime of a cookie must be below 100,000 hours.',
    'A route without its SecurityPolicy is open, so apply the policy first.',
  ],
};

/** Sessions stay at one pod until the set of pods changes. Without a lifetime no cookie is set. */
function backendTrafficPolicy({ name, namespace }: NamedRoute, { name: cookie, path, ttl }: Cookie): PlainObject {
  return {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'BackendTrafficPolicy',
    metadata: { name, namespace },
    spec: {
      targetRefs: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', name }],
      loadBalancer: {
        type: 'ConsistentHash',
        // `tableSize` has the default of the API: it would be drift if it were left out
        consistentHash: { type: 'Cookie', tableSize: 65537, cookie: { name: cookie, ttl: duration(ttl), attributes: { Path: path } } },
      },
    },
  };
}

/** No part of a duration has more than five digits. */
function duration(seconds: number): string {
  if (seconds < 100000) return `${seconds}s`;
  const [hours, rest] = [Math.floor(seconds / 3600), seconds % 3600];
  return `${hours}h${rest > 0 ? `${rest}s` : ''}`;
}

/** The type of a claim. Envoy compares a string with strings alone, and a list with lists. */
type ClaimType = 'String' | 'StringArray';

const BOTH: readonly ClaimType[] = ['String', 'StringArray'];

/** Claims that always have one type. Envoy reads the scopes as a list. */
const TYPES: Readonly<Record<string, readonly ClaimType[]>> = {
  iss: ['String'], sub: ['String'], azp: ['String'], scope: ['StringArray'], scp: ['StringArray'],
};

/** The limit for rules: nobody reads more of them, and each is evaluated for every request. */
const MOST_RULES = 64;
const MOST_VALUES = 128;

interface TypedClaim {
  readonly name: string;
  readonly valueType: ClaimType;
  readonly values: readonly string[];
}

/**
 * The SecurityPolicy of a route. It requires a token of one of the issuers and one of the rules to allow it, and denies
 * everything else.
 */
function securityPolicy(route: NamedRoute, authorization: Authorization, issuers: readonly JwtIssuer[]): Rendered {
  const principals = authorization.rules.flatMap(rule => rule.principals);
  const asked = issuers.filter(({ issuer }) => principals.some(each => each.issuer === issuer));
  const names = new Map(issuers.map(({ issuer }, i) => [issuer, `issuer-${i}`]));
  const rules = authorization.rules.flatMap(rule => rule.principals.flatMap(principal =>
    typed(claimsOf(principal, rule.claims)).map(claims =>
      ({ action: 'Allow', principal: { jwt: { provider: names.get(principal.issuer)!, claims } } }))));
  const providers = asked.map(each => providerOf(each, names.get(each.issuer)!));
  return { objects: [policyOf(route, providers, rules)], findings: limits(authorization) };
}

/** A rule needs a claim: for a token of any subject it is the issuer. */
function claimsOf({ issuer, subject }: TokenPrincipal, claims: readonly TokenClaim[]): readonly TokenClaim[] {
  if (subject !== undefined) return [{ claim: ['sub'], values: [subject] }, ...claims];
  return claims.length > 0 ? claims : [{ claim: ['iss'], values: [issuer] }];
}

/** A claim may be a string or a list of strings: each combination becomes a rule. */
function typed(claims: readonly TokenClaim[]): TypedClaim[][] {
  return claims.reduce<TypedClaim[][]>((rules, { claim, values }) => rules.flatMap(rule => typesOf(claim).map(valueType =>
    [...rule, { name: claim.join('.'), valueType, values }])), [[]]);
}

const typesOf = ([first, ...rest]: readonly string[]) => rest.length === 0 && Object.hasOwn(TYPES, first) ? TYPES[first] : BOTH;

/** `cacheDuration` has the default of the API: it would be drift if it were left out. */
function providerOf({ issuer, jwksUri, audiences }: JwtIssuer, name: string): object {
  return { name, issuer, ...audiences ? { audiences } : {}, remoteJWKS: { uri: jwksUri, cacheDuration: '300s' } };
}

function policyOf({ name, namespace }: NamedRoute, providers: readonly object[], rules: readonly object[]): PlainObject {
  return {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    metadata: { name, namespace, annotations: BEFORE_ROUTES },
    spec: {
      targetRefs: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', name }],
      jwt: { providers },
      authorization: { defaultAction: 'Deny', rules },
    },
  };
}

/** Reports what the API server rejects, or Envoy interprets differently. Fields are relative to the policy. */
function limits({ rules }: Authorization): Finding[] {
  const count = rules.flatMap(({ principals, claims }) => principals.flatMap(principal => typed(claimsOf(principal, claims)))).length;
  return [
    ...count > MOST_RULES ? found('not-expressible', 'rules', { reason: 'many-token-rules', count, max: MOST_RULES }) : FINE,
    ...rules.flatMap(({ claims }, i) => [
      ...claims.length < MOST_CLAIMS ? FINE
        : found('not-expressible', ['rules', i, 'when'],
          saying(`must have at most ${MOST_CLAIMS - 1} claims in a SecurityPolicy`, 'ask for fewer')),
      ...claims.flatMap((each, j) => claimLimits(each, i, j)),
    ]),
  ];
}

function claimLimits({ claim, values }: TokenClaim, rule: number, when: number): Finding[] {
  const at = ['rules', rule, 'when', when];
  return [
    ...claim.every(name => !name.includes('.')) ? FINE
      : found('not-expressible', [...at, 'key'], { reason: 'dotted-claim', claim: claim.join('][') }),
    ...values.length > MOST_VALUES ? found('not-expressible', [...at, 'values'], { reason: 'many-values', max: MOST_VALUES }) : FINE,
  ];
}
