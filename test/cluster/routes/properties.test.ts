import fc from 'fast-check';
import { ingressOf, taking, tablesOf } from './support';
import { takesHost, takesPath, routeClaimKey } from '../../../src/cluster/routes/route';
import { PATIENCE, runs } from '../../properties/runs';

const RUNS = { numRuns: runs(400) };

const HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', '*.example.com', '*.b.example.com', '*'];
const PATHS = ['/', '/a', '/a/', '/a/b', '/ab', '/a/b/', '/b', '/a/b/c'];
const ASKED = HOSTS.flatMap(host => [...PATHS, '/a/b/d', '/x'].map(path => [host.replace('*', 'x'), path] as const));

const route = fc.tuple(fc.constantFrom(...HOSTS), fc.constantFrom('Exact', 'Prefix'), fc.constantFrom(...PATHS));
const routes = fc.array(route, { maxLength: 12 });

/** An Ingress for each route, each with a backend of its own. */
const ingressesOf = (given: readonly (readonly [string, string, string])[], name = 'r') =>
  given.map(([host, type, path], i) => ingressOf({ [host]: [`${type} ${path} => ${name}-${i}:80`] }, { name: `${name}-${i}` }));

const answers = (objects: ReturnType<typeof ingressesOf>) => ASKED.map(([host, path]) => taking(objects, host, path).sort());

test('the order of documents does not matter', () => {
  const shuffled = routes.map(given => ingressesOf(given)).chain(objects =>
    fc.tuple(fc.constant(objects), fc.shuffledSubarray(objects, { minLength: objects.length })));
  fc.assert(fc.property(shuffled, ([objects, others]) => expect(answers(others)).toEqual(answers(objects))), RUNS);
}, PATIENCE);

test('a route that takes none of the requests changes no answer, unless its host decides first', () => {
  fc.assert(fc.property(routes, route, (given, added) => {
    const objects = ingressesOf(given);
    const [host, type, path] = added;
    const own = host === '*' ? '' : host;
    const more = [...objects, ...ingressesOf([added], 'added')];
    const hasHost = given.some(([each]) => each === host);
    const isUnrelated = ([asked, at]: readonly [string, string]) =>
      !takesHost(own, asked) || hasHost && !takesPath({ path, type: type as 'Exact' | 'Prefix' }, at);
    const [before, after] = [answers(objects), answers(more)];
    for (const [i, request] of ASKED.entries()) if (isUnrelated(request)) expect(after[i]).toEqual(before[i]);
  }), RUNS);
}, PATIENCE);

test('the routes that may take what is below a path are all those that take it', () => {
  fc.assert(fc.property(routes, fc.constantFrom(...ASKED), (given, [host, path]) => {
    for (const table of tablesOf(ingressesOf(given))) {
      const below = new Set(table.below({ host, path }).map(routeClaimKey));
      const asked = PATHS.filter(each => takesPath({ path, type: 'Prefix' }, each)).flatMap(each => table.find({ host, path: each }).route ?? []);
      for (const each of asked) expect(below).toContain(routeClaimKey(each));
    }
  }), RUNS);
}, PATIENCE);
