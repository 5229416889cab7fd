import { bindOn, findingsOf, kubernetesChart, monitorsOf, objectsOf } from './support';
import { CustomTrait, IKindRenderer, RenderRequest, LoggingTrait, ManualScalerTrait, MetricsTrait } from '../../../src';

const AT = '[c/hello/greet/custom]';
const LABELS = {
  'app.oam.dev/name': 'hello',
  'app.oam.dev/component': 'greet',
  'app.oam.dev/resourceType': 'TRAIT',
  'app.kubernetes.io/name': 'greet',
  'app.kubernetes.io/instance': 'hello',
  'app.kubernetes.io/part-of': 'hello',
  'app.kubernetes.io/managed-by': 'cdk8s-oam',
};

function custom(manifest: any, ...renderers: IKindRenderer[]) {
  const binding = bindOn(kubernetesChart(renderers.length > 0 ? { renderers } : {}));
  new CustomTrait(binding, 'custom', { manifest });
  return binding;
}

const last = (binding: ReturnType<typeof custom>) => objectsOf(binding).at(-1);

describe('an object of Kubernetes', () => {
  const POLICY = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy', spec: { podSelector: {}, policyTypes: ['Ingress'] } };

  test('is rendered as it is, with namespace and labels', () => {
    const metadata = { name: 'closed', labels: { 'own': 'yes', 'app.kubernetes.io/part-of': 'shop' }, annotations: { note: 'x' }, finalizers: ['example.com/keep'] };

    expect(last(custom({ ...POLICY, metadata }))).toEqual({
      ...POLICY,
      metadata: { ...metadata, namespace: 'ns', labels: { ...LABELS, ...metadata.labels } },
    });
  });

  test('nulls are written', () => {
    expect(last(custom({ apiVersion: 'example.com/v1', kind: 'Foo', metadata: { name: 'a' }, spec: { nothing: null, empty: {} } })).spec).toEqual({ nothing: null, empty: {} });
  });

  test.each<[string, string]>([
    ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
    ['cert-manager.io/v1', 'ClusterIssuer'],
    ['scheduling.k8s.io/v1', 'PriorityClass'],
    ['v1', 'Namespace'],
  ])('of the whole cluster has no namespace: %s %s', (apiVersion, kind) => {
    const more = kind === 'ClusterRole' ? { rules: [] } : kind === 'PriorityClass' ? { value: 1 } : kind === 'ClusterIssuer' ? { spec: { selfSigned: {} } } : {};

    expect(last(custom({ apiVersion, kind, metadata: { name: 'a' }, ...more })).metadata).toEqual({ name: 'a', labels: LABELS });
  });

  test.each<[string, any, string[]]>([
    ['it has no name', undefined, ['missing-field: \'metadata.name\' is required; give the object a name']],
    ['it lies in another namespace', { name: 'a', namespace: 'other' }, ['namespace-mismatch: \'metadata.namespace\' is "other", its application is in namespace "ns"; leave it out']],
    ['it has labels of the model', { name: 'a', labels: { 'app.oam.dev/component': 'other', 'app.oam.dev/resourceType': 'WORKLOAD', 'app.oam.dev/name': 'hello' } }, [
      'reserved-label: \'metadata.labels[\'app.oam.dev/component\']\' must be "greet", got "other": the label identifies the owner of the object; leave it out',
      'reserved-label: \'metadata.labels[\'app.oam.dev/resourceType\']\' must be "TRAIT", got "WORKLOAD": the label identifies the owner of the object; leave it out',
    ]],
  ])('fails when %s', (_, metadata, messages) => {
    expect(findingsOf(custom({ ...POLICY, metadata }))).toEqual(messages.map(message => `${AT} ${message}`));
  });

  test('fails when the workload makes it', () => {
    expect(findingsOf(custom({ apiVersion: 'v1', kind: 'Service', metadata: { name: 'greet' }, spec: { ports: [{ port: 1 }] } }))).toEqual([
      `${AT} duplicate-object: Service "greet" in namespace "ns" is also made by 'c/hello/greet/(Kubernetes)/Service'; rename one of them, or put it into another namespace`,
    ]);
  });
});

