import { bindOn, chartWith, coherence, deployment, kubernetesChart, listening, monitorOf, prometheus, serviceBeside, twoContainers, weblogic, withPorts } from './support';
import { ComponentBinding, ContainerProtocol, KubernetesWorkload, MetricsTrait, MonitoringProvider, MonitorKind, PrometheusOperatorProps, SeriesLabels, Workload } from '../../../src';
import { messageOf } from '../../support/message';

const { PLATFORM, OPERATOR, BOTH } = SeriesLabels;
const { SERVICE_MONITOR } = MonitorKind;

/** A rule in a line: `label = value`, `label < source`, or its action and what it is about. */
function short({ action, sourceLabels, targetLabel, regex, replacement }: any): string {
  if (action !== 'replace') return [action, ...sourceLabels ?? [], regex].join(' ').replaceAll('__meta_kubernetes_', '');
  return sourceLabels ? `${targetLabel} < ${sourceLabels.join()}`.replaceAll('__meta_kubernetes_', '') : `${targetLabel} = ${replacement}`;
}

/** The rules of the first endpoint. */
function rulesOf(binding: ComponentBinding): string[] {
  const { podMetricsEndpoints, endpoints } = monitorOf(binding).spec;
  return (podMetricsEndpoints ?? endpoints)[0].relabelings.map(short);
}

const on = (props: Partial<PrometheusOperatorProps>, workload: Workload = listening()) => bindOn(chartWith(props), workload);
const MODEL = 'labelmap pod_label_(app_oam_dev_name|app_oam_dev_component)';
const ALL = 'labelmap pod_label_(.+)';
/** What the platform adds to pods repeats labels of the model. */
const ADDED = '|app_kubernetes_io_name|app_kubernetes_io_instance|app_kubernetes_io_managed_by';
const JOB = 'job = hello_ns_greet';

describe('a set', () => {
  test.each<[SeriesLabels, string[]]>([
    [PLATFORM, [
      'labeldrop container|endpoint|pod|service', ALL, `labeldrop controller_revision_hash${ADDED}`, 'verrazzano_cluster = local', 'namespace < namespace',
      'pod_name < pod_name', 'application < application,app', JOB,
    ]],
    [OPERATOR, [MODEL, 'container = main', 'endpoint = http', JOB]],
    [BOTH, [
      ALL, `labeldrop controller_revision_hash|instance${ADDED}`, 'namespace < namespace', 'pod_name < pod_name', 'pod < pod_name', 'container = main', 'endpoint = http',
      'application < application,app', JOB,
    ]],
  ])('%s', (seriesLabels, rules) => {
    expect(rulesOf(on({ seriesLabels }))).toEqual(rules);
  });

  test('is both where none is named', () => {
    expect(rulesOf(on({}))).toEqual(rulesOf(on({ seriesLabels: BOTH })));
  });

  test.each<[SeriesLabels, string[]]>([
    [PLATFORM, ['verrazzano_cluster = local']], [OPERATOR, []], [BOTH, []],
  ])('%s has the name of the cluster where one is given, and platform has one anyway', (seriesLabels, unnamed) => {
    const clusterOf = (clusterName?: string) =>
      rulesOf(bindOn(kubernetesChart({ ...prometheus({ seriesLabels }), clusterName }))).filter(rule => rule.includes('_cluster'));

    expect([clusterOf(), clusterOf('berlin')]).toEqual([unnamed, ['verrazzano_cluster = berlin']]);
  });

  test('is the same of a release of kube-prometheus-stack', () => {
    const of = (metrics: MonitoringProvider) => rulesOf(bindOn(kubernetesChart({ metrics })));
    const given = { namespace: 'monitoring', seriesLabels: OPERATOR, podTargetLabels: ['app'], extraLabels: { team: 'shop' } };

    expect(of(MonitoringProvider.kubePrometheusStack({ release: 'kps', ...given })))
      .toEqual(of(MonitoringProvider.prometheusOperator({ name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {}, ...given })));
  });
});

