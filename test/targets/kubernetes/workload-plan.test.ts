import { ApiObject, App, Chart } from 'cdk8s';
import { bindOn, BindOptions, findingsOf, kubernetes, kubernetesChart, listening, objectsOf } from './support';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, CustomTrait, IngressTrait, CustomWorkload, KubernetesWorkload, LoggingTrait,
  ManualScalerTrait, MetricsTrait, Platform,
} from '../../../src';

const configMap = (name?: string) => KubernetesWorkload.configMap({ metadata: name === undefined ? undefined : { name }, data: {} });
const named = (name: string) => new ContainerizedWorkload({ name, containers: [{ name: 'main', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }] });

/** A chart of an app on the platform. */
function chartIn(app: App, id: string, namespace?: string): Chart {
  return new Chart(app, id, { namespace });
}

function newApp(): App {
  const app = new App();
  Platform.install(app, kubernetes());
  return app;
}

describe('a component that no application binds', () => {
  const FINDING = 'component-not-bound: component "greet" is bound by no application, so that nothing is rendered of it; bind it with addComponent(), or leave it out';

  test('fails, and nothing is rendered of it', () => {
    const chart = kubernetesChart();
    const component = new Component(chart, 'greet', { workload: listening() });

    expect(findingsOf(chart)).toEqual([`[c/greet] ${FINDING}`]);
    expect(component.node.children).toEqual([]);
  });

  test('fails when the binding was taken away again', () => {
    const chart = kubernetesChart();
    const binding = bindOn(chart);
    binding.application.node.tryRemoveChild(binding.node.id);

    expect(findingsOf(chart)).toEqual([`[c/greet] ${FINDING}`]);
  });

  test('fails when its application was taken away again', () => {
    const chart = kubernetesChart();
    bindOn(chart);
    chart.node.tryRemoveChild('hello');

    expect(findingsOf(chart)).toEqual([`[c/greet] ${FINDING}`]);
  });

  test('passes once it is bound, from whichever chart', () => {
    const app = newApp();
    const component = new Component(chartIn(app, 'a', 'ns'), 'greet', { workload: configMap() });
    expect(findingsOf(app)).toHaveLength(1);
    const binding = new ApplicationConfiguration(chartIn(app, 'b', 'ns'), 'hello').addComponent(component);

    expect(objectsOf(binding).map(({ kind }) => kind)).toEqual(['ConfigMap']);
    expect(objectsOf(component)).toEqual([]);
  });
});

describe('a component that lives elsewhere', () => {
  const FINDING = '[c/hello/greet] component-elsewhere: component "greet" is declared elsewhere: a cluster without an OAM platform cannot look it up; '
    + 'declare it in this program: with new Component() in place of Component.fromComponentName()';
  const elsewhere = () => {
    const chart = kubernetesChart();
    return new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'greet', 'greet'));
  };

  test('fails', () => {
    expect(findingsOf(elsewhere())).toEqual([FINDING]);
  });

  test('fails once, whatever traits it has', () => {
    const binding = elsewhere();
    new MetricsTrait(binding, 'metrics', { port: 8080 });
    new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/' }] }] });
    new ManualScalerTrait(binding, 'scaler', { replicaCount: 2 });
    new LoggingTrait(binding, 'logging', { loggingImage: 'example/fluentd:1', loggingConfig: 'a' });

    expect(findingsOf(binding)).toEqual([FINDING]);
  });
});

describe('an application without a namespace', () => {
  const FINDING = '[c/hello/greet] missing-field: application "hello" has no namespace, which job names and generated hosts contain; give its chart a namespace, or set \'metadata.namespace\'';

  test('fails once, whatever traits a component has', () => {
    const chart = chartIn(newApp(), 'c');
    const binding = bindOn(chart);
    new MetricsTrait(binding, 'metrics', { port: 8080 });
    new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/' }] }] });
    new ManualScalerTrait(binding, 'scaler', { replicaCount: 2 });
    new CustomTrait(binding, 'custom', { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } } });

    expect(findingsOf(chart)).toEqual([FINDING]);
    expect(chart.toJson).toThrow();
  });

  test('passes with one in its metadata', () => {
    const chart = chartIn(newApp(), 'c');
    const hello = new ApplicationConfiguration(chart, 'hello', { metadata: { namespace: 'own' } });
    hello.addComponent(new Component(chart, 'greet', { workload: listening(), metadata: { namespace: 'own' } }));

    expect(objectsOf(chart).map(({ metadata: { namespace } }) => namespace)).toEqual(['own', 'own', 'own']);
  });
});

