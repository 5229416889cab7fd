import { k8s } from 'cdk8s-plus-27';
import { KubernetesWorkload, Workload } from '../../src';
import { bind, rendered, renderedEntry, renderedTraits, renderedWorkload } from '../support/app';
import { expectGolden } from '../support/golden';
import { messageOf } from '../support/message';
import { KEYS, LABEL_VALUE, PORT, SUBDOMAIN } from '../support/texts';

const pod = { metadata: { labels: { app: 'robert' } }, spec: { containers: [{ name: 'main', image: 'example/main:1', ports: [{ containerPort: 8080, name: 'http' }] }] } };
const selector = { matchLabels: { app: 'robert' } };

const DEPLOYMENT: k8s.KubeDeploymentProps = {
  metadata: { name: 'robert', labels: { app: 'robert' }, annotations: { note: 'all fields' } },
  spec: {
    replicas: 2,
    selector,
    strategy: { rollingUpdate: { maxSurge: k8s.IntOrString.fromString('50%') } },
    template: { ...pod, spec: { ...pod.spec, hostPid: true, volumes: [{ name: 'data', emptyDir: {} }] } },
  },
};
const SERVICE: k8s.KubeServiceProps = {
  metadata: { name: 'robert' },
  spec: { clusterIp: 'None', selector: { app: 'robert' }, ports: [{ name: 'http', port: 80, targetPort: k8s.IntOrString.fromString('http') }] },
};
const CONFIG_MAP: k8s.KubeConfigMapProps = { metadata: { name: 'robert' }, data: { 'app.yaml': 'a: 1\n', 'clusterIp': 'kept' }, binaryData: { logo: 'AAEC' }, immutable: true };
const STATEFUL_SET = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  metadata: { name: 'mysql' },
  spec: { serviceName: 'mysql', selector, template: { ...pod, metadata: { ...pod.metadata, annotations: { 'prometheus.io/port': '9104' } } } },
};

test.each<[string, Workload, any]>([
  ['deployment', KubernetesWorkload.deployment(DEPLOYMENT), {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: DEPLOYMENT.metadata,
    spec: {
      replicas: 2,
      selector,
      strategy: { rollingUpdate: { maxSurge: '50%' } },
      template: { ...pod, spec: { ...pod.spec, hostPID: true, volumes: [{ name: 'data', emptyDir: {} }] } },
    },
  }],
  ['service', KubernetesWorkload.service(SERVICE), {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'robert' },
    spec: { clusterIP: 'None', selector: { app: 'robert' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }] },
  }],
  ['config-map', KubernetesWorkload.configMap(CONFIG_MAP), { apiVersion: 'v1', kind: 'ConfigMap', ...CONFIG_MAP }],
  ['stateful-set', KubernetesWorkload.fromManifest(STATEFUL_SET), STATEFUL_SET],
])('%s: every field is written, in the spelling of Kubernetes; golden', (name, workload, manifest) => {
  expect(renderedWorkload(workload)).toEqual(manifest);
  expect(workload.name).toBe(manifest.metadata.name);
  expectGolden(`kubernetes-workload-${name}`, rendered(bind(workload)));
});

test('a manifest of any kind is written as it is', () => {
  const manifest = { apiVersion: 'example.com/v1', kind: 'Foo', data: { clusterIp: 'kept' }, hostIp: null, spec: {}, status: { list: [null, {}] } };

  expect(renderedWorkload(KubernetesWorkload.fromManifest(manifest))).toEqual(manifest);
});

test('overrides: new fields, a list in place of another, empty objects', () => {
  const overrides = { metadata: { labels: { a: 'b' } }, spec: { template: { spec: { hostUsers: false, containers: [{ name: 'other', image: 'a', resources: {} }] } } } };

  expect(renderedWorkload(KubernetesWorkload.deployment({ spec: { selector, template: pod } }, { overrides }))).toEqual({
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { labels: { a: 'b' } },
    spec: { selector, template: { metadata: pod.metadata, spec: { hostUsers: false, containers: [{ name: 'other', image: 'a', resources: {} }] } } },
  });
});

const annotated = (annotations: any) =>
  KubernetesWorkload.deployment({ spec: { selector, template: { ...pod, metadata: { ...pod.metadata, annotations } } } });

test.each<[string, any, any]>([
  ['8080 /metrics', undefined, { port: 8080, path: '/metrics' }],
  ['the port of an annotation of its pods', { 'prometheus.io/port': '9090' }, { port: 9090, path: '/metrics' }],
  ['the path of an annotation of its pods', { 'prometheus.io/path': '/prometheus' }, { port: 8080, path: '/prometheus' }],
])('a Deployment is scraped at %s', (_, annotations, spec) => {
  expect(annotated(annotations).metricsDefaults).toEqual(spec);
  expect(renderedTraits(bind(annotated(annotations)))).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec }]);
});

