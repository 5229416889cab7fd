import { ApplicationRoutes } from './application-routes';
import { IstioRoute, RoutedTrait } from './routed-trait';
import { Finding, FINE, found, saying, within } from '../../../findings/finding';
import type { JwtIssuer } from '../../../ingress/jwt-issuer';
import { grouped } from '../../../private/grouped';
import { AllowedTokens, Authorization } from '../authorization';
import { RoutedPath } from '../paths';

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
 * Connections, by the server name that the client asks for. A rule without one applies to TCP too: Istio leaves out all conditions that TCP
 * does not have, and refuses whatever others serve over TCP at the same pods.
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
 * The ways in which a token is refused. Each rule of the policy must have a reason: the token belongs to none of its principals, or one of
 * its claims has none of the values. Each combination of one reason for each rule is a way.
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

/** Reports what the policy of a route cannot express. Paths by which requests get past it are found in the whole tree. */
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
 * The policy of a trait. It only refuses: a policy that allows would close the gateway for everything that it does not name. It refuses
 * what the routes of the trait take, by the same comparison of the same path. More specific routes of the host are excluded, unless the
 * same policy applies to them.
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
