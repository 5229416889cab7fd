import { MESH, bindOn, chartWith, findingOf, findingsOf, kubernetes, kubernetesChart, monitorOf, monitorsOf } from './support';
import { KubePrometheusStackProps, MetricsTrait, MonitorKind, MonitoringProvider, PrometheusOperatorProps, Scraper } from '../../../src';
import { messageOf } from '../../support/message';
import { DNS_LABEL, KEYS, LABEL_VALUE } from '../../support/texts';

const on = (more: Partial<PrometheusOperatorProps> = {}) => bindOn(chartWith(more));

describe('labels of a monitor', () => {
  const OWN = {
    'app.oam.dev/name': 'hello',
    'app.oam.dev/component': 'greet',
    'app.oam.dev/resourceType': 'TRAIT',
    'app.kubernetes.io/name': 'greet',
    'app.kubernetes.io/instance': 'hello',
    'app.kubernetes.io/part-of': 'hello',
    'app.kubernetes.io/managed-by': 'cdk8s-oam',
  };

  test.each<[string, Partial<PrometheusOperatorProps>, Record<string, string>]>([
    ['all are taken', {}, {}],
    ['those of matchLabels', { monitorSelector: { matchLabels: { release: 'prometheus', team: 'a' } } }, { release: 'prometheus', team: 'a' }],
    ['those of monitorLabels, which meet the expressions', {
      monitorLabels: { release: 'prometheus', tier: 'web' },
      monitorSelector: {
        matchExpressions: [
          { key: 'release', operator: 'In', values: ['operator', 'prometheus'] },
          { key: 'tier', operator: 'Exists' },
          { key: 'tier', operator: 'NotIn', values: ['data'] },
          { key: 'absent', operator: 'NotIn', values: ['data'] },
          { key: 'absent', operator: 'DoesNotExist' },
          { key: 'app.oam.dev/name', operator: 'In', values: ['hello'] },
        ],
      },
    }, { release: 'prometheus', tier: 'web' }],
    ['labels of Kubernetes can be others', { monitorLabels: { 'app.kubernetes.io/part-of': 'shop' } }, { 'app.kubernetes.io/part-of': 'shop' }],
  ])('%s', (_, props, labels) => {
    expect(monitorOf(on(props)).metadata).toEqual({ name: 'greet', namespace: 'ns', labels: { ...OWN, ...labels } });
  });

  test('those of the trait go before those of the platform', () => {
    const binding = on({ monitorLabels: { tier: 'web' } });
    new MetricsTrait(binding, 'metrics', { metadata: { name: 'scraped', labels: { tier: 'data', own: 'yes' }, annotations: { note: 'x' } } });

    expect(monitorOf(binding).metadata).toEqual({
      name: 'scraped', namespace: 'ns', labels: { ...OWN, tier: 'data', own: 'yes' }, annotations: { note: 'x' },
    });
  });

  const SELECTS = ': Prometheus monitoring/k8s selects no other monitors; add them, or set \'monitorLabels\' of the platform for the monitors that it renders';

  test.each<[string, PrometheusOperatorProps['monitorSelector'], string]>([
    ['a value is wanted', { matchExpressions: [{ key: 'release', operator: 'In', values: ['a', 'b'] }] }, 'release in (a, b)'],
    ['a value is not wanted', { matchExpressions: [{ key: 'app.oam.dev/name', operator: 'NotIn', values: ['bye', 'hello'] }] }, 'app.oam.dev/name not in (bye, hello)'],
    ['a label is wanted', { matchExpressions: [{ key: 'release', operator: 'Exists' }] }, 'a label release'],
    ['a label is not wanted', { matchExpressions: [{ key: 'app.oam.dev/name', operator: 'DoesNotExist' }] }, 'no label app.oam.dev/name'],
    ['a label of the model should have another value', { matchLabels: { 'app.oam.dev/name': 'bye', 'release': 'x' } }, 'app.oam.dev/name=bye'],
  ])('fails when %s', (_, monitorSelector, missing) => {
    expect(findingsOf(on({ monitorSelector }))).toEqual([`[c/hello/greet] not-selected: 'metadata.labels' must have ${missing}${SELECTS}`]);
  });

  test('fails when the trait has another value than the selector', () => {
    const binding = on({ monitorSelector: { matchLabels: { release: 'prometheus', team: 'a' } } });
    new MetricsTrait(binding, 'metrics', { metadata: { labels: { release: 'mine', team: 'mine' } } });

    expect(findingsOf(binding)).toEqual([`[c/hello/greet/metrics] not-selected: 'metadata.labels' must have release=prometheus, team=a${SELECTS}`]);
  });

  test('fails when the platform would give it a label of the model', () => {
    expect(messageOf(() => on({ monitorLabels: { 'app.oam.dev/name': 'bye', 'own': 'yes' } }))).toBe(
      '[KubernetesPlatform] reserved-label: \'metrics.monitorLabels[\'app.oam.dev/name\']\' must not be set: the label identifies the component of each monitor; leave it out');
  });
});

