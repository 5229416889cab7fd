import { App, Chart } from 'cdk8s';
import { bindOn, findingsOf, kubernetes, kubernetesChart, LABELS, objectsOf, only, RECOMMENDED, SELECTOR } from './support';
import {
  ComponentBinding, CustomTrait, CustomWorkload, IKindRenderer, RenderRequest, KubernetesPlatform, MetricsTrait, Platform,
} from '../../../src';
import { messageOf } from '../../support/message';

const TYPE = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'Cron' };
const config = (name: string, metadata: any = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...metadata }, data: {} });
const by = (render: (given: RenderRequest) => any): IKindRenderer => ({ ...TYPE, render });
const workload = (manifest: any = {}) => new CustomWorkload({ manifest: { ...TYPE, ...manifest } });
const bound = (render: (given: RenderRequest) => any, manifest?: any): ComponentBinding =>
  bindOn(kubernetesChart({ renderers: [by(render)] }), workload(manifest));
const POD = { containers: [{ name: 'main', image: 'i' }], restartPolicy: 'Never' };

test('a workload of a kind of one\'s own becomes what its renderer makes of it', () => {
  const given: RenderRequest[] = [];
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job', labels: { a: 'b' } }, spec: { template: { metadata: { labels: { c: 'd' } }, spec: POD } } };
  const binding = bound(each => {
    given.push(each);
    return [config('cron', { namespace: 'ns' }), job];
  }, { metadata: { name: 'named' }, spec: { schedule: '@daily' } });

  expect(objectsOf(binding)).toEqual([
    { ...config('cron'), metadata: { name: 'cron', namespace: 'ns', labels: LABELS } },
    {
      ...job,
      metadata: { name: 'job', namespace: 'ns', labels: { ...LABELS, a: 'b' } },
      spec: { template: { metadata: { labels: { c: 'd', ...SELECTOR, ...RECOMMENDED } }, spec: POD } },
    },
  ]);
  expect(given).toEqual([{ manifest: { ...TYPE, metadata: { name: 'named' }, spec: { schedule: '@daily' } }, application: 'hello', component: 'greet', namespace: 'ns', selector: SELECTOR }]);
});

test('a renderer sees the values of parameters', () => {
  const chart = kubernetesChart({ renderers: [by(({ manifest }) => [config(manifest.spec.name)])] });
  bindOn(chart, workload(), { parameters: [{ name: 'name', fieldPaths: ['spec.name'] }], parameterValues: [{ name: 'name', value: 'set' }] });

  expect(objectsOf(chart)[0].metadata.name).toBe('set');
});

test('a trait of a kind of one\'s own becomes what its renderer makes of it, called once', () => {
  let calls = 0;
  const chart = kubernetesChart({
    renderers: [by(({ manifest: { spec }, component }) => {
      calls++;
      return [config(`${component}-${spec.name}`)];
    })],
  });
  const binding = bindOn(chart);
  new CustomTrait(binding, 'cron', { manifest: { ...TYPE, spec: { name: 'cron' } } });
  const expected = { ...config('greet-cron'), metadata: { name: 'greet-cron', namespace: 'ns', labels: { ...LABELS, 'app.oam.dev/resourceType': 'TRAIT' } } };

  expect(only('ConfigMap', objectsOf(chart))).toEqual(expected);
  expect(only('ConfigMap', objectsOf(chart))).toEqual(expected);
  expect(calls).toBe(1);
});

test('a workload is rendered once', () => {
  let calls = 0;
  const binding = bound(() => [config(`c${++calls}`)]);
  new MetricsTrait(binding, 'metrics', { enabled: false });

  expect(objectsOf(binding)).toEqual(objectsOf(binding));
  expect(calls).toBe(1);
});

