import { failWith, ViewedCluster } from './failures';
import {
  AllowedClaim, AllowedToken, ProtectionOptions, ReachedRoute, RequestToken, RouteAccess, RouteCallers,
} from './requests';
import { endsOf, NamedEnd } from './scraped';
import type { TrafficPeer } from './traffic-peer';
import { Phrase, showPhrase } from '../base/findings/sentence';
import { Finding, FINE, found, saying, Shown } from '../base/findings/finding';
import { describeBare } from '../base/findings/words';
import {
  ConnectionPort, DirectionVerdict, PolicyRefusal, refusalsOf, verdictsOn, ConnectionEnd, PodsEnd,
} from '../cluster/network/policies';
import { closed, filled, list, mapOf, oneOf, visible } from '../base/check';
import { refuse } from '../base/brand';
import { port as portCheck } from '../base/names';
import { all, alternativesOf, any, ClaimTest, Condition, TokenPart } from '../cluster/authorization/condition';
import { allowedBy, decide, Decider, Decision, Guard } from '../cluster/authorization/guard';
import { shownPattern } from '../cluster/authorization/patterns';
import { guardOf } from '../cluster/authorization/route-guard';
import type { SignedToken } from '../cluster/authorization/token';
import { findRoutes } from '../cluster/routes/makers';
import { tablesFor, takes } from '../cluster/routes/reach';
import { Route, routeTables } from '../cluster/routes/route';
import { AskedUrl, reachRoute, refuseRoute, guardRoute, failWithoutRoute, urlOf, distinguishRoutes } from './reachable';

/** Assertions about requests and connections, across all objects on their way. */
export abstract class RequestAssertions {
  /**
   * Asserts that requests for a URL reach pods: an Ingress, an HTTPRoute or a VirtualService has a route for host and
   * path, and for `https://` there is a certificate; the Service is rendered and has the port; pods have the labels
   * that the Service selects; a container declares the port; NetworkPolicies admit the ingress controller. Each Ingress
   * class and each port of a Gateway that has a route must lead to the same Services.
   *
   * The assertion fails for Services that are not rendered (such as those that the operators of WebLogic and Coherence
   * create), have no selector, or are of type `ExternalName`. Ingresses of Traefik follow its rules, all others those
   * of Kubernetes, and what annotations of ingress-nginx, HAProxy, Kong and Traefik change. Otherwise,
   * `ImplementationSpecific` means `Prefix`. An HTTPRoute must be attached to a listener, and needs a rendered
   * ReferenceGrant for another namespace. A Gateway that is not rendered is assumed to serve its routes, with a
   * certificate.
   *
   * @param url the URL, such as `https://shop.example.com/cart`; its query is ignored
   * @param from the ingress controller. Without it, policies count only if they close the port of the pods to everyone
   * @throws ManifestAssertionError with the steps that hold, and the one that fails
   */
  public isReachable(url: string, from?: TrafficPeer): ReachedRoute {
    return reachRoute(this._cluster(), url, from);
  }

  /**
   * Asserts that no route takes requests for a URL, or that NetworkPolicies close the pods to everyone. A route to a
   * Service that is not rendered fails too, and so does a route for certain headers or methods, which the sender
   * chooses, and an annotation whose effect is not known, such as a snippet.
   *
   * @param url the URL; its query is ignored
   * @throws ManifestAssertionError with the steps to the pods
   */
  public isNotReachable(url: string): void {
    refuseRoute(this._cluster(), url);
  }

  /**
   * Asserts that all requests for a URL, and for any path below it, require a password, whichever route takes them. It
   * recognizes the basic authentication of the ingress controllers of ScraperAccess: annotations, Middlewares, plugins,
   * and policies and filters of Gateways. An annotation that may let requests in, such as `satisfy` of ingress-nginx,
   * counts as no password.
   *
   * Inside the cluster, the Service may be reachable without a password: see `isNotAllowed()`.
   *
   * @param url the URL, which must have a route; its query is ignored
   * @param options the ingress controller, with what is assumed without it
   * @throws ManifestAssertionError with the routes that require none
   */
  public isProtected(url: string, options?: ProtectionOptions): void {
    guardRoute(this._cluster(), url, options ?? {});
  }

