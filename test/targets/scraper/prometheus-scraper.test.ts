import { ApiObject, App, Chart, Duration } from 'cdk8s';
import { bindIn, monitoringChart, onlyIn, operated, scrapedBy, validIn, VERSION } from './prometheus/support';
import {
  IngressController, MetricsTrait, PrometheusScraper, RelabelAction, ScraperAccess, ScraperCredentials, SeriesLabels,
  TlsCertificate,
} from '../../../src';
import { report } from '../../base/models';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';

const GRAFANA = { namespace: 'grafana', podLabels: { app: 'grafana' } };
const MIMIR = { url: 'https://mimir.example.com/api/v1/push' };

test('all that it can be told is in the resource, and around it', () => {
  const { monitoring, shop } = scrapedBy(operated({
    image: 'registry.example.com/prometheus:v3.14.0',
    replicas: 2,
    retention: Duration.days(30),
    retentionSize: '40Gi',
    storage: { size: '50Gi', storageClassName: 'fast' },
    resources: { requests: { cpu: '1', memory: '4Gi' }, limits: { memory: '4Gi' } },
    scrapeInterval: Duration.minutes(1),
    externalLabels: { cluster: 'prod' },
    externalUrl: 'https://prometheus.example.com/metrics',
    remoteWrite: [
      {
        ...MIMIR,
        name: 'mimir',
        basicAuth: { secretName: 'mimir' },
        headers: { 'X-Scope-OrgID': 'shop' },
        tls: { ca: { configMap: { name: 'ca', key: 'ca.crt' } } },
        timeout: Duration.seconds(10),
        relabelings: [{ sourceLabels: ['__name__'], regex: 'go_.*', action: RelabelAction.DROP }, { targetLabel: 'team', replacement: 'shop' }],
      },
      { url: 'http://thanos:10908/api/v1/receive', authorization: { credentials: { name: 'thanos', key: 'token' } } },
      { url: 'https://aps-workspaces.eu-central-1.amazonaws.com/workspaces/w/api/v1/remote_write', signature: { region: 'eu-central-1' } },
    ],
    allowFrom: [GRAFANA, { cidr: '10.0.0.0/24' }],
    accountAnnotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/prometheus' },
    metadata: { labels: { team: 'metrics' } },
    overrides: { spec: { logLevel: 'debug', securityContext: { fsGroup: 2000 } } },
  }));
  bindIn(shop);
  expectGolden('prometheus-scraper-operator', [...validIn(monitoring), ...validIn(shop)]);
});

test('an agent is another kind, with other pods, and without a Service', () => {
  const { monitoring, scraper, shop } = scrapedBy(operated({ agent: true, storage: undefined, remoteWrite: [MIMIR], shards: 3 }));
  bindIn(shop);
  expectGolden('prometheus-scraper-agent', validIn(monitoring));
  expect(report(App.of(scraper))).toEqual([]);
});

