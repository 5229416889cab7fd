import { LEAVE_OUT, ONE_LABEL, SUBJECT, access, kind, refusal } from './access';
import { ScraperPeer } from '../../../src';
import { DNS_LABEL, LABEL_VALUE, PORT } from '../../support/texts';

const USUAL = { ports: [{ port: 9090, protocol: 'TCP' }] };
const rulesOf = (...allowFrom: ScraperPeer[]) => kind('NetworkPolicy', access('traefik', { allowFrom }))[0].spec.ingress.slice(1);

describe('pods', () => {
  const podsOf = (namespace: string) => ({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
    podSelector: { matchLabels: { app: 'grafana', tier: 'web' } },
  });
  const podLabels = { app: 'grafana', tier: 'web' };

  test('of the scraper\'s own namespace, and of another', () => {
    expect(rulesOf(ScraperPeer.pods({ podLabels }))).toEqual([{ from: [podsOf('verrazzano-system')], ...USUAL }]);
    expect(rulesOf(ScraperPeer.pods({ podLabels, namespace: 'grafana' }))).toEqual([{ from: [podsOf('grafana')], ...USUAL }]);
  });

  test('on some ports only', () => {
    expect(rulesOf(ScraperPeer.pods({ podLabels, ports: [1, 65535] }))).toEqual([
      { from: [podsOf('verrazzano-system')], ports: [{ port: 1, protocol: 'TCP' }, { port: 65535, protocol: 'TCP' }] },
    ]);
  });

  test.each<[string, any, string]>([
    ['nothing is given', undefined, "invalid-type: 'allowFrom[0]' must be an object, got nothing"],
    ['labels are missing', { namespace: 'grafana' }, "missing-field: 'allowFrom[0].podLabels' is required"],
    ['there is no label', { podLabels: {} }, `missing-field: 'allowFrom[0].podLabels' ${ONE_LABEL}`],
    ['a label is missing', { podLabels: { ...podLabels, tier: undefined } },
      `invalid-label: 'allowFrom[0].podLabels.tier' ${LABEL_VALUE}, got nothing`],
    ['a label is null', { podLabels: { ...podLabels, tier: null } }, `invalid-label: 'allowFrom[0].podLabels.tier' ${LABEL_VALUE}, got null`],
    ['labels are a list', { podLabels: ['app'] }, "invalid-type: 'allowFrom[0].podLabels' must be a map, got a list of 1"],
    ['labels are a text', { podLabels: 'app=grafana' }, "invalid-type: 'allowFrom[0].podLabels' must be a map, got a string"],
    ['the namespace is none', { podLabels, namespace: 'a.b' }, `invalid-name: 'allowFrom[0].namespace' ${DNS_LABEL}, got "a.b"`],
    ['there is no port', { podLabels, ports: [] }, "missing-field: 'allowFrom[0].ports' must have at least 1 port"],
    ['a port is a name', { podLabels, ports: [9090, 'web'] }, `invalid-port: 'allowFrom[0].ports[1]' ${PORT}, got "web"`],
    ['addresses are given', { podLabels, cidr: '10.0.0.0/8' },
      `unknown-field: 'allowFrom[0].cidr' is an unknown field; expected one of namespace, podLabels, ports; ${LEAVE_OUT}`],
  ])('fails when %s', (_, pods, message) => {
    expect(refusal('traefik', { allowFrom: [ScraperPeer.pods(pods)] })).toBe(`${SUBJECT} ${message}`);
  });
});

