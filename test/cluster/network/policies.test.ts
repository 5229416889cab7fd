import { describeBare } from '../../../src/base/findings/words';
import { ConnectionEnd, PodsEnd, PodConnection, refusalsOf } from '../../../src/cluster/network-policies';
import { ObjectIndex } from '../../../src/cluster/objects/object-index';
import type { TypedManifest } from '../../../src/base/oam-kind';

const WEB = { app: 'web' };
const CART = { app: 'cart' };

const policy = (spec: object, namespace: string | undefined = 'shop', name = 'p') =>
  ({ apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name, namespace }, spec }) as unknown as TypedManifest;

const pods = (labels: Record<string, string>, namespace = 'shop', more: Partial<PodsEnd> = {}): PodsEnd =>
  ({ namespace, namespaceLabels: new ObjectIndex([]).labelsOfNamespace(namespace), labels, ports: [], ...more });

/** What is said of a connection, of the web to the cart if nothing else is given; nothing if it is allowed. */
const said = (policies: readonly TypedManifest[], given: Partial<PodConnection> = {}) =>
  refusalsOf(new ObjectIndex(policies), { from: pods(WEB), to: pods(CART), port: 80, protocol: 'TCP', ...given }).flatMap(({ findings }) => findings.map(describeBare));

/** What is said by one policy for the cart with this rule. */
const byRule = (rule: object, connection: Partial<PodConnection> = {}) =>
  said([policy({ podSelector: { matchLabels: CART }, ingress: [rule] })], connection);

describe('without a policy that selects the pods', () => {
  test('all is allowed', () => {
    expect(said([])).toEqual([]);
    expect(said([policy({ podSelector: { matchLabels: WEB } }), policy({ podSelector: {} }, 'other')])).toEqual([]);
    expect(said([policy({ podSelector: {}, policyTypes: ['Egress'] })], { from: { address: '10.0.0.1' } })).toEqual([]);
  });
});

describe('policyTypes', () => {
  const CLOSED = ["'spec.ingress' lets nobody through"];

  test('are those that are given, or else Ingress, and Egress with rules', () => {
    expect(said([policy({})])).toEqual(CLOSED);
    expect(said([policy({ podSelector: {}, policyTypes: [] })])).toEqual(CLOSED);
    expect(said([policy({ podSelector: { matchLabels: WEB }, egress: [] })])).toEqual([]);
    expect(said([policy({ podSelector: { matchLabels: WEB }, egress: [{ ports: [{ port: 1 }] }] })])).toEqual(["'spec.egress[0].ports' has no port 80/TCP"]);
    expect(said([policy({ podSelector: { matchLabels: WEB }, policyTypes: ['Egress'] })])).toEqual(["'spec.egress' lets nobody through"]);
    expect(said([policy({ podSelector: { matchLabels: WEB }, policyTypes: ['Ingress'], egress: [{ ports: [{ port: 1 }] }] })])).toEqual([]);
  });

  test('both ends count', () => {
    const out = policy({ podSelector: { matchLabels: WEB }, policyTypes: ['Egress'] }, 'shop', 'out');
    const into = policy({ podSelector: { matchLabels: CART } }, 'shop', 'in');
    expect(said([into, out])).toEqual(["'spec.egress' lets nobody through", "'spec.ingress' lets nobody through"]);
    expect(said([{ ...into, spec: { ...into.spec as object, ingress: [{}] } } as unknown as TypedManifest, out])).toEqual(["'spec.egress' lets nobody through"]);
  });
});

test('what several policies let through adds up', () => {
  const closed = policy({ podSelector: {} }, 'shop', 'closed');
  const open = policy({ podSelector: { matchLabels: CART }, ingress: [{ ports: [{ port: 1 }] }, {}] }, 'shop', 'open');
  expect(said([closed, open])).toEqual([]);
  expect(said([open, closed])).toEqual([]);
});

describe('ports', () => {
  const byPort = (port: object, connection = {}) => byRule({ ports: [port] }, connection).length === 0;

  test('are a number, a range, all of a protocol, or those of the pods with the name', () => {
    expect([80, 81, 79].map(port => byPort({ port: 80 }, { port }))).toEqual([true, false, false]);
    expect([79, 80, 90, 91].map(port => byPort({ port: 80, endPort: 90 }, { port }))).toEqual([false, true, true, false]);
    expect(['TCP', 'UDP'].map(protocol => byPort({ protocol: 'UDP' }, { protocol }))).toEqual([false, true]);
    expect(['TCP', 'UDP'].map(protocol => byPort({ port: 80 }, { protocol }))).toEqual([true, false]);
    const named = (protocol?: string) => pods(CART, 'shop', { ports: [{ container: 'c', name: 'http', port: 80, protocol }] });
    expect([byPort({ port: 'http' }, { to: named() }), byPort({ port: 'http' }, { to: named('UDP') }), byPort({ port: 'web' }, { to: named() })]).toEqual([true, false, false]);
    expect(byPort({ port: 'http' }, { to: named(), port: 81 })).toBe(false);
  });

  test('fails when a rule has others', () => {
    expect(byRule({ ports: [{ port: 81 }, { port: 'http' }, null] }, { protocol: 'UDP' })).toEqual(["'spec.ingress[0].ports' has no port 80/UDP"]);
    expect(byRule({ ports: [] })).toEqual([]);
  });
});