describe('namespaces', () => {
  const own = (kind: string) => 'not-selected: \'metadata.namespace\' is "ns", and Prometheus monitoring/k8s takes monitors in its own namespace only; set '
    + `'spec.${kind}NamespaceSelector' of the Prometheus, and 'monitorNamespaceSelector' of the platform to the same`;

  test.each<[string, Partial<PrometheusOperatorProps>]>([
    ['all', { monitorNamespaceSelector: {} }],
    ['its own', { monitorNamespaceSelector: undefined, namespace: 'ns' }],
    ['one by its name', { monitorNamespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ns' } } }],
    ['some by their names', { monitorNamespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['other', 'ns'] }] } }],
    ['those with a label', { monitorNamespaceSelector: { matchLabels: { team: 'a' } }, namespaceLabels: { ns: { team: 'a' }, other: { team: 'b' } } }],
    ['those without a label', { monitorNamespaceSelector: { matchExpressions: [{ key: 'quiet', operator: 'DoesNotExist' }] } }],
  ])('%s', (_, props) => {
    expect(monitorsOf(on(props))).toHaveLength(1);
  });

  test.each<[string, Partial<PrometheusOperatorProps>, string]>([
    ['the Prometheus takes PodMonitors of its own namespace only', { monitorNamespaceSelector: undefined }, own('podMonitor')],
    ['the Prometheus takes ServiceMonitors of its own namespace only', { monitorNamespaceSelector: undefined, monitorKind: MonitorKind.SERVICE_MONITOR }, own('serviceMonitor')],
    ['no selector is given, by null', { monitorNamespaceSelector: null as any }, own('podMonitor')],
    [
      'the labels of the namespace are not known',
      { monitorNamespaceSelector: { matchLabels: { team: 'a' } }, namespaceLabels: { other: { team: 'a' } } },
      'not-selected: \'metadata.namespace\' is "ns", which is not known to have team=a: Prometheus monitoring/k8s selects no other namespaces; label the '
        + 'namespace, and list its labels in \'namespaceLabels\'',
    ],
    [
      'the namespace has another name',
      { monitorNamespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'NotIn', values: ['ns'] }] } },
      'not-selected: \'metadata.namespace\' is "ns", which is not known to have kubernetes.io/metadata.name not in (ns): Prometheus monitoring/k8s selects no other namespaces; label the '
        + 'namespace, and list its labels in \'namespaceLabels\'',
    ],
  ])('fails when %s', (_, props, message) => {
    expect(findingOf(on(props))).toBe(message);
  });
});

describe('a mesh', () => {
  test.each([MonitorKind.POD_MONITOR, MonitorKind.SERVICE_MONITOR])('a %s of its namespaces asks over TLS, with the certificates of the scrape class', monitorKind => {
    const { spec } = monitorOf(on({ ...MESH, monitorKind }));

    expect(spec.scrapeClass).toBe('istio');
    expect((spec.podMetricsEndpoints ?? spec.endpoints)[0]).toMatchObject({ scheme: 'https', path: '/metrics', port: 'http' });
  });

  test('other namespaces are asked in plain text', () => {
    const { spec } = monitorOf(on({ mesh: { namespaces: ['other'], scrapeClass: 'istio' } }));

    expect(spec.scrapeClass).toBeUndefined();
    expect(spec.podMetricsEndpoints[0].scheme).toBe('http');
  });
});

