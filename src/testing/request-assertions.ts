import { failWith, ViewedCluster } from './failures';
import {
  checkedUrl, assertDistinctRoutes, failWithoutRoute, assertProtected, assertReachable, assertUnreachable,
} from './reachable';
import {
  AllowedToken, ProtectionOptions, ReachedRoute, RequestToken, RouteAccess, RouteCallers, TrafficPeer,
} from './request-types';
import { connectionEnds } from './scraped';
import { throwFindings } from '../base/brand';
import { closed, filled, list, mapOf, oneOf } from '../base/check';
import { FINE, found, ownWords, Shown } from '../base/findings/finding';
import { Phrase, showPhrase } from '../base/findings/sentence';
import { describeBare } from '../base/findings/words';
import {
  allConditions, alternativesOf, anyCondition, ClaimTest, Condition, TokenPart, shownPattern,
} from '../cluster/authorization/condition';
import { allowedBy, decide } from '../cluster/authorization/guard';
import { guardOf } from '../cluster/authorization/route-guard';
import type { SignedToken } from '../cluster/authorization/guard';
import { PodsEnd, refusalsOf, verdictsOn } from '../cluster/network-policies';
import { findRoutes } from '../cluster/routes/all-routes';
import { tablesFor, takes } from '../cluster/routes/reach';
import { routeTables } from '../cluster/routes/route';
import { visible } from '../base/shown';
import { port as portCheck } from '../base/addresses';

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
    return assertReachable(this._cluster(), url, from);
  }

  /**
   * Asserts that no route takes requests for a URL, or that NetworkPolicies close the pods to everyone. A route to a
   * Service that is not rendered fails too, and so does a route for certain headers or methods, which the sender
   * chooses, and an annotation whose effect is not known, such as a snippet.
   *
   * @param url the URL; its query is ignored
   * @throws ManifestAssertionError with the steps to the pods
   */
  public isNotReachable(url: string): void { assertUnreachable(this._cluster(), url); }

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
    assertProtected(this._cluster(), url, options ?? {});
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
    const { guarded } = guardedRoutes('Manifests.accessTo()', this._cluster(), url, from);
    const allowed = guarded.map(({ guard }) => allowedBy(guard));
    const known = allowed.filter(each => each !== undefined);
    const conditions = known.flat().map((literals): Condition => allConditions(...literals));
    const alternatives = alternativesOf(anyCondition(...conditions));
    if (!alternatives || known.length < allowed.length) return { callers: RouteCallers.UNKNOWN, tokens: [] };
    if (alternatives.some(({ length }) => length === 0)) return { callers: RouteCallers.EVERYBODY, tokens: [] };
    if (alternatives.length === 0) return { callers: RouteCallers.NOBODY, tokens: [] };
    const tokens = alternatives.flatMap(allowedToken);
    if (tokens.length < alternatives.length) return { callers: RouteCallers.UNKNOWN, tokens: [] };
    return { callers: RouteCallers.TOKENS, tokens };
  }

  /**
   * Asserts that every route gets requests for each of its hosts: no other route takes all of them, and no two routes
   * to different Services take the same. It compares Ingresses, HTTPRoutes and VirtualServices, each in the order of
   * its kind.
   *
   * @throws ManifestAssertionError with the routes that get no requests, and those whose order is undefined
   */
  public hasDistinctRoutes(): void { assertDistinctRoutes(this._cluster()); }

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
    const cluster = this._cluster();
    for (const asked of askedConnections('Manifests.isAllowed()', cluster, from, to, port, protocol)) {
      const refusals = refusalsOf(cluster.index, asked);
      if (refusals.length === 0) continue;
      const lines = refusals.flatMap(({ policy, findings }) =>
        [cluster.titleOf(policy), ...findings.map(each => `  ${describeBare(each)}`)]);
      failWith(found('not-allowed', '', asked.words), refusals.flatMap(({ findings }) => findings), lines);
    }
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
    const cluster = this._cluster();
    for (const asked of askedConnections('Manifests.isNotAllowed()', cluster, from, to, port, protocol)) {
      const verdicts = verdictsOn(cluster.index, asked);
      if (verdicts.some(({ refusals }) => refusals.length > 0)) continue;
      failWith(found('allowed', '', asked.words), [], verdicts.map(({ end, letBy }) => {
        if (letBy) return cluster.lineOf(letBy.policy, letBy.path, { phrase: 'lets-through' });
        const { words } = asked;
        return showPhrase(end === 'to'
          ? { phrase: 'to-closed-by-none', to: words.to } : { phrase: 'from-closed-by-none', from: words.from });
      }));
    }
  }

  /** The objects as in one cluster. @internal */
  protected abstract _cluster(): ViewedCluster;
}

/** The connections between each of two ends, with what messages say of them. */
function askedConnections(
  subject: string, cluster: ViewedCluster, from: TrafficPeer, to: TrafficPeer, port: number, given?: string,
) {
  const protocol = given ?? 'TCP';
  throwFindings(subject, [...portCheck(port, 'port'), ...oneOf('TCP', 'UDP', 'SCTP')(protocol, 'protocol')]);
  const starts = connectionEnds(subject, cluster, from, 'from');
  const ends = connectionEnds(subject, cluster, to, 'to');
  // no policy applies between two addresses
  if (from.address != null && to.address != null) {
    const words = ownWords("must be pods where 'from' is an address: policies select pods");
    throwFindings(subject, found('invalid-value', 'to', words));
  }
  return starts.flatMap(start => ends.map(end => {
    const words = { from: start.title, to: end.title, port, protocol };
    return { port, protocol, from: start.end, to: end.end, words };
  }));
}