describe('peers', () => {
  test('are pods of the own namespace, of others, or of both selectors', () => {
    const podSelector = { matchLabels: WEB };
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'front' } };
    const front = pods(WEB, 'front');
    expect([byRule({ from: [{ podSelector }] }), byRule({ from: [] }), byRule({ from: [{ podSelector: {} }] })]).toEqual([[], [], []]);
    expect(byRule({ from: [{ podSelector }] }, { from: front })).toEqual(["'spec.ingress[0].from[0]' is for the pods of its own namespace"]);
    expect(byRule({ from: [{ namespaceSelector }] }, { from: front })).toEqual([]);
    expect(byRule({ from: [{ namespaceSelector: {} }] })).toEqual([]);
    expect(byRule({ from: [{ namespaceSelector, podSelector }] }, { from: front })).toEqual([]);
    expect(byRule({ from: [{ namespaceSelector }] })).toEqual(["'spec.ingress[0].from[0].namespaceSelector' asks for kubernetes.io/metadata.name=front"]);
    expect(byRule({ from: [{ namespaceSelector, podSelector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] } }] }, { from: front })).toEqual(["'spec.ingress[0].from[0].podSelector' asks for app not in (web)"]);
    // one of two is enough
    expect(byRule({ from: [{ podSelector }, { namespaceSelector }] }, { from: front })).toEqual([]);
  });

  test('are blocks of addresses, with exceptions', () => {
    const ipBlock = { cidr: '10.0.0.0/8', except: ['10.1.0.0/16', '10.2.0.0/16'] };
    const at = "'spec.ingress[0].from[0].ipBlock";
    const byBlock = (address: string, block: object = ipBlock) => byRule({ from: [{ ipBlock: block }] }, { from: { address } });
    expect(byBlock('10.3.0.1')).toEqual([]);
    expect(byBlock('11.0.0.1')).toEqual([`${at}.cidr' has not "11.0.0.1"`]);
    expect(byBlock('10.2.0.1')).toEqual([`${at}.except[1]' leaves out "10.2.0.1"`]);
    expect(byBlock('fd00::1', { cidr: 'fd00::/8' })).toEqual([]);
    expect([byBlock('fd00::1'), byBlock('10.0.0.1', { cidr: 'fd00::/8' })].map(each => each.length)).toEqual([1, 1]);
    expect(byBlock('10.0.0.1', { cidr: 'wrong' })).toEqual([`${at}.cidr' has not "10.0.0.1"`]);
    expect(byRule({ from: [{ ipBlock }] })).toEqual(["'spec.ingress[0].from[0]' is for addresses, not for pods"]);
    expect(byRule({ from: [{ podSelector: {} }] }, { from: { address: '10.0.0.1' } })).toEqual(["'spec.ingress[0].from[0]' is for pods, and \"10.0.0.1\" is an address"]);
    expect(byRule({}, { from: { address: '10.0.0.1' } })).toEqual([]);
  });

  test('of what goes out are those to which it goes', () => {
    const out = (rule: object, to: ConnectionEnd = pods(CART)) =>
      said([policy({ podSelector: { matchLabels: WEB }, policyTypes: ['Egress'], egress: [rule] })], { to });
    expect(out({ to: [{ podSelector: { matchLabels: CART } }], ports: [{ port: 80 }] })).toEqual([]);
    expect(out({ to: [{ podSelector: { matchLabels: WEB } }] })).toEqual(["'spec.egress[0].to[0].podSelector' asks for app=web"]);
    expect(out({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }, { address: '192.0.2.1' })).toEqual([]);
    expect(out({ to: [{ podSelector: {} }] }, { address: '192.0.2.1' })).toHaveLength(1);
  });
});

test('the labels of a namespace are those of its object, and its name', () => {
  const objects = [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels: { team: 'a', count: 1 } } }] as unknown as TypedManifest[];
  const index = new ObjectIndex(objects);
  expect(index.labelsOfNamespace('shop')).toEqual({ 'team': 'a', 'kubernetes.io/metadata.name': 'shop' });
  expect(index.labelsOfNamespace('other')).toEqual({ 'kubernetes.io/metadata.name': 'other' });
  expect(index.labelsOfNamespace(undefined)).toEqual({});
});
