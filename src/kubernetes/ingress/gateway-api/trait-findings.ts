import { routedBackend } from './destinations';
import { GatewayApiIngressProps } from './gateway-api-props';
import { PlacedPath, oddPaths, placed, policiesOf } from './guarded-paths';
import { able } from './implementations/all';
import { Implementation } from './implementations/implementation';
import { ParentsOf, secretFindings } from './parents';
import { pathFindings } from './route-paths';
import { FINE, Finding, found, within } from '../../../findings/finding';
import { Path } from '../../../findings/path';
import { isHost } from '../../../private/network';
import { authorizationOf } from '../authorization';
import { unsafe } from '../cookies';
import { DeclaredPath, declaredPaths } from '../paths';
import { IngressContext, Rule } from '../rule';
import { hostFindings } from '../trait-rules';

/** A trait, and the inputs with which it is rendered. */
export interface AttachedTrait {
  readonly context: IngressContext;
  readonly props: GatewayApiIngressProps;
  readonly implementation: Implementation;
  readonly rules: readonly Rule[];
  readonly parentsOf: ParentsOf;
}

/** Reports all findings about a trait. */
export function traitFindings(trait: AttachedTrait): Finding[] {
  const { context, props, rules, parentsOf } = trait;
  const hosts = rules.flatMap(rule => rule.hosts);
  return [
    ...rules.flatMap(rule => [
      ...within(['rules', rule.index], ruleFindings(rule, trait)),
      ...routedBackend(rule, context, props.rendersReferenceGrants ?? false).findings,
    ]),
    ...secretFindings(hosts, context.trait.fields.spec?.tls?.secretName as string | undefined, parentsOf),
    ...longExpressions(trait),
  ];
}

function ruleFindings(rule: Rule, { context, props, implementation, parentsOf }: AttachedTrait): Finding[] {
  const invalid = hostFindings(rule, props.domain, context.binding.application);
  const paths = declaredPaths(rule.given);
  return [
    ...invalid,
    ...invalid.length > 0 ? FINE : rule.hosts.flatMap(host => within(placeOf(host, rule), parentsOf(host).findings)),
    ...pathFindings(paths, implementation),
    ...paths.flatMap(path => within(['paths', path.index ?? 0], policyFindings(path, props, implementation))),
    ...cookieFindings(rule, implementation),
  ];
}

/** The field of a rule that names a host. */
function placeOf(host: string, { given: { hosts = [] } }: Rule): Path {
  const index = hosts.findIndex(each => isHost(each) && each.trim().toLowerCase() === host);
  return index < 0 ? ['hosts'] : ['hosts', index];
}

function policyFindings(
  { policy }: DeclaredPath, { jwtIssuers = [] }: GatewayApiIngressProps, { authorize, hasGatewayPolicies, title }: Implementation,
): Finding[] {
  if (!policy || hasGatewayPolicies) return FINE;
  if (!authorize) {
    return found('not-expressible', 'authorizationPolicy', { reason: 'policy-of-gateway', implementation: title, able: able('authorize') });
  }
  const authorization = authorizationOf(policy, jwtIssuers);
  return within('authorizationPolicy', [...authorization.findings, ...authorize({ name: '' }, authorization, jwtIssuers).findings]);
}

function cookieFindings({ cookie }: Rule, implementation: Implementation): Finding[] {
  const field = ['destination', 'httpCookie'];
  if (!cookie) return FINE;
  const { cookie: isAble, maxTtl: max = Infinity, title } = implementation;
  if (isAble) {
    return [
      ...unsafe({ ...cookie, field }),
      ...cookie.ttl <= max ? FINE
        : found('not-expressible', [...field, 'ttl'], { reason: 'long-cookie', implementation: title, max, seconds: cookie.ttl }),
    ];
  }
  return found('not-expressible', field, { reason: 'cookie-of-gateway', implementation: title, able: able('cookie') });
}

/** Reports regular expressions that precede the one which keeps odd paths out. */
function longExpressions({ rules, implementation }: AttachedTrait): Finding[] {
  const { regex, oddPaths: odd } = implementation;
  if (!regex || odd === undefined) return FINE;
  const guarded = oddPaths(rules, implementation)?.hosts ?? [];
  const isMixed = policiesOf(rules).length > 1;
  const isLong = ({ path, pathType, policy, rule }: PlacedPath) =>
    pathType === 'Regex' && (!policy || isMixed) && path.length >= odd.length && rule.hosts.some(host => guarded.includes(host));
  return placed(rules).filter(isLong)
    .flatMap(({ at }) => found('not-expressible', [...at, 'path'], { reason: 'guarded-regex', max: odd.length }));
}
