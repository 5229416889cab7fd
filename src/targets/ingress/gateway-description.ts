import type { k8s } from 'cdk8s-plus-27';
import { Check, Finding, FINE, found, ownWords, joinPath, Shown } from '../../base/findings/finding';
import { all, asProps, closed, isFilled, listOf, list, mapOf, oneOf, pattern, unique, grouped } from '../../base/check';
import { labels, namespaceName, objectName, secretName } from '../../base/names';
import { EVERY_HOST, rankOfHost, takesHost } from '../../cluster/routes/route';
import { namespaceRefusals, routeRefused } from '../../cluster/routes/gateways';
import { namespaceLabel } from '../../cluster/objects/network-peers';
import { host as hostCheck, isHost, port } from '../../base/addresses';
import { labelSelector } from '../../cluster/objects/selectors';

/** Minor versions of the Gateway API: the annotation `gateway.networking.k8s.io/bundle-version` of its CRDs. */
export enum GatewayApiVersion {
  /** 1.0: at most 8 matches in a rule. */
  V1_0 = '1.0',
  /** 1.1. */
  V1_1 = '1.1',
  /** 1.2: up to 64 matches in a rule. */
  V1_2 = '1.2',
  /** 1.3. */
  V1_3 = '1.3',
  /** 1.4. */
  V1_4 = '1.4',
  /** 1.5: ListenerSets. */
  V1_5 = '1.5',
  /** 1.6. */
  V1_6 = '1.6',
}

/** The protocol of a listener of a Gateway. */
export enum ListenerProtocol {
  /** TLS ends at the listener. */
  HTTPS = 'HTTPS',
  /** Plain text. */
  HTTP = 'HTTP',
}

/** From which namespaces a Gateway accepts routes (`allowedRoutes.namespaces`) or listeners (`allowedListeners`). */
export enum NamespacesFrom {
  /** From all. */
  ALL = 'All',
  /** From the namespace of the Gateway. */
  SAME = 'Same',
  /** From those that `selector` selects. */
  SELECTOR = 'Selector',
  /** From none. */
  NONE = 'None',
}

/** Namespaces from which a Gateway accepts routes or listeners. */
export interface AllowedNamespaces {
  /** Which namespaces. */
  readonly namespaces: NamespacesFrom;

  /** The labels of the namespaces. @default - none; required with `NamespacesFrom.SELECTOR`, and only allowed then */
  readonly selector?: k8s.LabelSelector;
}

/** A listener of a SharedGateway, which serves hosts over TLS. */
export interface SharedGatewayListener {
  /** `name`: the `sectionName` of routes that are attached to it. */
  readonly name: string;

  /**
   * The hosts that it serves: a name, or `*.` and a name for any number of labels.
   *
   * @default - every host; required in a SharedGateway if cert-manager creates the certificate
   */
  readonly hostname?: string;

  /** The port. @default - 443, or 80 for plain text */
  readonly port?: number;

  /** The namespaces whose routes may be attached. @default - that of the Gateway (`NamespacesFrom.SAME`) */
  readonly allowedRoutes?: AllowedNamespaces;

  /**
   * The Secret with the certificate. In a SharedGateway, it already exists in the namespace of the Gateway; not with
   * an issuer that an annotation names: cert-manager then creates the certificates of all listeners with a host.
   *
   * @default - that of `tls` in a SharedGateway; otherwise unknown, and an IngressTrait with `tls.secretName` cannot be
   * attached
   */
  readonly secretName?: string;
}

/** A listener of a Gateway, in the form of `spec.listeners[]`. */
export interface GatewayListener extends SharedGatewayListener {
  /**
   * The protocol. A route is attached to a listener of `ListenerProtocol.HTTP` only if plain text is requested.
   *
   * @default ListenerProtocol.HTTPS
   */
  readonly protocol?: ListenerProtocol;

  /**
   * The namespace of that Secret. In another namespace than the Gateway's, a ReferenceGrant there must allow it.
   *
   * @default - the namespace of the Gateway
   */
  readonly secretNamespace?: string;
}

/** The pods of a gateway, through which requests come. */
export interface GatewayPods {
  /** Their namespace, such as `istio-system`: Istio reads certificates there. */
  readonly namespace: string;

