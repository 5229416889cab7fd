import { checkPods, ControllerPods } from './controller-props';
import { Check, FINE, Finding, found } from '../../findings/finding';
import { all, object, only, pattern } from '../../private/check';
import { namespaceName, objectName } from '../../private/names';
import { AccessModel, AccessWishes, PlannedObject, TlsModel } from '../model';

/** The listener of a Gateway that is in the cluster already. */
export interface GatewayListener {
  /** Name of the Gateway. */
  readonly name: string;

  /**
   * Namespace of the Gateway, whose listener must allow routes from the system namespace.
   *
   * @default - the system namespace
   */
  readonly namespace?: string;

  /** Name of the listener: the one that terminates TLS, unless ScraperTls.insecureNone() says otherwise. */
  readonly sectionName: string;
}

/** Properties of a controller of the Gateway API: either of `gateway` and `gatewayClassName`. */
export interface GatewayProps extends ControllerPods {
  /**
   * The listener to which the route is attached. TLS is its own then: ScraperTls.atGateway().
   *
   * @default - a Gateway of its own
   */
  readonly gateway?: GatewayListener;

  /**
   * The GatewayClass of a Gateway of its own, which is rendered.
   *
   * @default - none; required where no `gateway` is given
   */
  readonly gatewayClassName?: string;
}

const API_VERSION = 'gateway.networking.k8s.io/v1';

/** What refers to a kind of the Gateway API. */
export const GATEWAY_GROUP = 'gateway.networking.k8s.io';

/** What to watch for, whatever the implementation. */
export const GATEWAY_NOTES: readonly string[] = [
  'The route is served on the listener that is named, and on no other: of a Gateway that is there, name one that speaks HTTPS.',
  'cert-manager reads the annotation of `ScraperTls.issuer()` on a Gateway only where its support for the Gateway API is switched on; `ScraperTls.certificate()` always works.',
];

const LISTENER = 'scraper';

const sectionName = pattern(/^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/, 'listener-name');

const gateway: Check = all(
  only('name', 'namespace', 'sectionName'),
  object({ name: objectName, namespace: namespaceName, sectionName }, ['name', 'sectionName']),
);

/** The check of what a controller of the Gateway API is asked. */
export function checkGateway(props: GatewayProps): Finding[] {
  const findings = checkPods(props, { gateway, gatewayClassName: objectName });
  const isOne = (props.gateway == null) !== (props.gatewayClassName == null);
  return isOne ? findings : [...findings, ...found('invalid-value', '', { reason: 'listener-or-class' })];
}

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
export function routeOf(access: AccessModel, props: GatewayProps, filters: Record<string, any>[] = []): PlannedObject[] {
  const { namespace, name, host, path, service } = access;
  const parent = props.gateway ?? { name, namespace: undefined, sectionName: LISTENER };
  return [
    {
      id: 'Resource',
      apiVersion: API_VERSION,
      kind: 'HTTPRoute',
      metadata: { namespace, name },
      fields: {
        spec: {
          parentRefs: [{ group: GATEWAY_GROUP, kind: 'Gateway', name: parent.name, namespace: parent.namespace, sectionName: parent.sectionName }],
          hostnames: [host],
          rules: [{
            matches: [{ path: { type: 'PathPrefix', value: path } }],
            ...filters.length > 0 ? { filters } : {},
            backendRefs: [{ group: '', kind: 'Service', name: service.name, port: service.port, weight: 1 }],
          }],
        },
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
    fields: {
      spec: {
        gatewayClassName,
        listeners: [{
          name: LISTENER,
          hostname: host,
          allowedRoutes: { namespaces: { from: 'Same' } },
          ...tls.none ? { port: 80, protocol: 'HTTP' } : { port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate', certificateRefs } },
        }],
      },
    },
  };
}
