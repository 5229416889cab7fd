import { failure } from './support';
import { isManifestAssertionError } from '../../src/testing/errors';
import { Manifests } from '../../src/testing';
import { thrownBy } from '../support/message';

const CART = `
apiVersion: v1
kind: Service
metadata: { name: cart, namespace: shop }
spec: { selector: { app: cart }, ports: [{ name: web, port: 80, targetPort: http }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  replicas: 2
  template:
    metadata: { labels: { app: cart } }
    spec: { containers: [{ name: cart, image: example/cart:1, ports: [{ name: http, containerPort: 8080 }] }] }
`;

const ingress = (spec: string, metadata = 'name: web') => `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { namespace: shop, ${metadata} }
spec: { ingressClassName: public, ${spec} }
`;

const toCart = (path: string, pathType = 'Prefix') => `{ path: ${path}, pathType: ${pathType}, backend: { service: { name: cart, port: { name: web } } } }`;
const rules = (host: string, ...paths: readonly string[]) => `rules: [{ host: '${host}', http: { paths: [${paths.join(', ')}] } }]`;
const policy = (spec: string) => `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: cart, namespace: shop }
spec: { podSelector: { matchLabels: { app: cart } }, ${spec} }
`;
const of = (...documents: readonly string[]) => Manifests.ofYaml(documents.join('---'));

const WEB = ingress(`${rules('shop.example.com', toCart('/cart'))}, tls: [{ hosts: [shop.example.com], secretName: shop-tls }]`);
const STEPS = [
  "  Ingress shop/web (<yaml>:2): 'spec.rules[0].http.paths[0]' takes shop.example.com/cart and what is below it",
  "  Service shop/cart (<yaml>:7): 'spec.ports[0]' leads from port 80 to port http of the pods",
  "  Service shop/cart (<yaml>:7): 'spec.selector' selects the pods",
  '  Deployment shop/cart (<yaml>:12): listens on port 8080',
];

