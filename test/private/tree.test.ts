import { App, Chart, Testing } from 'cdk8s';
import { IConstruct } from 'constructs';
import { application, chartOf, component, foreign, helidon, newApp, report } from './models';
import { ApplicationConfiguration, Component, CustomTrait, KubernetesWorkload, MetricsTrait, OamPlatform, Scraper, WebLogicWorkload } from '../../src';
import { checkTree } from '../../src/private/tree';
import { messageOf } from '../support/message';

const RENAME = 'rename one of them, or put it into another namespace';
const ONE_WORKLOAD = 'both would change its one workload; bind it once, or declare a second component with its own workload';

describe('duplicate-object', () => {
  test('passes one name in two namespaces, and one name of two kinds or groups', () => {
    const app = newApp();
    application(chartOf(app, 'a'), 'same', 'greet');
    application(chartOf(app, 'b'), 'same', 'greet');
    const chart = chartOf(app, 'c');
    foreign(chart, '1', 'v1', 'Service', { name: 'same' });
    foreign(chart, '2', 'v1', 'ConfigMap', { name: 'same' });
    foreign(chart, '3', 'serving.knative.dev/v1', 'Service', { name: 'same' });
    foreign(chart, '4', 'v1', 'Service', { name: 'same', namespace: 'd' });

    expect(report(app)).toEqual([]);
  });

  test('fails when a kind of the whole cluster has one name in charts of two namespaces', () => {
    const app = newApp();
    for (const id of ['a', 'b']) foreign(chartOf(app, id), 'x', 'rbac.authorization.k8s.io/v1', 'ClusterRole', { name: 'reader' });

    expect(report(app)).toEqual([`[b/x] duplicate-object: ClusterRole "reader" without a namespace is also made by 'a/x'; ${RENAME}`]);
  });

  test('fails when two components have one name in one chart', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    component(chart, 'greet');
    new Component(chart, 'other', { workload: helidon('other'), metadata: { name: 'greet' } });

    expect(report(app)).toEqual([`[ns/other] duplicate-object: Component "greet" in namespace "ns" is also made by 'ns/greet'; ${RENAME}`]);
  });

  test('fails when two applications have one name in two charts of one namespace', () => {
    const app = newApp();
    application(chartOf(app, 'a', 'ns'), 'hello');
    application(chartOf(app, 'b', 'ns'), 'hello');

    expect(report(app)).toEqual([`[b/hello] duplicate-object: ApplicationConfiguration "hello" in namespace "ns" is also made by 'a/hello'; ${RENAME}`]);
  });

  test('fails when another library\'s object has the name, in another version and chart', () => {
    const app = newApp();
    component(chartOf(app, 'a', 'ns'), 'greet');
    foreign(chartOf(app, 'b', 'ns'), 'x', 'core.oam.dev/v1beta1', 'Component', { name: 'greet' });

    expect(report(app)).toEqual([`[b/x] duplicate-object: Component "greet" in namespace "ns" is also made by 'a/greet'; ${RENAME}`]);
  });

  test('fails when objects of other libraries have one name and no namespace', () => {
    const app = newApp();
    const chart = chartOf(app, 'c', null);
    foreign(chart, 'x', 'v1', 'ConfigMap', { name: 'config' });
    foreign(chart, 'y', 'v1', 'ConfigMap', { name: 'config' });

    expect(report(app)).toEqual([`[c/y] duplicate-object: ConfigMap "config" without a namespace is also made by 'c/x'; ${RENAME}`]);
  });

  test('fails when two workloads become one object', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(new Component(chart, 'one', { workload: helidon('same') }));
    hello.addComponent(new Component(chart, 'two', { workload: helidon('same') }));

    // the workload stands for the Deployment and the Service that are made of it
    expect(report(app)).toEqual([
      `[ns/hello/two] duplicate-object: VerrazzanoHelidonWorkload "same" in namespace "ns" is also made by 'ns/hello/one'; ${RENAME}`,
    ]);
  });

  test.each([['apps/v1', 'Deployment'], ['v1', 'Service']])('fails when a workload becomes an object that is rendered as well: %s %s', (apiVersion, kind) => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    application(chart, 'hello', 'greet');
    foreign(chart, 'x', apiVersion, kind, { name: 'greet-workload' });

    expect(report(app)).toEqual([`[ns/hello/greet] duplicate-object: ${kind} "greet-workload" in namespace "ns" is also made by 'ns/x'; ${RENAME}`]);
  });

  test('fails when the Domain of a WebLogic workload is rendered as well, in another version', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    const workload = new WebLogicWorkload({ template: { name: 'bobs', spec: { domainUID: 'bobs' } } });
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'bobs-component', { workload }));
    foreign(chart, 'x', 'weblogic.oracle/v9', 'Domain', { name: 'bobs' });

    expect(report(app)).toEqual([`[ns/hello/bobs-component] duplicate-object: Domain "bobs" in namespace "ns" is also made by 'ns/x'; ${RENAME}`]);
  });

  test('fails when a workload without a name takes its component\'s, which another has', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    const config = (name?: string) => KubernetesWorkload.configMap({ metadata: name ? { name } : undefined });
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(new Component(chart, 'one', { workload: config() }));
    hello.addComponent(new Component(chart, 'two', { workload: config('one') }));

    expect(report(app)).toEqual([`[ns/hello/two] duplicate-object: ConfigMap "one" in namespace "ns" is also made by 'ns/hello/one'; ${RENAME}`]);
  });

  test('fails when traits of two components have one name; traits without a name pass', () => {
    const app = newApp();
    const [one, two] = application(chartOf(app, 'ns'), 'hello', 'one', 'two');
    new CustomTrait(one, 'nameless', { manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } });
    new CustomTrait(two, 'nameless', { manifest: { apiVersion: 'example.com/v1', kind: 'Foo' } });
    new MetricsTrait(one, 'metrics', { metadata: { name: 'm' } });
    new MetricsTrait(two, 'metrics', { metadata: { name: 'm' } });

    expect(report(app)).toEqual([`[ns/hello/two/metrics] duplicate-object: MetricsTrait "m" in namespace "ns" is also made by 'ns/hello/one/metrics'; ${RENAME}`]);
  });
});

