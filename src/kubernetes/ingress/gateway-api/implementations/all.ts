import { ENVOY_GATEWAY } from './envoy-gateway';
import { Implementation } from './implementation';
import { ISTIO } from './istio';
import { NGINX_GATEWAY_FABRIC } from './nginx-gateway-fabric';
import { OTHER } from './other';
import { TRAEFIK } from './traefik';
import { GatewayImplementation } from '../gateway-api-props';

/** The implementations by name. */
export const IMPLEMENTATIONS: Readonly<Record<GatewayImplementation, Implementation>> = {
  [GatewayImplementation.ENVOY_GATEWAY]: ENVOY_GATEWAY,
  [GatewayImplementation.ISTIO]: ISTIO,
  [GatewayImplementation.NGINX_GATEWAY_FABRIC]: NGINX_GATEWAY_FABRIC,
  [GatewayImplementation.TRAEFIK]: TRAEFIK,
  [GatewayImplementation.OTHER]: OTHER,
};

/** The implementations that support a feature. */
export function able(feature: 'cookie' | 'authorize' | 'regex'): string[] {
  const isAble = (each: Implementation) => each[feature] !== undefined || feature === 'authorize' && each.hasGatewayPolicies === true;
  return Object.values(IMPLEMENTATIONS).filter(isAble).map(({ title }) => title);
}
