/** Sets of routes and requests, at random: HTTPRoutes at Gateways of many listeners, and Ingresses, each set at an entry point of its own. */
import * as fc from 'fast-check';
import type { TypedManifest } from '../../../../src/base/oam-kind';
import { ingressOf } from '../../../cluster/routes/support';

/** Requests, and the routes for them. */
export interface RouteSet {
  readonly objects: readonly TypedManifest[];
  /** The port of the entry point. */
  readonly port: number;
  readonly requests: readonly (readonly [host: string, path: string])[];
}

/** The namespace of Gateways and certificates, and those of routes, with their labels. */
export const GATEWAYS = 'gateways';
export const NAMESPACES: Readonly<Record<string, Record<string, string>>> = { [GATEWAYS]: {}, shop: { team: 'web' }, blog: { team: 'web' }, other: {} };

/** The same as objects, whose labels the listeners of some Gateways select. */
export const NAMESPACE_OBJECTS = Object.entries(NAMESPACES).map(([name, labels]) =>
  ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } })) as unknown as TypedManifest[];

/** The Services that each namespace has: as many as a set has backends at most. */
export const SERVICES = Array.from({ length: 24 }, (_, i) => `pods-${i}`);
export const SERVICE_PORT = 8080;

const GROUP = 'gateway.networking.k8s.io';
const LISTENER_HOSTS = ['a.example.com', '*.example.com', '*.b.example.com', 'other.org', undefined];
const HOSTS = ['a.example.com', 'b.example.com', 'c.b.example.com', '*.example.com', '*.b.example.com', 'other.org'];
const ASKED_HOSTS = [
  'a.example.com', 'b.example.com', 'c.b.example.com', 'd.b.example.com', 'e.d.b.example.com', 'x.example.com', 'y.x.example.com', 'example.com', 'A.Example.com',
  'a.example.com:8443', 'other.org', 'example.net',
];
const SEGMENTS = ['a', 'b', 'ab', 'A', 'a-b', 'longer-than-others'];
const PATHS = ['/', ...SEGMENTS.flatMap((one) => [`/${one}`, `/${one}/`, ...SEGMENTS.map((two) => `/${one}/${two}`)])];
const REGEXES = ['/a', '/a.*', '/a/[a-z]+', '/(a|b)', '/b/?', '.*/ab', '/[A-Z]/.*', '/longer-than-others/.+', '/a$', '^/b'];

const path = fc.constantFrom(...PATHS);
const ends = fc.constantFrom('', '/', '/a', 'b', '/a/b/', '/longer-than-others');
/** Mostly near what routes claim. */
const picks = fc.array(fc.tuple(fc.nat(), fc.option(fc.constantFrom(...ASKED_HOSTS), { freq: 1 }), ends, path), { minLength: 24, maxLength: 24 });

/** The name of a listener's Secret. */
export const secretFor = (host: string | undefined): string => `tls-${(host ?? 'any').replace('*', 'wildcard').replace(/\./g, '-')}`;

/** The hosts of the listeners, each of which has a certificate. */
export const CERTIFICATE_HOSTS: readonly (string | undefined)[] = LISTENER_HOSTS;

const listener = fc.record({
  hostname: fc.constantFrom(...LISTENER_HOSTS),
  namespaces: fc.oneof(
    { weight: 3, arbitrary: fc.constant({ from: 'All' }) },
    fc.constant({ from: 'Selector', selector: { matchLabels: { team: 'web' } } }),
    fc.constant({ from: 'Same' }),
  ),
});

const match = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('PathPrefix'), value: path }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('Exact'), value: path }) },
  fc.record({ type: fc.constant('RegularExpression'), value: fc.constantFrom(...REGEXES) }),
);

const httpRoute = fc.record({
  namespace: fc.constantFrom(...Object.keys(NAMESPACES)),
  hostnames: fc.uniqueArray(fc.constantFrom(...HOSTS), { maxLength: 3 }),
  section: fc.option(fc.nat()),
  rules: fc.array(fc.uniqueArray(match, { minLength: 1, maxLength: 2, selector: ({ value }) => value.replace(/(.)\/$/, '$1') }), { minLength: 1, maxLength: 3 }),
});

const gatewaySet = fc.record({
  listeners: fc.uniqueArray(listener, { minLength: 1, maxLength: 3, selector: ({ hostname }) => hostname ?? '' }),
  routes: fc.array(httpRoute, { minLength: 1, maxLength: 5 }),
  picks,
});

