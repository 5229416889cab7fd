import { GatewayDescription, ListenerProtocol, NamespacesFrom } from '../../../src';
import { describe as inWords } from '../../../src/base/findings/words';
import { attach, refusedListeners } from '../../../src/targets/ingress/gateway-description';

const ALL = { namespaces: NamespacesFrom.ALL };

function gateway(more: Partial<GatewayDescription> = {}, ...listeners: GatewayDescription['listeners']): GatewayDescription {
  return { name: 'public', namespace: 'gateways', listeners, ...more };
}

const attachedTo = (to: GatewayDescription, host: string, more: object = {}) => {
  const { listeners, findings } = attach(to, { host, namespace: 'shop', ...more });
  return findings.length > 0 ? findings.map(each => inWords(each)) : listeners.map(({ name }) => name);
};

const PLAIN = { name: 'http', protocol: ListenerProtocol.HTTP, allowedRoutes: ALL };

const DOMAIN = { name: 'domain', hostname: '*.example.com', allowedRoutes: ALL };
const BANK = { name: 'bank', hostname: 'bank.example.com' };
const INNER = { name: 'inner', port: 8443 };
const GATEWAYS_ONLY = 'does not take it: only routes of its own namespace, gateways; compare the route with the listeners';

describe('a host is attached', () => {
  test('to the listener that serves it', () => {
    const to = gateway({}, PLAIN, { name: 'https', allowedRoutes: ALL });

    expect(attachedTo(to, 'shop.example.com')).toEqual(['https']);
  });

  test('to the most specific one of each port', () => {
    const to = gateway({},
      { name: 'any', allowedRoutes: ALL }, { name: 'domain', hostname: '*.example.com', allowedRoutes: ALL },
      { name: 'shop', hostname: 'shop.example.com', allowedRoutes: ALL }, { name: 'inner', port: 8443, allowedRoutes: ALL });

    expect(attachedTo(to, 'shop.example.com')).toEqual(['shop', 'inner']);
    expect(attachedTo(to, 'a.b.example.com')).toEqual(['domain', 'inner']);
    expect(attachedTo(to, 'example.com')).toEqual(['any', 'inner']);
  });

  test('and a wildcard to those that serve a part of it, too', () => {
    const to = gateway({}, DOMAIN, { name: 'shop', hostname: 'shop.example.com', allowedRoutes: ALL }, { name: 'other', hostname: 'example.org' });

    expect(attachedTo(to, '*.example.com')).toEqual(['domain', 'shop']);
  });

  test('to the listeners that are named alone', () => {
    const to = gateway({}, DOMAIN, BANK, INNER, { name: 'outer', port: 9443, allowedRoutes: ALL });

    expect(attachedTo(to, '*.example.com', { sectionNames: ['domain'] })).toEqual(['domain']);
    expect(attachedTo(to, 'shop.example.com', { sectionNames: ['domain', 'outer'] })).toEqual(['domain', 'outer']);
  });

  test('in plain text where it is allowed and nothing else serves it', () => {
    const to = gateway({}, PLAIN, { name: 'https', hostname: 'shop.example.com', allowedRoutes: ALL });

    expect(attachedTo(to, 'shop.example.com', { isPlainAllowed: true })).toEqual(['https']);
    expect(attachedTo(to, 'bank.example.com', { isPlainAllowed: true })).toEqual(['http']);
  });

  test('in the namespace of the Gateway by default', () => {
    expect(attachedTo(gateway({}, { name: 'https' }), 'a.com', { namespace: 'gateways' })).toEqual(['https']);
  });

  test.each<[string, GatewayDescription['namespaceLabels'], object]>([
    ['its labels', { shop: { exposed: 'true' } }, { exposed: 'true' }],
    ['its name', undefined, { 'kubernetes.io/metadata.name': 'shop' }],
  ])('in a namespace that is selected by %s', (_, namespaceLabels, matchLabels) => {
    const allowedRoutes = { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: matchLabels as Record<string, string> } };

    expect(attachedTo(gateway({ namespaceLabels }, { name: 'https', allowedRoutes }), 'a.com')).toEqual(['https']);
  });

  test('with a Secret that a ReferenceGrant lets the Gateway read', () => {
    const listener = { name: 'https', secretName: 'tls', secretNamespace: 'certificates', allowedRoutes: ALL };

    expect(attachedTo(gateway({ grantedSecretNamespaces: ['certificates'] }, listener), 'a.com')).toEqual(['https']);
  });

  const selector = { matchLabels: { exposed: 'true' } };

  test.each<[string, GatewayDescription, string, string]>([
    ['no listener serves it', gateway({}, { name: 'a', hostname: '*.example.com', allowedRoutes: ALL }, { name: 'b', hostname: 'b.com' }), 'example.com',
      'not-attached: cannot be attached: "example.com" is served by no listener of Gateway "public", whose listeners serve "*.example.com", "b.com"; use one of these hosts, or add a listener'],
    ['it is served in plain text alone', gateway({}, PLAIN, { name: 'b', hostname: 'b.com' }), 'a.com',
      'not-attached: cannot be attached: "a.com" is served in plain text only, by listener "http" of Gateway "public"; add a listener with \'protocol: HTTPS\', or allow plain text (\'insecurePlainText\' of IngressProvider.gatewayApi(), or TlsCertificate.insecureNone() for a ScraperAccess)'],
    ['the namespace is another one', gateway({}, { name: 'https' }), 'a.com',
      'not-attached: is for listener https of Gateway public, which does not take it: only routes of its own namespace, gateways; compare the route with the listeners'],
    ['the most specific listener is closed, whatever others are', gateway({}, { name: 'any', allowedRoutes: ALL }, { name: 'own', hostname: 'a.com' }), 'a.com',
      'not-attached: is for listener own of Gateway public, which does not take it: only routes of its own namespace, gateways; compare the route with the listeners'],
    ['the namespace is not selected', gateway({ namespaceLabels: { shop: { exposed: 'no' } } }, { name: 'https', allowedRoutes: { namespaces: NamespacesFrom.SELECTOR, selector } }), 'a.com',
      'not-attached: is for listener https of Gateway public, which takes only routes of namespaces with exposed=true; compare the route with the listeners'],
    ['the Secret may not be read', gateway({}, { name: 'https', secretName: 'tls', secretNamespace: 'certificates', allowedRoutes: ALL }), 'a.com',
      'not-attached: cannot be attached: "a.com" cannot be served by listener "https" (port 443), whose certificate is in Secret "tls" of namespace "certificates", which no known ReferenceGrant lets the Gateway read; add one there, and the namespace to \'grantedSecretNamespaces\' of the Gateway'],
    ['another port is not for its namespace', gateway({}, DOMAIN, INNER), 'shop.example.com',
      `not-attached: is for listener inner of Gateway public, which ${GATEWAYS_ONLY}`],
    ['a part of a wildcard is not for its namespace', gateway({}, DOMAIN, BANK), '*.example.com',
      `not-attached: is for listener bank of Gateway public, which ${GATEWAYS_ONLY}`],
    ['the Secret of another port may not be read', gateway({}, DOMAIN, { ...INNER, secretName: 'tls', secretNamespace: 'certificates', allowedRoutes: ALL }), 'a.example.com',
      'not-attached: cannot be attached: "a.example.com" cannot be served by listener "inner" (port 8443), whose certificate is in Secret "tls" of namespace "certificates", which no known ReferenceGrant lets the Gateway read; add one there, and the namespace to \'grantedSecretNamespaces\' of the Gateway'],
  ])('fails when %s', (_, to, host, message) => {
    expect(attachedTo(to, host)).toEqual([message]);
  });
});

