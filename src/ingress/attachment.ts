import {
  AllowedNamespaces, DescribedListener, GatewayDescription, ListenerProtocol, NamespacesFrom, hostOf, portOf,
} from './gateway-description';
import { FINE, Finding, found } from '../findings/finding';
import type { Phrase } from '../findings/catalogue/phrases';
import { unmet } from '../objects/labels';
import { EVERY_HOST, rankOfHost, takesHost } from '../routes/hosts';

/** The maximum number of listeners to which a route can be attached. */
export const MAX_PARENTS = 32;

/** The listeners to which a route must be attached so that a host is served, or why there are none. */
interface Attachment {
  readonly listeners: readonly DescribedListener[];
  /** The findings on the host as a whole. */
  readonly findings: readonly Finding[];
}

/** A host of a route that is to be attached to a Gateway. */
interface Attached {
  /** A name, or `*.` and a name. */
  readonly host: string;
  /** The namespace of the route. */
  readonly namespace: string;
  /**
   * Whether the host may be served in plain text if no listener serves it over TLS.
   *
   * @default false
   */
  readonly isPlainAllowed?: boolean;
  /**
   * The names of the listeners to use.
   *
   * @default - all that serve the host
   */
  readonly sectionNames?: readonly string[];
}

/** Whether a listener serves plain text. */
export const isPlain = ({ protocol }: DescribedListener): boolean => protocol === ListenerProtocol.HTTP;

/**
 * The listeners of a Gateway that serve a host for a namespace: the most specific one of each port, which gets the requests whatever other
 * listeners match the host, and those for a part of a wildcard. A listener that does not accept the route is an error, since nothing would
 * answer there.
 */
export function attach(gateway: GatewayDescription, { host, namespace, isPlainAllowed = false, sectionNames }: Attached): Attachment {
  const [secure, plain] = [false, true].map(each => serving(gateway.listeners.filter(listener => isPlain(listener) === each), host));
  const serve = secure.length > 0 || !isPlainAllowed ? secure : plain;
  const notAttached = (reason: 'plain' | 'section-names', [{ name: listener }]: readonly DescribedListener[]) =>
    none(found('not-attached', '', { reason, host, listener, gateway: gateway.name }));
  if (serve.length === 0) return plain.length > 0 ? notAttached('plain', plain) : none(unserved(gateway, host));
  const isMeant = ({ name }: DescribedListener) => sectionNames == null || sectionNames.includes(name);
  const whole = serve.filter(isMeant);
  if (whole.length === 0) return notAttached('section-names', serve);
  const parts = gateway.listeners.filter(each => isMeant(each) && isPlain(each) === isPlain(whole[0]) && isPart(hostOf(each), host));
  const findings = [...whole, ...parts].flatMap(each => barred(each, gateway, { host, namespace }));
  return findings.length > 0 ? none(findings) : { listeners: [...whole, ...parts], findings };
}

const none = (findings: readonly Finding[]): Attachment => ({ listeners: [], findings });

/** The most specific listener of each port. */
function serving(listeners: readonly DescribedListener[], host: string): DescribedListener[] {
  const best = new Map<number, DescribedListener>();
  for (const listener of listeners.filter(each => takesHost(hostOf(each), host, 'some'))) {
    const other = best.get(portOf(listener));
    if (!other || rankOfHost(hostOf(listener)) > rankOfHost(hostOf(other))) best.set(portOf(listener), listener);
  }
  return [...best.values()];
}

/** Whether a listener serves only a part of the hosts that a wildcard stands for. */
function isPart(own: string, host: string): boolean {
  return own !== EVERY_HOST && own !== host && takesHost(host, own, 'some');
}

function unserved({ name, listeners }: GatewayDescription, host: string): Finding[] {
  const hosts = [...new Set(listeners.map(hostOf))];
  const parts = hosts.filter(each => isPart(each, host));
  return parts.length > 0 ? found('not-attached', '', { reason: 'part', host, hosts: parts, gateway: name })
    : found('not-attached', '', { reason: 'host', host, hosts, gateway: name });
}

/** Why a listener that matches a host does not serve it. */
function barred(listener: DescribedListener, gateway: GatewayDescription, { host, namespace }: Attached): Finding[] {
  const { name, secretName: secret, secretNamespace = gateway.namespace } = listener;
  const common = { host, listener: name, port: portOf(listener) };
  const lacks = disallowed(listener.allowedRoutes ?? { from: NamespacesFrom.SAME }, gateway, namespace);
  const mayRead = secretNamespace === gateway.namespace || gateway.grantedSecretNamespaces?.includes(secretNamespace);
  return [
    ...!lacks ? FINE : lacks.rule
      ? found('not-attached', '', { reason: 'selector', rule: lacks.rule, namespace, ...common })
      : found('not-attached', '', { reason: 'same-namespace', own: gateway.namespace, namespace, ...common }),
    ...secret == null || mayRead ? FINE : found('not-attached', '', { reason: 'secret', secret, namespace: secretNamespace, ...common }),
  ];
}

/** Why a Gateway accepts no ListenerSets of a namespace. */
export function refusedListeners(gateway: GatewayDescription, namespace: string): Finding[] {
  const { allowedListeners = { from: NamespacesFrom.NONE }, namespace: own } = gateway;
  const common = { namespace, gateway: gateway.name };
  const lacks = disallowed(allowedListeners, gateway, namespace);
  if (!lacks) return FINE;
  if (lacks.rule) return found('not-attached', '', { reason: 'listener-sets-of-selected', rule: lacks.rule, ...common });
  return allowedListeners.from === NamespacesFrom.NONE ? found('not-attached', '', { reason: 'no-listener-sets', ...common })
    : found('not-attached', '', { reason: 'listener-sets-of-own', own, ...common });
}

/** Why a namespace is not allowed. `rule` are the unmet requirements of a selector, if there is one. */
interface Disallowed {
  readonly rule?: readonly Phrase[];
}

function disallowed(
  { from, selector }: AllowedNamespaces, { namespace: own, namespaceLabels }: GatewayDescription, namespace: string,
): Disallowed | undefined {
  if (from === NamespacesFrom.ALL) return undefined;
  if (from !== NamespacesFrom.SELECTOR) return from === NamespacesFrom.SAME && namespace === own ? undefined : {};
  const rule = unmet(selector, { 'kubernetes.io/metadata.name': namespace, ...namespaceLabels?.[namespace] });
  return rule.length > 0 ? { rule } : undefined;
}
