import {
  ApplicationRoutes, dotlessName, hasPolicies, IstioRoute, policyName, RoutedTrait, routesOfRules, sharedName,
} from './application-routes';
import {
  ISTIO_INGRESS, IstioApiVersion, IstioDataPlane, IstioIngressProps, IstioRequestAuthentication,
} from './istio-props';
import { bad, Finding, FINE, found, ownWords, within, Path } from '../../../../base/findings/finding';
import { MAX_LABEL, shortHash } from '../../../../cluster/objects/names';
import { ApplicationModel } from '../../../../model/platform/model';
import { asProps, grouped } from '../../../../base/check';
import { snapshot } from '../../../../base/plain';
import { regex } from '../../../../base/regexes';
import { Registry } from '../../../../base/registry';
import { stickyDestination, unsafeCookie } from '../cookies';
import { BEFORE_ROUTES } from '../policy-order';
import type { IngressParts } from '../ingress-provider';
import {
  certificateOf, contextsOfApplication, cookieClaims, isWebLogic, namedSecret, normalizedPath, PathChecks,
  removedTrait, RoutedPath, routesIn, ruleHostFindings, rulesOfTrait, TLS_HEADER, traitName,
} from '../ingress-rules';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { AllowedTokens, Authorization } from '../authorization';
import { isUnresolvedPath } from '../../../../base/addresses';
import { Claim, noObjects, PlainObject } from '../../../../cluster/objects/rendered';

/** The port at which a node's proxy accepts requests for its pods in ambient mode. */
const HBONE = 15008;

/** Renders Istio's own objects. */
export function istioIngress(props: IstioIngressProps): IngressParts {
  const taken = snapshot(props);
  const given = asProps(taken);
  return {
    check: () => ISTIO_INGRESS(taken, ''),
    // prefixes are compared as written; a regular expression and a prefix may have the same text
    routesOf: routesIn(given.domain, path => ({
      ...normalizedPath(path?.path, path?.pathType),
      trustsSpelling: given.insecureTrustsSpelling === true,
      gateway: { namespace: given.gateway.namespace, labels: given.gateway.podLabels },
    })),
    render: context => {
      const { trait, binding: { application } } = context;
      const declared = context.ingressTraits(application);
      const removed = removedTrait(declared);
      if (removed.length > 0) return noObjects(removed);
      const { routes, ...known } = Registry.of(application.construct).once(declared, () => {
        const traits = contextsOfApplication(context).map((each): RoutedTrait => {
          const rules = rulesOfTrait(each, given.domain);
          const { issuer, secretName } = certificateOf(each.trait, given.tls)._model;
          const secret = issuer ? certificateSecretName(application) : secretName;
          return { context: each, rules, routes: routesOfRules(each, rules, given.jwtIssuers ?? []), secret };
        });
        const all = new ApplicationRoutes(application, traits);
        const certified = traits.filter(each => certificateOf(each.context.trait, given.tls)._model.issuer);
        return { routes: all, certified, hostsOf: dividedHosts(traits), guarding: guardingGateway(all, given) };
      });
      const own = routes.of(trait);
      return {
        objects: objectsOfTrait(own, routes, known, given),
        findings: [
          ...own.rules.flatMap(rule => {
            const at = ['rules', rule.index];
            return [
              ...within(at, ruleHostFindings(rule, given.domain, application)),
              ...rule.backend.findings,
              ...rule.cookie ? unsafeCookie({ ...rule.cookie, field: [...at, 'destination', 'httpCookie'] }) : FINE,
            ];
          }),
          ...own.routes.flatMap(route => Object.values(PATH).flatMap(check => check(route, known.guarding))),
        ],
        claims: claimsOfTrait(own, given),
      };
    },
    pods: () => given.gateway,
    tunnel: given.dataPlane === IstioDataPlane.AMBIENT ? HBONE : undefined,
  };
}

/** The length of a hash and the hyphen before it. */
const HASH = 9;

/** What all traits of an application know of each other beside their routes. */
interface KnownOfApplication {
  /** The traits whose certificate cert-manager creates; the first renders it. */
  readonly certified: readonly RoutedTrait[];
  /** The hosts of the VirtualServices that each trait renders. */
  readonly hostsOf: ReadonlyMap<RoutedTrait, readonly ReadonlySet<string>[]>;
  readonly guarding: GuardingGateway;
}

