import { ApiObject, ApiObjectProps, App, Chart, JsonPatch, Testing, YamlOutputType } from 'cdk8s';
import { bindOn, findingsOf, kubernetes, kubernetesChart, listening, prometheus } from './support';
import { ApplicationConfiguration, Component, ComponentBinding, IngressTrait, KubernetesPlatform, KubernetesWorkload, ManualScalerTrait, MetricsTrait, MonitorKind, Platform } from '../../../src';

const RULES = [{ paths: [{ path: '/' }] }];

/** A platform whose providers count how often they render each component. */
function counting() {
  const platform = kubernetes();
  const calls = new Map<string, number>();
  const { metrics, ingress } = (platform as any).context;
  for (const [part, parts] of Object.entries<any>({ metrics, ingress: ingress._parts })) {
    const { render } = parts;
    parts.render = (context: { readonly binding: { readonly componentName: string } }) => {
      const key = `${part} ${context.binding.componentName}`;
      calls.set(key, (calls.get(key) ?? 0) + 1);
      return render(context);
    };
  }
  return { platform, calls };
}

/** An app of many charts. Each has a component: in turn, one that declares metrics and ingress, and one with the default monitor alone. */
function manyCharts(count: number, platform: KubernetesPlatform, app = new App()): App {
  Platform.install(app, platform);
  for (let i = 0; i < count; i++) {
    const chart = new Chart(app, `c${i}`, { namespace: `ns${i}` });
    const application = new ApplicationConfiguration(chart, `app${i}`);
    const binding = application.addComponent(new Component(chart, `component${i}`, { workload: listening() }));
    if (i % 2 === 1) continue;
    new MetricsTrait(binding, 'metrics');
    new IngressTrait(binding, 'ingress', { rules: RULES });
  }
  return app;
}

const counts = (calls: ReadonlyMap<string, number>) => [calls.size, new Set(calls.values())];

test('every renderer is asked exactly once for an unchanged model, in a synthesis of 200 charts', () => {
  const { platform, calls } = counting();
  const app = manyCharts(200, platform);
  expect(calls.size).toBe(0);
  app.synthYaml();

  expect(counts(calls)).toEqual([300, new Set([1])]);
}, 60_000);

test('several syntheses of an unchanged model ask it once, too', async () => {
  const { platform, calls } = counting();
  const app = manyCharts(3, platform);
  app.synthYaml();
  Testing.synth(Chart.of(app.node.findChild('c1')));
  await new Promise(setImmediate);
  app.synthYaml();

  expect(counts(calls)).toEqual([5, new Set([1])]);
});

test('it is asked once more after each declaration that follows a reading', () => {
  const { platform, calls } = counting();
  const app = manyCharts(2, platform);
  const [application] = app.node.findAll().filter(each => each instanceof ApplicationConfiguration);
  new ManualScalerTrait(application.bindings[0], 'scaler', { replicaCount: 3 });
  app.synthYaml();

  expect(counts(calls)).toEqual([3, new Set([2])]);
});

test('nothing is rendered while the program declares', () => {
  const { platform, calls } = counting();
  const binding = manyCharts(1, platform).node.findAll().find(each => each instanceof ComponentBinding && each.component.componentName === 'component0') as ComponentBinding;
  calls.clear();
  new ManualScalerTrait(binding, 'scaler', { replicaCount: 2 });

  expect(calls.size).toBe(0);
});

test('800 workloads that the program creates elsewhere are rendered one after the other', () => {
  const chart = kubernetesChart(prometheus({ monitorKind: MonitorKind.SERVICE_MONITOR }));
  const application = new ApplicationConfiguration(chart, 'shop');
  for (let i = 0; i < 800; i++) {
    const labels = { app: `a${i}` };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ name: 'http', containerPort: 8080 }] }] } };
    const object = (kind: string, apiVersion: string, spec: object) =>
      new ApiObject(chart, `${kind}${i}`, { apiVersion, kind, metadata: { name: `a${i}`, labels }, spec } as ApiObjectProps);
    object('Service', 'v1', { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 8080 }] });
    const workload = KubernetesWorkload.fromApiObject(object('Deployment', 'apps/v1', { selector: { matchLabels: labels }, template }));
    new MetricsTrait(application.addComponent(new Component(chart, `component${i}`, { workload })), 'metrics');
  }

  // each asks for the Services of the whole tree
  expect(Testing.synth(chart).filter(({ kind }) => kind === 'ServiceMonitor')).toHaveLength(800);
});