describe('a namespace that is not the application\'s', () => {
  const finding = (at: string, field: string) => `[${at}] namespace-mismatch: '${field}' is "other", its application is in namespace "ns"; leave it out`;

  test('fails in a workload', () => {
    const workload = KubernetesWorkload.configMap({ metadata: { namespace: 'other' }, data: {} });

    expect(findingsOf(bindOn(kubernetesChart(), workload))).toEqual([finding('c/hello/greet', 'workload.metadata.namespace')]);
  });

  test('fails in a trait', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { metadata: { namespace: 'other' } });
    new CustomTrait(binding, 'custom', { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'other' } } });

    expect(findingsOf(binding)).toEqual([finding('c/hello/greet/metrics', 'metadata.namespace'), finding('c/hello/greet/custom', 'metadata.namespace')]);
  });

  test('fails in a component', () => {
    const chart = kubernetesChart();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: configMap(), metadata: { namespace: 'other' } }));

    expect(findingsOf(chart)).toEqual([
      '[c/hello/greet] namespace-mismatch: component "greet" is in namespace "other", its application in namespace "ns"; declare both in one chart, or give both one namespace',
    ]);
  });

  test('passes where it is the same', () => {
    const workload = KubernetesWorkload.configMap({ metadata: { namespace: 'ns' }, data: {} });

    expect(objectsOf(bindOn(kubernetesChart(), workload))[0].metadata.namespace).toBe('ns');
  });
});

