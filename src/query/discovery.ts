import { isIPv4 } from 'node:net';
import { Credentials } from './client-props';
import { AccessKind, fromKubectl, KubectlOptions, ObjectSource } from './kubectl';
import { Check, FINE, Finding, found, ParametersOf } from '../findings/finding';
import { Shown } from '../findings/shown';
import { all, asProps, filled, isObject, list, object, only, whole } from '../private/check';
import { refuse } from '../private/errors';
import { namespaceName, objectName } from '../private/names';
import { exactHost } from '../private/network';
import { decodeUtf8 } from '../private/utf8';

/** The names that lead to a scraper: those of a `ScraperAccess`. */
export interface ScraperNames {
  /** Namespace of all that is named here. */
  readonly namespace: string;

  /**
   * Name of the Ingress whose first rule has the scraper's host.
   *
   * @default - `httpRouteName` or `host` is given
   */
  readonly ingressName?: string;

  /**
   * Name of the HTTPRoute whose first hostname is the scraper's.
   *
   * @default - `ingressName` or `host` is given
   */
  readonly httpRouteName?: string;

  /**
   * The scraper's host, where nothing that leads to it is named.
   *
   * @default - that of the Ingress or HTTPRoute
   */
  readonly host?: string;

  /**
   * Name of the Secret with the password.
   *
   * @default - no credentials are looked for
   */
  readonly secretName?: string;

  /**
   * Key of the password in the Secret.
   *
   * @default password
   */
  readonly passwordKey?: string;

  /**
   * User name.
   *
   * @default - the Secret's `username`
   */
  readonly user?: string;
}

/** Where the objects are read. */
export interface DiscoveryOptions {
  /**
   * The objects themselves, as the cluster has them or a program renders them.
   *
   * @default - `kubectl` reads them in the cluster
   */
  readonly objects?: readonly object[];

  /**
   * How `kubectl` is run.
   *
   * @default - in the current context
   */
  readonly kubectl?: KubectlOptions;
}

/** What a `ScraperClient` needs to know of a scraper. */
export interface ScraperAddress {
  readonly url: string;
  /** Nothing where no Secret was named. */
  readonly credentials?: Credentials;
}

const PASSWORD_KEY = 'password';
const USER_KEY = 'username';

/** A DNS name, or an address, which some clusters take in its place. */
const askable: Check = (value, field) => typeof value === 'string' && isIPv4(value) ? FINE : exactHost(value, field);

const NAMES = object({
  namespace: namespaceName,
  ingressName: objectName,
  httpRouteName: objectName,
  host: askable,
  secretName: objectName,
  passwordKey: filled,
  user: filled,
}, ['namespace']);

const OPTIONS = all(only('objects', 'kubectl'), object({
  objects: list(object({})),
  kubectl: all(only('context', 'timeout'), object({ context: filled, timeout: whole(1) })),
}));

type Found<T> = { readonly value: T; readonly findings?: undefined } | { readonly value?: undefined; readonly findings: Finding[] };

/**
 * Finds a scraper: its host is that of the first rule of its Ingress (or the first of its HTTPRoute), its password lies in its Secret. Where no user is
 * named, it is the Secret's `username`.
 */
export async function discoverScraper(names: ScraperNames, options: DiscoveryOptions = {}): Promise<ScraperAddress> {
  const { objects, kubectl } = asProps(options);
  refuse('discoverScraper()', [...NAMES(names, ''), ...isObject(names) ? somewhere(names) : FINE, ...OPTIONS(asProps(options), '')]);
  const source = objects ? fromObjects(objects) : fromKubectl(kubectl ?? {});
  // one after the other: kubectl may ask its user something
  const url = await findUrl(names, source);
  const credentials: Found<Credentials | undefined> = names.secretName === undefined
    ? { value: undefined }
    : await findCredentials(names, names.secretName, source);
  refuse(`namespace ${names.namespace}`, [...url.findings ?? [], ...credentials.findings ?? []]);
  return { url: url.value!, credentials: credentials.value };
}

function somewhere({ ingressName, httpRouteName, host }: ScraperNames): Finding[] {
  return ingressName ?? httpRouteName ?? host ? FINE : found('missing-field', 'ingressName', { reason: 'way-to-scraper' });
}

