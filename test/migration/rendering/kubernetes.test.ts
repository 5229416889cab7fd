import { App, Chart, Testing } from 'cdk8s';
import {
  ApplicationConfiguration, Component, ContainerizedWorkload, IngressPathType, IngressTrait, KubernetesPlatform, ManualScalerTrait,
  MonitoringProvider, MetricsTrait, MonitorKind, Platform,
} from '../../../src';
import { DeclarationOptions } from '../../../src/migration/model/context';
import { describeLocated } from '../../../src/files/reading';
import { writeYaml } from '../../../src/files/write-yaml';
import { schemaErrorsOf } from '../../support/schemas';
import { application, bound, coherence, component, CONFIG_MAP, containerized, deployment, documents, KUBERNETES, kubernetes, objects, ofVendor, PORTS, refused, render, told, traitOf, weblogic } from '../support';

/** `<kind>/<namespace>/<name>` of each object. */
const names = (given: readonly any[]) => given.map(({ kind, metadata: { namespace, name } }) => `${kind}/${namespace}/${name}`);

/** What is warned of. */
const warned = (texts: Parameters<typeof render>[0], options = KUBERNETES) => render(texts, options).warnings.map(describeLocated);

const SCALER = '{trait: {apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 3}}}';
const WHOLE = bound(containerized(PORTS), [traitOf('MetricsTrait', '{path: /m}', ', metadata: {name: m}'), traitOf('IngressTrait', '{rules: [{paths: [{path: /a, pathType: Exact}]}]}'), SCALER]);

test('an application becomes what the same program with typed constructs renders', () => {
  const app = new App();
  Platform.install(app, KUBERNETES.platform);
  const chart = new Chart(app, 'chart', { namespace: 'ns' });
  const workload = new ContainerizedWorkload({ containers: [{ name: 'a', image: 'i', ports: [{ name: 'http', containerPort: 8080 }] }] });
  const binding = new ApplicationConfiguration(chart, 'app').addComponent(new Component(chart, 'a', { workload }));
  new MetricsTrait(binding, 'metrics', { path: '/m', metadata: { name: 'm' } });
  new IngressTrait(binding, 'ingress', { rules: [{ paths: [{ path: '/a', pathType: IngressPathType.EXACT }] }] });
  new ManualScalerTrait(binding, 'scaler', { replicaCount: 3 });
  const expected = Testing.synth(chart);
  const rendered = objects(WHOLE);
  expect(rendered).toEqual(expected);
  expect(names(rendered)).toEqual(['Deployment/ns/a', 'Service/ns/a', 'PodMonitor/ns/m', 'Ingress/ns/a']);
  expect(schemaErrorsOf(rendered)).toEqual([]);
});

test('what is rendered of an application stands where the application stands, in the order of the files and documents', () => {
  const [app, web] = [application('app', 'componentName: web', 'componentName: config'), component('web', containerized(PORTS))];
  const config = component('config', CONFIG_MAP);
  const passed = 'apiVersion: v1\nkind: Secret\nmetadata: {name: s, namespace: ns}\n';
  const { files, warnings } = render({ 'z.yaml': web, 'b.yaml': documents(passed, app), 'a.yaml': config });
  expect(warnings).toEqual([]);
  expect(files.map(({ file, objects: given }) => [file, names(given)])).toEqual([
    ['z.yaml', []],
    ['b.yaml', ['Secret/ns/s', 'Deployment/ns/web', 'Service/ns/web', 'PodMonitor/ns/web', 'ConfigMap/ns/c']],
    ['a.yaml', []],
  ]);
  // the objects are the same wherever they stand
  expect(objects(documents(passed, app, web, config))).toEqual(files.flatMap(file => file.objects));
});