/**
 * The objects of a trait. Guards precede the routes that they guard. Of the objects that an application has once, the
 * first trait that needs one renders it, with contents from all traits.
 */
function objectsOfTrait(
  trait: RoutedTrait, all: ApplicationRoutes, { certified, hostsOf, guarding }: KnownOfApplication,
  props: IstioIngressProps,
): PlainObject[] {
  const { context, context: { trait: { fields: { metadata } } }, rules } = trait;
  const { application, application: { name: applicationName, namespace }, secrets, cookies } = all;
  const { gateway: { namespace: shared, podLabels: selector }, tls, apiVersion = IstioApiVersion.V1 } = props;
  const [isFirst, isRendered] = [trait === all.traits[0],
    props.requestAuthentication === IstioRequestAuthentication.RENDERED];
  const make = (
    type: string, kind: string, name: string, inNamespace: string | undefined, spec: object, notes?: object,
  ): PlainObject => {
    const annotations = notes ? { annotations: { ...metadata?.annotations, ...notes } } : {};
    return { apiVersion: type, kind, metadata: { ...metadata, name, namespace: inNamespace, ...annotations }, spec };
  };
  const [security, networking] = ['security', 'networking'].map(group => `${group}.istio.io/${apiVersion}`);
  const gatewayNamespace = props.scopesGatewaysToNamespace === true ? shared : namespace;
  const [gatewayName, redirectName] = ['gw', 'gw-http'].map(each =>
    dotlessName(`${namespace}-${applicationName}-${each}`));
  // if two Gateways select the same pods, Istio skips an HTTPS server whose port has the name of another
  const portName = (protocol: 'http' | 'https', secret = '') =>
    `${dotlessName(`${protocol}-${namespace}-${applicationName}`, MAX_LABEL - HASH)}-`
    + shortHash(JSON.stringify([namespace, applicationName, secret]));
  const plainPort = { name: portName('http'), number: 80, protocol: 'HTTP' };
  const redirected = [...secrets].filter(([, secret]) => secret !== undefined).map(([host]) => host);
  const sticky = rules.flatMap(({ cookie, backend: { service } }) =>
    cookie && service && cookies.get(service)?.owner === trait ? service : []);
  return [
    ...isRendered && trait === all.authenticating ? [make(security, 'RequestAuthentication', sharedName(application),
      shared, requestAuthentication(guarding, props.jwtIssuers ?? []), BEFORE_ROUTES)] : [],
    ...hasPolicies(trait) ? [make(security, 'AuthorizationPolicy', policyName(context), shared,
      authorizationPolicy(trait, all, guarding), BEFORE_ROUTES)] : [],
    // for the hosts of an application whose traits name no Secret
    ...trait === certified[0] ? [make('cert-manager.io/v1', 'Certificate', sharedName(application), shared, {
      dnsNames: [...new Set(certified.flatMap(each => each.rules.flatMap(({ hosts }) => hosts)))],
      issuerRef: { group: 'cert-manager.io', ...tls._model.issuer },
      secretName: certificateSecretName(application),
    })] : [],
    // a server for each certificate, and one for plain text; no other namespace can add routes to its hosts
    ...isFirst ? [make(networking, 'Gateway', gatewayName, gatewayNamespace, {
      selector,
      servers: [...grouped([...secrets], ([, secret]) => [secret])].map(([secret, hosts]) => ({
        hosts: hosts.map(([host]) => `${namespace}/${host}`),
        port: secret === undefined ? plainPort : { name: portName('https', secret), number: 443, protocol: 'HTTPS' },
        ...secret === undefined ? {} : { tls: { mode: 'SIMPLE', credentialName: secret } },
      })),
    })] : [],
    // redirects plain text to HTTPS. It has no routes: with routes, a request whose `X-Forwarded-Proto` claims TLS
    // would not be redirected if the gateway trusts that header
    ...isFirst && props.redirectsHttp === true && redirected.length > 0 ? [
      make(networking, 'Gateway', redirectName, gatewayNamespace, {
        selector, servers: [{ hosts: redirected, port: plainPort, tls: { httpsRedirect: true } }],
      }),
    ] : [],
    ...[...new Set(sticky)].map(service => make(networking, 'DestinationRule', service, namespace,
      stickyDestination(service, cookies.get(service)!.cookie))),
    // most traits have only one
    ...hostsOf.get(trait)!.map((hosts, i) => {
      const name = dotlessName(i === 0 ? traitName(context) : `${traitName(context)}-hosts-${i + 1}`);
      const gateway = gatewayNamespace === namespace ? gatewayName : `${gatewayNamespace}/${gatewayName}`;
      return make(networking, 'VirtualService', name, namespace, virtualService([...hosts], all, gateway));
    }),
  ];
}

