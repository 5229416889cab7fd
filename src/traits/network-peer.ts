import type { INetworkPolicyPeer } from 'cdk8s-plus-27';
import { ComponentBinding } from '../application/component-binding';
import { LABELS, PORT } from '../definitions/common';
import { FLAG, listOf, record, Scalar, string } from '../definitions/type';
import { bad, Check, Finding, FINE, found, must, saying } from '../findings/finding';
import { joinPath, Path } from '../findings/path';
import { Shown } from '../findings/shown';
import { namespaceLabel, PlainPeer, plusPeers } from '../objects/network-peers';
import { isOwn } from '../private/brand';
import { filled, isObject } from '../private/check';
import { namespaceName, podLabels } from '../private/names';
import { cidr, excepted } from '../private/network';
import { DeclaredPort } from '../workloads/workload';

/**
 * Who may reach the pods of a component, and at which ports. Exactly one of: a `component`; pods, by `podLabels`, `namespace` and
 * `namespaceLabels`; addresses, by `cidr`; a `peer` of cdk8s-plus.
 */
export interface NetworkPeer {
  /**
   * The pods of another component, of this application or another.
   *
   * @default - pods, addresses or a peer are given
   */
  readonly component?: ComponentBinding;

  /**
   * Labels of pods.
   *
   * @default - all pods of the namespaces, if these are given
   */
  readonly podLabels?: { [key: string]: string };

  /**
   * The namespace of the pods.
   *
   * @default - that of the component, unless `namespaceLabels` are given
   */
  readonly namespace?: string;

  /**
   * Labels of the namespaces of the pods.
   *
   * @default - only `namespace` selects namespaces
   */
  readonly namespaceLabels?: { [key: string]: string };

  /**
   * A block of addresses, such as `10.0.0.0/16`.
   *
   * @default - a component, pods or a peer are given
   */
  readonly cidr?: string;

  /**
   * Addresses in the block that may not reach the pods.
   *
   * @default - none
   */
  readonly except?: string[];

  /**
   * Pods, workloads or addresses of cdk8s-plus.
   *
   * @default - a component, pods or addresses are given
   */
  readonly peer?: INetworkPolicyPeer;

  /**
   * Numbers of the ports of the pods. A declared port is opened for its protocols, any other for TCP.
   *
   * @default - the ports that the containers declare; of the scraper those of the metrics, and of the ingress controller those to which
   * IngressTraits lead
   */
  readonly ports?: number[];

  /**
   * Names of ports that the containers declare.
   *
   * @default - only `ports` selects ports
   */
  readonly portNames?: string[];

  /**
   * Whether all ports are open to the peer, as the members of a cluster need it among themselves.
   *
   * @default false
   */
  readonly allPorts?: boolean;
}

const componentPeers: Check = (value, field) => {
  if (!Array.isArray(value)) {
    return bad('invalid-type', 'component-binding', field, value);
  }
  return value.length > 0 ? FINE : found('no-pods', field, { reason: 'peer' });
};

const peers = must(Array.isArray, 'invalid-type', 'network-policy-peer');

/** The pods of a component as a list of one peer; an empty list if they are not known. */
function ofComponent(given: unknown): unknown {
  if (!isOwn(ComponentBinding, given)) return given;
  const { selector, namespace } = given._selectedPods ?? {};
  const within = namespace === undefined ? {} : { namespaceSelector: { matchLabels: namespaceLabel(namespace) } };
  return selector ? [{ podSelector: selector, ...within }] : [];
}

const COMPONENT: Scalar<ComponentBinding> = { is: 'object', check: componentPeers, written: ofComponent };

const isPlusPeer = (given: unknown): given is INetworkPolicyPeer =>
  typeof (given as Partial<INetworkPolicyPeer> | undefined)?.toNetworkPolicyPeerConfig === 'function' && !isOwn(ComponentBinding, given);

const PLUS_PEER: Scalar<INetworkPolicyPeer> = {
  is: 'object',
  check: peers,
  // a ComponentBinding is resolved as a component, which includes its namespace
  written: given => isPlusPeer(given) ? plusPeers(given.toNetworkPolicyPeerConfig()) : ofComponent(given),
};

const PODS = ['podLabels', 'namespace', 'namespaceLabels'];
const WAYS = ['component', 'podLabels', 'cidr', 'peer'];

const oneWay: Check = (value, field) => {
  if (!isObject(value)) return FINE;
  const ways = ['component', ...PODS, 'cidr', 'peer'].filter(name => value[name] != null);
  const given = ways.filter(name => name === ways.find(each => PODS.includes(each)) || !PODS.includes(name));
  return given.length === 1 ? FINE : found('invalid-value', field, { reason: 'one-field', fields: WAYS, given });
};