  /**
   * Asserts that the policies of a gateway admit GET requests for a URL with or without a token: AuthorizationPolicies
   * and RequestAuthentications of Istio, and SecurityPolicies of Envoy Gateway. Each entry that has a route must admit
   * them. The assertion also fails if the outcome depends on an address, a header, another port or an external service.
   * Policies at the pods and CORS preflights are not considered.
   *
   * @param url the URL, which must have a route; its query is ignored
   * @param token the token; a request without one if not given
   * @param from the pods of the gateway; by default, those that are rendered. If there are none, only policies of the
   *   namespace `istio-system` are known to apply
   * @throws ManifestAssertionError with the policy that denies them, or on which the outcome depends, and what the
   * token lacks
   */
  public isAuthorized(url: string, token?: RequestToken, from?: TrafficPeer): void {
    judgeRequest(this._cluster(), url, token, from, true);
  }

  /**
   * Asserts that the policies of a gateway deny requests for a URL with or without a token, whichever route takes them.
   * It fails if the outcome is unknown, as `isAuthorized()` does.
   *
   * @param url the URL, which must have a route; its query is ignored
   * @param token the token; a request without one if not given
   * @param from the pods of the gateway, as for `isAuthorized()`
   * @throws ManifestAssertionError with the route, and the policy that admits them, or on which the outcome depends
   */
  public isNotAuthorized(url: string, token?: RequestToken, from?: TrafficPeer): void {
    judgeRequest(this._cluster(), url, token, from, false);
  }

  /**
   * Returns who may send requests for a URL by the policies of its gateway: everybody, tokens of certain issuers with
   * certain claims, or nobody.
   *
   * @param url the URL, which must have a route; its query is ignored
   * @param from the pods of the gateway, as for `isAuthorized()`
   * @throws ManifestAssertionError if there is no route
   */
  public accessTo(url: string, from?: TrafficPeer): RouteAccess {
    return accessTo(this._cluster(), url, from);
  }

  /**
   * Asserts that every route gets requests for each of its hosts: no other route takes all of them, and no two routes
   * to different Services take the same. It compares Ingresses, HTTPRoutes and VirtualServices, each in the order of
   * its kind.
   *
   * @throws ManifestAssertionError with the routes that get no requests, and those whose order is undefined
   */
  public hasDistinctRoutes(): void {
    distinguishRoutes(this._cluster());
  }

  /**
   * Asserts that NetworkPolicies allow a connection, by the egress rules of one end and the ingress rules of the other.
   * Between several objects, each connection must be allowed. A block of addresses admits no pods, whose addresses are
   * unknown.
   *
   * @param from who connects
   * @param to to whom
   * @param port the port of the pods, not of a Service
   * @param protocol `TCP`, `UDP` or `SCTP`; TCP if not given
   * @throws ManifestAssertionError with the policies that deny it, and the reason for each of their rules
   */
  public isAllowed(from: TrafficPeer, to: TrafficPeer, port: number, protocol?: string): void {
    allowConnection(this._cluster(), from, to, port, protocol ?? 'TCP');
  }

  /**
   * Asserts that NetworkPolicies deny a connection. Between several objects, each connection must be denied.
   *
   * @param from who connects
   * @param to to whom
   * @param port the port of the pods, not of a Service
   * @param protocol `TCP`, `UDP` or `SCTP`; TCP if not given
   * @throws ManifestAssertionError if one is allowed, with the rules that allow it
   */
  public isNotAllowed(from: TrafficPeer, to: TrafficPeer, port: number, protocol?: string): void {
    refuseConnection(this._cluster(), from, to, port, protocol ?? 'TCP');
  }

  /**
   * The objects as in one cluster.
   *
   * @internal
   */
  protected abstract _cluster(): ViewedCluster;
}

/** A connection that a test asks about. */
interface AskedConnection extends ConnectionPort {
  readonly from: NamedEnd;
  readonly to: NamedEnd;
}

/** Asserts that policies allow the connections between each of two ends. */
function allowConnection(cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: number, protocol: string): void {
  for (const asked of connectionsOf('Manifests.isAllowed()', cluster, from, to, { port, protocol })) {
    const refusals = refusalsOf(cluster.index, { port, protocol, from: asked.from.end, to: asked.to.end });
    if (refusals.length > 0) failRefused(cluster, asked, refusals);
  }
}

/** Asserts that policies deny all these connections. */
function refuseConnection(cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: number, protocol: string): void {
  for (const asked of connectionsOf('Manifests.isNotAllowed()', cluster, from, to, { port, protocol })) {
    const verdicts = verdictsOn(cluster.index, { port, protocol, from: asked.from.end, to: asked.to.end });
    if (verdicts.every(({ refusals }) => refusals.length === 0)) failAllowed(cluster, asked, verdicts);
  }
}

