import { readFileSync } from 'fs';
import { Certificate } from './credentials';
import { IngressCluster, IngressInput, Route, RoutePath, Site, SiteRoute, annotationsOf, cookieOfHaproxyIngress, findSecret, folderOf, referenceOf, routeOf, sessionOf, sitesOf } from './ingress';
import { RunningServer, startServer } from './servers';
import { LOOPBACK } from './waiting';

/** What an haproxy is started with. */
export interface HaproxySetup {
  /** The sections after `defaults`. */
  readonly config: string;
  /** Files beside the configuration, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
}

/** Starts an haproxy that touches nothing outside its folder. */
export async function startHaproxy({ config, files = {}, ports }: HaproxySetup): Promise<RunningServer> {
  return startServer({ name: 'haproxy', args: ['-db', '-f', 'haproxy.cfg'], files: { ...files, 'haproxy.cfg': GLOBAL + config }, ports });
}

// two that meet on a port must not share it
const GLOBAL = `global
  log stdout format raw local0 notice
  maxconn 64
  noreuseport
defaults
  log global
  mode http
  timeout connect 10s
  timeout client 30s
  timeout server 30s
`;

/**
 * What the HAProxy controllers make of the Ingresses of a cluster.
 *
 * They look up the host, else what is left of it without its first label, and then the path behind it: whole, or the longest that it begins with.
 * haproxy compares paths as they came.
 */
export function haproxyFromIngresses(cluster: IngressCluster): HaproxySetup {
  const sites = sitesOf(cluster);
  const backends = Object.keys(cluster.endpoints);
  const tls = sites.filter(({ certificate }) => certificate);
  const { httpPort, httpsPort } = cluster;
  const sections = [
    siteFrontend('http', `bind ${LOOPBACK}:${httpPort}`, ['http-request redirect scheme https code 302 if { var(txn.site),map(tls.map) -m found }']),
    tls.length > 0 ? siteFrontend('https', `bind ${LOOPBACK}:${httpsPort} ssl crt certificates strict-sni`, []) : [],
    ...backends.map((backend, index) => backendSection(index, cluster.endpoints[backend], sessionOf(backend, sites, cookieOfHaproxyIngress))),
  ];
  return {
    config: sections.flatMap(([head, ...lines]) => head === undefined ? [] : [head, ...lines.map((line) => `  ${line}`), '']).join('\n'),
    files: { ...maps(sites, backends), ...Object.fromEntries(tls.map(sitePem)) },
    ports: tls.length > 0 ? [httpPort, httpsPort] : [httpPort],
  };
}

function siteFrontend(name: string, bind: string, rules: readonly string[]): string[] {
  const lookUp = (map: string) => `http-request set-var(txn.backend) var(txn.site),concat(,txn.path,),${map} if !{ var(txn.backend) -m found }`;
  return [
    `frontend ${name}`,
    bind,
    'http-request set-var(txn.host) req.hdr(host),field(1,:),lower',
    'http-request set-var(txn.path) path',
    'http-request set-var(txn.site) var(txn.host),map(sites.map)',
    'http-request set-var(txn.site) var(txn.host),regsub(^[^.]*,),map(sites.map) if !{ var(txn.site) -m found }',
    ...rules,
    ...['map(exact.map)', 'map(folder.map)', 'map_beg(prefix.map)'].map(lookUp),
    'http-request return status 404 unless { var(txn.site) -m found } { var(txn.backend) -m found }',
    'use_backend %[var(txn.backend)]',
  ];
}

function backendSection(index: number, addresses: readonly string[], cookie?: { readonly name: string; readonly keywords?: string }): string[] {
  const session = cookie ? [`cookie ${cookie.name} insert ${cookie.keywords} dynamic`, 'dynamic-cookie-key Ingress'] : [];
  return [`backend backend_${index}`, ...session, ...addresses.map((address, server) => `server server_${server} ${address}`)];
}

function maps(sites: readonly Site[], backends: readonly string[]): Record<string, string> {
  const entries = sites.flatMap((site) => site.routes.map((route): [Site, SiteRoute] => [site, route]));
  const routes = (wanted: (route: SiteRoute) => boolean, pathOf: (path: string) => string) => mapFile(entries.flatMap(([site, route]) => {
    return wanted(route) ? [[`${keyOf(site)}${pathOf(route.path)}`, `backend_${backends.indexOf(route.backend)}`]] : [];
  }));
  return {
    'sites.map': mapFile(sites.map((site) => [keyOf(site), keyOf(site)])),
    'tls.map': mapFile(sites.flatMap((site) => site.certificate ? [[keyOf(site), 'yes']] : [])),
    'exact.map': routes(({ isExact }) => isExact, (path) => path),
    'folder.map': routes(({ isExact, path }) => !isExact && folderOf(path) !== '', folderOf),
    'prefix.map': routes(({ isExact }) => !isExact, (path) => `${folderOf(path)}/`),
  };
}

/** `.example.com` for `*.example.com`. */
function keyOf({ host }: Site): string {
  return host.replace(/^\*/, '');
}

function mapFile(entries: readonly (readonly string[])[]): string {
  return entries.map(([key, value]) => `${key} ${value}\n`).join('');
}

function sitePem({ host, certificate }: Site): [string, string] {
  return [`certificates/${host.replace('*', '_')}.pem`, readFileSync(certificate!.pemFile, 'utf8')];
}

/** What becomes of a request for the host. */
interface Handling {
  /** The section `userlist`. @default - none */
  readonly users?: readonly string[];
  /** The rules for plain HTTP, in their order. */
  readonly http: readonly string[];
  /** The rules for HTTPS. */
  readonly https: readonly string[];
}

const MATCHES = 'is_host is_path';

/**
 * What the controller of haproxytech makes of an Ingress.
 *
 * Without `auth-type` it asks for no password. A missing Secret is one without users. It asks for the password before it redirects to HTTPS.
 */
export function haproxyFromIngress(input: IngressInput): HaproxySetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'haproxy.org', [
    'auth-type', 'auth-secret', 'auth-realm', 'ssl-redirect', 'ssl-redirect-code', 'ssl-redirect-port',
  ]);
  const list = `${route.namespace}-${route.name}`;
  const { 'auth-type': type, 'auth-secret': reference, 'auth-realm': realm = 'Protected-Content' } = annotations;
  const { 'ssl-redirect': isRedirected = String(route.tls !== undefined), 'ssl-redirect-code': code = '302' } = annotations;
  const { 'ssl-redirect-port': port = input.httpsPort } = annotations;
  const hashes = reference ? findSecret(input.secrets, reference, route.namespace)?.data ?? {} : {};
  const users = Object.entries(hashes).map(([user, hash]) => `user ${user} password ${hash.replace(/\n$/, '')} groups authenticated-users`);
  const isAsked = type === 'basic-auth';
  const ask = `http-request auth realm ${realm.replace(/ /g, '-')} if ${MATCHES} !{ http_auth_group(${list}) authenticated-users }`;
  const redirect = `http-request redirect location https://%[hdr(host),field(1,:)]:${port}%[capture.req.uri] code ${code} if ${MATCHES}`;
  return setup(input, route, {
    users: isAsked ? [`userlist ${list}`, 'group authenticated-users', ...users] : undefined,
    http: [...isAsked ? [ask] : [], ...isRedirected === 'true' ? [redirect] : []],
    https: isAsked ? [ask] : [],
  });
}

