import { Chart } from 'cdk8s';
import { Namespaces, NetworkPolicyIpBlock, Pods } from 'cdk8s-plus-27';
import { ONE_LABEL, SUBJECT, access, kind, refusal } from './access';
import { ApplicationConfiguration, Component, DeploymentWorkload, KubernetesWorkload, NetworkPeer, Workload } from '../../../src';
import { newChart } from '../../support/app';
import { DNS_LABEL, LABEL_VALUE, PORT } from '../../support/texts';

const ONE = 'must have exactly one of component, podLabels, cidr, peer, and has ';
const USUAL = { ports: [{ port: 9090, protocol: 'TCP' }] };
const rulesOf = (...allowFrom: NetworkPeer[]) => kind('NetworkPolicy', access('traefik', { allowFrom }))[0].spec.ingress.slice(1);

describe('pods', () => {
  const podSelector = { matchLabels: { app: 'grafana', tier: 'web' } };
  const podLabels = { app: 'grafana', tier: 'web' };

  test('of the scraper\'s own namespace, and of another', () => {
    expect(rulesOf({ podLabels })).toEqual([{ from: [{ podSelector }], ...USUAL }]);
    expect(rulesOf({ podLabels, namespace: 'grafana' })).toEqual([
      { from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'grafana' } }, podSelector }], ...USUAL },
    ]);
  });

  test('on some ports only', () => {
    expect(rulesOf({ podLabels, ports: [1, 65535] })).toEqual([
      { from: [{ podSelector }], ports: [{ port: 1, protocol: 'TCP' }, { port: 65535, protocol: 'TCP' }] },
    ]);
  });

  test('by the names of ports, which nothing here declares, and on all ports', () => {
    expect(rulesOf({ podLabels, portNames: ['grpc'] }, { podLabels, allPorts: true })).toEqual([
      { from: [{ podSelector }], ports: [{ port: 'grpc', protocol: 'TCP' }] }, { from: [{ podSelector }] },
    ]);
  });

  test.each<[string, any, string]>([
    ['nothing is given', undefined, "invalid-type: 'allowFrom[0]' must be an object, got nothing"],
    ['it names nobody', {}, `invalid-value: 'allowFrom[0]' ${ONE}none`],
    ['there is no label', { podLabels: {} }, `missing-field: 'allowFrom[0].podLabels' ${ONE_LABEL}`],
    ['a label is missing', { podLabels: { ...podLabels, tier: undefined } },
      `invalid-label: 'allowFrom[0].podLabels.tier' ${LABEL_VALUE}, got nothing`],
    ['a label is null', { podLabels: { ...podLabels, tier: null } }, `invalid-label: 'allowFrom[0].podLabels.tier' ${LABEL_VALUE}, got null`],
    ['labels are a list', { podLabels: ['app'] }, "invalid-type: 'allowFrom[0].podLabels' must be a map, got a list of 1"],
    ['labels are a text', { podLabels: 'app=grafana' }, "invalid-type: 'allowFrom[0].podLabels' must be a map, got a string"],
    ['the namespace is none', { podLabels, namespace: 'a.b' }, `invalid-name: 'allowFrom[0].namespace' ${DNS_LABEL}, got "a.b"`],
    ['there is no port', { podLabels, ports: [] }, "missing-field: 'allowFrom[0].ports' must have at least 1 port"],
    ['a port is a name', { podLabels, ports: [9090, 'web'] }, `invalid-port: 'allowFrom[0].ports[1]' ${PORT}, got "web"`],
    ['addresses are given', { podLabels, cidr: '10.0.0.0/8' }, `invalid-value: 'allowFrom[0]' ${ONE}podLabels and cidr`],
    ['a property is misspelt', { podLabels, podLabel: podLabels },
      "unknown-field: 'allowFrom[0].podLabel' is an unknown field; expected one of component, podLabels, namespace, namespaceLabels, cidr, exceptCidrs, peer, "
      + 'ports, portNames, allPorts; did you mean "podLabels"?'],
    ['a label of the namespace is null', { podLabels, namespaceLabels: { team: null } },
      `invalid-label: 'allowFrom[0].namespaceLabels.team' ${LABEL_VALUE}, got null`],
  ])('fails when %s', (_, pods, message) => {
    expect(refusal('traefik', { allowFrom: [pods] })).toBe(`${SUBJECT} ${message}`);
  });
});

