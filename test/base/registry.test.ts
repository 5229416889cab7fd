import { App, Testing } from 'cdk8s';
import { application, chartOf, component, foreign, newApp, report } from './models';
import { ApplicationConfiguration, CustomTrait, OamPlatform, Platform } from '../../src';
import { Registry } from '../../src/base/registry';

/** How often the tree is checked while something runs. */
function checks(app: App, run: () => void): number {
  let times = 0;
  Registry.of(app).addCheck(() => {
    times++;
    return {};
  });
  run();
  return times;
}

const turn = () => new Promise(resolve => setImmediate(resolve));

const TWICE = '[b/a] duplicate-object: Component "a" in namespace "ns" is also made by \'a/a\'; rename one of them, or put it into another namespace';

/** Two components of one name, in two charts. */
function twins(app: App): void {
  component(chartOf(app, 'a', 'ns'), 'a');
  component(chartOf(app, 'b', 'ns'), 'a');
}

test('a tree has one registry, which is found from everywhere', () => {
  const app = newApp();
  const chart = chartOf(app, 'chart');

  expect(Registry.of(chart)).toBe(Registry.of(app));
  expect(Registry.of(newApp())).not.toBe(Registry.of(app));
});

test('constructs register in the order in which they are made', () => {
  const app = newApp();
  const chart = chartOf(app, 'chart');
  application(chart, 'app', 'one', 'two');

  expect(Registry.of(app).settled.map(c => c.node.path)).toEqual(['', 'chart/app', 'chart/one', 'chart/app/one', 'chart/two', 'chart/app/two']);
});

describe('what is read', () => {
  function reading() {
    const app = newApp();
    const chart = chartOf(app, 'chart');
    let reads = 0;
    const read = () => Registry.of(app).once('key', () => ++reads);
    const seen: number[][] = [];
    Registry.of(app).register({
      construct: chart,
      facts: () => {
        seen.push([read(), read()]);
        return {};
      },
    });
    return { app, chart, read, seen };
  }

  test('is read once while the tree is checked, and until it changes', () => {
    const { app, chart, read, seen } = reading();
    app.synthYaml();
    expect(seen).toEqual([[1, 1]]);
    expect([read(), read()]).toEqual([1, 1]);

    component(chart, 'a');
    expect([read(), read()]).toEqual([2, 3]);
  });

  test('is read again for each chart if it is not ours', () => {
    const { app, chart, read, seen } = reading();
    Registry.of(app).isForeign = true;
    app.synthYaml();
    expect(seen).toEqual([[1, 1]]);
    // each chart is validated before it is rendered
    expect([read(), read()]).toEqual([2, 2]);

    component(chart, 'a');
    expect([read(), read()]).toEqual([3, 4]);
  });

  test('is read anew at any other time', async () => {
    const { app, read, seen } = reading();
    expect([read(), read()]).toEqual([1, 2]);

    app.synthYaml();
    await turn();
    expect([read(), read(), seen]).toEqual([4, 5, [[3, 3]]]);
  });
});

describe('the tree is read once', () => {
  test.each([1, 2, 20])('for an app of %d charts', charts => {
    const app = newApp();
    for (let i = 0; i < charts; i++) application(chartOf(app, `chart-${i}`), 'app', 'one', 'two');

    expect(checks(app, () => app.synthYaml())).toBe(1);
  });

  test('for an app that has a platform and nothing to render for it', () => {
    const app = newApp();
    for (let i = 0; i < 20; i++) foreign(chartOf(app, `chart-${i}`), 'x', 'v1', 'ConfigMap', { name: `config-${i}` });

    expect(checks(app, () => app.synthYaml())).toBe(1);
  });

  test('for an app that writes files', () => {
    const app = Testing.app();
    Platform.install(app, OamPlatform.verrazzano());
    for (const id of ['a', 'b', 'c']) application(chartOf(app, id), 'app', 'one', 'two');

    expect(checks(app, () => app.synth())).toBe(1);
  });

  test('for an app with findings, which are all reported', () => {
    const app = newApp();
    twins(app);

    expect(checks(app, () => expect(report(app)).toEqual([TWICE]))).toBe(1);
  });

  test('for each turn of the event loop', async () => {
    const app = newApp();
    application(chartOf(app, 'chart'), 'app', 'one');
    expect(checks(app, () => app.synthYaml())).toBe(1);
    await turn();

    expect(checks(app, () => app.synthYaml())).toBe(1);
  });
});

describe('the model changes between two syntheses in one turn', () => {
  test('a component is added', () => {
    const app = newApp();
    const a = chartOf(app, 'a', 'ns');
    const b = chartOf(app, 'b', 'ns');
    component(a, 'a');
    expect(report(app)).toEqual([]);
    component(b, 'a');

    expect(report(app)).toEqual([TWICE]);
  });

  test('a trait is added', () => {
    const app = newApp();
    const [one, two] = application(chartOf(app, 'chart'), 'app', 'one', 'two');
    const manifest = { apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'foo' } };
    new CustomTrait(one, 'foo', { manifest });
    expect(report(app)).toEqual([]);
    new CustomTrait(two, 'foo', { manifest });

    expect(report(app)).toEqual([
      '[chart/app/two/foo] duplicate-object: Foo "foo" in namespace "chart" is also made by \'chart/app/one/foo\'; rename one of them, or put it into another namespace',
    ]);
  });

  test('an object that the library knows nothing of is added', () => {
    const app = newApp();
    const chart = chartOf(app, 'chart');
    component(chart, 'a');
    expect(report(app)).toEqual([]);
    foreign(chart, 'foreign', 'core.oam.dev/v1alpha2', 'Component', { name: 'a' });

    expect(report(app)).toEqual([
      '[chart/foreign] duplicate-object: Component "a" in namespace "chart" is also made by \'chart/a\'; rename one of them, or put it into another namespace',
    ]);
  });

  test.each<[string, (app: App, chart: string) => void]>([
    ['a component', (app, chart) => component(chartOf(app, chart, 'ns'), 'a')],
    ['an object that the library knows nothing of', (app, chart) => foreign(chartOf(app, chart, 'ns'), 'a', 'core.oam.dev/v1alpha2', 'Component', { name: 'a' })],
  ])('nothing is reported once %s is taken away, be it the first or the second of two', (_, add) => {
    for (const gone of ['a', 'b']) {
      const app = newApp();
      add(app, 'a');
      add(app, 'b');
      expect(report(app)).toEqual([TWICE]);
      app.node.tryRemoveChild(gone);

      expect(report(app)).toEqual([]);
    }
  });

  test.each(['first', 'second'])('nothing is reported once the %s of two applications that bind a component is taken away', gone => {
    const app = newApp();
    const chart = chartOf(app, 'chart');
    const shared = component(chart, 'a');
    for (const id of ['first', 'second']) new ApplicationConfiguration(chart, id).addComponent(shared);
    expect(report(app)).toEqual([
      '[chart/second/a] component-bound-twice: component "a" is already bound by \'chart/first/a\': both would change its one workload; bind it once, or declare a second component with its own workload',
    ]);
    chart.node.tryRemoveChild(gone);

    expect(report(app)).toEqual([]);
  });
});

test.each(['a', 'b'])('in a later turn, nothing is reported once chart %p of the two is gone', async gone => {
  const app = newApp();
  twins(app);
  expect(report(app)).toEqual([TWICE]);
  await turn();
  app.node.tryRemoveChild(gone);

  expect(report(app)).toEqual([]);
});