function fromObjects(objects: readonly any[]): ObjectSource {
  return async (kind, namespace, name) => objects.find(each =>
    each?.kind === kind && each.metadata?.name === name && (each.metadata.namespace ?? namespace) === namespace);
}

async function findUrl({ namespace, ingressName, httpRouteName, host }: ScraperNames, source: ObjectSource): Promise<Found<string>> {
  const [kind, name]: [AccessKind, string | undefined] = ingressName === undefined ? ['HTTPRoute', httpRouteName] : ['Ingress', ingressName];
  if (name === undefined) return { value: `https://${host}` };
  const way = await source(kind, namespace, name);
  if (!way) return missing(kind, namespace, name);
  const first = kind === 'Ingress' ? firstOfIngress(way, name) : firstOfRoute(way, name);
  if (first.findings) return first;
  return { value: `https://${first.value.host}${first.value.path}` };
}

interface ScraperPlace {
  readonly host: string;
  readonly path: string;
}

function firstOfIngress({ spec }: any, name: string): Found<ScraperPlace> {
  const rule = spec?.rules?.[0];
  if (!isObject(rule)) return withoutHost({ reason: 'no-rules', name });
  const { path, pathType } = rule.http?.paths?.[0] ?? {};
  // other types are expressions of the controller's
  return at(rule.host, pathType === 'Prefix' ? path : '/', 'rule', name);
}

function firstOfRoute({ spec }: any, name: string): Found<ScraperPlace> {
  const { type, value } = spec?.rules?.[0]?.matches?.[0]?.path ?? {};
  return at(spec?.hostnames?.[0], type === 'PathPrefix' ? value : '/', 'route', name);
}

function at(host: unknown, path: unknown, place: 'rule' | 'route', name: string): Found<ScraperPlace> {
  if (host === undefined || host === '') return withoutHost({ reason: place, name });
  if (askable(host, '').length > 0) return withoutHost({ reason: `odd-${place}`, name, value: Shown.of(host) });
  // what means something else in a URL is escaped
  return { value: { host: host as string, path: typeof path === 'string' ? path.replace(/\/+$/, '').replace(/[^\w./~-]/g, encodeURIComponent) : '' } };
}

function withoutHost(why: ParametersOf<'missing-host'>): Found<never> {
  return { findings: found('missing-host', '', why) };
}

function missing(kind: AccessKind, namespace: string, name: string): Found<never> {
  return { findings: found('missing-object', '', { kind, name, namespace }) };
}

async function findCredentials(names: ScraperNames, name: string, source: ObjectSource): Promise<Found<Credentials>> {
  const { namespace, passwordKey = PASSWORD_KEY, user } = names;
  const secret = await source('Secret', namespace, name);
  if (!secret) return missing('Secret', namespace, name);
  const password = valueOf(secret, name, passwordKey);
  const login: Found<string> = user === undefined ? valueOf(secret, name, USER_KEY) : { value: user };
  const findings = [...password.findings ?? [], ...login.findings ?? []];
  return findings.length > 0 ? { findings } : { value: { user: login.value!, password: password.value! } };
}

const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** A value of a Secret, without the line break at its end that it has where a file was read. It is shown nowhere. */
function valueOf({ data, stringData }: any, name: string, key: string): Found<string> {
  const [plain, encoded] = [stringData, data].map(map => isObject(map) && Object.hasOwn(map, key) && typeof map[key] === 'string' ? map[key] as string : undefined);
  if (!(plain ?? encoded)) return { findings: found('missing-secret-key', '', { name, key, keys: keysOf(data, stringData) }) };
  const value = plain ?? decoded(encoded!);
  return value !== undefined ? { value: value.replace(/\r?\n$/, '') } : { findings: found('not-encoded', '', { name, key }) };
}

function decoded(value: string): string | undefined {
  // by hand, it may be in lines
  const encoded = value.replace(/\s+/g, '');
  if (!BASE64.test(encoded)) return undefined;
  const { text, complete } = decodeUtf8(Buffer.from(encoded, 'base64'));
  return complete ? text : undefined;
}

function keysOf(...maps: unknown[]): string[] {
  return [...new Set(maps.filter(isObject).flatMap(map => Object.keys(map)))];
}
