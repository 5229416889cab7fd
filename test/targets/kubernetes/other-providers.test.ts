import { Chart, Duration } from 'cdk8s';
import { bindOn, chartWith, findingOf, findingsOf, kubernetesChart, monitorOf } from './support';
import {
  AzureManagedPrometheusProps, ComponentBinding, GoogleManagedPrometheusProps, KubernetesPlatformProps, KubernetesWorkload, MetricsTrait,
  MetricsTraitProps, MonitorKind, MonitoringProvider, MonitorReaderProps,
  NetworkPolicyTrait, RelabelAction, ScrapeProtocol, ScrapeScheme, SeriesLabels,
  VictoriaMetricsOperatorProps, WebLogicWorkload,
} from '../../../src';
import { ManifestChecks } from '../../../src/cluster/checks/manifest-checks';
import { describe as inWords } from '../../../src/base/findings/words';
import { messageOf } from '../../support/message';

const BY_OPERATOR = { namespace: 'vm', name: 'main', monitorSelector: {}, monitorNamespaceSelector: {} };
const victoria = (more: Partial<VictoriaMetricsOperatorProps> = {}) =>
  kubernetesChart({ metrics: MonitoringProvider.victoriaMetricsOperator({ ...BY_OPERATOR, ...more }) });
const azure = (props?: AzureManagedPrometheusProps) => kubernetesChart({ metrics: MonitoringProvider.azureManagedPrometheus(props) });
const google = (props?: GoogleManagedPrometheusProps, more: Partial<KubernetesPlatformProps> = {}) =>
  kubernetesChart({ metrics: MonitoringProvider.googleManagedPrometheus(props), ...more });

/** The objects by which the component of a binding is scraped, each as the schema of its kind wants it. */
function scraping(binding: ComponentBinding): any[] {
  expect(findingsOf(binding)).toEqual([]);
  const objects = Chart.of(binding).toJson().filter(({ apiVersion }: any) => /victoriametrics|azmonitoring|monitoring\.googleapis|^rbac/.test(apiVersion));
  const checks = new ManifestChecks({ requireSchemas: true, uncheckedKinds: ['azmonitoring.coreos.com/PodMonitor', 'azmonitoring.coreos.com/ServiceMonitor'] });
  expect(objects.flatMap((each: any) => checks.checkWhole(each).map(inWords))).toEqual([]);
  return objects;
}

const SETTINGS: MetricsTraitProps = {
  ports: [{ port: 8080, path: '/a' }, { port: 8080, path: '/b', interval: Duration.seconds(15), keepMetrics: ['x_.*'] }],
  secret: 'credentials',
  timeout: Duration.seconds(5),
  sampleLimit: 100,
};

describe('the VictoriaMetrics operator', () => {
  test.each([MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR])('is given what a %s says', (monitorKind) => {
    const [theirs, ours] = [victoria({ monitorKind }), chartWith({ monitorKind })].map((chart) => {
      const binding = bindOn(chart);
      new MetricsTrait(binding, 'metrics', SETTINGS);
      return binding;
    });
    const { spec: { endpoints, podMetricsEndpoints, ...spec }, ...monitor } = monitorOf(ours);
    const renamed = (list?: any[]) => list?.map(({ relabelings: relabelConfigs, metricRelabelings: metricRelabelConfigs, ...endpoint }) =>
      ({ ...endpoint, relabelConfigs, ...metricRelabelConfigs && { metricRelabelConfigs } }));
    expect(scraping(theirs)).toEqual([{
      ...monitor,
      apiVersion: 'operator.victoriametrics.com/v1beta1',
      kind: monitorKind === MonitorKind.POD_MONITOR ? 'VMPodScrape' : 'VMServiceScrape',
      spec: { ...spec, ...endpoints ? { endpoints: renamed(endpoints) } : { podMetricsEndpoints: renamed(podMetricsEndpoints) } },
    }]);
  });

  test('needs no fallback for metrics without a type', () => {
    const binding = bindOn(victoria());
    new MetricsTrait(binding, 'metrics', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4 });
    expect(Object.keys(scraping(binding)[0].spec)).toEqual(['podMetricsEndpoints', 'selector']);
  });

  test.each<[string, MetricsTraitProps, string]>([
    ['a limit for labels', { labelLimit: 5 }, "'labelLimit' cannot be expressed: a VMPodScrape has no such field; leave it out"],
    [
      'metrics in Protobuf', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_PROTO },
      "'fallbackScrapeProtocol' cannot be expressed: a VMPodScrape has no such field; leave it out",
    ],
  ])('fails when there is %s', (_, props, message) => {
    const binding = bindOn(victoria());
    new MetricsTrait(binding, 'metrics', props);
    expect(findingOf(binding)).toBe(`not-expressible: ${message}`);
  });

  test('fails when its VMAgent does not select what is rendered', () => {
    expect(findingsOf(bindOn(victoria({ monitorSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] }, monitorNamespaceSelector: undefined })))).toEqual([
      "[c/hello/greet] not-selected: 'metadata.labels' must have a label team: VMAgent vm/main selects no other monitors; "
        + "add them, or set 'monitorLabels' of the platform for the monitors that it renders",
      "[c/hello/greet] not-selected: 'metadata.namespace' is \"ns\", and VMAgent vm/main takes monitors in its own namespace only; "
        + "set 'spec.podScrapeNamespaceSelector' of the VMAgent, and 'monitorNamespaceSelector' of the platform to the same",
    ]);
  });

  test('is let in by the labels of its pods', () => {
    const binding = bindOn(victoria());
    new NetworkPolicyTrait(binding, 'policy');
    expect(policyPeers(binding)).toEqual([{
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'vm' } },
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'vmagent', 'app.kubernetes.io/instance': 'main' } },
    }]);
  });

  test('fails when a property is wrong', () => {
    expect(messageOf(() => victoria({ name: 'A B' }))).toContain("invalid-name: 'metrics.name' must be a DNS-1123 subdomain");
  });
});