describe('isReachable', () => {
  test('gives Service, port, pods and the Secret of the certificate', () => {
    const manifests = of(WEB, CART);
    const reached = manifests.isReachable('https://shop.example.com:8443/cart/1?token=hunter2');
    expect(reached).toEqual({
      service: 'cart', port: 80, namespace: 'shop', pods: [{ apiVersion: 'apps/v1', kind: 'Deployment', name: 'cart', namespace: 'shop' }], tlsSecret: 'shop-tls',
    });
    expect(manifests.one(reached.pods[0]).spec.replicas).toBe(2);
    expect(manifests.isReachable('http://SHOP.example.com/cart')).not.toHaveProperty('tlsSecret');
    expect(of(`${WEB}---${CART}`.replace(/namespace: shop, |, namespace: shop/g, '')).isReachable('http://shop.example.com/cart')).not.toHaveProperty('namespace');
  });

  test('takes the port of a Service for its target where that is null', () => {
    const own = CART.replace('targetPort: http', 'targetPort: null').replace('port: 80,', 'port: 8080,');
    expect(of(WEB, own).isReachable('http://shop.example.com/cart').port).toBe(8080);
  });

  test('fails when a step does not hold, with those that do', () => {
    const manifests = of(WEB, CART.replace('containerPort: 8080', 'containerPort: 8080, protocol: UDP'));
    expect(failure(() => manifests.isReachable('https://user:hunter2@shop.example.com/cart?token=hunter2#hunter2'))).toBe([
      'not-reachable: https://shop.example.com/cart must reach pods, and does not',
      STEPS[0],
      "  Ingress shop/web (<yaml>:2): 'spec.tls[0]' serves shop.example.com with the certificate in Secret shop-tls",
      "  Service shop/cart (<yaml>:7): 'spec.ports[0]' leads to port \"http\", which no container of the pods declares (8080/UDP (http))",
    ].join('\n'));
  });

  test('fails when no route takes the URL', () => {
    const error = thrownBy(() => of(WEB, CART).isReachable('http://shop.example.com/card'));
    expect(error.message).toBe([
      'not-reachable: http://shop.example.com/card must reach pods, and does not',
      '  no route of host "shop.example.com" takes path "/card"; it has "/cart"; did you mean "/cart"?',
    ].join('\n'));
    expect(isManifestAssertionError(error) && error.findings.map(({ code }) => code)).toEqual(['not-reachable', 'no-route']);
    expect(failure(() => of(CART).isReachable('http://h/'))).toBe('not-reachable: http://h/ must reach pods, and does not\n  no Ingress, HTTPRoute or VirtualService of a gateway is rendered');
  });

  test('fails when the controllers of two classes lead to different Services', () => {
    const internal = WEB.replace('public', 'internal').replace('name: web }', 'name: inner }').replace('name: web,', 'name: inner,');
    expect(of(WEB, CART, internal).isReachable('http://shop.example.com/cart').service).toBe('cart');
    const other = of(WEB, CART, internal.replace('{ name: cart,', '{ name: other,'), CART.replace('name: cart, namespace', 'name: other, namespace'));
    expect(failure(() => other.isReachable('http://shop.example.com/cart')).split('\n').slice(0, 2)).toEqual([
      'not-reachable: http://shop.example.com/cart must reach pods of one Service, and reaches those of 2', STEPS[0],
    ]);
  });

  test('fails when policies keep the controller out', () => {
    const manifests = of(WEB, CART, policy('ingress: [{ from: [{ namespaceSelector: { matchLabels: { kubernetes.io/metadata.name: ingress } } }] }]'));
    const url = 'http://shop.example.com/cart';
    manifests.isReachable(url);
    manifests.isReachable(url, { namespace: 'ingress' });
    expect(failure(() => manifests.isReachable(url, { namespace: 'other', podLabels: { app: 'nginx' } }))).toBe([
      `not-reachable: ${url} must reach pods, and does not`, ...STEPS,
      "  NetworkPolicy shop/cart (<yaml>:21): 'spec.ingress[0].from[0].namespaceSelector' asks for kubernetes.io/metadata.name=ingress",
    ].join('\n'));
    expect(failure(() => of(WEB, CART, policy('')).isReachable(url)).split('\n').at(-1)).toBe("  NetworkPolicy shop/cart (<yaml>:21): 'spec.ingress' lets nobody through");
  });

  test('fails when it is given no URL', () => {
    const said = (url: unknown) => failure(() => of(WEB).isReachable(url as string));
    const must = "[Manifests.isReachable()] invalid-url: 'url' must be a URL that begins with https:// or http://, got";
    expect(said('user:hunter2@shop.example.com/cart?token=hunter2')).toBe(`${must} "…@shop.example.com/cart?…"`);
    expect(said('ftp://shop.example.com')).toBe(`${must} "ftp://shop.example.com"`);
    expect(said('http://')).toBe(`${must} "http://"`);
    expect(said('http://a b/')).toBe(`${must} "http://a b/"`);
    expect(said(undefined)).toBe(`${must} nothing`);
  });
});

describe('isNotReachable', () => {
  const URL_OF_CART = 'http://shop.example.com/cart';

  test('holds where no route takes the URL, or policies close the pods to everyone', () => {
    of(WEB, CART).isNotReachable('http://shop.example.com/admin');
    of(WEB, CART, policy('')).isNotReachable(URL_OF_CART);
    of(CART).isNotReachable(URL_OF_CART);
  });

  test('fails when a route takes it', () => {
    expect(failure(() => of(WEB, CART).isNotReachable(URL_OF_CART))).toBe([`reachable: ${URL_OF_CART} must not be taken by a route, and is`, ...STEPS].join('\n'));
  });

  test('fails when a route takes it, though it leads to what is not rendered', () => {
    expect(failure(() => of(WEB).isNotReachable(URL_OF_CART))).toBe([
      `reachable: ${URL_OF_CART} must not be taken by a route, and is`, STEPS[0],
      "  Ingress shop/web (<yaml>:2): 'spec.rules[0].http.paths[0].backend.service.name' leads to Service \"cart\", which is not rendered in namespace \"shop\"",
    ].join('\n'));
  });
});

