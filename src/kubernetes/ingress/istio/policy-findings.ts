import { ApplicationRoutes } from './application-routes';
import { makerOf } from './istio-names';
import { GuardingGateway, MAX_RULES, ruleCount } from './policies';
import { IstioRoute } from './routed-trait';
import { Finding, FINE, found, saying, within } from '../../../findings/finding';
import { Path } from '../../../findings/path';

/** Reports findings about the policy of a route. With `isTrusted`, pods are assumed to read a path as Envoy does. */
export function policyFindings(route: IstioRoute, all: ApplicationRoutes, gateway: GuardingGateway, isTrusted: boolean): Finding[] {
  const { authorization, field, rule: { hosts }, pathType } = route;
  if (!authorization) return FINE;
  const at = [...field, 'authorizationPolicy'];
  const count = ruleCount(authorization, gateway);
  return [
    ...pathType === 'Regex' ? found('not-expressible', at,
      saying('cannot be expressed for a regular expression: a policy of Istio compares the whole path, or its beginning',
        'use Exact or Prefix')) : FINE,
    ...within(at, authorization.findings),
    ...hosts.filter(host => host.startsWith('*')).flatMap(host => found('not-expressible', at, { reason: 'wildcard-policy', host })),
    ...count > MAX_RULES ? found('not-expressible', at, { reason: 'large-policy', count, max: MAX_RULES }) : FINE,
    ...pathType === 'Regex' || isTrusted ? FINE : openSpelling(route, at, all),
  ];
}

/**
 * Reports a route that lets other spellings past the policy. Envoy and its policies compare the same path, but pods may interpret it
 * differently: `/public/..;/orders`, `/public/..%2Forders` and `//orders` as `/orders`. A route that takes such paths, to the same pods and
 * without the same policy, would let them in.
 */
function openSpelling(route: IstioRoute, at: Path, all: ApplicationRoutes): Finding[] {
  const open = all.besides(route).find(each => each.pathType !== 'Exact' && each.admits !== route.admits);
  return !open ? FINE : found('not-expressible', at, {
    reason: 'open-spelling', first: open.field, maker: makerOf(open.context.trait), path: open.path, route: route.path,
  });
}
