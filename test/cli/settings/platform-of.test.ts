import { Duration } from 'cdk8s';
import { fieldSchema, SETTINGS_PATHS, inEmptyFolder, outcomeOf, settingsOfValue } from './support';
import { settingsOfFlags } from '../../../src/cli/settings';
import { SettingsValue, Target } from '../../../src/cli/settings/fields';
import { settingsPathOf } from '../../../src/cli/settings/platform-of';
import { writtenFile } from '../../../src/cli/settings/settings';
import { pathOf, showPath } from '../../../src/base/findings/finding';
import {
  GatewayListener, GatewayApiIngressProps, GatewayApiVersion, GatewayDescription, GatewayImplementation,
  IngressProvider, IstioApiVersion, IstioIngressProps, IngressProviderProps, KubernetesPlatform, ListenerProtocol,
  NamespacesFrom, KubernetesPlatformProps, MonitoringProvider, MetricsTraitShape, MonitorKind, OamPlatform, OamPlatformProps, Platform,
  PrometheusOperatorProps, RelabelAction, Scraper, ScrapeScheme, SeriesLabels, TlsCertificate,
} from '../../../src/index';
import { merge } from '../../../src/base/plain';

const write = inEmptyFolder();

const PROMETHEUS: PrometheusOperatorProps = {
  namespace: 'monitoring',
  name: 'k8s',
  monitorSelector: {},
  monitorNamespaceSelector: {},
  replaces: [Scraper.parse('other/scraper')],
  seriesLabels: SeriesLabels.PLATFORM,
};
const INGRESS: IngressProviderProps = { tls: TlsCertificate.insecureNone(), domain: 'example.com', className: 'nginx' };

/** The same as settings. */
const SETTINGS: SettingsValue = {
  platform: 'kubernetes',
  kubernetes: {
    prometheus: { namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, replaces: ['other/scraper'] },
    ingress: { className: 'nginx', tls: { insecureNone: true }, domain: 'example.com', controller: 'ingress-nginx' },
  },
};

const platform = (props: Partial<KubernetesPlatformProps>) => new KubernetesPlatform({
  metrics: MonitoringProvider.prometheusOperator(PROMETHEUS), ingress: IngressProvider.nginx(INGRESS), ...props,
});
function withPrometheus(props: Partial<PrometheusOperatorProps>): KubernetesPlatform {
  return platform({ metrics: MonitoringProvider.prometheusOperator({ ...PROMETHEUS, ...props }) });
}

function withIngress(props: Partial<IngressProviderProps>): KubernetesPlatform {
  return platform({ ingress: IngressProvider.nginx({ ...INGRESS, ...props }) });
}

const OAM: OamPlatformProps = {
  vendor: 'verrazzano',
  systemNamespace: 'verrazzano-system',
  systemScraper: Scraper.parse('verrazzano-system/vmi-system-prometheus-0'),
  writeDefaultMetricsTraits: false,
};

const LABELLED = { matchExpressions: [{ key: 'team', operator: 'In', values: ['shop', 'cart'] }] };

/** The settings of a field, whole. */
const at = (field: string, value: unknown): any => field.split('.').reduceRight((inner, name) => ({ [name]: inner }), value);

