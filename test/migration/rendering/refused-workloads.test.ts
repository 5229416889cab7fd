import { describeLocated } from '../../../src/files/reading';
import {
  application, bound, coherence, component, containerized, deployment, documents, KUBERNETES, ofVendor, PORTS, refused, Refused, render, traitOf,
  toDo, weblogic,
} from '../support';

const REFUSED: readonly Refused[] = [
  {
    what: 'a component that is not there',
    texts: application('app', 'componentName: a'),
    told: [
      'f.yaml:6:7: component-elsewhere: \'spec.components[0]\' component "a" is declared elsewhere: a cluster without an OAM platform cannot look it up; give the file of its Component too',
    ],
  },
  {
    what: 'volumes and resources that nobody can make',
    texts: bound(containerized(PORTS + ', resources: {cpu: {required: "1"}, memory: {required: "1"}, volumes: [{name: v, mountPath: /v}], gpu: {required: "1"}, extended: [{name: a, required: 1}, {name: a, required: 2}]}')),
    told: [
      'f.yaml:13:231: dangling-volume: \'spec.workload.spec.containers[0].resources.volumes[0].disk\' is required: without it there is nothing to mount; give its size, and whether it is ephemeral',
      'f.yaml:13:258: not-expressible: \'spec.workload.spec.containers[0].resources.gpu\' cannot be expressed: Kubernetes knows GPUs only as the resources of device plugins; request the resource of its device plugin in \'extended\', such as "nvidia.com/gpu"',
      'f.yaml:13:315: duplicate-name: \'spec.workload.spec.containers[0].resources.extended[1]\' has the same name "a" as element 0; give each its own name',
    ],
  },
  {
    what: 'a volume that two containers have for themselves',
    texts: bound(containerized(PORTS + ', resources: {cpu: {required: "1"}, memory: {required: "1"}, volumes: [{name: v, mountPath: /v, disk: {required: 1Gi}}]}', ', {name: b, image: i, resources: {cpu: {required: "1"}, memory: {required: "1"}, volumes: [{name: v, mountPath: /v, disk: {required: 1Gi}}]}}'), ['{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 2}}}']),
    told: [
      'f.yaml:13:372: dangling-volume: \'spec.workload.spec.containers[1].resources.volumes[0]\' is "v", which container "a" has for itself alone; set sharingPolicy Shared on both, or use another name',
    ],
  },
  {
    what: 'variables and files without one source',
    texts: bound(containerized(PORTS + ', env: [{name: 1A, value: ""}, {name: B}, {name: C, value: x, fromSecret: {name: s, key: k}}], config: [{path: /a/b}, {path: /c, value: x, fromSecret: {name: s, key: k}}]')),
    told: [
      'f.yaml:13:191: invalid-value: \'spec.workload.spec.containers[0].env[1]\' must have exactly one of value, fromSecret, and has none',
      'f.yaml:13:202: invalid-value: \'spec.workload.spec.containers[0].env[2]\' must have exactly one of value, fromSecret, and has value and fromSecret',
      'f.yaml:13:264: invalid-value: \'spec.workload.spec.containers[0].config[0]\' must have exactly one of value, fromSecret, and has none',
      'f.yaml:13:278: invalid-value: \'spec.workload.spec.containers[0].config[1]\' must have exactly one of value, fromSecret, and has value and fromSecret',
    ],
  },
  {
    what: 'a port of two containers',
    texts: bound(containerized(PORTS, `, {name: b, image: i, ${PORTS}}`)),
    told: [
      'f.yaml:13:191: duplicate-port: \'spec.workload.spec.containers[1].ports[0]\' is port 8080 (TCP), which \'spec.containers[0].ports[0]\' of the workload has already: the containers of a pod share its network; give each container its own port',
    ],
  },
  {
    what: 'metadata that the objects cannot have',
    texts: bound(`{apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload, metadata: {name: 1.a, labels: {app.oam.dev/name: x}, finalizers: [x]}, spec: {containers: [{name: a, image: i, ${PORTS}}]}}`),
    told: [
      'f.yaml:13:89: invalid-name: \'spec.workload.metadata.name\' must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got "1.a"',
      'f.yaml:13:109: reserved-label: \'spec.workload.metadata.labels[\'app.oam.dev/name\']\' must be "app", got "x": the label identifies the owner of the object; leave it out',
      'f.yaml:13:131: unknown-field: \'spec.workload.metadata.finalizers\' is an unknown field; expected one of name, namespace, labels, annotations; leave it out, or check its spelling',
    ],
  },
  {
    what: 'what only an OAM runtime does',
    texts: bound(deployment('a'), [traitOf('MetricsTrait', '{}')], ', scopes: [{scopeRef: {apiVersion: core.oam.dev/v1alpha2, kind: HealthScope, name: x}}], dataInputs: [{valueFrom: {dataOutputName: x}, toFieldPaths: [spec]}]'),
    told: [
      'f.yaml:6:26: not-expressible: \'spec.components[0].scopes\' cannot be expressed without an OAM platform: only the OAM runtime reads it; leave them out, and write what the scope did as a separate object',
      'f.yaml:6:113: not-expressible: \'spec.components[0].dataInputs\' cannot be expressed without an OAM platform: only the OAM runtime reads it; leave them out, and give the value itself',
    ],
  },
  {
    what: 'a revision whose name is no label',
    texts: documents(application('app', `revisionName: a-v${'9'.repeat(62)}`), component('a', deployment('a'))),
    told: [
      'f.yaml:6:7: invalid-name: \'spec.components[0].revisionName\' must have at most 63 characters, since it becomes a label\'s value, got "a-v99999999999999999999999999999999999999999999999999999999999999"; leave it out, or shorten the name of the component',
    ],
  },
  {
    what: 'parameters that lead nowhere',
    texts: bound(deployment('a'), [], ', parameterValues: [{name: p, value: x}, {name: q, value: x}, {name: r, value: x}]').replace(/$/, '  parameters: [{name: p, fieldPaths: [spec.replicas.x, kind]}, {name: q, fieldPaths: ["spec.template.spec.containers[5].image"]}, {name: r, fieldPaths: ["metadata.name.x"]}]\n'),
    told: [
      'f.yaml:6:44: invalid-value: \'spec.components[0].parameterValues[0]\' cannot set \'kind\' of the workload: \'kind\' must be left as it is; change the parameter\'s fieldPaths',
      'f.yaml:6:65: invalid-value: \'spec.components[0].parameterValues[1]\' cannot set \'spec.template.spec.containers[5].image\' of the workload: \'spec.template.spec.containers\' must be a list of at least 5 elements; change the parameter\'s fieldPaths',
      'f.yaml:6:86: invalid-value: \'spec.components[0].parameterValues[2]\' cannot set \'metadata.name.x\' of the workload: \'metadata.name\' must be an object; change the parameter\'s fieldPaths',
    ],
  },
  {
    what: 'an application without a namespace, once',
    texts: documents(application('app', 'componentName: a', 'componentName: b').replace(', namespace: ns', ''), component('a', deployment('a')).replace(', namespace: ns', '')),
    told: [
      'f.yaml:3:1: missing-field: \'metadata.namespace\' is not given, and job names and generated hosts contain it; set \'metadata.namespace\', or give --default-namespace',
      'f.yaml:7:7: component-elsewhere: \'spec.components[1]\' component "b" is declared elsewhere: a cluster without an OAM platform cannot look it up; give the file of its Component too',
    ],
  },
  {
    what: 'a Deployment without pods',
    texts: bound('{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}}', []),
    told: [
      'f.yaml:13:3: missing-field: \'spec.workload.spec\' is required',
    ],
  },
  {
    what: 'a Deployment that selects nothing',
    texts: bound('{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: a, image: i, env: [{name: a=, value: x, valueFrom: {configMapKeyRef: {name: c, key: k}}}]}]}}}}', []),
    told: [
      'f.yaml:13:81: missing-field: \'spec.workload.spec.selector\' must have at least one label: Kubernetes rejects a selector that is empty; give it a label of the pods',
      'f.yaml:13:181: invalid-value: \'spec.workload.spec.template.spec.containers[0].env[0].name\' must be the name of a variable (printable ASCII characters without \'=\'), got "a="',
      'f.yaml:13:201: invalid-value: \'spec.workload.spec.template.spec.containers[0].env[0].valueFrom\' cannot be set together with \'value\'; leave one of them out',
    ],
  },
  {
    what: 'pods of another application',
    texts: bound('{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b, app.oam.dev/name: z}}, spec: {containers: [{name: a, image: i}]}}}}', []),
    told: [
      'f.yaml:13:151: reserved-label: \'spec.workload.spec.template.metadata.labels[\'app.oam.dev/name\']\' must be "app", got "z": the label identifies the owner of the object; leave it out',
    ],
  },
  {
    what: 'a Service that no cluster takes',
    texts: bound('{apiVersion: v1, kind: Service, metadata: {name: 1a}, spec: {ports: [{port: 80}, {port: 80}]}}', []),
    told: [
      'f.yaml:13:56: invalid-name: \'spec.workload.metadata.name\' must be the name of a Service (lower-case letters, digits and \'-\', starting with a letter, at most 63 characters), got "1a"',
      'f.yaml:13:82: missing-field: \'spec.workload.spec.ports[0].name\' is required; give each of several ports a name',
      'f.yaml:13:94: missing-field: \'spec.workload.spec.ports[1].name\' is required; give each of several ports a name',
      'f.yaml:13:94: duplicate-port: \'spec.workload.spec.ports[1]\' is port 80/TCP, which element 0 has already; leave one of them out',
    ],
  },
  {
    what: 'a Deployment that does not select its pods, and a Service without ports',
    texts: bound(ofVendor('VerrazzanoHelidonWorkload', '{deploymentTemplate: {metadata: {name: a}, podSpec: {containers: [{name: a, image: i}]}, selector: {matchExpressions: [{key: x, operator: Exists}]}}, serviceTemplate: {serviceSpec: {}}}')),
    told: [
      'f.yaml:13:193: selector-mismatch: \'spec.workload.spec.deploymentTemplate.selector.matchExpressions\' does not select the pods of the Deployment, which would have to have a label x; give the workload labels that it selects',
      'f.yaml:13:261: missing-field: \'spec.workload.spec.serviceTemplate.serviceSpec.ports\' must have at least one port; declare the ports of the containers, or give those of the Service',
    ],
  },
  {
    what: 'labels of Coherence that are those of the model',
    texts: bound(coherence('{labels: {app.oam.dev/name: z}, ports: [{name: a, port: 1, service: {labels: {app.oam.dev/name: z}}}]}')),
    told: [
      'f.yaml:13:144: reserved-label: \'spec.workload.spec.template.spec.labels[\'app.oam.dev/name\']\' must be "app", got "z": the label identifies the owner of the object; leave it out',
      'f.yaml:13:212: reserved-label: \'spec.workload.spec.template.spec.ports[0].service.labels[\'app.oam.dev/name\']\' must be "app", got "z": the label identifies the owner of the object; leave it out',
    ],
  },
  {
    what: 'clusters beside a domain that has them itself',
    texts: bound(weblogic('{}', ', clusters: [{metadata: {name: x}, spec: {}}]')),
    told: [
      'f.yaml:13:138: invalid-value: \'spec.workload.spec.clusters\' must be empty: a v8 Domain has its clusters in its own spec; put them there, or use apiVersion "weblogic.oracle/v9"',
    ],
  },
  {
    what: 'labels of a domain that are those of the model',
    texts: bound(weblogic('{serverPod: {labels: {app.oam.dev/name: z}}}')),
    told: [
      'f.yaml:13:155: reserved-label: \'spec.workload.spec.template.spec.serverPod.labels[\'app.oam.dev/name\']\' must be "app", got "z": the label identifies the owner of the object; leave it out',
    ],
  },
  {
    what: 'a label of the model on an application or a component',
    texts: documents(
      application('app', 'componentName: a').replace('ns}', 'ns, labels: {app.oam.dev/name: x, app.oam.dev/component: z}}'), component('a', deployment('a')).replace('ns}', 'ns, labels: {app.oam.dev/component: x}}')),
    told: [
      'f.yaml:3:47: reserved-label: \'metadata.labels[\'app.oam.dev/name\']\' must be "app", got "x": the label identifies the owner of the object; leave it out',
      'f.yaml:3:68: reserved-label: \'metadata.labels[\'app.oam.dev/component\']\' must not be set: it differs for each component; leave it out',
      'f.yaml:10:45: reserved-label: \'metadata.labels[\'app.oam.dev/component\']\' must be "a", got "x": the label identifies the owner of the object; leave it out',
    ],
  },
  {
    what: 'an API version from which Kubernetes has removed the kind',
    texts: documents(
      bound('{apiVersion: batch/v1beta1, kind: CronJob, metadata: {name: a}, spec: {}}', ['{trait: {apiVersion: extensions/v1beta1, kind: Ingress, metadata: {name: i}, spec: {}}}']),
      'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: p}\n',
    ),
    told: [
      'f.yaml:7:16: unserved-version: \'spec.components[0].traits[0].trait.apiVersion\' must be "networking.k8s.io/v1", got "extensions/v1beta1", from which Kubernetes 1.22 removed Ingress; write the object in that version; some of its fields may differ',
      'f.yaml:13:14: unserved-version: \'spec.workload.apiVersion\' must be "batch/v1", got "batch/v1beta1", from which Kubernetes 1.25 removed CronJob; write the object in that version; some of its fields may differ',
      'f.yaml:15:1: unserved-version: \'apiVersion\' must be "policy/v1", got "policy/v1beta1", from which Kubernetes 1.25 removed PodDisruptionBudget; write the object in that version; some of its fields may differ',
    ],
  },
  {
    what: 'an object that is none, in a file in which all else is well',
    texts: documents(component('a', deployment('a')), 'a: b\n', application('app', 'componentName: a'), '- text\n'),
    told: [
      'f.yaml:7:1: missing-field: \'apiVersion\' is required',
      'f.yaml:7:1: missing-field: \'kind\' is required',
      'f.yaml:16:1: invalid-type: must be an object, got a list of 1; give the whole object, with \'apiVersion\' and \'kind\'',
    ],
  },
];

