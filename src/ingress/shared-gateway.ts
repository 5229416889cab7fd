import { ApiObjectMetadata, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { DescribedListener, GatewayDescription, ListenerProtocol, portOf } from './gateway-description';
import { REDIRECTING, SharedGatewayProps, checkSharedGateway, descriptionOf, redirects } from './shared-gateway-props';
import { certificateObject, issuerAnnotations } from './tls-certificate';
import { Finding } from '../findings/finding';
import { MAX_NAME, shortened } from '../objects/names';
import { PlainObject } from '../objects/rendering';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';
import { ModelObject } from '../private/model-object';
import { named } from '../private/names';
import { plain, snapshot } from '../private/plain';
import { Registry } from '../private/registry';

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
