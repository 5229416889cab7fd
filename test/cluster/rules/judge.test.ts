import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Lazy } from 'cdk8s';
import { stringify } from 'yaml';
import { ApplicationConfiguration, Component, DeploymentWorkload, GitOpsApp, KubernetesPlatform, MonitoringProvider, OamPlatform, Platform } from '../../../src';
import { describe as said } from '../../../src/base/findings/words';
import { ALL_RULES, OBJECT_RULES } from '../../../src/cluster/rules/all';
import { judgeObjects } from '../../../src/cluster/rules/judge';
import { Manifests } from '../../../src/testing';
import { cli } from '../../cli/support';

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-judge-'));
afterAll(() => rmSync(folder, { recursive: true }));

const PROVIDER = () => MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' });
const SELECTED = { release: 'monitoring' };
const monitor = (spec: object, labels: object = SELECTED, name = 'cart') =>
  ({ apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name, namespace: 'shop', labels }, spec }) as any;
const spec = (endpoint: object = { port: 'metrics' }) => ({ selector: { matchLabels: { app: 'cart' } }, podMetricsEndpoints: [endpoint] });
const pods = (more: object = {}, name = 'cart') => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name, namespace: 'shop' },
  spec: {
    selector: { matchLabels: { app: name } },
    template: { metadata: { labels: { app: name } }, spec: { containers: [{ name: 'a', image: 'example/a:1', ports: [{ name: 'metrics', containerPort: 9090 }] }], ...more } },
  },
}) as any;
const prometheus = (own: object, name = 'k8s') => ({ apiVersion: 'monitoring.coreos.com/v1', kind: 'Prometheus', metadata: { name, namespace: 'monitoring' }, spec: own }) as any;
const namespace = (labels: object) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop', labels } }) as any;
const ALL = { podMonitorSelector: {}, podMonitorNamespaceSelector: {} };

/** What is said of objects, a line each. */
const lines = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding }) => `${verdict} ${said(finding)}`);
/** The same by codes. */
const codes = (...objects: any[]) => judgeObjects(objects).map(({ verdict, finding: { code, parameters: { reason } } }) => [verdict, code, reason].join(' '));

describe('a Prometheus among the objects', () => {
  test.each<[string, object[], string[]]>([
    ['that selects it', [prometheus(ALL)], []],
    ['that has no selector', [prometheus({})], ['error not-selected no-selector']],
    ['that selects another label', [prometheus({ ...ALL, podMonitorSelector: { matchLabels: { team: 'a' } } })], ['error not-selected labels']],
    ['of which one of two selects it', [prometheus({ podMonitorSelector: { matchLabels: { team: 'a' } } }), prometheus(ALL, 'other')], []],
    ['of another namespace', [prometheus({ podMonitorSelector: {} })], ['error not-selected other-namespace']],
    ['that selects labels of its namespace', [prometheus({ ...ALL, podMonitorNamespaceSelector: { matchLabels: { a: 'b' } } }), namespace({ a: 'b' })], []],
    ['that selects other labels of its namespace', [prometheus({ ...ALL, podMonitorNamespaceSelector: { matchLabels: { a: 'b' } } }), namespace({ a: 'c' })],
      ['error not-selected namespace-labels']],
    ['that selects labels of a namespace that is not here', [prometheus({ ...ALL, podMonitorNamespaceSelector: { matchLabels: { a: 'b' } } })],
      ['unjudged cannot-judge namespace']],
    ['that selects the name of its namespace', [prometheus({ ...ALL, podMonitorNamespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } })], []],
    ['that is none', [], ['unjudged cannot-judge no-scraper']],
  ])('%s', (_, others, expected) => expect(codes(pods(), monitor(spec()), ...others)).toEqual(expected));

  test('labels and namespace that are wrong are said together', () => {
    expect(codes(pods(), monitor(spec()), prometheus({ podMonitorSelector: { matchLabels: { team: 'a' } } }))).toEqual(['error not-selected labels', 'error not-selected other-namespace']);
  });

  test('has a default interval, which a timeout must not exceed', () => {
    const late = monitor(spec({ port: 'metrics', scrapeTimeout: '45s' }));
    expect(codes(pods(), late, prometheus({ ...ALL, scrapeInterval: '1m' }))).toEqual([]);
    expect(codes(pods(), late, prometheus(ALL))).toEqual(['error scrape-timeout timeout']);
    // whose default interval is not known
    expect(codes(pods(), late)).toEqual(['unjudged cannot-judge no-scraper', 'warning scrape-timeout timeout'].sort().reverse());
  });

  test('is kept away by a policy', () => {
    const policy = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', metadata: { name: 'closed', namespace: 'shop' }, spec: { podSelector: {}, policyTypes: ['Ingress'] } };
    expect(lines(pods(), monitor(spec()), prometheus(ALL), policy)).toEqual([
      'warning broken-scrape: keeps Prometheus monitoring/k8s away from the pods that PodMonitor shop/cart scrapes; add a rule for the namespace and the pods of the scraper',
    ]);
    const open = { ...policy, spec: { podSelector: {}, ingress: [{ from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'monitoring' } } }] }] } };
    expect(lines(pods(), monitor(spec()), prometheus(ALL), open)).toEqual([]);
  });
});

