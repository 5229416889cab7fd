import { App, Chart } from 'cdk8s';
import {
  ApplicationConfiguration, Component, CustomTrait, CustomWorkload, CustomWorkloadProps, KubernetesPlatform, MetricsTrait, Platform,
} from '../../../src';
import { bind, newChart, rendered, renderedEntry, renderedTraits, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { LABEL_VALUE, PATH, PORT, SECRET, SUBDOMAIN } from '../../support/texts';

/** Whatever an object can hold. */
const MANIFEST = {
  apiVersion: 'example.com/v1',
  kind: 'Foo',
  metadata: { name: 'foo', creationTimestamp: null, labels: {}, finalizers: [] },
  data: { '': 'empty key', 'a.b/c': 'd' },
  spec: { nothing: null, empty: {}, list: [null, {}, [], 0, false, ''], clusterIp: 'kept' },
  status: null,
  unknown: 'kept',
};

const custom = (manifest: any, rest: Omit<CustomWorkloadProps, 'manifest'> = {}) => new CustomWorkload({ manifest, ...rest });
const foo = (rest: any) => custom({ apiVersion: 'example.com/v1', kind: 'Foo' }, rest);

test('nothing is dropped: nulls, empty objects, unknown top-level fields', () => {
  expect(renderedWorkload(custom(MANIFEST))).toEqual(MANIFEST);
  expect(custom(MANIFEST).name).toBe('foo');
});

test('golden', () => {
  // without what a server drops of `metadata` at each apply
  expectGolden('custom-workload', rendered(bind(custom({ ...MANIFEST, metadata: { name: 'foo' } }))));
});

test('a kind that the platform does not know has neither metrics nor ports', () => {
  expect(foo({}).metricsDefaults).toBeUndefined();
  expect(foo({}).declaredPorts).toEqual([]);
  expect(renderedEntry(bind(foo({})))).toEqual({ componentName: 'greet' });
});

test('what is known of it can be told', () => {
  const workload = foo({ metricsDefaults: { port: 9090, path: '/m', secret: 's' }, declaredPorts: [{ port: 9090, name: 'metrics', container: 'c', protocol: 'TCP' }] });

  expect(workload.metricsDefaults).toEqual({ port: 9090, path: '/m', secret: 's' });
  expect(workload.declaredPorts).toEqual([{ port: 9090, name: 'metrics', container: 'c', protocol: 'TCP' }]);
  expect(renderedTraits(bind(workload))).toEqual([
    { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 9090, path: '/m', secret: 's' } },
  ]);
});

test('what is told goes before what the kind is known for', () => {
  const manifest = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', spec: { containers: [{ name: 'a', image: 'b', ports: [{ name: 'c', containerPort: 1 }] }] } };

  expect(custom(manifest).metricsDefaults).toEqual({ port: 8080, path: '/metrics' });
  expect(custom(manifest).declaredPorts).toEqual([{ port: 1, name: 'c', container: 'a' }]);
  expect(custom(manifest, { metricsDefaults: { port: 2, path: '/m' } }).metricsDefaults).toEqual({ port: 2, path: '/m' });
  expect(custom(manifest, { declaredPorts: [] }).declaredPorts).toEqual([]);
});

test.each<[string, object, any, number]>([
  ['at its port for metrics', {}, {}, 9090],
  ['where an annotation says', { annotations: { 'prometheus.io/port': '8080' } }, {}, 8080],
  ['where the program says', {}, { metricsDefaults: { port: 8080, path: '/m' } }, 8080],
])('a Deployment is scraped on Kubernetes %s, as a KubernetesWorkload is', (_, metadata, props, port) => {
  const ports = [{ name: 'http', containerPort: 8080 }, { name: 'http-metrics', containerPort: 9090 }];
  const template = { metadata: { labels: { app: 'a' }, ...metadata }, spec: { containers: [{ name: 'a', image: 'example/a:1', ports }] } };
  const spec = { selector: { matchLabels: { app: 'a' } }, template };
  const chart = new Chart(new App(), 'c', { namespace: 'shop' });
  Platform.install(chart, new KubernetesPlatform({}));
  const component = new Component(chart, 'a', { workload: custom({ apiVersion: 'apps/v1', kind: 'Deployment', spec }, props) });
  expect(new ApplicationConfiguration(chart, 'app').addComponent(component).metrics.endpoints.map(each => each.port)).toEqual([port]);
});

