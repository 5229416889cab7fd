import * as api from '../../../src';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, CustomTrait, CustomWorkload, KubernetesWorkload,
  ImagePullPolicy, LoggingTrait, ManualScalerTrait, OamPlatform, Scraper, WebLogicWorkload, Workload,
} from '../../../src';
import { specOf } from '../../../src/base/definitions/type';
import { TYPED_TRAITS } from '../../../src/migration/typescript/fit';
import { OAM_TRAITS, oamTraitNamed } from '../../../src/model/traits/all';
import { checkOf } from '../../../src/model/traits/trait';
import { bind, newChart, renderedEntry, renderedTraits, smallWorkload } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, PORT, SUBDOMAIN } from '../../support/texts';

const NAMES = OAM_TRAITS.map(({ name }) => name);
const ACME = new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.of('acme', 'prometheus') });

test('each has a class of its name and code for import', () => {
  expect(NAMES.filter(name => typeof (api as Record<string, unknown>)[name] !== 'function')).toEqual([]);
  expect([...TYPED_TRAITS.values()].map(({ name }) => name)).toEqual(NAMES);
});

test.each(OAM_TRAITS)('$name is found by its type on a platform', trait => {
  const type = ACME._typeOf(trait.kind);

  expect(type.kind).toBe(trait.name);
  expect(oamTraitNamed(type, ACME)).toBe(trait);
});

test.each(OAM_TRAITS)('$name is found by its name in both groups', trait => {
  const found = ['core.oam.dev/v1alpha2', 'oam.acme.io/v1alpha1', 'oam.verrazzano.io/v1alpha1'].map(apiVersion =>
    oamTraitNamed({ apiVersion, kind: trait.name }, ACME)?.name);

  expect(found).toEqual([trait.name, trait.name, undefined]);
});

test.each(OAM_TRAITS)('$name refuses a spec with a field of another type', trait => {
  const { props } = specOf(trait);
  expect(props.flatMap(field => checkOf(trait)({ [field]: 5.5 }, '')).length).toBeGreaterThanOrEqual(props.length);
});

describe('custom trait', () => {
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
    expect(binding.metrics.scraper!.toString()).toBe('a/b');
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
    ['the namespace is none', { apiVersion: 'v1', kind: 'Foo', metadata: { namespace: 'a.b' } }, `invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "a.b"`],
    ['a value is a function', { apiVersion: 'v1', kind: 'Foo', spec: { a: [() => 1] } }, "not-plain: 'spec.a[0]' must be plain data, got a function; give its value"],
    ["the vendor's MetricsTrait has a port that is none", { apiVersion: VENDOR, kind: 'MetricsTrait', spec: { ports: [{ port: 0 }] } }, `invalid-port: 'ports[0].port' ${PORT}, got 0`],
    ["the vendor's MetricsTrait has an endpoint twice", { apiVersion: VENDOR, kind: 'MetricsTrait', spec: { ports: [{}, { port: 8080 }] } }, "duplicate-port: 'ports[1]' repeats 'ports[0]': port 8080, path /metrics; leave one of them out"],
    ["the vendor's IngressTrait has no rules", { apiVersion: VENDOR, kind: 'IngressTrait' }, "missing-field: 'rules' must have at least one rule; write [{}] for all paths on the generated host"],
    ["the vendor's LoggingTrait has an empty image", { apiVersion: VENDOR, kind: 'LoggingTrait', spec: { loggingImage: '' } }, "invalid-value: 'loggingImage' must be a non-empty string, got \"\""],
  ])('fails when %s', (_, manifest, message) => {
    expect(messageOf(() => custom(manifest))).toBe(`${SUBJECT} ${message}`);
  });
});

