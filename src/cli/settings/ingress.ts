import {
  ANNOTATIONS, field, HOST, LABELS, LABELS_BY_NAMESPACE, NAMESPACE, oneFieldOf, recordOf, SELECTOR, TRUE, ValueOf,
} from './types';
import { FILLED, HOST as ANY_HOST, OBJECT_NAME, SECRET_NAME } from '../../definitions/common';
import { choice, FLAG, integer, listOf, oneString } from '../../definitions/type';
import { Finding, found, saying } from '../../findings/finding';
import { GatewayApiVersion, ListenerProtocol, NamespacesFrom } from '../../ingress/gateway-description';
import { INGRESS_CONTROLLERS } from '../../ingress/ingress-controller';
import { GatewayImplementation } from '../../kubernetes/ingress/gateway-api/gateway-api-props';
import { IstioApiVersion, IstioDataPlane, IstioRequestAuthentication } from '../../kubernetes/ingress/istio/istio-props';
import { port } from '../../private/network';

// The settings of the ingress providers, which decide what IngressTraits render to.

const JWT_ISSUERS = listOf(recordOf({
  issuer: field(FILLED, 'Issuer', 'The claim iss of its tokens.', { examples: ['https://login.example.com/realms/shop'] }),
  jwksUri: field(FILLED, 'Keys', 'The https:// URL of its public keys (JSON Web Key Set).',
    { examples: ['https://login.example.com/realms/shop/keys'] }),
  audiences: field(listOf(FILLED, ''), 'Audiences',
    'Audiences, one of which the claim aud must name. Without it, any.'),
}, ['issuer', 'jwksUri']), '');

const POD_FIELDS = {
  namespace: field(NAMESPACE, 'Namespace of the gateway\'s pods', 'The namespace of the pods through which requests come.',
    { examples: ['istio-system'] }),
  podLabels: field(LABELS, 'Labels of the gateway\'s pods', 'The labels of these pods.', { examples: [{ istio: 'ingressgateway' }] }),
};

const PODS = recordOf(POD_FIELDS, ['namespace', 'podLabels']);

const ALLOWED_NAMESPACES = recordOf({
  from: field(choice('NamespacesFrom', NamespacesFrom), 'From which namespaces', 'All, Same (that of the Gateway), Selector, or None.'),
  selector: field(SELECTOR, 'Selector', 'With Selector: the labels of the namespaces.'),
}, ['from']);

const LISTENER = recordOf({
  name: field(OBJECT_NAME, 'Name of the listener', 'Its name: the sectionName of the routes that are attached to it.',
    { examples: ['https'] }),
  hostname: field(ANY_HOST, 'Host', 'The hosts that it serves: a name, or *. and a name. Without it, every host.',
    { examples: ['*.example.com'] }),
  protocol: field(choice('ListenerProtocol', ListenerProtocol), 'Protocol', 'HTTPS, where TLS ends at the listener, or HTTP.',
    { default: ListenerProtocol.HTTPS }),
  port: field(integer(port, { minimum: 1, maximum: 65535 }), 'Port', 'The port: 443 for HTTPS and 80 for HTTP, unless it is given.'),
  allowedRoutes: field(ALLOWED_NAMESPACES, 'Allowed routes',
    'From which namespaces it takes routes. Without it, from that of the Gateway.'),
  secretName: field(SECRET_NAME, 'Certificate', 'The Secret with its certificate.'),
  secretNamespace: field(NAMESPACE, 'Namespace of the certificate', 'The namespace of that Secret. Without it, that of the Gateway.'),
}, ['name']);

