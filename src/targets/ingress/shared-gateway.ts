import { ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  GatewayDescription, ListenerProtocol, listenerPort, AllowedNamespaces, GatewayApiVersion, MAX_LISTENERS,
  allowedInManifest, gatewayDescription, isPlain, GatewayListener, renderedListener, SharedGatewayListener,
} from './gateway-description';
import {
  certificateObject, issuerAnnotations, certificateOfSeveral, secretFor, TlsCertificate,
} from './tls-certificate';
import { Finding, FINE, found, ownWords, within } from '../../base/findings/finding';
import { MAX_NAME, shortenedName } from '../../cluster/objects/names';
import { asProps, all, closed, flag, list, listOf, object, only } from '../../base/check';
import { throwFindings } from '../../base/brand';
import { ModelObject } from '../../base/model-object';
import { named, metadata as metadataCheck, objectName } from '../../base/names';
import { definedFields, plain, snapshot } from '../../base/plain';
import { Registry } from '../../base/registry';
import { isHost } from '../../base/addresses';
import { PlainObject } from '../../cluster/objects/rendered';

/** Properties of a SharedGateway. */
export interface SharedGatewayProps {
  /** Metadata of the Gateway. @default - the name is the construct's id, the namespace the chart's */
  readonly metadata?: ApiObjectMetadata;

  /** The GatewayClass, which selects the implementation. */
  readonly gatewayClassName: string;

  /** Its listeners for TLS. */
  readonly listeners: SharedGatewayListener[];

  /**
   * The source of the certificates. With `TlsCertificate.clusterIssuer()` or `issuer()`, an annotation makes
   * cert-manager write one into the Secret `<gateway>-<listener>-tls` for each listener with a hostname; this needs
   * `config.gatewayAPI.enabled` in cert-manager. With `rendersCertificate`, a Certificate is rendered for each listener
   * instead. `secret()` names one Secret for all listeners, and with `insecureNone()` they serve plain text on port 80.
   */
  readonly tls: TlsCertificate;

  /**
   * Whether a listener `http` at port 80 redirects every request to HTTPS. It accepts only routes from the namespace of
   * the Gateway, such as those for ACME challenges.
   *
   * @default true
   */
  readonly redirectsHttp?: boolean;

  /** The version of the Gateway API in the cluster. @default GatewayApiVersion.V1_2 */
  readonly apiVersion?: GatewayApiVersion;

  /** The namespaces whose ListenerSets may be attached. Gateway API 1.5 and later. @default - none */
  readonly allowedListeners?: AllowedNamespaces;

  /** Labels of namespaces, by name, for the selectors of `allowedRoutes` and `allowedListeners`. @default - none */
  readonly namespaceLabels?: { [namespace: string]: { [key: string]: string } };
}

/**
 * A Gateway that applications share: `gateway.networking.k8s.io/v1` Gateway, with certificates from cert-manager and a
 * redirect from HTTP. Its `description` is what `IngressProvider.gatewayApi()` and the controllers of a ScraperAccess
 * need.
 */
export class SharedGateway extends Construct {
  /** The description of the Gateway for those who attach routes: `gateway` of `IngressProvider.gatewayApi()`. */
  public readonly description: GatewayDescription;

  /** Namespace of the Gateway. */
  public readonly namespace: string;

  /** Name of the Gateway. */
  public readonly gatewayName: string;

  /** Checks the properties and renders the objects. @throws ModelError if a property is invalid */
  public constructor(scope: Construct, id: string, props: SharedGatewayProps) {
    super(scope, id);
    const given = asProps(snapshot(props));
    const findings: Finding[] = [];
    const metadata = plain(named(id, asProps(props).metadata), 'metadata', findings);
    const namespace = metadata?.namespace ?? Chart.of(this).namespace;
    throwFindings(this, [...findings, ...checkSharedGateway({ ...given, metadata }, namespace)]);

    this.gatewayName = metadata.name;
    this.namespace = namespace!;
    this.description = descriptionOf(given, this.gatewayName, this.namespace);
    // the Secrets that cert-manager creates: those that no listener names
    const existing = new Set(given.listeners.map(({ secretName }) => secretName));
    const secrets = !given.tls._model.issuer ? []
      : this.description.listeners.flatMap(({ secretName }) => existing.has(secretName) ? [] : [secretName!]);
    const objects = sharedGatewayObjects(given, this.description, metadata, secrets);
    for (const [part, { apiVersion, kind, metadata: own, ...fields }] of Object.entries(objects)) {
      new ModelObject(this, part, { apiVersion, kind, metadata: own }, () => fields);
    }
    const facts = secrets.map(name =>
      ({ construct: this, apiVersion: 'v1', kind: 'Secret', namespace: this.namespace, name }));
    Registry.of(this).register({ construct: this, facts: () => ({ objects: facts }), isBeforePlatform: true });
  }
}

const GROUP = 'gateway.networking.k8s.io';

/** The name of the listener that redirects to HTTPS. */
const REDIRECTING = 'http';

/** Whether plain requests are redirected. */
function redirects({ tls, redirectsHttp }: SharedGatewayProps): boolean {
  return tls._model.from !== 'none' && (redirectsHttp ?? true);
}

/** The description of the Gateway for those who attach routes or ListenerSets. */
function descriptionOf(props: SharedGatewayProps, name: string, namespace: string): GatewayDescription {
  const { tls, apiVersion, allowedListeners, namespaceLabels } = props;
  const listeners = listOf<SharedGatewayListener>(props.listeners).map(asProps).map((each): GatewayListener =>
    tls._model.from === 'none' ? { ...each, protocol: ListenerProtocol.HTTP } : {
      ...each, protocol: ListenerProtocol.HTTPS, secretName: each.secretName ?? secretFor(tls, `${name}-${each.name}`),
    });
  if (redirects(props)) listeners.push({ name: REDIRECTING, protocol: ListenerProtocol.HTTP });
  return { name, namespace, listeners, ...definedFields({ apiVersion, allowedListeners, namespaceLabels }) };
}

