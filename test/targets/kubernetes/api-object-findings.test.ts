import { ApiObject, Chart } from 'cdk8s';
import { Deployment } from 'cdk8s-plus-27';
import { deployed, deploymentOf, standFor } from './api-object-support';
import { bindOn, findingsOf, kubernetes, kubernetesChart, listening, objectsOf } from './support';
import {
  ApplicationConfiguration, Component, ComponentBinding, CustomTrait, IngressTrait, KubernetesWorkload, LoggingTrait, ManualScalerTrait, MetricsTrait,
  NetworkPolicyTrait, OamPlatform, Platform,
} from '../../../src';
import { messageOf } from '../../support/message';

const LABELS = { app: 'web' };
const SELECTOR = { matchLabels: LABELS };

/** The findings, without the path of the construct. */
const told = (chart: Chart) => findingsOf(chart).map(each => each.replace(/^\[c\/hello\/greet\] /, ''));

/** What is found of a component that stands for an object. */
const toldOf = (make: (chart: Chart) => ApiObject) => {
  const chart = kubernetesChart();
  standFor(make(chart), chart);
  return told(chart);
};

const objectWith = (spec: object, type = { apiVersion: 'example.com/v1', kind: 'Worker' }) => (chart: Chart) => new ApiObject(chart, 'w', { ...type, metadata: { name: 'web' }, spec });

describe('when it is made', () => {
  test.each([
    [undefined, 'nothing'], [{ kind: 'Deployment' }, 'an object'],
  ])('%j is no ApiObject', (object, shown) => {
    expect(messageOf(() => KubernetesWorkload.fromApiObject(object as any))).toBe(
      `[KubernetesWorkload] invalid-type: 'object' must be an ApiObject of cdk8s, got ${shown}; give that of the construct: ApiObject.of(deployment)`);
  });

  test('on an OAM platform there is no component of it', () => {
    const chart = new Chart(kubernetesChart(), 'oam', { namespace: 'ns' });
    Platform.install(chart, OamPlatform.verrazzano());
    const workload = KubernetesWorkload.fromApiObject(deploymentOf(chart, LABELS, SELECTOR));

    expect(messageOf(() => new Component(chart, 'greet', { workload }))).toBe(
      "[c/oam/greet] not-expressible: 'workload' is an object that is made elsewhere in the program, and an OAM platform needs it in the component; "
      + 'give it by a typed factory or new CustomWorkload(), or install a KubernetesPlatform');
  });
});

