import { readFileSync } from 'fs';
import { HaproxySetup } from './haproxy';
import { cookieOfHaproxyIngress, folderOf, IngressCluster, sessionOf, Site, SiteRoute, sitesOf } from './ingress-sites';
import { LOOPBACK } from './ports';

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
    frontend('http', `bind ${LOOPBACK}:${httpPort}`, ['http-request redirect scheme https code 302 if { var(txn.site),map(tls.map) -m found }']),
    tls.length > 0 ? frontend('https', `bind ${LOOPBACK}:${httpsPort} ssl crt certificates strict-sni`, []) : [],
    ...backends.map((backend, index) => backendSection(index, cluster.endpoints[backend], sessionOf(backend, sites, cookieOfHaproxyIngress))),
  ];
  return {
    config: sections.flatMap(([head, ...lines]) => head === undefined ? [] : [head, ...lines.map((line) => `  ${line}`), '']).join('\n'),
    files: { ...maps(sites, backends), ...Object.fromEntries(tls.map(pemFile)) },
    ports: tls.length > 0 ? [httpPort, httpsPort] : [httpPort],
  };
}

function frontend(name: string, bind: string, rules: readonly string[]): string[] {
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

function pemFile({ host, certificate }: Site): [string, string] {
  return [`certificates/${host.replace('*', '_')}.pem`, readFileSync(certificate!.pemFile, 'utf8')];
}
