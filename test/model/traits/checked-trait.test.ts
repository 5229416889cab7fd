import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import {
  ComponentBinding, CustomTrait, IngressTrait, LoggingTrait, ManualScalerTrait, MetricsTrait, OamPlatform, Platform, Scraper, Trait, TraitOptions,
} from '../../../src';
import { bind, renderedEntry, renderedTraits } from '../../support/app';
import { messageOf } from '../../support/message';
import { DNS_LABEL, KEYS, SUBDOMAIN } from '../../support/texts';

const VENDOR = 'oam.verrazzano.io/v1alpha1';
const IMAGE = 'example/fluentd:1';

/** The typed kinds: API version, the least spec, and how one is made. */
const KINDS: [string, string, any, (scope: ComponentBinding, id: string, options?: TraitOptions) => Trait][] = [
  ['MetricsTrait', VENDOR, {}, (scope, id, options) => new MetricsTrait(scope, id, options)],
  ['IngressTrait', VENDOR, { rules: [{}] }, (scope, id, options) => new IngressTrait(scope, id, { ...options, rules: [{}] })],
  ['LoggingTrait', VENDOR, { loggingImage: IMAGE }, (scope, id, options) => new LoggingTrait(scope, id, { ...options, loggingImage: IMAGE })],
  ['ManualScalerTrait', 'core.oam.dev/v1alpha2', { replicaCount: 2 }, (scope, id, options) => new ManualScalerTrait(scope, id, { ...options, replicaCount: 2 })],
];

const DATA = {
  dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.a'] }],
  dataOutputs: [{ name: 'address', fieldPath: 'status.address' }],
};

