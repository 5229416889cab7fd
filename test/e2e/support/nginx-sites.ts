import { cookieOfIngressNginx, folderOf, IngressCluster, SessionCookie, sessionOf, Site, SiteRoute, sitesOf } from './ingress-sites';
import { NginxSetup } from './nginx';
import { LOOPBACK } from './ports';

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
    return upstream(index, cluster.endpoints[backend], sessionOf(backend, sites, cookieOfIngressNginx));
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
function upstream(index: number, addresses: readonly string[], cookie?: SessionCookie): string[] {
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
