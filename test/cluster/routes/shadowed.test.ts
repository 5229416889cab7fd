import { ApiObject, App, Chart, JsonPatch } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from './gateways';
import { ingressOf } from './support';
import { CustomObject, GatewayImplementation, GitOpsApp, IngressPathType, IngressProvider, IngressRule, Platform, SharedGateway, TlsCertificate } from '../../../src';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { Registry } from '../../../src/base/registry';
import { ALL, GATEWAY, attached, gatewayApi } from '../../targets/kubernetes/gateway-api-support';
import { beside, istio, otherApplication, routedBy } from '../../targets/kubernetes/istio-support';
import { bindOn, findingsOf, kubernetes, kubernetesChart } from '../../targets/kubernetes/support';

const { EXACT, PREFIX, REGEX } = IngressPathType;
const HOST = 'shop.example.com';
const rule = (path: string, pathType = PREFIX, hosts = [HOST]): IngressRule => ({ hosts, paths: [{ path, pathType }] });

let warnings: string[];
beforeEach(() => {
  warnings = [];
  jest.spyOn(process, 'emitWarning').mockImplementation(text => void warnings.push(String(text)));
});
afterEach(() => jest.restoreAllMocks());

const takes = (at: string, first: string, of: string) => `'${at}' gets no requests: '${first}' of '${of}' takes all of them before`;
const NARROWER = 'make that path narrower, or leave one of the two out';

