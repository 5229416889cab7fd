import type { ApiObjectMetadata } from 'cdk8s';
import {
  AllowedNamespaces, DescribedListener, GatewayApiVersion, GatewayDescription, ListenerProtocol, MAX_LISTENERS, gatewayDescription, portOf,
} from './gateway-description';
import { certificateOfSeveral, secretFor, TlsCertificate } from './tls-certificate';
import { Check, Finding, FINE, found, saying, within } from '../findings/finding';
import { all, asProps, closed, flag, list, listOf, object, only } from '../private/check';
import { metadata, objectName } from '../private/names';
import { isHost } from '../private/network';

/** A listener of a SharedGateway, which serves hosts over TLS. */
export interface SharedListener {
  /** `name`. */
  readonly name: string;

  /**
   * The hosts that it serves: a name, or `*.` and a name for any number of labels.
   *
   * @default - every host; required if cert-manager creates the certificate
   */
  readonly hostname?: string;

  /**
   * The port.
   *
   * @default - 443, or 80 with TlsCertificate.insecureNone()
   */
  readonly port?: number;

  /**
   * The namespaces whose routes may be attached.
   *
   * @default - that of the Gateway (`NamespacesFrom.SAME`)
   */
  readonly allowedRoutes?: AllowedNamespaces;

  /**
   * The Secret with the certificate, which already exists in the namespace of the Gateway. Not with TlsCertificate.issuer(), with which
   * cert-manager creates the certificates of all listeners with a host, except those in the annotation
   * `cert-manager.io/ignore-tls-listeners`.
   *
   * @default - that of `tls`
   */
  readonly secretName?: string;
}

/** Properties of a SharedGateway. */
export interface SharedGatewayProps {
  /**
   * Name, namespace, labels and annotations of the Gateway.
   *
   * @default - the name is the construct's id, the namespace the chart's
   */
  readonly metadata?: ApiObjectMetadata;

  /** The GatewayClass, which selects the implementation. */
  readonly gatewayClassName: string;

  /** Its listeners for TLS. */
  readonly listeners: SharedListener[];

  /**
   * The source of the certificates. With `TlsCertificate.issuer()`, an annotation makes cert-manager write one into the Secret
   * `<gateway>-<listener>-tls` for each listener with a hostname; this needs `config.gatewayAPI.enabled` in cert-manager. With
   * `certificate()`, a Certificate is rendered for each listener. `secret()` names one Secret for all listeners, and with `insecureNone()`
   * they serve plain text on port 80.
   */
  readonly tls: TlsCertificate;

  /**
   * Whether a listener `http` at port 80 redirects every request to HTTPS. It accepts only routes from the namespace of the Gateway, such
   * as those for ACME challenges.
   *
   * @default true
   */
  readonly redirectsHttp?: boolean;

  /**
   * The version of the Gateway API in the cluster.
   *
   * @default GatewayApiVersion.V1_2
   */
  readonly apiVersion?: GatewayApiVersion;

  /**
   * The namespaces whose ListenerSets may be attached. Gateway API 1.5 and later.
   *
   * @default - none
   */
  readonly allowedListeners?: AllowedNamespaces;

  /**
   * Labels of namespaces, by name, for the selectors of `allowedRoutes` and `allowedListeners`.
   *
   * @default - none
   */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };
}

/** The name of the listener that redirects to HTTPS. */
export const REDIRECTING = 'http';

/** The description of the Gateway for those who attach routes or ListenerSets. */
export function descriptionOf(props: SharedGatewayProps, name: string, namespace: string): GatewayDescription {
  const { tls, apiVersion, allowedListeners, namespaceLabels } = props;
  const isPlain = tls._model.from === 'none';
  const listeners = listOf<SharedListener>(props.listeners).map(each => isPlain
    ? { ...asProps(each), protocol: ListenerProtocol.HTTP }
    : { ...asProps(each), protocol: ListenerProtocol.HTTPS, secretName: each.secretName ?? secretFor(tls, `${name}-${each.name}`) });
  const redirecting = redirects(props) ? [{ name: REDIRECTING, protocol: ListenerProtocol.HTTP }] : [];
  return {
    name,
    namespace,
    listeners: [...listeners, ...redirecting],
    ...apiVersion == null ? {} : { apiVersion },
    ...allowedListeners == null ? {} : { allowedListeners },
    ...namespaceLabels == null ? {} : { namespaceLabels },
  };
}

