import { App, Chart, Duration } from 'cdk8s';
import { bindIn, monitoringChart, onlyIn, scrapedBy, validIn } from './support';
import { MetricsTrait, PrometheusScraper, ScraperPeer, UnoperatedScraperProps } from '../../../src';
import { report } from '../../private/models';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const IMAGE = 'registry.example.com/prometheus:v3.14.0';
const MIMIR = { url: 'https://mimir.example.com/api/v1/push' };

const alone = (props: Partial<UnoperatedScraperProps> = {}) => scrapedBy(PrometheusScraper.withoutOperator(monitoringChart(), 'prometheus', {
  image: IMAGE, allowFrom: [], storage: { size: '50Gi' }, ...props,
}));
const setOf = (props: Partial<UnoperatedScraperProps> = {}) => onlyIn(alone(props).monitoring, 'StatefulSet').spec;
const argumentsOf = (props: Partial<UnoperatedScraperProps>) => setOf(props).template.spec.containers[0].args;
const configOf = (props: Partial<UnoperatedScraperProps>) => onlyIn(alone(props).monitoring, 'ConfigMap').data['prometheus.yml'];

test('all that it can be told is in its configuration and its pods', () => {
  const { monitoring, shop } = alone({
    replicas: 2,
    retention: Duration.days(30),
    retentionSize: '40Gi',
    storage: { size: '50Gi', storageClassName: 'fast' },
    resources: { requests: { cpu: '1', memory: '4Gi' }, limits: { memory: '4Gi' } },
    scrapeInterval: Duration.minutes(1),
    externalLabels: { cluster: 'prod' },
    remoteWrite: [
      {
        ...MIMIR,
        name: 'mimir',
        basicAuth: { secretName: 'mimir', passwordKey: 'secret' },
        headers: { 'X-Scope-OrgID': 'shop' },
        tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } }, serverName: 'mimir' },
        timeout: Duration.seconds(10),
        relabelings: [{ targetLabel: 'team', replacement: 'shop' }],
      },
      { url: 'http://thanos:10908/api/v1/receive', authorization: { credentials: { name: 'thanos', key: 'token' } } },
    ],
    allowFrom: [ScraperPeer.pods({ namespace: 'grafana', podLabels: { app: 'grafana' } })],
    secretCopies: { 'shop/cart': 'cart-copy' },
    alertmanagers: ['http://alertmanager:9093'],
    externalUrl: 'https://prometheus.example.com/metrics/',
    overrides: { spec: { template: { spec: { priorityClassName: 'high' } } } },
  });
  new MetricsTrait(bindIn(shop), 'metrics', { secret: 'cart', port: 9100 });
  expect(report(App.of(shop))).toEqual([]);
  expectGolden('prometheus-scraper-alone', [...validIn(monitoring), ...validIn(shop)]);
});

describe('the files of jobs', () => {
  const inShards = (shards: number, jobsPerObject?: number) => {
    const { monitoring, shop } = alone({ shards, jobsPerObject, remoteWrite: [MIMIR] });
    const other = new Chart(App.of(shop), 'bank', { namespace: 'bank' });
    ['a', 'b', 'c'].forEach(name => bindIn(shop, name));
    bindIn(other);
    const objects = validIn(monitoring);
    const sets = objects.filter(({ kind }) => kind === 'StatefulSet');
    return sets.map(({ metadata, spec: { template: { spec: { volumes: [{ projected }] } } } }) =>
      [metadata.name, ...projected.sources.slice(1).map(({ configMap: { name, items: [{ path }] } }: any) => `${name} ${path}`)]);
  };

  test('are all read by one scraper', () => {
    expect(inShards(1)).toEqual([['prometheus', 'prometheus-jobs-shop jobs/shop.yaml', 'prometheus-jobs-bank jobs/bank.yaml']]);
  });

  test('are divided by shards, each with labels of its own', () => {
    expect(inShards(2, 1)).toEqual([
      ['prometheus-shard-0', 'prometheus-jobs-shop jobs/shop.yaml', 'prometheus-jobs-bank jobs/bank.yaml'],
      ['prometheus-shard-1', 'prometheus-jobs-shop.1 jobs/shop.1.yaml', 'prometheus-jobs-shop.2 jobs/shop.2.yaml'],
    ]);
    const { monitoring } = alone({ shards: 2, remoteWrite: [MIMIR] });
    const sets = validIn(monitoring).filter(({ kind }) => kind === 'StatefulSet');
    expect(sets.map(({ spec }) => spec.selector.matchLabels['cdk8s-oam/shard'])).toEqual(['0', '1']);
  });

  test('are divided by their names, so that few move when one comes, and no shard has far more than others', () => {
    const shardsOf = (count: number) => {
      const { monitoring, shop } = alone({ shards: 4, remoteWrite: [MIMIR] });
      const app = App.of(shop);
      Array.from({ length: count }, (_, i) => bindIn(new Chart(app, `n${i}`, { namespace: `n${i}` })));
      const sets = validIn(monitoring).filter(({ kind }) => kind === 'StatefulSet');
      return sets.map(({ spec: { template: { spec: { volumes: [{ projected }] } } } }) =>
        projected.sources.slice(1).map(({ configMap: { name } }: any) => name) as string[]);
    };
    const [before, after] = [shardsOf(40), shardsOf(41)];
    expect(before.flat()).toHaveLength(40);
    expect(Math.max(...before.map(({ length }) => length))).toBeLessThanOrEqual(15);
    const moved = before.flatMap((names, shard) => names.filter((name) => !after[shard].includes(name)));
    expect([moved, after.flat().length]).toEqual([[], 41]);
  });

  test('are none where no platform has it', () => {
    const chart = monitoringChart();
    PrometheusScraper.withoutOperator(chart, 'prometheus', { image: IMAGE, allowFrom: [], storage: { size: '1Gi' } });
    expect(validIn(chart).map(({ kind, metadata: { name } }) => [kind, name])).toEqual([
      ['ServiceAccount', 'prometheus'], ['NetworkPolicy', 'prometheus-scraper'], ['Service', 'prometheus'], ['ConfigMap', 'prometheus'],
      ['Service', 'prometheus-pods'], ['StatefulSet', 'prometheus'],
    ]);
  });
});