describe('a kind of OAM', () => {
  const SCOPE = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'HealthScope', metadata: { name: 'health' }, spec: { probes: 2 } };
  const scope = (render: (given: RenderRequest) => any): IKindRenderer => ({ apiVersion: SCOPE.apiVersion, kind: SCOPE.kind, render });
  const configMap = (name: string, data: any = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });

  test.each<[string, string]>([
    ['core.oam.dev/v1alpha2', 'HealthScope'],
    ['oam.acme.io/v1alpha1', 'MetricsTrait'],
    ['oam.verrazzano.io/v1alpha1', 'BackupTrait'],
    ['standard.oam.dev/v1alpha1', 'Route'],
  ])('fails when nobody knows it: %s %s', (apiVersion, kind) => {
    expect(findingsOf(custom({ apiVersion, kind, metadata: { name: 'a' }, spec: {} }))).toEqual([
      `${AT} unknown-oam-kind: is a ${kind} of ${apiVersion}, which a cluster without an OAM platform does not know; `
        + 'give the KubernetesPlatform a renderer for it: \'renderers: [{ apiVersion, kind, render }]\'',
    ]);
  });

  test('fails with the version in which it is known', () => {
    expect(findingsOf(custom({ apiVersion: 'oam.verrazzano.io/v1beta1', kind: 'MetricsTrait', metadata: { name: 'a' }, spec: {} }))).toEqual([
      `${AT} unknown-oam-kind: 'apiVersion' must be "oam.verrazzano.io/v1alpha1", the only known version of MetricsTrait, `
        + 'got "oam.verrazzano.io/v1beta1"; write "oam.verrazzano.io/v1alpha1"',
    ]);
  });

  test('is rendered by a renderer of its own, which is told all about it', () => {
    let told: RenderRequest | undefined;
    const binding = custom(SCOPE, scope(given => {
      told = given;
      return [configMap('first', { probes: `${given.manifest.spec.probes}` }), configMap('second')];
    }));

    expect(objectsOf(binding).slice(-2)).toEqual([
      { ...configMap('first', { probes: '2' }), metadata: { name: 'first', namespace: 'ns', labels: LABELS } },
      { ...configMap('second'), metadata: { name: 'second', namespace: 'ns', labels: LABELS } },
    ]);
    expect(told).toEqual({
      manifest: SCOPE, application: 'hello', component: 'greet', namespace: 'ns', selector: { 'app.oam.dev/name': 'hello', 'app.oam.dev/component': 'greet' },
    });
  });

  test('a renderer may have nothing to render', () => {
    expect(objectsOf(custom(SCOPE, scope(() => []))).map(({ kind }) => kind)).toEqual(['Deployment', 'Service', 'PodMonitor']);
  });

  test('a renderer is called once', () => {
    const render = jest.fn(() => [configMap('a')]);
    const binding = custom(SCOPE, scope(render));
    objectsOf(binding);
    objectsOf(binding);

    expect(render).toHaveBeenCalledTimes(1);
  });

  const SUBDOMAIN = 'must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 253 characters)';

  test.each<[string, any, string[]]>([
    ['no list', undefined, ['invalid-type: \'render()\' must be a list, got nothing']],
    ['what is no object', [5], ['invalid-type: \'render()[0]\' must be an object, got a number']],
    ['objects without what each must have', [{}, { apiVersion: 'v1', kind: 'ConfigMap' }, { ...configMap('a'), metadata: {} }], [
      'missing-field: \'render()[0].apiVersion\' is required',
      'missing-field: \'render()[0].kind\' is required',
      'missing-field: \'render()[0].metadata\' is required',
      'missing-field: \'render()[1].metadata\' is required',
      'missing-field: \'render()[2].metadata.name\' is required',
    ]],
    ['an object twice', [configMap('a'), configMap('b'), configMap('a')], ['duplicate-object: \'render()[2]\' is a second ConfigMap "a"; rename one of them']],
    ['a kind of OAM', [SCOPE], ['unknown-oam-kind: \'render()[0]\' is a HealthScope of core.oam.dev/v1alpha2, which a cluster without an OAM platform does not know; return Kubernetes objects']],
    ['what lies elsewhere', [{ ...configMap('a'), metadata: { name: 'a', namespace: 'other' } }], [
      'namespace-mismatch: \'render()[0].metadata.namespace\' must be "ns", that of the application, got "other"; leave it out',
    ]],
    ['labels of the model', [{ ...configMap('a'), metadata: { name: 'a', labels: { 'app.oam.dev/name': 'bye' } } }], [
      'reserved-label: \'render()[0].metadata.labels[\'app.oam.dev/name\']\' must be "hello", got "bye": the label identifies the owner of the object; leave it out',
    ]],
    ['a name that is none', [configMap('A')], [`invalid-name: 'render()[0].metadata.name' ${SUBDOMAIN}, got "A"`]],
    ['what cannot be written', [configMap('a', { f: () => 1 })], ['not-plain: \'render()[0].data.f\' must be plain data, got a function; give its value']],
  ])('fails when a renderer gives back %s', (_, objects, messages) => {
    expect(findingsOf(custom(SCOPE, scope(() => objects)))).toEqual(messages.map(message => `${AT} ${message}`));
  });

  test('fails when a renderer fails', () => {
    const binding = custom(SCOPE, scope(() => {
      throw new Error('no probes');
    }));

    expect(findingsOf(binding)).toEqual([`${AT} renderer-failed: 'render()' failed: no probes; fix the renderer for HealthScope`]);
  });
});

describe('a renderer for a kind that the library knows', () => {
  const VENDOR = 'oam.verrazzano.io/v1alpha1';
  const chart = (apiVersion: string, kind: string) => kubernetesChart({ renderers: [{ apiVersion, kind, render: () => [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'own' } }] }] });
  const plain = () => objectsOf(bindOn(kubernetesChart())).find(({ kind }) => kind === 'Deployment');

  test('goes before that of metrics', () => {
    const binding = bindOn(chart(VENDOR, 'MetricsTrait'));
    new MetricsTrait(binding, 'metrics');

    expect(monitorsOf(binding)).toEqual([]);
    expect(last(binding).metadata.name).toBe('own');
  });

  test('goes before that of logging: the workload is left alone', () => {
    const binding = bindOn(chart(VENDOR, 'LoggingTrait'));
    new LoggingTrait(binding, 'logging', { loggingImage: 'example/fluentd:1', loggingConfig: 'x' });

    expect(objectsOf(binding).find(({ kind }) => kind === 'Deployment')).toEqual(plain());
  });

  test('goes before that of scaling: the workload is left alone', () => {
    const binding = bindOn(chart('core.oam.dev/v1alpha2', 'ManualScalerTrait'));
    new ManualScalerTrait(binding, 'scale', { replicaCount: 4 });

    expect(objectsOf(binding).find(({ kind }) => kind === 'Deployment')).toEqual(plain());
  });
});