/** Gateways with HTTPRoutes. */
export function gatewaySets(count: number, firstPort: number, seed: number): RouteSet[] {
  return fc.sample(gatewaySet, { numRuns: count, seed }).map(({ listeners, routes, picks: picked }, i) => {
    const [port, name] = [firstPort + i, `g-${i}`];
    let backends = 0;
    const objects = [
      {
        apiVersion: `${GROUP}/v1`,
        kind: 'Gateway',
        metadata: { name, namespace: GATEWAYS },
        spec: {
          gatewayClassName: 'traefik',
          listeners: listeners.map(({ hostname, namespaces }, j) => ({
            name: `l-${j}`,
            port,
            protocol: 'HTTPS',
            ...hostname && { hostname },
            allowedRoutes: { namespaces },
            tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secretFor(hostname) }] },
          })),
        },
      },
      ...routes.map(({ namespace, hostnames, section, rules }, j) => ({
        apiVersion: `${GROUP}/v1`,
        kind: 'HTTPRoute',
        metadata: { name: `${name}-${j}`, namespace },
        spec: {
          parentRefs: [{ group: GROUP, kind: 'Gateway', name, namespace: GATEWAYS, ...section !== null && { sectionName: `l-${section % listeners.length}` } }],
          ...hostnames.length > 0 && { hostnames },
          rules: rules.map((matches) => ({
            matches: matches.map((each) => ({ path: each })),
            backendRefs: [{ group: '', kind: 'Service', name: SERVICES[backends++ % SERVICES.length], port: SERVICE_PORT, weight: 1 }],
          })),
        },
      })),
    ] as unknown as TypedManifest[];
    const claimed = routes.flatMap(({ rules }) => rules.flat().map(({ type, value }) => type === 'RegularExpression' ? value.replace(/[^/a-zA-Z-]/g, '') : value));
    return { objects, port, requests: requestsNear(claimed, routes.flatMap(({ hostnames }) => hostnames), picked) };
  });
}

const INGRESS_HOSTS = [...HOSTS, '*'];
const ingressRoute = fc.record({ host: fc.constantFrom(...INGRESS_HOSTS), type: fc.constantFrom('Exact', 'Prefix'), path });

const ingressSet = fc.record({
  routes: fc.uniqueArray(ingressRoute, { minLength: 1, maxLength: 14, selector: ({ host, type, path: own }) => `${host} ${type} ${own.replace(/(.)\/$/, '$1')}` }),
  spread: fc.integer({ min: 1, max: 3 }),
  picks,
});

/** Ingresses of the class `traefik`. */
export function ingressSets(count: number, firstPort: number, seed: number): RouteSet[] {
  return fc.sample(ingressSet, { numRuns: count, seed }).map(({ routes, spread, picks: picked }, i) => {
    const port = firstPort + i;
    const objects = Array.from({ length: Math.min(spread, routes.length) }, (_, k) => {
      const own = routes.map((route, j) => ({ ...route, service: SERVICES[j] })).filter((__, j) => j % spread === k);
      const hosts = [...new Set(own.map(({ host }) => host))];
      const paths = (host: string) => own.filter((each) => each.host === host).map((each) => `${each.type} ${each.path} => ${each.service}:${SERVICE_PORT}`);
      return ingressOf(Object.fromEntries(hosts.map((host) => [host, paths(host)])), {
        name: `i-${i}-${k}`, namespace: 'shop', className: 'traefik', annotations: { 'traefik.ingress.kubernetes.io/router.entrypoints': `at-${port}` },
      });
    });
    return { objects, port, requests: requestsNear(routes.map((route) => route.path), routes.map(({ host }) => host).filter((host) => host !== '*'), picked) };
  });
}

type Pick = readonly [at: number, host: string | null, end: string, path: string];

function requestsNear(paths: readonly string[], hosts: readonly string[], picked: readonly Pick[]): [string, string][] {
  return picked.map(([at, host, end, other]) => {
    const near = `${paths[at % paths.length]}${end}`.replace(/\/\/+/g, '/');
    const own = hosts.length > 0 ? hosts[at % hosts.length].replace('*', at % 2 === 0 ? 'x' : 'y.x') : 'a.example.com';
    return [host ?? own, at % 3 === 0 || !near.startsWith('/') ? other : near];
  });
}
