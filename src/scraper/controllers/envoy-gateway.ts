import { checkGateway, gatewayFits, GatewayProps, GATEWAY_GROUP, GATEWAY_NOTES, routeOf } from './gateway-api';
import { AccessModel, Adapter, PlannedObject } from '../model';
import { PasswordHash } from '../password-hash';

/** https://gateway.envoyproxy.io. */
export function envoyGateway(props: GatewayProps): Adapter {
  return {
    name: 'envoy-gateway',
    title: 'Envoy Gateway',
    annotations: ['gateway.envoyproxy.io/'],
    secret: { form: { content: 'password-file', key: '.htpasswd', hashes: [PasswordHash.SHA] }, otherNamespaces: false },
    check: () => checkGateway(props),
    fits: wishes => gatewayFits(props, wishes),
    render: access => [...routeOf(access, props), securityPolicy(access)],
    watchFor: [
      'Envoy accepts `{SHA}` only, which is fast to try out: use a long random password.',
      'A Secret that is missing or of no use makes it answer 500: nobody gets in.',
      'Its SecurityPolicy takes the place of one that is attached to the Gateway, for this route.',
      ...GATEWAY_NOTES,
    ],
  };
}

function securityPolicy({ namespace, name, secret }: AccessModel): PlannedObject {
  return {
    id: 'SecurityPolicy',
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    metadata: { namespace, name },
    fields: {
      spec: {
        targetRefs: [{ group: GATEWAY_GROUP, kind: 'HTTPRoute', name }],
        basicAuth: { users: { group: '', kind: 'Secret', name: secret.name } },
      },
    },
  };
}
