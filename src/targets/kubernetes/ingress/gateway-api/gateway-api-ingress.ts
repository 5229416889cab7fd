import { GATEWAY_API_INGRESS, GatewayApiIngressProps, ROUTE_GROUP } from './gateway-api-props';
import { GatewayPolicies } from './gateway-policies';
import { able, IMPLEMENTATIONS, Implementation, NamedRoute } from './implementations/all';
import { ListenerSets, parentsIn, ParentsOf } from './listeners';
import { GATEWAY_CONTROLLERS, IngressController } from '../../../ingress/ingress-controller';
import { serviceName } from '../../../../cluster/checks/pods';
import { Finding, FINE, found, within, bad, ownWords } from '../../../../base/findings/finding';
import {
  allowedInManifest, MAX_PARENTS, GatewayApiVersion, isAtLeast, ListenerProtocol, listenerPort,
} from '../../../ingress/gateway-description';
import { MAX_NAME, shortenedName } from '../../../../cluster/objects/names';
import { asObject, asProps, grouped } from '../../../../base/check';
import { isDnsLabel } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { IngressPathType } from '../../../../model/traits/ingress-types';
import { authorizationOf, PlainPolicy } from '../authorization';
import { unsafeCookie } from '../cookies';
import { Backend } from '../../services';
import { describedNamespaces } from '../../metrics/prometheus-operator';
import type { IngressParts } from '../ingress-provider';
import {
  BackendOf, cookieClaims, IngressContext, isWebLogic, literalClaim, namedSecret, normalizedPath, PathChecks,
  pathsOfRule, PlainDestination, removedTrait, RoutedPath, routesIn, Rule, ruleHostFindings, RulePath, rulesOfTrait,
  TLS_HEADER, traitName,
} from '../ingress-rules';
import { regex } from '../../../../base/regexes';
import { isUnresolvedPath } from '../../../../base/addresses';
import { noObjects, PlainObject } from '../../../../cluster/objects/rendered';

/** Renders HTTPRoutes of the Gateway API. */
export function gatewayApiIngress(props: GatewayApiIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const { domain, rendersReferenceGrants = false } = given;
  const implementation = IMPLEMENTATIONS[given.implementation];
  const beside = [new GatewayPolicies(given), new ListenerSets(given)] as const;
  const isShared = given.listenerSets != null || implementation?.hasGatewayPolicies === true;
  const backendOf: BackendOf = (destination, index, context) =>
    routedBackend(destination, index, context, rendersReferenceGrants);
  return {
    check: () => GATEWAY_API_INGRESS(taken, ''),
    routesOf: routesIn(domain, each => {
      const { path, pathType } = normalizedPath(each?.path, each?.pathType);
      const trustsSpelling = given.istio?.insecureTrustsSpelling === true;
      // a regular expression is compared only with regular expressions
      return pathType !== 'Regex' ? { ...literalClaim(each), trustsSpelling }
        : { path, pathType, written: implementation.regex?.write(path), trustsSpelling };
    }),
    render: context => {
      const { application } = context.binding;
      const removed = isShared ? removedTrait(context.ingressTraits(application)) : FINE;
      if (removed.length > 0) return noObjects(removed);
      const rules = rulesOfTrait(context, domain, backendOf);
      const trait = { context, props: given, implementation, rules, parentsOf: parentsIn(context, given) };
      return {
        // each route comes after the objects that belong to it: nothing is served before its guards exist
        objects: [...beside.flatMap(each => each.objectsOf(context)), ...oddPathRoutes(trait), ...routeObjects(trait)],
        findings: [...gatewayTraitFindings(trait), ...beside.flatMap(each => each.findingsOf(context))],
        claims: [
          ...implementation.isCookieOfService ? cookieClaims(rules, application, 'service') : [],
          ...beside[1].claimsOf(context, rules),
        ],
      };
    },
    pods: () => given.pods ?? undefined,
    serving: () => describedObjects(given),
    controller: () => {
      const { gateway: gatewayDescription, sectionNames, pods } = given;
      const name = GATEWAY_CONTROLLERS.find(each => each === given.implementation);
      const attached = { gatewayDescription, sectionNames, ...pods };
      return name === 'envoy-gateway' ? IngressController.envoyGateway(attached)
        : name && IngressController.nginxGatewayFabric(attached);
    },
  };
}

