import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { stringify } from 'yaml';
import { gatewayOf, httpRouteOf, istioGatewayOf, virtualServiceOf } from './gateways';
import { ingressOf } from './support';
import { Findings, GitOpsApp, IngressPathType } from '../../../src';
import type { TypedManifest } from '../../../src/base/oam-kind';
import { cli } from '../../cli/support';
import { GATEWAY, ISSUER, attached } from '../../targets/kubernetes/gateway-api-support';
import { policy, routedBy, TOKENS } from '../../targets/kubernetes/istio-support';
import { findingsOf } from '../../targets/kubernetes/support';

let warnings: string[];
beforeEach(() => {
  warnings = [];
  jest.spyOn(process, 'emitWarning').mockImplementation(text => void warnings.push(String(text)));
});
afterEach(() => jest.restoreAllMocks());

const [A, B] = [['a.example.com'], ['b.example.com']];
const GATEWAY_PODS = { selector: { matchLabels: { istio: 'ingressgateway' } } };

const objectOf = (apiVersion: string, kind: string, namespace: string, name: string, spec: object) =>
  ({ apiVersion, kind, metadata: { name, namespace }, spec }) as unknown as TypedManifest;
const authorization = (spec: object, namespace = 'istio-system') => objectOf('security.istio.io/v1', 'AuthorizationPolicy', namespace, 'tokens', spec);
const denies = (hosts: readonly string[], paths: readonly string[], more: object = GATEWAY_PODS) =>
  authorization({ ...more, action: 'DENY', rules: [{ from: [{ source: { notRequestPrincipals: ['*'] } }], to: [{ operation: { hosts, paths } }] }] });
const security = (name: string, spec: object = { jwt: { providers: [{ name: 'id', issuer: 'https://id.example.com' }] } }) =>
  objectOf('gateway.envoyproxy.io/v1alpha1', 'SecurityPolicy', 'shop', 'tokens', { targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name }], ...spec });
const service = (name: string, selector: object = { app: 'cart' }) => objectOf('v1', 'Service', 'shop', name, { selector, ports: [{ port: 80, targetPort: 8080 }] });

const SERVICES = [service('cart'), service('second')];
const ISTIO = [...SERVICES, istioGatewayOf(['* 443 HTTPS'])];
const ENVOY = [...SERVICES, gatewayOf(['https * 443 HTTPS'])];
const GUARDED = httpRouteOf(A, ['Prefix /orders => cart:80'], { name: 'guarded' });

/** Objects that a program writes as they are. */
function written(scope: IConstruct, objects: readonly TypedManifest[]): void {
  for (const { apiVersion, kind, ...fields } of objects) {
    new ApiObject(scope as Chart, `${kind}-${String(fields.metadata?.name)}`, { apiVersion: String(apiVersion), kind: String(kind), ...fields as object });
  }
}

/** What a GitOpsApp warns of. */
function warnedOf(...objects: readonly TypedManifest[]): string[] {
  const app = new GitOpsApp();
  written(new Chart(app, 'c'), objects);
  app.synthYaml();
  return warnings;
}

const past = (at: string, field: string, first: string, of: string) => `[c/${at}] not-expressible: '${field}' may take requests of '${first}' of '${of}' without its authorization policy, `
  + 'and leads to the same pods; give this path that policy, declare that path with it on this host too, or lead this one to other pods';

