import { App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { Component, OamPlatform, Platform, Scraper } from '../../../src';
import { jobName, JobNaming, JobParts } from '../../../src/model/platform/metrics';
import { component } from '../../base/models';
import { messageOf } from '../../support/message';

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
    const text = 'no-platform: has no platform; call Platform.install() with a KubernetesPlatform or an OamPlatform before the first construct that needs one';

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

test('a text is parsed, and written again', () => {
  const scraper = Scraper.parse('verrazzano-system/vmi-system-prometheus-0');

  expect(scraper.namespace).toBe('verrazzano-system');
  expect(scraper.deploymentName).toBe('vmi-system-prometheus-0');
  expect(scraper.toString()).toBe('verrazzano-system/vmi-system-prometheus-0');
});

test('namespace and deployment are the same', () => {
  expect(Scraper.of('monitoring', 'prometheus')).toEqual(Scraper.parse('monitoring/prometheus'));
});

test.each<[string, () => Scraper, string]>([
  ['there is no namespace', () => Scraper.parse('prometheus'), '"prometheus"'],
  ['there is one part too many', () => Scraper.parse('a/b/c'), '"a/b/c"'],
  ['the namespace is none', () => Scraper.of('Monitoring', 'prometheus'), '"Monitoring/prometheus"'],
  ['the name is empty', () => Scraper.of('monitoring', ''), '"monitoring/"'],
  ['the name holds a slash', () => Scraper.of('monitoring', 'a/b'), '"monitoring/a/b"'],
  ['nothing is given', () => Scraper.parse(undefined as any), 'nothing'],
])('fails when %s', (_, make, shown) => {
  expect(messageOf(make)).toBe(
    `[Scraper] invalid-value: 'scraper' must be of the form <namespace>/<deployment-name>, got ${shown}; name the deployment of the scraper, such as "monitoring/prometheus"`);
});

const x = (length: number) => 'x'.repeat(length);
const parts = (application: string, namespace: string | undefined, name: string, index = 0): JobParts => (
  { application, namespace, component: name, index }
);

describe('V1_4', () => {
  const name = (...args: Parameters<typeof parts>) => jobName(JobNaming.V1_4, parts(...args));

  test('application, namespace and component; endpoints after the first have a suffix', () => {
    expect(name('hello', 'ns', 'greet')).toBe('hello_ns_greet');
    expect(name('hello', 'ns', 'greet', 1)).toBe('hello_ns_greet_1');
    expect(name('hello', 'ns', 'greet', 12)).toBe('hello_ns_greet_12');
  });

  test.each([undefined, ''])('namespace %p is "default"', namespace => {
    expect(name('hello', namespace, 'greet')).toBe('hello_default_greet');
  });

  test('63 characters are kept', () => {
    expect(name('a', 'b', x(59))).toBe(`a_b_${x(59)}`);
    expect(name('a', 'b', x(57), 1)).toBe(`a_b_${x(57)}_1`);
  });

  test('over 63 the component is dropped, and the suffix stays', () => {
    expect(name('a', 'b', x(60))).toBe('a_b');
    expect(name('a', undefined, x(60))).toBe('a_default');
    expect(name('a', 'b', x(60), 2)).toBe('a_b_2');
  });

  test('the suffix counts', () => {
    expect(name('a', 'b', x(58), 1)).toBe('a_b_1');
    expect(name('a', 'b', x(57), 10)).toBe('a_b_10');
  });

  test('63 characters without the component are kept', () => {
    expect(name(x(31), x(31), 'c')).toBe(`${x(31)}_${x(31)}`);
    expect(name(x(30), x(30), 'c', 1)).toBe(`${x(30)}_${x(30)}_1`);
  });

  test('what is still too long is cut, suffix and all', () => {
    expect(name(x(63), 'ns', 'c')).toBe(x(63));
    expect(name(x(31), x(31), 'c', 1)).toBe(`${x(31)}_${x(31)}`);
    expect(name(x(31), x(30), 'c', 1)).toBe(`${x(31)}_${x(30)}_`);
    expect(name(x(31), `${x(30)}-x`, 'c', 1)).toBe(`${x(31)}_${x(30)}-`);
  });
});

describe('V1_0', () => {
  const name = (...args: Parameters<typeof parts>) => jobName(JobNaming.V1_0, parts(...args));

  test('application, the cluster "default", namespace and component; endpoints after the first have a suffix', () => {
    expect(name('hello', 'ns', 'greet')).toBe('hello_default_ns_greet');
    expect(name('hello', 'ns', 'greet', 1)).toBe('hello_default_ns_greet_1');
    expect(name('hello', undefined, 'greet')).toBe('hello_default_default_greet');
  });

  test('of any length', () => {
    expect(name(x(63), x(63), x(63), 1)).toBe(`${x(63)}_default_${x(63)}_${x(63)}_1`);
  });
});