/** The Gateway of a description, its implementation as the name of its class, and the namespaces that are described. */
function describedObjects({ gateway, implementation }: GatewayApiIngressProps): PlainObject[] {
  const { name, namespace, allowedListeners, namespaceLabels } = gateway;
  const listeners = gateway.listeners.map(listener => ({
    name: listener.name,
    ...listener.hostname == null || listener.hostname === '*' ? {} : { hostname: listener.hostname },
    port: listenerPort(listener),
    protocol: listener.protocol ?? ListenerProtocol.HTTPS,
    ...listener.allowedRoutes && { allowedRoutes: allowedInManifest(listener.allowedRoutes) },
  }));
  const allowed = allowedListeners ? { allowedListeners: allowedInManifest(allowedListeners) } : {};
  const spec = { gatewayClassName: implementation, listeners, ...allowed };
  return [
    { apiVersion: `${ROUTE_GROUP}/v1`, kind: 'Gateway', metadata: { name, namespace }, spec },
    ...describedNamespaces(namespaceLabels),
  ];
}

/** A trait, and the inputs with which it is rendered. */
interface AttachedTrait {
  readonly context: IngressContext;
  readonly props: GatewayApiIngressProps;
  readonly implementation: Implementation;
  readonly rules: readonly Rule[];
  readonly parentsOf: ParentsOf;
}

/** The routes of all rules, and the objects that guard them or keep sessions. */
function routeObjects({ context, props, implementation, rules, parentsOf }: AttachedTrait): PlainObject[] {
  const { gateway: { apiVersion }, jwtIssuers = [], rendersReferenceGrants = false } = props;
  // before version 1.2, each rule of a route has its own small limit
  const isTogether = isAtLeast(apiVersion ?? GatewayApiVersion.V1_2, GatewayApiVersion.V1_2);
  const matchesOfRule = isTogether ? MAX_MATCHES / 2 : MAX_MATCHES / MAX_RULES;
  const parts = rules.flatMap(rule => routePartsOf(rule, parentsOf));
  return parts.flatMap((part, i) => {
    const { rule, policy, paths } = part;
    const { service, port, namespace: serviceNamespace } = rule.backend;
    const own = namedRoute(context, i === 0 ? '' : `-rule-${rule.index}${part.suffix}`);
    const route = { ...own, service, serviceNamespace };
    // where cookies belong to Services, an earlier rule may have rendered the object for this one
    const { destination } = rule.given;
    const isRendered = implementation.isCookieOfService && parts.slice(0, i).some(({ rule: { given } }) =>
      given.destination?.httpCookie != null && given.destination.host === destination?.host);
    // TLS ends at the Gateway; a value that a client sends is never trusted
    const requestHeaderModifier = part.isPlain ? { remove: [TLS_HEADER.name] } : { set: [TLS_HEADER] };
    const filters = isWebLogic(context) ? { filters: [{ type: 'RequestHeaderModifier', requestHeaderModifier }] } : {};
    const namespaced = serviceNamespace === undefined ? {} : { namespace: serviceNamespace };
    const backendRefs = [{ group: '', kind: 'Service', name: service, ...namespaced, port, weight: 1 }];
    return [
      ...policy && implementation.authorize
        ? implementation.authorize(route, authorizationOf(policy, jwtIssuers), jwtIssuers).objects : [],
      ...rule.cookie && !isRendered && implementation.cookie ? [implementation.cookie(route, rule.cookie)] : [],
      // allows routes of this namespace to lead to a Service of another one
      ...serviceNamespace !== undefined && rendersReferenceGrants ? [{
        apiVersion: `${ROUTE_GROUP}/v1beta1`,
        kind: 'ReferenceGrant',
        metadata: { name: shortenedName(`${own.namespace}.${own.name}`, MAX_NAME), namespace: serviceNamespace },
        spec: {
          from: [{ group: ROUTE_GROUP, kind: 'HTTPRoute', namespace: own.namespace }],
          to: [{ group: '', kind: 'Service', name: service }],
        },
      }] : [],
      httpRoute(context, part, own, chunks(paths, matchesOfRule).map(some =>
        ({ matches: some.map(path => matchOfPath(path, implementation)), ...filters, backendRefs }))),
    ];
  });
}