describe('a route of a trait gets no requests', () => {
  const TRAEFIK = IngressProvider.traefik({ className: 'own-name', domain: 'example.com', tls: TlsCertificate.clusterIssuer('letsencrypt') });
  const [TEXT, EXPRESSION] = [rule('/orders/old'), rule('/orders/.*', REGEX)];

  test.each<[string, IngressProvider, IngressRule, IngressRule]>([
    ['Envoy Gateway', gatewayApi(), EXPRESSION, TEXT],
    ['NGINX Gateway Fabric', gatewayApi({ implementation: GatewayImplementation.NGINX_GATEWAY_FABRIC }), EXPRESSION, TEXT],
    ['Istio by the Gateway API', gatewayApi({ implementation: GatewayImplementation.ISTIO }), rule('/orders'), EXPRESSION],
    ['Traefik by the Gateway API', gatewayApi({ implementation: GatewayImplementation.TRAEFIK }), EXPRESSION, rule('/orders/x')],
    ['Traefik, which takes any number of labels', gatewayApi({ implementation: GatewayImplementation.TRAEFIK }), rule('/orders/.*', REGEX, ['*.example.com']), rule('/orders/x')],
    ['Istio', istio(), EXPRESSION, TEXT],
  ])('fails for that of another component, by %s', (_, ingress, taking, taken) => {
    const binding = bindOn(kubernetesChart({ ingress }));
    beside(binding, 'a', [rule('/'), taken]);
    beside(binding, 'b', [rule('/other'), taking]);
    expect(findingsOf(binding)).toEqual([`[c/hello/a/ingress] shadowed-route: ${takes('rules[1].paths[0]', 'rules[1].paths[0]', 'c/hello/b/ingress')}; ${NARROWER}`]);
  });

  test('fails for that of another application', () => {
    const binding = attached({ rules: [EXPRESSION] });
    otherApplication(binding, [TEXT]);
    expect(findingsOf(binding)).toEqual([`[c/other/shop/ingress] shadowed-route: ${takes('rules[0].paths[0]', 'rules[0].paths[0]', 'c/hello/greet/ingress')}; ${NARROWER}`]);
  });

  test('fails by the length of a rule of Traefik in another application, whatever its class is called', () => {
    const binding = bindOn(kubernetesChart({ ingress: TRAEFIK }));
    beside(binding, 'a', [rule('/orders')]);
    otherApplication(binding, [rule('/orders/x', EXACT)]);
    expect(findingsOf(binding)).toEqual([
      "[c/other/shop/ingress] shadowed-route: 'rules[0].paths[0]' may get no requests: 'rules[0].paths[0]' of 'c/hello/a/ingress' takes all of them, "
      + "and Traefik tries the longer of two rules first; write 'pathType: Prefix' for both, make that path narrower, or leave one of the two out",
    ]);
  });

  test('fails for a SharedGateway, whose redirect takes nothing from anybody', () => {
    const chart = new Chart(new App(), 'infra', { namespace: 'gateways' });
    const listeners = [{ name: 'https', hostname: '*.example.com', allowedRoutes: ALL }];
    const shared = new SharedGateway(chart, 'public', { gatewayClassName: 'own-name', listeners, tls: TlsCertificate.clusterIssuer('letsencrypt', { rendersCertificate: true }) });
    const binding = attached({ rules: [EXPRESSION] }, { gateway: shared.description });
    beside(binding, 'other', [TEXT]);
    expect(findingsOf(binding)).toEqual([`[c/hello/other/ingress] shadowed-route: ${takes('rules[0].paths[0]', 'rules[0].paths[0]', 'c/hello/greet/ingress')}; ${NARROWER}`]);
  });

  const B = 'b.example.com';
  const [WILDCARD, BOTH] = [['*.example.com'], [HOST, B]];
  const AT_ISTIO = { implementation: GatewayImplementation.ISTIO };
  const NARROW = { listeners: [{ name: 'wild', hostname: '*.example.com', allowedRoutes: ALL }, { name: 'shop', hostname: HOST, allowedRoutes: ALL }] };

  test.each<[string, IngressProvider, IngressRule, IngressRule]>([
    ['at one of two hosts, by the Gateway API', gatewayApi(AT_ISTIO), rule('/api/[0-9]+', REGEX, BOTH), rule('/')],
    ['at one of two hosts, by Envoy Gateway', gatewayApi(), rule('/a', PREFIX, BOTH), rule('/.*', REGEX)],
    ['at one of two hosts, by Istio', istio(), rule('/a/b', PREFIX, BOTH), rule('/a/.*', REGEX)],
    ['at one host of a wildcard', gatewayApi({ ...AT_ISTIO, gateway: { ...GATEWAY, ...NARROW } }), rule('/a/.*', REGEX, WILDCARD), rule('/')],
    ['at one host of a wildcard, by Envoy Gateway', gatewayApi({ gateway: { ...GATEWAY, ...NARROW } }), rule('/a', PREFIX, WILDCARD), rule('/.*', REGEX)],
  ])('passes when it gets none %s', (_, ingress, taken, taking) => {
    const binding = bindOn(kubernetesChart({ ingress }));
    beside(binding, 'a', [taken]);
    beside(binding, 'b', [taking]);
    expect([findingsOf(binding), warnings]).toEqual([[], []]);
  });

  test('passes when it gets none by one of two listeners', () => {
    const [listeners, first] = [[{ name: 'a', hostname: '*.example.com', allowedRoutes: ALL }, { name: 'c', hostname: '*.example.com', port: 9443, allowedRoutes: ALL }], ['a']];
    const more = { ...AT_ISTIO, gateway: { ...GATEWAY, listeners } };
    const told = (sectionNames?: string[]) => {
      const binding = attached({ rules: [rule('/x/[0-9]+', REGEX)] }, more);
      const second = new Chart(binding.node.root as App, 'second', { namespace: 'ns' });
      Platform.install(second, kubernetes({ ingress: gatewayApi({ ...more, sectionNames }) }));
      otherApplication(second, [rule('/')]);
      return findingsOf(binding);
    };
    expect(told(first)).toEqual([]);
    expect(told()).toEqual([`[c/hello/greet/ingress] shadowed-route: ${takes('rules[0].paths[0]', 'rules[0].paths[0]', 'second/other/shop/ingress')}; ${NARROWER}`]);
  });

  test.each<[string, IngressProvider, IngressRule, IngressRule]>([
    ['the Gateway API', gatewayApi(AT_ISTIO), rule('/api/[0-9]+', REGEX, BOTH), rule('/api', PREFIX, BOTH)],
    ['Istio, with an object for each', istio(), rule('/api/v1', PREFIX, BOTH), rule('/api/.*', REGEX, BOTH)],
  ])('fails once when it gets none at any of its hosts, by %s', (_, ingress, taken, taking) => {
    const binding = bindOn(kubernetesChart({ ingress }));
    beside(binding, 'a', [taken, rule('/other')]);
    beside(binding, 'b', [taking]);
    expect(findingsOf(binding)).toEqual([`[c/hello/a/ingress] shadowed-route: ${takes('rules[0].paths[0]', 'rules[0].paths[0]', 'c/hello/b/ingress')}; ${NARROWER}`]);
  });

  test('is no finding where a patch changes it', () => {
    const binding = routedBy({ rules: [EXPRESSION] });
    beside(binding, 'other', [TEXT]);
    const object = objectIn(binding, 'VirtualService');
    object.addJsonPatch(JsonPatch.replace('/spec/http/0/match/0/uri/regex', '/orders/[a-k]+'));
    expect(findingsOf(binding)).toEqual([]);
  });

  test('is told once where two claim the same', () => {
    const binding = routedBy({ rules: [rule('/a')] });
    beside(binding, 'other', [rule('/a')]);
    expect(findingsOf(binding)).toEqual([expect.stringContaining('] duplicate-route: ')]);
  });
});

function objectIn(construct: IConstruct, kind: string): ApiObject {
  return Chart.of(construct).node.findAll().filter(ApiObject.isApiObject).find(each => each.kind === kind)!;
}

