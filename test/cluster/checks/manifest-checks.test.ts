import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { definedIn, kubernetesVersion, readSchemas } from '../../../src/cluster/checks/given-schemas';
import { ManifestChecks, ManifestChecksOptions } from '../../../src/cluster/checks/manifest-checks';
import { kubernetesVersions } from '../../../src/cluster/checks/schema-store';
import { describe as inWords } from '../../../src/base/findings/words';

const named = (apiVersion: string, kind: string, fields: object = {}): any => ({ apiVersion, kind, metadata: { name: 'shop' }, ...fields });

const pods = (podSpec: object, container: object = {}) => ({
  selector: { matchLabels: { app: 'shop' } },
  template: {
    metadata: { labels: { app: 'shop' } },
    spec: { containers: [{ name: 'shop', image: 'example/shop:1', ...container }], ...podSpec },
  },
});

const deployment = (podSpec: object, container?: object) => named('apps/v1', 'Deployment', { spec: pods(podSpec, container) });

function findings(object: any, options: ManifestChecksOptions = { kubernetesVersion: '1.34' }): string[] {
  return new ManifestChecks(options).check(object).map((each) => `${each.isWarning ? 'warning ' : ''}${inWords(each)}`);
}

const CONTAINER = 'spec.template.spec.containers[0]';

test('fails when a kind is called as a member of every object', () => {
  expect(findings(named('v1', 'constructor')).map(each => each.split(':')[0])).toEqual(['unserved-version']);
});

describe('what the server changes is a warning', () => {
  const probe = (fields: object) => ({ tcpSocket: { port: 1 }, ...fields });
  const zero = (path: string, number: number) => `warning schema-violation: '${path}' counts as unset if it is 0: the server makes it ${number}; leave it out, or write what is meant`;

  test.each(['livenessProbe', 'readinessProbe', 'startupProbe'])('a zero of a %s', name => {
    const zeros = { failureThreshold: 0, initialDelaySeconds: 0, periodSeconds: 0, successThreshold: 0, timeoutSeconds: 0 };
    expect(findings(deployment({}, { [name]: probe(zeros) }), {})).toEqual(
      Object.entries({ failureThreshold: 3, periodSeconds: 10, successThreshold: 1, timeoutSeconds: 1 }).map(([field, number]) => zero(`${CONTAINER}.${name}.${field}`, number)),
    );
    expect(findings(deployment({}, { [name]: probe({ failureThreshold: 1, periodSeconds: null }) }))).toEqual([]);
  });

  test('a zero in the pods of a CronJob, and beside an error', () => {
    const template = pods({ restartPolicy: 'Never' }, { startupProbe: probe({ periodSeconds: 0, timeoutSeconds: -1 }) }).template;
    const at = `spec.jobTemplate.${CONTAINER}.startupProbe`;
    expect(findings(named('batch/v1', 'CronJob', { spec: { schedule: '* * * * *', jobTemplate: { spec: { template } } } }))).toEqual([
      `invalid-value: '${at}.timeoutSeconds' must be an integer from 0 to 2147483647, got -1`, zero(`${at}.periodSeconds`, 10),
    ]);
  });

  test('the number of pods of a StatefulSet that may be missing, by servers that drop it', () => {
    const set = (rollingUpdate: object) => named('apps/v1', 'StatefulSet', { spec: { ...pods({}), serviceName: 'shop', updateStrategy: { type: 'RollingUpdate', rollingUpdate } } });
    const dropped = ["warning schema-violation: 'spec.updateStrategy.rollingUpdate.maxUnavailable' is dropped by servers before 1.35 without the feature gate MaxUnavailableStatefulSet; leave it out"];
    expect(['1.31', '1.34'].map(version => findings(set({ maxUnavailable: 2 }), { kubernetesVersion: version }))).toEqual([dropped, dropped]);
    expect(['1.35', undefined].map(version => findings(set({ maxUnavailable: '20%' }), { kubernetesVersion: version }))).toEqual([[], []]);
    expect(findings(set({ partition: 1 }))).toEqual([]);
    expect(findings(deployment({}))).toEqual([]);
  });
});