/** A field, its value, and the platform that has it too. */
const CASES: [field: string, value: unknown, byHand: () => Platform][] = [
  ['vendor', 'acme', () => platform({ vendor: 'acme' })],
  ['workloadKindPrefix', 'Acme', () => platform({ workloadKindPrefix: 'Acme' })],
  ['kubernetes.clusterName', 'berlin', () => platform({ clusterName: 'berlin' })],
  ['kubernetes.weblogicExporter.enabled', false, () => platform({ weblogicExporter: { enabled: false } })],
  ['kubernetes.weblogicExporter.image', 'example/exporter:2.3', () => platform({ weblogicExporter: { image: 'example/exporter:2.3' } })],
  ['kubernetes.prometheus.namespace', 'other', () => withPrometheus({ namespace: 'other', monitorNamespaceSelector: undefined })],
  ['kubernetes.prometheus.name', 'other', () => withPrometheus({ name: 'other' })],
  ['kubernetes.prometheus.monitorKind', 'ServiceMonitor', () => withPrometheus({ monitorKind: MonitorKind.SERVICE_MONITOR })],
  ['kubernetes.prometheus.monitorSelector', { matchLabels: { release: 'prometheus' } }, () => withPrometheus({ monitorSelector: { matchLabels: { release: 'prometheus' } } })],
  ['kubernetes.prometheus.monitorSelector', LABELLED, () => withPrometheus({ monitorSelector: LABELLED })],
  ['kubernetes.prometheus.monitorNamespaceSelector', LABELLED, () => withPrometheus({ monitorNamespaceSelector: LABELLED })],
  ['kubernetes.prometheus.namespaceLabels', { ns: { team: 'shop' } }, () => withPrometheus({ namespaceLabels: { ns: { team: 'shop' } } })],
  ['kubernetes.prometheus.monitorLabels', { team: 'shop' }, () => withPrometheus({ monitorLabels: { team: 'shop' } })],
  ['kubernetes.prometheus.seriesLabels', 'operator', () => withPrometheus({ seriesLabels: SeriesLabels.OPERATOR })],
  ['kubernetes.prometheus.podTargetLabels', ['app'], () => withPrometheus({ podTargetLabels: ['app'] })],
  ['kubernetes.prometheus.extraLabels', { environment: 'test' }, () => withPrometheus({ extraLabels: { environment: 'test' } })],
  ['kubernetes.prometheus.scrape', { keepMetrics: ['http_.*'], scheme: 'https', tls: { insecureSkipVerify: true } },
    () => withPrometheus({ scrape: { keepMetrics: ['http_.*'], scheme: ScrapeScheme.HTTPS, tls: { insecureSkipVerify: true } } })],
  ['kubernetes.prometheus.scrape.interval', '1m30s', () => withPrometheus({ scrape: { interval: Duration.seconds(90) } })],
  ['kubernetes.prometheus.scrape.timeout', '2000ms', () => withPrometheus({ scrape: { timeout: Duration.seconds(2) } })],
  ['kubernetes.prometheus.scrape.honorTimestamps', false, () => withPrometheus({ scrape: { honorTimestamps: false } })],
  ['kubernetes.prometheus.scrape.scheme', 'https', () => withPrometheus({ scrape: { scheme: ScrapeScheme.HTTPS } })],
  ['kubernetes.prometheus.scrape.authorization', { type: 'ApiKey', credentials: { name: 'scraping', key: 'token' } },
    () => withPrometheus({ scrape: { authorization: { type: 'ApiKey', credentials: { name: 'scraping', key: 'token' } } } })],
  ['kubernetes.prometheus.scrape.keepMetrics', ['http_.*'], () => withPrometheus({ scrape: { keepMetrics: ['http_.*'] } })],
  ['kubernetes.prometheus.scrape.dropMetrics', ['go_.*'], () => withPrometheus({ scrape: { dropMetrics: ['go_.*'] } })],
  ['kubernetes.prometheus.scrape.metricRelabelings', [{ action: 'labeldrop', regex: 'a' }],
    () => withPrometheus({ scrape: { metricRelabelings: [{ action: RelabelAction.LABEL_DROP, regex: 'a' }] } })],
  ['kubernetes.prometheus.mesh', { namespaces: ['ns'], scrapeClass: 'istio' }, () => withPrometheus({ mesh: { namespaces: ['ns'], scrapeClass: 'istio' } })],
  ['kubernetes.prometheus.replaces', [], () => withPrometheus({ replaces: [] })],
  ['kubernetes.ingress.className', 'traefik', () => withIngress({ className: 'traefik' })],
  ['kubernetes.ingress.domain', 'example.org', () => withIngress({ domain: 'example.org' })],
  ['kubernetes.ingress.controller', 'haproxy-ingress', () => platform({ ingress: IngressProvider.haproxyIngress(INGRESS) })],
  ['kubernetes.ingress.annotations', { 'example.com/owner': 'shop' }, () => withIngress({ annotations: { 'example.com/owner': 'shop' } })],
  ['kubernetes.ingress.tls.clusterIssuer', 'main', () => withIngress({ tls: TlsCertificate.clusterIssuer('main') })],
  ['kubernetes.ingress.tls.issuer', 'main', () => withIngress({ tls: TlsCertificate.issuer('main') })],
  ['kubernetes.ingress.tls.secretName', 'main', () => withIngress({ tls: TlsCertificate.secret('main') })],
  ['kubernetes.ingress.tls.insecureNone', true, () => platform({})],
];

