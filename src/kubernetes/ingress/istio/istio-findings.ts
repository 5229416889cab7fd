import { ApplicationRoutes } from './application-routes';
import { guardingGateway } from './guarding-gateway';
import { makerOf } from './istio-names';
import { IstioIngressProps } from './istio-props';
import { policyFindings } from './policy-findings';
import { IstioRoute, RoutedTrait, stickyService } from './routed-trait';
import { bad, Finding, FINE, found, saying, within } from '../../../findings/finding';
import { Path } from '../../../findings/path';
import { Claim } from '../../../objects/rendering';
import { isUnresolvedPath } from '../../../private/network';
import { regex } from '../../../private/regexes';
import { unsafe } from '../cookies';
import { Rule } from '../rule';
import { destinationRuleClaims, hostFindings } from '../trait-rules';

/** Reports all findings about a trait. */
export function traitFindings({ context, rules, routes }: RoutedTrait, all: ApplicationRoutes, props: IstioIngressProps): Finding[] {
  const { application } = context.binding;
  const gateway = guardingGateway(all, props);
  const isTrusted = props.insecureTrustsSpelling === true;
  return [
    ...rules.flatMap(rule => [
      ...within(['rules', rule.index], hostFindings(rule, props.domain, application)),
      ...rule.backend.findings,
      ...unnamedService(rule, stickyService(context, rule)),
      ...rule.cookie ? unsafe({ ...rule.cookie, field: ['rules', rule.index, 'destination', 'httpCookie'] }) : FINE,
    ]),
    ...routes.flatMap(route =>
      [...pathFindings(route), ...regexBesidePolicy(route, all), ...policyFindings(route, all, gateway, isTrusted)]),
  ];
}

function unnamedService({ index, cookie, backend }: Rule, service: string | undefined): Finding[] {
  if (!cookie || service !== undefined || backend.findings.length > 0) return FINE;
  return found('not-expressible', ['rules', index, 'destination', 'httpCookie'],
    saying('needs the name of the Service, by which the DestinationRule is named', "name the Service in 'destination.host'"));
}

/** The paths that Envoy compares as they are. */
const PLAIN = /^[A-Za-z0-9/_.~!$&()+,:=@-]*$/;
const MAX_REGEX = 1024;

function pathFindings({ path, pathType, field }: IstioRoute): Finding[] {
  const at = [...field, 'path'];
  if (pathType !== 'Regex') {
    return PLAIN.test(path) && !isUnresolvedPath(path) ? FINE : bad('invalid-path', saying('must have letters, digits and '
      + '\'/_.~!$&()+,:=@-\' only, and no "//", "/./" or "/../": Envoy compares paths as they are sent, with dots resolved',
    'write the path as it is sent, or a prefix that ends before it'), at, path);
  }
  return path.length > MAX_REGEX ? found('not-expressible', at, { reason: 'long-regex', max: MAX_REGEX }) : within(at, regex(path, ''));
}

/**
 * Reports a regular expression beside a policy. It precedes all prefixes, and the requests that it takes from a guarded prefix cannot be
 * excluded from the policy.
 */
function regexBesidePolicy({ pathType, rule, field, authorization }: IstioRoute, { byHost }: ApplicationRoutes): Finding[] {
  if (pathType !== 'Regex' || authorization) return FINE;
  const guarded = rule.hosts.flatMap(host => byHost.get(host)!).find(each => each.authorization);
  if (!guarded) return FINE;
  const given = { first: guarded.field, maker: makerOf(guarded.context.trait) };
  return found('not-expressible', [...field, 'pathType'], { reason: 'regex-beside-policy', ...given });
}

/** Claims what has to be the same or unique at a gateway, whoever declares it. */
export function traitClaims({ context, rules, secret }: RoutedTrait, { gateway }: IstioIngressProps): Claim[] {
  const { trait, binding: { application } } = context;
  const owner = `${application.namespace}/${application.name}`;
  const place = JSON.stringify([gateway.namespace, Object.entries(gateway.podLabels).sort()]);
  const claim = (key: string, value: string, field: Path, clash: Claim['clash']): Claim =>
    ({ key: `istio ${place} ${key}`, value, field, clash });
  const ofHost = (host: string, field: Path) => [
    claim(`host ${host}`, owner, field, given => found('duplicate-route', field, { reason: 'other-application', host, ...given })),
    claim(`certificate ${owner} ${host}`, secret ?? '', field,
      given => found('duplicate-route', field, { reason: 'other-certificate', host, ...given })),
  ];
  const field = trait.fields.spec?.tls?.secretName == null ? ['rules'] : ['tls', 'secretName'];
  return [
    ...rules.flatMap(({ hosts, index }) => hosts.flatMap(host => ofHost(host, ['rules', index]))),
    ...secret === undefined ? [] : [
      claim(`secret ${secret}`, owner, field, given => found('duplicate-certificate', field, { secret, ...given })),
    ],
    ...destinationRuleClaims(rules, application),
  ];
}
