import { ApiObject, App, Chart } from 'cdk8s';
import { report } from './models';
import { ApplicationConfiguration, CoherenceWorkload, Component, ContainerizedWorkload, CustomTrait, CustomWorkload, HelidonWorkload, IngressPathType, IngressTrait, KubernetesWorkload, LoggingTrait, ManualScalerTrait, MetricsTrait, OamPlatform, Platform, Scraper, WebLogicWorkload } from '../../src';
import { Check } from '../../src/base/findings/finding';
import { describe as sentence } from '../../src/base/findings/words';
import { ModelError } from '../../src/base/brand';
import { annotations, isDnsLabel, isDnsSubdomain, labels, manifest, metadata, metadataWith, modelName, nameOf, named, namespaceName, objectName, podLabels, secretName } from '../../src/base/names';
import { bind, newChart } from '../support/app';
import { messageOf } from '../support/message';
import { SCRAPED } from '../support/texts';

const said = (check: Check, value: unknown, field = 'f') => check(value, field).map(sentence);
const x = (length: number) => 'x'.repeat(length);

describe('DNS names', () => {
  test.each<[unknown, boolean, boolean]>([
    ['a', true, true],
    ['a-1', true, true],
    ['1a', true, true],
    [x(63), true, true],
    [x(64), false, true],
    ['a.b', false, true],
    [x(253), false, true],
    [x(254), false, false],
    ['', false, false],
    ['A', false, false],
    ['a_b', false, false],
    ['-a', false, false],
    ['a-', false, false],
    ['a..b', false, false],
    ['.a', false, false],
    ['a.-b', false, false],
    ['a\n', false, false],
    ['ä', false, false],
    [1, false, false],
    [undefined, false, false],
  ])('%p: label %p, subdomain %p', (value, label, subdomain) => {
    expect(isDnsLabel(value)).toBe(label);
    expect(isDnsSubdomain(value)).toBe(subdomain);
  });
});

describe('names', () => {
  test.each<[string, Check, string]>([
    ['an object of 253 characters', objectName, x(253)],
    ['an application of 63 characters', modelName, x(63)],
    ['a component with a dot', modelName, 'a.b'],
    ['a namespace', namespaceName, 'team-a'],
    ['a secret', secretName, 'a.b-c'],
  ])('passes %s', (_, check, value) => {
    expect(said(check, value)).toEqual([]);
  });

  test.each<[string, Check, unknown, string]>([
    ['an object\'s name is none', objectName, 'My_App',
      'invalid-name: \'f\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters), got "My_App"'],
    ['an application\'s name is too long for a label', modelName, x(64),
      `invalid-name: 'f' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value, got "${x(64)}"; set 'metadata.name', or a construct id that is a valid name`],
    ['a namespace has a dot', namespaceName, 'a.b',
      'invalid-name: \'f\' must be a DNS-1123 label (lower-case letters, digits and \'-\', at most 63 characters), got "a.b"'],
    ['a secret\'s content is given for its name, and does not show it', secretName, 'Pa$$w0rd',
      'invalid-name: \'f\' must be the name of a secret (a DNS-1123 subdomain); the value is not shown; give the name of the secret, never its value'],
  ])('fails when %s', (_, check, value, message) => {
    expect(said(check, value)).toEqual([message]);
  });
});

