import * as kubernetes from './kubernetes-manifests';
import { documentsOf } from './manifests';
import { declaredComponents, DeclaredComponent } from '../../src/verify/declared-components';
import { remark, remarkText } from '../../src/verify/remarks';

const { BY_ANNOTATIONS, deployment, endpoint, HTTP, labelsOf, object, pod, podMonitor, relabelings, service, serviceMonitor } = kubernetes;

const declared = (...objects: readonly object[]) => declaredComponents(documentsOf(...objects));

/** What is known of the endpoints, in one line each. */
const told = ({ endpoints }: DeclaredComponent) => endpoints.map(({ port = '*', path = '', job = '-' }) => `:${port}${path} ${job}`);

/** The endpoints of the one component. */
function endpointsOf(...objects: readonly object[]): string[] {
  const components = declared(...objects);
  expect(components).toHaveLength(1);
  return told(components[0]);
}

test('a component is declared by its workload and its monitor', () => {
  expect(declared(deployment(), service([{ name: 'http', port: 8081 }]), podMonitor([endpoint()]))).toEqual([{
    file: 'app.yaml',
    line: 52,
    application: 'hello',
    namespace: 'ns',
    component: 'greet',
    endpoints: [{ port: 8081, path: '/metrics', job: 'hello_ns_greet', declaredAt: { file: 'app.yaml', line: 68 } }],
    hints: [],
  }]);
});

test('without its workload the port is known by number alone', () => {
  const [component] = declared(podMonitor([endpoint(), endpoint('hello_ns_greet_1', { portNumber: 9000, path: '/stats' })]));
  expect([told(component), component.hints]).toEqual([[':*/metrics hello_ns_greet', ':9000/stats hello_ns_greet_1'], [remark('no-workload')]]);
});