const GATEWAY = recordOf({
  namespace: field(NAMESPACE, 'Namespace of the Gateway', 'Its metadata.namespace.', { flag: '--gateway', examples: ['gateways'] }),
  name: field(OBJECT_NAME, 'Name of the Gateway', 'Its metadata.name.', { flag: '--gateway', examples: ['shared'] }),
  listeners: field(listOf(LISTENER, '', { min: 1, schema: { minItems: 1 } }), 'Listeners', 'Its listeners.',
    { flag: '--gateway-listener' }),
  apiVersion: field(choice('GatewayApiVersion', GatewayApiVersion), 'Version of the Gateway API',
    'The version of the Gateway API in the cluster, whose limits and fields count.', { default: GatewayApiVersion.V1_2 }),
  allowedListeners: field(ALLOWED_NAMESPACES, 'Allowed ListenerSets',
    'From which namespaces it takes ListenerSets. Without it, from none.'),
  namespaceLabels: field(LABELS_BY_NAMESPACE, 'Labels of namespaces',
    'The labels that its selectors ask for, by the names of namespaces. kubernetes.io/metadata.name is known.',
    { examples: [{ shop: { exposed: 'yes' } }] }),
  grantedSecretNamespaces: field(listOf(NAMESPACE, ''), 'Namespaces of certificates',
    'The namespaces whose Secrets a ReferenceGrant lets it read.'),
}, []);

const REQUEST_AUTHENTICATION = field(choice('IstioRequestAuthentication', IstioRequestAuthentication), 'RequestAuthentication',
  'Rendered: the RequestAuthentication that validates tokens is rendered, and all hosts of the gateway reject tokens of other issuers. '
    + 'Exists: it is in the cluster. Required with jwtIssuers.');

const TRUSTS_SPELLING = field(FLAG, 'Trusted spelling',
  'Whether a path with an authorization policy may be beside open ones of the same pods, which may read other spellings of a path as it.',
  { default: false });

const TCP_PORTS = listOf(integer(port, { minimum: 1, maximum: 65535 }), '');

const ISTIO_GATEWAY = recordOf({
  requestAuthentication: REQUEST_AUTHENTICATION,
  tcpPorts: field(TCP_PORTS, 'Ports of TCP',
    'Ports at which the Gateway serves TCP, or passes TLS through, for others. Policies would close them.', { examples: [[5432]] }),
  insecureTrustsSpelling: TRUSTS_SPELLING,
}, ['requestAuthentication']);

const GATEWAY_API = recordOf({
  gateway: field(GATEWAY, 'Gateway', 'The Gateway in the cluster. Routes that it would not take are errors.'),
  implementation: field(choice('GatewayImplementation', GatewayImplementation), 'Implementation',
    'What serves the Gateway: decides on cookies, authorization policies and regular expressions.', { flag: '--gateway-implementation' }),
  sectionNames: field(listOf(OBJECT_NAME, '', { min: 1, schema: { minItems: 1 } }), 'Names of listeners',
    'The names of the listeners to which routes are attached. Without it, all that serve a host.', { examples: [['https']] }),
  pods: field(PODS, 'Pods of the gateway', 'The pods through which requests come, which NetworkPolicies let in.'),
  istio: field(ISTIO_GATEWAY, 'Policies of Istio',
    'What Istio needs for authorization policies. Required with jwtIssuers if Istio serves the Gateway.'),
  rendersReferenceGrants: field(FLAG, 'ReferenceGrants',
    'Whether a ReferenceGrant is rendered beside a Service of another namespace to which a rule leads.', { default: false }),
});

const ISTIO = recordOf({
  gateway: field(recordOf({
    ...POD_FIELDS,
    tcpPorts: field(TCP_PORTS, 'Ports of TCP',
      'Ports at which the pods serve TCP without TLS for others. With insecureNone, policies would close them.', { examples: [[5432]] }),
  }, ['namespace', 'podLabels']), 'Pods of the gateway', 'The pods of the Istio gateway, which Gateways select.',
  { flag: '--istio-gateway' }),
  requestAuthentication: REQUEST_AUTHENTICATION,
  redirectsHttp: field(FLAG, 'Redirect', 'Whether requests in plain text are redirected to HTTPS.', { default: false }),
  scopesGatewaysToNamespace: field(FLAG, 'Scoped Gateways',
    'Whether istiod runs with PILOT_SCOPE_GATEWAY_TO_NAMESPACE: Gateways are rendered in the namespace of the gateway\'s pods then.',
    { default: false }),
  dataPlane: field(choice('IstioDataPlane', IstioDataPlane), 'Data plane', 'How the pods of components are in the mesh.',
    { default: IstioDataPlane.SIDECAR }),
  apiVersion: field(choice('IstioApiVersion', IstioApiVersion), 'API version', 'The version of Istio\'s APIs: v1 since Istio 1.22.',
    { default: IstioApiVersion.V1 }),
  insecureTrustsSpelling: TRUSTS_SPELLING,
}, ['gateway']);