/**
 * Routes without a backend, for paths that an application may interpret as guarded ones: nothing answers them. They
 * take precedence over all prefixes of their hosts: of all hosts if paths have different policies, or only some have
 * one; otherwise of the hosts with a policy that are not guarded as a whole.
 */
function oddPathRoutes({ context, implementation, rules, parentsOf }: AttachedTrait): PlainObject[] {
  const { oddPaths } = implementation;
  const paths = rules.flatMap(pathsOfRule);
  const isMixed = new Set(paths.map(({ policy }) => JSON.stringify(policy ?? null))).size > 1;
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))].filter(host => {
    const own = paths.filter(({ rule }) => rule.hosts.includes(host));
    return isMixed || own.some(({ policy }) => policy)
      && !own.some(({ path, pathType }) => path === '/' && pathType === 'Prefix');
  });
  if (oddPaths === undefined || hosts.length === 0) return [];
  const given = { paths: [{ path: oddPaths, pathType: IngressPathType.REGEX }] };
  return routePartsOf({ index: 0, given, hosts, backend: { findings: FINE } }, parentsOf).map(part =>
    httpRoute(context, part, namedRoute(context, `-odd-paths${part.suffix}`),
      [{ matches: part.paths.map(path => matchOfPath(path, implementation)) }]));
}

/** The name of one of the HTTPRoutes of an IngressTrait, at most as long as Kubernetes allows. */
function namedRoute(context: IngressContext, suffix: string): NamedRoute {
  const name = shortenedName(`${traitName(context)}${suffix}`, MAX_NAME);
  return { name, namespace: context.binding.application.namespace };
}

/** Renders an HTTPRoute for a part of a rule, with the labels and annotations of the IngressTrait. */
function httpRoute(
  { trait }: IngressContext, { hosts, parents }: RoutePart, { name, namespace }: NamedRoute, rules: readonly object[],
): PlainObject {
  const metadata = { ...trait.fields.metadata, name, namespace };
  const spec = { parentRefs: parents.map(parent => ({ group: ROUTE_GROUP, ...parent })), hostnames: hosts, rules };
  return { apiVersion: `${ROUTE_GROUP}/v1`, kind: 'HTTPRoute', metadata, spec };
}

const TYPES: Readonly<Record<string, string>> = { Exact: 'Exact', Prefix: 'PathPrefix', Regex: 'RegularExpression' };

/** A path as an HTTPRoute matches it. */
function matchOfPath({ path, pathType }: RoutedPath, { regex: dialect }: Implementation): object {
  return { path: { type: TYPES[pathType], value: pathType === 'Regex' && dialect ? dialect.write(path) : path } };
}

/** The part of a rule that becomes one HTTPRoute: hosts and paths that share a policy and a kind of listeners. */
interface RoutePart {
  readonly rule: Rule;
  readonly paths: readonly RoutedPath[];
  readonly policy?: PlainPolicy;
  readonly hosts: readonly string[];
  readonly parents: ReturnType<ParentsOf>['parents'];
  /** Whether requests arrive in plain text. */
  readonly isPlain: boolean;
  /** The end of its name, which distinguishes it from other parts of the rule. */
  readonly suffix: string;
}

const MAX_HOSTS = 16;
const MAX_RULES = 16;
const MAX_MATCHES = 128;

