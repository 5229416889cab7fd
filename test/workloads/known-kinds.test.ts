import { CustomWorkload } from '../../src';
import { bind, renderedTraits } from '../support/app';

const containers = [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 80, name: 'http', protocol: 'TCP' }] }];
const template = { spec: { containers } };
const PORTS = [{ port: 80, name: 'http', container: 'main', protocol: 'TCP' }];

const GENERIC = { port: 8080, path: '/metrics' };
const COHERENCE = { port: 7001, path: '/metrics' };
const COHERENCE_SPEC = { coherence: { metrics: { enabled: true, port: 7001 } } };
const COHERENCE_PORTS = [{ port: 6676, name: 'health' }, { port: 7001, name: 'metrics' }];
const WEBLOGIC = { port: 7001, path: '/wls-exporter/metrics', secret: 'credentials' };
const WEBLOGIC_SPEC = { webLogicCredentialsSecret: { name: 'credentials' } };
const WEBLOGIC_PORTS = [{ port: 7001, name: 'default' }, { port: 8001, name: 'default' }];

const custom = (apiVersion: string, kind: string, spec: any) => new CustomWorkload({ manifest: { apiVersion, kind, spec } });

test.each<[string, string, any, any, any]>([
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload', { deploymentTemplate: { podSpec: { containers } } }, GENERIC, PORTS],
  ['oam.acme.io/v1alpha1', 'AcmeHelidonWorkload', { deploymentTemplate: { podSpec: { containers } } }, GENERIC, PORTS],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoCoherenceWorkload', { template: { spec: COHERENCE_SPEC } }, COHERENCE, COHERENCE_PORTS],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoWebLogicWorkload', { template: { spec: WEBLOGIC_SPEC } }, WEBLOGIC, WEBLOGIC_PORTS],
  ['coherence.oracle.com/v1', 'Coherence', COHERENCE_SPEC, COHERENCE, COHERENCE_PORTS],
  ['weblogic.oracle/v8', 'Domain', WEBLOGIC_SPEC, WEBLOGIC, WEBLOGIC_PORTS],
  ['weblogic.oracle/v9', 'Domain', WEBLOGIC_SPEC, WEBLOGIC, WEBLOGIC_PORTS],
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload', { containers }, GENERIC, PORTS],
  ['apps/v1', 'Deployment', { template }, GENERIC, PORTS],
  ['apps/v1', 'StatefulSet', { template }, undefined, PORTS],
  ['apps/v1', 'DaemonSet', { template }, undefined, PORTS],
  ['batch/v1', 'Job', { template }, undefined, PORTS],
  ['v1', 'Pod', { containers }, undefined, PORTS],
  ['v1', 'Service', { ports: [{ port: 80 }] }, undefined, []],
  ['v1', 'ConfigMap', undefined, undefined, []],
  ['weblogic.oracle/v1', 'Cluster', {}, undefined, []],
  ['example.com/v1', 'Deployment', { template }, undefined, []],
  ['apps/v1', 'deployment', { template }, undefined, []],
])('%s %s', (apiVersion, kind, spec, metrics, ports) => {
  const workload = custom(apiVersion, kind, spec);

  expect(workload.metricsDefaults).toEqual(metrics);
  expect(workload.declaredPorts).toEqual(ports);
});

test.each<[string, string]>([
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload'],
  ['oam.verrazzano.io/v1alpha1', 'VerrazzanoCoherenceWorkload'],
  ['weblogic.oracle/v8', 'Domain'],
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload'],
  ['apps/v1', 'Deployment'],
  ['v1', 'Pod'],
])('%s %s: what is not there, or no object, does no harm', (apiVersion, kind) => {
  for (const spec of [undefined, null, 'x', [], { containers: 'x', template: null, deploymentTemplate: 1, coherence: 'x', ports: {}, monitoringExporter: [] }]) {
    const workload = custom(apiVersion, kind, spec);
    expect(() => [workload.metricsDefaults, workload.declaredPorts]).not.toThrow();
  }
});

// a CustomWorkload is not checked as the typed ones are: what is read from it must not become a trait that no cluster takes
test.each<[string, any, any]>([
  ['port', { coherence: { metrics: { port: 70000 } } }, { port: 9612, path: '/metrics' }],
  ['secret', { coherence: { metrics: { ssl: { enabled: true, secrets: 'A_b' } } } }, { port: 9612, path: '/metrics' }],
])('the default MetricsTrait takes over no %s that is none', (_, spec, defaults) => {
  expect(renderedTraits(bind(custom('coherence.oracle.com/v1', 'Coherence', spec))).map(trait => trait.spec)).toEqual([defaults]);
});
