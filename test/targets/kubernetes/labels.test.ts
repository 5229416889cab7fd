import { Chart } from 'cdk8s';
import { bindOn, findingsOf, kubernetesChart, LABELS, listening, objectsOf, only, POD_LABELS, RECOMMENDED, SELECTOR } from './support';
import {
  ApplicationConfiguration, CoherenceWorkload, Component, ComponentBinding, CustomTrait, CustomWorkload, HelidonWorkload, KubernetesWorkload,
  MetricsTrait, WebLogicDomainVersion, WebLogicWorkload, Workload,
} from '../../../src';
import { selectorOf } from '../../../src/model/platform/model';

const CONTAINERS = [{ name: 'main', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }];
const NAME = { 'app.oam.dev/name': 'other' };

function applied(metadata: any, workload: Workload = listening()): Chart {
  const chart = kubernetesChart();
  new ApplicationConfiguration(chart, 'hello', { metadata }).addComponent(new Component(chart, 'greet', { workload }));
  return chart;
}

test('objects say what they belong to', () => {
  const objects = objectsOf(applied({}));

  expect(objects.map(({ kind, metadata: { labels } }) => [kind, labels])).toEqual([
    ['Deployment', LABELS], ['Service', LABELS], ['PodMonitor', { ...LABELS, 'app.oam.dev/resourceType': 'TRAIT' }],
  ]);
});

test('a pinned revision is told by all objects and pods, and selected by none', () => {
  const chart = kubernetesChart();
  bindOn(chart, listening(), { revisionName: 'greet-v3' });
  const objects = objectsOf(chart);
  const revision = { 'app.oam.dev/revision': 'greet-v3' };

  expect(objects.map(({ metadata: { labels } }) => labels['app.oam.dev/revision'])).toEqual(['greet-v3', 'greet-v3', 'greet-v3']);
  expect(only('Deployment', objects).spec).toMatchObject({ selector: { matchLabels: SELECTOR }, template: { metadata: { labels: { ...POD_LABELS, ...revision } } } });
  expect(only('Deployment', objects).spec.selector.matchLabels).toEqual(SELECTOR);
  expect(only('Service', objects).spec.selector).toEqual(SELECTOR);
  expect(only('PodMonitor', objects).spec.selector).toEqual({ matchLabels: SELECTOR });
});

test('without a pinned revision none is told: it is made in the cluster of a platform', () => {
  expect(JSON.stringify(objectsOf(applied({})))).not.toContain('app.oam.dev/revision');
});

test('labels and annotations of an application go to its workloads, as the runtime copies them', () => {
  const chart = new Chart(kubernetesChart(), 'inner', { namespace: 'ns', labels: { chart: 'label', both: 'chart' } });
  const metadata = { labels: { team: 'a', both: 'application', own: 'application' }, annotations: { version: 'v1.0.0', own: 'application' } };
  const workload = new HelidonWorkload({ labels: { own: 'workload' }, annotations: { own: 'workload' }, deployment: { name: 'greeting', podSpec: { containers: CONTAINERS } } });
  new ApplicationConfiguration(chart, 'hello', { metadata }).addComponent(new Component(chart, 'greet', { workload }));
  const copied = { chart: 'label', both: 'application', team: 'a', own: 'workload' };
  const deployment = only('Deployment', objectsOf(chart));

  expect(deployment.metadata.labels).toEqual({ ...LABELS, ...copied });
  expect(deployment.metadata.annotations).toEqual({ version: 'v1.0.0', own: 'workload' });
  expect(deployment.spec.template.metadata.labels).toEqual({ ...POD_LABELS, ...copied });
});

test('labels and annotations of a component go to its objects, and not to its pods: the runtime leaves them at the Component', () => {
  const chart = kubernetesChart();
  const metadata = { labels: { 'tier': 'web', 'app.oam.dev/name': 'hello' }, annotations: { owner: 'greeters' } };
  new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: listening(), metadata }));
  const { metadata: { labels, annotations }, spec } = only('Deployment', objectsOf(chart));

  expect([labels, annotations]).toEqual([{ ...LABELS, tier: 'web' }, { owner: 'greeters' }]);
  expect(spec.template.metadata).toEqual({ labels: POD_LABELS });
});

