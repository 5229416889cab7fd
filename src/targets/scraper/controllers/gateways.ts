import { Finding, FINE, found, ownWords, within } from '../../../base/findings/finding';
import { MAX_PARENTS, attach, gatewayDescription } from '../../ingress/gateway-description';
import { GatewayListener, GatewayProps } from '../../ingress/ingress-controller';
import { AccessModel, AccessWishes, ControllerAdapter, PlannedObject } from '../access-model';
import { NGINX_HASHES, PasswordHash } from '../password-hash';

/** The API group of the kinds of the Gateway API. */
const GATEWAY_GROUP = 'gateway.networking.k8s.io';
const API_VERSION = `${GATEWAY_GROUP}/v1`;

/** The notes for all implementations of the Gateway API. */
const GATEWAY_NOTES: readonly string[] = [
  'With `gatewayDescription`, the route is attached only to listeners that serve its host over TLS. A listener in '
  + '`gateway` is not checked: name one that serves HTTPS.',
  'The annotation of `TlsCertificate.issuer()` needs the Gateway API support of cert-manager; `certificate()` works '
  + 'without it.',
];

/** The listener of a rendered Gateway. */
const LISTENER = 'scraper';

/** Whether the Gateway exists already. The policy then guards only the route. */
const isThere = (props: GatewayProps): boolean => props.gatewayDescription != null || props.gateway != null;

/** Checks for what a route cannot do, and that a described Gateway serves the host, over TLS and for the namespace. */
function gatewayFits(props: GatewayProps, { tls, portName, host, namespace }: AccessWishes): Finding[] {
  const { gatewayDescription: described, sectionNames, gatewayClassName } = props;
  const findings = portName === undefined ? [] as Finding[]
    : found('invalid-port', 'service.portName', ownWords(
      'must not be set: an HTTPRoute takes a port number only', "set 'port'"));
  if (tls && isThere(props) && !tls.atGateway && !tls.none) {
    findings.push(...found('invalid-value', 'tls', ownWords(
      'must be TlsCertificate.atGateway(): the listener of a Gateway that is there has its certificate already',
      "use it, or give 'gatewayClassName' for a Gateway with its own certificate")));
  } else if (gatewayClassName && tls?.atGateway) {
    findings.push(...found('invalid-value', 'tls', ownWords(
      'must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
      'use TlsCertificate.secret(), issuer() or certificate()')));
  }
  const isKnown = described != null && gatewayDescription(described, '').length === 0;
  if (!isKnown || host === undefined) return findings;
  const attached = attach(described, { host, namespace, isPlainAllowed: tls?.none, sectionNames });
  const [count, max] = [attached.listeners.length, MAX_PARENTS];
  const many = count <= max ? FINE
    : found('not-attached', '', { reason: 'many-parents', host, count, gateway: described.name, max });
  return [...findings, ...within('host', [...attached.findings, ...many])];
}

/** The route of an access, and its Gateway if the access renders one. */
function gatewayObjects(access: AccessModel, props: GatewayProps, filters?: readonly object[]): PlannedObject[] {
  const { namespace, name, host, path, service, tls } = access;
  const { gatewayDescription: described, sectionNames, gateway, gatewayClassName } = props;
  const parents = described == null ? [gateway ?? { name, sectionName: LISTENER }]
    : attach(described, { host, namespace, isPlainAllowed: tls.none, sectionNames }).listeners.map(listener =>
      ({ name: described.name, namespace: described.namespace, sectionName: listener.name }));
  const certificateRefs = [{ group: '', kind: 'Secret', name: tls.secretName }];
  return [
    {
      id: 'Resource',
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata: { namespace, name },
      spec: {
        parentRefs: parents.map(({ name: parent, namespace: own, sectionName }: GatewayListener) =>
          ({ group: GATEWAY_GROUP, kind: 'Gateway', name: parent, namespace: own, sectionName })),
        hostnames: [host],
        rules: [{
          matches: [{ path: { type: 'PathPrefix', value: path } }],
          filters,
          backendRefs: [{ group: '', kind: 'Service', name: service.name, port: service.port, weight: 1 }],
        }],
      },
    },
    ...gatewayClassName ? [{
      id: 'Gateway',
      apiVersion: API_VERSION,
      kind: 'Gateway',
      metadata: { namespace, name, annotations: tls.annotations },
      spec: {
        gatewayClassName,
        listeners: [{
          name: LISTENER,
          hostname: host,
          allowedRoutes: { namespaces: { from: 'Same' } },
          ...tls.none ? { port: 80, protocol: 'HTTP' }
            : { port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate', certificateRefs } },
        }],
      },
    }] : [],
  ];
}

/** https://gateway.envoyproxy.io. */
export function envoyGateway(props: GatewayProps): ControllerAdapter {
  return {
    title: 'Envoy Gateway',
    annotations: ['gateway.envoyproxy.io/'],
    secret: { form: { content: 'password-file', key: '.htpasswd', hashes: [PasswordHash.SHA] } },
    fits: wishes => [
      ...gatewayFits(props, wishes),
      ...wishes.realm === undefined ? FINE
        : found('invalid-value', 'realm', ownWords('must not be set: Envoy Gateway has none', 'leave it out')),
    ],
    render: access => {
      const { namespace, name, secret } = access;
      // a rendered Gateway is guarded as a whole, so that its routes are guarded from the start
      const target = { group: GATEWAY_GROUP, kind: isThere(props) ? 'HTTPRoute' : 'Gateway', name };
      return [...gatewayObjects(access, props), {
        id: 'SecurityPolicy',
        apiVersion: 'gateway.envoyproxy.io/v1alpha1',
        kind: 'SecurityPolicy',
        metadata: { namespace, name },
        spec: { targetRefs: [target], basicAuth: { users: { group: '', kind: 'Secret', name: secret.name } } },
      }];
    },
    watchFor: [
      'A route without an accepted SecurityPolicy is served **without a password**. Apply the policy first: it '
      + 'precedes the route in the manifests, but a tool that sorts by kind needs an explicit order.',
      'It accepts only `{SHA}`, which is fast to guess: use a long random password.',
      'If the Secret is missing or invalid, it answers 500: nobody gets in.',
      'At an existing Gateway, the SecurityPolicy guards only this route and replaces the Gateway\'s own for it. A '
      + 'rendered Gateway is guarded as a whole.',
      ...GATEWAY_NOTES,
    ],
  };
}

/** https://github.com/nginx/nginx-gateway-fabric. */
export function nginxGatewayFabric(props: GatewayProps): ControllerAdapter {
  return {
    title: 'NGINX Gateway Fabric',
    annotations: ['gateway.nginx.org/'],
    secret: { form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES } },
    fits: wishes => gatewayFits(props, wishes),
    render: access => {
      const { namespace, name, realm, secret } = access;
      const extensionRef = { group: 'gateway.nginx.org', kind: 'AuthenticationFilter', name };
      return [...gatewayObjects(access, props, [{ type: 'ExtensionRef', extensionRef }]), {
        id: 'AuthenticationFilter',
        apiVersion: 'gateway.nginx.org/v1alpha1',
        kind: 'AuthenticationFilter',
        metadata: { namespace, name },
        spec: { type: 'Basic', basic: { secretRef: { name: secret.name }, realm } },
      }];
    },
    watchFor: [
      'Its Secret has the key `auth`, unlike that of F5 NGINX. Releases before 2.4 can need the type '
      + '`nginx.org/htpasswd`.',
      'If the Secret or the filter is missing, the route is invalid: nobody gets in.',
      ...GATEWAY_NOTES,
    ],
  };
}
