import { ApiObject, Chart } from 'cdk8s';
import { JudgedCase, judgedEverywhere } from './support';
import { describe as said } from '../../../src/base/findings/words';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from '../routes/gateways';
import { ingressOf } from '../routes/support';

const HOST = 'shop.example.com';
const service = (name: string, spec: object = {}) => ({
  apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'shop' }, spec: { selector: { app: 'cart' }, ports: [{ name: 'http', port: 80 }], ...spec },
});
const PODS = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart', namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: 'cart' } },
    template: { metadata: { labels: { app: 'cart' } }, spec: { containers: [{ name: 'cart', image: 'example/cart:1', ports: [{ containerPort: 80 }] }] } },
  },
};
const AROUND = [service('cart'), PODS];
const ingress = (backend: string, name = 'it') => ingressOf({ [HOST]: [`Prefix / => ${backend}`] }, { name });
const lines = (...objects: object[]) => judgeObjects(objects as never).map(({ verdict, finding }) => `${verdict} ${said(finding)}`);

const PORT = "broken-route: 'spec.rules[0].http.paths[0].backend.service.port' must be a port of Service \"cart\" (80 (http)), got 8080";
const CASES: readonly JudgedCase[] = [
  ['an Ingress to a port of the Service', ingress('cart:80') as never],
  ['an Ingress to another port', ingress('cart:8080') as never, PORT],
];

describe('a backend', () => {
  judgedEverywhere(CASES, (chart: Chart) => AROUND.forEach((each, i) => new ApiObject(chart, `around-${i}`, each)));

  const gateway = gatewayOf(['https * 443 HTTPS']);
  const servers = istioGatewayOf(['* 443 HTTPS']);
  test.each<[string, readonly object[], string[]]>([
    ['of an HTTPRoute', [gateway, httpRouteOf([HOST], ['Prefix / => cart:8080'])],
      ["error broken-route: 'spec.rules[0].backendRefs[0].port' must be a port of Service \"cart\" (80 (http)), got 8080"]],
    ['of a VirtualService', [servers, virtualServiceOf([HOST], ['prefix / => cart:8080'])],
      [expect.stringMatching(/^error broken-route: 'spec\.http\[0\].*' must be a port of Service "cart" \(80 \(http\)\), got 8080/) as never]],
    ['of the rest', [ingressOf({}, { defaultBackend: 'cart:8080' })],
      ["error broken-route: 'spec.defaultBackend.service.port' must be a port of Service \"cart\" (80 (http)), got 8080"]],
    ['by a name', [ingress('cart:web')], [expect.stringMatching(/^error broken-route: .* got "web"/) as never]],
    ['with a misspelt Service', [ingress('carts:80')],
      ["warning broken-route: 'spec.rules[0].http.paths[0].backend.service.name' leads to Service \"carts\", which is not rendered in namespace \"shop\"; did you mean \"cart\"?"]],
    ['with a Service that is not here', [ingress('redis:80')], []],
  ])('%s', (_, objects, expected) => {
    expect(lines(...AROUND, ...objects)).toEqual(expected);
  });

  test('once, of a path of several hosts', () => {
    expect(lines(...AROUND, gateway, httpRouteOf([HOST, 'b.example.com'], ['Prefix / => cart:8080']))).toHaveLength(1);
  });

  test.each<[string, readonly object[]]>([
    ['of a namespace of which no Service is here', [ingressOf({ h: ['Prefix / => cart:80'] }, { namespace: 'other' })]],
    ['with a patch of a Service', [service('web', { ports: undefined }), ingress('web:8080')]],
    ['with a Service of two environments', [service('web'), service('web', { ports: [{ port: 8080 }] }), ingress('web:8080')]],
    ['with a Service outside', [service('web', { type: 'ExternalName', externalName: 'a.org', ports: undefined }), ingress('web:8080')]],
    ['with a Service without a selector', [service('web', { selector: undefined }), ingress('web:8080')]],
  ])('is no finding %s', (_, objects) => expect(lines(...AROUND, ...objects)).toEqual([]));
});

describe('a host and path', () => {
  const CLAIMS = "warning ambiguous-route: 'spec.rules[0].http.paths[0]' claims the same as 'spec.rules[0].http.paths[0]' of Ingress shop/a, and leads elsewhere; "
    + 'give each its own host or path';

  test('that another object claims for another backend', () => {
    expect(lines(...AROUND, service('web'), ingress('cart:80', 'a'), ingress('web:80', 'b'))).toEqual([CLAIMS]);
    expect(lines(...AROUND, service('web'), gatewayOf(['https * 443 HTTPS']), ...['cart', 'web'].map(name => httpRouteOf([HOST], [`Prefix / => ${name}:80`], { name })))[0])
      .toMatch(/^warning ambiguous-route: .* of HTTPRoute shop\/cart, and leads elsewhere/);
  });

  test.each<[string, object]>([
    ['that leads to the same', ingress('cart:80', 'b')],
    ['of another class', ingressOf({ [HOST]: ['Prefix / => web:80'] }, { name: 'b', className: 'other' })],
    ['of a canary', ingressOf({ [HOST]: ['Prefix / => web:80'] }, { name: 'b', annotations: { 'nginx.ingress.kubernetes.io/canary': 'true' } })],
    ['of another path', ingressOf({ [HOST]: ['Exact / => web:80'] }, { name: 'b' })],
    ['of the same object in another file', ingress('web:80', 'a')],
  ])('is no finding %s', (_, other) => expect(lines(...AROUND, service('web'), ingress('cart:80', 'a'), other)).toEqual([]));
});

describe('a Service that selects no pods', () => {
  const LACKS = (label: string) => `warning broken-route: 'spec.selector' selects no pods; those of Deployment shop/cart come closest, and lack ${label}; change one of the two objects`;
  test.each<[string, object, string[]]>([
    ['and nearly those of an object', { app: 'crat' }, [LACKS('app=crat')]],
    ['and others by far', { app: 'redis' }, []],
    ['of a numbered series', { app: 'cart2' }, []],
    ['that differ in more', { app: 'carts', tier: 'front' }, []],
    ['by no label', {}, []],
    ['by a value that is no string', { app: 5 }, []],
  ])('%s', (_, selector, expected) => expect(lines(...AROUND, service('it', { selector }))).toEqual(expected));
});