describe('the namespaces', () => {
  test('have a Role each, and no others are selected', () => {
    const { monitoring, shop, scraper } = scrapedBy(operated());
    const other = new Chart(App.of(scraper), 'other', { namespace: 'bank' });
    bindIn(shop);
    bindIn(shop, 'web');
    bindIn(other);
    const roles = validIn(monitoring).filter(({ kind }) => /^Role/.test(kind)).map(({ kind, metadata }) => [kind, metadata.namespace, metadata.name]);
    expect(roles).toEqual(['shop', 'bank'].flatMap(each => [['Role', each, 'monitoring.prometheus'], ['RoleBinding', each, 'monitoring.prometheus']]));
    expect(onlyIn(monitoring, 'Prometheus').spec.podMonitorNamespaceSelector)
      .toEqual({ matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['bank', 'shop'] }] });
  });

  test('where nothing is scraped any more have none', () => {
    const { monitoring, shop } = scrapedBy(operated());
    const [cart, web] = [bindIn(shop), bindIn(shop, 'web')];
    new MetricsTrait(cart, 'metrics', { enabled: false });
    expect(validIn(monitoring).some(({ kind }) => kind === 'Role')).toBe(true);
    new MetricsTrait(web, 'metrics', { enabled: false });
    expect(validIn(monitoring).map(({ kind }) => kind)).toEqual(['ServiceAccount', 'NetworkPolicy', 'Service', 'Prometheus']);
    expect(onlyIn(monitoring, 'Prometheus').spec).not.toHaveProperty('podMonitorNamespaceSelector');
    expect(report(App.of(shop))).toEqual([]);
  });

  test('are all of them by a ClusterRole', () => {
    const { monitoring, shop } = scrapedBy(operated({ allNamespaces: true }));
    bindIn(shop);
    expect(onlyIn(monitoring, 'ClusterRole')).toEqual({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRole',
      metadata: { name: 'monitoring.prometheus' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['list', 'watch'] }],
    });
    expect(onlyIn(monitoring, 'ClusterRoleBinding')).toMatchObject({ roleRef: { kind: 'ClusterRole', name: 'monitoring.prometheus' } });
    expect(onlyIn(monitoring, 'Prometheus').spec.podMonitorNamespaceSelector).toEqual({});
    expect(validIn(monitoring).filter(({ kind }) => kind === 'Role')).toEqual([]);
  });

  test('are those of an account that is there, with nothing rendered for it', () => {
    const { monitoring, shop } = scrapedBy(operated({ account: { name: 'reader', namespaces: ['shop'] } }));
    bindIn(shop);
    expect(validIn(monitoring).map(({ kind }) => kind)).toEqual(['NetworkPolicy', 'Service', 'Prometheus']);
    expect(onlyIn(monitoring, 'Prometheus').spec.serviceAccountName).toBe('reader');
    expect(report(App.of(shop))).toEqual([]);
  });

  test('fails when the account may not read one of them', () => {
    const { shop } = scrapedBy(operated({ account: { name: 'reader', namespaces: ['bank'] } }));
    bindIn(shop);
    expect(report(App.of(shop))).toEqual([
      '[monitoring/prometheus] scraper-rights: may not list the pods of namespace "shop", in which component "cart" is scraped: '
      + "'account.namespaces' of ServiceAccount \"reader\" does not name it; have the rights granted and add the namespace, "
      + "or leave 'account' out to have them rendered",
    ]);
  });
});

test('its monitors have its label, and the labels of series that are asked for', () => {
  const { shop } = scrapedBy(operated(), { seriesLabels: SeriesLabels.OPERATOR, scrape: { interval: Duration.seconds(15) } });
  bindIn(shop);
  const { metadata, spec } = onlyIn(shop, 'PodMonitor');
  expect(metadata.labels['cdk8s-oam/scraper']).toBe('monitoring.prometheus');
  expect(spec.podMetricsEndpoints).toMatchObject([{ interval: '15s' }]);
});

test('the name and the namespace come from the metadata, or from the id and the chart', () => {
  const named = operated({ metadata: { name: 'main', namespace: 'metrics' } });
  expect([named.namespace, named.scraperName]).toEqual(['metrics', 'main']);
  expect(validIn(Chart.of(named)).map(({ metadata }) => metadata.namespace)).toEqual(Array(4).fill('metrics'));
  expect(ApiObject.of(named)).toMatchObject({ kind: 'Prometheus', name: 'main' });
});

describe('what is asked', () => {
  test('is its Service, to which an access leads', () => {
    const { monitoring, scraper, shop } = scrapedBy(operated({ replicas: 2 }));
    bindIn(shop);
    expect(scraper.service).toEqual({
      name: 'prometheus',
      port: 9090,
      targetPort: 9090,
      podLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'prometheus' },
    });
    new ScraperAccess(monitoring, 'prometheus-access', {
      host: 'prometheus.example.com',
      service: scraper.service,
      controller: IngressController.traefik({ className: 'traefik', namespace: 'traefik', podLabels: { app: 'traefik' } }),
      credentials: ScraperCredentials.existingSecret({ name: 'password' }),
      tls: TlsCertificate.secret('tls'),
      allowFrom: [],
    });
    expect(report(App.of(shop))).toEqual([]);
    expect(onlyIn(monitoring, 'Service').spec).toMatchObject({ sessionAffinity: 'ClientIP' });
    expect(validIn(monitoring).filter(({ kind }) => kind === 'NetworkPolicy').map(({ metadata }) => metadata.name))
      .toEqual(['prometheus-scraper', 'prometheus-access']);
  });

  test('is the Service of the store that has everything', () => {
    const queryService = { name: 'mimir-gateway', port: 8080, podLabels: { app: 'gateway' } };
    expect(operated({ shards: 2, queryService }).service).toEqual(queryService);
    expect(operated({ agent: true, remoteWrite: [MIMIR], queryService }).service).toEqual(queryService);
  });

  test('fails when it is an agent', () => {
    expect(messageOf(() => operated({ agent: true, remoteWrite: [MIMIR] }).service)).toBe(
      '[monitoring/prometheus] partial-answers: has no Service that can be asked: an agent keeps nothing; '
      + "name the Service of the store to which it sends, in 'queryService'");
  });

  test('fails when it has several shards', () => {
    expect(messageOf(() => operated({ shards: 2 }).service)).toBe(
      '[monitoring/prometheus] partial-answers: has no Service that can be asked: each of its 2 shards has a part of the metrics; '
      + "name the Service of the store to which it sends, in 'queryService'");
  });
});

