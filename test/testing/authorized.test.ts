import { failure } from './support';
import { Manifests, RequestToken, RouteCallers } from '../../src/testing';

const ISSUER = 'https://id.example.com';
const clerk: RequestToken = { issuer: ISSUER, subject: 'jane', claims: { roles: ['clerk'] } };
const guest: RequestToken = { issuer: ISSUER, subject: 'joe' };
const URL_OF_ORDERS = 'https://shop.example.com/orders/1';

const MESH = `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: shop, namespace: shop }
spec:
  selector: { istio: ingress }
  servers:
    - { hosts: [shop.example.com], port: { name: https, number: 443, protocol: HTTPS }, tls: { mode: SIMPLE, credentialName: shop } }
    - { hosts: [shop.example.com], port: { name: http, number: 80, protocol: HTTP }, tls: { httpsRedirect: true } }
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: shop, namespace: shop }
spec:
  hosts: [shop.example.com]
  gateways: [shop]
  http:
    - { match: [{ uri: { prefix: /orders } }], route: [{ destination: { host: orders } }] }
    - { match: [{ uri: { prefix: / } }], route: [{ destination: { host: web } }] }
---`;

const policies = (namespace: string) => `
apiVersion: security.istio.io/v1
kind: RequestAuthentication
metadata: { name: tokens, namespace: ${namespace} }
spec: { selector: { matchLabels: { istio: ingress } }, jwtRules: [{ issuer: '${ISSUER}', jwksUri: 'https://id.example.com/keys' }] }
---
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: { name: orders, namespace: ${namespace} }
spec:
  action: DENY
  selector: { matchLabels: { istio: ingress } }
  rules:
    - { from: [{ source: { notRequestPrincipals: ['${ISSUER}/*'] } }], to: [{ operation: { hosts: [shop.example.com, 'shop.example.com:*'], paths: ['/orders*'] } }] }
    - { to: [{ operation: { hosts: [shop.example.com, 'shop.example.com:*'], paths: ['/orders*'] } }], when: [{ key: 'request.auth.claims[roles]', notValues: [clerk, admin] }] }
`;

const TAKES = "  VirtualService shop/shop (<yaml>:11): 'spec.http[0].match[0]' takes shop.example.com/orders and what begins so";
const mesh = Manifests.ofYaml(`${MESH}${policies('istio-system')}`);
const saidOf = (act: () => void) => failure(act).split('\n');

describe('isAuthorized', () => {
  test('holds for a token that meets all policies, and for everybody where there is none', () => {
    mesh.isAuthorized(URL_OF_ORDERS, clerk);
    const other = Manifests.ofYaml(`${MESH.replace('443', '8443')}${policies('istio-system')}`);
    other.isAuthorized('https://shop.example.com:8443/orders', clerk);
    other.isNotAuthorized('https://shop.example.com:8443/orders');
    mesh.isAuthorized('https://shop.example.com/cart');
  });

  test('fails when the token lacks a claim', () => {
    expect(saidOf(() => mesh.isAuthorized(URL_OF_ORDERS, guest))).toEqual([
      `not-authorized: ${URL_OF_ORDERS} must let in a token of "${ISSUER}", and does not`,
      TAKES,
      "  AuthorizationPolicy istio-system/orders (<yaml>:26): 'spec.rules[1]' rejects them",
    ]);
  });

  test('fails when there is no token', () => {
    expect(saidOf(() => mesh.isAuthorized(URL_OF_ORDERS))).toEqual([
      `not-authorized: ${URL_OF_ORDERS} must let in requests without a token, and does not`,
      TAKES,
      "  AuthorizationPolicy istio-system/orders (<yaml>:26): 'spec.rules[0]' rejects them",
    ]);
  });

  test('fails when the gateway verifies no token', () => {
    const [, policy] = policies('istio-system').split('---');
    expect(saidOf(() => Manifests.ofYaml(`${MESH}${policy}`).isAuthorized(URL_OF_ORDERS, clerk)).slice(2)).toEqual([
      "  AuthorizationPolicy istio-system/orders (<yaml>:21): 'spec.rules[0]' rejects them",
      '    no token counts, since nothing at the gateway verifies one',
    ]);
  });

  test('fails when the issuer is another one', () => {
    expect(saidOf(() => mesh.isAuthorized('https://shop.example.com/cart', { issuer: 'https://evil.example.com' })).at(-1))
      .toBe("  RequestAuthentication istio-system/tokens (<yaml>:21): 'spec.jwtRules[0]' rejects tokens of this issuer");
  });

  test('fails when no route takes the URL', () => {
    expect(failure(() => mesh.isAuthorized('https://other.example.com/'))).toBe([
      'not-reachable: https://other.example.com/ must reach pods, and does not',
      '  no route is for host "other.example.com"; there are "shop.example.com"',
    ].join('\n'));
  });

  test('fails when it is given no token', () => {
    expect(failure(() => mesh.isAuthorized(URL_OF_ORDERS, { subject: 'jane' } as never)))
      .toBe("[Manifests.isAuthorized()] missing-field: 'token.issuer' is required");
  });
});