test.each<[string, Workload]>([
  ['Service', KubernetesWorkload.service(SERVICE)],
  ['ConfigMap', KubernetesWorkload.configMap(CONFIG_MAP)],
  ['StatefulSet', KubernetesWorkload.fromManifest(STATEFUL_SET)],
])('a %s is not scraped', (_, workload) => {
  expect(workload.metricsDefaults).toBeUndefined();
  expect(renderedEntry(bind(workload))).toEqual({ componentName: 'greet' });
});

test.each<[string, Workload, any[]]>([
  ['Deployment', KubernetesWorkload.deployment(DEPLOYMENT), [{ port: 8080, name: 'http', container: 'main' }]],
  ['StatefulSet', KubernetesWorkload.fromManifest(STATEFUL_SET), [{ port: 8080, name: 'http', container: 'main' }]],
  ['Service', KubernetesWorkload.service(SERVICE), []],
  ['ConfigMap', KubernetesWorkload.configMap(CONFIG_MAP), []],
])('the ports that the containers of a %s declare', (_, workload, ports) => {
  expect(workload.declaredPorts).toEqual(ports);
});

test('keeps a copy of the object', () => {
  const data = { a: '1' };
  const workload = KubernetesWorkload.configMap({ data });
  data.a = 'changed';

  expect(renderedWorkload(workload).data).toEqual({ a: '1' });
});

const deployment = (spec: any) => () => KubernetesWorkload.deployment({ metadata: { name: 'robert' }, spec });
const service = (spec: any) => () => KubernetesWorkload.service({ metadata: { name: 'robert' }, spec });
const template = { ...pod, metadata: { labels: { app: 'robert', other: 'b c' } } };

test.each<[string, () => unknown, string]>([
  ['a Deployment has no spec', deployment(undefined), "[Deployment 'robert'] missing-field: 'spec' is required"],
  ['a Deployment has no selector', deployment({ template: pod }), "[Deployment 'robert'] missing-field: 'spec.selector' is required"],
  ['a Deployment has no template', deployment({ selector: {} }), "[Deployment 'robert'] missing-field: 'spec.template' is required"],
  ['a Deployment does not select its pods', deployment({ selector: { matchLabels: { app: 'bob' } }, template: pod }), "[Deployment 'robert'] selector-mismatch: 'spec.selector.matchLabels['app']' is not among the labels of the pod template; give both the same label"],
  ['a label of the pods is none', deployment({ selector, template }), `[Deployment 'robert'] invalid-label: 'spec.template.metadata.labels['other']' ${LABEL_VALUE}, got "b c"`],
  ['a value is a function', deployment({ selector, template: { spec: () => pod.spec } }), "[Deployment 'robert'] not-plain: 'spec.template.spec' must be plain data, got a function; give its value"],
  ['the port of a Service is 0', service({ ports: [{ port: 0 }] }), `[Service 'robert'] invalid-port: 'spec.ports[0].port' ${PORT}, got 0`],
  ['the port of a Service is missing', service({ ports: [{ name: 'a' }] }), "[Service 'robert'] missing-field: 'spec.ports[0].port' is required"],
  ['the port of the nodes is a text', service({ ports: [{ port: 1, nodePort: '30000' }] }), `[Service 'robert'] invalid-port: 'spec.ports[0].nodePort' ${PORT}, got "30000"`],
  ['two ports of a Service share a name', service({ ports: [{ port: 1, name: 'a' }, { port: 2, name: 'a' }] }), "[Service 'robert'] duplicate-name: 'spec.ports[1]' has the same name \"a\" as element 0; give each its own name"],
  ['the selector of a Service is none', service({ selector: { a: 'b c' } }), `[Service 'robert'] invalid-label: 'spec.selector['a']' ${LABEL_VALUE}, got "b c"`],
  ['a value of a ConfigMap is a number', () => KubernetesWorkload.configMap({ data: { a: 1 as any } }), "[ConfigMap] invalid-type: 'data['a']' must be a string, got a number"],
  ['binary data are a list', () => KubernetesWorkload.configMap({ binaryData: [] as any }), "[ConfigMap] invalid-type: 'binaryData' must be a map, got a list of 0"],
  ['the name of a ConfigMap is none', () => KubernetesWorkload.configMap({ metadata: { name: 'A_b' } }), `[ConfigMap 'A_b'] invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
  ['the key of an annotation is none', () => KubernetesWorkload.configMap({ metadata: { annotations: { 'a b': '' } } }), `[ConfigMap] invalid-annotation: 'metadata.annotations' ${KEYS}, got "a b"`],
  ['a manifest has no kind', () => KubernetesWorkload.fromManifest({ apiVersion: 'v1' }), "[KubernetesWorkload] missing-field: 'kind' is required"],
  ['the API version of a manifest is none', () => KubernetesWorkload.fromManifest({ apiVersion: 'a b', kind: 'Foo' }), "[Foo] invalid-value: 'apiVersion' must be an API version such as \"apps/v1\", got \"a b\""],
  ['the name in a manifest is none', () => KubernetesWorkload.fromManifest({ apiVersion: 'v1', kind: 'Foo', metadata: { name: 'A_b' } }), `[Foo 'A_b'] invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
])('fails when %s', (_, run, message) => {
  expect(messageOf(run)).toBe(message);
});
