import { IConstruct } from 'constructs';
import { MESH, bindOn, byService, chartWith, coherence, endpointsOf, findingOf, findingsOf, kubernetesChart, monitorOf, monitorsOf, objectsOf, serviceBeside, weblogic } from './support';
import {
  CoherenceWorkload, CustomWorkload, MetricsTrait, MetricsTraitProps, ScrapeScheme, WebLogicExporterProps, WebLogicWorkload,
  Workload,
} from '../../../src';
import { expectGolden } from '../../support/golden';

const PORTS = [{ name: 'metrics', port: 9612 }];
const HERE = { scheme: 'http', port: 'metrics', path: '/metrics' };

const traited = (workload: CoherenceWorkload | WebLogicWorkload, props: MetricsTraitProps) => {
  const binding = bindOn(kubernetesChart(), workload);
  new MetricsTrait(binding, 'metrics', props);
  return binding;
};

describe('Coherence', () => {
  test.each<[string, any, any]>([
    ['a port that is listed', { ports: PORTS }, HERE],
    ['a port that is listed by another name', { ports: [{ name: 'numbers', port: 9612 }] }, { ...HERE, port: 'numbers' }],
    ['another port', { coherence: { metrics: { enabled: true, port: 7000 } }, ports: [{ name: 'metrics', port: 7000 }] }, HERE],
  ])('%s', (_, spec, endpoint) => {
    expect(endpointsOf(bindOn(kubernetesChart(), coherence(spec)))).toEqual([endpoint]);
  });

  test.each([[9612, { enabled: true }], [7000, { enabled: true, port: 7000 }]])('a port that is not listed is not declared: it is asked beside the one that always is: %p', (port, metrics) => {
    const binding = bindOn(kubernetesChart(), coherence({ coherence: { metrics } }));

    expect(endpointsOf(binding)).toEqual([{ ...HERE, port: 'health' }]);
    const { regex, replacement, ...rule } = monitorOf(binding).spec.podMetricsEndpoints[0].relabelings[1];
    expect(rule).toEqual({ action: 'replace', sourceLabels: ['__address__'], targetLabel: '__address__' });
    const asked = (address: string) => address.replace(new RegExp(`^(?:${regex})$`), replacement);
    expect(['10.0.0.7:6676', '10.0.0.7', '[fd00::7]:6676'].map(asked)).toEqual([`10.0.0.7:${port}`, `10.0.0.7:${port}`, `[fd00::7]:${port}`]);
    expect(binding.metrics.endpoints).toEqual([{ port, path: '/metrics', jobName: 'hello_ns_greet' }]);
  });

  test('members are not part of a mesh: their metrics are asked in plain text', () => {
    const binding = bindOn(chartWith(MESH), coherence({ ports: PORTS }));

    expect(endpointsOf(binding)).toEqual([HERE]);
    expect(monitorOf(binding).spec.scrapeClass).toBeUndefined();
  });

  test.each<[string, any]>([
    ['the Service that the operator makes', {}],
    ['its name for the port', { service: { name: 'storage-numbers', portName: 'numbers' } }],
  ])('a ServiceMonitor asks %s', (_, more) => {
    const binding = bindOn(byService(), coherence({ ports: [{ ...PORTS[0], ...more }] }));

    expect(endpointsOf(binding)).toEqual([{ ...HERE, port: more.service?.portName ?? 'metrics' }]);
    expect(monitorOf(binding).spec.selector.matchLabels).toEqual({ 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' });
  });

  test('fails when the operator makes no Service for a ServiceMonitor', () => {
    expect(findingOf(bindOn(byService(), coherence({ ports: [{ ...PORTS[0], service: { enabled: false } }] })))).toBe(
      'service-not-found: a ServiceMonitor needs a Service with labels that leads to port 9612 of component "greet", and none is rendered; '
        + 'declare the port, bind a component with such a Service, or use MonitorKind.POD_MONITOR');
  });

  test('fails when no port is listed', () => {
    expect(findingOf(bindOn(kubernetesChart(), coherence()))).toBe(
      'metrics-port-not-declared: port 9612 of component "greet" is declared by none of its containers (6676 (health)); declare it '
        + 'in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or set \'enabled: false\'');
  });

  describe('a monitor of the operator beside the one that is rendered', () => {
    const MONITORED = { serviceMonitor: { enabled: true } };
    const HTTP = { name: 'http', port: 80, ...MONITORED };
    const METRICS = { ...PORTS[0], ...MONITORED };
    const KEPT = 'or ask for other ports in a MetricsTrait (\'enabled: false\' if there are none) to keep the operator\'s monitor';
    const twice = (field: string, port: string) => `scraped-twice: 'workload.${field}.serviceMonitor' makes the Coherence Operator render a monitor of port ${port}, `
      + 'and Prometheus monitoring/k8s would select it beside the one that is rendered here: every sample would be counted twice; '
      + `set 'enabled: false' in it, ${KEPT}`;
    const selecting = (monitorSelector: any, spec: any) => bindOn(chartWith({ monitorSelector }), coherence(spec));

    test.each<[string, any, string]>([
      ['a port of that name', { ports: [{ name: 'http', port: 80 }, METRICS] }, twice('spec.template.spec.ports[1]', '9612')],
      ['a port of that name whose number is left out', { ports: [{ name: 'metrics', ...MONITORED }] }, twice('spec.template.spec.ports[0]', '9612')],
      ['the port by another name', { ports: [{ ...METRICS, name: 'numbers' }] }, twice('spec.template.spec.ports[0]', '9612')],
      ['the port at the same path', { ports: [{ ...METRICS, serviceMonitor: { enabled: true, path: '/metrics' } }] }, twice('spec.template.spec.ports[0]', '9612')],
    ])('fails when it is of %s', (_, spec, message) => {
      expect(findingsOf(bindOn(kubernetesChart(), coherence(spec)))).toEqual([`[c/hello/greet] ${message}`]);
    });

    test('fails once where there are several, at the first, whoever asks for metrics', () => {
      const binding = traited(coherence({ ports: [HTTP, METRICS] }), { ports: [{ port: 80 }, { port: 9612 }] });

      expect(findingsOf(binding)).toEqual([
        '[c/hello/greet] scraped-twice: \'workload.spec.template.spec.ports[0].serviceMonitor\' is one of several fields that make the Coherence Operator '
          + 'render monitors (of ports 80, 9612), and Prometheus monitoring/k8s would select them beside those that are rendered here: every sample would be '
          + `counted twice; set 'enabled: false' in each of them, ${KEPT}s`,
      ]);
    });

    test('fails when it is that of a Coherence resource itself', () => {
      const resource = new CustomWorkload({ manifest: { apiVersion: 'coherence.oracle.com/v1', kind: 'Coherence', metadata: { name: 'storage' }, spec: { ports: [METRICS] } } });

      expect(findingOf(bindOn(kubernetesChart(), resource))).toBe(twice('spec.ports[0]', '9612'));
    });

    const LABELLED = { ports: [{ ...PORTS[0], serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } }] };
    const NAMED = { ports: [METRICS], cluster: 'shop', role: 'store', appLabel: 'shop' };

    test.each<[string, any, any]>([
      ['by a label of its own', { matchLabels: { release: 'prometheus' } }, LABELLED],
      ['by those that the operator gives it', { matchLabels: { coherenceDeployment: 'storage', coherenceComponent: 'coherence-service-monitor' } }, { ports: [METRICS] }],
      ['by those of the cluster', { matchLabels: { coherenceCluster: 'shop', coherenceRole: 'store', app: 'shop' } }, NAMED],
      ['by one that it must not have', { matchExpressions: [{ key: 'release', operator: 'DoesNotExist' }] }, { ports: [METRICS] }],
    ])('fails when it is selected %s', (_, selector, spec) => {
      expect(findingsOf(selecting(selector, spec)).filter(each => each.includes('scraped-twice'))).toEqual([`[c/hello/greet] ${twice('spec.template.spec.ports[0]', '9612')}`]);
    });

    test.each<[string, any, any]>([
      ['by labels that it has not', { matchLabels: { release: 'prometheus' } }, { ports: [METRICS] }],
      ['by another value', { matchLabels: { release: 'other' } }, LABELLED],
      ['by an expression', { matchExpressions: [{ key: 'coherenceRole', operator: 'NotIn', values: ['storage'] }] }, { ports: [METRICS] }],
    ])('is none of ours where it is not selected: %s', (_, selector, spec) => {
      const binding = selecting(selector, spec);

      expect(endpointsOf(binding)).toEqual([HERE]);
      expect(objectsOf(binding).find(({ kind }) => kind === 'Coherence').spec.ports[0].serviceMonitor.enabled).toBe(true);
    });

    test.each<[string, any]>([
      ['of a port that is not scraped', { ports: [PORTS[0], HTTP] }],
      ['of another path', { ports: [{ ...METRICS, serviceMonitor: { enabled: true, path: '/own' } }] }],
      ['of a port without a Service, of which the operator makes none', { ports: [{ ...METRICS, service: { enabled: false } }] }],
      ['where the resource has no such field', { ports: PORTS, coherence: { metrics: { enabled: true, ...MONITORED } } }],
      ['that is switched off', { ports: [{ ...METRICS, serviceMonitor: { enabled: false } }] }],
    ])('does no harm %s', (_, spec) => {
      expect(endpointsOf(bindOn(kubernetesChart(), coherence(spec)))).toEqual([HERE]);
    });

    test('scrapes alone where a trait says so', () => {
      const binding = traited(coherence({ ports: [METRICS] }), { enabled: false });

      expect(monitorsOf(binding)).toEqual([]);
      expect(objectsOf(binding)[0].spec.ports[0].serviceMonitor).toEqual({ enabled: true });
    });
  });

  describe('over TLS', () => {
    const tls = (secrets?: string) => coherence({ ports: PORTS, coherence: { metrics: { enabled: true, ssl: { enabled: true, secrets } } } });

    test.each<[string, string | undefined, MetricsTraitProps]>([
      ['the secret with the certificates would be asked for user name and password', 'certificates', {}],
      ['the trait has a secret of its own', 'certificates', { secret: 'credentials' }],
      ['no secret is named', undefined, {}],
      ['another endpoint alone is scraped over HTTPS', 'certificates', { ports: [{ port: 9612, path: '/other', scheme: ScrapeScheme.HTTPS }, { port: 9612 }] }],
    ])('fails when %s', (_, secrets, props) => {
      expect(findingOf(traited(tls(secrets), props))).toBe('metrics-over-tls: would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS; set \'scheme\' '
        + 'to ScrapeScheme.HTTPS in a MetricsTrait, or switch \'coherence.metrics.ssl\' off');
    });

    test.each<[string, MetricsTraitProps, object]>([
      ['without the secret with the certificates', {}, {}],
      ['with the secret of the trait', { secret: 'credentials' }, { basicAuth: { username: { name: 'credentials', key: 'username' }, password: { name: 'credentials', key: 'password' } } }],
      ['with its token', { authorization: { credentials: { name: 'a', key: 'b' } } }, { authorization: { credentials: { name: 'a', key: 'b' } } }],
    ])('is scraped over HTTPS where the trait says so, %s', (_, props, credentials) => {
      const tlsConfig = { ca: { secret: { name: 'certificates', key: 'ca.crt' } }, serverName: 'storage' };
      expect(endpointsOf(traited(tls('certificates'), { scheme: ScrapeScheme.HTTPS, tls: tlsConfig, ...props })))
        .toEqual([{ path: '/metrics', port: 'metrics', scheme: 'https', tlsConfig, ...credentials }]);
    });

    test('switched off, nothing is scraped', () => {
      expect(monitorsOf(traited(tls('certificates'), { enabled: false }))).toEqual([]);
    });
  });
});

describe('WebLogic', () => {
  test('the pods say by annotations where they are scraped', () => {
    const binding = bindOn(kubernetesChart(), weblogic());

    expectGolden('kubernetes-pod-monitor-weblogic', monitorsOf(binding));
  });

  describe('the exporter that publishes them', () => {
    const exporterOf = (construct: IConstruct) => objectsOf(construct).find(({ kind }) => kind === 'Domain').spec.monitoringExporter;
    const bound = (workload: Workload = weblogic(), weblogicExporter?: WebLogicExporterProps) =>
      bindOn(kubernetesChart({ weblogicExporter }), workload);
    const ADDED = exporterOf(bound());
    const switchedOff = (spec: any = {}) => bound(weblogic(spec), { enabled: false });
    const MISSING = 'metrics-exporter-missing: Domain "shop" has no \'spec.monitoringExporter.configuration\', and \'weblogicExporter.enabled\' is false: its servers '
      + 'would publish no metrics; write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, or set \'enabled: false\' in a MetricsTrait';

    test('is that of the platform, with its queries', () => {
      // the golden of a WebLogicWorkload has them whole
      const prefixes = JSON.stringify(ADDED.configuration).match(/wls_\w+_(?=")/g);

      expect(ADDED).toEqual({ imagePullPolicy: 'IfNotPresent', configuration: expect.objectContaining({ domainQualifier: true, metricsNameSnakeCase: true }) });
      expect(ADDED.configuration.queries).toHaveLength(9);
      expect(prefixes!.sort()).toEqual([
        'datasource', 'jms', 'jms_dest', 'jmsruntime', 'jta', 'jvm', 'persistentstore', 'server', 'servlet', 'socketmuxer', 'threadpool', 'webapp_config', 'workmanager',
      ].map(name => `wls_${name}_`));
    });

    test.each<[string, Workload]>([
      ['a workload that is written whole', new CustomWorkload({
        manifest: { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'VerrazzanoWebLogicWorkload', spec: { template: { metadata: { name: 'shop' }, spec: {} } } },
      })],
      ['a Domain itself', new CustomWorkload({ manifest: { apiVersion: 'weblogic.oracle/v9', kind: 'Domain', metadata: { name: 'shop' }, spec: {} } })],
      ['a field that is null', weblogic({ monitoringExporter: null })],
    ])('is added to %s', (_, workload) => {
      expect(exporterOf(bound(workload))).toEqual(ADDED);
    });

    test('is added where a trait asks for metrics, and not where one refuses them', () => {
      expect(exporterOf(traited(weblogic(), {}))).toEqual(ADDED);
      expect(exporterOf(traited(weblogic(), { enabled: false }))).toBeUndefined();
    });

    test('comes and goes with the traits', () => {
      const binding = traited(weblogic(), { enabled: false });
      binding.node.tryRemoveChild('metrics');
      new MetricsTrait(binding, 'again');

      expect(exporterOf(binding)).toEqual(ADDED);
    });

    test('has the image that is named', () => {
      expect(exporterOf(bound(weblogic(), { image: 'example/exporter:2.3' }))).toEqual({ ...ADDED, image: 'example/exporter:2.3' });
    });

    test('has a configuration where the Domain has none, and else what the Domain says', () => {
      const own = { image: 'example/own:1', imagePullPolicy: 'Always', port: 9090 };

      expect(exporterOf(bound(weblogic({ monitoringExporter: own }), { image: 'example/exporter:2.3' }))).toEqual({ ...own, configuration: ADDED.configuration });
    });

    test.each([{}, { enabled: false }, { image: 'example/exporter:2.3' }])('is the Domain\'s own where it has one: %j', exporter => {
      const own = { configuration: {}, image: null };

      expect(exporterOf(bound(weblogic({ monitoringExporter: own }), exporter))).toEqual(own);
    });

    test('is that of an application of the domain where the pods say so', () => {
      const binding = switchedOff({ serverPod: { annotations: { 'prometheus.io/scrape': 'true' } } });

      expect(monitorsOf(binding)).toHaveLength(1);
      expect(exporterOf(binding)).toBeUndefined();
    });

    test.each<[string, any]>([
      ['nobody says otherwise', {}],
      ['the Domain has one without a configuration, which its operator does not run', { monitoringExporter: { port: 9090 } }],
      ['the pods say that they are not to be scraped', { serverPod: { annotations: { 'prometheus.io/scrape': 'false' } } }],
    ])('fails when it is switched off, and %s', (_, spec) => {
      expect(findingOf(switchedOff(spec))).toBe(MISSING);
    });

    test('fails when it is switched off where a trait asks for metrics', () => {
      const binding = switchedOff();
      new MetricsTrait(binding, 'metrics');

      expect(findingsOf(binding)).toEqual([`[c/hello/greet/metrics] ${MISSING}`]);
    });

    test('switched off, a component without metrics needs none', () => {
      const binding = switchedOff();
      new MetricsTrait(binding, 'metrics', { enabled: false });

      expect(exporterOf(binding)).toBeUndefined();
    });
  });

  test('over TLS in a mesh', () => {
    const binding = bindOn(chartWith(MESH), weblogic({ webLogicCredentialsSecret: undefined }));

    expect(endpointsOf(binding)).toEqual([{ scheme: 'https' }]);
    expect(monitorOf(binding).spec.scrapeClass).toBe('istio');
  });

  test.each<[string, MetricsTraitProps, string]>([
    ['what the defaults are', { port: 7001, path: '/wls-exporter/metrics' }, 'shop-credentials'],
    ['another secret', { secret: 'scraper' }, 'scraper'],
  ])('a trait can say %s', (_, props, name) => {
    const key = (field: string) => ({ name, key: field });

    expect(endpointsOf(traited(weblogic(), props))).toEqual([{ scheme: 'http', basicAuth: { username: key('username'), password: key('password') } }]);
  });

  test.each<[string, MetricsTraitProps]>([
    ['a port', { port: 8001 }],
    ['a path', { path: '/other' }],
    ['a port in a list', { ports: [{ port: 8001 }] }],
    ['several endpoints', { ports: [{ port: 7001 }, { port: 8001 }] }],
  ])('fails when the trait says %s, which the pods do not heed', (_, props) => {
    expect(findingOf(traited(weblogic(), props))).toBe(
      'not-expressible: gives a port or a path, but each WebLogic server is scraped at the port and path that its operator writes into the annotations of the pod; leave \'port\', \'path\' and \'ports\' out');
  });

  test('fails when a ServiceMonitor is wanted, for which no Service is known', () => {
    const binding = bindOn(byService(), weblogic());
    serviceBeside(binding, 'front', { selector: { other: 'pods' }, ports: [{ port: 7001 }] });

    expect(findingOf(binding)).toBe(
      'service-not-found: a ServiceMonitor needs a Service, and those of the servers of component "greet" are created by the WebLogic Kubernetes Operator; use MonitorKind.POD_MONITOR');
  });
});