function policyPeers(binding: ComponentBinding): any[] {
  const [policy] = Chart.of(binding).toJson().filter(({ kind }: any) => kind === 'NetworkPolicy');
  return policy.spec.ingress.flatMap(({ from }: any) => from);
}

describe('the add-on of Azure', () => {
  test('is given monitors of its own group', () => {
    const [theirs, ours] = [azure(), chartWith()].map((chart) => {
      const binding = bindOn(chart);
      new MetricsTrait(binding, 'metrics', SETTINGS);
      return binding;
    });
    expect(scraping(theirs)).toEqual([{ ...monitorOf(ours), apiVersion: 'azmonitoring.coreos.com/v1' }]);
    expect(ours.metrics.scraper!.toString()).toBe('monitoring/k8s');
    expect(theirs.metrics.scraper!.toString()).toBe('kube-system/ama-metrics');
  });

  test('takes every monitor of every namespace', () => {
    expect(scraping(bindOn(azure({ monitorLabels: { team: 'a' } })))[0].metadata.labels).toMatchObject({ team: 'a' });
  });

  test('fails when it has a mesh, whose certificates it does not know', () => {
    const props: any = { mesh: { namespaces: ['ns'], scrapeClass: 'istio' } };
    expect(messageOf(() => azure(props))).toBe("[KubernetesPlatform] unknown-field: 'metrics.mesh' is an unknown field; expected one of "
      + 'monitorKind, monitorLabels, scrape, seriesLabels, podTargetLabels, extraLabels, replaces; leave it out, or check its spelling');
  });
});

describe('collectors that read the monitors of the operator', () => {
  const READER = { namespace: 'telemetry', name: 'collector', podLabels: { app: 'collector' } };
  const BOTH: [string, (more?: Partial<MonitorReaderProps>) => Chart][] = [
    ['Alloy', (more) => kubernetesChart({ metrics: MonitoringProvider.grafanaAlloy({ ...READER, ...more }) })],
    ['TargetAllocator', (more) => kubernetesChart({ metrics: MonitoringProvider.openTelemetry({ ...READER, ...more }) })],
  ];
  const [[, alloy], [, openTelemetry]] = BOTH;

  test.each(BOTH)('%s is given what the operator is given, and let in by labels', (_, chart) => {
    const [theirs, ours] = [chart(), chartWith()].map((each) => {
      const binding = bindOn(each);
      new MetricsTrait(binding, 'metrics', { keepMetrics: ['x_.*'], sampleLimit: 5, labelLimit: 5 });
      return binding;
    });
    expect(monitorOf(theirs)).toEqual(monitorOf(ours));
    new NetworkPolicyTrait(theirs, 'policy');
    expect(policyPeers(theirs)).toEqual([{
      namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'telemetry' } }, podSelector: { matchLabels: { app: 'collector' } },
    }]);
  });

  test.each(BOTH)('fails when %s does not select a monitor', (kind, chart) => {
    expect(findingsOf(bindOn(chart({ monitorSelector: { matchExpressions: [{ key: 'team', operator: 'Exists' }] } })))).toEqual([
      `[c/hello/greet] not-selected: 'metadata.labels' must have a label team: ${kind} telemetry/collector selects no other monitors; `
        + "add them, or set 'monitorLabels' of the platform for the monitors that it renders",
    ]);
  });

  test('fails when Alloy would ignore the fallback for metrics without a type', () => {
    const binding = bindOn(alloy());
    new MetricsTrait(binding, 'metrics', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4 });
    expect(findingOf(binding)).toBe("not-expressible: 'fallbackScrapeProtocol' cannot be expressed: Grafana Alloy ignores this field of a PodMonitor; leave it out");
  });

  test.each([['replacement', ''], ['separator', '']])('fails when Alloy would read an empty %s of a rule as its default', (field, value) => {
    const binding = bindOn(alloy());
    new MetricsTrait(binding, 'metrics', { metricRelabelings: [{ sourceLabels: ['a'], targetLabel: 'b', [field]: value }] });
    expect(findingOf(binding)).toBe(`not-expressible: 'metricRelabelings' cannot be read as it is: Grafana Alloy takes an empty '${field}' of a rule `
      + 'for its default; write the rule in another way: to remove a label, use RelabelAction.LABEL_DROP');
  });

  test('the target allocator reads Secrets of other namespaces only where it is told to', () => {
    const told = (chart: Chart) => warningsOf(() => {
      const binding = bindOn(chart);
      new MetricsTrait(binding, 'metrics', { secret: 'credentials' });
      expect(findingsOf(binding)).toEqual([]);
    });
    expect(told(openTelemetry())).toEqual([
      '[c/hello/greet/metrics] secrets-not-read: is scraped with a Secret of namespace "ns", and the target allocator reads those of "telemetry" only, '
        + "unless others are configured; list the namespace in 'prometheusCR.secretNamespaces' of the target allocator, and enable its 'mtls'",
    ]);
    expect(told(openTelemetry({ namespace: 'ns' }))).toEqual([]);
    expect(told(alloy())).toEqual([]);
  });

  test('fails when a property is wrong', () => {
    expect(messageOf(() => alloy({ podLabels: undefined }))).toBe("[KubernetesPlatform] missing-field: 'metrics.podLabels' is required");
  });
});

