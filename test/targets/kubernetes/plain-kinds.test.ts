import { App, Chart, Testing } from 'cdk8s';
import { bindOn, findingsOf, kubernetesChart, LABELS, objectsOf, POD_LABELS, RECOMMENDED, SELECTOR } from './support';
import { CustomObject, CustomTrait, CustomWorkload, KubernetesWorkload, MetricsTrait, OamPlatform, Platform, Workload } from '../../../src';

const CONTAINERS = [{ name: 'main', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }];
const POD = { metadata: { labels: { app: 'greet' } }, spec: { containers: CONTAINERS } };
const workload = (apiVersion: string, kind: string, fields: any = {}) => new CustomWorkload({ manifest: { apiVersion, kind, ...fields } });

/** Without metrics: what is looked at is the workload alone. */
function unscraped(given: Workload) {
  const binding = bindOn(kubernetesChart(), given);
  new MetricsTrait(binding, 'metrics', { enabled: false });
  return binding;
}
const rendered = (given: Workload) => objectsOf(unscraped(given));
const findings = (given: Workload) => findingsOf(unscraped(given));

test('an object is rendered as it is, in the namespace of the application and with its labels', () => {
  const data = { a: 'b', empty: '' };
  const metadata = { labels: { 'own': 'label', 'app.kubernetes.io/name': 'own' }, annotations: { note: 'kept' } };

  expect(rendered(KubernetesWorkload.configMap({ metadata, data, immutable: true }))).toEqual([{
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'greet', namespace: 'ns', labels: { ...LABELS, ...metadata.labels }, annotations: metadata.annotations },
    data,
    immutable: true,
  }]);
});

test('the name of an object is its own, or else the component\'s', () => {
  const names = (metadata?: any) => rendered(workload('v1', 'Secret', { metadata })).map(({ metadata: { name } }) => name);

  expect(names({ name: 'own' })).toEqual(['own']);
  expect(names({})).toEqual(['greet']);
  expect(names()).toEqual(['greet']);
});

test('nulls, empty objects and unknown fields of an operator\'s resource are kept', () => {
  const spec = { nothing: null, empty: {}, list: [], deep: { a: [{ b: null }] } };

  expect(rendered(workload('example.com/v1', 'Own', { spec, status: null }))[0]).toEqual({
    apiVersion: 'example.com/v1', kind: 'Own', metadata: { name: 'greet', namespace: 'ns', labels: LABELS }, spec, status: null,
  });
});

describe('pods get the labels by which the component is selected', () => {
  const template = { spec: { selector: { matchLabels: { app: 'greet' } }, template: POD } };
  const job = { metadata: { labels: { app: 'greet' } }, spec: { ...POD.spec, restartPolicy: 'Never' } };

  test.each<[string, string, any, string[]]>([
    ['apps/v1', 'Deployment', template, ['spec', 'template']],
    ['apps/v1', 'StatefulSet', { spec: { ...template.spec, serviceName: 'greet' } }, ['spec', 'template']],
    ['apps/v1', 'DaemonSet', template, ['spec', 'template']],
    ['apps/v1', 'ReplicaSet', template, ['spec', 'template']],
    ['batch/v1', 'Job', { spec: { template: job } }, ['spec', 'template']],
    ['batch/v1', 'CronJob', { spec: { schedule: '@daily', jobTemplate: { spec: { template: job } } } }, ['spec', 'jobTemplate', 'spec', 'template']],
    ['v1', 'ReplicationController', { spec: { selector: { app: 'greet' }, template: POD } }, ['spec', 'template']],
  ])('in a %s %s', (apiVersion, kind, fields, path) => {
    const [object] = rendered(workload(apiVersion, kind, fields));
    const pod = path.reduce((value, step) => value[step], object);

    expect(object.metadata).toEqual({ name: 'greet', namespace: 'ns', labels: LABELS });
    expect(pod.metadata).toEqual({ labels: { app: 'greet', ...SELECTOR, ...RECOMMENDED } });
    expect(object.spec.selector).toEqual(fields.spec.selector);
  });

  test('in a template without metadata', () => {
    const [object] = rendered(workload('batch/v1', 'Job', { spec: { template: { spec: { ...POD.spec, restartPolicy: 'Never' } } } }));

    expect(object.spec.template.metadata).toEqual({ labels: { ...SELECTOR, ...RECOMMENDED } });
  });

  test('in a Pod, whose series would have all others too', () => {
    const [pod] = rendered(workload('v1', 'Pod', { metadata: { labels: { app: 'greet' } }, spec: POD.spec }));

    expect(pod.metadata).toEqual({ name: 'greet', namespace: 'ns', labels: { app: 'greet', ...POD_LABELS } });
  });

  test('and nowhere else: a kind that nobody knows stays as it is', () => {
    const spec = { template: POD };

    expect(rendered(workload('example.com/v1', 'Rollout', { spec }))[0].spec).toEqual(spec);
  });
});