describe('fails when', () => {
  test.each<[string, any, string]>([
    ['a field is misspelt', deployment({}, { livenesProbe: {} }),
      `unknown-field: '${CONTAINER}.livenesProbe' is an unknown field; the API server silently drops it; did you mean "livenessProbe"?`],
    ['a port is a string', deployment({}, { ports: [{ containerPort: '80' }] }), `invalid-type: '${CONTAINER}.ports[0].containerPort' must be an integer, got a string`],
    ['a mount has no volume', deployment({}, { volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
      `dangling-volume: '${CONTAINER}.volumeMounts[0].name' is "data", and the pod has no volume of this name; declare it in 'volumes'`],
    ['a probe asks nothing', deployment({}, { readinessProbe: {} }),
      `schema-violation: '${CONTAINER}.readinessProbe' must have exactly one of exec, grpc, httpGet, tcpSocket, and has none`],
    ['an element is null', named('v1', 'Pod', { spec: { containers: [{ name: 'a', image: 'b', env: [null] }] } }), "missing-field: 'spec.containers[0].env[0].name' is required"],
    ['a probe asks twice', deployment({}, { readinessProbe: { httpGet: { port: 80 }, tcpSocket: { port: 80 } } }),
      `schema-violation: '${CONTAINER}.readinessProbe' must have exactly one of exec, grpc, httpGet, tcpSocket, and has httpGet and tcpSocket`],
    ['a liveness probe has to succeed twice', deployment({}, { livenessProbe: { httpGet: { port: 80 }, successThreshold: 2 } }),
      `invalid-value: '${CONTAINER}.livenessProbe.successThreshold' must be an integer from 0 to 1, got 2`],
    ['a request is above its limit', deployment({}, { resources: { requests: { memory: '2Gi' }, limits: { memory: '1024Mi' } } }),
      `schema-violation: '${CONTAINER}.resources.requests.memory' must be at most the limit (1024Mi), got "2Gi"`],
    ['a request is negative', deployment({}, { resources: { requests: { cpu: '-1' } } }),
      `schema-violation: '${CONTAINER}.resources.requests.cpu' must be at least 0, got "-1"`],
    ['a hook sleeps longer than the container has to end', deployment({}, { lifecycle: { preStop: { sleep: { seconds: 31 } } } }),
      `schema-violation: '${CONTAINER}.lifecycle.preStop.sleep.seconds' must be at most terminationGracePeriodSeconds (30), got 31`],
    ['a hook sleeps longer than the pod allows', deployment({ terminationGracePeriodSeconds: 5 }, { lifecycle: { postStart: { sleep: { seconds: 6 } } } }),
      `schema-violation: '${CONTAINER}.lifecycle.postStart.sleep.seconds' must be at most terminationGracePeriodSeconds (5), got 6`],
    ['the pods of a Deployment end', deployment({ restartPolicy: 'Never' }), "invalid-value: 'spec.template.spec.restartPolicy' must be one of Always, got \"Never\""],
    ['the pods of a Job have no restart policy', named('batch/v1', 'Job', { spec: { template: pods({}).template } }),
      "missing-field: 'spec.template.spec.restartPolicy' must be one of OnFailure, Never"],
    ['a container has no image', deployment({ containers: [{ name: 'shop' }] }), `missing-field: '${CONTAINER}.image' is required`],
    ['the name of a variable has an equals sign', deployment({}, { env: [{ name: 'A=1' }] }),
      `invalid-value: '${CONTAINER}.env[0].name' must be the name of a variable (printable ASCII characters without '='), got "A=…"`],
    ['a selector selects other pods', named('apps/v1', 'Deployment', { spec: { ...pods({}), selector: { matchLabels: { app: 'cart' } } } }),
      "selector-mismatch: 'spec.selector' does not select the pods of the template, which would have to have app=cart; give the selector and the template the same labels"],
    ['a rolling update goes no step', named('apps/v1', 'Deployment', { spec: { ...pods({}), strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: '0%' } } } }),
      "schema-violation: 'spec.strategy.rollingUpdate.maxUnavailable' must not be 0 where maxSurge is 0: no pod could be replaced; raise one of them"],
    ['the path of an Ingress is relative', named('networking.k8s.io/v1', 'Ingress', {
      spec: { rules: [{ http: { paths: [{ path: 'cart', pathType: 'Prefix', backend: { service: { name: 'a', port: { number: 80 } } } }] } }] },
    }), "schema-violation: 'spec.rules[0].http.paths[0].path' must begin with '/', got \"cart\""],
    ['the kind is misspelt', named('apps/v1', 'Deploymnt'), "unserved-version: 'kind' is no kind of \"apps/v1\"; did you mean \"Deployment\"?"],
    ['the kind is none', named('apps/v1', 'Shop'), "unserved-version: 'kind' is no kind of \"apps/v1\"; check its spelling, and the API version"],
    ['the kind has another version', named('batch/v2', 'Job'), "unserved-version: 'apiVersion' must be batch/v1 for Job, got \"batch/v2\"; write the object in that version"],
    ['the group is none of Kubernetes', named('app/v1', 'Deployment'),
      "unserved-version: 'apiVersion' must be apps/v1 for Deployment, got \"app/v1\"; write the object in that version"],
    ['the version of the core group is none', named('v2', 'Pod'), "unserved-version: 'apiVersion' must be v1 for Pod, got \"v2\"; write the object in that version"],
    ['a version was removed', named('extensions/v1beta1', 'Ingress'),
      "unserved-version: 'apiVersion' must be \"networking.k8s.io/v1\", got \"extensions/v1beta1\", from which Kubernetes 1.22 removed Ingress; write the object in that version; some of its fields may differ"],
    ['a version is newer than the cluster', named('storage.k8s.io/v1', 'VolumeAttributesClass', { driverName: 'a', parameters: { a: 'b' } }),
      "unserved-version: 'apiVersion' is \"storage.k8s.io/v1\", in which Kubernetes 1.33 does not serve VolumeAttributesClass; served by Kubernetes 1.34, 1.35, 1.36, 1.37; write the object in a version that the cluster serves"],
    ['an operator has another version', named('monitoring.coreos.com/v2', 'PodMonitor'),
      "unserved-version: 'apiVersion' must be monitoring.coreos.com/v1 for PodMonitor, got \"monitoring.coreos.com/v2\"; write the object in that version, or give the operator's CustomResourceDefinition"],
    ['a field of an operator\'s kind is misspelt', named('monitoring.coreos.com/v1', 'PodMonitor', { spec: { selector: {}, podMetricsEndpoints: [{ prot: 'a' }] } }),
      "unknown-field: 'spec.podMetricsEndpoints[0].prot' is an unknown field; the API server silently drops it; did you mean \"port\"?"],
    ['metadata of an operator\'s kind has an unknown field', { ...named('monitoring.coreos.com/v1', 'PodMonitor', { spec: { selector: {}, podMetricsEndpoints: [] } }), metadata: { name: 'a', label: {} } },
      "unknown-field: 'metadata.label' is an unknown field; expected one of annotations, creationTimestamp, deletionGracePeriodSeconds, deletionTimestamp, finalizers, generateName, generation, labels, managedFields, name, namespace, ownerReferences, resourceVersion, selfLink, uid; the API server silently drops it; did you mean \"labels\"?"],
    ['a kind has no schema', named('example.com/v1', 'Widget'),
      "warning no-schema: 'kind' has no schema: the fields of \"example.com/v1\" Widget are not checked; give the CustomResourceDefinition of the kind to have its fields checked"],
  ])('%s', (title, object, message) => {
    const version = title.includes('newer') ? '1.33' : '1.34';
    expect(findings(object, { kubernetesVersion: version })).toEqual([message]);
  });
});

