import { ApplicationRoutes } from './application-routes';
import { IstioRoute, RoutedTrait } from './routed-trait';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { grouped } from '../../../private/grouped';
import { AllowedTokens, Authorization, TokenClaim, TokenPrincipal } from '../authorization';
import { RoutedPath } from '../paths';

/** The most rules that the API server takes in one policy. */
export const MAX_RULES = 512;

/** The gateway at which policies are enforced, and what routes mean there. */
export interface GuardingGateway {
  /** The field by which a policy names it: `selector` or `targetRefs`. */
  readonly selects: object;
  /** The connections over which requests come to guarded hosts. */
  readonly connections: readonly Connections[];
  /** What the paths of a policy must be to be met by exactly the requests that an exact path or a prefix takes. */
  readonly patternsOf: (path: RoutedPath) => readonly string[];
}

/**
 * Connections, by the server name that the client asks for. A rule without one is for TCP too: Istio leaves out all that TCP does not have,
 * and refuses whatever others serve by TCP at the same pods.
 */
export interface Connections {
  /** @default - whatever the client asks for */
  readonly serverName?: { readonly values: readonly string[] } | { readonly notValues: readonly string[] };
  /** Ports at which no requests come. */
  readonly notPorts?: readonly number[];
}

/** Connections in plain text: there is no server name. */
export const PLAIN_TEXT = { notValues: ['*'] } as const;

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
export function ruleCount({ rules }: Authorization, { connections }: GuardingGateway): number {
  return rules.reduce((count, { claims }) => count * (1 + claims.length), connections.length);
}

function reasonsOf({ principals, claims }: AllowedTokens): RefusedTokens[] {
  return [{ principals, claims: [] }, ...claims.map(claim => ({ principals: [], claims: [claim] }))];
}

/**
 * The policy of a trait. It refuses, and allows nothing: one that allowed would close the gateway for all that it does not name. What it
 * refuses is what the routes of the trait take, by the same comparison of the same path; more specific routes of the host are left out,
 * unless the same policy holds for them.
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
    return refusals(authorization).map(refused =>
      ({ ...fromOf(refused), to, ...filled({ when: [...whenOf(refused), ...sni(serverName)] }) }));
  });
}

/** The lists that have elements: Istio rejects others. */
function filled(lists: Readonly<Record<string, readonly unknown[]>>): object {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function sni(serverName: Connections['serverName']): object[] {
  return serverName ? [{ key: 'connection.sni', ...serverName }] : [];
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

/** By it a gateway validates tokens, those in all requests. */
export function requestAuthentication({ selects }: Pick<GuardingGateway, 'selects'>, issuers: readonly JwtIssuer[]): object {
  return {
    jwtRules: issuers.map(({ issuer, jwksUri, audiences }) => (
      { ...audiences == null ? {} : { audiences }, forwardOriginalToken: true, issuer, jwksUri })),
    ...selects,
  };
}
