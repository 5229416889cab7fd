import { endpoint, HTTP, podMonitor } from './kubernetes-manifests';
import { application, component, declaredOne, documentsOf, entry, metricsTrait, read, WORKLOADS } from './manifests';
import { ManifestError } from '../../src/files/reading/located-finding';
import { declaredComponents, DeclaredComponent } from '../../src/verify/declared-components';
import { remark, remarkText } from '../../src/verify/remarks';
import { messageOf } from '../support/message';

const workload = WORKLOADS.containerized;
const addresses = ({ endpoints }: DeclaredComponent) => endpoints.map(({ port = '*', path = '' }) => `${port}${path}`);

describe('a component is scraped by default', () => {
  test.each<[keyof typeof WORKLOADS, string[]]>([
    ['containerized', ['8080/metrics']],
    ['Helidon', ['8080/metrics']],
    ['Helidon of another vendor', ['8080/metrics']],
    ['Deployment', ['8080/metrics']],
    ['annotated Deployment', ['9100/stats']],
    ['Coherence', ['9612/metrics']],
    ['Coherence with a port', ['9999/metrics']],
    ['unwrapped Coherence', ['9612/metrics']],
    ['WebLogic', ['*/wls-exporter/metrics']],
    ['unwrapped WebLogic', ['*/wls-exporter/metrics']],
  ])('%s', (name, expected) => {
    const declared = declaredOne({ workload: WORKLOADS[name] });
    expect(addresses(declared)).toEqual(expected);
    expect(declared).toMatchObject({ application: 'hello', namespace: 'ns', component: 'greet', hints: [] });
    expect(declared.unscraped).toBeUndefined();
  });

  test.each(['ConfigMap', 'Service', 'StatefulSet'] as const)('%s is not', name => {
    expect(declaredOne({ workload: WORKLOADS[name] })).toMatchObject({ endpoints: [], unscraped: remark('kind-not-scraped', { kind: name }) });
  });

  test.each(['ConfigMap', 'Service'] as const)('%s is not, whatever its trait says: it has no pods', name => {
    const declared = declaredOne({ workload: WORKLOADS[name], entry: entry('greet', metricsTrait({ port: 1 })) });
    expect(declared).toMatchObject({ endpoints: [], unscraped: remark('kind-not-scraped', { kind: name }) });
  });

  test.each([
    ['v1', 'ReplicationController', ['1/metrics']], ['networking.k8s.io/v1', 'Ingress', []], ['apps/v1', 'ControllerRevision', []],
  ])('a %s %s with a trait is scraped if it has pods', (apiVersion, kind, at) => {
    expect(addresses(declaredOne({ workload: { apiVersion, kind }, entry: entry('greet', metricsTrait({ port: 1 })) }))).toEqual(at);
  });

  // as CustomWorkload writes it
  test.each([WORKLOADS.StatefulSet, { apiVersion: 'acme.io/v1', kind: 'Widget' }])('%j is as its trait says', widget => {
    expect(addresses(declaredOne({ workload: widget, entry: entry('greet', metricsTrait({ port: 1 })) }))).toEqual(['1/metrics']);
    expect(declaredOne({ workload: widget, entry: entry('greet', metricsTrait({ enabled: false })) })).toMatchObject({ endpoints: [], unscraped: remark('metrics-disabled') });
  });
});

describe('a MetricsTrait', () => {
  const declared = (spec?: object) => declaredOne({ workload, entry: entry('greet', { apiVersion: 'v1', kind: 'Other' }, metricsTrait(spec)) });

  test.each<[object | undefined, string[]]>([
    [undefined, ['8080/metrics']],
    [{}, ['8080/metrics']],
    [{ port: 9000 }, ['9000/metrics']],
    [{ path: '/a' }, ['8080/a']],
    [{ enabled: true, port: 9000, path: '/a' }, ['9000/a']],
    [{ ports: [] }, ['8080/metrics']],
    [{ ports: [{ port: 1 }, { path: '/a' }, { port: 2, path: '/b' }] }, ['1/metrics', '8080/a', '2/b']],
    [{ port: 3, ports: [{ port: 1 }] }, ['1/metrics', '3/metrics']],
  ])('%j is scraped at %j', (spec, expected) => {
    expect(addresses(declared(spec))).toEqual(expected);
  });

  test('may be of another vendor, and nothing else', () => {
    const of = (trait: object) => addresses(declaredOne({ workload, entry: entry('greet', trait) }));
    expect(of({ ...metricsTrait({ port: 1 }), apiVersion: 'oam.acme.com/v1' })).toEqual(['1/metrics']);
    expect(of({ ...metricsTrait({ port: 1 }), apiVersion: 'acme.com/v1' })).toEqual(['8080/metrics']);
    expect(of({ ...metricsTrait({ port: 1 }), kind: 'OtherTrait' })).toEqual(['8080/metrics']);
  });

  test('with defaults of the workload', () => {
    expect(addresses(declaredOne({ workload: WORKLOADS.WebLogic, entry: entry('greet', metricsTrait({ ports: [{ port: 7001 }, { port: 8001 }] })) })))
      .toEqual(['*/wls-exporter/metrics']);
  });

  test('that is off declares nothing', () => {
    expect(declared({ enabled: false, port: 9000 })).toMatchObject({ endpoints: [], unscraped: remark('metrics-disabled') });
  });

  test('names its scraper', () => {
    expect(declared({ scraper: 'monitoring/prometheus' })).toMatchObject({ hints: [remark('other-scraper', { scraper: 'monitoring/prometheus' })] });
  });
});

