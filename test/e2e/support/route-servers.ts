import { request } from 'http';
import { startHaproxy } from './haproxy';
import { startNginx } from './nginx';
import { LOOPBACK } from './waiting';

// Servers that only say which route has taken a request, by what they have themselves for hosts and paths: nothing is looked up for them.

/** A route as an Ingress has it. */
export interface GivenRoute {
  /** `*` is any host. */
  readonly host: string;
  readonly pathType: 'Exact' | 'Prefix';
  readonly path: string;
  /** What is answered. */
  readonly name: string;
}

/** The routes of some Ingresses, and where a server listens for their requests. */
export interface ServedRoutes {
  readonly routes: readonly GivenRoute[];
  /** What is answered where no route takes a request. @default - 404 */
  readonly rest?: string;
  readonly port: number;
}

/** A route of an Ingress of ingress-nginx. */
export interface AnnotatedRoute extends Omit<GivenRoute, 'pathType'> {
  readonly pathType: GivenRoute['pathType'] | 'ImplementationSpecific';
  /** Whether its Ingress has `use-regex`, or a `rewrite-target` other than the path. */
  readonly usesRegex: boolean;
}

/**
 * Starts nginx with the locations that ingress-nginx writes, as its sources do: `getBackendServers()`, `updateServerLocations()` and
 * `buildLocation()`. The routes of each set are in the order in which the controller reads them.
 */
export async function startIngressNginx(sets: readonly { readonly routes: readonly AnnotatedRoute[]; readonly port: number }[]) {
  const http = sets.flatMap(({ routes, port }) => [...new Set(routes.map(({ host }) => host))].map(host => {
    const own = locationsOf(routes.filter(route => route.host === host));
    return ['server {', `listen ${LOOPBACK}:${port};`, 'default_type text/plain;', `server_name ${host};`, ...own, '}'].join('\n');
  }));
  return startNginx({ http: http.join('\n'), ports: sets.map(({ port }) => port) });
}

