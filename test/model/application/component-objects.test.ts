import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import {
  ApplicationConfiguration, Component, ComponentBinding, CustomWorkload, DeploymentWorkload, DisruptionBudgetTrait, HelidonWorkload,
  KubernetesWorkload, MetricsTrait, StatefulSetWorkload, Workload,
} from '../../../src';
import { Manifests, Match } from '../../../src/testing';
import { kubernetesChart, listening } from '../../targets/kubernetes/support';
import { newChart } from '../../support/app';
import { messageOf } from '../../support/message';

const image = 'example/greet:1';
const ports = [{ name: 'http', port: 8080 }, { name: 'metrics', port: 9090 }];
const resources = { requests: { cpu: '100m', memory: '64Mi' } };
const deployment = () => new DeploymentWorkload({ image, ports, resources });
const LABELS = { app: 'cart' };
const pods = (kind: string, spec: any = {}, labels: any = LABELS) => new CustomWorkload({
  manifest: { apiVersion: 'apps/v1', kind, spec: { template: { metadata: { labels }, spec: { containers: [{ name: 'main', image }] } }, ...spec } },
});

function bind(chart: Chart, workload: Workload = deployment()): ComponentBinding {
  return new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload }));
}

const namesOf = (binding: ComponentBinding) => binding.resources.map(({ kind, name }) => `${kind} ${name}`);

describe('resources', () => {
  test('on Kubernetes are what is rendered so far', () => {
    const binding = bind(kubernetesChart());
    expect(namesOf(binding)).toEqual(['Deployment greet', 'Service greet', 'PodMonitor greet']);

    new MetricsTrait(binding, 'metrics', { metadata: { name: 'other' } });
    new DisruptionBudgetTrait(binding, 'budget', { maxUnavailable: 1 });
    expect(namesOf(binding)).toEqual(['Deployment greet', 'Service greet', 'PodMonitor other', 'PodDisruptionBudget greet']);
  });

  test('on an OAM platform are the Components', () => {
    const binding = bind(newChart());
    new DisruptionBudgetTrait(binding, 'budget', { maxUnavailable: 1 });
    expect(namesOf(binding)).toEqual(['Component greet', 'Component greet-service', 'Component greet-disruption-budget']);
  });

  test('are found by kind and name', () => {
    const binding = bind(kubernetesChart());
    const [, service] = binding.resources;

    expect(binding.findResource('Service')).toBe(service);
    expect(binding.findResource('Service', 'greet')).toBe(service);
    expect(binding.tryFindResource('Service', 'other')).toBeUndefined();
  });

  test('can be changed', () => {
    const chart = kubernetesChart();
    bind(chart).findResource('Service').metadata.addAnnotation('owner', 'greeters');

    Manifests.ofChart(chart).has({ kind: 'Service' }, { metadata: { annotations: Match.exact({ owner: 'greeters' }) } });
  });

  test.each<[string, () => Chart, string]>([
    ['Kubernetes', kubernetesChart, 'Deployment greet, Service greet, PodMonitor greet'], ['an OAM platform', () => newChart(), 'Component greet, Component greet-service'],
  ])('fail on %s for a kind that is not rendered', (_, chart, objects) => {
    const binding = bind(chart());
    expect(messageOf(() => binding.findResource('StatefulSet')))
      .toBe(`[c/hello/greet] resource-not-found: no StatefulSet is rendered for component "greet", only ${objects}; ask for one of these, or use tryFindResource()`);
    expect(messageOf(() => binding.findResource('Component', 'x')))
      .toBe(`[c/hello/greet] resource-not-found: no Component named "x" is rendered for component "greet", only ${objects}; ask for one of these, or use tryFindResource()`);
  });

  test('of a component from elsewhere are none', () => {
    const chart = newChart();
    const binding = new ApplicationConfiguration(chart, 'hello').addComponent(Component.fromComponentName(chart, 'greet', 'greet'));
    expect(binding.resources).toEqual([]);
  });
});

