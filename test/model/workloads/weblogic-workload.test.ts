import { WebLogicDomainVersion, WebLogicWorkload, WebLogicWorkloadProps } from '../../../src';
import { bind, rendered, renderedTraits, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { LABEL_VALUE, PORT, SECRET, SUBDOMAIN } from '../../support/texts';

const { V8, V9 } = WebLogicDomainVersion;

const SPEC = {
  domainUID: 'bobs',
  webLogicCredentialsSecret: { name: 'bobs-credentials' },
  configuration: { model: { domainType: 'WLS' }, initializeDomainOnPV: { persistentVolume: null, persistentVolumeClaim: {} } },
  serverPod: { labels: { tier: 'web' }, env: [{ name: 'JAVA_OPTIONS', value: '-Xmx1g' }] },
  monitoringExporter: { port: 8088, configuration: {} },
};

const FULL: WebLogicWorkloadProps = {
  name: 'bobs-workload',
  labels: { app: 'bobs' },
  annotations: { note: 'all fields' },
  domainVersion: V9,
  template: { name: 'bobs', labels: { 'weblogic.domainUID': 'bobs' }, annotations: { note: 'domain' }, spec: SPEC },
  clusters: [
    { name: 'bobs-cluster-1', labels: { a: '1' }, annotations: { b: '2' }, spec: { clusterName: 'cluster-1', replicas: 2 } },
    { name: 'bobs-cluster-2', spec: {} },
  ],
};

const DOMAIN = { domainUID: 'bobs' };
const workload = (spec: any, rest: any = {}) => new WebLogicWorkload({ template: { name: 'bobs', spec: spec && { ...DOMAIN, ...spec } }, ...rest });

test('every field is written, nulls and empty objects too', () => {
  expect(renderedWorkload(new WebLogicWorkload(FULL))).toEqual({
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoWebLogicWorkload',
    metadata: { name: 'bobs-workload', labels: { app: 'bobs' }, annotations: { note: 'all fields' } },
    spec: {
      template: {
        apiVersion: 'weblogic.oracle/v9',
        metadata: { name: 'bobs', labels: { 'weblogic.domainUID': 'bobs' }, annotations: { note: 'domain' } },
        spec: SPEC,
      },
      clusters: [
        {
          apiVersion: 'weblogic.oracle/v1',
          metadata: { name: 'bobs-cluster-1', labels: { a: '1' }, annotations: { b: '2' } },
          spec: { clusterName: 'cluster-1', replicas: 2 },
        },
        { apiVersion: 'weblogic.oracle/v1', metadata: { name: 'bobs-cluster-2' }, spec: {} },
      ],
    },
  });
});

test('golden', () => {
  expectGolden('weblogic-workload', rendered(bind(new WebLogicWorkload(FULL))));
});

test.each<[string, any, any]>([
  ['no version where none is given', {}, { metadata: { name: 'bobs' }, spec: DOMAIN }],
  ['version 8', { domainVersion: V8 }, { apiVersion: 'weblogic.oracle/v8', metadata: { name: 'bobs' }, spec: DOMAIN }],
])('writes %s', (_, rest, template) => {
  expect(renderedWorkload(workload({}, rest)).spec).toEqual({ template });
});

test.each<[string, any, any]>([
  ["with the domain's credentials", { webLogicCredentialsSecret: { name: 'bobs-credentials' } }, { port: 7001, path: '/wls-exporter/metrics', secret: 'bobs-credentials' }],
  ['without a secret where the domain names none', {}, { port: 7001, path: '/wls-exporter/metrics' }],
])('is scraped at 7001 /wls-exporter/metrics %s', (_, spec, defaults) => {
  expect(workload(spec).metricsDefaults).toEqual(defaults);
  expect(renderedTraits(bind(workload(spec)))).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: defaults }]);
});

test.each<[string, any, any]>([
  ['the administration and the managed servers', {}, []],
  ["the exporter's sidecar too", { monitoringExporter: {} }, [{ port: 8080, name: 'metrics', container: 'monitoring-exporter' }]],
  ["the exporter's sidecar with its port", { monitoringExporter: { port: 8088 } }, [{ port: 8088, name: 'metrics', container: 'monitoring-exporter' }]],
])('declares the ports of %s', (_, spec, more) => {
  expect(workload(spec).declaredPorts).toEqual([{ port: 7001, name: 'default' }, { port: 8001, name: 'default' }, ...more]);
});

