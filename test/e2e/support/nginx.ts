import { IngressCluster, IngressInput, Route, RoutePath, SessionCookie, Site, SiteRoute, annotationsOf, cookieOfIngressNginx, findSecret, folderOf, referenceOf, routeOf, sessionOf, sitesOf } from './ingress';
import { RunningServer, startServer } from './servers';
import { LOOPBACK } from './waiting';

/** What an nginx is started with. */
export interface NginxSetup {
  /** The `server` blocks. */
  readonly http: string;
  /** Files beside the configuration, which it may name by their path. @default - none */
  readonly files?: Readonly<Record<string, string>>;
  /** The ports on which it listens. */
  readonly ports: readonly number[];
}

/** Starts an nginx that touches nothing outside its folder. */
export async function startNginx({ http, files = {}, ports }: NginxSetup): Promise<RunningServer> {
  const args = ['-p', '.', '-c', 'nginx.conf', '-e', 'stderr'];
  return startServer({ name: 'nginx', args, files: { ...files, 'nginx.conf': configuration(http) }, ports });
}

/** One process, so that none is left when it is killed, and so that root's files are readable for it. */
function configuration(http: string): string {
  return `daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events {
  worker_connections 64;
}
http {
  access_log off;
  client_body_temp_path client-body;
  proxy_temp_path proxy;
  fastcgi_temp_path fastcgi;
  uwsgi_temp_path uwsgi;
  scgi_temp_path scgi;
${http}}
`;
}

/**
 * What ingress-nginx makes of the Ingresses of a cluster.
 *
 * It merges all of a host. A wildcard is a regular expression for one label, after all hosts that are named. nginx compares paths decoded
 * and without empty elements.
 */
export function nginxFromIngresses(cluster: IngressCluster): NginxSetup {
  const sites = sitesOf(cluster);
  const backends = Object.keys(cluster.endpoints);
  const upstreams = backends.map((backend, index) => {
    return upstreamBlock(index, cluster.endpoints[backend], sessionOf(backend, sites, cookieOfIngressNginx));
  });
  const { httpPort, httpsPort } = cluster;
  const isTls = sites.some(({ certificate }) => certificate);
  const lines = [
    'server_names_hash_bucket_size 512;',
    ...upstreams.flat(),
    ...block('server', [`listen ${LOOPBACK}:${httpPort} default_server;`, 'return 404;']),
    ...isTls ? block('server', [`listen ${LOOPBACK}:${httpsPort} ssl default_server;`, 'ssl_reject_handshake on;']) : [],
    ...sites.flatMap((site) => serversOf(site, cluster, backends)),
  ];
  return { http: lines.map((line) => `  ${line}\n`).join(''), ports: isTls ? [httpPort, httpsPort] : [httpPort] };
}

/** Where there is a session it is balanced by the hash of its cookie's value, and a value is made up for whoever has none. */
function upstreamBlock(index: number, addresses: readonly string[], cookie?: SessionCookie): string[] {
  const servers = addresses.map((address) => `server ${address};`);
  if (!cookie) return block(`upstream backend_${index}`, servers);
  const { name, path, maxAge } = cookie;
  const made = [`${name}=$request_id`, ...maxAge === undefined ? [] : [`Max-Age=${maxAge}`], `Path=${path}`, 'HttpOnly'].join('; ');
  const escaped = name.replace(/[^\w-]/g, '\\$&');
  return [
    ...block(`map $http_cookie $given_${index}`, ['default "";', `"~(?:^|; ?)${escaped}=(?<value_${index}>[^;]+)" $value_${index};`]),
    ...block(`map $given_${index} $key_${index}`, [`default $given_${index};`, '"" $request_id;']),
    ...block(`map $given_${index} $made_${index}`, ['default "";', `"" "${made}";`]),
    ...block(`upstream backend_${index}`, [`hash $key_${index} consistent;`, ...servers]),
  ];
}

