import * as fc from 'fast-check';
import { INGRESS_SERVERS, IngressApplication, IngressServer, answersTo, casesOf, declaredOf, ingressesOf, renderedOf, serveIngresses, servicePorts, startBackends } from './support/ingress-cases';
import { describeWith } from './support/waiting';
import { IngressPathType } from '../../src';

const { EXACT, PREFIX } = IngressPathType;
const SERVERS = Object.keys(INGRESS_SERVERS) as IngressServer[];
const COMPONENTS = ['one', 'two', 'three'];
const SEGMENTS = ['a', 'b', 'ab', 'A'];

interface RandomPath {
  readonly path: string;
  readonly pathType?: IngressPathType;
}

describeWith(SERVERS, 'the Ingresses of random rules', () => {
  test.each(SERVERS)('lead to what is declared on %s', async (server) => {
    const application = randomApplication(25);
    const objects = renderedOf(application, { server });
    const backends = await startBackends(servicePorts(objects));
    const { httpPort } = await serveIngresses(server, { ingresses: ingressesOf(objects), backends });
    const cases = casesOf(declaredOf(application), server, [], allPaths(3));
    expect(await answersTo(cases, { port: httpPort })).toEqual(cases);
    expect(new Set(cases.map(([, , expected]) => expected))).toEqual(new Set([undefined, ...servicePorts(objects)]));
  });
});

/** All paths of so many segments at most, with and without a slash at the end. */
function allPaths(depth: number): string[] {
  const folders = depth === 0 ? [] : allPaths(depth - 1).filter((path) => path.endsWith('/'));
  return ['/', ...folders.flatMap((folder) => SEGMENTS.flatMap((segment) => [`${folder}${segment}`, `${folder}${segment}/`]))];
}

/** Each host has up to eight paths, spread over the traits of three components; what is short is frequent, so that paths lie in one another. */
function randomApplication(hosts: number): IngressApplication {
  const route = fc.record({
    path: fc.record({
      path: fc.oneof(...[1, 1, 2, 3].map((depth) => fc.constantFrom(...allPaths(depth)))),
      pathType: fc.constantFrom(undefined, EXACT, PREFIX),
    }),
    destination: fc.constantFrom(undefined, { port: 9090 }, { host: 'one' }, { host: 'two', port: 9090 }, { host: 'three', port: 8080 }),
    component: fc.constantFrom(...COMPONENTS),
  });
  const routesOfHost = fc.uniqueArray(route, { comparator: (one, other) => isSame(one.path, other.path), minLength: 1, maxLength: 8 });
  const rules = fc.sample(routesOfHost, { numRuns: hosts, seed: 5 }).flatMap((routes, i) => routes.map(({ component, path, destination }) => {
    return { component, rule: { hosts: [`host-${i}.example.com`], paths: [path], destination } };
  }));
  return {
    name: 'random',
    namespace: 'ns',
    components: Object.fromEntries(COMPONENTS.map((name) => [name, {
      ports: { http: 8080, admin: 9090 }, rules: rules.filter(({ component }) => component === name).map(({ rule }) => rule),
    }])),
  };
}

/** The model takes no path twice; a prefix means the same with a slash at its end, and differs from the whole path. */
function isSame(one: RandomPath, other: RandomPath): boolean {
  const keyOf = ({ path, pathType = path === '/' ? PREFIX : EXACT }: RandomPath) => pathType === PREFIX ? `${path}/`.replace('//', '/') : `= ${path}`;
  return keyOf(one) === keyOf(other);
}