/** What does not show in the outcome by itself. */
const BESIDE: Record<string, SettingsValue> = {
  // its own namespace tells it only where others are not selected
  'kubernetes.prometheus.namespace': { kubernetes: { prometheus: { monitorNamespaceSelector: undefined } } },
};

/** What makes no difference to the outcome, or not by itself. */
const NO_DIFFERENCE = ['kubernetes.prometheus.name', 'kubernetes.prometheus.namespaceLabels', 'kubernetes.ingress.tls.insecureNone'];

const outcome = (value: unknown) => outcomeOf(settingsOfValue(value).platform);

describe('without an OAM platform', () => {
  const BASE = outcomeOf(platform({}));

  test.each(CASES)('%s reaches the platform: %j', (field, value, byHand) => {
    const { kubernetes: { ingress: { tls: _, ...ingress }, ...others } = {} as any } = SETTINGS as any;
    const base = field.includes('.tls.') ? { ...SETTINGS, kubernetes: { ...others, ingress } } : SETTINGS;
    const settings = without(merge(merge(base, BESIDE[field] ?? {}), at(field, value)));
    // nothing is lost or added, whichever way it comes
    const expected = outcomeOf(byHand());
    expect(outcome(settings)).toEqual(expected);
    if (!NO_DIFFERENCE.includes(field)) expect(expected).not.toEqual(BASE);
    write(JSON.stringify(settings));
    expect(writtenFile().value).toEqual(settings);
  });

  test('names of the Prometheus and labels of namespaces make one where monitors are selected by them', () => {
    const selecting = { kubernetes: { prometheus: { monitorNamespaceSelector: LABELLED } } };
    const base: any = merge(SETTINGS, selecting);
    expect(outcome(base).findings.join()).toContain('Prometheus monitoring/k8s selects no other namespaces');
    expect(outcome(merge(base, at('kubernetes.prometheus.name', 'other'))).findings.join()).toContain('Prometheus monitoring/other selects no other namespaces');
    expect(outcome(merge(base, at('kubernetes.prometheus.namespaceLabels', { ns: { team: 'shop' } }))).findings).toEqual([]);
  });

  test('without an ingress there is none', () => {
    const { kubernetes: { ingress: _, ...kubernetes } } = SETTINGS as any;
    expect(outcome({ ...SETTINGS, kubernetes })).toEqual(outcomeOf(platform({ ingress: undefined })));
    expect(outcome({ ...SETTINGS, kubernetes }).findings.join()).toContain('no-ingress-provider: ');
  });

  test('no finding is made by the settings themselves', () => {
    expect(outcome(SETTINGS).findings).toEqual([]);
    expect(outcome(SETTINGS)).toEqual(BASE);
  });
});