test('a renderer goes before the library\'s own', () => {
  const renderer = { apiVersion: 'core.oam.dev/v1alpha2', kind: 'ContainerizedWorkload', render: () => [config('own')] };
  const binding = bindOn(kubernetesChart({ renderers: [renderer] }));
  new MetricsTrait(binding, 'metrics', { enabled: false });

  expect(objectsOf(binding).map(({ kind }) => kind)).toEqual(['ConfigMap']);
});

test('what a renderer does with what it was given changes nothing', () => {
  const binding = bound(({ manifest, selector }) => {
    manifest.kind = 'Changed';
    selector.changed = 'yes';
    return [{ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job' }, spec: { template: { spec: POD } } }];
  });

  expect(objectsOf(binding)[0].spec.template.metadata.labels).toEqual({ ...SELECTOR, ...RECOMMENDED });
});

test('objects of the whole cluster have no namespace', () => {
  expect(objectsOf(bound(() => [{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'a' } }]))[0].metadata).toEqual({ name: 'a', labels: LABELS });
});

test('nothing may come of a kind', () => {
  expect(objectsOf(bound(() => []))).toEqual([]);
});

const SUBDOMAIN = "must be a DNS-1123 subdomain (lower-case letters, digits, '-' and '.', at most 253 characters)";

test.each<[string, () => any, string[]]>([
  ['it gives nothing', () => undefined, ["invalid-type: 'workload.render()' must be a list, got nothing"]],
  ['it gives an object', () => config('a'), ["invalid-type: 'workload.render()' must be a list, got an object"]],
  ['it gives what is no object', () => [config('a'), 3], ["invalid-type: 'workload.render()[1]' must be an object, got a number"]],
  ['an object has no type', () => [{ metadata: { name: 'a' } }], ["missing-field: 'workload.render()[0].apiVersion' is required", "missing-field: 'workload.render()[0].kind' is required"]],
  ['an object has no metadata', () => [{ apiVersion: 'v1', kind: 'Secret' }], ["missing-field: 'workload.render()[0].metadata' is required"]],
  ['an object has no name', () => [{ apiVersion: 'v1', kind: 'Secret', metadata: {} }], ["missing-field: 'workload.render()[0].metadata.name' is required"]],
  ['a name is none', () => [config('A')], [`invalid-name: 'workload.render()[0].metadata.name' ${SUBDOMAIN}, got "A"`]],
  ['a value is no data', () => [{ ...config('a'), data: { a: () => 1 } }], ["not-plain: 'workload.render()[0].data.a' must be plain data, got a function; give its value"]],
])('fails when %s', (_, render, findings) => {
  expect(findingsOf(bound(render))).toEqual(findings.map(finding => `[c/hello/greet] ${finding}`));
});

test.each<[string, () => any, string]>([
  ['it throws', () => { throw new Error('boom'); }, "renderer-failed: 'workload.render()' failed: boom; fix the renderer for Cron"],
  ['it throws what is no error', () => { throw 'boom'; }, "renderer-failed: 'workload.render()' failed: boom; fix the renderer for Cron"],
  ['an object lies in another namespace', () => [config('a', { namespace: 'other' })],
    "namespace-mismatch: 'workload.render()[0].metadata.namespace' must be \"ns\", that of the application, got \"other\"; leave it out"],
  ['an object has a label of the model', () => [config('a', { labels: { 'app.oam.dev/name': 'other' } })],
    "reserved-label: 'workload.render()[0].metadata.labels['app.oam.dev/name']' must be \"hello\", got \"other\": the label identifies the owner of the object; leave it out"],
  ['an object is of OAM again', () => [{ ...TYPE, metadata: { name: 'a' } }],
    "unknown-oam-kind: 'workload.render()[0]' is a Cron of core.oam.dev/v1alpha2, which a cluster without an OAM platform does not know; return Kubernetes objects"],
])('fails when %s, too', (_, render, finding) => {
  expect(findingsOf(bound(render))).toEqual([`[c/hello/greet] ${finding}`]);
});

test('fails when Kubernetes does not take an object, the same as without a renderer', () => {
  const container = { name: 'main', image: 'i', env: [{ name: 'A=B', value: 'a' }] };
  const objects = [
    { apiVersion: 'v1', kind: 'Service', metadata: { name: '1st' }, spec: { ports: [{ port: 80 }] } },
    { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'job' }, spec: { template: { metadata: { labels: { 'app.oam.dev/name': 'other' } }, spec: { containers: [container] } } } },
  ];

  expect(findingsOf(bound(() => objects))).toEqual([
    "[c/hello/greet] invalid-name: 'workload.render()[0].metadata.name' must be the name of a Service (lower-case "
      + "letters, digits and '-', starting with a letter, at most 63 characters), got \"1st\"",
    "[c/hello/greet] reserved-label: 'workload.render()[1].spec.template.metadata.labels['app.oam.dev/name']' must be \"hello\", got \"other\": the label "
      + 'identifies the owner of the object; leave it out',
    "[c/hello/greet] invalid-value: 'workload.render()[1].spec.template.spec.containers[0].env[0].name' must be the name of a variable "
      + "(printable ASCII characters without '='), got \"A=…\"",
  ]);
});