describe('platform-owned-object', () => {
  test.each([
    ['networking.k8s.io/v1', 'Ingress', 'verrazzano-system', 'vmi-system-prometheus'],
    ['v1', 'ConfigMap', 'verrazzano-system', 'vmi-system-prometheus-config'],
    ['v1', 'Secret', 'verrazzano-system', 'verrazzano'],
    ['v1', 'Secret', 'verrazzano-monitoring', 'additional-scrape-configs'],
  ])('fails when %s %s %s/%s is rendered', (apiVersion, kind, namespace, name) => {
    const app = newApp();
    foreign(chartOf(app, 'a'), 'x', apiVersion, kind, { name, namespace });

    expect(report(app)).toEqual([
      `[a/x] platform-owned-object: ${kind} "${name}" in namespace "${namespace}" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name`,
    ]);
  });

  test('passes the same name in another namespace, and of another kind', () => {
    const app = newApp();
    foreign(chartOf(app, 'a'), 'x', 'v1', 'Secret', { name: 'verrazzano' });
    foreign(chartOf(app, 'verrazzano-system'), 'x', 'v1', 'ConfigMap', { name: 'verrazzano' });

    expect(report(app)).toEqual([]);
  });

  test('passes the objects of a construct that has settled them, and no others, not even below it', () => {
    const construct = new Chart(new App(), 'c');
    const [settled, other] = ['settled', 'settled-too'].map(id => new Chart(construct, id));
    const object = { apiVersion: 'v1', kind: 'Secret', namespace: 'acme', name: 'prometheus' };
    const facts = (...constructs: IConstruct[]) => checkTree([
      { objects: constructs.map((c, i) => ({ ...object, construct: c, apiVersion: `v${i}.example.com/v1` })) },
      { owned: [{ objects: [object], covers: () => true }] },
      { settled: [{ construct: settled }] },
    ]).map(found => found.construct);

    const below = new Chart(settled, 'below');

    expect(facts(settled)).toEqual([]);
    expect(facts(construct, settled, other, below).map(found => found.node.path)).toEqual(['c', 'c/settled-too', 'c/settled/below']);
  });

  test('a platform that owns nothing refuses nothing', () => {
    const app = newApp(new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.parse('acme/prometheus') }));
    foreign(chartOf(app, 'verrazzano-system'), 'x', 'v1', 'Secret', { name: 'verrazzano' });

    expect(report(app)).toEqual([]);
  });
});