function connectionsOf(
  subject: string, cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: ConnectionPort,
): AskedConnection[] {
  refuse(subject, [...portCheck(port.port, 'port'), ...oneOf('TCP', 'UDP', 'SCTP')(port.protocol, 'protocol')]);
  const [starts, ends] = [endsOf(subject, cluster, from, 'from'), endsOf(subject, cluster, to, 'to')];
  // no policy applies between two addresses
  if (from.address != null && to.address != null) {
    refuse(subject, found('invalid-value', 'to', saying("must be pods where 'from' is an address: policies select pods")));
  }
  return starts.flatMap(start => ends.map(end => ({ ...port, from: start, to: end })));
}

const wordsOf = ({ from, to, port, protocol }: AskedConnection) => ({ from: from.title, to: to.title, port, protocol });

function failRefused(cluster: ViewedCluster, asked: AskedConnection, refusals: readonly PolicyRefusal[]): never {
  const lines = refusals.flatMap(({ policy, findings }) => [cluster.titleOf(policy), ...findings.map(each => `  ${describeBare(each)}`)]);
  return failWith(found('not-allowed', '', wordsOf(asked)), lines, refusals.flatMap(({ findings }) => findings));
}

function failAllowed(cluster: ViewedCluster, asked: AskedConnection, verdicts: readonly DirectionVerdict[]): never {
  return failWith(found('allowed', '', wordsOf(asked)), verdicts.map(each => lineOf(cluster, asked, each)));
}

function lineOf(cluster: ViewedCluster, { from, to }: AskedConnection, { end, letBy }: DirectionVerdict): string {
  if (letBy) return cluster.lineOf(letBy.policy, letBy.path, { phrase: 'lets-through' });
  return showPhrase(end === 'to' ? { phrase: 'to-closed-by-none', to: to.title } : { phrase: 'from-closed-by-none', from: from.title });
}

const requestToken = closed({
  issuer: filled, subject: filled, audiences: list(filled, { min: 1, what: 'audience' }), claims: mapOf(() => FINE),
}, ['issuer']);

/** A route that may take requests for a URL, and its guard. */
interface GuardedRoute {
  readonly route: Route;
  readonly guard: Guard;
}

/** The decision on a request at a route. */
interface JudgedRoute extends GuardedRoute {
  readonly decision: Decision;
}

/**
 * Asserts that policies admit requests for a URL with a token, or without one, at each entry that has a route for it;
 * or that they admit none, whichever route takes it.
 */
function judgeRequest(
  cluster: ViewedCluster, url: string, token: RequestToken | undefined, from: TrafficPeer | undefined, isAdmitted: boolean,
): void {
  const subject = isAdmitted ? 'Manifests.isAuthorized()' : 'Manifests.isNotAuthorized()';
  if (token != null) refuse(subject, requestToken(token, 'token'));
  const { asked: { url: shown }, guarded } = routesFor(subject, cluster, url, from);
  const judged = guarded.map((each): JudgedRoute => ({ ...each, decision: decide(each.guard, signed(token)) }));
  const [other] = [...judged.filter(({ decision }) => decision.isAllowed === !isAdmitted), ...judged.filter(isUnclear)];
  if (!other) return;
  const common = { url: shown, who: bearer(token) };
  fail(cluster, isAdmitted
    ? found('not-authorized', '', { reason: isUnclear(other) ? 'unclear' : 'refused', ...common })
    : found('authorized', '', { reason: isUnclear(other) ? 'unclear' : 'open', ...common }), other, token);
}

/** Who may send requests for a URL: everybody who is admitted at one of the entries that have a route for it. */
function accessTo(cluster: ViewedCluster, url: string, from: TrafficPeer | undefined): RouteAccess {
  const subject = 'Manifests.accessTo()';
  const { guarded } = routesFor(subject, cluster, url, from);
  const each = guarded.map(({ guard }) => allowedBy(guard));
  const known = each.filter(alternatives => alternatives !== undefined);
  const alternatives = alternativesOf(any(...known.flat().map((literals): Condition => all(...literals))));
  if (!alternatives || known.length < each.length) return { callers: RouteCallers.UNKNOWN, tokens: [] };
  if (alternatives.some(({ length }) => length === 0)) return { callers: RouteCallers.EVERYBODY, tokens: [] };
  if (alternatives.length === 0) return { callers: RouteCallers.NOBODY, tokens: [] };
  const tokens = alternatives.flatMap(allowedToken);
  return tokens.length < alternatives.length ? { callers: RouteCallers.UNKNOWN, tokens: [] } : { callers: RouteCallers.TOKENS, tokens };
}

