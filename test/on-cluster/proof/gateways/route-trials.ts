/** Gateways, routes and requests of all kinds, generated. */
import * as fc from 'fast-check';
import { EDGE, gatewayOf, GivenListener, grantOf, namespaceOf, serviceOf } from './objects';
import { policiesOf, policyTrial } from './policy-trials';
import { TOKENS } from './tokens';
import type { Trial, TrialRequest } from './trial';

const SHOP = 'shop';
const NAMESPACES = [SHOP, 'blog', EDGE];

const HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', '*.example.com', '*.b.example.com', 'other.org', 'example.com'];

/** Listeners, and hosts of routes that they have. */
const LISTENERS: readonly (Omit<GivenListener, 'from'> & { readonly hosts: readonly string[] })[] = [
  { name: 'wild', port: 443, hostname: '*.example.com', hosts: HOSTS.slice(0, 5) },
  { name: 'one', port: 443, hostname: 'a.example.com', hosts: ['a.example.com', '*.example.com'] },
  { name: 'deep', port: 443, hostname: '*.b.example.com', hosts: ['c.b.example.com', '*.b.example.com', '*.example.com'] },
  { name: 'other', port: 443, hostname: 'other.org', hosts: ['other.org'] },
  { name: 'any', port: 443, hosts: HOSTS },
  { name: 'second', port: 8443, hostname: '*.example.com', hosts: HOSTS.slice(0, 5) },
  { name: 'plain', port: 80, hosts: HOSTS },
];

const ASKED_HOSTS = [
  ...HOSTS.filter((host) => !host.startsWith('*')), 'x.example.com', 'x.y.example.com', 'd.b.example.com', 'A.Example.COM', 'a.example.com:443', 'nobody.net',
];
const SEGMENTS = ['a', 'b', 'ab', 'A', 'a-b', 'a.b'];
const PATHS = ['/', ...SEGMENTS.flatMap((one) => [`/${one}`, `/${one}/`, ...SEGMENTS.slice(0, 3).map((two) => `/${one}/${two}`)])];
/** Regular expressions, and paths that they match as a whole. */
const REGEXES = { '/a/[0-9]+': '/a/1', '/(a|b)': '/b', '/a.*': '/ab', '/.*': '/a/b', '/a/?': '/a', '/[a-z]+/b': '/ab/b', '/b/.+': '/b/a', '/A|/b': '/A' };
/** What comes after the path of a route. */
const ENDS = ['/', '/1', '/1', '/12', 'x', '/b', '/a/b', '?a=/b', ';v=1', '/../b', '/./a', '//b', '/%61', '%2Fb', '/..%2fb', '/%2e%2e/b', '\\b', '/%41', '/a%20b', '/..;/b'];

interface GivenMatch { readonly type: string; readonly value: string }

const match: fc.Arbitrary<GivenMatch> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom('Exact', 'PathPrefix'), value: fc.constantFrom(...PATHS) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('RegularExpression'), value: fc.constantFrom(...Object.keys(REGEXES)) }) },
);

const route = fc.record({
  namespace: fc.constantFrom(...NAMESPACES),
  section: fc.nat(),
  hasSection: fc.boolean().map((isRare) => !isRare),
  hosts: fc.array(fc.nat(), { maxLength: 3 }),
  hasOddHosts: fc.constantFrom(true, false, false, false),
  rules: fc.array(fc.record({
    matches: fc.uniqueArray(match, { selector: ({ type, value }) => type + value, minLength: 1, maxLength: 3 }),
    // now and then a Service of another namespace, which that may allow
    elsewhere: fc.constantFrom(undefined, undefined, undefined, undefined, ...NAMESPACES),
  }), { minLength: 1, maxLength: 3 }),
});

/** So many requests for each set of routes. */
const REQUESTS = 25;

const FROM = ['All', 'All', 'All', 'All', 'Same', 'Selector'] as const;