/**
 * The objects by the ids of their constructs. The Gateway comes last, except for the redirecting route, which needs it.
 * `secrets` are those that cert-manager creates.
 */
function sharedGatewayObjects(
  props: SharedGatewayProps, description: GatewayDescription, metadata: ApiObjectMetadata, secrets: readonly string[],
): Record<string, PlainObject> {
  const { tls, gatewayClassName } = props;
  const { name: gateway, namespace, listeners, allowedListeners } = description;
  const objects: Record<string, PlainObject> = {};
  for (const { name, hostname, secretName } of tls._model.from === 'certificate' ? listeners : []) {
    if (secretName === undefined || !secrets.includes(secretName)) continue;
    objects[`Certificate-${name}`] =
      certificateObject(tls, { namespace, name: secretName }, { secretName, dnsNames: [hostname] });
  }
  objects.Resource = {
    apiVersion: `${GROUP}/v1`,
    kind: 'Gateway',
    metadata: { ...metadata, namespace, annotations: { ...issuerAnnotations(tls), ...metadata.annotations } },
    spec: {
      gatewayClassName,
      listeners: listeners.map(renderedListener),
      ...allowedListeners && { allowedListeners: allowedInManifest(allowedListeners) },
    },
  };
  if (redirects(props)) {
    const ports = new Set(listeners.filter(each => !isPlain(each)).map(listenerPort));
    const [port] = ports.size === 1 ? ports : [443];
    const requestRedirect = { scheme: 'https', statusCode: 301, ...port !== 443 && { port } };
    objects.Redirect = {
      apiVersion: `${GROUP}/v1`,
      kind: 'HTTPRoute',
      metadata: { namespace, name: shortenedName(`${gateway}-redirect`, MAX_NAME) },
      spec: {
        // this listener accepts only routes from the namespace of the Gateway
        parentRefs: [{ group: GROUP, kind: 'Gateway', name: gateway, namespace, sectionName: REDIRECTING }],
        rules: [{
          matches: [{ path: { type: 'PathPrefix', value: '/' } }],
          filters: [{ type: 'RequestRedirect', requestRedirect }],
        }],
      },
    };
  }
  return objects;
}

const LISTENER_FIELDS = all(only('name', 'hostname', 'port', 'allowedRoutes', 'secretName'), object({}, ['name']));

/** Checks the properties, except those that become part of the description, which has its own check. */
const PROPS = closed<SharedGatewayProps>({
  metadata: metadataCheck,
  gatewayClassName: objectName,
  listeners: list(LISTENER_FIELDS, { min: 1, what: 'listener' }),
  tls: certificateOfSeveral(from => from !== 'gateway' ? FINE
    : found('invalid-value', '', ownWords('must not be TlsCertificate.atGateway(): this is the Gateway',
      'use TlsCertificate.clusterIssuer(), issuer() or secret()'))),
  redirectsHttp: flag,
  apiVersion: () => FINE,
  allowedListeners: () => FINE,
  namespaceLabels: () => FINE,
}, ['gatewayClassName', 'listeners', 'tls']);

/** Checks the properties, and reports conflicts of listeners with the one of the redirect and with cert-manager. */
function checkSharedGateway(props: SharedGatewayProps, namespace: string | undefined): Finding[] {
  const findings = [...PROPS(props, '')];
  if (findings.length > 0) return findings;
  const { tls, metadata, listeners } = props;
  if (namespace === undefined) {
    return found('missing-field', 'metadata.namespace',
      ownWords('is required, since the chart has no namespace either', 'give one of the two a namespace'));
  }
  const description = descriptionOf(props, metadata!.name!, namespace);
  const own = description.listeners.slice(0, listeners.length);
  findings.push(...gatewayDescription({ ...description, listeners: own }, ''));
  if (redirects(props)) {
    own.forEach((listener, i) => findings.push(...within(['listeners', i], [
      ...listener.name === REDIRECTING
        ? found('invalid-value', 'name', { reason: 'of-redirect', value: REDIRECTING }) : FINE,
      ...listenerPort(listener) === 80 ? found('invalid-value', 'port', { reason: 'of-redirect', value: 80 }) : FINE,
    ])));
    if (own.length === MAX_LISTENERS) {
      const [count, max] = [own.length, MAX_LISTENERS - 1];
      findings.push(...found('invalid-value', 'listeners', { reason: 'many-listeners', count, max }));
    }
  }
  // With the annotation of the Gateway, cert-manager creates a certificate for each listener with a host, and
  // overwrites the Secret that the listener names. For one without a host, it only emits an event.
  return [...findings, ...listeners.flatMap(({ hostname, secretName }, i) => {
    const hasHost = isHost(hostname);
    if (secretName != null) {
      return tls._model.from !== 'issuer' || !hasHost ? FINE : found('invalid-value', ['listeners', i, 'secretName'],
        ownWords('must not be set: the annotation of the Gateway is for all listeners with a host, and '
          + 'cert-manager would replace this certificate with its own',
        "set 'rendersCertificate' of the TlsCertificate, or leave it out"));
    }
    return !tls._model.issuer || hasHost ? FINE : found('invalid-value', ['listeners', i, 'hostname'], ownWords(
      'is required: cert-manager makes no certificate for a listener without a host',
      "give the host, or name a Secret that is there in 'secretName'"));
  })];
}