describe('a host with several listeners', () => {
  test('fails when none is for its namespace', () => {
    expect(attachedTo(gateway({}, { ...DOMAIN, allowedRoutes: { namespaces: NamespacesFrom.SAME } }, INNER), 'a.example.com')).toEqual([
      `not-attached: is for listener domain of Gateway public, which ${GATEWAYS_ONLY}`, `not-attached: is for listener inner of Gateway public, which ${GATEWAYS_ONLY}`,
    ]);
  });

  test('fails when none that serves it is named', () => {
    expect(attachedTo(gateway({}, DOMAIN, BANK), 'bank.example.com', { sectionNames: ['domain'] })).toEqual([
      'not-attached: cannot be attached: "bank.example.com" is served by listener "bank" of Gateway "public", which \'sectionNames\' does not name; name it there too, or leave the host out',
    ]);
  });

  test('fails when one is named that would serve it in plain text', () => {
    const to = gateway({}, DOMAIN, PLAIN);
    const message = 'not-attached: cannot be attached: "shop.example.com" is served by listener "domain" of Gateway "public", which \'sectionNames\' does not name; '
      + 'name it there too, or leave the host out';

    for (const isPlainAllowed of [true, false]) expect(attachedTo(to, 'shop.example.com', { sectionNames: ['http'], isPlainAllowed })).toEqual([message]);
  });

  test('fails when none is named that serves it in plain text alone', () => {
    expect(attachedTo(gateway({}, PLAIN, { ...PLAIN, name: 'inner', port: 8080, hostname: 'a.com' }), 'shop.example.com', { sectionNames: ['inner'], isPlainAllowed: true })).toEqual([
      'not-attached: cannot be attached: "shop.example.com" is served by listener "http" of Gateway "public", which \'sectionNames\' does not name; name it there too, or leave the host out',
    ]);
  });
});

describe('ListenerSets of a namespace', () => {
  test('are attached where the Gateway allows it', () => {
    expect(refusedListeners(gateway({ allowedListeners: ALL }, { name: 'https' }), 'shop')).toEqual([]);
  });

  test.each<[string, Partial<GatewayDescription>]>([
    ['says nothing of them', {}],
    ['selects others', { allowedListeners: { namespaces: NamespacesFrom.SELECTOR, selector: { matchLabels: { team: 'web' } } } }],
    ['takes those of its own namespace', { allowedListeners: { namespaces: NamespacesFrom.SAME } }],
  ])('fails when the Gateway %s', (_, more) => {
    expect(refusedListeners(gateway(more, { name: 'https' }), 'shop').map(each => inWords(each))).toEqual([
      'not-attached: needs a ListenerSet in namespace "shop", and Gateway "public" takes none from there; '
      + "allow that namespace in 'allowedListeners', in the Gateway and in its description with 'namespaceLabels'",
    ]);
  });
});
