import { Chart, Duration } from 'cdk8s';
import { parse } from 'yaml';
import { configured, FORMS, jobsByFile, plainApp, PlainApp, textIn } from './plain-support';
import { bindOn, findingsOf, kubernetes, listening, weblogic, withPorts } from './support';
import {
  ApplicationConfiguration, Component, MetricsTrait, MetricsTraitProps, MonitoringProvider, Platform, PrometheusProps, ScrapeConfiguration,
  ScrapeConfigurationForm, ScrapeConfigurationProps, ScrapeProtocol,
} from '../../../src';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const { FILES, HELM_VALUES, ADDITIONAL_SCRAPE_CONFIGS, VMAGENT_FILES, COLLECTOR } = ScrapeConfigurationForm;

/** An application of some components in a namespace. */
function application({ app, configuration, chart: { node } }: PlainApp, namespace: string, ...components: string[]): ApplicationConfiguration {
  const chart = new Chart(app, `in-${namespace}`, { namespace });
  const metrics = MonitoringProvider.prometheus({ configuration, name: 'prometheus', podLabels: { app: 'prometheus' } });
  Platform.install(chart, kubernetes({ metrics }));
  expect(node.root).toBe(app);
  const all = new ApplicationConfiguration(chart, 'shop');
  for (const name of components) all.addComponent(new Component(chart, name, { workload: listening() }));
  return all;
}

const jobNames = (given: PlainApp) =>
  Object.fromEntries(Object.entries(jobsByFile(given)).map(([file, jobs]) => [file, jobs.map(({ job_name }) => job_name)]));

describe('objects', () => {
  test('a namespace has a ConfigMap in that of the Prometheus', () => {
    const given = plainApp({ metadata: { labels: { team: 'a' }, annotations: { note: 'b' } } });
    application(given, 'shop', 'cart', 'orders');
    application(given, 'blog', 'posts');

    expect(configured(given).map(({ kind, metadata }) => [kind, metadata])).toEqual(['shop', 'blog'].map(namespace => ['ConfigMap', {
      name: `scrape-${namespace}`,
      namespace: 'monitoring',
      labels: { 'app.kubernetes.io/managed-by': 'cdk8s-oam', 'cdk8s-oam/scrape-configuration': 'files', 'team': 'a' },
      annotations: { note: 'b' },
    }]));
    expect(jobNames(given)).toEqual({ 'shop.yaml': ['shop_shop_cart', 'shop_shop_orders'], 'blog.yaml': ['shop_blog_posts'] });
    expect(given.configuration.objectNames).toEqual(['scrape-shop', 'scrape-blog']);
  });

  test('many jobs have several of them, whose names no other namespace can have', () => {
    const given = plainApp({ jobsPerObject: 2, metadata: { name: 'jobs', namespace: 'metrics' } });
    application(given, 'shop', 'a', 'b', 'c', 'd', 'e');
    application(given, 'shop-1', 'a');

    expect(given.configuration.objectNames).toEqual(['jobs-shop', 'jobs-shop.1', 'jobs-shop.2', 'jobs-shop-1']);
    expect(given.configuration.namespace).toBe('metrics');
    expect(jobNames(given)).toEqual({
      'shop.yaml': ['shop_shop_a', 'shop_shop_b'], 'shop.1.yaml': ['shop_shop_c', 'shop_shop_d'], 'shop.2.yaml': ['shop_shop_e'], 'shop-1.yaml': ['shop_shop-1_a'],
    });
  });

  test('they go with what is scraped while the program declares', () => {
    const given = plainApp({ jobsPerObject: 1 });
    const binding = bindOn(given.chart, withPorts(['http', 8080], ['more', 9090]));
    expect(given.configuration.objectNames).toEqual(['scrape-ns']);

    const trait = new MetricsTrait(binding, 'metrics', { ports: [{ port: 8080 }, { port: 9090 }] });
    expect(given.configuration.objectNames).toEqual(['scrape-ns', 'scrape-ns.1']);
    expect(jobNames(given)).toEqual({ 'ns.yaml': ['hello_ns_greet'], 'ns.1.yaml': ['hello_ns_greet_1'] });

    binding.node.tryRemoveChild(trait.node.id);
    new MetricsTrait(binding, 'none', { enabled: false });
    expect(given.configuration.objectNames).toEqual([]);
    expect(configured(given)).toEqual([]);
  });

  test('an application that is taken away is not scraped', () => {
    const given = plainApp();
    const shop = application(given, 'shop', 'cart');
    application(given, 'blog', 'posts');
    given.app.node.tryRemoveChild(Chart.of(shop).node.id);

    expect(jobNames(given)).toEqual({ 'blog.yaml': ['shop_blog_posts'] });
  });

  test('they are the same each time', () => {
    const given = plainApp();
    application(given, 'shop', 'cart');

    expect(configured(given)).toEqual(configured(given));
  });
});