describe('what only an OAM runtime does', () => {
  const CANNOT = 'cannot be expressed without an OAM platform: only the OAM runtime reads it';
  const VALUE = 'leave them out, and give the value itself';
  const DATA = {
    dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.a'] }],
    dataOutputs: [{ name: 'address', fieldPath: 'status.address' }],
  };

  test('fails in a binding, all of it at once', () => {
    const options: BindOptions = { scopes: [{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' }], ...DATA };

    expect(findingsOf(bindOn(kubernetesChart(), listening(), options))).toEqual([
      `[c/hello/greet] not-expressible: 'scopes' ${CANNOT}; leave them out, and write what the scope did as a separate object`,
      `[c/hello/greet] not-expressible: 'dataInputs' ${CANNOT}; ${VALUE}`,
      `[c/hello/greet] not-expressible: 'dataOutputs' ${CANNOT}; ${VALUE}`,
    ]);
  });

  test('fails in a trait', () => {
    const binding = bindOn(kubernetesChart());
    new ManualScalerTrait(binding, 'scaler', { replicaCount: 1, ...DATA });

    expect(findingsOf(binding)).toEqual([
      `[c/hello/greet/scaler] not-expressible: 'dataInputs' ${CANNOT}; ${VALUE}`,
      `[c/hello/greet/scaler] not-expressible: 'dataOutputs' ${CANNOT}; ${VALUE}`,
    ]);
  });

  test('passes where there is nothing in it', () => {
    expect(findingsOf(bindOn(kubernetesChart(), listening(), { scopes: [], dataInputs: [], dataOutputs: [] }))).toEqual([]);
  });
});

describe('clashes of names', () => {
  const RENAME = 'rename one of them, or put it into another namespace';
  /** Components by their ids, in one application. */
  const application = (workloads: Record<string, any>) => {
    const chart = kubernetesChart();
    const hello = new ApplicationConfiguration(chart, 'hello');
    return Object.entries(workloads).map(([id, workload]) => hello.addComponent(new Component(chart, id, { workload })));
  };
  const duplicate = (at: string, object: string, by: string) => `[c/hello/${at}] duplicate-object: ${object} in namespace "ns" is also made by 'c/hello/${by}'; ${RENAME}`;

  test('fail when two workloads have one name, told once', () => {
    const [one] = application({ one: named('same'), two: named('same') });

    expect(findingsOf(one)).toEqual([duplicate('two/(Kubernetes)/Deployment', 'Deployment "same"', 'one/(Kubernetes)/Deployment')]);
  });

  test('fail when a workload has another component\'s name', () => {
    const [one] = application({ one: listening(), two: named('one') });

    expect(findingsOf(one)).toEqual([duplicate('two/(Kubernetes)/Deployment', 'Deployment "one"', 'one/(Kubernetes)/Deployment')]);
  });

  test('fail when the ConfigMap of files has the name of another', () => {
    const [one] = application({ 'greet': listening({ config: [{ path: '/a', value: 'b' }] }), 'greet-config': configMap() });

    expect(findingsOf(one)).toEqual([duplicate('greet-config/(Kubernetes)/ConfigMap', 'ConfigMap "greet-config"', 'greet/(Kubernetes)/ConfigMap')]);
  });

  test('fail when a Service has the name of another', () => {
    const [one] = application({ greet: listening(), other: KubernetesWorkload.service({ metadata: { name: 'greet' }, spec: { ports: [{ port: 80 }] } }) });

    expect(findingsOf(one)).toEqual([duplicate('other/(Kubernetes)/Service', 'Service "greet"', 'greet/(Kubernetes)/Service')]);
  });

  test('fail when a trait makes what the workload made', () => {
    const binding = bindOn(kubernetesChart());
    new CustomTrait(binding, 'service', { manifest: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'greet' }, spec: { ports: [{ port: 80 }] } } });

    expect(findingsOf(binding)).toEqual([duplicate('greet/service', 'Service "greet"', 'greet/(Kubernetes)/Service')]);
  });

  test('fail when a monitor has the name of another component\'s', () => {
    const [one] = application({ one: listening(), two: listening() });
    new MetricsTrait(one, 'metrics', { metadata: { name: 'two' } });

    expect(findingsOf(one)).toEqual([duplicate('two/(Kubernetes)/DefaultMonitor', 'PodMonitor "two"', 'one/metrics')]);
  });

  test('fail when an object of other libraries has the name', () => {
    const chart = kubernetesChart();
    const binding = bindOn(chart);
    new ApiObject(chart, 'other', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'greet' } });

    expect(findingsOf(binding)).toEqual([
      `[c/other] duplicate-object: Deployment "greet" in namespace "ns" is also made by 'c/hello/greet/(Kubernetes)/Deployment'; ${RENAME}`,
    ]);
  });

  test('fail when two charts of one namespace bind one name', () => {
    const app = newApp();
    ['a', 'b'].forEach(id => bindOn(chartIn(app, id, 'ns')));

    expect(findingsOf(app)).toEqual([
      "[b/hello/greet] component-bound-twice: component \"greet\" is already bound by 'a/hello/greet': both would change its one workload; bind it "
        + 'once, or declare a second component with its own workload',
      `[b/hello/greet/(Kubernetes)/Deployment] duplicate-object: Deployment "greet" in namespace "ns" is also made by 'a/hello/greet/(Kubernetes)/Deployment'; ${RENAME}`,
    ]);
  });

  test('pass in two namespaces', () => {
    const app = newApp();
    ['a', 'b'].forEach(id => bindOn(chartIn(app, id, id)));

    expect(findingsOf(app)).toEqual([]);
  });

  test('pass in two kinds', () => {
    const [one] = application({ one: configMap('same'), two: new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'same' } } }) });

    expect(findingsOf(one)).toEqual([]);
  });

  test('fail when one component is bound twice', () => {
    const chart = kubernetesChart();
    const component = new Component(chart, 'greet', { workload: listening() });
    ['one', 'two'].forEach(id => new ApplicationConfiguration(chart, id).addComponent(component));

    expect(findingsOf(chart)).toEqual([
      "[c/two/greet] component-bound-twice: component \"greet\" is already bound by 'c/one/greet': both would change its one workload; bind it "
        + 'once, or declare a second component with its own workload',
    ]);
  });
});

test('all findings of an app are reported together', () => {
  const chart = kubernetesChart();
  const hello = new ApplicationConfiguration(chart, 'hello');
  new Component(chart, 'unbound', { workload: configMap() });
  hello.addComponent(new Component(chart, 'digit', { workload: named('1st') }));
  hello.addComponent(Component.fromComponentName(chart, 'ref', 'elsewhere'));
  hello.addComponent(new Component(chart, 'scope', { workload: configMap() }), { scopes: [{ apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'h' }] });

  expect(findingsOf(chart).map(line => line.replace(/^(\[[^\]]+\] [-a-z]+): .*/, '$1'))).toEqual([
    '[c/hello/digit] invalid-name', '[c/hello/elsewhere] component-elsewhere', '[c/hello/scope] not-expressible', '[c/unbound] component-not-bound',
  ]);
});

test('the same program gives the same bytes, twice from one tree too', () => {
  const program = () => {
    const chart = kubernetesChart();
    bindOn(chart, listening({ config: [{ path: '/a', value: 'b' }] }));
    return chart;
  };
  const chart = program();
  const first = App.of(chart).synthYaml();

  expect(App.of(chart).synthYaml()).toBe(first);
  expect(App.of(program()).synthYaml()).toBe(first);
});