describe('a PodMonitor', () => {
  const portOf = (fields: object, ...workloads: readonly object[]) => endpointsOf(...workloads, podMonitor([endpoint('j', fields)]))[0].replace('/metrics j', '');

  test.each<[string, object, string]>([
    ['of a Deployment', deployment(), ':8081'],
    ['of a StatefulSet', { ...deployment(), kind: 'StatefulSet' }, ':8081'],
    ['of a DaemonSet', { ...deployment(), kind: 'DaemonSet' }, ':8081'],
    ['of a Pod', pod([HTTP]), ':8081'],
    ['of Coherence', object('coherence.oracle.com/v1', 'Coherence', 'greet', { spec: { labels: kubernetes.podLabels('greet'), ports: [{ name: 'http', port: 9000 }] } }), ':9000'],
    ['of one container of two', deployment([{ name: 'admin', containerPort: 1 }, HTTP, { containerPort: 2 }]), ':8081'],
    ['that two containers have alike', deployment([HTTP, HTTP]), ':8081'],
    ['that two containers have', deployment([HTTP, { ...HTTP, containerPort: 1 }]), ':*'],
    ['that no container has', deployment([{ containerPort: 8081 }]), ':*'],
    ['of an unknown kind', object('acme.io/v1', 'Widget', 'greet', { spec: { template: { spec: { containers: [{ ports: [HTTP] }] } } } }), ':*'],
    ['of a workload without a spec', object('apps/v1', 'Deployment'), ':*'],
  ])('names a port %s', (_, workload, expected) => {
    expect(portOf({ port: 'http' }, workload)).toBe(expected);
  });

  test.each<[object, string]>([
    [{ portNumber: 9000 }, ':9000'],
    [{ targetPort: 9000 }, ':9000'],
    [{ targetPort: 'http' }, ':8081'],
    [{ port: 'http', portNumber: 9000 }, ':8081'],
    [{ port: '', portNumber: 9000 }, ':9000'],
    [{ portNumber: 9000, targetPort: 9001 }, ':9000'],
    [{ port: 'other', portNumber: 9000 }, ':*'],
    [{}, ':8081'],
  ])('%j is at %s', (fields, expected) => {
    expect(portOf(fields, deployment())).toBe(expected);
  });

  test('knows the ports of its own component alone', () => {
    const others = [deployment([HTTP], 'other'), deployment([HTTP], 'greet', { namespace: 'other' })];
    expect(told(declared(...others, podMonitor([endpoint('j')])).at(-1)!)).toEqual([':*/metrics j']);
  });

  test('of WebLogic says neither port nor path: annotations of the pods do', () => {
    const domain = object('weblogic.oracle/v8', 'Domain', 'greet', { spec: {} });
    expect(endpointsOf(domain, podMonitor([{ scheme: 'http', relabelings: relabelings('j', ...BY_ANNOTATIONS) }]))).toEqual([':* j']);
    expect(endpointsOf(domain, podMonitor([endpoint('j', { portNumber: 7001, relabelings: relabelings('j', ...BY_ANNOTATIONS) })]))).toEqual([':* j']);
  });

  // as Coherence, whose containers do not declare all that they listen on
  test.each<[string, object, string]>([
    ['sets another port', { replacement: '$1:9612' }, ':9612/metrics j'],
    ['sets another port in braces', { replacement: '${1}:9612' }, ':9612/metrics j'],
    ['sets a port that a label of nodes tells', { sourceLabels: ['__address__', '__meta_kubernetes_node_label_port'], regex: '(.+);(.+)', replacement: '$1:$2' }, ':*/metrics j'],
    ['sets another address', { replacement: 'proxy:9612' }, ':9612/metrics j'],
    ['does not match', { sourceLabels: ['__address__', 'a'], replacement: '$1:9612' }, ':8081/metrics j'],
    ['sets the path', { targetLabel: '__metrics_path__', sourceLabels: undefined, regex: undefined, replacement: '/a' }, ':8081/a j'],
    ['sets a path that only the scraper knows', { targetLabel: '__metrics_path__', sourceLabels: ['__meta_kubernetes_pod_uid'], replacement: '$1' }, ':8081 j'],
  ])('by a rule that %s', (_, rule, expected) => {
    const atPort = { action: 'replace', sourceLabels: ['__address__'], targetLabel: '__address__', regex: '([^:]+)(?::\\d+)?', ...rule };
    expect(endpointsOf(deployment(), podMonitor([endpoint('j', { port: 'http', relabelings: relabelings('j', atPort) })]))).toEqual([expected]);
  });

  test.each<[string, object]>([['no path', { path: undefined }], ['none', { path: null }]])('with %s has that of Prometheus', (_, fields) => {
    expect(endpointsOf(podMonitor([endpoint('j', { portNumber: 1, ...fields })]))).toEqual([':1/metrics j']);
  });

  test('without endpoints is told', () => {
    expect(declared(deployment(), podMonitor([]))).toMatchObject([{ endpoints: [], unscraped: remark('no-endpoints', { kind: 'PodMonitor' }) }]);
  });
});

describe('the job', () => {
  const job = (...rules: readonly object[]) => endpointsOf(podMonitor([{ portNumber: 1, path: '/', relabelings: rules }]))[0].replace(':1/ ', '');

  test.each<[string, object[], string]>([
    ['is set by a rule', [{ action: 'replace', targetLabel: 'job', replacement: 'a' }], 'a'],
    ['is set by the default action', [{ targetLabel: 'job', replacement: 'a' }], 'a'],
    ['is set by an action in capitals', [{ action: 'Replace', targetLabel: 'job', replacement: 'a' }], 'a'],
    ['is that of the last rule', [{ targetLabel: 'job', replacement: 'a' }, { targetLabel: 'other', replacement: 'c' }, { targetLabel: 'job', replacement: 'b' }], 'b'],
    ['is set whatever the source', [{ targetLabel: 'job', sourceLabels: ['a'], replacement: 'a' }], 'a'],
    ['rests on other labels', [{ targetLabel: 'job', sourceLabels: ['a'], replacement: '$1-a' }], '-'],
    ['is that of a label', [{ targetLabel: 'job', sourceLabels: ['a'] }], '-'],
    ['is set under a condition', [{ targetLabel: 'job', sourceLabels: ['a'], regex: 'b', replacement: 'c' }], '-'],
    ['is taken away', [{ targetLabel: 'job', replacement: '' }], '-'],
    ['is made by another action', [{ action: 'lowercase', targetLabel: 'job', sourceLabels: ['a'], replacement: 'a' }], '-'],
    ['is the operator\'s', [], 'ns/greet'],
  ])('%s', (_, rules, expected) => {
    expect(job(...rules)).toBe(expected);
  });

});

