import { App, Chart, Duration } from 'cdk8s';
import { monitoringChart, onlyIn, operated } from './support';
import { KubernetesPlatform, MonitoringProvider, PrometheusScraper, Scraper } from '../../../../src';
import { messageOf } from '../../../support/message';

const MIMIR = { url: 'https://mimir.example.com/api/v1/push' };

const refused = (props: any) => messageOf(() => operated(props)).replace('[monitoring/prometheus] ', '');

test.each([
  ['3.10.0', 'v3.10.0'], ['v3.0.0', 'v3.0.0'], ['3.0.0-rc.1', 'v3.0.0-rc.1'], ['2.45.0', 'v2.45.0'], ['2.100.1', 'v2.100.1'],
])('version %s is written as the tag of an image', (version, tag) => {
  expect(onlyIn(Chart.of(operated({ version })), 'Prometheus').spec.version).toBe(tag);
});

describe('fails when', () => {
  test.each<[string, any, string]>([
    ['a property is unknown', { retantion: 1 },
      "unknown-field: 'retantion' is an unknown field; expected one of overrides, version, image, agent, replicas, shards, storage, retention, retentionSize, "
      + 'resources, scrapeInterval, externalLabels, remoteWrite, externalUrl, queryService, allowFrom, insecureWithoutNetworkPolicy, allNamespaces, account, '
      + 'accountAnnotations, metadata; did you mean "retention"?'],
    ['nobody says who is let in', { allowFrom: undefined },
      "missing-field: 'allowFrom' is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query; "
      + "name them by 'namespace' and 'podLabels', or write [] if there is nobody"],
    ['a peer is none', { allowFrom: ['grafana'] },
      "invalid-type: 'allowFrom[0]' must be an object, got a string"],
    ['peers are let in without a policy', { allowFrom: undefined, insecureWithoutNetworkPolicy: 1 },
      "2 findings:\n  invalid-type: 'insecureWithoutNetworkPolicy' must be a boolean, got a number\n  "
      + "missing-field: 'allowFrom' is required for the NetworkPolicy, which lets in nobody else: not Grafana, not Thanos Query; "
      + "name them by 'namespace' and 'podLabels', or write [] if there is nobody"],
    ['the URL is none', { externalUrl: 'prometheus.example.com' },
      "invalid-value: 'externalUrl' must be a URL that begins with http:// or https://, without a user and a query, got "
      + '"prometheus.example.com"; write it as "https://prometheus.example.com"'],
    ['there is no version', { version: undefined }, "missing-field: 'version' is required"],
    ['the version is none', { version: '3.14' }, "invalid-value: 'version' must be a version such as \"3.14.0\", got \"3.14\"; write three numbers"],
    ['the version is too old', { version: 'v2.44.9' },
      "invalid-value: 'version' must be at least 2.45.0, got \"v2.44.9\"; use a higher one"],
    ['an agent is to keep something', { agent: true, remoteWrite: [MIMIR], retention: Duration.days(1), retentionSize: '1Gi' },
      "2 findings:\n  invalid-value: 'retention' cannot be set together with 'agent'; leave one of them out\n  "
      + "invalid-value: 'retentionSize' cannot be set together with 'agent'; leave one of them out"],
    ['an agent sends nothing', { agent: true, remoteWrite: [] },
      "invalid-value: 'remoteWrite' is required for an agent, which keeps nothing; name the store to which it sends what it scrapes"],
    ['the storage has no size', { storage: { storageClassName: 'fast' } }, "missing-field: 'storage.size' is required"],
    ['more is kept than the disk holds', { retentionSize: '50Gi', storage: { size: '50Gi' } },
      "invalid-value: 'retentionSize' must be less than the \"50Gi\" of the storage, got \"50Gi\": the write-ahead log needs space too; "
      + 'leave a fifth of the disk free'],
    ['the size of what is kept is none', { retentionSize: '40GB' },
      "invalid-value: 'retentionSize' must be a quantity such as \"40Gi\", got \"40GB\"; write an integer with Mi, Gi or Ti"],
    ['an account that is there gets annotations', { account: { name: 'reader' }, accountAnnotations: { a: 'b' }, allNamespaces: true },
      "2 findings:\n  invalid-value: 'allNamespaces' cannot be set together with 'account'; leave one of them out\n  "
      + "invalid-value: 'accountAnnotations' cannot be set together with 'account'; leave one of them out"],
    ['a label is the scraper\'s own', { externalLabels: { prometheus_replica: 'a' } },
      "invalid-value: 'externalLabels.prometheus_replica' is set by the scraper; use another name"],
    ['a label would be expanded', { externalLabels: { cluster: '${HOME}' } },
      "invalid-value: 'externalLabels.cluster' must be a non-empty string without '$', which has a meaning in relabelling rules, got \"${HOME}\""],
    ['the name is too long', { metadata: { name: 'a'.repeat(41) } },
      `invalid-value: 'metadata.name' must be lower-case letters, digits and '-', starting with a letter, at most 40 characters, got "${'a'.repeat(41)}"; `
      + "other names are made of it: set 'metadata.name', or a construct id that is a valid name"],
    ['the name and the namespace are too long', { metadata: { name: 'a'.repeat(40), namespace: 'b'.repeat(23) } },
      `invalid-value: 'metadata.name' must have at most 62 characters together with the namespace, got "${'a'.repeat(40)}": `
      + "both are in a label of each monitor; set a shorter 'metadata.name'"],
    ['the overrides are another kind', { overrides: { kind: 'ThanosRuler' } },
      "invalid-value: 'overrides.kind' must not be overridden; use CustomWorkload or CustomTrait for another type"],
    ['the service is none', { queryService: { name: 'Mimir' } }, expect.stringMatching(/^2 findings:\n {2}invalid-name: 'queryService.name'/) as any],
  ])('%s', (_, props, message) => {
    expect(refused(props)).toEqual(message);
  });

  test.each(['2.44.9', '2.9.0', 'v1.99.0', '3.14', 'latest', ''])('the version is %p', version => {
    expect(refused({ version })).toContain("invalid-value: 'version' must be ");
  });

  test('there is no namespace', () => {
    expect(messageOf(() => operated({}, new Chart(new App(), 'c')))).toBe(
      "[c/prometheus] missing-field: 'metadata.namespace' is required: the scraper has no namespace; "
      + "give the chart a namespace, or set 'metadata.namespace'");
  });

  test('props are none', () => {
    expect(messageOf(() => new PrometheusScraper(monitoringChart(), 'prometheus', undefined as any))).toContain("'version' is required");
  });

  test('the provider is given something else', () => {
    const platform = (scraper: any, options?: any) =>
      messageOf(() => new KubernetesPlatform({ metrics: MonitoringProvider.scraper(scraper, options) }));
    const [foreign, none] = [platform(Scraper.of('a', 'b')), platform(undefined)];
    expect(foreign).toBe("[KubernetesPlatform] invalid-value: 'metrics.scraper' must be a PrometheusScraper, got an instance of Scraper; "
      + 'create one by new PrometheusScraper()');
    expect(none).toContain('must be a PrometheusScraper, got nothing');
    expect(platform(operated(), { monitorKind: 'PodMonitor' })).toContain("'metrics.options.monitorKind' is an unknown field");
  });
});
