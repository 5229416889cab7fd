import * as fc from 'fast-check';
import { GivenRoute, ROUTE_SERVERS, RouteServer, ServedRoutes, routeTaking } from './support/route-servers';
import { describeWith, freePort } from './support/waiting';
import type { TypedManifest } from '../../src/private/oam-kind';
import { comparedPath } from '../../src/routes/paths';
import { ingressOf, tablesOf } from '../routes/support';

const SERVERS = Object.keys(ROUTE_SERVERS) as RouteServer[];

const HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', '*.example.com', '*.b.example.com', '*'];
const ASKED_HOSTS = [
  'a.example.com', 'b.example.com', 'c.b.example.com', 'd.b.example.com', 'x.example.com', 'example.com', 'y.x.example.com', 'A.Example.com', 'a.example.com:8080', 'other.org',
];
const SEGMENTS = ['a', 'b', 'ab', 'A', 'a-b'];
const PATHS = ['/', ...SEGMENTS.flatMap(one => [`/${one}`, `/${one}/`, ...SEGMENTS.flatMap(two => [`/${one}/${two}`, `/${one}/${two}/`])])];

/** How many sets of routes a server has at once, and how many requests each gets. */
const [BATCHES, SETS, REQUESTS] = [4, 25, 20];

/** What is asked of a set of routes. */
interface Trial {
  readonly set: Omit<ServedRoutes, 'port'>;
  readonly ingresses: readonly TypedManifest[];
  readonly requests: readonly (readonly [host: string, path: string])[];
}

const path = fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...PATHS.slice(0, 13)) }, fc.constantFrom(...PATHS));
const route = fc.record({ host: fc.constantFrom(...HOSTS), pathType: fc.constantFrom('Exact' as const, 'Prefix' as const), path });
const claimOf = ({ host, pathType, path: own }: Omit<GivenRoute, 'name'>) => `${host} ${pathType} ${comparedPath(own, pathType)}`;

const trial = fc.record({
  routes: fc.uniqueArray(route, { selector: claimOf, minLength: 1, maxLength: 14 }).map(routes => routes.map((each, i) => ({ ...each, name: `route-${i}` }))),
  hasRest: fc.boolean(),
  // requests mostly meet the paths of the routes, or what is just beside them
  picks: fc.array(fc.tuple(fc.nat(), fc.constantFrom(...ASKED_HOSTS), fc.constantFrom('', '/', '/a', 'b', '/a/b/'), path), { minLength: REQUESTS, maxLength: REQUESTS }),
  spread: fc.integer({ min: 1, max: 3 }),
}).map(({ routes, hasRest, picks, spread }): Trial => ({
  set: { routes, rest: hasRest ? 'rest' : undefined },
  ingresses: ingressesOf(routes, hasRest, spread),
  requests: picks.map(([at, host, end, other]) => [host, at % 3 === 0 ? other : `${routes[at % routes.length].path}${end}`.replace('//', '/')]),
}));

/** The routes in several Ingresses of one class. */
function ingressesOf(routes: readonly GivenRoute[], hasRest: boolean, spread: number): TypedManifest[] {
  return Array.from({ length: spread }, (_, i) => {
    const own = routes.filter((__, j) => j % spread === i);
    const hosts = [...new Set(own.map(({ host }) => host))];
    const paths = (host: string) => own.filter(each => each.host === host).map(({ pathType, path: at, name }) => `${pathType} ${at} => ${name}:80`);
    return ingressOf(Object.fromEntries(hosts.map(host => [host, paths(host)])), { name: `i-${i}`, ...hasRest && i === 0 && { defaultBackend: 'rest:80' } });
  });
}

type Answer = readonly [host: string, path: string, taking: string | undefined];

/** What the engine says; it gets hosts and paths of URLs. */
function expectedOf({ ingresses, requests }: Trial): Answer[] {
  const [table] = tablesOf(ingresses);
  return requests.map(([host, at]) => {
    const { hostname, pathname } = new URL(`http://${host}${at}`);
    const { route: taking, rivals } = table.find({ host: hostname, path: pathname });
    return [host, at, rivals.length > 0 ? 'several' : taking?.backend.service];
  });
}

async function answersOf(server: RouteServer, trials: readonly Trial[]): Promise<Answer[][]> {
  const sets: ServedRoutes[] = [];
  for (const { set } of trials) sets.push({ ...set, port: await freePort() });
  const { stop } = await ROUTE_SERVERS[server](sets);
  const answers: Answer[][] = [];
  for (const [i, { requests }] of trials.entries()) {
    answers.push(await Promise.all(requests.map(async ([host, at]): Promise<Answer> => [host, at, await routeTaking(sets[i].port, host, at)])));
  }
  await stop();
  return answers;
}

describeWith(SERVERS, 'random routes', () => {
  test.each(SERVERS)('take the requests that %s says', async server => {
    const trials = fc.sample(trial, { numRuns: BATCHES * SETS, seed: 21 });
    const expected = trials.map(expectedOf);
    for (let batch = 0; batch < BATCHES; batch++) {
      const own = trials.slice(batch * SETS, (batch + 1) * SETS);
      expect(await answersOf(server, own)).toEqual(expected.slice(batch * SETS, (batch + 1) * SETS));
    }
    // none of the outcomes is rare
    const taken = expected.flat().map(([, , taking]) => taking?.replace(/-\d+/, '') ?? 'none');
    expect(taken).toHaveLength(2000);
    for (const outcome of ['route', 'rest', 'none']) expect(taken.filter(each => each === outcome).length).toBeGreaterThan(200);
  });

  // what is left out above: nginx decodes a path and merges its slashes, haproxy takes it as it came, and a URL has no steps back
  test.each<[asked: string, byUrl: boolean, byNginx: boolean, byHaproxy: boolean]>([
    ['/a/b', true, true, true],
    ['/%61', false, true, false],
    ['/a%2Fb', false, true, false],
    ['//a', false, true, false],
    ['/b/../a', true, true, false],
    ['/a/../b', false, false, true],
  ])('are read so: %s', async (asked, ...expected) => {
    const routes: GivenRoute[] = [{ host: 'h', pathType: 'Prefix', path: '/a', name: 'a' }];
    const [own] = expectedOf({ set: { routes }, ingresses: ingressesOf(routes, false, 1), requests: [['h', asked]] });
    const answers = await Promise.all(SERVERS.map(async server => {
      const port = await freePort();
      const { stop } = await ROUTE_SERVERS[server]([{ routes, port }]);
      const taking = await routeTaking(port, 'h', asked);
      await stop();
      return taking;
    }));
    expect([own[2], ...answers].map(each => each === 'a')).toEqual(expected);
  });
});
