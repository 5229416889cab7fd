import { ControllerPods, IngressControllerProps } from './controller-props';
import { envoyGateway } from './envoy-gateway';
import { f5Nginx } from './f5-nginx';
import { haproxy } from './haproxy';
import { haproxyIngress } from './haproxy-ingress';
import { ingressNginx } from './ingress-nginx';
import { kong } from './kong';
import { nginxGatewayFabric } from './nginx-gateway-fabric';
import { traefik } from './traefik';
import { Adapter } from '../model';

/** Every controller by its name, told what all are asked. For those of the Gateway API the class is that of a Gateway of its own. */
export const CONTROLLERS: Readonly<Record<string, (props: IngressControllerProps) => Adapter>> = {
  'ingress-nginx': ingressNginx,
  'traefik': traefik,
  'haproxy': haproxy,
  'f5-nginx': f5Nginx,
  'haproxy-ingress': haproxyIngress,
  'kong': kong,
  'envoy-gateway': props => envoyGateway(withClass(props)),
  'nginx-gateway-fabric': props => nginxGatewayFabric(withClass(props)),
};

function withClass({ className, ...pods }: IngressControllerProps): ControllerPods & { readonly gatewayClassName: string } {
  return { ...pods, gatewayClassName: className };
}
