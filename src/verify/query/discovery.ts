import { isIPv4 } from 'node:net';
import { Credentials } from './client-props';
import { KubectlOptions, readObject } from './kubectl';
import { Check, FINE, found, Shown } from '../../base/findings/finding';
import {
  asObject, asProps, closed, filled, isFilled, isObject, object, PlainFields, PlainValue, whole,
} from '../../base/check';
import { throwFindings } from '../../base/brand';
import { namespaceName, objectName } from '../../base/names';
import { exactHost } from '../../base/addresses';

/** The names that lead to a scraper: those of a `ScraperAccess`. */
export interface ScraperNames {
  /** Namespace of these objects. */
  readonly namespace: string;

  /** Name of the Ingress whose first rule has the scraper's host. @default - `httpRouteName` or `host` is given */
  readonly ingressName?: string;

  /** Name of the HTTPRoute whose first hostname is the scraper's. @default - `ingressName` or `host` is given */
  readonly httpRouteName?: string;

  /** The scraper's host, if no Ingress or HTTPRoute is named. @default - that of the Ingress or HTTPRoute */
  readonly host?: string;

  /** Name of the Secret with the password. @default - no credentials are read */
  readonly secretName?: string;

  /** Key of the password in the Secret. @default password */
  readonly passwordKey?: string;

  /** User name. @default - the Secret's `username` */
  readonly user?: string;
}

/** The properties with which a `ScraperClient` reaches a scraper. */
export interface ScraperAddress {
  readonly url: string;
  /** `undefined` if no Secret is named. */
  readonly credentials?: Credentials;
}

/** A DNS name, or an IPv4 address, which some clusters use instead. */
const askable: Check = (value, field) => typeof value === 'string' && isIPv4(value) ? FINE : exactHost(value, field);

/** The checks of the names. Beside them, one of the three that lead to the host is required. */
const NAMES = object({
  namespace: namespaceName,
  ingressName: objectName,
  httpRouteName: objectName,
  host: askable,
  secretName: objectName,
  passwordKey: filled,
  user: filled,
}, ['namespace']);

const KUBECTL = closed({ context: filled, timeout: whole(1) });

/**
 * Finds a scraper with `kubectl`. Its host is that of the first rule of its Ingress, or the first of its HTTPRoute; its
 * password is in its Secret. If no user is named, it is the Secret's `username`.
 *
 * @throws ModelError if a name is invalid, or an object or a field of it is missing
 */
export async function discoverScraper(names: ScraperNames, options: KubectlOptions = {}): Promise<ScraperAddress> {
  const kubectl = asProps(options);
  const { namespace, ingressName, httpRouteName, host, secretName, passwordKey = 'password', user } = asProps(names);
  const isNowhere = isObject(names) && (ingressName ?? httpRouteName ?? host) == null;
  const nowhere = isNowhere ? found('missing-field', 'ingressName', { reason: 'required', way: 'scraper' }) : FINE;
  throwFindings('discoverScraper()', [...NAMES(names, ''), ...nowhere, ...KUBECTL(kubectl, '')]);

  const subject = `namespace ${namespace}`;
  const read = async (kind: 'Ingress' | 'HTTPRoute' | 'Secret', name: string): Promise<PlainValue> => {
    const answer = await readObject(kind, namespace, name, kubectl);
    if (!answer) throwFindings(subject, found('missing-object', '', { kind, name, namespace }));
    return answer!;
  };
  const urlOf = (place: 'rule' | 'route', name: string, hostname: unknown, path: unknown): string => {
    if (askable(hostname, '').length > 0) {
      throwFindings(subject, found('missing-host', '', { reason: place, name, value: Shown.of(hostname) }));
    }
    // escapes characters with a special meaning in URLs
    const prefix = typeof path !== 'string' ? ''
      : path.replace(/(?<!\/)\/+$/, '').replace(/[^\w./~-]/g, encodeURIComponent);
    return `https://${hostname}${prefix}`;
  };

  let url = `https://${host}`;
  if (ingressName != null) {
    const rule = (await read('Ingress', ingressName)).spec?.rules?.[0];
    const { path, pathType } = rule?.http?.paths?.[0] ?? {};
    // paths of other types are expressions of the controller
    url = urlOf('rule', ingressName, rule?.host, pathType === 'Prefix' ? path : '/');
  } else if (httpRouteName != null) {
    const { spec } = await read('HTTPRoute', httpRouteName);
    const { type, value } = spec?.rules?.[0]?.matches?.[0]?.path ?? {};
    url = urlOf('route', httpRouteName, spec?.hostnames?.[0], type === 'PathPrefix' ? value : '/');
  }
  if (secretName == null) return { url };

  const data = asObject<PlainFields>((await read('Secret', secretName)).data);
  const valueOf = (key: string): string => {
    const { [key]: value } = data;
    if (!isFilled(value)) {
      throwFindings(subject, found('missing-secret-key', '', { name: secretName, key, keys: Object.keys(data) }));
    }
    // values read from files end with a line break
    return Buffer.from(value as string, 'base64').toString('utf8').replace(/\r?\n$/, '');
  };
  return { url, credentials: { password: valueOf(passwordKey), user: user ?? valueOf('username') } };
}
