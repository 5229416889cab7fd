import { CoherenceWorkload, CoherenceWorkloadProps } from '../../../src';
import { bind, rendered, renderedTraits, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { KEYS, LABEL_VALUE, PORT, SECRET, SUBDOMAIN } from '../../support/texts';

const FULL: CoherenceWorkloadProps = {
  name: 'carts-workload',
  labels: { app: 'carts' },
  annotations: { note: 'all fields' },
  template: {
    name: 'carts',
    labels: { tier: 'data' },
    annotations: { note: 'coherence' },
    spec: {
      labels: { tier: 'data' },
      cluster: 'SockShop',
      image: null,
      jvm: {},
      ports: [{ name: 'http', port: 7001, protocol: 'TCP', service: { name: 'carts' } }],
      coherence: {
        cacheConfig: 'carts-cache-config.xml',
        metrics: { enabled: true, port: 7002, ssl: { enabled: true, secrets: 'metrics-tls' } },
        management: { enabled: true },
      },
    },
  },
};

const workload = (spec: any) => new CoherenceWorkload({ template: { name: 'carts', spec } });

test('every field is written, nulls and empty objects too', () => {
  expect(renderedWorkload(new CoherenceWorkload(FULL))).toEqual({
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoCoherenceWorkload',
    metadata: { name: 'carts-workload', labels: { app: 'carts' }, annotations: { note: 'all fields' } },
    spec: {
      template: {
        metadata: { name: 'carts', labels: { tier: 'data' }, annotations: { note: 'coherence' } },
        spec: FULL.template.spec,
      },
    },
  });
});

test('golden', () => {
  expectGolden('coherence-workload', rendered(bind(new CoherenceWorkload(FULL))));
});

test.each<[string, any, any]>([
  ['9612 without a word of metrics', {}, { port: 9612, path: '/metrics' }],
  ['9612 where only the metrics are switched on', { coherence: { metrics: { enabled: true } } }, { port: 9612, path: '/metrics' }],
  ['the port in the spec', { coherence: { metrics: { enabled: true, port: 7001 } } }, { port: 7001, path: '/metrics' }],
  ['the port in the spec, where enabled is left out', { coherence: { metrics: { port: 7001 } } }, { port: 7001, path: '/metrics' }],
  ['9612 where metrics are switched off', { coherence: { metrics: { enabled: false, port: 7001, ssl: { enabled: true, secrets: 'a' } } } }, { port: 9612, path: '/metrics' }],
  ['the secret of its TLS', { coherence: { metrics: { ssl: { enabled: true, secrets: 'tls' } } } }, { port: 9612, path: '/metrics', secret: 'tls' }],
  ['no secret where TLS is off', { coherence: { metrics: { ssl: { secrets: 'tls' } } } }, { port: 9612, path: '/metrics' }],
  ['the port and path of annotations', { annotations: { 'prometheus.io/port': '8888', 'prometheus.io/path': '/m' }, coherence: { metrics: { port: 7001 } } }, { port: 8888, path: '/m' }],
])('is scraped at %s', (_, spec, defaults) => {
  expect(workload(spec).metricsDefaults).toEqual(defaults);
  expect(renderedTraits(bind(workload(spec)))).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: defaults }]);
});

test.each<[string, any, any]>([
  ['the health port alone', {}, [{ port: 6676, name: 'health' }]],
  ['another health port', { healthPort: 6000 }, [{ port: 6000, name: 'health' }]],
  ['those that are switched on', { coherence: { metrics: { enabled: true }, management: { enabled: true } } }, [{ port: 6676, name: 'health' }, { port: 9612, name: 'metrics' }, { port: 30000, name: 'management' }]],
  ['those that are switched on, with their ports', { coherence: { metrics: { enabled: true, port: 1 }, management: { enabled: true, port: 2 } } }, [{ port: 6676, name: 'health' }, { port: 1, name: 'metrics' }, { port: 2, name: 'management' }]],
  ['none of what is switched off', { coherence: { metrics: { enabled: false, port: 1 }, management: { port: 2 } } }, [{ port: 6676, name: 'health' }]],
  ['those listed, once', { ports: [{ name: 'http', port: 80, protocol: 'TCP' }, { name: 'm', port: 9612 }], coherence: { metrics: { enabled: true } } }, [{ port: 80, name: 'http', protocol: 'TCP' }, { port: 9612, name: 'm' }, { port: 6676, name: 'health' }]],
])('declares %s', (_, spec, ports) => {
  expect(workload(spec).declaredPorts).toEqual(ports);
});

test('keeps a copy of the resource', () => {
  const spec = { coherence: { metrics: { port: 7001 } } };
  const carts = workload(spec);
  spec.coherence.metrics.port = 1;

  expect(carts.metricsDefaults).toEqual({ port: 7001, path: '/metrics' });
  expect(renderedWorkload(carts).spec.template.spec).toEqual({ coherence: { metrics: { port: 7001 } } });
});

test.each<[string, any, string]>([
  ['the port of the metrics is 0', { coherence: { metrics: { port: 0 } } }, `invalid-port: 'template.spec.coherence.metrics.port' ${PORT}, got 0`],
  ['the port of the management is a text', { coherence: { management: { port: '30000' } } }, `invalid-port: 'template.spec.coherence.management.port' ${PORT}, got "30000"`],
  ['a port is 65536', { ports: [{ name: 'a', port: 65536 }] }, `invalid-port: 'template.spec.ports[0].port' ${PORT}, got 65536`],
  ['the health port is 1.5', { healthPort: 1.5 }, `invalid-port: 'template.spec.healthPort' ${PORT}, got 1.5`],
  ['a label of the pods is none', { labels: { a: 'b c' } }, `invalid-label: 'template.spec.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['the secret of its TLS is none', { coherence: { metrics: { ssl: { enabled: true, secrets: 'A_b' } } } }, `invalid-name: 'template.spec.coherence.metrics.ssl.secrets' ${SECRET}`],
  ['the spec is a text', 'x', "invalid-type: 'template.spec' must be an object, got a string"],
  ['there is no spec', undefined, "missing-field: 'template.spec' is required"],
])('fails when %s', (_, spec, message) => {
  expect(messageOf(() => workload(spec))).toBe(`[CoherenceWorkload 'carts'] ${message}`);
});

test.each<[string, any, string]>([
  ['there is no template', undefined, "missing-field: 'template' is required"],
  ['the template is a text', 'carts', "invalid-type: 'template' must be an object, got a string"],
  ['the template has no name', { spec: {} }, "missing-field: 'template.name' is required"],
  ['the template has labels and no name', { labels: {}, spec: {} }, "missing-field: 'template.name' is required"],
  ['the name of the template is none', { name: 'A_b', spec: {} }, `invalid-name: 'template.name' ${SUBDOMAIN}, got "A_b"`],
  ['an annotation of the template is none', { name: 'carts', annotations: { '': 'a' }, spec: {} }, `invalid-annotation: 'template.annotations' ${KEYS}, got ""`],
])('fails when %s', (_, template, message) => {
  expect(messageOf(() => new CoherenceWorkload({ name: 'carts', template }))).toBe(`[CoherenceWorkload 'carts'] ${message}`);
});
