import { App, Chart, Testing } from 'cdk8s';
import { describeWith, freePort, LOOPBACK, RunningPrometheus, startPrometheus, startWorkload } from './support';
import { SECOND } from './support/cli';
import { INTERVAL, SIDE, Sides, clusterOf } from './support/monitor-scrapes';
import { platformComponents } from './support/pods';
import { expectSeries, without } from './support/prometheus';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, KubernetesPlatform, KubernetesWorkload, MonitoringProvider, MetricsTrait, OamPlatform,
  Platform,
  SeriesLabels,
  Workload,
} from '../../src';

/** Two names that are the same to an expression in which a dot stands for any character. */
const [DOT, DASH] = ['greet.v1', 'greet-v1'];
const ADDRESSES_OF = { cache: [LOOPBACK, SECOND], [DOT]: [LOOPBACK], [DASH]: [SECOND] };

/** Publishes its metrics, and lists another port only: the operator's pods do not declare that of the metrics. */
function cache(port: number): Workload {
  const spec = { image: 'example/main:1', coherence: { metrics: { enabled: true, port } }, ports: [{ name: 'tcp-extend', port: 9000 }] };
  return new CoherenceWorkload({ template: { name: 'cache', spec } });
}

function deployment(name: string, containerPort: number): Workload {
  const labels = { app: name };
  const spec = { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort }] }] };
  const template = { metadata: { labels }, spec };
  return KubernetesWorkload.deployment({ metadata: { name }, spec: { selector: { matchLabels: labels }, template } });
}

/** The same program for any platform. */
function render(platform: Platform, port: number): any[] {
  const chart = new Chart(new App(), 'chart', { namespace: 'ns' });
  Platform.install(chart, platform);
  const hello = new ApplicationConfiguration(chart, 'hello');
  const components = { cache: cache(port), [DOT]: deployment(DOT, port), [DASH]: deployment(DASH, port) };
  Object.entries(components).forEach(([name, workload], index) => {
    new MetricsTrait(hello.addComponent(new Component(chart, `component${index}`, { metadata: { name }, workload })), 'metrics', { port });
  });
  return Testing.synth(chart);
}

describeWith(['prometheus'], 'a Prometheus that scrapes what is told apart by little', () => {
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    const port = await freePort();
    await Promise.all([LOOPBACK, SECOND].map(async (host) => startWorkload({ metrics: 'requests_total 7\n', port, host })));
    const sides = new Sides({});
    const platform = platformComponents(render(OamPlatform.verrazzano(), port), ADDRESSES_OF);
    sides.addPlatform('platform', platform, sides.inFiles('platform', { pods: platform.flatMap(({ pods }) => pods), services: [] }));
    const metrics = MonitoringProvider.prometheusOperator({
      namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, seriesLabels: SeriesLabels.PLATFORM,
    });
    const objects = render(new KubernetesPlatform({ metrics }), port);
    const found = sides.inFiles('cluster', clusterOf(objects, ADDRESSES_OF, port));
    sides.addMonitors('monitor', objects.filter(({ kind }) => kind === 'PodMonitor'), found);
    prometheus = await startPrometheus({ config: sides.config(), files: sides.files });
    await expectSeries(prometheus.url, `up{${SIDE}="monitor"}`, 4);
    // what should not be scraped would have been by then
    await new Promise((resolve) => setTimeout(resolve, 4 * INTERVAL));
  });

  const scraped = async (side: string, labels: string) =>
    without(await expectSeries(prometheus.url, `{__name__=~"up|requests_total",${SIDE}="${side}",${labels}}`, 2), [SIDE]);

  test('has the same series of Coherence, whose metrics are at a port that is not declared', async () => {
    const ofMonitor = await scraped('monitor', 'job="hello_ns_cache"');
    expect(ofMonitor.map(({ labels, value }) => [labels.__name__, labels.pod_name, value])).toEqual([
      ['requests_total', 'cache-0', '7'], ['requests_total', 'cache-1', '7'], ['up', 'cache-0', '1'], ['up', 'cache-1', '1'],
    ]);
    expect(ofMonitor).toEqual(without(await scraped('platform', 'job="hello_ns_cache"'), ['app_oam_dev_revision']));
  });

  test.each([DOT, DASH])('has the series of %s and of no other component, under its job', async (component) => {
    const found = await scraped('monitor', `job="hello_ns_${component}"`);
    expect(found.map(({ labels }) => [labels.__name__, labels.app, labels.app_oam_dev_component]))
      .toEqual([['requests_total', component, component], ['up', component, component]]);
  });

  test('has more on the platform, which takes the dot for any character', async () => {
    const found = await expectSeries(prometheus.url, `up{${SIDE}="platform",job="hello_ns_${DOT}"}`, 2);
    expect(found.map(({ labels }) => labels.app)).toEqual([DASH, DOT]);
  });
});
