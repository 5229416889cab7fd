import { gatewayOf, grantOf, httpRouteOf, listenerSetOf } from './gateways';
import { findRoutes, objectsOf, stepsOf, taking, tablesOf } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';

const HTTPS = gatewayOf(['https *.example.com 443 HTTPS']);
const takingEach = (objects: readonly TypedManifest[], paths: readonly string[], host = 'shop.example.com') => paths.map(path => taking(objects, host, path));

describe('a route takes', () => {
  test('paths by their elements, the exact one first, then the longest', () => {
    const objects = [HTTPS, httpRouteOf(['shop.example.com'], ['Prefix / => root:80', 'Prefix /cart/ => cart:80', 'Exact /cart => exact:80', 'Prefix /cart/a => a:80'])];
    expect(takingEach(objects, ['/', '/cart', '/cart/', '/cart/a/1', '/carts'])).toEqual([['root:80'], ['exact:80'], ['cart:80'], ['a:80'], ['root:80']]);
  });

  test('any number of labels by a wildcard, and the more specific host decides', () => {
    const objects = [HTTPS, httpRouteOf(['*.example.com'], ['Prefix / => wild:80']), httpRouteOf(['Shop.example.com'], ['Prefix /cart => cart:80'], { name: 'b' })];
    const hosts = ['a.example.com', 'a.b.example.com', 'example.com', 'shop.example.com'];
    expect(hosts.map(host => taking(objects, host, '/'))).toEqual([['wild:80'], ['wild:80'], [], []]);
    expect(taking(objects, 'shop.example.com', '/cart/1')).toEqual(['cart:80']);
  });

  test('the hosts that it has in common with its listener', () => {
    const listeners = gatewayOf(['wild *.example.com 443 HTTPS', 'named a.shop.org 8443 HTTPS']);
    const objects = [listeners, httpRouteOf(['*.org', '*.b.example.com', 'example.com'], ['Prefix / => own:80'])];
    expect(tablesOf(objects).map(({ entry: { name, port, isTls }, routes }) => [name, port, isTls, routes.map(({ host }) => host)])).toEqual([
      ['Gateway infra/public:443 (HTTPS)', 443, true, ['*.b.example.com']],
      ['Gateway infra/public:8443 (HTTPS)', 8443, true, ['a.shop.org']],
    ]);
    // without hosts, those of the listeners
    expect(tablesOf([listeners, httpRouteOf([], ['Prefix / => own:80'])]).map(table => table.hostNames())).toEqual([['*.example.com'], ['a.shop.org']]);
  });

  test('what has the first rule of those that claim the same; of two objects, nothing says which', () => {
    const [one, two] = [httpRouteOf(['shop.example.com'], ['Prefix /a => one:80', 'Prefix /a => behind:80']), httpRouteOf(['shop.example.com'], ['Prefix /a => two:80'], { name: 'two' })];
    expect(takingEach([HTTPS, one, two], ['/a'])).toEqual([['one:80', 'two:80']]);
    expect(stepsOf([HTTPS, one, two], 'https://shop.example.com/a')).toEqual([
      "HTTPRoute shop/cart: 'spec.rules[0].matches[0]' takes shop.example.com/a and what is below it",
      "HTTPRoute shop/two: ambiguous-route: 'spec.rules[0].matches[0]' claims the same as 'spec.rules[0].matches[0]' of HTTPRoute shop/cart, and leads elsewhere",
    ]);
  });

  test('nothing of requests without a method or a header for which it asks', () => {
    const rule = { matches: [{ method: 'POST', headers: [{ name: 'x-beta', value: '1' }], queryParams: [{ name: 'v', value: '1' }] }], backendRefs: [{ name: 'beta', port: 80 }] };
    const objects = [HTTPS, httpRouteOf(['shop.example.com'], [rule, 'Prefix /a => a:80'])];
    expect(takingEach(objects, ['/a', '/b'])).toEqual([['a:80'], []]);
    expect(tablesOf(objects)[0].find({ host: 'shop.example.com', path: '/a' }).conditional).toEqual([]);
    expect(stepsOf(objects, 'https://shop.example.com/b')[0])
      .toBe("HTTPRoute shop/cart: 'spec.rules[0].matches[0]' takes shop.example.com/ of requests with method POST, header x-beta, query parameter v");
  });
});