test('fails when it throws for a trait', () => {
  const binding = bindOn(kubernetesChart({ renderers: [by(() => { throw new Error('boom'); })] }));
  new CustomTrait(binding, 'cron', { manifest: TYPE });

  expect(findingsOf(binding)).toEqual(["[c/hello/greet/cron] renderer-failed: 'render()' failed: boom; fix the renderer for Cron"]);
});

test('fails when it gives an object twice', () => {
  expect(findingsOf(bound(() => [config('a'), config('a')]))).toEqual([
    "[c/hello/greet] duplicate-object: 'workload.render()[1]' is a second ConfigMap \"a\"; rename one of them",
  ]);
});

test.each<[string, any, string]>([
  ['it is none', 3, "invalid-type: 'renderers[0]' must be an object with apiVersion, kind and render(), got a number; give { apiVersion, kind, render }"],
  ['it cannot render', TYPE, "invalid-type: 'renderers[0]' must be an object with apiVersion, kind and render(), got an object; give { apiVersion, kind, render }"],
  ['it has no kind', { apiVersion: 'v1', render: () => [] }, "missing-field: 'renderers[0].kind' is required"],
  ['its API version is none', { ...TYPE, apiVersion: 'A/B/C', render: () => [] }, "invalid-value: 'renderers[0].apiVersion' must be an API version such as \"apps/v1\", got \"A/B/C\""],
])('a platform fails when of a renderer %s', (_, renderer, finding) => {
  expect(messageOf(() => kubernetes({ renderers: [renderer] }))).toBe(`[KubernetesPlatform] ${finding}`);
});

test('a renderer may be an object of a class', () => {
  class Renderer implements IKindRenderer {
    public readonly apiVersion = TYPE.apiVersion;
    public readonly kind = TYPE.kind;
    public render({ component }: RenderRequest): any[] {
      return [config(`${component}-of-class`)];
    }
  }
  const platform: KubernetesPlatform = kubernetes({ renderers: [new Renderer()] });

  expect(platform).toBeInstanceOf(KubernetesPlatform);
  expect(objectsOf(bindOn(kubernetesChart({ renderers: [new Renderer()] }), workload()))[0].metadata.name).toBe('greet-of-class');
});

test('none is asked for a trait of an application without a namespace, which is told alone', () => {
  const asked: RenderRequest[] = [];
  const chart = new Chart(new App(), 'c');
  Platform.install(chart, kubernetes({
    renderers: [by(given => {
      asked.push(given);
      return [];
    })],
  }));
  const binding = bindOn(chart);
  new CustomTrait(binding, 'custom', { manifest: TYPE });

  expect(findingsOf(binding)).toEqual([expect.stringMatching(/^\[c\/hello\/greet\] missing-field: /)]);
  expect(asked).toEqual([]);
});