describe('component-bound-twice', () => {
  test('passes components of one name in two namespaces', () => {
    const app = newApp();
    application(chartOf(app, 'a'), 'hello', 'greet');
    application(chartOf(app, 'b'), 'hello', 'greet');

    expect(report(app)).toEqual([]);
  });

  test('fails when an application binds a component twice: that alone is reported, and not what follows from it', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    const greet = component(chart, 'greet');
    const hello = new ApplicationConfiguration(chart, 'hello');
    hello.addComponent(greet);
    hello.addComponent(greet);

    expect(report(app)).toEqual([`[ns/hello/greet-2] component-bound-twice: component "greet" is already bound by 'ns/hello/greet': ${ONE_WORKLOAD}`]);
  });

  test('fails when two applications of one namespace bind a component, in two charts, once by name', () => {
    const app = newApp();
    const [a, b] = ['a', 'b'].map(id => chartOf(app, id, 'ns'));
    application(a, 'hello', 'greet');
    new ApplicationConfiguration(b, 'bye').addComponent(Component.fromComponentName(b, 'ref', 'greet'));

    expect(report(app)).toEqual([`[b/bye/greet] component-bound-twice: component "greet" is already bound by 'a/hello/greet': ${ONE_WORKLOAD}`]);
  });
});

describe('namespace-mismatch', () => {
  const TOGETHER = 'declare both in one chart, or give both one namespace';

  test.each([
    ['both lie in namespaces', 'a', 'b', '[app/hello/greet] namespace-mismatch: component "greet" is in namespace "a", its application in namespace "b"'],
    ['the application has none', 'a', null, '[app/hello/greet] namespace-mismatch: component "greet" is in namespace "a", its application without a namespace'],
  ])('fails when they differ: %s', (_, own, namespace, message) => {
    const app = newApp();
    const greet = component(chartOf(app, 'component', own), 'greet');
    new ApplicationConfiguration(chartOf(app, 'app', namespace), 'hello').addComponent(greet);

    expect(report(app)).toEqual([`${message}; ${TOGETHER}`]);
  });

  test('fails when a component that lives elsewhere lies in another namespace', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'greet', { namespace: 'other' }));

    expect(report(app)).toEqual([`[ns/hello/greet] namespace-mismatch: component "greet" is in namespace "other", its application in namespace "ns"; ${TOGETHER}`]);
  });

  test('passes a component whose namespace is not known', () => {
    const app = newApp();
    const chart = chartOf(app, 'ns');
    new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'ref', 'greet'));

    expect(report(app)).toEqual([]);
  });
});

test('fails when there are several findings: one report, each at its construct\'s path', () => {
  const app = newApp();
  const chart = chartOf(app, 'ns');
  const [binding] = application(chart, 'hello', 'greet');
  new ApplicationConfiguration(chart, 'bye').addComponent(binding.component);
  foreign(chart, 'secret', 'v1', 'Secret', { name: 'verrazzano', namespace: 'verrazzano-system' });
  foreign(chart, 'x', 'v1', 'ConfigMap', { name: 'config' });
  foreign(chart, 'y', 'v1', 'ConfigMap', { name: 'config' });

  expect(messageOf(() => Testing.synth(chart))).toBe([
    'Validation failed with the following errors:',
    `  [ns/bye/greet] component-bound-twice: component "greet" is already bound by 'ns/hello/greet': ${ONE_WORKLOAD}`,
    '  [ns/secret] platform-owned-object: Secret "verrazzano" in namespace "verrazzano-system" belongs to the platform, which reconciles it; leave it to the platform, or give yours another name',
    `  [ns/y] duplicate-object: ConfigMap "config" in namespace "ns" is also made by 'ns/x'; ${RENAME}`,
  ].join('\n'));
});

test('a tree of any size is checked', () => {
  const construct = new App();
  const objects = Array.from({ length: 200_000 }, (_, i) => ({ construct, apiVersion: 'v1', kind: 'ConfigMap', namespace: 'ns', name: `c${i}` }));

  expect(checkTree([{ objects }])).toEqual([]);
});
