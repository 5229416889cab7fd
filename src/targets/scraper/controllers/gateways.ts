import { Finding, FINE, found, saying, within } from '../../../base/findings/finding';
import { MAX_PARENTS, attach, gatewayDescription } from '../../ingress/gateway-description';
import { GatewayListener, GatewayProps } from '../../ingress/ingress-controller';
import { AccessModel, AccessWishes, Adapter, PlannedObject, TlsModel } from '../model';
import { NGINX_HASHES, PasswordHash } from '../password-hash';

const API_VERSION = 'gateway.networking.k8s.io/v1';

/** The API group in references to kinds of the Gateway API. */
const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** The notes for all implementations of the Gateway API. */
const GATEWAY_NOTES: readonly string[] = [
  'With `gatewayDescription`, the route is attached only to listeners that serve its host over TLS. A listener in `gateway` is not '
  + 'checked: name one that serves HTTPS.',
  'The annotation of `TlsCertificate.issuer()` needs the Gateway API support of cert-manager; `certificate()` works without it.',
];

const LISTENER = 'scraper';

/** Checks for what a route cannot do. */
function gatewayFits(props: GatewayProps, wishes: AccessWishes): Finding[] {
  const { tls, portName } = wishes;
  return [
    ...portName === undefined ? FINE : found('invalid-port', 'service.portName',
      saying('must not be set: an HTTPRoute takes a port number only', "set 'port'")),
    ...tls ? checkListenerTls(props, tls) : FINE,
    ...checkAttachment(props, wishes),
  ];
}

/** Checks that the described Gateway serves the host, over TLS and for the namespace of the access. */
function checkAttachment({ gatewayDescription: given, sectionNames }: GatewayProps, { host, namespace, tls }: AccessWishes): Finding[] {
  const isKnown = given != null && gatewayDescription(given, '').length === 0;
  if (!isKnown || host === undefined) return FINE;
  const { listeners: { length: count }, findings } = attach(given, { host, namespace, isPlainAllowed: tls?.none, sectionNames });
  const many = count > MAX_PARENTS
    ? found('not-attached', '', { reason: 'many-parents', host, count, gateway: given.name, max: MAX_PARENTS }) : FINE;
  return within('host', [...findings, ...many]);
}

/** Whether the Gateway exists already. The policy then guards only the route. */
const isThere = ({ gatewayDescription: described, gateway }: GatewayProps): boolean => described != null || gateway != null;

function checkListenerTls(props: GatewayProps, tls: TlsModel): Finding[] {
  if (isThere(props) && !tls.atGateway && !tls.none) {
    return found('invalid-value', 'tls',
      saying('must be TlsCertificate.atGateway(): the listener of a Gateway that is there has its certificate already',
        "use it, or give 'gatewayClassName' for a Gateway with its own certificate"));
  }
  return props.gatewayClassName && tls.atGateway ? found('invalid-value', 'tls',
    saying('must not be TlsCertificate.atGateway(): the Gateway is rendered, and has no certificate yet',
      'use TlsCertificate.secret(), issuer() or certificate()')) : FINE;
}

/** The route of an access, and its Gateway if the access renders one. */
function routeOf(access: AccessModel, props: GatewayProps, filters: readonly object[] = []): PlannedObject[] {
  const { namespace, name, host, path, service } = access;
  return [
    {
      id: 'Resource',
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata: { namespace, name },
      spec: {
        parentRefs: parentsOf(access, props).map(({ name: parent, namespace: own, sectionName }) =>
          ({ group: GATEWAY_GROUP, kind: 'Gateway', name: parent, namespace: own, sectionName })),
        hostnames: [host],
        rules: [{
          matches: [{ path: { type: 'PathPrefix', value: path } }],
          ...filters.length > 0 ? { filters } : {},
          backendRefs: [{ group: '', kind: 'Service', name: service.name, port: service.port, weight: 1 }],
        }],
      },
    },
    ...props.gatewayClassName ? [gatewayOf(access, props.gatewayClassName)] : [],
  ];
}

