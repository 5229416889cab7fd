import { describedObjects } from './described-objects';
import { backendRef, foreignNamespace, referenceGrant, routedBackend } from './destinations';
import { GATEWAY_API_INGRESS, GatewayApiIngressProps } from './gateway-api-props';
import { GatewayPolicies } from './gateway-policies';
import { oddPaths } from './guarded-paths';
import { IMPLEMENTATIONS } from './implementations/all';
import { Implementation, NamedRoute, ROUTE_GROUP } from './implementations/implementation';
import { ListenerSets } from './listener-sets';
import { ParentsOf, parentRef, parentsIn } from './parents';
import { RoutePart, byRule, partsOf } from './route-groups';
import { matchOf } from './route-paths';
import { traitFindings } from './trait-findings';
import { FINE } from '../../../findings/finding';
import { GatewayApiVersion } from '../../../ingress/gateway-description';
import { MAX_NAME, shortened } from '../../../objects/names';
import { PlainObject, Rendered, nothing } from '../../../objects/rendering';
import { PlainValue, asProps } from '../../../private/check';
import { memo } from '../../../private/memo';
import { snapshot } from '../../../private/plain';
import { ComparedPath, claimsOf } from '../../../routes/claims';
import { authorizationOf } from '../authorization';
import { claimedPath, pathOf, spellingOf } from '../paths';
import { IngressContext, IngressParts, Rule } from '../rule';
import { DeclaredTraits, HostsOf, TLS_HEADER, destinationRuleClaims, hostsIn, isWebLogic, removedTrait, rulesOf } from '../trait-rules';

/** Renders HTTPRoutes of the Gateway API. */
export function gatewayApiIngress(props: GatewayApiIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  const declared: DeclaredTraits = memo(() => []);
  const parts = [new GatewayPolicies(given, hostsOf, declared), new ListenerSets(given, hostsOf, declared)];
  const isShared = given.listenerSets != null || IMPLEMENTATIONS[given.implementation]?.hasGatewayPolicies === true;
  return {
    check: () => GATEWAY_API_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), path => claimed(given, path)),
    render: context => {
      const traits = declared(context.binding.application);
      if (context.isOutline) traits.push(context);
      const removed = isShared && !context.isOutline ? removedTrait(traits) : FINE;
      return removed.length > 0 ? nothing(removed) : render(context, given, hostsOf, parts);
    },
    pods: () => given.pods ?? undefined,
    serving: () => describedObjects(given),
  };
}

/** The claim of a path. A regular expression is compared only with regular expressions. */
function claimed({ implementation, istio }: GatewayApiIngressProps, given?: PlainValue): ComparedPath {
  const { path, pathType } = pathOf(given?.path, given?.pathType);
  const { regex, oddPaths: kept } = IMPLEMENTATIONS[implementation];
  const spelling = kept ? 'closed' : spellingOf(istio);
  return pathType !== 'Regex' ? { ...claimedPath(given), spelling } : { path, pathType, written: regex?.write(path), spelling };
}

/** The objects that applications have beside the routes of their traits. */
type BesideRoutes = readonly (GatewayPolicies | ListenerSets)[];

function render(context: IngressContext, props: GatewayApiIngressProps, hostsOf: HostsOf, parts: BesideRoutes): Rendered {
  const { binding: { application } } = context;
  const implementation = IMPLEMENTATIONS[props.implementation];
  const parentsOf = parentsIn(application, props);
  const rules = rulesOf(context, hostsOf);
  return {
    objects: [
      ...parts.flatMap(part => part.objectsOf(context)),
      ...closed(context, rules, parentsOf, implementation),
      ...routed(context, props, rules, parentsOf),
    ],
    findings: [
      ...traitFindings({ context, props, implementation, rules, parentsOf }),
      ...parts.flatMap(part => part.findingsOf(context)),
    ],
    claims: [
      ...implementation.isCookieOfService ? destinationRuleClaims(rules, application, rule => routedBackend(rule, context, true)) : [],
      ...parts.flatMap(part => part.claimsOf(context, rules)),
    ],
  };
}