describe.each(KINDS)('%s', (kind, apiVersion, spec, make) => {
  test('metadata and data are written where they belong', () => {
    const metadata = { name: 'own', labels: { a: 'b' }, annotations: { c: 'd' } };
    const trait = make(bind(), 't', { metadata, ...DATA });

    expect(renderedEntry(trait.binding).traits[0]).toEqual({ trait: { apiVersion, kind, metadata, spec }, ...DATA });
  });

  test('has no metadata where none is given', () => {
    const trait = make(bind(), 't');

    expect(renderedTraits(trait.binding)[0]).toEqual({ apiVersion, kind, spec });
  });

  test('says what it is', () => {
    const binding = bind();
    const trait = make(binding, 't', { metadata: { name: 'own' } });

    expect(trait).toMatchObject({ kind, apiVersion, traitName: 'own' });
    expect(trait.binding).toBe(binding);
    expect(make(bind(), 't').traitName).toBeUndefined();
  });

  test('overrides are merged last, and checked', () => {
    const trait = make(bind(), 't', { metadata: { name: 'own' }, overrides: { metadata: { name: 'other', labels: {} } } });

    expect(trait.traitName).toBe('other');
    expect(renderedTraits(trait.binding)[0]).toEqual({ apiVersion, kind, metadata: { name: 'other', labels: {} }, spec });
  });

  test('keeps a copy of what it is given', () => {
    const labels = { a: 'b' };
    const dataOutputs = [{ name: 'address', fieldPath: 'status.address' }];
    const overrides = { metadata: { annotations: { c: 'd' } } };
    const trait = make(bind(), 't', { metadata: { labels }, dataOutputs, overrides });
    labels.a = 'changed';
    dataOutputs[0].name = 'changed';
    overrides.metadata.annotations.c = 'changed';

    expect(renderedEntry(trait.binding).traits[0]).toEqual({
      trait: { apiVersion, kind, metadata: { labels: { a: 'b' }, annotations: { c: 'd' } }, spec },
      dataOutputs: [{ name: 'address', fieldPath: 'status.address' }],
    });
  });

  test.each<[string, any, string]>([
    ['the name is none', { metadata: { name: 'A_b' } }, `invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
    ['the namespace is none', { metadata: { namespace: 'a.b' } }, `invalid-name: 'metadata.namespace' ${DNS_LABEL}, got "a.b"`],
    ['the key of a label is none', { metadata: { labels: { 'a b': 'c' } } }, `invalid-label: 'metadata.labels' ${KEYS}, got "a b"`],
    ['an annotation is a number', { metadata: { annotations: { a: 1 } } }, "invalid-annotation: 'metadata.annotations.a' must be a string, got a number; put it in quotes"],
    ['a value is a function', { metadata: { labels: { a: () => 1 } } }, "not-plain: 'metadata.labels.a' must be plain data, got a function; give its value"],
    ['metadata are a text', { metadata: 'x' }, "invalid-type: 'metadata' must be an object, got a string"],
    ['overrides are a text', { overrides: 'x' }, "invalid-type: 'overrides' must be an object, got a string"],
    ['overrides take the spec away', { overrides: { spec: null } }, "invalid-type: 'overrides.spec' must not be null; leave the field out"],
    ['overrides change the kind', { overrides: { kind: 'Other' } }, "invalid-value: 'overrides.kind' must not be overridden; use CustomWorkload or CustomTrait for another type"],
    ['overrides make the spec a text', { overrides: { spec: 'x' } }, "invalid-type: 'spec' must be an object, got a string"],
    ['data inputs are no list', { dataInputs: {} }, "invalid-type: 'dataInputs' must be a list, got an object"],
  ])('fails when %s', (_, options, message) => {
    expect(messageOf(() => make(bind(), 't', options))).toBe(`[c/hello/greet/t] ${message}`);
  });

  test('fails when there is one without a name already', () => {
    const binding = bind();
    make(binding, 'one');

    expect(messageOf(() => make(binding, 'two'))).toMatch(`[c/hello/greet/two] duplicate-trait: is a second ${kind} beside 'c/hello/greet/one'; merge them`);
  });

  test('fails when there is one of its name already', () => {
    const binding = bind();
    make(binding, 'one', { metadata: { name: 'same' } });

    expect(messageOf(() => make(binding, 'two', { metadata: { name: 'same' } })))
      .toMatch(`[c/hello/greet/two] duplicate-trait: is a second ${kind} named "same" beside 'c/hello/greet/one'; merge them`);
  });

  test('fails when there is one of another version of its group already', () => {
    const binding = bind();
    const custom = (version: string) => new CustomTrait(binding, version, { manifest: { apiVersion: `example.com/${version}`, kind: 'Widget' } });
    custom('v1');

    expect(messageOf(() => custom('v2'))).toMatch("[c/hello/greet/v2] duplicate-trait: is a second Widget beside 'c/hello/greet/v1'; merge them");
  });

  test('fails when a CustomTrait is of its kind', () => {
    const binding = bind();
    new CustomTrait(binding, 'custom', { manifest: { apiVersion, kind, spec } });

    expect(messageOf(() => make(binding, 't'))).toMatch(`[c/hello/greet/t] duplicate-trait: is a second ${kind} beside 'c/hello/greet/custom'; merge them`);
  });

  test('may stand again where one was taken away', () => {
    const binding = bind();
    make(binding, 'one');
    binding.node.tryRemoveChild('one');

    expect(() => make(binding, 'two')).not.toThrow();
    expect(renderedTraits(binding).filter(trait => trait.kind === kind)).toHaveLength(1);
  });

  test('fails when it is on no component', () => {
    const chart = new Chart(new App(), 'c');
    Platform.install(chart, OamPlatform.verrazzano());

    expect(messageOf(() => make(chart as Construct as ComponentBinding, 't')))
      .toBe('[c/t] invalid-type: \'scope\' must be a ComponentBinding, got an instance of Chart; give what addDeployment() or addComponent() returns');
  });
});

const NAMES = 'merge them, or give each its own \'metadata.name\'';

test.each<[string, string]>([
  ['MetricsTrait', 'merge them: a MetricsTrait takes several ports'],
  ['IngressTrait', NAMES],
  ['LoggingTrait', NAMES],
  ['ManualScalerTrait', NAMES],
])('what to do with a second %s', (kind, remedy) => {
  const binding = bind();
  const make = KINDS.find(([name]) => name === kind)![3];
  make(binding, 'one');

  expect(messageOf(() => make(binding, 'two'))).toBe(`[c/hello/greet/two] duplicate-trait: is a second ${kind} beside 'c/hello/greet/one'; ${remedy}`);
});

test('several traits of one kind have names, except for metrics; they stay in order, the default comes last', () => {
  const binding = bind();
  for (const name of ['b', 'a', undefined]) new IngressTrait(binding, `ingress-${name}`, { rules: [{ hosts: [`${name}.example.com`] }], metadata: name ? { name } : undefined });
  new ManualScalerTrait(binding, 'scaler', { replicaCount: 0 });

  expect(renderedTraits(binding).map(({ kind, metadata }) => [kind, metadata?.name])).toEqual([
    ['IngressTrait', 'b'], ['IngressTrait', 'a'], ['IngressTrait', undefined], ['ManualScalerTrait', undefined], ['MetricsTrait', undefined],
  ]);
});

test("the kinds of another vendor's platform", () => {
  const chart = new Chart(new App(), 'c', { namespace: 'ns' });
  Platform.install(chart, new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.parse('acme/scraper') }));
  const binding = bind(undefined, {}, chart);

  expect(KINDS.map(([, , , make], i) => make(binding, `t${i}`).apiVersion)).toEqual([
    'oam.acme.io/v1alpha1', 'oam.acme.io/v1alpha1', 'oam.acme.io/v1alpha1', 'core.oam.dev/v1alpha2',
  ]);
});
