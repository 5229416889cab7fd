import { ApiObject, ApiObjectProps, App, Chart, Include, JsonPatch } from 'cdk8s';
import * as kplus from 'cdk8s-plus-27';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ApplicationConfiguration, Component, ComponentBinding, DeploymentWorkload, GitOpsApp, KubernetesPlatform, CustomWorkload, MetricsTrait,
  MonitoringProvider, OamPlatform, Platform, Workload,
} from '../../../src';

let outdir: string;

beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'cdk8s-oam-schemas-'));
});
afterEach(() => {
  jest.restoreAllMocks();
  rmSync(outdir, { recursive: true });
});

const kubernetes = () => new KubernetesPlatform({
  metrics: MonitoringProvider.kubePrometheusStack({ release: 'monitoring', namespace: 'monitoring' }),
});

/** The findings of a program on a platform, one each. */
function told(program: (chart: Chart) => void, platform: Platform = kubernetes(), app: App = new App({ outdir })): string[] {
  Platform.install(app, platform);
  program(new Chart(app, 'shop', { namespace: 'shop' }));
  try {
    app.synth();
    return [];
  } catch (error) {
    return (error as Error).message.split('\n').slice(1).map(line => line.trim());
  }
}

const bound = (workload: () => Workload) => (chart: Chart): ComponentBinding =>
  new ApplicationConfiguration(chart, 'shop').addComponent(new Component(chart, 'cart', { workload: workload() }));

const object = (manifest: object) => (chart: Chart) => void new ApiObject(chart, 'object', manifest as ApiObjectProps);

const container = { name: 'cart', image: 'example/cart:1', ports: [{ name: 'metrics', containerPort: 8080 }] };

const deployment = (spec: object) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'cart' },
  spec: { selector: { matchLabels: { app: 'cart' } }, template: { metadata: { labels: { app: 'cart' } }, spec: { containers: [container], ...spec } } },
});

const unknown = (field: string, word: string) => `unknown-field: '${field}' is an unknown field; the API server silently drops it; did you mean "${word}"?`;

describe.each<[string, () => App]>([
  ['App', () => new App({ outdir })],
  ['GitOpsApp', () => new GitOpsApp({ outdir })],
])('in a %s, without a version of Kubernetes', (_, app) => {
  test.each<[string, (chart: Chart) => void, string]>([
    ['podSpec', bound(() => new DeploymentWorkload({ podSpec: { hostNetwrk: true, containers: [container] } as any })),
      `[shop/shop/cart] ${unknown('spec.template.spec.hostNetwrk', 'hostNetwork')}`],
    ['overrides', bound(() => new DeploymentWorkload({ image: 'example/cart:1', overrides: { spec: { replicaz: 2 } } })),
      "[shop/shop/cart] unknown-field: 'spec.replicaz' is an unknown field; expected one of minReadySeconds, paused, progressDeadlineSeconds, replicas, "
        + 'revisionHistoryLimit, selector, strategy, template; the API server silently drops it; did you mean "replicas"?'],
    ['an ApiObject', object(deployment({ serviceAcountName: 'a' })), `[shop/object] ${unknown('spec.template.spec.serviceAcountName', 'serviceAccountName')}`],
    ['a CustomWorkload', bound(() => new CustomWorkload({ manifest: deployment({ tolerations: [{ keyy: 'a', operator: 'Exists' }] }) })),
      "[shop/shop/cart] unknown-field: 'spec.template.spec.tolerations[0].keyy' is an unknown field; expected one of effect, key, operator, tolerationSeconds, value; "
        + 'the API server silently drops it; did you mean "key"?'],
    ['an item of a list', object({ apiVersion: 'v1', kind: 'List', items: [deployment({ dnsPolicyy: 'Default' })] }),
      `[shop/object] ${unknown('items[0].spec.template.spec.dnsPolicyy', 'dnsPolicy')}`],
    ['cdk8s-plus, patched', chart => {
      const made = new kplus.Deployment(chart, 'web', { containers: [{ image: 'example/web:1', portNumber: 8080 }] });
      ApiObject.of(made).addJsonPatch(JsonPatch.add('/spec/replicas', 'two'));
    }, "[shop/web] invalid-type: 'spec.replicas' must be an integer, got a string"],
    ['an included file', chart => {
      const file = join(outdir, '../cdk8s-oam-schemas.yaml');
      writeFileSync(file, JSON.stringify(deployment({ nodeNam: 'a' })));
      new Include(chart, 'file', { url: file });
      rmSync(file);
    }, `[shop/file/cart-deployment] ${unknown('spec.template.spec.nodeNam', 'nodeName')}`],
  ])('a typo in %s is an error', (__, program, line) => {
    jest.spyOn(process, 'emitWarning').mockImplementation();
    // a GitOpsApp names the object below its construct
    expect(told(program, undefined, app()).map(each => each.replace(/\/\((Kubernetes|OAM)\)\/\w+\]/, ']'))).toEqual([line]);
  });

  test('a kind without a schema is fine, and a field that an operator may have in another version is a warning', () => {
    const warned = jest.spyOn(process, 'emitWarning').mockImplementation();
    expect(told(object({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec: { sizes: 1 } }), undefined, app())).toEqual([]);
    expect(warned).not.toHaveBeenCalled();
    expect(told(object({ apiVersion: 'cert-manager.io/v1', kind: 'Issuer', metadata: { name: 'a' }, spec: { selfSigned: {}, novel: 1 } }), undefined, app())).toEqual([]);
    expect(warned.mock.calls.map(([text]) => String(text)).filter(text => text.startsWith('['))).toEqual([expect.stringContaining("[shop/object] unknown-field: 'spec.novel' is an unknown field")]);
  });

  test('the workload in a component of OAM is held against the schema of its kind', () => {
    const workload = () => new CustomWorkload({ manifest: deployment({ hostPidd: true }) });
    expect(told(bound(workload), OamPlatform.verrazzano(), app()).map(each => each.replace(/\/\(\w+\)\/\w+\]|\/Resource\]/, ']'))).toEqual([`[shop/cart] ${unknown('spec.workload.spec.template.spec.hostPidd', 'hostPID')}`]);
  });
});

test('an App tells what is wrong in the model first: it makes wrong objects', () => {
  const lines = told(chart => {
    object(deployment({ hostNetwrk: true }))(chart);
    new MetricsTrait(bound(() => new DeploymentWorkload({ podSpec: { containers: [container] } }))(chart), 'metrics', { port: 1 });
  });
  expect(lines).not.toEqual([]);
  expect(lines.filter(line => line.includes('hostNetwrk'))).toEqual([]);
});
