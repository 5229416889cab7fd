import { MESH, bindOn, chartWith, endpointsOf, findingsOf, kubernetesChart, listening, monitorOf, objectsOf, weblogic, withPorts } from './support';
import { MetricsTrait, MetricsTraitProps, MonitorKind, ScrapeScheme, ScrapeSettings, Workload } from '../../../src';
import { bind, newChart } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { SECRET } from '../../support/texts';

const { HTTP, HTTPS } = ScrapeScheme;

function scraped(props: MetricsTraitProps | undefined, chart = kubernetesChart(), workload: Workload = withPorts(['http', 8080], ['admin', 9090])) {
  const binding = bindOn(chart, workload);
  if (props) new MetricsTrait(binding, 'metrics', props);
  return binding;
}

/** The endpoints of a trait without their places. */
function waysOf(props: MetricsTraitProps | undefined, chart = kubernetesChart(), workload?: Workload) {
  return endpointsOf(scraped(props, chart, workload)).map(({ path: _path, port: _port, ...way }) => way);
}

const TOKEN = { credentials: { name: 'scraping', key: 'token' } };
const OTHER_TOKEN = { credentials: { name: 'admin', key: 'token' } };
const BASIC = (name: string) => ({ basicAuth: { username: { name, key: 'username' }, password: { name, key: 'password' } } });
const CA = { ca: { configMap: { name: 'cart-ca', key: 'ca.crt' } } };
const PORTS = (first: ScrapeSettings, second: ScrapeSettings = {}) => ({ ports: [{ port: 8080, ...first }, { port: 9090, ...second }] });
const meshed = (scrape?: ScrapeSettings) => chartWith({ mesh: { ...MESH.mesh }, scrape });

test('golden: endpoints that are reached over TLS, with tokens', () => {
  const tls = { ca: { secret: { name: 'cart-tls', key: 'ca.crt' } }, serverName: 'cart.ns.svc' };
  const ports = PORTS({ scheme: HTTPS, tls, authorization: TOKEN }, { authorization: { type: 'ApiKey', ...OTHER_TOKEN } });
  expectGolden('kubernetes-scrape-access', objectsOf(scraped({ ...ports, secret: 'cart-metrics', port: 8080, path: '/more' }, chartWith({ monitorKind: MonitorKind.SERVICE_MONITOR }))));
});

describe('the scheme', () => {
  test.each<[string, any, ScrapeSettings | undefined, string[]]>([
    ['of an endpoint goes before that of the trait', { ...PORTS({ scheme: HTTP }), scheme: HTTPS }, undefined, ['http', 'https']],
    ['of the trait goes before that of the provider', { scheme: HTTP }, { scheme: HTTPS }, ['http']],
    ['of the provider is that of a component without a trait', undefined, { scheme: HTTPS }, ['https']],
    ['is http where none is given', {}, {}, ['http']],
  ])('%s', (_, props, scrape, schemes) => {
    expect(waysOf(props, chartWith({ scrape }))).toEqual(schemes.map(scheme => ({ scheme })));
  });

  test.each<[string, any, string[], string | undefined]>([
    ['is https, whatever the provider says', {}, ['https'], 'istio'],
    ['is https without a trait', undefined, ['https'], 'istio'],
    ['is that of the trait, without the scrape class', { scheme: HTTP }, ['http'], undefined],
    ['is that of an endpoint, beside others with the scrape class', PORTS({ scheme: HTTP }), ['http', 'https'], 'istio'],
    ['is that of the trait if it is https, without the scrape class', { scheme: HTTPS, tls: CA }, ['https'], undefined],
  ])('in a mesh %s', (_, props, schemes, scrapeClass) => {
    const binding = scraped(props, meshed({ scheme: HTTP, tls: { insecureSkipVerify: true } }));
    expect(endpointsOf(binding).map(({ scheme }) => scheme)).toEqual(schemes);
    expect(monitorOf(binding).spec.scrapeClass).toBe(scrapeClass);
  });
});

