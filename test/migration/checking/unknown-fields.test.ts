import { OamPlatform } from '../../../src';
import { SCRAPED } from '../../support/texts';
import { application, component, deployment, documents, KUBERNETES, told, trait } from '../support';

const withTraits = (...traits: readonly string[]) => documents(
  application('app', ['componentName: a', '      traits:', ...traits.map(each => `        - ${each}`)].join('\n')), component('a', deployment('a')));

/** What is said of traits, with the path of the trait left out. */
const saidOf = (traits: readonly string[], options = {}) => told(withTraits(...traits), { ...KUBERNETES, ...options }).map(each => each.replace('\'spec.components[0].traits', '\'…'));

const of = (kind: string, spec: string, rest = '') => `trait: ${trait(kind, spec, rest)}`;

const ownWorkload = (apiVersion: string, kind: string, spec: string) => component('a', `{apiVersion: ${apiVersion}, kind: ${kind}, spec: ${spec}}`);

const VENDOR = 'oam.verrazzano.io/v1alpha1';

/** That an unknown field looks like a known one. */
const meant = (at: string, field: string, known: string, word: string) => `f.yaml:${at}: unknown-field: '${field}' is an unknown field; expected one of ${known}; the API server silently drops it; did you mean "${word}"?`;

/** That it looks like none. */
const lost = (at: string, field: string, known: string) => `f.yaml:${at}: warning: unknown-field: '${field}' is an unknown field; expected one of ${known}; the API server silently drops it; leave it out, or check where it belongs`;

const REF = 'workloadRef: {apiVersion: apps/v1, kind: Deployment, name: a}';
const RULE = 'hosts, paths, destination';
const METRICS = 'enabled, port, path, ports, scraper, secret, workloadRef';
const LOGGING = 'loggingConfig, loggingImage, imagePullPolicy, workloadRef';

/** The fields of a Service that the platform's schema has. */
const STORED_OF_SERVICE = 'type, selector, ports, clusterIP, clusterIPs, externalIPs, externalName, externalTrafficPolicy, internalTrafficPolicy, '
  + 'healthCheckNodePort, ipFamilies, ipFamilyPolicy, allocateLoadBalancerNodePorts, loadBalancerClass, loadBalancerIP, loadBalancerSourceRanges, '
  + 'publishNotReadyAddresses, sessionAffinity, sessionAffinityConfig';

test('fails when an unknown field of a trait looks like a known one, with the word that was meant, on any platform', () => {
  const traits = [
    of('IngressTrait', '{rule: [], rules: [{host: [], hosts: [h], paths: [{pathtype: Prefix, path: /}], destination: {host: a, port: 80, Port: 80}, destinaton: {}}]}'),
    of('MetricsTrait', '{ports: [{port: 8080, pth: /m}], Scraper: a/b}'),
    of('LoggingTrait', '{loggingImage: i, logginConfig: x}'),
  ];
  const expected = [
    meant('8:86', '…[0].trait.spec.rule', 'rules, tls, workloadRef', 'rules'),
    meant('8:105', '…[0].trait.spec.rules[0].host', RULE, 'hosts'),
    meant('8:136', '…[0].trait.spec.rules[0].paths[0].pathtype', 'path, pathType, authorizationPolicy', 'pathType'),
    meant('8:198', '…[0].trait.spec.rules[0].destination.Port', 'host, port, httpCookie', 'port'),
    meant('8:209', '…[0].trait.spec.rules[0].destinaton', RULE, 'destination'),
    meant('9:107', '…[1].trait.spec.ports[0].pth', 'port, path', 'path'),
    meant('9:118', '…[1].trait.spec.Scraper', METRICS, 'scraper'),
    meant('10:103', '…[2].trait.spec.logginConfig', LOGGING, 'loggingConfig'),
  ];
  expect(told(withTraits(...traits)).filter(each => !each.includes('service-not-found')).map(each => each.replace('\'spec.components[0].traits', '\'…'))).toEqual(expected);
  const more = (each: string) => each.replace('rules, tls, workload', 'rules, tls, insecurePlainText, workload').replace('port, path;', `port, path, ${SCRAPED};`).replace('path, ports, scraper', `path, ports, ${SCRAPED}, sampleLimit, labelLimit, fallbackScrapeProtocol, scraper`);
  expect(saidOf(traits)).toEqual(expected.map(more));
});

