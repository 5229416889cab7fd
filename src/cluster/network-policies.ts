import { Finding, FINE, found, ownWords, Path } from '../base/findings/finding';
import { DeclaredPort, portsOfPods } from './objects/oam-workloads';
import { ObjectIndex } from './objects/object-index';
import { isObject, listOf, PlainValue, textOf } from '../base/check';
import type { TypedManifest } from '../base/oam-kind';
import { hasAddress } from '../base/addresses';
import { labelsOfPods, KnownLabels } from './objects/pod-templates';
import { unmet } from './objects/selectors';

/** A connection to a port of pods; without `from`, one from anywhere. */
export interface PodConnection {
  readonly from?: ConnectionEnd;
  readonly to: ConnectionEnd;
  readonly port: number;
  readonly protocol: string;
}

/** The fields of policies for the directions of traffic, and the end of a connection whose pods they select. */
const DIRECTIONS = [
  { type: 'Egress', rules: 'egress', peers: 'to', end: 'from' },
  { type: 'Ingress', rules: 'ingress', peers: 'from', end: 'to' },
] as const;

/** The verdict of the policies of one direction on a connection. */
interface DirectionVerdict {
  /** The end whose pods the policies select. */
  readonly end: 'from' | 'to';
  /** The rule that allows the connection; `undefined` if no rule does, or no policy selects the pods. */
  readonly letBy?: { readonly policy: TypedManifest; readonly path: Path };
  /** The policies that do not allow the connection, with the reasons; empty if it is allowed. */
  readonly refusals: readonly { readonly policy: TypedManifest; readonly findings: readonly Finding[] }[];
}

/**
 * The verdict on a connection in each direction. As soon as a policy of a direction selects pods, they accept only what
 * such policies allow; several policies add up.
 */
export function verdictsOn(index: ObjectIndex, connection: PodConnection): DirectionVerdict[] {
  return DIRECTIONS.flatMap((direction): DirectionVerdict[] => {
    const { end, type, rules: field } = direction;
    const own = connection[end];
    if (!own || !isPodsEnd(own)) return [];
    const closing = index.inNamespace('networking.k8s.io/NetworkPolicy', own.namespace).filter(({ spec }) => {
      // without `policyTypes`, a policy applies to ingress, and to egress if it has egress rules
      const types = listOf<unknown>(spec?.policyTypes);
      const isOfType = types.length > 0 ? types.includes(type) : type === 'Ingress' || listOf(spec?.egress).length > 0;
      return isOfType && unmet(spec?.podSelector, own.labels).length === 0;
    });
    const judged = closing.map(policy => ({ policy, rules: policyRuleFindings(policy, direction, connection) }));
    for (const { policy, rules } of judged) {
      const letting = rules.findIndex(({ length }) => length === 0);
      if (letting >= 0) return [{ end, letBy: { policy, path: ['spec', field, letting] }, refusals: [] }];
    }
    return [{ end, refusals: judged.map(({ policy, rules }) => ({ policy, findings: rules.flat() })) }];
  });
}

/** The policies that do not allow a connection; empty if it is allowed. */
export function refusalsOf(index: ObjectIndex, connection: PodConnection): DirectionVerdict['refusals'] {
  return verdictsOn(index, connection).flatMap(({ refusals }) => refusals);
}

function isPodsEnd(end: ConnectionEnd): end is PodsEnd { return !('address' in end); }

/** The findings against a connection, for each rule of a policy. */
function policyRuleFindings(
  { spec, metadata }: TypedManifest, direction: typeof DIRECTIONS[number], connection: PodConnection,
): Finding[][] {
  const { port, protocol, to, [direction.peers]: peer } = connection;
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
      each.name === own && each.port === port && (each.protocol ?? 'TCP') === protocol);
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
  readonly ports: readonly DeclaredPort[];
}

/** One end of a connection: pods, or an address. */
export type ConnectionEnd = PodsEnd | { readonly address: string };

/** The pods of an object as an end of a connection. */
export function podsEnd(object: TypedManifest, index: ObjectIndex): PodsEnd {
  const namespace = textOf(object.metadata?.namespace);
  const namespaceLabels = index.labelsOfNamespace(namespace);
  return { namespace, namespaceLabels, labels: labelsOfPods(object), ports: portsOfPods(object) ?? [] };
}