describe('the scraper of a trait', () => {
  const REFERENCE = 'verrazzano-system/vmi-system-prometheus-0';
  const named = (scraper: string, replaces?: Scraper[]) => {
    const binding = on({ replaces });
    new MetricsTrait(binding, 'metrics', { scraper: Scraper.parse(scraper) });
    return binding;
  };

  test.each<[string, string, Scraper[] | undefined]>([
    ['the Prometheus itself', 'monitoring/k8s', undefined],
    ['that of the reference platform, whose place it takes by default', REFERENCE, undefined],
    ['another, whose place it takes', 'old/prometheus', [Scraper.parse('older/prometheus'), Scraper.parse('old/prometheus')]],
    ['the Prometheus itself, where it takes the place of none', 'monitoring/k8s', []],
  ])('%s', (_, scraper, replaces) => {
    const binding = named(scraper, replaces);

    expect(monitorsOf(binding)).toHaveLength(1);
    expect(binding.metrics.scraper!.toString()).toBe('monitoring/k8s');
  });

  test.each<[string, string, Scraper[] | undefined]>([
    ['it is another', 'old/prometheus', undefined],
    ['the place of that of the reference platform is not taken', REFERENCE, []],
  ])('fails when %s', (_, scraper, replaces) => {
    expect(findingsOf(named(scraper, replaces))).toEqual([
      `[c/hello/greet/metrics] invalid-value: 'scraper' must be "monitoring/k8s", or a scraper that it replaces, got "${scraper}"; `
        + 'leave it out, or list it in \'replaces\' of the platform\'s metrics',
    ]);
  });
});