describe('isNotAuthorized', () => {
  test('holds where a policy refuses', () => {
    mesh.isNotAuthorized(URL_OF_ORDERS);
    mesh.isNotAuthorized(URL_OF_ORDERS, guest);
    mesh.isNotAuthorized(URL_OF_ORDERS, { ...clerk, issuer: 'https://evil.example.com' });
    // it is redirected
    mesh.isNotAuthorized('http://shop.example.com/cart');
  });

  test('fails when a request is let in', () => {
    expect(saidOf(() => mesh.isNotAuthorized('https://shop.example.com/cart'))).toEqual([
      'authorized: https://shop.example.com/cart must not let in requests without a token, and does',
      "  VirtualService shop/shop (<yaml>:11): 'spec.http[1].match[0]' takes shop.example.com/ and what begins so",
      '    no policy guards it',
    ]);
  });

  test('fails when it is not known where the pods of the gateway are, unless that is said or rendered', () => {
    const elsewhere = `${MESH}${policies('ingress')}`;
    const manifests = Manifests.ofYaml(elsewhere);
    expect(saidOf(() => manifests.isNotAuthorized(URL_OF_ORDERS))).toEqual([
      `authorized: ${URL_OF_ORDERS} must not let in requests without a token, and it is not known whether it does`,
      TAKES,
      "  AuthorizationPolicy ingress/orders (<yaml>:26): 'metadata.namespace' decides, and it is not known how",
      "    say where the pods of the gateway are, as 'from'",
    ]);
    const from = { namespace: 'ingress', podLabels: { istio: 'ingress' } };
    manifests.isNotAuthorized(URL_OF_ORDERS, guest, from);
    manifests.isAuthorized(URL_OF_ORDERS, clerk, from);
    expect(saidOf(() => manifests.isNotAuthorized(URL_OF_ORDERS, guest, { ...from, namespace: 'other' })).at(-1)).toBe('    no policy guards it');
    const pods = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: gateway, namespace: ingress }\nspec: { template: { metadata: { labels: { istio: ingress } } } }\n';
    Manifests.ofYaml(`${elsewhere}---\n${pods}`).isNotAuthorized(URL_OF_ORDERS);
  });
});

describe('accessTo', () => {
  test('says who may', () => {
    expect(mesh.accessTo('https://shop.example.com/cart')).toEqual({ callers: RouteCallers.EVERYBODY, tokens: [] });
    expect(mesh.accessTo(URL_OF_ORDERS)).toEqual({
      callers: RouteCallers.TOKENS,
      tokens: [{ issuers: [ISSUER], subjects: ['*'], claims: [{ claim: 'roles', values: ['clerk', 'admin'] }], deniedClaims: [] }],
    });
    expect(Manifests.ofYaml(`${MESH}${policies('ingress')}`).accessTo(URL_OF_ORDERS).callers).toBe(RouteCallers.UNKNOWN);
    expect(Manifests.ofYaml(`${MESH}${policies('istio-system').split('---')[1]}`).accessTo(URL_OF_ORDERS).callers).toBe(RouteCallers.NOBODY);
  });
});

