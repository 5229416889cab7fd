import { App, Chart } from 'cdk8s';
import { GatewayApiVersion, GatewayImplementation, NamespacesFrom, Platform, SharedGateway, SharedGatewayProps, TlsCertificate } from '../../../src';
import { ALL, attached, gatewayApi, readable } from '../kubernetes/gateway-api-support';
import { kubernetes } from '../kubernetes/support';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { schemaErrorsOf } from '../../support/schemas';

const BASE: SharedGatewayProps = {
  gatewayClassName: 'eg', tls: TlsCertificate.secret('wildcard'), listeners: [{ name: 'https', allowedRoutes: ALL }],
};

function shared(more: Partial<SharedGatewayProps> = {}, namespace: string | undefined = 'gateways'): SharedGateway {
  return new SharedGateway(new Chart(new App(), 'c', { namespace }), 'public', { ...BASE, ...more });
}

const many = (count: number) => Array.from({ length: count }, (_, i) => ({ name: `l${i}`, hostname: `h${i}.example.com` }));

function objectsOf(gateway: SharedGateway): any[] {
  const objects = Chart.of(gateway).toJson();
  expect(schemaErrorsOf(objects)).toEqual([]);
  return objects;
}

test('golden: listeners, certificates and the redirect', () => {
  const gateway = shared({
    metadata: { name: 'front', labels: { team: 'platform' } },
    tls: TlsCertificate.issuer('letsencrypt', { rendersCertificate: true }),
    listeners: [
      { name: 'shop', hostname: 'shop.example.com', allowedRoutes: { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { exposed: 'true' } } } },
      { name: 'domain', hostname: '*.example.com', secretName: 'wildcard' },
    ],
    apiVersion: GatewayApiVersion.V1_5,
    allowedListeners: ALL,
  });

  expectGolden('shared-gateway', objectsOf(gateway));
});

test('cert-manager is asked by an annotation', () => {
  const [gateway] = objectsOf(shared({ tls: TlsCertificate.clusterIssuer('letsencrypt'), listeners: [{ name: 'https', hostname: 'a.com' }] }));

  expect(gateway.metadata.annotations).toEqual({ 'cert-manager.io/cluster-issuer': 'letsencrypt' });
  expect(gateway.spec.listeners[0].tls).toEqual({ mode: 'Terminate', certificateRefs: [{ group: '', kind: 'Secret', name: 'public-https-tls' }] });
});

test('cert-manager is not asked for listeners without a host, which name their Secret', () => {
  const listeners = [{ name: 'any', secretName: 'own' }, { name: 'a', hostname: 'a.com' }];
  const [gateway] = objectsOf(shared({ tls: TlsCertificate.clusterIssuer('letsencrypt'), listeners }));

  expect(gateway.spec.listeners.map(({ tls }: any) => tls?.certificateRefs[0].name)).toEqual(['own', 'public-a-tls', undefined]);
});

test('nothing listens in plain text where it is not wanted', () => {
  const objects = objectsOf(shared({ redirectsHttp: false }));

  expect(objects.map(({ kind, spec }) => [kind, spec.listeners.map(({ name, port }: any) => `${name} ${port}`)])).toEqual([['Gateway', ['https 443']]]);
});

test('has as many listeners as a Gateway takes', () => {
  expect(shared({ listeners: many(63) }).description.listeners).toHaveLength(64);
  expect(shared({ listeners: many(64), redirectsHttp: false }).description.listeners).toHaveLength(64);
});

test('without TLS its listeners speak plain text', () => {
  const [gateway, ...others] = objectsOf(shared({ tls: TlsCertificate.insecureNone() }));

  expect(others).toEqual([]);
  expect(gateway.spec.listeners).toEqual([{ name: 'https', port: 80, protocol: 'HTTP', allowedRoutes: { namespaces: { from: 'All' } } }]);
});

test('the redirect leads to the port of the listeners', () => {
  const [, redirect] = objectsOf(shared({ listeners: [{ name: 'https', port: 8443 }] }));

  expect(redirect.spec.rules[0].filters).toEqual([{ type: 'RequestRedirect', requestRedirect: { scheme: 'https', statusCode: 301, port: 8443 } }]);
});

test('the platform whose provider has it may be installed later', () => {
  const { description, node: { root } } = shared();
  const platform = kubernetes({ ingress: gatewayApi({ gateway: description }) });
  Platform.install(root, platform);

  expect(Platform.of(root)).toBe(platform);
});