describe('a ServiceMonitor', () => {
  const web = { name: 'web', port: 80, targetPort: 'http' };
  const portOf = (fields: object, ...objects: readonly object[]) => told(declared(deployment(), ...objects, serviceMonitor([endpoint('j', fields)])).find(({ component }) => component === 'greet')!)[0]
    .replace('/metrics j', '');

  test.each<[string, object, object[], string]>([
    ['by name, to a name', { port: 'web' }, [service([web])], ':8081'],
    ['by name, to a number', { port: 'web' }, [service([{ ...web, targetPort: 9000 }, { name: 'other', port: 1 }])], ':9000'],
    ['by name, to the same number', { port: 'web' }, [service([{ name: 'web', port: 80 }])], ':80'],
    ['by name, to nothing', { port: 'web' }, [service([{ ...web, targetPort: null }])], ':80'],
    ['by number', { targetPort: 9000 }, [], ':9000'],
    ['by the name of the container\'s port', { targetPort: 'http' }, [service([web])], ':8081'],
    ['by name before number', { port: 'web', targetPort: 9000 }, [service([web])], ':8081'],
    ['of the Service of another component', { port: 'web' }, [service([web], 'other', { name: 'other', labels: { ...labelsOf('other'), ...labelsOf('greet') } })], ':8081'],
    ['of two Services alike', { port: 'web' }, [service([web]), service([web], 'greet', { name: 'second' })], ':8081'],
    ['of two Services', { port: 'web' }, [service([web]), service([{ ...web, targetPort: 1 }], 'greet', { name: 'second' })], ':*'],
    ['that no Service has', { port: 'other' }, [service([web])], ':*'],
    ['that leads to no container', { port: 'web' }, [service([{ ...web, targetPort: 'other' }])], ':*'],
    ['without a Service', { port: 'web' }, [], ':*'],
    ['of a Service in another namespace', { port: 'web' }, [service([web], 'greet', { namespace: 'other' })], ':*'],
    ['of a Service with other labels', { port: 'web' }, [service([web], 'other')], ':*'],
    ['of a Service without labels', { port: 'web' }, [service([web], 'greet', { labels: null })], ':*'],
    ['of a Service without ports', { port: 'web' }, [object('v1', 'Service')], ':*'],
  ])('%s', (_, fields, objects, expected) => {
    expect(portOf(fields, ...objects)).toBe(expected);
  });

  test('may select none', () => {
    const selector = { matchLabels: labelsOf('greet'), matchExpressions: [{ key: 'app', operator: 'Exists' }] };
    expect(endpointsOf(deployment(), service([web]), serviceMonitor([endpoint('j', { port: 'web' })], 'greet', { spec: { selector } }))).toEqual([':*/metrics j']);
  });

  test('finds Services where kubectl puts both', () => {
    const anywhere = { namespace: undefined };
    const documents = documentsOf(deployment([HTTP], 'greet', anywhere), service([web], 'greet', anywhere), serviceMonitor([endpoint('j', { port: 'web' })], 'greet', { metadata: anywhere }));
    expect([undefined, 'kubectl'].flatMap(namespace => told(declaredComponents(documents, namespace)[0]))).toEqual([':8081/metrics j', ':8081/metrics j']);
  });

  describe('of a program that makes its own Service', () => {
    const labels = { app: 'greet' };
    const own = (namespace: string, spec: object = {}) =>
      ({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'greet', namespace, labels }, spec: { selector: labels, ports: [web], ...spec } });
    const monitorIn = (namespace: string, spec: object = {}) =>
      serviceMonitor([endpoint('j', { port: 'web' })], 'greet', { metadata: { namespace }, spec: { selector: { matchLabels: labels }, ...spec } });
    const pods = object('apps/v1', 'Deployment', 'greet', { spec: { template: { metadata: { labels }, spec: { containers: [{ name: 'main', ports: [HTTP] }] } } } },
      { labels: null });

    test('finds it where it looks for pods', () => {
      const away = monitorIn('monitoring', { namespaceSelector: { matchNames: ['ns'] } });
      expect(['ns', 'monitoring'].map(namespace => endpointsOf(pods, own(namespace), away))).toEqual([[':8081/metrics j'], [':*/metrics j']]);
    });

    test('finds no pods by one that leads elsewhere', () => {
      expect([{}, { type: 'ExternalName' }].map(spec => endpointsOf(pods, own('ns', spec), monitorIn('ns')))).toEqual([[':8081/metrics j'], [':*/metrics j']]);
    });
  });

  test('may stand beside a PodMonitor', () => {
    expect(endpointsOf(deployment(), podMonitor([endpoint('a')]), serviceMonitor([endpoint('b', { targetPort: 9000 })]))).toEqual([':8081/metrics a', ':9000/metrics b']);
  });
});