describe('labels of pods that are listed', () => {
  test.each<[SeriesLabels, string[], string[]]>([
    [PLATFORM, ['app', 'example.com/team'], [
      'labeldrop container|endpoint|pod|service', 'labelmap pod_label_(app_oam_dev_name|app_oam_dev_component|app|example_com_team)', 'verrazzano_cluster = local',
      'pod_name < pod_name', 'application < application,app', JOB,
    ]],
    [BOTH, [], [MODEL, 'pod_name < pod_name', 'container = main', 'endpoint = http', JOB]],
    [OPERATOR, ['app.oam.dev/name', 'pod', 'namespace'], [
      'labelmap pod_label_(app_oam_dev_name|app_oam_dev_component|pod|namespace)', 'namespace < namespace', 'pod < pod_name', 'container = main', 'endpoint = http', JOB,
    ]],
  ])('%s, %j', (seriesLabels, podTargetLabels, rules) => {
    expect(rulesOf(on({ seriesLabels, podTargetLabels }))).toEqual(rules);
  });
});

test('more labels take precedence over those of pods, and not over the job', () => {
  expect(rulesOf(on({ seriesLabels: OPERATOR, extraLabels: { cluster: 'berlin', team: 'a b' } })))
    .toEqual([MODEL, 'container = main', 'endpoint = http', 'cluster = berlin', 'team = a b', JOB]);
});

describe('container, endpoint and service are told where there is one', () => {
  const place = (binding: ComponentBinding) => rulesOf(binding).filter(rule => /^(labeldrop|(container|endpoint|service|pod) [=<])/.test(rule));
  /** Two containers that declare one port. */
  const sharing = KubernetesWorkload.deployment({
    metadata: { name: 'greet' },
    spec: {
      selector: { matchLabels: { app: 'greet' } },
      template: {
        metadata: { labels: { app: 'greet' } },
        spec: { containers: ['one', 'two'].map(name => ({ name, image: 'example/main:1', ports: [{ containerPort: 8080 }] })) },
      },
    },
  });

  test.each<[string, Workload, string[]]>([
    ['a port with a name', withPorts(['http', 8080]), ['container = main', 'endpoint = http']],
    ['a port without one', deployment([{ containerPort: 8080 }]), ['labeldrop endpoint', 'container = main']],
    ['a name that two containers have', twoContainers(), ['labeldrop endpoint', 'container = one']],
    ['UDP of the same number', withPorts(['gossip', 8080, ContainerProtocol.UDP], ['web', 8080]), ['container = main', 'endpoint = web']],
    ['a number that two containers declare', sharing, ['labeldrop container|endpoint']],
    ['a port of Coherence', coherence({ ports: [{ name: 'metrics' }], coherence: { metrics: { enabled: true } } }), ['container = coherence', 'endpoint = metrics']],
    ['one that its members do not declare', coherence({ coherence: { metrics: { enabled: true } } }), ['labeldrop container|endpoint']],
    ['the annotations of WebLogic', weblogic(), ['labeldrop container|endpoint']],
  ])('%s', (_, workload, expected) => {
    expect(place(on({ seriesLabels: OPERATOR }, workload))).toEqual(expected);
  });

  const METRICS = { metrics: { enabled: true } };
  const served = (workload: Workload, spec?: any) => {
    const binding = on({ seriesLabels: OPERATOR, monitorKind: SERVICE_MONITOR }, workload);
    if (spec) serviceBeside(binding, 'front', { selector: { app: 'greet' }, ports: [spec] });
    return binding;
  };

  test.each<[string, ComponentBinding, string[]]>([
    ['its own Service', served(withPorts(['http', 8080])), ['container = main', 'endpoint = http', 'service = greet']],
    ['that of another component', served(deployment([{ containerPort: 8080 }]), { port: 80, name: 'web', targetPort: 8080 }), [
      'container = main', 'endpoint = web', 'service = front',
    ]],
    ['a port of it without a name', served(deployment([{ containerPort: 8080 }]), { port: 80, targetPort: 8080 }), [
      'container = main', 'endpoint = 8080', 'service = front',
    ]],
    ['two containers with the number', served(sharing, { port: 8080 }), [
      'labeldrop container', 'endpoint = 8080', 'service = front',
    ]],
    ['the only Service of Coherence', served(coherence({ ports: [{ name: 'metrics' }], coherence: METRICS })), [
      'container = coherence', 'endpoint = metrics', 'service = storage-metrics',
    ]],
    ['one of several', served(coherence({ ports: [{ name: 'metrics' }, { name: 'extend', port: 9000 }], coherence: METRICS })), [
      'labeldrop service', 'container = coherence', 'endpoint = metrics',
    ]],
  ])('of a ServiceMonitor: %s', (_, binding, expected) => {
    expect(place(binding)).toEqual(expected);
  });
});

