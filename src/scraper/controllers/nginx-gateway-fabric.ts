import { GATEWAY_NOTES, gatewayFits, routeOf } from './routes';
import { GatewayProps } from '../../ingress/controller-props';
import { AccessModel, Adapter, PlannedObject } from '../model';
import { NGINX_HASHES } from '../password-hash';

const GROUP = 'gateway.nginx.org';
const KIND = 'AuthenticationFilter';

/** https://github.com/nginx/nginx-gateway-fabric. */
export function nginxGatewayFabric(props: GatewayProps): Adapter {
  return {
    title: 'NGINX Gateway Fabric',
    annotations: [`${GROUP}/`],
    secret: { form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES } },
    fits: wishes => gatewayFits(props, wishes),
    render: access => {
      const filters = [{ type: 'ExtensionRef', extensionRef: { group: GROUP, kind: KIND, name: access.name } }];
      return [...routeOf(access, props, filters), filterOf(access)];
    },
    watchFor: [
      'Same vendor as the F5 NGINX Ingress Controller, but another key of the Secret: `auth`. Releases before 2.4 may want its type to be '
      + '`nginx.org/htpasswd`.',
      'A Secret or filter that is missing makes the route invalid: nobody gets in.',
      ...GATEWAY_NOTES,
    ],
  };
}

function filterOf({ namespace, name, realm, secret }: AccessModel): PlannedObject {
  return {
    id: KIND,
    apiVersion: `${GROUP}/v1alpha1`,
    kind: KIND,
    metadata: { namespace, name },
    spec: { type: 'Basic', basic: { secretRef: { name: secret.name }, realm } },
  };
}
