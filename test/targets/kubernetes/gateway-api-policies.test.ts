import { ApiObject, App, Chart } from 'cdk8s';
import { ISSUER, attached } from './gateway-api-support';
import { beside, otherApplication } from './istio-support';
import { findingOf, findingsOf, kubernetes, listening, serviceBeside, withPorts } from './support';
import { ApplicationConfiguration, AuthorizationPolicy, Component, ComponentBinding, IngressPathType, IngressProvider, IngressRule, IngressTrait, Platform, TlsCertificate, Workload } from '../../../src';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const ANYONE: AuthorizationPolicy = { rules: [{ requestPrincipals: ['*'] }] };
const ORDERS = { path: '/o', pathType: PREFIX, authorizationPolicy: ANYONE };
const [A, B] = [['a.example.com'], ['b.example.com']];

/** Envoy Gateway before the component `greet`. */
function guarded(rules: IngressRule[], workload?: Workload): ComponentBinding {
  return attached({ rules }, { jwtIssuers: [ISSUER], rendersReferenceGrants: true }, workload);
}

/** A Service of its own for the pods of `greet`, at two ports. */
function secondService(binding: ComponentBinding): ComponentBinding {
  const selector = { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' };
  return serviceBeside(binding, 'public', { selector, ports: [{ name: 'a', port: 80, targetPort: 8080 }, { name: 'b', port: 81, targetPort: 8080 }] });
}

describe('a policy would not hold where another trait leads to its pods', () => {
  const plain = (at: string) => `[${at}] not-expressible: 'rules[0]' may take requests of 'rules[0].paths[0]' of 'c/hello/greet/ingress' without its authorization policy, `
    + 'and leads to the same pods; give this path that policy, declare that path with it on this host too, or lead this one to other pods';
  const spelled = (at: string, field: string, maker: string) => `[${at}] not-expressible: '${field}' would let requests past the authorization policy of 'rules[0].paths[0]' of '${maker}': `
    + 'both lead to the same pods, which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods';

  test.each(['greet', 'public'])('from another namespace, by Service %s', service => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    if (service === 'public') secondService(binding);
    const chart = new Chart(Chart.of(binding), 'blog', { namespace: 'blog' });
    const pages = new ApplicationConfiguration(chart, 'blog').addComponent(new Component(chart, 'pages', { workload: listening() }));
    new IngressTrait(pages, 'ingress', { rules: [{ hosts: B, destination: { host: `${service}.ns`, port: service === 'public' ? 80 : 8080 } }] });

    expect(findingsOf(binding)).toEqual([plain('c/blog/blog/pages/ingress')]);
  });

  test('by another Service', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    new IngressTrait(secondService(binding), 'ingress', { rules: [{ hosts: B, destination: { port: 80 } }] });

    expect(findingsOf(binding)).toEqual([plain('c/hello/public/ingress')]);
  });

  test('by a Service that the program makes', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    const spec = { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 80, targetPort: 8080 }] };
    new ApiObject(Chart.of(binding), 'plain', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'plain' }, spec } as any);
    beside(binding, 'pages', [{ hosts: B, destination: { host: 'plain', port: 80 } }]);

    expect(findingsOf(binding)).toEqual([plain('c/hello/pages/ingress')]);
  });

  test('by a Service of another application', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    const shop = otherApplication(binding, [{ hosts: B, destination: { host: 'public', port: 80 } }]);
    serviceBeside(shop, 'public', { selector: { 'app.oam.dev/component': 'greet' }, ports: [{ port: 80, targetPort: 8080 }] });

    expect(findingsOf(binding)).toEqual([plain('c/other/shop/ingress')]);
  });

  test('by another port of a Service', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS], destination: { host: 'public', port: 80 } }]);
    new IngressTrait(secondService(binding), 'ingress', { rules: [{ hosts: B, destination: { port: 81 } }] });

    expect(findingsOf(binding)).toEqual([plain('c/hello/public/ingress')]);
  });

  const OPEN = { path: '/open', pathType: PREFIX };

  test('by a path of another host, which is not kept from ambiguous paths', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS, OPEN] }]);
    beside(binding, 'pages', [{ hosts: B, paths: [OPEN], destination: { host: 'greet', port: 8080 } }]);

    expect(findingsOf(binding)).toEqual([spelled('c/hello/pages/ingress', 'rules[0].paths[0]', 'c/hello/greet/ingress')]);
  });

  test('but not where both keep ambiguous paths out', () => {
    const paths = [ORDERS, OPEN];
    const binding = guarded([{ hosts: A, paths }]);
    beside(binding, 'pages', [{ hosts: B, paths, destination: { host: 'greet', port: 8080 } }]);

    expect(findingsOf(binding)).toEqual([]);
  });

  test('but not where paths without it are exact', () => {
    const paths = [ORDERS, { path: '/open', pathType: EXACT }];
    const binding = guarded([{ hosts: A, paths }]);
    beside(binding, 'pages', [{ hosts: B, paths, destination: { host: 'greet', port: 8080 } }]);

    expect(findingsOf(binding)).toEqual([]);
  });

  test.each([['apps/v1', 'Deployment'], ['argoproj.io/v1alpha1', 'Rollout']])('by Services of another namespace whose pods are those of a %s %s', (apiVersion, kind) => {
    const binding = guarded([{ hosts: A, paths: [ORDERS], destination: { host: 'front.store', port: 80 } }]);
    const store = new Chart(Chart.of(binding), 'store', { namespace: 'store' });
    const selector = { app: 'front' };
    const selectors = { front: selector, second: { tier: 'web' } };
    const labels = { metadata: { labels: { ...selector, tier: 'web' } }, spec: { containers: [{ name: 'main', image: 'a:1', ports: [{ containerPort: 8080 }] }] } };
    new ApiObject(store, 'pods', { apiVersion, kind, metadata: { name: 'front' }, spec: { selector: { matchLabels: selector }, template: labels } } as any);
    for (const [name, own] of Object.entries(selectors)) {
      new ApiObject(store, name, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: own, ports: [{ port: 80, targetPort: 8080 }] } } as any);
    }
    beside(binding, 'pages', [{ hosts: B, destination: { host: 'second.store', port: 80 } }]);

    expect(findingsOf(binding)).toEqual([plain('c/hello/pages/ingress')]);
  });

  test('by the Ingress of another platform', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    const chart = new Chart(Chart.of(binding).node.root as App, 'old', { namespace: 'ns' });
    const provider = IngressProvider.traefik({ className: 'traefik', tls: TlsCertificate.insecureNone() });
    Platform.install(chart, kubernetes({ ingress: provider }));
    const pages = new ApplicationConfiguration(chart, 'old').addComponent(new Component(chart, 'pages', { workload: listening() }));
    new IngressTrait(pages, 'ingress', { rules: [{ hosts: B, destination: { host: 'greet', port: 8080 } }] });

    expect(findingsOf(binding)).toEqual([plain('old/old/pages/ingress')]);
  });

  test('but not where it leads to another port of them', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS], destination: { port: 8080 } }], withPorts(['http', 8080], ['admin', 9090]));
    beside(binding, 'pages', [{ hosts: B, destination: { host: 'greet', port: 9090 } }]);

    expect(findingsOf(binding)).toEqual([]);
  });
});