/** Whether plain requests are redirected. */
export function redirects({ tls, redirectsHttp }: SharedGatewayProps): boolean {
  return tls._model.from !== 'none' && (redirectsHttp ?? true);
}

const certificate = certificateOfSeveral(from => from !== 'gateway' ? FINE
  : found('invalid-value', '', saying('must not be TlsCertificate.atGateway(): this is the Gateway',
    'use TlsCertificate.issuer(), certificate() or secret()')));

const PROPS: Check = closed({
  metadata,
  gatewayClassName: objectName,
  listeners: list(all(only('name', 'hostname', 'port', 'allowedRoutes', 'secretName'), object({}, ['name'])), { min: 1, what: 'listener' }),
  tls: certificate,
  redirectsHttp: flag,
  apiVersion: () => FINE,
  allowedListeners: () => FINE,
  namespaceLabels: () => FINE,
}, ['gatewayClassName', 'listeners', 'tls']);

/** Checks the properties of a Gateway. */
export function checkSharedGateway(props: SharedGatewayProps, name: string, namespace: string | undefined): Finding[] {
  const findings = PROPS(props, '');
  if (findings.length > 0) return findings;
  if (namespace === undefined) {
    return found('missing-field', 'metadata.namespace', saying('is required, since the chart has no namespace either',
      'give one of the two a namespace'));
  }
  const { listeners, ...description } = descriptionOf(props, name, namespace);
  const own = listeners.slice(0, props.listeners.length);
  return [
    ...gatewayDescription({ ...description, listeners: own }, ''),
    ...redirects(props) ? redirectFindings(own) : FINE,
    ...props.listeners.flatMap((each, i) => within(['listeners', i], listenerFindings(each, props))),
  ];
}

/** The conflicts of listeners with the one of the redirect. */
function redirectFindings(listeners: readonly DescribedListener[]): Finding[] {
  const [count, max] = [listeners.length, MAX_LISTENERS - 1];
  return [
    ...listeners.flatMap((listener, i) => within(['listeners', i], [
      ...listener.name === REDIRECTING ? found('invalid-value', 'name', { reason: 'of-redirect', value: REDIRECTING }) : FINE,
      ...portOf(listener) === 80 ? found('invalid-value', 'port', { reason: 'of-redirect', value: 80 }) : FINE,
    ])),
    ...count === MAX_LISTENERS ? found('invalid-value', 'listeners', { reason: 'many-listeners', count, max }) : FINE,
  ];
}

/**
 * The conflicts of a listener with cert-manager. It creates no certificate for a listener without a host, and reports that only in an
 * event. With the annotation of the Gateway, it creates one for each other listener, and overwrites the Secret that the listener names.
 */
function listenerFindings({ name, hostname, secretName }: SharedListener, { tls, metadata: given }: SharedGatewayProps): Finding[] {
  const { from, issuer } = tls._model;
  const isAnnotated = from === 'issuer';
  const isIgnored = isAnnotated && ignoredListeners(given).includes(name);
  if (secretName != null) {
    const isWritten = isAnnotated && !isIgnored && isHost(hostname);
    return isWritten ? found('invalid-value', 'secretName', saying('must not be set: the annotation of TlsCertificate.issuer() is for '
      + 'all listeners with a host, and cert-manager would replace this certificate with its own',
    'use TlsCertificate.certificate(), leave it out, or name the listener in the annotation cert-manager.io/ignore-tls-listeners '
        + '(cert-manager 1.21)')) : FINE;
  }
  if (isIgnored) {
    return found('invalid-value', 'secretName', saying('is required: the annotation cert-manager.io/ignore-tls-listeners names the '
      + 'listener, so that cert-manager makes no certificate for it',
    'name a Secret that is there, or leave the listener out of the annotation'));
  }
  return issuer && !isHost(hostname) ? found('invalid-value', 'hostname',
    saying('is required: cert-manager makes no certificate for a listener without a host',
      "give the host, or name a Secret that is there in 'secretName'")) : FINE;
}

/** The listeners for which cert-manager must not create a certificate. */
function ignoredListeners(given: ApiObjectMetadata | undefined): string[] {
  return (given?.annotations?.['cert-manager.io/ignore-tls-listeners'] ?? '').split(',').map(each => each.trim());
}