describe('a component without a monitor is not scraped', () => {
  test.each<[string, object[], string]>([
    ['a Service', [service([])], 'a Service is not scraped'],
    ['a ConfigMap', [object('v1', 'ConfigMap')], 'a ConfigMap is not scraped'],
    ['an Ingress', [object('networking.k8s.io/v1', 'Ingress')], 'an Ingress is not scraped'],
    ['a budget', [object('policy/v1', 'PodDisruptionBudget')], 'a PodDisruptionBudget is not scraped'],
    // a monitor that is the workload of a component, and not made of its trait
    ['a PodMonitor', [podMonitor([endpoint()], 'greet', { metadata: { labels: labelsOf('greet') } })], 'a PodMonitor is not scraped'],
    ['a Deployment', [deployment()], 'no monitor selects it'],
    ['a Job', [object('batch/v1', 'Job')], 'no monitor selects it'],
    ['a Pod', [pod([])], 'no monitor selects it'],
    ['Coherence', [object('coherence.oracle.com/v1', 'Coherence')], 'no monitor selects it'],
    ['a set of Jobs', [object('jobset.x-k8s.io/v1alpha2', 'JobSet')], 'no monitor selects it'],
    ['a Deployment among others', [object('v1', 'ConfigMap'), deployment(), service([])], 'no monitor selects it'],
  ])('%s', (_, objects, why) => {
    const [{ unscraped, ...one }, ...others] = declared(...objects);
    expect([one, ...others]).toMatchObject([{ application: 'hello', namespace: 'ns', component: 'greet', endpoints: [], hints: [] }]);
    expect(remarkText(unscraped!)).toBe(why);
  });

  test('and is told where its pods are declared', () => {
    expect(declared(object('v1', 'ConfigMap'), deployment())).toMatchObject([{ file: 'app.yaml', line: 18 }]);
  });
});

describe('it is no component of ours', () => {
  const monitorOf = (labels: object | null) => podMonitor('wrong', 'greet', { metadata: { labels } });

  test.each<[string, object]>([
    ['a monitor without labels', monitorOf(null)],
    ['a monitor with other labels', monitorOf({ app: 'greet' })],
    ['a monitor of no component', monitorOf({ 'app.oam.dev/name': 'hello' })],
    ['a monitor of no application', monitorOf({ 'app.oam.dev/component': 'greet', 'app.oam.dev/name': null })],
    ['a monitor whose labels are none', { ...podMonitor('wrong'), metadata: { labels: ['app.oam.dev/name'] } }],
    ['a monitor of another API', { ...podMonitor('wrong'), apiVersion: 'acme.io/v1' }],
    ['another kind of monitor', { ...podMonitor('wrong'), kind: 'Probe' }],
    ['a kind of an odd name', { ...podMonitor('wrong'), kind: 'constructor' }],
    ['what is made of a trait', object('networking.k8s.io/v1', 'Ingress', 'greet', {}, { labels: labelsOf('greet', 'TRAIT') })],
    ['an object without metadata', { apiVersion: 'apps/v1', kind: 'Deployment' }],
    ['an object whose metadata are none', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: 'greet' }],
  ])('%s', (_, given) => {
    expect(declared(given)).toEqual([]);
  });
});

