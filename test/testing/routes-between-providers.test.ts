import { readdirSync, readFileSync } from 'fs';
import { dirname, join, resolve } from 'path';
import { prometheus } from '../../examples/platforms';
import {
  GatewayImplementation, IngressProvider, IstioRequestAuthentication, KubernetesPlatform, NamespacesFrom, TlsCertificate,
} from '../../src';
import { isManifestAssertionError } from '../../src/testing/errors';
import { Manifests } from '../../src/testing';
import { runExample } from '../on-cluster/support/examples';
import { PROGRAMS } from '../examples/programs';
import { gatewayOf } from '../cluster/routes/gateways';

const domain = 'apps.example.com';
const jwtIssuers = [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/.well-known/jwks.json', audiences: ['store'] }];

/** Every way to let requests in. */
const PROVIDERS = {
  'Ingress': IngressProvider.nginx({ className: 'nginx', domain, tls: TlsCertificate.clusterIssuer('letsencrypt') }),
  'Gateway API': IngressProvider.gatewayApi({
    gateway: { name: 'public', namespace: 'infra', listeners: [{ name: 'https', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] },
    implementation: GatewayImplementation.ENVOY_GATEWAY,
    domain,
    jwtIssuers,
  }),
  'Istio': IngressProvider.istio({
    gateway: { namespace: 'istio-ingress', podLabels: { istio: 'ingress' } },
    tls: TlsCertificate.clusterIssuer('letsencrypt'),
    redirectsHttp: true,
    domain,
    jwtIssuers,
    requestAuthentication: IstioRequestAuthentication.RENDERED,
  }),
};
type Provider = keyof typeof PROVIDERS;
const NAMES = Object.keys(PROVIDERS) as Provider[];

/** The Gateway that the provider describes. */
const GATEWAY = JSON.stringify(gatewayOf(['https * 443 HTTPS']));

const MANIFESTS = new Map<string, Manifests>();

/** What a program writes for a provider; it runs once for each. */
function manifestsOf(program: string, provider: Provider): Manifests {
  const key = `${program} ${provider}`;
  const known = MANIFESTS.get(key) ?? manifestsWritten(program, provider);
  MANIFESTS.set(key, known);
  return known;
}

function manifestsWritten(program: string, provider: Provider): Manifests {
  const platform = new KubernetesPlatform({ metrics: prometheus, ingress: PROVIDERS[provider], scraperUser: 'metrics' });
  const { files } = runExample(`examples/${program}/main.ts`, () => platform);
  return Manifests.ofYaml([GATEWAY, ...files.map(file => readFileSync(file, 'utf8'))].join('\n---\n'));
}

/** The paths of requests that two providers lead differently. */
function differencesOf(program: string, before: Provider, after: Provider): string[] {
  try {
    Manifests.sameRoutes(manifestsOf(program, before), manifestsOf(program, after));
    return [];
  } catch (error) {
    if (!isManifestAssertionError(error)) throw error;
    return error.findings.slice(1).flatMap(({ parameters: { paths } }) => paths as string[]).sort();
  }
}

/** Paths that begin with the text of a prefix and are not below it. */
const besides = (prefixes: readonly string[]) => prefixes.map(each => `${each}X`);

/** The prefixes of each program: what begins so leads there by Istio, and by no other provider. */
const PREFIXES: Readonly<Record<string, readonly string[]>> = {
  'bobs-books': ['/bobbys-front-end', '/bobs-bookstore-order-manager/books', '/bobs-bookstore-order-manager/orders'],
  // of two applications
  'hello-helidon': ['/greet', '/greet'],
  'online-boutique': [],
  'readme': [],
  'shop': [],
  'sock-shop': ['/addresses', '/cards', '/carts', '/catalogue', '/customers', '/login', '/orders', '/payment', '/register', '/shipping'],
};
/** Those whose neighbours another route takes otherwise. */
const TAKEN_OTHERWISE = ['bobs-books'];

describe.each(Object.entries(PREFIXES))('%s', (program, prefixes) => {
  test('leads requests alike by an Ingress and by the Gateway API', () => {
    expect([differencesOf(program, 'Ingress', 'Gateway API'), differencesOf(program, 'Gateway API', 'Ingress')]).toEqual([[], []]);
  });

  test.each(['Ingress', 'Gateway API'] as const)('differs between Istio and %s by the prefixes of texts alone', other => {
    expect(differencesOf(program, 'Istio', other)).toEqual(besides(prefixes));
    expect(differencesOf(program, other, 'Istio')).toEqual(TAKEN_OTHERWISE.includes(program) ? besides(prefixes) : []);
  });

  test.each(NAMES)('has no route that is hidden, or claimed twice, by %s', name => {
    manifestsOf(program, name).hasDistinctRoutes();
  });
});

/** Programs with policies, and what differs between Istio and the Gateway API beside how odd paths are closed. */
const WITH_POLICIES: Readonly<Record<string, string>> = {
  'gateway-api': '/tradeX',
  'istio': '/api',
};

describe.each(Object.entries(WITH_POLICIES))('%s, which has policies', (program, difference) => {
  // spellings that the pods may read otherwise have no backend where a regular expression can catch them
  const ODD = ['/*//', '/*;', '/*a\\a', '//', '///*', '//X'];

  test('differs by the meaning of a prefix, and by how odd paths are closed', () => {
    expect(differencesOf(program, 'Istio', 'Gateway API')).toEqual([...ODD, difference].sort());
    expect(differencesOf(program, 'Gateway API', 'Istio')).toEqual([...ODD, difference].sort());
    for (const name of ['Istio', 'Gateway API'] as const) manifestsOf(program, name).hasDistinctRoutes();
  });

  test('fails when it is for Ingresses', () => {
    expect(() => manifestsOf(program, 'Ingress')).toThrow("not-expressible: 'rules[0].paths[0].authorizationPolicy'");
  });
});

test('no program with IngressTraits is left out', () => {
  const routed = PROGRAMS.filter(program => {
    const folder = resolve(__dirname, '../..', dirname(program));
    return readdirSync(folder).filter(file => file.endsWith('.ts')).some(file => readFileSync(join(folder, file), 'utf8').includes('new IngressTrait('));
  });
  expect(Object.keys({ ...PREFIXES, ...WITH_POLICIES }).map(each => `examples/${each}/main.ts`)).toEqual(expect.arrayContaining(routed));
});
