import { Duration } from 'cdk8s';
import { inEmptyFolder, outcomeOf } from './support';
import { settingsOf, settingsOfValue } from '../../../src/cli/settings';
import { FIELDS, SettingsValue, fieldAt, Target } from '../../../src/cli/settings/fields';
import { fieldOf } from '../../../src/cli/settings/platform-of';
import { writtenFile } from '../../../src/cli/settings/settings';
import { fieldSchema } from '../../../src/cli/settings/types';
import { pathOf, showPath } from '../../../src/findings/path';
import {
  CertificateIssuerKind, IngressController, IngressProvider, KubernetesIngressProps, KubernetesPlatform,
  KubernetesPlatformProps, MonitoringProvider, MetricsTraitShape, MonitorKind, OamPlatform, OamPlatformProps, Platform,
  PrometheusOperatorProps, RelabelAction, Scraper, ScrapeScheme, SeriesLabels, TlsCertificate,
} from '../../../src/index';
import { merge } from '../../../src/private/plain';

const write = inEmptyFolder();

const PROMETHEUS: PrometheusOperatorProps = {
  namespace: 'monitoring',
  name: 'k8s',
  monitorSelector: {},
  monitorNamespaceSelector: {},
  replaces: [Scraper.parse('other/scraper')],
  seriesLabels: SeriesLabels.PLATFORM,
};
const INGRESS: KubernetesIngressProps = { tls: TlsCertificate.insecureNone(), domain: 'example.com', controller: IngressController.ingressNginx({ className: 'nginx' }) };

/** The same as settings. */
const SETTINGS: SettingsValue = {
  platform: 'kubernetes',
  kubernetes: {
    prometheus: { namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, replaces: ['other/scraper'] },
    ingress: { className: 'nginx', tls: { insecureNone: true }, domain: 'example.com', controller: 'ingress-nginx' },
  },
};

const platform = (props: Partial<KubernetesPlatformProps>) => new KubernetesPlatform({
  metrics: MonitoringProvider.prometheusOperator(PROMETHEUS), ingress: IngressProvider.ingress(INGRESS), ...props,
});
function withPrometheus(props: Partial<PrometheusOperatorProps>): KubernetesPlatform {
  return platform({ metrics: MonitoringProvider.prometheusOperator({ ...PROMETHEUS, ...props }) });
}

function withIngress(props: Partial<KubernetesIngressProps>): KubernetesPlatform {
  return platform({ ingress: IngressProvider.ingress({ ...INGRESS, ...props }) });
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
  ['kubernetes.ingress.className', 'traefik', () => withIngress({ controller: IngressController.ingressNginx({ className: 'traefik' }) })],
  ['kubernetes.ingress.domain', 'example.org', () => withIngress({ domain: 'example.org' })],
  ['kubernetes.ingress.controller', 'haproxy-ingress', () => withIngress({ controller: IngressController.haproxyIngress({ className: 'nginx' }) })],
  ['kubernetes.ingress.annotations', { 'example.com/owner': 'shop' }, () => withIngress({ annotations: { 'example.com/owner': 'shop' } })],
  ['kubernetes.ingress.tls.clusterIssuer', 'main', () => withIngress({ tls: TlsCertificate.issuer('main') })],
  ['kubernetes.ingress.tls.issuer', 'main', () => withIngress({ tls: TlsCertificate.issuer('main', { kind: CertificateIssuerKind.ISSUER }) })],
  ['kubernetes.ingress.tls.secretName', 'main', () => withIngress({ tls: TlsCertificate.secret('main') })],
  ['kubernetes.ingress.tls.insecureNone', true, () => platform({})],
];

/** What does not show in the outcome by itself. */
const BESIDE: Record<string, SettingsValue> = {
  // its own namespace tells it only where others are not selected
  'kubernetes.prometheus.namespace': { kubernetes: { prometheus: { monitorNamespaceSelector: undefined } } },
};

const outcome = (value: unknown) => outcomeOf(settingsOfValue(value, 'Settings').platform);