test('routes are attached to it', () => {
  const { description } = shared();

  expect(readable(attached({ rules: [{}] }, { gateway: description, implementation: GatewayImplementation.OTHER }))).toEqual([
    'greet: hello.ns.example.com <- https: PathPrefix /',
  ]);
});

test.each<[string, Partial<SharedGatewayProps>, string]>([
  ['it has no listeners', { listeners: [] }, 'missing-field: \'listeners\' must have at least 1 listener'],
  ['the class is missing', { gatewayClassName: undefined }, 'missing-field: \'gatewayClassName\' is required'],
  ['a field of a listener is unknown', { listeners: [{ name: 'a', protocol: 'HTTP' } as any] }, 'unknown-field: \'listeners[0].protocol\' is an unknown field; expected one of name, hostname, port, allowedRoutes, secretName; leave it out, or check its spelling'],
  ['two listeners are the same', { listeners: [{ name: 'a' }, { name: 'b' }] }, 'invalid-value: \'listeners[1]\' has the port of listeners[0]: a Gateway has one protocol at a port, and each host there once; change the port or the hostname, or leave one of the two out'],
  ['a listener has the name of the redirecting one', { listeners: [{ name: 'http' }] }, 'invalid-value: \'listeners[0].name\' must not be "http", which the listener has that \'redirectsHttp\' adds; use another one, or set \'redirectsHttp: false\''],
  ['a listener has the port of the redirecting one', { listeners: [{ name: 'https', port: 80 }] }, 'invalid-value: \'listeners[0].port\' must not be 80, which the listener has that \'redirectsHttp\' adds; use another one, or set \'redirectsHttp: false\''],
  ['the redirecting listener is one too many', { listeners: many(64) }, 'invalid-value: \'listeners\' must have at most 63 listeners, got 64; use wildcards, ListenerSets or several Gateways; \'redirectsHttp\' adds a listener'],
  ['there are too many listeners', { listeners: many(65), redirectsHttp: false }, 'invalid-value: \'listeners\' must have at most 64 listeners, got 65; use wildcards, ListenerSets or several Gateways; \'redirectsHttp\' adds a listener'],
  ['two listeners are for every host', { listeners: [{ name: 'a', hostname: '*' }, { name: 'b' }] }, 'invalid-value: \'listeners[1]\' has the port of listeners[0]: a Gateway has one protocol at a port, and each host there once; change the port or the hostname, or leave one of the two out'],
  ['the certificate is a name', { tls: 'wildcard' as any }, 'invalid-type: \'tls\' must be a TlsCertificate, got a string; use TlsCertificate.clusterIssuer(), issuer() or secret(), or TlsCertificate.insecureNone() if you mean it'],
  ['cert-manager would make no certificate', { tls: TlsCertificate.clusterIssuer('a') }, 'invalid-value: \'listeners[0].hostname\' is required: cert-manager makes no certificate for a listener without a host; give the host, or name a Secret that is there in \'secretName\''],
  ['cert-manager would write to a Secret that is there', { tls: TlsCertificate.clusterIssuer('a'), listeners: [{ name: 'a', hostname: 'a.com', secretName: 'bought' }] }, 'invalid-value: \'listeners[0].secretName\' must not be set: the annotation of the Gateway is for all listeners with a host, and cert-manager would replace this certificate with its own; set \'rendersCertificate\' of the TlsCertificate, or leave it out'],
  ['the certificate is its own', { tls: TlsCertificate.atGateway() }, 'invalid-value: \'tls\' must not be TlsCertificate.atGateway(): this is the Gateway; use TlsCertificate.clusterIssuer(), issuer() or secret()'],
  ['the Secret is named', { tls: TlsCertificate.clusterIssuer('a', { secretName: 'b' }) }, 'invalid-value: \'tls.secretName\' must not be set with several certificates; leave it out'],
  ['listeners need a newer version', { allowedListeners: ALL }, 'newer-gateway-api: \'allowedListeners\' needs Gateway API 1.5, and the cluster has 1.2; set \'apiVersion\' of the Gateway to what the cluster has, or leave the field out'],
])('fails when %s', (_, more, message) => {
  expect(messageOf(() => shared(more))).toBe(`[c/public] ${message}`);
});

test('fails when it has no namespace', () => {
  expect(messageOf(() => new SharedGateway(new Chart(new App(), 'c'), 'public', BASE))).toBe('[c/public] missing-field: \'metadata.namespace\' is required, since the chart has no namespace either; give one of the two a namespace');
});