describe('an object', () => {
  test.each<[string, (chart: Chart) => ApiObject, string]>([
    [
      'that cannot be rendered', chart => ApiObject.of(new Deployment(chart, 'web')),
      "unusable-api-object: 'workload' is a Deployment that cannot be rendered: Failed serializing construct at path 'c/web/Resource' with name "
      + "'c-web-c83c7fdb': Error: PodSpec must have at least 1 container; correct the Deployment",
    ],
    [
      'of another namespace', chart => deploymentOf(chart, LABELS, SELECTOR, { namespace: 'other' }),
      "namespace-mismatch: 'workload' is in namespace \"other\", its application in namespace \"ns\"; make both in one chart, or give both one namespace",
    ],
    [
      'without a namespace', chart => deploymentOf(new Chart(chart, 'free'), LABELS, SELECTOR),
      "namespace-mismatch: 'workload' is without a namespace, its application in namespace \"ns\"; make both in one chart, or give both one namespace",
    ],
    [
      'of a kind without pods', objectWith({ ports: [{ port: 80 }] }, { apiVersion: 'v1', kind: 'Service' }),
      "no-pods: 'workload' is a Service, which has no pods; give the object that runs the pods, such as ApiObject.of(deployment)",
    ],
    [
      'of a custom kind without a template', objectWith({ template: { metadata: { labels: LABELS } } }),
      "no-pods: 'workload' is a Worker, which has no pods; give the object that runs the pods, such as ApiObject.of(deployment)",
    ],
    [
      'whose pods have no labels', chart => deploymentOf(chart, undefined, SELECTOR),
      "no-pods: 'workload' is a Deployment whose pods have no labels; give the pods labels, and the Deployment a selector of them",
    ],
    [
      'of a custom kind whose pods have no labels', objectWith({ template: { spec: { containers: [] } } }),
      "no-pods: 'workload' is a Worker whose pods have no labels; give the pods labels, and the Worker a selector of them",
    ],
    ['without a selector', chart => deploymentOf(chart, LABELS, undefined), "missing-field: 'workload.spec.selector' is required"],
    [
      'that does not select its pods', chart => deploymentOf(chart, LABELS, { matchLabels: { app: 'other' } }),
      "selector-mismatch: 'workload.spec.selector.matchLabels' does not select the pods of the template, which would have to have app=other; "
      + 'give the selector and the template the same labels',
    ],
    [
      'whose selector is none', chart => deploymentOf(chart, LABELS, { matchExpressions: [{ key: 'app', operator: 'Is' }] }),
      "invalid-value: 'workload.spec.selector.matchExpressions[0].operator' must be one of In, NotIn, Exists, DoesNotExist, got \"Is\"; did you mean \"In\"?",
    ],
  ])('%s', (_, make, finding) => {
    expect(toldOf(make)).toEqual([finding]);
  });

  test('of two components', () => {
    const chart = kubernetesChart();
    const deployment = deploymentOf(chart, LABELS, SELECTOR);
    const application = standFor(deployment).application as ApplicationConfiguration;
    application.addComponent(new Component(chart, 'more', { workload: KubernetesWorkload.fromApiObject(deployment) }));

    expect(told(chart)).toEqual([
      "[c/hello/more] unusable-api-object: 'workload' is a Deployment that is already the workload of the component bound by 'c/hello/greet': "
      + 'its series would have the labels of both; bind it once',
    ]);
  });

  test('of one component that is bound twice is told of once', () => {
    const chart = kubernetesChart();
    const { component } = standFor(deploymentOf(chart, LABELS, SELECTOR));
    new ApplicationConfiguration(chart, 'second').addComponent(component);

    expect(told(chart)).toEqual([
      "[c/second/greet] component-bound-twice: component \"greet\" is already bound by 'c/hello/greet': both would change its one workload; "
      + 'bind it once, or declare a second component with its own workload',
    ]);
  });

  test('of an application without a namespace', () => {
    const chart = new Chart(kubernetesChart(), 'free');
    Platform.install(chart, kubernetes());
    standFor(deploymentOf(chart, LABELS, SELECTOR));

    expect(findingsOf(chart)).toEqual([
      '[c/free/hello/greet] missing-field: application "hello" has no namespace, which job names and generated hosts contain; '
      + "give its chart a namespace, or set 'metadata.namespace'",
    ]);
  });
});

describe('nothing on the object is changed', () => {
  const MADE_ELSEWHERE = 'cannot be expressed: the Deployment is made elsewhere in the program, and nothing on it is changed; set it where the Deployment is made';

  test('by the component', () => {
    const chart = kubernetesChart();
    const workload = KubernetesWorkload.fromApiObject(deploymentOf(chart, LABELS, SELECTOR));
    const component = new Component(chart, 'greet', {
      workload, metadata: { labels: { team: 'mail' }, annotations: { a: 'b' } }, parameters: [{ name: 'n', fieldPaths: ['spec.replicas'] }],
    });
    new ApplicationConfiguration(chart, 'hello').addComponent(component);

    expect(told(chart)).toEqual(['metadata.labels', 'metadata.annotations', 'parameters'].map(field => `not-expressible: 'component.${field}' ${MADE_ELSEWHERE}`));
  });

  test.each<[string, (binding: ComponentBinding) => void]>([
    ['LoggingTrait', binding => new LoggingTrait(binding, 'trait', { loggingImage: 'example/fluentd:1', loggingConfig: 'x' })],
    ['ManualScalerTrait', binding => new ManualScalerTrait(binding, 'trait', { replicaCount: 2 })],
  ])('by a %s', (_, add) => {
    const { chart, binding } = deployed();
    add(binding);

    expect(told(chart)).toEqual([
      '[c/hello/greet/trait] not-expressible: would change the Deployment of the component, which is made elsewhere in the program; '
      + 'change it where the Deployment is made',
    ]);
  });

  test('by a CustomTrait, which is an object beside it', () => {
    const { chart, binding } = deployed();
    new CustomTrait(binding, 'trait', { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'more' }, data: { a: 'b' } } });

    expect(objectsOf(chart).map(({ kind, metadata: { name, namespace } }) => [kind, name, namespace])).toEqual([
      ['Deployment', 'c-web-c83c7fdb', 'ns'], ['ConfigMap', 'more', 'ns'],
    ]);
  });
});