describe('labels and annotations', () => {
  test.each<[string, Check, Record<string, unknown>]>([
    ['labels', labels, { 'app': 'a', 'example.com/app': 'A_b.c-d', 'empty': '', [x(63)]: x(63) }],
    ['annotations', annotations, { 'a': 'any text\nat all', 'example.com/a': '', 'long': x(1000) }],
  ])('passes %s', (_, check, value) => {
    expect(said(check, value)).toEqual([]);
  });

  const VALUE = 'a label\'s value (letters, digits, \'-\', \'_\' and \'.\', at most 63 characters)';

  test.each<[string, Check, unknown, string]>([
    ['labels are a list', labels, ['a'], 'invalid-type: \'f\' must be a map, got a list of 1'],
    ['a label is a number', labels, { a: 1 }, `invalid-label: 'f.a' must be ${VALUE}, got 1`],
    ['a label is null', labels, { a: null }, `invalid-label: 'f.a' must be ${VALUE}, got null`],
    ['a label has a space', labels, { a: 'b c' }, `invalid-label: 'f.a' must be ${VALUE}, got "b c"`],
    ['a label ends in a dash', labels, { a: 'b-' }, `invalid-label: 'f.a' must be ${VALUE}, got "b-"`],
    ['a label is too long', labels, { a: x(64) }, `invalid-label: 'f.a' must be ${VALUE}, got "${x(64)}"`],
    ['an annotation is a truth value', annotations, { a: true }, 'invalid-annotation: \'f.a\' must be a string, got true; put it in quotes'],
  ])('fails when %s', (_, check, value, message) => {
    expect(said(check, value)).toEqual([message]);
  });

  test.each<[string, unknown, string]>([
    ['there is none', {}, 'missing-field: \'f\' must have at least one label: without any, all pods would be selected; give the '
      + 'labels that distinguish these pods from others'],
    ['one is missing', { a: 'b', c: undefined }, `invalid-label: 'f.c' must be ${VALUE}, got nothing`],
    ['one is null', { a: null }, `invalid-label: 'f.a' must be ${VALUE}, got null`],
    ['they are a list', [], 'invalid-type: \'f\' must be a map, got a list of 0'],
  ])('labels of pods: fails when %s', (_, value, message) => {
    expect(said(podLabels, value)).toEqual([message]);
  });

  test.each(['', 'a b', '-a', 'a/b/c', '/a', 'a/', x(64)])('fails when a key is %p', key => {
    const form = 'must be a map with keys of the form [<DNS subdomain>/]<name>';
    expect(said(labels, { [key]: 'v' })).toEqual([`invalid-label: 'f' ${form}, got "${key}"`]);
    expect(said(annotations, { [key]: 'v' })).toEqual([`invalid-annotation: 'f' ${form}, got "${key}"`]);
  });
});

test('the prefix of an annotation, unlike that of a label, may have capital letters', () => {
  expect(said(annotations, { 'Example.com/a': 'v' })).toEqual([]);
  expect(said(labels, { 'Example.com/a': 'v' })).toEqual(['invalid-label: \'f\' must be a map with keys of the form [<DNS subdomain>/]<name>, got "Example.com/a"']);
});

describe('metadata', () => {
  test('passes what else it has', () => {
    expect(said(metadata, { name: 'a', namespace: 'b', finalizers: ['c'], labels: null })).toEqual([]);
    expect(said(metadata, {})).toEqual([]);
  });

  test('fails when finalizers and owners are none', () => {
    expect(said(metadata, { finalizers: 'a', ownerReferences: [1] })).toEqual([
      'invalid-type: \'f.finalizers\' must be a list, got a string',
      'invalid-type: \'f.ownerReferences[0]\' must be an object, got a number',
    ]);
  });

  test('fails when several fields are wrong: all are reported', () => {
    expect(said(metadataWith(modelName), { name: x(64), namespace: 'A', labels: { a: 1 }, annotations: { a: 1 } }, 'metadata')
      .map(line => line.split(' must ')[0])).toEqual([
      'invalid-name: \'metadata.name\'',
      'invalid-name: \'metadata.namespace\'',
      'invalid-label: \'metadata.labels.a\'',
      'invalid-annotation: \'metadata.annotations.a\'',
    ]);
  });

  test.each<[string, any, any]>([
    ['none is given', undefined, { name: 'id' }],
    ['null is given', null, { name: 'id' }],
    ['it has none', { labels: {} }, { name: 'id', labels: {} }],
    ['its name is null', { name: null }, { name: 'id' }],
  ])('named: the construct\'s id where %s', (_, given, result) => {
    expect(named('id', given)).toEqual(result);
  });

  test('named: a name stays, and what is no metadata is left for its check', () => {
    expect(named('id', { name: 'own' })).toEqual({ name: 'own' });
    expect(named('id', 'text')).toBe('text');
  });

  test.each<[any, string | undefined]>([
    [{ metadata: { name: 'a' } }, 'a'], [{ metadata: { name: null } }, undefined], [{ metadata: {} }, undefined],
    [{ metadata: null }, undefined], [{}, undefined], [undefined, undefined],
  ])('nameOf(%j) is %p', (value, name) => {
    expect(nameOf(value)).toBe(name);
  });
});