describe('addresses', () => {
  test.each(['10.0.0.0/16', '128.0.0.0/1', '10.0.0.7/32', '2001:db8::/32', '::1/128'])('%s', cidr => {
    expect(rulesOf({ cidr })).toEqual([{ from: [{ ipBlock: { cidr } }], ...USUAL }]);
  });

  test('without some of them, on some ports only', () => {
    const cidr = '10.0.0.0/16';

    expect(rulesOf({ cidr, exceptCidrs: [] })).toEqual([{ from: [{ ipBlock: { cidr } }], ...USUAL }]);
    expect(rulesOf({ cidr, exceptCidrs: ['10.0.1.0/24'], ports: [9090] })).toEqual([
      { from: [{ ipBlock: { cidr, except: ['10.0.1.0/24'] } }], ports: [{ port: 9090, protocol: 'TCP' }] },
    ]);
  });

  test.each<[string, string]>([
    ['10.0.7.9/16', '10.0.0.0/24'], ['128.0.0.0/1', '169.254.169.254/32'], ['2001:db8::/32', '2001:db8:1::/48'],
  ])('%s without %s', (cidr, except) => {
    expect(rulesOf({ cidr, exceptCidrs: [except] })).toEqual([{ from: [{ ipBlock: { cidr, except: [except] } }], ...USUAL }]);
  });

  const BLOCK = 'must be a block of addresses';
  const WRITE = 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"';

  test.each<[unknown, string]>([
    ['10.0.0.7', '"10.0.0.7"'], ['10.0.0.0/33', '"10.0.0.0/33"'], ['10.0.0/8', '"10.0.0/8"'], ['10.0.0.0/8/8', '"10.0.0.0/8/8"'],
    ['10.0.0.0/', '"10.0.0.0/"'], ['10.0.0.0/x', '"10.0.0.0/x"'], ['::/129', '"::/129"'], ['a.b/8', '"a.b/8"'], ['', '""'],
    ['10.0.0.0/1000', '"10.0.0.0/1000"'], ['fe80::1%eth0/64', '"fe80::1%eth0/64"'], [10, '10'],
  ])('fails when they are %p', (cidr, shown) => {
    expect(refusal('traefik', { allowFrom: [{ cidr: cidr as string }] }))
      .toBe(`${SUBJECT} invalid-value: 'allowFrom[0].cidr' ${BLOCK}, got ${shown}; ${WRITE}`);
  });

  test.each(['0.0.0.0/0', '::/0', '0.0.0.0/00', '10.0.0.0/0'])('fails when they are all of them: %s', cidr => {
    expect(refusal('traefik', { allowFrom: [{ cidr }] })).toBe(
      `${SUBJECT} invalid-value: 'allowFrom[0].cidr' must not be all addresses, got "${cidr}"; name those of the peers; insecureWithoutNetworkPolicy leaves the policy out`);
  });

  test.each<[string, any, string]>([
    ['nothing is given', null, "invalid-type: 'allowFrom[0]' must be an object, got null"],
    ['only an exception is given', { namespace: 'a', exceptCidrs: ['10.0.0.0/8'] }, "missing-field: 'allowFrom[0].cidr' is required"],
    ['an exception is an address', { cidr: '10.0.0.0/8', exceptCidrs: ['10.0.0.7'] },
      `invalid-value: 'allowFrom[0].exceptCidrs[0]' ${BLOCK}, got "10.0.0.7"; ${WRITE}`],
    ['an exception lies elsewhere', { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.1.0/24', '192.168.0.0/24'] },
      "invalid-value: 'allowFrom[0].exceptCidrs[1]' must be a part of 10.0.0.0/16, got \"192.168.0.0/24\"; leave it out"],
    ['an exception is all of them', { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.0.0/16'] },
      "invalid-value: 'allowFrom[0].exceptCidrs[0]' must be a part of 10.0.0.0/16, got \"10.0.0.0/16\"; leave it out"],
    ['an exception is more than all of them', { cidr: '10.0.0.0/16', exceptCidrs: ['10.0.0.0/8'] },
      "invalid-value: 'allowFrom[0].exceptCidrs[0]' must be a part of 10.0.0.0/16, got \"10.0.0.0/8\"; leave it out"],
    ['an exception is of the other family', { cidr: '2001:db8::/32', exceptCidrs: ['10.0.0.0/8'] },
      "invalid-value: 'allowFrom[0].exceptCidrs[0]' must be a part of 2001:db8::/32, got \"10.0.0.0/8\"; leave it out"],
    ['they are none: nothing is said of exceptions', { cidr: '10.0.0.0', exceptCidrs: ['10.0.1.0/24'] },
      `invalid-value: 'allowFrom[0].cidr' ${BLOCK}, got "10.0.0.0"; ${WRITE}`],
    ['exceptions are one', { cidr: '10.0.0.0/8', exceptCidrs: '10.0.0.7/32' }, "invalid-type: 'allowFrom[0].exceptCidrs' must be a list, got a string"],
    ['a port is 0', { cidr: '10.0.0.0/8', ports: [0] }, `invalid-port: 'allowFrom[0].ports[0]' ${PORT}, got 0`],
  ])('fails when %s', (_, addresses, message) => {
    expect(refusal('traefik', { allowFrom: [addresses] })).toBe(`${SUBJECT} ${message}`);
  });
});

test('fields that are null are none', () => {
  const podLabels = { app: 'a' };
  const cidr = '10.0.0.0/8';

  expect(rulesOf({ podLabels, namespace: null, ports: null } as any)).toEqual(rulesOf({ podLabels }));
  expect(rulesOf({ cidr, exceptCidrs: null, ports: null } as any)).toEqual(rulesOf({ cidr }));
});

test('an access keeps its peers', () => {
  const podLabels = { app: 'a' };
  const allowFrom: NetworkPeer[] = [{ podLabels, namespaceLabels: { team: 'a' }, ports: [1] }, { cidr: '10.0.0.0/8' }];
  const own = access('traefik', { allowFrom });
  const before = kind('NetworkPolicy', own);
  podLabels.app = 'b';
  allowFrom.push({ cidr: '10.0.0.0/7' });

  expect(kind('NetworkPolicy', own)).toEqual(before);
});

describe('components, and peers of cdk8s-plus,', () => {
  let chart: Chart;
  beforeEach(() => { chart = newChart(); });
  const binding = (workload: Workload, id: string) => new ApplicationConfiguration(chart, `app-${id}`).addComponent(new Component(chart, id, { workload }));

  test('are let in', () => {
    const component = binding(new DeploymentWorkload({ image: 'example/grafana:1', ports: [{ port: 3000 }] }), 'grafana');
    const own = access('traefik', { allowFrom: [{ component }, { peer: NetworkPolicyIpBlock.ipv4(chart, 'block', '10.0.0.0/8') }] }, chart);
    const { ingress: [, one, other] } = kind('NetworkPolicy', own)[0].spec;
    expect(one.from[0].podSelector.matchLabels).toMatchObject({ 'app.oam.dev/component': 'grafana' });
    expect(other).toEqual({ from: [{ ipBlock: { cidr: '10.0.0.0/8' } }], ...USUAL });
  });

  test.each<[string, () => NetworkPeer, string]>([
    ['the pods of a component are not known', () => ({ component: binding(KubernetesWorkload.configMap({ data: { a: 'b' } }), 'data') }),
      "no-pods: 'allowFrom[0].component' must be a component whose workload has pods that are known here; name such a component, or give 'podLabels' in its place"],
    ['they are all pods', () => ({ peer: Pods.all(chart, 'pods', { namespaces: Namespaces.all(chart, 'namespaces') }) }),
      "invalid-value: 'allowFrom[0].peer' must not be all pods of the cluster; name those of the peers; insecureWithoutNetworkPolicy leaves the policy out"],
    ['they are all addresses', () => ({ peer: NetworkPolicyIpBlock.anyIpv4(chart, 'any') }),
      'invalid-value: \'allowFrom[0].peer\' must not be all addresses, got "0.0.0.0/0"; name those of the peers; insecureWithoutNetworkPolicy leaves the policy out'],
  ])('fail when %s', (_, peer, message) => {
    expect(refusal('traefik', { allowFrom: [peer()] }, chart)).toBe(`${SUBJECT} ${message}`);
  });
});
