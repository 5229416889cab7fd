import { BothSides, bothSides, ClusterOf, Consequence } from './consequence';
import type { FolderDifference, FolderObject } from './objects';
import { found } from '../../findings/finding';
import { grouped } from '../../private/grouped';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { isKind } from '../../private/kinds/kind-of';
import type { TypedManifest } from '../../private/oam-kind';
import { isOpenField, isOpenValue } from '../../private/open-fields';
import { objectName } from '../../private/written';
import { LedRequest, ledRequests } from '../../routes/led-requests';
import type { Route } from '../../routes/route';

/** The kinds that route requests, and the kinds to which they are attached. */
const KINDS = [
  'networking.k8s.io/Ingress', 'gateway.networking.k8s.io/HTTPRoute', 'gateway.networking.k8s.io/Gateway',
  'networking.istio.io/VirtualService', 'networking.istio.io/Gateway',
];

/** The maximum number of paths of a host that a warning names. */
const MOST_PATHS = 6;

/** Finds requests that a route of another object takes over and sends elsewhere. */
export function takenRoutes(difference: FolderDifference, clusterOf: ClusterOf): Consequence[] {
  const { added, removed, changed } = difference;
  if (![...added, ...removed, ...changed.map(({ after }) => after)].some(isRoute)) return [];
  return bothSides(difference, clusterOf).flatMap(both => takenIn(difference, both));
}

const isRoute = ({ value }: FolderObject) => KINDS.some(kind => isKind(value, kind));

/** A request, the route that took it, and the route of another object that takes it now. */
interface TakenRequest extends LedRequest {
  readonly from: Route;
  readonly by: Route;
}

function takenIn(difference: FolderDifference, { before, after }: BothSides): Consequence[] {
  const led = ledRequests(typed(before), typed(after)).filter(({ source, target }) => source !== target).flatMap(takenFrom);
  const groups = grouped(led, ({ host, source, target, from, by }) => [JSON.stringify([host, source, target, keyOf(from), keyOf(by)])]);
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
  return any ? { before: any.before, after: any.after } : { before: first };
}

function findingOf([{ host, path, source, target, from, by }, ...more]: readonly TakenRequest[]) {
  const paths = [path, ...more.map(each => each.path)];
  const shown = paths.slice(0, MOST_PATHS).map(each => shownPart('path', each));
  const rest = paths.length - shown.length;
  const [finding] = found('route-taken-over', '', {
    object: objectName(by.origin.object),
    first: objectName(from.origin.object),
    paths: rest > 0 ? [...shown, `${rest} more`] : shown,
    host: shownPart('host', host),
    source,
    target,
  });
  return finding;
}

/** A value that is certainly not a password; others are hidden. `*` is any host. */
function shownPart(name: 'host' | 'path', value: string): string {
  const place = { name, around: '' };
  return value === '*' || isOpenField(place) && isOpenValue(value, place) ? value : '(hidden)';
}

function takenFrom(request: LedRequest): TakenRequest[] {
  const owners = new Set(request.before.map(keyOf));
  const by = request.now.find(route => !owners.has(keyOf(route)));
  return by ? [{ ...request, from: request.before[0], by }] : [];
}

const typed = (objects: readonly FolderObject[]) => objects.map(({ value }) => value as object as TypedManifest);

const keyOf = ({ origin: { object } }: Route) => keyOfObject(object);
const keyOfObject = (object: object) => identityKey(identityOf(object));