describe('a regular expression', () => {
  const objectsFor = (className: string, ...more: readonly TypedManifest[]) =>
    [gatewayOf(['https *.example.com 443 HTTPS'], { className }), httpRouteOf(['shop.example.com'], ['Prefix /ab/longer => prefix:80', 'Regex /a[b-d] => regex:80', 'Prefix / => root:80']), ...more];
  const paths = ['/ab', '/ab/longer', '/x/ab/y', '/b'];

  test.each<[string, readonly string[]]>([
    ['eg', ['regex:80', 'prefix:80', 'root:80', 'root:80']],
    // a prefix precedes it there, also that of all paths
    ['istio', ['root:80', 'prefix:80', 'root:80', 'root:80']],
    ['traefik', ['regex:80', 'prefix:80', 'regex:80', 'root:80']],
  ])('is compared and ranked as %s does', (className, taken) => {
    expect(takingEach(objectsFor(className), paths).map(([own]) => own)).toEqual(taken);
  });

  test('precedes a longer prefix for Envoy Gateway, and none for Istio', () => {
    const both = httpRouteOf(['shop.example.com'], ['Prefix /ab => prefix:80', 'Regex /a.* => regex:80', 'Prefix / => root:80'], { name: 'both' });
    const first = (className: string) => taking([gatewayOf(['https * 443 HTTPS'], { className }), both], 'shop.example.com', '/ab')[0];
    expect(['eg', 'istio', 'traefik'].map(first)).toEqual(['regex:80', 'prefix:80', 'regex:80']);
  });

  test('is unclear where the implementation is not known; the GatewayClass says it', () => {
    expect(takingEach(objectsFor('own'), paths)).toEqual([['regex:80', 'root:80'], ['prefix:80', 'regex:80'], ['root:80', 'regex:80'], ['root:80']]);
    const [gatewayClass] = objectsOf('{ apiVersion: gateway.networking.k8s.io/v1, kind: GatewayClass, metadata: { name: own }, spec: { controllerName: istio.io/gateway-controller } }');
    expect(takingEach(objectsFor('own', gatewayClass), paths)).toEqual([['root:80'], ['prefix:80'], ['root:80'], ['root:80']]);
    expect(stepsOf(objectsFor('own'), 'https://shop.example.com/ab')).toEqual([
      "HTTPRoute shop/cart: 'spec.rules[1].matches[0]' takes the paths of shop.example.com that match /a[b-d] as a whole, as is assumed of its Gateway",
      "HTTPRoute shop/cart: ambiguous-route: 'spec.rules[2].matches[0]' may take the same request as 'spec.rules[1].matches[0]' of HTTPRoute shop/cart, and leads elsewhere: what precedes a regular expression is not known of its Gateway",
    ]);
  });
});

describe('a listener', () => {
  const two = (...listeners: readonly string[]) => [
    gatewayOf(listeners),
    httpRouteOf(['shop.example.com'], ['Prefix / => wild:80'], { parent: { sectionName: 'wild' } }),
    httpRouteOf(['shop.example.com'], ['Prefix /named => named:80'], { name: 'named', parent: { sectionName: 'named' } }),
  ];

  test('with the most specific host takes a request over TLS, and has its own routes alone', () => {
    const objects = two('wild *.example.com 443 HTTPS', 'named shop.example.com 443 HTTPS');
    expect(takingEach(objects, ['/named', '/other'])).toEqual([['named:80'], []]);
  });

  test('shares its routes with others of its port in plain text at Envoy, and keeps them where nothing else is known', () => {
    const objects = two('wild *.example.com 80 HTTP', 'named shop.example.com 80 HTTP');
    expect(takingEach(objects, ['/named', '/other'])).toEqual([['named:80'], ['wild:80']]);
    const unknown = [gatewayOf(['wild *.example.com 80 HTTP', 'named shop.example.com 80 HTTP'], { className: 'own' }), ...objects.slice(1)];
    expect(takingEach(unknown, ['/named', '/other'])).toEqual([['named:80'], []]);
  });

  test('is one of many Gateways at Traefik, where the longer rule counts whatever the host', () => {
    const [one, other] = [gatewayOf(['a * 443 HTTPS'], { className: 'traefik' }), gatewayOf(['b * 443 HTTPS'], { className: 'traefik', name: 'other' })];
    const objects = [one, other, httpRouteOf(['*.example.com'], ['Prefix /long => wild:80']), httpRouteOf(['shop.example.com'], ['Prefix / => named:80'], { name: 'b', parent: { name: 'other' } })];
    expect(takingEach(objects, ['/long', '/'])).toEqual([['wild:80'], ['named:80']]);
  });

  test('gets plain requests if it speaks HTTP, and no others', () => {
    const objects = [gatewayOf(['http * 80 HTTP', 'https shop.example.com 443 HTTPS', 'tcp * 9 TCP']), httpRouteOf(['shop.example.com'], ['Prefix / => cart:80'], { parent: { sectionName: 'https' } })];
    expect(stepsOf(objects, 'http://shop.example.com/')).toEqual(['no-route: no route of host "shop.example.com" takes requests by http; those of Gateway infra/public:443 (HTTPS) do']);
    expect(stepsOf(objects, 'https://shop.example.com:8443/')).toEqual(['no-route: no route of host "shop.example.com" takes requests by https; those of Gateway infra/public:443 (HTTPS) do']);
  });

  test('of a ListenerSet counts where the Gateway takes it, with the certificate of its own namespace', () => {
    const route = httpRouteOf(['own.shop.org'], ['Prefix / => cart:80'], { parent: { kind: 'ListenerSet', name: 'own', namespace: 'shop' } });
    const objects = [gatewayOf(['https *.example.com 443 HTTPS'], { spec: { allowedListeners: { namespaces: { from: 'All' } } } }), listenerSetOf(['own own.shop.org 443 HTTPS']), route];
    expect(stepsOf(objects, 'https://own.shop.org/').slice(0, 2)).toEqual([
      "HTTPRoute shop/cart: 'spec.rules[0].matches[0]' takes own.shop.org/ and what is below it",
      "ListenerSet shop/own: 'spec.listeners[0].tls.certificateRefs[0]' serves own.shop.org with the certificate in Secret own-tls",
    ]);
    const listeners = (spec: object) => tablesOf([gatewayOf(['https *.example.com 443 HTTPS'], { spec }), ...objects.slice(1)])[0].entry.gateways.length;
    // one that is not taken is as one that is not rendered
    expect([{ allowedListeners: { namespaces: { from: 'Same' } } }, {}].map(listeners)).toEqual([0, 0]);
  });
});