test('the user\'s own label goes before Kubernetes\' recommended ones', () => {
  const labels = { 'app.kubernetes.io/name': 'own', 'app.kubernetes.io/part-of': 'shop', 'app.kubernetes.io/managed-by': 'argocd' };

  expect(objectsOf(applied({ labels }))[0].metadata.labels).toEqual({ ...LABELS, ...labels });
});

describe('recommended labels of pods', () => {
  const podLabels = (props: object, labels: Record<string, string> = {}) => {
    const chart = kubernetesChart(props);
    const template = { metadata: { labels: { app: 'greet', ...labels } }, spec: { containers: CONTAINERS } };
    bindOn(chart, KubernetesWorkload.deployment({ spec: { selector: { matchLabels: { app: 'greet' } }, template } }));
    return only('Deployment', objectsOf(chart)).spec.template.metadata.labels;
  };

  test.each<[string, object, Record<string, string>, Record<string, string>]>([
    ['are there', {}, {}, RECOMMENDED],
    ['are those of the pods, if these have some', {}, { 'app.kubernetes.io/name': 'own' }, { ...RECOMMENDED, 'app.kubernetes.io/name': 'own' }],
    ['are left out if the platform says so', { recommendedPodLabels: false }, {}, {}],
  ])('%s', (_, props, own, expected) => {
    expect(podLabels(props, own)).toEqual({ app: 'greet', ...SELECTOR, ...expected });
  });
});

test('a label that says the same as the model passes', () => {
  expect(findingsOf(applied({ labels: LABELS }))).toEqual([]);
});

test('two components of one application never select each other\'s pods', () => {
  const chart = kubernetesChart();
  const hello = new ApplicationConfiguration(chart, 'hello');
  ['a', 'b'].forEach(name => hello.addComponent(new Component(chart, name, { workload: listening() })));

  expect(objectsOf(chart).filter(({ kind }) => kind === 'Service').map(({ spec }) => spec.selector)).toEqual(
    ['a', 'b'].map(component => ({ 'app.oam.dev/name': 'hello', 'app.oam.dev/component': component })));
});

test('selectors are made of the application\'s and the component\'s name', () => {
  expect(selectorOf({ application: { name: 'a' }, componentName: 'c', entry: { revisionName: 'c-v1' } } as any)).toEqual({ 'app.oam.dev/name': 'a', 'app.oam.dev/component': 'c' });
});

describe('a kind whose pods nobody knows', () => {
  const rollout = (labels?: any) => new CustomWorkload({
    manifest: { apiVersion: 'example.com/v1', kind: 'Rollout', spec: { template: { metadata: { labels }, spec: { containers: CONTAINERS } } } },
    metricsDefaults: { port: 8080, path: '/metrics' },
    declaredPorts: [{ port: 8080 }],
  });

  test('fails when the pods do not get the labels by which they are scraped', () => {
    expect(findingsOf(applied({}, rollout()))).toEqual([
      '[c/hello/greet] selector-mismatch: the pods of a Rollout are not known to have the labels by which they are scraped '
        + "(app.oam.dev/name: hello, app.oam.dev/component: greet); write these labels into 'spec.template.metadata.labels', "
        + 'or give the KubernetesPlatform a renderer for the kind',
    ]);
  });

  test('passes when they have them', () => {
    expect(only('PodMonitor', objectsOf(applied({}, rollout(SELECTOR)))).spec.selector.matchLabels).toEqual(SELECTOR);
  });

  test('passes when they are not scraped', () => {
    const chart = applied({}, rollout());
    new MetricsTrait(chart.node.findChild('hello').node.findChild('greet') as ComponentBinding, 'metrics', { enabled: false });

    expect(findingsOf(chart)).toEqual([]);
  });
});

