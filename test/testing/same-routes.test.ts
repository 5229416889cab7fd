import { failure } from './support';
import { Manifests } from '../../src/testing';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from '../cluster/routes/gateways';
import { GivenIngress, ingressOf } from '../cluster/routes/support';

const manifests = (...objects: readonly object[]) => Manifests.ofYaml(objects.map(each => JSON.stringify(each)).join('\n---\n'));
const routes = (hosts: Parameters<typeof ingressOf>[0], given?: GivenIngress) => manifests(ingressOf(hosts, given));

const BEFORE = routes({ 'h': ['Prefix / => root:80', 'Prefix /a/ => a:80', 'Exact /b => b:80'], '*.example.com': ['Prefix / => wild:80'] }, { defaultBackend: 'rest:80' });
const said = (after: Manifests, before = BEFORE) => failure(() => Manifests.sameRoutes(before, after)).split('\n');

test('order, Ingresses, classes and slashes do not matter, and further routes may come', () => {
  Manifests.sameRoutes(BEFORE, BEFORE);
  Manifests.sameRoutes(routes({ h: ['Prefix /a => a:80'] }), routes({ h: ['Prefix /a => a:80', 'Prefix / => b:80'], i: ['Prefix / => b:80'] }, { className: 'other' }));
  Manifests.sameRoutes(BEFORE, manifests(
    ingressOf({ '*.example.com': ['Prefix / => wild:80'] }, { name: 'b' }),
    ingressOf({ h: ['Exact /b => b:80', 'Prefix /a => a:80'] }, { name: 'a', defaultBackend: 'rest:80' }),
    ingressOf({ h: ['Prefix / => root:80'] }, { name: 'c' }),
  ));
});

test('a port by its name is the same as by its number, where the Service is there', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a', namespace: 'shop' }, spec: { ports: [{ name: 'http', port: 80 }] } };
  const [number, name] = ['80', 'http'].map(port => ingressOf({ h: [`Prefix / => a:${port}`] }));
  Manifests.sameRoutes(manifests(number, service), manifests(name, service));
  expect(said(manifests(name), manifests(number))[1]).toBe('  requests for /, /* of h lead to port http of Service a in namespace "shop", and led to port 80 of Service a in namespace "shop"');
});

test('fails when a request leads elsewhere', () => {
  const after = routes({ 'h': ['Prefix / => root:80', 'Prefix /a => a:81', 'Prefix /b => b:80'], 'x.example.com': ['Prefix /new => new:80'] });
  const service = (name: string, port = 80) => `port ${port} of Service ${name} in namespace "shop"`;
  expect(said(after)).toEqual([
    'routes-changed: must lead where they did: 14 of 17 requests changed',
    `  requests for /, /* of * lead to nothing, and led to ${service('rest')}`,
    `  requests for /, /* of *.example.com lead to nothing, and led to ${service('wild')}`,
    `  requests for /a, /a/, /a/* of h lead to ${service('a', 81)}, and led to ${service('a')}`,
    `  requests for /b/, /b/* of h lead to ${service('b')}, and led to ${service('root')}`,
    `  requests for /, /* of x.example.com lead to nothing, and led to ${service('wild')}`,
    `  requests for /new, /new/, /new/* of x.example.com lead to ${service('new')}, and led to ${service('wild')}`,
  ]);
  expect(said(routes({}), routes({}, { defaultBackend: 'rest:80' }))).toEqual([
    'routes-changed: must lead where they did: 2 of 2 requests changed', `  requests for /, /* of * lead to nothing, and led to ${service('rest')}`,
  ]);
});

test('fails when a new route takes some of the requests, or one more claims the same', () => {
  const before = routes({ '*.example.com': ['Prefix / => wild:80'] });
  const wild = ingressOf({ '*.example.com': ['Prefix / => wild:80'] });
  const stolen = said(manifests(wild, ingressOf({ 'a.example.com': ['Prefix /x => other:80'] }, { name: 'b' })), before);
  expect(stolen.slice(1)).toEqual([
    '  requests for /, /* of a.example.com lead to nothing, and led to port 80 of Service wild in namespace "shop"',
    '  requests for /x, /x/, /x/* of a.example.com lead to port 80 of Service other in namespace "shop", and led to port 80 of Service wild in namespace "shop"',
  ]);
  expect(said(manifests(wild, ingressOf({ '*.example.com': ['Prefix / => other:80'] }, { name: 'b' })), before)[1])
    .toBe('  requests for /, /* of *.example.com lead to port 80 of Service other in namespace "shop" or port 80 of Service wild in namespace "shop", and led to port 80 of Service wild in namespace "shop"');
});

test('what is no Service is compared too', () => {
  const bucket = (name: string) => manifests({
    apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', metadata: { name: 'x' }, spec: { defaultBackend: { resource: { kind: 'StorageBucket', name } } },
  });
  Manifests.sameRoutes(bucket('a'), bucket('a'));
  expect(said(bucket('b'), bucket('a'))[1]).toBe('  requests for /, /* of * lead to StorageBucket b without a namespace, and led to StorageBucket a without a namespace');
});

test('fails when there was no route before, and when it is given something else', () => {
  expect(said(BEFORE, Manifests.ofYaml('{ apiVersion: v1, kind: Namespace, metadata: { name: x } }'))).toEqual(['routes-changed: there are no routes before: nothing is compared']);
  expect(failure(() => Manifests.sameRoutes(BEFORE, {} as Manifests))).toBe("[Manifests.sameRoutes()] invalid-type: 'after' must be Manifests of cdk8s-oam/testing, got an object; give what Manifests.ofApp() returns");
});

