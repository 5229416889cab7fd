import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Yaml } from 'cdk8s';
import { bindOn, findingsOf, kubernetes, kubernetesChart, listening, monitorOf, objectsOf, prometheus } from './support';
import {
  ApplicationConfiguration, Component, ComponentBinding, CustomWorkload, HelidonWorkload, IngressTrait, JobNaming, KubernetesPlatform, MetricsTrait,
  OamPlatform, Platform, Scraper, ScraperAccess, SeriesLabels,
} from '../../../src';
import { propsOf } from '../scraper/access';
import { messageOf } from '../../support/message';

describe('what it is', () => {
  test('its scraper is the Prometheus', () => {
    const platform = kubernetes({ scraperUser: 'admin' });

    expect([platform.systemNamespace, `${platform.systemScraper}`, platform.scraperUser]).toEqual(['monitoring', 'monitoring/k8s', 'admin']);
    expect(kubernetes().scraperUser).toBeUndefined();
  });

  test('renders a kind that is called as a member of every object', () => {
    const workload = new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'constructor', metadata: { name: 'greet' } } });

    expect(objectsOf(bindOn(kubernetesChart(), workload)).map(({ kind }) => kind)).toEqual(['constructor']);
  });

  test('knows the vendor\'s kinds', () => {
    const platform = kubernetes({ vendor: 'my-vendor' });
    const [own, other] = ['MyVendorHelidonWorkload', 'VerrazzanoHelidonWorkload'].map(kind => new CustomWorkload({
      manifest: {
        apiVersion: 'oam.my-vendor.io/v1alpha1',
        kind,
        spec: { deploymentTemplate: { metadata: { name: 'a' }, podSpec: { containers: [{ name: 'main', image: 'a', ports: [{ containerPort: 8080 }] }] } } },
      },
    }));
    const chartOn = () => {
      const chart = new Chart(new App(), 'c', { namespace: 'ns' });
      Platform.install(chart, platform);
      return chart;
    };

    expect(objectsOf(bindOn(chartOn(), own)).map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodMonitor']);
    expect(findingsOf(bindOn(chartOn(), other))).toEqual([
      '[c/hello/greet] unknown-oam-kind: \'workload\' is a VerrazzanoHelidonWorkload of oam.my-vendor.io/v1alpha1, which a cluster without an OAM platform does not know; '
        + 'give the KubernetesPlatform a renderer for it: \'renderers: [{ apiVersion, kind, render }]\'',
    ]);
  });

  const clusterOf = (binding: ComponentBinding) => monitorOf(binding).spec.podMetricsEndpoints[0].relabelings.find(({ targetLabel }: any) => /_cluster$/.test(targetLabel));

  test.each([
    [{}, 'verrazzano_cluster', 'local'],
    [{ clusterName: 'berlin' }, 'verrazzano_cluster', 'berlin'],
    [{ vendor: 'my-vendor' }, 'my_vendor_cluster', 'local'],
    [{ vendor: '3scale', workloadKindPrefix: 'Three' }, '_3scale_cluster', 'local'],
  ])('series have the label of the cluster: %p', (props, targetLabel, replacement) => {
    expect(clusterOf(bindOn(kubernetesChart({ ...prometheus({ seriesLabels: SeriesLabels.PLATFORM }), ...props })))).toEqual({ action: 'replace', targetLabel, replacement });
  });

  test('has no ingress of its own for its scraper', () => {
    expect(() => ScraperAccess.fromPlatform(kubernetesChart())).toThrow(/no-scraper-access: /);
  });

  test('its scraper gets an ingress by ScraperAccess, in the namespace of the Prometheus', () => {
    const access = new ScraperAccess(kubernetesChart({ scraperUser: 'admin' }), 'prometheus', propsOf('traefik'));

    expect([access.namespace, access.user]).toEqual(['monitoring', 'admin']);
    expect([...new Set(objectsOf(access).map(({ metadata }) => metadata.namespace))]).toEqual(['monitoring']);
  });
});

