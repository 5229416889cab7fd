import { istioGatewayOf, virtualServiceOf } from './gateways';
import { findRoutes, objectsOf, stepsOf, taking, tablesOf } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';

const HTTPS = istioGatewayOf(['*.example.com 443 HTTPS']);
const takingEach = (objects: readonly TypedManifest[], paths: readonly string[], host = 'shop.example.com') => paths.map(path => taking(objects, host, path));

describe('a route takes', () => {
  test('paths by the beginning of their text, the first one of the object; behind what takes all there is nothing', () => {
    const rules = ['prefix /cart => cart:80', 'exact /cart => exact:80', 'regex /[a-z]{2} => two:80', '* => root:80', 'prefix /behind => behind:80'];
    const objects = [HTTPS, virtualServiceOf(['shop.example.com'], rules)];
    expect(takingEach(objects, ['/', '/cart', '/carts', '/ab', '/abc', '/behind'])).toEqual([['root:80'], ['cart:80'], ['cart:80'], ['two:80'], ['root:80'], ['root:80']]);
  });

  test('what another object takes too, and nothing says which one comes first; what takes all comes last', () => {
    const [one, two] = [virtualServiceOf(['a.example.com'], ['prefix /a => one:80', '* => rest:80']), virtualServiceOf(['a.example.com'], ['prefix /a/b => two:80'], { name: 'two' })];
    expect(takingEach([HTTPS, one, two], ['/a', '/a/b', '/b'], 'a.example.com')).toEqual([['one:80'], ['one:80', 'two:80'], ['rest:80']]);
    expect(stepsOf([HTTPS, one, two], 'https://a.example.com/a/b')).toEqual([
      "VirtualService shop/cart: 'spec.http[0].match[0]' takes a.example.com/a and what begins so",
      "VirtualService shop/two: ambiguous-route: 'spec.http[0].match[0]' takes the same request as 'spec.http[0].match[0]' of VirtualService shop/cart, and leads elsewhere: nothing says which object comes first",
    ]);
    // Istio reads no regular expression but one as all paths
    const [regex, all] = ['/.*', '.*'].map(each => virtualServiceOf(['a.example.com'], [`regex ${each} => regex:80`, 'prefix /a => behind:80'], { name: 'r' }));
    expect([regex, all].map(each => taking([HTTPS, each, two], 'a.example.com', '/a/b'))).toEqual([['regex:80', 'two:80'], ['two:80']]);
    // another route of the first object is no rival, as its own come one after the other
    const three = virtualServiceOf(['a.example.com'], ['prefix /a/b => b:80', 'prefix /a => a:80']);
    expect(takingEach([HTTPS, three], ['/a/b'], 'a.example.com')).toEqual([['b:80']]);
  });

  test('any number of labels by a wildcard, and the more specific host decides', () => {
    const objects = [HTTPS, virtualServiceOf(['*'], ['* => any:80']), virtualServiceOf(['Shop.example.com'], ['prefix /cart => cart:80'], { name: 'b' })];
    expect(['a.example.com', 'a.b.example.com', 'example.com', 'shop.example.com'].map(host => taking(objects, host, '/'))).toEqual([['any:80'], ['any:80'], [], []]);
  });

  test('capital letters as small ones where it says so', () => {
    const rule = (uri: object) => ({ match: [{ uri, ignoreUriCase: true }], route: [{ destination: { host: 'cart' } }] });
    const objects = [HTTPS, virtualServiceOf(['shop.example.com'], [rule({ exact: '/a.b' }), rule({ prefix: '/cart' })])];
    expect(takingEach(objects, ['/A.B', '/a.b', '/axb', '/CARTS', '/card']).map(each => each.length)).toEqual([1, 1, 0, 1, 0]);
  });

  test('nothing of requests without what else it asks for', () => {
    const when = [
      { method: { exact: 'POST' } }, { headers: { 'x-beta': { exact: '1' } } }, { withoutHeaders: { 'x-old': {} } }, { queryParams: { v: { exact: '1' } } },
      { scheme: { exact: 'https' } }, { authority: { prefix: 'shop' } }, { sourceLabels: { app: 'x' } },
    ];
    const objects = [HTTPS, virtualServiceOf(['shop.example.com'], [{ match: when, route: [{ destination: { host: 'beta' } }] }])];
    expect(taking(objects, 'shop.example.com', '/')).toEqual([]);
    expect(tablesOf(objects)[0].find({ host: 'shop.example.com', path: '/' }).conditional.map(each => each.when)).toEqual([
      'method POST', 'header x-beta', 'no header x-old', 'query parameter v', 'scheme https', 'authority shop', 'labels of the gateway',
    ]);
  });
});