  /** Their labels, such as `istio: ingress` for a release `istio-ingress` of Istio's Helm chart. */
  readonly podLabels: { [key: string]: string };
}

/** A Gateway of the Gateway API. Synthesis checks whether it accepts the routes that are attached to it. */
export interface GatewayDescription {
  /** `metadata.name`. */
  readonly name: string;

  /** `metadata.namespace`. */
  readonly namespace: string;

  /** Its listeners. */
  readonly listeners: GatewayListener[];

  /** The version of the Gateway API in the cluster, whose fields are used. @default GatewayApiVersion.V1_2 */
  readonly apiVersion?: GatewayApiVersion;

  /**
   * `spec.allowedListeners`: the namespaces whose ListenerSets may be attached. Gateway API 1.5 and later.
   *
   * @default - none (`NamespacesFrom.NONE`), as in the Gateway API
   */
  readonly allowedListeners?: AllowedNamespaces;

  /**
   * Labels of namespaces, by name, for the selectors of `allowedRoutes` and `allowedListeners`.
   * `kubernetes.io/metadata.name` need not be given.
   *
   * @default - none
   */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };

  /** Namespaces whose Secrets a ReferenceGrant lets the Gateway read. @default - none */
  readonly grantedSecretNamespaces?: string[];
}

/** Whether the Gateway API is at least of a version. */
export function isAtLeast(version: GatewayApiVersion, least: GatewayApiVersion): boolean {
  const versions = Object.values(GatewayApiVersion);
  return versions.indexOf(version) >= versions.indexOf(least);
}

/** Checks the name of a listener. */
export const sectionName = pattern(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'listener-name');

/** Checks which namespaces a Gateway accepts: those that a selector selects have a selector, and no others. */
const namespacesAmong = (...namespaces: readonly NamespacesFrom[]) => all(
  closed<AllowedNamespaces>({ namespaces: oneOf(...namespaces), selector: labelSelector }, ['namespaces']),
  (value, field) => (value?.namespaces === NamespacesFrom.SELECTOR) === (value?.selector != null) ? FINE
    : found('invalid-value', joinPath(field, 'selector'), { reason: 'selector' }),
);

const { ALL, SAME, SELECTOR, NONE } = NamespacesFrom;

/** Checks a listener: a certificate belongs to HTTPS, and the namespace of a Secret to its name. */
const LISTENER = all(closed({
  name: sectionName,
  hostname: hostCheck,
  protocol: oneOf(ListenerProtocol),
  port,
  allowedRoutes: namespacesAmong(ALL, SAME, SELECTOR),
  secretName,
  secretNamespace: namespaceName,
}, ['name']), (value, field) => {
  const { protocol, secretName: secret, secretNamespace } = asProps<Partial<GatewayListener>>(value);
  if (protocol === ListenerProtocol.HTTP) {
    return Object.entries({ secretName: secret, secretNamespace }).flatMap(([name, given]) => given == null ? FINE
      : found('invalid-value', joinPath(field, name), ownWords('belongs to a listener that speaks HTTPS',
        "leave it out, or set 'protocol: HTTPS'")));
  }
  return secretNamespace != null && secret == null
    ? found('missing-field', joinPath(field, 'secretName'), { reason: 'required' }) : FINE;
});

/** Whether a listener serves plain text. */
export const isPlain = ({ protocol }: GatewayListener): boolean => protocol === ListenerProtocol.HTTP;

/** The port of a listener. */
export const listenerPort = (listener: GatewayListener): number => listener.port ?? (isPlain(listener) ? 80 : 443);

/** The host of a listener, `EVERY_HOST` if it has none. */
export const listenerHost = ({ hostname }: GatewayListener): string => isHost(hostname) ? hostname : EVERY_HOST;

const protocolOf = ({ protocol }: GatewayListener) => protocol ?? ListenerProtocol.HTTPS;

/** Allowed namespaces in the form of `allowedRoutes` and `allowedListeners`. */
export const allowedInManifest = ({ namespaces: from, ...others }: AllowedNamespaces) =>
  ({ namespaces: { from, ...others } });

