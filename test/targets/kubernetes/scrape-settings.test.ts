import { Chart, Duration } from 'cdk8s';
import { bindOn, byService, chartWith, endpointsOf, findingsOf, kubernetesChart, monitorOf, objectsOf, withPorts } from './support';
import { ApplicationConfiguration, Component, MetricsTrait, MetricsTraitProps, MonitorKind, OamPlatform, ScrapeProtocol } from '../../../src';
import { newApp } from '../../base/models';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { SCRAPED } from '../../support/texts';

const PORTS = [{ port: 8080 }, { port: 9090, path: '/admin/metrics', interval: Duration.minutes(2) }];

function scraped(props: MetricsTraitProps, chart = kubernetesChart()) {
  const binding = bindOn(chart, withPorts(['http', 8080], ['admin', 9090]));
  new MetricsTrait(binding, 'metrics', props);
  return binding;
}

/** A MetricsTrait where an API server would drop what OAM does not have. */
function onOam(props: any, platform = OamPlatform.verrazzano()) {
  const chart = new Chart(newApp(platform), 'c', { namespace: 'ns' });
  const component = new Component(chart, 'greet', { workload: withPorts(['http', 8080]) });
  new MetricsTrait(new ApplicationConfiguration(chart, 'hello').addComponent(component), 'metrics', props);
  return chart;
}

const LIMITS = { sampleLimit: 5000, labelLimit: 30, fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4 };

test('golden: endpoints that are scraped in ways of their own', () => {
  const chart = chartWith({ scrape: { timeout: Duration.seconds(5), honorTimestamps: false } });
  expectGolden('kubernetes-scrape-settings', objectsOf(scraped({ ports: PORTS, interval: Duration.seconds(15), ...LIMITS }, chart)));
});

describe('settings', () => {
  const all = { interval: Duration.minutes(1), timeout: Duration.seconds(20), honorTimestamps: false };

  test('of an endpoint go before those of the trait, and these before those of the provider, each by itself', () => {
    const chart = chartWith({ scrape: all });
    const trait = { interval: Duration.seconds(50), timeout: Duration.seconds(30) };
    const binding = scraped({ ports: [{ port: 8080, interval: Duration.seconds(40), honorTimestamps: true }, { port: 9090, path: '/m' }], ...trait }, chart);
    expect(endpointsOf(binding)).toEqual([
      { path: '/metrics', port: 'http', scheme: 'http', interval: '40s', scrapeTimeout: '30s', honorTimestamps: true },
      { path: '/m', port: 'admin', scheme: 'http', interval: '50s', scrapeTimeout: '30s', honorTimestamps: false },
    ]);
  });

  test.each([['PodMonitor', MonitorKind.POD_MONITOR], ['ServiceMonitor', MonitorKind.SERVICE_MONITOR]])(
    'of the provider are those of a component without a trait, in a %s', (_, monitorKind) => {
      expect(endpointsOf(bindOn(chartWith({ scrape: all, monitorKind })))).toMatchObject([{ interval: '1m', scrapeTimeout: '20s', honorTimestamps: false }]);
    });

  test.each([['PodMonitor', MonitorKind.POD_MONITOR], ['ServiceMonitor', MonitorKind.SERVICE_MONITOR]])('for all endpoints are those of the %s', (_, monitorKind) => {
    expect(monitorOf(scraped(LIMITS, chartWith({ monitorKind }))).spec).toMatchObject(LIMITS);
  });

  test.each<[string, any, string]>([
    ['no limit', { sampleLimit: -1 }, 'invalid-value: \'sampleLimit\' must be an integer from 0 to 2147483647, got -1'],
    ['no format', { fallbackScrapeProtocol: 'text' }, 'invalid-value: \'fallbackScrapeProtocol\' must be one of PrometheusProto, OpenMetricsText0.0.1, '
      + 'OpenMetricsText1.0.0, PrometheusText0.0.4, PrometheusText1.0.0, got "text"'],
    ['no timeout', { ports: [{ timeout: 10 }] }, 'invalid-value: \'ports[0].timeout\' must be a duration of at least a millisecond, such as 30s or 1m30s, got 10; write Duration.seconds(30)'],
  ])('fail with %s', (_, props, message) => {
    expect(messageOf(() => scraped(props))).toBe(`[c/hello/greet/metrics] ${message}`);
  });

  test.each<[string, any, string]>([
    ['one that there is not', { intervall: '30s' }, `unknown-field: 'metrics.scrape.intervall' is an unknown field; expected one of ${SCRAPED}; did you mean "interval"?`],
    ['one of another type', { honorTimestamps: 'no' }, 'invalid-type: \'metrics.scrape.honorTimestamps\' must be a boolean, got a string'],
    ['a timeout that is too long', { interval: Duration.seconds(1), timeout: Duration.seconds(2) },
      'scrape-timeout: \'metrics.scrape.timeout\' is "2s", longer than the interval of "1s"; shorten it, or lengthen the interval'],
  ])('of a provider fail with %s', (_, scrape, message) => {
    expect(messageOf(() => chartWith({ scrape }))).toBe(`[KubernetesPlatform] ${message}`);
  });
});