test('warns of one that looks like none, and refuses it where it would be lost', () => {
  const traits = [of('MetricsTrait', '{fallback: 30s}'), of('LoggingTrait', '{loggingImage: i, image: j}')];
  expect(told(withTraits(...traits))).toEqual([
    lost('8:86', 'spec.components[0].traits[0].trait.spec.fallback', METRICS),
    lost('9:103', 'spec.components[0].traits[1].trait.spec.image', LOGGING),
  ]);
  expect(saidOf(traits)).toEqual([
    `f.yaml:8:86: unknown-field: '…[0].trait.spec.fallback' is an unknown field; expected one of enabled, port, path, ports, ${SCRAPED}, sampleLimit, labelLimit, fallbackScrapeProtocol, scraper, secret, workloadRef; leave it out, or check its spelling`,
    `f.yaml:9:103: unknown-field: '…[1].trait.spec.image' is an unknown field; expected one of ${LOGGING}; leave it out, or check its spelling`,
  ]);
});

test('warns of one that only a KubernetesPlatform reads, unless the settings say that the CRDs have it', () => {
  const text = withTraits(of('MetricsTrait', '{interval: 30s, ports: [{interval: 1m}]}'));
  const dropped = (at: string, path: string) => `f.yaml:${at}: warning: pruned-field: 'spec.components[0].traits[0].trait.spec.${path}' is dropped by the API server `
    + 'of the OAM platform of "verrazzano", whose CRD does not have it; leave it out, or set \'oam.hasExtendedCrds: true\' in the settings if the CRD in your cluster has it';
  expect(told(text)).toEqual([dropped('8:86', 'interval'), dropped('8:110', 'ports[0].interval')]);
  expect(told(text, { platform: OamPlatform.verrazzano({ hasExtendedCrds: true }) })).toEqual([]);
});

test.each([
  ['core.oam.dev/v1alpha2', 'ManualScalarTrait', 'ManualScalerTrait', '5:49', '8:54'],
  ['core.oam.dev/v1alpha2', 'ContainerisedWorkload', 'ContainerizedWorkload', '5:49', '8:54'],
  [VENDOR, 'MetricTrait', 'MetricsTrait', '5:54', '8:59'],
  [VENDOR, 'VerrazzanoHelidnWorkload', 'VerrazzanoHelidonWorkload', '5:54', '8:59'],
  [VENDOR, 'VerrazzanoWeblogicWorkload', 'VerrazzanoWebLogicWorkload', '5:54', '8:59'],
  [VENDOR, 'CoherenceWorkloads', 'CoherenceWorkload', '5:54', '8:59'],
  ['oam.acme.io/v1alpha1', 'AcmeCoherenceWorkloda', 'AcmeCoherenceWorkload', '5:48', '8:53'],
])('fails when there is no such kind, with the one that was meant: %s %s', (apiVersion, kind, word, ofWorkload, ofTrait) => {
  const wrong = (place: string, field: string) =>
    `f.yaml:${place}: unknown-oam-kind: '${field}.kind' is "${kind}", which ${apiVersion} is not known to have; did you mean "${word}"?`;
  expect(told(ownWorkload(apiVersion, kind, '{}'))).toEqual([wrong(ofWorkload, 'spec.workload')]);
  expect(told(withTraits(`trait: {apiVersion: ${apiVersion}, kind: ${kind}, spec: {}}`))).toEqual([wrong(ofTrait, 'spec.components[0].traits[0].trait')]);
});

test.each(['VerrazzanoGreetingWorkload', 'VerrazzanoWorkload', 'Workload', 'GreetingTrait'])('a kind of a vendor that looks like none passes: %s', kind => {
  expect(told(ownWorkload(VENDOR, kind, '{}'))).toEqual([]);
});

