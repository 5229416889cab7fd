import { bothSides, ClusterOf, Consequence, IsRemoved } from './consequence';
import { indexOf, runsPods, type ChangedObject, type FolderDifference, type FolderObject } from './objects';
import { FINE, Finding, found } from '../../findings/finding';
import { asObject, isFilled, isObject, listOf, PlainFields, PlainValue } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { objectName } from '../../private/written';
import { gatewayNamed } from '../../routes/istio-servers';

interface TypeOfService {
  readonly reason: 'cluster-ip' | 'external' | 'node-port';
  readonly keeping: readonly string[];
}

/** By type of a Service, the reason for which a change of the type loses an address, and the types that keep it. */
const GIVEN_UP: Readonly<Record<string, TypeOfService>> = {
  ClusterIP: { reason: 'cluster-ip', keeping: ['NodePort', 'LoadBalancer'] },
  LoadBalancer: { reason: 'external', keeping: [] },
  NodePort: { reason: 'node-port', keeping: ['LoadBalancer'] },
};

const GATEWAY = 'gateway.networking.k8s.io/Gateway';

/** By group and kind, the fields that decide by which address an object is reached, and the reason for which a change loses it. */
const FIELDS: Readonly<Record<string, { readonly fields: readonly string[]; readonly reason: 'field' | 'class' }>> = {
  [SERVICE]: { fields: ['loadBalancerIP', 'externalName'], reason: 'field' },
  'networking.k8s.io/Ingress': { fields: ['ingressClassName'], reason: 'class' },
  [GATEWAY]: { fields: ['gatewayClassName'], reason: 'class' },
};

/** The addresses that an object loses, though it still exists. */
export function lostAddresses(changed: ChangedObject, isRemoved: IsRemoved): Finding[] {
  const { before: { value }, after } = changed;
  const [was, is] = [value, after.value].map(({ spec }) => asObject<Record<string, unknown>>(spec));
  return [
    ...isKind(value, SERVICE) ? typeOf(was, is) : FINE,
    ...fieldsOf(value, was, is),
    ...isKind(value, SERVICE) && is.type !== 'ExternalName' ? portsOf(was, is) : FINE,
    ...parentsOf(changed, isRemoved),
  ];
}

type ServiceSpec = Readonly<Record<string, unknown>>;

function typeOf(before: ServiceSpec, after: ServiceSpec): Finding[] {
  const [was, is] = [before, after].map(({ type }) => String(type ?? 'ClusterIP'));
  const given = Object.hasOwn(GIVEN_UP, was) ? GIVEN_UP[was] : undefined;
  if (!given || was === is || given.keeping.includes(is)) return FINE;
  return found('address-changed', 'spec.type', { reason: given.reason, was, is });
}

/** Finds changes of an address or a name outside the cluster that the user has chosen, and of what serves an object. */
function fieldsOf(value: PlainValue, before: ServiceSpec, after: ServiceSpec): Finding[] {
  const { fields, reason } = FIELDS[Object.keys(FIELDS).find(kind => isKind(value, kind)) ?? ''] ?? { fields: [], reason: 'field' };
  return fields.flatMap(field => {
    const [was, is] = [before[field], after[field]];
    if (!isFilled(was) || !isFilled(is) || was === is) return FINE;
    return found('address-changed', `spec.${field}`, { reason, was: String(was), is: String(is) });
  });
}

/** By group and kind, the list of what a route is attached to. */
const PARENTS: Readonly<Record<string, 'parentRefs' | 'gateways'>> = {
  'gateway.networking.k8s.io/HTTPRoute': 'parentRefs',
  'gateway.networking.k8s.io/GRPCRoute': 'parentRefs',
  'gateway.networking.k8s.io/TLSRoute': 'parentRefs',
  'networking.istio.io/VirtualService': 'gateways',
};

/** Finds Gateways to which a route is no longer attached, except removed ones, which have their own finding. */
function parentsOf({ before, after }: ChangedObject, isRemoved: IsRemoved): Finding[] {
  const list = PARENTS[Object.keys(PARENTS).find(kind => isKind(before.value, kind)) ?? ''];
  if (list === undefined) return FINE;
  const [was, is] = [before, after].map(({ value: { spec, metadata } }) =>
    new Map(listOf<unknown>(spec?.[list]).filter(each => each !== 'mesh').map(each => parentOf(each, metadata?.namespace))));
  const parents = [...was].filter(([name, names]) => !is.has(name) && !isRemoved(before, GATEWAY, names))
    .map(([name]) => name);
  return parents.length === 0 ? FINE : found('address-changed', ['spec', list], { reason: 'parent', objects: parents });
}

/** The parent of a route in words, and its names. */
function parentOf(given: unknown, own: unknown): [string, { readonly name: unknown; readonly namespace: unknown }] {
  const { kind = 'Gateway', name, namespace = own } = isObject(given) ? given : { ...gatewayNamed(String(given), own), kind: undefined };
  return [objectName({ kind, metadata: { name, namespace } } as object as PlainValue), { name, namespace }];
}

/** Finds ports that a Service no longer has, and node ports that change. */
function portsOf(before: ServiceSpec, after: ServiceSpec): Finding[] {
  const [was, is] = [before, after].map(({ ports }) => listOf<unknown>(ports).filter(isObject));
  const isSame = (one: PlainFields, other: PlainFields) => one.port === other.port && protocolOf(one) === protocolOf(other);
  const gone = was.filter(own => typeof own.port === 'number' && !is.some(each => isSame(each, own))).map(own => {
    const hasOther = is.some(({ port }) => port === own.port);
    return hasOther ? `${Number(own.port)}/${protocolOf(own)}` : Number(own.port);
  });
  const moved = is.flatMap((own, i) => {
    const { nodePort } = own;
    const old = was.find(each => isSame(each, own))?.nodePort;
    if (typeof old !== 'number' || typeof nodePort !== 'number' || old === nodePort) return FINE;
    return found('address-changed', ['spec', 'ports', i, 'nodePort'], { reason: 'field', was: old, is: nodePort });
  });
  return [...gone.length > 0 ? found('address-changed', 'spec.ports', { reason: 'port', ports: gone }) : FINE, ...moved];
}

function protocolOf({ protocol }: PlainFields): string {
  return String(protocol ?? 'TCP');
}

/** Finds Services that selected declared pods, and select none now. */
export function lostPods(difference: FolderDifference, clusterOf: ClusterOf): Consequence[] {
  const { changed, removed } = difference;
  const own = [...changed, ...removed.map(before => ({ before, after: undefined }))];
  const isPart = (object: FolderObject) => isKind(object.value, SERVICE) || runsPods(object);
  if (!own.some(({ before }) => isPart(before))) return [];
  const pairs = new Map(own.map(pair => [pair.before.value, pair] as const));
  return bothSides(difference, clusterOf).flatMap(({ before, after }) => {
    const [was, is] = [before, after].map(indexOf);
    return was.ofKind(SERVICE).flatMap(service => {
      const now = is.named(SERVICE, service.metadata?.namespace, service.metadata?.name);
      const selected = now && now.spec?.type !== 'ExternalName' ? was.podsOf(service) : [];
      if (!now || selected.length === 0 || is.podsOf(now).length > 0) return [];
      const pair = [service, ...selected].flatMap(each => pairs.get(each) ?? [])[0];
      return found('address-changed', '', { reason: 'pods', service: objectName(service), objects: selected.map(objectName) })
        .flatMap(finding => pair ? { ...pair, finding } : []);
    });
  });
}
