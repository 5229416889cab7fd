// What manifests hold that no type of this library says, or that few people write: each is to come out as it went in.

const OAM = 'apiVersion: core.oam.dev/v1alpha2';
const VENDOR = 'apiVersion: oam.verrazzano.io/v1alpha1';

/** Lines with this much space in front. */
function indented(text: string, by: number): string {
  return text.split('\n').map(line => line === '' ? line : ' '.repeat(by) + line).join('\n');
}

/** A component; `workload` is YAML. */
export function component(name: string, workload: string, more = ''): string {
  return `---\n${OAM}\nkind: Component\nmetadata:\n  name: ${name}\nspec:\n  workload:\n${indented(workload, 4)}\n${more}`;
}

/** An application; `components` is YAML, a list. */
export function application(name: string, components: string, metadata = ''): string {
  return `---\n${OAM}\nkind: ApplicationConfiguration\nmetadata:\n  name: ${name}\n${indented(metadata, 2)}\nspec:\n  components:\n${indented(components, 4)}\n`;
}

/** A workload with nothing in it but what it must have. */
export const SMALL = `${OAM}\nkind: ContainerizedWorkload\nspec:\n  containers:\n  - { name: main, image: example/main:1 }`;

/** An application of one component with these traits. */
export function withTraits(traits: string, workload = SMALL): string {
  return `${application('hello', `- componentName: greet\n  traits:\n${indented(traits, 2)}`)}${component('greet', workload)}`;
}

const helidon = (podSpec: string, more = '', metadata = 'name: greet') =>
  `${VENDOR}\nkind: VerrazzanoHelidonWorkload\n${more}\nspec:\n  deploymentTemplate:\n    metadata: { ${metadata} }\n    podSpec:\n${indented(podSpec, 6)}`;
const deployment = (podSpec: string, more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: greet }\nspec:\n  selector: { matchLabels: { app: greet } }\n${indented(more, 2)}\n`
  + `  template:\n    metadata: { labels: { app: greet }, creationTimestamp: null }\n    spec:\n${indented(podSpec, 6)}`;
const weblogic = (template: string, more = '') => `${VENDOR}\nkind: VerrazzanoWebLogicWorkload\nspec:\n  template:\n${indented(template, 4)}\n${indented(more, 2)}`;
const DOMAIN = 'metadata: { name: domain }\nspec: { domainUID: domain, persistentVolumeClaim: null, emptyDir: {} }';

const WORKLOADS: Readonly<Record<string, string>> = {
  'a workload of nothing': 'null',
  'a workload that is a text': '"text"',
  'a workload without a kind': 'apiVersion: v1',
  'a workload with a kind of no letters': 'apiVersion: v1\nkind: "Foo Bar"',
  'a workload with a name at the top': 'apiVersion: apps/v1\nkind: Deployment\nname: greet\nspec: { selector: {}, template: { spec: { containers: [{ name: a }] } } }',
  'a workload with a type alone': 'type: webservice',
  'a workload with a status': 'apiVersion: example.org/v1\nkind: Foo\nmetadata: { name: foo }\nspec: {}\nstatus: { ready: null, conditions: [] }',
  'a ContainerizedWorkload with all': `${OAM}