describe('a component that is elsewhere', () => {
  const missing = { endpoints: [{}], hints: [remark('no-component')] };

  test('is scraped as its trait says', () => {
    expect(addresses(declaredOne({ entry: entry('greet', metricsTrait({ path: '/a' })) }))).toEqual(['8080/a']);
    expect(declaredOne({})).toMatchObject(missing);
  });

  test('may be one of the same name in another namespace', () => {
    const [declared] = declaredComponents(documentsOf(component('greet', workload, 'other'), application([entry('greet')])));
    expect(declared).toMatchObject({ component: 'greet', ...missing });
  });

  test('is pinned by its revision', () => {
    const bound = (revisionName: string) => declaredComponents(documentsOf(component('greet'), application([{ revisionName }])))[0];
    expect(bound('greet-v12')).toMatchObject({ component: 'greet', endpoints: [{ port: 8080, path: '/metrics' }] });
    expect(bound('greet-two-v1')).toMatchObject({ component: 'greet-two', ...missing });
  });
});

describe('the namespace', () => {
  const named = (namespace?: string) => ({ name: 'hello', ...namespace && { namespace } });

  test.each<[string, string | undefined, string | null, string | undefined, string | undefined, boolean]>([
    ['is that of the manifests', 'ns', 'ns', undefined, 'ns', true],
    ['is not known', undefined, null, undefined, undefined, true],
    ['is that of kubectl', undefined, null, 'other', 'other', true],
    ['goes before that of kubectl', 'ns', 'ns', 'other', 'ns', true],
    ['is that of kubectl where the application has none', undefined, 'other', 'other', 'other', true],
    ['is that of kubectl where the component has none', 'other', null, 'other', 'other', true],
    ['differs from that of kubectl', 'ns', null, 'other', 'ns', false],
    ['is that of the application where the component has none', 'ns', null, undefined, 'ns', true],
    ['is not known of the application alone', undefined, 'ns', undefined, undefined, true],
  ])('%s', (_, ofApplication, ofComponent, ofKubectl, expected, isFound) => {
    const [declared] = declaredComponents(documentsOf(component('greet', workload, ofComponent), application([entry('greet')], named(ofApplication))), ofKubectl);
    expect([declared.namespace, declared.endpoints[0].port === 8080]).toEqual([expected, isFound]);
  });
});

test('several applications of several files, in their order, each with the place of its entry', () => {
  const files = ['a.yaml', 'b/b.yaml'].map(file => read([
    'apiVersion: core.oam.dev/v1alpha2',
    'kind: ApplicationConfiguration',
    `metadata: { name: ${file[0]}, namespace: ns }`,
    'spec:',
    '  components:',
    '    - componentName: one',
    '    - traits: []',
    '      componentName: two',
  ].join('\n'), file));
  const others = documentsOf(component('one'), component('two'), { apiVersion: 'v1', kind: 'Component', metadata: {} }, { apiVersion: 'v1', kind: 'ApplicationConfiguration' });
  expect(declaredComponents([...files.flat(), ...others]).map(({ file, line, application: name, component: of }) => `${file}:${line} ${name} ${of}`))
    .toEqual(['a.yaml:6 a one', 'a.yaml:7 a two', 'b/b.yaml:6 b one', 'b/b.yaml:7 b two']);
});

test('no application declares nothing', () => {
  expect(declaredComponents(documentsOf(component('greet')))).toEqual([]);
  expect(declaredComponents(documentsOf(application([])))).toEqual([]);
});

test('fails with all that is wrong, and where', () => {
  const error = messageOf(() => declaredComponents([...read(WRONG, 'wrong.yaml'), ...documentsOf({ ...component('b'), spec: {} })]));
  expect(error.split('\n')).toEqual([
    '8 findings:',
    "  wrong.yaml:3:13: invalid-name: 'metadata.name' must be a DNS-1123 subdomain of at most 63 characters, since it becomes a label's value, got \"Hello\"",
    "  wrong.yaml:6:7: invalid-value: 'spec.components[0]' must have either a componentName or a revisionName; leave one of them out, or give one",
    "  wrong.yaml:7:7: invalid-value: 'spec.components[1]' must have either a componentName or a revisionName; leave one of them out, or give one",
    "  wrong.yaml:10:77: invalid-port: 'spec.components[2].traits[0].trait.spec.port' must be an integer from 1 to 65535, got \"80\"",
    "  wrong.yaml:10:89: invalid-value: 'spec.components[2].traits[0].trait.spec.scraper' must be of the form <namespace>/<deployment-name>, "
      + 'got "x"; name the deployment of the scraper, such as "monitoring/prometheus"',
    "  wrong.yaml:11:11: missing-field: 'spec.components[2].traits[1].trait' is required",
    "  wrong.yaml:15:1: missing-field: 'metadata.name' is required",
    "  app.yaml:7:1: missing-field: 'spec.workload' is required",
  ]);
});