/** The parts of a rule: with and without policy, over TLS and in plain text, and within the limits of an HTTPRoute. */
function routePartsOf(rule: Rule, parentsOf: ParentsOf): RoutePart[] {
  const byPolicy = [...grouped(pathsOfRule(rule), ({ policy }) => [JSON.stringify(policy ?? null)]).values()];
  const bySecurity = [...grouped(rule.hosts, host => [parentsOf(host).isPlain])];
  const numbered = (what: string, i: number) => i > 0 ? `-${what}-${i}` : '';
  return byPolicy.flatMap((samePolicy, i) => bySecurity.flatMap(([isPlain, sameSecurity], j) => {
    const few = chunks(sameSecurity, MAX_HOSTS).flatMap(hosts => {
      // the parents of all hosts, each listener once
      const parents = new Map(hosts.flatMap(host => parentsOf(host).parents).map(each => [each.sectionName, each]));
      return chunks([...parents.values()], MAX_PARENTS).flatMap(some =>
        chunks(samePolicy, MAX_MATCHES).map(paths => ({ hosts, parents: some, paths })));
    });
    return few.map((each, k): RoutePart => ({
      ...each,
      rule,
      isPlain,
      policy: samePolicy[0].policy,
      suffix: `${numbered('paths', i)}${numbered('hosts', j)}${numbered('part', k)}`,
    }));
  }));
}

/** Splits a list, since an HTTPRoute accepts only a certain number of parents and of matches. */
function chunks<T>(elements: readonly T[], size: number): T[][] {
  const count = Math.ceil(elements.length / size);
  return Array.from({ length: count }, (_, i) => elements.slice(i * size, (i + 1) * size));
}

/**
 * Resolves the backend of a rule. A Service of another namespace, `<service>.<namespace>` with or without the domain of
 * the cluster, needs a ReferenceGrant.
 */
function routedBackend(
  destination: PlainDestination | undefined, index: number, { services, binding }: IngressContext, isGranted: boolean,
): Backend {
  const { host, port } = asObject<PlainDestination>(destination);
  const [, service, namespace] = /^([^.]+)\.([^.]+?)(?:\.svc(?:\.cluster\.local)?)?$/.exec(host ?? '') ?? [];
  if (namespace === undefined || namespace === binding.application.namespace) {
    return services.backend(binding, destination, index);
  }
  const at = ['rules', index, 'destination'];
  const isName = serviceName(service, '').length === 0 && isDnsLabel(namespace);
  return {
    service,
    namespace,
    port,
    findings: [
      ...isName ? FINE : bad('invalid-name', 'service-of-ingress', [...at, 'host'], host),
      ...isGranted ? FINE
        : found('not-expressible', [...at, 'host'], { reason: 'other-namespace', service, namespace }),
      ...port != null ? FINE : found('missing-field', [...at, 'port'], { reason: 'required', way: 'port' }),
    ],
  };
}

/** Reports all findings about a trait. */
function gatewayTraitFindings({ context, props, implementation, rules, parentsOf }: AttachedTrait): Finding[] {
  // without a ListenerSet, a host has the certificate of its listener: a trait cannot name another
  const secretName = namedSecret(context.trait);
  const hosts = secretName === undefined ? [] : [...new Set(rules.flatMap(rule => rule.hosts))];
  const others = hosts.filter(host => parentsOf(host).secrets.some(secret => secret !== secretName));
  return [
    ...rules.flatMap(rule => {
      const invalid = ruleHostFindings(rule, props.domain, context.binding.application);
      const named = (rule.given.hosts ?? []).map(each => each.trim().toLowerCase());
      return [
        ...within(['rules', rule.index], [
          ...invalid,
          ...invalid.length > 0 ? FINE : rule.hosts.flatMap(host => {
            const index = named.indexOf(host);
            return within(index < 0 ? ['hosts'] : ['hosts', index], parentsOf(host).findings);
          }),
          ...cookieFindings(rule, implementation),
        ]),
        ...pathsOfRule(rule).flatMap(path =>
          within(path.field, Object.values(PATH).flatMap(check => check(path, implementation, props)))),
        ...rule.backend.findings,
      ];
    }),
    ...others.length > 0
      ? found('not-expressible', 'tls.secretName', { reason: 'secret-of-gateway', hosts: others }) : FINE,
  ];
}