/** A listener in the form of `spec.listeners[]`. */
export function renderedListener(listener: GatewayListener) {
  const { name, hostname, secretName: secret, allowedRoutes = { namespaces: NamespacesFrom.SAME } } = listener;
  const certificateRefs = [{ group: '', kind: 'Secret', name: secret }];
  return {
    name,
    ...isHost(hostname) && { hostname },
    port: listenerPort(listener),
    protocol: protocolOf(listener),
    ...!isPlain(listener) && { tls: { mode: 'Terminate', certificateRefs } },
    allowedRoutes: allowedInManifest(allowedRoutes),
  };
}

/** The maximum number of listeners of a Gateway, and of a ListenerSet. */
export const MAX_LISTENERS = 64;

/** The maximum number of listeners to which a route can be attached. */
export const MAX_PARENTS = 32;

/** Checks that no two listeners serve the same host at one port, that no port has two protocols, and their number. */
const listenersTogether: Check = (value, field) => {
  const listeners = listOf<GatewayListener>(value).map(asProps);
  const clashes = listeners.flatMap((own, i) => {
    const number = listeners.findIndex((other, j) => j < i && listenerPort(other) === listenerPort(own)
      && (protocolOf(other) !== protocolOf(own) || listenerHost(other) === listenerHost(own)));
    return number < 0 ? FINE : found('invalid-value', joinPath(field, [i]), { reason: 'same-port', number });
  });
  const count = listeners.length;
  return count <= MAX_LISTENERS ? clashes
    : [...clashes, ...found('invalid-value', field, { reason: 'many-listeners', count, max: MAX_LISTENERS })];
};

/** Checks a description. */
export const gatewayDescription: Check = all(closed({
  name: objectName,
  namespace: namespaceName,
  listeners: all(
    list(LISTENER, { min: 1, what: 'listener' }), unique(({ name }) => name, 'listener'), listenersTogether,
  ),
  apiVersion: oneOf(GatewayApiVersion),
  allowedListeners: namespacesAmong(ALL, SAME, SELECTOR, NONE),
  namespaceLabels: mapOf(labels, namespaceName),
  grantedSecretNamespaces: list(namespaceName),
}, ['name', 'namespace', 'listeners']), (value, field) => {
  const { apiVersion = GatewayApiVersion.V1_2, allowedListeners } = asProps<Partial<GatewayDescription>>(value);
  return allowedListeners == null || isAtLeast(apiVersion, GatewayApiVersion.V1_5) ? FINE
    : found('newer-gateway-api', joinPath(field, 'allowedListeners'), {
      since: GatewayApiVersion.V1_5, version: apiVersion,
    });
});

/** Checks the form of names of listeners. `unknownListeners()` checks that a Gateway has them. */
export const sectionNamesCheck: Check = list(sectionName, { min: 1, what: 'listener' });

/** The findings on names of listeners that a Gateway does not have. */
export function unknownListeners(names: unknown, gateway: unknown): Finding[] {
  const { listeners } = asProps<Partial<GatewayDescription>>(gateway ?? {});
  const known = listOf<GatewayListener | undefined>(listeners).map(each => each?.name).filter(isFilled);
  return known.length === 0 ? FINE : listOf<string>(names).flatMap((name, i) => known.includes(name) ? FINE
    : found('invalid-value', [i], {
      reason: 'one-of', allowed: known, value: Shown.of(name), remedy: 'choose one, or describe it',
    }));
}

/** The listeners to which a route must be attached so that a host is served, or the findings on the host as a whole. */
interface Attachment {
  readonly listeners: readonly GatewayListener[];
  readonly findings: readonly Finding[];
}

/** A host of a route that is to be attached to a Gateway. */
interface Attached {
  /** A name, or `*.` and a name. */
  readonly host: string;
  /** The namespace of the route. */
  readonly namespace: string;
  /** Whether the host may be served in plain text if no listener serves it over TLS. @default false */
  readonly isPlainAllowed?: boolean;
  /** Whether the host is served in plain text alone. @default false */
  readonly isPlainOnly?: boolean;
  /** The names of the listeners to use. @default - all that serve the host */
  readonly sectionNames?: readonly string[];
}

