import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, App, Chart, Include, JsonPatch, Lazy } from 'cdk8s';
import { ConfigMap } from 'cdk8s-plus-27';
import { synthesized } from './support';
import { CustomObject, Findings, GitOpsApp } from '../../../src';

// what cdk8s writes as something else, or not at all

let folder: string;
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-')); });
afterEach(() => rmSync(folder, { recursive: true }));

const gitOps = () => new GitOpsApp({ outdir: join(folder, 'out') });
const both = (make: (chart: Chart) => void) => {
  const [app, gitOpsApp] = [synthesized(make), synthesized(make, gitOps())];
  expect(gitOpsApp).toEqual(app);
  return app;
};
const object = (apiVersion: string, kind: string, fields: object, metadata: object = { name: 'it' }) => ({ apiVersion, kind, metadata, ...fields }) as any;
const api = (...given: Parameters<typeof object>) => (chart: Chart) => void new ApiObject(chart, 'it', object(...given));
const custom = (...given: Parameters<typeof object>) => (chart: Chart) => void new CustomObject(chart, 'it', { manifest: object(...given) });
const plus = (data: Record<string, string>) => (chart: Chart) => void new ConfigMap(chart, 'it', { metadata: { name: 'it' }, data });
const included = (text: string) => (chart: Chart) => {
  writeFileSync(join(folder, 'it.yaml'), text);
  new Include(chart, 'it', { url: join(folder, 'it.yaml') });
};

const NUMBER = 'is a string that is written without quotes, and that Kubernetes reads as a number, such as "0o17" or "1e_5"; spell it differently';

describe('a string that cdk8s writes as something else is an error in an App, and written as it is in a GitOpsApp', () => {
  test.each<[string, (chart: Chart) => void, string, string]>([
    ['of cdk8s-plus', plus({ mode: '0o17' }), `[shop/it] not-plain: 'data.mode' ${NUMBER}`, '  mode: "0o17"\n'],
    ['of an annotation', api('v1', 'ConfigMap', {}, { name: 'it', annotations: { a: '0X1F' } }), `[shop/it] not-plain: 'metadata.annotations.a' ${NUMBER}`, '    a: "0X1F"\n'],
    ['of a list of a custom kind', api('x.example.com/v1', 'X', { spec: [['a\u0085b']] }),
      "[shop/it] not-plain: 'spec[0][0]' has the character U+0085, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64", '  - - "a\\x85b"\n'],
    ['with a tab first', plus({ 'a.tsv': '\tx\n1\ty\n' }),
      "[shop/it] not-plain: 'data['a.tsv']' has a tab at the beginning of its first line, which makes the whole file unreadable for Kubernetes; put a line with a comment in front", '  a.tsv: "\\tx\\n1\\ty\\n"\n'],
    ['that is a key', api('x.example.com/v1', 'X', { spec: { '<<': { a: 1 } } }), "[shop/it] not-plain: 'spec['<<']' has the key \"<<\", which YAML reads as a merge; choose another key", '  "<<":\n    a: 1\n'],
    ['of an included file', included('{apiVersion: v1, kind: ConfigMap, metadata: {name: it}, data: {a: "0o7"}}'), `[shop/it/it-configmap] not-plain: 'data.a' ${NUMBER}`, '  a: "0o7"\n'],
  ])('%s', (_, make, problem, line) => {
    expect(synthesized(make)).toEqual([problem]);
    const app = gitOps();
    expect(synthesized(make, app)).toEqual([]);
    expect(app.synthYaml()).toContain(line);
  });
});

test('what no YAML holds is an error with its field', () => {
  const make = api('x.example.com/v1', 'X', { spec: { n: NaN, list: [{ i: 1 / 0 }], text: 'a\ud800' } });
  const problems = ["'spec.list[0].i' must be a finite number, got Infinity; leave it out, or give it as a string", "'spec.n' must be a finite number, got NaN; leave it out, or give it as a string",
    "'spec.text' has the character U+D800, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64"];
  expect(both(make)).toEqual(problems.map(each => `[shop/it] not-plain: ${each}`));
  // a GitOpsApp reports what the schema says, too
  const [big] = synthesized(api('v1', 'ConfigMap', { data: { a: 1n } }), gitOps());
  expect([[big], synthesized(api('v1', 'ConfigMap', { data: { a: 1n } }))]).toEqual(Array(2).fill(["[shop/it] not-plain: 'data.a' must be plain data, got 1n; give its value"]));
});