describe('isProtected', () => {
  const ASKING = 'name: web, annotations: { nginx.ingress.kubernetes.io/auth-type: basic, nginx.ingress.kubernetes.io/auth-secret: users }';
  const guarded = (spec: string, metadata = ASKING) => ingress(spec, metadata);
  const open = (spec: string) => ingress(spec, 'name: open');
  const said = (manifests: Manifests, url = 'http://h/admin') => failure(() => manifests.isProtected(url)).split('\n');
  const HEAD = (number: string) => `not-protected: http://h/admin and what is below it must ask for a password: ${number} without one`;
  const passing = (...documents: readonly string[]) => of(...documents).isProtected('http://h/admin');

  test('holds where every route asks', () => {
    passing(guarded(rules('h', toCart('/admin'))));
    passing(guarded(rules('h', toCart('/'))), open(rules('i', toCart('/'))));
    // what is open is beside it, or never asked
    passing(guarded(rules('h', toCart('/admin'))), open(rules('h', toCart('/'), toCart('/administration'), toCart('/other/admin'))));
    passing(guarded(rules('h', toCart('/admin'))), open(rules('', toCart('/'))));
  });

  test.each([
    ['a route below is open', open(rules('h', toCart('/admin/health', 'Exact'))), 'h/admin/health'],
    ['the path alone is open', open(rules('h', toCart('/admin', 'Exact'))), 'h/admin'],
    ['another one claims the same', open(rules('h', toCart('/admin/'))), 'h/admin/ and what is below it'],
    ['what may be a regular expression is open', open(rules('h', toCart("'/(admin|a)/.*'", 'ImplementationSpecific'))), 'h/(admin|a)/.* and what is below it, as ImplementationSpecific is read here'],
  ])('fails when %s', (_, other, taken) => {
    expect(said(of(guarded(rules('h', toCart('/admin'))), other))).toEqual([
      HEAD('1 of 2 routes'), `  Ingress shop/open (<yaml>:7): 'spec.rules[0].http.paths[0]' takes ${taken}`, "    'metadata.annotations' ask for no password",
    ]);
  });

  test('fails when a controller may compare the beginning of the text', () => {
    const short = open(rules('h', toCart('/adm', 'ImplementationSpecific')));
    expect(said(of(guarded(rules('h', toCart('/admin', 'Exact'))), short))[0]).toBe(HEAD('1 of 2 routes'));
    // the longer one precedes it
    passing(guarded(rules('h', toCart('/admin'))), short);
  });

  test('fails when a route takes what the guarded one leaves, on the host or another', () => {
    const exact = guarded(rules('h.i', toCart('/admin', 'Exact')));
    expect(said(of(exact, open(rules('h.i', toCart('/')))), 'http://h.i/admin')).toHaveLength(3);
    // some controllers go on to the wildcard
    expect(said(of(exact, open(rules('*.i', toCart('/')))), 'http://h.i/admin')).toHaveLength(3);
    expect(said(of(exact, open('defaultBackend: { service: { name: cart, port: { number: 80 } } }')), 'http://h.i/admin')[1]).toBe("  Ingress shop/open (<yaml>:7): 'spec.defaultBackend' takes what no rule takes");
  });

  test('fails when another annotation may let requests in', () => {
    const satisfying = ASKING.replace(' }', ', nginx.ingress.kubernetes.io/satisfy: any }');
    expect(said(of(guarded(rules('h', toCart('/')), satisfying))).at(-1)).toBe("    'metadata.annotations['nginx.ingress.kubernetes.io/satisfy']' may let requests in without a password");
  });

  test('fails when no route takes the URL', () => {
    expect(said(of(guarded(rules('h', toCart('/b')))))).toEqual(['not-reachable: http://h/admin must reach pods, and does not', '  no route of host "h" takes path "/admin"; it has "/b"']);
  });

  test('fails when the controller reads other annotations', () => {
    const one = of(guarded(rules('h', toCart('/'))));
    one.isProtected('http://h/', { controller: 'ingress-nginx' });
    expect(failure(() => one.isProtected('http://h/', { controller: 'traefik' })).split('\n').at(-1)).toBe("    'metadata.annotations' ask for no password that Traefik would read");
    expect(failure(() => one.isProtected('http://h/', { controller: 'nginx' }))).toBe("[Manifests.isProtected()] invalid-value: 'options.controller' must be one of ingress-nginx, traefik, haproxy, f5-nginx, haproxy-ingress, kong, got \"nginx\"");
    const ofClass = (controller: string) => of(guarded(rules('h', toCart('/'))), `\n{ apiVersion: networking.k8s.io/v1, kind: IngressClass, metadata: { name: public }, spec: { controller: ${controller} } }\n`);
    ofClass('k8s.io/ingress-nginx').isProtected('http://h/');
    expect(said(ofClass('nginx.org/ingress-controller'), 'http://h/').at(-1)).toBe("    'metadata.annotations' ask for no password that F5 NGINX Ingress Controller would read");
    expect(said(ofClass('example.com/own'), 'http://h/').at(-1)).toBe("    'metadata.annotations' ask for no password, as far as is known of controller \"example.com/own\"");
  });
});