describe('for an OAM platform', () => {
  test.each<[string, unknown, Partial<OamPlatformProps>]>([
    ['vendor', 'acme', { vendor: 'acme' }],
    ['workloadKindPrefix', 'Acme', { workloadKindPrefix: 'Acme' }],
    ['oam.metricsTraitShape', 'single-port', { metricsTraitShape: MetricsTraitShape.SINGLE_PORT }],
  ])('%s reaches the platform: %j', (field, value, props) => {
    const settings = { platform: 'oam', ...at(field, value) };
    expect(outcome(settings)).toEqual(outcomeOf(new OamPlatform({ ...OAM, ...props })));
    expect(outcome(settings)).not.toEqual(outcome({ platform: 'oam' }));
  });

  test('system namespace and scraper reach the platform, and make no difference to what is rendered and found', () => {
    const own = { systemNamespace: 'acme-system', systemScraper: 'acme-monitoring/prometheus' };
    const { platform: oam } = settingsOfValue({ platform: 'oam', oam: own });
    expect([oam.systemNamespace, `${oam.systemScraper}`]).toEqual(['acme-system', 'acme-monitoring/prometheus']);
    for (const others of [{}, { vendor: 'acme' }, { oam: { metricsTraitShape: 'single-port' } }]) {
      const settings = { platform: 'oam', ...others };
      expect(outcome(merge(settings, { oam: own }))).toEqual(outcome(settings));
    }
  });

  test('oam.hasExtendedCrds reaches the platform', () => {
    const prunes = (oam: object) => settingsOfValue({ platform: 'oam', oam }).platform._prunedBy;
    expect([{}, { hasExtendedCrds: false }, { hasExtendedCrds: true }].map(prunes)).toEqual(['verrazzano', 'verrazzano', undefined]);
  });

  test('the reference platform\'s own objects are known, and no one else\'s', () => {
    const owned = (value: SettingsValue) => settingsOfValue({ platform: 'oam', ...value }).platform._owned();
    expect(owned({})).toEqual(OamPlatform.verrazzano()._owned());
    expect(owned({ workloadKindPrefix: 'Vz' })).toEqual(OamPlatform.verrazzano()._owned());
    expect(owned({ vendor: 'acme' })).toEqual([]);
  });

  test('nothing is added to what was read', () => {
    const { objects } = outcome({ platform: 'oam' });
    const application = objects.find(({ kind }) => kind === 'ApplicationConfiguration');
    expect(application.spec.components.map(({ traits }: any) => traits?.map(({ trait }: any) => trait.kind))).toEqual([['MetricsTrait', 'IngressTrait'], undefined, undefined]);
  });
});

test.each<[string, Target, string]>([
  ['vendor', 'oam', 'vendor'],
  ['workloadKindPrefix', 'kubernetes', 'workloadKindPrefix'],
  ['clusterName', 'kubernetes', 'kubernetes.clusterName'],
  ['metrics.monitorSelector', 'kubernetes', 'kubernetes.prometheus.monitorSelector'],
  ['ingress.className', 'kubernetes', 'kubernetes.ingress.className'],
  ['weblogicExporter.image', 'kubernetes', 'kubernetes.weblogicExporter.image'],
  ['systemScraper', 'oam', 'oam.systemScraper'],
])('the property %s of a platform %s is the field %s', (property, target, field) => {
  expect(showPath(settingsPathOf(pathOf(property), target))).toBe(field);
  expect(SETTINGS_PATHS).toContain(field);
});

/** What says nothing of the platform: settings.test.ts tries it. */
/** The settings of a way into the cluster other than Ingresses, without and with a field. */
const wayWith = (way: object, field?: string, value?: unknown): any => {
  const { kubernetes: { ingress: _, ...kubernetes }, ...others } = SETTINGS as any;
  const settings = { ...others, kubernetes: { ...kubernetes, ingress: { domain: 'example.com', ...way } } };
  return field === undefined ? settings : merge(settings, at(field, value));
};