test('what has no namespace gets the one that was asked for', () => {
  const nowhere = WHOLE.replaceAll(', namespace: ns', '');
  const inNs = names(objects(WHOLE));
  expect(names(objects(nowhere, { ...KUBERNETES, defaultNamespace: 'ns' }))).toEqual(inNs);
  expect(names(objects(WHOLE, { ...KUBERNETES, defaultNamespace: 'other' }))).toEqual(inNs);
  expect(refused(nowhere)).toEqual([
    'f.yaml:3:1: missing-field: \'metadata.namespace\' is not given, and job names and generated hosts contain it; set \'metadata.namespace\', or give --default-namespace',
  ]);
  // a component is applied to the namespace of its application
  const [app, workload] = WHOLE.split('---\n');
  expect(names(objects(documents(app, workload.replace(', namespace: ns', ''))))).toEqual(inNs);
  // objects of other kinds are not changed
  expect(objects('apiVersion: v1\nkind: Secret\nmetadata: {name: s}\n', { ...KUBERNETES, defaultNamespace: 'ns' })).toEqual([{ apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } }]);
});

test('components of one name in two namespaces go with the applications there', () => {
  const image = (name: string) => component('a', containerized(PORTS).replace('image: i', `image: ${name}`));
  const there = (text: string) => text.replace('namespace: ns', 'namespace: there');
  const given = objects({ 'c.yaml': documents(there(image('theirs')), image('ours')), 'a.yaml': documents(application('app', 'componentName: a'), there(application('app', 'componentName: a'))) });
  const images = given.filter(({ kind }) => kind === 'Deployment').map(({ metadata, spec }) => [metadata.namespace, spec.template.spec.containers[0].image]);
  expect(images).toEqual([['ns', 'ours'], ['there', 'theirs']]);
});

const LIVE = `
  uid: 1a2b
  resourceVersion: "5"
  generation: 2
  creationTimestamp: "2020-01-01T00:00:00Z"
  selfLink: /apis
  managedFields: [{manager: kubectl}]
  finalizers: [scopefinalizer.finalizers.core.oam.dev]
  ownerReferences: [{apiVersion: v1, kind: X, name: x, uid: x}]
  annotations:
    kubectl.kubernetes.io/last-applied-configuration: |
      {"apiVersion":"core.oam.dev/v1alpha2"}
`;

test('what an API server and kubectl have written into a live object is left out', () => {
  const live = WHOLE
    .replace(/^metadata: \{name: (\w+), namespace: ns\}\n/gm, `metadata:\n  name: $1\n  namespace: ns${LIVE}`)
    .replace(/(?=---\n|$(?!\n))/g, 'status: {status: ok}\n')
    .replace('kind: ContainerizedWorkload', 'kind: ContainerizedWorkload, status: {}, metadata: {creationTimestamp: null, uid: x, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}')
    .replace('kind: MetricsTrait, metadata: {', 'kind: MetricsTrait, status: {}, metadata: {creationTimestamp: null, generation: 1, ');
  expect(live.match(/uid: /g)).toHaveLength(5);
  expect(objects(live)).toEqual(objects(WHOLE));
});

test('of a live workload of Kubernetes the same is left out', () => {
  const live = deployment('a').replace('metadata: {name: a}', 'metadata: {name: a, uid: x, resourceVersion: "5", creationTimestamp: null, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}')
    .replace('spec: {selector', 'status: {replicas: 1}, spec: {selector');
  expect(objects(bound(live))).toEqual(objects(bound(deployment('a'))));
});

