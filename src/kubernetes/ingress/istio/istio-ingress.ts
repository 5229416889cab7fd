import { ISTIO_INGRESS, IstioIngressProps } from './istio-props';
import { nothing } from '../../../objects/rendering';
import { asProps } from '../../../private/check';
import { snapshot } from '../../../private/plain';
import { claimsOf } from '../../../routes/claims';
import { claimedPath } from '../paths';
import { IngressParts } from '../rule';
import { hostsIn } from '../trait-rules';

/** Istio's own objects. */
export function istioIngress(props: IstioIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  return {
    check: () => ISTIO_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), claimedPath),
    render: () => nothing([]),
    pods: () => given.gateway,
  };
}