describe('a policy would not hold where another path of the trait leads to its pods', () => {
  const TAKES = "may take requests of 'rules[0].paths[0]' of 'c/hello/greet/ingress' without its authorization policy, and leads to the same pods; "
    + 'give this path that policy, declare that path with it on this host too, or lead this one to other pods';

  test.each<[string, IngressRule, string]>([
    ['on another host, with all paths', { hosts: B }, `'rules[1]' ${TAKES}`],
    ['on another host, with the same path', { hosts: B, paths: [{ path: '/o', pathType: PREFIX }] }, `'rules[1].paths[0]' ${TAKES}`],
    ['on another host, with a part of it', { hosts: B, paths: [{ path: '/o/1', pathType: PREFIX }] }, `'rules[1].paths[0]' ${TAKES}`],
    ['as a regular expression', { hosts: A, paths: [{ path: '/.*[.]css', pathType: REGEX }] }, `'rules[1].paths[0]' ${TAKES}`],
    ['as a regular expression on another host', { hosts: B, paths: [{ path: '/o?.*', pathType: REGEX }] }, `'rules[1].paths[0]' ${TAKES}`],
  ])('%s', (_, open, message) => {
    expect(findingOf(guarded([{ hosts: A, paths: [ORDERS] }, open]))).toBe(`not-expressible: ${message}`);
  });

  test.each<[string, IngressRule[], string]>([
    ['of a regular expression', [{ hosts: A, paths: [{ ...ORDERS, path: '/o.*', pathType: REGEX }] }, { hosts: B, paths: [{ path: '/orders', pathType: PREFIX }] }], 'rules[1].paths[0]'],
    ['by a part of a path that is guarded on both hosts', [{ hosts: A, paths: [ORDERS] }, { hosts: B, paths: [ORDERS, { path: '/o/pub', pathType: PREFIX }] }], 'rules[1].paths[1]'],
  ])('past the policy %s', (_, rules, field) => {
    expect(findingOf(guarded(rules))).toBe(`not-expressible: '${field}' ${TAKES}`);
  });

  test('by another Service, though no container declares its port', () => {
    const binding = guarded([{ hosts: A, paths: [ORDERS] }]);
    const chart = Chart.of(binding);
    for (const [name, labels] of Object.entries({ one: { 'app.oam.dev/component': 'greet' }, two: { 'app.oam.dev/component': 'greet', 'app.oam.dev/name': 'hello' } })) {
      new ApiObject(chart, name, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec: { selector: labels, ports: [{ port: 80, targetPort: 9999 }] } } as any);
    }
    beside(binding, 'pages', [{ hosts: A, paths: [{ ...ORDERS, path: '/p' }], destination: { host: 'one', port: 80 } }, { hosts: B, destination: { host: 'two', port: 80 } }]);

    expect(findingsOf(binding)).toEqual([expect.stringMatching(/^\[c\/hello\/pages\/ingress\] not-expressible: 'rules\[1\]' may take requests of 'rules\[0\].paths\[0\]'/)]);
  });

  test.each<[string, IngressRule]>([
    ['with the same policy', { hosts: B, paths: [{ path: '/', authorizationPolicy: ANYONE }] }],
    ['with one path alone', { hosts: B, paths: [{ path: '/o/1', pathType: EXACT }] }],
    ['with another path', { hosts: B, paths: [{ path: '/orders', pathType: PREFIX }] }],
    ['with a part of it that is declared', { hosts: A, paths: [{ path: '/o/1', pathType: PREFIX }] }],
    ['with that path too', { hosts: B, paths: [ORDERS, { path: '/' }] }],
    ['as a regular expression for other paths', { hosts: [...A, ...B], paths: [{ path: '/images/.*[.]png', pathType: REGEX }] }],
    ['to other pods', { hosts: B, destination: { host: 'elsewhere', port: 80 } }],
  ])('but not %s', (_, rule) => {
    expect(findingsOf(guarded([{ hosts: A, paths: [ORDERS] }, rule]))).toEqual([]);
  });
});