describe('accepts', () => {
  test.each<[string, any]>([
    ['what is filled in later', deployment({}, { ports: [{ containerPort: '${PORT}' }], image: '${IMAGE}', resources: { requests: { cpu: '${CPU}' } } })],
    ['no name of a port, written as an empty one', deployment({}, { ports: [{ name: '', containerPort: 80 }] })],
    ['the volumes that a StatefulSet claims', named('apps/v1', 'StatefulSet', {
      spec: {
        ...pods({}, { volumeMounts: [{ name: 'data', mountPath: '/data' }] }),
        serviceName: 'shop',
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } } }],
      },
    })],
    ['a probe of a sidecar', deployment({ initContainers: [{ name: 'log', image: 'a', restartPolicy: 'Always', readinessProbe: { tcpSocket: { port: 1 } } }] })],
    ['the kinds of another vendor', named('oam.acme.io/v1alpha1', 'MetricsTrait', { spec: { ports: [{ port: 8080 }] } })],
    ['files of tools without a dot in their group', { apiVersion: 'skaffold/v4beta11', kind: 'Config', build: {} }],
    ['files of tools', { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization', resourcs: [] }],
  ])('%s', (_, object) => {
    expect(findings(object)).toEqual([]);
  });
});

describe('as a whole, fails when', () => {
  const whole = (object: any) => new ManifestChecks({}).checkWhole(object).filter(({ isWarning }) => !isWarning).map(inWords);
  const configMap = (metadata: any): any => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata });

  test.each<[string, any, string[]]>([
    ['there is no name', configMap({}), ["missing-field: 'metadata.name' is required; set it, or 'metadata.generateName'"]],
    ['there is no metadata', configMap(undefined), ["missing-field: 'metadata.name' is required; set it, or 'metadata.generateName'"]],
    ['metadata is a list', configMap([]), ["invalid-type: 'metadata' must be an object, got a list of 0"]],
    ['a name is none of its kind', named('v1', 'Service', { metadata: { name: '1a' }, spec: { ports: [{ port: 80 }] } }),
      ["invalid-name: 'metadata.name' must be a DNS-1035 label (lower-case letters, digits and '-', beginning with a letter, at most 63 characters), got \"1a\"; set 'metadata.name', or a construct id that is a valid name"]],
    ['a name is no string', configMap({ name: 5 }), ["invalid-type: 'metadata.name' must be a string, got a number; put it in quotes"]],
    ['a kind without a schema has an invalid name', named('example.com/v1', 'Widget', { metadata: { name: 'A_b' } }),
      ["invalid-name: 'metadata.name' must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters), got \"A_b\"; set 'metadata.name', or a construct id that is a valid name"]],
    ['a namespace, a label and an annotation are invalid', configMap({ name: 'a', namespace: 'A_b', labels: { a: 'b c' }, annotations: { 'a b': 'c' } }), [
      "invalid-name: 'metadata.namespace' must be a DNS-1123 label (lower-case letters, digits and '-', at most 63 characters), got \"A_b\"",
      "invalid-label: 'metadata.labels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got \"b c\"",
      "invalid-annotation: 'metadata.annotations' must be a map with keys of the form [<DNS subdomain>/]<name>, got \"a b\"",
    ]],
  ])('%s', (_, object, messages) => expect(whole(object)).toEqual(messages));

  test.each<[string, any]>([
    ['what is filled in later', configMap({ name: '${NAME}-a', namespace: '${NS}', labels: { a: '${A}' } })],
    ['what the server completes', configMap({ generateName: 'a-' })],
    ['names with colons, where the kind has them', named('rbac.authorization.k8s.io/v1', 'Role', { metadata: { name: 'system:a' } })],
    ['files of tools', { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' }],
    ['what is for tools alone', configMap({ annotations: { 'config.kubernetes.io/local-config': 'true' } })],
  ])('and accepts %s', (_, object) => expect(whole(object)).toEqual([]));

  test('and a kind that is not checked may be anything', () => {
    expect(new ManifestChecks({ uncheckedKinds: ['ConfigMap'] }).checkWhole(configMap({}))).toEqual([]);
  });
});

