import { corpus, expectSame, original, projectOf, testWithCorpus } from './generated';
import { settingsOfValue } from '../../cli/settings/support';
import { describeLocated, readManifests } from '../../../src/files/reading';
import { renderManifests } from '../../../src/migration/render-manifests';
import { application, bound, coherence, component, CONFIG_MAP, containerized, deployment, documents, PORTS, traitOf } from '../support';

const PROMETHEUS = { namespace: 'monitoring', name: 'k8s', monitorSelector: { matchLabels: { release: 'prometheus' } }, monitorNamespaceSelector: {} };
const INGRESS = { className: 'nginx', domain: 'example.com', tls: { clusterIssuer: 'letsencrypt' } };
const SPEC = { platform: 'kubernetes', kubernetes: { prometheus: PROMETHEUS, ingress: INGRESS } };

/** The program writes what `render` gives. Returns its files in one text. */
function expectRendered(text: string, spec: object = SPEC, file = 'manifests.yaml'): string {
  const project = projectOf(text, file, spec);
  expect(project.errors.map(describeLocated)).toEqual([]);
  const { files } = renderManifests(readManifests(text, file), settingsOfValue(spec));
  expectSame(project, JSON.parse(JSON.stringify(files.flatMap(({ objects }) => objects))));
  return [...project.files].filter(([name]) => name.endsWith('.ts')).map(([, each]) => each).join('');
}

const inCluster = 'uid: 0d7c, resourceVersion: "5", creationTimestamp: null';

