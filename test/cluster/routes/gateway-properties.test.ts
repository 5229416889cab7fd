import fc from 'fast-check';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from './gateways';
import { tablesOf } from './support';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { hiddenRoutes } from '../../../src/cluster/routes/hidden-routes';
import { takesPath, routeClaimKey, RouteRequest } from '../../../src/cluster/routes/route';
import { requestsFor } from '../../../src/cluster/routes/sample-requests';
import { runs } from '../../properties/runs';

const HOSTS = ['a.example.com', 'b.a.example.com', '*.example.com', '*.a.example.com'];
const PATHS = ['/', '/a', '/a/', '/a/b', '/ab', '/a/b/c', '/b'];
const REGEXES = ['/a.*', '/a/[a-z]+', '.*', '/(a|b)', '/a', '^(?:/a/.*)$', '^/a', '/a(/.*)?', 'b'];
const ASKED = ['a.example.com', 'b.a.example.com', 'c.example.com', 'd.c.example.com'].flatMap(host =>
  [...PATHS, '/a/x', '/abc', '/x/a'].map((path): RouteRequest => ({ host, path })));

const host = fc.constantFrom(...HOSTS);
const match = fc.oneof(
  fc.tuple(fc.constantFrom('Exact', 'Prefix'), fc.constantFrom(...PATHS)), fc.tuple(fc.constant('Regex'), fc.constantFrom(...REGEXES)),
).map(([type, path]) => `${type} ${path}`);
const given = fc.array(fc.tuple(host, fc.array(match, { minLength: 1, maxLength: 4 })), { minLength: 1, maxLength: 4 });

type Given = readonly (readonly [host: string, matches: readonly string[]])[];

/** An object for each host, with a backend of its own for each rule. */
const ofGateway = (className: string) => (objects: Given): TypedManifest[] => [
  gatewayOf(['https *.example.com 443 HTTPS', 'named a.example.com 443 HTTPS'], { className }),
  ...objects.map(([own, matches], i) => httpRouteOf([own], matches.map((each, j) => `${each} => s-${i}-${j}:80`), { name: `r-${i}` })),
];
const ofIstio = (objects: Given): TypedManifest[] => [
  istioGatewayOf(['*.example.com 443 HTTPS', 'a.example.com 443 HTTPS']),
  ...objects.map(([own, matches], i) => virtualServiceOf([own], matches.map((each, j) => `${each.replace(/^\w+/, type => type.toLowerCase())} => s-${i}-${j}:80`), { name: `r-${i}` })),
];

const KINDS = { 'Envoy Gateway': ofGateway('eg'), 'Istio\'s HTTPRoutes': ofGateway('istio'), 'Traefik': ofGateway('traefik'), 'any other': ofGateway('own'), 'VirtualServices': ofIstio };

describe.each(Object.entries(KINDS))('of %s', (_, objectsOf) => {
  /** Who may take each request. */
  const answers = (objects: readonly TypedManifest[]) => ASKED.map(request => tablesOf(objects).map(table => {
    const { route, rivals } = table.find(request);
    return [...route ? [route] : [], ...rivals].map(({ backend: { service } }) => service).sort();
  }));

  test('the order of documents does not matter', () => {
    const shuffled = given.map(objectsOf).chain(objects =>
      fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })));
    fc.assert(fc.property(shuffled, ([objects, others]) => expect(answers(others)).toEqual(answers(objects))), { numRuns: runs(60) });
  });

  test('the routes that may take what is below a path are all those that take it', () => {
    fc.assert(fc.property(given, fc.constantFrom(...ASKED), (own, request) => {
      for (const table of tablesOf(objectsOf(own))) {
        const below = new Set(table.below(request).map(routeClaimKey));
        const asked = ASKED.filter(each => each.host === request.host && takesPath({ path: request.path, type: 'Prefix' }, each.path));
        for (const each of asked.flatMap(more => { const { route, rivals } = table.find(more); return route ? [route, ...rivals] : []; })) {
          expect(below).toContain(routeClaimKey(each));
        }
      }
    }), { numRuns: runs(60) });
  });

  test('a hidden route takes no request, and what takes one is not hidden', () => {
    fc.assert(fc.property(given, own => {
      for (const table of tablesOf(objectsOf(own))) {
        const hidden = new Set(hiddenRoutes(table).map(({ route }) => route));
        const taking = [...ASKED, ...requestsFor(table.routes)].flatMap(request => table.find(request).route ?? []);
        expect(taking.filter(route => hidden.has(route))).toEqual([]);
      }
    }), { numRuns: runs(60) });
  });
});
