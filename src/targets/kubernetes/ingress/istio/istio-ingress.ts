import { ApplicationRoutes } from './application-routes';
import {
  gatewayName, gatewayNamespace, policyName, portName, redirectName, secretName, sharedName, virtualServiceName,
} from './istio-names';
import {
  ISTIO_INGRESS, IstioApiVersion, IstioDataPlane, IstioIngressProps, IstioRequestAuthentication,
} from './istio-props';
import { isCertificateMade, IstioRoute, RoutedTrait, routedTrait } from './routed-trait';
import { bad, Finding, FINE, found, saying, within, Path } from '../../../../base/findings/finding';
import { Claim, nothing, PlainObject, Rendered } from '../../../../cluster/objects/object-index';
import { TraitModel } from '../../../../model/platform/model';
import { asProps, grouped } from '../../../../base/check';
import { isUnresolvedPath } from '../../../../base/names';
import { snapshot } from '../../../../base/plain';
import { regex } from '../../../../base/regexes';
import { Registry } from '../../../../base/registry';
import { claimsOf } from '../../../../cluster/routes/claims';
import { stickyDestination, unsafe } from '../cookies';
import { BEFORE_ROUTES } from '../guards-first';
import {
  PathChecks, pathOf, RoutedPath, IngressContext, IngressParts, namedSecret, cookieClaims, hostFindings, hostsIn,
  HostsOf, isWebLogic, ofApplication, removedTrait, TLS_HEADER,
} from '../rule';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { AllowedTokens, Authorization } from '../authorization';

/** The port at which a node's proxy accepts requests for its pods in ambient mode. */
const HBONE = 15008;

const [CERT_MANAGER, SECURITY] = ['cert-manager.io', 'security.istio.io'];

/** The groups of kinds outside `networking.istio.io`. */
const GROUPS: Readonly<Record<string, string>> = {
  Certificate: CERT_MANAGER, AuthorizationPolicy: SECURITY, RequestAuthentication: SECURITY,
};

/** Renders Istio's own objects. */
export function istioIngress(props: IstioIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  const hostsOf = hostsIn(given.domain ?? undefined);
  const provider = new IstioProvider(given, hostsOf);
  // prefixes are compared as written; a regular expression and a prefix may have the same text
  return {
    check: () => ISTIO_INGRESS(taken, ''),
    routesOf: (spec, application) => claimsOf(spec, rule => hostsOf(rule?.hosts, application), path => ({
      ...pathOf(path?.path, path?.pathType),
      trustsSpelling: given.insecureTrustsSpelling === true,
      gateway: { namespace: given.gateway.namespace, labels: given.gateway.podLabels },
    })),
    render: context => provider.render(context),
    pods: () => given.gateway,
    tunnel: given.dataPlane === IstioDataPlane.AMBIENT ? HBONE : undefined,
  };
}

/** The traits of one application, and the objects that they render. */
interface LaidOutTraits {
  readonly routes: ApplicationRoutes;
  readonly layout: RoutedTraits;
}

class IstioProvider {
  public constructor(private readonly props: IstioIngressProps, private readonly hostsOf: HostsOf) {}

  public render(context: IngressContext): Rendered {
    const { application } = context.binding;
    const declared = context.ingressTraits(application);
    const removed = removedTrait(declared);
    if (removed.length > 0) return nothing(removed);
    const { routes, layout } = Registry.of(application.construct).once(declared, () => this.laidOut(context));
    const own = routes.of(context.trait);
    return {
      objects: this.objectsOf(own, routes, layout), findings: traitFindings(own, routes, this.props), claims: traitClaims(own, this.props),
    };
  }

  private laidOut(context: IngressContext): LaidOutTraits {
    const traits = ofApplication(context).map(each => routedTrait(each, this.props, this.hostsOf));
    const layout = new RoutedTraits(this.props);
    traits.forEach(each => layout.add(each));
    return { routes: new ApplicationRoutes(context.binding.application, traits), layout };
  }

