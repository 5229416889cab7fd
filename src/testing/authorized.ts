import { failWith } from './failures';
import { AskedUrl, failWithoutRoute, urlOf } from './reachable';
import { AllowedClaim, AllowedToken, RequestToken, RouteAccess, RouteCallers } from './requests';
import { endsOf } from './traffic-ends';
import type { TrafficPeer } from './traffic-peer';
import { ViewedCluster } from './viewed-cluster';
import { alternativesOf, all, any, ClaimTest, Condition, TokenPart } from '../authorization/condition';
import { allowedBy, Decider, Decision, decide, Guard } from '../authorization/guard';
import { shownPattern } from '../authorization/patterns';
import { guardOf } from '../authorization/route-guard';
import type { SignedToken } from '../authorization/token';
import { Phrase, showPhrase } from '../findings/catalogue/phrases';
import { Finding, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';
import type { ConnectionEnd, PodsEnd } from '../network/ends';
import { closed, filled, list, mapOf } from '../private/check';
import { refuse } from '../private/errors';
import { visible } from '../private/written';
import { findRoutes } from '../routes/makers';
import { tablesFor, takes } from '../routes/reach';
import type { Route } from '../routes/route';
import { routeTables } from '../routes/table';

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
 * Asserts that policies admit requests for a URL with a token, or without one, at each entry that has a route for it; or that they admit
 * none, whichever route takes it.
 */
export function judgeRequest(
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
export function accessTo(cluster: ViewedCluster, url: string, from: TrafficPeer | undefined): RouteAccess {
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

/** The token with these claims; none if access depends on anything else, if no token may be needed, or if the type cannot express it. */
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