test('what is for several clusters becomes what each of them gets, with the labels of the template', () => {
  const multi = (kind: string, name: string, spec: string) => [
    'apiVersion: clusters.verrazzano.io/v1alpha1', `kind: MultiCluster${kind}`, `metadata: {name: ${name}, namespace: ns, labels: {outer: "yes"}}`, 'spec:', '  placement: {clusters: [{name: managed1}]}',
    '  secrets: [s]', '  template:', '    metadata: {name: other, namespace: other, labels: {inner: "yes"}, annotations: {note: x}}', `    spec: ${spec}`, '',
  ].join('\n');
  const text = documents(multi('ApplicationConfiguration', 'app', '{components: [{componentName: a}]}'), multi('Component', 'a', `{workload: ${containerized(PORTS)}}`));
  const left = (at: string, field: string) => `f.yaml:${at}: warning: placement-left-out: '${field}' is lost: what is rendered is for one cluster; apply it to each of the clusters`;
  expect(warned(text)).toEqual([left('5:3', 'spec.placement'), left('6:3', 'spec.secrets'), left('15:3', 'spec.placement'), left('16:3', 'spec.secrets')]);
  const given = objects(text);
  expect(names(given)).toEqual(['Deployment/ns/a', 'Service/ns/a', 'PodMonitor/ns/a']);
  expect([given[0].metadata.labels.inner, given[0].metadata.labels.outer, given[0].metadata.annotations]).toEqual(['yes', undefined, { note: 'x' }]);
  const alone = documents(application('app', 'componentName: a'), component('a', containerized(PORTS))).replaceAll('namespace: ns', 'namespace: ns, labels: {inner: "yes"}, annotations: {note: x}');
  expect(given).toEqual(objects(alone));
});

test('objects of other kinds stay what they are, with nulls and texts that cdk8s cannot write', () => {
  const passed = [
    JSON.parse('{"kind": "Settings", "apiVersion": "example.com/v1", "data": {"z": "0o17", "a": null, "<<": "x", "\\u2028": "a\\n \\nb", "__proto__": "p"}, "metadata": {"name": "c", "uid": "x", "creationTimestamp": null}}'),
    { apiVersion: 'example.com/v1', kind: 'Odd', metadata: { name: 'odd', constructor: 1 }, spec: [null, {}, []] },
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ns', creationTimestamp: null }, status: {} },
  ];
  const given = objects({ 'app.yaml': WHOLE, 'passed.yaml': writeYaml(passed) });
  expect(JSON.stringify(given.slice(-3))).toBe(JSON.stringify(passed));
  // those of a List one by one, as kubectl applies them
  const list = objects(writeYaml([{ apiVersion: 'v1', kind: 'List', items: [passed[0], passed[2]] }, { apiVersion: 'v1', kind: 'ConfigMapList', items: [{ metadata: { name: 'd' } }] }]));
  expect(list).toEqual([passed[0], passed[2], { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'd' } }]);
});

test('metrics that nobody asked for, and that cannot be scraped, are a warning, and there is no monitor', () => {
  const unscraped = (problem: string) => `f.yaml:6:7: warning: ${problem}; name the right port in a MetricsTrait, or set 'enabled: false' there, if it has no metrics`;
  const database = bound(containerized('ports: [{name: db, containerPort: 5432}]'));
  expect(warned(database)).toEqual([unscraped('metrics-port-not-declared: \'spec.components[0]\' is not scraped: port 8080 of component "a" is declared by none of its containers (5432 (db))')]);
  expect(names(objects(database))).toEqual(['Deployment/ns/a', 'Service/ns/a']);
  const off = bound(containerized('ports: [{name: db, containerPort: 5432}]'), [traitOf('MetricsTrait', '{enabled: false}')]);
  expect(warned(off)).toEqual([]);
  expect(objects(database)).toEqual(objects(off));
  // a ServiceMonitor needs a Service
  const services = { platform: kubernetes({ monitorKind: MonitorKind.SERVICE_MONITOR }) };
  expect(names(objects(bound(deployment('a')), services))).toEqual(['Deployment/ns/a']);
  expect(names(objects(bound(weblogic('{}')), services))).toEqual(['Domain/ns/d']);
  // explicit ones are an error
  expect(refused(bound(containerized('ports: [{name: db, containerPort: 5432}]'), [traitOf('MetricsTrait', '{}')]))).toEqual([
    'f.yaml:7:8: metrics-port-not-declared: \'spec.components[0].traits[0].trait\' port 8080 of component "a" is declared by none of its containers (5432 (db)); declare it in a container, name the right one in a MetricsTrait, or set \'enabled: false\'',
  ]);
});