describe('TLS', () => {
  const SKIP = { insecureSkipVerify: true };

  test.each<[string, any, ScrapeSettings | undefined, object[]]>([
    ['of an endpoint goes before that of the trait', { ...PORTS({ tls: SKIP }), scheme: HTTPS, tls: CA }, undefined,
      [{ scheme: 'https', tlsConfig: SKIP }, { scheme: 'https', tlsConfig: CA }]],
    ['of the trait is that of the endpoints over https alone', { ...PORTS({ scheme: HTTPS }), tls: CA }, undefined,
      [{ scheme: 'https', tlsConfig: CA }, { scheme: 'http' }]],
    ['of the provider is for those over https', { ...PORTS({ scheme: HTTPS }) }, { tls: CA }, [{ scheme: 'https', tlsConfig: CA }, { scheme: 'http' }]],
  ])('%s', (_, props, scrape, ways) => {
    expect(waysOf(props, chartWith({ scrape }))).toEqual(ways);
  });

  test('in a mesh is that of the scrape class, or that of the trait if it says https', () => {
    expect(waysOf(undefined, meshed({ scheme: HTTPS, tls: CA }))).toEqual([{ scheme: 'https' }]);
    expect(waysOf({ scheme: HTTPS }, meshed({ tls: CA }))).toEqual([{ scheme: 'https', tlsConfig: CA }]);
  });

  test('has no field that is null', () => {
    const spec = { scheme: 'https', tls: { ca: null, serverName: 'a', insecureSkipVerify: null }, authorization: { type: null, ...TOKEN } };
    expect(waysOf({ overrides: { spec } })).toEqual([{ scheme: 'https', tlsConfig: { serverName: 'a' }, authorization: TOKEN }]);
  });

  const OVER_HTTP = 'is not used: the endpoint is scraped over HTTP; set \'scheme\' to ScrapeScheme.HTTPS, or leave it out';
  const BY_MESH = 'is not used: the endpoint is scraped with the certificates of the mesh; leave it out, or set \'scheme\' to ScrapeScheme.HTTPS if the endpoint itself serves TLS';

  test.each<[string, any, any, string[]]>([
    ['of the trait', { tls: CA }, chartWith(), [`'tls' ${OVER_HTTP}`]],
    ['of the trait, once for all endpoints', { ...PORTS({}), tls: CA }, chartWith(), [`'tls' ${OVER_HTTP}`]],
    ['of an endpoint', { ...PORTS({ scheme: HTTPS }, { tls: CA }), tls: CA }, chartWith(), [`'ports[1].tls' ${OVER_HTTP}`]],
    ['of an endpoint in a mesh', PORTS({ scheme: HTTPS, tls: CA }, { tls: CA }), meshed(), [`'ports[1].tls' ${BY_MESH}`]],
    ['of the trait in a mesh, with an endpoint over HTTP', { ...PORTS({ scheme: HTTP }), tls: CA }, meshed(), [`'tls' ${OVER_HTTP}`]],
    ['of the trait in a mesh', { tls: CA }, meshed({ scheme: HTTPS }), [`'tls' ${BY_MESH}`]],
  ])('fails if it is not used: %s', (_, props, chart, findings) => {
    expect(findingsOf(scraped(props, chart))).toEqual(findings.map(each => `[c/hello/greet/metrics] no-effect: ${each}`));
  });
});

describe('credentials', () => {
  const domain = () => weblogic({ adminServer: {}, monitoringExporter: { configuration: {} } });

  test.each<[string, any, ScrapeSettings | undefined, any, object[]]>([
    ['a token of an endpoint goes before that of the trait', { ...PORTS({ authorization: OTHER_TOKEN }), authorization: TOKEN }, undefined, undefined,
      [{ authorization: OTHER_TOKEN }, { authorization: TOKEN }]],
    ['a token of an endpoint goes before the secret', { ...PORTS({ authorization: TOKEN }), secret: 's' }, undefined, undefined,
      [{ authorization: TOKEN }, BASIC('s')]],
    ['the secret goes before a token of the provider', { secret: 's' }, { authorization: TOKEN }, undefined, [BASIC('s')]],
    ['the token of the provider is for all others', undefined, { authorization: TOKEN }, undefined, [{ authorization: TOKEN }]],
    ['a token of the trait goes before the secret of the workload', { authorization: TOKEN }, undefined, domain, [{ authorization: TOKEN }]],
    ['the secret of the workload goes before a token of the provider', undefined, { authorization: TOKEN }, domain, [BASIC('shop-credentials')]],
  ])('%s', (_, props, scrape, workload, credentials) => {
    expect(waysOf(props, chartWith({ scrape }), workload?.())).toEqual(credentials.map(each => ({ scheme: 'http', ...each })));
  });

  test('of a workload are not those of the endpoints where the trait gives a token', () => {
    expect([{}, { authorization: TOKEN }].map(props => scraped(props, chartWith(), domain()).metrics.secret)).toEqual(['shop-credentials', undefined]);
  });

  test('fail if a trait gives both', () => {
    const both = '[c/hello/greet/metrics] invalid-value: \'authorization\' cannot be set together with \'secret\'; leave one of them out';
    expect(messageOf(() => scraped({ secret: 's', authorization: TOKEN }))).toBe(both);
  });
});