/** The controller reads ImplementationSpecific as Prefix. */
function locationsOf(given: readonly AnnotatedRoute[]): string[] {
  const routes = given.map((route): AnnotatedRoute => route.pathType === 'Exact' ? route : { ...route, pathType: 'Prefix' });
  const root: AnnotatedRoute = { host: '', path: '/', pathType: 'Prefix', name: '', usesRegex: routes[0].usesRegex };
  // a prefix `/` replaces the location that each host has from the start
  const first = routes.find(({ path, pathType }) => path === '/' && pathType === 'Prefix') ?? root;
  const isSame = (one: AnnotatedRoute) => (other: AnnotatedRoute) => one.pathType === other.pathType && one.path === other.path;
  const all = [first, ...routes];
  const firsts = all.filter((route, i) => all.findIndex(isSame(route)) === i);
  const compare = (a: string, b: string) => a < b ? -1 : Number(a > b);
  const sorted = firsts.sort((a, b) => compare(b.path, a.path)).sort((a, b) => b.path.length - a.path.length);
  const exact = sorted.filter(({ pathType }) => pathType === 'Exact').map(({ path }) => path);
  const updated = sorted.flatMap((route): AnnotatedRoute[] => {
    const { path, pathType, usesRegex } = route;
    if (path === '/' || pathType !== 'Prefix' || usesRegex) return [route];
    const below = { ...route, path: `${folderOf(path)}/` };
    return exact.includes(path) ? [below] : [below, { ...route, pathType: 'Exact' }];
  });
  const isRegex = updated.some(({ usesRegex }) => usesRegex);
  return updated.map(({ path, pathType, name }) => {
    const quoted = path.replace(/[\\"]/g, '\\$&');
    const location = isRegex ? `~* "^${quoted}"` : pathType === 'Exact' ? `= "${quoted}"` : `"${quoted}"`;
    return `location ${location} { return ${name === '' ? '404' : `200 "${name}"`}; }`;
  });
}

/** A route of an Ingress of haproxy-ingress. */
export interface HaproxyRoute extends Omit<GivenRoute, 'pathType'> {
  /** As its `path-type` names it. */
  readonly match: keyof typeof HAPROXY_MATCHES;
}

/** How haproxy compares what the maps of a match have. Maps are asked in this order. */
const HAPROXY_MATCHES = { exact: 'str', prefix: 'dir', begin: 'beg', regex: 'reg' } as const;

/**
 * Starts haproxy with the maps that haproxy-ingress writes, as its sources do: `rebuildMatchFiles()`, `overlaps()` and `buildMapKey()`.
 * Each map is asked only for what no earlier one has.
 */
export async function startHaproxyIngress(sets: readonly { readonly routes: readonly HaproxyRoute[]; readonly port: number }[]) {
  const files: Record<string, string> = {};
  const config = sets.map(({ routes, port }) => {
    const lines = haproxyMaps(routes).map(({ match, entries }, i) => {
      const name = `${port}-${i}.map`;
      files[name] = entries.map(entry => `${haproxyKey(entry)} ${entry.name}\n`).join('');
      return `http-request set-var(txn.route) var(txn.base)${match === 'begin' ? ',lower' : ''},map_${HAPROXY_MATCHES[match]}(${name}) if !{ var(txn.route) -m found }`;
    });
    return [
      `frontend routes_${port}`,
      `bind ${LOOPBACK}:${port}`,
      'http-request set-var(txn.path) path',
      'http-request set-var(txn.host) req.hdr(host),field(1,:),lower',
      'http-request set-var(txn.base) var(txn.host),concat(\\#,txn.path)',
      ...lines,
      'http-request return status 200 content-type text/plain lf-string "%[var(txn.route)]" if { var(txn.route) -m found }',
      'http-request return status 404',
      '',
    ].join('\n  ');
  });
  return startHaproxy({ config: `${config.join('\n')}\n`, files, ports: sets.map(({ port }) => port) });
}

interface HaproxyMap {
  readonly match: HaproxyRoute['match'];
  readonly entries: HaproxyRoute[];
}

/** What overlaps with a shorter path of another match comes first, in maps of its own; whole paths precede even these. */
function haproxyMaps(given: readonly HaproxyRoute[]): HaproxyMap[] {
  const routes = given.map(route => route.match === 'begin' ? { ...route, path: route.path.toLowerCase() } : route);
  const first: HaproxyMap[] = [];
  const mapOf = new Map<HaproxyRoute, number>();
  const isOrdered = ({ match }: HaproxyRoute) => match === 'prefix' || match === 'begin';
  for (const host of new Set(routes.map(each => each.host))) {
    const own = routes.filter(each => each.host === host && isOrdered(each)).sort((a, b) => byText(b.path, a.path));
    const after = new Map<HaproxyRoute, number>();
    own.forEach((longer, i) => own.slice(i + 1).forEach(shorter => {
      if (longer.match === shorter.match || longer.path === shorter.path || !longer.path.startsWith(shorter.path)) return;
      if (!mapOf.has(longer)) {
        const found = first.findIndex(({ match }, at) => at >= (after.get(longer) ?? 0) && match === longer.match);
        const at = found === -1 ? first.push({ match: longer.match, entries: [] }) - 1 : found;
        first[at].entries.push(longer);
        mapOf.set(longer, at);
      }
      after.set(shorter, mapOf.get(longer)!);
    }));
  }
  const rest = (Object.keys(HAPROXY_MATCHES) as HaproxyRoute['match'][]).map(match => ({ match, entries: routes.filter(each => each.match === match && !mapOf.has(each)) }));
  return [rest[0], ...first, ...rest.slice(1)].filter(({ entries }) => entries.length > 0)
    .map(({ match, entries }) => ({ match, entries: entries.sort(match === 'regex' ? byLength : (a, b) => byText(b.path, a.path)) }));
}

const byText = (a: string, b: string) => a < b ? -1 : Number(a > b);

function byLength(a: HaproxyRoute, b: HaproxyRoute): number {
  return haproxyKey(b).length - haproxyKey(a).length || byText(haproxyKey(a), haproxyKey(b));
}

function haproxyKey({ host, path, match }: HaproxyRoute): string {
  return match === 'regex' ? `^${host.replace(/\./g, '\\.')}#${path}` : `${host}#${path}`;
}

/** Starts a server for several sets of routes, each at a port of its own. */
export const ROUTE_SERVERS = {
  nginx: async (sets: readonly ServedRoutes[]) => startNginx({ http: sets.flatMap(serverBlocks).join('\n'), ports: sets.map(({ port }) => port) }),
  haproxy: async (sets: readonly ServedRoutes[]) => startHaproxy({
    config: `${sets.map(frontend).join('\n')}\n`, files: Object.assign({}, ...sets.map(maps)), ports: sets.map(({ port }) => port),
  }),
};

export type RouteServer = keyof typeof ROUTE_SERVERS;

const ANY = '*';

const hostsOf = ({ routes }: ServedRoutes): string[] => [...new Set([ANY, ...routes.map(({ host }) => host)])];
const folderOf = (path: string) => path.replace(/\/$/, '');

/**
 * nginx takes a host by its name before one by a regular expression, which stands for a wildcard of one label, and any other by the default
 * server; a location for a whole path before the longest of the others.
 */
function serverBlocks(set: ServedRoutes): string[] {
  return hostsOf(set).map(host => {
    const own = set.routes.filter(route => route.host === host);
    const listen = host === ANY ? `${LOOPBACK}:${set.port} default_server` : `${LOOPBACK}:${set.port}`;
    const name = host === ANY ? [] : [`server_name ${host.startsWith('*.') ? `"~^[^.]+${host.slice(1).replace(/\./g, '\\.')}$"` : host};`];
    return ['server {', `listen ${listen};`, 'default_type text/plain;', ...name, ...own.flatMap(route => locations(route, own)), ...restOf(own, set.rest), '}'].join('\n');
  });
}

/** A prefix is what is below it, and itself, which nginx does not take twice. */
function locations({ pathType, path, name }: GivenRoute, all: readonly GivenRoute[]): string[] {
  const answer = `{ return 200 "${name}"; }`;
  if (pathType === 'Exact') return [`location = "${path}" ${answer}`];
  const folder = folderOf(path);
  const isTaken = all.some(other => other.pathType === 'Exact' && other.path === folder);
  return [`location "${folder}/" ${answer}`, ...folder === '' || isTaken ? [] : [`location = "${folder}" ${answer}`]];
}

function restOf(own: readonly GivenRoute[], rest: string | undefined): string[] {
  const isTaken = own.some(({ pathType, path }) => pathType === 'Prefix' && path === '/');
  return isTaken ? [] : [`location "/" { return ${rest === undefined ? '404' : `200 "${rest}"`}; }`];
}

/** haproxy looks a host up whole, then without its first label; a path whole, and then by the longest beginning. */
function frontend({ port, rest }: ServedRoutes): string {
  const lookUp = (map: string) => `http-request set-var(txn.route) var(txn.site),concat(,txn.path,),${map} if !{ var(txn.route) -m found }`;
  const answer = (status: number, text: string) => `http-request return status ${status} content-type text/plain lf-string "${text}"`;
  return [
    `frontend routes_${port}`,
    `bind ${LOOPBACK}:${port}`,
    'http-request set-var(txn.path) path',
    'http-request set-var(txn.host) req.hdr(host),field(1,:),lower',
    `http-request set-var(txn.site) var(txn.host),map(${port}-sites.map)`,
    `http-request set-var(txn.site) var(txn.host),regsub(^[^.]*,*),map(${port}-sites.map) if !{ var(txn.site) -m found }`,
    `http-request set-var(txn.site) str(${ANY}) if !{ var(txn.site) -m found }`,
    ...[`map(${port}-exact.map)`, `map(${port}-folder.map)`, `map_beg(${port}-prefix.map)`].map(lookUp),
    `${answer(200, '%[var(txn.route)]')} if { var(txn.route) -m found }`,
    rest === undefined ? answer(404, 'none') : answer(200, rest),
    '',
  ].join('\n  ');
}

function maps(set: ServedRoutes): Record<string, string> {
  const entries = (pathType: string, pathOf: (path: string) => string) => set.routes.filter(route => route.pathType === pathType)
    .map(({ host, path, name }) => `${host}${pathOf(path)} ${name}\n`).join('');
  return {
    [`${set.port}-sites.map`]: hostsOf(set).map(host => `${host} ${host}\n`).join(''),
    [`${set.port}-exact.map`]: entries('Exact', path => path),
    [`${set.port}-folder.map`]: entries('Prefix', folderOf),
    [`${set.port}-prefix.map`]: entries('Prefix', path => `${folderOf(path)}/`),
  };
}

/** What is answered; `undefined` for 404. The path goes out as it is written. */
export async function routeTaking(port: number, host: string, path: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    request({ host: LOOPBACK, port, path, headers: { Host: host }, agent: false, timeout: 20_000 }, async response => {
      const body = (await response.setEncoding('utf8').toArray()).join('');
      resolve(response.statusCode === 404 ? undefined : response.statusCode === 200 ? body : `${response.statusCode} ${body}`);
    }).on('error', reject).end();
  });
}