  /** The objects of a trait. Guards precede the routes that they guard. */
  private objectsOf(trait: RoutedTrait, all: ApplicationRoutes, layout: RoutedTraits): PlainObject[] {
    const { context, context: { trait: declared, binding: { application } }, routes } = trait;
    const { props, props: { gateway: { namespace: shared } } } = this;
    const once = (kind: SharedKind, make: () => PlainObject) =>
      layout.isOwner(declared, kind) ? [make()] : [];
    const make = (kind: string, name: string, namespace: string | undefined, spec: object): PlainObject =>
      ({ ...this.typeOf(kind), metadata: { ...declared.fields.metadata, name, namespace }, spec });
    const guard = (kind: string, name: string, spec: object): PlainObject => {
      const { metadata, ...object } = make(kind, name, shared, spec);
      return { ...object, metadata: { ...metadata, annotations: { ...metadata.annotations, ...BEFORE_ROUTES } } } as PlainObject;
    };
    const { namespace } = application;
    return [
      ...once('RequestAuthentication', () => guard('RequestAuthentication', sharedName(application),
        requestAuthentication({ selects: policySelector(props) }, props.jwtIssuers ?? []))),
      ...routes.some(({ policy }) => policy)
        ? [guard('AuthorizationPolicy', policyName(context), authorizationPolicy(trait, all, guardingGateway(all, props)))] : [],
      ...once('Certificate', () => make('Certificate', sharedName(application), shared, certificate(all, props))),
      ...once('Gateway', () => make('Gateway', gatewayName(application), gatewayNamespace(application, props), gatewayObject(all, props))),
      ...once('RedirectGateway', () =>
        make('Gateway', redirectName(application), gatewayNamespace(application, props), redirectGateway(all, props))),
      ...layout.stickyServices(declared).map(service =>
        make('DestinationRule', service, namespace, stickyDestination(service, all.cookies.get(service)!))),
      ...layout.hostGroups(declared).map((hosts, i) =>
        make('VirtualService', virtualServiceName(context, i + 1), namespace, virtualService(hosts, all, props))),
    ];
  }

  private typeOf(kind: string): { readonly apiVersion: string; readonly kind: string } {
    const version = this.props.apiVersion ?? IstioApiVersion.V1;
    const group = GROUPS[kind] ?? 'networking.istio.io';
    return { apiVersion: `${group}/${group === CERT_MANAGER ? 'v1' : version}`, kind };
  }
}

/** What Istio's objects cannot express of each field of a path. */
const PATH: PathChecks<[route: IstioRoute, guarding: GuardingGateway]> = {
  path: pathFindings,
  pathType: () => FINE,
  authorizationPolicy: policyFindings,
};