describe('serviceName', () => {
  const twoServices = (chart: Chart) => {
    const application = new ApplicationConfiguration(chart, 'hello');
    const binding = application.addComponent(new Component(chart, 'cart', { workload: pods('Deployment', { selector: { matchLabels: LABELS } }) }));
    for (const name of ['one', 'two']) {
      const workload = KubernetesWorkload.service({ metadata: { name }, spec: { selector: LABELS, ports: [{ port: 80 }] } });
      application.addComponent(new Component(chart, name, { workload }));
    }
    return binding;
  };

  test.each<[string, () => Chart, () => Workload, string]>([
    ['a DeploymentWorkload on Kubernetes', kubernetesChart, deployment, 'greet'],
    ['a DeploymentWorkload on an OAM platform', () => newChart(), deployment, 'greet'],
    ['a StatefulSetWorkload that names it', () => newChart(), () => new StatefulSetWorkload({ image, ports, resources, service: { name: 'store' } }), 'store'],
    ['a ContainerizedWorkload on Kubernetes', kubernetesChart, listening, 'greet'],
    ['a HelidonWorkload on an OAM platform', () => newChart(), () => new HelidonWorkload({
      deployment: { name: 'helidon', podSpec: { containers: [{ name: 'main', image, ports: [{ containerPort: 8080 }] }] } },
    }), 'helidon'],
  ])('of %s', (_, chart, workload, name) => {
    expect(bind(chart(), workload()).serviceName).toBe(name);
  });

  test.each<[string, () => Chart]>([['Kubernetes', kubernetesChart], ['an OAM platform', () => newChart()]])('fails on %s where there is none', (_, chart) => {
    expect(messageOf(() => bind(chart(), new DeploymentWorkload({ image, resources })).serviceName))
      .toBe('[c/hello/greet] service-not-found: no Service is known that leads to component "greet"; declare its ports, or bind a component with the Service; on an OAM platform, only the Services are known that a workload has by itself');
  });

  test('fails where there are several', () => {
    expect(messageOf(() => twoServices(kubernetesChart()).serviceName))
      .toBe('[c/hello/cart] ambiguous-service: component "cart" has several Services: one, two; write the name of the one that is meant');
  });
});

describe('podSelector', () => {
  const policyOf = (chart: Chart, binding: ComponentBinding) => {
    new kplus.NetworkPolicy(chart, 'policy', {
      selector: binding.podSelector, ingress: { rules: [{ peer: binding.podSelector, ports: [kplus.NetworkPolicyPort.tcp(8080)] }] },
    });
    return Manifests.ofChart(chart).one({ kind: 'NetworkPolicy' }).spec;
  };

  test.each<[string, () => Chart, object]>([
    ['Kubernetes', kubernetesChart, { 'app.oam.dev/component': 'greet', 'app.oam.dev/name': 'hello' }],
    ['an OAM platform', () => newChart(), { 'app.oam.dev/component': 'greet' }],
  ])('selects the pods for cdk8s-plus on %s', (_, chart, matchLabels) => {
    const own = chart();
    const namespaceSelector = { matchLabels: { 'kubernetes.io/metadata.name': 'ns' } };
    const from = [{ namespaceSelector, podSelector: { matchLabels } }];
    expect(policyOf(own, bind(own))).toMatchObject({ podSelector: { matchLabels }, ingress: [{ from }] });
  });

  test('has the expressions of a selector of the user\'s own', () => {
    const chart = newChart();
    const matchExpressions = [
      { key: 'app', operator: 'In', values: ['cart', 'basket'] }, { key: 'app', operator: 'NotIn', values: ['x'] },
      { key: 'app', operator: 'Exists' }, { key: 'old', operator: 'DoesNotExist' },
    ];
    expect(policyOf(chart, bind(chart, pods('Deployment', { selector: { matchExpressions } }))).podSelector).toEqual({ matchExpressions });
  });

  test('opens the pods to a Deployment of cdk8s-plus', () => {
    const chart = kubernetesChart();
    const client = new kplus.Deployment(chart, 'client', { containers: [{ image }] });
    client.connections.allowTo(bind(chart).podSelector, { isolation: kplus.PodConnectionsIsolation.PEER });

    const matchLabels = Match.exact({ 'app.oam.dev/component': 'greet', 'app.oam.dev/name': 'hello' });
    Manifests.ofChart(chart).has({ kind: 'NetworkPolicy' }, { spec: { podSelector: { matchLabels } } });
  });

  test('fails for what has no pods', () => {
    const binding = bind(newChart(), KubernetesWorkload.configMap({ metadata: { name: 'greet' } }));
    expect(messageOf(() => binding.podSelector.toPodSelectorConfig())).toMatch(/^\[c\/hello\/greet\] no-pods: .*ConfigMap/);
  });

  test('fails for a workload that Kubernetes would reject', () => {
    const binding = bind(kubernetesChart(), pods('Deployment'));
    expect(messageOf(() => binding.podSelector.toNetworkPolicyPeerConfig())).toBe('[c/hello/greet] missing-field: \'workload.spec.selector\' is required');
  });
});

test('a program without a platform has no objects to ask for', () => {
  expect(messageOf(() => bind(new Chart(new App(), 'c')))).toContain('no-platform: ');
});