describe('forms', () => {
  const given = (form: ScrapeConfigurationForm) => {
    const plain = plainApp({ form });
    const binding = bindOn(plain.chart);
    new MetricsTrait(binding, 'metrics', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4, dropMetrics: ['{{a}}', '(b)$'] });
    application(plain, 'shop', 'cart');
    return configured(plain);
  };
  const files = given(FILES);
  const jobs = files.map(object => parse(textIn(object)).scrape_configs[0]);

  test('each is an object of a label and a key', () => {
    const placesOf = (form: ScrapeConfigurationForm) => given(form).map(({ kind, metadata, data, stringData }) =>
      [kind, metadata.name, metadata.labels['cdk8s-oam/scrape-configuration'], ...Object.keys(data ?? stringData)].join(' '));

    expect(Object.fromEntries(FORMS.map(form => [form, placesOf(form)]))).toEqual({
      'files': ['ConfigMap scrape-ns files ns.yaml', 'ConfigMap scrape-shop files shop.yaml'],
      'helm-values': ['ConfigMap scrape helm-values values.yaml'],
      'additional-scrape-configs': ['Secret scrape additional-scrape-configs additional-scrape-configs.yaml'],
      'vmagent-files': ['ConfigMap scrape-ns vmagent-files ns.yaml', 'ConfigMap scrape-shop vmagent-files shop.yaml'],
      'collector': ['ConfigMap scrape-ns collector ns.yaml', 'ConfigMap scrape-shop collector shop.yaml'],
    });
  });

  test.each(FORMS)('%s with all there is', form => {
    const plain = plainApp({ form, metadata: { labels: { team: 'metrics' } } }, {
      secretFolders: { 'ns/domain': '/etc/prometheus/domain' },
      mesh: { namespaces: ['ns'], certificatesFolder: '/etc/prom-certs' },
      extraLabels: { region: 'eu' },
    });
    const hello = new ApplicationConfiguration(plain.chart, 'hello');
    hello.addComponent(new Component(plain.chart, 'domain', { workload: weblogic({ webLogicCredentialsSecret: { name: 'domain' } }) }));
    const several = withPorts(['http', 8080], ['admin', 9090]);
    const settings = { interval: Duration.seconds(15), keepMetrics: ['up_{{.*}}'], sampleLimit: 500, fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_TEXT_0_0_4 };
    new MetricsTrait(hello.addComponent(new Component(plain.chart, 'several', { workload: several })), 'metrics', {
      ...settings, ports: [{ port: 8080 }, { port: 9090, path: '/admin/metrics' }],
    });

    expectGolden(`scrape-configuration-${form}`, configured(plain));
  });

  test('values of the chart hold a string that it reads as a template', () => {
    const { extraScrapeConfigs } = parse(textIn(given(HELM_VALUES)[0]));

    expect(extraScrapeConfigs).toContain('regex: "{{`{{`}}a}}|(b)$"');
    expect(parse(extraScrapeConfigs.replaceAll('{{`{{`}}', '{{'))).toEqual(jobs);
  });

  test('what the operator appends is a list', () => {
    expect(parse(textIn(given(ADDITIONAL_SCRAPE_CONFIGS)[0]))).toEqual(jobs);
  });

  test('vmagent reads lists, without a field that it does not know', () => {
    const [{ fallback_scrape_protocol: unknown, ...first }, second] = jobs;

    expect(unknown).toBe('PrometheusText0.0.4');
    expect(given(VMAGENT_FILES).map(object => parse(textIn(object)))).toEqual([[first], [second]]);
  });

  test('a collector reads receivers, in which a dollar is doubled', () => {
    const text = given(COLLECTOR).map(textIn);

    expect(text[0]).toContain('replacement: "$$1"');
    expect(text.map(each => parse(each.replaceAll('$$', '$')))).toEqual([
      { receivers: { 'prometheus/ns': { config: { scrape_configs: [jobs[0]] } } } },
      { receivers: { 'prometheus/shop': { config: { scrape_configs: [jobs[1]] } } } },
    ]);
  });
});