/** Reports all findings about a trait. */
function traitFindings({ context, rules, routes }: RoutedTrait, all: ApplicationRoutes, props: IstioIngressProps): Finding[] {
  const { application } = context.binding;
  const guarding = guardingGateway(all, props);
  return [
    ...rules.flatMap(rule => [
      ...within(['rules', rule.index], hostFindings(rule, props.domain, application)),
      ...rule.backend.findings,
      ...rule.cookie ? unsafe({ ...rule.cookie, field: ['rules', rule.index, 'destination', 'httpCookie'] }) : FINE,
    ]),
    ...routes.flatMap(route => Object.values(PATH).flatMap(check => check(route, guarding))),
  ];
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

/** Claims what has to be the same or unique at a gateway, whoever declares it. */
function traitClaims({ context, rules, secret }: RoutedTrait, props: IstioIngressProps): Claim[] {
  const { trait, binding: { application } } = context;
  const owner = `${application.namespace}/${application.name}`;
  const place = JSON.stringify([props.gateway.namespace, Object.entries(props.gateway.podLabels).sort()]);
  const claim = (key: string, value: string, field: Path, clash: Claim['clash']): Claim =>
    ({ key: `istio ${place} ${key}`, value, field, clash });
  const ofHost = (host: string, field: Path) => [
    claim(`host ${host}`, owner, field, given => found('duplicate-route', field, { reason: 'other-application', host, ...given })),
    claim(`certificate ${owner} ${host}`, secret ?? '', field,
      given => found('duplicate-route', field, { reason: 'other-certificate', host, ...given })),
  ];
  const field = namedSecret(trait) === undefined ? ['rules'] : ['tls', 'secretName'];
  return [
    ...rules.flatMap(({ hosts, index }) => hosts.flatMap(host => ofHost(host, ['rules', index]))),
    ...secret === undefined ? [] : [
      claim(`secret ${secret}`, owner, field, given => found('duplicate-certificate', field, { secret, ...given })),
    ],
    ...cookieClaims(rules, application, 'service'),
  ];
}

/** The objects that an application has once, whichever of its traits needs them. */
type SharedKind = 'Gateway' | 'RedirectGateway' | 'Certificate' | 'RequestAuthentication';

type SharedObject = SharedKind | `DestinationRule ${string}`;

/** The objects that a trait renders of those that its application has once. */
interface OwnedObjects {
  readonly shared: Set<SharedObject>;
  /** The hosts of each of its VirtualServices: those that it was the first to separate from others. */
  readonly hosts: Set<string>[];
}

/**
 * Assigns the objects of an application to its traits: the first trait that needs an object renders it, with contents
 * from all traits.
 *
 * Routes have an order in one VirtualService, and none between two. So no two of them share a host: if a rule names
 * some of the hosts of another one, these get a VirtualService of their own. A wildcard has its own too, since Istio
 * refuses it beside a host that it covers.
 */
class RoutedTraits {
  private readonly groups = new Map<string, Set<string>>();
  private readonly taken = new Set<SharedObject>();
  private readonly owned = new Map<TraitModel, OwnedObjects>();

  public constructor(private readonly props: IstioIngressProps) {}

  public add(added: RoutedTrait): void {
    const { context: { trait }, rules } = added;
    const own: OwnedObjects = { shared: new Set(this.needs(added).filter(shared => !this.taken.has(shared))), hosts: [] };
    this.owned.set(trait, own);
    for (const shared of own.shared) this.taken.add(shared);
    for (const { hosts } of rules) {
      const parts = grouped(hosts, host => [this.groups.get(host) ?? (host.startsWith('*') ? host : '')]);
      for (const [group, some] of parts) this.group(some, typeof group === 'string' ? undefined : group, own);
    }
  }

  /** Whether a trait renders an object that the application has once. */
  public isOwner(trait: TraitModel, shared: SharedObject): boolean {
    return this.owned.get(trait)!.shared.has(shared);
  }

  /** The Services for which a trait renders a DestinationRule. */
  public stickyServices(trait: TraitModel): string[] {
    return [...this.owned.get(trait)!.shared].flatMap(shared => shared.split(' ').slice(1));
  }

  /** The hosts of the VirtualServices of a trait. */
  public hostGroups(trait: TraitModel): string[][] {
    return this.owned.get(trait)!.hosts.map(hosts => [...hosts]);
  }

  private group(hosts: readonly string[], group: Set<string> | undefined, own: OwnedObjects): void {
    if (group?.size === hosts.length) return;
    const part = new Set(hosts);
    own.hosts.push(part);
    for (const host of hosts) {
      group?.delete(host);
      this.groups.set(host, part);
    }
  }

  private needs({ context, rules, routes }: RoutedTrait): SharedObject[] {
    const isRendered = this.props.requestAuthentication === IstioRequestAuthentication.RENDERED;
    return [
      'Gateway',
      ...this.props.redirectsHttp === true ? ['RedirectGateway' as const] : [],
      ...isCertificateMade(context, this.props) ? ['Certificate' as const] : [],
      ...isRendered && routes.some(({ policy }) => policy) ? ['RequestAuthentication' as const] : [],
      ...rules.flatMap(({ cookie, backend: { service } }) => cookie && service ? [`DestinationRule ${service}` as const] : []),
    ];
  }
}

/**
 * How Istio compares each type of path: a prefix by the beginning of the text, a regular expression with the whole
 * path.
 */
const MATCH: Readonly<Record<string, string>> = { Exact: 'exact', Prefix: 'prefix', Regex: 'regex' };

/** A VirtualService of hosts that have the same routes. */
function virtualService(hosts: readonly string[], routes: ApplicationRoutes, props: IstioIngressProps): object {
  const { application, byHost, secrets } = routes;
  const namespace = gatewayNamespace(application, props);
  const isElsewhere = namespace !== application.namespace;
  return {
    gateways: [isElsewhere ? `${namespace}/${gatewayName(application)}` : gatewayName(application)],
    hosts,
    http: byHost.get(hosts[0])!.map(route => httpRoute(route, secrets.get(hosts[0]) !== undefined)),
  };
}

/**
 * The name of a Service alone refers to the namespace of the VirtualService, whatever the domain of the cluster. A
 * header that the client itself sets is replaced or removed.
 */
function httpRoute({ path, pathType, context, rule: { backend: { service, port } } }: IstioRoute, isTls: boolean): object {
  const { name, value } = TLS_HEADER;
  const request = isTls ? { set: { [name]: value } } : { remove: [name] };
  return {
    match: [{ uri: { [MATCH[pathType]]: path } }],
    ...isWebLogic(context) ? { headers: { request } } : {},
    route: [{ destination: { host: service, port: { number: port } } }],
  };
}

/** The paths of a policy that match the requests of a route. */
function pathPatterns({ path, pathType }: RoutedPath): string[] {
  return [pathType === 'Prefix' ? `${path}*` : path];
}

/**
 * The Gateway of an application: a server for each certificate, and one for plain text. No other namespace can add
 * routes to its hosts.
 */
function gatewayObject({ application, secrets }: ApplicationRoutes, props: IstioIngressProps): object {
  const servers = [...grouped([...secrets], ([, secret]) => [secret])].map(([secret, hosts]) => ({
    hosts: hosts.map(([host]) => `${application.namespace}/${host}`),
    port: secret === undefined ? plainPort(application) : { name: portName('https', application, secret), number: 443, protocol: 'HTTPS' },
    ...secret === undefined ? {} : { tls: { mode: 'SIMPLE', credentialName: secret } },
  }));
  return { selector: props.gateway.podLabels, servers };
}

/**
 * The Gateway that redirects plain text to HTTPS. It has no routes: with routes, a request whose `X-Forwarded-Proto`
 * claims TLS would not be redirected if the gateway trusts that header.
 */
function redirectGateway({ application, secrets }: ApplicationRoutes, { gateway: { podLabels } }: IstioIngressProps): object {
  return { selector: podLabels, servers: [{ hosts: [...secrets.keys()], port: plainPort(application), tls: { httpsRedirect: true } }] };
}

function plainPort(application: ApplicationRoutes['application']): object {
  return { name: portName('http', application), number: 80, protocol: 'HTTP' };
}

/** The Certificate for the hosts of an application whose traits name no Secret. */
function certificate({ application, traits: all }: ApplicationRoutes, props: IstioIngressProps): object {
  const traits = all.filter(({ context }) => isCertificateMade(context, props));
  return {
    dnsNames: [...new Set(traits.flatMap(({ rules }) => rules.flatMap(({ hosts }) => hosts)))],
    issuerRef: { group: 'cert-manager.io', ...props.tls._model.issuer },
    secretName: secretName(application),
  };
}

/** The pods of Istio's gateway, as the policies of an application see them. */
function guardingGateway(routes: ApplicationRoutes, props: IstioIngressProps): GuardingGateway {
  return { selects: policySelector(props), connections: connectionsTo(routes, props), patternsOf: pathPatterns };
}

/** The field by which a policy selects the gateway's pods. */
function policySelector({ gateway: { podLabels } }: IstioIngressProps): object {
  return { selector: { matchLabels: podLabels } };
}

/** Over TLS, the Gateway of an application accepts no server names but its hosts. */
function connectionsTo({ secrets }: ApplicationRoutes, { gateway: { tcpPorts } }: IstioIngressProps): Connections[] {
  const overTls = [...secrets].filter(([, secret]) => secret !== undefined).map(([host]) => host);
  const isPlain = overTls.length < secrets.size;
  return [
    ...overTls.length > 0 ? [{ serverName: { values: overTls } }] : [],
    ...isPlain ? [{ serverName: PLAIN_TEXT, notPorts: tcpPorts ?? [] }] : [],
  ];
}

/** The maximum number of rules that the API server accepts in one policy. */
const MAX_RULES = 512;

/** The gateway at which policies are enforced, and the meaning of routes there. */
export interface GuardingGateway {
  /** The field by which a policy names it: `selector` or `targetRefs`. */
  readonly selects: object;
  /** The connections over which requests come to guarded hosts. */
  readonly connections: readonly Connections[];
  /** Returns the paths of a policy that match exactly the requests of an exact path or a prefix. */
  readonly patternsOf: (path: RoutedPath) => readonly string[];
}

/**
 * Connections, by the server name that the client asks for. A rule without one applies to TCP too: Istio leaves out all
 * conditions that TCP does not have, and refuses whatever others serve over TCP at the same pods.
 */
export interface Connections {
  /** @default - whatever the client asks for */
  readonly serverName?: { readonly values: readonly string[] } | { readonly notValues: readonly string[] };
  /** Ports at which no requests arrive. */
  readonly notPorts?: readonly number[];
}

/** Connections in plain text, which have no server name. */
export const PLAIN_TEXT = { notValues: ['*'] } as const;

/** Tokens that are refused: they belong to none of the principals, and each of the claims has none of its values. */
type RefusedTokens = AllowedTokens;

/** Requests to which a policy applies. */
interface GuardedRequests {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly notPaths: readonly string[];
}

/**
 * The ways in which a token is refused. Each rule of the policy must have a reason: the token belongs to none of its
 * principals, or one of its claims has none of the values. Each combination of one reason for each rule is a way.
 */
function refusals({ rules }: Authorization): RefusedTokens[] {
  return rules.reduce<RefusedTokens[]>((ways, rule) => ways.flatMap(way => reasonsOf(rule).map(reason => ({
    principals: [...way.principals, ...reason.principals],
    claims: [...way.claims, ...reason.claims],
  }))), [{ principals: [], claims: [] }]);
}

/** The number of rules that a policy becomes. */
function ruleCount({ rules }: Authorization, { connections }: GuardingGateway): number {
  return rules.reduce((count, { claims }) => count * (1 + claims.length), connections.length);
}

function reasonsOf({ principals, claims }: AllowedTokens): RefusedTokens[] {
  return [{ principals, claims: [] }, ...claims.map(claim => ({ principals: [], claims: [claim] }))];
}

/**
 * Reports what the policy of a route cannot express. Paths by which requests get past it are found in the whole tree.
 */
export function policyFindings({ authorization, field, rule: { hosts }, pathType }: IstioRoute, gateway: GuardingGateway): Finding[] {
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
  ];
}

