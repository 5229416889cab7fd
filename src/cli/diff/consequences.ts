import { canonical, ComparedObject, listedObject, ValueChange } from './compare';
import { ComparedCluster, Consequence, changedSeries, renamedObjects, someOf } from './compared-cluster';
import { asObject, grouped, isFilled, isObject, listOf, PlainValue } from '../../base/check';
import { Finding, found, FINE, ParametersOf, ownWords, Path } from '../../base/findings/finding';
import { withoutCredentials } from '../../base/masking';
import {
  DEPLOYMENT, fieldAt, FieldSteps, SERVICE, kindName, fieldSteps, CUSTOM_RESOURCE_DEFINITION, isKind, kindOf,
} from '../../base/kind-of';
import { identityKey, identityOf, TypedManifest } from '../../base/oam-kind';
import { amountOf } from '../../base/quantity';
import { decide } from '../../cluster/authorization/guard';
import { guardOf } from '../../cluster/authorization/route-guard';
import { ObjectIndex } from '../../cluster/objects/object-index';
import { toolThat, writtenAnnotations } from '../../delivery/tools/tool-facts';
import { ChangedRequest, changedRequests } from '../../cluster/routes/changed-requests';
import { tablesOf } from '../../cluster/routes/all-routes';
import { pathsBelow } from '../../cluster/routes/sample-requests';
import { isRegexMatch, Route } from '../../cluster/routes/route';
import { gatewayNamed } from '../../cluster/routes/virtual-service';
import { shownObject } from '../../base/shown';

/**
 * The effects of a difference on what runs, beyond the changes of fields. The folders of two environments count as two
 * clusters, each of which is asked before and after.
 */
export function consequencesOf(
  objects: readonly ComparedObject[], environments: readonly string[] = [],
): Consequence[] {
  const clusters = ComparedCluster.all(objects, environments);
  return clusters.filter(own => own.objects.some(({ kind }) => kind !== 'same')).flatMap(cluster => {
    const renamed = renamedObjects(cluster);
    return [
      ...cluster.objects.flatMap(object => lossesOf(object, cluster, renamed.get(object.before?.value as never))
        .map(finding => ({ finding, object }))),
      ...emptiedServices(cluster),
      ...requestConsequences(cluster),
      ...changedSeries(cluster, renamed),
    ];
  });
}

/** Finds Services that selected declared pods, and select none now. */
function emptiedServices(cluster: ComparedCluster): Consequence[] {
  const { before, after } = cluster;
  return before.ofKind(SERVICE).flatMap(service => {
    const now = cluster.comparisonOf(service).after?.value;
    const selected = now && now.spec?.type !== 'ExternalName' as unknown ? before.podsOf(service) : [];
    if (!now || selected.length === 0 || after.podsOf(now).length > 0) return [];
    const object = cluster.differing([service, ...selected]);
    const objects = selected.map(shownObject);
    return found('address-changed', '', { reason: 'pods', service: shownObject(service), objects })
      .flatMap(finding => object ? { finding, object } : []);
  });
}

/** A request, with the routes that have the effect. */
interface AffectedRequest extends ChangedRequest { readonly routes: readonly Route[] }

/** The identity of the object that declares a route. */
const originKey = ({ origin: { object } }: Route) => identityKey(identityOf(object));

/** The kinds that decide on requests. */
const ROUTING = /^(gateway\.[\w.]+|(networking|security)\.istio\.io)\/|^networking\.k8s\.io\/Ingress/;