describe('a server', () => {
  test('with the most specific host takes a request over TLS, with its certificate, and may redirect plain ones', () => {
    const objects = [istioGatewayOf(['*.example.com 443 HTTPS', 'shop.example.com 443 HTTPS', '* 80 REDIRECT']), virtualServiceOf(['shop.example.com'], ['prefix / => cart'])];
    expect(stepsOf(objects, 'https://shop.example.com/cart')).toEqual([
      "VirtualService shop/cart: 'spec.http[0].match[0]' takes shop.example.com/ and what begins so",
      "Gateway shop/public: 'spec.servers[1].tls.credentialName' serves shop.example.com with the certificate in Secret public-1-tls",
      "VirtualService shop/cart: broken-route: 'spec.http[0].route[0].destination.host' leads to Service \"cart\", which is not rendered in namespace \"shop\"",
    ]);
    expect(stepsOf(objects, 'http://shop.example.com/cart')).toEqual([
      "Gateway shop/public: 'spec.servers[2].tls.httpsRedirect' takes */ and what begins so",
      "Gateway shop/public: broken-route: 'spec.servers[2].tls.httpsRedirect' redirects to https://: no pods answer",
    ]);
  });

  test('is of all Gateways that select the same pods, and of no others', () => {
    const others = [istioGatewayOf(['a.example.com 443 HTTPS'], { name: 'second' }), istioGatewayOf(['a.example.com 443 HTTPS'], { name: 'third', selector: { istio: 'other' } })];
    const services = ['public', 'second', 'third'].map(name => virtualServiceOf(['a.example.com'], [`* => ${name}:80`], { name, gateways: [name] }));
    const tables = tablesOf([HTTPS, ...others, ...services]);
    expect(tables.map(({ entry: { name, gateways } }) => [name, gateways.length])).toEqual([
      ['Istio gateway istio=ingressgateway:443 (HTTPS)', 2], ['Istio gateway istio=other:443 (HTTPS)', 1],
    ]);
    expect(tables.map(table => table.find({ host: 'a.example.com', path: '/' }).route?.backend.service)).toEqual(['second', 'third']);
  });

  test('is for VirtualServices of the namespaces that its hosts name, by each form of the name of its Gateway', () => {
    const names = ['shop/public', 'public.shop.svc.cluster.local', 'public', './public', 'mesh', 'other'];
    const served = (host: string, namespace: string) => names.map((name, i) =>
      tablesOf([istioGatewayOf([`${host} 443 HTTPS`]), virtualServiceOf(['a.example.com'], ['* => a:80'], { namespace, gateways: [name], name: `v-${i}` })])
        .some(({ entry: { gateways } }) => gateways.length > 0));
    expect(served('*', 'shop')).toEqual([true, true, true, true, false, false]);
    expect(served('*', 'else')).toEqual([true, true, false, false, false, false]);
    expect(served('./*', 'shop').slice(0, 1)).toEqual([true]);
    expect(['./*', 'shop/*', 'else/*', '*/*'].map(host => served(host, 'else')[0])).toEqual([false, false, true, true]);
  });

  test('has its certificate in the namespace of its pods, if they are rendered', () => {
    const [pods] = objectsOf('{ apiVersion: apps/v1, kind: Deployment, metadata: { name: gw, namespace: istio-system }, spec: { template: { metadata: { labels: { istio: ingressgateway } } } } }');
    const objects = [HTTPS, virtualServiceOf(['shop.example.com'], ['* => cart:80'])];
    expect([objects, [...objects, pods]].map(each => tablesOf(each)[0].routes[0].tls[0].namespace)).toEqual([undefined, 'istio-system']);
  });

  test('that passes TLS on has no routes', () => {
    const spec = { selector: {}, servers: [{ hosts: ['*'], port: { number: 443, protocol: 'HTTPS' }, tls: { mode: 'PASSTHROUGH' } }, { hosts: ['*'], port: { number: 9, protocol: 'TCP' } }] };
    const gateway = { ...HTTPS, spec } as unknown as TypedManifest;
    expect(tablesOf([gateway, virtualServiceOf(['a.example.com'], ['* => a:80'])]).map(({ entry: { name } }) => name)).toEqual(['Istio Gateway shop/public']);
  });
});

