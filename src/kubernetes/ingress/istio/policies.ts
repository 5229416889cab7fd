import { ApplicationRoutes } from './application-routes';
import { IstioIngressProps } from './istio-props';
import { IstioRoute, RoutedTrait } from './routed-trait';
import { pathPattern } from './routing';
import { grouped } from '../../../private/grouped';
import { AllowedTokens, Authorization, TokenClaim, TokenPrincipal } from '../authorization';

/** The most rules that the API server takes in one policy. */
export const MAX_RULES = 512;

/** Tokens that are refused: they are of none of the principals, and each of the claims has none of its values. */
interface RefusedTokens {
  readonly principals: readonly TokenPrincipal[];
  readonly claims: readonly TokenClaim[];
}

/** Requests for which a policy holds. */
interface GuardedRequests {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly notPaths: readonly string[];
}

/**
 * Why a token is refused: each rule of the policy must have a reason to. A rule has one if the token is of none of its principals, and one
 * for each claim; all combinations of these are the ways to be refused.
 */
export function refusals({ rules }: Authorization): RefusedTokens[] {
  return rules.reduce<RefusedTokens[]>((ways, rule) => ways.flatMap(way => reasonsOf(rule).map(reason => ({
    principals: [...way.principals, ...reason.principals],
    claims: [...way.claims, ...reason.claims],
  }))), [{ principals: [], claims: [] }]);
}

/** How many rules a policy becomes. */
export function ruleCount({ rules }: Authorization, routes: ApplicationRoutes, props: IstioIngressProps): number {
  return rules.reduce((count, { claims }) => count * (1 + claims.length), connectionsTo(routes, props).length);
}

function reasonsOf({ principals, claims }: AllowedTokens): RefusedTokens[] {
  return [{ principals, claims: [] }, ...claims.map(claim => ({ principals: [], claims: [claim] }))];
}

/**
 * The policy of a trait. It refuses, and allows nothing: one that allowed would close the gateway for all that it does not name. What it
 * refuses is what the routes of the trait take, by the same comparison of the same path; more specific routes of the host are left out,
 * unless the same policy holds for them.
 */
export function authorizationPolicy({ routes: own }: RoutedTrait, routes: ApplicationRoutes, props: IstioIngressProps): object {
  const guarded = grouped(own.filter(({ authorization }) => authorization), ({ admits }) => [admits]);
  return {
    action: 'DENY',
    rules: [...guarded.values()].flatMap(some => denials(some, routes, props)),
    selector: { matchLabels: props.gateway.podLabels },
  };
}

function denials(guarded: readonly IstioRoute[], routes: ApplicationRoutes, props: IstioIngressProps): object[] {
  const authorization = guarded[0].authorization!;
  if (ruleCount(authorization, routes, props) > MAX_RULES) return [];
  const requests = requestsOf(guarded, routes);
  return connectionsTo(routes, props).flatMap(({ notPorts = [], ...serverName }) => {
    const to = requests.map(({ hosts, paths, notPaths }) =>
      ({ operation: { hosts: hosts.flatMap(spellings), ...filled({ notPaths, notPorts }), paths } }));
    return refusals(authorization).map(refused => ({ ...fromOf(refused), to, when: [...whenOf(refused), serverName] }));
  });
}

/** The lists that have elements: Istio rejects others. */
function filled(lists: Readonly<Record<string, readonly string[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

/** Connections by the server name that the client asks for. */
interface Connections {
  readonly key: 'connection.sni';
  readonly values?: readonly string[];
  readonly notValues?: readonly string[];
  readonly notPorts?: readonly string[];
}

/**
 * The connections over which requests come to the hosts of an application. Without them, Istio would leave out all that TCP does not have,
 * and refuse whatever others serve by TCP at the same pods. Over TLS the Gateway takes no other server names than its hosts; in plain text
 * there is none.
 */
function connectionsTo({ secrets }: ApplicationRoutes, { gateway: { tcpPorts } }: IstioIngressProps): Connections[] {
  const overTls = [...secrets].filter(([, secret]) => secret !== undefined).map(([host]) => host);
  const isPlain = overTls.length < secrets.size;
  return [
    ...overTls.length > 0 ? [{ key: 'connection.sni' as const, values: overTls }] : [],
    ...isPlain ? [{ key: 'connection.sni' as const, notValues: ['*'], notPorts: (tcpPorts ?? []).map(String) }] : [],
  ];
}

/** A host as clients may write it: with a port, and with a dot at the end. Envoy does not mind the case. */
function spellings(host: string): string[] {
  return [host, `${host}:*`, `${host}.`, `${host}.:*`];
}

function fromOf({ principals }: RefusedTokens): object {
  const names = new Set(principals.map(({ issuer, subject = '*' }) => `${issuer}/${subject}`));
  return names.size > 0 ? { from: [{ source: { notRequestPrincipals: [...names] } }] } : {};
}

/** A claim that a token does not have has none of the values either. */
function whenOf({ claims }: RefusedTokens): object[] {
  return claims.map(({ claim, values }) => ({ key: `request.auth.claims[${claim.join('][')}]`, notValues: values }));
}

/** What routes of one policy take. */
function requestsOf(guarded: readonly IstioRoute[], { byHost }: ApplicationRoutes): GuardedRequests[] {
  const single = guarded.flatMap(route => route.rule.hosts.map(host =>
    ({ host, path: pathPattern(route), notPaths: exceptions(route, byHost.get(host)!) })));
  const byPath = [...grouped(single, ({ path, notPaths }) => [JSON.stringify([path, notPaths])]).values()]
    .map(some => ({ hosts: some.map(({ host }) => host), ...some[0] }));
  return [...grouped(byPath, ({ hosts, notPaths }) => [JSON.stringify([hosts, notPaths])]).values()]
    .map(some => ({ ...some[0], paths: some.map(({ path }) => path) }));
}

/** The paths of more specific routes below a prefix, which the policy does not guard. */
function exceptions(route: IstioRoute, routes: readonly IstioRoute[]): string[] {
  if (route.pathType !== 'Prefix') return [];
  const isBelow = ({ path, pathType }: IstioRoute) =>
    path.startsWith(route.path) && (pathType === 'Exact' || path.length > route.path.length);
  return routes.filter(each => each !== route && each.admits !== route.admits && isBelow(each)).map(pathPattern);
}

/** By it the gateway validates tokens, those in all requests. */
export function requestAuthentication({ gateway: { podLabels }, jwtIssuers = [] }: IstioIngressProps): object {
  return {
    jwtRules: jwtIssuers.map(({ issuer, jwksUri, audiences }) => (
      { ...audiences == null ? {} : { audiences }, forwardOriginalToken: true, issuer, jwksUri })),
    selector: { matchLabels: podLabels },
  };
}