/**
 * The token with these claims; none if access depends on anything else, if no token may be needed, or if the type
 * cannot express it.
 */
function allowedToken(literals: readonly TokenPart[]): AllowedToken[] {
  const claims = literals.filter((each): each is ClaimTest => each.is === 'claim');
  const needed = claims.filter(({ isNot }) => !isNot);
  const [issuers, subjects] = ['iss', 'sub'].map(name => needed.filter(({ claim }) => claim.join('.') === name));
  if (claims.length < literals.length || issuers.length !== 1 || subjects.length > 1) return [];
  return [{
    issuers: issuers[0].values.map(shownPattern),
    ...subjects.length > 0 && { subjects: subjects[0].values.map(shownPattern) },
    claims: needed.filter(each => each !== issuers[0] && each !== subjects[0]).map(claimOf),
    deniedClaims: claims.filter(({ isNot }) => isNot).map(claimOf),
  }];
}

function claimOf({ claim, values }: ClaimTest): AllowedClaim {
  return { claim: claim.join('.'), values: values.map(shownPattern) };
}

function signed(token: RequestToken | undefined): SignedToken | undefined {
  return token == null ? undefined : JSON.parse(JSON.stringify(token)) as SignedToken;
}

/** The routes that may take requests for a URL, each with its guard, except routes that answer without a backend. */
function routesFor(subject: string, cluster: ViewedCluster, url: string, from: TrafficPeer | undefined) {
  const asked = urlOf(subject, url);
  const ends = from == null ? [undefined] : endsOf(subject, cluster, from, 'from').map(({ end }) => end).filter(isPods);
  const { routes, detached } = findRoutes(cluster.index);
  const tables = routeTables(routes);
  const answers = tablesFor(tables, asked).map(table => table.find(asked)).filter(({ route }) => route);
  if (answers.length === 0) return failWithoutRoute(cluster, asked, tables, detached);
  const taking = answers.flatMap(({ route, rivals, conditional }) => [route!, ...rivals, ...conditional]);
  const request = { host: hostHeader(asked), path: asked.path, method: 'GET', serverName: asked.isTls ? asked.host : '' };
  const guarded = taking.filter(({ backend }) => backend.answer === undefined).flatMap(route =>
    ends.map((end): GuardedRoute => ({ route, guard: guardOf(route, cluster.index, request, end) })));
  return { asked, guarded };
}

function isPods(end: ConnectionEnd): end is PodsEnd {
  return !('address' in end);
}

/** The header `Host`, which names the port unless it is the default one. */
function hostHeader({ host, port }: AskedUrl): string {
  return port === undefined ? host : `${host}:${port}`;
}

function isUnclear({ decision: { isAllowed } }: JudgedRoute): boolean {
  return isAllowed === undefined;
}

function bearer(token: RequestToken | undefined): Phrase {
  return token == null ? { phrase: 'no-token' } : { phrase: 'token-of', issuer: Shown.of(token.issuer) };
}

function fail(cluster: ViewedCluster, head: Finding[], { route, guard, decision }: JudgedRoute, token: RequestToken | undefined): never {
  const { object, path } = route.origin;
  const isUnseen = decision.isAllowed === false && token != null && guard.issuers.length === 0;
  const unknown = decision.by.filter(({ effect }) => effect === 'depends');
  const isPlace = unknown.some(({ path: [first, second] }) => first === 'metadata' || second === 'selector');
  const notes: Phrase[] = [
    ...isPlace ? [{ phrase: 'say-from' as const }] : [],
    ...decision.by.length === 0 ? [{ phrase: 'unguarded' as const }] : [],
    ...isUnseen ? [{ phrase: 'no-issuer' as const }] : [],
  ];
  return failWith(head, [
    cluster.lineOf(object, path, takes(route)),
    ...decision.by.map(each => cluster.lineOf(each.object, each.path, DECIDES[each.effect])),
    ...notes.map(each => `  ${visible(showPhrase(each))}`),
  ]);
}

const DECIDES: Readonly<Record<Decider['effect'], Phrase>> = {
  'allows': { phrase: 'lets-in' },
  'denies': { phrase: 'refuses' },
  'asks': { phrase: 'asks-others' },
  'depends': { phrase: 'depends' },
  'needs-token': { phrase: 'needs-token' },
  'refuses-rest': { phrase: 'refuses-rest' },
  'refuses-issuer': { phrase: 'refuses-issuer' },
  'refuses-audience': { phrase: 'refuses-audience' },
};
