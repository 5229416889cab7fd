import { mayOf, objectsOf, told } from './support';
import { IstioPods, istioGuard } from '../../../src/cluster/authorization/istio';
import type { GuardedRequest } from '../../../src/cluster/authorization/istio';
import type { SignedToken } from '../../../src/cluster/authorization/guard';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';

const ISSUER = 'https://id.example.com/realms/shop';
const PODS: IstioPods = { namespace: 'ingress', labels: { istio: 'ingress' }, mayHaveMore: false };
const jane: SignedToken = { issuer: ISSUER, subject: 'jane', claims: { realm_access: { roles: ['clerk', 'user'] }, scope: 'openid orders' } };

const AUTHENTICATION = `
apiVersion: security.istio.io/v1
kind: RequestAuthentication
metadata: { name: tokens, namespace: ingress }
spec: { selector: { matchLabels: { istio: ingress } }, jwtRules: [{ issuer: '${ISSUER}', jwksUri: 'https://id.example.com/keys' }] }
---`;

const policy = (spec: string, metadata = 'name: orders, namespace: ingress') => `
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: { ${metadata} }
spec: { ${spec} }
`;

const guardOf = (yaml: string, request: Partial<GuardedRequest> = {}, pods = PODS) =>
  istioGuard(new ObjectIndex(objectsOf(yaml)), pods, { host: 'shop.example.com', path: '/orders/1', method: 'GET', ...request });
const withTokens = (spec: string, request: Partial<GuardedRequest> = {}) => guardOf(`${AUTHENTICATION}${policy(spec)}`, request);

const rule = (...parts: readonly string[]) => `rules: [{ ${parts.join(', ')} }]`;
const to = (fields: string) => `to: [{ operation: { ${fields} } }]`;
const from = (fields: string) => `from: [{ source: { ${fields} } }]`;
const when = (key: string, fields: string) => `when: [{ key: '${key}', ${fields} }]`;
const ORDERS = to("hosts: [shop.example.com, 'shop.example.com:*'], paths: ['/orders*']");
const ROLES = 'request.auth.claims[realm_access][roles]';

describe('the order of policies', () => {
  test('without any, everybody may', () => {
    expect(told(guardOf(''))).toBe('allowed');
    expect(mayOf(guardOf(''))).toEqual(['']);
  });

  test('one that allows refuses what it does not allow, on every host', () => {
    const allowing = `action: ALLOW, ${rule(to('hosts: [shop.example.com]'))}`;
    expect(told(guardOf(policy(allowing)))).toBe('allowed; orders spec.rules[0] allows');
    expect(told(guardOf(policy(allowing), { host: 'other.example.com' }))).toBe('denied; orders spec.rules refuses-rest');
    expect(told(guardOf(policy('selector: { matchLabels: { istio: ingress } }')))).toBe('denied; orders spec.rules refuses-rest');
    expect(mayOf(guardOf(policy('{}').replace('{ {} }', '{}')))).toEqual([]);
  });

  test('those that deny come first, and those that ask somebody else before them', () => {
    const denying = policy(`action: DENY, ${rule(ORDERS)}`, 'name: closed, namespace: ingress');
    const allowing = policy(`action: ALLOW, ${rule(ORDERS)}`);
    const asking = policy(`action: CUSTOM, provider: { name: x }, ${rule(ORDERS)}`, 'name: asked, namespace: ingress');
    expect(told(guardOf([allowing, denying].join('---')))).toBe('denied; closed spec.rules[0] denies');
    expect(told(guardOf([allowing, denying, asking].join('---')))).toBe('denied; closed spec.rules[0] denies');
    expect(told(guardOf([allowing, asking].join('---')))).toBe('unknown; asked spec.rules[0] asks');
    expect(told(guardOf([allowing, asking].join('---'), { path: '/cart' }))).toBe('denied; orders spec.rules refuses-rest');
  });

  test('what is tried out or only logs is not enforced', () => {
    expect(told(guardOf(policy(`action: AUDIT, ${rule(ORDERS)}`)))).toBe('allowed');
    expect(told(guardOf(policy(`action: DENY, ${rule(ORDERS)}`, "name: x, namespace: ingress, annotations: { istio.io/dry-run: 'true' }")))).toBe('allowed');
  });
});

