/** Applications of kinds for which the runtime has controllers, and of which it makes objects of Kubernetes. */
import { App, Chart } from 'cdk8s';
import type { Case } from './cases';
import { kubernetes } from '../../../../examples/platforms';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, ContainerProtocol, DataConditionOperator, CustomWorkload, ManualScalerTrait,
  MetricsTrait, OamPlatform, Platform,
} from '../../../../src';

function rendered(platform: Platform, namespace: string, declare: (chart: Chart) => void): any[] {
  const app = new App();
  Platform.install(app, platform);
  const chart = new Chart(app, namespace, { namespace });
  declare(chart);
  return chart.toJson();
}

/** With each field that the runtime's controllers make something of. */
function declareShop(chart: Chart): void {
  const application = new ApplicationConfiguration(chart, 'shop', { metadata: { labels: { team: 'shop' }, annotations: { version: 'v1.0.0' } } });
  const front = application.addComponent(new Component(chart, 'front', {
    workload: new ContainerizedWorkload({
      name: 'front-end',
      labels: { tier: 'web' },
      containers: [{
        name: 'web',
        image: 'example/front:1.0',
        ports: [{ name: 'discovery', containerPort: 7070, protocol: ContainerProtocol.UDP }, { name: 'http', containerPort: 8080 }],
        env: [{ name: 'LEVEL', value: 'INFO' }, { name: 'TOKEN', fromSecret: { name: 'front', key: 'token' } }],
        config: [{ path: '/etc/front/app.yaml', value: 'a: 1\n' }, { path: '/etc/other/more.yaml', value: 'b: 2\n' }],
        resources: { cpu: { required: '100m' }, memory: { required: '64Mi' } },
        readinessProbe: { httpGet: { path: '/ready', port: 8080 } },
      }],
    }),
  }));
  new ManualScalerTrait(front, 'scaler', { replicaCount: 3 });
  new MetricsTrait(front, 'metrics', { port: 8080 });
  const cart = application.addComponent(new Component(chart, 'cart', {
    workload: new ContainerizedWorkload({ containers: [{ name: 'cart', image: 'example/cart:none', ports: [{ name: 'http', containerPort: 1 }] }] }),
    parameters: [
      { name: 'image', fieldPaths: ['spec.containers[0].image'], required: true },
      { name: 'port', fieldPaths: ['spec.containers[0].ports[0].containerPort'] },
    ],
  }), { parameterValues: [{ name: 'image', value: 'example/cart:2.0' }, { name: 'port', value: 8080 }] });
  new MetricsTrait(cart, 'metrics', { port: 8080 });
  const selector = { app: 'store' };
  const containers = [{ name: 'store', image: 'example/store:1.0', ports: [{ containerPort: 8080 }] }];
  const template = { metadata: { labels: selector }, spec: { containers } };
  const plain = {
    'store': { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 2, selector: { matchLabels: selector }, template } },
    'store-service': { apiVersion: 'v1', kind: 'Service', metadata: { name: 'store' }, spec: { selector, ports: [{ name: 'http', port: 8080 }] } },
    'store-settings': { apiVersion: 'v1', kind: 'ConfigMap', data: { currency: 'EUR' } },
  };
  for (const [name, manifest] of Object.entries(plain)) {
    application.addComponent(new Component(chart, name, { workload: new CustomWorkload({ manifest }) }));
  }
}

export function shop(): Case {
  const name = 'proof-shop';
  return { name, objects: rendered(OamPlatform.verrazzano(), name, declareShop), expected: rendered(kubernetes, name, declareShop) };
}

/** The runtime gives a finalizer to an application with a scope, and by that writes all of it anew. */
const SCOPE = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', name: 'health' };

/** With data of one component for another, under conditions of each form. No Kubernetes object says so. */
function declareData(chart: Chart): void {
  const application = new ApplicationConfiguration(chart, 'data', { metadata: { labels: { team: 'shop' } } });
  const store = new Component(chart, 'store', {
    workload: new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'ConfigMap', data: { address: 'db:5432', state: 'ready', team: 'shop' } } }),
  });
  application.addComponent(store, {
    dataOutputs: [{
      name: 'address',
      fieldPath: 'data.address',
      conditions: [
        { op: DataConditionOperator.EQUAL, value: 'ready', fieldPath: 'data.state' },
        { op: DataConditionOperator.EQUAL, valueFrom: { fieldPath: 'metadata.labels.team' }, fieldPath: 'data.team' },
        { op: DataConditionOperator.NOT_EMPTY },
      ],
    }],
    scopes: [SCOPE],
  });
  const cart = application.addComponent(new Component(chart, 'cart', {
    workload: new ContainerizedWorkload({ containers: [{ name: 'cart', image: 'example/cart:1.0', env: [{ name: 'DB', value: 'not yet known' }] }] }),
  }), { dataInputs: [{ valueFrom: { dataOutputName: 'address' }, toFieldPaths: ['spec.containers[0].env[0].value'] }] });
  new MetricsTrait(cart, 'metrics', { enabled: false });
}

export function dataApplication(): Case {
  const name = 'proof-data';
  const { apiVersion, kind } = SCOPE;
  const scope = { apiVersion, kind, metadata: { name: SCOPE.name, namespace: name }, spec: { workloadRefs: [] } };
  return { name, objects: rendered(OamPlatform.verrazzano(), name, declareData), beside: [scope] };
}

/** With one Deployment. Its name is its own: a change of a component leads the runtime to the first application, of all namespaces, that has one of its name. */
function declareRevisions(chart: Chart): void {
  const selector = { app: 'revised' };
  const template = { metadata: { labels: selector }, spec: { containers: [{ name: 'main', image: 'example/revised:1' }] } };
  const manifest = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: { matchLabels: selector }, template } };
  const component = new Component(chart, 'revised', { workload: new CustomWorkload({ manifest }) });
  new MetricsTrait(new ApplicationConfiguration(chart, 'revisions').addComponent(component), 'metrics', { enabled: false });
}

export function revisions(): Case {
  const name = 'proof-revisions';
  return { name, objects: rendered(OamPlatform.verrazzano(), name, declareRevisions), expected: rendered(kubernetes, name, declareRevisions) };
}
