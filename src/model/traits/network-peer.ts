import type { INetworkPolicyPeer } from 'cdk8s-plus-27';
import { ComponentBinding } from '../application/component-binding';
import { FLAG, listType, LABELS, PORT, record, Scalar, string } from '../../base/definitions/type';
import { Finding, FINE, found, ownWords, joinPath, bad, Path, Shown } from '../../base/findings/finding';
import { namespaceLabel, PlainPeer, plusPeers } from '../../cluster/objects/network-peers';
import { distinctByJson, filled, isObject } from '../../base/check';
import { isOwn } from '../../base/brand';
import { namespaceName, podLabels } from '../../base/names';
import { DeclaredPort } from '../../cluster/objects/oam-workloads';
import { cidr, excepted } from '../../base/addresses';

/**
 * Who may reach the pods of a component or a scraper, and at which ports. Exactly one of: a `component`; pods, by
 * `podLabels`, `namespace` and `namespaceLabels`; addresses, by `cidr`; a `peer` of cdk8s-plus.
 */
export interface NetworkPeer {
  /** The pods of another component, of this application or another. @default - pods, addresses or a peer are given */
  readonly component?: ComponentBinding;
  /** Labels of pods. @default - all pods of the namespaces, if these are given */
  readonly podLabels?: { [key: string]: string };
  /** The namespace of the pods. @default - that of the reached pods, unless `namespaceLabels` are given */
  readonly namespace?: string;
  /** Labels of the namespaces of the pods. @default - only `namespace` selects namespaces */
  readonly namespaceLabels?: { [key: string]: string };
  /** A block of addresses, such as `10.0.0.0/16`. @default - a component, pods or a peer are given */
  readonly cidr?: string;
  /** Blocks of addresses in `cidr` that may not reach the pods. @default - none */
  readonly exceptCidrs?: string[];
  /** Pods, workloads or addresses of cdk8s-plus. @default - a component, pods or addresses are given */
  readonly peer?: INetworkPolicyPeer;

  /**
   * Numbers of the ports of the pods. A declared port is opened for its protocols, any other for TCP.
   *
   * @default - the ports that the containers declare; of the scraper those of the metrics, of the ingress controller
   * those to which IngressTraits lead; to reach a scraper, the port behind its Service
   */
  readonly ports?: number[];

  /** Names of ports that the containers declare, in a scraper unchecked. @default - only `ports` selects ports */
  readonly portNames?: string[];
  /** Whether all ports are open to the peer, as the members of a cluster need it among themselves. @default false */
  readonly allPorts?: boolean;
}

/** The pods of a component as a list of one peer; an empty list if they are not known. */
function peersOfComponent(given: unknown): unknown {
  if (!isOwn(ComponentBinding, given)) return given;
  const { selector, namespace } = given._selectedPods ?? {};
  const within = namespace === undefined ? {} : { namespaceSelector: { matchLabels: namespaceLabel(namespace) } };
  return selector ? [{ podSelector: selector, ...within }] : [];
}

/** A component as a peer: its binding becomes the selectors of its pods. One whose pods are unknown is rejected. */
const COMPONENT: Scalar<ComponentBinding> = {
  is: 'object',
  check: (value, field) => !Array.isArray(value) ? bad('invalid-type', 'component-binding', field, value)
    : value.length > 0 ? FINE : found('no-pods', field, { reason: 'peer' }),
  written: peersOfComponent,
};

/** A peer of cdk8s-plus, of any copy of it, or a binding; either becomes the list of NetworkPolicy peers. */
const PLUS_PEER: Scalar<INetworkPolicyPeer> = {
  is: 'object',
  // a rule of a NetworkPolicy without peers lets in everybody
  check: (value, field) => !Array.isArray(value) ? bad('invalid-type', 'network-policy-peer', field, value)
    : value.length > 0 ? FINE : found('no-pods', field, { reason: 'network-policy-peer' }),
  written: given => {
    const peer = given as Partial<INetworkPolicyPeer> | undefined;
    // a ComponentBinding is resolved as a component, which includes its namespace
    return typeof peer?.toNetworkPolicyPeerConfig === 'function' && !isOwn(ComponentBinding, given)
      ? plusPeers(peer.toNetworkPolicyPeerConfig()) : peersOfComponent(given);
  },
};