/** Finds requests that no route takes any longer, that another one leads elsewhere, or that everyone may send now. */
function requestConsequences(cluster: ComparedCluster): Consequence[] {
  const led = changedRequests(cluster.before, cluster.after);
  // one finding for all requests with the same parts and the same objects of their routes
  const perObject = (
    requests: readonly AffectedRequest[], parts: (request: AffectedRequest) => readonly unknown[],
    findingsOf: (first: AffectedRequest, paths: readonly string[], all: readonly AffectedRequest[]) => Finding[],
  ) => {
    const groups = grouped(requests, each => [JSON.stringify([...parts(each), ...each.routes.map(originKey)])]);
    return [...groups.values()].flatMap(own => {
      const paths = someOf(own.map(({ path }) => withoutCredentials(path)));
      const differing = cluster.objects.filter(({ kind }) => kind !== 'same');
      // the object whose difference redirects them: that of a route or, if none differs, for example a Gateway
      const object = cluster.differing(own[0].routes.map(({ origin }) => origin.object))
        ?? differing.find(each => ROUTING.test(kindName(listedObject(each).value))) ?? differing[0];
      return findingsOf(own[0], paths, own).map(finding => ({ finding, object }));
    });
  };

  const kept = led.filter(({ now }) => now.length > 0);
  const keptHosts = new Set(kept.map(({ host }) => host));
  const keptRoutes = new Set(kept.map(({ before: [from] }) => from));
  const lost = led.filter(({ host, path, before: [from], now }) => {
    // a request that a route names, and none of those around it, which only some controllers take
    if (now.length > 0 || host !== (from.host || '*')) return false;
    return isRegexMatch(from.type) ? !keptRoutes.has(from) : pathsBelow(from.path).includes(path);
  }).map(each => ({ ...each, routes: [each.before[0]] }));

  // what the object of a route declares: where it leads depends on other objects and fields, too
  const declarationOf = (route: Route) => {
    const { host, origin: { object, path } } = route;
    return canonical([originKey(route), host, fieldAt(object, path as FieldSteps)]);
  };
  const [declared, declaredAfter] = [cluster.before, cluster.after].map(index =>
    new Set(tablesOf(index).flatMap(({ routes }) => routes.map(declarationOf))));
  const taken = led.filter(({ source, target }) => source !== target).flatMap(request => {
    const { before: [from], now: [first] } = request;
    const owners = new Set(request.before.map(originKey));
    const [was, is] = [from ?? first, first ?? from].map(declarationOf);
    const isMoved = was !== is && declaredAfter.has(was) && declared.has(is);
    const by = request.now.find(route => !owners.has(originKey(route))) ?? (isMoved ? first : undefined);
    return by ? [{ ...request, routes: [by, from ?? by] }] : [];
  });

  const opened = led.flatMap(request => {
    const isOpen = (route: Route, index: ObjectIndex) =>
      decide(guardOf(route, index, { ...request, method: 'GET' }), undefined).isAllowed;
    const by = request.now.find(route => !route.backend.answer && isOpen(route, cluster.after));
    const wasClosed = request.before.length > 0 && !request.before.some(route => isOpen(route, cluster.before));
    return by && wasClosed ? [{ ...request, routes: [by] }] : [];
  });

  return [
    ...perObject(lost, ({ host }) => [keptHosts.has(host) && host], ({ host }, paths, all) =>
      found('address-changed', '', keptHosts.has(host) ? { reason: 'path', paths, host }
        : { reason: 'host', hosts: [...new Set(all.map(each => each.host))] })),
    ...perObject(taken, ({ host, source, target }) => [host, source, target], (request, paths) => {
      const { host, source, target, routes } = request;
      const [object, other] = routes.map(route => shownObject(route.origin.object));
      const isWider = routes[0] === routes[1];
      if (isWider) return found('route-taken-over', '', { reason: 'wider', object, paths, host, target });
      const first = other === object ? undefined : other;
      return found('route-taken-over', '', { reason: 'taken', object, first, paths, host, source, target });
    }),
    ...perObject(opened, ({ host }) => [host], ({ host, routes: [{ origin: { object } }] }, paths) =>
      found('protection-lost', '', { object: shownObject(object), paths, host })),
  ];
}

// What is lost with an object or a field, by facts about kinds.

const CLAIM = '/PersistentVolumeClaim';
const STATEFUL_SET = 'apps/StatefulSet';
const NAMESPACE = '/Namespace';
const GATEWAY = 'gateway.networking.k8s.io/Gateway';

