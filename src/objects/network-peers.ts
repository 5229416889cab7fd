import type { NetworkPolicyPeerConfig } from 'cdk8s-plus-27';

/** A peer of a NetworkPolicy. */
export type PlainPeer = Readonly<Record<string, unknown>>;

/** The label that Kubernetes itself puts on every namespace. */
export const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** That label of a namespace. */
export const namespaceLabel = (namespace: string) => ({ [NAMESPACE_NAME]: namespace });

/** The pods of a namespace that have these labels. */
export function podsPeer(namespace: string, matchLabels: Readonly<Record<string, string>>): PlainPeer {
  return { namespaceSelector: { matchLabels: namespaceLabel(namespace) }, podSelector: { matchLabels: { ...matchLabels } } };
}

/** What a peer of cdk8s-plus, of whichever copy, is in a NetworkPolicy: one for each namespace that it names. */
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
