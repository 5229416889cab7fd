import { k8s } from 'cdk8s-plus-27';
import { HelidonWorkload, HelidonWorkloadProps } from '../../../src';
import { bind, rendered, renderedTraits, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { KEYS, LABEL_VALUE, PORT, SUBDOMAIN } from '../../support/texts';

const FULL: HelidonWorkloadProps = {
  name: 'greet-workload',
  labels: { app: 'greet', version: 'v1' },
  annotations: { note: 'all fields' },
  deployment: {
    name: 'greet-deployment',
    labels: { tier: 'backend' },
    annotations: { note: 'deployment' },
    selector: { matchLabels: { app: 'greet' }, matchExpressions: [{ key: 'version', operator: 'Exists' }] },
    strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: k8s.IntOrString.fromNumber(1), maxUnavailable: k8s.IntOrString.fromString('25%') } },
    podSpec: {
      hostIpc: true,
      containers: [{
        name: 'main',
        image: 'example/greet:1.0',
        ports: [{ containerPort: 8080, name: 'http' }, { containerPort: 9090 }],
        resources: { limits: { 'cpu': k8s.Quantity.fromNumber(1), 'example.com/hostIp': k8s.Quantity.fromString('1') }, requests: {} },
        livenessProbe: { httpGet: { path: '/health', port: k8s.IntOrString.fromString('http') } },
        securityContext: {},
      }],
      initContainers: [{ name: 'init', image: 'example/init:1.0', ports: [{ containerPort: 7070 }] }],
      imagePullSecrets: [{ name: 'registry' }],
      volumes: [{ name: 'data', emptyDir: {} }],
    },
  },
  service: {
    name: 'greet',
    labels: { tier: 'backend' },
    annotations: { note: 'service' },
    spec: { clusterIp: 'None', ports: [{ name: 'http', port: 80, targetPort: k8s.IntOrString.fromNumber(8080) }], selector: { clusterIp: 'kept' } },
  },
};

const workload = (deployment: any = {}, rest: any = {}) => new HelidonWorkload({
  name: 'greet', deployment: { name: 'greet', podSpec: { containers: [{ name: 'main', image: 'example/main:1' }] }, ...deployment }, ...rest,
});

test('every field is written, in the spelling of Kubernetes', () => {
  expect(renderedWorkload(new HelidonWorkload(FULL))).toEqual({
    apiVersion: 'oam.verrazzano.io/v1alpha1',
    kind: 'VerrazzanoHelidonWorkload',
    metadata: { name: 'greet-workload', labels: { app: 'greet', version: 'v1' }, annotations: { note: 'all fields' } },
    spec: {
      deploymentTemplate: {
        metadata: { name: 'greet-deployment', labels: { tier: 'backend' }, annotations: { note: 'deployment' } },
        selector: { matchLabels: { app: 'greet' }, matchExpressions: [{ key: 'version', operator: 'Exists' }] },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: '25%' } },
        podSpec: {
          hostIPC: true,
          containers: [{
            name: 'main',
            image: 'example/greet:1.0',
            ports: [{ containerPort: 8080, name: 'http' }, { containerPort: 9090 }],
            resources: { limits: { 'cpu': 1, 'example.com/hostIp': '1' }, requests: {} },
            livenessProbe: { httpGet: { path: '/health', port: 'http' } },
            securityContext: {},
          }],
          initContainers: [{ name: 'init', image: 'example/init:1.0', ports: [{ containerPort: 7070 }] }],
          imagePullSecrets: [{ name: 'registry' }],
          volumes: [{ name: 'data', emptyDir: {} }],
        },
      },
      serviceTemplate: {
        metadata: { name: 'greet', labels: { tier: 'backend' }, annotations: { note: 'service' } },
        serviceSpec: { clusterIP: 'None', ports: [{ name: 'http', port: 80, targetPort: 8080 }], selector: { clusterIp: 'kept' } },
      },
    },
  });
});

test('golden', () => {
  expectGolden('helidon-workload', rendered(bind(new HelidonWorkload(FULL))));
});

test('overrides: fields that the types do not know, and a list in place of another', () => {
  const podSpec = { containers: [{ name: 'other', image: 'example/other:2', resizePolicy: [] }], hostUsers: false, securityContext: {} };

  expect(renderedWorkload(workload({}, { overrides: { spec: { deploymentTemplate: { podSpec } } } })).spec.deploymentTemplate)
    .toEqual({ metadata: { name: 'greet' }, podSpec });
});

test.each<[string, any, any]>([
  ['without one', undefined, undefined],
  ['with nothing in it', {}, {}],
  ['with a name alone', { name: 'other' }, { metadata: { name: 'other' } }],
  ['with a spec alone', { spec: { type: 'NodePort' } }, { serviceSpec: { type: 'NodePort' } }],
])('the Service: %s', (_, service, template) => {
  expect(renderedWorkload(workload({}, { service })).spec.serviceTemplate).toEqual(template);
});

test('declares the ports of its containers, not of those that only run first', () => {
  expect(new HelidonWorkload(FULL).declaredPorts).toEqual([{ port: 8080, name: 'http', container: 'main' }, { port: 9090, container: 'main' }]);
});