/** How Istio compares each type of path: a prefix by the text, a regular expression with the whole path. */
const MATCH: Readonly<Record<string, string>> = { Exact: 'exact', Prefix: 'prefix', Regex: 'regex' };

/** A VirtualService of hosts with the same routes. The name of a Service alone refers to its own namespace. */
function virtualService(hosts: readonly string[], { byHost, secrets }: ApplicationRoutes, gateway: string): object {
  const isTls = secrets.get(hosts[0]) !== undefined;
  // a header that the client itself sets is replaced or removed
  const request = isTls ? { set: { [TLS_HEADER.name]: TLS_HEADER.value } } : { remove: [TLS_HEADER.name] };
  return {
    gateways: [gateway],
    hosts,
    http: byHost.get(hosts[0])!.map(({ path, pathType, context, rule: { backend: { service, port } } }) => ({
      match: [{ uri: { [MATCH[pathType]]: path } }],
      ...isWebLogic(context) ? { headers: { request } } : {},
      route: [{ destination: { host: service, port: { number: port } } }],
    })),
  };
}

/** The Secret to which cert-manager writes the certificate of an application. */
function certificateSecretName(application: ApplicationModel): string {
  return sharedName(application, '-tls');
}

/** The paths that Envoy compares as they are. */
const PLAIN = /^[A-Za-z0-9/_.~!$&()+,:=@-]*$/;
const MAX_REGEX = 1024;

/** Reports values of a path's fields that Istio's objects do not express. */
const PATH: PathChecks<[route: IstioRoute, guarding: GuardingGateway]> = {
  path: ({ path, pathType, field }) => {
    const at = [...field, 'path'];
    if (pathType === 'ImplementationSpecific') return FINE;
    if (pathType === 'Regex') {
      return path.length > MAX_REGEX ? found('not-expressible', at, { reason: 'long-regex', max: MAX_REGEX })
        : within(at, regex(path, ''));
    }
    return PLAIN.test(path) && !isUnresolvedPath(path) ? FINE : bad('invalid-path', ownWords(
      'must have letters, digits and \'/_.~!$&()+,:=@-\' only, and no "//", "/./" or "/../": '
      + 'Envoy compares paths as they are sent, with dots resolved',
      'write the path as it is sent, or a prefix that ends before it'), at, path);
  },
  pathType: ({ pathType, field }) => pathType !== 'ImplementationSpecific' ? FINE
    : found('not-expressible', [...field, 'pathType'], { reason: 'implementation-specific' }),
  authorizationPolicy: istioPolicyFindings,
};

/** Claims what has to be the same or unique at a gateway, whoever declares it. */
function claimsOfTrait({ context, rules, secret }: RoutedTrait, { gateway }: IstioIngressProps): Claim[] {
  const { trait, binding: { application } } = context;
  const { namespace, podLabels } = gateway;
  const owner = `${application.namespace}/${application.name}`;
  const place = JSON.stringify([namespace, Object.entries(podLabels).sort()]);
  const claim = (key: string, value: string, at: Path, clash: Claim['clash']): Claim =>
    ({ key: `istio ${place} ${key}`, value, field: at, clash });
  const field = namedSecret(trait) === undefined ? ['rules'] : ['tls', 'secretName'];
  return [
    ...rules.flatMap(({ hosts, index }) => hosts.flatMap(host => {
      const at = ['rules', index];
      const second = (reason: 'other-application' | 'other-certificate'): Claim['clash'] =>
        given => found('duplicate-route', at, { reason, host, ...given });
      return [
        claim(`host ${host}`, owner, at, second('other-application')),
        claim(`certificate ${owner} ${host}`, secret ?? '', at, second('other-certificate')),
      ];
    })),
    ...secret === undefined ? [] : [
      claim(`secret ${secret}`, owner, field, given => found('duplicate-certificate', field, { secret, ...given })),
    ],
    ...cookieClaims(rules, application, 'service'),
  ];
}