test('keeps copies, and hands out copies', () => {
  const manifest = { apiVersion: 'example.com/v1', kind: 'Foo', spec: { a: [1] } };
  const metricsDefaults = { port: 1, path: '/m' };
  const declaredPorts = [{ port: 1 }];
  const workload = custom(manifest, { metricsDefaults, declaredPorts });
  manifest.spec.a.push(2);
  for (const port of [metricsDefaults, declaredPorts[0], workload.metricsDefaults!, workload.declaredPorts[0]]) Object.assign(port, { port: 2 });

  expect(renderedWorkload(workload).spec).toEqual({ a: [1] });
  expect(workload.metricsDefaults).toEqual({ port: 1, path: '/m' });
  expect(workload.declaredPorts).toEqual([{ port: 1 }]);
});

const METADATA = 'is an unknown field; expected one of annotations, creationTimestamp, deletionGracePeriodSeconds, deletionTimestamp, finalizers, generateName, '
  + 'generation, labels, managedFields, name, namespace, ownerReferences, resourceVersion, selfLink, uid, clusterName; ';

test('what is written with metadata that no server takes is refused everywhere', () => {
  const metadata: any = { name: 'a', lables: {} };
  const binding = bind(foo({}));

  for (const make of [
    () => new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Foo', metadata } }),
    () => new CustomTrait(binding, 'trait', { manifest: { apiVersion: 'v1', kind: 'Foo', metadata } }),
    () => new MetricsTrait(binding, 'metrics', { metadata }),
    () => new Component(newChart(), 'component', { workload: foo({}), metadata }),
    () => new ApplicationConfiguration(newChart(), 'application', { metadata }),
  ]) {
    expect(messageOf(make)).toContain(`unknown-field: 'metadata.lables' ${METADATA}did you mean "labels"?`);
  }
});

test.each<[string, any, string]>([
  ['there is no manifest', undefined, "[CustomWorkload] 2 findings:\n  missing-field: 'apiVersion' is required\n  missing-field: 'kind' is required"],
  ['the kind is missing', { apiVersion: 'v1' }, "[CustomWorkload] missing-field: 'kind' is required"],
  ['the kind is none', { apiVersion: 'v1', kind: 'a b' }, "[a b] invalid-value: 'kind' must be a kind such as \"Deployment\", got \"a b\""],
  ['the kind is a number', { apiVersion: 'v1', kind: 5 }, "[CustomWorkload] invalid-value: 'kind' must be a kind such as \"Deployment\", got 5"],
  ['the API version is none', { apiVersion: 'Apps/v1', kind: 'Foo' }, "[Foo] invalid-value: 'apiVersion' must be an API version such as \"apps/v1\", got \"Apps/v1\""],
  ['the name is none', { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'A_b' } }, `[Foo 'A_b'] invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
  ['a label is none', { apiVersion: 'v1', kind: 'Foo', metadata: { labels: { a: 'b c' } } }, `[Foo] invalid-label: 'metadata.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['metadata have a field that no server takes', { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'a', anything: [] } }, `[Foo 'a'] unknown-field: 'metadata.anything' ${METADATA}leave it out, or check its spelling`],
  ['a value is a function', { apiVersion: 'v1', kind: 'Foo', a: { b: [() => 1] } }, "[Foo] not-plain: 'a.b[0]' must be plain data, got a function; give its value"],
])('fails when %s', (_, manifest, message) => {
  expect(messageOf(() => custom(manifest))).toBe(message);
});

const PATH_REMEDY = 'give the path alone, such as "/metrics"';

test.each<[string, any, string]>([
  ['the port is 0', { metricsDefaults: { port: 0, path: '/m' } }, `invalid-port: 'metricsDefaults.port' ${PORT}, got 0`],
  ['the path has a query', { metricsDefaults: { port: 1, path: '/m?a' } }, `invalid-path: 'metricsDefaults.path' ${PATH}, got "/m?a"; ${PATH_REMEDY}`],
  ['the path is missing', { metricsDefaults: { port: 1 } }, "missing-field: 'metricsDefaults.path' is required"],
  ['the secret is none', { metricsDefaults: { port: 1, path: '/m', secret: 'A_b' } }, `invalid-name: 'metricsDefaults.secret' ${SECRET}`],
  ['there is a field too much', { metricsDefaults: { port: 1, path: '/m', scheme: 'https' } }, "unknown-field: 'metricsDefaults.scheme' is an unknown field; expected one of port, path, secret; leave it out, or check its spelling"],
  ['a declared port is 65536', { declaredPorts: [{ port: 1 }, { port: 65536 }] }, `invalid-port: 'declaredPorts[1].port' ${PORT}, got 65536`],
  ['a value is a function', { declaredPorts: [{ port: () => 1 }] }, "not-plain: 'declaredPorts[0].port' must be plain data, got a function; give its value"],
])('fails when, in what is told, %s', (_, rest, message) => {
  expect(messageOf(() => foo(rest))).toBe(`[Foo] ${message}`);
});