describe('logging trait', () => {
  const TYPE = { apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'LoggingTrait' };
  const SUBJECT = '[c/hello/greet/logging]';

  const logging = (props?: any, workload?: Workload) => new LoggingTrait(bind(workload), 'logging', props);

  test.each(Object.values(ImagePullPolicy))('writes every field, with the pull policy %s', imagePullPolicy => {
    const spec = { loggingConfig: '<match **>\n  @type stdout\n</match>\n', loggingImage: 'example/fluentd:1', imagePullPolicy };

    expect(renderedTraits(logging(spec).binding)[0]).toEqual({ ...TYPE, spec });
  });

  test.each<[string, Workload]>([
    ['Coherence', new CoherenceWorkload({ template: { name: 'a', spec: { domainUID: 'a' } } })],
    ['WebLogic', new WebLogicWorkload({ template: { name: 'a', spec: { domainUID: 'a' } } })],
    ['a custom workload', new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } })],
  ])('needs no image on %s', (_, workload) => {
    expect(renderedTraits(logging(undefined, workload).binding)[0]).toEqual({ ...TYPE, spec: {} });
  });

  const WITHOUT_IMAGE = "missing-field: 'loggingImage' is required on this workload: the platform has its own image for Coherence and WebLogic only; "
    + 'give an image with Fluentd';

  test.each([
    ['core.oam.dev/v1alpha2', 'ContainerizedWorkload'], ['oam.verrazzano.io/v1alpha1', 'VerrazzanoHelidonWorkload'],
    ['apps/v1', 'Deployment'], ['apps/v1', 'StatefulSet'], ['apps/v1', 'DaemonSet'], ['v1', 'Pod'],
  ])('fails without an image on %s %s', (apiVersion, kind) => {
    const containers = [{ name: 'main', image: 'example/main:1' }];
    const workload = new CustomWorkload({ manifest: { apiVersion, kind, spec: { selector: {}, template: { spec: { containers } }, containers } } });

    expect(messageOf(() => logging(undefined, workload))).toBe(`${SUBJECT} ${WITHOUT_IMAGE}`);
  });

  test('needs no image on a component from elsewhere', () => {
    const chart = newChart();
    const binding = new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
    new LoggingTrait(binding, 'logging');

    expect(renderedTraits(binding)).toEqual([{ ...TYPE, spec: {} }]);
  });

  const IMAGE = 'example/fluentd:1';

  test.each<[string, any, string]>([
    ['there is no image', {}, WITHOUT_IMAGE],
    ['the image is empty', { loggingImage: '' }, "invalid-value: 'loggingImage' must be a non-empty string, got \"\""],
    ['the configuration is an object', { loggingImage: IMAGE, loggingConfig: { match: '**' } }, "invalid-type: 'loggingConfig' must be a string, got an object"],
    ['the pull policy is unknown', { loggingImage: IMAGE, imagePullPolicy: 'always' }, "invalid-value: 'imagePullPolicy' must be one of Always, IfNotPresent, Never, got \"always\"; did you mean \"Always\"?"],
    ['the configuration is a function', { loggingImage: IMAGE, loggingConfig: () => '' }, "not-plain: 'loggingConfig' must be plain data, got a function; give its value"],
  ])('fails when %s', (_, props, message) => {
    expect(messageOf(() => logging(props, smallWorkload()))).toBe(`${SUBJECT} ${message}`);
  });
});

const scaler = (props: any) => new ManualScalerTrait(bind(), 'scaler', props);

test.each([0, 1, 2 ** 31 - 1])('writes %i replicas', replicaCount => {
  expect(renderedTraits(scaler({ replicaCount }).binding)[0]).toEqual({ apiVersion: 'core.oam.dev/v1alpha2', kind: 'ManualScalerTrait', spec: { replicaCount } });
});

const WHOLE = "invalid-value: 'replicaCount' must be an integer from 0 to 2147483647";

test.each<[string, any, string]>([
  ['there is no count', {}, "missing-field: 'replicaCount' is required"],
  ['the count is negative', { replicaCount: -1 }, `${WHOLE}, got -1`],
  ['the count is a fraction', { replicaCount: 1.5 }, `${WHOLE}, got 1.5`],
  ['the count is too large', { replicaCount: 2 ** 31 }, `${WHOLE}, got 2147483648`],
  ['the count is a text', { replicaCount: '2' }, `${WHOLE}, got "2"`],
  ['the count is infinite', { replicaCount: Infinity }, "not-plain: 'replicaCount' must be a finite number, got Infinity; leave it out, or give it as a string"],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => scaler(props))).toBe(`[c/hello/greet/scaler] ${message}`);
});