function serversOf({ host, routes, certificate }: Site, { httpPort, httpsPort }: IngressCluster, backends: readonly string[]): string[] {
  const name = `server_name ${nameOf(host)};`;
  const locations = [
    ...routes.flatMap((route) => locationsOf(route, routes, backends.indexOf(route.backend))),
    ...slashlessLocations(routes, backends),
  ];
  if (!certificate) return block('server', [`listen ${LOOPBACK}:${httpPort};`, name, ...locations]);
  const { certFile, keyFile } = certificate;
  return [
    ...block('server', [`listen ${LOOPBACK}:${httpPort};`, name, 'return 308 https://$host$request_uri;']),
    ...block('server', [
      `listen ${LOOPBACK}:${httpsPort} ssl;`, name, `ssl_certificate ${certFile};`, `ssl_certificate_key ${keyFile};`, ...locations,
    ]),
  ];
}

function nameOf(host: string): string {
  return host.startsWith('*.') ? `"~^[\\w-]+\\.${host.slice(2).replace(/\./g, '\\.')}$"` : host;
}

/** A prefix has a location for what is below it, and one for itself, unless another route has exactly that path. */
function locationsOf({ path, isExact, ingress }: SiteRoute, all: readonly SiteRoute[], index: number): string[] {
  const folder = folderOf(path);
  const isTaken = all.some((other) => other.isExact && other.path === folder);
  const matches = isExact ? [`= "${path}"`] : [`"${folder}/"`, ...folder === '' || isTaken ? [] : [`= "${folder}"`]];
  const session = cookieOfIngressNginx(ingress) ? [`add_header Set-Cookie $made_${index};`] : [];
  const lines = [`proxy_pass http://backend_${index};`, 'proxy_set_header Host $http_host;', ...session];
  return matches.flatMap((match) => block(`location ${match}`, lines));
}

/** Where only `/a/` has a location, nginx would send `/a` there. These locations are for `/a`: as the longest prefix has it, else none. */
function slashlessLocations(routes: readonly SiteRoute[], backends: readonly string[]): string[] {
  const folders = routes.flatMap(({ path, isExact }) => isExact && path.length > 1 && path.endsWith('/') ? [folderOf(path)] : []);
  const free = folders.filter((folder) => !routes.some(({ path, isExact }) => (isExact ? path : folderOf(path)) === folder));
  const prefixes = routes.filter(({ isExact }) => !isExact).sort((a, b) => b.path.length - a.path.length);
  return free.flatMap((path) => {
    const prefix = prefixes.find((each) => path.startsWith(`${folderOf(each.path)}/`));
    return prefix
      ? locationsOf({ ...prefix, path, isExact: true }, [], backends.indexOf(prefix.backend))
      : block(`location = "${path}"`, ['return 404;']);
  });
}

function block(head: string, lines: readonly string[]): string[] {
  return [`${head} {`, ...lines.map((line) => `  ${line}`), '}'];
}

/** What becomes of a request for the host. */
interface Handling {
  /** Where plain HTTP is sent. @default - it is served */
  readonly redirect?: string;
  /** Who may pass. @default - anyone */
  readonly auth?: { readonly realm: string; readonly users: string };
  /** Set if nobody may. */
  readonly isDenied?: boolean;
}

/**
 * What ingress-nginx makes of an Ingress.
 *
 * Without `auth-type` it asks for no password, whatever else is said; where it cannot read the users it answers 503.
 */
export function nginxFromIngress(input: IngressInput): NginxSetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'nginx.ingress.kubernetes.io', [
    'auth-type', 'auth-secret', 'auth-secret-type', 'auth-realm', 'ssl-redirect', 'force-ssl-redirect',
  ]);
  const isRedirected = annotations['force-ssl-redirect'] === 'true' || (route.tls && annotations['ssl-redirect'] !== 'false');
  const redirect = isRedirected ? '308 https://$host$request_uri' : undefined;
  const { 'auth-type': type, 'auth-secret': secret, 'auth-secret-type': secretType, 'auth-realm': realm = '' } = annotations;
  if (type === undefined) return setup(input, route, { redirect });
  const users = type === 'basic' && secret ? usersOfIngressNginx(input, route, secret, secretType) : undefined;
  return setup(input, route, users === undefined ? { isDenied: true } : { redirect, auth: { realm, users } });
}

