import { access, CONTROLLERS, fromStore, HOST, kind, NAMES, PEERS, SERVICE } from './access';
import { ScraperPeer, TlsCertificate } from '../../src';
import { rendered } from '../support/app';

const podsOf = (namespace: string, app: string) =>
  ({ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } }, podSelector: { matchLabels: { app } } });
const tcp = (port: number | string) => ({ port, protocol: 'TCP' });

describe('the NetworkPolicy', () => {
  test.each(NAMES)('lets in the pods of %s, and nobody else', name => {
    const [policy, ...others] = kind('NetworkPolicy', access(name));

    expect(others).toEqual([]);
    expect(policy.spec).toEqual({
      podSelector: { matchLabels: SERVICE.podLabels },
      policyTypes: ['Ingress'],
      ingress: [{ from: [podsOf('ingress', 'controller')], ports: [tcp(9090)] }],
    });
  });

  test('lets in peers too', () => {
    const [policy] = kind('NetworkPolicy', access('traefik', { allowFrom: PEERS }));

    expect(policy.spec.ingress).toEqual([
      { from: [podsOf('ingress', 'controller')], ports: [tcp(9090)] },
      { from: [podsOf('verrazzano-system', 'thanos-query')], ports: [tcp(9090)] },
      { from: [podsOf('grafana', 'grafana')], ports: [tcp(9090)] },
      { from: [{ ipBlock: { cidr: '10.0.0.0/16', except: ['10.0.1.0/24'] } }], ports: [tcp(9090), tcp(10901)] },
    ]);
  });

  test.each<[string, any, number | string]>([
    ['the Service\'s number, as a Service has it by default', { port: 8080 }, 8080],
    ['the number to which the Service leads', { port: 80, targetPort: 9091 }, 9091],
    ['the name to which the Service leads', { port: undefined, portName: 'http', targetPortName: 'web' }, 'web'],
    ['the number to which a named port leads', { port: undefined, portName: 'http', targetPort: 9092 }, 9092],
  ])('opens one port of the pods, for the controller and for peers that say nothing else: %s', (_, service, open) => {
    const allowFrom = [PEERS[0], ScraperPeer.addresses({ cidr: '10.0.0.0/16' }), ScraperPeer.pods({ podLabels: { a: 'b' }, ports: [1] })];
    const [policy] = kind('NetworkPolicy', access('ingress-nginx', { service: { ...SERVICE, ...service }, allowFrom }));

    expect(policy.spec.ingress.map(({ ports }: any) => ports)).toEqual([[tcp(open)], [tcp(open)], [tcp(open)], [tcp(1)]]);
  });

  test('is left out when that is asked for by name: nothing else changes', () => {
    const [, ...others] = rendered(access('traefik'));

    expect(rendered(access('traefik', { insecureWithoutNetworkPolicy: true }))).toEqual(others);
  });
});

test.each(NAMES)('%s: the policy comes first, and what leads to the scraper last, when all else is there', name => {
  const kinds = rendered(access(name, { tls: TlsCertificate.certificate('ca') })).map(o => o.kind);

  expect(kinds.slice(0, 2)).toEqual(['NetworkPolicy', 'ExternalSecret']);
  expect(kinds.filter(k => k === 'Certificate')).toHaveLength(1);
  expect(kinds.at(-1)).toBe(name.includes('gateway') ? 'HTTPRoute' : 'Ingress');
});

describe('defaults', () => {
  const METADATA = { name: 'prometheus', namespace: 'verrazzano-system' };
  const ingress = (props: any) => kind('Ingress', access('ingress-nginx', props))[0];

  test('the path is /, and the realm the host', () => {
    const { metadata, spec } = ingress({ host: 'a.example.com' });

    expect(spec.rules[0]).toMatchObject({ host: 'a.example.com', http: { paths: [{ path: '/', pathType: 'Prefix' }] } });
    expect(metadata.annotations['nginx.ingress.kubernetes.io/auth-realm']).toBe('a.example.com');
  });

  test('the name is the construct\'s id', () => {
    expect(ingress({}).metadata).toMatchObject(METADATA);
    expect(ingress({ metadata: { labels: { a: 'b' } } }).metadata).toMatchObject(METADATA);
  });

  test('path, realm and port are written when given', () => {
    const service = { name: 'a', portName: 'web', targetPortName: 'web', podLabels: { a: 'b' } };
    const { metadata, spec } = ingress({ path: '/prometheus', realm: 'Metrics of the shop', service });

    expect(spec.rules).toEqual([{
      host: HOST,
      http: { paths: [{ path: '/prometheus', pathType: 'Prefix', backend: { service: { name: 'a', port: { name: 'web' } } } }] },
    }]);
    expect(metadata.annotations['nginx.ingress.kubernetes.io/auth-realm']).toBe('Metrics of the shop');
  });
});

test('a controller and its credentials serve several accesses, and none of them changes them', () => {
  const shared = { controller: CONTROLLERS.kong(), credentials: fromStore(), allowFrom: PEERS };
  rendered(access('kong', { ...shared, metadata: { name: 'other' } }));

  expect(rendered(access('kong', shared))).toEqual(rendered(access('kong', { allowFrom: PEERS })));
});
