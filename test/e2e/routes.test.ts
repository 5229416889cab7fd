import * as fc from 'fast-check';
import { AnnotatedRoute, GivenRoute, HaproxyRoute, ROUTE_SERVERS, RouteServer, ServedRoutes, routeTaking, startHaproxyIngress, startIngressNginx } from './support/route-servers';
import { describeWith, freePort } from './support/waiting';
import type { TypedManifest } from '../../src/base/oam-kind';
import { comparedPath } from '../../src/cluster/routes/route';
import { ingressOf, tablesOf } from '../cluster/routes/support';

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

interface JudgedSet {
  readonly objects: readonly TypedManifest[];
  readonly hosts: ReadonlySet<string>;
}

/** Asks a server for paths of hosts: each answer must be one that the engine gives. Counts how often the engine knew one, several or none. */
async function judged(sets: readonly JudgedSet[], ports: readonly number[], paths: readonly string[]) {
  const counts = { one: 0, several: 0, none: 0 };
  for (const [i, { objects, hosts }] of sets.entries()) {
    const [table] = tablesOf(objects);
    for (const host of hosts) {
      for (const asked of paths) {
        const { route: taken, rivals } = table.find({ host, path: asked });
        const candidates = [...taken ? [taken] : [], ...rivals].map(({ backend: { service } }) => service);
        expect([...candidates, ...taken ? [] : [undefined]]).toContain(await routeTaking(ports[i], host, asked));
        counts[candidates.length > 1 || !taken && rivals.length > 0 ? 'several' : taken ? 'one' : 'none']++;
      }
    }
  }
  return counts;
}

describeWith(['nginx'], 'random routes of ingress-nginx', () => {
  const NGINX = 'nginx.ingress.kubernetes.io/';
  const ANNOTATIONS: Readonly<Record<string, string>>[] = [{}, {}, { [`${NGINX}use-regex`]: 'true' }, { [`${NGINX}rewrite-target`]: '/$1' }];
  const LITERAL = ['/', '/a', '/a/', '/A', '/ab', '/a/b', '/b', '/a-b', '/a.b'];
  const EXPRESSIONS = [
    '/a.*', '/a(/|$)(.*)', '/[ab]+/b', '/a\\.b', '/(a|ab)$', '/a/[0-9]{1,3}', '/.*b', '/b?a', '/a|/b', '/a/?$', '/[[:alpha:]]+/[^/]+$', '/\\w+-b',
  ];
  /** Expressions that only nginx reads. */
  const UNREADABLE = ['/a(?!b)', '/(a)/\\1'];
  const ASKED = [...LITERAL, '/AB', '/axb', '/a/12', '/a/1234', '/b/b', '/x/ab', '/b/', '/a/a', '/a/b/c', '/B', '/x', '/a-b/c'];
  const expression = fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...EXPRESSIONS) }, fc.constantFrom(...UNREADABLE));
  const given = fc.oneof(
    fc.record({ pathType: fc.constantFrom('Exact' as const, 'Prefix' as const), path: fc.constantFrom(...LITERAL) }),
    fc.record({ pathType: fc.constant('ImplementationSpecific' as const), path: expression }),
  );
  const ingress = fc.record({ annotations: fc.constantFrom(...ANNOTATIONS), host: fc.constantFrom('a.example.com', 'b.example.com'), paths: fc.array(given, { minLength: 1, maxLength: 4 }) });
  const sets = fc.sample(fc.array(ingress, { minLength: 1, maxLength: 4 }), { numRuns: 55, seed: 8 }).map(all => {
    // only on a host of expressions, a path of the type ImplementationSpecific is one
    const claims = new Set<string>();
    // of two that claim the same, the age would decide
    const isNew = (claim: string) => !claims.has(claim) && Boolean(claims.add(claim));
    const firsts = all.map(each => ({ ...each, paths: each.paths.filter(({ path: at, pathType }) => isNew(`${each.host} ${pathType === 'Exact'} ${at}`)) }))
      .filter(({ paths }) => paths.length > 0);
    const regexHosts = new Set(firsts.filter(({ annotations }) => Object.keys(annotations).length > 0).map(({ host }) => host));
    const own = firsts.map(each => regexHosts.has(each.host) ? each : { ...each, paths: each.paths.filter(({ pathType }) => pathType !== 'ImplementationSpecific') });
    const routes = own.flatMap(({ host, paths, annotations }, i) => paths.map(({ path: at, pathType }, j): AnnotatedRoute =>
      ({ host, path: at, pathType, name: `route-${i}-${j}`, usesRegex: Object.keys(annotations).length > 0 })));
    const objects = own.map(({ host, paths, annotations }, i) =>
      ingressOf({ [host]: paths.map(({ path: at, pathType }, j) => `${pathType} ${at} => route-${i}-${j}:80`) }, { name: `i-${i}`, className: 'nginx', annotations }));
    return { routes, objects, hosts: regexHosts };
  }).filter(({ routes }) => routes.length > 0);

  test('take the requests that nginx says, where one Ingress of the host asks for regular expressions', async () => {
    const ports = await Promise.all(sets.map(() => freePort()));
    const { stop } = await startIngressNginx(sets.map(({ routes }, i) => ({ routes, port: ports[i] })));
    const counts = await judged(sets, ports, ASKED);
    await stop();
    // mostly, the engine knows: what is left open is the age of Ingresses, and expressions that it cannot read
    expect(counts.one).toBeGreaterThan(500);
    expect(counts.none).toBeGreaterThan(150);
    expect(counts.several).toBeLessThan(counts.one / 3);
  });
});

