import { BlockList, isIP } from 'node:net';
import { podLabels } from './controllers/controller-props';
import { all, asProps, list, object, only } from '../private/check';
import { Check, FINE, Finding, joinField, wrong } from '../private/finding';
import { namespaceName } from '../private/names';
import { port } from '../private/network';
import { snapshot } from '../private/plain';

/** Pods that reach the scraper past the ingress. */
export interface PeerPods {
  /** Labels of the pods. */
  readonly podLabels: { [key: string]: string };

  /**
   * Namespace of the pods.
   *
   * @default - the scraper's own
   */
  readonly namespace?: string;

  /**
   * Ports of the scraper's pods that they reach.
   *
   * @default - all
   */
  readonly ports?: number[];
}

/** Addresses that reach the scraper past the ingress. */
export interface PeerAddresses {
  /** The addresses, such as `10.0.0.0/16`. */
  readonly cidr: string;

  /**
   * Addresses among them that do not.
   *
   * @default - none
   */
  readonly except?: string[];

  /**
   * Ports of the scraper's pods that they reach.
   *
   * @default - all
   */
  readonly ports?: number[];
}

/** An entry of `spec.ingress` of a NetworkPolicy. */
export type PeerRule = Record<string, any>;

const ports = list(port, { min: 1, what: 'port' });

interface Block {
  readonly address: string;
  readonly bits: number;
  readonly family: 'ipv4' | 'ipv6';
}

function blockOf(value: unknown): Block | undefined {
  const [, address, bits] = typeof value === 'string' ? /^([^/%]+)\/(\d{1,3})$/.exec(value) ?? [] : [];
  const family = isIP(address ?? '');
  return family > 0 && Number(bits) <= (family === 6 ? 128 : 32) ? { address, bits: Number(bits), family: family === 6 ? 'ipv6' : 'ipv4' } : undefined;
}

/** Whether an exception is among the addresses, and not all of them, which Kubernetes refuses. */
function isWithin(inner: Block, outer: Block): boolean {
  const block = new BlockList();
  block.addSubnet(outer.address, outer.bits, outer.family);
  return inner.family === outer.family && inner.bits > outer.bits && block.check(inner.address, inner.family);
}

const excepted: Check = (value, field) => {
  const outer = blockOf(value?.cidr);
  if (!outer || !Array.isArray(value.except)) return FINE;
  return value.except.flatMap((each: unknown, i: number) => {
    const inner = blockOf(each);
    return !inner || isWithin(inner, outer) ? FINE : wrong('invalid-value', joinField(field, `except[${i}]`), `be a part of ${value.cidr}`, each, 'leave it out');
  });
};

const cidr: Check = (value, field) => blockOf(value)
  ? FINE
  : wrong('invalid-value', field, 'be a block of addresses', value, 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"');

const PODS = object({ namespace: namespaceName, podLabels, ports }, ['podLabels']);
const ADDRESSES = all(object({ cidr, except: list(cidr), ports }, ['cidr']), excepted);

/** Who may reach the scraper past the ingress, and so without a password: a Grafana, a Thanos Query. */
export class ScraperPeer {
  /**
   * Pods, by their labels.
   *
   * @param pods the pods
   */
  public static pods(pods: PeerPods): ScraperPeer {
    const taken = snapshot(pods);
    const given = asProps(taken);
    return new ScraperPeer(() => [...only('namespace', 'podLabels', 'ports')(taken, ''), ...PODS(taken, '')], own =>
      ruleOf([podsPeer(given.namespace ?? own, given.podLabels)], given.ports));
  }

  /**
   * Addresses, such as those of nodes: a controller on its node's own network is not known by its pods' labels.
   *
   * @param addresses the addresses
   */
  public static addresses(addresses: PeerAddresses): ScraperPeer {
    const taken = snapshot(addresses);
    const given = asProps(taken);
    return new ScraperPeer(() => [...only('cidr', 'except', 'ports')(taken, ''), ...ADDRESSES(taken, '')], () =>
      ruleOf([{ ipBlock: { cidr: given.cidr, ...given.except?.length ? { except: [...given.except] } : {} } }], given.ports));
  }

  private constructor(private readonly check: () => Finding[], private readonly rule: (namespace: string) => PeerRule) {}

  /** @internal */
  public _check(): Finding[] {
    return this.check();
  }

  /** @internal */
  public _rule(namespace: string): PeerRule {
    return this.rule(namespace);
  }
}

/** The pods of a namespace that have these labels. */
export function podsPeer(namespace: string, matchLabels: Record<string, string>): Record<string, any> {
  return {
    // the label that Kubernetes itself puts on every namespace
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    podSelector: { matchLabels: { ...matchLabels } },
  };
}

function ruleOf(from: Record<string, any>[], open: number[] | undefined): PeerRule {
  return { from, ...open ? { ports: open.map(number => ({ port: number, protocol: 'TCP' })) } : {} };
}
