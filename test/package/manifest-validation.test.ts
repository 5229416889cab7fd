import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { stringify } from 'yaml';
import { ManifestValidation } from '../../src';
import { messageOf } from '../support/message';

const ROOT = resolve(__dirname, '../..');
const CLI = resolve(require.resolve('cdk8s-cli/package.json'), '../bin/cdk8s');

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `cdk8s synth` with an app that writes one object, and gives the reports of the validation. */
async function synth(object: object, properties: object): Promise<{ code: number; text: string; reports: any }> {
  const made = `const app = new App(); new ApiObject(new Chart(app, 'shop'), 'main', ${JSON.stringify(object)}); app.synth();`;
  writeFileSync(join(folder, 'main.js'), `const { App, Chart, ApiObject } = require('cdk8s'); ${made}`);
  const validations = [{ package: ROOT, version: '0.0.0', class: 'ManifestValidation', properties }];
  writeFileSync(join(folder, 'cdk8s.yaml'), stringify({ language: 'typescript', app: 'node main.js', validations }));
  const env = { ...process.env, NODE_PATH: join(ROOT, 'node_modules'), CDK8S_CHECK_UPGRADE: 'false' };
  const args = [CLI, 'synth', '--validation-reports-output-file', 'reports.json'];
  const { code, text } = await new Promise<{ code: number; text: string }>((done) => {
    execFile(process.execPath, args, { cwd: folder, env, timeout: 60_000 }, (error, stdout, stderr) => {
      done({ code: Number(error?.code ?? 0), text: stdout + stderr });
    });
  });
  return { code, text, reports: JSON.parse(readFileSync(join(folder, 'reports.json'), 'utf8')).reports };
}

const CONFIG_MAP = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'config' } };

test('fails cdk8s synth when an object violates its schema, and reports its construct', async () => {
  const { code, text, reports } = await synth({ ...CONFIG_MAP, datas: { a: 'b' } }, { kubernetesVersion: '1.34' });
  expect(code).toBe(2);
  expect(text).toContain('unknown-field');
  expect(reports).toEqual([expect.objectContaining({
    violations: [{
      ruleName: 'unknown-field',
      recommendation: 'is an unknown field; expected one of apiVersion, binaryData, data, immutable, kind, metadata; the API server silently drops it',
      fix: 'did you mean "data"?',
      violatingConstructs: [expect.objectContaining({ resourceName: 'config', constructPath: 'shop/main', locations: ['datas at 5:1'] })],
    }],
    summary: expect.objectContaining({ status: 'failure' }),
  })]);
}, 60_000);

test('passes when all objects match', async () => {
  const { code, reports } = await synth({ ...CONFIG_MAP, data: { a: 'b' } }, {});
  expect([code, reports[0].violations, reports[0].summary.status]).toEqual([0, [], 'success']);
}, 60_000);

test('fails when a property is invalid', () => {
  expect(messageOf(() => new ManifestValidation({ kubernetesversion: '1.34' } as any))).toBe(
    "[ManifestValidation] unknown-field: 'kubernetesversion' is an unknown field; expected one of kubernetesVersion, schemas, requireSchemas, asServer; did you mean \"kubernetesVersion\"?");
  expect(messageOf(() => new ManifestValidation(null as any))).toBe('[ManifestValidation] invalid-type: must be an object, got null');
  expect(messageOf(() => new ManifestValidation({ kubernetesVersion: '2', schemas: ['/nowhere'] }))).toMatch(
    /^\[ManifestValidation\] 2 findings:\n {2}invalid-value: 'kubernetesVersion' must be one of .*\n {2}unusable-schemas: 'schemas\[0\]' cannot be read: /);
});