describe('options', () => {
  const refused = (props: any) => messageOf(() => chartWith(props));
  const series = (name: string) => `[KubernetesPlatform] reserved-label: 'metrics.extraLabels.${name}' must not be set: the label identifies the target of each `
    + 'series; leave it out, or give it another name';
  const names = (got: string) => '[KubernetesPlatform] invalid-label: \'metrics.extraLabels\' must be names of letters, digits and \'_\', which begin with no '
    + `digit and not with '__', got ${got}`;
  const key = (got: string) => `[KubernetesPlatform] invalid-label: 'metrics.podTargetLabels[0]' must be the key of a label, [<DNS subdomain>/]<name>, got ${got}`;
  const text = (got: string) => '[KubernetesPlatform] invalid-value: \'metrics.extraLabels.team\' must be a non-empty string without \'$\', which has a meaning '
    + `in relabelling rules, got ${got}`;

  test.each<[string, any, string]>([
    ['there is no such set', { seriesLabels: 'all' }, '[KubernetesPlatform] invalid-value: \'metrics.seriesLabels\' must be one of platform, operator, both, got "all"'],
    ['what is listed is no key', { podTargetLabels: ['a b'] }, key('"a b"')],
    ['what is listed is no text', { podTargetLabels: [1] }, key('1')],
    ['a name is none of Prometheus', { extraLabels: { 'a.b': 'c' } }, names('"a.b"')],
    ['a name is one of its own', { extraLabels: { __name__: 'c' } }, names('"__name__"')],
    ...['job', 'instance', 'namespace', 'pod', 'pod_name', 'container', 'endpoint', 'service', 'app_oam_dev_name', 'app_oam_dev_component']
      .map((name): [string, any, string] => [`a target is known by ${name}`, { extraLabels: { [name]: 'c' } }, series(name)]),
    ['a value is empty', { extraLabels: { team: '' } }, text('""')],
    ['a value would be read as a reference', { extraLabels: { team: 'a$1' } }, text('"a$1"')],
  ])('fail when %s', (_, props, message) => {
    expect(refused(props)).toBe(message);
  });

  test('null is as good as nothing', () => {
    const none: any = { seriesLabels: null, podTargetLabels: null, extraLabels: null };

    expect(rulesOf(on(none))).toEqual(rulesOf(on({})));
  });

  test('each endpoint has its own place', () => {
    const binding = on({ seriesLabels: OPERATOR }, withPorts(['http', 8080], ['admin', 9090]));
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 9090 }, {}] });

    expect(monitorOf(binding).spec.podMetricsEndpoints.map(({ relabelings }: any) => relabelings.map(short))).toEqual([
      [MODEL, 'container = main', 'endpoint = admin', JOB], [MODEL, 'container = main', 'endpoint = http', `${JOB}_1`],
    ]);
  });
});