describe('a label of the model with another value', () => {
  const finding = (at: string, field: string, must = 'hello') =>
    `[${at}] reserved-label: '${field}['app.oam.dev/name']' must be "${must}", got "other": the label identifies the owner of the object; leave it out`;

  const deployment = (spec: any, metadata?: any) => new CustomWorkload({ manifest: { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec } });
  const template = (labels: any) => ({ metadata: { labels }, spec: { containers: CONTAINERS } });
  const helidon = (props: any, service?: any, more?: any) => new HelidonWorkload({ deployment: { name: 'greeting', podSpec: { containers: CONTAINERS }, ...props }, service, ...more });
  const coherence = (spec: any, meta?: any) => new CoherenceWorkload({ template: { name: 'carts', spec: { coherence: { metrics: { enabled: true } }, ...spec }, ...meta } });
  const SECRET = { webLogicCredentialsSecret: { name: 's' } };
  const weblogic = (spec: any, meta?: any, more?: any) => new WebLogicWorkload({ domainVersion: WebLogicDomainVersion.V9, template: { name: 'd', spec: { ...SECRET, ...spec }, ...meta }, ...more });

  test.each<[string, Workload, string]>([
    ['of a workload', helidon({}, undefined, { labels: NAME }), 'workload.metadata.labels'],
    ['of a plain object', deployment({ selector: { matchLabels: SELECTOR }, template: template({}) }, { labels: NAME }), 'workload.metadata.labels'],
    ['of a pod template', deployment({ selector: { matchLabels: NAME }, template: template(NAME) }), 'workload.spec.template.metadata.labels'],
    ['of Helidon\'s Deployment', helidon({ labels: NAME }), 'workload.spec.deploymentTemplate.metadata.labels'],
    ['of Helidon\'s selector', helidon({ selector: { matchLabels: NAME } }), 'workload.spec.deploymentTemplate.selector.matchLabels'],
    ['of Helidon\'s Service', helidon({}, { labels: NAME }), 'workload.spec.serviceTemplate.metadata.labels'],
    ['of a Coherence resource', coherence({}, { labels: NAME }), 'workload.spec.template.metadata.labels'],
    ['of Coherence\'s pods', coherence({ labels: NAME }), 'workload.spec.template.spec.labels'],
    ['of a Service of Coherence', coherence({ ports: [{ name: 'http', port: 80, service: { labels: NAME } }] }), 'workload.spec.template.spec.ports[0].service.labels'],
    ['of a Domain', weblogic({}, { labels: NAME }), 'workload.spec.template.metadata.labels'],
    ['of WebLogic\'s servers', weblogic({ serverPod: { labels: NAME } }), 'workload.spec.template.spec.serverPod.labels'],
    ['of WebLogic\'s Services', weblogic({ serverService: { labels: NAME } }), 'workload.spec.template.spec.serverService.labels'],
    ['of a Cluster', weblogic({}, {}, { clusters: [{ name: 'c', labels: NAME, spec: {} }] }), 'workload.spec.clusters[0].metadata.labels'],
  ])('fails %s', (_, workload, field) => {
    expect(findingsOf(applied({}, workload))).toEqual([finding('c/hello/greet', field)]);
  });

  test('fails of an application', () => {
    expect(findingsOf(applied({ labels: NAME }))).toEqual([finding('c/hello', 'metadata.labels')]);
  });

  test.each([['component', 'other'], ['resourceType', 'TRAIT'], ['revision', 'greet-v1']])('fails of an application, since each component has its own: %s', (label, value) => {
    const chart = kubernetesChart();
    const hello = new ApplicationConfiguration(chart, 'hello', { metadata: { labels: { [`app.oam.dev/${label}`]: value } } });
    hello.addComponent(new Component(chart, 'greet', { workload: listening() }), { revisionName: 'greet-v3' });

    expect(findingsOf(chart)).toEqual([
      `[c/hello] reserved-label: 'metadata.labels['app.oam.dev/${label}']' must not be set: it differs for each component; leave it out`,
    ]);
  });

  test('fails of a chart, which gives it to all that is in it', () => {
    const chart = new Chart(kubernetesChart(), 'inner', { namespace: 'ns', labels: NAME });
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: listening() }));

    expect(findingsOf(chart)).toEqual([finding('c/inner/hello', 'metadata.labels')]);
  });

  test('fails of a component', () => {
    const chart = kubernetesChart();
    new ApplicationConfiguration(chart, 'hello').addComponent(new Component(chart, 'greet', { workload: listening(), metadata: { labels: NAME } }));

    expect(findingsOf(chart)).toEqual([finding('c/hello/greet', 'component.metadata.labels')]);
  });

  test('fails of a trait', () => {
    const binding = bindOn(kubernetesChart());
    new MetricsTrait(binding, 'metrics', { metadata: { labels: NAME } });
    new CustomTrait(binding, 'custom', { manifest: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: NAME } } });

    expect(findingsOf(binding)).toEqual([finding('c/hello/greet/metrics', 'metadata.labels'), finding('c/hello/greet/custom', 'metadata.labels')]);
  });
});