describe('props', () => {
  const errorOf = (props: any) => messageOf(() => new KubernetesPlatform(props));
  const target = prometheus({ seriesLabels: SeriesLabels.PLATFORM });

  test('are kept as they were', () => {
    const renderers: any[] = [];
    const platform = kubernetes({ renderers });
    renderers.push({ apiVersion: 'apps/v1', kind: 'Deployment', render: () => [] });
    const chart = new Chart(new App(), 'c', { namespace: 'ns' });
    Platform.install(chart, platform);

    expect(objectsOf(bindOn(chart))).toHaveLength(3);
  });

  test.each([undefined, null, {}])('may be none: %p', (props: any) => {
    const platform = new KubernetesPlatform(props);

    expect([platform.systemNamespace, platform.systemScraper, platform.scraperUser]).toEqual([undefined, undefined, undefined]);
  });

  test('null is as good as nothing', () => {
    const props: any = { ...target, ingress: null, clusterName: null, renderers: null, scraperUser: null, vendor: null, workloadKindPrefix: null };

    expect(clusterLabel(props)).toBe('local');
  });

  const clusterLabel = (props: any) => {
    const chart = new Chart(new App(), 'c', { namespace: 'ns' });
    Platform.install(chart, new KubernetesPlatform(props));
    return monitorOf(bindOn(chart)).spec.podMetricsEndpoints[0].relabelings.find((rule: any) => rule.targetLabel === 'verrazzano_cluster').replacement;
  };

  test('fails at all that is wrong together', () => {
    const render = () => [];

    expect(errorOf({
      metrics: {},
      ingress: 'nginx',
      clusterName: '',
      weblogicExporter: { enabled: 'no', image: '', tag: '2' },
      renderers: [null, { apiVersion: 'a/b/c', kind: '', render }, { apiVersion: 'v1', kind: 'A', render: [] }],
      scraperUser: 'a:b',
      vendor: 'My_Vendor',
      workloadKindPrefix: 'my',
      namespace: 'a',
    })).toBe([
      '[KubernetesPlatform] 14 findings:',
      'unknown-field: \'namespace\' is an unknown field; expected one of metrics, ingress, clusterName, defaults, recommendedPodLabels, weblogicExporter, scraperUser, vendor, workloadKindPrefix, renderers; leave it out, or check its spelling',
      'invalid-type: \'metrics\' must be a MonitoringProvider, got an object; name what collects metrics in the cluster, such as MonitoringProvider.kubePrometheusStack()',
      'invalid-type: \'ingress\' must be an IngressProvider, got a string; name the ingress controller that the cluster runs, such as IngressProvider.traefik()',
      'invalid-value: \'clusterName\' must be a non-empty string without \'$\', which has a meaning in relabelling rules, got ""',
      'unknown-field: \'weblogicExporter.tag\' is an unknown field; expected one of enabled, image; leave it out, or check its spelling',
      'invalid-type: \'weblogicExporter.enabled\' must be a boolean, got a string',
      'invalid-value: \'weblogicExporter.image\' must be a non-empty string, got ""',
      'invalid-user: \'scraperUser\' must be at most 128 letters, digits, \'.\', \'_\' and \'-\', the first a letter or digit, got "a:…"; choose another user; a \':\' in particular would end the name',
      'invalid-name: \'vendor\' must be the DNS-1123 label between "oam." and ".io", got "My_Vendor"; write "verrazzano" for "oam.verrazzano.io"',
      'invalid-value: \'workloadKindPrefix\' must be a capital letter, then letters and digits, as a kind begins, got "my"',
      'invalid-type: \'renderers[0]\' must be an object with apiVersion, kind and render(), got null; give { apiVersion, kind, render }',
      'invalid-value: \'renderers[1].apiVersion\' must be an API version such as "apps/v1", got "a/b/c"',
      'invalid-value: \'renderers[1].kind\' must be a non-empty string, got ""',
      'invalid-type: \'renderers[2]\' must be an object with apiVersion, kind and render(), got an object; give { apiVersion, kind, render }',
    ].join('\n  '));
  });

  test('fails when the name of the cluster would be read as a reference', () => {
    expect(errorOf({ ...target, clusterName: 'a$1b' })).toBe(
      '[KubernetesPlatform] invalid-value: \'clusterName\' must be a non-empty string without \'$\', which has a meaning in relabelling rules, got "a$1b"');
  });

  test('fails when the renderers are no list', () => {
    expect(errorOf({ ...target, renderers: {} })).toBe('[KubernetesPlatform] invalid-type: \'renderers\' must be a list, got an object');
  });
});