describe('of traits', () => {
  test('a port that no container declares', () => {
    const { chart, binding } = deployed();
    new MetricsTrait(binding, 'metrics', { port: 7000 });

    expect(told(chart)).toEqual([
      '[c/hello/greet/metrics] metrics-port-not-declared: port 7000 of component "greet" is declared by none of its containers (8080 (http), 9090 (metrics)); '
      + "declare it in a container, name the right one in a MetricsTrait, or set 'enabled: false'",
    ]);
  });

  test('two endpoints of one place, by the annotations of the pods', () => {
    const { chart, deployment, binding } = deployed();
    new MetricsTrait(binding, 'metrics', { ports: [{ port: 9090 }, {}] });
    deployment.podMetadata.addAnnotation('prometheus.io/port', '9090');

    expect(told(chart)).toEqual(["[c/hello/greet/metrics] duplicate-port: 'ports[1]' repeats 'ports[0]': port 9090, path /metrics; leave one of them out"]);
  });

  test('requests, and no Service of the app', () => {
    const { chart, binding, deployment } = deployed();
    new IngressTrait(binding, 'ingress', { rules: [{}] });
    const elsewhere = new Chart(chart, 'elsewhere', { namespace: 'other' });
    const service = (id: string, scope: Chart, spec: object) => new ApiObject(scope, id, { apiVersion: 'v1', kind: 'Service', metadata: { name: id }, spec });
    const selector = { ...ApiObject.of(deployment).toJson().spec.selector.matchLabels };
    service('of-other-namespace', elsewhere, { selector, ports: [{ port: 80 }] });
    service('of-other-pods', chart, { selector: { app: 'other' }, ports: [{ port: 80 }] });
    service('of-none', chart, { ports: [{ port: 80 }] });

    expect(told(chart)).toEqual([
      '[c/hello/greet/ingress] service-not-found: \'rules[0].destination\' is required: no Service of this app in the namespace leads to component "greet", '
      + "whose Deployment is made elsewhere in the program; make one, such as by exposeViaService() of cdk8s-plus, or name Service and port in 'destination'",
    ]);
  });

  test('requests, and several Services', () => {
    const { chart, binding, deployment } = deployed();
    new IngressTrait(binding, 'ingress', { rules: [{}] });
    for (const [name, port] of [['a', 8080], ['b', 9090]] as const) deployment.exposeViaService({ name, ports: [{ port }] });

    expect(told(chart)).toEqual([
      '[c/hello/greet/ingress] ambiguous-service: \'rules[0].destination\' is required: requests for component "greet" could go to any of its Services (a, b); '
      + "name Service and port in 'destination'",
    ]);
  });

  test('the pods as a peer of others, whose labels are not known while constructs are made', () => {
    const { chart, binding } = deployed();
    const other = (binding.application as ApplicationConfiguration).addComponent(new Component(chart, 'other', { workload: listening() }));

    expect(messageOf(() => new NetworkPolicyTrait(other, 'policy', { allowFrom: [{ component: binding }] }))).toBe(
      "[c/hello/other/policy] no-pods: 'allowFrom[0].component' must be a component whose workload has pods that are known here; "
      + "name such a component, or give 'podLabels' in its place");
  });
});

test('the object is not asked for what it declares until somebody does', () => {
  const chart = kubernetesChart();
  const deployment = new Deployment(chart, 'web');
  const workload = KubernetesWorkload.fromApiObject(ApiObject.of(deployment));
  bindOn(chart, workload);
  expect([workload.name, workload.metricsDefaults, workload.declaredPorts]).toEqual(['c-web-c83c7fdb', undefined, []]);

  deployment.addContainer({ image: 'example/web:1', portNumber: 8080 });
  expect(workload.declaredPorts).toEqual([{ port: 8080, container: 'main' }]);
});