describe('what belongs to the whole cluster has no namespace', () => {
  test.each([
    ['v1', 'Namespace'], ['v1', 'Node'], ['v1', 'PersistentVolume'],
    ['admissionregistration.k8s.io/v1', 'ValidatingWebhookConfiguration'], ['admissionregistration.k8s.io/v1', 'MutatingWebhookConfiguration'],
    ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy'], ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicyBinding'],
    ['apiextensions.k8s.io/v1', 'CustomResourceDefinition'], ['apiregistration.k8s.io/v1', 'APIService'],
    ['cert-manager.io/v1', 'ClusterIssuer'], ['certificates.k8s.io/v1', 'CertificateSigningRequest'],
    ['external-secrets.io/v1', 'ClusterSecretStore'], ['external-secrets.io/v1', 'ClusterExternalSecret'],
    ['flowcontrol.apiserver.k8s.io/v1', 'FlowSchema'], ['flowcontrol.apiserver.k8s.io/v1', 'PriorityLevelConfiguration'],
    ['gateway.networking.k8s.io/v1', 'GatewayClass'], ['networking.k8s.io/v1', 'IngressClass'],
    ['networking.k8s.io/v1', 'IPAddress'], ['networking.k8s.io/v1', 'ServiceCIDR'],
    ['node.k8s.io/v1', 'RuntimeClass'],
    ['rbac.authorization.k8s.io/v1', 'ClusterRole'], ['rbac.authorization.k8s.io/v1', 'ClusterRoleBinding'],
    ['resource.k8s.io/v1', 'DeviceClass'],
    ['scheduling.k8s.io/v1', 'PriorityClass'],
    ['storage.k8s.io/v1', 'CSIDriver'], ['storage.k8s.io/v1', 'CSINode'], ['storage.k8s.io/v1', 'StorageClass'],
    ['storage.k8s.io/v1', 'VolumeAttachment'], ['storage.k8s.io/v1', 'VolumeAttributesClass'],
  ])('%s %s', (apiVersion, kind) => {
    const [object] = unscraped(workload(apiVersion, kind)).node.root.node.findAll().flatMap((each: any) => each.kind === kind ? [each.toJson()] : []);

    expect(object.metadata).toEqual({ name: 'greet', labels: LABELS });
  });

  test.each([['example.com/v1', 'Namespace'], ['rbac.authorization.k8s.io/v1', 'Role'], ['v1', 'PersistentVolumeClaim'], ['cert-manager.io/v1', 'Issuer']])('but not %s %s', (apiVersion, kind) => {
    const objects = unscraped(workload(apiVersion, kind)).node.root.node.findAll().flatMap((each: any) => each.kind === kind ? [each.toJson()] : []);

    expect(objects.map(({ metadata: { namespace } }: any) => namespace)).toEqual(['ns']);
  });

  test('nor if it is made of a trait', () => {
    const binding = unscraped(KubernetesWorkload.configMap({ data: {} }));
    new CustomTrait(binding, 'role', { manifest: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'reader' }, rules: [] } });

    expect(objectsOf(binding)[1].metadata).toEqual({ name: 'reader', labels: { ...LABELS, 'app.oam.dev/resourceType': 'TRAIT' } });
  });
});

const SERVICE_NAME = "must be the name of a Service (lower-case letters, digits and '-', starting with a letter, at most 63 characters)";
const SUBDOMAIN = "must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters)";
const ENV = "must be the name of a variable (printable ASCII characters without '='), got \"A=…\"";

test.each<[string, Workload, string]>([
  ['the name is none for a Service', workload('v1', 'Service', { metadata: { name: 'a.b' }, spec: { ports: [{ port: 80 }] } }), `invalid-name: 'workload.metadata.name' ${SERVICE_NAME}, got "a.b"`],
  ['a variable has no name for Kubernetes', workload('batch/v1', 'Job', { spec: { template: { spec: { containers: [{ name: 'm', image: 'i', env: [{ name: 'A=B', value: 'a' }] }] } } } }),
    `invalid-value: 'workload.spec.template.spec.containers[0].env[0].name' ${ENV}`],
  ['a pod has no containers', workload('v1', 'Pod', { spec: { containers: [] } }), "missing-field: 'workload.spec.containers' must have at least 1 container"],
  ['the port of a CronJob is none', workload('batch/v1', 'CronJob', { spec: { jobTemplate: { spec: { template: { spec: { containers: [{ name: 'm', ports: [{ containerPort: 0 }] }] } } } } } }),
    "invalid-port: 'workload.spec.jobTemplate.spec.template.spec.containers[0].ports[0].containerPort' must be an integer from 1 to 65535, got 0"],
])('fails when %s', (_, given, finding) => {
  expect(findings(given)).toEqual([`[c/hello/greet] ${finding}`]);
});