test('beside metadata and spec there is nothing but the status of a live object', () => {
  expect(told(withTraits(`trait: {apiVersion: ${VENDOR}, kind: MetricsTrait, specs: {}, foo: 1, status: {}}`))).toEqual([
    meant('8:79', 'spec.components[0].traits[0].trait.specs', 'apiVersion, kind, metadata, spec, status', 'spec'),
    lost('8:90', 'spec.components[0].traits[0].trait.foo', 'apiVersion, kind, metadata, spec, status'),
  ]);
  const document = (kind: string, body: string) => `apiVersion: core.oam.dev/v1alpha2\nkind: ${kind}\nmetadata: {name: a, namespace: ns}\n${body}`;
  expect(told(documents(
    document('ApplicationConfiguration', 'sepc: 1\nspec: {component: [], components: []}\nfoo: 1\nstatus: {}\n'),
    document('Component', 'spec: {workload: {apiVersion: v1, kind: ConfigMap}, params: [], workloads: []}\nstatus: {}\n')))).toEqual([
    meant('4:1', 'sepc', 'apiVersion, kind, metadata, spec, status', 'spec'),
    meant('5:8', 'spec.component', 'components', 'components'),
    lost('6:1', 'foo', 'apiVersion, kind, metadata, spec, status'),
    lost('12:53', 'spec.params', 'parameters, workload'),
    meant('12:65', 'spec.workloads', 'parameters, workload', 'workload'),
  ]);
});

test('of an entry and of what is in it', () => {
  const entry = '{componentName: b, foo: 1, trait: [], parameterValues: [{name: a, vaule: b, value: c}], scopes: [{scopeRef: {apiVersion: v1, kind: X, name: x, nam: y}, foo: 1}], dataInputs: [{valueFrom: {dataOutputName: x, foo: 1}, toFieldPaths: [a]}]}';
  const [, ...found] = told(application('app', entry));
  const known = 'revisionName, parameterValues, scopes, dataInputs, dataOutputs, componentName, traits';
  expect(found).toEqual([
    lost('6:26', 'spec.components[0].foo', known),
    meant('6:34', 'spec.components[0].trait', known, 'traits'),
    meant('6:73', 'spec.components[0].parameterValues[0].vaule', 'name, value', 'value'),
    meant('6:150', 'spec.components[0].scopes[0].scopeRef.nam', 'apiVersion, kind, name, uid', 'name'),
    lost('6:159', 'spec.components[0].scopes[0].foo', 'scopeRef'),
    lost('6:214', 'spec.components[0].dataInputs[0].valueFrom.foo', 'dataOutputName'),
  ]);
});

const CONTAINER = 'name, image, resources, command, args, env, config, ports, livenessProbe, readinessProbe, imagePullSecret';

test.each([
  ['core.oam.dev/v1alpha2', 'ContainerizedWorkload', '{containers: [{name: a, image: i, imagePullPolicy: Always, env: [{name: a, vaule: b}], resource: {}}], affinity: {}}', [
    lost('5:118', 'spec.workload.spec.containers[0].imagePullPolicy', CONTAINER),
    meant('5:159', 'spec.workload.spec.containers[0].env[0].vaule', 'name, value, fromSecret', 'value'),
    meant('5:171', 'spec.workload.spec.containers[0].resource', CONTAINER, 'resources'),
    lost('5:187', 'spec.workload.spec.affinity', 'osType, arch, containers'),
  ]],
  [VENDOR, 'VerrazzanoHelidonWorkload', '{deploymentTemplate: {metadata: {name: a}, podspec: {}, podSpec: {containers: [{name: c, foo: x}]}}, serviceTemplates: {}, containers: []}', [
    meant('5:136', 'spec.workload.spec.deploymentTemplate.podspec', 'metadata, podSpec, selector, strategy', 'podSpec'),
    meant('5:194', 'spec.workload.spec.serviceTemplates', 'deploymentTemplate, serviceTemplate', 'serviceTemplate'),
    lost('5:216', 'spec.workload.spec.containers', 'deploymentTemplate, serviceTemplate'),
  ]],
  [VENDOR, 'VerrazzanoHelidonWorkload', '{deploymentTemplate: {metadata: {name: a}, podSpec: {containers: [{name: c}]}, selector: {matchLabel: {}}}, '
    + 'serviceTemplate: {serviceSpec: {trafficDistribution: PreferClose, selector: {foo: a}, ports: [{port: 80, targetport: a}]}}}', [
    meant('5:183', 'spec.workload.spec.deploymentTemplate.selector.matchLabel', 'matchLabels, matchExpressions', 'matchLabels'),
    lost('5:233', 'spec.workload.spec.serviceTemplate.serviceSpec.trafficDistribution', STORED_OF_SERVICE),
    meant('5:306', 'spec.workload.spec.serviceTemplate.serviceSpec.ports[0].targetport', 'name, protocol, appProtocol, port, targetPort, nodePort', 'targetPort'),
  ]],
  [VENDOR, 'VerrazzanoCoherenceWorkload', '{template: {metadata: {name: c}, spec: {foo: 1}}, tempalte: 1}', [meant('5:145', 'spec.workload.spec.tempalte', 'template', 'template')]],
  [VENDOR, 'VerrazzanoWebLogicWorkload', '{template: {metadata: {name: c}, spec: {domainUID: d}}, cluster: []}', [meant('5:150', 'spec.workload.spec.cluster', 'template, clusters', 'clusters')]],
  ['oam.acme.io/v1alpha1', 'AcmeHelidonWorkload', '{deploymentTemplat: {}}', [
    meant('5:82', 'spec.workload.spec.deploymentTemplat', 'deploymentTemplate, serviceTemplate', 'deploymentTemplate'),
  ]],
  ['example.com/v1', 'MetricsTrait', '{prot: 1}', []],
  ['v1', 'HelidonWorkload', '{deploymentTemplat: 1}', ['f.yaml:5:30: unserved-version: \'spec.workload.kind\' is no kind of "v1"; check its spelling, and the API version']],
  ['core.oam.dev/v1alpha2', 'constructor', '{prot: 1}', ['f.yaml:5:49: invalid-value: \'spec.workload.kind\' must begin with a capital letter, got "constructor"; write it as its API does, such as "Deployment"']],
])('of a workload: %s %s', (apiVersion, kind, spec, expected) => {
  expect(told(ownWorkload(apiVersion, kind, spec))).toEqual(expected);
});

