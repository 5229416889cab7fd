import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readSarif } from './sarif-shape';
import { cli } from '../support';

const PACKAGE = 'node_modules/cdk8s-oam-server-rules';
const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-as-server-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

/** A package of rules that says of an object what is in its annotation `verdict`, and of others that they are accepted. */
const RULES = `exports.load = () => ({
  version: '1.34.4',
  judge: (objects, { crds }) => objects.map(({ kind, metadata: { annotations = {} } }) => annotations.verdict ? JSON.parse(annotations.verdict)
    : { verdict: crds.some(({ spec }) => spec.names.kind === 'Known') || kind !== 'Known' ? 'accepted' : 'unknown' }),
});`;

function withRules(text = RULES): void {
  write(`${PACKAGE}/package.json`, '{ "name": "cdk8s-oam-server-rules", "main": "index.js" }');
  write(`${PACKAGE}/index.js`, text);
}

const annotated = (verdict: object) => `annotations: { verdict: '${JSON.stringify(verdict)}' }`;
const invalid = (field: string, message: string) => ({ verdict: 'refused', stage: 'validate', causes: [{ field, message }] });
const unread = (message: string) => ({ verdict: 'refused', stage: 'decode', causes: [{ message }] });

const service = (verdict: object, spec = '{ ports: [{ port: 80 }] }') =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: shop\n  namespace: shop\n  ${annotated(verdict)}\nspec: ${spec}\n`;

async function told(text: string, ...flags: string[]): Promise<string[]> {
  withRules();
  write('app.yaml', text);
  const { code, stdout, stderr } = await cli(['validate', 'app.yaml', '--as-server', ...flags]);
  return [...stdout.split('\n').filter((line) => line.startsWith('app.yaml')), `${stderr.trim()}, ${code}`];
}

const REJECTED = 'is rejected by Kubernetes 1.34.4';

test('fails when the package is not installed, and says how it is', async () => {
  write('app.yaml', service({}));
  const { code, stdout, stderr } = await cli(['validate', 'app.yaml', '--as-server']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toBe("[cdk8s-oam validate] usage: '--as-server' needs the package cdk8s-oam-server-rules; "
    + 'run `npm install --save-dev cdk8s-oam-server-rules`\n');
});

test('fails with the same in SARIF', async () => {
  write('app.yaml', service({}));
  const { code, stdout } = await cli(['validate', 'app.yaml', '--as-server', '--sarif']);
  expect(code).toBe(2);
  expect(JSON.stringify(readSarif(stdout))).toContain('needs the package cdk8s-oam-server-rules');
});

test.each([
  ['throw new Error("no such file")', 'no such file'],
  ['require("./lib/absent")', "Cannot find module './lib/absent'"],
])('fails when the package cannot be loaded: %s', async (text, message) => {
  withRules(text);
  write('app.yaml', service({}));
  const { code, stderr } = await cli(['validate', 'app.yaml', '--as-server']);
  expect(code).toBe(2);
  expect(stderr.split('\n')[0]).toContain(`usage: '--as-server' needs the package cdk8s-oam-server-rules, which cannot be loaded: ${message}`);
  expect(stderr).toContain('install it again');
});

test('finds nothing in what the server accepts, and asks nobody without the flag', async () => {
  expect(await told(service({ verdict: 'accepted' }))).toEqual(['nothing wrong in 1 file, 0']);
  write('app.yaml', service(invalid('spec', 'Required value')));
  expect((await cli(['validate', 'app.yaml'])).code).toBe(0);
});

test('finds what the server rejects at its field', async () => {
  expect(await told(service(invalid('spec.ports[0].nodePort', 'Forbidden: may not be used'), '\n  ports:\n    - port: 80\n      nodePort: 30000'))).toEqual([
    `app.yaml:10:7: error refused-by-server: 'spec.ports[0].nodePort' ${REJECTED}: Forbidden: may not be used`,
    '1 error in 1 file, 1',
  ]);
});

/** Of which another check finds that the port is none. */
const application = (verdict: object) => `apiVersion: core.oam.dev/v1alpha2
kind: ApplicationConfiguration
metadata: { name: shop, namespace: shop, ${annotated(verdict)} }
spec:
  components:
    - componentName: cart
      traits: [{ trait: { apiVersion: oam.verrazzano.io/v1alpha1, kind: MetricsTrait, spec: { port: 99999 } } }]