describe.each(['Deployment', 'StatefulSet', 'DaemonSet'])('a %s', kind => {
  const labels = { x: 'z' };
  const selecting = (matchLabels: any, matchExpressions?: any[]) =>
    workload('apps/v1', kind, { spec: { ...kind === 'StatefulSet' && { serviceName: 'a' }, selector: { matchLabels, ...matchExpressions && { matchExpressions } }, template: { metadata: { labels }, spec: POD.spec } } });

  test('fails when it does not select its own pods', () => {
    const mismatch = (field: string, label: string) => [
      `[c/hello/greet] selector-mismatch: 'workload.spec.selector.${field}' does not select the pods of the template, which would have to have ${label}; `
        + 'give the selector and the template the same labels',
    ];

    expect(findings(selecting({ x: 'y' }))).toEqual(mismatch('matchLabels', 'x=y'));
    expect(findings(selecting({ x: 'z' }, [{ key: 'tier', operator: 'Exists' }]))).toEqual(mismatch('matchExpressions', 'a label tier'));
  });

  test('may select them by the labels that they get', () => {
    expect(findings(selecting({ x: 'z', ...SELECTOR }))).toEqual([]);
  });

  test('fails when it would select all pods', () => {
    expect(findings(workload('apps/v1', kind, { spec: { serviceName: 'a', selector: {}, template: { metadata: { labels }, spec: POD.spec } } }))).toEqual([
      "[c/hello/greet] missing-field: 'workload.spec.selector' must have at least one label: Kubernetes rejects a selector that is empty; give it a label of the pods",
    ]);
  });

  const selector = { matchLabels: SELECTOR };
  test.each<[string, any, string]>([
    ['it has no spec', {}, "missing-field: 'workload.spec' is required"],
    ['its spec is none', { spec: 'x' }, "invalid-type: 'workload.spec' must be an object, got a string"],
    ['it has no selector', { spec: { template: POD } }, "missing-field: 'workload.spec.selector' is required"],
    ['its template is null', { spec: { selector, template: null } }, "missing-field: 'workload.spec.template' is required"],
    ['its template is none', { spec: { selector, template: 'x' } }, "invalid-type: 'workload.spec.template' must be an object, got a string"],
    ['its pods have no spec', { spec: { selector, template: {} } }, "missing-field: 'workload.spec.template.spec' is required"],
    ['the spec of its pods is none', { spec: { selector, template: { spec: 'x' } } }, "invalid-type: 'workload.spec.template.spec' must be an object, got a string"],
    ['the labels of its pods are none', { spec: { selector, template: { metadata: { labels: 'x' }, spec: POD.spec } } },
      "invalid-type: 'workload.spec.template.metadata.labels' must be a map, got a string"],
    ['the metadata of its pods is none', { spec: { selector, template: { metadata: [], spec: POD.spec } } },
      "invalid-type: 'workload.spec.template.metadata' must be an object, got a list of 0"],
  ])('fails when %s', (_, fields, finding) => {
    expect(findings(workload('apps/v1', kind, fields))).toEqual([`[c/hello/greet] ${finding}`]);
  });
});

test('fails when a parameter gives a name that is none', () => {
  const chart = kubernetesChart();
  const parameters = [{ name: 'name', fieldPaths: ['metadata.name'] }];
  new MetricsTrait(bindOn(chart, KubernetesWorkload.configMap({ data: {} }), { parameters, parameterValues: [{ name: 'name', value: 'No Name' }] }), 'm', { enabled: false });

  expect(findingsOf(chart)).toEqual([`[c/hello/greet] invalid-name: 'workload.metadata.name' ${SUBDOMAIN}, got a string`]);
});

