import { envoyGateway, nginxGatewayFabric } from './gateways';
import { haproxy, haproxyIngress } from './haproxy';
import { kong } from './kong';
import { f5Nginx, ingressNginx } from './nginx';
import { traefik } from './traefik';
import { ControllerName, IngressController } from '../../ingress/ingress-controller';
import { ControllerAdapter } from './adapter';

/** The factories of the adapters, by the name of the controller. */
export const CONTROLLERS: Readonly<Record<ControllerName, (props: any) => ControllerAdapter>> = {
  'ingress-nginx': ingressNginx,
  'traefik': traefik,
  'haproxy': haproxy,
  'f5-nginx': f5Nginx,
  'haproxy-ingress': haproxyIngress,
  'kong': kong,
  'envoy-gateway': envoyGateway,
  'nginx-gateway-fabric': nginxGatewayFabric,
};

/** The adapter that configures a controller to ask for a password. */
export function adapterOf({ _name: name, _props: props }: IngressController): ControllerAdapter {
  return CONTROLLERS[name](props);
}