describe('fails when', () => {
  const configuration = (props: unknown) => messageOf(() => plainApp(props as ScrapeConfigurationProps));
  const provider = (props: unknown) => messageOf(() => plainApp({}, props as PrometheusProps));

  test.each<[string, unknown, string]>([
    ['a form is unknown', { form: 'file' }, '[monitoring/scrape] invalid-value: \'form\' must be one of files, helm-values, additional-scrape-configs, vmagent-files, collector, got "file"; did you mean "files"?'],
    ['a property is unknown', { forms: FILES }, "[monitoring/scrape] unknown-field: 'forms' is an unknown field; expected one of form, jobsPerObject, metadata; did you mean \"form\"?"],
    ['no job fits into an object', { jobsPerObject: 0 }, "[monitoring/scrape] invalid-value: 'jobsPerObject' must be an integer from 1 to 2147483647, got 0"],
    ['jobs are divided whose form has one object', { form: HELM_VALUES, jobsPerObject: 5 },
      '[monitoring/scrape] invalid-value: \'jobsPerObject\' must not be set with form helm-values; leave it out'],
    ['a name is too long for what is added', { metadata: { name: 'a'.repeat(181) } },
      '[monitoring/scrape] invalid-name: \'metadata.name\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 180 characters), got '
        + `"${'a'.repeat(119)}… (181 characters)`],
    ['a label has another form', { metadata: { labels: { 'cdk8s-oam/scrape-configuration': 'collector' } } },
      '[monitoring/scrape] reserved-label: \'metadata.labels[\'cdk8s-oam/scrape-configuration\']\' must be "files", got "collector": the label identifies the owner of the object; leave it out'],
  ])('%s', (_, props, message) => {
    expect(configuration(props)).toBe(message);
  });

  test('it has no namespace', () => {
    expect(messageOf(() => new ScrapeConfiguration(new Chart(plainApp().app, 'none'), 'scrape'))).toBe(
      "[none/scrape] invalid-value: has no namespace, which must be that of the Prometheus; give its chart a namespace, or set 'metadata.namespace'");
  });

  test.each<[string, unknown, string]>([
    ['the configuration is none', { configuration: {} },
      '[KubernetesPlatform] invalid-value: \'metrics.configuration\' must be a ScrapeConfiguration, got an object; make it by new ScrapeConfiguration()'],
    ['a folder is relative', { secretFolders: { 'shop/cart': 'cart' } },
      '[KubernetesPlatform] invalid-value: \'metrics.secretFolders[\'shop/cart\']\' must be the absolute path of a folder in the pods of the Prometheus, got "cart"; give the `mountPath` of its volume'],
    ['a folder is that of the root', { configMapFolders: { 'shop/ca': '/' } },
      '[KubernetesPlatform] invalid-value: \'metrics.configMapFolders[\'shop/ca\']\' must be the absolute path of a folder in the pods of the Prometheus, got "/"; give the `mountPath` of its volume'],
    ['what is mounted has no namespace', { secretFolders: { cart: '/cart' } },
      '[KubernetesPlatform] invalid-value: \'metrics.secretFolders\' must be <namespace>/<name> of what is mounted, got "cart"; name the namespace of what is scraped'],
    ['labels of pods select all', { podLabels: {} },
      '[KubernetesPlatform] missing-field: \'metrics.podLabels\' must have at least one label: without any, all pods would be selected; give the labels that distinguish these pods from others'],
    ['a mesh has no folder', { mesh: { namespaces: ['ns'] } },
      '[KubernetesPlatform] missing-field: \'metrics.mesh.certificatesFolder\' is required'],
  ])('%s', (_, props, message) => {
    expect(provider(props)).toBe(message);
  });

  test.each<[ScrapeConfigurationForm, number, string]>([
    [FILES, 2, '[monitoring/scrape] object-too-large: ConfigMap "scrape-large" would have 1204516 bytes of scrape jobs, and 1032192 are possible; set a smaller \'jobsPerObject\''],
    [ADDITIONAL_SCRAPE_CONFIGS, 1, '[monitoring/scrape] object-too-large: Secret "scrape" would have 1605832 bytes of scrape jobs, and 1032192 are possible; '
      + 'use ScrapeConfigurationForm.FILES, which has several objects'],
  ])('%s has more jobs than an object can hold', (form, objects, message) => {
    const plain = plainApp({ form, ...form === FILES ? { jobsPerObject: 3 } : {} });
    const long = { metricRelabelings: [{ targetLabel: 'a', replacement: 'a'.repeat(400_000) }] };
    const metrics = MonitoringProvider.prometheus({ configuration: plain.configuration, name: 'prometheus', podLabels: { app: 'prometheus' }, scrape: long });
    const chart = new Chart(plain.app, 'large', { namespace: 'large' });
    Platform.install(chart, kubernetes({ metrics }));
    const shop = new ApplicationConfiguration(chart, 'shop');
    for (const name of ['a', 'b', 'c', 'd']) shop.addComponent(new Component(chart, name, { workload: listening() }));

    expect(plain.configuration.objectNames).toHaveLength(objects);
    expect(findingsOf(plain.configuration)).toEqual([message]);
  });
});

test.each<[string, MetricsTraitProps, string]>([
  ['metrics in Protobuf', { fallbackScrapeProtocol: ScrapeProtocol.PROMETHEUS_PROTO }, "'fallbackScrapeProtocol' cannot be expressed: vmagent does not know such metrics; leave it out"],
  ['a variable', { dropMetrics: ['%{HOME}'] }, 'holds "%{" in its scrape job, which vmagent takes for the beginning of a variable; write it in another way'],
  [
    'a label in what a rule writes', { metricRelabelings: [{ targetLabel: 'a', replacement: '{{job}}' }] },
    'holds "{{" in its scrape job, which vmagent takes for the beginning of a variable; write it in another way',
  ],
])('fails when vmagent would not read %s', (_, props, message) => {
  const plain = plainApp({ form: ScrapeConfigurationForm.VMAGENT_FILES });
  new MetricsTrait(bindOn(plain.chart), 'metrics', props);
  expect(findingsOf(plain.chart)).toEqual([`[c/hello/greet/metrics] not-expressible: ${message}`]);
});
