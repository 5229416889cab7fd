import { Certificate } from './credentials';

/** What an ingress controller works from. */
export interface IngressInput {
  /** The rendered Ingress. */
  readonly ingress: any;
  /** The Secrets of the cluster. */
  readonly secrets: readonly any[];
  /** The certificate that `spec.tls` stands for. @default - the Ingress has no `spec.tls` */
  readonly tls?: Certificate;
  /** Where the backend is, as `http://127.0.0.1:port`. */
  readonly upstream: string;
  readonly httpPort: number;
  /** Where the host is served if `spec.tls` names it. */
  readonly httpsPort: number;
}

/** What an Ingress asks for, besides its annotations. */
export interface Route {
  readonly namespace: string;
  readonly name: string;
  readonly host: string;
  readonly paths: readonly RoutePath[];
  /** Set if `spec.tls` names the host. */
  readonly tls?: Certificate;
}

/** A path of a rule. */
export interface RoutePath {
  readonly path: string;
  readonly pathType: 'Exact' | 'Prefix' | 'ImplementationSpecific';
}

/** The one rule of an Ingress; throws where there is more than these tests translate. */
export function routeOf({ ingress, tls }: IngressInput): Route {
  expectKind(ingress, 'networking.k8s.io/v1', 'Ingress');
  const { metadata: { namespace = 'default', name }, spec } = ingress;
  const { rules: [{ host, http: { paths } }, ...others], tls: terminated = [], defaultBackend } = spec;
  if (!host || others.length > 0 || defaultBackend) {
    throw new Error('not translated: an Ingress without a host, with several rules, or with a default backend');
  }
  const isTls = terminated.some(({ hosts = [] }: any) => hosts.includes(host));
  if (isTls && !tls) throw new Error(`spec.tls names ${host}: give its certificate`);
  return { namespace, name, host, paths, tls: isTls ? tls : undefined };
}

/** The annotations of one controller, without their prefix; throws on one that its translation does not know. The rest it ignores, as they do. */
export function annotationsOf<K extends string>(ingress: any, prefix: string, known: readonly K[]): Partial<Record<K, string>> {
  const all = Object.entries<unknown>(ingress.metadata.annotations ?? {}).filter(([key]) => key.startsWith(`${prefix}/`));
  return Object.fromEntries(all.map(([key, value]) => {
    const name = key.slice(prefix.length + 1);
    if (!known.some((candidate) => candidate === name)) throw new Error(`not translated: the annotation ${key}`);
    if (typeof value !== 'string') throw new Error(`the API server refuses the annotation ${key}: ${value} is not a string`);
    return [name, value];
  })) as Partial<Record<K, string>>;
}

/** A Secret as the API server keeps it. */
export interface StoredSecret {
  readonly type: string;
  /** By key, decoded. */
  readonly data: Readonly<Record<string, string>>;
}

/** Looks for a Secret by `name` or `namespace/name`. */
export function findSecret(secrets: readonly any[], reference: string, ownNamespace: string): StoredSecret | undefined {
  const [namespace, name] = referenceOf(reference, ownNamespace);
  const secret = secrets.find(({ metadata }) => metadata.name === name && (metadata.namespace ?? 'default') === namespace);
  if (!secret) return undefined;
  expectKind(secret, 'v1', 'Secret');
  const decoded = Object.entries<string>(secret.data ?? {}).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]);
  return { type: secret.type ?? 'Opaque', data: { ...Object.fromEntries(decoded), ...secret.stringData } };
}

/** Namespace and name of what is referred to by `name` or `namespace/name`. */
export function referenceOf(reference: string, ownNamespace: string): [string, string] {
  const [first, second] = reference.split('/');
  return second === undefined ? [ownNamespace, first] : [first, second];
}

function expectKind(object: any, apiVersion: string, kind: string) {
  if (object.apiVersion === apiVersion && object.kind === kind) return;
  throw new Error(`expected ${apiVersion} ${kind}, got ${object.apiVersion} ${object.kind}`);
}

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
    host, siteRouteOf(path, ingress, Object.keys(endpoints)),
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
  const annotations = annotationsOf(ingress, 'haproxy-ingress.github.io', ['path-type', 'affinity', 'session-cookie-name', 'session-cookie-keywords']);
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

function siteRouteOf({ path, pathType, backend: { service } }: any, ingress: any, known: readonly string[]): SiteRoute {
  const isValid = path.startsWith('/') && !/\/\/|\/\.\.?(\/|$)|%2f/i.test(path);
  if (!isValid) throw new Error(`the API server refuses the path ${path}`);
  // ingress-nginx reads a path of its own type as a prefix anyway
  const isPrefix = pathType === 'ImplementationSpecific' && ingress.metadata.annotations?.['haproxy-ingress.github.io/path-type'] === 'prefix';
  if (!['Exact', 'Prefix'].includes(pathType) && !isPrefix) throw new Error(`not translated: the path type ${pathType}`);
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