/** Finds what is lost by the difference of an object. `successor` is the object that replaces a removed one. */
function lossesOf(object: ComparedObject, cluster: ComparedCluster, successor?: TypedManifest): Finding[] {
  const { before, after, fields } = object;
  if (!before) return FINE;
  const { value } = before;
  if (!after) {
    const { namespace } = identityOf(value);
    const around = cluster.before.named(NAMESPACE, undefined, namespace);
    // the finding on the removed namespace covers all objects in it
    if (around && cluster.isRemoved(NAMESPACE, undefined, namespace) && !keepingTool(around)) return FINE;
    return REMOVED[kindName(value)]?.(value, successor && shownObject(successor), keepingTool(value)) ?? FINE;
  }
  if (fields.length === 0) return FINE;
  const lostValues = Object.entries(FIELDS[kindName(after.value)] ?? {}).flatMap(([field, lost]) => {
    const own = fieldSteps(field);
    return fields.filter(({ path }) => path.length === own.length && leadsTo(own, path))
      .flatMap(change => lost(change, change.pathAfter ?? change.path, after.value, value));
  });
  const lostNames = NAMES.flatMap(([namesOf, lost]) => {
    const now = new Set(namesOf(after.value, cluster));
    const gone = [...new Set(namesOf(value, cluster))].filter(name => !now.has(name));
    return gone.length > 0 ? lost(gone, after.value) : FINE;
  });
  return [...changesOfFixedFields(object), ...lostValues, ...lostNames];
}

/** Finds what is lost with an object; `now` names its successor, `tool` the tool that keeps it in the cluster. */
type Removal = (object: TypedManifest, now?: string, tool?: string) => Finding[];

/** A Service or a Gateway that is removed: its clients lose the DNS name and the IP address. */
const lostAddress: Removal = (_, now) => found('address-changed', '', now !== undefined ? { reason: 'renamed', now }
  : ownWords('is removed, so clients can no longer reach its name and address', 'keep it until no client uses it'));

/** By kind, what is lost with a removed object: data on volumes, custom resources, or an address. */
const REMOVED: Readonly<Record<string, Removal>> = {
  [NAMESPACE]: ({ metadata }, _, tool) =>
    found('data-left-behind', '', tool ? { reason: 'kept', tool }
      : { reason: 'namespace', namespace: String(metadata?.name) }),
  [CUSTOM_RESOURCE_DEFINITION]: ({ spec }) =>
    found('data-left-behind', '', { reason: 'definition', kind: String(spec?.names?.kind) }),
  [CLAIM]: (_, now, tool) => {
    if (tool) {
      return found('data-left-behind', '', now ? { reason: 'kept-renamed', now, tool } : { reason: 'kept', tool });
    }
    return found('data-left-behind', '', now ? { reason: 'claim-renamed', now }
      : ownWords('is removed, and what is on its volume is lost, unless the reclaim policy of the volume is Retain',
        'keep it, or copy the data before'));
  },
  [STATEFUL_SET]: (object, now) => {
    const claims = templateClaims(object);
    if (claims.length === 0) return FINE;
    if (now) return found('data-left-behind', '', { reason: 'set-renamed', now, claims });
    const reason = deletesClaims(object, 'whenDeleted') ? 'set-deletes' : 'set';
    return found('data-left-behind', '', { reason, claims });
  },
  [SERVICE]: lostAddress,
  [GATEWAY]: lostAddress,
};

/** The tool that metadata keeps from deleting an object. */
const keepingTool = (object: TypedManifest) => toolThat(tool => tool.keeps(object));

/** The claims that a StatefulSet creates for its pods. */
function templateClaims(object: TypedManifest): string[] {
  return isKind(object, STATEFUL_SET) ? listOf<PlainValue>(object.spec?.volumeClaimTemplates)
    .map(each => `${String(each?.metadata?.name)}-${String(object.metadata?.name)}-…`) : [];
}