describe('through a Gateway', () => {
  const gateway = (spec = '') => `
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: public, namespace: infra }
spec:
  gatewayClassName: eg
  listeners:
    - { name: https, port: 443, protocol: HTTPS, hostname: '*.example.com', tls: { certificateRefs: [{ name: wild-tls }] }, allowedRoutes: { namespaces: { from: ${spec || 'All'} } } }
    - { name: http, port: 80, protocol: HTTP, allowedRoutes: { namespaces: { from: All } } }
`;
  const route = (rule: string, section = 'https', name = 'cart') => `
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: ${name}, namespace: shop }
spec:
  parentRefs: [{ name: public, namespace: infra, sectionName: ${section} }]
  hostnames: [shop.example.com]
  rules: [${rule}]
`;
  const TO_CART = '{ matches: [{ path: { value: /cart } }], backendRefs: [{ name: cart, port: 80 }] }';
  const REDIRECT = '{ filters: [{ type: RequestRedirect, requestRedirect: { scheme: https } }] }';
  const VIRTUAL = `
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: { name: public, namespace: shop }
spec: { selector: { istio: ingress }, servers: [{ hosts: [shop.example.com], port: { number: 443, protocol: HTTPS, name: https }, tls: { mode: SIMPLE, credentialName: shop-tls } }] }
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: { name: cart, namespace: shop }
spec: { gateways: [public], hosts: [shop.example.com], http: [{ match: [{ uri: { prefix: /cart } }], route: [{ destination: { host: cart.shop.svc.cluster.local } }] }] }
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: gateway, namespace: istio-ingress }
spec: { template: { metadata: { labels: { istio: ingress } }, spec: { containers: [{ name: envoy, image: envoy }] } } }
`;

  test('gives the Secret of the listener, and its namespace', () => {
    const own = { service: 'cart', port: 80, namespace: 'shop' };
    expect(of(gateway(), route(TO_CART), CART).isReachable('https://shop.example.com/cart/1')).toMatchObject({ ...own, tlsSecret: 'wild-tls', tlsSecretNamespace: 'infra' });
    expect(of(VIRTUAL, CART).isReachable('https://shop.example.com/carts')).toMatchObject({ ...own, tlsSecret: 'shop-tls', tlsSecretNamespace: 'istio-ingress' });
  });

  test('gives all Services that share the requests', () => {
    const shared = TO_CART.replace('port: 80 }', 'port: 80, weight: 9 }, { name: canary, port: 80, weight: 1 }');
    const canary = CART.replace('name: cart, namespace', 'name: canary, namespace').split('---')[0];
    const reached = of(gateway(), route(shared), CART, canary).isReachable('https://shop.example.com/cart');
    expect([reached.service, reached.further?.map(({ service }) => service)]).toEqual(['cart', ['canary']]);
  });

  test('fails when the route is not attached, or redirects', () => {
    expect(failure(() => of(gateway('Same'), route(TO_CART), CART).isReachable('https://shop.example.com/cart'))).toBe([
      'not-reachable: https://shop.example.com/cart must reach pods, and does not',
      "  HTTPRoute shop/cart (<yaml>:11): 'spec.parentRefs[0]' is for Gateway infra/public, which does not take it: only routes of its own namespace, infra",
    ].join('\n'));
    const redirected = of(gateway(), route(TO_CART), route(REDIRECT, 'http', 'redirect'), CART);
    expect(failure(() => redirected.isReachable('http://shop.example.com/cart'))).toBe([
      'not-reachable: http://shop.example.com/cart must reach pods, and does not',
      "  HTTPRoute shop/redirect (<yaml>:19): 'spec.rules[0]' takes shop.example.com/ and what is below it",
      "  HTTPRoute shop/redirect (<yaml>:19): 'spec.rules[0].filters[0]' redirects to https://: no pods answer",
    ].join('\n'));
    redirected.isNotReachable('http://shop.example.com/cart');
  });

  test('fails when requests with a header get there, though others do not', () => {
    const beta = TO_CART.replace('{ path', "{ headers: [{ name: x-beta, value: '1' }], path");
    const manifests = of(gateway(), route(beta), CART);
    expect(failure(() => manifests.isReachable('https://shop.example.com/cart')).split('\n')[1])
      .toBe("  'spec.rules[0].matches[0]' of HTTPRoute shop/cart takes path \"/cart\" of host \"shop.example.com\" only of requests with header x-beta");
    expect(failure(() => manifests.isNotReachable('https://shop.example.com/cart')).split('\n')[1])
      .toBe("  HTTPRoute shop/cart (<yaml>:11): 'spec.rules[0].matches[0]' takes shop.example.com/cart of requests with header x-beta");
  });

  test('asks for a password by the policy of Envoy Gateway, and by the filter of NGINX Gateway Fabric', () => {
    const securityPolicy = (spec: string) => `\n{ apiVersion: gateway.envoyproxy.io/v1alpha1, kind: SecurityPolicy, metadata: { name: p, namespace: shop }, spec: ${spec} }\n`;
    const onRoute = 'targetRefs: [{ group: gateway.networking.k8s.io, kind: HTTPRoute, name: cart }]';
    const whole = route(TO_CART);
    of(gateway(), whole, securityPolicy(`{ ${onRoute}, basicAuth: { users: { name: users } } }`)).isProtected('https://shop.example.com/cart');
    // what redirects to HTTPS needs none
    of(gateway(), whole, route(REDIRECT, 'http', 'redirect'), securityPolicy(`{ ${onRoute}, basicAuth: { users: { name: users } } }`)).isProtected('https://shop.example.com/cart');
    const filtered = (type: string) => of(gateway().replace(': eg', ': nginx'), route(TO_CART.replace('{ matches', '{ filters: [{ type: ExtensionRef, extensionRef: { group: gateway.nginx.org, kind: AuthenticationFilter, name: f } }], matches')),
      `\n{ apiVersion: gateway.nginx.org/v1alpha1, kind: AuthenticationFilter, metadata: { name: f, namespace: shop }, spec: { type: ${type}, basic: { secretRef: { name: users } } } }\n`);
    filtered('Basic').isProtected('https://shop.example.com/cart');
    const unprotected = [
      of(gateway(), whole), of(gateway(), whole, securityPolicy(`{ ${onRoute}, cors: {} }`)), filtered('JWT'), of(VIRTUAL),
      of(gateway(), whole, securityPolicy(`{ ${onRoute}, basicAuth: { users: { name: users } } }`).replace('namespace: shop', 'namespace: other')),
    ];
    for (const each of unprotected) expect(failure(() => each.isProtected('https://shop.example.com/cart')).split('\n').at(-1)).toBe('    ask for no password');
  });
});
