import { ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  DescribedListener, GatewayDescription, ListenerProtocol, portOf, AllowedNamespaces, GatewayApiVersion, MAX_LISTENERS,
  gatewayDescription,
} from './gateway-description';
import {
  certificateObject, issuerAnnotations, certificateOfSeveral, secretFor, TlsCertificate,
} from './tls-certificate';
import { Finding, Check, FINE, found, saying, within } from '../../base/findings/finding';
import { MAX_NAME, shortened } from '../../cluster/objects/names';
import { PlainObject } from '../../cluster/objects/object-index';
import { asProps, all, closed, flag, list, listOf, object, only } from '../../base/check';
import { refuse } from '../../base/brand';
import { ModelObject } from '../../base/model-object';
import { named, metadata as metadataCheck, objectName, isHost } from '../../base/names';
import { plain, snapshot } from '../../base/plain';
import { Registry } from '../../base/registry';

const GROUP = 'gateway.networking.k8s.io';

/**
 * A Gateway that applications share: `gateway.networking.k8s.io/v1` Gateway, with certificates from cert-manager and a redirect from HTTP.
 * Its `description` is what `IngressProvider.gatewayApi()` and the controllers of a ScraperAccess need.
 */
export class SharedGateway extends Construct {
  /** The description of the Gateway for those who attach routes: `gateway` of `IngressProvider.gatewayApi()`. */
  public readonly description: GatewayDescription;

  /** Namespace of the Gateway. */
  public readonly namespace: string;

  /** Name of the Gateway. */
  public readonly gatewayName: string;

  /**
   * Checks the properties and renders the objects.
   *
   * @throws ModelError if a property is invalid
   */
  public constructor(scope: Construct, id: string, props: SharedGatewayProps) {
    super(scope, id);
    const given = asProps(snapshot(props));
    const findings: Finding[] = [];
    const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
    const namespace = metadata?.namespace ?? Chart.of(this).namespace;
    refuse(this, [...findings, ...checkSharedGateway({ ...given, metadata }, metadata?.name, namespace)]);

    this.gatewayName = metadata.name;
    this.namespace = namespace!;
    this.description = descriptionOf(given, this.gatewayName, this.namespace);
    const objects = objectsOf(given, this.description, metadata);
    for (const [part, { apiVersion, kind, metadata: own, ...fields }] of Object.entries(objects)) {
      new ModelObject(this, part, { apiVersion, kind, metadata: own }, () => fields);
    }
    const secrets = madeSecrets(given, this.description).map(name =>
      ({ construct: this, apiVersion: 'v1', kind: 'Secret', namespace: this.namespace, name }));
    Registry.of(this).register({ construct: this, facts: () => ({ objects: secrets }), isBeforePlatform: true });
  }
}

/** The names of the Secrets that cert-manager creates. */
function madeSecrets({ tls, listeners }: SharedGatewayProps, description: GatewayDescription): string[] {
  const own = new Set(listeners.map(({ secretName }) => secretName));
  return tls._model.issuer ? description.listeners.flatMap(({ secretName }) => own.has(secretName) ? [] : [secretName!]) : [];
}

/** The objects by the ids of their constructs. The Gateway comes last, except for the redirecting route, which needs it. */
function objectsOf(props: SharedGatewayProps, description: GatewayDescription, metadata: ApiObjectMetadata): Record<string, PlainObject> {
  const { tls } = props;
  const { namespace, listeners } = description;
  const secrets = madeSecrets(props, description);
  const certified = tls._model.from === 'certificate' ? listeners.filter(({ secretName }) => secrets.includes(secretName ?? '')) : [];
  return {
    ...Object.fromEntries(certified.map(({ name, hostname, secretName }) =>
      [`Certificate-${name}`, certificateObject(tls, { namespace, name: secretName! }, { secretName, dnsNames: [hostname] })])),
    Resource: gatewayOf(props, description, { ...metadata, annotations: { ...issuerAnnotations(tls), ...metadata.annotations } }),
    ...redirects(props) ? { Redirect: redirectOf(description) } : {},
  };
}

function gatewayOf({ gatewayClassName }: SharedGatewayProps, description: GatewayDescription, metadata: ApiObjectMetadata): PlainObject {
  const { namespace, listeners, allowedListeners } = description;
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'Gateway',
    metadata: { ...metadata, namespace },
    spec: {
      gatewayClassName,
      listeners: listeners.map(listenerOf),
      ...allowedListeners ? { allowedListeners: { namespaces: allowedListeners } } : {},
    },
  };
}

function listenerOf(listener: DescribedListener): object {
  const { name, hostname, protocol, secretName, allowedRoutes } = listener;
  const isSecure = protocol === ListenerProtocol.HTTPS;
  return {
    name,
    ...hostname == null || hostname === '' || hostname === '*' ? {} : { hostname },
    port: portOf(listener),
    protocol,
    ...isSecure ? { tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secretName }] } } : {},
    allowedRoutes: { namespaces: allowedRoutes ?? { from: 'Same' } },
  };
}

/** The route that redirects all plain-text requests to HTTPS. Its listener accepts only routes from the namespace of the Gateway. */
function redirectOf({ name, namespace, listeners }: GatewayDescription): PlainObject {
  const ports = new Set(listeners.filter(({ protocol }) => protocol === ListenerProtocol.HTTPS).map(portOf));
  const [port] = ports.size === 1 ? ports : [443];
  return {
    apiVersion: `${GROUP}/v1`,
    kind: 'HTTPRoute',
    metadata: { namespace, name: shortened(`${name}-redirect`, MAX_NAME) },
    spec: {
      parentRefs: [{ group: GROUP, kind: 'Gateway', name, namespace, sectionName: REDIRECTING }],
      rules: [{
        matches: [{ path: { type: 'PathPrefix', value: '/' } }],
        filters: [{
          type: 'RequestRedirect',
          requestRedirect: { scheme: 'https', statusCode: 301, ...port === 443 ? {} : { port } },
        }],
      }],
    },
  };
}

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
const REDIRECTING = 'http';

/** The description of the Gateway for those who attach routes or ListenerSets. */
function descriptionOf(props: SharedGatewayProps, name: string, namespace: string): GatewayDescription {
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
function redirects({ tls, redirectsHttp }: SharedGatewayProps): boolean {
  return tls._model.from !== 'none' && (redirectsHttp ?? true);
}

const certificate = certificateOfSeveral(from => from !== 'gateway' ? FINE
  : found('invalid-value', '', saying('must not be TlsCertificate.atGateway(): this is the Gateway',
    'use TlsCertificate.issuer(), certificate() or secret()')));

const PROPS: Check = closed({
  metadata: metadataCheck,
  gatewayClassName: objectName,
  listeners: list(all(only('name', 'hostname', 'port', 'allowedRoutes', 'secretName'), object({}, ['name'])), { min: 1, what: 'listener' }),
  tls: certificate,
  redirectsHttp: flag,
  apiVersion: () => FINE,
  allowedListeners: () => FINE,
  namespaceLabels: () => FINE,
}, ['gatewayClassName', 'listeners', 'tls']);

/** Checks the properties of a Gateway. */
function checkSharedGateway(props: SharedGatewayProps, name: string, namespace: string | undefined): Finding[] {
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
