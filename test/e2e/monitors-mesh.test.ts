import { App, Chart, Testing } from 'cdk8s';
import { certificate, describeWith, freePort, LOOPBACK, RunningPrometheus, startPrometheus, startWorkload } from './support';
import { SIDE, Sides, clusterOf } from './support/monitor-scrapes';
import { UID_LABELS, platformComponents } from './support/pods';
import { expectSeries, without } from './support/prometheus';
import {
  ApplicationConfiguration, Component, HelidonWorkload, KubernetesPlatform, MonitoringProvider, MetricsTrait, OamPlatform, Platform, SeriesLabels,
} from '../../src';

const ADDRESSES_OF = { greet: [LOOPBACK] };

/** One component in a namespace, the same program for any platform. */
function render(platform: Platform, port: number): any[] {
  const chart = new Chart(new App(), 'chart', { namespace: 'meshed' });
  Platform.install(chart, platform);
  const podSpec = { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: port }] }] };
  const workload = new HelidonWorkload({ name: 'greet', labels: { app: 'greet' }, deployment: { name: 'greet', podSpec } });
  const greet = new Component(chart, 'greet', { workload });
  new MetricsTrait(new ApplicationConfiguration(chart, 'hello').addComponent(greet, { revisionName: 'greet-v1' }), 'metrics', { port });
  return Testing.synth(chart);
}

/** The same without the platform, in a cluster where those namespaces belong to a mesh. */
function renderKubernetes(port: number, namespaces: string[]): any[] {
  const metrics = MonitoringProvider.prometheusOperator({
    namespace: 'monitoring',
    name: 'k8s',
    monitorSelector: {},
    monitorNamespaceSelector: {},
    mesh: { scrapeClass: 'istio', namespaces },
    seriesLabels: SeriesLabels.PLATFORM,
  });
  return render(new KubernetesPlatform({ metrics }), port);
}

describeWith(['prometheus', 'openssl'], 'a Prometheus that scrapes in a service mesh', () => {
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    const port = await freePort();
    const tls = await certificate(LOOPBACK);
    await startWorkload({ metrics: 'requests_total 7\n', port, tls });
    const sides = new Sides({});
    const platform = platformComponents(render(OamPlatform.verrazzano(), port), ADDRESSES_OF);
    sides.addPlatform('platform', platform, sides.inFiles('platform', { pods: platform.flatMap(({ pods }) => pods), services: [] }), {
      scheme: 'https', tls_config: { ca_file: tls.caFile, cert_file: tls.certFile, key_file: tls.keyFile, insecure_skip_verify: true },
    });
    const istio = { tlsConfig: { caFile: tls.caFile, certFile: tls.certFile, keyFile: tls.keyFile, insecureSkipVerify: true } };
    for (const [side, namespaces] of Object.entries({ 'in the mesh': ['meshed'], 'outside': ['other'] })) {
      const objects = renderKubernetes(port, namespaces);
      const found = sides.inFiles('cluster', clusterOf(objects, ADDRESSES_OF, port));
      sides.addMonitors(side, objects.filter(({ kind }) => kind === 'PodMonitor'), found, { istio });
    }
    prometheus = await startPrometheus({ config: sides.config(), files: sides.files });
  });

  test('has the same series over TLS by the scrape class as by the OAM platform', async () => {
    const seriesOf = async (side: string) =>
      without(await expectSeries(prometheus.url, `{__name__=~"up|requests_total",${SIDE}="${side}"}`, 2), [SIDE]);
    const ofMonitor = await seriesOf('in the mesh');
    expect(ofMonitor.map(({ labels, value }) => [labels.__name__, labels.job, value])).toEqual([
      ['requests_total', 'hello_meshed_greet', '7'], ['up', 'hello_meshed_greet', '1'],
    ]);
    expect(ofMonitor).toEqual(without(await seriesOf('platform'), UID_LABELS));
  });

  test('is down without TLS, where the program does not say that the namespace is in the mesh', async () => {
    expect((await expectSeries(prometheus.url, `up{${SIDE}="outside"}`, 1)).map(({ value }) => value)).toEqual(['0']);
  });
});