/**
 * What haproxy-ingress makes of an Ingress.
 *
 * Where it cannot read the Secret, or the Secret lies in another namespace, it writes that to its log and serves without a password.
 */
export function haproxyIngressFromIngress(input: IngressInput): HaproxySetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'haproxy-ingress.github.io', [
    'auth-type', 'auth-secret', 'auth-realm', 'ssl-redirect', 'ssl-redirect-code',
  ]);
  const { 'auth-secret': reference = '', 'auth-realm': realm = 'localhost', 'ssl-redirect': isRedirected = 'true' } = annotations;
  const list = referenceOf(reference, route.namespace).join('_');
  const isOwn = referenceOf(reference, route.namespace)[0] === route.namespace;
  const lines = reference && isOwn ? findSecret(input.secrets, reference, route.namespace)?.data.auth : undefined;
  const ask = `http-request auth realm "${realm}" if ${MATCHES} !{ http_auth(${list}) }`;
  const redirect = `http-request redirect scheme https code ${annotations['ssl-redirect-code'] ?? '302'} if ${MATCHES}`;
  const asks = lines === undefined ? [] : [ask];
  return setup(input, route, {
    users: lines === undefined ? undefined : [`userlist ${list}`, ...lines.split('\n').flatMap(userOfLine)],
    http: [...route.tls && isRedirected === 'true' ? [redirect] : [], ...asks],
    https: asks,
  });
}

/** `user:hash`, or `user::password`; it leaves out what is neither. */
function userOfLine(line: string): string[] {
  const [, user, plain, password] = /^([^:]+):(:?)(.+)$/.exec(line) ?? [];
  return user ? [`user ${user} ${plain ? 'insecure-password' : 'password'} ${password}`] : [];
}

function setup({ upstream, httpPort, httpsPort }: IngressInput, route: Route, { users = [], http, https }: Handling): HaproxySetup {
  const sections = [
    users,
    frontend('http', `bind ${LOOPBACK}:${httpPort}`, route, http),
    route.tls ? frontend('https', `bind ${LOOPBACK}:${httpsPort} ssl crt tls.pem`, route, https) : [],
    ['backend upstream', `server upstream ${new URL(upstream).host}`],
  ];
  const config = sections.flatMap(([name, ...lines]) => name === undefined ? [] : [name, ...lines.map((line) => `  ${line}`), '']).join('\n');
  return { config, files: route.tls ? { 'tls.pem': pem(route.tls) } : {}, ports: route.tls ? [httpPort, httpsPort] : [httpPort] };
}

function pem({ pemFile }: Certificate): string {
  return readFileSync(pemFile, 'utf8');
}

function frontend(name: string, bind: string, { host, paths }: Route, rules: readonly string[]): string[] {
  return [
    `frontend ${name}`,
    bind,
    `acl is_host req.hdr(host),field(1,:) -m str -i ${host}`,
    ...paths.flatMap(matches).map((match) => `acl is_path path ${match}`),
    `http-request return status 404 unless ${MATCHES}`,
    ...rules,
    'default_backend upstream',
  ];
}

function matches({ path, pathType }: RoutePath): string[] {
  if (pathType === 'Exact') return [`-m str ${path}`];
  if (pathType === 'ImplementationSpecific' || path === '/') return [`-m beg ${path}`];
  const folder = path.replace(/\/$/, '');
  return [`-m str ${folder}`, `-m beg ${folder}/`];
}