const PODS = ['podLabels', 'namespace', 'namespaceLabels'];
const WAYS = ['component', 'podLabels', 'cidr', 'peer'];

/** The definition of a peer. */
export const NETWORK_PEER = record<NetworkPeer>()({
  component: COMPONENT,
  podLabels: { ...LABELS, check: podLabels },
  namespace: string(namespaceName),
  namespaceLabels: { ...LABELS, check: podLabels },
  cidr: string(cidr),
  exceptCidrs: listType(string(cidr)),
  peer: PLUS_PEER,
  ports: listType(PORT, '', { min: 1, what: 'port' }),
  portNames: listType(string(filled), '', { min: 1, what: 'name' }),
  allPorts: FLAG,
}, {
  rules: [
    (value, field) => {
      if (!isObject(value)) return FINE;
      const ways = ['component', ...PODS, 'cidr', 'peer'].filter(name => value[name] != null);
      const given = ways.filter(name => name === ways.find(each => PODS.includes(each)) || !PODS.includes(name));
      return given.length === 1 ? FINE : found('invalid-value', field, { reason: 'one-field', fields: WAYS, given });
    },
    (value, field) => value?.allPorts !== true ? FINE
      : ['ports', 'portNames'].filter(name => value[name] != null).flatMap(name =>
        found('invalid-value', joinPath(field, [name]), { reason: 'beside', field: 'allPorts' })),
    (value, field) => value?.exceptCidrs == null || value.cidr != null ? FINE
      : found('missing-field', joinPath(field, ['cidr']), { reason: 'required' }),
    excepted,
  ],
});

/** A peer in the form of manifests. */
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
export function tcpPorts(ports: readonly OpenPort['port'][]): OpenPort[] {
  return ports.map(port => ({ port, protocol: 'TCP' }));
}

/** Declared ports, once each. */
export function portsOnce(declared: readonly DeclaredPort[]): OpenPort[] {
  return distinctByJson(declared.map(({ port, protocol = 'TCP' }) => ({ port, protocol })));
}

/** The peers of NetworkPolicies for a peer. */
export function peersOf({
  component, peer, cidr: block, exceptCidrs, podLabels: matchLabels, namespace, namespaceLabels,
}: PlainNetworkPeer): readonly PlainPeer[] {
  const namespaces = { ...namespaceLabels, ...namespace == null ? {} : namespaceLabel(namespace) };
  return component ?? peer ?? [block
    ? { ipBlock: { cidr: block, ...exceptCidrs?.length ? { except: exceptCidrs } : {} } }
    : {
      ...(namespace != null || namespaceLabels != null) && { namespaceSelector: { matchLabels: namespaces } },
      ...matchLabels && { podSelector: { matchLabels } },
    }];
}

/** The rule that admits a peer at its own ports, or else at the `usual` ones. `declared` are unknown for a scraper. */
export function ruleForPeer(
  given: PlainNetworkPeer, at: Path, usual: readonly OpenPort[], declared?: readonly DeclaredPort[],
): IngressRuleOfPolicy {
  const from = peersOf(given);
  if (given.allPorts === true) return { rule: { from }, findings: FINE };
  const portNames = given.portNames ?? [];
  const known = declared?.flatMap(({ name }) => name ?? []);
  const own = [...given.ports ?? [], ...portNames];
  const ports = own.length === 0 ? usual : own.flatMap(port => {
    // with the protocols for which it is declared
    const same = declared?.filter(each => port === (typeof port === 'string' ? each.name : each.port)) ?? [];
    return same.length === 0 ? tcpPorts([port]) : portsOnce(same).map(({ protocol }) => ({ port, protocol }));
  });
  return {
    rule: { from, ports },
    findings: [
      ...ports.length === 0 ? found('missing-field', [...at, 'ports'],
        ownWords('is required: nothing declares which ports are meant, and without it all would be open',
          "give the ports, or set 'allPorts'")) : FINE,
      ...portNames.flatMap((name, i) => known?.includes(name) ?? true ? FINE
        : found('invalid-port', [...at, 'portNames', i],
          { reason: 'undeclared-name', declared: known!, value: Shown.of(name) })),
    ],
  };
}