describe('between kinds', () => {
  const HOST = 'shop.example.com';
  const EVERYWHERE = '*.example.com';
  const ingress = (paths: readonly string[], host = HOST) => manifests(ingressOf({ [host]: paths }));
  const http = (rules: readonly string[], host = HOST, className = 'eg') => manifests(gatewayOf(['https * 443 HTTPS'], { className }), httpRouteOf([host], rules));
  const istio = (rules: readonly string[], host = HOST) => manifests(istioGatewayOf(['* 443 HTTPS', '* 80 REDIRECT']), virtualServiceOf([host], rules));
  const SERVICES = ['a', 'root'].map(name => `port 80 of Service ${name} in namespace "shop"`);
  const [A, ROOT] = SERVICES;

  test('the same requests are led to the same Services', () => {
    const own = [ingress(['Prefix /a => a:80']), http(['Prefix /a => a:80'])];
    for (const before of own) for (const after of own) Manifests.sameRoutes(before, after);
    const exact = [ingress(['Exact /a => a:80', 'Prefix / => root:80']), http(['Exact /a => a:80', 'Prefix / => root:80']), istio(['exact /a => a:80', 'prefix / => root:80'])];
    for (const before of exact) for (const after of exact) Manifests.sameRoutes(before, after);
  });

  test('fails when a prefix was the beginning of a text, or is one now', () => {
    const [before, after] = [istio(['prefix /a => a:80', '* => root:80']), http(['Prefix /a => a:80', 'Prefix / => root:80'])];
    expect(said(after, before)).toEqual([
      'routes-changed: must lead where they did: 1 of 7 requests changed',
      `  requests for /aX of ${HOST} lead to ${ROOT}, and led to ${A}`,
    ]);
    expect(said(before, after)[1]).toBe(`  requests for /aX of ${HOST} lead to ${A}, and led to ${ROOT}`);
    // what a text prefix with a slash takes, the other takes too
    Manifests.sameRoutes(istio(['prefix /a/ => a:80']), ingress(['Prefix /a/ => a:80']));
  });

  test('fails when the slash at the end of a prefix counted, or counts now', () => {
    const [before, after] = [ingress(['Prefix /a/ => a:80', 'Prefix / => root:80']), istio(['prefix /a/ => a:80', '* => root:80'])];
    expect(said(after, before).slice(1)).toEqual([`  requests for /a of ${HOST} lead to ${ROOT}, and led to ${A}`]);
    expect(said(before, after)[1]).toBe(`  requests for /a of ${HOST} lead to ${A}, and led to ${ROOT}`);
  });

  test('fails when a wildcard stood for many labels', () => {
    const [before, after] = [http(['Prefix / => root:80'], EVERYWHERE), ingress(['Prefix / => root:80'], EVERYWHERE)];
    expect(said(after, before)).toEqual([
      'routes-changed: must lead where they did: 2 of 4 requests changed',
      `  requests for /, /* of *.*.example.com lead to nothing, and led to ${ROOT}`,
    ]);
    Manifests.sameRoutes(after, before);
  });

  test('fails when a regular expression matched a part of the path, or does now', () => {
    const rules = ['Regex /a[0-9]+ => a:80', 'Prefix / => root:80'];
    const [before, after] = [http(rules, HOST, 'traefik'), http(rules, HOST, 'eg')];
    expect(said(after, before).slice(1)).toEqual([
      `  requests for /*/a0, /*/a11, /a0/*, /a0X, /a11/*, /a11X of ${HOST} lead to ${ROOT}, and led to ${A}`,
    ]);
    expect(said(before, after)[1]).toMatch(/ lead to .*"shop", and led to .*"shop"$/);
  });

  test('fails when another route precedes', () => {
    const [before, after] = [istio(['prefix / => root:80', 'prefix /a => a:80']), istio(['prefix /a => a:80', 'prefix / => root:80'])];
    const swapped = http(['Prefix /a => a:80', 'Prefix / => root:80']);
    expect(said(after, before).slice(1)).toEqual([`  requests for /a, /a/, /a/*, /aX of ${HOST} lead to ${A}, and led to ${ROOT}`]);
    expect(said(swapped, before).slice(1)).toEqual([`  requests for /a, /a/, /a/* of ${HOST} lead to ${A}, and led to ${ROOT}`]);
    const [short, long] = [istio(['prefix /a => root:80', 'prefix /a/b => a:80']), http(['Prefix /a => root:80', 'Prefix /a/b => a:80'])];
    expect(said(long, short)[1]).toBe(`  requests for /a/b, /a/b/, /a/b/* of ${HOST} lead to ${A}, and led to ${ROOT}`);
  });

  test('a redirect to HTTPS does not count, where the host is served by it', () => {
    Manifests.sameRoutes(ingress(['Prefix / => root:80']), istio(['* => root:80']));
    const redirected = manifests(gatewayOf(['http * 80 HTTP']), httpRouteOf([HOST], [{ filters: [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https' } }] }]));
    expect(said(redirected, ingress(['Prefix / => root:80']))[1]).toBe(`  requests for /, /* of ${HOST} lead to a redirect to https://, and led to ${ROOT}`);
  });

  test('fails when requests are shared with another Service, or have to ask for more', () => {
    expect(said(http(['Prefix / => root:80:1 a:80:1']), ingress(['Prefix / => root:80']))[1]).toBe(`  requests for /, /* of ${HOST} lead to ${A} and ${ROOT}, and led to ${ROOT}`);
    const conditional = manifests(gatewayOf(['https * 443 HTTPS']), httpRouteOf([HOST], [{ matches: [{ method: 'GET' }], backendRefs: [{ name: 'a', port: 80 }] }, 'Prefix / => root:80']));
    expect(said(conditional, ingress(['Prefix / => root:80']))[1]).toBe(`  requests for /, /* of ${HOST} lead to ${A} (method GET) or ${ROOT}, and led to ${ROOT}`);
  });
});
