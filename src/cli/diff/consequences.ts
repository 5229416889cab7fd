import { canonical, ValueChange } from './compare';
import { clustersOf, ComparedCluster, Consequence, renamedSeries, renamedObjects } from './compared-cluster';
import { objectOf, ComparedObject } from './objects';
import { decide } from '../../cluster/authorization/guard';
import { guardOf } from '../../cluster/authorization/route-guard';
import { Finding, found, FINE, ParametersOf, saying, Path } from '../../base/findings/finding';
import { ObjectIndex, PRUNE, SYNC_OPTIONS } from '../../cluster/objects/object-index';
import { grouped, asObject, isFilled, isObject, listOf, PlainValue, objectName } from '../../base/check';
import { withoutCredentials } from '../../base/hidden';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import {
  fieldAt, FieldSteps, SERVICE, kindName, FixedFields, steps, CUSTOM_RESOURCE_DEFINITION, isKind, kindOf,
} from '../../base/kinds/kind-of';
import { LedRequest, ledRequests } from '../../cluster/routes/led-requests';
import { tablesOf } from '../../cluster/routes/makers';
import { isRegexMatch, Route } from '../../cluster/routes/route';
import { pathsBelow } from '../../cluster/routes/requests';
import { amountOf } from '../../base/quantity';
import { gatewayNamed } from '../../cluster/routes/virtual-service';

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
  return isRegexMatch(from.type) ? !kept.has(from) : pathsBelow(from.path).includes(path);
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

// What is lost with an object or a field, by facts about kinds.

const CLAIM = '/PersistentVolumeClaim';
const STATEFUL_SET = 'apps/StatefulSet';
const NAMESPACE = '/Namespace';
const GATEWAY = 'gateway.networking.k8s.io/Gateway';

/** Finds what is lost by the difference of an object. `now` is the object that replaces a removed one. */
function objectFindings(object: ComparedObject, cluster: ComparedCluster, now?: TypedManifest): Finding[] {
  const { before, after, fields } = object;
  if (!before || !after) return before ? removalOf(before.value, cluster, now) : FINE;
  if (fields.length === 0) return FINE;
  return [...fixedFields(object), ...lostValues(fields, after.value), ...lostNames(before.value, after.value, cluster)];
}

/** Finds what is lost with a removed object; `now` names its successor, `tool` the tool that keeps it in the cluster. */
type Removal = (object: TypedManifest, now?: string, tool?: string) => Finding[];

const lostAddress: Removal = (_, now) => found('address-changed', '', now !== undefined ? { reason: 'renamed', now }
  : saying('is removed, so clients can no longer reach its name and address', 'keep it until no client uses it'));

const REMOVED: Readonly<Record<string, Removal>> = {
  [NAMESPACE]: ({ metadata }, _, tool) =>
    found('data-left-behind', '', tool ? { reason: 'kept', tool } : { reason: 'namespace', namespace: String(metadata?.name) }),
  [CUSTOM_RESOURCE_DEFINITION]: ({ spec }) =>
    found('data-left-behind', '', { reason: 'definition', kind: String(spec?.names?.kind) }),
  [CLAIM]: (_, now, tool) => {
    if (tool) return found('data-left-behind', '', now ? { reason: 'kept-renamed', now, tool } : { reason: 'kept', tool });
    return found('data-left-behind', '', now ? { reason: 'claim-renamed', now }
      : saying('is removed, and what is on its volume is lost, unless the reclaim policy of the volume is Retain',
        'keep it, or copy the data before'));
  },
  [STATEFUL_SET]: (object, now) => {
    const claims = claimsOf(object);
    if (claims.length === 0) return FINE;
    if (now) return found('data-left-behind', '', { reason: 'set-renamed', now, claims });
    return found('data-left-behind', '', { reason: deletesClaims(object, 'whenDeleted') ? 'set-deletes' : 'set', claims });
  },
  [SERVICE]: lostAddress,
  [GATEWAY]: lostAddress,
};

function removalOf(object: TypedManifest, { before, isRemoved }: ComparedCluster, now?: TypedManifest): Finding[] {
  const { namespace } = identityOf(object);
  const own = before.named(NAMESPACE, undefined, namespace);
  // the finding on the removed namespace covers all objects in it
  if (own && isRemoved(NAMESPACE, undefined, namespace) && !keptBy(own)) return FINE;
  return REMOVED[kindName(object)]?.(object, now && objectName(now), keptBy(object)) ?? FINE;
}

/** The tool that metadata keeps from deleting an object, whether it prunes or deletes everything that it has applied. */
function keptBy(object: TypedManifest): string | undefined {
  if (['Prune=false', 'Delete=false'].every(option => tellsArgo(object, option))) return 'Argo CD';
  return tellsFlux(object, PRUNE, 'disabled') ? 'Flux' : undefined;
}