const requestToken = closed({
  issuer: filled, subject: filled, audiences: list(filled, { min: 1, what: 'audience' }), claims: mapOf(() => FINE),
}, ['issuer']);

/**
 * Asserts that policies admit requests for a URL with a token, or without one, at each entry that has a route for it;
 * or that they admit none, whichever route takes it.
 */
function judgeRequest(
  cluster: ViewedCluster, url: string, token: RequestToken | undefined, from: TrafficPeer | undefined,
  isAdmitted: boolean,
): void {
  const subject = isAdmitted ? 'Manifests.isAuthorized()' : 'Manifests.isNotAuthorized()';
  if (token != null) throwFindings(subject, requestToken(token, 'token'));
  const { asked, guarded } = guardedRoutes(subject, cluster, url, from);
  const signed = token == null ? undefined : JSON.parse(JSON.stringify(token)) as SignedToken;
  const judged = guarded.map(each => ({ ...each, decision: decide(each.guard, signed) }));
  const other = judged.find(({ decision }) => decision.isAllowed === !isAdmitted)
    ?? judged.find(({ decision }) => decision.isAllowed === undefined);
  if (!other) return;
  const { route: { origin }, route, guard, decision: { isAllowed, by } } = other;
  const who: Phrase = token == null ? { phrase: 'no-token' } : { phrase: 'token-of', issuer: Shown.of(token.issuer) };
  const isUnclear = isAllowed === undefined;
  const common = { url: asked.url, who };
  const head = isAdmitted
    ? found('not-authorized', '', { reason: isUnclear ? 'unclear' : 'refused', ...common })
    : found('authorized', '', { reason: isUnclear ? 'unclear' : 'open', ...common });
  const isUnseen = isAllowed === false && token != null && guard.issuers.length === 0;
  const unknown = by.filter(({ effect }) => effect === 'depends');
  const isPlace = unknown.some(({ path: [first, second] }) => first === 'metadata' || second === 'selector');
  const notes: Phrase[] = [
    ...isPlace ? [{ phrase: 'say-from' as const }] : [],
    ...by.length === 0 ? [{ phrase: 'unguarded' as const }] : [],
    ...isUnseen ? [{ phrase: 'no-issuer' as const }] : [],
  ];
  failWith(head, [], [
    cluster.lineOf(origin.object, origin.path, takes(route)),
    ...by.map(({ object, path, effect }) => cluster.lineOf(object, path, { phrase: effect })),
    ...notes.map(each => `  ${visible(showPhrase(each))}`),
  ]);
}

/** The routes that may take requests for a URL, each with its guard, except routes that answer without a backend. */
function guardedRoutes(subject: string, cluster: ViewedCluster, url: string, from: TrafficPeer | undefined) {
  const asked = checkedUrl(subject, url);
  const given = from == null ? [] : connectionEnds(subject, cluster, from, 'from').map(({ end }) => end);
  const ends = from == null ? [undefined] : given.filter((end): end is PodsEnd => !('address' in end));
  const { routes, detached } = findRoutes(cluster.index);
  const tables = routeTables(routes);
  const answers = tablesFor(tables, asked).map(table => table.find(asked)).filter(({ route }) => route);
  if (answers.length === 0) return failWithoutRoute(cluster, asked, tables, detached);
  const taking = answers.flatMap(({ route, rivals, conditional }) => [route!, ...rivals, ...conditional]);
  const { host, port, path, isTls } = asked;
  // the header `Host` names the port unless it is the default one
  const header = port === undefined ? host : `${host}:${port}`;
  const request = { host: header, path, method: 'GET', serverName: isTls ? host : '' };
  const guarded = taking.filter(({ backend }) => backend.answer === undefined).flatMap(route =>
    ends.map(end => ({ route, guard: guardOf(route, cluster.index, request, end) })));
  return { asked, guarded };
}

/** The token with these claims; none if none may be needed, or if access depends on what the type cannot express. */
function allowedToken(literals: readonly TokenPart[]): AllowedToken[] {
  const claims = literals.filter((each): each is ClaimTest => each.is === 'claim');
  const needed = claims.filter(({ isNot }) => !isNot);
  const [issuers, subjects] = ['iss', 'sub'].map(name => needed.filter(({ claim }) => claim.join('.') === name));
  if (claims.length < literals.length || issuers.length !== 1 || subjects.length > 1) return [];
  const shown = ({ claim, values }: ClaimTest) => ({ claim: claim.join('.'), values: values.map(shownPattern) });
  return [{
    issuers: issuers[0].values.map(shownPattern),
    ...subjects.length > 0 && { subjects: subjects[0].values.map(shownPattern) },
    claims: needed.filter(each => each !== issuers[0] && each !== subjects[0]).map(shown),
    deniedClaims: claims.filter(({ isNot }) => isNot).map(shown),
  }];
}
