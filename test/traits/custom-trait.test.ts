import { CustomTrait, KubernetesWorkload, Workload } from '../../src';
import { bind, renderedEntry, renderedTraits } from '../support/app';
import { messageOf } from '../support/message';
import { DNS_LABEL, PORT, SUBDOMAIN } from '../support/texts';

const VENDOR = 'oam.verrazzano.io/v1alpha1';
const SUBJECT = '[c/hello/greet/custom]';

const custom = (manifest: any, rest: any = {}, workload?: Workload) => new CustomTrait(bind(workload), 'custom', { manifest, ...rest });

test('nothing is dropped: nulls, empty objects, unknown top-level fields', () => {
  const manifest = {
    apiVersion: 'example.com/v1',
    kind: 'Foo',
    metadata: { name: 'foo', creationTimestamp: null, labels: {} },
    spec: { nothing: null, empty: {}, list: [null, {}, [], 0, false, ''], clusterIp: 'kept' },
    status: null,
    unknown: 'kept',
  };
  const trait = custom(manifest);

  expect(renderedTraits(trait.binding)[0]).toEqual(manifest);
  expect(trait).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Foo', traitName: 'foo' });
});

test('one without a spec stays without', () => {
  expect(renderedTraits(custom({ apiVersion: 'example.com/v1', kind: 'Foo' }).binding)[0]).toEqual({ apiVersion: 'example.com/v1', kind: 'Foo' });
});

test('data stand beside the trait', () => {
  const data = { dataOutputs: [{ name: 'a', fieldPath: 'status.a' }] };
  const manifest = { apiVersion: 'example.com/v1', kind: 'Foo' };

  expect(renderedEntry(custom(manifest, data).binding).traits[0]).toEqual({ trait: manifest, ...data });
});

test('keeps a copy of the manifest', () => {
  const manifest = { apiVersion: 'example.com/v1', kind: 'Foo', spec: { a: [1] } };
  const trait = custom(manifest);
  manifest.spec.a.push(2);

  expect(renderedTraits(trait.binding)[0].spec).toEqual({ a: [1] });
});

test("the vendor's own MetricsTrait takes the place of the default, and counts for what is effective", () => {
  const { binding } = custom({ apiVersion: VENDOR, kind: 'MetricsTrait', spec: { ports: [{ port: 1 }], scraper: 'a/b' } });

  expect(renderedTraits(binding)).toHaveLength(1);
  expect(binding.metrics.endpoints).toEqual([{ port: 1, path: '/metrics', jobName: 'hello_ns_greet' }]);
  expect(binding.metrics.scraper.toString()).toBe('a/b');
});

test('it may be written on a workload that cannot be scraped', () => {
  const { binding } = custom({ apiVersion: VENDOR, kind: 'MetricsTrait' }, {}, KubernetesWorkload.configMap({}));

  expect(renderedTraits(binding)).toEqual([{ apiVersion: VENDOR, kind: 'MetricsTrait' }]);
  expect(binding.metrics.endpoints).toEqual([]);
});

test("another vendor's MetricsTrait does not", () => {
  const { binding } = custom({ apiVersion: 'oam.example.io/v1alpha1', kind: 'MetricsTrait', spec: { ports: [{}, {}] } });

  expect(renderedTraits(binding).map(trait => trait.apiVersion)).toEqual(['oam.example.io/v1alpha1', VENDOR]);
  expect(binding.metrics.endpoints).toHaveLength(1);
});

test.each<[string, any, string]>([
  ['there is no manifest', undefined, "2 findings:\n  missing-field: 'apiVersion' is required\n  missing-field: 'kind' is required"],
  ['the kind is missing', { apiVersion: 'v1' }, "missing-field: 'kind' is required"],
  ['the kind is none', { apiVersion: 'v1', kind: 'a-b' }, "invalid-value: 'kind' must be a kind such as \"Deployment\", got \"a-b\""],
  ['the API version is none', { apiVersion: 1, kind: 'Foo' }, "invalid-value: 'apiVersion' must be an API version such as \"apps/v1\", got 1"],
  ['the name is none', { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'A_b' } }, `invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
  ['the namespace is none', { apiVersion: 'v1', kind: 'Foo', metadata: { namespace: 'a.b' } }, `invalid-namespace: 'metadata.namespace' ${DNS_LABEL}, got "a.b"`],
  ['a value is a function', { apiVersion: 'v1', kind: 'Foo', spec: { a: [() => 1] } }, "not-plain: 'spec.a[0]' must be plain data, got a function; give its value"],
  ["the vendor's MetricsTrait has a port that is none", { apiVersion: VENDOR, kind: 'MetricsTrait', spec: { ports: [{ port: 0 }] } }, `invalid-port: 'ports[0].port' ${PORT}, got 0`],
  ["the vendor's MetricsTrait has an endpoint twice", { apiVersion: VENDOR, kind: 'MetricsTrait', spec: { ports: [{}, { port: 8080 }] } }, "duplicate-endpoint: 'ports[1]' repeats 'ports[0]': port 8080, path /metrics; leave one of them out"],
  ["the vendor's IngressTrait has no rules", { apiVersion: VENDOR, kind: 'IngressTrait' }, "ingress-without-rules: 'rules' must have at least one rule; write [{}] for all paths on the generated host"],
  ["the vendor's LoggingTrait has an empty image", { apiVersion: VENDOR, kind: 'LoggingTrait', spec: { loggingImage: '' } }, "invalid-value: 'loggingImage' must be a non-empty string, got \"\""],
])('fails when %s', (_, manifest, message) => {
  expect(messageOf(() => custom(manifest))).toBe(`${SUBJECT} ${message}`);
});
