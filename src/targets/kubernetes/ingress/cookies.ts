import { bad, Finding, FINE, found, ownWords, joinPath, Path } from '../../../base/findings/finding';
import { INGRESS_CONTROLLERS, IngressControllerName } from '../../../cluster/routes/controllers';
import type { ControllerName } from '../../ingress/ingress-controller';

/** A cookie that keeps a session at one pod. */
export interface Cookie {
  readonly name: string;
  readonly path: string;
  /** In seconds; 0 means the browser's session. */
  readonly ttl: number;
}

/** A cookie for a Service. */
export interface StickyService extends Cookie {
  readonly service?: string;
  /** The field that declares the cookie. */
  readonly field: Path;
}

/** The controllers whose annotation sets a cookie for each Service, so that one Ingress can have several. */
export const COOKIE_BY_SERVICE: readonly (ControllerName | undefined)[] = ['f5-nginx'];

const prefixed = (prefix: string, annotations: Record<string, string>) =>
  Object.fromEntries(Object.entries(annotations).map(([key, value]) => [`${prefix}/${key}`, value]));

/**
 * The controllers that set cookies by annotations of the Ingress; with most there can be only one. Others read them
 * from the Service, or have a resource of their own.
 */
const COOKIES: Readonly<Record<
  IngressControllerName, ((cookies: readonly StickyService[]) => Record<string, string>) | undefined
>> = {
  'ingress-nginx': ([{ name, path, ttl }]) => prefixed('nginx.ingress.kubernetes.io', {
    'affinity': 'cookie',
    'session-cookie-name': name,
    'session-cookie-path': path,
    ...ttl > 0 ? { 'session-cookie-max-age': `${ttl}`, 'session-cookie-expires': `${ttl}` } : {},
  }),
  // the annotation replaces the default keywords, of which the first three are part
  'haproxy-ingress': ([{ name, path, ttl }]) => prefixed('haproxy-ingress.github.io', {
    'affinity': 'cookie',
    'session-cookie-name': name,
    'session-cookie-keywords': 'indirect nocache httponly'
      + `${path === '/' ? '' : ` attr "Path=${path}"`}${ttl > 0 ? ` attr "Max-Age=${ttl}"` : ''}`,
  }),
  'f5-nginx': cookies => prefixed('nginx.com', {
    'sticky-cookie-services': [...new Set(cookies.map(({ service, name, path, ttl }) =>
      [`serviceName=${service}`, name, ...ttl > 0 ? [`expires=${ttl}s`] : [], `path=${path}`].join(' ')))].join(';'),
  }),
  'traefik': undefined,
  'haproxy': undefined,
  'kong': undefined,
};

/** The annotations for the cookies of an Ingress, or findings that say why there are none. */
export function cookieAnnotations(
  cookies: readonly StickyService[], controller: ControllerName | undefined,
): { readonly annotations: Readonly<Record<string, string>>; readonly findings: readonly Finding[] } {
  if (cookies.length === 0) return { annotations: {}, findings: FINE };
  const annotate = Object.entries(COOKIES).find(([name]) => name === controller)?.[1];
  if (!annotate) {
    const able = INGRESS_CONTROLLERS.filter(name => COOKIES[name]).sort();
    const findings = found('not-expressible', cookies[0].field, controller
      ? { reason: 'cookie', controller, able } : { reason: 'cookie-of-unknown-controller', able });
    return { annotations: {}, findings };
  }
  const findings = cookies.flatMap(unsafeCookie);
  return { annotations: findings.length > 0 ? {} : annotate(cookies), findings };
}

/** The values that controllers accept. They silently drop others, or read them as part of the annotation. */
const SAFE = { name: /^[A-Za-z0-9._~-]+$/, path: /^[A-Za-z0-9/._~-]+$/ };

/** Reports the values of a cookie that a proxy would not accept, whichever it is. */
export function unsafeCookie({ field, name, path }: StickyService): Finding[] {
  return [
    ...SAFE.name.test(name) ? FINE : bad('invalid-value', ownWords(
      "must have letters, digits, '.', '_', '~' and '-' only", 'use another name'), joinPath(field, 'name'), name),
    ...SAFE.path.test(path) ? FINE : bad('invalid-value', ownWords(
      "must have letters, digits, '.', '_', '~' and '-' between slashes only", 'choose another path'),
    joinPath(field, 'path'), path),
  ];
}

/** The spec of a DestinationRule with a cookie. Istio sets none without a `ttl`; `0s` means the browser's session. */
export function stickyDestination(host: string, { name, path, ttl }: Cookie): object {
  return { host, trafficPolicy: { loadBalancer: { consistentHash: { httpCookie: { name, path, ttl: `${ttl}s` } } } } };
}