describe('by its version, Prometheus', () => {
  const KEPT = { retention: Duration.days(1), retentionSize: '1Gi' };

  test.each([['3.0.0', true, '--enable-feature=auto-reload-config'], ['3.10.4', true, '--enable-feature=auto-reload-config'],
    ['3.11.0', false, '--enable-feature=auto-reload-config'], ['3.12.0', false, '--config.auto-reload']])('%s is told how long by flags: %s', (version, isByFlags, reload) => {
    const props = { version, image: 'example/own', ...KEPT };
    const kept = ['--storage.tsdb.retention.time=1d', '--storage.tsdb.retention.size=1GiB'];
    expect(argumentsOf(props)).toEqual([
      '--config.file=/etc/prometheus/config/prometheus.yml', '--storage.tsdb.path=/prometheus', ...isByFlags ? kept : [], reload,
    ]);
    expect(configOf(props).includes('retention')).toBe(!isByFlags);
  });

  test('keeps nothing as an agent', () => {
    expect(argumentsOf({ agent: true, remoteWrite: [MIMIR] })).toEqual([
      '--config.file=/etc/prometheus/config/prometheus.yml', '--agent', '--storage.agent.path=/prometheus', '--config.auto-reload',
    ]);
  });
});

test('without storage, its pods have a volume that ends with them', () => {
  const { volumeClaimTemplates, template: { spec } } = setOf({ storage: undefined, remoteWrite: [MIMIR] });
  expect([volumeClaimTemplates, spec.volumes.slice(1), spec.containers[0].volumeMounts[1]]).toEqual([
    undefined, [{ name: 'data', emptyDir: {} }], { name: 'data', mountPath: '/prometheus' },
  ]);
});

test('each shard says which it is, as stores for several replicas need it', () => {
  const { monitoring } = alone({ shards: 2, remoteWrite: [MIMIR] });
  expect(onlyIn(monitoring, 'ConfigMap').data['prometheus.yml']).toContain('prometheus: "monitoring/prometheus-shard-${SHARD}"');
  const sets = validIn(monitoring).filter(({ kind }) => kind === 'StatefulSet');
  expect(sets.map(({ spec }) => spec.template.spec.containers[0].env[1])).toEqual([{ name: 'SHARD', value: '0' }, { name: 'SHARD', value: '1' }]);
});

test('fails when a scrape would be given up later than the next one begins', () => {
  const { shop } = alone({ scrapeInterval: Duration.seconds(10) });
  new MetricsTrait(bindIn(shop), 'metrics', { timeout: Duration.seconds(20), port: 9100 });
  expect(report(App.of(shop))).toEqual([expect.stringMatching(/^\[shop\/app\/cart\/metrics\] scrape-timeout: 'timeout' /)]);
  const scraper = PrometheusScraper.withoutOperator(monitoringChart(), 'prometheus', { image: IMAGE, allowFrom: [], storage: { size: '1Gi' } });
  expect(messageOf(() => scrapedBy(scraper, { scrape: { timeout: Duration.seconds(40) } })))
    .toMatch(/^\[KubernetesPlatform\] scrape-timeout: 'metrics\.options\.scrape\.timeout' /);
});

test.each([['metadata'], ['spec.selector'], ['spec.template.metadata.labels']])('fails when %s is overridden', (path) => {
  const overrides = path.split('.').reduceRight<any>((inner, step) => ({ [step]: inner }), { a: 'b' });
  expect(messageOf(() => alone({ overrides }))).toBe(
    `[monitoring/prometheus] invalid-prometheus: 'overrides.${path}' must not be overridden: rights, policies and Services go by it; set it by the properties of the scraper`,
  );
});

test('fails when an endpoint needs a Secret of another namespace', () => {
  const { shop } = alone();
  new MetricsTrait(bindIn(shop), 'metrics', { secret: 'cart', port: 9100 });
  expect(report(App.of(shop))).toEqual([
    '[shop/app/cart/metrics] not-mountable: is scraped with Secret "cart" of namespace "shop", which pods in namespace "monitoring" cannot mount; '
      + "copy it to namespace monitoring and name the copy in 'secretCopies' ('shop/cart'), run a scraper in namespace shop, or use PrometheusScraper.withOperator()",
  ]);
});

test('fails when a copy is not that of a Secret, and no version is known', () => {
  expect(messageOf(() => alone({ secretCopies: { cart: 'x' }, image: 'example/own' }))).toBe([
    '[monitoring/prometheus] 2 findings:',
    'invalid-prometheus: \'secretCopies\' must be <namespace>/<name> of a Secret, got "cart"; write it as "shop/cart-metrics"',
    'invalid-prometheus: \'version\' is required: the tag of the image is no version such as "v3.14.0"; give the version of Prometheus in the image',
  ].join('\n  '));
});