test('without a version, what any of them serves is accepted', () => {
  const attributes = named('storage.k8s.io/v1beta1', 'VolumeAttributesClass', { driverName: 'a', parameters: { a: 'b' } });
  expect(findings(attributes, {})).toEqual([]);
  expect(findings(attributes, { kubernetesVersion: '1.37' })[0]).toContain('in which Kubernetes 1.37 does not serve VolumeAttributesClass; served by Kubernetes 1.31');
});

describe('without a version, of what', () => {
  const claim = (template: object) => named('v1', 'Pod', { spec: { containers: [{ name: 'a', image: 'b' }], ...template } });

  test('every version refuses, the version that refuses least is told', () => {
    expect(findings(deployment({}, { livenesProbe: {} }), {})).toEqual([
      `unknown-field: '${CONTAINER}.livenesProbe' is an unknown field; the API server silently drops it; did you mean "livenessProbe"?`,
    ]);
  });

  test('a later version refuses, nothing is told', () => {
    // 1.31 has `claims[].source`, 1.36 has `workloadRef`
    for (const each of [claim({ workloadRef: { name: 'a', podGroup: 'b' } }), named('v1', 'Namespace')]) expect(findings(each, {})).toEqual([]);
    expect(findings(named('resource.k8s.io/v1alpha3', 'ResourceClaim', { spec: { devices: {} } }), {})).toEqual([]);
  });

  test('another version of an operator, or an old cluster, may take is a warning unless somebody has asked', () => {
    const monitor = named('monitoring.coreos.com/v1', 'PodMonitor', { spec: { selector: {}, podMetricsEndpoints: [{ porrt: 'a' }] } });
    expect(findings(monitor, { isUnasked: true })[0]).toMatch(/^warning unknown-field: 'spec\.podMetricsEndpoints\[0\]\.porrt'/);
    expect(findings(monitor, {})[0]).toMatch(/^unknown-field: /);
    expect(findings(named('extensions/v1beta1', 'Ingress'), { isUnasked: true })[0]).toMatch(/^warning unserved-version: /);
    expect(findings(named('example.com/v1', 'Widget'), { isUnasked: true })).toEqual([]);
    expect(findings(named('core.oam.dev/v1alpha2', 'Component', { spec: { workload: deployment({}, { imagee: 'a' }) } }), { isUnasked: true })).toEqual([
      `unknown-field: 'spec.workload.${CONTAINER}.imagee' is an unknown field; the API server silently drops it; did you mean "image"?`,
    ]);
  });
});