/** Without `allow-cross-namespace-resources`, as it is installed. */
function usersOfIngressNginx({ secrets }: IngressInput, { namespace }: Route, reference: string, secretType = 'auth-file'): string | undefined {
  if (referenceOf(reference, namespace)[0] !== namespace) return undefined;
  const secret = findSecret(secrets, reference, namespace);
  switch (secretType) {
    case 'auth-file': return secret?.data.auth;
    case 'auth-map': return secret && Object.entries(secret.data).map(([user, hash]) => `${user}:${hash}\n`).join('');
    default: return undefined;
  }
}

/**
 * What F5's NGINX Ingress Controller makes of an Ingress.
 *
 * A Secret that is missing, has another type or has no key `htpasswd` leaves it without a file to name, and nobody gets through.
 */
export function f5NginxFromIngress(input: IngressInput): NginxSetup {
  const route = routeOf(input);
  const annotations = annotationsOf(input.ingress, 'nginx.org', ['basic-auth-secret', 'basic-auth-realm']);
  const { 'ssl-redirect': isRedirected = 'true' } = annotationsOf(input.ingress, 'ingress.kubernetes.io', ['ssl-redirect']);
  const redirect = route.tls && isRedirected !== 'false' ? `301 https://$host:${input.httpsPort}$request_uri` : undefined;
  const { 'basic-auth-secret': name, 'basic-auth-realm': realm = '' } = annotations;
  if (name === undefined) return setup(input, route, { redirect });
  const secret = name.includes('/') ? undefined : findSecret(input.secrets, name, route.namespace);
  const users = secret?.type === 'nginx.org/htpasswd' ? secret.data.htpasswd : undefined;
  return setup(input, route, users === undefined ? { isDenied: true } : { redirect, auth: { realm, users } });
}

function setup({ upstream, httpPort, httpsPort }: IngressInput, route: Route, handling: Handling): NginxSetup {
  const { redirect, auth, isDenied } = handling;
  const users = `${route.namespace}-${route.name}.htpasswd`;
  const ask = auth ? [`auth_basic ${quoted(auth.realm)}`, `auth_basic_user_file ${users}`] : [];
  const pass = [...ask, `proxy_pass ${upstream}`, 'proxy_set_header Host $host'];
  const served = isDenied ? ['return 503'] : pass;
  const certificate = route.tls ? [`ssl_certificate ${route.tls.certFile}`, `ssl_certificate_key ${route.tls.keyFile}`] : [];
  const servers = [
    ...serversOn(`${LOOPBACK}:${httpPort}`, route, [], redirect && !isDenied ? [`return ${redirect}`] : served),
    ...route.tls ? serversOn(`${LOOPBACK}:${httpsPort} ssl`, route, certificate, served) : [],
  ];
  return { http: servers.join(''), files: auth ? { [users]: auth.users } : {}, ports: route.tls ? [httpPort, httpsPort] : [httpPort] };
}

/** The host, and what is served for every other one. */
function serversOn(listen: string, { host, paths }: Route, settings: readonly string[], directives: readonly string[]): string[] {
  const body = directives.map((directive) => `      ${directive};\n`).join('');
  const locations = paths.flatMap(matchesOf).map((match) => `    location ${match} {\n${body}    }\n`);
  return [
    serverOf([`listen ${listen} default_server`, ...settings, 'return 404']),
    serverOf([`listen ${listen}`, `server_name ${host}`, ...settings], locations),
  ];
}

function serverOf(settings: readonly string[], locations: readonly string[] = []): string {
  return `  server {\n${settings.map((setting) => `    ${setting};\n`).join('')}${locations.join('')}  }\n`;
}

function matchesOf({ path, pathType }: RoutePath): string[] {
  if (pathType === 'Exact') return [`= ${path}`];
  if (pathType === 'ImplementationSpecific' || path === '/') return [path];
  const folder = path.replace(/\/$/, '');
  return [`= ${folder}`, `${folder}/`];
}

function quoted(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}