test('the findings are kept for tools', () => {
  expect(() => declaredComponents(documentsOf(application([{}])))).toThrow(ManifestError);
});

const WRONG = `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata: { name: Hello }
spec:
  components:
    - {}
    - { componentName: a, revisionName: a-v1 }
    - componentName: b
      traits:
        - trait: { apiVersion: oam.acme.com/v1, kind: MetricsTrait, spec: { port: "80", scraper: x } }
        - {}
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: {}
spec: { workload: { apiVersion: v1, kind: ConfigMap } }
`;

describe('made elsewhere', () => {
  const declared = (...objects: readonly object[]) => declaredComponents(documentsOf(...objects));

  /** What is known of the endpoints, in one line each. */
  const told = ({ endpoints }: DeclaredComponent) => endpoints.map(({ port = '*', path = '', job = '-' }) => `:${port}${path} ${job}`);

  describe('pods that a program has made by itself, without labels of a component', () => {
    const bare = (app: string, metadata: object = {}) => {
      const template = { metadata: { labels: { app } }, spec: { containers: [{ name: 'main', ports: [HTTP] }] } };
      return { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: app, namespace: 'ns', ...metadata }, spec: { template } };
    };
    const monitorOf = (selector: object) => {
      const monitor: any = podMonitor([endpoint()]);
      return { ...monitor, spec: { ...monitor.spec, selector } };
    };
    const toldOf = (...objects: readonly object[]) =>
      declared(...objects).map(one => [...told(one), ...one.hints.map(({ code }) => code)]);

    test.each<[string, object[], string[]]>([
      ['are those that the monitor selects', [bare('web'), bare('other')], [':8081/metrics hello_ns_greet']],
      ['are in its namespace', [bare('web', { namespace: 'other' })], [':*/metrics hello_ns_greet', 'no-workload']],
      ['have the labels', [bare('other')], [':*/metrics hello_ns_greet', 'no-workload']],
    ])('%s', (_, objects, expected) => {
      expect(toldOf(monitorOf({ matchLabels: { app: 'web' } }), ...objects)).toEqual([expected]);
    });

    test('are all in its namespace if its selector is empty', () => {
      expect(toldOf(monitorOf({}), bare('web'))).toEqual([[':8081/metrics hello_ns_greet']]);
    });

    test('are selected by expressions', () => {
      expect(toldOf(monitorOf({ matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] }), bare('web'))).toEqual([[':8081/metrics hello_ns_greet']]);
    });
  });
});

describe('multi cluster', () => {
  /** What the platform distributes to several clusters: the template has no name of its own. */
  const distributed = ({ kind, metadata, spec }: any, apiVersion = 'clusters.verrazzano.io/v1alpha1') =>
    ({ apiVersion, kind: `MultiCluster${kind}`, metadata, spec: { template: { metadata: { annotations: {} }, spec }, placement: { clusters: [] } } });

  const told = (...objects: object[]) => declaredComponents(documentsOf(...objects))
    .map(({ line, application: name, namespace, component: of, endpoints, unscraped }) => [line, `${namespace}/${name}/${of}`, ...endpoints.map(({ port }) => port), unscraped ? remarkText(unscraped) : '']);

  test('an application of several clusters is that of each', () => {
    expect(told(distributed(application([entry('one'), entry('two', metricsTrait({ port: 1 }))])), component('one'), distributed(component('two'))))
      .toEqual([[13, 'ns/hello/one', 8080, ''], [14, 'ns/hello/two', 1, '']]);
    expect(told(application([entry('one')]), distributed(component('one', WORKLOADS.Coherence), 'clusters.acme.io/v1'))).toEqual([[9, 'ns/hello/one', 9612, '']]);
  });

  test('others of that name are none', () => {
    expect(told(distributed(application([entry('one')]), 'core.oam.dev/v1alpha2'), { ...application([entry('one')]), apiVersion: 'clusters.verrazzano.io/v1alpha1' })).toEqual([]);
  });

  test('fails with the place in the template', () => {
    const text = `apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterApplicationConfiguration
metadata:
  name: hello
spec:
  template:
    spec:
      components:
        - {}
---
apiVersion: clusters.verrazzano.io/v1alpha1
kind: MultiClusterComponent
metadata:
  name: greet
spec: {}
`;
    expect(messageOf(() => declaredComponents(read(text)))).toBe([
      '2 findings:',
      "  app.yaml:9:11: invalid-value: 'spec.template.spec.components[0]' must have either a componentName or a revisionName; leave one of them out, or give one",
      "  app.yaml:15:1: missing-field: 'spec.template.spec' is required",
    ].join('\n'));
  });
});
