import { Finding, FINE, found, saying, joinPath, Path } from '../../base/findings/finding';
import {
  unmet, ObjectIndex, ContainerPort, containerPorts, KnownLabels, labelsOfPods, podOf,
} from '../objects/object-index';
import { isObject, listOf, PlainValue } from '../../base/check';
import { hasAddress } from '../../base/names';
import type { TypedManifest } from '../../base/oam-kind';

/** A port at which a connection arrives. */
export interface ConnectionPort {
  readonly port: number;
  readonly protocol: string;
}

/** A connection; without `from`, one from anywhere. */
export interface PodConnection extends ConnectionPort {
  readonly from?: ConnectionEnd;
  readonly to: ConnectionEnd;
}

/** A policy that does not allow a connection, and the reasons by rule. */
export interface PolicyRefusal {
  readonly policy: TypedManifest;
  readonly findings: readonly Finding[];
}

/** The fields of policies for one direction of traffic. */
interface Direction {
  readonly type: 'Ingress' | 'Egress';
  readonly rules: 'ingress' | 'egress';
  readonly peers: 'from' | 'to';
  /** The end whose pods the policies select. */
  readonly end: 'from' | 'to';
}

const INGRESS: Direction = { type: 'Ingress', rules: 'ingress', peers: 'from', end: 'to' };
const EGRESS: Direction = { type: 'Egress', rules: 'egress', peers: 'to', end: 'from' };

/** The verdict of the policies of one direction on a connection. */
export interface DirectionVerdict {
  /** The end whose pods the policies select. */
  readonly end: 'from' | 'to';
  /** The rule that allows the connection; `undefined` if no rule does, or no policy selects the pods. */
  readonly letBy?: { readonly policy: TypedManifest; readonly path: Path };
  /** The policies that do not allow the connection; empty if it is allowed. */
  readonly refusals: readonly PolicyRefusal[];
}

/**
 * The verdict on a connection in each direction. As soon as a policy of a direction selects pods, they accept only what
 * such policies allow; several policies add up.
 */
export function verdictsOn(index: ObjectIndex, connection: PodConnection): DirectionVerdict[] {
  const { from, to } = connection;
  return [
    ...from && isPods(from) ? [verdict(index, EGRESS, from, to, connection)] : [],
    ...isPods(to) ? [verdict(index, INGRESS, to, from, connection)] : [],
  ];
}

/** The policies that do not allow a connection; empty if it is allowed. */
export function refusalsOf(index: ObjectIndex, connection: PodConnection): PolicyRefusal[] {
  return verdictsOn(index, connection).flatMap(({ refusals }) => refusals);
}

function isPods(end: ConnectionEnd): end is PodsEnd {
  return !('address' in end);
}

function verdict(
  index: ObjectIndex, direction: Direction, own: PodsEnd, peer: ConnectionEnd | undefined, connection: PodConnection,
): DirectionVerdict {
  const closing = index.inNamespace('networking.k8s.io/NetworkPolicy', own.namespace).filter(policy => isClosing(policy, direction, own));
  const judged = closing.map(policy => ({ policy, rules: againstRules(policy, direction, peer, connection) }));
  const letting = judged.find(({ rules }) => rules.some(isFine));
  const { end, rules: field } = direction;
  if (letting) return { end, letBy: { policy: letting.policy, path: ['spec', field, letting.rules.findIndex(isFine)] }, refusals: [] };
  return { end, refusals: judged.map(({ policy, rules }) => ({ policy, findings: rules.flat() })) };
}

const isFine = ({ length }: readonly Finding[]) => length === 0;

/** Whether a policy restricts the traffic of these pods in a direction. */
function isClosing({ spec }: TypedManifest, { type }: Direction, { labels }: PodsEnd): boolean {
  return typesOf(spec).includes(type) && unmet(spec?.podSelector, labels).length === 0;
}

/** Without `policyTypes`, a policy applies to ingress, and to egress if it has egress rules. */
function typesOf(spec?: PlainValue): readonly unknown[] {
  const given = listOf<unknown>(spec?.policyTypes);
  return given.length > 0 ? given : ['Ingress', ...listOf(spec?.egress).length > 0 ? ['Egress'] : []];
}

/** The findings against a connection, for each rule of a policy. */
function againstRules(
  policy: TypedManifest, direction: Direction, peer: ConnectionEnd | undefined, connection: PodConnection,
): Finding[][] {
  const rules = listOf(policy.spec?.[direction.rules]);
  if (rules.length === 0) return [found('refused-connection', ['spec', direction.rules], saying('lets nobody through', 'add a rule'))];
  const own: unknown = policy.metadata?.namespace;
  return rules.map((rule, i) => {
    const at = ['spec', direction.rules, i];
    const port = againstPorts(rule?.ports, [...at, 'ports'], connection);
    return port.length > 0 || !peer ? port : againstPeers(rule?.[direction.peers], [...at, direction.peers], peer, own);
  });
}

