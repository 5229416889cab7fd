import { isIPv4 } from 'node:net';
import { Credentials } from './client-props';
import { AccessKind, fromKubectl, KubectlOptions, ObjectSource } from './kubectl';
import { Check, FINE, Finding, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import { asProps, closed, filled, isObject, list, object, PlainValue, whole } from '../private/check';
import { refuse } from '../private/errors';
import { namespaceName, objectName } from '../private/names';
import { exactHost } from '../private/network';
import { decodeUtf8 } from '../private/utf8';

/** The names that lead to a scraper: those of a `ScraperAccess`. */
export interface ScraperNames {
  /** Namespace of these objects. */
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
   * The scraper's host, if no Ingress or HTTPRoute is named.
   *
   * @default - that of the Ingress or HTTPRoute
   */
  readonly host?: string;

  /**
   * Name of the Secret with the password.
   *
   * @default - no credentials are read
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

/** The source of the objects. */
export interface DiscoveryOptions {
  /**
   * The objects themselves, as the cluster has them or as a program renders them.
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

/** The properties with which a `ScraperClient` reaches a scraper. */
export interface ScraperAddress {
  readonly url: string;
  /** `undefined` if no Secret is named. */
  readonly credentials?: Credentials;
}

const PASSWORD_KEY = 'password';
const USER_KEY = 'username';

/** A DNS name, or an IPv4 address, which some clusters use instead. */
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

const OPTIONS = closed({ objects: list(object({})), kubectl: closed({ context: filled, timeout: whole(1) }) });

/**
 * Finds a scraper. Its host is that of the first rule of its Ingress, or the first of its HTTPRoute; its password is in its Secret. If no
 * user is named, it is the Secret's `username`.
 *
 * @throws ModelError if a name is invalid, or an object or a field of it is missing
 */
export async function discoverScraper(names: ScraperNames, options: DiscoveryOptions = {}): Promise<ScraperAddress> {
  const { objects, kubectl } = asProps(options);
  refuse('discoverScraper()', [...NAMES(names, ''), ...isObject(names) ? somewhere(names) : FINE, ...OPTIONS(asProps(options), '')]);
  const discovery = new Discovery(names, objects ? fromObjects(objects) : fromKubectl(kubectl ?? {}));
  // one after the other, since kubectl may prompt its user
  const [url, credentials] = [await discovery.url(), await discovery.credentials()];
  refuse(`namespace ${names.namespace}`, discovery.findings);
  return { url: url!, credentials };
}

function somewhere({ ingressName, httpRouteName, host }: ScraperNames): Finding[] {
  return ingressName ?? httpRouteName ?? host ? FINE : found('missing-field', 'ingressName', { reason: 'way-to-scraper' });
}

function fromObjects(objects: readonly object[]): ObjectSource {
  return async (kind, namespace, name) => (objects as readonly PlainValue[]).find(({ kind: type, metadata }) =>
    type === kind && metadata?.name === name && (metadata.namespace ?? namespace) === namespace);
}

/** Collects missing objects and fields as findings, so that all are reported together. */
class Discovery {
  public readonly findings: Finding[] = [];

  public constructor(private readonly names: ScraperNames, private readonly source: ObjectSource) {}

  public async url(): Promise<string | undefined> {
    const { ingressName, httpRouteName, host } = this.names;
    if (ingressName !== undefined) return this.urlOfIngress(await this.read('Ingress', ingressName), ingressName);
    return httpRouteName === undefined ? `https://${host}` : this.urlOfRoute(await this.read('HTTPRoute', httpRouteName), httpRouteName);
  }

  public async credentials(): Promise<Credentials | undefined> {
    const { secretName, passwordKey = PASSWORD_KEY, user } = this.names;
    const secret = secretName === undefined ? undefined : await this.read('Secret', secretName);
    if (!secret) return undefined;
    const password = this.valueOf(secret, secretName!, passwordKey);
    const login = user ?? this.valueOf(secret, secretName!, USER_KEY);
    return { user: login!, password: password! };
  }

  private async read(kind: AccessKind, name: string): Promise<PlainValue | undefined> {
    const { namespace } = this.names;
    return await this.source(kind, namespace, name) ?? this.lacks(found('missing-object', '', { kind, name, namespace }));
  }

  private urlOfIngress(ingress: PlainValue | undefined, name: string): string | undefined {
    if (!ingress) return undefined;
    const rule = ingress.spec?.rules?.[0];
    if (!isObject(rule)) return this.lacks(found('missing-host', '', { reason: 'no-rules', name }));
    const { path, pathType } = rule.http?.paths?.[0] ?? {};
    // paths of other types are expressions of the controller
    return this.urlOf(rule.host, pathType === 'Prefix' ? path : '/', 'rule', name);
  }

  private urlOfRoute(route: PlainValue | undefined, name: string): string | undefined {
    if (!route) return undefined;
    const { type, value } = route.spec?.rules?.[0]?.matches?.[0]?.path ?? {};
    return this.urlOf(route.spec?.hostnames?.[0], type === 'PathPrefix' ? value : '/', 'route', name);
  }

  private urlOf(host: unknown, path: unknown, place: 'rule' | 'route', name: string): string | undefined {
    if (host === undefined || host === '') return this.lacks(found('missing-host', '', { reason: place, name }));
    if (askable(host, '').length > 0) return this.lacks(found('missing-host', '', { reason: `odd-${place}`, name, value: Shown.of(host) }));
    // escapes characters with a special meaning in URLs
    return `https://${host}${typeof path === 'string' ? path.replace(/(?<!\/)\/+$/, '').replace(/[^\w./~-]/g, encodeURIComponent) : ''}`;
  }

  /** A value of a Secret, without the trailing line break that it has if it was read from a file. It is never shown. */
  private valueOf({ data, stringData }: PlainValue, name: string, key: string): string | undefined {
    const maps = [data, stringData].map(map => new Map(Object.entries(isObject(map) ? map : {})));
    const [encoded, plain] = maps.map(map => map.get(key)).map(value => typeof value === 'string' ? value : undefined);
    const keys = [...new Set(maps.flatMap(map => [...map.keys()]))];
    if (!(plain ?? encoded)) return this.lacks(found('missing-secret-key', '', { name, key, keys }));
    return (plain ?? decoded(encoded!))?.replace(/\r?\n$/, '') ?? this.lacks(found('not-encoded', '', { name, key }));
  }

  private lacks(findings: readonly Finding[]): undefined {
    this.findings.push(...findings);
  }
}

const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function decoded(value: string): string | undefined {
  // values written by hand may contain line breaks
  const encoded = value.replace(/\s+/g, '');
  if (!BASE64.test(encoded)) return undefined;
  const { text, complete } = decodeUtf8(Buffer.from(encoded, 'base64'));
  return complete ? text : undefined;
}
