import { application, bound, component, CONFIG_MAP, containerized, deployment, documents, ingress, KUBERNETES, OAM, ofVendor, PORTS, Texts, told, traitOf, weblogic } from '../support';

// what the platform rejects, drops or never does, each by the smallest manifest that has it

interface Case {
  readonly what: string;
  readonly texts: Texts;
  /** By code and field, warnings with an exclamation mark in front. */
  readonly oam: readonly string[];
  readonly kubernetes?: readonly string[];
}

const VENDOR = 'oam.verrazzano.io/v1alpha1';
const object = (apiVersion: string, kind: string, ...lines: string[]) => [`apiVersion: ${apiVersion}`, `kind: ${kind}`, ...lines, ''].join('\n');
const helidon = (name: string, container = 'ports: [{containerPort: 8080}]', more = '') =>
  ofVendor('VerrazzanoHelidonWorkload', `{deploymentTemplate: {metadata: {name: ${name}}, podSpec: {containers: [{name: main, image: i, ${container}}]}}${more}}`);
const coherence = (name: string) => ofVendor('VerrazzanoCoherenceWorkload', `{template: {metadata: {name: ${name}}, spec: {}}}`);
const two = (...workloads: [string, string]) => documents(
  application('app', 'componentName: a', 'componentName: b'), ...workloads.map((workload, i) => component('ab'[i], workload)));
const scaler = '{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 2}}}';
const REF = 'workloadRef: {apiVersion: apps/v1, kind: Deployment, name: a}';
const multi = (kind: string, spec: string) => object('clusters.verrazzano.io/v1alpha1', kind, 'metadata: {name: m, namespace: ns}', `spec: ${spec}`);
const numbered = containerized('env: [{name: A, value: 5}]').replace('image: i', `image: i, ${PORTS}`);
const SET = 'parameters: [{name: p, fieldPaths: ["spec.containers[0].env[0].value"]}]';
const anyHost = (app: string, name: string, path = '/x') => application(app, `{componentName: ${name}, traits: [${ingress(`{rules: [{hosts: ["*"], paths: [{path: ${path}, pathType: Exact}]}]}`)}]}`);