describe('a route past the policy of another one is warned of, whoever made them', () => {
  const MATCH = 'spec.http[0].match[0]';
  const BY_VIRTUAL_SERVICE = [...ISTIO, virtualServiceOf(A, ['prefix /orders => cart:80'], { name: 'guarded' })];

  test.each<[string, readonly TypedManifest[], string]>([
    ['by a VirtualService on another host', [...BY_VIRTUAL_SERVICE, denies(A, ['/orders*']), virtualServiceOf(B, ['prefix / => cart:80'], { name: 'open' })],
      past('VirtualService-open', MATCH, MATCH, 'c/VirtualService-guarded')],
    ['by an Ingress on the same host', [...BY_VIRTUAL_SERVICE, denies(A, ['/orders*']), ingressOf({ [A[0]]: ['Prefix / => second:80'] })],
      past('Ingress-web', 'spec.rules[0].http.paths[0]', MATCH, 'c/VirtualService-guarded')],
    ['by an HTTPRoute', [...BY_VIRTUAL_SERVICE, denies(A, ['/orders*']), gatewayOf(['https * 443 HTTPS'], { name: 'edge' }), httpRouteOf(B, ['Prefix /orders/1 => cart:80'], { name: 'open', parent: { name: 'edge' } })],
      past('HTTPRoute-open', 'spec.rules[0].matches[0]', MATCH, 'c/VirtualService-guarded')],
    ['of a policy that lets in tokens alone', [...BY_VIRTUAL_SERVICE, authorization({ ...GATEWAY_PODS, rules: [{ from: [{ source: { requestPrincipals: ['*'] } }] }] }), ingressOf({ [B[0]]: ['Prefix / => cart:80'] })],
      past('Ingress-web', 'spec.rules[0].http.paths[0]', MATCH, 'c/VirtualService-guarded')],
    ['of a SecurityPolicy', [...ENVOY, GUARDED, security('guarded'), httpRouteOf(B, ['Prefix / => second:80'], { name: 'open' })],
      past('HTTPRoute-open', 'spec.rules[0].matches[0]', 'spec.rules[0].matches[0]', 'c/HTTPRoute-guarded')],
    ['by one of two backends', [...ENVOY, service('other', { app: 'other' }), GUARDED, security('guarded'), httpRouteOf(B, ['Prefix / => other:80:9 second:80:1'], { name: 'open' })],
      past('HTTPRoute-open', 'spec.rules[0].matches[0]', 'spec.rules[0].matches[0]', 'c/HTTPRoute-guarded')],
    ['by a regular expression, which precedes the prefix', [...ENVOY, GUARDED, security('guarded'), httpRouteOf(A, ['Regex /.*[.]css => cart:80'], { name: 'open' })],
      past('HTTPRoute-open', 'spec.rules[0].matches[0]', 'spec.rules[0].matches[0]', 'c/HTTPRoute-guarded')],
  ])('%s', (_, objects, expected) => expect(warnedOf(...objects)).toEqual([expected]));

  test.each<[string, readonly TypedManifest[]]>([
    ['it has a policy too', [...ENVOY, GUARDED, httpRouteOf(B, ['Prefix / => cart:80'], { name: 'open' }),
      objectOf('gateway.envoyproxy.io/v1alpha1', 'SecurityPolicy', 'infra', 'all', { targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'public' }], jwt: { providers: [{ name: 'id', issuer: 'https://id.example.com' }] } })]],
    ['it declares that path with a policy', [...ISTIO, denies([...A, ...B], ['/orders*']), virtualServiceOf([...A, ...B], ['prefix /orders => cart:80', 'prefix / => cart:80'])]],
    ['it leads to other pods', [...ENVOY, service('other', { app: 'other' }), GUARDED, security('guarded'), httpRouteOf(B, ['Prefix / => other:80'], { name: 'open' })]],
    ['it is for other paths', [...ENVOY, GUARDED, security('guarded'), httpRouteOf(B, ['Prefix /public => cart:80'], { name: 'open' })]],
    ['it is on the host of the guarded path', [...ENVOY, GUARDED, security('guarded'), httpRouteOf(A, ['Prefix / => cart:80'], { name: 'open' })]],
    ['the policy asks something else than for a token', [...ENVOY, GUARDED, security('guarded', { basicAuth: { users: { name: 'users' } } }), httpRouteOf(B, ['Prefix / => cart:80'], { name: 'open' })]],
    ['it may ask for something itself', [...ENVOY, GUARDED, security('guarded'), ingressOf({ [B[0]]: ['Prefix / => cart:80'] }, { annotations: { 'nginx.ingress.kubernetes.io/auth-type': 'basic' } })]],
    ['the policy holds for the whole mesh, and so for the pods', [...ISTIO, authorization({}), virtualServiceOf(A, ['prefix / => cart:80']), ingressOf({ [B[0]]: ['Prefix / => cart:80'] })]],
    ['the policy is not known to be that of the gateway', [...ISTIO, authorization({ action: 'DENY', rules: [{ from: [{ source: { notRequestPrincipals: ['*'] } }] }] }, 'shop'), virtualServiceOf(A, ['prefix / => cart:80']),
      ingressOf({ [B[0]]: ['Prefix / => cart:80'] })]],
    ['the policy is not enforced', [...ISTIO, { ...denies(A, ['/*']), metadata: { name: 'tokens', namespace: 'istio-system', annotations: { 'istio.io/dry-run': 'true' } } } as unknown as TypedManifest,
      virtualServiceOf(A, ['prefix / => cart:80']), virtualServiceOf(B, ['prefix / => cart:80'], { name: 'open' })]],
  ])('but not where %s', (_, objects) => expect(warnedOf(...objects)).toEqual([]));

  test('and can be accepted', () => {
    const app = new GitOpsApp();
    const chart = new Chart(app, 'c');
    written(chart, [...ENVOY, GUARDED, security('guarded'), httpRouteOf(B, ['Prefix / => cart:80'], { name: 'open' })]);
    Findings.insecureAccept(chart.node.findChild('HTTPRoute-open'), { code: 'not-expressible', reason: 'only the office can reach that Gateway' });
    app.synthYaml();
    expect(warnings).toEqual([]);
  });
});

