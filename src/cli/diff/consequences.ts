import type { ValueChange } from './compare';
import { BothSides, bothSides, ClusterOf, Consequence, IsRemoved, removedIn } from './consequence';
import { lostAddresses, lostPods } from './lost-addresses';
import { indexOf, type ChangedObject, type FolderDifference, type FolderObject, environmentOf } from './objects';
import { renamedSeries } from './renamed-series';
import { renamedObjects } from './renames';
import { Finding, FINE, found, saying } from '../../findings/finding';
import type { Path } from '../../findings/path';
import { PRUNE, SYNC_OPTIONS } from '../../objects/labels';
import { asObject, isFilled, listOf, PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';
import { withoutCredentials } from '../../private/hidden';
import { identityKey, identityOf } from '../../private/kinds/identity';
import { fieldAt, FieldSteps, FixedFields } from '../../private/kinds/kind';
import { isKind, kindOf } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { amountOf } from '../../private/quantity';
import { objectName } from '../../private/written';
import { LedRequest, ledRequests } from '../../routes/led-requests';
import { isRegex } from '../../routes/paths';
import { below } from '../../routes/requests';
import type { Route } from '../../routes/route';

const CLAIM = '/PersistentVolumeClaim';
const STATEFUL_SET = 'apps/StatefulSet';
const NAMESPACE = '/Namespace';
const GATEWAY = 'gateway.networking.k8s.io/Gateway';
const DEFINITION = 'apiextensions.k8s.io/CustomResourceDefinition';

/**
 * The effects of a difference on what runs, beyond the changes of fields, in the order of the report. The folders of two environments
 * count as two clusters.
 */
export function consequencesOf(difference: FolderDifference, environments: readonly string[] = []): Consequence[] {
  const { removed, changed } = difference;
  // two environments have different clusters or namespaces; without environments, there is one
  const clusterOf: ClusterOf = object => environmentOf(object, environments);
  const renamed = renamedObjects(difference, clusterOf);
  const isRemoved = removedIn(difference, clusterOf);
  const isDeletedNamespace = removedIn({ ...difference, removed: removed.filter(({ value }) => !keptBy(value)) }, clusterOf);
  // the finding on the removed namespace covers all objects in it
  const isCovered = (object: FolderObject) =>
    isDeletedNamespace(object, NAMESPACE, { name: object.value.metadata?.namespace, namespace: undefined });
  return [
    ...removed.flatMap(before => removalOf(before, renamed.get(before), isCovered).map(finding => ({ finding, before }))),
    ...changed.flatMap(each => {
      const { before, after } = each;
      const findings = [...fixedFields(each), ...lostData(each, isRemoved), ...lostAddresses(each, isRemoved)];
      return findings.map(finding => ({ finding, before, after }));
    }),
    ...lostPods(difference, clusterOf),
    ...changedRoutes(difference, clusterOf),
    ...renamedSeries(difference, renamed, clusterOf),
  ];
}

/** What is lost when an object is removed. Names the object that replaces it, if there is one. */
function removalOf(object: FolderObject, successor: FolderObject | undefined, isCovered: (object: FolderObject) => boolean): Finding[] {
  const { value } = object;
  const tool = keptBy(value);
  if (isKind(value, NAMESPACE) && tool) return found('data-left-behind', '', { reason: 'kept', tool });
  if (isKind(value, NAMESPACE)) return found('data-left-behind', '', { reason: 'namespace', namespace: String(value.metadata?.name) });
  if (isKind(value, DEFINITION)) return found('data-left-behind', '', { reason: 'definition', kind: String(value.spec?.names?.kind) });
  if (isCovered(object)) return FINE;
  const now = successor && objectName(successor.value);
  const isMoved = now !== undefined;
  if (isKind(value, CLAIM) && tool) {
    return found('data-left-behind', '', isMoved ? { reason: 'kept-renamed', now, tool } : { reason: 'kept', tool });
  }
  if (isKind(value, CLAIM)) {
    return found('data-left-behind', '', isMoved ? { reason: 'claim-renamed', now } : saying('is removed, and what is on its volume is '
      + 'lost, unless the reclaim policy of the volume is Retain',
    'keep it, or copy the data before'));
  }
  if (isKind(value, STATEFUL_SET)) return removalOfSet(value, now);
  if (![SERVICE, GATEWAY].some(kind => isKind(value, kind))) return [];
  return found('address-changed', '', isMoved ? { reason: 'renamed', now } : saying('is removed, so clients can no longer reach its name '
    + 'and address',
  'keep it until no client uses it'));
}

/** The tool that annotations or labels keep from deleting an object, whether it prunes or deletes everything that it has applied. */
function keptBy({ metadata }: PlainValue): string | undefined {
  const options = String(asObject(metadata?.annotations)[SYNC_OPTIONS] ?? '').split(',').map(option => option.trim());
  if (['Prune=false', 'Delete=false'].every(option => options.includes(option))) return 'Argo CD';
  const isDisabled = [metadata?.annotations, metadata?.labels].some(map => String(asObject(map)[PRUNE]).toLowerCase() === 'disabled');
  return isDisabled ? 'Flux' : undefined;
}

function removalOfSet(set: PlainValue, now: string | undefined): Finding[] {
  const { spec } = set;
  const claims = claimsOf(set);
  if (claims.length === 0) return [];
  if (now !== undefined) return found('data-left-behind', '', { reason: 'set-renamed', now, claims });
  const isDeleting = fieldAt(spec, ['persistentVolumeClaimRetentionPolicy', 'whenDeleted']) === 'Delete' as unknown;
  return found('data-left-behind', '', { reason: isDeleting ? 'set-deletes' : 'set', claims });
}

/** The claims that a StatefulSet creates for its pods. */
function claimsOf({ spec, metadata }: PlainValue): string[] {
  return listOf<PlainValue>(spec?.volumeClaimTemplates).map(each => `${String(each?.metadata?.name)}-${String(metadata?.name)}-…`);
}

/** Data that the pods of a changed object no longer use, or that is deleted. */
function lostData(changed: ChangedObject, isRemoved: IsRemoved): Finding[] {
  const { before: { value }, after: { value: now } } = changed;
  const unused = unusedClaims(changed, isRemoved);
  const volumes = [...kindOf(now).pods?.spec ?? [], 'volumes'];
  return [
    ...isKind(value, STATEFUL_SET) ? lostOfSet(value, now) : FINE,
    ...unused.length > 0 ? found('data-left-behind', volumes, { reason: 'unused', claims: unused }) : FINE,
  ];
}

function lostOfSet(before: PlainValue, after: PlainValue): Finding[] {
  const claims = claimsOf(after);
  const gone = claimsOf(before).filter(each => !claims.includes(each));
  const [was, is] = [before, after].map(({ spec }) => spec?.replicas as unknown);
  const isDeleting = fieldAt(after, ['spec', 'persistentVolumeClaimRetentionPolicy', 'whenScaled']) === 'Delete' as unknown;
  const isScaledDown = isDeleting && claims.length > 0 && typeof was === 'number' && typeof is === 'number' && is < was;
  return [
    ...gone.length > 0 ? found('data-left-behind', 'spec.volumeClaimTemplates', { reason: 'templates', claims: gone }) : FINE,
    ...isScaledDown ? found('data-left-behind', 'spec.replicas', { reason: 'scaled', was, is, claims }) : FINE,
  ];
}

/** The claims that pods no longer use, except removed claims, which have their own finding. */
function unusedClaims({ before, after }: ChangedObject, isRemoved: IsRemoved): string[] {
  const claimsIn = ({ value }: FolderObject) => {
    const spec = fieldAt(value, kindOf(value).pods?.spec ?? []);
    return listOf<PlainValue>(spec?.volumes).map(each => each?.persistentVolumeClaim?.claimName as unknown).filter(isFilled);
  };
  const { namespace } = before.value.metadata ?? {};
  const isGone = (name: string) => isRemoved(before, CLAIM, { name, namespace });
  const now = new Set(claimsIn(after));
  return [...new Set(claimsIn(before))].filter(claim => !now.has(claim) && !isGone(claim)).map(String);
}

/** Finds changes of fields that are immutable for the API server: one finding for each field. */
function fixedFields({ before: { value }, after, changes }: ChangedObject): Finding[] {
  return (kindOf(value).fixed ?? []).flatMap(fixed => {
    if (fixed.ifImmutable && value.immutable !== true as unknown) return [];
    if (fixed.ifSmaller && !fixed.fields.some(field => isSmaller(value, after.value, field))) return [];
    const { at, is, anew } = fixed.unless ?? {};
    const phrase = anew && at && fieldAt(value, at) === is as unknown ? anew : fixed.anew;
    const places = new Map(changes.filter(change => !isDefault(change)).flatMap(change => {
      const place = fixedPlace(change, fixed, value, after.value);
      return place ? [[place.join('.'), place] as const] : [];
    }));
    return [...places.values()].flatMap(place => found('immutable-field', place, {
      reason: fixed.ifSmaller ? 'smaller' : 'changed', kind: String(value.kind), name: objectName(value), anew: { phrase },
    }));
  });
}

/** Whether the quantity in a field becomes smaller. */
function isSmaller(before: PlainValue, after: PlainValue, field: FieldSteps): boolean {
  const [was, is] = [before, after].map(each => amountOf(fieldAt(each, field)));
  return was !== undefined && is !== undefined && is < was;
}

/** The immutable field that changes: the part of the path whose steps are fields of the kind, not keys that users choose. */
function fixedPlace({ path }: ValueChange, { fields, but = [] }: FixedFields, before: PlainValue, after: PlainValue): Path | undefined {
  const field = fields.find(each => leadsTo(each, path) || leadsTo(path, each));
  if (!field) return undefined;
  if (but.some(each => leadsTo(each, path))) return undefined;
  // a map that is added or removed as a whole may lack the field, and contain only fields that can change
  if (path.length < field.length && [before, after].every(each => fieldAt(each, field) === undefined)) return undefined;
  const next = path[field.length];
  return but.length > 0 && typeof next === 'string' ? [...field, next] : field;
}

/** The defaults that the server writes into immutable fields. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  apiGroup: 'rbac.authorization.k8s.io', reclaimPolicy: 'Delete', type: 'Opaque', volumeMode: 'Filesystem',
};

/** Whether a change only adds or omits the default that the server writes. */
function isDefault({ kind, path, before, after }: ValueChange): boolean {
  const value = DEFAULTS[path.at(-1)!];
  return kind !== 'changed' && value !== undefined && (before ?? after) === value;
}

/** Whether a path starts with some steps; `*` matches any step. */
function leadsTo(first: Path, path: Path): boolean {
  return first.length <= path.length && first.every((step, i) => step === '*' || step === path[i]);
}

/** The kinds that route requests, and the kinds to which they are attached. */
const KINDS = [
  'networking.k8s.io/Ingress', 'gateway.networking.k8s.io/HTTPRoute', 'gateway.networking.k8s.io/Gateway',
  'networking.istio.io/VirtualService', 'networking.istio.io/Gateway',
];

/** The maximum number of paths of a host that a warning names. */
const MOST_PATHS = 6;

/** Finds requests that a route of another object takes over and sends elsewhere, and requests that no route takes any longer. */
function changedRoutes(difference: FolderDifference, clusterOf: ClusterOf): Consequence[] {
  const { added, removed, changed } = difference;
  if (![...added, ...removed, ...changed.map(({ after }) => after)].some(isRoute)) return [];
  return bothSides(difference, clusterOf).flatMap(both => {
    const led = ledRequests(indexOf(both.before), indexOf(both.after));
    const moved = led.filter(({ source, target }) => source !== target);
    return [...lostIn(difference, both, led), ...takenIn(difference, both, moved)];
  });
}

const isRoute = ({ value }: FolderObject) => KINDS.some(kind => isKind(value, kind));

/** Finds requests that no route takes any longer. */
function lostIn(difference: FolderDifference, { before }: BothSides, all: readonly LedRequest[]): Consequence[] {
  const served = new Set(all.filter(({ now }) => now.length > 0).map(({ host }) => host));
  const kept = new Set(all.filter(({ now }) => now.length > 0).map(each => each.before[0]));
  const lost = all.filter(each => each.now.length === 0 && isOfRoute(each, kept));
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

/** Finds requests that a route of another object takes now. */
function takenIn(difference: FolderDifference, { before, after }: BothSides, led: readonly LedRequest[]): Consequence[] {
  const taken = led.flatMap(request => {
    const owners = new Set(request.before.map(keyOf));
    const by = request.now.find(route => !owners.has(keyOf(route)));
    return by ? [{ ...request, from: request.before[0], by }] : [];
  });
  const groups = grouped(taken, ({ host, source, target, from, by }) => [JSON.stringify([host, source, target, keyOf(from), keyOf(by)])]);
  return [...groups.values()].flatMap(requests => {
    const [{ host, source, target, from, by }] = requests;
    const [object, first] = [by, from].map(route => objectName(route.origin.object));
    const findings = found('route-taken-over', '', { object, first, paths: shownPaths(requests), host, source, target });
    const place = differing(before.find(isOf(from)), after.find(isOf(by)), difference);
    return findings.map(finding => ({ ...place, finding }));
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

/** The paths of requests, at most MOST_PATHS of them. */
function shownPaths(requests: readonly LedRequest[]): string[] {
  const shown = requests.slice(0, MOST_PATHS).map(({ path }) => withoutCredentials(path));
  const rest = requests.length - shown.length;
  return rest > 0 ? [...shown, `${rest} more`] : shown;
}

const keyOf = ({ origin: { object } }: Route) => keyOfObject(object);
const keyOfObject = (object: object) => identityKey(identityOf(object));