const whichPorts: Check = (value, field) => value?.allPorts !== true ? FINE
  : ['ports', 'portNames'].filter(name => value[name] != null).flatMap(name =>
    found('invalid-value', joinPath(field, [name]), { reason: 'beside', field: 'allPorts' }));

const ofBlock: Check = (value, field) => value?.except == null || value.cidr != null ? FINE
  : found('missing-field', joinPath(field, ['cidr']), { reason: 'required' });

/** The definition of a peer. */
export const NETWORK_PEER = record<NetworkPeer>()({
  component: { type: COMPONENT },
  podLabels: { type: { ...LABELS, check: podLabels } },
  namespace: { type: string(namespaceName) },
  namespaceLabels: { type: { ...LABELS, check: podLabels } },
  cidr: { type: string(cidr) },
  except: { type: listOf(string(cidr)) },
  peer: { type: PLUS_PEER },
  ports: { type: listOf(PORT, '', { min: 1, what: 'port' }) },
  portNames: { type: listOf(string(filled), '', { min: 1, what: 'name' }) },
  allPorts: { type: FLAG },
}, { rules: [oneWay, whichPorts, ofBlock, excepted] });

/** A peer in the spec of a trait after its check. */
export interface PlainNetworkPeer extends Omit<NetworkPeer, 'component' | 'peer'> {
  readonly component?: readonly PlainPeer[];
  readonly peer?: readonly PlainPeer[];
}

/** An entry of `spec.ingress`, and its findings. */
export interface IngressRuleOfPolicy {
  readonly rule: { readonly from: readonly PlainPeer[]; readonly ports?: readonly OpenPort[] };
  readonly findings: readonly Finding[];
}

/** A port that a policy opens, by its number or its name. */
export interface OpenPort {
  readonly port: number | string;
  readonly protocol: string;
}

/** Ports over TCP. */
export const overTcp = (ports: readonly (number | string)[]): OpenPort[] => ports.map(port => ({ port, protocol: 'TCP' }));

/** Declared ports, once each. */
export function declaredPorts(declared: readonly DeclaredPort[]): OpenPort[] {
  const ports = declared.map(({ port, protocol = 'TCP' }) => ({ port, protocol }));
  return ports.filter((each, i) => i === ports.findIndex(({ port, protocol }) => port === each.port && protocol === each.protocol));
}

/** A port with the protocols for which it is declared, or with TCP if it is not declared. */
function opened(port: number | string, declared: readonly DeclaredPort[]): OpenPort[] {
  const own = declared.filter(each => port === (typeof port === 'string' ? each.name : each.port));
  return own.length === 0 ? overTcp([port]) : declaredPorts(own).map(({ protocol }) => ({ port, protocol }));
}

/** The rule that admits a peer at its own ports, or else at the `usual` ones. */
export function ruleOf(
  peer: PlainNetworkPeer, at: Path, usual: readonly OpenPort[], declared: readonly DeclaredPort[],
): IngressRuleOfPolicy {
  if (peer.allPorts === true) return { rule: { from: peersOf(peer) }, findings: FINE };
  const names = peer.portNames ?? [];
  const known = declared.flatMap(({ name }) => name ?? []);
  const own = [...peer.ports ?? [], ...names];
  const open = own.length > 0 ? own.flatMap(port => opened(port, declared)) : usual;
  return {
    rule: { from: peersOf(peer), ports: open },
    findings: [
      ...open.length === 0 ? found('missing-field', [...at, 'ports'],
        saying('is required: nothing declares which ports are meant, and without it all would be open',
          "give the ports, or set 'allPorts'")) : FINE,
      ...names.flatMap((name, i) => known.includes(name) ? FINE
        : found('invalid-port', [...at, 'portNames', i], { reason: 'undeclared-name', declared: known, value: Shown.of(name) })),
    ],
  };
}

function peersOf(given: PlainNetworkPeer): readonly PlainPeer[] {
  const { component, peer, cidr: block, except, podLabels: matchLabels, namespace, namespaceLabels } = given;
  const known = component ?? peer;
  if (known) return known;
  if (block) return [{ ipBlock: { cidr: block, ...except?.length ? { except } : {} } }];
  const ofNamespaces = namespace == null && namespaceLabels == null ? undefined
    : { matchLabels: { ...namespaceLabels, ...namespace == null ? {} : namespaceLabel(namespace) } };
  return [{ ...ofNamespaces && { namespaceSelector: ofNamespaces }, ...matchLabels && { podSelector: { matchLabels } } }];
}