describeWith(['haproxy'], 'random routes of haproxy-ingress', () => {
  const LITERAL = ['/', '/a', '/a/', '/A', '/ab', '/a/b', '/b', '/a-b', '/a.b'];
  const EXPRESSIONS = ['/a.*', '/a(/|$)(.*)', '/[ab]+/b', '/a\\.b', '/(a|ab)$', '/a/[0-9]{1,3}', '/.*b', '/b?a', '/a/?$', '/[^/]+-b'];
  const ASKED = [...LITERAL, '/AB', '/axb', '/a/12', '/a/1234', '/b/b', '/x/ab', '/b/', '/a/a', '/a/b/c', '/B', '/x', '/a-b/c', '/a-bc'];
  const HAPROXY_HOSTS = ['a.example.com', 'b.example.com'];
  const given = fc.oneof(
    fc.record({ match: fc.constantFrom('exact' as const, 'prefix' as const, 'begin' as const), path: fc.constantFrom(...LITERAL) }),
    fc.record({ match: fc.constant('regex' as const), path: fc.constantFrom(...EXPRESSIONS) }),
  );
  const routesOfSet = fc.array(fc.record({ host: fc.constantFrom(...HAPROXY_HOSTS), given }), { minLength: 2, maxLength: 8 });
  const sets = fc.sample(routesOfSet, { numRuns: 60, seed: 9 }).map(all => {
    const claims = new Set<string>();
    // of two that claim the same, the age would decide
    const firsts = all.filter(({ host, given: { match, path: at } }) => {
      const claim = `${host} ${match} ${match === 'begin' ? at.toLowerCase() : at.replace(/\/$/, '')}`;
      return !claims.has(claim) && Boolean(claims.add(claim));
    });
    const routes = firsts.map(({ host, given: { match, path: at } }, i): HaproxyRoute => ({ host, path: at, match, name: `route-${i}` }));
    const objects = routes.map(({ host, path: at, match, name }) => ingressOf({ [host]: [`ImplementationSpecific ${at} => ${name}:80`] },
      { name, className: 'haproxy', annotations: { 'haproxy-ingress.github.io/path-type': match } }));
    return { routes, objects, hosts: new Set(HAPROXY_HOSTS) };
  });

  test('take the requests that haproxy says, by `path-type`', async () => {
    const ports = await Promise.all(sets.map(() => freePort()));
    const { stop } = await startHaproxyIngress(sets.map(({ routes }, i) => ({ routes, port: ports[i] })));
    const counts = await judged(sets, ports, ASKED);
    await stop();
    // what is left open: expressions beside other matches
    expect(counts.one).toBeGreaterThan(500);
    expect(counts.none).toBeGreaterThan(500);
    expect(counts.several).toBeLessThan(counts.one / 3);
  });
});
