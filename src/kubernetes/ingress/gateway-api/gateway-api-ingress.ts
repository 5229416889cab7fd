import { GATEWAY_API_INGRESS, GatewayApiIngressProps } from './gateway-api-props';
import { nothing } from '../../../objects/rendering';
import { asProps } from '../../../private/check';
import { snapshot } from '../../../private/plain';
import { claimsOf } from '../../../routes/claims';
import { claimedPath } from '../paths';
import { IngressParts } from '../rule';
import { hostsIn } from '../trait-rules';

/** HTTPRoutes of the Gateway API. */
export function gatewayApiIngress(props: GatewayApiIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  return {
    check: () => GATEWAY_API_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), claimedPath),
    render: () => nothing([]),
    pods: () => given.pods ?? undefined,
  };
}