function againstPorts(given: unknown, at: Path, { port, protocol, to }: PodConnection): Finding[] {
  const ports = listOf(given);
  return ports.length === 0 || ports.some(each => isOpen(each, { port, protocol }, to)) ? FINE
    : found('refused-connection', at, { reason: 'port', port, protocol });
}

/**
 * Whether a port of a rule includes that of a connection. A name refers to a port of the pods at which the connection
 * arrives.
 */
function isOpen(open: PlainValue | undefined, { port, protocol }: ConnectionPort, to: ConnectionEnd): boolean {
  if ((open?.protocol ?? 'TCP') !== protocol) return false;
  const own: unknown = open?.port;
  if (own == null) return true;
  if (typeof own === 'number') return own <= port && port <= Number(open?.endPort ?? own);
  return isPods(to) && to.ports.some(each => each.name === own && each.containerPort === port && (each.protocol ?? 'TCP') === protocol);
}

function againstPeers(given: unknown, at: Path, peer: ConnectionEnd, own: unknown): Finding[] {
  const peers = listOf(given);
  const findings = peers.map((each, i) => againstPeer(each, [...at, i], peer, own));
  return findings.some(isFine) ? FINE : findings.flat();
}

function againstPeer(given: PlainValue | undefined, at: Path, peer: ConnectionEnd, own: unknown): Finding[] {
  const isBlock = isObject(given?.ipBlock);
  if (isPods(peer)) {
    return isBlock ? found('refused-connection', at, saying('is for addresses, not for pods')) : againstPods(given, at, peer, own);
  }
  return isBlock ? againstAddress(given.ipBlock!, joinPath(at, 'ipBlock'), peer)
    : found('refused-connection', at, { reason: 'other-pods', address: peer.address });
}

/** Without a `namespaceSelector`, a peer selects pods in the namespace of the policy. */
function againstPods(given: PlainValue | undefined, at: Path, peer: PodsEnd, own: unknown): Finding[] {
  const against = (selector: string, labels: PodsEnd['labels']): Finding[] => {
    const rule = given?.[selector] == null ? [] : unmet(given[selector], labels);
    return rule.length === 0 ? FINE : found('refused-connection', [...at, selector], { reason: 'labels', rule });
  };
  const isElsewhere = given?.namespaceSelector == null && peer.namespace !== own;
  return [
    ...isElsewhere ? found('refused-connection', at, saying('is for the pods of its own namespace',
      "add a 'namespaceSelector'")) : against('namespaceSelector', peer.namespaceLabels),
    ...against('podSelector', peer.labels),
  ];
}

function againstAddress({ cidr, except }: PlainValue, at: Path, { address }: AddressEnd): Finding[] {
  if (!hasAddress(cidr, address)) return found('refused-connection', [...at, 'cidr'], { reason: 'address', address });
  const exception = listOf(except).findIndex(each => hasAddress(each, address));
  return exception < 0 ? FINE : found('refused-connection', [...at, 'except', exception], { reason: 'excepted', address });
}

/** Pods at an end of a connection. */
export interface PodsEnd {
  readonly namespace?: string;
  readonly namespaceLabels: KnownLabels;
  readonly labels: KnownLabels;
  /** The ports that the containers declare; empty if the containers are not known. */
  readonly ports: readonly ContainerPort[];
}

/** An address at an end of a connection. */
interface AddressEnd {
  readonly address: string;
}

/** One end of a connection. */
export type ConnectionEnd = PodsEnd | AddressEnd;

/** The pods of an object as an end of a connection. */
export function podsEnd(object: TypedManifest, index: ObjectIndex): PodsEnd {
  const namespace: unknown = object.metadata?.namespace;
  const name = typeof namespace === 'string' ? namespace : undefined;
  return {
    namespace: name,
    namespaceLabels: index.labelsOfNamespace(name),
    labels: labelsOfPods(object),
    ports: portsOfPods(object) ?? [],
  };
}

/** The ports that the containers of an object's pods declare; `undefined` if its containers are not known. */
export function portsOfPods(object: TypedManifest): ContainerPort[] | undefined {
  const spec: unknown = podOf(object)?.spec;
  if (!isObject(spec) || spec.containers === undefined) return undefined;
  const lasting = listOf(spec.initContainers).filter(each => each?.restartPolicy === 'Always');
  const containers = [...listOf(spec.containers), ...lasting].filter(isObject);
  return containerPorts(containers.map(each => ({ ...each, ports: listOf(each.ports).filter(isObject) })), []);
}