/** Objects that a program writes as they are, beside what it declares. */
function written(construct: IConstruct, ...objects: TypedManifest[]): void {
  objects.forEach((manifest, i) => new CustomObject(Chart.of(construct), `object-${i}`, { manifest }));
}

describe('an object that is written as it is', () => {
  const PARENT = { parent: { name: GATEWAY.name, namespace: GATEWAY.namespace, sectionName: 'https' } };

  test('fails a trait whose route it takes', () => {
    const binding = attached({ rules: [rule('/a/b')] });
    written(binding, httpRouteOf([HOST], ['Regex /a/.* => own:80'], PARENT));
    expect(findingsOf(binding)).toEqual([`[c/hello/greet/ingress] shadowed-route: ${takes('rules[0].paths[0]', 'spec.rules[0].matches[0]', 'c/object-0')}; ${NARROWER}`]);
  });

  test('is warned of where a trait takes its route', () => {
    const binding = attached({ rules: [rule('/a/.*', REGEX)] });
    written(binding, httpRouteOf([HOST], ['Prefix /a/b => own:80'], PARENT));
    expect([findingsOf(binding), warnings]).toEqual([[], [
      `[c/object-0] shadowed-route: ${takes('spec.rules[0].matches[0]', 'rules[0].paths[0]', 'c/hello/greet/ingress')}; ${NARROWER}`,
    ]]);
  });

  const SERVICE = virtualServiceOf(['h', 'i'], ['* => root:80', 'prefix /a => a:80']);

  test.each<[string, TypedManifest[], string]>([
    ['a VirtualService', [istioGatewayOf(['* 443 HTTPS']), SERVICE],
      `[object-1] shadowed-route: ${takes('spec.http[1].match[0]', 'spec.http[0]', 'c/object-1')}; put the narrower one first, or leave one of the two out`],
    ['Ingresses of Traefik', [ingressOf({ h: ['Prefix /a => a:80'] }, { className: 'traefik' }), ingressOf({ h: ['Exact /a/b => b:80'] }, { className: 'traefik', name: 'other' })],
      "[object-1] shadowed-route: 'spec.rules[0].http.paths[0]' may get no requests: 'spec.rules[0].http.paths[0]' of 'c/object-0' takes all of them, "
      + "and Traefik tries the longer of two rules first; write 'pathType: Prefix' for both, make that path narrower, or leave one of the two out"],
  ])('is warned of in any app: %s', (_, objects, expected) => {
    for (const app of [new GitOpsApp(), bindOn(kubernetesChart()).node.root as App]) {
      warnings = [];
      written(Chart.isChart(app.node.children[0]) ? app.node.children[0] : new Chart(app, 'c'), ...objects);
      if (app instanceof GitOpsApp) app.synthYaml();
      else expect(findingsOf(app)).toEqual([]);
      expect(warnings).toEqual([expected.replace('[object', '[c/object')]);
    }
  });

  const header = (value: string) => ({ headers: { user: { exact: value } } });
  const to = (host: string) => [{ destination: { host } }];

  test.each<[string, object[]]>([
    ['asks for another value of a header', [{ match: [header('ada')], route: to('a') }, { match: [header('bob')], route: to('b') }]],
    ['is behind a redirect', [{ match: [{ uri: { prefix: '/' } }], redirect: { authority: 'h.example.com' } }, { match: [{ uri: { prefix: '/a' } }], route: to('a') }]],
    ['is behind what has no destination', [{ match: [{ uri: { regex: '/.*' } }] }, { match: [{ uri: { prefix: '/a' } }], route: to('a') }]],
    ['leads where the other one does', [{ match: [{ uri: { prefix: '/' } }], route: to('a') }, { match: [{ uri: { prefix: '/a' } }], route: to('a') }]],
  ])('passes when a route of it %s', (_, http) => {
    const { spec, ...object } = SERVICE as object as { spec: object };
    const binding = bindOn(kubernetesChart());
    written(binding, istioGatewayOf(['* 443 HTTPS']), { ...object, spec: { ...spec, http } } as unknown as TypedManifest);
    expect([findingsOf(binding), warnings]).toEqual([[], []]);
  });

  test('passes when nothing is known of its Gateway, or when it cannot be rendered', () => {
    const binding = bindOn(kubernetesChart());
    const fields = { apiVersion: 'gateway.networking.k8s.io/v1', kind: 'HTTPRoute', spec: { get rules(): never { throw new Error('late'); } } };
    written(binding, gatewayOf(['https * 443 HTTPS'], { className: 'own' }), httpRouteOf(['h'], ['Regex /a.* => a:80', 'Prefix /a => b:80']));
    new ApiObject(Chart.of(binding), 'broken', fields);
    const { findings, warnings: told } = Registry.of(binding).told();
    expect([findings, told]).toEqual([[], []]);
  });
});