/** Whether a StatefulSet deletes its claims when it is deleted, or has fewer replicas. */
const deletesClaims = ({ spec }: TypedManifest, when: 'whenDeleted' | 'whenScaled') =>
  spec?.persistentVolumeClaimRetentionPolicy?.[when] === 'Delete' as unknown;

/** Finds what is lost with the value that a field of an object had. */
type FieldLoss = (change: ValueChange, at: Path, after: TypedManifest, before: TypedManifest) => Finding[];

/** The address that a field names: it is lost if the field has another value. */
const lostValue = (reason: 'class' | 'field'): FieldLoss => ({ before: was, after: is }, at) => {
  const isShown = (value: unknown) => typeof value === 'number' || isFilled(value);
  return isShown(was) && isShown(is) ? found('address-changed', at, { reason, was, is }) : FINE;
};

/** The reason for which a change of the type of a Service loses an address, and the types that keep the address. */
type TypeLoss = readonly [reason: 'cluster-ip' | 'external' | 'node-port', ...keeping: string[]];
/** By type of a Service before, how a change of the type loses an address. */
const TYPES: ReadonlyMap<string, TypeLoss> = new Map([
  ['ClusterIP', ['cluster-ip', 'NodePort', 'LoadBalancer']],
  ['LoadBalancer', ['external']],
  ['NodePort', ['node-port', 'LoadBalancer']],
]);

/** A strategy that becomes Recreate while the one before has the default of the API server. */
const recreated: FieldLoss = (_, at, after, before) => {
  const [was, is] = [before, after].map(each => asObject(each.spec?.strategy));
  const isReplaced = toolThat(tool => tool.recreates(after)) !== undefined;
  return is.type === 'Recreate' && was.type !== 'Recreate' && was.rollingUpdate === undefined && !isReplaced
    ? found('immutable-field', at, { reason: 'recreate', name: shownObject(after) }) : FINE;
};

/** A number of pods that is no longer set: the API server then sets 1. */
const resetReplicas: FieldLoss = ({ before: was, after: is }, at, { kind }) =>
  typeof was === 'number' && was > 1 && is == null ? found('replicas-reset', at, { was, kind: String(kind) }) : FINE;

/** By kind, the fields of which the value is an address, or decides on it, on data or on pods. */
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
  [DEPLOYMENT]: {
    'spec.strategy': recreated,
    'spec.strategy.type': recreated,
    'spec.replicas': resetReplicas,
  },
  [STATEFUL_SET]: {
    'spec.replicas': (change, at, after, before) => {
      const { before: was, after: is } = change;
      const claims = deletesClaims(after, 'whenScaled') ? templateClaims(after) : [];
      const isScaledDown = claims.length > 0 && typeof was === 'number' && typeof is === 'number' && is < was;
      return isScaledDown ? found('data-left-behind', at, { reason: 'scaled', was, is, claims })
        : resetReplicas(change, at, after, before);
    },
  },
};

/** Names of claims, ports or other objects in a list, except removed objects, which have their own finding. */
type NamesIn = (object: TypedManifest, cluster: ComparedCluster) => readonly string[];

/** By group and kind, the list of what a route is attached to. */
const PARENTS: Readonly<Record<string, 'gateways' | 'parentRefs'>> = {
  'gateway.networking.k8s.io/HTTPRoute': 'parentRefs',
  'gateway.networking.k8s.io/GRPCRoute': 'parentRefs',
  'gateway.networking.k8s.io/TLSRoute': 'parentRefs',
  'networking.istio.io/VirtualService': 'gateways',
};