const annotationsOf = ({ metadata }: TypedManifest) => asObject<Readonly<Record<string, unknown>>>(metadata?.annotations);

const tellsArgo = (object: TypedManifest, option: string) =>
  String(annotationsOf(object)[SYNC_OPTIONS]).split(',').some(each => each.trim() === option);

const tellsFlux = (object: TypedManifest, key: string, value: string) =>
  [annotationsOf(object), asObject(object.metadata?.labels)].some(map => String(map[key]).toLowerCase() === value);

/** The claims that a StatefulSet creates for its pods. */
function claimsOf(object: TypedManifest): string[] {
  return isKind(object, STATEFUL_SET) ? listOf<PlainValue>(object.spec?.volumeClaimTemplates)
    .map(each => `${String(each?.metadata?.name)}-${String(object.metadata?.name)}-…`) : [];
}

function deletesClaims({ spec }: TypedManifest, when: 'whenDeleted' | 'whenScaled'): boolean {
  return spec?.persistentVolumeClaimRetentionPolicy?.[when] === 'Delete' as unknown;
}

/** Finds what is lost with the value that a field had. */
type FieldLoss = (change: ValueChange, at: Path, after: TypedManifest) => Finding[];

const lostValue = (reason: 'class' | 'field'): FieldLoss => ({ before: was, after: is }, at) =>
  isShown(was) && isShown(is) ? found('address-changed', at, { reason, was, is }) : FINE;

const isShown = (value: unknown) => typeof value === 'number' || isFilled(value);

/** By type of a Service, the reason for which a change of the type loses an address, and the types that keep it. */
const TYPES: ReadonlyMap<string, readonly [reason: 'cluster-ip' | 'external' | 'node-port', ...keeping: string[]]> = new Map([
  ['ClusterIP', ['cluster-ip', 'NodePort', 'LoadBalancer']],
  ['LoadBalancer', ['external']],
  ['NodePort', ['node-port', 'LoadBalancer']],
]);

/** By kind, the fields of which the value is an address, or decides on it or on data. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, FieldLoss>>>> = {
  [SERVICE]: {
    'spec.type': ({ before, after }, at) => {
      const [was, is] = [before, after].map(each => String(each ?? 'ClusterIP'));
      const [reason, ...keeping] = TYPES.get(was) ?? [];
      return reason && ![was, ...keeping].includes(is) ? found('address-changed', at, { reason, was, is }) : FINE;
    },
    'spec.loadBalancerIP': lostValue('field'),
    'spec.externalName': lostValue('field'),
    'spec.ports.*.nodePort': lostValue('field'),
  },
  'networking.k8s.io/Ingress': { 'spec.ingressClassName': lostValue('class') },
  [GATEWAY]: { 'spec.gatewayClassName': lostValue('class') },
  [STATEFUL_SET]: {
    'spec.replicas': ({ before: was, after: is }, at, after) => {
      const claims = deletesClaims(after, 'whenScaled') ? claimsOf(after) : [];
      const isScaledDown = claims.length > 0 && typeof was === 'number' && typeof is === 'number' && is < was;
      return isScaledDown ? found('data-left-behind', at, { reason: 'scaled', was, is, claims }) : FINE;
    },
  },
};

function lostValues(fields: readonly ValueChange[], after: TypedManifest): Finding[] {
  return Object.entries(FIELDS[kindName(after)] ?? {}).flatMap(([field, lost]) => {
    const own = steps(field);
    return fields.filter(({ path }) => path.length === own.length && leadsTo(own, path))
      .flatMap(change => lost(change, change.pathAfter ?? change.path, after));
  });
}

/** The names of claims, ports or other objects in a list of an object, except removed objects, which have their own finding. */
type NamesIn = (object: TypedManifest, cluster: ComparedCluster) => readonly string[];

/** By group and kind, the list of what a route is attached to. */
const PARENTS: Readonly<Record<string, 'gateways' | 'parentRefs'>> = {
  'gateway.networking.k8s.io/HTTPRoute': 'parentRefs',
  'gateway.networking.k8s.io/GRPCRoute': 'parentRefs',
  'gateway.networking.k8s.io/TLSRoute': 'parentRefs',
  'networking.istio.io/VirtualService': 'gateways',
};