const PODS = { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' } };
const ISSUERS = [{ issuer: 'https://login.example.com', jwksUri: 'https://login.example.com/keys' }];
const BY_ISTIO: IstioIngressProps = { gateway: PODS, tls: TlsCertificate.clusterIssuer('main'), domain: 'example.com' };
const LISTENERS: GatewayListener[] = [
  { name: 'https', hostname: '*.example.com', allowedRoutes: { namespaces: NamespacesFrom.ALL } }, { name: 'inner', port: 8443, allowedRoutes: { namespaces: NamespacesFrom.ALL } },
];
const GATEWAY = { namespace: 'gateways', name: 'shared', listeners: LISTENERS, apiVersion: GatewayApiVersion.V1_5, allowedListeners: { namespaces: NamespacesFrom.ALL } };
const BY_GATEWAY: GatewayApiIngressProps = { gateway: GATEWAY, implementation: GatewayImplementation.ENVOY_GATEWAY, domain: 'example.com' };

const istio = (props: Partial<IstioIngressProps> = {}) => platform({ ingress: IngressProvider.istio({ ...BY_ISTIO, ...props }) });
const gatewayApi = (props: Partial<GatewayApiIngressProps> = {}) => platform({ ingress: IngressProvider.gatewayApi({ ...BY_GATEWAY, ...props }) });
const withGateway = (more: Partial<GatewayDescription>) => gatewayApi({ gateway: { ...GATEWAY, ...more } });

const WAYS = {
  istio: { istio: { gateway: PODS }, tls: { clusterIssuer: 'main' } },
  gatewayApi: { gatewayApi: { gateway: GATEWAY, implementation: 'envoy-gateway' } },
};

/** A field of another way than Ingresses, its value, and the platform that has it too. */
const CASES_OF_WAYS: [way: keyof typeof WAYS, field: string, value: unknown, byHand: () => Platform][] = [
  ['istio', 'istio.gateway.namespace', 'gateways', () => istio({ gateway: { ...PODS, namespace: 'gateways' } })],
  ['istio', 'istio.gateway.podLabels', { istio: 'ingressgateway', app: 'gateway' }, () => istio({ gateway: { ...PODS, podLabels: { istio: 'ingressgateway', app: 'gateway' } } })],
  ['istio', 'istio.redirectsHttp', true, () => istio({ redirectsHttp: true })],
  ['istio', 'istio.scopesGatewaysToNamespace', true, () => istio({ scopesGatewaysToNamespace: true })],
  ['istio', 'istio.apiVersion', 'v1beta1', () => istio({ apiVersion: IstioApiVersion.V1BETA1 })],
  ['istio', 'domain', 'example.org', () => istio({ domain: 'example.org' })],
  ['istio', 'tls.clusterIssuer', 'other', () => istio({ tls: TlsCertificate.clusterIssuer('other') })],
  ['gatewayApi', 'gatewayApi.gateway.namespace', 'other', () => withGateway({ namespace: 'other' })],
  ['gatewayApi', 'gatewayApi.gateway.name', 'other', () => withGateway({ name: 'other' })],
  ['gatewayApi', 'gatewayApi.gateway.listeners', [{ name: 'tls', allowedRoutes: { namespaces: 'All' } }],
    () => withGateway({ listeners: [{ name: 'tls', allowedRoutes: { namespaces: NamespacesFrom.ALL } }] })],
  ['gatewayApi', 'gatewayApi.gateway.listeners', [{ name: 'https', protocol: 'HTTP' }],
    () => withGateway({ listeners: [{ name: 'https', protocol: ListenerProtocol.HTTP }] })],
  ['gatewayApi', 'gatewayApi.sectionNames', ['https'], () => gatewayApi({ sectionNames: ['https'] })],
  ['gatewayApi', 'gatewayApi.implementation', 'traefik', () => gatewayApi({ implementation: GatewayImplementation.TRAEFIK })],
  ['gatewayApi', 'tls', { clusterIssuer: 'main' }, () => gatewayApi({ listenerSets: TlsCertificate.clusterIssuer('main') })],
  ['gatewayApi', 'domain', 'example.org', () => gatewayApi({ domain: 'example.org' })],
];

describe('ways into the cluster other than Ingresses', () => {
  test.each(CASES_OF_WAYS)('of %s, %s reaches the platform: %j', (way, field, value, byHand) => {
    const settings = wayWith(WAYS[way], `kubernetes.ingress.${field}`, value);
    const expected = outcomeOf(byHand());
    expect(outcome(settings)).toEqual(expected);
    expect(expected).not.toEqual(outcomeOf({ istio, gatewayApi }[way]()));
    write(JSON.stringify(settings));
    expect(writtenFile().value).toEqual(settings);
  });

  test('render nothing but what a program renders', () => {
    expect(outcome(wayWith(WAYS.istio))).toEqual(outcomeOf(istio()));
    expect(outcome(wayWith(WAYS.gatewayApi))).toEqual(outcomeOf(gatewayApi()));
    expect([wayWith(WAYS.istio), wayWith(WAYS.gatewayApi)].map(each => outcome(each).findings)).toEqual([[], []]);
  });

  test('take what does not show in these objects', () => {
    const checked = (settings: unknown) => settingsOfValue(settings).platform as any;
    const parts = (settings: unknown) => checked(settings).context.ingress._parts;
    expect(parts(wayWith({ ...WAYS.gatewayApi }, 'kubernetes.ingress.gatewayApi.pods', PODS)).pods()).toEqual(PODS);
    for (const [way, field, value] of [
      ['istio', 'istio', { gateway: { ...PODS, tcpPorts: [5432] }, requestAuthentication: 'Rendered', dataPlane: 'ambient', insecureTrustsSpelling: true }], ['gatewayApi', 'gatewayApi', { rendersReferenceGrants: true }],
      ['gatewayApi', 'gatewayApi.gateway', { namespaceLabels: { ns: { a: 'b' } }, grantedSecretNamespaces: ['ns'], apiVersion: '1.6', allowedListeners: { namespaces: 'Same' } }],
    ] as const) {
      const settings = merge(wayWith({ ...WAYS[way], jwtIssuers: way === 'istio' ? ISSUERS : undefined }), at(`kubernetes.ingress.${field}`, value));
      expect(parts(without(settings)).check()).toEqual([]);
    }
  });

  test('take what Istio needs for policies at a Gateway', () => {
    const gateway = { gateway: GATEWAY, implementation: 'istio', pods: { namespace: 'gateways', podLabels: { 'gateway.networking.k8s.io/gateway-name': 'shared' } } };
    const checkOf = (policies?: object) => {
      const settings = merge(without(wayWith({ gatewayApi: { ...gateway, ...policies && { istio: policies } } })), at('kubernetes.ingress.jwtIssuers', ISSUERS));
      return () => settingsOfValue(settings).platform;
    };
    expect(checkOf({ requestAuthentication: 'Rendered', tcpPorts: [5432], insecureTrustsSpelling: true })).not.toThrow();
    expect(checkOf()).toThrow('[cdk8s-oam] missing-field: \'kubernetes.ingress.gatewayApi.istio\' is required with \'jwtIssuers\'');
  });

  test.each<[string, unknown, string]>([
    ['istio.gateway', { namespace: 'istio-system' }, 'missing-field: \'kubernetes.ingress.istio.gateway.podLabels\' is required'],
    ['className', 'nginx', 'invalid-value: \'kubernetes.ingress.className\' cannot be set together with \'kubernetes.ingress.istio\'; leave one of them out'],
    ['gatewayApi', {}, 'invalid-value: \'kubernetes.ingress.istio\' cannot be set together with \'kubernetes.ingress.gatewayApi\'; leave one of them out'],
    ['jwtIssuers', ISSUERS, 'missing-field: \'kubernetes.ingress.istio.requestAuthentication\' is required with \'jwtIssuers\''],
  ])('fails when %s is %j', (field, value, text) => {
    const { kubernetes: { ingress, ...kubernetes }, ...others } = wayWith(WAYS.istio);
    const changed = field === 'istio.gateway' ? { ...ingress, istio: { gateway: value } } : { ...ingress, [field]: value };
    expect(() => outcome({ ...others, kubernetes: { ...kubernetes, ingress: changed } })).toThrow(`[cdk8s-oam] ${text}`);
  });

  test('fails when issuers are given for Ingresses', () => {
    expect(() => outcome(merge(SETTINGS, at('kubernetes.ingress.jwtIssuers', ISSUERS)))).toThrow('[cdk8s-oam] invalid-value: \'kubernetes.ingress.jwtIssuers\' is for '
      + '\'kubernetes.ingress.gatewayApi\' and \'kubernetes.ingress.istio\', and neither is set; set one of them, or leave it out');
  });
});

const OF_SCHEMAS = ['kubernetesVersion', 'schemas', 'requireSchemas', 'uncheckedKinds', 'accept', 'insecureAccept'];

test('each field is tried', () => {
  const ofWays = CASES_OF_WAYS.map(([, field]) => `kubernetes.ingress.${field}`);
  const hidden = ['pods', 'rendersReferenceGrants', 'istio', 'gateway.namespaceLabels', 'gateway.grantedSecretNamespaces', 'gateway.apiVersion', 'gateway.allowedListeners']
    .map(field => `kubernetes.ingress.gatewayApi.${field}`);
  const ofIstio = ['gateway.tcpPorts', 'requestAuthentication', 'dataPlane', 'insecureTrustsSpelling'].map(field => `kubernetes.ingress.istio.${field}`);
  const tried = [...CASES.map(([field]) => field), ...ofWays, ...hidden, ...ofIstio, 'kubernetes.ingress.jwtIssuers', 'platform', 'defaultNamespace', ...OF_SCHEMAS, 'oam.metricsTraitShape', 'oam.hasExtendedCrds', 'oam.systemNamespace', 'oam.systemScraper'];
  expect(SETTINGS_PATHS.filter(field => !tried.some(each => field === each || field.startsWith(`${each}.`) || each.startsWith(`${field}.`)))).toEqual([]);
});

test('defaults are those of the platforms', () => {
  const defaults = SETTINGS_PATHS.flatMap(field => 'default' in fieldSchema(field) ? [[field, fieldSchema(field).default]] : []) as [string, unknown][];
  expect(defaults.map(([field]) => field)).toEqual(
    [
      'vendor', 'requireSchemas', 'kubernetes.clusterName', 'kubernetes.prometheus.monitorKind', 'kubernetes.prometheus.seriesLabels', 'kubernetes.prometheus.scrape.scheme',
      'kubernetes.prometheus.scrape.tls.insecureSkipVerify', 'kubernetes.prometheus.replaces',
      'kubernetes.ingress.gatewayApi.gateway.apiVersion', 'kubernetes.ingress.gatewayApi.istio.insecureTrustsSpelling', 'kubernetes.ingress.gatewayApi.rendersReferenceGrants',
      'kubernetes.ingress.istio.redirectsHttp',
      'kubernetes.ingress.istio.scopesGatewaysToNamespace', 'kubernetes.ingress.istio.dataPlane', 'kubernetes.ingress.istio.apiVersion', 'kubernetes.ingress.istio.insecureTrustsSpelling',
      'kubernetes.weblogicExporter.enabled', 'oam.metricsTraitShape', 'oam.hasExtendedCrds',
    ]);
  const [ofWays, others] = [true, false].map(isOfWay => defaults.filter(([field]) => field.startsWith('kubernetes.ingress.') === isOfWay));
  for (const [way, settings] of Object.entries(WAYS)) {
    const own = ofWays.filter(([field]) => field.startsWith(`kubernetes.ingress.${way}.`) && !/\.gateway\.apiVersion$|\.gatewayApi\.istio\./.test(field));
    expect(own.length).toBeGreaterThan(0);
    expect(outcome(own.reduce<any>((all, [field, value]) => merge(all, at(field, value)), wayWith(settings)))).toEqual(outcome(wayWith(settings)));
  }
  const written = others.reduce<any>((settings, [field, value]) => merge(settings, at(field, value)), {});
  const { kubernetes: { prometheus: { replaces: _, ...prometheus }, ...kubernetes } } = SETTINGS as any;
  for (const settings of [{ platform: 'oam' }, { ...SETTINGS, kubernetes: { ...kubernetes, prometheus } }]) {
    expect(outcome(merge(settings, written))).toEqual(outcome(settings));
  }
});

/** Without what is said to be undefined. */
function without(value: unknown): any {
  return JSON.parse(JSON.stringify(value));
}

test.each([['Ingresses', SETTINGS], ['Istio', wayWith(WAYS.istio)], ['the Gateway API', wayWith(WAYS.gatewayApi)], ['OAM', { platform: 'oam' }]])('a file of them gives the same, with %s', (_, settings) => {
  write(JSON.stringify(settings));
  expect(outcomeOf(settingsOfFlags({}).platform)).toEqual(outcome(settings));
});