test('a v8 Domain may have an empty list of clusters', () => {
  expect(renderedWorkload(workload({}, { domainVersion: V8, clusters: [] })).spec.clusters).toEqual([]);
});

test('keeps a copy of domain and clusters', () => {
  const spec = { webLogicCredentialsSecret: { name: 'bobs-credentials' } };
  const clusters = [{ name: 'one', spec: { replicas: 1 } }];
  const bobs = workload(spec, { clusters, domainVersion: V9 });
  spec.webLogicCredentialsSecret.name = 'changed';
  clusters[0].spec.replicas = 2;
  clusters.push({ name: 'two', spec: { replicas: 1 } });

  expect(bobs.metricsDefaults!.secret).toBe('bobs-credentials');
  expect(renderedWorkload(bobs).spec).toMatchObject({
    template: { spec: { webLogicCredentialsSecret: { name: 'bobs-credentials' } } },
    clusters: [{ spec: { replicas: 1 } }],
  });
});

test.each<[string, any, string]>([
  ['the credentials secret is none', { webLogicCredentialsSecret: { name: 'Welcome1!' } }, `invalid-name: 'template.spec.webLogicCredentialsSecret.name' ${SECRET}`],
  ['the credentials secret has no name', { webLogicCredentialsSecret: {} }, "missing-field: 'template.spec.webLogicCredentialsSecret.name' is required"],
  ['the port of the exporter is 0', { monitoringExporter: { port: 0 } }, `invalid-port: 'template.spec.monitoringExporter.port' ${PORT}, got 0`],
  ['a label of the pods is none', { serverPod: { labels: { a: 'b c' } } }, `invalid-label: 'template.spec.serverPod.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['there is no spec', undefined, "missing-field: 'template.spec' is required"],
  ['a value is a function', { a: [() => 1] }, "not-plain: 'template.spec.a[0]' must be plain data, got a function; give its value"],
])('fails when %s', (_, spec, message) => {
  expect(messageOf(() => workload(spec))).toBe(`[WebLogicWorkload 'bobs'] ${message}`);
});

const V8_CLUSTERS = 'must be empty: a v8 Domain has its clusters in its own spec; put them there, or use WebLogicDomainVersion.V9';

test.each<[string, any, string]>([
  ['there is no template', { template: undefined }, "missing-field: 'template' is required"],
  ['the template has no name', { template: { spec: {} } }, "missing-field: 'template.name' is required"],
  ['the name of the template is none', { template: { name: 'A_b', spec: {} } }, `invalid-name: 'template.name' ${SUBDOMAIN}, got "A_b"`],
  ['the version of the domain is none', { domainVersion: 'a b' }, "invalid-value: 'domainVersion' must be an API version such as \"apps/v1\", got \"a b\""],
  ['clusters are no list', { clusters: {} }, "invalid-type: 'clusters' must be a list, got an object"],
  ['a cluster has no name', { domainVersion: V9, clusters: [{ spec: {} }] }, "missing-field: 'clusters[0].name' is required"],
  ['the name of a cluster is none', { domainVersion: V9, clusters: [{ name: 'a', spec: {} }, { name: 'B', spec: {} }] }, `invalid-name: 'clusters[1].name' ${SUBDOMAIN}, got "B"`],
  ['a label of a cluster is none', { domainVersion: V9, clusters: [{ name: 'a', labels: { a: 'b c' }, spec: {} }] }, `invalid-label: 'clusters[0].labels.a' ${LABEL_VALUE}, got "b c"`],
  ['a cluster has no spec', { domainVersion: V9, clusters: [{ name: 'a' }] }, "missing-field: 'clusters[0].spec' is required"],
  ['two clusters share a name', { domainVersion: V9, clusters: [{ name: 'a', spec: {} }, { name: 'a', spec: {} }] }, "duplicate-name: 'clusters[1]' has the same name \"a\" as element 0; give each its own name"],
  ['a v8 Domain has clusters', { domainVersion: V8, clusters: [{ name: 'a', spec: {} }] }, `invalid-value: 'clusters' ${V8_CLUSTERS}`],
  ['a Domain without version, which is v8, has clusters', { clusters: [{ name: 'a', spec: {} }] }, `invalid-value: 'clusters' ${V8_CLUSTERS}`],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => new WebLogicWorkload({ name: 'bobs', template: { name: 'bobs', spec: {} }, ...props }))).toBe(`[WebLogicWorkload 'bobs'] ${message}`);
});