describe('manifest', () => {
  test.each([
    { apiVersion: 'v1', kind: 'ConfigMap', data: {} },
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a' } },
    { apiVersion: 'oam.my-vendor.io/v1alpha1', kind: 'Foo2', unknown: null },
  ])('passes %j', value => {
    expect(said(manifest, value, '')).toEqual([]);
  });

  test.each<[string, unknown, string[]]>([
    ['it has no type', {}, ['missing-field: \'apiVersion\' is required', 'missing-field: \'kind\' is required']],
    ['apiVersion has two slashes', { apiVersion: 'a/b/v1', kind: 'A' }, ['invalid-value: \'apiVersion\' must be an API version such as "apps/v1", got "a/b/v1"']],
    ['apiVersion is a number', { apiVersion: 1, kind: 'A' }, ['invalid-value: \'apiVersion\' must be an API version such as "apps/v1", got 1']],
    ['kind has a space', { apiVersion: 'v1', kind: 'Config Map' }, ['invalid-value: \'kind\' must be a kind such as "Deployment", got "Config Map"']],
  ])('fails when %s', (_, value, messages) => {
    expect(said(manifest, value, '')).toEqual(messages);
  });
});

const containers = [{ name: 'c', image: 'i:1' }];
const workload = () => new ContainerizedWorkload({ containers });
const SYSTEM = { vendor: 'acme', systemNamespace: 'system', systemScraper: Scraper.of('a', 'b') };

const MAKERS: [string, (props: any) => unknown][] = [
  ['ContainerizedWorkload', props => new ContainerizedWorkload(props)],
  ['HelidonWorkload', props => new HelidonWorkload(props)],
  ['CoherenceWorkload', props => new CoherenceWorkload(props)],
  ['WebLogicWorkload', props => new WebLogicWorkload(props)],
  ['CustomWorkload', props => new CustomWorkload(props)],
  ['a Deployment', props => KubernetesWorkload.deployment(props)],
  ['a Service', props => KubernetesWorkload.service(props)],
  ['a ConfigMap', props => KubernetesWorkload.configMap(props)],
  ['OamPlatform', props => new OamPlatform(props)],
  ['Component', props => new Component(newChart(), 'greet', props)],
  ['ComponentBinding', props => new ApplicationConfiguration(newChart(), 'hello').addComponent(props)],
  ['IngressTrait', props => new IngressTrait(bind(), 't', props)],
  ['ManualScalerTrait', props => new ManualScalerTrait(bind(), 't', props)],
  ['CustomTrait', props => new CustomTrait(bind(), 't', props)],
];

describe.each(MAKERS)('%s', (_, make) => {
  test.each([[undefined], [null], ['text'], [[]], [5]])('fails with findings when the props are %j', props => {
    expect(() => make(props)).toThrow(ModelError);
  });
});

