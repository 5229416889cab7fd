import { backendRef, foreignNamespace, referenceGrant, routedBackend } from './destinations';
import { GATEWAY_API_INGRESS, GatewayApiIngressProps } from './gateway-api-props';
import { GatewayPolicies } from './gateway-policies';
import { able, IMPLEMENTATIONS } from './implementations/all';
import { Implementation, NamedRoute, ROUTE_GROUP } from './implementations/implementation';
import { Parent, parentsIn, ParentsOf, secretFindings, listenerOf } from './parents';
import { Finding, FINE, found, within, Path, bad, saying } from '../../../../base/findings/finding';
import {
  MAX_PARENTS, GatewayApiVersion, isAtLeast, ListenerProtocol, listenerPort, MAX_LISTENERS,
} from '../../../ingress/gateway-description';
import { MAX_NAME, shortened } from '../../../../cluster/objects/names';
import { nothing, PlainObject, Rendered, Claim } from '../../../../cluster/objects/object-index';
import { asProps, PlainValue, grouped, listOf } from '../../../../base/check';
import { isHost, isUnresolvedPath } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { claimsOf, ComparedPath } from '../../../../cluster/routes/claims';
import { AuthorizationPolicy, IngressPathType } from '../../../../model/traits/ingress-types';
import { authorizationOf } from '../authorization';
import { unsafe } from '../cookies';
import {
  claimedPath, DeclaredPath, declaredPaths, PathChecks, pathOf, placed, RoutedPath, IngressContext, IngressParts, Rule,
  namedSecret, cookieClaims, hostFindings, hostsIn, HostsOf, isWebLogic, removedTrait, rulesOf, TLS_HEADER, PlainRule,
  TraitOfBinding,
} from '../rule';
import { certificateObject, issuerAnnotations, secretFor } from '../../../ingress/tls-certificate';
import { ApplicationModel } from '../../../../model/platform/model';
import { regex } from '../../../../base/regexes';

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
    return routeObjects(context, props, part, namedRoute(context, end), before);
  });
}

function namedRoute({ binding, trait: { fields: { metadata } } }: IngressContext, end: string): NamedRoute {
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
    return httpRoute(context, part, namedRoute(context, `-odd-paths${part.suffix}`), [{ matches }]);
  });
}