/**
 * The listeners of a Gateway that serve a host for a namespace: the most specific one of each port, which gets the
 * requests whatever other listeners match the host, and those for a part of a wildcard. A listener that does not accept
 * the route is an error, since nothing would answer there.
 */
export function attach(described: GatewayDescription, route: Attached): Attachment {
  const { host, isPlainAllowed = false, isPlainOnly = false, sectionNames } = route;
  const gateway = described.name;
  const refused = (findings: readonly Finding[]): Attachment => ({ listeners: [], findings });
  const rank = (listener: GatewayListener) => rankOfHost(listenerHost(listener));
  const mostSpecific = (isWanted: (listener: GatewayListener) => boolean) => {
    const taking = described.listeners.filter(each => isWanted(each) && takesHost(listenerHost(each), host, 'some'));
    return [...grouped(taking, each => [listenerPort(each)]).values()].map(own =>
      own.reduce((best, each) => rank(each) > rank(best) ? each : best));
  };
  const [secure, plain] = [mostSpecific(each => !isPlain(each)), mostSpecific(isPlain)];
  const isPlainMeant = isPlainOnly || isPlainAllowed && secure.length === 0;
  const [serving, others] = isPlainMeant ? [plain, secure] : [secure, plain];
  if (serving.length === 0) {
    const hosts = [...new Set(described.listeners.map(listenerHost))];
    const reason = isPlainOnly ? 'secure' : 'plain';
    return refused(found('not-attached', '', others.length > 0
      ? { reason, host, listener: others[0].name, gateway } : { reason: 'host', host, hosts, gateway }));
  }
  const isMeant = ({ name }: GatewayListener) => sectionNames == null || sectionNames.includes(name);
  const whole = serving.filter(isMeant);
  if (whole.length === 0) {
    return refused(found('not-attached', '', { reason: 'section-names', host, listener: serving[0].name, gateway }));
  }
  // a listener may serve only a part of the hosts that a wildcard stands for
  const isPart = (own: string) => own !== EVERY_HOST && own !== host && takesHost(host, own, 'some');
  const parts = described.listeners.filter(each =>
    isMeant(each) && isPlain(each) === isPlain(whole[0]) && isPart(listenerHost(each)));
  const listeners = [...whole, ...parts];
  const findings = listeners.flatMap(each => refusedRoute(each, described, route));
  return findings.length > 0 ? refused(findings) : { listeners, findings };
}

/** Why a listener that matches the host of a route does not serve it. */
function refusedRoute(listener: GatewayListener, gateway: GatewayDescription, route: Attached): Finding[] {
  const { name, secretName: secret, secretNamespace: namespace = gateway.namespace } = listener;
  const mayRead = namespace === gateway.namespace || gateway.grantedSecretNamespaces?.includes(namespace);
  const rule = refusals(listener.allowedRoutes ?? { namespaces: SAME }, gateway, route.namespace);
  return [
    ...routeRefused('', `listener ${name} of Gateway ${gateway.name}`, rule),
    ...secret == null || mayRead ? FINE : found('not-attached', '', {
      reason: 'secret', secret, namespace, host: route.host, listener: name, port: listenerPort(listener),
    }),
  ];
}

/** Why a Gateway accepts no ListenerSets of a namespace. */
export function refusedListeners(gateway: GatewayDescription, namespace: string): Finding[] {
  const { allowedListeners = { namespaces: NamespacesFrom.NONE }, name } = gateway;
  return refusals(allowedListeners, gateway, namespace).length === 0 ? FINE
    : found('not-attached', '', { reason: 'listener-sets', namespace, gateway: name });
}

/** Why a rule rejects a namespace, by the labels that the namespace is known to have; empty if it accepts it. */
function refusals(allowed: AllowedNamespaces, gateway: GatewayDescription, namespace: string) {
  const labelsOfNamespace = () => ({ ...namespaceLabel(namespace), ...gateway.namespaceLabels?.[namespace] });
  return namespaceRefusals(allowedInManifest(allowed).namespaces, gateway.namespace, namespace, { labelsOfNamespace });
}
