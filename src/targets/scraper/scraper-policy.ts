import {
  IngressRuleOfPolicy, NETWORK_PEER, PlainNetworkPeer, peersOf, ruleForPeer, tcpPorts,
} from '../../model/traits/network-peer';
import type { PlainPeer } from '../../cluster/objects/network-peers';
import { asObject, listOf } from '../../base/check';
import { listType } from '../../base/definitions/type';
import { Check, Finding, FINE, found, joinPath, ownWords, Shown } from '../../base/findings/finding';

/** Rejects peers that are everybody, which would open the scraper to everybody without a password. */
const nobodyIsEverybody: Check = (value, field) => listOf(value).flatMap((each, i) =>
  listOf(peersOf(asObject<PlainNetworkPeer>(each))).flatMap(peer => {
    const { ipBlock, namespaceSelector, podSelector } = asObject(peer);
    const everybody = ipBlock ? 'addresses' : 'pods of the cluster';
    const block = asObject(ipBlock).cidr;
    const isEverybody = ipBlock ? /\/0+$/.test(String(block))
      : JSON.stringify([namespaceSelector, podSelector ?? {}]) === '[{},{}]';
    return !isEverybody ? FINE : found('invalid-value', joinPath(field, [i, asObject(each).peer ? 'peer' : 'cidr']), {
      ...ownWords(`must not be all ${everybody}`,
        'name those of the peers; insecureWithoutNetworkPolicy leaves the policy out'),
      ...ipBlock && { value: Shown.of(block) },
    });
  }));

/** Peers that reach a scraper without passing the ingress, and so without a password: Grafana, Thanos Query. */
export const SCRAPER_PEERS = listType(NETWORK_PEER, '', { rules: [nobodyIsEverybody] });

/** Peers must be given, never guessed: labels that do not match would lock out everyone, or nobody. */
export function checkPeers(props: object): Finding[] {
  const { allowFrom, insecureWithoutNetworkPolicy: isOpen } = asObject(props);
  if (isOpen === true) {
    return listOf(allowFrom).length === 0 ? FINE
      : found('invalid-value', 'allowFrom', { reason: 'beside', field: 'insecureWithoutNetworkPolicy' });
  }
  return allowFrom != null ? FINE : found('missing-field', 'allowFrom', ownWords(
    'is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query',
    "name them by 'namespace' and 'podLabels', or write [] if there is nobody"));
}

/** The NetworkPolicy of a scraper: it lets in some pods and the peers, at a port unless they have their own. */
export function scraperPolicy(
  metadata: { readonly namespace: string; readonly name: string }, matchLabels: Readonly<Record<string, string>>,
  port: number | string, allowFrom: readonly PlainNetworkPeer[], pods: readonly PlainPeer[] = [],
) {
  const ports = tcpPorts([port]);
  const rules: IngressRuleOfPolicy['rule'][] = [
    ...pods.map(each => ({ from: [each], ports })), ...allowFrom.map(each => ruleForPeer(each, [], ports).rule),
  ];
  // the API server keeps no empty list
  const ingress = rules.length > 0 ? rules : undefined;
  const spec = { podSelector: { matchLabels }, policyTypes: ['Ingress'], ingress };
  return { id: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec };
}
