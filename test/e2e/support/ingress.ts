import { Certificate } from './certificate';

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