describe('the timeout must not be longer than the interval', () => {
  const seconds = (interval?: number, timeout?: number) => ({
    ...interval !== undefined && { interval: Duration.seconds(interval) }, ...timeout !== undefined && { timeout: Duration.seconds(timeout) },
  });
  const LATE = 'longer than the interval of "10s"; shorten it, or lengthen the interval';

  test.each<[string, object, object, string[]]>([
    ['of the trait', seconds(10, 11), {}, [`'timeout' is "11s", ${LATE}`]],
    ['of an endpoint', { ports: [{ port: 8080 }, { port: 9090, ...seconds(undefined, 20) }], ...seconds(10) }, {}, [`'ports[1].timeout' is "20s", ${LATE}`]],
    ['of the trait, with the interval of the provider', seconds(undefined, 15), seconds(10), [`'timeout' is "15s", ${LATE}`]],
    ['of the provider, with the interval of the trait', seconds(10), seconds(60, 20),
      ['\'interval\' is "10s", shorter than the timeout of "20s" that is the default; lengthen it, or give a shorter timeout']],
    ['of the provider, with the interval of an endpoint', { ports: [{ port: 8080, ...seconds(10) }] }, seconds(60, 20),
      ['\'ports[0].interval\' is "10s", shorter than the timeout of "20s" that is the default; lengthen it, or give a shorter timeout']],
    ['which may be as long', seconds(10, 10), {}, []],
    ['which is not known', seconds(undefined, 3600), {}, []],
  ])('%s', (_, props, scrape, findings) => {
    expect(findingsOf(scraped(props, chartWith({ scrape })))).toEqual(findings.map(each => `[c/hello/greet/metrics] scrape-timeout: ${each}`));
  });
});

describe('the interval', () => {
  const WRITING = OamPlatform.verrazzano({ hasExtendedCrds: true });

  test.each([['trait', kubernetesChart()], ['trait, by a Service,', byService()]])('of the %s is that of all endpoints without one', (_, chart) => {
    const binding = scraped({ ports: PORTS, port: 8080, path: '/more', interval: Duration.seconds(90) }, chart);
    expect(endpointsOf(binding).map(({ interval }) => interval)).toEqual(['90s', '2m', '90s']);
  });

  test('is left to the Prometheus where none is given', () => {
    expect(endpointsOf(scraped({ ports: PORTS })).map(endpoint => endpoint.interval ?? Object.keys(endpoint))).toEqual([['path', 'port', 'scheme'], '2m']);
  });

  test('is taken as manifests write it', () => {
    expect(endpointsOf(scraped({ overrides: { spec: { interval: '1m30s' } } }))).toMatchObject([{ interval: '1m30s' }]);
  });

  test.each<[string, any, string, string]>([
    ['is no duration', { interval: 30 }, 'interval', '30'],
    ['is written as Prometheus does not', { ports: [{ interval: '30 s' }] }, 'ports[0].interval', '"30 s"'],
    ['is none', { interval: Duration.seconds(0) }, 'interval', '"0ms"'],
    ['is shorter than a millisecond', { interval: Duration.millis(0.5) }, 'interval', '"0.5ms"'],
  ])('fails when it %s', (_, props, path, value) => {
    expect(messageOf(() => scraped(props))).toBe('[c/hello/greet/metrics] '
      + `invalid-value: '${path}' must be a duration of at least a millisecond, such as 30s or 1m30s, got ${value}; write Duration.seconds(30)`);
  });

  test('fails on an OAM platform, whose API server would drop it', () => {
    const dropped = (path: string) => `  pruned-field: '${path}' is dropped by the API server of the OAM platform of "verrazzano", whose CRD does not have it; `
      + 'leave it out, or install an OamPlatform with hasExtendedCrds: true if the CRD in your cluster has it';
    expect(messageOf(() => onOam({ interval: Duration.seconds(15), ports: PORTS })))
      .toBe(['[c/hello/greet/metrics] 2 findings:', dropped('interval'), dropped('ports[1].interval')].join('\n'));
  });

  test.each<[string, MetricsTraitProps, OamPlatform]>([
    ['whose CRDs have it', { interval: Duration.seconds(15) }, WRITING],
    ['as an override, which is meant', { overrides: { spec: { interval: '15s' } } }, OamPlatform.verrazzano()],
  ])('is written for an OAM platform %s', (_, props, platform) => {
    const [, { spec }] = onOam(props, platform).toJson();
    expect(spec.components[0].traits[0].trait.spec).toEqual({ interval: '15s' });
  });
});