describe('a kind of OAM that nobody knows', () => {
  const REMEDY = "which a cluster without an OAM platform does not know; give the KubernetesPlatform a renderer for it: 'renderers: [{ apiVersion, kind, render }]'";

  test.each([
    ['core.oam.dev/v1alpha2', 'HealthScope'],
    ['standard.oam.dev/v1alpha1', 'Rollout'],
    ['oam.verrazzano.io/v1alpha1', 'VerrazzanoMicroprofileWorkload'],
    ['oam.acme.io/v1alpha1', 'AcmeHelidonWorkload'],
    ['clusters.verrazzano.io/v1alpha1', 'MultiClusterSecret'],
  ])('fails as a workload: %s %s', (apiVersion, kind) => {
    expect(findings(new CustomWorkload({ manifest: { apiVersion, kind } }))).toEqual([`[c/hello/greet] unknown-oam-kind: 'workload' is a ${kind} of ${apiVersion}, ${REMEDY}`]);
  });

  test('fails as a workload with the version in which it is known', () => {
    expect(findings(new CustomWorkload({ manifest: { apiVersion: 'core.oam.dev/v1beta1', kind: 'ContainerizedWorkload' } }))).toEqual([
      '[c/hello/greet] unknown-oam-kind: \'workload.apiVersion\' must be "core.oam.dev/v1alpha2", the only known version of '
        + 'ContainerizedWorkload, got "core.oam.dev/v1beta1"; write "core.oam.dev/v1alpha2"',
    ]);
  });

  test('fails as a trait', () => {
    const binding = unscraped(KubernetesWorkload.configMap({ data: {} }));
    new CustomTrait(binding, 'scope', { manifest: { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope' } });

    expect(findingsOf(binding)).toEqual([`[c/hello/greet/scope] unknown-oam-kind: is a HealthScope of core.oam.dev/v1alpha2, ${REMEDY}`]);
  });

  test('is one by its group only', () => {
    expect(rendered(new CustomWorkload({ manifest: { apiVersion: 'example.com/v1', kind: 'ContainerizedWorkload' } }))).toHaveLength(1);
  });
});

test('fails when it is a list of objects', () => {
  const items = [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }];

  expect(findings(workload('v1', 'List', { items }))).toEqual([
    "[c/hello/greet] not-expressible: 'workload' is a list of objects; make each of them a separate component or trait",
  ]);
});

describe('an API version from which Kubernetes has removed the kind', () => {
  const ingress = { apiVersion: 'extensions/v1beta1', kind: 'Ingress', metadata: { name: 'greet' }, spec: {} };
  const REMOVED = (field: string) => `unserved-version: '${field}' must be "networking.k8s.io/v1", got "extensions/v1beta1", from which Kubernetes 1.22 removed Ingress; `
    + 'write the object in that version; some of its fields may differ';

  test.each<[string, Workload]>([
    ['KubernetesWorkload', new CustomWorkload({ manifest: ingress })],
    ['CustomWorkload', new CustomWorkload({ manifest: ingress })],
  ])('fails as a %s', (_, given) => {
    expect(findings(given)).toEqual([`[c/hello/greet] ${REMOVED('workload.apiVersion')}`]);
  });

  test('fails as a Deployment whose fields are all right', () => {
    expect(findings(workload('apps/v1beta2', 'Deployment', { spec: { selector: { matchLabels: { app: 'greet' } }, template: POD } }))).toEqual([
      "[c/hello/greet] unserved-version: 'workload.apiVersion' must be \"apps/v1\", got \"apps/v1beta2\", from which Kubernetes 1.16 removed Deployment; "
        + 'write the object in that version; some of its fields may differ',
    ]);
  });

  test('fails as a trait', () => {
    const binding = unscraped(workload('v1', 'ConfigMap'));
    new CustomTrait(binding, 'custom', { manifest: ingress });

    expect(findingsOf(binding)).toEqual([`[c/hello/greet/custom] ${REMOVED('apiVersion')}`]);
  });

  test('fails where a renderer gives it', () => {
    const renderer = { apiVersion: 'example.com/v1', kind: 'Own', render: () => [ingress] };
    const binding = bindOn(kubernetesChart({ renderers: [renderer] }), workload('example.com/v1', 'Own'));

    expect(findingsOf(binding)).toContain(`[c/hello/greet] ${REMOVED('workload.render()[0].apiVersion')}`);
  });

  test('fails as a CustomObject', () => {
    const chart = kubernetesChart();
    new CustomObject(chart, 'object', { manifest: ingress });

    expect(findingsOf(chart)).toEqual([`[c/object] ${REMOVED('apiVersion')}`]);
  });

  test.each(['OAM platform', undefined])('may be served by the cluster of a CustomObject: platform %p', installed => {
    const chart = new Chart(new App(), 'c');
    if (installed) Platform.install(chart, OamPlatform.verrazzano());
    new CustomObject(chart, 'object', { manifest: ingress });

    expect(Testing.synth(chart)).toEqual([ingress]);
  });
});
