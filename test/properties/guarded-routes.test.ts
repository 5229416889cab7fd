import * as fc from 'fast-check';
import { HOSTS, JWT_ISSUERS, Recipe, recipes, rendered, TOKENS, Tried, TriedGateway } from './guarded-routes';
import { PATIENCE, runs } from './runs';
import { same } from './values';
import { TypedManifest } from '../../src/base/oam-kind';
import { ENVOY_GATEWAY, ISTIO_BASE } from '../support/envoy-paths';
import { hostileRequests } from '../support/hostile-requests';
import { GatewayImplementation, IngressProvider, IstioRequestAuthentication, NamespacesFrom, TlsCertificate } from 'cdk8s-oam';

const ISTIO_PODS = { namespace: 'istio-ingress', labels: { istio: 'ingress' } };
const istio = (more: Partial<TriedGateway> = {}, insecureTrustsSpelling?: boolean): TriedGateway => ({
  name: 'Istio',
  provider: IngressProvider.istio({
    gateway: { namespace: ISTIO_PODS.namespace, podLabels: ISTIO_PODS.labels },
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    jwtIssuers: JWT_ISSUERS,
    requestAuthentication: IstioRequestAuthentication.RENDERED,
    ...insecureTrustsSpelling === undefined ? {} : { insecureTrustsSpelling },
  }),
  around: [],
  pods: ISTIO_PODS,
  prefix: 'TextPrefix',
  normalization: ISTIO_BASE,
  ...more,
});

const GATEWAY = { namespace: 'ingress', name: 'public' };
const described = {
  gateway: { ...GATEWAY, listeners: [{ name: 'https', hostname: '*.example.com', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] },
  jwtIssuers: JWT_ISSUERS,
};
const gatewayOf = (gatewayClassName: string) => ({
  apiVersion: 'gateway.networking.k8s.io/v1',
  kind: 'Gateway',
  metadata: GATEWAY,
  spec: {
    gatewayClassName,
    listeners: [{
      name: 'https',
      hostname: '*.example.com',
      port: 443,
      protocol: 'HTTPS',
      tls: { certificateRefs: [{ name: 'public' }] },
      allowedRoutes: { namespaces: { from: 'All' } },
    }],
  },
} as unknown as TypedManifest);

const envoyGateway: TriedGateway = {
  name: 'Envoy Gateway',
  provider: IngressProvider.gatewayApi({ ...described, implementation: GatewayImplementation.ENVOY_GATEWAY }),
  around: [gatewayOf('eg')],
  pods: { namespace: 'envoy-gateway-system', labels: {} },
  prefix: 'Prefix',
  normalization: ENVOY_GATEWAY,
};

const PODS_OF_GATEWAY = { 'gateway.networking.k8s.io/gateway-name': 'public' };
const istioGateway: TriedGateway = {
  name: 'a Gateway of Istio',
  provider: IngressProvider.gatewayApi({
    ...described,
    implementation: GatewayImplementation.ISTIO,
    pods: { namespace: 'ingress', podLabels: PODS_OF_GATEWAY },
    istio: { requestAuthentication: IstioRequestAuthentication.RENDERED },
  }),
  around: [gatewayOf('istio')],
  pods: { namespace: 'ingress', labels: PODS_OF_GATEWAY },
  prefix: 'Prefix',
  normalization: ISTIO_BASE,
};

/** Spellings of a request that come to pods without a token that these declare to need. */
function openIn(tried: Tried, host: string, path: string): string[] {
  return hostileRequests(host, path).flatMap(request => {
    const passed = tried.taking(request);
    if (!passed) return [];
    const guards = tried.guardsOf(passed, host);
    const isOpen = tried.letIn(request, passed).some((isLetIn, i) => isLetIn !== false && guards.some(guard => !TOKENS[i].may.includes(guard)));
    return isOpen ? [`open: ${request.host}${request.path}`] : [];
  });
}

/** Tokens that will do for a declared path, and are refused, or the other way about. */
function mistakenAt(tried: Tried, host: string, path: string): string[] {
  const [guard, passed] = [tried.declared(host, path), tried.taking({ host, path })];
  if (guard === undefined) return [];
  if (!passed) return [`lost: ${host}${path}`];
  const answers = tried.letIn({ host, path }, passed);
  return TOKENS.flatMap(({ may, mayBeRefused }, i) => answers[i] === may.includes(guard) || mayBeRefused ? [] : [`${answers[i]}: ${host}${path} for token ${i}`]);
}

/** What is wrong with a recipe; `undefined` if it is refused. */
function wrongIn(recipe: Recipe, gateway: TriedGateway): string[] | undefined {
  const objects = rendered(recipe, gateway);
  if (!objects) return undefined;
  const tried = new Tried(recipe, objects, gateway);
  const paths = [...new Set(recipe.flat().flatMap(rule => rule.paths.flatMap(({ path }) => [path, `${path}/1`.replace('//', '/')])))];
  return HOSTS.flatMap(host => paths.flatMap(path => [...openIn(tried, host, path), ...mistakenAt(tried, host, path)]));
}

const OLDER = { keepsParameters: true } as const;

describe.each([
  istio(),
  istio({ name: 'Istio with an older Envoy', normalization: { ...ISTIO_BASE, ...OLDER } }),
  envoyGateway,
  { ...envoyGateway, name: 'Envoy Gateway with an older Envoy', normalization: { ...ENVOY_GATEWAY, ...OLDER } },
  istioGateway,
  { ...istioGateway, name: 'a Gateway of Istio, over connections for another host of the listener', normalization: { ...ISTIO_BASE, ...OLDER }, serverName: 'api.example.com' },
])('guarded routes of $name', gateway => {
  test('no spelling of a request comes past a policy, and tokens that will do are let in', () => {
    let judged = 0;
    // most recipes are refused, and all of a quick run may be
    const known = fc.sample(recipes, { seed: 1, numRuns: 200 }).find(recipe => rendered(recipe, gateway) !== undefined)!;
    fc.assert(fc.property(recipes, recipe => {
      const wrong = wrongIn(recipe, gateway);
      if (wrong) judged++;
      same(wrong ?? [], [], 'wrong');
    }), { numRuns: runs(100), examples: [[known]] });
    expect(judged).toBeGreaterThan(0);
  }, PATIENCE);
});

describe('what comes past a policy where the spelling is trusted', () => {
  const recipe: Recipe = [[{
    hosts: ['shop.example.com'],
    paths: [
      { path: '/orders', pathType: 'Prefix', guard: 'clerk' }, { path: '/', pathType: 'Prefix', guard: 'everybody' },
    ],
  }]];

  test('nothing is rendered unless it is', () => {
    expect(rendered(recipe, istio())).toBeUndefined();
  });

  test('an application that reads paths in another way than Envoy is open', () => {
    const gateway = istio({}, true);
    const open = openIn(new Tried(recipe, rendered(recipe, gateway)!, gateway), 'shop.example.com', '/orders');
    expect(open).toContain('open: shop.example.com//orders');
    expect(open).toContain('open: shop.example.com/%2Forders');
    expect(open).toContain('open: shop.example.com/;x=1/orders');
    expect(open).toContain('open: shop.example.com/public/..%2forders');
    expect(open).toContain('open: SHOP.EXAMPLE.COM/;x/orders');
    // Envoy resolves these
    expect(open.filter(each => /\/(x\/)?\.\.;\/orders|%2e%2e\/orders|\/x\/\.\.\/orders/.test(each))).toEqual([]);
  });
});
