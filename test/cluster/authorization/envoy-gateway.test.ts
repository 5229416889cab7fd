import { mayOf, objectsOf, told } from './support';
import { envoyGatewayGuard } from '../../../src/cluster/authorization/envoy-gateway';
import type { GuardedRequest } from '../../../src/cluster/authorization/istio';
import type { SignedToken } from '../../../src/cluster/authorization/guard';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';

const ISSUER = 'https://id.example.com';
const jane: SignedToken = { issuer: ISSUER, subject: 'jane', claims: { realm_access: { roles: ['clerk'] }, scope: 'openid orders' } };

const [ROUTE, GATEWAY] = objectsOf(`
{ apiVersion: gateway.networking.k8s.io/v1, kind: HTTPRoute, metadata: { name: orders, namespace: shop, labels: { tier: web } } }
---
{ apiVersion: gateway.networking.k8s.io/v1, kind: Gateway, metadata: { name: public, namespace: shop } }
`);
const PLACES = [{ object: ROUTE, section: 'admin' }, { object: ROUTE }, { object: GATEWAY, section: 'https' }, { object: GATEWAY }];

const TARGET = 'targetRefs: [{ group: gateway.networking.k8s.io, kind: HTTPRoute, name: orders }]';
const AT_GATEWAY = 'targetRefs: [{ group: gateway.networking.k8s.io, kind: Gateway, name: public }]';
const JWT = `jwt: { providers: [{ name: id, issuer: '${ISSUER}', remoteJWKS: { uri: 'https://id.example.com/keys' } }] }`;
const policy = (spec: string, name = 'orders', namespace = 'shop') => `
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: SecurityPolicy
metadata: { name: ${name}, namespace: ${namespace} }
spec: { ${spec} }
`;
const guardOf = (yaml: string, request: Partial<GuardedRequest> = {}, places = PLACES) =>
  envoyGatewayGuard(new ObjectIndex(objectsOf(yaml)), places, { host: 'shop.example.com', path: '/orders/1', method: 'GET', ...request });
const ruled = (rules: string, more = '') => guardOf(policy(`${TARGET}, ${JWT}, authorization: { ${more}rules: [${rules}] }`));
const allowing = (principal: string, more = '') => `{ action: Allow, ${more}principal: { ${principal} } }`;
const claim = (name: string, values: string, type = 'StringArray') => `jwt: { provider: id, claims: [{ name: '${name}', valueType: ${type}, values: [${values}] }] }`;

test('without a policy, everybody may', () => {
  expect(told(guardOf(''))).toBe('allowed');
  expect(told(guardOf(policy(`${TARGET}`, 'x', 'other')))).toBe('allowed');
});

test('a token is needed, unless it is optional', () => {
  const guard = guardOf(policy(`${TARGET}, ${JWT}`));
  expect(told(guard)).toBe('denied; orders spec.jwt needs-token');
  expect(told(guard, jane)).toBe('allowed');
  expect(told(guard, { issuer: 'https://evil.example.com' })).toBe('denied; orders spec.jwt.providers[0] refuses-issuer');
  expect(mayOf(guard)).toEqual([`iss ${ISSUER}`]);
  expect(told(guardOf(policy(`${TARGET}, ${JWT.replace('{ ', '{ optional: true, ')}`)))).toBe('allowed');
});

test('the first rule that a request meets decides, and the default refuses', () => {
  const guard = ruled(`${allowing(claim('realm_access.roles', 'clerk'))}, { action: Deny, principal: { ${claim('sub', 'jane', 'String')} } }`);
  expect(told(guard, jane)).toBe('allowed; orders spec.authorization.rules[0] allows');
  expect(told(guard, { ...jane, claims: {} })).toBe('denied; orders spec.authorization.rules[1] denies');
  expect(told(guard, { issuer: ISSUER })).toBe('denied; orders spec.authorization refuses-rest');
  expect(told(guard)).toBe('denied; orders spec.jwt needs-token');
  expect(mayOf(guard)).toEqual([`iss ${ISSUER} & realm_access.roles clerk`]);
  expect(told(ruled('', 'defaultAction: Allow, '), jane)).toBe('allowed');
});