/** Lists of names, and what is lost with those that an object no longer has. */
const NAMES: readonly (readonly [NamesIn, (names: readonly string[], after: TypedManifest) => Finding[]])[] = [
  [templateClaims, claims => found('data-left-behind', 'spec.volumeClaimTemplates', { reason: 'templates', claims })],
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
      spec?.type === 'ExternalName' as unknown ? FINE
        : found('address-changed', 'spec.ports', { reason: 'port', ports }),
  ],
  [
    (object, { isRemoved }) => listOf<unknown>(object.spec?.[PARENTS[kindName(object)]]).filter(each => each !== 'mesh')
      .flatMap(each => {
        const around: unknown = object.metadata?.namespace;
        const { kind = 'Gateway', name, namespace = around } = isObject(each) ? each
          : { ...gatewayNamed(String(each), around), kind: undefined };
        return isRemoved(GATEWAY, namespace, name) ? []
          : shownObject({ kind, metadata: { name, namespace } } as object as PlainValue);
      }),
    (objects, after) => found('address-changed', ['spec', PARENTS[kindName(after)]], { reason: 'parent', objects }),
  ],
];

/** The path of the volumes in an object that makes pods. */
const volumesOf = (object: TypedManifest) => [...kindOf(object).pods?.spec ?? [], 'volumes'];

/** Annotations of objects that a tool deletes and creates again whenever it applies them. */
const HOOKS = ['argocd.argoproj.io/hook', 'helm.sh/hook'];

/** The defaults that the server writes into immutable fields. */
const SERVER_DEFAULTS: Readonly<Record<string, unknown>> = {
  apiGroup: 'rbac.authorization.k8s.io', reclaimPolicy: 'Delete', type: 'Opaque', volumeMode: 'Filesystem',
};

/** Finds changes of fields that are immutable for the API server: one finding for each field. */
function changesOfFixedFields({ before, after, fields: changes }: ComparedObject): Finding[] {
  const [value, now] = [before!.value, after!.value];
  const annotations = writtenAnnotations(now);
  // a tool deletes a hook before it creates it again, or once it has succeeded
  const isHook = HOOKS.some(hook => isFilled(annotations[hook])
    && !/^hook-?failed$/i.test(String(annotations[`${hook}-delete-policy`])));
  if (isHook) return FINE;
  // the tool that deletes the object and creates it again if it cannot change it
  const tool = toolThat(({ recreates }) => recreates(now));
  return (kindOf(value).fixed ?? []).flatMap(({ fields, but = [], ifImmutable, ifSmaller, unless, anew }) => {
    if (ifImmutable && value.immutable !== true as unknown) return [];
    const isSmaller = (field: FieldSteps) => {
      const [was, is] = [value, now].map(each => amountOf(fieldAt(each, field)));
      return was !== undefined && is !== undefined && is < was;
    };
    if (ifSmaller && !fields.some(isSmaller)) return [];
    const phrase = unless && fieldAt(value, unless.at) === unless.is as unknown ? unless.anew : anew;
    if (tool && ['nothing-anew', 'run-anew'].includes(phrase)) return [];
    const places = new Map(changes.flatMap(({ kind, path, before: was, after: is }) => {
      // the difference only adds or omits the default that the server writes
      const usual = SERVER_DEFAULTS[path.at(-1)!];
      if (kind !== 'changed' && usual !== undefined && (was ?? is) === usual) return [];
      const field = fields.find(each => leadsTo(each, path) || leadsTo(path, each));
      if (!field || but.some(each => leadsTo(each, path))) return [];
      // a map that is added or removed as a whole may lack the field, and contain only fields that can change
      if (path.length < field.length && [value, now].every(each => fieldAt(each, field) === undefined)) return [];
      // the part of the path whose steps are fields of the kind, not keys that users choose
      const next = path[field.length];
      const place: Path = but.length > 0 && typeof next === 'string' ? [...field, next] : field;
      return [[place.join('.'), place] as const];
    }));
    const common = { kind: String(value.kind), anew: { phrase } } as const;
    const parameters: ParametersOf<'immutable-field'> = tool ? { reason: 'recreated', tool, ...common }
      : { reason: ifSmaller ? 'smaller' : 'changed', name: shownObject(value), ...common };
    return [...places.values()].flatMap(place => found('immutable-field', place, parameters));
  });
}

/** Whether a path starts with some steps; `*` matches any step. */
const leadsTo = (first: Path, path: Path) =>
  first.length <= path.length && first.every((step, i) => step === '*' || step === path[i]);