describe('tokens', () => {
  const anyToken = `action: DENY, ${rule(from("notRequestPrincipals: ['*']"), ORDERS)}`;

  test('a token is needed that a RequestAuthentication verifies', () => {
    expect(told(withTokens(anyToken))).toBe('denied; orders spec.rules[0] denies');
    expect(told(withTokens(anyToken), jane)).toBe('allowed');
    expect(told(withTokens(anyToken), { issuer: ISSUER })).toBe('denied; orders spec.rules[0] denies');
    expect(told(withTokens(anyToken), { issuer: 'https://evil.example.com', subject: 'jane' })).toBe('denied; tokens spec.jwtRules[0] refuses-issuer');
    expect(mayOf(withTokens(anyToken))).toEqual([`iss ${ISSUER} & sub *`]);
  });

  test('without a RequestAuthentication no token is looked at', () => {
    expect(told(guardOf(policy(anyToken)), jane)).toBe('denied; orders spec.rules[0] denies');
    expect(mayOf(guardOf(policy(anyToken)))).toEqual([]);
    const elsewhere = AUTHENTICATION.replace('namespace: ingress', 'namespace: shop');
    expect(told(guardOf(`${elsewhere}${policy(anyToken)}`), jane)).toBe('denied; orders spec.rules[0] denies');
  });

  test('an audience is asked for, as a text or as a list', () => {
    const authentication = AUTHENTICATION.replace('jwksUri', 'audiences: [shop, web], jwksUri');
    const guard = guardOf(`${authentication}${policy(anyToken)}`);
    expect(told(guard, jane)).toBe('denied; tokens spec.jwtRules[0] refuses-audience');
    expect(told(guard, { ...jane, audiences: ['web', 'x'] })).toBe('allowed');
    expect(told(guard, { ...jane, claims: { aud: 'shop' } })).toBe('allowed');
  });

  test('a claim is a text, or a list that holds one', () => {
    const clerks = `action: DENY, ${rule(ORDERS, when(ROLES, "notValues: [clerk, 'admin-*']"))}`;
    expect(told(withTokens(clerks), jane)).toBe('allowed');
    expect(told(withTokens(clerks), { ...jane, claims: { realm_access: { roles: 'admin-1' } } })).toBe('allowed');
    expect(told(withTokens(clerks), { ...jane, claims: { realm_access: 'clerk' } })).toBe('denied; orders spec.rules[0] denies');
    expect(told(withTokens(clerks))).toBe('denied; orders spec.rules[0] denies');
    expect(told(withTokens(`action: DENY, ${rule(when('request.auth.claims[scope]', 'notValues: [orders]'))}`), jane)).toBe('allowed');
    expect(told(withTokens(`action: DENY, ${rule(when('request.auth.claims[roles]', 'notValues: [clerk]'))}`), jane)).toContain('denied');
  });

  test('values that must not be there count where there is no token', () => {
    const guard = withTokens(`action: ALLOW, ${rule(when(ROLES, 'notValues: [guest]'))}`);
    expect(told(guard)).toBe('allowed; orders spec.rules[0] allows');
    expect(mayOf(guard)).toEqual(['realm_access.roles not guest']);
  });

  test.each([
    ['*', 'iss * & sub *'],
    ['https://a/b/jane', 'iss https://a/b & sub jane'],
    ['https://a/b/*', 'iss https://a/b & sub *'],
    ['https://a/b/j*', 'iss https://a/b & sub j*'],
    ['*/jane', 'iss * & sub jane'],
    // a trap: the subject is the asterisk itself
    ['*/*', 'iss * & sub *'],
    ['https://a*', 'iss https:/ & sub a*'],
    ['iss*', 'iss iss* & sub *'],
    ['*jane', 'iss * & sub *jane'],
  ])('the principal %s', (principal, expected) => {
    const open = AUTHENTICATION.replace(/issuer: '[^']*', /, '');
    const guard = guardOf(`${open}${policy(`action: ALLOW, ${rule(from(`requestPrincipals: ['${principal}']`))}`)}`);
    expect(mayOf(guard)).toEqual([expected]);
    if (principal === '*/*') expect(told(guard, jane)).toContain('denied');
  });
});

