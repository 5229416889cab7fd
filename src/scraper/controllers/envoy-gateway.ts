import { GATEWAY_GROUP, GATEWAY_NOTES, gatewayFits, routeOf } from './routes';
import { FINE, Finding, found } from '../../findings/finding';
import { GatewayProps } from '../../ingress/controller-props';
import { AccessModel, AccessWishes, Adapter, PlannedObject } from '../model';
import { PasswordHash } from '../password-hash';

/** https://gateway.envoyproxy.io. */
export function envoyGateway(props: GatewayProps): Adapter {
  return {
    title: 'Envoy Gateway',
    annotations: ['gateway.envoyproxy.io/'],
    secret: { form: { content: 'password-file', key: '.htpasswd', hashes: [PasswordHash.SHA] } },
    fits: wishes => [...gatewayFits(props, wishes), ...checkRealm(wishes)],
    render: access => [...routeOf(access, props), securityPolicy(access, props)],
    watchFor: [
      'A route whose SecurityPolicy is missing or was refused is served **without a password**: apply the policy first. It stands before '
      + 'the route in what is rendered; a tool that sorts by kind has to be told the order.',
      'Envoy accepts `{SHA}` only, which is fast to try out: use a long random password.',
      'A Secret that is missing or of no use makes it answer 500: nobody gets in.',
      'Of a Gateway that is there, its SecurityPolicy guards this route alone, where it takes the place of the Gateway\'s own. A Gateway '
      + 'that is rendered is guarded as a whole.',
      ...GATEWAY_NOTES,
    ],
  };
}

function checkRealm({ realm }: AccessWishes): Finding[] {
  return realm === undefined ? FINE : found('invalid-value', 'realm', { reason: 'no-realm' });
}

/** A Gateway of its own is guarded as a whole: its routes are from their first moment on. */
function securityPolicy({ namespace, name, secret }: AccessModel, { gateway }: GatewayProps): PlannedObject {
  return {
    id: 'SecurityPolicy',
    apiVersion: 'gateway.envoyproxy.io/v1alpha1',
    kind: 'SecurityPolicy',
    metadata: { namespace, name },
    spec: {
      targetRefs: [{ group: GATEWAY_GROUP, kind: gateway ? 'HTTPRoute' : 'Gateway', name }],
      basicAuth: { users: { group: '', kind: 'Secret', name: secret.name } },
    },
  };
}