describe('the NetworkPolicy', () => {
  test('lets in those who are named', () => {
    expect(onlyIn(Chart.of(operated({ allowFrom: [GRAFANA] })), 'NetworkPolicy').spec).toEqual({
      podSelector: { matchLabels: { 'app.kubernetes.io/name': 'prometheus', 'operator.prometheus.io/name': 'prometheus' } },
      policyTypes: ['Ingress'],
      ingress: [{
        from: [{
          namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'grafana' } }, podSelector: { matchLabels: { app: 'grafana' } },
        }],
        ports: [{ port: 9090, protocol: 'TCP' }],
      }],
    });
  });

  test('is left out where that is asked for', () => {
    const open = operated({ allowFrom: undefined, insecureWithoutNetworkPolicy: true });
    expect(validIn(Chart.of(open)).map(({ kind }) => kind)).toEqual(['ServiceAccount', 'Service', 'Prometheus']);
  });
});

/** What an app warns of. */
function warningsOf(act: () => App): string[] {
  const emitted = jest.spyOn(process, 'emitWarning').mockImplementation();
  report(act());
  const texts = emitted.mock.calls.map(([text]) => String(text));
  emitted.mockRestore();
  return texts;
}

describe('a volume', () => {
  const warned = (props: Parameters<typeof operated>[0]) => warningsOf(() => {
    const { shop } = scrapedBy(operated(props));
    bindIn(shop);
    return App.of(shop);
  });

  test('is missed where nothing else keeps the samples', () => {
    expect(warned({ storage: undefined })).toEqual([
      '[monitoring/prometheus] scraper-storage: keeps what it scrapes in the memory and the disk of its pod alone, and loses it with the pod; '
      + "give 'storage' or 'remoteWrite'",
    ]);
  });

  test('is not missed where they are sent to a store', () => {
    expect(warned({ storage: undefined, remoteWrite: [MIMIR] })).toEqual([]);
    expect(warned({})).toEqual([]);
  });
});

describe('a scraper that scrapes nothing is told of', () => {
  const NOTHING = '[monitoring/prometheus] no-effect: scrapes nothing: no component is scraped by MonitoringProvider.scraper() of it; '
    + "give that to the KubernetesPlatform as 'metrics', and declare metrics";

  test('unless a component is scraped', () => {
    expect(warningsOf(() => App.of(operated()))).toEqual([NOTHING]);
    expect(warningsOf(() => App.of(scrapedBy(operated()).shop))).toEqual([NOTHING]);
    expect(warningsOf(() => {
      const { shop } = scrapedBy(operated({ shards: 2 }));
      bindIn(shop);
      return App.of(shop);
    })).toEqual([]);
  });
});

test('is the same when it is made again, and keeps no part of what it was given', () => {
  const props: any = { version: VERSION, allowFrom: [GRAFANA], remoteWrite: [{ ...MIMIR }], externalLabels: { a: 'b' }, overrides: { spec: {} } };
  const made = new PrometheusScraper(monitoringChart(), 'prometheus', props);
  const before = JSON.stringify(validIn(Chart.of(made)));
  props.allowFrom.push(GRAFANA);
  props.remoteWrite[0].url = 'https://x';
  props.externalLabels.a = 'c';
  props.overrides.spec.logLevel = 'debug';
  expect(JSON.stringify(validIn(Chart.of(made)))).toBe(before);
});