/** Rejects a session cookie that the implementation of the Gateway does not support, or not for so long. */
function cookieFindings({ cookie }: Rule, { cookie: render, maxTtl: max = Infinity, title }: Implementation) {
  const field = ['destination', 'httpCookie'];
  if (!cookie) return FINE;
  if (!render) {
    const ways = able('cookie');
    return found('not-expressible', field, { reason: 'cookie-of-gateway', implementation: title, able: ways });
  }
  const { ttl: seconds } = cookie;
  return [
    ...unsafeCookie({ ...cookie, field }),
    ...seconds <= max ? FINE
      : found('not-expressible', [...field, 'ttl'], { reason: 'long-cookie', implementation: title, max, seconds }),
  ];
}

/** The longest path that an HTTPRoute accepts. */
const MAX_PATH = 1024;
/** The exact paths and prefixes that an HTTPRoute accepts. */
const LITERAL = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;
/** The paths that every program interprets in the same way. */
const PLAIN = /^[A-Za-z0-9/_.~-]+$/;

/**
 * Reports values of a path's fields that no HTTPRoute or object beside it expresses, or that the API server rejects.
 */
const PATH: PathChecks<[path: RulePath, implementation: Implementation, props: GatewayApiIngressProps]> = {
  pathType: ({ pathType }, { regex: dialect, title }) => {
    if (pathType === 'ImplementationSpecific') {
      return found('not-expressible', 'pathType', { reason: 'implementation-specific' });
    }
    const ways = { implementation: title, able: able('regex') };
    return pathType !== 'Regex' || dialect ? FINE
      : found('not-expressible', 'pathType', { reason: 'regex-of-gateway', ...ways });
  },
  path: ({ path, pathType, policy }, { regex: dialect, oddPaths }) => {
    const isRegex = pathType === 'Regex';
    if (isRegex && !dialect || pathType === 'ImplementationSpecific') return FINE;
    const { length } = isRegex ? dialect!.write(path) : path;
    if (length > MAX_PATH) return found('invalid-path', 'path', { reason: 'long', max: MAX_PATH, count: length });
    if (isRegex) return within('path', [...regex(path, ''), ...dialect!.refuses?.(path) ?? FINE]);
    if (isUnresolvedPath(path)) {
      return bad('invalid-path', ownWords('must have no "//", "/./", "/../" or "%2f" in an HTTPRoute',
        'write the path as it is after these are resolved'), 'path', path);
    }
    if (!LITERAL.test(path)) {
      return bad('invalid-path', ownWords(
        "must have letters, digits and the characters -/._~!$&'()*+,;=:@ only in an HTTPRoute",
        'encode others, such as "%22" for a quotation mark'), 'path', path);
    }
    if (!policy || oddPaths === undefined || PLAIN.test(path)) return FINE;
    return bad('invalid-path', ownWords("must have letters, digits, '/', '_', '.', '~' and '-' only "
      + 'where it has an authorization policy, since others can be sent encoded and miss it',
    'guard a prefix that ends before them'), 'path', path);
  },
  authorizationPolicy: ({ policy }, { authorize, hasGatewayPolicies, title }, { jwtIssuers = [] }) => {
    if (!policy || hasGatewayPolicies) return FINE;
    if (!authorize) {
      const needed = { reason: 'policy-of-gateway', implementation: title, able: able('authorize') } as const;
      return found('not-expressible', 'authorizationPolicy', needed);
    }
    const authorization = authorizationOf(policy, jwtIssuers);
    const { findings } = authorize({ name: '' }, authorization, jwtIssuers);
    return within('authorizationPolicy', [...authorization.findings, ...findings]);
  },
};