describe('metrics that the Coherence Operator would collect too', () => {
  const portOf = (name: string, i: number) => `{name: ${name}, port: ${9612 + i}, serviceMonitor: {enabled: true}}`;
  const monitored = (...ports: string[]) => coherence(`{ports: [${ports.map(portOf).join(', ')}]}`);
  const SELECTED = (port: string) => `makes the Coherence Operator render a monitor of port ${port}, and Prometheus monitoring/k8s would select it beside the one that is rendered here: `
    + 'every sample would be counted twice';
  const monitorsOf = ([{ spec: { ports } }]: any[]) => ports.map(({ serviceMonitor }: any) => serviceMonitor.enabled);

  test('are collected by the rendered monitor alone where a trait asks for them, and a warning says so once, at the line of the Component', () => {
    const text = bound(monitored('metrics', 'other', 'http'), [traitOf('MetricsTrait', '{ports: [{port: 9612}, {port: 9614}]}')]);

    expect(warned(text)).toEqual([
      'f.yaml:13:171: warning: scraped-twice: \'spec.workload.spec.template.spec.ports[0].serviceMonitor\' is rendered with \'enabled: false\', '
        + 'since it is one of several fields that make the Coherence Operator render monitors (of ports 9612, 9614), and Prometheus monitoring/k8s '
        + 'would select them beside those that are rendered here: every sample would be counted twice; '
        + 'ask for other ports in the MetricsTrait (\'enabled: false\' if there are none) to keep the operator\'s monitor',
    ]);
    expect(names(objects(text))).toEqual(['Coherence/ns/c', 'PodMonitor/ns/a']);
    expect(monitorsOf(objects(text))).toEqual([false, true, false]);
  });

  test('are collected by the operator\'s monitor alone where no trait asks for them', () => {
    const text = bound(monitored('metrics'));

    expect(warned(text)).toEqual([
      `f.yaml:13:171: warning: scraped-twice: 'spec.workload.spec.template.spec.ports[0].serviceMonitor' is all that scrapes the component, since it ${SELECTED('9612')}; `
        + 'add a MetricsTrait to have the job name and the labels of the platform instead: the operator\'s monitor is switched off then',
    ]);
    expect(names(objects(text))).toEqual(['Coherence/ns/c']);
    expect(monitorsOf(objects(text))).toEqual([true]);
  });

  test.each([[[]], [[traitOf('MetricsTrait', '{}')]]])('are collected by the rendered monitor where the operator\'s is not selected: traits %j', traits => {
    const selecting = { platform: kubernetes({ monitorSelector: { matchLabels: { release: 'prometheus' } } }) };
    const text = bound(monitored('metrics'), traits);

    expect(warned(text, selecting)).toEqual([]);
    expect(names(objects(text, selecting))).toEqual(['Coherence/ns/c', 'PodMonitor/ns/a']);
    expect(monitorsOf(objects(text, selecting))).toEqual([true]);
  });
});

describe('the metrics of a WebLogic domain', () => {
  const without: DeclarationOptions = {
    platform: new KubernetesPlatform({
      metrics: MonitoringProvider.prometheusOperator({ namespace: 'monitoring', name: 'k8s', monitorSelector: {}, monitorNamespaceSelector: {} }),
      weblogicExporter: { enabled: false },
    }),
  };
  const PROBLEM = 'Domain "d" has no \'spec.monitoringExporter.configuration\', and \'weblogicExporter.enabled\' is false: its servers would publish no metrics; write one, '
    + 'annotate \'spec.serverPod\' with "prometheus.io/scrape": "true" if an application of the domain publishes them, or set \'enabled: false\' in a MetricsTrait';

  test.each([[[]], [[traitOf('MetricsTrait', '{}')]]])('are published by the exporter that the platform adds: traits %j', traits => {
    const [domain, monitor] = objects(bound(weblogic('{}'), traits));

    expect(domain.spec.monitoringExporter.configuration.queries).toHaveLength(9);
    expect(monitor.kind).toBe('PodMonitor');
  });

  test('are a warning where there is no exporter and nobody asked for them, and there is no monitor', () => {
    expect(warned(bound(weblogic('{}')), without)).toEqual([`f.yaml:6:7: warning: metrics-exporter-missing: 'spec.components[0]' is not scraped: ${PROBLEM}`]);
    expect(names(objects(bound(weblogic('{}')), without))).toEqual(['Domain/ns/d']);
  });

  test('are an error where there is no exporter and a trait asks for them', () => {
    expect(refused(bound(weblogic('{}'), [traitOf('MetricsTrait', '{}')]), without)).toEqual([`f.yaml:7:8: metrics-exporter-missing: 'spec.components[0].traits[0].trait' ${PROBLEM}`]);
  });
});

