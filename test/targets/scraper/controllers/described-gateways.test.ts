import { GatewayDescription, IngressController, ListenerProtocol, NamespacesFrom, SharedGateway, TlsCertificate } from '../../../../src';
import { newChart, rendered } from '../../../support/app';
import { expectGolden } from '../../../support/golden';
import { HOST, NAMESPACE, PODS, SUBJECT, access, kind, refusal } from '../access';

const ALL = { allowedRoutes: { namespaces: NamespacesFrom.ALL } };
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
    const allowedRoutes = { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { team: 'metrics' } } };
    const listeners = [{ name: 'metrics', allowedRoutes }];

    expect(parents({ listeners, namespaceLabels: { [NAMESPACE]: { team: 'metrics' } } })).toEqual([{ ...PARENT, sectionName: 'metrics' }]);
  });

  test.each<[string, Partial<GatewayDescription>, string]>([
    ['no listener serves the host', { listeners: [{ name: 'other', hostname: '*.example.org', ...ALL }] },
      `'host' cannot be attached: "${HOST}" is served by no listener of Gateway "shared", whose listeners serve "*.example.org"; use one of these hosts, or add a listener`],
    ['the host is served in plain text only', { listeners: [SHARED.listeners[1]] },
      `'host' cannot be attached: "${HOST}" is served in plain text only, by listener "plain" of Gateway "shared"; `
      + "add a listener with 'protocol: HTTPS', or allow plain text ('insecurePlainText' of IngressProvider.gatewayApi(), or TlsCertificate.insecureNone() for a ScraperAccess)"],
    ['the system namespace is not that of the Gateway', { listeners: [{ name: 'same' }] },
      "'host' is for listener same of Gateway shared, which does not take it: only routes of its own namespace, gateways; compare the route with the listeners"],
    ['the system namespace is not selected', { listeners: [{ name: 'web', allowedRoutes: { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { team: 'web' } } } }] },
      "'host' is for listener web of Gateway shared, which takes only routes of namespaces with team=web; compare the route with the listeners"],
    ['the certificate may not be read', { listeners: [{ name: 'any', secretName: 'wildcard', secretNamespace: 'certificates', ...ALL }] },
      `'host' cannot be attached: "${HOST}" cannot be served by listener "any" (port 443), whose certificate is in Secret "wildcard" of namespace "certificates", `
      + "which no known ReferenceGrant lets the Gateway read; add one there, and the namespace to 'grantedSecretNamespaces' of the Gateway"],
    ['another port is not for the system namespace', { listeners: [{ name: 'any', ...ALL }, { name: 'inner', port: 8443 }] },
      "'host' is for listener inner of Gateway shared, which does not take it: only routes of its own namespace, gateways; compare the route with the listeners"],
    ['there are more listeners than a route can have parents', { listeners: Array.from({ length: 33 }, (_, i) => ({ name: `l${i}`, port: 8000 + i, ...ALL })) },
      `'host' cannot be attached: "${HOST}" is served by 33 listeners of Gateway "shared", and a route is attached to at most 32; name some of them in 'sectionNames'`],
  ])('fails when %s', (_, gateway, message) => {
    expect(refused(gateway)).toBe(`${SUBJECT} not-attached: ${message}`);
  });

  describe('at the listeners that are named', () => {
    const gatewayDescription = { ...SHARED, listeners: [{ name: 'any', ...ALL }, { name: 'inner', port: 8443 }] };
    const named = (more: object) => ({ controller: make({ gatewayDescription, ...PODS, ...more }), tls: TlsCertificate.atGateway() });

    test('is attached, and at no other', () => {
      const [route] = kind('HTTPRoute', access(name, named({ sectionNames: ['any'] })));

      expect(route.spec.parentRefs).toEqual([{ ...PARENT, sectionName: 'any' }]);
    });

    test.each<[string, object, string]>([
      ['a name is that of none', { sectionNames: ['any', 'outer'] },
        "'controller.sectionNames[1]' must be one of any, inner, got \"outer\"; choose one, or describe it"],
      ['the Gateway is not described', { gatewayDescription: undefined, gatewayClassName: 'c', sectionNames: ['any'] },
        "'controller.sectionNames' is for 'gatewayDescription', which is not set; leave it out, or describe the Gateway"],
    ])('fails when %s', (_, more, message) => {
      expect(refusal(name, { ...named(more), tls: TlsCertificate.clusterIssuer('a') })).toContain(`invalid-value: ${message}`);
    });
  });

  test('fails when the host is none, and says nothing of the listeners', () => {
    expect(refused({}, { host: '*.example.com' })).toBe(`${SUBJECT} invalid-host: 'host' must be a lower-case DNS name, `
      + 'neither with a wildcard nor an address, got "*.example.com"; give the host alone, without scheme, port or path');
  });

  test('fails when the description has no listener', () => {
    expect(refused({ listeners: [] })).toBe(`${SUBJECT} missing-field: 'controller.gatewayDescription.listeners' must have at least 1 listener`);
  });

  test('fails when the listener would get a certificate', () => {
    expect(refused({}, { tls: TlsCertificate.clusterIssuer('letsencrypt') })).toBe(
      `${SUBJECT} invalid-value: 'tls' must be TlsCertificate.atGateway(): the listener of an existing Gateway has its certificate already; use it, or `
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
    tls: TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true }),
  });
  const controller = IngressController.envoyGateway({ gatewayDescription: shared.description, ...PODS });
  const own = access('envoy-gateway', { controller, tls: TlsCertificate.atGateway() }, chart);
  const [route] = rendered(own).filter(({ kind: each, metadata }) => each === 'HTTPRoute' && metadata.name === 'prometheus');

  // port 80, where it redirects, has no part in it
  expect(route.spec.parentRefs).toEqual([{ ...PARENT, name: 'public', sectionName: 'https' }]);
});