test('a host that no server has is not served', () => {
  const { routes, detached } = findRoutes([HTTPS, virtualServiceOf(['shop.org', 'a.example.com'], ['* => a:80'])]);
  expect(routes.map(({ host }) => host)).toEqual(['a.example.com']);
  expect(detached.map(({ hosts, findings: [{ path, parameters }] }) => [hosts, path, parameters.reason])).toEqual([[['shop.org'], ['spec', 'gateways', 0], 'hosts']]);
});

test('a match may be for one gateway and one port', () => {
  const match = [{ gateways: ['public'], uri: { prefix: '/public' } }, { gateways: ['mesh'], uri: { prefix: '/mesh' } }, { port: 8443, uri: { prefix: '/port' } }];
  const objects = [HTTPS, virtualServiceOf(['shop.example.com'], [{ match, route: [{ destination: { host: 'a' } }] }])];
  expect(takingEach(objects, ['/public', '/mesh', '/port']).map(each => each.length)).toEqual([1, 0, 0]);
});

describe('a destination', () => {
  const last = (rule: object, ...more: readonly TypedManifest[]) => stepsOf([HTTPS, virtualServiceOf(['shop.example.com'], [rule]), ...more], 'https://shop.example.com/').at(-1);
  const to = (host: string, port?: number) => ({ route: [{ destination: { host, ...port && { port: { number: port } } } }] });
  const END = "VirtualService shop/cart: broken-route: 'spec.http[0]";
  const service = (ports: string) => objectsOf(`{ apiVersion: v1, kind: Service, metadata: { name: cart, namespace: other }, spec: { ports: ${ports} } }`)[0];

  test('is a Service of its namespace, or one by its whole name', () => {
    expect(last(to('cart', 80))).toBe(`${END}.route[0].destination.host' leads to Service "cart", which is not rendered in namespace "shop"`);
    expect(last(to('cart.other.svc.cluster.local', 80))).toBe(`${END}.route[0].destination.host' leads to Service "cart", which is not rendered in namespace "other"`);
    expect(last(to('cart.other', 80))).toBe(`${END}.route[0].destination' leads to host "cart.other", which is no Service: what answers is not known`);
  });

  test('needs no port if the Service has one alone', () => {
    const host = 'cart.other.svc.cluster.local';
    expect(last(to(host), service('[{ port: 80 }]'))).toBe("Service other/cart: broken-route: 'spec.selector' is not there: what answers is not known");
    expect(last(to(host), { ...service('[{ port: 80 }, { port: 81, name: b }]'), spec: { selector: { a: 'b' }, ports: [{ port: 80 }, { port: 81, name: 'b' }] } } as unknown as TypedManifest))
      .toBe(`${END}.route[0].destination' names no port of Service "cart", which has several (80, 81 (b))`);
  });

  test('may be another answer', () => {
    expect(last({ redirect: { authority: 'other.example.com' } })).toBe(`${END}.redirect' redirects to other.example.com: no pods answer`);
    expect(last({ directResponse: { status: 503 } })).toBe(`${END}.directResponse' answers with status 503: no pods answer`);
    expect(last({ delegate: { name: 'inner' } })).toBe(`${END}.delegate' leads to VirtualService "inner", which is no Service: what answers is not known`);
    expect(last({ route: [{ destination: { host: 'a' }, weight: 0 }, { destination: { host: 'b' } }] })).toBe(`${END}' names no port of a Service`);
  });
});

test('what is no VirtualService or Gateway as the API has it gives no route that is wrong', () => {
  const spoilt = (kind: string, spec: unknown) => ({ apiVersion: 'networking.istio.io/v1', kind, metadata: { name: 'x' }, spec }) as unknown as TypedManifest;
  for (const spec of [null, 1, { servers: [null, 1, { port: 1 }], selector: 1 }, { gateways: [null], http: 1 }, { hosts: [1], gateways: ['x'], http: [null] }]) {
    expect(tablesOf([spoilt('Gateway', spec), spoilt('VirtualService', spec)])).toEqual([]);
  }
  const http = [null, { match: [null, { uri: 1, headers: 1, method: 1 }], route: [null] }];
  expect(tablesOf([spoilt('VirtualService', { gateways: ['x'], hosts: ['*'], http })])[0].routes.map(({ host, path }) => [host, path])).toEqual(Array(3).fill(['', '/']));
});

test.each([[[]], [null], [['']]])('a Gateway whose server has the hosts %j serves nothing', hosts => {
  const gateway: any = structuredClone(HTTPS);
  gateway.spec.servers[0].hosts = hosts;
  const { routes, detached } = findRoutes([gateway, virtualServiceOf(['a.example.com'], ['* => a:80'])]);
  expect([routes, detached.map(each => each.hosts)]).toEqual([[], [['a.example.com']]]);
});
