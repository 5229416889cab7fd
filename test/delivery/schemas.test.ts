import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApiObject, Chart } from 'cdk8s';
import { GitOpsApp, GitOpsAppProps } from '../../src';
import { messageOf } from '../support/message';

let outdir: string;

beforeEach(() => {
  outdir = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(outdir, { recursive: true });
});

function app(props: GitOpsAppProps, ...objects: any[]): GitOpsApp {
  const made = new GitOpsApp({ outdir, ...props });
  const chart = new Chart(made, 'shop', { namespace: 'shop' });
  for (const [i, object] of objects.entries()) new ApiObject(chart, `object-${i}`, object);
  return made;
}

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' }, datas: { a: 'b' } };
const WIDGET = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'widget' }, spec: { sizes: 1 } };
const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets' },
    versions: [{
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } } } },
    }],
  },
};

const failed = (...lines: string[]) => ['Validation failed with the following errors:', ...lines.map(line => `  ${line}`)].join('\n');

test('without a version of Kubernetes, what every version refuses is an error, and a kind without a schema is fine', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation();
  expect(messageOf(() => app({}, CONFIG_MAP, WIDGET).synthYaml())).toContain("[shop/object-0] unknown-field: 'datas' is an unknown field");
  expect(messageOf(() => app({}, DEFINITION, WIDGET).synthYaml())).toContain("[shop/object-1] unknown-field: 'spec.sizes' is an unknown field");
  expect(app({}, WIDGET).synthYaml()).toContain('sizes:');
  expect(warned).not.toHaveBeenCalled();
});

test('fails when an object violates the schema of its kind, and writes nothing', () => {
  const made = app({ kubernetesVersion: '1.34' }, CONFIG_MAP);
  expect(messageOf(() => made.synth())).toBe(failed("[shop/object-0] unknown-field: 'datas' is an unknown field; expected one of apiVersion, binaryData, data, "
    + 'immutable, kind, metadata; the API server silently drops it; did you mean "data"?'));
  expect(readdirSync(outdir)).toEqual([]);
});

test('fails when an item of a list does, at its place', () => {
  const list = { apiVersion: 'v1', kind: 'List', items: [{ ...CONFIG_MAP, data: { a: 1 }, datas: undefined }] };
  expect(messageOf(() => app({ kubernetesVersion: '1.34' }, list).synthYaml())).toBe(failed(
    "[shop/object-0] invalid-type: 'items[0].data.a' must be a string, got a number; put it in quotes"));
});

test('tells once what the metadata has', () => {
  const labelled = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config', labels: { a: 1 } } };
  expect(messageOf(() => app({ kubernetesVersion: '1.34' }, labelled).synthYaml())).toBe(failed(
    "[shop/object-0] invalid-label: 'metadata.labels.a' must be a label's value (letters, digits, '-', '_' and '.', at most 63 characters), got 1"));
});

test('fails when the group of one of Kubernetes\' kinds is misspelt', () => {
  expect(messageOf(() => app({ kubernetesVersion: '1.34' }, { ...CONFIG_MAP, apiVersion: 'app/v1', kind: 'Deployment' }).synthYaml())).toContain(
    "[shop/object-0] unserved-version: 'apiVersion' must be apps/v1 for Deployment, got \"app/v1\"; write the object in that version");
});

test('the definitions of the app are schemas', () => {
  expect(messageOf(() => app({ kubernetesVersion: '1.34' }, DEFINITION, WIDGET).synthYaml())).toBe(failed(
    "[shop/object-1] unknown-field: 'spec.sizes' is an unknown field; expected one of size; the API server silently drops it; did you mean \"size\"?"));
});

test('a kind without a schema is a warning, once, or an error', () => {
  const warned = jest.spyOn(process, 'emitWarning').mockImplementation();
  app({ kubernetesVersion: '1.34' }, WIDGET, { ...WIDGET, metadata: { name: 'other' } }).synthYaml();
  const said = "[shop/object-0] no-schema: 'kind' has no schema: the fields of \"example.com/v1\" Widget are not checked; "
    + 'give the CustomResourceDefinition of the kind to have its fields checked';
  expect(warned.mock.calls).toEqual([[said, 'GitOpsApp']]);
  for (const props of [{ kubernetesVersion: '1.34', requireSchemas: true }, { requireSchemas: true }]) {
    expect(messageOf(() => app(props, WIDGET).synthYaml())).toBe(failed(said));
  }
});

test('unchecked kinds are not held against schemas', () => {
  expect(app({ kubernetesVersion: '1.34', uncheckedKinds: ['ConfigMap'] }, CONFIG_MAP).synthYaml()).toContain('datas:');
});

test.each<[string, GitOpsAppProps, string]>([
  ['the version is not shipped', { kubernetesVersion: '1.9' },
    "[GitOpsApp] invalid-value: 'kubernetesVersion' must be one of 1.31, 1.32, 1.33, 1.34, 1.35, 1.36, 1.37, got \"1.9\""],
  ['schemas cannot be read', { kubernetesVersion: '1.34', schemas: ['/nowhere'] },
    "[GitOpsApp] unusable-schemas: 'schemas[0]' cannot be read: /nowhere: manifest-not-readable: does not exist; check the path; "
      + 'give files or folders of CustomResourceDefinitions'],
])('fails when %s', (_, props, message) => {
  expect(messageOf(() => app(props))).toBe(message);
});
