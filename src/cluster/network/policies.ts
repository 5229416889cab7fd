import { Finding, FINE, found, ownWords, Path } from '../../base/findings/finding';
import {
  unmet, ObjectIndex, ContainerPort, containerPorts, KnownLabels, labelsOfPods, podOf,
} from '../objects/object-index';
import { isObject, listOf, PlainValue } from '../../base/check';
import { hasAddress } from '../../base/names';
import type { TypedManifest } from '../../base/oam-kind';

/** A port at which a connection arrives. */
interface ConnectionPort {
  readonly port: number;
  readonly protocol: string;
}

/** A connection; without `from`, one from anywhere. */
export interface PodConnection extends ConnectionPort {
  readonly from?: ConnectionEnd;
  readonly to: ConnectionEnd;
}

/** A policy that does not allow a connection, and the reasons by rule. */
interface PolicyRefusal {
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
interface DirectionVerdict {
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
    ...from && isPodsEnd(from) ? [verdict(index, EGRESS, from, to, connection)] : [],
    ...isPodsEnd(to) ? [verdict(index, INGRESS, to, from, connection)] : [],
  ];
}

/** The policies that do not allow a connection; empty if it is allowed. */
export function refusalsOf(index: ObjectIndex, connection: PodConnection): PolicyRefusal[] {
  return verdictsOn(index, connection).flatMap(({ refusals }) => refusals);
}

function isPodsEnd(end: ConnectionEnd): end is PodsEnd { return !('address' in end); }

function verdict(
  index: ObjectIndex, direction: Direction, own: PodsEnd, peer: ConnectionEnd | undefined, connection: PodConnection,
): DirectionVerdict {
  const { end, rules: field, type } = direction;
  const closing = index.inNamespace('networking.k8s.io/NetworkPolicy', own.namespace).filter(({ spec }) => {
    // without `policyTypes`, a policy applies to ingress, and to egress if it has egress rules
    const types = listOf<unknown>(spec?.policyTypes);
    const isOfType = types.length > 0 ? types.includes(type) : type === 'Ingress' || listOf(spec?.egress).length > 0;
    return isOfType && unmet(spec?.podSelector, own.labels).length === 0;
  });
  const judged = closing.map(policy => ({ policy, rules: policyRuleFindings(policy, direction, peer, connection) }));
  for (const { policy, rules } of judged) {
    const letting = rules.findIndex(({ length }) => length === 0);
    if (letting >= 0) return { end, letBy: { policy, path: ['spec', field, letting] }, refusals: [] };
  }
  return { end, refusals: judged.map(({ policy, rules }) => ({ policy, findings: rules.flat() })) };
}

/** The findings against a connection, for each rule of a policy. */
function policyRuleFindings(
  { spec, metadata }: TypedManifest, direction: Direction, peer: ConnectionEnd | undefined,
  { port, protocol, to }: PodConnection,
): Finding[][] {
  const rules = listOf(spec?.[direction.rules]);
  if (rules.length === 0) {
    return [found('refused-connection', ['spec', direction.rules], ownWords('lets nobody through', 'add a rule'))];
  }
  // a name refers to a port of the pods at which the connection arrives
  const isOpen = (open?: PlainValue) => {
    if ((open?.protocol ?? 'TCP') !== protocol) return false;
    const own: unknown = open?.port;
    if (own == null) return true;
    if (typeof own === 'number') return own <= port && port <= Number(open?.endPort ?? own);
    return isPodsEnd(to) && to.ports.some(each =>
      each.name === own && each.containerPort === port && (each.protocol ?? 'TCP') === protocol);
  };
  return rules.map((rule, i) => {
    const at = ['spec', direction.rules, i];
    const ports = listOf(rule?.ports);
    if (ports.length > 0 && !ports.some(isOpen)) {
      return found('refused-connection', [...at, 'ports'], { reason: 'port', port, protocol });
    }
    const findings = !peer ? [] : listOf(rule?.[direction.peers]).map((each, j) =>
      peerFindings(each, [...at, direction.peers, j], peer, metadata?.namespace));
    return findings.some(({ length }) => length === 0) ? FINE : findings.flat();
  });
}

/** The findings against a peer of a rule. Without a `namespaceSelector`, it selects pods in the policy's namespace. */
function peerFindings(given: PlainValue | undefined, at: Path, peer: ConnectionEnd, own: unknown): Finding[] {
  const block = isObject(given?.ipBlock) ? given.ipBlock : undefined;
  if (!isPodsEnd(peer)) {
    const { address } = peer;
    if (!block) return found('refused-connection', at, { reason: 'other-pods', address });
    const field = [...at, 'ipBlock'];
    if (!hasAddress(block.cidr, address)) {
      return found('refused-connection', [...field, 'cidr'], { reason: 'address', address });
    }
    const exception = listOf(block.except).findIndex(each => hasAddress(each, address));
    return exception < 0 ? FINE
      : found('refused-connection', [...field, 'except', exception], { reason: 'excepted', address });
  }
  if (block) return found('refused-connection', at, ownWords('is for addresses, not for pods'));
  const against = (selector: string, labels: PodsEnd['labels']): Finding[] => {
    const rule = given?.[selector] == null ? [] : unmet(given[selector], labels);
    return rule.length === 0 ? FINE : found('refused-connection', [...at, selector], { reason: 'labels', rule });
  };
  const isElsewhere = given?.namespaceSelector == null && peer.namespace !== own;
  return [
    ...isElsewhere ? found('refused-connection', at, ownWords('is for the pods of its own namespace',
      "add a 'namespaceSelector'")) : against('namespaceSelector', peer.namespaceLabels),
    ...against('podSelector', peer.labels),
  ];
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
  const given: unknown = object.metadata?.namespace;
  const namespace = typeof given === 'string' ? given : undefined;
  return {
    namespace,
    namespaceLabels: index.labelsOfNamespace(namespace),
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