test('a route past a policy is warned of in files', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-past-'));
  const objects = [...ENVOY, GUARDED, security('guarded'), httpRouteOf(B, ['Prefix / => cart:80'], { name: 'open' })];
  objects.forEach((object, i) => writeFileSync(join(folder, `${i}.yaml`), stringify(object)));
  const { code, stdout } = await cli(['validate', folder, '--json']);
  rmSync(folder, { recursive: true });

  const told = JSON.parse(stdout).findings.filter((each: any) => each.code === 'not-expressible');
  expect(told.map(({ level, file, problem }: any) => [level, file.slice(folder.length + 1), problem.replace(folder, '')])).toEqual([['warning', '5.yaml',
    "may take requests of 'spec.rules[0].matches[0]' of /3.yaml:1 without its authorization policy, and leads to the same pods"]]);
  expect(code).toBe(0);
});

describe('a route that a program writes, beside a trait with a policy', () => {
  const ORDERS = { path: '/orders', pathType: IngressPathType.PREFIX, authorizationPolicy: policy() };
  const SPELLED = "would let requests past the authorization policy of 'rules[0].paths[0]' of 'c/hello/greet/ingress': both lead to the same pods, "
    + 'which may read "//", ";", "%2f" or "/../" in a path of the one as a path of the other; use one policy for both, make the path without it Exact, or lead it to other pods';

  test.each<[string, TypedManifest, string]>([
    ['an Ingress', ingressOf({ [B[0]]: ['Prefix / => greet:8080'] }, { namespace: 'ns' }), past('Ingress-web', 'spec.rules[0].http.paths[0]', 'rules[0].paths[0]', 'c/hello/greet/ingress')],
    ['a VirtualService for ambiguous paths', virtualServiceOf(A, ['prefix /public => greet:8080'], { namespace: 'ns', gateways: ['ns-hello-gw'] }),
      `[c/VirtualService-cart] not-expressible: 'spec.http[0].match[0]' ${SPELLED}`],
  ])('is warned of: %s', (_, object, expected) => {
    const binding = routedBy({ rules: [{ hosts: A, paths: [ORDERS] }] }, TOKENS);
    written(Chart.of(binding), [object]);
    expect([findingsOf(binding), warnings]).toEqual([[], [expected]]);
  });

  test('is warned of where the path of a trait leads past its policy', () => {
    const binding = attached({ rules: [{ hosts: B }] });
    const parent = { name: GATEWAY.name, namespace: GATEWAY.namespace, sectionName: 'https' };
    const inNs = (object: TypedManifest) => ({ ...object, metadata: { ...object.metadata as object, namespace: 'ns' } }) as unknown as TypedManifest;
    written(Chart.of(binding), [httpRouteOf(A, ['Prefix /orders => greet:8080'], { name: 'guarded', parent }), security('guarded')].map(inNs));
    expect([findingsOf(binding), warnings]).toEqual([[], [past('hello/greet/ingress', 'rules[0]', 'spec.rules[0].matches[0]', 'c/HTTPRoute-guarded')]]);
  });

  test('a policy that a program writes may close a path of a trait', () => {
    const binding = routedBy({ rules: [{ hosts: A }] }, { gateway: { namespace: 'istio-ingress', podLabels: { istio: 'ingress' } } });
    written(Chart.of(binding), [authorization({ selector: { matchLabels: { istio: 'ingress' } }, action: 'DENY', rules: [{ from: [{ source: { notRequestPrincipals: ['*'] } }] }] }, 'istio-ingress')]);
    expect([findingsOf(binding), warnings]).toEqual([[], []]);
  });

  test('fails once the program changes the policy, so that it holds no longer', () => {
    const binding = attached({ rules: [{ hosts: A, paths: [ORDERS] }] }, { jwtIssuers: [ISSUER] });
    const guard = Chart.of(binding).node.findAll().filter(ApiObject.isApiObject).find(({ kind }) => kind === 'SecurityPolicy')!;
    guard.addJsonPatch({ op: 'replace', path: '/spec/targetRefs/0/name', value: 'other' } as any);
    expect(findingsOf(binding)).toEqual(["[c/hello/greet/ingress] not-expressible: 'rules[0].paths[0]' is open although it has an authorization policy: no object enforces it; "
      + 'leave the policies of the trait in the app, without the annotation istio.io/dry-run']);
  });
});
