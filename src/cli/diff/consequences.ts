import { canonical } from './compare';
import { clustersOf, type ComparedCluster, type Consequence } from './compared-cluster';
import { objectFindings } from './object-consequences';
import { objectOf, type ComparedObject } from './objects';
import { renamedSeries } from './renamed-series';
import { renamedObjects } from './renames';
import { decide } from '../../authorization/guard';
import { guardOf } from '../../authorization/route-guard';
import { Finding, found } from '../../findings/finding';
import type { ObjectIndex } from '../../objects/object-index';
import { grouped } from '../../private/grouped';
import { withoutCredentials } from '../../private/hidden';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { fieldAt, FieldSteps } from '../../private/kinds/kind';
import { kindName } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { objectName } from '../../private/written';
import { LedRequest, ledRequests } from '../../routes/led-requests';
import { tablesOf } from '../../routes/makers';
import { isRegex } from '../../routes/paths';
import { below } from '../../routes/requests';
import type { Route } from '../../routes/route';

/**
 * The effects of a difference on what runs, beyond the changes of fields. The folders of two environments count as two clusters, each of
 * which is asked before and after.
 */
export function consequencesOf(objects: readonly ComparedObject[], environments: readonly string[] = []): Consequence[] {
  return clustersOf(objects, environments).filter(own => own.objects.some(({ kind }) => kind !== 'same')).flatMap(cluster => {
    const renamed = renamedObjects(cluster);
    return [
      ...cluster.objects.flatMap(object =>
        objectFindings(object, cluster, renamed.get(object.before?.value as never)).map(finding => ({ finding, object }))),
      ...lostPods(cluster),
      ...changedRoutes(cluster),
      ...renamedSeries(cluster, renamed),
    ];
  });
}

/** Finds Services that selected declared pods, and select none now. */
function lostPods(cluster: ComparedCluster): Consequence[] {
  const { before, after } = cluster;
  return before.ofKind(SERVICE).flatMap(service => {
    const now = cluster.comparisonOf(service).after?.value;
    const selected = now && now.spec?.type !== 'ExternalName' as unknown ? before.podsOf(service) : [];
    if (!now || selected.length === 0 || after.podsOf(now).length > 0) return [];
    const object = cluster.differing([service, ...selected]);
    return found('address-changed', '', { reason: 'pods', service: objectName(service), objects: selected.map(objectName) })
      .flatMap(finding => object ? { finding, object } : []);
  });
}

/** The maximum number of paths of a host that a warning names. */
const MOST_PATHS = 6;

/** Finds requests that no route takes any longer, that another route takes and leads elsewhere, and those that everyone may send now. */
function changedRoutes(cluster: ComparedCluster): Consequence[] {
  const led = ledRequests(cluster.before, cluster.after);
  return [...lostIn(cluster, led), ...takenIn(cluster, led.filter(({ source, target }) => source !== target)), ...openedIn(cluster, led)];
}

/** A request, with the routes that have the effect. */
interface AffectedRequest extends LedRequest {
  readonly routes: readonly Route[];
}

/** The findings on requests by `parts` and the objects of their routes. */
function perObject(
  cluster: ComparedCluster, requests: readonly AffectedRequest[], parts: (request: AffectedRequest) => readonly unknown[],
  findingsOf: (first: AffectedRequest, paths: readonly string[], all: readonly AffectedRequest[]) => Finding[],
): Consequence[] {
  const groups = grouped(requests, each => [JSON.stringify([...parts(each), ...each.routes.map(keyOf)])]);
  return [...groups.values()].flatMap(own => findingsOf(own[0], shownPaths(own), own)
    .map(finding => ({ finding, object: causeOf(cluster, own[0].routes) })));
}