/** The Gateway of a description, with its implementation as the name of its class, and the namespaces whose labels are described. */
function describedObjects({ gateway, implementation }: GatewayApiIngressProps): PlainObject[] {
  const { name, namespace, allowedListeners, namespaceLabels = {} } = gateway;
  const listeners = gateway.listeners.map(listener => ({
    name: listener.name,
    ...listener.hostname == null || listener.hostname === '*' ? {} : { hostname: listener.hostname },
    port: listenerPort(listener),
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
function byRule(paths: readonly DeclaredPath[], version: GatewayApiVersion): DeclaredPath[][] {
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

/** A host, and the Secret with its certificate. */
interface CertifiedHost {
  readonly host: string;
  readonly secretName: string;
}

/** Lets cert-manager answer HTTP-01 challenges at the Gateway: a ListenerSet has no listener for plain text. */
const HTTP01_AT_GATEWAY = { 'acme.cert-manager.io/http01-parentreffallback': 'true' };

/** The ListenerSets of applications, one for each: the first trait of an application renders it, with the hosts of all traits. */
class ListenerSets {
  public constructor(private readonly props: GatewayApiIngressProps, private readonly hostsOf: HostsOf) {}

  /** The objects of an application: the ListenerSet with its first trait, the Certificate with the first that names no Secret. */
  public objectsOf({ trait, binding: { application }, ingressTraits }: IngressContext): PlainObject[] {
    if (!this.props.listenerSets) return [];
    const all = ingressTraits(application);
    const traits = all.map(each => each.trait);
    const certified = traits.find(each => namedSecret(each) === undefined);
    return [
      ...certified === trait ? this.certificatesOf(application, this.certified(all)) : [],
      ...traits[0] === trait ? [this.listenerSetOf(application, this.certified(all))] : [],
    ];
  }

  /** Claims hosts: a host has one listener, with one certificate, in the whole cluster. */
  public claimsOf({ trait, binding: { application } }: IngressContext, rules: readonly Rule[]): Claim[] {
    const { listenerSets, gateway } = this.props;
    const secretName = namedSecret(trait) ?? '';
    const claimOf = (host: string, field: Claim['field']): Claim => ({
      key: `listener ${gateway.namespace}/${gateway.name} ${host}`,
      value: `${application.namespace}/${application.name} ${secretName}`,
      field,
      clash: given => found('not-attached', field, { reason: 'second-listener', host, ...given }),
    });
    return listenerSets ? rules.flatMap(({ hosts, index }) => hosts.map(host => claimOf(host, ['rules', index, 'hosts']))) : [];
  }

  /** Reports findings about the Secret of a trait and, for the first trait of an application, about its ListenerSet. */
  public findingsOf({ trait, binding: { application }, ingressTraits }: IngressContext): Finding[] {
    if (!this.props.listenerSets) return FINE;
    const all = ingressTraits(application);
    const count = all[0]?.trait === trait ? this.certified(all).length : 0;
    return [
      ...this.replaced(application, namedSecret(trait)),
      ...count <= MAX_LISTENERS ? FINE : found('not-attached', '', { reason: 'many-listeners', count, max: MAX_LISTENERS }),
    ];
  }

  /** Reports a Secret that cert-manager would overwrite: it writes the Secrets of all listeners of a ListenerSet with its annotation. */
  private replaced(application: ApplicationModel, secret: string | undefined): Finding[] {
    const isWritten = secret !== undefined && this.props.listenerSets?._model.from === 'issuer' && secret !== this.secretOf(application);
    return isWritten ? found('not-expressible', 'tls.secretName', { reason: 'secret-of-issuer', secret }) : FINE;
  }

  /** The hosts of traits of an application, and their Secrets. */
  private certified(traits: readonly TraitOfBinding[]): CertifiedHost[] {
    const hosts = traits.flatMap(({ trait, binding: { application } }) => {
      const named = listOf<PlainRule>(trait.fields.spec?.rules).flatMap(rule => this.hostsOf(rule.hosts, application));
      return named.map(host => ({ host, secretName: namedSecret(trait) ?? this.secretOf(application) }));
    });
    return [...new Map(hosts.map(each => [each.host, each])).values()];
  }

  private secretOf({ name }: ApplicationModel): string {
    return secretFor(this.props.listenerSets!, name)!;
  }

  private listenerSetOf(application: ApplicationModel, hosts: readonly CertifiedHost[]): PlainObject {
    const { gateway: { name, namespace }, listenerSets } = this.props;
    const annotations = listenerSets!._model.from === 'issuer' ? { ...issuerAnnotations(listenerSets!), ...HTTP01_AT_GATEWAY } : undefined;
    return {
      apiVersion: `${ROUTE_GROUP}/v1`,
      kind: 'ListenerSet',
      metadata: { name: application.name, namespace: application.namespace, ...annotations && { annotations } },
      spec: { parentRef: { group: ROUTE_GROUP, kind: 'Gateway', name, namespace }, listeners: hosts.map(certifiedListener) },
    };
  }

  /** A Certificate for the hosts whose traits name no Secret. */
  private certificatesOf(application: ApplicationModel, hosts: readonly CertifiedHost[]): PlainObject[] {
    const { listenerSets } = this.props;
    const secretName = this.secretOf(application);
    const dnsNames = hosts.filter(each => each.secretName === secretName).map(({ host }) => host);
    const metadata = { name: secretName, namespace: application.namespace };
    return listenerSets!._model.from === 'certificate' ? [certificateObject(listenerSets!, metadata, { secretName, dnsNames })] : [];
  }
}

function certifiedListener({ host, secretName }: CertifiedHost): object {
  return {
    name: listenerOf(host),
    hostname: host,
    port: 443,
    protocol: 'HTTPS',
    tls: { mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: secretName }] },
    allowedRoutes: { namespaces: { from: 'Same' } },
  };
}

/** The longest path that an HTTPRoute accepts. */
const MAX_PATH = 1024;

/** The exact paths and prefixes that an HTTPRoute accepts. */
const LITERAL = /^(?:[-A-Za-z0-9/._~!$&'()*+,;=:@]|%[0-9a-fA-F]{2})+$/;

/** The paths that every program interprets in the same way. */
const PLAIN = /^[A-Za-z0-9/_.~-]+$/;

const TYPES: Readonly<Record<string, string>> = { Exact: 'Exact', Prefix: 'PathPrefix', Regex: 'RegularExpression' };

/** A path as an HTTPRoute matches it. */
function matchOf({ path, pathType }: RoutedPath, { regex: dialect }: Implementation): object {
  return { path: { type: TYPES[pathType], value: pathType === 'Regex' && dialect ? dialect.write(path) : path } };
}

/** Reports a regular expression that the implementation does not know. */
function typeFindings({ pathType }: DeclaredPath, { regex: dialect, title }: Implementation): Finding[] {
  return pathType !== 'Regex' || dialect ? FINE
    : found('not-expressible', 'pathType', { reason: 'regex-of-gateway', implementation: title, able: able('regex') });
}

/** Reports a path that cannot be expressed, or that the API server rejects. */
function pathFindings({ path, pathType, policy }: DeclaredPath, { regex: dialect, oddPaths: odd }: Implementation): Finding[] {
  const isRegex = pathType === 'Regex';
  if (isRegex && !dialect) return FINE;
  const { length } = isRegex ? dialect!.write(path) : path;
  if (length > MAX_PATH) return found('invalid-path', 'path', { reason: 'long', max: MAX_PATH, count: length });
  if (isRegex) return within('path', [...regex(path, ''), ...dialect!.refuses?.(path) ?? FINE]);
  if (isUnresolvedPath(path)) {
    return bad('invalid-path', saying('must have no "//", "/./", "/../" or "%2f" in an HTTPRoute',
      'write the path as it is after these are resolved'), 'path', path);
  }
  if (!LITERAL.test(path)) {
    return bad('invalid-path', saying("must have letters, digits and the characters -/._~!$&'()*+,;=:@ only in an HTTPRoute",
      'encode others, such as "%22" for a quotation mark'), 'path', path);
  }
  return policy && odd !== undefined && !PLAIN.test(path) ? bad('invalid-path', saying("must have letters, digits, '/', '_', '.', "
    + "'~' and '-' only where it has an authorization policy, since others can be sent encoded and miss it",
  'guard a prefix that ends before them'), 'path', path) : FINE;
}

/**
 * A rule without a backend, for odd paths that nothing answers. It is for all hosts if paths have different policies, or only some have
 * one; otherwise for the hosts with a policy that are not guarded as a whole.
 */
function oddPaths(rules: readonly Rule[], { oddPaths: path }: Implementation): Rule | undefined {
  const paths = placed(rules);
  const isMixed = new Set(paths.map(({ policy }) => JSON.stringify(policy ?? null))).size > 1;
  const hosts = [...new Set(rules.flatMap(rule => rule.hosts))].filter(host => {
    const own = paths.filter(({ rule }) => rule.hosts.includes(host));
    return isMixed || own.some(({ policy }) => policy) && !own.some(isAll);
  });
  return path === undefined || hosts.length === 0 ? undefined
    : { index: 0, given: { paths: [{ path, pathType: IngressPathType.REGEX }] }, hosts, backend: { findings: FINE } };
}

const isAll = ({ path, pathType }: DeclaredPath) => path === '/' && pathType === 'Prefix';