test('is scraped at 8080 /metrics, whatever its annotations say: they do not reach the pods', () => {
  const greet = workload({ annotations: { 'prometheus.io/port': '9090' } }, { annotations: { 'prometheus.io/port': '9091' } });

  expect(greet.metricsDefaults).toEqual({ port: 8080, path: '/metrics' });
  expect(renderedTraits(bind(greet))).toEqual([{ apiVersion: 'oam.verrazzano.io/v1alpha1', kind: 'MetricsTrait', spec: { port: 8080, path: '/metrics' } }]);
});

test('keeps a copy of what it is given', () => {
  const podSpec = { containers: [{ name: 'main', image: 'example/main:1' }] };
  const greet = workload({ podSpec });
  podSpec.containers[0].image = 'changed';

  expect(renderedWorkload(greet).spec.deploymentTemplate.podSpec).toEqual({ containers: [{ name: 'main', image: 'example/main:1' }] });
});

const SERVICE_NAME = "must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters)";
const unknown = (known: string) => `is an unknown field; expected one of name, labels, annotations, ${known}; leave it out, or check its spelling`;

test.each<[string, any, any, string]>([
  ['the Deployment has no name', { name: undefined }, {}, "missing-field: 'deployment.name' is required"],
  ['the name of the Deployment is none that its Service could have', { name: '1st.a' }, {},
    'invalid-name: \'deployment.name\' must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got "1st.a"'],
  ['the name of the Deployment is none', { name: 'A_b' }, {}, `invalid-name: 'deployment.name' ${SUBDOMAIN}, got "A_b"`],
  ['a label of the Deployment is none', { labels: { a: 'b c' } }, {}, `invalid-label: 'deployment.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['an annotation of the Deployment is none', { annotations: { '-': 'b' } }, {}, `invalid-annotation: 'deployment.annotations' ${KEYS}, got "-"`],
  ['the Deployment has a field that its template has not', { replicas: 2 }, {}, `unknown-field: 'deployment.replicas' ${unknown('podSpec, selector, strategy')}`],
  ['a label of the selector is none', { selector: { matchLabels: { a: 'b c' } } }, {}, `invalid-label: 'deployment.selector.matchLabels.a' ${LABEL_VALUE}, got "b c"`],
  ['there are no pods', { podSpec: undefined }, {}, "missing-field: 'deployment.podSpec' is required"],
  ['a value is an instance of a class', { podSpec: { containers: [{ name: new Set() }] } }, {}, "not-plain: 'deployment.podSpec.containers[0].name' must be plain data, got an instance of Set; give its value, such as a string, a number or a plain object"],
  ['the name of the Service begins with a digit', {}, { service: { name: '1st' } }, `invalid-name: 'service.name' ${SERVICE_NAME}, got "1st"`],
  ['a label of the Service is none', {}, { service: { labels: { a: 'b c' } } }, `invalid-label: 'service.labels.a' ${LABEL_VALUE}, got "b c"`],
  ['the Service has a namespace', {}, { service: { namespace: 'other' } }, `unknown-field: 'service.namespace' ${unknown('spec')}`],
  ['a port of the Service is 0', {}, { service: { spec: { ports: [{ name: 'a', port: 80 }, { name: 'b', port: 0 }] } } }, `invalid-port: 'service.spec.ports[1].port' ${PORT}, got 0`],
  ['a port of the Service is missing', {}, { service: { spec: { ports: [{ name: 'a' }] } } }, "missing-field: 'service.spec.ports[0].port' is required"],
  ['the port of the nodes is 65536', {}, { service: { spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 65536 }] } } }, `invalid-port: 'service.spec.ports[0].nodePort' ${PORT}, got 65536`],
  ['two ports of the Service share a name', {}, { service: { spec: { ports: [{ port: 80, name: 'a' }, { port: 81, name: 'a' }] } } }, "duplicate-name: 'service.spec.ports[1]' has the same name \"a\" as element 0; give each its own name"],
  ['the selector of the Service is none', {}, { service: { spec: { selector: { a: 'b c' } } } }, `invalid-label: 'service.spec.selector.a' ${LABEL_VALUE}, got "b c"`],
  ['the Service is a text', {}, { service: 'greet' }, "invalid-type: 'service' must be an object, got a string"],
])('fails when %s', (_, deployment, rest, message) => {
  expect(messageOf(() => workload(deployment, rest))).toBe(`[HelidonWorkload 'greet'] ${message}`);
});

test.each([
  ['deploymentTemplate', 'deployment'], ['serviceTemplate', 'service'],
])('fails when overrides give the metadata of %s a field that templates do not have', (template, prop) => {
  const metadata = { namespace: 'ns', creationTimestamp: null, generateName: 'x-' };

  expect(messageOf(() => workload({}, { overrides: { spec: { [template]: { metadata } } } }))).toBe(
    `[HelidonWorkload 'greet'] unknown-field: '${prop}.generateName' `
    + 'is an unknown field; expected one of name, labels, annotations, namespace, creationTimestamp; leave it out, or check its spelling');
});

test.each<[string, any, string]>([
  ['there is no Deployment', undefined, "missing-field: 'deployment' is required"],
  ['the Deployment is a text', 'greet', "invalid-type: 'deployment' must be an object, got a string"],
])('fails when %s', (_, deployment, message) => {
  expect(messageOf(() => new HelidonWorkload({ name: 'greet', deployment }))).toBe(`[HelidonWorkload 'greet'] ${message}`);
});
