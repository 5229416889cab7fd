import { canonical } from './compare';
import { clustersOf, type ComparedCluster, type Consequence } from './compared-cluster';
import { objectFindings } from './object-consequences';
import { objectOf, type ComparedObject } from './objects';
import { renamedSeries } from './renamed-series';
import { renamedObjects } from './renames';
import { found } from '../../findings/finding';
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
    const now = after.named(SERVICE, service.metadata?.namespace, service.metadata?.name);
    const selected = now && now.spec?.type !== 'ExternalName' as unknown ? before.podsOf(service) : [];
    if (!now || selected.length === 0 || after.podsOf(now).length > 0) return [];
    const object = cluster.differing([service, ...selected]);
    return found('address-changed', '', { reason: 'pods', service: objectName(service), objects: selected.map(objectName) })
      .flatMap(finding => object ? { finding, object } : []);
  });
}

/** The maximum number of paths of a host that a warning names. */
const MOST_PATHS = 6;

/** Finds requests that no route takes any longer, and those that are led elsewhere though the fields of their routes are the same. */
function changedRoutes(cluster: ComparedCluster): Consequence[] {
  const led = ledRequests(cluster.before, cluster.after);
  return [...lostIn(cluster, led), ...takenIn(cluster, led.filter(({ source, target }) => source !== target))];
}

function lostIn(cluster: ComparedCluster, led: readonly LedRequest[]): Consequence[] {
  const kept = led.filter(({ now }) => now.length > 0);
  const [hosts, routes] = [new Set(kept.map(({ host }) => host)), new Set(kept.map(({ before: [from] }) => from))];
  const lost = led.filter(each => each.now.length === 0 && isOfRoute(each, routes));
  const groups = grouped(lost, ({ host, before: [from] }) => [JSON.stringify([hosts.has(host) && host, keyOf(from)])]);
  return [...groups.values()].flatMap(requests => {
    const [{ host, before: [from] }] = requests;
    return found('address-changed', '', hosts.has(host) ? { reason: 'path', paths: shownPaths(requests), host }
      : { reason: 'host', hosts: [...new Set(requests.map(each => each.host))] })
      .map(finding => ({ finding, object: causeOf(cluster, [from]) }));
  });
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
    const [was, is] = [from, first ?? from].map(declarationOf);
    const isMoved = was !== is && after.has(was) && before.has(is);
    const by = request.now.find(route => !owners.has(keyOf(route))) ?? (isMoved ? first : undefined);
    return by ? [{ ...request, from, by }] : [];
  });
  const groups = grouped(taken, ({ host, source, target, from, by }) => [JSON.stringify([host, source, target, keyOf(from), keyOf(by)])]);
  return [...groups.values()].flatMap(requests => {
    const [{ host, source, target, from, by }] = requests;
    const [object, other] = [by, from].map(route => objectName(route.origin.object));
    const first = other === object ? undefined : other;
    return found('route-taken-over', '', { object, first, paths: shownPaths(requests), host, source, target })
      .map(finding => ({ finding, object: causeOf(cluster, [by, from]) }));
  });
}

const keyOf = ({ origin: { object } }: Route) => identityKey(identityOf(object));

/** What the object of a route declares: where it leads depends on other objects and fields, too. */
function declarationOf(route: Route): string {
  const { host, origin: { object, path } } = route;
  return canonical([keyOf(route), host, fieldAt(object, path as FieldSteps)]);
}

/** The groups of kinds that decide where requests lead. */
const ROUTING = /^(gateway\.networking\.k8s\.io|networking\.istio\.io)\/|^networking\.k8s\.io\/Ingress/;

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
