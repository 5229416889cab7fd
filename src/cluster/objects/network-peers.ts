import type { NetworkPolicyPeerConfig } from 'cdk8s-plus-27';

/** A peer of a NetworkPolicy. */
export type PlainPeer = Readonly<Record<string, unknown>>;

/** The label that Kubernetes itself puts on every namespace. */
export const NAMESPACE_NAME = 'kubernetes.io/metadata.name';
/** The labels that select a namespace by its name. */
export const namespaceLabel = (namespace: string) => ({ [NAMESPACE_NAME]: namespace });

/** A peer that selects the pods of a namespace that have these labels. */
export function podsPeer(namespace: string, matchLabels: Readonly<Record<string, string>>): PlainPeer {
  const namespaceSelector = { matchLabels: namespaceLabel(namespace) };
  return { namespaceSelector, podSelector: { matchLabels: { ...matchLabels } } };
}

/**
 * The peers of a NetworkPolicy for a peer from any copy of cdk8s-plus: one for each namespace that it names, otherwise
 * a single one.
 */
export function plusPeers({ ipBlock, podSelector }: NetworkPolicyPeerConfig): PlainPeer[] {
  if (ipBlock) return [{ ipBlock: { cidr: ipBlock.cidr, except: ipBlock.except } }];
  const { labelSelector, namespaces } = podSelector!;
  const pods = { podSelector: labelSelector!._toKube() };
  const selected = namespaces?.labelSelector?._toKube();
  if (!namespaces?.names) return [{ namespaceSelector: selected, ...pods }];
  return namespaces.names.map(name => {
    const matchLabels = { ...selected?.matchLabels, ...namespaceLabel(name) };
    return { namespaceSelector: { ...selected, matchLabels }, ...pods };
  });
}