test('a type of a schema that there is not is told', () => {
  const definition = named('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'int' } } } } }],
    },
  });
  expect(findings(definition)).toEqual([
    "invalid-value: 'spec.versions[0].schema.openAPIV3Schema.properties.spec.type' must be one of array, boolean, integer, number, object, string, got \"int\"",
  ]);
  expect(findings(named('example.com/v1', 'Widget', { spec: 1 }), { schemas: [definedIn([definition])] })[0]).toMatch(/^warning no-schema: /);
});

test('the workload kinds of a vendor have the schemas of those that are known', () => {
  const [message] = findings(named('oam.acme.io/v1alpha1', 'AcmeHelidonWorkload', { spec: { deploymentTemplate: { metadata: { name: 'a' }, podSpec: {} }, deploymentTemplat: {} } }));
  expect(message).toMatch(/^unknown-field: 'spec\.deploymentTemplat' .* did you mean "deploymentTemplate"\?$/);
});

test('a kind without a schema is told once, or is an error each time', () => {
  const warning = new ManifestChecks({});
  const widgets = ['a', 'b'].map((name) => ({ ...named('example.com/v1', 'Widget'), metadata: { name } }));
  expect(widgets.map((each) => warning.check(each).length)).toEqual([1, 0]);
  const error = new ManifestChecks({ requireSchemas: true });
  expect(widgets.map((each) => error.check(each).map(({ code, isWarning }) => [code, isWarning]))).toEqual([[['no-schema', undefined]], [['no-schema', undefined]]]);
});