describe('a release of kube-prometheus-stack among the objects', () => {
  const flux = (own: object, more: object = {}) => ({
    apiVersion: 'helm.toolkit.fluxcd.io/v2',
    kind: 'HelmRelease',
    metadata: { name: 'stack', namespace: 'monitoring' },
    spec: { chart: { spec: { chart: 'kube-prometheus-stack' } }, values: { prometheus: { prometheusSpec: own } }, ...more },
  });
  const argo = (helm: object) => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: 'stack', namespace: 'argocd' },
    spec: { source: { chart: 'kube-prometheus-stack', helm }, destination: { namespace: 'monitoring' } },
  });
  const OTHER = "error not-selected: 'metadata.labels' must have release=stack: Prometheus monitoring/stack-kube-prometheus-stac-prometheus selects no other monitors";
  const UNKNOWN = 'unjudged cannot-judge: cannot be judged: no object here selects a PodMonitor, and no platform describes one';

  test.each<[string, object, string[]]>([
    ['selects its own label', flux({}), [OTHER]],
    ['selects all', flux({ podMonitorSelectorNilUsesHelmValues: false }), []],
    ['selects what its values say', flux({ podMonitorSelector: { matchLabels: { release: 'monitoring' } } }), []],
    ['has a default interval of its own', flux({ podMonitorSelectorNilUsesHelmValues: false, scrapeInterval: '5s' }),
      ["error scrape-timeout: 'spec.podMetricsEndpoints[0].scrapeTimeout' is \"10s\", longer than the interval of \"5s\""]],
    ['is called otherwise', flux({}, { releaseName: 'monitoring' }), []],
    ['has values from elsewhere', flux({}, { valuesFrom: [{ kind: 'ConfigMap', name: 'values' }] }), [UNKNOWN]],
    ['is of another chart', flux({}, { chart: { spec: { chart: 'loki' } } }), [UNKNOWN]],
    ['has values of a HelmRelease that are a string', flux({}, { values: 'a: b' }), [OTHER]],
    ['of Argo CD selects its own label', argo({}), [OTHER]],
    ['of Argo CD selects all', argo({ valuesObject: { prometheus: { prometheusSpec: { podMonitorSelectorNilUsesHelmValues: false } } } }), []],
    ['of Argo CD selects all by a text', argo({ values: 'prometheus: {prometheusSpec: {podMonitorSelectorNilUsesHelmValues: false}}' }), []],
    ['of Argo CD has a text that is no YAML', argo({ values: '{' }), [OTHER]],
    ['of Argo CD has files of values', argo({ valueFiles: ['values.yaml'] }), [UNKNOWN]],
  ])('%s', (_, release, expected) => {
    expect(lines(pods(), monitor(spec({ port: 'metrics', scrapeTimeout: '10s' })), release).map(line => line.split(';')[0])).toEqual(expected);
  });
});

describe('init containers', () => {
  const init = (port: object, more: object = {}) => pods({ initContainers: [{ name: 'migrate', image: 'example/m:1', ports: [port], ...more }] });

  test.each<[string, object, object, boolean]>([
    ['with the name of the port', { name: 'metrics', containerPort: 1234 }, { port: 'metrics' }, true],
    ['with the number of the port', { containerPort: 9090 }, { portNumber: 9090 }, true],
    ['with another port', { name: 'other', containerPort: 1234 }, { port: 'metrics' }, false],
  ])('%s', (_, port, endpoint, isReported) => {
    expect(lines(init(port), monitor(spec(endpoint)), prometheus(ALL))).toEqual(!isReported ? [] : [
      expect.stringMatching(/^warning broken-scrape: 'spec\.template\.spec\.initContainers\[0\]\.ports' has ("metrics"|9090), which PodMonitor shop\/cart scrapes: a port of an init container/),
    ]);
  });

  test('that are sidecars are scraped', () => {
    expect(lines(init({ name: 'metrics', containerPort: 9091 }, { restartPolicy: 'Always' }), monitor(spec()), prometheus(ALL))).toEqual([]);
  });
});

