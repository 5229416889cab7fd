import { Certificate } from './certificate';
import { annotationsOf, referenceOf } from './ingress';

/** What an ingress controller finds in a cluster. */
export interface IngressCluster {
  /** The class that it serves; it leaves the Ingresses of others alone. */
  readonly className: string;
  readonly ingresses: readonly any[];
  /** The addresses behind each port of each Service, by `<namespace>/<name>:<port>`. */
  readonly endpoints: Readonly<Record<string, readonly string[]>>;
  /** What the Secrets of `spec.tls` hold, by `<namespace>/<name>`. @default - no Secret */
  readonly certificates?: Readonly<Record<string, Certificate>>;
  readonly httpPort: number;
  readonly httpsPort: number;
}

/** A host, and what all Ingresses together serve on it. */
export interface Site {
  /** A name, or `*.` and a name: that stands for one label. */
  readonly host: string;
  readonly routes: readonly SiteRoute[];
  /** Set where `spec.tls` names the host. */
  readonly certificate?: Certificate;
}

/** A path of a site. */
export interface SiteRoute {
  /** Where it ends with a slash, a prefix means the same without. */
  readonly path: string;
  readonly isExact: boolean;
  /** `<namespace>/<name>:<port>` of the Service. */
  readonly backend: string;
  /** The Ingress that it comes from, for its annotations. */
  readonly ingress: any;
}

/** A cookie that keeps a session at one address. */
export interface SessionCookie {
  readonly name: string;
  readonly path: string;
  /** In seconds. @default - the browser's session */
  readonly maxAge?: string;
}

/** The certificates that are asked for, with their hosts, by `<namespace>/<name>` of their Secrets. */
export function certificatesAskedFor(ingresses: readonly any[]): Map<string, string[]> {
  return grouped(ingresses.flatMap((ingress) => (ingress.spec.tls ?? []).flatMap(({ hosts = [], secretName }: any) => {
    return hosts.map((host: string): [string, string] => [referenceOf(secretName, namespaceOf(ingress)).join('/'), host]);
  })));
}

/** What the Ingresses of a class serve; throws on what the API server refuses, and on what no two controllers read in the same way. */
export function sitesOf({ className, ingresses, endpoints, certificates = {} }: IngressCluster): Site[] {
  const own = ingresses.filter(({ apiVersion, kind, spec }) => {
    if (apiVersion !== 'networking.k8s.io/v1' || kind !== 'Ingress') throw new Error(`not an Ingress: ${apiVersion} ${kind}`);
    return spec.ingressClassName === className;
  });
  const routes = own.flatMap((ingress) => knownRules(ingress).flatMap(({ host, http }) => (http.paths as any[]).map((path): [string, SiteRoute] => [
    host, routeOf(path, ingress, Object.keys(endpoints)),
  ])));
  const tls = [...certificatesAskedFor(own)];
  return [...grouped(routes)].map(([host, all]) => {
    const secrets = tls.flatMap(([secret, hosts]) => hosts.includes(host) ? [secret] : []);
    return { host, routes: withoutClash(host, all), certificate: certificateOf(host, secrets, certificates) };
  });
}

/** The cookie of a backend. Controllers keep one for each: throws where Ingresses ask for several. */
export function sessionOf(backend: string, sites: readonly Site[], cookieOf: (ingress: any) => SessionCookie | undefined): SessionCookie | undefined {
  const asked = sites.flatMap(({ routes }) => routes.filter((route) => route.backend === backend)).flatMap(({ ingress }) => cookieOf(ingress) ?? []);
  const [first, ...others] = new Map(asked.map((cookie) => [JSON.stringify(cookie), cookie])).values();
  if (others.length > 0) throw new Error(`${backend} would have several cookies: ${[first, ...others].map(({ name }) => name).join(', ')}`);
  return first;
}