test('of what is for several clusters, at its place in the template', () => {
  const lines = [
    'apiVersion: clusters.verrazzano.io/v1alpha1', 'kind: MultiClusterApplicationConfiguration', 'metadata: {name: a, namespace: ns}', 'spec:',
    '  placment: {}', '  placement: {clusters: [{name: local, nam: x}]}', '  template:', '    metdata: {}', '    spec: {components: [], component: []}', '',
  ];
  expect(told(lines.join('\n'))).toEqual([
    meant('5:3', 'spec.placment', 'placement, secrets, template', 'placement'),
    meant('6:40', 'spec.placement.clusters[0].nam', 'name', 'name'),
    meant('8:5', 'spec.template.metdata', 'apiVersion, kind, metadata, spec', 'metadata'),
    meant('9:28', 'spec.template.spec.component', 'components', 'components'),
  ]);
});

test('of metadata', () => {
  const known = 'annotations, creationTimestamp, deletionGracePeriodSeconds, deletionTimestamp, finalizers, generateName, generation, labels, managedFields, name, namespace, ownerReferences, resourceVersion, selfLink, uid, clusterName';
  expect(told('apiVersion: core.oam.dev/v1alpha2\nkind: Component\nmetadata: {name: a, lables: {a: b}, foo: 1}\nspec: {workload: {apiVersion: v1, kind: ConfigMap}}\n')).toEqual([
    meant('3:21', 'metadata.lables', known, 'labels'), `f.yaml:3:37: unknown-field: 'metadata.foo' is an unknown field; expected one of ${known}; leave it out, or check its spelling`,
  ]);
});

test('of traits by themselves and in a List', () => {
  expect(told(`apiVersion: ${VENDOR}\nkind: MetricsTrait\nmetadata: {name: x}\nspec: {prot: 5, foo: 1, ${REF}}\n`)).toEqual([meant('4:8', 'spec.prot', METRICS, 'port'), lost('4:17', 'spec.foo', METRICS)]);
  expect(told(`apiVersion: v1\nkind: List\nitems:\n  - {apiVersion: v1, kind: ConfigMap, metadata: {name: x}}\n  - {apiVersion: ${VENDOR}, kind: MetricsTrait, metadata: {name: x}, spec: {prot: 5, ${REF}}}\n`)).toEqual([
    meant('5:94', 'items[1].spec.prot', METRICS, 'port'),
  ]);
});

test('what every object has in JavaScript is a field like any other', () => {
  expect(told(withTraits(of('MetricsTrait', '{__proto__: 1, constructor: 2, toString: 3}')))).toEqual([
    lost('8:86', 'spec.components[0].traits[0].trait.spec.__proto__', METRICS),
    lost('8:100', 'spec.components[0].traits[0].trait.spec.constructor', METRICS),
    lost('8:116', 'spec.components[0].traits[0].trait.spec.toString', METRICS),
  ]);
});
