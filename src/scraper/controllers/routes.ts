import { FINE, Finding, found } from '../../findings/finding';
import { GatewayProps } from '../../ingress/controller-props';
import { AccessModel, AccessWishes, PlannedObject, SecretName, TlsModel } from '../model';

/** The Ingress of an access, with what its controller reads. */
export function ingressOf(access: AccessModel, className: string, annotations: Record<string, string>): PlannedObject {
  const { namespace, name, host, path, service, tls } = access;
  const port = typeof service.port === 'number' ? { number: service.port } : { name: service.port };
  return {
    id: 'Resource',
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: { namespace, name, annotations: { ...tls.annotations, ...annotations } },
    spec: {
      ingressClassName: className,
      ...tls.none ? {} : { tls: [{ hosts: [host], secretName: tls.secretName }] },
      rules: [{ host, http: { paths: [{ path, pathType: 'Prefix', backend: { service: { name: service.name, port } } }] } }],
    },
  };
}

/** What an Ingress cannot do about TLS. */
export function ingressFits({ tls }: AccessWishes): Finding[] {
  return tls?.atGateway ? found('invalid-value', 'tls', { reason: 'tls-of-ingress' }) : FINE;
}

/** A Secret as annotations name it. */
export function referenceTo({ namespace, name }: SecretName): string {
  return namespace ? `${namespace}/${name}` : name;
}

const API_VERSION = 'gateway.networking.k8s.io/v1';

/** What refers to a kind of the Gateway API. */
export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** What to watch for, whatever the implementation. */
export const GATEWAY_NOTES: readonly string[] = [
  'The route is served on the listener that is named, and on no other: of a Gateway that is there, name one that speaks HTTPS.',
  'cert-manager reads the annotation of `TlsCertificate.issuer()` on a Gateway only where its support for the Gateway API is switched on; '
  + '`TlsCertificate.certificate()` always works.',
];

const LISTENER = 'scraper';

/** What a route cannot do. */
export function gatewayFits(props: GatewayProps, { tls, portName }: AccessWishes): Finding[] {
  return [
    ...portName === undefined ? FINE : found('invalid-port', 'service.portName', { reason: 'no-name' }),
    ...tls ? checkListenerTls(props, tls) : FINE,
  ];
}

function checkListenerTls(props: GatewayProps, tls: TlsModel): Finding[] {
  if (props.gateway && !tls.atGateway && !tls.none) {
    return found('invalid-value', 'tls', { reason: 'tls-of-listener' });
  }
  return props.gatewayClassName && tls.atGateway ? found('invalid-value', 'tls', { reason: 'tls-of-own-gateway' }) : FINE;
}

/** The route of an access, and its Gateway where it has one of its own. */
export function routeOf(access: AccessModel, props: GatewayProps, filters: readonly object[] = []): PlannedObject[] {
  const { namespace, name, host, path, service } = access;
  const parent = props.gateway ?? { name, namespace: undefined, sectionName: LISTENER };
  const { sectionName } = parent;
  return [
    {
      id: 'Resource',
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata: { namespace, name },
      spec: {
        parentRefs: [{ group: GATEWAY_GROUP, kind: 'Gateway', name: parent.name, namespace: parent.namespace, sectionName }],
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