describe('addresses', () => {
  test.each(['10.0.0.0/16', '128.0.0.0/1', '10.0.0.7/32', '2001:db8::/32', '::1/128'])('%s', cidr => {
    expect(rulesOf(ScraperPeer.addresses({ cidr }))).toEqual([{ from: [{ ipBlock: { cidr } }], ...USUAL }]);
  });

  test('without some of them, on some ports only', () => {
    const cidr = '10.0.0.0/16';

    expect(rulesOf(ScraperPeer.addresses({ cidr, except: [] }))).toEqual([{ from: [{ ipBlock: { cidr } }], ...USUAL }]);
    expect(rulesOf(ScraperPeer.addresses({ cidr, except: ['10.0.1.0/24'], ports: [9090] }))).toEqual([
      { from: [{ ipBlock: { cidr, except: ['10.0.1.0/24'] } }], ports: [{ port: 9090, protocol: 'TCP' }] },
    ]);
  });

  test.each<[string, string]>([
    ['10.0.7.9/16', '10.0.0.0/24'], ['128.0.0.0/1', '169.254.169.254/32'], ['2001:db8::/32', '2001:db8:1::/48'],
  ])('%s without %s', (cidr, except) => {
    expect(rulesOf(ScraperPeer.addresses({ cidr, except: [except] }))).toEqual([{ from: [{ ipBlock: { cidr, except: [except] } }], ...USUAL }]);
  });

  const BLOCK = 'must be a block of addresses';
  const WRITE = 'write it as "10.0.0.0/16"; one address is "10.0.0.7/32"';

  test.each<[unknown, string]>([
    ['10.0.0.7', '"10.0.0.7"'], ['10.0.0.0/33', '"10.0.0.0/33"'], ['10.0.0/8', '"10.0.0/8"'], ['10.0.0.0/8/8', '"10.0.0.0/8/8"'],
    ['10.0.0.0/', '"10.0.0.0/"'], ['10.0.0.0/x', '"10.0.0.0/x"'], ['::/129', '"::/129"'], ['a.b/8', '"a.b/8"'], ['', '""'],
    ['10.0.0.0/1000', '"10.0.0.0/1000"'], ['fe80::1%eth0/64', '"fe80::1%eth0/64"'], [10, '10'],
  ])('fails when they are %p', (cidr, shown) => {
    expect(refusal('traefik', { allowFrom: [ScraperPeer.addresses({ cidr: cidr as string })] }))
      .toBe(`${SUBJECT} invalid-value: 'allowFrom[0].cidr' ${BLOCK}, got ${shown}; ${WRITE}`);
  });

  test.each(['0.0.0.0/0', '::/0', '0.0.0.0/00', '10.0.0.0/0'])('fails when they are all of them: %s', cidr => {
    expect(refusal('traefik', { allowFrom: [ScraperPeer.addresses({ cidr })] })).toBe(
      `${SUBJECT} invalid-value: 'allowFrom[0].cidr' must not be all addresses, got "${cidr}"; name the addresses of the peers; insecureWithoutNetworkPolicy leaves the policy out`);
  });

  test.each<[string, any, string]>([
    ['nothing is given', null, "invalid-type: 'allowFrom[0]' must be an object, got null"],
    ['there are none', {}, "missing-field: 'allowFrom[0].cidr' is required"],
    ['an exception is an address', { cidr: '10.0.0.0/8', except: ['10.0.0.7'] },
      `invalid-value: 'allowFrom[0].except[0]' ${BLOCK}, got "10.0.0.7"; ${WRITE}`],
    ['an exception lies elsewhere', { cidr: '10.0.0.0/16', except: ['10.0.1.0/24', '192.168.0.0/24'] },
      "invalid-value: 'allowFrom[0].except[1]' must be a part of 10.0.0.0/16, got \"192.168.0.0/24\"; leave it out"],
    ['an exception is all of them', { cidr: '10.0.0.0/16', except: ['10.0.0.0/16'] },
      "invalid-value: 'allowFrom[0].except[0]' must be a part of 10.0.0.0/16, got \"10.0.0.0/16\"; leave it out"],
    ['an exception is more than all of them', { cidr: '10.0.0.0/16', except: ['10.0.0.0/8'] },
      "invalid-value: 'allowFrom[0].except[0]' must be a part of 10.0.0.0/16, got \"10.0.0.0/8\"; leave it out"],
    ['an exception is of the other family', { cidr: '2001:db8::/32', except: ['10.0.0.0/8'] },
      "invalid-value: 'allowFrom[0].except[0]' must be a part of 2001:db8::/32, got \"10.0.0.0/8\"; leave it out"],
    ['they are none: nothing is said of exceptions', { cidr: '10.0.0.0', except: ['10.0.1.0/24'] },
      `invalid-value: 'allowFrom[0].cidr' ${BLOCK}, got "10.0.0.0"; ${WRITE}`],
    ['exceptions are one', { cidr: '10.0.0.0/8', except: '10.0.0.7/32' }, "invalid-type: 'allowFrom[0].except' must be a list, got a string"],
    ['a port is 0', { cidr: '10.0.0.0/8', ports: [0] }, `invalid-port: 'allowFrom[0].ports[0]' ${PORT}, got 0`],
    ['labels are given', { cidr: '10.0.0.0/8', podLabels: { a: 'b' } },
      `unknown-field: 'allowFrom[0].podLabels' is an unknown field; expected one of cidr, except, ports; ${LEAVE_OUT}`],
  ])('fails when %s', (_, addresses, message) => {
    expect(refusal('traefik', { allowFrom: [ScraperPeer.addresses(addresses)] })).toBe(`${SUBJECT} ${message}`);
  });
});

test('fields that are null are none', () => {
  const podLabels = { app: 'a' };
  const cidr = '10.0.0.0/8';

  expect(rulesOf(ScraperPeer.pods({ podLabels, namespace: null, ports: null } as any))).toEqual(rulesOf(ScraperPeer.pods({ podLabels })));
  expect(rulesOf(ScraperPeer.addresses({ cidr, except: null, ports: null } as any))).toEqual(rulesOf(ScraperPeer.addresses({ cidr })));
});

test('a later change of what a peer was given does not refuse it', () => {
  const pods = { podLabels: { app: 'a' } };
  const allowFrom = [ScraperPeer.pods(pods)];
  pods.podLabels = {} as any;

  expect(rulesOf(...allowFrom)).toEqual(rulesOf(ScraperPeer.pods({ podLabels: { app: 'a' } })));
});

test('a later change of what it was given changes no peer', () => {
  const pods = { podLabels: { app: 'a' }, ports: [1] };
  const addresses = { cidr: '10.0.0.0/8', except: ['10.0.0.0/16'], ports: [1] };
  const peers = [ScraperPeer.pods(pods), ScraperPeer.addresses(addresses)];
  const before = rulesOf(...peers);
  Object.assign(pods.podLabels, { app: 'b' });
  pods.ports.push(2);
  addresses.except[0] = '10.1.0.0/16';
  Object.assign(addresses, { cidr: '10.0.0.0/7', ports: [2] });

  expect(rulesOf(...peers)).toEqual(before);
});

test('an access keeps its peers', () => {
  const allowFrom = [ScraperPeer.pods({ podLabels: { app: 'a' } })];
  const own = access('traefik', { allowFrom });
  allowFrom.push(ScraperPeer.addresses({ cidr: '10.0.0.0/8' }));

  expect(kind('NetworkPolicy', own)[0].spec.ingress).toHaveLength(2);
});

test('fails when the labels were of no use when the peer was made: a later change cannot hide it', () => {
  const pods: any = { podLabels: {} };
  const allowFrom = [ScraperPeer.pods(pods)];
  pods.podLabels = { app: 'a' };

  expect(refusal('traefik', { allowFrom })).toBe(`${SUBJECT} missing-field: 'allowFrom[0].podLabels' ${ONE_LABEL}`);
});