function lostIn(cluster: ComparedCluster, led: readonly LedRequest[]): Consequence[] {
  const kept = led.filter(({ now }) => now.length > 0);
  const [hosts, routes] = [new Set(kept.map(({ host }) => host)), new Set(kept.map(({ before: [from] }) => from))];
  const lost = led.filter(each => each.now.length === 0 && isOfRoute(each, routes)).map(each => ({ ...each, routes: [each.before[0]] }));
  return perObject(cluster, lost, ({ host }) => [hosts.has(host) && host], ({ host }, paths, all) =>
    found('address-changed', '', hosts.has(host) ? { reason: 'path', paths, host }
      : { reason: 'host', hosts: [...new Set(all.map(each => each.host))] }));
}

/** Whether a request is one that a route names, and none of those around it, which only some controllers take. */
function isOfRoute({ host, path, before: [from] }: LedRequest, kept: ReadonlySet<Route>): boolean {
  if (host !== (from.host || '*')) return false;
  return isRegex(from.type) ? !kept.has(from) : below(from.path).includes(path);
}

function takenIn(cluster: ComparedCluster, moved: readonly LedRequest[]): Consequence[] {
  const [before, after] = [cluster.before, cluster.after].map(index =>
    new Set(tablesOf(index).flatMap(({ routes }) => routes.map(declarationOf))));
  const taken = moved.flatMap(request => {
    const { before: [from], now: [first] } = request;
    const owners = new Set(request.before.map(keyOf));
    const [was, is] = [from ?? first, first ?? from].map(declarationOf);
    const isMoved = was !== is && after.has(was) && before.has(is);
    const by = request.now.find(route => !owners.has(keyOf(route))) ?? (isMoved ? first : undefined);
    return by ? [{ ...request, routes: [by, from ?? by] }] : [];
  });
  return perObject(cluster, taken, ({ host, source, target }) => [host, source, target], ({ host, source, target, routes }, paths) => {
    const [object, other] = routes.map(route => objectName(route.origin.object));
    if (routes[0] === routes[1]) return found('route-taken-over', '', { reason: 'wider', object, paths, host, target });
    const first = other === object ? undefined : other;
    return found('route-taken-over', '', { reason: 'taken', object, first, paths, host, source, target });
  });
}

function openedIn(cluster: ComparedCluster, led: readonly LedRequest[]): Consequence[] {
  const opened = led.flatMap(request => {
    const isOpen = (route: Route, index: ObjectIndex) =>
      decide(guardOf(route, index, { ...request, method: 'GET' }), undefined).isAllowed;
    const by = request.now.find(route => !route.backend.answer && isOpen(route, cluster.after));
    const wasClosed = request.before.length > 0 && !request.before.some(route => isOpen(route, cluster.before));
    return by && wasClosed ? [{ ...request, routes: [by] }] : [];
  });
  return perObject(cluster, opened, ({ host }) => [host], ({ host, routes: [{ origin: { object } }] }, paths) =>
    found('protection-lost', '', { object: objectName(object), paths, host }));
}

const keyOf = ({ origin: { object } }: Route) => identityKey(identityOf(object));

/** What the object of a route declares: where it leads depends on other objects and fields, too. */
function declarationOf(route: Route): string {
  const { host, origin: { object, path } } = route;
  return canonical([keyOf(route), host, fieldAt(object, path as FieldSteps)]);
}

/** The kinds that decide on requests. */
const ROUTING = /^(gateway\.[\w.]+|(networking|security)\.istio\.io)\/|^networking\.k8s\.io\/Ingress/;

/** The object whose difference redirects requests: that of one of the routes or, if none differs, for example a Gateway. */
function causeOf(cluster: ComparedCluster, routes: readonly Route[]): ComparedObject {
  const differing = cluster.objects.filter(({ kind }) => kind !== 'same');
  return cluster.differing(routes.map(({ origin }) => origin.object))
    ?? differing.find(each => ROUTING.test(kindName(objectOf(each).value))) ?? differing[0];
}

/** The paths of requests, at most MOST_PATHS of them. */
function shownPaths(requests: readonly LedRequest[]): string[] {
  const shown = requests.slice(0, MOST_PATHS).map(({ path }) => withoutCredentials(path));
  const rest = requests.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}