/** What ingress-nginx reads of a session. */
export function cookieOfIngressNginx(ingress: any): SessionCookie | undefined {
  const annotations = annotationsOf(ingress, 'nginx.ingress.kubernetes.io', [
    'affinity', 'affinity-mode', 'session-cookie-name', 'session-cookie-path', 'session-cookie-max-age', 'session-cookie-expires',
  ]);
  if (annotations.affinity !== 'cookie') return undefined;
  const { 'session-cookie-name': name = 'INGRESSCOOKIE', 'session-cookie-path': path, 'session-cookie-max-age': maxAge, ...rest } = annotations;
  const seconds = [maxAge, rest['session-cookie-expires']].flatMap((value) => value ?? []);
  if (!path) throw new Error('not translated: a session cookie without a path, which gets one for each path of the Ingress');
  const isRead = seconds.every((value) => /^(0|-?[1-9]\d*)$/.test(value));
  if (!isRead) throw new Error(`ingress-nginx leaves out a lifetime that is no number: ${seconds.join(', ')}`);
  return { name, path, maxAge };
}

/** What haproxy-ingress reads of a session. The keywords are those of haproxy's directive. */
export function cookieOfHaproxyIngress(ingress: any): SessionCookie & { readonly keywords: string } | undefined {
  const annotations = annotationsOf(ingress, 'haproxy-ingress.github.io', ['affinity', 'session-cookie-name', 'session-cookie-keywords']);
  if (annotations.affinity !== 'cookie') return undefined;
  const { 'session-cookie-name': name = 'INGRESSCOOKIE', 'session-cookie-keywords': keywords = 'indirect nocache httponly' } = annotations;
  return { name, path: '/', keywords };
}

function namespaceOf({ metadata: { namespace = 'default' } }: any): string {
  return namespace;
}

function knownRules(ingress: any): any[] {
  const { ingressClassName: _, tls: __, rules = [], ...others } = ingress.spec;
  if (Object.keys(others).length > 0) throw new Error(`not translated: ${Object.keys(others).join(', ')} of the Ingress ${ingress.metadata.name}`);
  const withoutHost = rules.some(({ host }: any) => !host);
  if (withoutHost) throw new Error(`not translated: a rule without a host, in the Ingress ${ingress.metadata.name}`);
  return rules;
}

function routeOf({ path, pathType, backend: { service } }: any, ingress: any, known: readonly string[]): SiteRoute {
  const isValid = path.startsWith('/') && !/\/\/|\/\.\.?(\/|$)|%2f/i.test(path);
  if (!isValid) throw new Error(`the API server refuses the path ${path}`);
  if (!['Exact', 'Prefix'].includes(pathType)) throw new Error(`not translated: the path type ${pathType}`);
  const backend = `${namespaceOf(ingress)}/${service.name}:${service.port.number}`;
  if (!known.includes(backend)) throw new Error(`the Ingress ${ingress.metadata.name} leads to ${backend}; there are ${known.join(', ')}`);
  return { path, isExact: pathType === 'Exact', backend, ingress };
}

/** The same path leads to one backend only. */
function withoutClash(host: string, routes: readonly SiteRoute[]): SiteRoute[] {
  return [...grouped(routes.map((route): [string, SiteRoute] => [`${route.isExact} ${route.isExact ? route.path : folderOf(route.path)}`, route]))]
    .map(([, [first, ...others]]) => {
      if (others.length > 0) throw new Error(`several Ingresses or rules serve ${host}${first.path}`);
      return first;
    });
}

/** A prefix without the slash at its end; that of all paths is empty. */
export function folderOf(prefix: string): string {
  return prefix.replace(/\/$/, '');
}

/** Where several Ingresses have one for the host, any of them will do. */
function certificateOf(host: string, secrets: readonly string[], certificates: Readonly<Record<string, Certificate>>): Certificate | undefined {
  const missing = secrets.find((secret) => !certificates[secret]);
  if (missing) throw new Error(`no certificate ${missing} for ${host}`);
  return certificates[secrets[0]];
}

function grouped<T>(entries: readonly [string, T][]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of entries) groups.set(key, [...groups.get(key) ?? [], value]);
  return groups;
}