/** The listeners to which the route is attached. */
function parentsOf(
  { namespace, name, host, tls }: AccessModel, { gatewayDescription: given, sectionNames, gateway }: GatewayProps,
): GatewayListener[] {
  if (given == null) return [gateway ?? { name, sectionName: LISTENER }];
  return attach(given, { host, namespace, isPlainAllowed: tls.none, sectionNames }).listeners
    .map(listener => ({ name: given.name, namespace: given.namespace, sectionName: listener.name }));
}

function gatewayOf({ namespace, name, host, tls }: AccessModel, gatewayClassName: string): PlannedObject {
  const certificateRefs = [{ group: '', kind: 'Secret', name: tls.secretName }];
  return {
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
        ...tls.none ? { port: 80, protocol: 'HTTP' } : { port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate', certificateRefs } },
      }],
    },
  };
}

/** https://gateway.envoyproxy.io. */
export function envoyGateway(props: GatewayProps): Adapter {
  return {
    title: 'Envoy Gateway',
    annotations: ['gateway.envoyproxy.io/'],
    secret: { form: { content: 'password-file', key: '.htpasswd', hashes: [PasswordHash.SHA] } },
    fits: wishes => [
      ...gatewayFits(props, wishes),
      ...wishes.realm === undefined ? FINE
        : found('invalid-value', 'realm', saying('must not be set: Envoy Gateway has none', 'leave it out')),
    ],
    render: access => [...routeOf(access, props), securityPolicy(access, props)],
    watchFor: [
      'A route without an accepted SecurityPolicy is served **without a password**. Apply the policy first: it precedes the route in '
      + 'the manifests, but a tool that sorts by kind needs an explicit order.',
      'It accepts only `{SHA}`, which is fast to guess: use a long random password.',
      'If the Secret is missing or invalid, it answers 500: nobody gets in.',
      'At an existing Gateway, the SecurityPolicy guards only this route and replaces the Gateway\'s own for it. A rendered Gateway is '
      + 'guarded as a whole.',
      ...GATEWAY_NOTES,
    ],
  };
}

/**
 * The SecurityPolicy of an access. A rendered Gateway is guarded as a whole, so that its routes are guarded from the
 * start.
 */
function securityPolicy({ namespace, name, secret }: AccessModel, props: GatewayProps): PlannedObject {
  return {
    id: 'SecurityPolicy',
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    metadata: { namespace, name },
    spec: {
      targetRefs: [{ group: GATEWAY_GROUP, kind: isThere(props) ? 'HTTPRoute' : 'Gateway', name }],
      basicAuth: { users: { group: '', kind: 'Secret', name: secret.name } },
    },
  };
}

/** https://github.com/nginx/nginx-gateway-fabric. */
export function nginxGatewayFabric(props: GatewayProps): Adapter {
  return {
    title: 'NGINX Gateway Fabric',
    annotations: ['gateway.nginx.org/'],
    secret: { form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES } },
    fits: wishes => gatewayFits(props, wishes),
    render: access => {
      const extensionRef = { group: 'gateway.nginx.org', kind: 'AuthenticationFilter', name: access.name };
      return [...routeOf(access, props, [{ type: 'ExtensionRef', extensionRef }]), filterOf(access)];
    },
    watchFor: [
      'Its Secret has the key `auth`, unlike that of F5 NGINX. Releases before 2.4 can need the type `nginx.org/htpasswd`.',
      'If the Secret or the filter is missing, the route is invalid: nobody gets in.',
      ...GATEWAY_NOTES,
    ],
  };
}

function filterOf({ namespace, name, realm, secret }: AccessModel): PlannedObject {
  return {
    id: 'AuthenticationFilter',
    apiVersion: 'gateway.nginx.org/v1alpha1',
    kind: 'AuthenticationFilter',
    metadata: { namespace, name },
    spec: { type: 'Basic', basic: { secretRef: { name: secret.name }, realm } },
  };
}