describe('props', () => {
  const errorOf = (props: any) => messageOf(() => on(props)).replace('[KubernetesPlatform] ', '');

  test('are kept as they were', () => {
    const props = { monitorSelector: { matchLabels: { release: 'a' } }, monitorLabels: { tier: 'a' } };
    const chart = chartWith(props);
    props.monitorSelector.matchLabels.release = 'b';
    props.monitorLabels.tier = 'b';

    expect(monitorOf(bindOn(chart)).metadata.labels).toMatchObject({ release: 'a', tier: 'a' });
  });

  test('fail at all that is wrong together', () => {
    expect(errorOf({
      namespace: 'Monitoring',
      name: undefined,
      monitorKind: 'Probe',
      monitorSelector: {
        matchLabels: { release: 1 },
        matchExpression: [],
        matchExpressions: [{ key: '', operator: 'In' }, { key: 'a', operator: 'Exists', values: ['b'] }, { operator: 'in', key: 'a' }, 5, { key: 'a', operator: 'NotIn', values: [4] }],
      },
      namespaceLabels: { A: { b: 'a b' } },
      monitorLabels: { 'a b': 'c' },
      mesh: { namespaces: [], scrapeClass: '', tls: true },
      replaces: ['old/prometheus'],
      selector: {},
    })).toBe([
      '19 findings:',
      'unknown-field: \'metrics.selector\' is an unknown field; expected one of namespace, name, monitorSelector, monitorNamespaceSelector, namespaceLabels, monitorKind, monitorLabels, scrape, '
        + 'seriesLabels, podTargetLabels, extraLabels, replaces, mesh, ruleSelector, ruleNamespaceSelector; leave it out, or check its spelling',
      'missing-field: \'metrics.name\' is required',
      `invalid-name: 'metrics.namespace' ${DNS_LABEL}, got "Monitoring"`,
      'unknown-field: \'metrics.monitorSelector.matchExpression\' is an unknown field; expected one of matchLabels, matchExpressions; did you mean "matchExpressions"?',
      `invalid-label: 'metrics.monitorSelector.matchLabels.release' ${LABEL_VALUE}, got 1`,
      'invalid-value: \'metrics.monitorSelector.matchExpressions[0].key\' must be a non-empty string, got ""',
      'invalid-value: \'metrics.monitorSelector.matchExpressions[0].values\' must have at least one value; give it values, or use Exists or DoesNotExist',
      'invalid-value: \'metrics.monitorSelector.matchExpressions[1].values\' must not be set with operator Exists; leave it out',
      'invalid-value: \'metrics.monitorSelector.matchExpressions[2].operator\' must be one of In, NotIn, Exists, DoesNotExist, got "in"; did you mean "In"?',
      'invalid-type: \'metrics.monitorSelector.matchExpressions[3]\' must be an object, got a number',
      'invalid-type: \'metrics.monitorSelector.matchExpressions[4].values[0]\' must be a string, got a number; put it in quotes',
      `invalid-name: 'metrics.namespaceLabels' ${DNS_LABEL}, got "A"`,
      `invalid-label: 'metrics.namespaceLabels.A.b' ${LABEL_VALUE}, got "a b"`,
      'invalid-value: \'metrics.monitorKind\' must be one of PodMonitor, ServiceMonitor, ScrapeConfig, got "Probe"',
      `invalid-label: 'metrics.monitorLabels' ${KEYS}, got "a b"`,
      'invalid-value: \'metrics.replaces[0]\' must be a Scraper, got "old/prometheus"; use Scraper.parse("namespace/deployment-name")',
      'unknown-field: \'metrics.mesh.tls\' is an unknown field; expected one of namespaces, scrapeClass; leave it out, or check its spelling',
      'missing-field: \'metrics.mesh.namespaces\' must have at least 1 namespace',
      'invalid-value: \'metrics.mesh.scrapeClass\' must be a non-empty string, got ""',
    ].join('\n  '));
  });

  test.each<[string, any, string]>([
    ['there is no selector', { monitorSelector: undefined }, 'missing-field: \'metrics.monitorSelector\' is required'],
    ['the selector is null, which selects nothing', { monitorSelector: null }, 'missing-field: \'metrics.monitorSelector\' is required'],
    ['the selector is none', { monitorSelector: 'all' }, 'invalid-type: \'metrics.monitorSelector\' must be an object, got a string'],
    ['a label of the selector has no value', { monitorSelector: { matchLabels: { release: undefined } } }, `invalid-label: 'metrics.monitorSelector.matchLabels.release' ${LABEL_VALUE}, got nothing`],
    ['the key of an expression is no label', { monitorSelector: { matchExpressions: [{ key: 'a b', operator: 'Exists' }] } }, `invalid-label: 'metrics.monitorSelector.matchExpressions[0]' ${KEYS}, got "a b"`],
    [
      'a value of an expression is none of a label',
      { monitorNamespaceSelector: { matchExpressions: [{ key: 'a', operator: 'In', values: ['b', 'c d'] }] } },
      `invalid-label: 'metrics.monitorNamespaceSelector.matchExpressions[0].a' ${LABEL_VALUE}, got "c d"`,
    ],
    ['a mesh has a namespace that is none', { mesh: { namespaces: ['A'], scrapeClass: 'istio' } }, `invalid-name: 'metrics.mesh.namespaces[0]' ${DNS_LABEL}, got "A"`],
    ['what a Prometheus stands for is no list', { replaces: 'old/prometheus' }, 'invalid-type: \'metrics.replaces\' must be a list, got a string'],
  ])('fail when %s', (_, props, message) => {
    expect(errorOf(props)).toBe(message);
  });
});

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
    '[c/hello/greet/metrics] not-selected: \'metadata.labels\' must have release=kps: Prometheus monitoring/kps-kube-prometheus-stack-prometheus '
      + 'selects no other monitors; add them, or set \'monitorLabels\' of the platform for the monitors that it renders',
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
  ['the namespace is none', { namespace: 'A' }, `invalid-name: 'metrics.namespace' ${DNS_LABEL}, got "A"`],
  ['a flag is none', { selectorNilUsesHelmValues: 'no' }, 'invalid-type: \'metrics.selectorNilUsesHelmValues\' must be a boolean, got a string'],
  ['an override is a number', { fullnameOverride: 1 }, 'invalid-name: \'metrics.fullnameOverride\' must be a DNS-1123 subdomain '
    + '(lower-case letters, digits, \'-\' and \'.\', at most 253 characters), got 1'],
  ['an option is none', { monitorKind: 'Probe' }, 'invalid-value: \'metrics.monitorKind\' must be one of PodMonitor, ServiceMonitor, ScrapeConfig, got "Probe"'],
  ['a property is none', { monitorSelector: {} }, 'unknown-field: \'metrics.monitorSelector\' is an unknown field; expected one of release, namespace, fullnameOverride, '
    + 'nameOverride, cleanPrometheusOperatorObjectNames, selectorNilUsesHelmValues, monitorKind, monitorLabels, scrape, seriesLabels, podTargetLabels, extraLabels, replaces, mesh; leave it out, or check its spelling'],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => platform(props))).toBe(`[KubernetesPlatform] ${message}`);
});
