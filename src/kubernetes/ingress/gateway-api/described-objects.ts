import { GatewayApiIngressProps } from './gateway-api-props';
import { ROUTE_GROUP } from './implementations/implementation';
import { ListenerProtocol, portOf } from '../../../ingress/gateway-description';
import { PlainObject } from '../../../objects/rendering';

/** The Gateway of a description, with its implementation as the name of its class, and the namespaces whose labels are described. */
export function describedObjects({ gateway, implementation }: GatewayApiIngressProps): PlainObject[] {
  const { name, namespace, allowedListeners, namespaceLabels = {} } = gateway;
  const listeners = gateway.listeners.map(listener => ({
    name: listener.name,
    ...listener.hostname == null || listener.hostname === '*' ? {} : { hostname: listener.hostname },
    port: portOf(listener),
    protocol: listener.protocol ?? ListenerProtocol.HTTPS,
    allowedRoutes: { namespaces: listener.allowedRoutes ?? {} },
  }));
  return [
    {
      apiVersion: `${ROUTE_GROUP}/v1`,
      kind: 'Gateway',
      metadata: { name, namespace },
      spec: {
        gatewayClassName: implementation,
        listeners,
        ...allowedListeners ? { allowedListeners: { namespaces: allowedListeners } } : {},
      },
    },
    ...Object.entries(namespaceLabels ?? {}).map(([each, labels]) =>
      ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: each, labels } })),
  ];
}