describe('who may', () => {
  test('is what none of the rules refuses, in the fewest words', () => {
    const one = (principals: string, claim: string) => `{ ${from(`notRequestPrincipals: [${principals}]`)}, ${ORDERS} }, { ${when(claim, 'notValues: [a]')}, ${ORDERS} }`;
    const guard = withTokens(`action: DENY, rules: [${one(`'${ISSUER}/*'`, 'request.auth.claims[x]')}]`);
    expect(mayOf(guard)).toEqual([`iss ${ISSUER} & sub * & x a`]);
  });

  test('one of several alternatives', () => {
    const [a, b] = ["notRequestPrincipals: ['i/a']", "notRequestPrincipals: ['i/b']"];
    const [x, y] = ['request.auth.claims[x]', 'request.auth.claims[y]'];
    const denials = [
      '{ from: [{ source: { notRequestPrincipals: [\'i/a\', \'i/b\'] } }] }',
      `{ ${from(a)}, ${when(y, 'notValues: [1]')} }`,
      `{ ${from(b)}, ${when(x, 'notValues: [1]')} }`,
      `{ when: [{ key: '${x}', notValues: ['1'] }, { key: '${y}', notValues: ['1'] }] }`,
    ].join(', ').replaceAll('[1]', "['1']");
    const guard = guardOf(`${AUTHENTICATION.replace(ISSUER, 'i')}${policy(`action: DENY, rules: [${denials}]`)}`);
    expect(mayOf(guard)).toEqual(['iss i & sub a & x 1', 'iss i & sub b & y 1']);
  });

  test('is nobody where a path is closed', () => {
    expect(mayOf(withTokens(`action: DENY, ${rule(ORDERS)}`))).toEqual([]);
    expect(mayOf(withTokens(`action: DENY, ${rule(from("notRequestPrincipals: ['other/*']"))}`))).toEqual([]);
  });
});

describe('requests', () => {
  const isDenied = (operation: string, request: Partial<GuardedRequest>) => told(guardOf(policy(`action: DENY, ${rule(to(operation))}`), request)).startsWith('denied');

  test.each([
    ["hosts: ['Shop.Example.com']", { host: 'SHOP.example.com' }, true],
    ["hosts: ['shop.example.com']", { host: 'shop.example.com:443' }, false],
    ["hosts: ['shop.example.com:*']", { host: 'shop.example.com:443' }, true],
    ["hosts: ['shop.example.com']", { host: 'shop.example.com.' }, false],
    ["hosts: ['*.example.com']", { host: 'a.b.EXAMPLE.com' }, true],
    ["notHosts: ['shop.example.com']", { host: 'Shop.example.com' }, false],
    ["paths: ['/orders']", { path: '/orders/1' }, false],
    ["paths: ['/orders*']", { path: '/ordersandmore' }, true],
    ["paths: ['/orders*']", { path: '/Orders' }, false],
    ["paths: ['*.html']", { path: '/a/b.html' }, true],
    ["paths: ['*']", { path: '/' }, true],
    ["paths: ['/orders/{*}']", { path: '/orders/1' }, true],
    ["paths: ['/orders/{*}']", { path: '/orders/1/2' }, false],
    ["paths: ['/orders/{**}']", { path: '/orders/1/2' }, true],
    ["paths: ['/orders/{**}']", { path: '/orders' }, false],
    // no template knows this character
    ["paths: ['/orders/{**}']", { path: '/orders/a|b' }, false],
    ["paths: ['/orders*'], notPaths: ['/orders/public']", { path: '/orders/public' }, false],
    ['methods: [GET]', { method: 'GET' }, true],
    ["methods: ['P*']", { method: 'GET' }, false],
    ['notMethods: [GET]', { method: 'POST' }, true],
  ] as const)('%s, asked with %j', (operation, request, expected) => {
    expect(isDenied(operation, request)).toBe(expected);
  });

  test('what depends on the connection or on a header is not known', () => {
    const denied = (...parts: readonly string[]) => told(withTokens(`action: DENY, ${rule(...parts)}`), jane);
    expect(denied(from('ipBlocks: [10.0.0.0/8]'))).toBe('unknown; orders spec.rules[0].from[0].source.ipBlocks depends');
    expect(denied(from("ipBlocks: [10.0.0.0/8], notRequestPrincipals: ['*']"))).toBe('allowed');
    expect(denied(when('request.headers[x-user]', 'values: [a]'))).toBe('unknown; orders spec.rules[0].when[0].key depends');
    expect(denied(to("ports: ['8443']"))).toBe('unknown; orders spec.rules[0].to[0].operation.ports depends');
    expect(mayOf(withTokens(`action: DENY, ${rule(from('ipBlocks: [10.0.0.0/8]'))}`))).toEqual(['? spec.rules[0].from[0].source.ipBlocks']);
  });
});