describe('what cannot be judged', () => {
  test('for one reason is said once, with the number of the others', () => {
    const many = Array.from({ length: 5 }, (_, i) => monitor(spec(), SELECTED, `cart-${i}`));
    expect(lines(pods(), ...many)).toEqual([
      'unjudged cannot-judge: cannot be judged: no object here selects a PodMonitor (like 4 others), and no platform describes one; install a KubernetesPlatform with the monitoring of the cluster, or add the Prometheus',
    ]);
  });

  test('are objects of a chart that renders in its own way; a GitOpsApp judges them', () => {
    class OwnChart extends Chart {
      public toJson(): any[] {
        return [monitor(spec({ port: 'metrics', interval: '15s', scrapeTimeout: '30s' }))];
      }
    }
    const warnings: string[] = [];
    const spy = jest.spyOn(process, 'emitWarning').mockImplementation(text => { warnings.push(String(text)); });
    const synthesized = (app: App) => {
      Platform.install(app, new KubernetesPlatform({ metrics: PROVIDER() }));
      new OwnChart(app, 'shop');
      new OwnChart(app, 'more');
      return () => app.synthYaml();
    };
    expect(synthesized(new App())).not.toThrow();
    expect(warnings).toEqual(['[shop] cannot-judge: cannot be judged (like 1 other): the chart renders its objects in its own way; use GitOpsApp for the app']);
    expect(synthesized(new GitOpsApp({ outdir: join(folder, 'own') }))).toThrow(/\[shop\] scrape-timeout: .*\n {2}\[more\] scrape-timeout: /);
    spy.mockRestore();
  });
});