const CASES: readonly Case[] = [
  { what: 'two Helidon workloads become one Deployment', texts: two(helidon('same'), helidon('same')), oam: ['duplicate-object spec.components[1]'], kubernetes: ['duplicate-object spec.components[1]'] },
  { what: 'two Coherence workloads become one cluster', texts: two(coherence('same'), coherence('same')), oam: ['duplicate-object spec.components[1]'] },
  { what: 'two WebLogic workloads become one Domain', texts: two(weblogic('{domainUID: d}'), weblogic('{domainUID: e}')), oam: ['duplicate-object spec.components[1]'] },
  { what: 'a Helidon workload and a Deployment of one name', texts: two(helidon('same'), deployment('same')), oam: ['duplicate-object spec.components[1]'] },
  {
    what: 'a ContainerizedWorkload becomes what another document is',
    texts: documents(application('app', 'componentName: a'), component('a', containerized(PORTS)), object('v1', 'Service', 'metadata: {name: a, namespace: ns}\nspec: {ports: [{port: 80}]}')),
    oam: ['duplicate-object spec.components[0]'],
  },
  {
    what: 'names that parameters set are no clash',
    texts: documents(
      application('app', 'componentName: a', '{componentName: b, parameterValues: [{name: p, value: other}]}'), component('a', helidon('same')),
      component('b', helidon('same'), 'parameters: [{name: p, fieldPaths: ["spec.deploymentTemplate.metadata.name"]}]')),
    oam: [],
    kubernetes: [],
  },
  { what: 'a trait by itself without metadata', texts: object(VENDOR, 'MetricsTrait', `spec: {${REF}}`), oam: ['missing-field metadata.name'] },
  { what: 'a trait by itself without its workload', texts: object(VENDOR, 'IngressTrait', 'metadata: {name: a}', 'spec: {rules: [{}]}'), oam: ['missing-field spec.workloadRef'] },
  { what: 'a trait by itself without a spec', texts: object(VENDOR, 'MetricsTrait', 'metadata: {name: a}'), oam: ['missing-field spec.workloadRef'] },
  { what: 'a trait by itself whose workload has no name', texts: object(VENDOR, 'LoggingTrait', 'metadata: {name: a}', 'spec: {workloadRef: {apiVersion: apps/v1, kind: Deployment}}'), oam: ['missing-field spec.workloadRef.name'] },
  { what: 'a scaler by itself without its workload', texts: object('core.oam.dev/v1alpha2', 'ManualScalerTrait', 'metadata: {name: a}', 'spec: {replicaCount: 1}'), oam: ['missing-field spec.workloadRef'] },
  { what: 'a whole trait by itself', texts: object(VENDOR, 'MetricsTrait', 'metadata: {name: a}', `spec: {${REF}}`), oam: [] },
  { what: 'traits are null', texts: documents(application('app', '{componentName: a, traits: }'), component('a', deployment('a'))), oam: ['invalid-type spec.components[0].traits'], kubernetes: [] },
  { what: 'parameters are null', texts: documents(application('app', 'componentName: a'), component('a', deployment('a'), 'parameters:')), oam: ['invalid-type spec.parameters'], kubernetes: [] },
  { what: 'a field of a trait is null', texts: bound(deployment('a'), [traitOf('MetricsTrait', '{scraper: }')]), oam: ['invalid-type spec.components[0].traits[0].trait.spec.scraper'], kubernetes: [] },
  { what: 'a field of a workload is null', texts: bound(containerized(`${PORTS}, command: `)), oam: ['invalid-type spec.workload.spec.containers[0].command'], kubernetes: [] },
  { what: 'a null that a parameter sets', texts: documents(application('app', '{componentName: a, parameterValues: [{name: p, value: x}]}'), component('a', numbered.replace('value: 5', 'value: '), SET)), oam: [] },
  { what: 'a number under a parameter that nothing sets', texts: documents(application('app', 'componentName: a'), component('a', numbered, SET)), oam: ['invalid-type spec.workload.spec.containers[0].env[0].value'], kubernetes: ['invalid-type spec.workload.spec.containers[0].env[0].value'] },
  { what: 'the same, and no application', texts: component('a', numbered, SET), oam: [] },
  { what: 'a number under a parameter that is set', texts: documents(application('app', '{componentName: a, parameterValues: [{name: p, value: x}]}'), component('a', numbered, SET)), oam: [], kubernetes: [] },
  {
    what: 'a parameter that sets a number where a text must be',
    texts: documents(application('app', '{componentName: a, parameterValues: [{name: p, value: 5}]}'), component('a', numbered, SET)),
    oam: ['invalid-type spec.components[0].parameterValues[0].value'],
    kubernetes: ['invalid-type spec.workload.spec.containers[0].env[0].value'],
  },
  { what: 'no placement', texts: multi('MultiClusterApplicationConfiguration', '{template: {spec: {components: []}}}'), oam: ['missing-field spec.placement'], kubernetes: [] },
  { what: 'a placement in no cluster', texts: multi('MultiClusterComponent', `{placement: {clusters: []}, template: {spec: {workload: ${CONFIG_MAP}}}}`), oam: ['missing-field spec.placement.clusters'] },
  { what: 'a Secret for several clusters without a placement', texts: multi('MultiClusterSecret', '{template: {}}'), oam: ['missing-field spec.placement'] },
  { what: 'a version of several clusters that is not served', texts: multi('MultiClusterComponent', `{placement: {clusters: [{name: local}]}, template: {spec: {workload: ${CONFIG_MAP}}}}`).replace('v1alpha1', 'v1beta1'), oam: ['other-oam-version apiVersion'] },
  { what: 'WebLogic without domainUID', texts: component('a', weblogic('{}')), oam: ['missing-field spec.workload.spec.template.spec.domainUID'] },
  { what: 'WebLogic without domainUID, bound', texts: bound(weblogic('{}')), oam: ['missing-field spec.workload.spec.template.spec.domainUID'] },
  { what: 'a ManualScalerTrait on a ConfigMap', texts: bound(CONFIG_MAP, [scaler]), oam: ['not-scalable spec.components[0].traits[0].trait'], kubernetes: ['not-scalable spec.components[0].traits[0].trait'] },
  { what: 'a ManualScalerTrait on a DaemonSet', texts: bound('{apiVersion: apps/v1, kind: DaemonSet, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i}]}}}}', [scaler]), oam: ['not-scalable spec.components[0].traits[0].trait'] },
  { what: 'a ManualScalerTrait on what is not known', texts: bound('{apiVersion: example.com/v1, kind: Widget}', [scaler]), oam: [] },
  { what: 'an IngressTrait on a Deployment', texts: bound(deployment('a'), [ingress('{rules: [{destination: {host: a, port: 8080}}]}')]), oam: ['service-not-found spec.components[0].traits[0].trait'] },
  { what: 'an IngressTrait on a ConfigMap', texts: bound(CONFIG_MAP, [ingress('{rules: [{}]}')]), oam: ['service-not-found spec.components[0].traits[0].trait'], kubernetes: ['service-not-found spec.components[0].traits[0].trait.spec.rules[0].destination'] },
  {
    what: 'two ports of a Helidon workload and no destination',
    texts: bound(helidon('a', 'ports: [{containerPort: 8080}, {containerPort: 9090}]'), [ingress('{rules: [{}]}')]),
    oam: ['ambiguous-service spec.components[0].traits[0].trait.spec.rules[0].destination.port'],
    kubernetes: ['ambiguous-service spec.components[0].traits[0].trait.spec.rules[0].destination.port'],
  },
  { what: 'two ports, one of them called http', texts: bound(helidon('a', 'ports: [{containerPort: 8080}]', ', serviceTemplate: {serviceSpec: {ports: [{name: http, port: 80, targetPort: 8080}, {name: b, port: 81, targetPort: 8080}]}}'), [ingress('{rules: [{}]}')]), oam: [], kubernetes: [] },
  { what: 'two ports and a destination', texts: bound(helidon('a', 'ports: [{containerPort: 8080}, {containerPort: 9090}]'), [ingress('{rules: [{destination: {port: 9090}}]}')]), oam: [], kubernetes: [] },
  { what: 'a destination that is no port', texts: bound(helidon('a'), [ingress('{rules: [{destination: {port: 9090}}]}')]), oam: ['service-not-found spec.components[0].traits[0].trait.spec.rules[0].destination.port'] },
  { what: 'two ports of a Service', texts: bound('{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{name: a, port: 1}, {name: b, port: 2}]}}', [ingress('{rules: [{}]}')]), oam: ['ambiguous-service spec.components[0].traits[0].trait.spec.rules[0].destination.port'] },
  {
    what: 'a volume that no pod volume stands for',
    texts: bound(containerized(`${PORTS}, resources: {cpu: {required: "1"}, memory: {required: 1Gi}, volumes: [{name: data, mountPath: /data, disk: {required: 1Gi}}]}`)),
    oam: ['dangling-volume spec.workload.spec.containers[0].resources.volumes[0]'],
    kubernetes: [],
  },
  {
    what: 'a volume that a config file brings',
    texts: bound(containerized(`${PORTS}, config: [{path: /etc/x, fromSecret: {name: s, key: k}}], resources: {cpu: {required: "1"}, memory: {required: 1Gi}, volumes: [{name: s, mountPath: /data}]}`)),
    oam: [],
  },
  { what: 'a mount of a volume that the pods do not have', texts: bound(helidon('a', 'ports: [{containerPort: 8080}], volumeMounts: [{name: data, mountPath: /data}]')), oam: ['dangling-volume spec.workload.spec.deploymentTemplate.podSpec.containers[0].volumeMounts[0].name'] },
  { what: 'a trait of a version that is not served', texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}').replace('v1alpha1', 'v1alpha2')]), oam: ['other-oam-version spec.components[0].traits[0].trait.apiVersion'] },
  { what: 'a workload of a version that is not served', texts: bound(helidon('a').replace('v1alpha1', 'v1alpha2')), oam: ['other-oam-version spec.workload.apiVersion'] },
  { what: 'an object of a version that is not served', texts: object('oam.verrazzano.io/v1alpha2', 'MetricsTrait', 'metadata: {name: a}'), oam: ['other-oam-version apiVersion'] },
  { what: 'any host and one path in two applications', texts: documents(anyHost('one', 'a'), anyHost('two', 'b'), component('a', helidon('a')), component('b', helidon('b'))), oam: ['duplicate-route spec.components[0].traits[0].trait.spec.rules[0].paths[0]'], kubernetes: [] },
  { what: 'any host and two paths in two applications', texts: documents(anyHost('one', 'a'), anyHost('two', 'b', '/y'), component('a', helidon('a')), component('b', helidon('b'))), oam: [] },
  { what: 'JSON without a name', texts: { 'f.json': '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"namespace": "ns"}}' }, oam: ['missing-field metadata.name'], kubernetes: ['missing-field metadata.name'] },
  { what: 'an application in JSON without metadata', texts: { 'f.json': '{"apiVersion": "core.oam.dev/v1alpha2", "kind": "ApplicationConfiguration", "spec": {"components": []}}' }, oam: ['missing-field metadata.name'] },
  { what: 'files of tools have no name', texts: documents(object('kustomize.config.k8s.io/v1beta1', 'Kustomization', 'resources: []'), object('authorization.k8s.io/v1', 'SelfSubjectAccessReview', 'spec: {}'), object('v1', 'Config', 'clusters: []')), oam: [] },
  { what: 'the kind of a Domain', texts: component('a', weblogic('{domainUID: d}').replace('{metadata: {name: d}', '{kind: Domain, metadata: {name: d}')), oam: [] },
  { what: 'the kind of a Cluster', texts: component('a', weblogic('{domainUID: d}', ', clusters: [{kind: Cluster, metadata: {name: c}, spec: {}}]').replace('{metadata: {name: d}', '{apiVersion: weblogic.oracle/v9, metadata: {name: d}')), oam: ['!unknown-field spec.workload.spec.clusters[0].kind'] },
  { what: 'a pathType in another case', texts: bound(helidon('a'), [ingress('{rules: [{paths: [{path: /x, pathType: prefix}]}]}')]), oam: [] },
  { what: 'a pathType that is none', texts: bound(helidon('a'), [ingress('{rules: [{paths: [{path: /x, pathType: begin}]}]}')]), oam: ['invalid-value spec.components[0].traits[0].trait.spec.rules[0].paths[0].pathType'] },
  { what: 'a data output without a name', texts: documents(application('app', '{componentName: a, dataOutputs: [{fieldPath: status.x}]}'), component('a', deployment('a'))), oam: [] },
  { what: 'a MetricsTrait on a Service', texts: bound('{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]}}', [traitOf('MetricsTrait', '{port: 80}')]), oam: ['!metrics-not-scrapeable spec.components[0].traits[0].trait'], kubernetes: ['!metrics-not-scrapeable spec.components[0].traits[0].trait'] },
  {
    what: 'metadata of a Service that is dropped',
    texts: bound(helidon('a', 'ports: [{containerPort: 8080}]', ', serviceTemplate: {metadata: {name: b, labels: {c: d}}}')),
    oam: ['!pruned-field spec.workload.spec.serviceTemplate.metadata.name', '!pruned-field spec.workload.spec.serviceTemplate.metadata.labels'],
    kubernetes: ['!pruned-field spec.workload.spec.serviceTemplate.metadata.name', '!pruned-field spec.workload.spec.serviceTemplate.metadata.labels'],
  },
  {
    what: 'a namespace and an empty time in the metadata of templates',
    texts: bound(`{apiVersion: ${VENDOR}, kind: VerrazzanoHelidonWorkload, spec: {deploymentTemplate: {metadata: {name: a, namespace: ns, creationTimestamp: null}, podSpec: {containers: [{name: main, image: i, ports: [{containerPort: 8080}]}]}}, serviceTemplate: {metadata: {namespace: ns, creationTimestamp: null}}}}`),
    oam: ['!pruned-field spec.workload.spec.serviceTemplate.metadata.namespace'],
    kubernetes: ['!pruned-field spec.workload.spec.serviceTemplate.metadata.namespace'],
  },
  {
    what: 'ports that are 0, as if they were left out',
    texts: documents(
      application('app', 'componentName: a', 'componentName: b'),
      component('a', helidon('a', 'ports: [{containerPort: 8080, hostPort: 0}]')),
      component('b', '{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{name: a, port: 80, nodePort: 0}, {name: b, port: 81, nodePort: 0}]}}')),
    oam: [],
    kubernetes: [],
  },
  {
    what: 'numbers under parameters that are set, whichever way their fields are written',
    texts: documents(
      application('app', '{componentName: a, parameterValues: [{name: p, value: x}, {name: q, value: z}]}'),
      component('a', '{apiVersion: v1, kind: ConfigMap, data: {a: 1, b.c: 2}}', 'parameters: [{name: p, fieldPaths: [data.a]}, {name: q, fieldPaths: ["data[b.c]"]}]')),
    oam: [],
    kubernetes: [],
  },
  { what: 'one port twice in a container of OAM', texts: bound(containerized('ports: [{name: a, containerPort: 8080}, {name: b, containerPort: 8080}]')), oam: ['duplicate-name spec.workload.spec.containers[0].ports[1]'] },
  { what: 'a Service of the name of its Deployment', texts: bound(helidon('a', 'ports: [{containerPort: 8080}]', ', serviceTemplate: {metadata: {name: a}}')), oam: [], kubernetes: [] },
];

/** Code and field of a line, without what concerns files that are not there. */
const short = (lines: readonly string[]) => lines.filter(line => !/component-not-(bound|found)|placement-left-out/.test(line)).map(line => {
  const [, warning = '', code, field = ''] = /^\S+ (warning: )?(\S+): (?:'((?:[^'[]|\[[^\]]*\])+)' )?/.exec(line)!;
  return `${warning && '!'}${code} ${field}`.trim();
});

test.each(CASES)('for an OAM platform: $what', ({ texts, oam }) => {
  expect(short(told(texts, OAM))).toEqual(oam);
});

test.each(CASES.filter(each => each.kubernetes))('for Kubernetes: $what', ({ texts, kubernetes }) => {
  expect(short(told(texts, KUBERNETES))).toEqual(kubernetes);
});