kind: ContainerizedWorkload
metadata: { name: greet, labels: { app: greet }, annotations: { "example.org/a": "b" } }
spec:
  osType: linux
  arch: arm64
  containers:
  - name: main
    image: example/main:1
    command: [run, "--fast"]
    args: []
    imagePullSecret: pull
    env: [{ name: A, value: "" }, { name: B, fromSecret: { name: secret, key: key } }]
    config: [{ path: /etc/a/b.conf, value: "a\\nb\\n" }, { path: /etc/c, fromSecret: { name: secret, key: key } }]
    ports: [{ name: http, containerPort: 8080, protocol: UDP }]
    livenessProbe: { httpGet: { path: /live, port: 8080, httpHeaders: [{ name: A, value: b }] }, periodSeconds: 10 }
    readinessProbe: { tcpSocket: { port: 8080 }, failureThreshold: 3 }
    resources:
      cpu: { required: 500m }
      memory: { required: 1Gi }
      gpu: { required: "1" }
      extended: [{ name: ext.example.com/v1.MotionSensor, required: 1 }]
      volumes: [{ name: data, mountPath: /data, accessMode: RO, sharingPolicy: Shared, disk: { required: 1Gi, ephemeral: true } }]`,
  'a ContainerizedWorkload with a field of another': `${OAM}\nkind: ContainerizedWorkload\nspec:\n  containers:\n  - { name: main, image: example/main:1, cmd: [run], imagePullPolicy: Always }`,
  'a ContainerizedWorkload with fields beside its containers': `${OAM}\nkind: ContainerizedWorkload\nmetadata: { namespace: other }\nspec:\n  affinity: {}\n  containers:\n  - { name: main, image: example/main:1 }`,
  'a ContainerizedWorkload with a number as value': `${OAM}\nkind: ContainerizedWorkload\nspec:\n  containers:\n  - { name: main, image: example/main:1, env: [{ name: PORT, value: 5432 }] }`,
  'a ContainerizedWorkload without containers': `${OAM}\nkind: ContainerizedWorkload\nspec:\n  containers:`,
  'a ContainerizedWorkload with an odd port name': `${OAM}\nkind: ContainerizedWorkload\nspec:\n  containers:\n  - { name: main, image: a, ports: [{ name: http-1, containerPort: 80 }] }`,
  'a HelidonWorkload with all': helidon(`containers:
- name: main
  image: example/main:1
  ports: [{ name: http, containerPort: 8080, hostIP: 10.0.0.1, protocol: TCP }]
  resources: { limits: { cpu: 1, memory: 1Gi }, requests: {} }
  readinessProbe: { httpGet: { path: /ready, port: http } }
  livenessProbe: { tcpSocket: { port: 8080 } }
  securityContext: {}
  env: [{ name: A, valueFrom: { fieldRef: { fieldPath: status.podIP } } }]
  volumeMounts: [{ name: data, mountPath: /data }]