describe('before the first reading, an object is found', () => {
  const traitOn = (chart: Chart) => new MetricsTrait(bindOn(chart), 'metrics');
  const kindsIn = (chart: Chart) => Testing.synth(chart).map(({ kind }) => kind);

  test.each<[string, (trait: MetricsTrait) => unknown]>([
    ['by ApiObject.of()', trait => ApiObject.of(trait)],
    ['as the default child', trait => trait.node.defaultChild],
    ['by its id', trait => trait.node.findChild('Resource')],
    ['by its id if there is one', trait => trait.node.tryFindChild('Resource')],
    ['among the children', trait => trait.node.children[0]],
    ['in the whole tree', trait => trait.node.root.node.findAll().find(each => ApiObject.isApiObject(each) && each.kind === 'PodMonitor')],
  ])('%s, and stays the same', (_, find) => {
    const trait = traitOn(kubernetesChart());
    const object = find(trait) as ApiObject;
    object.addJsonPatch(JsonPatch.add('/metadata/labels/patched', 'yes'));
    // a later declaration has everything rendered again
    new ManualScalerTrait(trait.node.scope as ComponentBinding, 'scaler', { replicaCount: 2 });

    expect(trait.node.defaultChild).toBe(object);
    expect(Testing.synth(Chart.of(trait)).find(({ kind }) => kind === 'PodMonitor').metadata.labels.patched).toBe('yes');
  });

  test('and can be removed: it does not come back', () => {
    const chart = kubernetesChart();
    const trait = traitOn(chart);
    expect(trait.node.tryRemoveChild('Resource')).toBe(true);
    expect(kindsIn(chart)).toEqual(['Deployment', 'Service']);

    new ManualScalerTrait(trait.node.scope as ComponentBinding, 'scaler', { replicaCount: 2 });
    expect(kindsIn(chart)).toEqual(['Deployment', 'Service']);
  });

  test('and can be depended on', () => {
    const chart = kubernetesChart();
    const first = new ApiObject(chart, 'first', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'first' } });
    const trait = traitOn(chart);
    first.addDependency(trait);

    expect(kindsIn(chart)).toEqual(['PodMonitor', 'ConfigMap', 'Deployment', 'Service']);
  });
});

test('a MetricsTrait that is declared after a reading removes the default monitor', () => {
  const chart = kubernetesChart();
  const binding = bindOn(chart);
  const kinds = () => binding.resources.map(({ kind, name }) => `${kind} ${name}`);
  expect(kinds()).toEqual(['Deployment greet', 'Service greet', 'PodMonitor greet']);

  new MetricsTrait(binding, 'metrics', { metadata: { name: 'own' } });
  expect(kinds()).toEqual(['Deployment greet', 'Service greet', 'PodMonitor own']);
  expect(Testing.synth(chart).map(({ metadata: { name } }) => name)).toEqual(['greet', 'greet', 'own']);
});

test('a trait that is removed between two syntheses of one turn leaves nothing behind', () => {
  const chart = kubernetesChart();
  const binding = bindOn(chart);
  new ManualScalerTrait(binding, 'scaler', { replicaCount: 7 });
  const replicas = () => Testing.synth(chart)[0].spec.replicas;
  expect(replicas()).toBe(7);

  binding.node.tryRemoveChild('scaler');
  expect(replicas()).not.toBe(7);
  expect(findingsOf(chart)).toEqual([]);
});

test.each(Object.values(YamlOutputType).filter(type => typeof type === 'number'))('output type %s has every object', yamlOutputType => {
  const whole = (type: YamlOutputType) => manyCharts(2, kubernetes(), new App({ yamlOutputType: type })).synthYaml();
  expect(whole(yamlOutputType)).toBe(whole(YamlOutputType.FILE_PER_APP));
});
