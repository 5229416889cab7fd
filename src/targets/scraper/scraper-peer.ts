import { bad, Check, Finding, FINE, found, ownWords } from '../../base/findings/finding';
import { podsPeer } from '../../cluster/objects/network-peers';
import { brand, instanceOf } from '../../base/brand';
import { all, asObject, asProps, closed, list, listOf } from '../../base/check';
import { namespaceName, podLabels } from '../../base/names';
import { snapshot } from '../../base/plain';
import { cidr, excepted, port } from '../../base/addresses';

/** Pods that reach the scraper without passing the ingress. */
export interface PeerPods {
  /** Labels of the pods. */
  readonly podLabels: { [key: string]: string };

  /** Namespace of the pods. @default - the scraper's own */
  readonly namespace?: string;

  /** Ports of the scraper's pods that they reach, such as a sidecar's. @default - that of the scraper's Service */
  readonly ports?: number[];
}

/** Addresses that reach the scraper without passing the ingress. */
export interface PeerAddresses {
  /** The addresses, such as `10.0.0.0/16`. */
  readonly cidr: string;

  /** Addresses among them that do not reach it. @default - none */
  readonly except?: string[];

  /** Ports of the scraper's pods that they reach, such as a sidecar's. @default - that of the scraper's Service */
  readonly ports?: number[];
}

/** An entry of `spec.ingress` of a NetworkPolicy. */
type PeerRule = Readonly<Record<string, unknown>>;

/** A port of pods, by number or by name. */
type PodPort = number | string;

const ports = list(port, { min: 1, what: 'port' });

const PODS = closed<PeerPods>({ namespace: namespaceName, podLabels, ports }, ['podLabels']);

/** Rejects a block of all addresses, which would open the scraper to everybody without a password. */
const ADDRESSES = all(closed<PeerAddresses>({
  cidr: (value, field) => typeof value === 'string' && /\/0+$/.test(value) ? bad('invalid-value', ownWords(
    'must not be all addresses',
    'name the addresses of the peers; insecureWithoutNetworkPolicy leaves the policy out'), field, value)
    : cidr(value, field),
  except: list(cidr),
  ports,
}, ['cidr']), excepted);

/** A peer that may reach the scraper without passing the ingress, and so without a password: Grafana, Thanos Query. */
export class ScraperPeer {
  /** Pods, by their labels. @param pods the pods */
  public static pods(pods: PeerPods): ScraperPeer {
    const taken = snapshot(pods);
    const given = asProps(taken);
    return new ScraperPeer(() => PODS(taken, ''), (own, usual) =>
      peerRule([podsPeer(given.namespace ?? own, given.podLabels)], given.ports ?? [usual]));
  }

  /**
   * Addresses, such as those of nodes: a controller on the host network cannot be selected by the labels of its pods.
   *
   * @param addresses the addresses
   */
  public static addresses(addresses: PeerAddresses): ScraperPeer {
    const taken = snapshot(addresses);
    const given = asProps(taken);
    return new ScraperPeer(() => ADDRESSES(taken, ''), (_, usual) => {
      const except = given.except?.length ? [...given.except] : undefined;
      return peerRule([{ ipBlock: { cidr: given.cidr, except } }], given.ports ?? [usual]);
    });
  }

  private constructor(
    /** @internal */
    public readonly _check: () => Finding[],
    /** @internal */
    public readonly _rule: (namespace: string, usual: PodPort) => PeerRule,
  ) {}
}

brand(ScraperPeer);

/** Checks a list of peers. */
export const scraperPeers: Check = list(instanceOf(ScraperPeer, 'peer', peer => peer._check()));

/** Peers must be given, never guessed: labels that do not match would lock out everyone, or nobody. */
export function checkPeers(props: object): Finding[] {
  const { allowFrom, insecureWithoutNetworkPolicy: isOpen } = asObject(props);
  if (isOpen === true) {
    return listOf(allowFrom).length === 0 ? FINE
      : found('invalid-value', 'allowFrom', { reason: 'beside', field: 'insecureWithoutNetworkPolicy' });
  }
  return allowFrom != null ? FINE : found('missing-field', 'allowFrom', ownWords(
    'is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query',
    'name them by ScraperPeer.pods() or ScraperPeer.addresses(), or write [] if there is nobody'));
}

/** The rule that lets peers reach some ports of the pods. */
export function peerRule(from: readonly object[], open: readonly PodPort[]): PeerRule {
  return { from, ports: open.map(each => ({ port: each, protocol: 'TCP' })) };
}

/** The NetworkPolicy of a scraper. */
export function scraperPolicy(
  metadata: { readonly namespace: string; readonly name: string },
  matchLabels: Readonly<Record<string, string>>, ingress?: readonly PeerRule[],
) {
  const spec = { podSelector: { matchLabels }, policyTypes: ['Ingress'], ingress };
  return { id: 'NetworkPolicy', apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata, spec };
}