/**
 * The policy of a trait. It only refuses: a policy that allows would close the gateway for everything that it does not
 * name. It refuses what the routes of the trait take, by the same comparison of the same path. More specific routes of
 * the host are excluded, unless the same policy applies to them.
 */
export function authorizationPolicy({ routes: own }: RoutedTrait, routes: ApplicationRoutes, gateway: GuardingGateway): object {
  const guarded = grouped(own.filter(({ authorization }) => authorization), ({ admits }) => [admits]);
  return { action: 'DENY', rules: [...guarded.values()].flatMap(some => denials(some, routes, gateway)), ...gateway.selects };
}

function denials(guarded: readonly IstioRoute[], routes: ApplicationRoutes, gateway: GuardingGateway): object[] {
  const authorization = guarded[0].authorization!;
  if (ruleCount(authorization, gateway) > MAX_RULES) return [];
  const requests = requestsOf(guarded, routes, gateway);
  return gateway.connections.flatMap(({ notPorts = [], serverName }) => {
    const to = requests.map(({ hosts, paths, notPaths }) =>
      ({ operation: { hosts: hosts.flatMap(spellings), ...filled({ notPaths, notPorts: notPorts.map(String) }), paths } }));
    const sni = serverName ? [{ key: 'connection.sni', ...serverName }] : [];
    return refusals(authorization).map(refused => ({ ...fromOf(refused), to, ...filled({ when: [...whenOf(refused), ...sni] }) }));
  });
}