/** The routes of all rules, each after the objects that belong to it: nothing is served before its guards exist. */
function routed(context: IngressContext, props: GatewayApiIngressProps, rules: readonly Rule[], parentsOf: ParentsOf): PlainObject[] {
  const parts = rules.flatMap(rule => partsOf(rule, parentsOf));
  return parts.flatMap((part, i) => {
    const end = i === 0 ? '' : `-rule-${part.rule.index}${part.suffix}`;
    const before = parts.slice(0, i);
    return routeObjects(context, props, part, named(context, end), before);
  });
}

function named({ binding, trait: { fields: { metadata } } }: IngressContext, end: string): NamedRoute {
  return { name: shortened(`${metadata?.name ?? binding.componentName}${end}`, MAX_NAME), namespace: binding.application.namespace };
}

function routeObjects(
  context: IngressContext, props: GatewayApiIngressProps, part: RoutePart, name: NamedRoute, before: readonly RoutePart[],
): PlainObject[] {
  const { rule, policy, isPlain } = part;
  const { gateway: { apiVersion }, jwtIssuers = [], rendersReferenceGrants = false } = props;
  const implementation = IMPLEMENTATIONS[props.implementation];
  const namespace = foreignNamespace(rule, context);
  const backend = routedBackend(rule, context, rendersReferenceGrants);
  const route = { ...name, service: backend.service, serviceNamespace: namespace };
  const isSticky = rule.cookie && !(implementation.isCookieOfService && before.some(each => isSameService(each.rule, rule)));
  const filters = isWebLogic(context) ? [tlsHeader(isPlain)] : [];
  const spec = (paths: RoutePart['paths']) => ({
    matches: paths.map(path => matchOf(path, implementation)),
    ...filters.length > 0 ? { filters } : {},
    backendRefs: [backendRef(backend)],
  });
  return [
    ...policy && implementation.authorize ? implementation.authorize(route, authorizationOf(policy, jwtIssuers), jwtIssuers).objects : [],
    ...isSticky && implementation.cookie ? [implementation.cookie(route, rule.cookie!)] : [],
    ...namespace !== undefined && rendersReferenceGrants ? [referenceGrant(route, namespace, backend)] : [],
    httpRoute(context, part, route, byRule(part.paths, apiVersion ?? GatewayApiVersion.V1_2).map(spec)),
  ];
}

/** Whether two rules lead to one Service, whose name need not be known yet. */
function isSameService({ given: { destination } }: Rule, { given }: Rule): boolean {
  return destination?.httpCookie != null && destination.host === given.destination?.host;
}

/** TLS ends at the Gateway. A value that a client sends is never trusted. */
function tlsHeader(isPlain: boolean): object {
  const requestHeaderModifier = isPlain ? { remove: [TLS_HEADER.name] } : { set: [TLS_HEADER] };
  return { type: 'RequestHeaderModifier', requestHeaderModifier };
}

function httpRoute({ trait }: IngressContext, { hosts, parents }: RoutePart, { name, namespace }: NamedRoute, rules: readonly object[]) {
  return {
    apiVersion: `${ROUTE_GROUP}/v1`,
    kind: 'HTTPRoute',
    metadata: { ...trait.fields.metadata, name, namespace },
    spec: { parentRefs: parents.map(parentRef), hostnames: hosts, rules },
  };
}

/**
 * Routes without a backend, for paths that an application may interpret as guarded ones. They take precedence over all prefixes of their
 * hosts.
 */
function closed(context: IngressContext, rules: readonly Rule[], parentsOf: ParentsOf, implementation: Implementation): PlainObject[] {
  const rule = oddPaths(rules, implementation);
  return (rule ? partsOf(rule, parentsOf) : []).map(part => {
    const matches = part.paths.map(path => matchOf(path, implementation));
    return httpRoute(context, part, named(context, `-odd-paths${part.suffix}`), [{ matches }]);
  });
}
