import { ClusterOf, Consequence } from './consequence';
import type { ChangedObject, FolderDifference, FolderObject } from './objects';
import { FINE, Finding, found } from '../../findings/finding';
import { asObject, isFilled, isObject, listOf, PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';
import { FieldSteps, steps } from '../../private/kinds/kind';
import { isKind } from '../../private/kinds/kind-of';
import { SERVICE } from '../../private/kinds/kubernetes-kinds';
import { shownName } from '../../private/written';
import { EVERY_HOST, takesHost, WildcardLabels } from '../../routes/hosts';

/** By type of a Service, the reason for which a change of the type loses an address. */
const GIVEN_UP = { LoadBalancer: 'external', NodePort: 'node-port' } as const;

/** The addresses that a Service loses, though it still exists. */
export function lostAddresses({ before: { value }, after }: ChangedObject): Finding[] {
  if (!isKind(value, SERVICE)) return FINE;
  const [was, is] = [value, after.value].map(({ spec }) => asObject<Record<string, unknown>>(spec));
  return [...typeOf(was, is), ...fieldsOf(was, is), ...portsOf(was, is)];
}

type ServiceSpec = Readonly<Record<string, unknown>>;

function typeOf(before: ServiceSpec, after: ServiceSpec): Finding[] {
  const [was, is] = [before, after].map(({ type }) => shownName(type ?? 'ClusterIP'));
  const reason = Object.hasOwn(GIVEN_UP, was) ? GIVEN_UP[was as keyof typeof GIVEN_UP] : undefined;
  // a LoadBalancer has node ports too
  if (!reason || was === is || was === 'NodePort' && is === 'LoadBalancer') return FINE;
  return found('address-changed', 'spec.type', { reason, was, is });
}

/** Finds changes of an address or a name outside the cluster that the user has chosen. */
function fieldsOf(before: ServiceSpec, after: ServiceSpec): Finding[] {
  return ['loadBalancerIP', 'externalName'].flatMap(field => {
    const [was, is] = [before[field], after[field]];
    if (!isFilled(was) || !isFilled(is) || was === is) return FINE;
    return found('address-changed', `spec.${field}`, { reason: 'field', was: shownName(was), is: shownName(is) });
  });
}

/** Finds ports that a Service no longer has, and node ports that change. */
function portsOf(before: ServiceSpec, after: ServiceSpec): Finding[] {
  const [was, is] = [before, after].map(({ ports }) => listOf<unknown>(ports).filter(isObject));
  const gone = was.filter(({ port }) => typeof port === 'number' && !is.some(each => each.port === port)).map(({ port }) => Number(port));
  const moved = is.flatMap(({ port, nodePort }, i) => {
    const old = was.find(each => each.port === port)?.nodePort;
    if (typeof old !== 'number' || typeof nodePort !== 'number' || old === nodePort) return FINE;
    return found('address-changed', ['spec', 'ports', i, 'nodePort'], { reason: 'field', was: old, is: nodePort });
  });
  return [...gone.length > 0 ? found('address-changed', 'spec.ports', { reason: 'port', ports: gone }) : FINE, ...moved];
}

/** By group and kind, the path of the hosts that an object serves, and the number of labels that a wildcard matches. */
const HOSTS: Readonly<Record<string, { readonly at: FieldSteps; readonly wildcard: WildcardLabels }>> = {
  'networking.k8s.io/Ingress': { at: steps('spec.rules.*.host'), wildcard: 'one' },
  'gateway.networking.k8s.io/HTTPRoute': { at: steps('spec.hostnames.*'), wildcard: 'some' },
  'gateway.networking.k8s.io/GRPCRoute': { at: steps('spec.hostnames.*'), wildcard: 'some' },
  'gateway.networking.k8s.io/TLSRoute': { at: steps('spec.hostnames.*'), wildcard: 'some' },
  'networking.istio.io/VirtualService': { at: steps('spec.hosts.*'), wildcard: 'some' },
};

interface KnownHost {
  readonly host: string;
  readonly wildcard: WildcardLabels;
}

/** Finds hosts that no object serves any longer, and reports them on the object that did. */
export function lostHosts({ removed, changed, added, kept }: FolderDifference, clusterOf: ClusterOf): Consequence[] {
  const now = grouped([...added, ...kept, ...changed.map(({ after }) => after)], object => [clusterOf(object)]);
  const served = new Map([...now].map(([cluster, objects]) => [cluster, servedBy(objects)]));
  const pairs: { readonly before: FolderObject; readonly after?: FolderObject }[] = [...removed.map(before => ({ before })), ...changed];
  return pairs.flatMap(({ before, after }) => {
    const isServed = served.get(clusterOf(before)) ?? (() => false);
    const hosts = [...new Set(hostsOf(before.value).map(({ host }) => host))].filter(host => host !== EVERY_HOST && !isServed(host));
    return hosts.length === 0 ? [] : found('address-changed', '', { reason: 'host', hosts }).map(finding => ({ finding, before, after }));
  });
}

/** Returns a function that tests whether objects serve a host, by its name or by a wildcard. */
function servedBy(objects: readonly FolderObject[]): (host: string) => boolean {
  const all = objects.flatMap(({ value }) => hostsOf(value));
  const names = new Set(all.map(({ host }) => host));
  const wide = all.filter(({ host }) => host === EVERY_HOST || host.startsWith('*.'));
  return host => names.has(host) || wide.some(each => takesHost(each.host, host, each.wildcard));
}

function hostsOf(value: PlainValue): KnownHost[] {
  const kind = Object.keys(HOSTS).find(each => isKind(value, each));
  if (kind === undefined) return [];
  const { at, wildcard } = HOSTS[kind];
  return valuesAt(value, at).map(host => host === undefined || host === '*' ? EVERY_HOST : host).filter(host => typeof host === 'string')
    .map(host => host.toLowerCase()).filter(isHost).map(host => ({ host, wildcard }));
}

/** Whether a string is every host or looks like a host. The field may contain anything else, even a password. */
const isHost = (text: string) => text === EVERY_HOST || /^(\*\.)?[a-z\d.-]{1,253}$/.test(text);

function valuesAt(value: unknown, [step, ...rest]: FieldSteps): unknown[] {
  if (step === undefined) return [value];
  if (step === '*') return listOf(value).flatMap(each => valuesAt(each, rest));
  return valuesAt(asObject<Record<string, unknown>>(value)[step], rest);
}
