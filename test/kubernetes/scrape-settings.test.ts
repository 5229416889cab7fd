import { Chart, Duration } from 'cdk8s';
import { byService, endpointsOf, withPorts } from './metrics-support';
import { bindOn, kubernetesChart, objectsOf } from './support';
import { ApplicationConfiguration, Component, MetricsTrait, MetricsTraitProps, OamPlatform } from '../../src';
import { newApp } from '../private/models';
import { expectGolden } from '../support/golden';
import { messageOf } from '../support/message';

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

test('golden: endpoints that are scraped in intervals of their own', () => {
  expectGolden('kubernetes-scrape-settings', objectsOf(scraped({ ports: PORTS, interval: Duration.seconds(15) })));
});

describe('the interval', () => {
  const WRITING = OamPlatform.verrazzano({ writePrunedFields: true });

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
    const dropped = (path: string) => `  pruned-field: '${path}' is dropped by the API server of an OAM platform, whose CRD does not have it; `
      + 'leave it out, or install an OamPlatform with writePrunedFields: true if the CRD in your cluster has it';
    expect(messageOf(() => onOam({ interval: Duration.seconds(15), ports: PORTS })))
      .toBe(['[c/hello/greet/metrics] 2 findings:', dropped('ports[1].interval'), dropped('interval')].join('\n'));
  });

  test.each<[string, MetricsTraitProps, OamPlatform]>([
    ['whose CRDs have it', { interval: Duration.seconds(15) }, WRITING],
    ['as an override, which is meant', { overrides: { spec: { interval: '15s' } } }, OamPlatform.verrazzano()],
  ])('is written for an OAM platform %s', (_, props, platform) => {
    const [, { spec }] = onOam(props, platform).toJson();
    expect(spec.components[0].traits[0].trait.spec).toEqual({ interval: '15s' });
  });
});
