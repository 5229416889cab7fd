import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from './gateways';
import { ingressOf, tablesOf } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { clashingRoutes, hiddenRoutes, RoutePair } from '../../../src/cluster/routes/hidden-routes';
import { includesPaths, PathMatch } from '../../../src/cluster/routes/route';

const shown = ({ route, other }: RoutePair) => `${route.backend.service} < ${other.backend.service}`;
const hidden = (...objects: readonly TypedManifest[]) => tablesOf(objects).flatMap(table => hiddenRoutes(table)).map(shown);
const clashing = (...objects: readonly TypedManifest[]) => tablesOf(objects).flatMap(clashingRoutes).map(shown);
const HTTPS = gatewayOf(['https * 443 HTTPS']);
const ISTIO = istioGatewayOf(['* 443 HTTPS']);

test.each<[PathMatch, string, PathMatch, string, boolean]>([
  ['Prefix', '/', 'Regex', 'x', true],
  ['Regex', '/.*', 'TextPrefix', '/a', true],
  ['Prefix', '/a', 'Exact', '/a/b', true],
  ['Prefix', '/a', 'Exact', '/ab', false],
  ['Exact', '/a', 'Exact', '/a', true],
  ['Exact', '/a', 'Prefix', '/a', false],
  ['Prefix', '/a/', 'Prefix', '/a', true],
  ['Prefix', '/a', 'TextPrefix', '/a', false],
  ['Prefix', '/a', 'TextPrefix', '/a/', true],
  ['TextPrefix', '/a', 'Prefix', '/a', true],
  ['TextPrefix', '/a/', 'Prefix', '/a/', false],
  ['TextPrefix', '/a', 'Regex', '/a[0-9]+', true],
  ['TextPrefix', '/ab', 'Regex', '/ab*', false],
  ['TextPrefix', '/a', 'Regex', '/a|/b', false],
  ['Prefix', '/a', 'Regex', '/a/b|/a/c', false],
  ['Prefix', '/a', 'Regex', '/a', false],
  ['Exact', '/a', 'Regex', '/a', false],
  ['Exact', '/a', 'Regex', '/a+', false],
  ['TextPrefix', '/a', 'PartRegex', '/a[0-9]', false],
  ['TextPrefix', '/a', 'PartRegex', '^/a[0-9]', true],
  ['Regex', '/a+', 'Regex', '/a+', true],
  ['Regex', '/a+', 'Regex', '/aa+', false],
  ['Regex', '/a+', 'Exact', '/aa', true],
  ['Regex', '/a+', 'Prefix', '/a', false],
  ['Regex', '/a.*', 'Prefix', '/a', true],
  ['Regex', '/a.*', 'TextPrefix', '/ab', true],
  ['Regex', '/a.*', 'Regex', '/ab[0-9]', true],
  ['Regex', '/a.*', 'Prefix', '/', false],
  ['Regex', '/a\\.*', 'Prefix', '/a.', false],
  ['Regex', '/a|/b.*', 'Prefix', '/b', false],
  ['Regex', '/a(/.*)?', 'Prefix', '/a', false],
  ['PartRegex', '^(?:/a.*)$', 'Prefix', '/ab', true],
  ['PartRegex', '^(?:/a)?(?:b.*)$', 'Prefix', '/ab', false],
  ['Prefix', '/a', 'PartRegex', '^(?:/a/[0-9])$', true],
  ['Prefix', '/a', 'PartRegex', '^(?:/a/)?(?:b)$', false],
  ['PartRegex', '/a', 'Prefix', '/x/a', false],
  ['PartRegex', '/a$', 'Prefix', '/x/a', false],
])('%s %s and %s %s', (type, path, otherType, other, isIncluded) => {
  expect(includesPaths({ type, path }, { type: otherType, path: other })).toBe(isIncluded);
});

test('longer paths and exact ones hide none of an Ingress or an HTTPRoute', () => {
  const paths = ['Prefix / => root:80', 'Prefix /a => a:80', 'Exact /a => exact:80', 'Prefix /a/b => b:80'];
  expect(hidden(ingressOf({ h: paths }), HTTPS, httpRouteOf(['h'], paths))).toEqual([]);
  expect(clashing(ingressOf({ h: paths }), HTTPS, httpRouteOf(['h'], paths))).toEqual([]);
});

test('a later rule of the same path is hidden in an HTTPRoute, and may be the one in another object', () => {
  const first = httpRouteOf(['h', 'i'], ['Prefix /a => one:80', 'Prefix /a => two:80']);
  expect(hidden(HTTPS, first)).toEqual(['two < one', 'two < one']);
  const second = httpRouteOf(['h'], ['Prefix /a => three:80'], { name: 'second' });
  expect(hidden(HTTPS, httpRouteOf(['h'], ['Prefix /a => one:80']), second)).toEqual([]);
  expect(clashing(HTTPS, httpRouteOf(['h'], ['Prefix /a => one:80']), second)).toEqual(['one < three']);
  expect(clashing(HTTPS, httpRouteOf(['h'], ['Prefix /a => three:80']), second)).toEqual([]);
});

test('an earlier prefix hides what begins so in a VirtualService, and one that takes all hides all behind it', () => {
  expect(hidden(ISTIO, virtualServiceOf(['h'], ['prefix /a => a:80', 'exact /ab => ab:80', '* => root:80', 'prefix /b => b:80']))).toEqual(['ab < a', 'b < root']);
  const [one, two] = [virtualServiceOf(['h'], ['prefix /a => one:80']), virtualServiceOf(['h'], ['prefix /a/b => two:80'], { name: 'two' })];
  expect(hidden(ISTIO, one, two)).toEqual([]);
  expect(clashing(ISTIO, one, two)).toEqual(['one < two']);
});

