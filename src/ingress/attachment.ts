import { AllowedNamespaces, DescribedListener, GatewayDescription, ListenerProtocol, NamespacesFrom, portOf } from './gateway-description';
import { FINE, Finding, found } from '../findings/finding';
import { unmet } from '../objects/labels';
import { isHost } from '../private/network';
import { EVERY_HOST, rankOfHost, takesHost } from '../routes/hosts';

/** The listeners to which a route must be attached so that a host is served, or why there are none. */
export interface Attachment {
  readonly listeners: readonly DescribedListener[];
  /** Of the host as a whole. */
  readonly findings: readonly Finding[];
}

/** What is to be attached to a Gateway. */
export interface Attached {
  /** A name, or `*.` and a name. */
  readonly host: string;
  /** The namespace of the route. */
  readonly namespace: string;
  /**
   * Whether the host may be served in plain text where no listener serves it over TLS.
   *
   * @default false
   */
  readonly isPlainAllowed?: boolean;
}

/** The host of a listener, `EVERY_HOST` if it has none. */
export const hostOf = ({ hostname }: DescribedListener): string => isHost(hostname) ? hostname : EVERY_HOST;

/** Whether a listener speaks plain text. */
export const isPlain = ({ protocol }: DescribedListener): boolean => protocol === ListenerProtocol.HTTP;

/**
 * The listeners of a Gateway that serve a host for a namespace. A request is given to the most specific listener of its port: another one
 * that takes the host too answers nothing, so that a route there is attached for nothing.
 */
export function attach(gateway: GatewayDescription, { host, namespace, isPlainAllowed = false }: Attached): Attachment {
  const [secure, plain] = [false, true].map(each => serving(gateway.listeners.filter(listener => isPlain(listener) === each), host));
  const serve = secure.length > 0 || !isPlainAllowed ? secure : plain;
  if (serve.length === 0) return none(plain.length > 0 ? plainOnly(gateway, plain) : unserved(gateway, host));
  const judged = serve.map(listener => ({ listener, findings: barred(listener, gateway, namespace) }));
  const open = judged.filter(({ findings }) => findings.length === 0).map(({ listener }) => listener);
  if (open.length === 0) return none(judged[0].findings);
  const narrower = gateway.listeners.filter(each => isPlain(each) === isPlain(open[0]) && isPart(hostOf(each), host));
  return { listeners: [...open, ...narrower.filter(each => barred(each, gateway, namespace).length === 0)], findings: FINE };
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

/** Whether a listener serves a part of the hosts that a wildcard stands for. */
function isPart(own: string, host: string): boolean {
  return own !== EVERY_HOST && own !== host && takesHost(host, own, 'some');
}

function unserved({ name, listeners }: GatewayDescription, host: string): Finding[] {
  const parts = listeners.map(hostOf).filter(each => isPart(each, host));
  return parts.length > 0 ? found('not-attached', '', { reason: 'part', hosts: parts, gateway: name })
    : found('not-attached', '', { reason: 'host', hosts: listeners.map(hostOf), gateway: name });
}

function plainOnly({ name }: GatewayDescription, [{ name: listener }]: readonly DescribedListener[]): Finding[] {
  return found('not-attached', '', { reason: 'plain', listener, gateway: name });
}

/** Why a listener that takes a host does not serve it. */
function barred(listener: DescribedListener, gateway: GatewayDescription, namespace: string): Finding[] {
  const { secretName: secret, secretNamespace = gateway.namespace } = listener;
  const mayRead = secretNamespace === gateway.namespace || gateway.grantedSecretNamespaces?.includes(secretNamespace);
  const common = { listener: listener.name, gateway: gateway.name };
  return [
    ...refused(listener.allowedRoutes, gateway, namespace, 'routes', listener.name),
    ...secret == null || mayRead ? FINE : found('not-attached', '', { reason: 'secret', secret, namespace: secretNamespace, ...common }),
  ];
}

/** Why a Gateway takes no ListenerSets of a namespace. */
export function refusedListeners(gateway: GatewayDescription, namespace: string): Finding[] {
  return refused(gateway.allowedListeners ?? { from: NamespacesFrom.NONE }, gateway, namespace, 'listeners', gateway.name);
}

function refused(
  allowed: AllowedNamespaces | undefined, { namespace: own, namespaceLabels }: GatewayDescription, namespace: string,
  what: 'routes' | 'listeners', name: string,
): Finding[] {
  const { from, selector } = allowed ?? { from: NamespacesFrom.SAME };
  const common = { namespace, by: { phrase: what === 'routes' ? 'takes-routes' : 'takes-listeners', name } } as const;
  if (from === NamespacesFrom.ALL || from === NamespacesFrom.SAME && namespace === own) return FINE;
  if (from === NamespacesFrom.SAME) return found('not-attached', '', { reason: 'same-namespace', own, ...common });
  if (from === NamespacesFrom.NONE) return found('not-attached', '', { reason: 'no-namespace', ...common });
  const rule = unmet(selector, { 'kubernetes.io/metadata.name': namespace, ...namespaceLabels?.[namespace] });
  return rule.length === 0 ? FINE : found('not-attached', '', { reason: 'selector', rule, ...common });
}