/** The non-empty lists: Istio rejects empty ones. */
function filled(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The forms in which clients may write a host: with a port, and with a dot at the end. Envoy ignores case. */
function spellings(host: string): string[] {
  return [host, `${host}:*`, `${host}.`, `${host}.:*`];
}

function fromOf({ principals }: RefusedTokens): object {
  const names = new Set(principals.map(({ issuer, subject = '*' }) => `${issuer}/${subject}`));
  return names.size > 0 ? { from: [{ source: { notRequestPrincipals: [...names] } }] } : {};
}

/** A claim that a token lacks has none of the values either. */
function whenOf({ claims }: RefusedTokens): object[] {
  return claims.map(({ claim, values }) => ({ key: `request.auth.claims[${claim.join('][')}]`, notValues: values }));
}

/** The requests that routes with one policy take. */
function requestsOf(guarded: readonly IstioRoute[], { byHost }: ApplicationRoutes, { patternsOf }: GuardingGateway): GuardedRequests[] {
  const single = guarded.flatMap(route => route.rule.hosts.map(host =>
    ({ host, paths: patternsOf(route), notPaths: exceptions(route, byHost.get(host)!, patternsOf) })));
  const byPath = [...grouped(single, ({ paths, notPaths }) => [JSON.stringify([paths, notPaths])]).values()]
    .map(some => ({ hosts: some.map(({ host }) => host), ...some[0] }));
  return [...grouped(byPath, ({ hosts, notPaths }) => [JSON.stringify([hosts, notPaths])]).values()]
    .map(some => ({ ...some[0], paths: some.flatMap(({ paths }) => paths) }));
}

/** The paths of more specific routes below a prefix, which the policy does not guard. */
function exceptions(route: IstioRoute, routes: readonly IstioRoute[], patternsOf: GuardingGateway['patternsOf']): string[] {
  if (route.pathType !== 'Prefix') return [];
  const own = patternsOf(route);
  const isBelow = ({ path, pathType }: IstioRoute) => pathType !== 'Regex' && own.some(pattern => isMet(pattern, path))
    && (pathType === 'Exact' || path.length > route.path.length);
  return routes.filter(each => each !== route && each.admits !== route.admits && isBelow(each)).flatMap(patternsOf);
}

function isMet(pattern: string, path: string): boolean {
  return pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern;
}

/** The RequestAuthentication with which a gateway validates the tokens of all requests. */
export function requestAuthentication({ selects }: Pick<GuardingGateway, 'selects'>, issuers: readonly JwtIssuer[]): object {
  return {
    jwtRules: issuers.map(({ issuer, jwksUri, audiences }) => (
      { ...audiences == null ? {} : { audiences }, forwardOriginalToken: true, issuer, jwksUri })),
    ...selects,
  };
}