test('one that asks for more hides only what asks for the same', () => {
  const rule = (name: string, method?: string) => ({ matches: [{ ...method && { method }, path: { value: '/a' } }], backendRefs: [{ name, port: 80 }] });
  expect(hidden(HTTPS, httpRouteOf(['h'], [rule('get', 'GET'), rule('all')]))).toEqual([]);
  expect(hidden(HTTPS, httpRouteOf(['h'], [rule('get', 'GET'), rule('again', 'GET')]))).toEqual(['again < get']);
});

test('Traefik goes by the length of the rule, whatever the host', () => {
  const gateway = gatewayOf(['https * 443 HTTPS'], { className: 'traefik' });
  expect(hidden(gateway, httpRouteOf(['*.example.com'], ['Regex .* => all:80', 'Regex /abcdef => regex:80']), httpRouteOf(['a.example.com'], ['Prefix / => named:80'], { name: 'b' })))
    .toEqual(['named < all']);
});

test('a regular expression of an unknown implementation hides nothing, and clashes', () => {
  const gateway = gatewayOf(['https * 443 HTTPS'], { className: 'own' });
  const objects = [gateway, httpRouteOf(['h'], ['Regex .* => regex:80', 'Prefix / => root:80'])];
  expect([hidden(...objects), clashing(...objects)]).toEqual([[], ['regex < root']]);
});

test('a match that asks for another value of the same header is another one', () => {
  const rule = (name: string, value: string) => ({ matches: [{ headers: [{ name: 'user', value }], path: { value: '/a' } }], backendRefs: [{ name, port: 80 }] });
  expect(hidden(HTTPS, httpRouteOf(['h'], [rule('ada', 'ada'), rule('bob', 'bob'), rule('again', 'ada')]))).toEqual(['again < ada']);
});

test('an expression is hidden below an earlier prefix, and by one that takes everything after its beginning', () => {
  const [istio, envoy] = ['istio', 'eg'].map(className => gatewayOf(['https * 443 HTTPS'], { className }));
  expect(hidden(istio, httpRouteOf(['h'], ['Regex /a/[0-9]+ => regex:80', 'Prefix /a => first:80']))).toEqual(['regex < first']);
  expect(hidden(envoy, httpRouteOf(['h'], ['Prefix /a => prefix:80', 'Regex /a.* => first:80']))).toEqual(['prefix < first']);
});

test('a slash at the end of a prefix gives no rank where it is only assumed what serves a Gateway', () => {
  const route = httpRouteOf(['h'], ['Prefix /a => one:80', 'Prefix /a/ => two:80']);
  const named = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'GatewayClass', metadata: { name: 'eg' } };
  const classOf = (controllerName: string) => ({ ...named, spec: { controllerName } }) as unknown as TypedManifest;
  expect(hidden(HTTPS, route)).toEqual([]);
  expect(hidden(gatewayOf(['https * 443 HTTPS'], { className: 'own' }), route)).toEqual([]);
  expect(hidden(route)).toEqual([]);
  expect(hidden(HTTPS, classOf('example.com/own'), route)).toEqual([]);
  expect(hidden(HTTPS, classOf('gateway.envoyproxy.io/gatewayclass-controller'), route)).toEqual(['one < two']);
  expect(hidden(HTTPS, classOf('istio.io/gateway-controller'), route)).toEqual(['two < one']);
});

test('a match for one port hides nothing that is for another one', () => {
  const rules = [{ match: [{ port: 80, uri: { prefix: '/p' } }], route: [{ destination: { host: 'plain' } }] }, 'prefix /p/q => any:80'];
  const unseen = virtualServiceOf(['h'], rules, { gateways: ['elsewhere'] });
  expect(tablesOf([unseen]).flatMap(({ routes }) => routes.map(({ when }) => when))).toEqual(['port 80', undefined]);
  expect(hidden(unseen)).toEqual([]);
  expect(hidden(istioGatewayOf(['* 80 HTTP', '* 443 HTTPS']), virtualServiceOf(['h'], rules))).toEqual(['any < plain']);
});

test('what is below a path is not covered by the text of that path with a slash', () => {
  const [table] = tablesOf([ISTIO, virtualServiceOf(['h'], ['prefix /a/ => below:80', '* => root:80'])]);
  const below = (path: string) => table.below({ host: 'h', path }).map(({ backend: { service } }) => service);
  expect(['/a', '/a/', '/a/b'].map(below)).toEqual([['below', 'root'], ['below', 'root'], ['below']]);
});

test('two rules of Traefik that are equally long hide one another if ties count, unless they are the same', () => {
  const own = { className: 'traefik' };
  const tables = tablesOf([
    ingressOf({ '*.example.com': ['Prefix / => any:80'], 'a.example.com': ['Prefix / => one:80'] }, own),
    ingressOf({ 'a.example.com': ['Prefix / => two:80'] }, { ...own, name: 'second' }),
  ]);
  expect(tables.flatMap(table => hiddenRoutes(table))).toEqual([]);
  expect(tables.flatMap(table => hiddenRoutes(table, true)).map(shown)).toEqual(['one < any', 'two < any']);
});

test('few of many routes are compared', () => {
  const paths = Array.from({ length: 2000 }, (_, i) => `/api/v${i % 10}/resource-${i}`);
  const start = performance.now();
  for (const kind of ['Prefix *', 'Exact *', 'Regex */.*', 'Regex ^(?:*/.*)$']) {
    const rules = paths.map(path => `${kind.replace('*', path)} => s:80`);
    for (const className of ['eg', 'traefik']) expect(hidden(gatewayOf(['https * 443 HTTPS'], { className }), httpRouteOf(['h'], rules))).toEqual([]);
  }
  expect(performance.now() - start).toBeLessThan(20_000);
});
