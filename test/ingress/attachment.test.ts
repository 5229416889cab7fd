import { GatewayDescription, ListenerProtocol, NamespacesFrom } from '../../src';
import { describe as inWords } from '../../src/findings/words';
import { attach, refusedListeners } from '../../src/ingress/attachment';

const ALL = { from: NamespacesFrom.ALL };

function gateway(more: Partial<GatewayDescription> = {}, ...listeners: GatewayDescription['listeners']): GatewayDescription {
  return { name: 'public', namespace: 'gateways', listeners, ...more };
}

const attachedTo = (to: GatewayDescription, host: string, more: object = {}) => {
  const { listeners, findings } = attach(to, { host, namespace: 'shop', ...more });
  return findings.length > 0 ? findings.map(each => inWords(each)) : listeners.map(({ name }) => name);
};

const PLAIN = { name: 'http', protocol: ListenerProtocol.HTTP, allowedRoutes: ALL };

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

  test('and a wildcard to those that serve a part of it, too, where they are open', () => {
    const to = gateway({},
      { name: 'domain', hostname: '*.example.com', allowedRoutes: ALL }, { name: 'shop', hostname: 'shop.example.com', allowedRoutes: ALL },
      { name: 'bank', hostname: 'bank.example.com' });

    expect(attachedTo(to, '*.example.com')).toEqual(['domain', 'shop']);
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
    const allowedRoutes = { from: NamespacesFrom.SELECTOR, selector: { matchLabels: matchLabels as Record<string, string> } };

    expect(attachedTo(gateway({ namespaceLabels }, { name: 'https', allowedRoutes }), 'a.com')).toEqual(['https']);
  });

  test('with a Secret that a ReferenceGrant lets the Gateway read', () => {
    const listener = { name: 'https', secretName: 'tls', secretNamespace: 'certificates', allowedRoutes: ALL };

    expect(attachedTo(gateway({ grantedSecretNamespaces: ['certificates'] }, listener), 'a.com')).toEqual(['https']);
  });

  const selector = { matchLabels: { exposed: 'true' } };

  test.each<[string, GatewayDescription, string, string]>([
    ['no listener serves it', gateway({}, { name: 'a', hostname: '*.example.com', allowedRoutes: ALL }, { name: 'b', hostname: 'b.com' }), 'example.com',
      'not-attached: is served by no listener of Gateway "public", which serve "*.example.com", "b.com"; use one of these hosts, or add a listener'],
    ['a part of a wildcard alone is served', gateway({}, { name: 'a', hostname: 'shop.example.com', allowedRoutes: ALL }), '*.example.com',
      'not-attached: is served for "shop.example.com" only: no listener of Gateway "public" takes all of it; name these hosts, or add a listener for the wildcard'],
    ['it is served in plain text alone', gateway({}, PLAIN, { name: 'b', hostname: 'b.com' }), 'a.com',
      'not-attached: is served in plain text only, by listener "http" of Gateway "public"; add a listener with \'protocol: HTTPS\', or allow plain text by an option whose name begins with insecure'],
    ['the namespace is another one', gateway({}, { name: 'https' }), 'a.com',
      'not-attached: cannot be attached in namespace "shop": listener "https" takes routes of the Gateway\'s own namespace, "gateways", alone; allow the namespace, in the Gateway and in its description'],
    ['the most specific listener is closed, whatever others are', gateway({}, { name: 'any', allowedRoutes: ALL }, { name: 'own', hostname: 'a.com' }), 'a.com',
      'not-attached: cannot be attached in namespace "shop": listener "own" takes routes of the Gateway\'s own namespace, "gateways", alone; allow the namespace, in the Gateway and in its description'],
    ['the namespace is not selected', gateway({ namespaceLabels: { shop: { exposed: 'no' } } }, { name: 'https', allowedRoutes: { from: NamespacesFrom.SELECTOR, selector } }), 'a.com',
      'not-attached: cannot be attached in namespace "shop": listener "https" takes routes of namespaces with exposed=true; label the namespace, and name the labels in \'namespaceLabels\' of the Gateway'],
    ['the Secret may not be read', gateway({}, { name: 'https', secretName: 'tls', secretNamespace: 'certificates', allowedRoutes: ALL }), 'a.com',
      'not-attached: is served by listener "https" of Gateway "public", whose Secret "tls" is in namespace "certificates": no ReferenceGrant is known by which the Gateway may read it; add one there, and the namespace to \'grantedSecretNamespaces\' of the Gateway'],
  ])('fails when %s', (_, to, host, message) => {
    expect(attachedTo(to, host)).toEqual([message]);
  });
});

describe('ListenerSets of a namespace', () => {
  test('are attached where the Gateway allows it', () => {
    expect(refusedListeners(gateway({ allowedListeners: ALL }, { name: 'https' }), 'shop')).toEqual([]);
  });

  test.each<[string, Partial<GatewayDescription>, string]>([
    ['says nothing of them', {},
      'not-attached: cannot be attached in namespace "shop": Gateway "public" takes listeners of no namespace; allow the namespace, in the Gateway and in its description'],
    ['takes those of its own namespace', { allowedListeners: { from: NamespacesFrom.SAME } },
      'not-attached: cannot be attached in namespace "shop": Gateway "public" takes listeners of the Gateway\'s own namespace, "gateways", alone; allow the namespace, in the Gateway and in its description'],
  ])('fails when the Gateway %s', (_, more, message) => {
    expect(refusedListeners(gateway(more, { name: 'https' }), 'shop').map(each => inWords(each))).toEqual([message]);
  });
});