test('what people get wrong in Secrets, pods and selectors is found', () => {
  const REQUIRED = 'is required';
  expect(findings({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' }, type: 'kubernetes.io/tls', stringData: { 'tls.crt': 'x' } } as any))
    .toEqual([`missing-field: 'data['tls.key']' ${REQUIRED}`]);
  expect(findings(named('v1', 'Pod', { spec: { containers: [{ name: 'a' }] } }))).toEqual([`missing-field: 'spec.containers[0].image' ${REQUIRED}`]);
  expect(findings(named('apps/v1', 'Deployment', { spec: { ...pods({}), selector: {} } }))).toEqual([
    "missing-field: 'spec.selector.matchLabels' must have at least one label: without any, all pods would be selected; give the labels that distinguish these pods from others",
  ]);
});

describe('given schemas', () => {
  let folder: string;
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const CRD = JSON.stringify({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'widgets.example.com' },
    spec: {
      group: 'example.com',
      scope: 'Namespaced',
      names: { kind: 'Widget', plural: 'widgets' },
      versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer', default: 3 } } } } } } },
        { name: 'v0', served: false, storage: false, schema: { openAPIV3Schema: { type: 'object' } } }],
    },
  });

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const problems = (...paths: string[]) => readSchemas(paths, 'schemas').findings.map((each) => inWords(each).replaceAll(folder, ''));

  test('take the place of what is not known', () => {
    file('crd.json', CRD);
    const { sets, findings: wrong } = readSchemas([folder], 'schemas');
    expect(wrong).toEqual([]);
    expect(findings(named('example.com/v1', 'Widget', { spec: { sizes: 1 } }), { schemas: sets })).toEqual([
      "unknown-field: 'spec.sizes' is an unknown field; expected one of size; the API server silently drops it; did you mean \"size\"?",
    ]);
    expect(findings(named('example.com/v0', 'Widget'), { schemas: sets })[0]).toContain("'apiVersion' must be example.com/v1 for Widget");
  });

  test('are the files that a cdk8s.yaml imports', () => {
    file('crd.json', CRD);
    const config = (...imports: string[]) => file('cdk8s.yaml', JSON.stringify({ app: 'node main.js', imports }));
    const { sets, findings: wrong } = readSchemas([config('k8s@1.34.0', 'widgets:=crd.json', 'https://example.com/crd.yaml', 'github:example/crds@1.0.0')], 'schemas');
    expect(wrong).toEqual([]);
    expect(sets).toEqual(readSchemas([join(folder, 'crd.json')], 'schemas').sets);
    expect(readSchemas([config(join(folder, 'crd.json'))], 'schemas').sets).toEqual(sets);
    expect(problems(config('k8s', 'old.json'))).toEqual([
      "unusable-schemas: 'schemas[0]' cannot be read: /old.json: manifest-not-readable: does not exist; check the path; give files or folders of CustomResourceDefinitions",
    ]);
    expect(problems(config('k8s'))).toEqual([
      "unusable-schemas: 'schemas[0]' has no CustomResourceDefinition: \"/cdk8s.yaml\"; give files or folders of CustomResourceDefinitions",
    ]);
  });

  test.each<[string, any]>([
    ['has a type that there is not', { type: 'int' }], ['has two types', { type: ['string', 'null'] }], ['is null', null], ['is a number', 5], ['refers to another', { $ref: '#/a' }], ['is a list', []],
  ])('fail when the schema of a field %s', (_, schema) => {
    const definition = JSON.parse(CRD);
    definition.spec.versions[0].schema.openAPIV3Schema.properties.spec = schema;
    expect(problems(file('crd.json', JSON.stringify(definition)))).toEqual([
      "unusable-schemas: 'schemas[0]' has a CustomResourceDefinition that cannot be read: \"/crd.json\"; give it as apiextensions.k8s.io/v1, in a form that an API server accepts",
    ]);
    expect(findings(named('example.com/v1', 'Widget'), { schemas: [definedIn([definition])] })[0]).toContain('has no schema');
  });

  test('fail when they cannot be read, or hold no definition', () => {
    expect(problems('/nowhere')).toEqual([
      "unusable-schemas: 'schemas[0]' cannot be read: /nowhere: manifest-not-readable: does not exist; check the path; give files or folders of CustomResourceDefinitions",
    ]);
    expect(problems(file('broken.yaml', 'a: [1\n'))[0]).toMatch(/^unusable-schemas: 'schemas\[0\]' cannot be read: \/broken\.yaml:\d+:\d+: yaml-syntax: /);
    expect(problems(file('pod.yaml', 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\n'))).toEqual([
      "unusable-schemas: 'schemas[0]' has no CustomResourceDefinition: \"/pod.yaml\"; give files or folders of CustomResourceDefinitions",
    ]);
    expect(problems(file('old.json', CRD.replace('"versions"', '"version"')))).toEqual([
      "unusable-schemas: 'schemas[0]' has a CustomResourceDefinition that cannot be read: \"/old.json\"; give it as apiextensions.k8s.io/v1, in a form that an API server accepts",
    ]);
    expect(problems('')).toEqual(["invalid-value: 'schemas[0]' must be a non-empty string, got \"\""]);
  });
});

test('a version that is not shipped is refused', () => {
  expect(kubernetesVersion('1.9', 'kubernetesVersion').map(inWords)).toEqual([
    `invalid-value: 'kubernetesVersion' must be one of ${kubernetesVersions().join(', ')}, got "1.9"`,
  ]);
  expect(kubernetesVersion('1.37', 'kubernetesVersion')).toEqual([]);
});