describe('the namespace', () => {
  const namespaceOf = (metadata: object, spec: object = {}) => declaredComponents(documentsOf(podMonitor([endpoint()], 'greet', { metadata, spec })), 'kubectl')[0].namespace;

  test('is that of the manifest, or of kubectl', () => {
    expect([namespaceOf({}), namespaceOf({ namespace: undefined })]).toEqual(['ns', 'kubectl']);
    expect(declared(deployment([], 'greet', { namespace: undefined }))[0].namespace).toBeUndefined();
  });

  test.each<[object, string | undefined]>([
    [{}, 'monitoring'], [{ any: false }, 'monitoring'], [{ any: true }, undefined], [{ matchNames: null }, 'monitoring'], [{ matchNames: [] }, 'monitoring'],
    [{ matchNames: ['shop'] }, 'shop'], [{ matchNames: ['shop', 'other'] }, undefined],
  ])('is where a monitor finds pods: %j', (namespaceSelector, expected) => {
    expect(namespaceOf({ namespace: 'monitoring' }, { namespaceSelector })).toBe(expected);
  });

  test('tells components of one name apart', () => {
    const other = { namespace: 'other' };
    expect(declared(deployment(), deployment([{ ...HTTP, containerPort: 1 }], 'greet', other), podMonitor([endpoint()], 'greet', { metadata: other }))
      .map(each => [each.namespace, told(each), each.unscraped?.code])).toEqual([['ns', [], 'no-monitor'], ['other', [':1/metrics hello_ns_greet'], undefined]]);
  });
});

test('components in the order in which they first appear', () => {
  const names = declared(deployment([], 'b'), object('v1', 'ConfigMap', 'a'), podMonitor([endpoint()], 'c'), podMonitor([endpoint()], 'b')).map(({ component }) => component);
  expect(names).toEqual(['b', 'a', 'c']);
});

test.each([
  ['app.oam.dev/component', 5], ['app.oam.dev/name', ''],
])('fails when a label %s of %j names no component', (key, value) => {
  expect(() => declared(podMonitor([endpoint()], 'greet', { metadata: { labels: { ...labelsOf('greet'), [key]: value } } })))
    .toThrow(`invalid-name: 'metadata.labels['${key}']' must be a DNS-1123 subdomain of at most 63 characters`);
});

test('a namespace of null is the default one', () => {
  expect(declaredComponents(documentsOf(podMonitor([endpoint()], 'greet', { metadata: { namespace: null, labels: labelsOf('greet') } })), 'dflt'))
    .toMatchObject([{ namespace: 'dflt' }]);
});

test.each([
  [{ port: 8080 }], [{ portNumber: 0, targetPort: true, path: {} }], [{ relabelings: {} }], [{ relabelings: [{ action: 1, sourceLabels: 'job', targetLabel: [], regex: 5, replacement: {} }, null] }], ['http'],
])('an endpoint that no operator takes is listed all the same: %j', given => {
  expect(declared(deployment(), podMonitor([given]))[0].endpoints).toHaveLength(1);
});

test('a monitor whose endpoints are none has none', () => {
  for (const given of [null, {}, 'x']) expect(declared(podMonitor(given))).toMatchObject([{ endpoints: [], unscraped: remark('no-endpoints', { kind: 'PodMonitor' }) }]);
});