describe('the program writes what render gives', () => {
  test('where metrics are at a port that nobody declares, which a comment says', () => {
    const text = documents(application('app', 'componentName: db', `{componentName: a, traits: [${traitOf('MetricsTrait', '{}')}]}`),
      component('db', containerized('ports: [{name: mysql, containerPort: 3306}]')), component('a', deployment('a')));
    expect(expectRendered(text)).toContain([
      '    const binding = application.addComponent(component);',
      '    // no metrics: port 8080 of component "db" is declared by none of its containers (3306 (mysql))',
      '    new MetricsTrait(binding, \'metrics\', { enabled: false });',
    ].join('\n'));
  });

  test('where the monitor of an operator gives way to a MetricsTrait, or is the only one', () => {
    const ports = 'coherence: {metrics: {enabled: true}}, ports: [{name: other, port: 1, serviceMonitor: {enabled: true, labels: {release: prometheus}}}, '
      + '{name: metrics, port: 9612, serviceMonitor: {enabled: true, labels: {release: prometheus}}}]';
    const resource = `{apiVersion: coherence.oracle.com/v1, kind: Coherence, metadata: {name: b}, spec: {${ports}}}`;
    const text = documents(application('app', `{componentName: a, traits: [${traitOf('MetricsTrait', '{}')}]}`, `{componentName: b, traits: [${traitOf('MetricsTrait', '{}')}]}`, 'componentName: d'),
      component('a', coherence(`{${ports}}`)), component('b', resource), component('d', coherence(`{${ports}}`).replace('name: c', 'name: d')));
    const program = expectRendered(text).replace(/\s*\/\/ would/g, ' would');
    expect(program).toContain('// \'enabled: false\' in \'spec.template.spec.ports[1].serviceMonitor\': a MetricsTrait asks for the same metrics, which would be counted twice');
    expect(program).toContain('// \'enabled: false\' in \'spec.ports[1].serviceMonitor\'');
    expect(program).toMatch(/no monitor: Prometheus takes the one that the component's operator makes.*\n(?:.*\n)?.*new MetricsTrait\(binding, 'metrics', \{ enabled: false \}\)/);
  });

  test('where the monitor of an operator gives way in one namespace only, everything is scraped once', () => {
    const spec = '{coherence: {metrics: {enabled: true}}, ports: [{name: metrics, port: 9612, serviceMonitor: {enabled: true, labels: {release: prometheus}}}]}';
    const bare = component('a', coherence(spec)).replace(', namespace: ns', '');
    const other = application('other', 'componentName: a').replace('namespace: ns', 'namespace: elsewhere');
    const { files, errors } = projectOf(documents(application('app', `{componentName: a, traits: [${traitOf('MetricsTrait', '{}')}]}`), bare, other), 'manifests.yaml', SPEC);
    expect(errors).toEqual([]);
    expect(files.get('other.ts')).not.toContain('MetricsTrait(');
    expect(files.get('other.ts')).toContain('serviceMonitor: { enabled: false');
  });

  test('where a MetricsTrait is on what has no pods', () => {
    const service = '{apiVersion: v1, kind: Service, metadata: {name: s}, spec: {ports: [{port: 80}]}}';
    const program = expectRendered(bound(service, [traitOf('MetricsTrait', '{}'), `{trait: ${CONFIG_MAP.replace('name: c', 'name: c, namespace: other')}}`]));
    expect(program).toContain('// MetricsTrait is left out, which is on a Service, which has no pods to scrape');
    expect(program).toMatch(/\/\/ 'metadata\.namespace' is left out, which had no effect: "other"\n.*\n.*new CustomTrait/);
  });

  test('where intervals of scrapes are given, one of which no Duration says', () => {
    const metrics = traitOf('MetricsTrait', '{interval: 30s, ports: [{interval: 2m}, {port: 9090, path: /more}]}');
    const ports = 'ports: [{name: http, containerPort: 8080}, {name: more, containerPort: 9090}]';
    expect(expectRendered(bound(containerized(ports), [metrics]))).toContain('interval: Duration.seconds(30)');
    expect(expectRendered(bound(containerized(PORTS), [traitOf('MetricsTrait', '{interval: 1m30s, path: /metrics, port: 8080}')])))
      .toContain('overrides: { spec: { interval: \'1m30s\' } }');
  });

  test('where endpoints are scraped in ways of their own', () => {
    const way = '{scheme: https, tls: {ca: {configMap: {name: ca, key: ca.crt}}}, authorization: {credentials: {name: scraping, key: token}}, '
      + 'keepMetrics: [a.*], metricRelabelings: [{action: labeldrop, regex: b}]}';
    const program = expectRendered(bound(containerized(PORTS), [traitOf('MetricsTrait', way)]));
    for (const text of ['scheme: ScrapeScheme.HTTPS', '{ credentials: { name: \'scraping\', key: \'token\' } }', 'keepMetrics: [\'a.*\']', '{ action: RelabelAction.LABEL_DROP, regex: \'b\' }']) {
      expect(program).toContain(text);
    }
  });

  test('where there are fields that no API server keeps, which comments name', () => {
    const text = documents(application('app', '{componentName: a, foo: 1, bar: null}'), component('a', CONFIG_MAP, 'helm: {b: c}', 'old: 1'));
    const comment = '    // left out, since no API server keeps it:';
    expect(expectRendered(text).match(/.*no API server keeps it.*\n.*/g)).toEqual([
      `${comment} 'spec.helm', 'spec.old'\n    const component = new Component(this, 'a', { workload: KubernetesWorkload.configMap({ metadata: { name: 'c' } }) });`,
      `${comment} 'foo'\n    application.addComponent(component);`,
    ]);
  });

  test('where the API server drops the name of a Service', () => {
    const helidon = '{apiVersion: oam.verrazzano.io/v1alpha1, kind: VerrazzanoHelidonWorkload, spec: {deploymentTemplate: {metadata: {name: h}, '
      + 'podSpec: {containers: [{name: a, image: i, ports: [{containerPort: 8080}]}]}}, serviceTemplate: {metadata: {name: other, labels: {a: b}}}}}';
    expect(expectRendered(bound(helidon))).toContain('// \'spec.serviceTemplate.metadata.name\' is left out, which is dropped by the API server');
  });

  test('where the runtime overwrites namespaces', () => {
    const text = bound(deployment('a').replace('name: a}', 'name: a, namespace: other}'), [traitOf('MetricsTrait', '{}', ', metadata: {namespace: another}')]);
    const program = expectRendered(text);
    expect(program).toContain('    // \'metadata.namespace\' is left out, which had no effect: "other"\n    const component = new Component');
    expect(program).toContain('    // \'metadata.namespace\' is left out, which had no effect: "another"\n    new MetricsTrait');
  });

  test('where an application is for several clusters', () => {
    const text = documents(
      application('app', 'componentName: a').replace('core.oam.dev/v1alpha2', 'clusters.verrazzano.io/v1alpha1').replace('kind: A', 'kind: MultiClusterA')
        .replace('spec:', 'spec:\n  secrets: [s]\n  placement: {clusters: [{name: east}, {name: west}]}\n  template: {metadata: {labels: {in: side}}, spec: {components: [{componentName: a}]}}\nold:'),
      component('a', CONFIG_MAP),
    );
    expect(expectRendered(text)).toContain('    // was for several clusters: apply it to each of them (placement: east, west), with the secrets s\n    const application = new ApplicationConfiguration');
  });

  test('of what was fetched from a cluster, with nulls', () => {
    const live = (text: string) => text.replace(', namespace: ns}', `, namespace: ns, ${inCluster}, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}\nstatus: {a: b}`);
    const text = documents(live(application('app', '{componentName: a, parameterValues: null, traits: null}', 'revisionName: b-x7f2k')),
      live(component('a', containerized(PORTS), 'parameters: null')), component('b', CONFIG_MAP),
      'apiVersion: oam.verrazzano.io/v1alpha1\nkind: MetricsTrait\nmetadata: {name: m, labels: {app.oam.dev/name: app}}\n');
    expect(expectRendered(text)).toContain('// was bound by the revision "b-x7f2k" of an earlier runtime');
  });

  test('of components without a namespace, in each in which they are bound', () => {
    const bare = component('a', CONFIG_MAP).replace(', namespace: ns', '');
    const other = application('other', 'componentName: a').replace('namespace: ns', 'namespace: elsewhere');
    expectRendered(documents(application('app', 'componentName: a'), bare, other));
    expectRendered(documents(application('app', 'componentName: a'), bare).replaceAll(', namespace: ns', ''), { ...SPEC, defaultNamespace: 'shop' });
  });

  test('of a List, and of objects that are none of OAM\'s', () => {
    const [app, of] = [application('app', 'componentName: a'), component('a', CONFIG_MAP)].map(text => JSON.stringify(readManifests(text, 'f.yaml').yaml[0].value));
    expectRendered(`{"apiVersion": "v1", "kind": "List", "items": [${app}, ${of}, {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "d"}, "data": null}]}`);
  });

  test('for each setting of the platform', () => {
    const text = documents(application('app', `{componentName: a, traits: [${traitOf('IngressTrait', '{rules: [{paths: [{path: /}]}]}')}, ${traitOf('MetricsTrait', '{scraper: a/b}')}]}`),
      component('a', containerized(PORTS)));
    const prometheus = { ...PROMETHEUS, monitorKind: 'ServiceMonitor', replaces: ['a/b'], namespaceLabels: { ns: { a: 'b' } }, monitorLabels: { team: 'x' } };
    for (const tls of [{ issuer: 'i' }, { secretName: 's' }, { insecureNone: true }]) {
      const ingress = { ...INGRESS, tls, controller: 'ingress-nginx', annotations: { 'a/b': 'c' } };
      expectRendered(text, { platform: 'kubernetes', kubernetes: { prometheus, ingress, clusterName: 'east' } });
    }
    const pods = { namespace: 'istio-system', podLabels: { istio: 'ingressgateway' } };
    const istio = { gateway: pods, redirectsHttp: true, apiVersion: 'v1beta1' };
    expectRendered(text, { platform: 'kubernetes', kubernetes: { prometheus, ingress: { domain: 'example.com', tls: { clusterIssuer: 'i' }, istio } } });
    const gateway = { namespace: 'g', name: 'g', listeners: [{ name: 'https', allowedRoutes: { namespaces: 'All' } }] };
    const gatewayApi = { gateway, implementation: 'envoy-gateway', pods };
    expectRendered(text, { platform: 'kubernetes', kubernetes: { prometheus, ingress: { domain: 'example.com', gatewayApi } } });
    expectRendered(text.replaceAll('verrazzano', 'acme'), { ...SPEC, vendor: 'acme', workloadKindPrefix: 'A', kubernetes: { prometheus: { ...PROMETHEUS, replaces: ['a/b'] }, ingress: INGRESS } });
  });
});

test('a component that nobody binds is left out, and told', () => {
  const { warnings, files } = projectOf(documents(bound(CONFIG_MAP), component('b', CONFIG_MAP)), 'manifests.yaml', SPEC);
  expect(warnings.map(describeLocated)).toEqual([
    expect.stringMatching(/^manifests\.yaml:\d+:\d+: warning: component-not-bound: .*component "b" is bound by no application.*; it is left out/),
  ]);
  expect([...files.keys()]).not.toContain('components.ts');
});

test('an empty source that the runtime has written beside the value of a condition is left out', () => {
  const condition = '{op: eq, value: ready, valueFrom: {fieldPath: ""}}';
  const outputs = `dataOutputs: [{name: x, fieldPath: status.x, conditions: [${condition}, {op: eq, valueFrom: {fieldPath: a}}]}, {name: y, fieldPath: status.y}]`;
  const scaler = '{apiVersion: core.oam.dev/v1alpha2, kind: ManualScalerTrait, spec: {replicaCount: 1}}';
  const program = (text: string) => projectOf(text, 'manifests.yaml', SPEC).files;
  const live = documents(application('app', `{componentName: a, ${outputs}, traits: [{trait: ${scaler}, ${outputs}}]}`), component('a', containerized(PORTS)));
  const declared = live.replaceAll(', valueFrom: {fieldPath: ""}', '');
  expect(declared).not.toBe(live);
  expect(program(live)).toEqual(program(declared));
  expect(program(live).get('app.ts')).toContain("valueFrom: { fieldPath: 'a' }");
});

test('what render refuses is written, and told', () => {
  const { errors, files } = projectOf(bound(deployment('a'), [traitOf('MetricsTrait', '{port: 9090}')]), 'manifests.yaml', SPEC);
  expect(errors.map(({ code }) => code)).toEqual(['metrics-port-not-declared']);
  expect(files.get('app.ts')).toContain('new MetricsTrait');
});

describe('for an OAM platform', () => {
  test('the default namespace is that of applications and components without one', () => {
    const text = documents(bound(CONFIG_MAP), 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n');
    const { files } = projectOf(text.replaceAll(', namespace: ns', ''), 'manifests.yaml', { platform: 'oam', defaultNamespace: 'ns' });
    expect(files).toEqual(projectOf(text).files);
  });

  test('the platform of the settings is installed', () => {
    const oam = { metricsTraitShape: 'single-port', hasExtendedCrds: true, systemNamespace: 'acme-system', systemScraper: 'acme-system/scraper' };
    const main = projectOf(bound(CONFIG_MAP), 'manifests.yaml', { platform: 'oam', vendor: 'acme', workloadKindPrefix: 'A', oam }).files.get('main.ts')!;
    expect(main.replace(/\s+/g, ' ')).toContain('new OamPlatform({ vendor: \'acme\', workloadKindPrefix: \'A\', systemNamespace: \'acme-system\', '
      + 'systemScraper: Scraper.parse(\'acme-system/scraper\'), metricsTraitShape: MetricsTraitShape.SINGLE_PORT, writeDefaultMetricsTraits: false, hasExtendedCrds: true, })');
  });
});

describe('in the folder that OAM_CORPUS names', () => {
  const names = corpus();

  testWithCorpus.each(names.length > 0 ? names : ['none'])('%s is imported for Kubernetes as it is rendered', name => {
    const text = original(name);
    const spec = { ...SPEC, defaultNamespace: 'd' };
    const { errors } = projectOf(text, `${name}.yaml`, spec);
    if (errors.length === 0) expectRendered(text, spec, `${name}.yaml`);
    else expect(() => renderManifests(readManifests(text, `${name}.yaml`), settingsOfValue(spec))).toThrow();
  });
});