describe('objects that are not as they should be', () => {
  test.each<[string, any]>([
    ['a value object of a Helm chart for a list', monitor({ selector: {}, podMetricsEndpoints: { port: 'metrics' } })],
    ['no spec', { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', metadata: { name: 'a', namespace: 'shop' } }],
    ['a spec that is a string', monitor('{{ .Values.spec }}' as any)],
    ['no metadata', { apiVersion: 'monitoring.coreos.com/v1', kind: 'PodMonitor', spec: spec() }],
    ['no name', { ...monitor(spec()), metadata: { namespace: 'shop' } }],
    ['a selector that is a string', monitor({ selector: 'app=cart', podMetricsEndpoints: [{ port: 'metrics' }] })],
    ['endpoints that are null', monitor({ selector: {}, podMetricsEndpoints: [null, 1, 'a'] })],
    ['rules that are no rules', monitor(spec({ port: 'metrics', relabelings: [null, 'a', { regex: 1, action: {} }], metricRelabelings: {} }))],
    ['labels that are numbers', monitor(spec(), { release: 1 } as any)],
    ['namespaces that are no list', monitor({ ...spec(), namespaceSelector: { matchNames: 'shop' } })],
    ['an unknown kind of the operator', { apiVersion: 'monitoring.coreos.com/v1alpha9', kind: 'PodScraper', metadata: { name: 'a' }, spec: {} }],
  ])('%s is judged without a crash', async (_, object) => {
    expect(() => lines(pods(), object, prometheus(ALL))).not.toThrow();
    const file = join(folder, 'odd.yaml');
    writeFileSync(file, [object, pods(), prometheus(ALL)].map(each => stringify(each)).join('---\n'));
    const { code, stderr } = await cli(['validate', file]);
    expect(stderr).not.toMatch(/TypeError|internal/i);
    expect([0, 1]).toContain(code);
  });

  test('are never passed over silently: a list that is a map scrapes nothing', () => {
    expect(codes(pods(), monitor({ selector: {}, podMetricsEndpoints: { port: 'metrics' } }), prometheus(ALL))).toEqual(['warning broken-scrape own-words']);
  });

  test('40,000 objects are judged in linear time', () => {
    const some = (n: number) => Array.from({ length: n }, (_, i) => [pods({}, `c${i}`), { ...monitor(spec(), SELECTED, `c${i}`), spec: { ...spec(), selector: { matchLabels: { app: `c${i}` } } } }]).flat();
    const time = (n: number) => {
      const objects = some(n);
      const before = process.cpuUsage();
      expect(judgeObjects([...objects, prometheus(ALL)])).toEqual([]);
      return process.cpuUsage(before).user;
    };
    time(500);
    // 20 times as many may take 100 times as long on a busy machine, and not 400 times
    const [few, many] = [time(1000), time(20_000)];
    expect(many / few).toBeLessThan(100);
  });
});

test('an OAM platform describes no Prometheus', () => {
  const app = new App();
  Platform.install(app, OamPlatform.verrazzano());
  new ApiObject(new Chart(app, 'shop', { namespace: 'shop' }), 'monitor', monitor(spec()));
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  app.synthYaml();
  expect(spy.mock.calls.map(([text]) => String(text).split(';')[0])).toEqual([
    '[shop/monitor] cannot-judge: cannot be judged: no object here selects a PodMonitor, and no platform describes one',
    "[shop/monitor] cannot-judge: 'spec.selector' cannot be judged: the pods that it may select are not here",
  ]);
  spy.mockRestore();
});

test('two platforms of one app describe their own clusters', () => {
  const app = new App();
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  for (const release of ['one', 'two']) {
    const chart = new Chart(app, release, { namespace: release });
    Platform.install(chart, new KubernetesPlatform({ metrics: MonitoringProvider.kubePrometheusStack({ release, namespace: 'monitoring' }) }));
    const { metadata: _, ...deployment } = pods();
    new ApiObject(chart, 'pods', { ...deployment, metadata: { name: 'cart' } });
    const { metadata: __, ...own } = monitor(spec());
    new ApiObject(chart, 'monitor', { ...own, metadata: { name: 'cart', labels: { release: 'one' } } });
  }
  app.synthYaml();
  expect(spy.mock.calls.map(([text]) => String(text).split(',')[0])).toEqual([
    "[two/monitor] not-selected: 'metadata.labels' must have release=two: Prometheus monitoring/two-kube-prometheus-stack-prometheus selects no other monitors; add them",
  ]);
  spy.mockRestore();
});

test('values that are resolved late are judged as they are written, once in a turn', async () => {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics: PROVIDER() }));
  const chart = new Chart(app, 'shop');
  let timeout = '5s';
  new ApiObject(chart, 'monitor', monitor(spec({ port: 'metrics', interval: '10s', scrapeTimeout: Lazy.any({ produce: () => timeout }) })));
  new ApiObject(chart, 'pods', pods());
  expect(() => app.synthYaml()).not.toThrow();
  timeout = '15s';
  await null;
  expect(() => app.synthYaml()).toThrow('scrape-timeout');
});

test('isScraped() asks whether the installed platform selects a monitor', () => {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics: PROVIDER() }));
  const chart = new Chart(app, 'shop');
  new ApiObject(chart, 'pods', pods());
  const own = new ApiObject(chart, 'monitor', monitor(spec(), {}));
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation(() => {});
  expect(() => Manifests.ofApp(app).isScraped({ name: 'cart' })).toThrow("'metadata.labels' must have release=monitoring: Prometheus monitoring/monitoring-kube-prometheus-prometheus");
  own.metadata.addLabel('release', 'monitoring');
  expect(Manifests.ofApp(app).isScraped({ name: 'cart' })).toHaveLength(1);
  spy.mockRestore();
});

test('the model passes the rules by itself', () => {
  const app = new App();
  Platform.install(app, new KubernetesPlatform({ metrics: PROVIDER() }));
  const chart = new Chart(app, 'shop', { namespace: 'shop' });
  const workload = new DeploymentWorkload({ image: 'example/a:1', ports: [{ name: 'metrics', port: 9090 }], resources: { requests: { cpu: '100m', memory: '128Mi' } } });
  new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'cart', { workload }));
  Manifests.ofApp(app).hasNoFindings();
});

test('each rule documents each code, and has a proof that exists', () => {
  expect(OBJECT_RULES.flatMap(({ kinds }) => kinds).length).toBeGreaterThan(5);
  for (const { findings, authority, proof } of ALL_RULES) {
    expect(Object.keys(findings).length).toBeGreaterThan(0);
    expect(authority).not.toBe('');
    expect(require.resolve(`../../../${proof}`)).toContain(proof);
  }
});