describe('a route is not attached when', () => {
  const detached = (...objects: readonly TypedManifest[]) => findRoutes(objects).detached.flatMap(({ findings }) => findings.map(({ path, parameters: { reason } }) => [path.join('.'), reason]));
  const route = httpRouteOf(['shop.example.com', 'shop.org'], ['Prefix / => cart:80']);

  test('the namespace is not allowed', () => {
    const named = httpRouteOf(['shop.example.com'], ['Prefix / => cart:80']);
    const gateways = [{ from: 'Same' }, {}, { from: 'Selector', selector: { matchLabels: { team: 'shop' } } }].map(from => gatewayOf(['https * 443 HTTPS'], { from }));
    const refused = "HTTPRoute shop/cart: not-attached: 'spec.parentRefs[0]' is for Gateway infra/public, which does not take it";
    expect(gateways.map(each => stepsOf([each, named], 'https://shop.example.com/'))).toEqual([
      [`${refused}: only routes of its own namespace, infra`], [`${refused}: only routes of its own namespace, infra`], ["HTTPRoute shop/cart: not-attached: 'spec.parentRefs[0]' is for Gateway infra/public, which takes only routes of namespaces with team=shop"],
    ]);
    const [namespace] = objectsOf('{ apiVersion: v1, kind: Namespace, metadata: { name: shop, labels: { team: shop } } }');
    expect(detached(gateways[2], named, namespace)).toEqual([]);
  });

  test('no listener has its host, or its name', () => {
    const at = "HTTPRoute shop/cart: not-attached: 'spec.parentRefs[0]'";
    expect(stepsOf([HTTPS, route], 'https://shop.org/')).toEqual([`${at} is for Gateway infra/public, whose listeners do not have its hosts shop.org; they have *.example.com`]);
    const misnamed = httpRouteOf([], ['Prefix / => cart:80'], { parent: { sectionName: 'http' } });
    expect(stepsOf([HTTPS, misnamed], 'https://shop.example.com/')).toEqual([`${at} is for a listener that Gateway infra/public does not have; it has https`]);
    const listeners = [{ name: 'x', port: 443, protocol: 'HTTPS', allowedRoutes: { kinds: [{ kind: 'GRPCRoute' }], namespaces: { from: 'All' } } }];
    expect(stepsOf([gatewayOf([], { spec: { listeners } }), route], 'https://shop.org/')).toEqual([`${at} is for Gateway infra/public, which does not take it: no HTTPRoutes`]);
  });
});

