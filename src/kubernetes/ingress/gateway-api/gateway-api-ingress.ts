import { backendRef, foreignNamespace, referenceGrant, routedBackend } from './destinations';
import { GATEWAY_API_INGRESS, GatewayApiIngressProps } from './gateway-api-props';
import { GatewayPolicies } from './gateway-policies';
import { able, IMPLEMENTATIONS } from './implementations/all';
import { Implementation, NamedRoute, ROUTE_GROUP } from './implementations/implementation';
import { ListenerSets } from './listener-sets';
import { Parent, parentsIn, ParentsOf, secretFindings } from './parents';
import { matchOf, oddPaths, pathFindings, typeFindings } from './route-paths';
import { Finding, FINE, found, within } from '../../../findings/finding';
import { Path } from '../../../findings/path';
import { MAX_PARENTS } from '../../../ingress/attachment';
import { GatewayApiVersion, isAtLeast, ListenerProtocol, portOf } from '../../../ingress/gateway-description';
import { MAX_NAME, shortened } from '../../../objects/names';
import { nothing, PlainObject, Rendered } from '../../../objects/rendering';
import { asProps, PlainValue } from '../../../private/check';
import { grouped } from '../../../private/grouped';
import { isHost } from '../../../private/network';
import { snapshot } from '../../../private/plain';
import { claimsOf, ComparedPath } from '../../../routes/claims';
import { AuthorizationPolicy } from '../../../traits/ingress-types';
import { authorizationOf } from '../authorization';
import { unsafe } from '../cookies';
import { claimedPath, DeclaredPath, declaredPaths, PathChecks, pathOf } from '../paths';
import { IngressContext, IngressParts, Rule, namedSecret } from '../rule';
import {
  cookieClaims, hostFindings, hostsIn, HostsOf, isWebLogic, removedTrait, rulesOf, TLS_HEADER,
} from '../trait-rules';

/** Renders HTTPRoutes of the Gateway API. */
export function gatewayApiIngress(props: GatewayApiIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  const parts: BesideRoutes = [new GatewayPolicies(given, hostsOf), new ListenerSets(given, hostsOf)];
  const isShared = given.listenerSets != null || IMPLEMENTATIONS[given.implementation]?.hasGatewayPolicies === true;
  return {
    check: () => GATEWAY_API_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), path => claimed(given, path)),
    render: context => {
      const removed = isShared ? removedTrait(context.ingressTraits(context.binding.application)) : FINE;
      return removed.length > 0 ? nothing(removed) : render(context, given, hostsOf, parts);
    },
    pods: () => given.pods ?? undefined,
    serving: () => describedObjects(given),
  };
}

/** The claim of a path. A regular expression is compared only with regular expressions. */
function claimed({ implementation, istio }: GatewayApiIngressProps, given?: PlainValue): ComparedPath {
  const { path, pathType } = pathOf(given?.path, given?.pathType);
  const trustsSpelling = istio?.insecureTrustsSpelling === true;
  return pathType !== 'Regex' ? { ...claimedPath(given), trustsSpelling }
    : { path, pathType, written: IMPLEMENTATIONS[implementation].regex?.write(path), trustsSpelling };
}

/** The objects that applications have beside the routes of their traits. */
type BesideRoutes = readonly [GatewayPolicies, ListenerSets];

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
      ...implementation.isCookieOfService ? cookieClaims(rules, application, 'service', rule => routedBackend(rule, context, true)) : [],
      ...parts[1].claimsOf(context, rules),
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

/** Whether the first of two rules has a cookie, and both name the same Service, or none. */
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
    spec: { parentRefs: parents.map(parent => ({ group: ROUTE_GROUP, ...parent })), hostnames: hosts, rules },
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

/** The Gateway of a description, with its implementation as the name of its class, and the namespaces whose labels are described. */
function describedObjects({ gateway, implementation }: GatewayApiIngressProps): PlainObject[] {
  const { name, namespace, allowedListeners, namespaceLabels = {} } = gateway;
  const listeners = gateway.listeners.map(listener => ({
    name: listener.name,
    ...listener.hostname == null || listener.hostname === '*' ? {} : { hostname: listener.hostname },
    port: portOf(listener),
    protocol: listener.protocol ?? ListenerProtocol.HTTPS,
    allowedRoutes: { namespaces: listener.allowedRoutes ?? {} },
  }));
  return [
    {
      apiVersion: `${ROUTE_GROUP}/v1`,
      kind: 'Gateway',
      metadata: { name, namespace },
      spec: {
        gatewayClassName: implementation,
        listeners,
        ...allowedListeners ? { allowedListeners: { namespaces: allowedListeners } } : {},
      },
    },
    ...Object.entries(namespaceLabels ?? {}).map(([each, labels]) =>
      ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: each, labels } })),
  ];
}

