import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Component, OamPlatform, Platform, Scraper } from '../../src';
import { component } from '../private/models';
import { messageOf } from '../support/message';

const ONCE = 'install one platform, before the first component of its scope';
const acme = () => new OamPlatform({ vendor: 'acme', systemNamespace: 'acme', systemScraper: Scraper.parse('acme/prometheus') });

/** An app with a chart, and a construct in it. */
function tree() {
  const app = new App();
  const chart = new Chart(app, 'chart');
  return { app, chart, deep: new Construct(chart, 'deep') };
}

/** The workload's kind, as the component was rendered. */
const kindOf = (of: Component) => Chart.of(of).toJson().find(o => o.metadata.name === of.componentName).spec.workload.kind;

describe('of', () => {
  test('finds the platform of the construct itself, and of those above', () => {
    const { app, chart, deep } = tree();
    const platform = acme();
    Platform.install(app, platform);

    for (const construct of [app, chart, deep]) expect(Platform.of(construct)).toBe(platform);
  });

  test('finds the nearest', () => {
    const { app, chart, deep } = tree();
    const [above, below] = [OamPlatform.verrazzano(), acme()];
    Platform.install(app, above);
    Platform.install(chart, below);

    expect(Platform.of(app)).toBe(above);
    expect(Platform.of(deep)).toBe(below);
    expect(kindOf(component(deep, 'greet'))).toBe('AcmeHelidonWorkload');
  });

  test('fails when there is none, and says what to do', () => {
    const { app, deep } = tree();
    const text = 'no-platform: has no platform; call Platform.install(app, OamPlatform.verrazzano()), or install a KubernetesPlatform, before the first component';

    expect(messageOf(() => Platform.of(deep))).toBe(`[chart/deep] ${text}`);
    expect(messageOf(() => Platform.of(app))).toBe(`[App] ${text}`);
    expect(messageOf(() => component(deep, 'greet'))).toBe(`[chart/deep/greet] ${text}`);
  });

  test('tryOf gives nothing when there is none', () => {
    const { app, chart, deep } = tree();
    Platform.install(deep, acme());

    expect(Platform.tryOf(app)).toBeUndefined();
    expect(Platform.tryOf(chart)).toBeUndefined();
    expect(Platform.tryOf(deep)).toBeInstanceOf(OamPlatform);
  });
});

describe('install', () => {
  test('one platform serves several charts, and each chart may have its own', () => {
    const app = new App();
    const [a, b] = ['a', 'b'].map(id => new Chart(app, id));
    Platform.install(a, acme());
    Platform.install(b, OamPlatform.verrazzano());

    expect(kindOf(component(a, 'one'))).toBe('AcmeHelidonWorkload');
    expect(kindOf(component(b, 'two'))).toBe('VerrazzanoHelidonWorkload');
  });

  test('above components that have a platform of their own', () => {
    const { app, chart } = tree();
    Platform.install(chart, acme());
    const greet = component(chart, 'greet');
    Platform.install(app, OamPlatform.verrazzano());

    expect(kindOf(greet)).toBe('AcmeHelidonWorkload');
  });

  test('below a platform, before the first component', () => {
    const { app, chart, deep } = tree();
    Platform.install(app, OamPlatform.verrazzano());
    component(chart, 'one');
    Platform.install(deep, acme());

    expect(kindOf(component(deep, 'two'))).toBe('AcmeHelidonWorkload');
  });

  test('fails when the construct has a platform', () => {
    const { app, chart } = tree();
    Platform.install(app, acme());
    Platform.install(chart, acme());

    expect(messageOf(() => Platform.install(app, acme()))).toBe(`[App] platform-already-installed: has a platform already; ${ONCE}`);
    expect(messageOf(() => Platform.install(chart, acme()))).toBe(`[chart] platform-already-installed: has a platform already; ${ONCE}`);
  });

  test('fails when components below have found another platform', () => {
    const { app, chart, deep } = tree();
    Platform.install(app, acme());
    component(deep, 'greet');

    expect(messageOf(() => Platform.install(chart, OamPlatform.verrazzano())))
      .toBe(`[chart] platform-already-installed: cannot change the platform of 'chart/deep/greet', which was made before; ${ONCE}`);
    expect(Platform.of(chart)).toBe(Platform.of(app));
  });
});