describe('selection', () => {
  const denying = (selection: string, namespace: string) => policy(`${selection}action: DENY, ${rule(ORDERS)}`, `name: x, namespace: ${namespace}`);
  const own = 'selector: { matchLabels: { istio: ingress } }, ';

  test('policies count of the namespace of the pods, and of the root namespace', () => {
    expect(told(guardOf(denying(own, 'ingress')))).toContain('denied');
    expect(told(guardOf(denying('', 'ingress')))).toContain('denied');
    expect(told(guardOf(denying('', 'istio-system')))).toContain('denied');
    expect(told(guardOf(denying(own, 'shop')))).toBe('allowed');
    expect(told(guardOf(denying(own.replace('ingress', 'egress'), 'ingress')))).toBe('allowed');
    expect(told(guardOf(denying('targetRefs: [{ group: gateway.networking.k8s.io, kind: Gateway, name: web }], ', 'ingress')))).toBe('allowed');
  });

  test('where the namespace of the pods is not known, neither is what its policies say', () => {
    const pods: IstioPods = { labels: { istio: 'ingress' }, mayHaveMore: true };
    expect(told(guardOf(denying(own, 'ingress'), {}, pods))).toBe('unknown; x metadata.namespace depends');
    expect(mayOf(guardOf(denying(own, 'ingress'), {}, pods))).toEqual(['? metadata.namespace']);
    expect(told(guardOf(denying(own, 'istio-system'), {}, pods))).toContain('denied');
    expect(told(guardOf(denying('selector: { matchLabels: { app: gateway } }, ', 'istio-system'), {}, pods))).toBe('unknown; x spec.selector.matchLabels depends');
    const allowing = denying(own, 'ingress').replace('DENY', 'ALLOW');
    expect(told(guardOf(allowing, {}, pods))).toBe('allowed; x spec.rules[0] allows');
    expect(told(guardOf(allowing, { path: '/' }, pods))).toBe('unknown; x metadata.namespace depends');
    const tokens = `${AUTHENTICATION}${denying('', 'istio-system').replace(ORDERS, from("notRequestPrincipals: ['*']"))}`;
    expect(told(guardOf(tokens, {}, pods), jane)).toBe('unknown; tokens spec.jwtRules[0] depends');
    expect(told(guardOf(tokens, {}, pods))).toContain('denied');
  });

  test('a Gateway of the Gateway API is named', () => {
    const pods: IstioPods = { namespace: 'ingress', labels: {}, mayHaveMore: true, gateway: 'web' };
    const named = (name: string) => denying(`targetRefs: [{ group: gateway.networking.k8s.io, kind: Gateway, name: ${name} }], `, 'ingress');
    expect(told(guardOf(named('web'), {}, pods))).toContain('denied');
    expect(told(guardOf(named('other'), {}, pods))).toBe('allowed');
    expect(told(guardOf(named('web').replace('namespace: ingress', 'namespace: shop'), {}, pods))).toBe('allowed');
  });
});