export const routeTrial: fc.Arbitrary<Trial> = fc.record({
  listeners: fc.uniqueArray(fc.record({ own: fc.constantFrom(...LISTENERS), from: fc.constantFrom(...FROM) }), {
    selector: ({ own: { name } }) => name, minLength: 1, maxLength: 5,
  }).map((all) => all.map(({ own, from }) => ({ ...own, from }))),
  routes: fc.array(route, { minLength: 1, maxLength: 7 }),
  isGranted: fc.boolean(),
  policies: policyTrial,
  picks: fc.array(fc.record({
    route: fc.nat(),
    match: fc.nat(),
    host: fc.nat(),
    end: fc.oneof({ weight: 2, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constantFrom(...ENDS) }),
    // some ask for what may have no route
    isOddHost: fc.constantFrom(true, false, false, false),
    oddPath: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...PATHS) }),
    port: fc.nat(),
    token: fc.constantFrom(undefined, 'clerk', ...Object.keys(TOKENS)),
  }), { minLength: REQUESTS, maxLength: REQUESTS }),
}).map(({ listeners, routes: drawn, isGranted, picks, policies }) => {
  const routes = drawn.map(({ hosts, hasOddHosts, section, ...rest }) => {
    const known = hasOddHosts ? HOSTS : at(listeners, section).hosts;
    return { ...rest, section, hostnames: [...new Set(hosts.map((each) => at(known, each)))] };
  });
  const given = routes.flatMap(({ namespace, section, hasSection, hostnames, rules }, i) => {
    const backends = rules.map(({ elsewhere }, j) => ({ name: `r${i}-${j}`, port: 80, ...elsewhere !== undefined && { namespace: elsewhere } }));
    const { name: sectionName } = at(listeners, section);
    return [...backends.map(({ name, namespace: own = namespace }) => serviceOf(name, own)), {
      apiVersion: 'gateway.networking.k8s.io/v1',
      kind: 'HTTPRoute',
      metadata: { name: `r${i}`, namespace },
      spec: {
        parentRefs: [{ name: 'shared', namespace: EDGE, ...hasSection && { sectionName } }],
        ...hostnames.length > 0 && { hostnames },
        rules: rules.map(({ matches }, j) => ({ name: `rule-${j}`, matches: matches.map((path) => ({ path })), backendRefs: [backends[j]] })),
      },
    }];
  });
  const grants = isGranted ? [grantOf('blog', SHOP), grantOf(SHOP, EDGE)] : [];
  const guards = policiesOf(policies, given.filter(({ kind }) => kind === 'HTTPRoute'), listeners);
  const ports = [...new Set(listeners.map(({ port }) => port))];
  return {
    objects: [...NAMESPACES.map((name) => namespaceOf(name, name === SHOP)), ...gatewayOf(listeners), ...given, ...grants, ...guards],
    requests: picks.map((pick): TrialRequest => {
      const { hostnames, rules, section, hasSection } = at(routes, pick.route);
      const own = at(listeners, section);
      const matches = rules.flatMap((rule) => rule.matches);
      const path = pick.oddPath ?? sampleOf(at(matches, pick.match));
      // mostly a host of the route, at the port of its listener
      const hosts = pick.isOddHost ? ASKED_HOSTS : hostnames.length > 0 ? hostnames : [own.hostname ?? 'nobody.net'];
      const host = at(hosts, pick.host).replace('*', pick.host % 3 === 0 ? 'x.y' : 'x');
      const port = hasSection && pick.port % 4 !== 0 ? own.port : at(ports, pick.port);
      const { token } = pick;
      return { host, path: `${path}${pick.end}`, port, token, ...token !== undefined && { headers: { Authorization: `Bearer ${TOKENS[token].text}` } } };
    }),
  };
});

function at<T>(all: readonly T[], number: number): T {
  return all[number % all.length];
}

function sampleOf({ type, value }: GivenMatch): string {
  return type === 'RegularExpression' ? REGEXES[value as keyof typeof REGEXES] : value;
}
