import type { Implementation, NamedRoute } from './all';
import { FINE, found, ownWords, within } from '../../../../../base/findings/finding';
import { JwtIssuer } from '../../../../ingress/jwt-issuer';
import { Authorization, TokenClaim } from '../../authorization';
import { Cookie } from '../../cookies';
import { BEFORE_ROUTES } from '../../policy-order';
import { ROUTE_GROUP } from '../gateway-api-props';
import { PlainObject, Rendered } from '../../../../../cluster/objects/rendered';

/** The claims that a SecurityPolicy holds in one rule, and one more. */
const MOST_CLAIMS = 16;

/** https://gateway.envoyproxy.io. */
export const ENVOY_GATEWAY: Implementation = {
  title: 'Envoy Gateway',
  regex: { write: expression => expression, rank: 'before prefixes' },
  cookie: backendTrafficPolicy,
  maxTtl: 99_999 * 3600 + 3599,
  authorize: envoySecurityPolicy,
  // path parameters, backslashes, empty and dot segments, all of these in encoded form, and control characters
  oddPaths: '.*(;|\\\\|//|/\\.\\.?(/|$)|%([01]|2[5EeFf]|3[Bb]|5[Cc]|7[Ff])).*',
  notes: [
    'Rules can set different cookies for the same Service. The lifetime of a cookie must be below 100,000 hours.',
    'A route without its SecurityPolicy is open, so apply the policy first.',
  ],
};

/** Sessions stay at one pod until the set of pods changes. Without a lifetime no cookie is set. */
function backendTrafficPolicy({ name, namespace }: NamedRoute, cookie: Cookie): PlainObject {
  const { path, ttl: seconds } = cookie;
  // no part of a duration has more than five digits
  const [hours, rest] = seconds < 100_000 ? [0, seconds] : [Math.floor(seconds / 3600), seconds % 3600];
  const ttl = `${hours > 0 ? `${hours}h` : ''}${rest > 0 || hours === 0 ? `${rest}s` : ''}`;
  return {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'BackendTrafficPolicy',
    metadata: { name, namespace },
    spec: {
      targetRefs: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', name }],
      loadBalancer: {
        type: 'ConsistentHash',
        // `tableSize` has the default of the API: it would be drift if it were left out
        consistentHash: {
          type: 'Cookie', tableSize: 65537, cookie: { name: cookie.name, ttl, attributes: { Path: path } },
        },
      },
    },
  };
}

/**
 * The type of a claim, which Envoy compares only with values of that type: each of both types becomes a rule, unless
 * the claim always has one. Envoy reads the scopes as a list.
 */
const TYPES: Readonly<Record<string, readonly string[]>> = {
  iss: ['String'], sub: ['String'], azp: ['String'], scope: ['StringArray'], scp: ['StringArray'],
};

/** The limit for rules: nobody reads more of them, and each is evaluated for every request. */
const MOST_RULES = 64;
const MOST_VALUES = 128;

/**
 * The SecurityPolicy of a route. It requires a token of one of the issuers and one of the rules to allow it, and denies
 * everything else. Findings are about what the API server rejects, or Envoy interprets differently; their fields are
 * relative to the policy.
 */
function envoySecurityPolicy(
  { name, namespace }: NamedRoute, { rules: allowed }: Authorization, issuers: readonly JwtIssuer[],
): Rendered {
  const asked = new Set(allowed.flatMap(({ principals }) => principals.map(({ issuer }) => issuer)));
  const names = new Map(issuers.map(({ issuer }, i) => [issuer, `issuer-${i}`]));
  const rules = allowed.flatMap(({ principals, claims }) => principals.flatMap(({ issuer, subject }) => {
    // a rule needs a claim: for a token of any subject it is the issuer
    const ofSubject = subject === undefined ? [] : [{ claim: ['sub'], values: [subject] }];
    const all = [...ofSubject, ...claims];
    return claimCombinations(all.length > 0 ? all : [{ claim: ['iss'], values: [issuer] }]).map(each =>
      ({ action: 'Allow', principal: { jwt: { provider: names.get(issuer)!, claims: each } } }));
  }));
  const policy = {
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    metadata: { name, namespace, annotations: BEFORE_ROUTES },
    spec: {
      targetRefs: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', name }],
      jwt: {
        providers: issuers.filter(({ issuer }) => asked.has(issuer)).map(({ issuer, jwksUri, audiences }) => ({
          name: names.get(issuer)!,
          issuer,
          ...audiences ? { audiences } : {},
          // `cacheDuration` has the default of the API: it would be drift if it were left out
          remoteJWKS: { uri: jwksUri, cacheDuration: '300s' },
        })),
      },
      authorization: { defaultAction: 'Deny', rules },
    },
  };
  const count = rules.length;
  const findings = [
    ...count <= MOST_RULES ? FINE
      : found('not-expressible', 'rules', { reason: 'many-token-rules', count, max: MOST_RULES }),
    ...allowed.flatMap(({ claims }, i) => within(['rules', i, 'when'], [
      ...claims.length < MOST_CLAIMS ? FINE : found('not-expressible', '', ownWords(
        `must have at most ${MOST_CLAIMS - 1} claims in a SecurityPolicy`, 'ask for fewer')),
      ...claims.flatMap(({ claim, values }, j) => [
        ...claim.every(each => !each.includes('.')) ? FINE
          : found('not-expressible', [j, 'key'], { reason: 'dotted-claim', claim: claim.join('][') }),
        ...values.length > MOST_VALUES
          ? found('not-expressible', [j, 'values'], { reason: 'many-values', max: MOST_VALUES }) : FINE,
      ]),
    ])),
  ];
  return { objects: [policy], findings };
}

/** A claim may be a string or a list of strings: the claims of a token in each combination of types. */
function claimCombinations(claims: readonly TokenClaim[]) {
  return claims.reduce<object[][]>((combinations, { claim, values }) => {
    const [first, ...rest] = claim;
    const types = rest.length === 0 && Object.hasOwn(TYPES, first) ? TYPES[first] : ['String', 'StringArray'];
    return combinations.flatMap(each =>
      types.map(valueType => [...each, { name: claim.join('.'), valueType, values }]));
  }, [[]]);
}