/**
 * Divides the hosts of an application among the VirtualServices of its traits: those that a trait is the first to
 * separate from others.
 *
 * Routes have an order in one VirtualService, and none between two. So no two of them share a host: if a rule names
 * some of the hosts of another one, these get a VirtualService of their own. A wildcard has its own too, since Istio
 * rejects it beside a host that it covers.
 */
function dividedHosts(traits: readonly RoutedTrait[]): KnownOfApplication['hostsOf'] {
  const groups = new Map<string, Set<string>>();
  return new Map(traits.map(trait => {
    const own: Set<string>[] = [];
    for (const { hosts } of trait.rules) {
      const parts = grouped(hosts, host => [groups.get(host) ?? (host.startsWith('*') ? host : '')]);
      for (const [group, some] of parts) {
        const earlier = typeof group === 'string' ? undefined : group;
        if (earlier?.size === some.length) continue;
        const part = new Set(some);
        own.push(part);
        for (const host of some) {
          earlier?.delete(host);
          groups.set(host, part);
        }
      }
    }
    return [trait, own];
  }));
}

/** The pods of Istio's gateway, as the policies of an application see them. */
function guardingGateway({ secrets }: ApplicationRoutes, { gateway }: IstioIngressProps): GuardingGateway {
  const { podLabels, tcpPorts } = gateway;
  // over TLS, the Gateway of an application accepts no server names but its hosts
  const overTls = [...secrets].filter(([, secret]) => secret !== undefined).map(([host]) => host);
  return {
    selects: { selector: { matchLabels: podLabels } },
    connections: [
      ...overTls.length > 0 ? [{ serverName: { values: overTls } }] : [],
      ...overTls.length < secrets.size ? [{ serverName: PLAIN_TEXT, notPorts: tcpPorts ?? [] }] : [],
    ],
    patternsOf: ({ path, pathType }) => [pathType === 'Prefix' ? `${path}*` : path],
  };
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
 * conditions that TCP does not have, and denies whatever others serve over TCP at the same pods.
 */
interface Connections {
  readonly serverName?: { readonly values: readonly string[] } | { readonly notValues: readonly string[] };
  /** Ports at which no requests arrive. */
  readonly notPorts?: readonly number[];
}

/** Connections in plain text, which have no server name. */
export const PLAIN_TEXT = { notValues: ['*'] } as const;

/** The number of rules that a policy becomes. */
function ruleCount({ rules }: Authorization, { connections }: GuardingGateway): number {
  return rules.reduce((count, { claims }) => count * (1 + claims.length), connections.length);
}

/** Reports what the policy of a route cannot express. Ways past it are found in the whole tree. */
export function istioPolicyFindings(
  { authorization, field, rule: { hosts }, pathType }: IstioRoute, gateway: GuardingGateway,
): Finding[] {
  if (!authorization) return FINE;
  const at = [...field, 'authorizationPolicy'];
  const count = ruleCount(authorization, gateway);
  return [
    ...pathType === 'Regex' ? found('not-expressible', at, ownWords(
      'cannot be expressed for a regular expression: a policy of Istio compares the whole path, or its beginning',
      'use Exact or Prefix')) : FINE,
    ...within(at, authorization.findings),
    ...hosts.filter(host => host.startsWith('*')).flatMap(host =>
      found('not-expressible', at, { reason: 'wildcard-policy', host })),
    ...count > MAX_RULES ? found('not-expressible', at, { reason: 'large-policy', count, max: MAX_RULES }) : FINE,
  ];
}

/**
 * The policy of a trait. It only denies: a policy that allows would close the gateway for everything else. It denies
 * what the routes of the trait take, by the same comparison of the same path. More specific routes of the host are
 * excluded, unless the same policy applies to them.
 */
export function authorizationPolicy(
  { routes: own }: RoutedTrait, { byHost }: ApplicationRoutes, gateway: GuardingGateway,
): object {
  const guarded = grouped(own.filter(({ authorization }) => authorization), ({ admits }) => [admits]);
  const rules = [...guarded.values()].flatMap(routes => {
    const authorization = routes[0].authorization!;
    if (ruleCount(authorization, gateway) > MAX_RULES) return [];
    const requests = requestsOfRoutes(routes, byHost, gateway);
    return gateway.connections.flatMap(({ notPorts = [], serverName }) => {
      const to = requests.map(({ hosts, paths, notPaths }) => ({
        operation: {
          // clients may write a host with a port, and with a dot at the end; Envoy ignores case
          hosts: hosts.flatMap(host => [host, `${host}:*`, `${host}.`, `${host}.:*`]),
          ...nonEmptyLists({ notPaths, notPorts: notPorts.map(String) }),
          paths,
        },
      }));
      const sni = serverName ? [{ key: 'connection.sni', ...serverName }] : [];
      return refusedTokens(authorization).map(({ principals, claims }) => {
        const names = new Set(principals.map(({ issuer, subject = '*' }) => `${issuer}/${subject}`));
        // a claim that a token lacks has none of the values either
        const when = claims.map(({ claim, values }) =>
          ({ key: `request.auth.claims[${claim.join('][')}]`, notValues: values }));
        const from = names.size > 0 ? { from: [{ source: { notRequestPrincipals: [...names] } }] } : {};
        return { ...from, to, ...nonEmptyLists({ when: [...when, ...sni] }) };
      });
    });
  });
  return { action: 'DENY', rules, ...gateway.selects };
}

/**
 * The ways in which a token is refused. Each rule of the policy must have a reason: the token belongs to none of its
 * principals, or one of its claims has none of the values. Each combination of reasons is a way.
 */
function refusedTokens({ rules }: Authorization): AllowedTokens[] {
  return rules.reduce<AllowedTokens[]>((ways, { principals, claims }) => {
    const reasons = [{ principals, claims: [] }, ...claims.map(claim => ({ principals: [], claims: [claim] }))];
    return ways.flatMap(way => reasons.map(reason => ({
      principals: [...way.principals, ...reason.principals],
      claims: [...way.claims, ...reason.claims],
    })));
  }, [{ principals: [], claims: [] }]);
}

/** The non-empty lists: Istio rejects empty ones. */
function nonEmptyLists(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** The requests that routes with one policy take. */
function requestsOfRoutes(
  guarded: readonly IstioRoute[], byHost: ApplicationRoutes['byHost'], { patternsOf }: GuardingGateway,
) {
  const single = guarded.flatMap(route => route.rule.hosts.map(host => {
    const paths = patternsOf(route);
    const isMatched = (path: string) => paths.some(pattern =>
      pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern);
    // the paths of more specific routes below a prefix, which the policy does not guard
    const others = route.pathType !== 'Prefix' ? [] : byHost.get(host)!.filter(each =>
      each !== route && each.admits !== route.admits && each.pathType !== 'Regex' && isMatched(each.path)
      && (each.pathType === 'Exact' || each.path.length > route.path.length));
    return { host, paths, notPaths: others.flatMap(patternsOf) };
  }));
  const byPath = [...grouped(single, ({ paths, notPaths }) => [JSON.stringify([paths, notPaths])]).values()]
    .map(some => ({ hosts: some.map(({ host }) => host), ...some[0] }));
  return [...grouped(byPath, ({ hosts, notPaths }) => [JSON.stringify([hosts, notPaths])]).values()]
    .map(some => ({ ...some[0], paths: some.flatMap(({ paths }) => paths) }));
}

/** The RequestAuthentication with which a gateway validates the tokens of all requests. */
export function requestAuthentication({ selects }: GuardingGateway, issuers: readonly JwtIssuer[]): object {
  return {
    jwtRules: issuers.map(({ issuer, jwksUri, audiences }) => (
      { ...audiences == null ? {} : { audiences }, forwardOriginalToken: true, issuer, jwksUri })),
    ...selects,
  };
}
