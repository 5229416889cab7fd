import { GatewayDescription, IngressController, ListenerProtocol, NamespacesFrom, SharedGateway, TlsCertificate } from '../../../src';
import { newChart, rendered } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { HOST, NAMESPACE, PODS, SUBJECT, access, kind, refusal } from '../access';

const ALL = { allowedRoutes: { from: NamespacesFrom.ALL } };
const SHARED: GatewayDescription = {
  name: 'shared',
  namespace: 'gateways',
  listeners: [
    { name: 'any', hostname: '*.example.com', ...ALL },
    { name: 'plain', hostname: '*.example.com', protocol: ListenerProtocol.HTTP, ...ALL },
  ],
};
const PARENT = { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'shared', namespace: 'gateways' };

describe.each([
  ['envoy-gateway', IngressController.envoyGateway],
  ['nginx-gateway-fabric', IngressController.nginxGatewayFabric],
] as const)('%s, at a Gateway that is described', (name, make) => {
  const propsFor = (gateway: Partial<GatewayDescription>, props: any = {}) =>
    ({ controller: make({ gatewayDescription: { ...SHARED, ...gateway }, ...PODS }), tls: TlsCertificate.atGateway(), ...props });
  const parents = (gateway: Partial<GatewayDescription>, props?: any) =>
    kind('HTTPRoute', access(name, propsFor(gateway, props)))[0].spec.parentRefs;
  const refused = (gateway: Partial<GatewayDescription>, props?: any) => refusal(name, propsFor(gateway, props));

  test('is attached to the listener that serves the host over TLS, and not to the one beside it in plain text', () => {
    expect(parents({})).toEqual([{ ...PARENT, sectionName: 'any' }]);
    expect(kind('Gateway', access(name, propsFor({})))).toEqual([]);
  });

  test('is attached to the most specific listener of each port', () => {
    const listeners = [{ name: 'every', ...ALL }, { name: 'own', hostname: HOST, ...ALL }, { name: 'other-port', port: 8443, ...ALL }];

    expect(parents({ listeners })).toEqual([{ ...PARENT, sectionName: 'own' }, { ...PARENT, sectionName: 'other-port' }]);
  });

  test('is attached in plain text where that is asked for by name, and nothing serves the host over TLS', () => {
    const tls = TlsCertificate.insecureNone();
    const listeners = [SHARED.listeners[1]];

    expect(parents({ listeners }, { tls })).toEqual([{ ...PARENT, sectionName: 'plain' }]);
    expect(parents({}, { tls })).toEqual([{ ...PARENT, sectionName: 'any' }]);
  });

  test('is attached where the labels of the system namespace are selected', () => {
    const allowedRoutes = { from: NamespacesFrom.SELECTOR, selector: { matchLabels: { team: 'metrics' } } };
    const listeners = [{ name: 'metrics', allowedRoutes }];

    expect(parents({ listeners, namespaceLabels: { [NAMESPACE]: { team: 'metrics' } } })).toEqual([{ ...PARENT, sectionName: 'metrics' }]);
  });

  test.each<[string, Partial<GatewayDescription>, string]>([
    ['no listener serves the host', { listeners: [{ name: 'other', hostname: '*.example.org', ...ALL }] },
      "'host' is served by no listener of Gateway \"shared\", which serve \"*.example.org\"; use one of these hosts, or add a listener"],
    ['the host is served in plain text only', { listeners: [SHARED.listeners[1]] },
      "'host' is served in plain text only, by listener \"plain\" of Gateway \"shared\"; "
      + "add a listener with 'protocol: HTTPS', or allow plain text by an option whose name begins with insecure"],
    ['the system namespace is not that of the Gateway', { listeners: [{ name: 'same' }] },
      "'host' cannot be attached in namespace \"verrazzano-system\": listener \"same\" takes routes of the Gateway's own namespace, \"gateways\", alone; "
      + 'allow the namespace, in the Gateway and in its description'],
    ['the system namespace is not selected', { listeners: [{ name: 'web', allowedRoutes: { from: NamespacesFrom.SELECTOR, selector: { matchLabels: { team: 'web' } } } }] },
      "'host' cannot be attached in namespace \"verrazzano-system\": listener \"web\" takes routes of namespaces with team=web; "
      + "label the namespace, and name the labels in 'namespaceLabels' of the Gateway"],
    ['the certificate may not be read', { listeners: [{ name: 'any', secretName: 'wildcard', secretNamespace: 'certificates', ...ALL }] },
      "'host' is served by listener \"any\" of Gateway \"shared\", whose Secret \"wildcard\" is in namespace \"certificates\": "
      + "no ReferenceGrant is known by which the Gateway may read it; add one there, and the namespace to 'grantedSecretNamespaces' of the Gateway"],
  ])('fails when %s', (_, gateway, message) => {
    expect(refused(gateway)).toBe(`${SUBJECT} not-attached: ${message}`);
  });

  test('fails when the host is none, and says nothing of the listeners', () => {
    expect(refused({}, { host: '*.example.com' })).toBe(`${SUBJECT} invalid-host: 'host' must be a lower-case DNS name, `
      + 'neither with a wildcard nor an address, got "*.example.com"; give the host alone, without scheme, port or path');
  });

  test('fails when the description has no listener', () => {
    expect(refused({ listeners: [] })).toBe(`${SUBJECT} missing-field: 'controller.gatewayDescription.listeners' must have at least 1 listener`);
  });

  test('fails when the listener would get a certificate', () => {
    expect(refused({}, { tls: TlsCertificate.issuer('letsencrypt') })).toBe(
      `${SUBJECT} invalid-value: 'tls' must be TlsCertificate.atGateway(): the listener of a Gateway that is there has its certificate already; use it, or `
      + "give 'gatewayClassName' for a Gateway with its own certificate");
  });
});

test('the policy of Envoy Gateway guards the route, and not what others have at the Gateway', () => {
  const controller = IngressController.envoyGateway({ gatewayDescription: SHARED, ...PODS });
  const own = access('envoy-gateway', { controller, tls: TlsCertificate.atGateway() });

  expect(kind('SecurityPolicy', own)[0].spec.targetRefs).toEqual([{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'prometheus' }]);
  expectGolden('scraper-access-described-gateway', rendered(own));
});

test('the Gateway of a SharedGateway takes applications and the scraper by one description', () => {
  const chart = newChart();
  const shared = new SharedGateway(chart, 'public', {
    metadata: { namespace: 'gateways' },
    gatewayClassName: 'envoy',
    listeners: [{ name: 'https', hostname: '*.example.com', ...ALL }],
    tls: TlsCertificate.certificate('letsencrypt'),
  });
  const controller = IngressController.envoyGateway({ gatewayDescription: shared.description, ...PODS });
  const own = access('envoy-gateway', { controller, tls: TlsCertificate.atGateway() }, chart);
  const [route] = rendered(own).filter(({ kind: each, metadata }) => each === 'HTTPRoute' && metadata.name === 'prometheus');

  // port 80, where it redirects, has no part in it
  expect(route.spec.parentRefs).toEqual([{ ...PARENT, name: 'public', sectionName: 'https' }]);
});