describe('fails with', () => {
  const HIDDEN = 'must be an object, got a string';

  test.each<[string, any, string]>([
    ['another scheme', { scheme: 'HTTPS' }, 'invalid-value: \'scheme\' must be one of http, https, got "HTTPS"; did you mean "https"?'],
    ['no source of the CA', { scheme: HTTPS, tls: { ca: {} } },
      'invalid-value: \'tls.ca\' must have exactly one of secret, configMap, and has none'],
    ['two sources of the CA', { scheme: HTTPS, tls: { ca: { ...CA.ca, secret: { name: 'a', key: 'b' } } } },
      'invalid-value: \'tls.ca\' must have exactly one of secret, configMap, and has secret and configMap'],
    ['a certificate in place of a key', { scheme: HTTPS, tls: { ca: { configMap: { name: 'a', key: '-----BEGIN CERTIFICATE-----' } } } },
      'invalid-value: \'tls.ca.configMap.key\' must be a key of a Secret or a ConfigMap (letters, digits, \'-\', \'_\' and \'.\', at most 253 characters); the value is not shown; '
      + 'give keys alone, never what they hold'],
    ['no name of the server', { scheme: HTTPS, tls: { serverName: '' } }, 'invalid-value: \'tls.serverName\' must be a non-empty string, got ""'],
    ['a token in place of its reference', { authorization: 'hunter2' }, `invalid-type: 'authorization' ${HIDDEN}`],
    ['a token in place of its key', { authorization: { credentials: 'hunter2' } }, `invalid-type: 'authorization.credentials' ${HIDDEN}`],
    ['a token in place of a name', { authorization: { credentials: { name: 'Hunter 2', key: 'token' } } }, `invalid-name: 'authorization.credentials.name' ${SECRET}`],
    ['no token', { authorization: {} }, 'missing-field: \'authorization.credentials\' is required'],
    ['Basic, which has a field of its own', { authorization: { type: 'basic', ...TOKEN } },
      'invalid-value: \'authorization.type\' must be a scheme such as Bearer, in one word and other than Basic, got a string; '
      + 'give a user name and a password by \'secret\', and a token by \'credentials\''],
    ['a token in the scheme', { ports: [{ authorization: { type: 'Bearer hunter2', ...TOKEN } }] },
      'invalid-value: \'ports[0].authorization.type\' must be a scheme such as Bearer, in one word and other than Basic, got a string; '
      + 'give a user name and a password by \'secret\', and a token by \'credentials\''],
    ['a field that there is not', { scheme: HTTPS, tls: { insecureSkipVerfy: true } },
      'unknown-field: \'tls.insecureSkipVerfy\' is an unknown field; expected one of ca, serverName, insecureSkipVerify; did you mean "insecureSkipVerify"?'],
  ])('%s', (_, props, message) => {
    expect(messageOf(() => scraped(props))).toBe(`[c/hello/greet/metrics] ${message}`);
  });

  test('the same of the provider', () => {
    expect(messageOf(() => chartWith({ scrape: { authorization: { credentials: 'hunter2' } } as any }))).toBe(`[KubernetesPlatform] invalid-type: 'metrics.scrape.authorization.credentials' ${HIDDEN}`);
  });
});

describe('on an OAM platform', () => {
  const props = { scheme: HTTPS, tls: CA, ports: [{ port: 8080, authorization: TOKEN }] };

  test('they fail, each by its field', () => {
    const dropped = (path: string) => `  pruned-field: '${path}' is dropped by the API server of the OAM platform of "verrazzano", whose CRD does not have it; `
      + 'leave it out, or install an OamPlatform with hasExtendedCrds: true if the CRD in your cluster has it';
    expect(messageOf(() => new MetricsTrait(bind(listening()), 'metrics', props)))
      .toBe(['[c/hello/greet/metrics] 3 findings:', ...['scheme', 'tls', 'ports[0].authorization'].map(dropped)].join('\n'));
  });

  test('they are written if its CRDs have them', () => {
    const chart = newChart({ hasExtendedCrds: true });
    new MetricsTrait(bind(listening(), {}, chart), 'metrics', props);
    expect(chart.toJson().find((each: any) => each.spec.components).spec.components[0].traits[0].trait.spec).toEqual(props);
  });
});