test('of a component whose own MetricsTrait is wrong nothing is said of the default one', () => {
  expect(told(bound(containerized('ports: [{name: db, containerPort: 5432}]'), [traitOf('MetricsTrait', '{port: 0}')]), KUBERNETES)).toEqual([
    'f.yaml:7:83: invalid-port: \'spec.components[0].traits[0].trait.spec.port\' must be an integer from 1 to 65535, got 0',
  ]);
});

test('traits that the OAM runtime has made of an application are left out with a warning, one that stands by itself is refused', () => {
  const made = 'apiVersion: oam.verrazzano.io/v1alpha1\nkind: MetricsTrait\nmetadata: {name: a-trait, namespace: ns, labels: {app.oam.dev/name: app}}\n';
  const own = 'apiVersion: oam.verrazzano.io/v1alpha1\nkind: MetricsTrait\nmetadata: {name: own, namespace: ns}\n';
  expect(warned({ 'app.yaml': WHOLE, 'made.yaml': made })).toEqual([
    'made.yaml:1:1: warning: standalone-oam-object: is what the OAM runtime made of application "app", and is not rendered: the application says the same; leave it out',
  ]);
  expect(objects({ 'app.yaml': WHOLE, 'made.yaml': made })).toEqual(objects(WHOLE));
  expect(refused({ 'app.yaml': WHOLE, 'own.yaml': own })).toEqual([
    'own.yaml:1:1: standalone-oam-object: is outside of an application, and a cluster without an OAM platform does not know the kind MetricsTrait; put a trait or a workload into an application or a component; leave out what only the platform reads',
  ]);
});

test('types of paths are written in their own case, however they were given', () => {
  const typed = (type: string) => bound(containerized(PORTS), [traitOf('IngressTrait', `{rules: [{paths: [{path: /a, pathType: ${type}}]}]}`)]);
  expect(objects(typed(' PREFIX '))).toEqual(objects(typed('Prefix')));
});

test('the Service of a Helidon workload has the name that it has on the platform, whatever its template says', () => {
  const helidon = (service: string) => bound(ofVendor('VerrazzanoHelidonWorkload',
    `{deploymentTemplate: {metadata: {name: a}, podSpec: {containers: [{name: c, image: i, ports: [{containerPort: 8080}]}]}}, serviceTemplate: ${service}}`));
  expect(objects(helidon('{metadata: {name: b}}'))).toEqual(objects(helidon('{}')));
  expect(names(objects(helidon('{metadata: {name: b}}')))).toContain('Service/ns/a');
});

test('a MetricsTrait where nothing can be scraped is left out, as the platform drops it', () => {
  const service = '{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]}}';
  expect(objects(bound(service, [traitOf('MetricsTrait', '{port: 80}')]))).toEqual(objects(bound(service)));
});

test('the same manifests give the same objects, however often', () => {
  expect(writeYaml(objects(WHOLE))).toBe(writeYaml(objects(WHOLE)));
  const { files } = render(WHOLE);
  expect(files).toEqual(render(WHOLE).files);
});