/** The part of a rule that becomes one HTTPRoute: hosts and paths that share a policy and a kind of listeners. */
interface RoutePart {
  readonly rule: Rule;
  readonly paths: readonly DeclaredPath[];
  readonly policy?: AuthorizationPolicy;
  readonly hosts: readonly string[];
  readonly parents: readonly Parent[];
  /** Whether requests arrive in plain text. */
  readonly isPlain: boolean;
  /** The end of its name, which distinguishes it from other parts of the rule. */
  readonly suffix: string;
}

const MAX_HOSTS = 16;
const MAX_RULES = 16;
const MAX_MATCHES = 128;

/** The parts of a rule: with and without policy, over TLS and in plain text, and within the limits of an HTTPRoute. */
export function partsOf(rule: Rule, parentsOf: ParentsOf): RoutePart[] {
  const byPolicy = [...grouped(declaredPaths(rule.given), ({ policy }) => [JSON.stringify(policy ?? null)]).values()];
  const bySecurity = [...grouped(rule.hosts, host => [parentsOf(host).isPlain])];
  return byPolicy.flatMap((paths, i) => bySecurity.flatMap(([isPlain, hosts], j) => {
    const few = chunks(hosts, MAX_HOSTS).flatMap(some => chunks(parentsOfAll(some, parentsOf), MAX_PARENTS).flatMap(parents =>
      chunks(paths, MAX_MATCHES).map(each => ({ hosts: some, parents, paths: each }))));
    return few.map((each, k): RoutePart => ({
      ...each,
      rule,
      isPlain,
      policy: paths[0].policy,
      suffix: [numbered('paths', i), numbered('hosts', j), numbered('part', k)].join(''),
    }));
  }));
}

const numbered = (what: string, i: number) => i > 0 ? `-${what}-${i}` : '';

/** The parents of all hosts, each listener once. */
function parentsOfAll(hosts: readonly string[], parentsOf: ParentsOf): Parent[] {
  return [...new Map(hosts.flatMap(host => parentsOf(host).parents).map(parent => [parent.sectionName, parent])).values()];
}

/** Splits paths into the rules of an HTTPRoute. */
export function byRule(paths: readonly DeclaredPath[], version: GatewayApiVersion): DeclaredPath[][] {
  return chunks(paths, isAtLeast(version, GatewayApiVersion.V1_2) ? MAX_MATCHES / 2 : MAX_MATCHES / MAX_RULES);
}

function chunks<T>(elements: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(elements.length / size) }, (_, i) => elements.slice(i * size, (i + 1) * size));
}

/** A trait, and the inputs with which it is rendered. */
interface AttachedTrait {
  readonly context: IngressContext;
  readonly props: GatewayApiIngressProps;
  readonly implementation: Implementation;
  readonly rules: readonly Rule[];
  readonly parentsOf: ParentsOf;
}

/** Reports all findings about a trait. */
function traitFindings(trait: AttachedTrait): Finding[] {
  const { context, props, rules, parentsOf } = trait;
  const hosts = rules.flatMap(rule => rule.hosts);
  return [
    ...rules.flatMap(rule => [
      ...within(['rules', rule.index], ruleFindings(rule, trait)),
      ...routedBackend(rule, context, props.rendersReferenceGrants ?? false).findings,
    ]),
    ...secretFindings(hosts, namedSecret(context.trait), parentsOf),
  ];
}

/** What an HTTPRoute and the objects beside it cannot express of each field of a path. */
const PATH: PathChecks<[path: DeclaredPath, implementation: Implementation, props: GatewayApiIngressProps]> = {
  pathType: typeFindings,
  path: pathFindings,
  authorizationPolicy: policyFindings,
};

function ruleFindings(rule: Rule, { context, props, implementation, parentsOf }: AttachedTrait): Finding[] {
  const invalid = hostFindings(rule, props.domain, context.binding.application);
  return [
    ...invalid,
    ...invalid.length > 0 ? FINE : rule.hosts.flatMap(host => within(placeOf(host, rule), parentsOf(host).findings)),
    ...declaredPaths(rule.given).flatMap(path =>
      within(['paths', path.index ?? 0], Object.values(PATH).flatMap(check => check(path, implementation, props)))),
    ...cookieFindings(rule, implementation),
  ];
}

/** The field of a rule that names a host. */
function placeOf(host: string, { given: { hosts = [] } }: Rule): Path {
  const index = hosts.findIndex(each => isHost(each) && each.trim().toLowerCase() === host);
  return index < 0 ? ['hosts'] : ['hosts', index];
}

function policyFindings(
  { policy }: DeclaredPath, { authorize, hasGatewayPolicies, title }: Implementation, { jwtIssuers = [] }: GatewayApiIngressProps,
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
