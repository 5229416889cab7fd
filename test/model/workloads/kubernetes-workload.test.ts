import { k8s } from 'cdk8s-plus-27';
import { Component, CustomWorkload, HelidonWorkload, KubernetesWorkload, Workload } from '../../../src';
import { bindOn, findingsOf, kubernetesChart } from '../../targets/kubernetes/support';
import { bind, newChart, rendered, renderedEntry, renderedTraits, renderedWorkload } from '../../support/app';
import { expectGolden } from '../../support/golden';
import { messageOf } from '../../support/message';
import { DNS_LABEL, KEYS, LABEL_VALUE, PORT, SUBDOMAIN } from '../../support/texts';

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
  ['stateful-set', new CustomWorkload({ manifest: STATEFUL_SET }), STATEFUL_SET],
])('%s: every field is written, in the spelling of Kubernetes; golden', (name, workload, manifest) => {
  expect(renderedWorkload(workload)).toEqual(manifest);
  expect(workload.name).toBe(manifest.metadata.name);
  expectGolden(`kubernetes-workload-${name}`, rendered(bind(workload)));
});

test('a manifest of any kind is written as it is', () => {
  const manifest = { apiVersion: 'example.com/v1', kind: 'Foo', data: { clusterIp: 'kept' }, hostIp: null, spec: {}, status: { list: [null, {}] } };

  expect(renderedWorkload(new CustomWorkload({ manifest }))).toEqual(manifest);
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
  ['StatefulSet', new CustomWorkload({ manifest: STATEFUL_SET })],
])('a %s is not scraped', (_, workload) => {
  expect(workload.metricsDefaults).toBeUndefined();
  expect(renderedEntry(bind(workload))).toEqual({ componentName: 'greet' });
});