describe('the managed collection of Google Cloud', () => {
  const MODEL = [{ from: 'app.oam.dev/name', to: 'app_oam_dev_name' }, { from: 'app.oam.dev/component', to: 'app_oam_dev_component' }];
  const POD_NAME = { action: 'replace', sourceLabels: ['pod'], targetLabel: 'pod_name' };

  test('is given a PodMonitoring for each endpoint, by whose name series have their job', () => {
    const binding = bindOn(google({ seriesLabels: SeriesLabels.OPERATOR, userNames: { credentials: 'scraper' } }));
    new MetricsTrait(binding, 'metrics', SETTINGS);
    const [first, second, role, roleBinding] = scraping(binding);
    const basicAuth = { username: 'scraper', password: { secret: { name: 'credentials', key: 'password' } } };
    expect(first).toMatchObject({ apiVersion: 'monitoring.googleapis.com/v1', kind: 'PodMonitoring', metadata: { name: 'hello-ns-greet', namespace: 'ns' } });
    expect(first.spec).toEqual({
      selector: { matchLabels: { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' } },
      endpoints: [{ port: 'http', path: '/a', scheme: 'http', interval: '30s', timeout: '5s', basicAuth }],
      targetLabels: { metadata: ['pod', 'container'], fromPod: MODEL },
      limits: { samples: 100 },
    });
    expect(second.metadata.name).toBe('hello-ns-greet.1');
    expect(second.spec.endpoints).toEqual([{
      port: 'http', path: '/b', scheme: 'http', interval: '15s', timeout: '5s', basicAuth, metricRelabeling: [{ action: 'keep', sourceLabels: ['__name__'], regex: 'x_.*' }],
    }]);
    expect([role.rules, roleBinding.subjects]).toEqual([
      [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['credentials'], verbs: ['get', 'list', 'watch'] }],
      [{ kind: 'ServiceAccount', namespace: 'gmp-system', name: 'collector' }],
    ]);
  });

  test('gives series the labels of the pods that are known, and rules give the others', () => {
    const binding = bindOn(google({ extraLabels: { stage: 'test' } }, { clusterName: 'prod' }), KubernetesWorkload.deployment({
      metadata: { name: 'greet' },
      spec: {
        selector: { matchLabels: { app: 'greet' } },
        template: {
          metadata: { labels: { 'app': 'greet', 'job': 'x', '1/2': 'y' } },
          spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080 }] }] },
        },
      },
    }));
    const told = warningsOf(() => expect(scraping(binding)[0].spec).toMatchObject({
      endpoints: [{
        port: 8080,
        metricRelabeling: [
          POD_NAME, { action: 'replace', targetLabel: 'application', replacement: 'greet' },
          { action: 'replace', targetLabel: 'verrazzano_cluster', replacement: 'prod' }, { action: 'replace', targetLabel: 'stage', replacement: 'test' },
        ],
      }],
      targetLabels: { fromPod: [...MODEL, { from: 'app', to: 'app' }] },
    }));
    expect(told).toEqual([
      "[c/hello] labels-differ: 'job' of all series is '<app>-<namespace>-<component>' with '-' in place of '_': it is the name of the PodMonitoring; "
        + "what asks for the job by its name elsewhere finds nothing; ask for the labels 'app_oam_dev_name' and 'app_oam_dev_component'",
      "[c/hello] labels-differ: 'instance' of all series is '<pod>:<port>', not an address: what joins series by it with series of others finds nothing; "
        + "join by the label 'pod'",
      "[c/hello] labels-differ: 'up' and 'scrape_...' have no labels 'pod_name', 'application' and those of 'clusterName' and 'extraLabels', "
        + "which rules give to samples alone: alerts on them find nothing; ask for the label 'pod', and the labels of the pods",
      '[c/hello/greet] labels-differ: series do not get the labels job, 1/2 of the pods: the managed collection sets labels of these names itself, '
        + 'takes no label of such a name, or has 100 others; call them otherwise if you need them',
    ]);
  });

  test('scrapes with a token and a certificate authority of Secrets', () => {
    const binding = bindOn(google());
    new MetricsTrait(binding, 'metrics', {
      scheme: ScrapeScheme.HTTPS,
      tls: { serverName: 'a.example', ca: { secret: { name: 'ca', key: 'ca.crt' } } },
      authorization: { credentials: { name: 'token', key: 'token' } },
    });
    const [{ spec: { endpoints: [endpoint] } }, { rules: [{ resourceNames }] }] = scraping(binding);
    expect(endpoint).toMatchObject({
      scheme: 'https',
      tls: { serverName: 'a.example', ca: { secret: { name: 'ca', key: 'ca.crt' } } },
      authorization: { credentials: { secret: { name: 'token', key: 'token' } } },
    });
    expect(resourceNames).toEqual(['ca', 'token']);
  });

  test.each<[string, MetricsTraitProps, string]>([
    ['a Secret whose user is not known', { secret: 'own' }, "'secret' names a Secret with a user name and a password, and a PodMonitoring has the user name itself; give the user name in 'userNames' of the provider"],
    ['a fallback', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4 }, "'fallbackScrapeProtocol' cannot be expressed: a PodMonitoring has no such field; leave it out"],
    ['a wish about timestamps', { honorTimestamps: false }, "'honorTimestamps' cannot be expressed: a PodMonitoring has no such field; leave it out"],
    [
      'a certificate authority of a ConfigMap', { scheme: ScrapeScheme.HTTPS, tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } } } },
      "'tls.ca.configMap' cannot be expressed: a PodMonitoring reads certificates of Secrets only; put them into a Secret",
    ],
    [
      'a rule with another action', { metricRelabelings: [{ action: RelabelAction.LABEL_MAP, regex: 'a' }] },
      "'metricRelabelings' cannot have the action \"labelmap\": a PodMonitoring knows replace, keep, drop, hashmod, labeldrop, labelkeep; change or drop the samples in another way",
    ],
    [
      'a rule for a label of the collection', { metricRelabelings: [{ targetLabel: 'cluster', replacement: 'x' }] },
      "'metricRelabelings' cannot set the label \"cluster\", which the managed collection sets; choose another label",
    ],
  ])('fails when there is %s', (_, props, message) => {
    const binding = bindOn(google());
    new MetricsTrait(binding, 'metrics', props);
    expect(findingOf(binding)).toBe(`not-expressible: ${message}`);
  });

  test('fails when more labels are those of the collection, or a scrape is given up too late', () => {
    expect(messageOf(() => google({ extraLabels: { cluster: 'eu' } }))).toMatch(/^\[KubernetesPlatform\] reserved-label: 'metrics\.extraLabels\.cluster' /);
    expect(messageOf(() => google({ scrape: { timeout: Duration.seconds(40) } }))).toMatch(/^\[KubernetesPlatform\] scrape-timeout: 'metrics\.scrape\.timeout' /);
    const binding = bindOn(google());
    new MetricsTrait(binding, 'metrics', { timeout: Duration.seconds(31) });
    expect(findingOf(binding)).toMatch(/^scrape-timeout: 'timeout' /);
  });

  test('fails when annotations say where servers are scraped', () => {
    const binding = bindOn(google({ userNames: { credentials: 'scraper' } }), new WebLogicWorkload({
      template: { name: 'greet', spec: { domainUID: 'greet', image: 'example/domain:1', webLogicCredentialsSecret: { name: 'credentials' } } },
    }));
    expect(findingOf(binding)).toBe('not-expressible: cannot be scraped: each WebLogic server is scraped at the port and path in annotations of its pod, '
      + "which a PodMonitoring does not read; set 'enabled: false', or let another Prometheus scrape it");
  });
});

/** What is told while something is done. */
function warningsOf(act: () => void): string[] {
  const told: string[] = [];
  const spy = jest.spyOn(process, 'emitWarning').mockImplementation((text) => void told.push(String(text)));
  act();
  spy.mockRestore();
  return told;
}