describe('without an OAM platform', () => {
  const BASE = outcomeOf(platform({}));

  test.each(CASES)('%s reaches the platform: %j', (field, value, byHand) => {
    const { kubernetes: { ingress: { tls: _, ...ingress }, ...others } = {} as any } = SETTINGS as any;
    const base = field.includes('.tls.') ? { ...SETTINGS, kubernetes: { ...others, ingress } } : SETTINGS;
    const settings = without(merge(merge(base, BESIDE[field] ?? {}), at(field, value)));
    // nothing is lost or added, whichever way it comes
    const expected = outcomeOf(byHand());
    expect(outcome(settings)).toEqual(expected);
    write(JSON.stringify(settings));
    expect(outcomeOf(settingsOf({}).platform)).toEqual(expected);
    expect(writtenFile().value).toEqual(settings);
  });

  test.each(CASES.filter(([field]) => !['kubernetes.prometheus.name', 'kubernetes.prometheus.namespaceLabels', 'kubernetes.ingress.tls.insecureNone'].includes(field)))(
    '%s makes a difference: %j', (_, __, byHand) => {
      expect(outcomeOf(byHand())).not.toEqual(BASE);
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
    const { platform: oam } = settingsOfValue({ platform: 'oam', oam: own }, 'Settings');
    expect([oam.systemNamespace, `${oam.systemScraper}`]).toEqual(['acme-system', 'acme-monitoring/prometheus']);
    for (const others of [{}, { vendor: 'acme' }, { oam: { metricsTraitShape: 'single-port' } }]) {
      const settings = { platform: 'oam', ...others };
      expect(outcome(merge(settings, { oam: own }))).toEqual(outcome(settings));
    }
  });

  test('oam.writePrunedFields reaches the platform', () => {
    const prunes = (oam: object) => settingsOfValue({ platform: 'oam', oam }, 'Settings').platform._prunedBy;
    expect([{}, { writePrunedFields: false }, { writePrunedFields: true }].map(prunes)).toEqual(['verrazzano', 'verrazzano', undefined]);
  });

  test('the reference platform\'s own objects are known, and no one else\'s', () => {
    const owned = (value: SettingsValue) => settingsOfValue({ platform: 'oam', ...value }, 'Settings').platform._owned();
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
  ['ingress.controller.className', 'kubernetes', 'kubernetes.ingress.className'],
  ['ingress.controller', 'kubernetes', 'kubernetes.ingress.controller'],
  ['weblogicExporter.image', 'kubernetes', 'kubernetes.weblogicExporter.image'],
  ['systemScraper', 'oam', 'oam.systemScraper'],
])('the property %s of a platform %s is the field %s', (property, target, field) => {
  expect(showPath(fieldOf(pathOf(property), target))).toBe(field);
  expect(FIELDS).toContain(field);
});

/** What says nothing of the platform: settings.test.ts tries it. */
const OF_SCHEMAS = ['kubernetesVersion', 'schemas', 'requireSchemas', 'uncheckedKinds'];

test('each field is tried', () => {
  const tried = [...CASES.map(([field]) => field), 'platform', 'defaultNamespace', ...OF_SCHEMAS, 'oam.metricsTraitShape', 'oam.writePrunedFields', 'oam.systemNamespace', 'oam.systemScraper'];
  expect(FIELDS.filter(field => !tried.some(each => field === each || field.startsWith(`${each}.`) || each.startsWith(`${field}.`)))).toEqual([]);
});

test('defaults are those of the platforms', () => {
  const defaults = FIELDS.flatMap(field => 'default' in fieldSchema(fieldAt(field)) ? [[field, fieldSchema(fieldAt(field)).default]] : []) as [string, unknown][];
  expect(defaults.map(([field]) => field)).toEqual(
    [
      'vendor', 'requireSchemas', 'kubernetes.clusterName', 'kubernetes.prometheus.monitorKind', 'kubernetes.prometheus.seriesLabels', 'kubernetes.prometheus.scrape.scheme',
      'kubernetes.prometheus.scrape.tls.insecureSkipVerify', 'kubernetes.prometheus.replaces',
      'kubernetes.weblogicExporter.enabled', 'oam.metricsTraitShape', 'oam.writePrunedFields',
    ]);
  const written = defaults.reduce<any>((settings, [field, value]) => merge(settings, at(field, value)), {});
  const { kubernetes: { prometheus: { replaces: _, ...prometheus }, ...kubernetes } } = SETTINGS as any;
  for (const settings of [{ platform: 'oam' }, { ...SETTINGS, kubernetes: { ...kubernetes, prometheus } }]) {
    expect(outcome(merge(settings, written))).toEqual(outcome(settings));
  }
});

/** Without what is said to be undefined. */
function without(value: unknown): any {
  return JSON.parse(JSON.stringify(value));
}
