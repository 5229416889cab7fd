import { isOwn } from '../../../base/brand';
import { Finding, FINE, found, ownWords, within } from '../../../base/findings/finding';
import {
  ListenerProtocol, MAX_PARENTS, attach, gatewayDescription, renderedListener,
} from '../../ingress/gateway-description';
import { GatewayListenerReference, GatewayProps } from '../../ingress/ingress-controller';
import { TlsCertificate } from '../../ingress/tls-certificate';
import { AccessModel, ControllerAdapter } from './adapter';
import { ScraperAccessProps } from '../access-props';
import { NGINX_HASHES, PasswordHash } from '../password-hash';
import { isHost } from '../../../base/addresses';

const GROUP = 'gateway.networking.k8s.io';
const API_VERSION = `${GROUP}/v1`;

/** The name of the listener of a rendered Gateway. */
const LISTENER = 'scraper';

/** What the adapters of all implementations have in common. */
function gatewayAdapter(props: GatewayProps) {
  const { gatewayDescription: described, sectionNames, gateway, gatewayClassName } = props;
  const attachment = (host: string, namespace: string, isPlainAllowed: boolean) =>
    attach(described!, { host, namespace, isPlainAllowed, sectionNames });
  return {
    // the policy then guards only the route
    isBehindGateway: described != null || gateway != null,
    fits: ({ tls, service, host }: ScraperAccessProps, namespace: string): Finding[] => {
      const findings = service?.portName == null ? FINE : found('invalid-port', 'service.portName', ownWords(
        'must not be set: an HTTPRoute takes a port number only', "set 'port'"));
      const isKnown = described != null && gatewayDescription(described, '').length === 0;
      if (!isKnown || !isHost(host)) return findings;
      const isPlainAllowed = isOwn(TlsCertificate, tls) && tls._model.from === 'none';
      const { listeners: { length: count }, findings: refused } = attachment(host, namespace, isPlainAllowed);
      const many = count <= MAX_PARENTS ? FINE
        : found('not-attached', '', { reason: 'many-parents', host, count, gateway: described.name, max: MAX_PARENTS });
      return [...findings, ...within('host', [...refused, ...many])];
    },
    /** The route of an access, and its Gateway if the access renders one. */
    objects: ({ namespace, name, host, path, service, tls }: AccessModel, filters?: readonly object[]) => {
      const parents = described == null ? [gateway ?? { name, sectionName: LISTENER }]
        : attachment(host, namespace, tls.none).listeners.map(listener =>
          ({ name: described.name, namespace: described.namespace, sectionName: listener.name }));
      const spec = {
        parentRefs: parents.map(({ name: parent, namespace: own, sectionName }: GatewayListenerReference) =>
          ({ group: GROUP, kind: 'Gateway', name: parent, namespace: own, sectionName })),
        hostnames: [host],
        rules: [{
          matches: [{ path: { type: 'PathPrefix', value: path } }],
          filters,
          backendRefs: [{ group: '', kind: 'Service', name: service.name, port: service.port, weight: 1 }],
        }],
      };
      const protocol = tls.none ? { protocol: ListenerProtocol.HTTP } : { secretName: tls.secretName };
      const listeners = [renderedListener({ name: LISTENER, hostname: host, ...protocol })];
      return [
        { id: 'Resource', apiVersion: API_VERSION, kind: 'HTTPRoute', metadata: { namespace, name }, spec },
        ...gatewayClassName ? [{
          id: 'Gateway',
          apiVersion: API_VERSION,
          kind: 'Gateway',
          metadata: { namespace, name, annotations: tls.annotations },
          spec: { gatewayClassName, listeners },
        }] : [],
      ];
    },
  };
}

/** https://gateway.envoyproxy.io. */
export function envoyGateway(props: GatewayProps): ControllerAdapter {
  const { isBehindGateway, fits, objects } = gatewayAdapter(props);
  return {
    title: 'Envoy Gateway',
    annotations: ['gateway.envoyproxy.io/'],
    secret: { form: { content: 'password-file', key: '.htpasswd', hashes: [PasswordHash.SHA] } },
    isBehindGateway,
    fits: (access, namespace) => [
      ...fits(access, namespace),
      ...access.realm == null ? FINE
        : found('invalid-value', 'realm', ownWords('must not be set: Envoy Gateway has none', 'leave it out')),
    ],
    render: access => {
      const { namespace, name, secret } = access;
      // a rendered Gateway is guarded as a whole, so that its routes are guarded from the start
      const target = { group: GROUP, kind: isBehindGateway ? 'HTTPRoute' : 'Gateway', name };
      const spec = { targetRefs: [target], basicAuth: { users: { group: '', kind: 'Secret', name: secret.name } } };
      const type = { apiVersion: 'gateway.envoyproxy.io/v1alpha1', kind: 'SecurityPolicy' };
      return [...objects(access), { id: 'SecurityPolicy', ...type, metadata: { namespace, name }, spec }];
    },
    watchFor: [
      'A route without an accepted SecurityPolicy is served **without a password**: [apply the policy '
      + 'first](scraper-access.md#apply-in-the-right-order).',
      'It accepts only `{SHA}`, which is fast to guess: use a long random password.',
      'If the Secret is missing or invalid, it answers 500: nobody gets in.',
      'At an existing Gateway, the SecurityPolicy guards only this route and replaces the Gateway\'s own for it. A '
      + 'rendered Gateway is guarded as a whole.',
    ],
  };
}

/** https://github.com/nginx/nginx-gateway-fabric. */
export function nginxGatewayFabric(props: GatewayProps): ControllerAdapter {
  const { isBehindGateway, fits, objects } = gatewayAdapter(props);
  return {
    title: 'NGINX Gateway Fabric',
    annotations: ['gateway.nginx.org/'],
    secret: { form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES } },
    isBehindGateway,
    fits,
    render: access => {
      const { namespace, name, realm, secret } = access;
      const extensionRef = { group: 'gateway.nginx.org', kind: 'AuthenticationFilter', name };
      const spec = { type: 'Basic', basic: { secretRef: { name: secret.name }, realm } };
      const type = { apiVersion: 'gateway.nginx.org/v1alpha1', kind: 'AuthenticationFilter' };
      return [
        ...objects(access, [{ type: 'ExtensionRef', extensionRef }]),
        { id: 'AuthenticationFilter', ...type, metadata: { namespace, name }, spec },
      ];
    },
    watchFor: [
      'Its Secret has the key `auth`, unlike that of F5 NGINX. Releases before 2.4 can need the type '
      + '`nginx.org/htpasswd`.',
      'If the Secret or the filter is missing, the route is invalid: nobody gets in.',
    ],
  };
}
