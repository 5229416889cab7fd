/** What guards the routes of a Gateway and keeps sessions there, generated. */
import * as fc from 'fast-check';
import { EDGE, policyOf, PolicyTargetRef } from './objects';
import { TRUSTED } from './tokens';
import type { KubernetesObject } from './trial';

const PROVIDER = { name: 'id', issuer: TRUSTED.issuer, localJWKS: { type: 'Inline', inline: TRUSTED.jwks } };

const claim = fc.constantFrom(
  { name: 'realm_access.roles', valueType: 'StringArray', values: ['clerk'] },
  { name: 'realm_access.roles', valueType: 'StringArray', values: ['boss', 'clerk'] },
  { name: 'realm_access.roles', valueType: 'String', values: ['clerk'] },
  { name: 'team', valueType: 'String', values: ['orders'] },
  { name: 'team', valueType: 'StringArray', values: ['orders'] },
  { name: 'sub', valueType: 'String', values: ['joe', 'jil'] },
  { name: 'iss', valueType: 'String', values: [TRUSTED.issuer] },
);

const rule = fc.record({
  action: fc.constantFrom('Allow', 'Allow', 'Deny'),
  claims: fc.uniqueArray(claim, { minLength: 1, maxLength: 2, selector: ({ name, valueType }) => name + valueType }),
  operation: fc.constantFrom(undefined, undefined, undefined, { methods: ['GET'] }, { methods: ['POST'] }, { path: { type: 'PathPrefix', value: '/a' } }),
}).map(({ action, claims, operation }) => ({ action, principal: { jwt: { provider: 'id', claims } }, ...operation && { operation } }));

const security = fc.record({
  jwt: fc.record({
    audiences: fc.constantFrom(undefined, undefined, ['shop'], ['blog', 'other']),
    optional: fc.constantFrom(undefined, undefined, undefined, true),
  }).map(({ audiences, optional }) => ({ ...optional && { optional }, providers: [{ ...PROVIDER, ...audiences && { audiences } }] })),
  authorization: fc.option(fc.record({ defaultAction: fc.constantFrom('Deny', 'Deny', 'Allow'), rules: fc.array(rule, { minLength: 1, maxLength: 3 }) }), { freq: 5, nil: undefined }),
}).map(({ jwt, authorization }) => ({ jwt, ...authorization && { authorization } }));

/** Where a policy may be: at a route, one of its rules, the Gateway, one of its listeners. */
export const policyTrial = fc.record({
  atRoutes: fc.array(fc.record({ route: fc.nat(), isForRule: fc.constantFrom(false, false, true), spec: security }), { maxLength: 4 }),
  atGateway: fc.oneof(
    { weight: 3, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.record({ listener: fc.option(fc.nat()), spec: security }) },
  ),
  cookies: fc.array(fc.nat(), { maxLength: 2 }),
});

type PolicyTrial = typeof policyTrial extends fc.Arbitrary<infer T> ? T : never;

const COOKIE = { loadBalancer: { type: 'ConsistentHash', consistentHash: { type: 'Cookie', cookie: { name: 'session', ttl: '1h' } } } };

/** A policy of each kind at most for a place: the age decides between several, which objects without an API server do not have. */
export function policiesOf(
  { atRoutes, atGateway, cookies }: PolicyTrial, routes: readonly KubernetesObject[], listeners: readonly { readonly name: string }[],
): KubernetesObject[] {
  const places = new Map<string, KubernetesObject>();
  const put = (kind: string, namespace: string, target: PolicyTargetRef, spec: object) => {
    const key = JSON.stringify([kind, namespace, target]);
    places.set(key, places.get(key) ?? policyOf(kind, `${kind.toLowerCase()}-${places.size}`, namespace, target, spec));
  };
  for (const { route, isForRule, spec } of atRoutes) {
    const { metadata: { name, namespace } } = routes[route % routes.length];
    put('SecurityPolicy', namespace!, { kind: 'HTTPRoute', name, ...isForRule && { sectionName: 'rule-0' } }, spec);
  }
  for (const { metadata: { name, namespace } } of cookies.map((each) => routes[each % routes.length])) {
    put('BackendTrafficPolicy', namespace!, { kind: 'HTTPRoute', name }, COOKIE);
  }
  if (atGateway) {
    const { listener, spec } = atGateway;
    put('SecurityPolicy', EDGE, { kind: 'Gateway', name: 'shared', ...listener !== null && { sectionName: listeners[listener % listeners.length].name } }, spec);
  }
  return [...places.values()];
}
