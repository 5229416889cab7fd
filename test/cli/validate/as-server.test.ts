import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
    : { verdict: crds.some(({ spec }) => spec?.names?.kind === 'HTTPRoute') || kind !== 'HTTPRoute' ? 'accepted' : 'unknown' }),
});`;

function withRules(text = RULES): void {
  write(`${PACKAGE}/package.json`, '{ "name": "cdk8s-oam-server-rules", "version": "1.34.0", "main": "index.js" }');
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

test('finds nothing in what the server accepts, and asks without the flag if the package is of the named version', async () => {
  expect(await told(service({ verdict: 'accepted' }))).toEqual(['nothing wrong in 1 file, 0']);
  write('app.yaml', service(invalid('spec', 'Required value')));
  const codeOf = async (...flags: string[]) => (await cli(['validate', 'app.yaml', ...flags])).code;
  expect([await codeOf(), await codeOf('--kubernetes-version', '1.33'), await codeOf('--kubernetes-version', '1.34')]).toEqual([0, 0, 1]);
});

test('asks nobody where the package is not installed', async () => {
  write('app.yaml', service(invalid('spec', 'Required value')));
  expect((await cli(['validate', 'app.yaml', '--kubernetes-version', '1.34'])).code).toBe(0);
});

test('finds what the server rejects at its field', async () => {
  expect(await told(service(invalid('spec.ports[0].name', 'Duplicate value: "a"'), '\n  ports:\n    - port: 80\n      name: a'))).toEqual([
    `app.yaml:10:7: error refused-by-server: 'spec.ports[0].name' ${REJECTED}: Duplicate value: "a"`,
    '1 error in 1 file, 1',
  ]);
});

/** Of which another check finds that it has no port of the nodes. */
const WRONG = '{ ports: [{ port: 80, nodePort: 30000 }] }';

test('finds it once: not where another check has found something', async () => {
  expect(await told(service(invalid('spec.ports[0].nodePort', 'Forbidden: may not be used'), WRONG))).toEqual([
    "app.yaml:7:29: error invalid-port: 'spec.ports[0].nodePort' must not be set for a Service of type ClusterIP",
    '1 error in 1 file, 1',
  ]);
  expect((await told(service(invalid('spec.type', 'Required value'), WRONG))).at(-1)).toBe('2 errors in 1 file, 1');
});

test('does not say again that an object cannot be read, in which something else was found', async () => {
  const verdict = unread('unable to parse the suffix');
  expect((await told(service(verdict, WRONG))).at(-1)).toBe('1 error in 1 file, 1');
  expect((await told(service(verdict)))[0]).toBe(`app.yaml:1:1: error refused-by-server: ${REJECTED}: unable to parse the suffix`);
});

/** A component, whose workload has the name of the component. */
const component = (workload: string) => `apiVersion: core.oam.dev/v1alpha2
kind: Component
metadata: { name: cart, namespace: shop, ${annotated(invalid('spec', 'Required value'))} }
spec:
  parameters: [{ name: size, fieldPaths: [spec.replicas] }]
  workload: ${workload}
`;

test('judges the workload in a component, and leaves what is of OAM to other checks', async () => {
  const workload = (field: string) => `{ apiVersion: v1, kind: Pod, metadata: { ${annotated(invalid(field, 'Required value'))} },`
    + ' spec: { containers: [{ name: a, image: b }] } }';
  expect(await told(component(workload('spec.nodeName')))).toContain(
    `app.yaml:6:100: error refused-by-server: 'spec.workload.spec.nodeName' ${REJECTED}: Required value`.replace('100', String(
      component(workload('spec.nodeName')).split('\n')[5].indexOf('spec: {') + 1)),
  );
  for (const text of [component(workload('spec.replicas')), component('{ apiVersion: core.oam.dev/v1alpha2, kind: ContainerizedWorkload }')]) {
    expect((await told(text)).join('\n')).not.toContain('refused-by-server');
  }
});

test('says of a kind that no server has in which version it is written', async () => {
  expect(await told(service({ verdict: 'refused', stage: 'kind', causes: [{ message: 'Service is not served in v1' }] }))).toEqual([
    `app.yaml:1:1: error refused-by-server: 'apiVersion' ${REJECTED}: Service is not served in v1`,
    '1 error in 1 file, 1',
  ]);
});

test('warns once of a kind that cannot be judged, unless its definition is there', async () => {
  // of which the library has a schema, and so no warning
  const route = (name: string) =>
    `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: ${name}, namespace: shop }\nspec: { parentRefs: [{ name: a }] }\n---\n`;
  expect(await told(route('a') + route('b'))).toEqual([
    "app.yaml:2:1: warning not-judged-by-server: 'kind' is not judged: the rules of Kubernetes 1.34.4 have no HTTPRoute of gateway.networking.k8s.io/v1",
    '1 warning in 1 file, 0',
  ]);
  const version = '{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } } }';
  const definition = 'apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: { name: httproutes.gateway.networking.k8s.io }\n'
    + `spec: { group: gateway.networking.k8s.io, scope: Namespaced, names: { kind: HTTPRoute, plural: httproutes }, versions: [${version}] }\n`;
  expect((await told(route('a') + definition)).join('\n')).not.toContain('by-server');
  write('crds/route.yaml', definition);
  expect((await told(route('a'), '--schemas', 'crds')).join('\n')).not.toContain('by-server');
});

test('does not warn of a kind of which another check has warned', async () => {
  const lines = await told('apiVersion: example.com/v1\nkind: HTTPRoute\nmetadata: { name: a, namespace: shop }\n');
  expect(lines).toEqual([expect.stringContaining("app.yaml:2:1: warning no-schema: 'kind'"), '1 warning in 1 file, 0']);
});

test('fails with exit code 2 when the server\'s code fails on an object, since nothing is known', async () => {
  expect(await told(service({ verdict: 'failed', causes: [{ message: 'no answer after 10 s' }] }))).toEqual([
    "app.yaml:1:1: error not-judged-by-server: is not judged: Kubernetes' own code failed on it (no answer after 10 s)",
    '1 error in 1 file, 2',
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
    "app.yaml:4:1: warning password-in-manifest: 'data' holds \"key\" of a Secret",
    `app.yaml:4:9: error refused-by-server: 'data.key' ${REJECTED}: Invalid value`,
    '1 error and 1 warning in 1 file, 1',
  ]);
  expect((await told(secret(unread('parsing "hunter2": invalid'))))[0])
    .toBe(`app.yaml:1:1: error refused-by-server: ${REJECTED}: parsing "…": invalid`);
});