/** Lists of names, and what is lost with those that an object no longer has. */
const NAMES: readonly (readonly [names: NamesIn, lost: (names: readonly string[], after: TypedManifest) => Finding[]])[] = [
  [claimsOf, claims => found('data-left-behind', 'spec.volumeClaimTemplates', { reason: 'templates', claims })],
  [
    (object, { isRemoved }) => listOf<PlainValue>(fieldAt(object, volumesOf(object)))
      .map(each => each?.persistentVolumeClaim?.claimName as unknown).filter(isFilled)
      .filter(name => !isRemoved(CLAIM, object.metadata?.namespace, name)),
    (claims, after) => found('data-left-behind', volumesOf(after), { reason: 'unused', claims }),
  ],
  [
    object => isKind(object, SERVICE) ? listOf<PlainValue>(object.spec?.ports).filter(isObject)
      .map(({ port, protocol = 'TCP' }) => `${String(port)}/${String(protocol)}`) : [],
    (ports, { spec }) =>
      spec?.type === 'ExternalName' as unknown ? FINE : found('address-changed', 'spec.ports', { reason: 'port', ports }),
  ],
  [
    (object, { isRemoved }) => listOf<unknown>(object.spec?.[PARENTS[kindName(object)]]).filter(each => each !== 'mesh')
      .map(each => parentOf(each, object.metadata?.namespace))
      .filter(({ metadata: { namespace, name } }) => !isRemoved(GATEWAY, namespace, name))
      .map(each => objectName(each as PlainValue)),
    (objects, after) => found('address-changed', ['spec', PARENTS[kindName(after)]], { reason: 'parent', objects }),
  ],
];

const volumesOf = (object: TypedManifest) => [...kindOf(object).pods?.spec ?? [], 'volumes'];

/** The Gateway to which a route is attached. */
function parentOf(given: unknown, own: unknown) {
  const { kind = 'Gateway', name, namespace = own } = isObject(given) ? given : { ...gatewayNamed(String(given), own), kind: undefined };
  return { kind, metadata: { name, namespace } };
}

function lostNames(before: TypedManifest, after: TypedManifest, cluster: ComparedCluster): Finding[] {
  return NAMES.flatMap(([namesIn, lost]) => {
    const now = new Set(namesIn(after, cluster));
    const gone = [...new Set(namesIn(before, cluster))].filter(name => !now.has(name));
    return gone.length > 0 ? lost(gone, after) : FINE;
  });
}

/** Annotations of objects that a tool deletes and creates again whenever it applies them. */
const HOOKS = ['argocd.argoproj.io/hook', 'helm.sh/hook'];
const FORCE = 'kustomize.toolkit.fluxcd.io/force';

/** Whether a tool deletes an object before it creates it again, or once it has succeeded. */
function isHook(object: TypedManifest): boolean {
  const annotations = annotationsOf(object);
  return HOOKS.some(hook => isFilled(annotations[hook]) && !/^hook-?failed$/i.test(String(annotations[`${hook}-delete-policy`])));
}

/** The tool that deletes an object and creates it again if it cannot change it. */
function forcedBy(object: TypedManifest): string | undefined {
  if (tellsArgo(object, 'Force=true')) return 'Argo CD';
  return tellsFlux(object, FORCE, 'enabled') ? 'Flux' : undefined;
}

/** Finds changes of fields that are immutable for the API server: one finding for each field. */
function fixedFields({ before, after, fields }: ComparedObject): Finding[] {
  const [value, now] = [before!.value, after!.value];
  const tool = forcedBy(now);
  return isHook(now) ? FINE : (kindOf(value).fixed ?? []).flatMap(fixed => {
    if (fixed.ifImmutable && value.immutable !== true as unknown) return [];
    if (fixed.ifSmaller && !fixed.fields.some(field => isSmaller(value, now, field))) return [];
    const { at, is, anew } = fixed.unless ?? {};
    const phrase = anew && at && fieldAt(value, at) === is as unknown ? anew : fixed.anew;
    if (tool && ['nothing-anew', 'run-anew'].includes(phrase)) return [];
    const places = new Map(fields.filter(change => !isDefault(change)).flatMap(change => {
      const place = fixedPlace(change, fixed, value, now);
      return place ? [[place.join('.'), place] as const] : [];
    }));
    const common = { kind: String(value.kind), anew: { phrase } } as const;
    const parameters: ParametersOf<'immutable-field'> = tool ? { reason: 'recreated', tool, ...common }
      : { reason: fixed.ifSmaller ? 'smaller' : 'changed', name: objectName(value), ...common };
    return [...places.values()].flatMap(place => found('immutable-field', place, parameters));
  });
}

/** Whether the quantity in a field becomes smaller. */
function isSmaller(before: TypedManifest, after: TypedManifest, field: FieldSteps): boolean {
  const [was, is] = [before, after].map(each => amountOf(fieldAt(each, field)));
  return was !== undefined && is !== undefined && is < was;
}

/** The immutable field that changes: the part of the path whose steps are fields of the kind, not keys that users choose. */
function fixedPlace({ path }: ValueChange, { fields, but = [] }: FixedFields, ...sides: readonly TypedManifest[]): Path | undefined {
  const field = fields.find(each => leadsTo(each, path) || leadsTo(path, each));
  if (!field || but.some(each => leadsTo(each, path))) return undefined;
  // a map that is added or removed as a whole may lack the field, and contain only fields that can change
  if (path.length < field.length && sides.every(each => fieldAt(each, field) === undefined)) return undefined;
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