test('a list is not compared as a text, nor a text as a list', () => {
  expect(told(ruled(allowing(claim('realm_access.roles', 'clerk', 'String'))), jane)).toContain('denied');
  expect(told(ruled(allowing(claim('sub', 'jane'))), jane)).toContain('denied');
  // an asterisk is itself
  expect(told(ruled(allowing(claim('sub', "'*'", 'String'))), jane)).toContain('denied');
});

test('scopes are words, all of which a token has to have', () => {
  const scoped = (scopes: string) => ruled(allowing(`jwt: { provider: id, scopes: [${scopes}] }`));
  expect(told(scoped('orders'), jane)).toContain('allowed');
  expect(told(scoped('orders, admin'), jane)).toContain('denied');
  expect(told(scoped('orders'), { ...jane, claims: { scp: ['orders'] } })).toContain('allowed');
});

test('a principal of another provider is nobody', () => {
  expect(told(ruled(allowing('jwt: { provider: other, scopes: [orders] }')), jane)).toBe('denied; orders spec.authorization refuses-rest');
});

test.each([
  ['methods: [POST]', {}, 'denied'],
  ['methods: [get]', {}, 'allowed'],
  ['path: { value: /orders }', {}, 'allowed'],
  ['path: { value: /orders/ }', { path: '/orders' }, 'allowed'],
  ['path: { value: /ord }', {}, 'denied'],
  ['path: { type: Exact, value: /orders }', {}, 'denied'],
  ['path: { type: Exact, value: /orders, invert: true }', {}, 'allowed'],
  ['path: { type: RegularExpression, value: "/orders.*" }', {}, 'unknown'],
] as const)('an operation has %s, asked with %j', (operation, request, expected) => {
  const guard = guardOf(policy(`${TARGET}, authorization: { rules: [{ action: Allow, operation: { ${operation} } }] }`), request);
  expect(told(guard).split(';')[0]).toBe(expected);
});

test('addresses, headers and expressions are not known', () => {
  expect(told(ruled(allowing('clientCIDRs: [10.0.0.0/8]')), jane)).toBe('unknown; orders spec.authorization.rules[0].principal.clientCIDRs depends');
  expect(told(ruled("{ action: Allow, cel: 'true' }"), jane)).toBe('unknown; orders spec.authorization.rules[0].cel depends');
  expect(told(guardOf(policy(`${TARGET}, basicAuth: { users: { name: x } }`)))).toBe('unknown; orders spec.basicAuth asks');
});

test('the policy of the closest place counts, and no other one', () => {
  const closed = (target: string, name: string) => policy(`${target}, authorization: {}`, name);
  const section = TARGET.replace(' }]', ', sectionName: admin }]');
  expect(told(guardOf(closed(AT_GATEWAY, 'gateway')))).toBe('denied; gateway spec.authorization refuses-rest');
  // that of the route opens what that of the Gateway closes, though it is about something else
  expect(told(guardOf([closed(AT_GATEWAY, 'gateway'), policy(`${TARGET}, cors: {}`)].join('---')))).toBe('allowed');
  expect(told(guardOf([closed(section, 'rule'), policy(`${TARGET}, cors: {}`)].join('---')))).toBe('denied; rule spec.authorization refuses-rest');
  expect(told(guardOf(closed(section, 'rule'), {}, PLACES.slice(1)))).toBe('allowed');
  expect(told(guardOf(closed(AT_GATEWAY.replace(' }]', ', sectionName: https }]'), 'listener')))).toContain('denied');
  expect(told(guardOf(closed('targetSelectors: [{ kind: HTTPRoute, matchLabels: { tier: web } }]', 'selected')))).toContain('denied');
  const apart = 'targetSelectors: [{ kind: HTTPRoute, matchLabels: { tier: web }, matchExpressions: [{ key: tier, operator: NotIn, values: [web] }] }]';
  expect(told(guardOf(closed(apart, 'expression')))).toBe('allowed');
});

test('of two policies at one place it is not known which one counts', () => {
  const [a, b] = [policy(`${TARGET}, ${JWT}`, 'a'), policy(`${TARGET}, cors: {}`, 'b')];
  expect(told(guardOf([a, b].join('---')))).toBe('unknown; b spec.targetRefs asks');
});