const TLS = oneFieldOf({
  clusterIssuer: field(OBJECT_NAME, 'ClusterIssuer',
    'cert-manager makes a certificate for each IngressTrait by this ClusterIssuer.',
    { flag: '--cluster-issuer', examples: ['letsencrypt'] }),
  issuer: field(OBJECT_NAME, 'Issuer',
    'cert-manager makes a certificate for each IngressTrait by this Issuer. It is in the application\'s namespace, with istio in that of '
      + 'the gateway\'s pods.', { flag: '--issuer', examples: ['letsencrypt'] }),
  secretName: field(SECRET_NAME, 'Secret',
    'An existing Secret with a certificate for all hosts. It is in each application\'s namespace, with istio in that of the gateway\'s '
      + 'pods.', { flag: '--tls-secret', examples: ['wildcard-tls'] }),
  insecureNone: field(TRUE, 'No TLS',
    'No certificate: requests come in plain text, or TLS ends before the ingress controller. With gatewayApi, only hosts that no '
      + 'listener serves over TLS.', { flag: '--insecure-without-tls' }),
});

/** How requests enter a cluster without an OAM platform: through Ingresses, or through one of `OTHER_WAYS`. */
export const INGRESS = recordOf({
  className: field(OBJECT_NAME, 'Class',
    'Name of the IngressClass of the Ingresses that are rendered. Required unless gatewayApi or istio is given.',
    { flag: '--ingress-class', examples: ['nginx'] }),
  tls: field(TLS, 'Certificates',
    'Where the certificates come from, in exactly one way. The Secret that an IngressTrait names takes precedence. Required with '
      + 'className and istio. With gatewayApi, a ListenerSet is rendered for each application, with its hosts and this certificate; '
      + 'leave it out where the listeners of the Gateway have certificates.', { examples: [{ clusterIssuer: 'letsencrypt' }] }),
  domain: field(HOST, 'Domain',
    'The domain of generated hosts, <application>.<namespace>.<domain>. Without it a rule without a host is an error.',
    { flag: '--ingress-domain', examples: ['apps.example.com'] }),
  controller: field(oneString([...INGRESS_CONTROLLERS].sort()), 'Controller',
    'The ingress controller, for what only its annotations can say: cookies that keep a session at one pod. Without it such cookies '
      + 'are an error.', { flag: '--ingress-controller' }),
  annotations: field(ANNOTATIONS, 'Annotations', 'Annotations of every Ingress.', { examples: [{ 'example.com/owner': 'shop' }] }),
  jwtIssuers: field(JWT_ISSUERS, 'Issuers of tokens',
    'The issuers whose tokens authorization policies may ask for, with gatewayApi and istio.'),
  gatewayApi: field(GATEWAY_API, 'Gateway API', 'HTTPRoutes of the Gateway API are rendered, and no Ingresses.'),
  istio: field(ISTIO, 'Istio', 'Istio\'s own objects are rendered, and no Ingresses.'),
});

/** The ways into a cluster other than Ingresses, by the field with the settings that only they have. */
export const OTHER_WAYS = ['gatewayApi', 'istio'] as const;

type IngressSettings = ValueOf<typeof INGRESS>;

/** The way that settings choose; `undefined` for Ingresses. */
export function wayOf(ingress: IngressSettings | undefined): typeof OTHER_WAYS[number] | undefined {
  return OTHER_WAYS.find(name => ingress?.[name] !== undefined);
}

/** Finds the fields that the chosen way would ignore. */
export function ignoredFields(ingress: IngressSettings): Finding[] {
  const way = wayOf(ingress);
  const others = ['className', 'controller', 'annotations', ...OTHER_WAYS];
  const ignored = way ? others.filter(name => name !== way) : ['jwtIssuers'];
  const given = ignored.filter(name => Object.hasOwn(ingress, name));
  return given.flatMap(name => found('invalid-value', ['kubernetes', 'ingress', name],
    way ? { reason: 'beside', field: `kubernetes.ingress.${way}` } : saying('is for '
      + "'kubernetes.ingress.gatewayApi' and 'kubernetes.ingress.istio', and neither is set",
    'set one of them, or leave it out')));
}
