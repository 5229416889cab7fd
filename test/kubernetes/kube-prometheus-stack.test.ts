import { MESH, bindOn, chartWith, findingsOf, kubernetes, kubernetesChart, monitorOf } from './support';
import { KubePrometheusStackProps, MetricsTrait, MonitoringProvider, MonitorKind, Scraper } from '../../src';
import { messageOf } from '../support/message';
import { DNS_LABEL } from '../support/texts';

const KPS: KubePrometheusStackProps = { release: 'kps', namespace: 'monitoring' };

const platform = (props: any = {}) => kubernetes({ metrics: MonitoringProvider.kubePrometheusStack({ ...KPS, ...props }) });
const bind = (props: any = {}) => bindOn(kubernetesChart({ metrics: MonitoringProvider.kubePrometheusStack({ ...KPS, ...props }) }));

// by the templates of the chart, 88.5.3
test.each<[object, string]>([
  [{ release: 'prometheus' }, 'prometheus-kube-prometheus-prometheus'],
  [{ release: 'kps' }, 'kps-kube-prometheus-stack-prometheus'],
  [{ release: 'monitoring' }, 'monitoring-kube-prometheus-prometheus'],
  [{ release: 'kube-prometheus-stack' }, 'kube-prometheus-stack-prometheus'],
  [{ release: 'my-kube-prometheus-stack-of-shop' }, 'my-kube-prometheus-stack-o-prometheus'],
  [{ release: 'a'.repeat(20) }, `${'a'.repeat(20)}-kube-prometheus`],
  [{ release: 'kps', nameOverride: 'prom' }, 'kps-prom-prometheus'],
  [{ release: 'prom-1', nameOverride: 'prom' }, 'prom-1-prometheus'],
  [{ fullnameOverride: 'shop-monitoring' }, 'shop-monitoring-prometheus'],
  [{ fullnameOverride: `${'b'.repeat(25)}-c` }, `${'b'.repeat(25)}-prometheus`],
  [{ fullnameOverride: 'shop-monitoring', cleanPrometheusOperatorObjectNames: true }, 'shop-monitoring'],
])('of %j, the Prometheus is called %s', (props, name) => {
  expect(platform(props).systemScraper).toEqual(Scraper.of('monitoring', name));
});

test('its monitors have the label of the release, and nothing is found', () => {
  expect(findingsOf(bind())).toEqual([]);
  expect(monitorOf(bind()).metadata).toMatchObject({ namespace: 'ns', labels: { release: 'kps' } });
  expect(monitorOf(bind({ selectorNilUsesHelmValues: true })).metadata.labels).toHaveProperty('release', 'kps');
  expect(monitorOf(bind({ selectorNilUsesHelmValues: false })).metadata.labels).not.toHaveProperty('release');
});

test('a trait whose monitor has another label is not selected', () => {
  const binding = bind();
  new MetricsTrait(binding, 'metrics', { metadata: { labels: { release: 'other' } } });
  expect(findingsOf(binding)).toEqual([
    '[c/hello/greet/metrics] monitor-not-selected: \'metadata.labels\' must have release=kps: Prometheus monitoring/kps-kube-prometheus-stack-prometheus '
      + 'selects no other monitors; set them by \'monitorLabels\' of the platform, or in the metadata of the MetricsTrait',
  ]);
});

test('all other options are those of a Prometheus of the operator', () => {
  const options = { ...MESH, monitorKind: MonitorKind.SERVICE_MONITOR, monitorLabels: { team: 'shop' }, replaces: [Scraper.of('old', 'prometheus')] };
  const operator = chartWith({ ...options, name: 'kps-kube-prometheus-stack-prometheus', monitorSelector: { matchLabels: { release: 'kps' } } });
  const bound = [bind(options), bindOn(operator)].map(binding => {
    new MetricsTrait(binding, 'metrics', { scraper: Scraper.of('old', 'prometheus') });
    return binding;
  });
  expect(monitorOf(bound[0])).toEqual(monitorOf(bound[1]));
});

test.each<[string, any, string]>([
  ['the release is missing', { release: undefined }, 'missing-field: \'metrics.release\' is required'],
  ['the release is none', { release: 'My_Release' }, 'invalid-name: \'metrics.release\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', '
    + 'at most 53 characters), got "My_Release"'],
  ['the release is too long', { release: 'a'.repeat(54) }, `invalid-name: 'metrics.release' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 53 characters), got "${'a'.repeat(54)}"`],
  ['the namespace is none', { namespace: 'A' }, `invalid-namespace: 'metrics.namespace' ${DNS_LABEL}, got "A"`],
  ['a flag is none', { selectorNilUsesHelmValues: 'no' }, 'invalid-type: \'metrics.selectorNilUsesHelmValues\' must be a boolean, got "no"'],
  ['an override is a number', { fullnameOverride: 1 }, 'invalid-name: \'metrics.fullnameOverride\' must be a DNS-1123 subdomain '
    + '(lower-case letters, digits, \'-\' and \'.\', at most 253 characters), got 1'],
  ['an option is none', { monitorKind: 'Probe' }, 'invalid-value: \'metrics.monitorKind\' must be one of PodMonitor, ServiceMonitor, got "Probe"'],
  ['a property is none', { monitorSelector: {} }, 'unknown-field: \'metrics.monitorSelector\' is an unknown field; expected one of release, namespace, fullnameOverride, '
    + 'nameOverride, cleanPrometheusOperatorObjectNames, selectorNilUsesHelmValues, monitorKind, monitorLabels, scrape, seriesLabels, podTargetLabels, extraLabels, mesh, replaces; leave it out, or check its spelling'],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => platform(props))).toBe(`[KubernetesPlatform] ${message}`);
});