describe('a null that cdk8s leaves out', () => {
  const WARNING = 'is null, which cdk8s leaves out; use a CustomObject, which keeps it, or leave it out';
  const helmChart = { spec: { chart: 'shop', sourceRef: { kind: 'HelmRepository', name: 'shop' } } };
  const release = { spec: { interval: '1h', chart: helmChart, values: { resources: { limits: { cpu: null, memory: '1Gi' } }, list: [{ a: null }, null] } } };
  const RELEASE = ['helm.toolkit.fluxcd.io/v2', 'HelmRelease', release] as const;
  const told = ['resources.limits.cpu', 'list[0].a'].map(each => `[shop/it] not-plain: 'spec.values.${each}' ${WARNING}`);

  test('is a warning in a custom kind, with its field', () => {
    expect(both(api(...RELEASE)).sort()).toEqual([...told].sort());
    expect(both(api('argoproj.io/v1alpha1', 'Application', { spec: { project: 'default', destination: {}, source: { repoURL: 'https://example.com', helm: { valuesObject: { a: null } } } } }))).toEqual([`[shop/it] not-plain: 'spec.source.helm.valuesObject.a' ${WARNING}`]);
    expect(both(included('apiVersion: x.example.com/v1\nkind: X\nmetadata: {name: it}\nspec: {a: ~}\n'))).toEqual([`[shop/it/it-x] not-plain: 'spec.a' ${WARNING}`]);
  });

  test('is none where it is kept, where tools write it, and where Kubernetes would drop it too', () => {
    expect(both(custom(...RELEASE))).toEqual([]);
    expect(both(api('x.example.com/v1', 'X', { spec: { template: { metadata: { creationTimestamp: null } }, gone: undefined }, status: { a: null } }, { name: 'it', creationTimestamp: null }))).toEqual([]);
    expect(both(api('v1', 'ConfigMap', { immutable: null, data: { a: 'b' } }))).toEqual([]);
    expect(both(chart => new ApiObject(chart, 'it', object('x.example.com/v1', 'X', { spec: { a: null, b: Lazy.any({ produce: () => ({ c: null }) }) } })).addJsonPatch(JsonPatch.add('/spec/a', 1)))).toEqual([]);
  });

  test('can be accepted', () => {
    const accepted = (chart: Chart) => {
      api(...RELEASE)(chart);
      Findings.accept(chart, { code: 'not-plain', reason: 'the chart has no default' });
    };
    expect(both(accepted)).toEqual([]);
  });
});

test('a key that cdk8s leaves out is an error', () => {
  const own = (key: string) => JSON.parse(`{"${key}":"a"}`);
  const problem = 'has the key "__proto__", which cdk8s leaves out; choose another key, or use a CustomObject, which keeps it';
  expect(both(api('v1', 'ConfigMap', { data: own('__proto__') }))).toEqual([`[shop/it] not-plain: 'data.__proto__' ${problem}`]);
  expect(both(api('x.example.com/v1', 'X', { spec: { list: [own('__proto__')] } }))).toEqual([`[shop/it] not-plain: 'spec.list[0].__proto__' ${problem}`]);
  expect(both(api('v1', 'ConfigMap', { data: own('toString') }))).toEqual([]);
  const app: App = new App({ outdir: folder });
  expect(synthesized(custom('v1', 'ConfigMap', { data: own('__proto__') }), app)).toEqual([]);
  expect(app.synthYaml()).toContain('  __proto__: a\n');
});

test('two names are an error, also if cdk8s gives one of them', () => {
  const problem = "'metadata.generateName' must not be set beside 'metadata.name', which the server takes instead; leave one of them out; cdk8s names each ApiObject unless its metadata has `name: undefined`";
  const job = (metadata: object) => ['batch/v1', 'Job', { spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'a' }] } } } }, { generateName: 'migrate-', ...metadata }] as const;
  expect(both(api(...job({})))).toEqual([`[shop/it] invalid-value: ${problem}`]);
  expect(both(custom(...job({ name: 'migrate' })))).toEqual([`[shop/it] invalid-value: ${problem}`]);
  expect(both(api('argoproj.io/v1alpha1', 'Workflow', {}, { name: 'a', generateName: 'a-' }))).toEqual([`[shop/it] invalid-value: ${problem}`]);
  expect(both(api(...job({ name: undefined })))).toEqual([]);
  expect(both(custom(...job({})))).toEqual([]);
});