test.each(REFUSED)('fails when there is $what', ({ texts, platform, told }) => {
  expect(refused(texts, platform ? { platform } : KUBERNETES)).toEqual(told);
  expect(toDo(texts, platform ? { platform } : KUBERNETES)).toEqual(expect.arrayContaining(told.filter(line => !/: (duplicate-|component-bound-twice)/.test(line))));
});

test('warns of a component that no application binds, and of namespaces that the runtime overwrites', () => {
  const elsewhere = bound(deployment('a').replace('name: a}', 'name: a, namespace: other}'));
  const { files, warnings } = render(documents(elsewhere, component('b', containerized(PORTS))), KUBERNETES);
  expect(warnings.map(describeLocated)).toEqual([
    expect.stringMatching(/^f\.yaml:\d+:\d+: warning: namespace-mismatch: 'spec\.workload\.metadata\.namespace' is "other", and has no effect: all objects of an application are in its namespace, "ns"; give all of them one namespace, or leave it out$/),
    expect.stringMatching(/^f\.yaml:\d+:1: warning: component-not-bound: component "b" is bound by no application, so that nothing is rendered of it; bind it in an ApplicationConfiguration, and give its file too$/),
  ]);
  expect(files.flatMap(({ objects }) => objects).map((object: any) => `${object.kind} ${object.metadata.namespace}`)).toEqual(['Deployment ns', 'PodMonitor ns']);
});