test.each<[string, Workload, any[]]>([
  ['Deployment', KubernetesWorkload.deployment(DEPLOYMENT), [{ port: 8080, name: 'http', container: 'main' }]],
  ['StatefulSet', new CustomWorkload({ manifest: STATEFUL_SET }), [{ port: 8080, name: 'http', container: 'main' }]],
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
  ['a Deployment does not select its pods', deployment({ selector: { matchLabels: { app: 'bob' } }, template: pod }), "[Deployment 'robert'] selector-mismatch: 'spec.selector.matchLabels.app' is not among the labels of the pod template; give both the same label"],
  ['a label of the pods is none', deployment({ selector, template }), `[Deployment 'robert'] invalid-label: 'spec.template.metadata.labels.other' ${LABEL_VALUE}, got "b c"`],
  ['a value is a function', deployment({ selector, template: { spec: () => pod.spec } }), "[Deployment 'robert'] not-plain: 'spec.template.spec' must be plain data, got a function; give its value"],
  ['the port of a Service is 0', service({ ports: [{ port: 0 }] }), `[Service 'robert'] invalid-port: 'spec.ports[0].port' ${PORT}, got 0`],
  ['the port of a Service is missing', service({ ports: [{ name: 'a' }] }), "[Service 'robert'] missing-field: 'spec.ports[0].port' is required"],
  ['the port of the nodes is a text', service({ type: 'NodePort', ports: [{ port: 1, nodePort: '30000' }] }), `[Service 'robert'] invalid-port: 'spec.ports[0].nodePort' ${PORT}, got "30000"`],
  ['two ports of a Service share a name', service({ ports: [{ port: 1, name: 'a' }, { port: 2, name: 'a' }] }), "[Service 'robert'] duplicate-name: 'spec.ports[1]' has the same name \"a\" as element 0; give each its own name"],
  ['the selector of a Service is none', service({ selector: { a: 'b c' }, clusterIp: 'None' }), `[Service 'robert'] invalid-label: 'spec.selector.a' ${LABEL_VALUE}, got "b c"`],
  ['a value of a ConfigMap is a number', () => KubernetesWorkload.configMap({ data: { a: 1 as any } }), "[ConfigMap] invalid-type: 'data.a' must be a string, got a number; put it in quotes"],
  ['binary data are a list', () => KubernetesWorkload.configMap({ binaryData: [] as any }), "[ConfigMap] invalid-type: 'binaryData' must be a map, got a list of 0"],
  ['the name of a ConfigMap is none', () => KubernetesWorkload.configMap({ metadata: { name: 'A_b' } }), `[ConfigMap 'A_b'] invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
  ['the key of an annotation is none', () => KubernetesWorkload.configMap({ metadata: { annotations: { 'a b': '' } } }), `[ConfigMap] invalid-annotation: 'metadata.annotations' ${KEYS}, got "a b"`],
  ['a manifest has no kind', () => new CustomWorkload({ manifest: { apiVersion: 'v1' } }), "[CustomWorkload] missing-field: 'kind' is required"],
  ['the API version of a manifest is none', () => new CustomWorkload({ manifest: { apiVersion: 'a b', kind: 'Foo' } }), "[Foo] invalid-value: 'apiVersion' must be an API version such as \"apps/v1\", got \"a b\""],
  ['the name in a manifest is none', () => new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Foo', metadata: { name: 'A_b' } } }), `[Foo 'A_b'] invalid-name: 'metadata.name' ${SUBDOMAIN}, got "A_b"`],
])('fails when %s', (_, run, message) => {
  expect(messageOf(run)).toBe(message);
});

describe('the ports of a Service', () => {
  const MANY = "missing-field: 'ports' must have at least one port; declare the ports of the containers, or give those of the Service";
  const NODES = 'be a port of nodes, from 30000 to 32767';
  const NO_NODES = 'must not be set for a Service of type ClusterIP; set type NodePort or LoadBalancer, or leave it out';
  const BAD: [string, any, string][] = [
    ['there is none', { ports: [] }, MANY],
    ['a port of the nodes is one of the system', { type: 'NodePort', ports: [{ port: 1, nodePort: 80 }] },
      `invalid-port: 'ports[0].nodePort' must ${NODES}, got 80; leave it out, and the cluster chooses one`],
    ['a port of the nodes is too high', { type: 'LoadBalancer', ports: [{ port: 1, nodePort: 32768 }] },
      `invalid-port: 'ports[0].nodePort' must ${NODES}, got 32768; leave it out, and the cluster chooses one`],
    ['nodes have a port of a ClusterIP', { type: 'ClusterIP', ports: [{ port: 1, nodePort: 30000 }] }, `invalid-port: 'ports[0].nodePort' ${NO_NODES}`],
    ['nodes have a port, and no type is given', { ports: [{ port: 1, nodePort: 30000 }] }, `invalid-port: 'ports[0].nodePort' ${NO_NODES}`],
    ['two have one port of the nodes', { type: 'NodePort', ports: [{ name: 'a', port: 1, nodePort: 30000 }, { name: 'b', port: 2, nodePort: 30000 }] },
      "duplicate-name: 'ports[1]' has the same node port \"30000/TCP\" as element 0; give each its own node port"],
    ['a port is there twice', { ports: [{ name: 'a', port: 1 }, { name: 'b', port: 1, protocol: 'TCP' }] },
      "duplicate-port: 'ports[1]' is port 1/TCP, which element 0 has already; leave one of them out"],
    ['one of several has no name', { ports: [{ name: 'a', port: 1 }, { port: 2 }] }, "missing-field: 'ports[1].name' is required; give each of several ports a name"],
    ['the name is none', { ports: [{ name: 'a.b', port: 1 }] }, `invalid-name: 'ports[0].name' ${DNS_LABEL}, got "a.b"`],
    ['the protocol is none', { ports: [{ port: 1, protocol: 'HTTP' }] }, "invalid-value: 'ports[0].protocol' must be one of TCP, UDP, SCTP, got \"HTTP\""],
    ['a target is a number in quotes', { ports: [{ port: 1, targetPort: k8s.IntOrString.fromString('80') }] },
      "invalid-port: 'ports[0].targetPort' must be the name of a port, which has a letter, got \"80\"; write 80 without quotes"],
  ];

  test.each(BAD)('fails when %s', (_, spec, finding) => {
    const podSpec = pod.spec;

    expect(messageOf(service(spec))).toBe(`[Service 'robert'] ${finding.replace("'", "'spec.")}`);
    expect(messageOf(() => new HelidonWorkload({ deployment: { name: 'robert', podSpec }, service: { spec } })))
      .toBe(`[HelidonWorkload 'robert'] ${finding.replace("'", "'service.spec.")}`);
  });

  test.each<[string, any]>([
    ['one protocol each', { ports: [{ name: 'a', port: 53 }, { name: 'b', port: 53, protocol: 'UDP' }] }],
    ['a port of the nodes', { type: 'NodePort', ports: [{ port: 1, nodePort: 30000 }] }],
    ['none in a headless Service', { clusterIp: 'None' }],
    ['none for a name elsewhere', { type: 'ExternalName', externalName: 'example.com', ports: [] }],
  ])('pass: %s', (_, spec) => {
    expect(service(spec)).not.toThrow();
  });

  test('fails when there is no spec', () => {
    expect(messageOf(() => KubernetesWorkload.service({ metadata: { name: 'robert' } }))).toBe("[Service 'robert'] missing-field: 'spec' is required");
  });
});

describe('a manifest is checked as the typed workload is, in its component', () => {
  const whole = (manifest: any) => [new CustomWorkload({ manifest })];
  const DATA = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  const TWICE = [{ name: 'm', image: 'i', env: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }] }];
  const AGAIN = 'has the same name "A" as element 0; give each its own name';

  test.each<[string, any, string]>([
    ['data of a ConfigMap are a number', { ...DATA, data: { a: 1 } }, "invalid-type: 'workload.data.a' must be a string, got a number; put it in quotes"],
    ['a Service has no port', { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' }, spec: { ports: [] } },
      "missing-field: 'workload.spec.ports' must have at least one port; declare the ports of the containers, or give those of the Service"],
    ...['Deployment', 'StatefulSet', 'DaemonSet', 'ReplicaSet'].map((kind): [string, any, string] => [`a variable is twice in a ${kind}`,
      { apiVersion: 'apps/v1', kind, spec: { selector: {}, template: { spec: { containers: TWICE } } } },
      `duplicate-name: 'workload.spec.template.spec.containers[0].env[1]' ${AGAIN}`]),
    ['a variable is twice in a Job', { apiVersion: 'batch/v1', kind: 'Job', spec: { template: { spec: { containers: TWICE } } } },
      `duplicate-name: 'workload.spec.template.spec.containers[0].env[1]' ${AGAIN}`],
    ['a variable is twice in a CronJob', { apiVersion: 'batch/v1', kind: 'CronJob', spec: { jobTemplate: { spec: { template: { spec: { containers: TWICE } } } } } },
      `duplicate-name: 'workload.spec.jobTemplate.spec.template.spec.containers[0].env[1]' ${AGAIN}`],
    ['a variable is twice in a Pod', { apiVersion: 'v1', kind: 'Pod', spec: { containers: TWICE } },
      `duplicate-name: 'workload.spec.containers[0].env[1]' ${AGAIN}`],
    ['a Deployment does not select its pods', { apiVersion: 'apps/v1', kind: 'Deployment', spec: { selector: { matchLabels: { app: 'bob' } }, template: pod } },
      "selector-mismatch: 'workload.spec.selector.matchLabels.app' is not among the labels of the pod template; give both the same label"],
    ['the kind is in small letters', { ...DATA, kind: 'configMap' },
      "invalid-value: 'workload.kind' must begin with a capital letter, got \"configMap\"; write it as its API does, such as \"Deployment\""],
  ])('fails when %s', (_, manifest, finding) => {
    for (const workload of whole(manifest)) {
      expect(messageOf(() => new Component(newChart(), 'a', { workload }))).toBe(`[c/a] ${finding}`);
    }
  });

  test('what parameters set is not looked at', () => {
    for (const workload of whole({ ...DATA, data: { a: 1 } })) {
      expect(messageOf(() => new Component(newChart(), 'a', { workload, parameters: [{ name: 'b', fieldPaths: ['data.b'] }] }))).toContain("'workload.data.a'");
      expect(() => new Component(newChart(), 'a', { workload, parameters: [{ name: 'a', fieldPaths: ['data'] }] })).not.toThrow();
    }
  });

  test('without an OAM platform, where it is bound: with the values of parameters', () => {
    const binding = bindOn(kubernetesChart(), new CustomWorkload({ manifest: { ...DATA, data: { a: 1 } } }));

    expect(findingsOf(binding)).toEqual(["[c/hello/greet] invalid-type: 'workload.data.a' must be a string, got a number; put it in quotes"]);
  });
});

const MAX = 1024 * 1024;
const { configMap } = KubernetesWorkload;

test.each<[string, any, string]>([
  ['a key has a slash', { data: { 'a/b': '' } }, "invalid-value: 'data' must have keys of letters, digits, '-', '_' and '.', no two of these first, at most 253 characters; the value is not shown"],
  ['a key goes up', { binaryData: { '..a': '' } },
    "invalid-value: 'binaryData' must have keys of letters, digits, '-', '_' and '.', no two of these first, at most 253 characters; the value is not shown"],
  ['binary data are no base64', { binaryData: { a: 'ä' } },
    "invalid-value: 'binaryData.a' must be a base64 string; the value is not shown; encode it, or put it into 'stringData'"],
  ['they are too large', { data: { a: 'ä'.repeat(MAX / 2), b: 'x' } },
    `invalid-value: 'data' must have at most ${MAX} bytes in all, got ${MAX + 1}; keep large files in the image or in a volume, or divide the data`],
])('fails when, in the data of a ConfigMap, %s', (_, data, finding) => {
  expect(messageOf(() => configMap(data))).toBe(`[ConfigMap] ${finding}`);
});

test('takes a ConfigMap of a whole mebibyte', () => {
  expect(() => configMap({ data: { a: 'x'.repeat(MAX - 3) }, binaryData: { b: 'AAEC' } })).not.toThrow();
});

test.each<[string, any, number]>([
  ['their bytes, which are in base64', { data: { a: Buffer.alloc(MAX).toString('base64'), b: 'eA==' } }, 1],
  ['those of both fields', { data: { a: Buffer.alloc(MAX).toString('base64') }, stringData: { b: 'äx' } }, 3],
])('fails when the data of a Secret are too large, by %s', (_, data, more) => {
  const workload = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, ...data } });

  expect(messageOf(() => new Component(newChart(), 'a', { workload })))
    .toBe(`[c/a] invalid-value: 'workload.data' must have at most ${MAX} bytes in all, got ${MAX + more}; keep large files in the image or in a volume, or divide the data`);
});

test('shows no key of a Secret that is none, since it may be the password', () => {
  const workload = new CustomWorkload({ manifest: { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, stringData: { 'hunter 2': '' } } });

  expect(messageOf(() => new Component(newChart(), 'a', { workload }))).toBe("[c/a] invalid-value: 'workload.stringData' must have keys of letters, digits, '-', '_' "
    + "and '.', no two of these first, at most 253 characters; the value is not shown");
});

test.each([['Secret'], ['ConfigMap']])('fails when immutable is no boolean in a %s', kind => {
  const workload = new CustomWorkload({ manifest: { apiVersion: 'v1', kind, metadata: { name: 'a' }, immutable: 'hunter2' } });

  expect(messageOf(() => new Component(newChart(), 'a', { workload }))).toBe('[c/a] invalid-type: \'workload.immutable\' must be a boolean, got a string');
});

describe('the volumes that containers mount', () => {
  const mounting = { containers: [{ name: 'main', image: 'example/main:1', volumeMounts: [{ name: 'data', mountPath: '/data' }] }] };
  const DANGLING = "dangling-volume: 'workload.spec.template.spec.containers[0].volumeMounts[0].name' is \"data\", and the pod has no volume of this name; "
    + "declare it in 'volumes'";
  const statefulSet = (volumeClaimTemplates: any[]) => new CustomWorkload({
    manifest: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { name: 'a' },
      spec: { selector, serviceName: 'a', template: { metadata: { labels: selector.matchLabels }, spec: mounting }, volumeClaimTemplates },
    },
  });

  test('a StatefulSet claims them for its pods', () => {
    const claimed = statefulSet([{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }]);

    expect(() => new Component(newChart(), 'a', { workload: claimed })).not.toThrow();
    expect(findingsOf(bindOn(kubernetesChart(), claimed))).toEqual([]);
  });

  test('fails when a StatefulSet claims another', () => {
    const other = statefulSet([{ metadata: { name: 'logs' } }]);

    expect(messageOf(() => new Component(newChart(), 'a', { workload: other }))).toBe(`[c/a] ${DANGLING}`);
    expect(findingsOf(bindOn(kubernetesChart(), other))).toEqual([`[c/hello/greet] ${DANGLING}`]);
  });
});