describe('a backend', () => {
  const rule = (backendRefs: readonly object[], filters?: readonly object[]) => ({ backendRefs, ...filters && { filters } });
  const last = (given: object, ...more: readonly TypedManifest[]) => stepsOf([HTTPS, httpRouteOf(['shop.example.com'], [given]), ...more], 'https://shop.example.com/').at(-1);
  const END = "HTTPRoute shop/cart: broken-route: 'spec.rules[0]";

  test('in another namespace needs a ReferenceGrant', () => {
    const other = rule([{ name: 'cart', namespace: 'other', port: 80 }]);
    const from = { group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'shop' };
    const refused = `${END}.backendRefs[0].namespace' names Service "cart", which no ReferenceGrant in namespace "other" allows`;
    const allowed = `${END}.backendRefs[0].name' leads to Service "cart", which is not rendered in namespace "other"`;
    expect(last(other)).toBe(refused);
    expect(last(other, grantOf('shop', from, { group: '', kind: 'Service' }))).toBe(refused);
    expect(last(other, grantOf('other', { ...from, namespace: 'x' }, { group: '', kind: 'Service' }))).toBe(refused);
    expect(last(other, grantOf('other', from, { group: '', kind: 'Service', name: 'x' }))).toBe(refused);
    expect(last(other, grantOf('other', from, { group: '', kind: 'Secret' }))).toBe(refused);
    expect(last(other, grantOf('other', from, { group: '', kind: 'Service' }))).toBe(allowed);
    expect(last(other, grantOf('other', from, { group: '', kind: 'Service', name: 'cart' }))).toBe(allowed);
  });

  test('may be none, no Service, or a redirect', () => {
    expect(last(rule([]))).toBe(`${END}' names no port of a Service`);
    expect(last(rule([{ name: 'a', port: 80, weight: 0 }]))).toBe(`${END}' names no port of a Service`);
    expect(last(rule([{ name: 'a' }]))).toBe(`${END}.backendRefs[0]' names no port of a Service`);
    expect(last(rule([{ group: 'x.io', kind: 'Bucket', name: 'a' }]))).toBe(`${END}.backendRefs[0]' leads to Bucket "a", which is no Service: what answers is not known`);
    expect(last(rule([], [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https' } }]))).toBe(`${END}.filters[0]' redirects to https://: no pods answer`);
  });

  test('gets a part of the requests beside others', () => {
    const objects = [HTTPS, httpRouteOf(['shop.example.com'], ['Prefix / => one:80:1 two:80:3 none:80:0'])];
    expect(stepsOf(objects, 'https://shop.example.com/').filter(each => each.includes('broken'))).toEqual(['one', 'two'].map((name, i) =>
      `${END}.backendRefs[${i}].name' leads to Service "${name}", which is not rendered in namespace "shop"`));
  });
});

test('a certificate of another namespace needs a ReferenceGrant', () => {
  const tls = { certificateRefs: [{ name: 'shop-tls', namespace: 'certs' }] };
  const listeners = [{ name: 'https', port: 443, protocol: 'HTTPS', tls, allowedRoutes: { namespaces: { from: 'All' } } }];
  const objects = [gatewayOf([], { spec: { listeners } }), httpRouteOf(['shop.example.com'], ['Prefix / => cart:80'])];
  expect(stepsOf(objects, 'https://shop.example.com/')[1])
    .toBe("Gateway infra/public: broken-route: 'spec.listeners[0].tls.certificateRefs[0]' names Secret \"shop-tls\", which no ReferenceGrant in namespace \"certs\" allows");
  const grant = grantOf('certs', { group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'infra' }, { group: '', kind: 'Secret' });
  expect(stepsOf([...objects, grant], 'https://shop.example.com/')[1])
    .toBe("Gateway infra/public: 'spec.listeners[0].tls.certificateRefs[0]' serves shop.example.com with the certificate in Secret shop-tls");
});

test('a Gateway that is not rendered serves what its routes say; one that they redirect to HTTPS speaks plain text', () => {
  const redirect = { filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https' } }] };
  const objects = [httpRouteOf(['shop.example.com'], ['Prefix / => cart:80'], { parent: { sectionName: 'https' } }), httpRouteOf(['shop.example.com'], [redirect], { name: 'redirect', parent: { sectionName: 'http' } })];
  expect(tablesOf(objects).map(({ entry: { name, isTls } }) => [name, isTls])).toEqual([['Gateway infra/public/https', undefined], ['Gateway infra/public/http', false]]);
  expect(stepsOf(objects, 'https://shop.example.com/').slice(0, 2)).toEqual([
    "HTTPRoute shop/cart: 'spec.rules[0].matches[0]' takes shop.example.com/ and what is below it",
    "HTTPRoute shop/cart: 'spec.parentRefs' serves shop.example.com with a certificate of its controller",
  ]);
});

test('what is no HTTPRoute or Gateway as the API has it gives no route that is wrong', () => {
  const spoilt = (kind: string, spec: unknown) => ({ apiVersion: 'gateway.networking.k8s.io/v1', kind, metadata: { name: 'x' }, spec }) as unknown as TypedManifest;
  for (const spec of [null, 1, { listeners: [null, 1, { protocol: 'HTTP' }] }, { parentRefs: [null], rules: 1 }, { parentRefs: 'x' }]) {
    expect(tablesOf([spoilt('Gateway', spec), spoilt('HTTPRoute', spec), spoilt('ListenerSet', spec)])).toEqual([]);
  }
  const rules = [null, { matches: [null, { path: 1, headers: 1 }], backendRefs: [null] }];
  expect(tablesOf([spoilt('HTTPRoute', { parentRefs: [{}], hostnames: [1], rules })])[0].routes.map(({ host, path }) => [host, path])).toEqual([['', '/'], ['', '/'], ['', '/']]);
});