describe('an HTTPRoute of Envoy Gateway', () => {
  const ROUTE = `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: public, namespace: ingress }
spec: { gatewayClassName: eg, listeners: [{ name: https, port: 443, protocol: HTTPS, tls: { certificateRefs: [{ name: shop }] }, allowedRoutes: { namespaces: { from: All } } }] }
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: orders, namespace: shop }
spec:
  hostnames: [shop.example.com]
  parentRefs: [{ name: public, namespace: ingress, sectionName: https }]
  rules:
    - { name: orders, matches: [{ path: { value: /orders } }], backendRefs: [{ name: orders, port: 80 }] }
    - { name: debug, matches: [{ path: { value: /orders }, headers: [{ name: x-debug, value: '1' }] }], backendRefs: [{ name: orders, port: 80 }] }
---
apiVersion: gateway.envoyproxy.io/v1alpha1
kind: SecurityPolicy
metadata: { name: orders, namespace: shop }
spec:
  targetRefs: [{ group: gateway.networking.k8s.io, kind: HTTPRoute, name: orders, sectionName: orders }]
  jwt: { providers: [{ name: id, issuer: '${ISSUER}', remoteJWKS: { uri: 'https://id.example.com/keys' } }] }
  authorization: { rules: [{ action: Allow, principal: { jwt: { provider: id, claims: [{ name: roles, valueType: StringArray, values: [clerk] }] } } }] }
`;
  const whole = Manifests.ofYaml(ROUTE.replace(', sectionName: orders }', ' }'));

  test('is guarded by its SecurityPolicy', () => {
    whole.isAuthorized(URL_OF_ORDERS, clerk);
    whole.isNotAuthorized(URL_OF_ORDERS);
    expect(saidOf(() => whole.isAuthorized(URL_OF_ORDERS, guest)).slice(2)).toEqual([
      "  SecurityPolicy shop/orders (<yaml>:17): 'spec.authorization' rejects what no rule allows",
    ]);
    expect(whole.accessTo(URL_OF_ORDERS).tokens).toEqual([{ issuers: [ISSUER], claims: [{ claim: 'roles', values: ['clerk'] }], deniedClaims: [] }]);
  });

  test('is guarded by the policy of the listener that serves its host, and of no other one of the port', () => {
    const tls = 'port: 443, protocol: HTTPS, tls: { certificateRefs: [{ name: shop }] }, allowedRoutes: { namespaces: { from: All } } }';
    const guardedAt = (section: string) => Manifests.ofYaml(ROUTE.replace(/listeners: .*/, `listeners: [{ name: any, ${tls}, { name: shop, hostname: Shop.example.com, ${tls}] }`)
      .replace(', sectionName: https', '').replace(/- \{ name: debug.*/, '').replace('name: orders, namespace: shop }\nspec:\n  targetRefs', 'name: orders, namespace: ingress }\nspec:\n  targetRefs')
      .replace('kind: HTTPRoute, name: orders, sectionName: orders', `kind: Gateway, name: public, sectionName: ${section}`));
    guardedAt('shop').isNotAuthorized(URL_OF_ORDERS);
    guardedAt('shop').isAuthorized(URL_OF_ORDERS, clerk);
    guardedAt('any').isAuthorized(URL_OF_ORDERS);
  });

  test('fails when another header leads past the policy', () => {
    expect(saidOf(() => Manifests.ofYaml(ROUTE).isNotAuthorized(URL_OF_ORDERS))).toEqual([
      `authorized: ${URL_OF_ORDERS} must not let in requests without a token, and does`,
      "  HTTPRoute shop/orders (<yaml>:7): 'spec.rules[1].matches[0]' takes shop.example.com/orders of requests with header x-debug",
      '    no policy guards it',
    ]);
  });

  test('depends on filters that are not known', () => {
    const filtered = ROUTE.replace('backendRefs', 'filters: [{ type: ExtensionRef, extensionRef: { group: x.io, kind: Filter, name: x } }], backendRefs');
    expect(saidOf(() => Manifests.ofYaml(filtered).isAuthorized(URL_OF_ORDERS, clerk)).at(-1))
      .toBe("  HTTPRoute shop/orders (<yaml>:7): 'spec.rules[0].filters[0]' asks another server, which may reject them");
  });
});

test('annotations of an Ingress may ask somebody else', () => {
  const ingress = (annotations: string) => Manifests.ofYaml(`
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop, annotations: ${annotations} }
spec: { rules: [{ host: h, http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }] } }] }
`);
  ingress('{ example.com/owner: web }').isAuthorized('http://h/');
  expect(saidOf(() => ingress('{ nginx.ingress.kubernetes.io/auth-url: http://auth }').isNotAuthorized('http://h/')).at(-1))
    .toBe("  Ingress shop/web (<yaml>:2): 'metadata.annotations['nginx.ingress.kubernetes.io/auth-url']' asks another server, which may reject them");
});
