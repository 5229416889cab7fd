import { BothSides, bothSides, ClusterOf, Consequence, objectOf } from './consequence';
import type { FolderDifference, FolderObject } from './objects';
import { Finding, found } from '../../findings/finding';
import { grouped } from '../../private/grouped';
import { withoutCredentials } from '../../private/hidden';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind } from '../../private/kinds/kind-of';
import type { TypedManifest } from '../../private/oam-kind';
import { objectName } from '../../private/written';
import { takesHost } from '../../routes/hosts';
import { LedRequest, ledRequests } from '../../routes/led-requests';
import { isRegex } from '../../routes/paths';
import { below } from '../../routes/requests';
import type { Route } from '../../routes/route';

/** The kinds that route requests, and the kinds to which they are attached. */
const KINDS = [
  'networking.k8s.io/Ingress', 'gateway.networking.k8s.io/HTTPRoute', 'gateway.networking.k8s.io/Gateway',
  'networking.istio.io/VirtualService', 'networking.istio.io/Gateway',
];

/** The maximum number of paths of a host that a warning names. */
const MOST_PATHS = 6;

/** Finds requests that a route of another object takes over and sends elsewhere, and requests that no route takes any longer. */
export function changedRoutes(difference: FolderDifference, clusterOf: ClusterOf, lostHosts: readonly Consequence[]): Consequence[] {
  const { added, removed, changed } = difference;
  if (![...added, ...removed, ...changed.map(({ after }) => after)].some(isRoute)) return [];
  return bothSides(difference, clusterOf).flatMap(both => {
    const led = ledRequests(typed(both.before), typed(both.after));
    const told = lostHosts.filter(each => clusterOf(objectOf(each)) === clusterOf(both.before[0])).flatMap(each => hostsIn(each.finding));
    const moved = led.filter(({ source, target }) => source !== target);
    return [...lostIn(difference, both, led, told), ...takenIn(difference, both, moved)];
  });
}

const hostsIn = ({ parameters }: Finding) => parameters.hosts as readonly string[] | undefined ?? [];

const isRoute = ({ value }: FolderObject) => KINDS.some(kind => isKind(value, kind));

/** Finds requests that no route takes any longer, except those of hosts that have their own finding. */
function lostIn(difference: FolderDifference, { before }: BothSides, all: readonly LedRequest[], told: readonly string[]): Consequence[] {
  const served = new Set(all.filter(({ now }) => now.length > 0).map(({ host }) => host));
  const kept = new Set(all.filter(({ now }) => now.length > 0).map(each => each.before[0]));
  const lost = all.filter(each => each.now.length === 0 && isOfRoute(each, kept) && !told.some(host => takesHost(host, each.host, 'some')));
  const [hosts, paths] = [false, true].map(isPart => lost.filter(({ host }) => served.has(host) === isPart));
  const groups = [
    ...grouped(hosts, ({ before: [from] }) => [keyOf(from)]).values(),
    ...grouped(paths, ({ host, before: [from] }) => [JSON.stringify([host, keyOf(from)])]).values(),
  ];
  return groups.flatMap(requests => {
    const [{ host, before: [from] }] = requests;
    const parameters = served.has(host) ? { reason: 'path', paths: shownPaths(requests), host } as const
      : { reason: 'host', hosts: [...new Set(requests.map(each => each.host))] } as const;
    const objects = differing(before.find(isOf(from)), undefined, difference);
    return found('address-changed', '', parameters).map(finding => ({ ...objects, finding }));
  });
}

/** Whether a request is one that a route names, and none of those around it, which only some controllers take. */
function isOfRoute({ host, path, before: [from] }: LedRequest, kept: ReadonlySet<Route>): boolean {
  if (host !== (from.host || '*')) return false;
  return isRegex(from.type) ? !kept.has(from) : below(from.path).includes(path);
}

/** A request, the route that took it, and the route of another object that takes it now. */
interface TakenRequest extends LedRequest {
  readonly from: Route;
  readonly by: Route;
}

function takenIn(difference: FolderDifference, { before, after }: BothSides, led: readonly LedRequest[]): Consequence[] {
  const taken = led.flatMap(takenFrom);
  const groups = grouped(taken, ({ host, source, target, from, by }) => [JSON.stringify([host, source, target, keyOf(from), keyOf(by)])]);
  return [...groups.values()].map(requests => {
    const [{ from, by }] = requests;
    const [first, other] = [before.find(isOf(from)), after.find(isOf(by))];
    return { ...differing(first, other, difference), finding: findingOf(requests) };
  });
}

const isOf = (route: Route) => ({ value }: FolderObject) => keyOfObject(value) === keyOf(route);

/** The object whose difference redirects the requests: one of the two or, if neither differs, for example a Gateway. */
function differing(
  first: FolderObject | undefined, other: FolderObject | undefined, { added, removed, changed }: FolderDifference,
): Pick<Consequence, 'before' | 'after'> {
  if (other && added.includes(other)) return { after: other };
  const pair = changed.find(({ after }) => after === other);
  if (!pair && first && removed.includes(first)) return { before: first };
  const any = pair ?? changed.find(each => each.before === first) ?? changed.find(each => isRoute(each.after));
  const after = any ? undefined : added.find(isRoute);
  return any ? { before: any.before, after: any.after } : after ? { after } : { before: first };
}

function findingOf(requests: readonly TakenRequest[]) {
  const [{ host, source, target, from, by }] = requests;
  const [finding] = found('route-taken-over', '', {
    object: objectName(by.origin.object),
    first: objectName(from.origin.object),
    paths: shownPaths(requests),
    host,
    source,
    target,
  });
  return finding;
}

/** The paths of requests, at most MOST_PATHS of them. */
function shownPaths(requests: readonly LedRequest[]): string[] {
  const shown = requests.slice(0, MOST_PATHS).map(({ path }) => withoutCredentials(path));
  const rest = requests.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}

function takenFrom(request: LedRequest): TakenRequest[] {
  const owners = new Set(request.before.map(keyOf));
  const by = request.now.find(route => !owners.has(keyOf(route)));
  return by ? [{ ...request, from: request.before[0], by }] : [];
}

const typed = (objects: readonly FolderObject[]) => objects.map(({ value }) => value as object as TypedManifest);

const keyOf = ({ origin: { object } }: Route) => keyOfObject(object);
const keyOfObject = (object: object) => identityKey(identityOf(object));