---
apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: { name: cart, namespace: shop }
spec: { workload: { apiVersion: v1, kind: ConfigMap, metadata: { name: cart } } }
`;
const PORT = 'spec.components[0].traits[0].trait.spec.port';

test('finds it once: not where another check has found something', async () => {
  const lines = await told(application(invalid(PORT, 'Invalid value: 99999: must be lower')));
  expect(lines.filter((line) => line.includes(PORT))).toEqual([expect.stringContaining('error invalid-port')]);
  expect((await told(application(invalid('spec', 'Required value')))).filter((line) => line.includes('refused-by-server'))).toHaveLength(1);
});

test('does not say again that an object cannot be read, in which something else was found', async () => {
  const verdict = unread('unable to parse the suffix');
  expect((await told(application(verdict))).join('\n')).not.toContain('refused-by-server');
  expect((await told(service(verdict)))[0]).toBe(`app.yaml:1:1: error refused-by-server: ${REJECTED}: unable to parse the suffix`);
});

test('says of a kind that no server has in which version it is written', async () => {
  expect(await told(service({ verdict: 'refused', stage: 'kind', causes: [{ message: 'Service is not served in v1' }] }))).toEqual([
    `app.yaml:1:1: error refused-by-server: 'apiVersion' ${REJECTED}: Service is not served in v1`,
    '1 error in 1 file, 1',
  ]);
});

test('warns once of a kind that cannot be judged, unless its definition is there', async () => {
  const known = (name: string) => `apiVersion: example.com/v1\nkind: Known\nmetadata: { name: ${name}, namespace: shop }\n---\n`;
  const lines = await told(known('a') + known('b'));
  expect(lines.filter((line) => line.includes('refused-by-server'))).toEqual([
    "app.yaml:2:1: warning refused-by-server: 'kind' is not judged: the rules of Kubernetes 1.34.4 have no Known of example.com/v1",
  ]);
  const definition = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: knowns.example.com }\n'
    + 'spec: { group: example.com, scope: Namespaced, names: { kind: Known, plural: knowns }, versions: [] }\n';
  expect((await told(known('a') + definition)).join('\n')).not.toContain('refused-by-server');
});

test('says when the server\'s code fails on an object', async () => {
  expect(await told(service({ verdict: 'failed', causes: [{ message: 'no answer after 60 s' }] }))).toEqual([
    "app.yaml:1:1: error refused-by-server: is not judged: Kubernetes' own code failed on it (no answer after 60 s)",
    '1 error in 1 file, 1',
  ]);
});

test('does not judge files of tools, nor values that are filled in later', async () => {
  const kustomization = `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nmetadata: { name: x, ${annotated(invalid('x', 'wrong'))} }\n`;
  expect((await told(kustomization)).join('\n')).not.toContain('refused-by-server');
  const filled = await told(service(invalid('spec.clusterIP', 'Invalid value: "${IP}": must be an address'), '{ clusterIP: "${IP}" }'));
  expect(filled.join('\n')).not.toContain('refused-by-server');
});

test('shows no value of a Secret', async () => {
  const secret = (verdict: object) =>
    `apiVersion: v1\nkind: Secret\nmetadata: { name: shop, namespace: shop, ${annotated(verdict)} }\ndata: { key: aHVudGVyMg== }\n`;
  expect(await told(secret(invalid('data[key]', 'Invalid value: "hunter2": is hunter2')))).toEqual([
    `app.yaml:4:9: error refused-by-server: 'data.key' ${REJECTED}: Invalid value`,
    '1 error in 1 file, 1',
  ]);
  expect((await told(secret(unread('parsing "hunter2": invalid'))))[0])
    .toBe(`app.yaml:1:1: error refused-by-server: ${REJECTED}: a value has another type or form`);
});