hostIPC: false
volumes: [{ name: data, emptyDir: {} }, { name: more, downwardAPI: { items: [{ path: a, resourceFieldRef: { resource: limits.cpu, divisor: 1m } }] } }]
nodeSelector: { hostIP: a }`,
  'metadata: { name: greet, labels: { app: greet } }').replace('podSpec:', `selector: { matchLabels: { app: greet }, matchExpressions: [{ key: a, operator: Exists }] }
    strategy: { type: RollingUpdate, rollingUpdate: { maxSurge: 25%, maxUnavailable: 1 } }
    podSpec:`) + '\n  serviceTemplate:\n    metadata: { name: service, labels: {} }\n    serviceSpec: { clusterIP: None, ports: [{ port: 80, targetPort: http }], selector: { clusterIp: a } }',
  'a HelidonWorkload with empty objects': helidon('containers: [{ name: main, image: a, resources: {}, securityContext: {} }]', 'metadata: {}') + '\n  serviceTemplate: {}',
  'a HelidonWorkload with an empty service': helidon('containers: [{ name: main, image: a }]') + '\n  serviceTemplate: { metadata: {}, serviceSpec: null }',
  'a HelidonWorkload with unknown fields': helidon('containers: [{ name: main, image: a }]\nnewField: { a: 1 }\nhostUsers: false', 'status: {}') + '\n  newer: [1]',
  'a HelidonWorkload with a container that is newer than the types': helidon('containers: [{ name: main, image: a, newField: b }]'),
  'a HelidonWorkload with nulls': helidon('containers: [{ name: main, image: a, command: null }]\nvolumes: null'),
  'a HelidonWorkload with a namespace in its template': helidon('containers: [{ name: main, image: a }]', '', 'name: greet, namespace: other'),
  'a HelidonWorkload without a name': helidon('containers: [{ name: main, image: a }]', '', 'labels: { a: b }'),
  'a HelidonWorkload of old': `${VENDOR}\nkind: VerrazzanoHelidonWorkload\nspec:\n  containers: [{ name: main, image: a }]`,
  'a HelidonWorkload whose fields are spelled as in code': helidon('containers: [{ name: main, image: a, ports: [{ containerPort: 80, hostIp: 10.0.0.1 }] }]\nhostPid: true'),
  'a CoherenceWorkload': `${VENDOR}\nkind: VerrazzanoCoherenceWorkload\nspec: { template: { metadata: { name: c, labels: { a: b } }, spec: { jvm: { args: [] }, x: null } } }`,
  'a CoherenceWorkload with a type': `${VENDOR}\nkind: VerrazzanoCoherenceWorkload\nspec: { template: { apiVersion: coherence.oracle.com/v1, kind: Coherence, metadata: { name: c }, spec: { replicas: 1, image: "example/coherence:1", role: storage } } }`,
  'a CoherenceWorkload without a spec': `${VENDOR}\nkind: VerrazzanoCoherenceWorkload\nspec: { template: { metadata: { name: c } } }`,
  'a WebLogicWorkload': weblogic(DOMAIN),
  'a WebLogicWorkload of v8': weblogic(`apiVersion: weblogic.oracle/v8\n${DOMAIN}`),
  'a WebLogicWorkload of v9 with clusters': weblogic(`apiVersion: weblogic.oracle/v9\n${DOMAIN}`, 'clusters: [{ apiVersion: weblogic.oracle/v1, metadata: { name: c1 }, spec: { clusterName: c1 } }]'),
  'a WebLogicWorkload of a version to come': weblogic(`apiVersion: weblogic.oracle/v10\n${DOMAIN}`),
  'a WebLogicWorkload with clusters without a version': weblogic(`apiVersion: weblogic.oracle/v9\n${DOMAIN}`, 'clusters: [{ metadata: { name: c1 }, spec: {} }]'),
  'a WebLogicWorkload of v8 with clusters': weblogic(`apiVersion: weblogic.oracle/v8\n${DOMAIN}`, 'clusters: [{ apiVersion: weblogic.oracle/v1, metadata: { name: c1 }, spec: {} }]'),
  'a Deployment': deployment('containers: [{ name: main, image: a, resources: { limits: { cpu: 500m, memory: 1 } } }]', 'replicas: 2\nstrategy: { type: Recreate }'),
  'a Deployment that does not select its pods': 'apiVersion: apps/v1\nkind: Deployment\nspec: { selector: { matchLabels: { a: b } }, template: { metadata: { labels: { a: c } }, spec: { containers: [{ name: a, image: a }] } } }',
  'a Deployment with newer containers': deployment('initContainers: [{ name: first, image: a, restartPolicy: Always }]\ncontainers: [{ name: main, image: a }]\nterminationGracePeriodSeconds: 30\nserviceAccountName: main\ndnsPolicy: ClusterFirst'),
  'a Deployment with a status': deployment('containers: [{ name: main, image: a }]') + '\nstatus: { replicas: 1 }',
  'a Deployment of old': 'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: { name: a }\nspec: { template: { spec: { containers: [{ name: a, image: a }] } } }',
  'a Service': 'apiVersion: v1\nkind: Service\nmetadata: { name: a }\nspec: { type: ClusterIP, clusterIP: None, ports: [{ name: http, port: 80, targetPort: 8080, nodePort: 30000 }], sessionAffinityConfig: { clientIP: { timeoutSeconds: 1 } } }',
  'a ConfigMap': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, labels: { a: b } }\ndata: { a.txt: "a\\nb\\n\\nc", b: "" }\nbinaryData: { c: AAAA }\nimmutable: true',
  'a ConfigMap with a number': 'apiVersion: v1\nkind: ConfigMap\ndata: { a: 1 }',
  'a ConfigMap without anything': 'apiVersion: v1\nkind: ConfigMap\ndata: {}',
  'a StatefulSet': 'apiVersion: apps/v1\nkind: StatefulSet\nspec: { template: { spec: { containers: [] } } }',
  'a workload of another vendor': 'apiVersion: oam.acme.io/v1alpha1\nkind: AcmeHelidonWorkload\nspec: { deploymentTemplate: { metadata: { name: a }, podSpec: { containers: [] } } }',
  'a Coherence by itself': 'apiVersion: coherence.oracle.com/v1\nkind: Coherence\nmetadata: { name: a }\nspec: { replicas: 1 }',
};

const TRAITS: Readonly<Record<string, string>> = {
  'a MetricsTrait without a spec': `- trait: { ${VENDOR}, kind: MetricsTrait }`,
  'a MetricsTrait with an empty spec': `- trait: { ${VENDOR}, kind: MetricsTrait, spec: {} }`,
  'a MetricsTrait with a null': `- trait: { ${VENDOR}, kind: MetricsTrait, spec: { scraper: null, path: /metrics, port: 8080 } }`,
  'a MetricsTrait with all': `- trait: { ${VENDOR}, kind: MetricsTrait, metadata: { name: m, labels: { a: b } }, spec: { enabled: true, ports: [{ port: 1, path: /a }, { path: /b }], port: 2, path: /c, secret: s, scraper: a/b } }`,
  'a MetricsTrait with a scraper that is none': `- trait: { ${VENDOR}, kind: MetricsTrait, spec: { scraper: "<optionally specify custom scraper>" } }`,
  'a MetricsTrait with a new field': `- trait: { ${VENDOR}, kind: MetricsTrait, metadata: { name: metrics }, spec: { path: /metrics, port: 8080, interval: 30s } }`,
  'two MetricsTraits': `- trait: { ${VENDOR}, kind: MetricsTrait, spec: { port: 1 } }\n- trait: { ${VENDOR}, kind: MetricsTrait, spec: { port: 2 } }\n- trait: { ${OAM}, kind: ManualScalerTrait, spec: { replicaCount: 2 } }`,
  'an IngressTrait with all': `- trait: { ${VENDOR}, kind: IngressTrait, spec: { tls: { secretName: s }, rules: [{ hosts: [a.example.com], paths: [{ path: /, pathType: Exact, authorizationPolicy: { rules: [{ from: { requestPrincipals: ["*"] }, when: [{ key: k, values: [v] }] }] } }], destination: { host: h, port: 80, httpCookie: { name: c, path: /, ttl: 600 } } }] } }`,
  'an IngressTrait without rules': `- trait: { ${VENDOR}, kind: IngressTrait, metadata: { name: i }, spec: { rules: null } }\n- trait: { ${VENDOR}, kind: LoggingTrait, spec: { loggingImage: example/fluentd:1, loggingConfig: "a\\nb" } }`,
  'an IngressTrait whose rules are a map': `- trait: { ${VENDOR}, kind: IngressTrait, spec: { rules: { paths: [{ path: / }] } } }`,
  'an IngressTrait without a spec': `- trait: { ${VENDOR}, kind: IngressTrait }`,
  'an IngressTrait with a when below from': `- trait: { ${VENDOR}, kind: IngressTrait, spec: { rules: [{ paths: [{ path: /, authorizationPolicy: { rules: [{ from: { requestPrincipals: ["*"], when: [{ key: k, values: [v] }] } }] } }] }] } }`,
  'an IngressTrait with a path type that is none': `- trait: { ${VENDOR}, kind: IngressTrait, spec: { rules: [{ paths: [{ path: /, pathType: prefix }] }] } }`,
  'two IngressTraits with one path': `- trait: { ${VENDOR}, kind: IngressTrait, metadata: { name: a }, spec: { rules: [{ paths: [{ path: /a }] }] } }\n- trait: { ${VENDOR}, kind: IngressTrait, metadata: { name: b }, spec: { rules: [{ paths: [{ path: /a }] }] } }`,
  'a LoggingTrait with all': `- trait: { ${VENDOR}, kind: LoggingTrait, spec: { loggingImage: example/fluentd:1, imagePullPolicy: IfNotPresent, loggingConfig: "<match **>\\n  @type stdout\\n</match>\\n" } }`,
  'a LoggingTrait without an image': `- trait: { ${VENDOR}, kind: LoggingTrait, spec: {} }`,
  'a ManualScalerTrait with a reference': `- trait: { ${OAM}, kind: ManualScalerTrait, spec: { replicaCount: 2, workloadRef: { apiVersion: v1, kind: A } } }`,
  'a ManualScalerTrait with a text': `- trait: { ${OAM}, kind: ManualScalerTrait, spec: { replicaCount: "2" } }`,
  'traits of other kinds': '- trait: { apiVersion: extensions/v1beta1, kind: Ingress, metadata: { name: a }, spec: { backend: null } }\n- trait: { apiVersion: example.org/v1, kind: Trait }\n- trait: { apiVersion: oam.acme.io/v1alpha1, kind: MetricsTrait }',
  'a trait with data': `- trait: { ${OAM}, kind: ManualScalerTrait, metadata: { annotations: { a: b }, uid: c }, spec: { replicaCount: 2 } }\n  dataInputs: [{ valueFrom: { dataOutputName: a }, toFieldPaths: [spec.a] }]\n  dataOutputs: [{ name: b, fieldPath: status.b, conditions: [{ op: eq, value: c, fieldPath: d }] }]`,
  'a trait with data of another form': `- trait: { ${OAM}, kind: ManualScalerTrait, spec: { replicaCount: 2 } }\n  dataInputs: [{ valueFrom: { dataOutputName: a } }]\n  unknown: 1`,
  'no trait at all': '- null\n- {}\n- trait: null\n- text',
  'a trait without a type': '- trait: { name: a, properties: { b: c } }',
};

const ENTRIES: Readonly<Record<string, string>> = {
  'traits of nothing': '- componentName: greet\n  traits:\n- componentName: other\n  scopes:',
  'lists without elements': '- componentName: greet\n  traits: []\n  scopes: []\n  parameterValues: []',
  'a component twice': '- componentName: greet\n- componentName: other\n- componentName: greet\n  traits: []',
  'both names': '- componentName: greet\n- componentName: other\n  revisionName: other-v1',
  'a revision': '- revisionName: greet-v3\n- revisionName: other',
  'no name': '- traits: []\n- componentName: greet\n- componentName: 5\n- null',
  'a name that is none': '- componentName: "Not A Name!"\n- componentName: greet',
  'unknown fields': '- componentName: greet\n  acme: { a: [null] }\n  name: b',
  'components that are elsewhere': '- componentName: elsewhere\n- componentName: hello\n- revisionName: far-away-v2',
  'values of parameters': '- componentName: greet\n  parameterValues: [{ name: a, value: "5432" }, { name: b, value: 5 }]',
  'values of unknown parameters': '- componentName: greet\n  parameterValues: [{ name: unknown, value: "5432" }, { name: a, value: true }]',
  'scopes and data': '- componentName: greet\n  scopes: [{ scopeRef: { apiVersion: core.oam.dev/v1alpha2, kind: HealthScope, name: health } }]\n  dataOutputs: [{ name: a, fieldPath: status.a }]\n  dataInputs: [{ valueFrom: { dataOutputName: a }, toFieldPaths: [spec.b] }]',
  'scopes of another form': '- componentName: greet\n  scopes: [{ scopeRef: { kind: HealthScope } }]',
};

const PARAMETERS = '  parameters:\n  - { name: a, fieldPaths: ["spec.containers[0].image"] }\n  - { name: b, required: false, description: text, fieldPaths: [metadata.name] }\n';

const META: Readonly<Record<string, string>> = {
  'metadata of a live object': 'uid: 0b1c\nresourceVersion: "1"\ngeneration: 2\ncreationTimestamp: "2021-01-01T00:00:00Z"\nfinalizers: [a.example.com]\n'
    + 'ownerReferences: [{ apiVersion: v1, kind: A, name: a, uid: b, controller: true }]\nmanagedFields: [{ manager: kubectl, fieldsV1: { "f:spec": {} } }]',
  'metadata with nulls': 'creationTimestamp: null\nlabels: null\nannotations: {}',
  'labels that are none': 'labels: { "a b": c, d: 5 }',
  'a key that cdk8s cannot write': 'constructor: { name: a }\n"__proto__": { a: b }',
};

const OTHERS: Readonly<Record<string, string>> = {
  'an application without a name': `${OAM}\nkind: ApplicationConfiguration\nspec: { components: [{ componentName: a }] }`,
  'an application without components': `${OAM}\nkind: ApplicationConfiguration\nmetadata: { name: a }\nspec: {}`,
  'an application of nothing': `${OAM}\nkind: ApplicationConfiguration`,
  'an application with a status': `${withTraits(TRAITS['a MetricsTrait with all']).replace('spec:\n  components', 'status: { a: null }\nspec:\n  components')}`,
  'a component without a name': `${OAM}\nkind: Component\nmetadata: {}\nspec:\n  workload:\n${indented(SMALL, 4)}`,
  'a component with more in its spec': component('greet', SMALL, '  helm: { a: b }\nstatus: { latestRevision: { name: greet-v1 } }'),
  'parameters of another form': component('greet', SMALL, '  parameters: [{ name: a, fieldPaths: [spec.a], type: string }]'),
  'parameters of nothing': component('greet', SMALL, '  parameters:'),
  'kinds of its own': [
    'apiVersion: clusters.verrazzano.io/v1alpha1\nkind: MultiClusterApplicationConfiguration\nmetadata: { name: a }\nspec: { placement: { clusters: [] }, template: { spec: null } }',
    `${VENDOR}\nkind: MetricsTrait\nmetadata: { name: a }`,
    'apiVersion: v1\nkind: List\nitems: [{ apiVersion: v1, kind: ConfigMap, metadata: { name: a } }, { x: 1 }]',
    'apiVersion: core.oam.dev/v1beta1\nkind: Application\nmetadata: { name: a }\nspec: { components: [] }',
    'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: a }\nrules: []',
    'apiVersion: v1\nkind: Secret\nmetadata: { name: a, namespace: b }\nstringData: { password: hunter2 }',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: null',
    'apiVersion: example.org/v1\nkind: Odd\nmetadata: [1]\nspec: { "": null, "1": a, "a b": [[], {}], "\\u00e9": -0.5 }',
    'apiVersion: example.org/v1\nkind: Odd\nmetadata: { name: 5, namespace: null }',
  ].join('\n---\n'),
  'an object that the application makes too': `${application('hello', '- componentName: greet')}${component('greet', SMALL)}---\napiVersion: apps/v1\nkind: Deployment\nmetadata: { name: greet }`,
  'applications that bind one component': `${application('one', '- componentName: greet\n- componentName: own')}${application('two', '- componentName: greet\n- componentName: other\n  traits:\n  - trait: { apiVersion: a/v1, kind: B }')}${component('greet', SMALL)}${component('other', SMALL)}`,
  'one name in two namespaces': ['a', 'b'].map(namespace => `${application('hello', '- componentName: greet', `namespace: ${namespace}`)}${component('greet', SMALL).replace('name: greet', `name: greet\n  namespace: ${namespace}`)}`).join(''),
  'a namespace on one side only': `${application('hello', '- componentName: greet', 'namespace: a')}${component('greet', SMALL)}`,
  'a namespace that is none': `${application('hello', '- componentName: greet', 'namespace: A_B')}${component('greet', SMALL)}`,
  'components that nobody binds': `${component('greet', SMALL)}${component('other', SMALL)}`,
  'names that mean something': ['main', 'default', 'component', 'chart', 'object', 'components', 'objects', 'index', '1up', 'con'].map(name => application(name, `- componentName: c-${name}`)).join('')
    + `${application('words', ['k8s', 'scope', 'class', 'this', 'words', '2nd', 'constructor'].map(name => `- componentName: ${name}\n  traits:\n  - trait: { apiVersion: a/v1, kind: K8s }`).join('\n'))}`
    + ['k8s', 'scope', 'class', 'this', '2nd', 'constructor'].map(name => component(name, SMALL)).join(''),
  'the same object twice': `${component('greet', SMALL)}${component('greet', SMALL)}`,
};

/** Texts of manifests by what is odd about them. */
export const ODD_DOCUMENTS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(WORKLOADS).map(([what, workload]) => [what, `${application('hello', '- componentName: greet')}${component('greet', workload)}`])),
  ...Object.fromEntries(Object.entries(TRAITS).map(([what, traits]) => [what, withTraits(traits)])),
  ...Object.fromEntries(Object.entries(ENTRIES).map(([what, entries]) => [what, `${application('hello', entries)}${component('greet', SMALL, PARAMETERS)}${component('other', SMALL)}`])),
  ...Object.fromEntries(Object.entries(META).flatMap(([what, metadata]) => [
    [what, application('hello', '- componentName: greet\n- componentName: some-component-that-is-elsewhere-and-has-a-long-name', metadata) + component('greet', SMALL)],
    [`${what}, on a component`, component('greet', SMALL).replace('name: greet', `name: greet\n${indented(metadata, 2)}`)],
  ])),
  ...OTHERS,
};