test.each<[string, () => unknown, string]>([
  ['HelidonWorkload', () => new HelidonWorkload({ deployment: { name: 'a', podSpec: { containers } }, replicas: 3 } as any),
    "[HelidonWorkload 'a'] unknown-field: 'replicas' is an unknown field; expected one of name, labels, annotations, overrides, deployment, service; leave it out, or check its spelling"],
  ['Component', () => new Component(newChart(), 'a', { workload: workload(), params: [] } as any),
    "[c/a] unknown-field: 'params' is an unknown field; expected one of workload, parameters, metadata; leave it out, or check its spelling"],
  ['ApplicationConfiguration', () => new ApplicationConfiguration(newChart(), 'a', { components: [] } as any),
    "[c/a] unknown-field: 'components' is an unknown field; expected one of defaults, metadata; leave it out, or check its spelling"],
  ['MetricsTrait', () => new MetricsTrait(bind(), 't', { prots: [] } as any),
    `[c/hello/greet/t] unknown-field: 'prots' is an unknown field; expected one of metadata, overrides, dataInputs, dataOutputs, enabled, port, path, ports, ${SCRAPED}, sampleLimit, labelLimit, fallbackScrapeProtocol, scraper, secret; did you mean "ports"?`],
  ['OamPlatform', () => new OamPlatform({ ...SYSTEM, metricsShape: 1 } as any),
    "[OamPlatform] unknown-field: 'metricsShape' is an unknown field; expected one of vendor, workloadKindPrefix, systemNamespace, systemScraper, scraperUser, scraperAccess, ownedObjects, metricsTraitShape, jobNaming, writeDefaultMetricsTraits, hasExtendedCrds, defaults; leave it out, or check its spelling"],
  ['addComponent', () => new ApplicationConfiguration(newChart(), 'h').addComponent(new Component(newChart(), 'a', { workload: workload() }), { traits: [] } as any),
    "[c/h/a] unknown-field: 'traits' is an unknown field; expected one of revisionName, parameterValues, scopes, dataInputs, dataOutputs; leave it out, or check its spelling"],
])('fails when %s is given a prop that would be lost', (_, make, message) => {
  expect(messageOf(make)).toBe(message);
});

test('props that are undefined are absent', () => {
  expect(new LoggingTrait(bind(), 't', { loggingImage: 'i:1', other: undefined } as any).kind).toBe('LoggingTrait');
});

test.each<[string, () => unknown]>([
  ['a variable', () => new ContainerizedWorkload({ containers: [{ ...containers[0], env: [{ name: 'P', value: 90210 as any }] }] })],
  ['a variable that YAML would change', () => new ContainerizedWorkload({ containers: [{ ...containers[0], env: [{ name: 'P', value: '0o90210'.replace('9', '7') }] }] })],
  ['an argument', () => new ContainerizedWorkload({ containers: [{ ...containers[0], args: [90210 as any] }] })],
  ['a ConfigMap', () => KubernetesWorkload.configMap({ data: { p: 90210 as any } })],
  ['the name of a secret', () => new MetricsTrait(bind(), 't', { secret: 'P_90210' })],
])('what may be a password is not shown: %s', (_, make) => {
  expect(messageOf(make)).not.toMatch(/[97]0210/);
});

describe('in a tree', () => {
  const tree = () => {
    const app = new App();
    Platform.install(app, OamPlatform.verrazzano());
    return { app, chart: new Chart(app, 'c', { namespace: 'ns' }) };
  };

  test('fails when a bound component was taken away', () => {
    const { app, chart } = tree();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    chart.node.tryRemoveChild('greet');

    expect(report(app)).toEqual([
      '[c/hello/greet] component-elsewhere: binds component "greet", which is no longer declared in this app; declare it in this app, or refer to it by Component.fromComponentName()',
    ]);
  });

  test('fails when a workload without a name becomes an object that is rendered as well', () => {
    const { app, chart } = tree();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    new ApiObject(chart, 'x', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'greet' } });

    expect(report(app)).toEqual([
      '[c/hello/greet] duplicate-object: Deployment "greet" in namespace "ns" is also made by \'c/x\'; rename one of them, or put it into another namespace',
    ]);
  });

  test('fails when the labels of a chart are none', () => {
    const { app } = tree();
    const chart = new Chart(app, 'd', { labels: { a: 'b c' } });

    expect(messageOf(() => new Component(chart, 'greet', { workload: workload() }))).toBe(
      "[d/greet] invalid-label: 'chartLabels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got \"b c\"");
  });

  test('fails when hosts with a wildcard leave two rules on the generated host', () => {
    const { app, chart } = tree();
    const binding = new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: workload() }));
    new IngressTrait(binding, 'i', { rules: [{ hosts: ['*.foo.com'], paths: [{ path: '/a', pathType: IngressPathType.EXACT }] }, { paths: [{ path: '/a', pathType: IngressPathType.EXACT }] }] });

    expect(report(app)).toEqual([
      '[c/hello/greet/i] duplicate-route: \'rules[1].paths[0]\' claims path "/a" on host hello.ns.<domain>, which \'rules[0].paths[0]\' of \'c/hello/greet/i\' has claimed already; give each its own path or host',
    ]);
  });
});
