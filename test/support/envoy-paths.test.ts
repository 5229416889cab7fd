import { ENVOY_GATEWAY, ISTIO_BASE, readByEnvoy } from './envoy-paths';

const shown = (sent: string, normalization = ISTIO_BASE) => {
  const read = readByEnvoy(sent, normalization);
  return 'path' in read ? read.path : read.status;
};

// as Envoy 1.40 answers that is configured in the same way
test.each([
  ['/orders', '/orders', '/orders'],
  ['//orders', '//orders', '/orders'],
  ['/a//orders', '/a//orders', '/a/orders'],
  ['/./orders', '/orders', '/orders'],
  ['/x/../orders', '/orders', '/orders'],
  ['/../orders', '/orders', '/orders'],
  ['/x/..//orders', '//orders', '/orders'],
  ['/..;/orders', '/orders', '/orders'],
  ['/x/..;/orders', '/orders', '/orders'],
  ['/x/.;/orders', '/x/orders', '/x/orders'],
  ['/x/%2e%2E/orders', '/orders', '/orders'],
  ['/x/.%2e/orders', '/orders', '/orders'],
  ['/%2Forders', '/%2Forders', 307],
  ['/x%2f..%2forders', '/x%2f..%2forders', 307],
  ['/x/%2e%2e%2forders', '/x/..%2forders', 307],
  ['/%5corders', '/%5corders', 307],
  ['/x\\..\\orders', '/orders', '/orders'],
  ['/\\orders', '//orders', '/orders'],
  ['/%6frders', '/orders', '/orders'],
  ['/orders%7E%2D', '/orders~-', '/orders~-'],
  ['/orders;x=1', '/orders;x=1', '/orders;x=1'],
  ['/;x=1/orders', '/;x=1/orders', '/;x=1/orders'],
  ['/orders?x#y', '/orders', '/orders'],
  ['/orders#x', 400, 400],
  ['/orders%23x', '/orders%23x', '/orders%23x'],
  ['/orders%00', 400, 400],
  ['/orders%20', '/orders%20', '/orders%20'],
  ['/a%zz%', '/a%zz%', '/a%zz%'],
  ['/é', 400, 400],
  ['/orders/.', '/orders/', '/orders/'],
  ['/orders/..', '/', '/'],
  ['/x/...', '/x/...', '/x/...'],
  ['/..', '/', '/'],
  ['orders', 400, 400],
  ['/a"b|c^d`e{f}g<h>', '/a%22b%7Cc%5Ed%60e%7Bf%7Dg%3Ch%3E', '/a%22b%7Cc%5Ed%60e%7Bf%7Dg%3Ch%3E'],
  ['/%252forders', '/%252forders', '/%252forders'],
] as const)('%s', (sent, byIstio, byEnvoyGateway) => {
  expect([shown(sent), shown(sent, ENVOY_GATEWAY)]).toEqual([byIstio, byEnvoyGateway]);
});

test('parameters may be kept', () => {
  expect(shown('/x/..;/orders/../.;', { ...ISTIO_BASE, keepsParameters: true })).toBe('/x/..;/.;');
});

test('slashes may be decoded, too', () => {
  expect(shown('/x/..%2Forders%5C1', { mergesSlashes: true, escapedSlashes: 'unescaped' })).toBe('/orders/1');
});