describe('findings', () => {
  const folder = () => mkdtempSync(join(tmpdir(), 'kubernetes-'));

  /** An app whose manifests go to a folder; two charts, each with an application. */
  function appIn(outdir: string, port: number): App {
    const app = new App({ outdir });
    Platform.install(app, kubernetes());
    for (const namespace of ['one', 'two']) {
      const chart = new Chart(app, namespace, { namespace });
      new MetricsTrait(bindOn(chart), 'metrics', { port: namespace === 'one' ? 8080 : port });
    }
    return app;
  }

  test('no file is written while there are some', () => {
    const outdir = folder();
    const undeclared = 'metrics-port-not-declared: port 9090 of component "greet" is declared by none of its containers (8080 (http)); declare it '
      + 'in a container, name the right one in a MetricsTrait, or set \'enabled: false\'';

    expect(messageOf(() => appIn(outdir, 9090).synth())).toBe(`Validation failed with the following errors:\n  [two/hello/greet/metrics] ${undeclared}`);
    expect(readdirSync(outdir)).toEqual([]);
    appIn(outdir, 8080).synth();
    expect(readdirSync(outdir).sort()).toEqual(['one.k8s.yaml', 'two.k8s.yaml']);
    rmSync(outdir, { recursive: true });
  });

  test('a component that is not bound is told, and one whose binding or application was taken away', () => {
    const told = (change: (chart: Chart) => void) => {
      const chart = kubernetesChart();
      const { application } = bindOn(chart);
      change(application.node.scope as Chart);
      return findingsOf(chart);
    };
    const unbound = (path: string, name: string) => `[${path}] component-not-bound: component "${name}" is bound by no application, so that nothing is rendered of it; bind it with addComponent(), or leave it out`;

    expect(told(chart => new Component(chart, 'spare', { workload: listening() }))).toEqual([unbound('c/spare', 'spare')]);
    expect(told(chart => chart.node.findChild('hello').node.tryRemoveChild('greet'))).toEqual([unbound('c/greet', 'greet')]);
    expect(told(chart => chart.node.tryRemoveChild('hello'))).toEqual([unbound('c/greet', 'greet')]);
  });

  test.each([undefined, null])('fails once when there is no namespace: %p', namespace => {
    const chart = new Chart(new App(), 'c', { namespace: namespace as any });
    Platform.install(chart, kubernetes());
    const binding = bindOn(chart);
    new IngressTrait(binding, 'ingress', { rules: [{}] });
    new MetricsTrait(binding, 'metrics');

    expect(findingsOf(binding)).toEqual([
      '[c/hello/greet] missing-field: application "hello" has no namespace, which job names and generated hosts contain; give its chart a namespace, or set \'metadata.namespace\'',
    ]);
  });
});

describe('two platforms in one program', () => {
  function shop(chart: Chart): ComponentBinding {
    const application = new ApplicationConfiguration(chart, 'shop');
    const front = application.addComponent(new Component(chart, 'front', { workload: listening() }));
    const ports = [{ containerPort: 8080, name: 'http' }];
    const workload = new HelidonWorkload({ deployment: { name: 'back', podSpec: { containers: [{ name: 'main', image: 'example/main:1', ports }] } } });
    const back = application.addComponent(new Component(chart, 'back', { workload }));
    new IngressTrait(front, 'ingress', { rules: [{}] });
    new MetricsTrait(back, 'metrics', { path: '/numbers', scraper: Scraper.parse('verrazzano-system/vmi-system-prometheus-0') });
    return back;
  }

  const yamlOf = (chart: Chart) => Yaml.stringify(...chart.toJson());

  function chartOn(platform: Platform, namespace = 'ns', app = new App()): Chart {
    const chart = new Chart(app, namespace, { namespace });
    Platform.install(chart, platform);
    shop(chart);
    return chart;
  }

  test('give the same bytes as each alone, twice as once', () => {
    const [oam, plain] = [OamPlatform.verrazzano(), kubernetes()];
    const alone = [yamlOf(chartOn(oam)), yamlOf(chartOn(plain))];
    const charts = [oam, plain, plain, oam].map(platform => chartOn(platform));

    expect(charts.map(yamlOf)).toEqual([alone[0], alone[1], alone[1], alone[0]]);
    expect(yamlOf(charts[1])).toBe(alone[1]);
    expect(yamlOf(chartOn(kubernetes()))).toBe(alone[1]);
  });

  test('give the same bytes in two namespaces of one app', () => {
    const app = new App();
    const oam = chartOn(OamPlatform.verrazzano(), 'oam', app);
    const plain = chartOn(kubernetes(), 'plain', app);

    expect(yamlOf(oam)).toBe(yamlOf(chartOn(OamPlatform.verrazzano(), 'oam')));
    expect(yamlOf(plain)).toBe(yamlOf(chartOn(kubernetes(), 'plain')));
  });

  test('call the jobs by the same names', () => {
    const on = (platform: Platform) => {
      const chart = new Chart(new App(), 'c', { namespace: 'ns' });
      Platform.install(chart, platform);
      return shop(chart).metrics.endpoints;
    };

    expect(on(kubernetes())).toEqual(on(OamPlatform.verrazzano({ jobNaming: JobNaming.V1_4 })));
  });
});
