import { IConstruct } from 'constructs';
import { byService, chartWith, coherence, endpointsOf, findingOf, MESH, monitorOf, monitorsOf, serviceBeside, weblogic } from './metrics-support';
import { bindOn, findingsOf, kubernetesChart, objectsOf } from './support';
import {
  CoherenceWorkload, CustomWorkload, KubernetesWorkload, MetricsTrait, MetricsTraitProps, WebLogicExporterProps, WebLogicWorkload, Workload,
} from '../../src';
import { expectGolden } from '../support/golden';

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
      'service-not-found: a ServiceMonitor needs a Service that leads to port 9612 of component "greet", and none is rendered; '
        + 'list the port in \'spec.ports\' of the Coherence resource, or use MonitorKind.POD_MONITOR');
  });

  test('fails when no port is listed', () => {
    expect(findingOf(bindOn(kubernetesChart(), coherence()))).toBe(
      'metrics-port-not-declared: port 9612 of component "greet" is declared by none of its containers (6676 (health)); '
        + 'declare it in \'spec.ports\' of the Coherence resource, or switch \'coherence.metrics\' on, name the right one in a MetricsTrait, or say \'enabled: false\'');
  });

  const twice = (field: string) => `scraped-twice: the Coherence Operator makes a monitor of its own ('spec.${field}.enabled' of the Coherence resource); `
    + 'switch it off, or say \'enabled: false\' in a MetricsTrait';
  const MONITORED = { serviceMonitor: { enabled: true } };

  test.each<[string, any, string]>([
    ['the metrics', { ports: PORTS, coherence: { metrics: { enabled: true, ...MONITORED } } }, twice('coherence.metrics.serviceMonitor')],
    ['a port of that name', { ports: [{ name: 'http', port: 80 }, { ...PORTS[0], ...MONITORED }] }, twice('ports[1].serviceMonitor')],
    ['the port by another name', { ports: [{ name: 'numbers', port: 9612, ...MONITORED }] }, twice('ports[0].serviceMonitor')],
  ])('fails when the operator monitors %s', (_, spec, message) => {
    expect(findingOf(bindOn(kubernetesChart(), coherence(spec)))).toBe(message);
  });

  test('what the operator monitors beside is its own affair', () => {
    expect(endpointsOf(bindOn(kubernetesChart(), coherence({ ports: [...PORTS, { name: 'http', port: 80, ...MONITORED }] })))).toEqual([HERE]);
  });

  test('what the operator monitors alone is scraped once', () => {
    expect(monitorsOf(traited(coherence({ ports: [{ ...PORTS[0], ...MONITORED }] }), { enabled: false }))).toEqual([]);
  });

  describe('over TLS', () => {
    const tls = (secrets?: string) => coherence({ ports: PORTS, coherence: { metrics: { enabled: true, ssl: { enabled: true, secrets } } } });

    test.each<[string, string | undefined, MetricsTraitProps]>([
      ['the secret with the certificates would be asked for user name and password', 'certificates', {}],
      ['the trait has a secret of its own', 'certificates', { secret: 'credentials' }],
      ['no secret is named', undefined, {}],
    ])('fails when %s', (_, secrets, props) => {
      expect(findingOf(traited(tls(secrets), props))).toBe('metrics-over-tls: would be scraped over HTTP: the metrics of the Coherence cluster are served over TLS; '
        + 'switch \'coherence.metrics.ssl\' off, or say \'enabled: false\' and write the monitor by CustomTrait');
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
    const bound = (workload: Workload = weblogic(), exporter?: WebLogicExporterProps) => bindOn(kubernetesChart({ weblogicExporter: exporter }), workload);
    const ADDED = exporterOf(bound());
    const switchedOff = (spec: any = {}) => bound(weblogic(spec), { enabled: false });
    const MISSING = 'metrics-exporter-missing: Domain "shop" has no \'spec.monitoringExporter.configuration\', and \'weblogicExporter.enabled\' of the platform is false: '
      + 'its servers would publish no metrics; write one, annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, '
      + 'or say \'enabled: false\' in a MetricsTrait';

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
      ['a Domain itself', KubernetesWorkload.fromManifest({ apiVersion: 'weblogic.oracle/v9', kind: 'Domain', metadata: { name: 'shop' }, spec: {} })],
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
      'service-not-found: a ServiceMonitor needs a Service, and those of the servers of component "greet" are made by the operator of WebLogic; use MonitorKind.POD_MONITOR');
  });
});
