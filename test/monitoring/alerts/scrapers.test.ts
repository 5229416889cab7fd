import { Chart } from 'cdk8s';
import { alertObjects, cart, OPERATED, shop, withScraper } from './support';
import { MetricsAlerts, MetricsAlertsProps, MonitoringProvider, PrometheusScraper } from '../../../src';
import { findingsOf } from '../../targets/kubernetes/support';

test('a ruler over the collection of Google Cloud asks for its jobs', () => {
  const chart = shop({ metrics: MonitoringProvider.googleManagedPrometheus() });
  const ruler = { namespace: 'monitoring', name: 'ruler', ruleSelector: {}, ruleNamespaceSelector: {} };
  const alerts = new MetricsAlerts(chart, 'alerts', { ruleEvaluator: ruler });
  cart(chart);
  const [{ kind, spec: { groups: [{ rules: [{ expr }] }] } }] = alertObjects(alerts);
  expect([kind, expr]).toEqual(['PrometheusRule', 'absent(up{namespace="shop",job="cart-shop-cart-one"})']);
});

describe('a scraper', () => {
  const operated = (overrides?: object) => withScraper(chart => new PrometheusScraper(chart, 'prometheus', { ...OPERATED, overrides }));
  const withAlerts = (chart: Chart, props: MetricsAlertsProps = {}) => {
    const alerts = new MetricsAlerts(chart, 'alerts', props);
    cart(chart);
    return alerts;
  };

  test('selects rules by what is laid over its resource', () => {
    const [{ metadata: { labels } }] = alertObjects(withAlerts(operated({ spec: { ruleSelector: { matchLabels: { rules: 'yes' } } } })));
    expect(labels).toMatchObject({ 'cdk8s-oam/scraper': 'monitoring.prometheus', 'rules': 'yes' });
  });

  test('scrapes as often as what is laid over its resource says', () => {
    const [{ spec }] = alertObjects(withAlerts(operated({ spec: { scrapeInterval: '25m' } })));
    expect(JSON.stringify(spec)).toContain('[50m]');
  });

  test('fails when rules are in a namespace that it does not scrape', () => {
    const chart = withScraper(each => new PrometheusScraper(each, 'prometheus', OPERATED));
    expect(findingsOf(withAlerts(chart, { namespace: 'monitoring' }))).toEqual([
      "[shop/alerts] not-selected: 'metadata.namespace' is \"monitoring\", which is not known to have kubernetes.io/metadata.name=shop: Prometheus "
        + "monitoring/prometheus selects no other namespaces; label the namespace, and list its labels in 'namespaceLabels'",
    ]);
  });
});

describe('warns that nobody is notified', () => {
  test.each<[string, () => Chart, string[]]>([
    ['by a scraper', () => withScraper(chart => new PrometheusScraper(chart, 'prometheus', OPERATED)),
      ["name one in 'overrides' of the scraper, by spec.alerting"]],
    ['unless overrides name them', () => withScraper(chart => new PrometheusScraper(chart, 'prometheus', {
      ...OPERATED, overrides: { spec: { alerting: { alertmanagers: [{ namespace: 'monitoring', name: 'alertmanager', port: 'web' }] } } },
    })), []],
  ])('%s', (_, make, remedies) => {
    const warn = jest.spyOn(process, 'emitWarning').mockImplementation();
    const chart = make();
    new MetricsAlerts(chart, 'alerts');
    cart(chart);
    expect(findingsOf(chart)).toEqual([]);
    expect(warn.mock.calls.map(([text]) => String(text)).filter(text => text.includes('alerts-'))).toEqual(remedies.map(remedy =>
      `[shop/alerts] alerts-unheard: notifies nobody: Prometheus monitoring/prometheus has no Alertmanager; ${remedy}`));
  });
});
