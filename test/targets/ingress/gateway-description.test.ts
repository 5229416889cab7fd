import { GatewayApiVersion, ListenerProtocol, NamespacesFrom } from '../../../src';
import { describe as inWords } from '../../../src/base/findings/words';
import { gatewayDescription, isAtLeast, listenerPort } from '../../../src/targets/ingress/gateway-description';
import { jwtIssuers } from '../../../src/targets/ingress/jwt-issuer';

const GATEWAY = { name: 'public', namespace: 'gateways', listeners: [{ name: 'https' }] };
const withListeners = (...listeners: object[]) => ({ ...GATEWAY, listeners });
const messages = (value: unknown) => gatewayDescription(value, 'gateway').map(each => inWords(each));

describe('a Gateway is described', () => {
  test.each<[string, object]>([
    ['by one listener', GATEWAY],
    ['with listeners for HTTPS and HTTP of one host', withListeners({ name: 'a', hostname: '*.a.com' }, { name: 'b', hostname: '*.a.com', protocol: 'HTTP' }, { name: 'c', port: 8080, protocol: 'HTTP' })],
    ['with a selector of namespaces', {
      ...withListeners({ name: 'a', allowedRoutes: { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { a: 'b' } } } }), namespaceLabels: { shop: { a: 'b' } },
    }],
    ['with ListenerSets', { ...GATEWAY, apiVersion: GatewayApiVersion.V1_5, allowedListeners: { namespaces: NamespacesFrom.ALL } }],
    ['with a Secret of another namespace', { ...withListeners({ name: 'a', secretName: 'tls', secretNamespace: 'certificates' }), grantedSecretNamespaces: ['certificates'] }],
  ])('%s', (_, given) => expect(messages(given)).toEqual([]));

  test.each<[string, object, string]>([
    ['a listener has no name', withListeners({}), "missing-field: 'gateway.listeners[0].name' is required"],
    ['there is none', withListeners(), "missing-field: 'gateway.listeners' must have at least 1 listener"],
    ['two have one name', withListeners({ name: 'a' }, { name: 'a', port: 8443 }), 'duplicate-name: \'gateway.listeners[1]\' has the same listener "a" as element 0'],
    ['two are the same', withListeners({ name: 'a', port: 443 }, { name: 'b', protocol: ListenerProtocol.HTTPS }),
      "invalid-value: 'gateway.listeners[1]' has the port of listeners[0]: a Gateway has one protocol at a port, and each host there once; change the port or the hostname, or leave one of the two out"],
    ['a port has two protocols', withListeners({ name: 'a' }, { name: 'b', hostname: 'b.com', port: 443, protocol: 'HTTP' }),
      "invalid-value: 'gateway.listeners[1]' has the port of listeners[0]: a Gateway has one protocol at a port, and each host there once; change the port or the hostname, or leave one of the two out"],
    ['there are more than a Gateway takes', withListeners(...Array.from({ length: 65 }, (_, i) => ({ name: `l${i}`, port: 8000 + i }))),
      "invalid-value: 'gateway.listeners' must have at most 64 listeners, got 65; use wildcards, ListenerSets or several Gateways; 'redirectsHttp' adds a listener"],
    ['a selector is missing', withListeners({ name: 'a', allowedRoutes: { namespaces: 'Selector' } }),
      "invalid-value: 'gateway.listeners[0].allowedRoutes.selector' is required with 'namespaces: Selector', and belongs to nothing else; give both, or neither of them"],
    ['a selector is too much', withListeners({ name: 'a', allowedRoutes: { namespaces: 'All', selector: {} } }),
      "invalid-value: 'gateway.listeners[0].allowedRoutes.selector' is required with 'namespaces: Selector', and belongs to nothing else; give both, or neither of them"],
    ['plain text has a certificate', withListeners({ name: 'a', protocol: 'HTTP', secretName: 'tls' }),
      "invalid-value: 'gateway.listeners[0].secretName' belongs to a listener that speaks HTTPS; leave it out, or set 'protocol: HTTPS'"],
    ['the namespace of a Secret stands alone', withListeners({ name: 'a', secretNamespace: 'b' }), "missing-field: 'gateway.listeners[0].secretName' is required"],
    ['ListenerSets are too new', { ...GATEWAY, allowedListeners: { namespaces: 'All' } },
      "newer-gateway-api: 'gateway.allowedListeners' needs Gateway API 1.5, and the cluster has 1.2; "
      + "set 'apiVersion' of the Gateway to what the cluster has, or leave the field out"],
    ['a listener has a wrong name', withListeners({ name: 'A' }), "invalid-value: 'gateway.listeners[0].name' must be the name of a listener, got \"A\""],
  ])('fails when %s', (_, given, message) => expect(messages(given)).toEqual([expect.stringContaining(message)]));
});

test('versions are in order, and ports have defaults', () => {
  expect(isAtLeast(GatewayApiVersion.V1_5, GatewayApiVersion.V1_2)).toBe(true);
  expect(isAtLeast(GatewayApiVersion.V1_1, GatewayApiVersion.V1_2)).toBe(false);
  expect([listenerPort({ name: 'a' }), listenerPort({ name: 'a', protocol: ListenerProtocol.HTTP }), listenerPort({ name: 'a', port: 8443 })]).toEqual([443, 80, 8443]);
});

describe('issuers of tokens', () => {
  const ISSUER = { issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/jwks.json' };
  const wrong = (...given: object[]) => jwtIssuers(given, 'jwtIssuers').map(each => inWords(each));

  test('are named once each', () => {
    expect(wrong(ISSUER, { ...ISSUER, issuer: 'b', audiences: ['shop'] })).toEqual([]);
    expect(wrong(ISSUER, ISSUER)).toEqual([expect.stringContaining('duplicate-name: \'jwtIssuers[1]\' has the same issuer "https://login.example.com" as element 0')]);
  });

  test('have keys that come over TLS', () => {
    expect(wrong({ ...ISSUER, jwksUri: 'http://login.example.com' })).toEqual([
      'invalid-url: \'jwtIssuers[0].jwksUri\' must be a URL that begins with https://, got "http://login.example.com"',
    ]);
  });
});
