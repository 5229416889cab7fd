import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { objectsOf, REPOSITORY, TIMEOUT } from './programs';
import { MAIN } from '../cli/support';
import { schemaErrorsOf } from '../support/schemas';
import { Manifests } from 'cdk8s-oam/testing';

// the repository of deployments, as those who work with it see it

jest.setTimeout(2 * TIMEOUT);

const ROOT = resolve(__dirname, '../..');
const ENVIRONMENTS = ['dev', 'staging', 'prod'];

const examples = mkdtempSync(join(tmpdir(), 'deployments-'));
/** A copy of the repository. */
const repository = join(examples, relative('examples', REPOSITORY));
beforeAll(() => {
  cpSync(join(ROOT, REPOSITORY), repository, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(examples, 'node_modules'));
});
afterAll(() => rmSync(examples, { recursive: true }));

/** The program imports the library by its sources. `npx` would only find tsx. */
const APP = ['--app', `"${process.execPath}" "${require.resolve('tsx/cli')}" --tsconfig "${join(ROOT, 'examples/tsconfig.json')}" main.ts`];

/** Runs the compiled command in the copy. */
async function run(...args: readonly string[]) {
  const ended = await promisify(execFile)(process.execPath, [MAIN, ...args], { cwd: repository, timeout: TIMEOUT })
    .catch((error: { code: number; stdout: string; stderr: string }) => error);
  return { code: 0, ...ended };
}

const contents = (folder: string): Record<string, string> => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => statSync(join(folder, file)).isFile());
  return Object.fromEntries(files.sort().map((file) => [file, readFileSync(join(folder, file), 'utf8')]));
};

const dist = () => contents(join(repository, 'dist'));
const COMMITTED = contents(join(ROOT, REPOSITORY, 'dist'));

test('the program writes all that is committed in dist/, and nothing else', async () => {
  rmSync(join(repository, 'dist'), { recursive: true });
  expect(await run('synth', ...APP)).toMatchObject({ code: 0, stderr: expect.stringMatching(/^\d+ added, 0 files without a change\n$/) });
  expect(dist()).toEqual(COMMITTED);
});

test('each environment has the same objects, which their schemas allow', () => {
  const filesOf = (environment: string) => Object.keys(COMMITTED).filter((file) => file.startsWith(`${environment}/`)).map((file) => file.replace(/^\w+\//, ''));
  const [first, ...others] = ENVIRONMENTS.map(filesOf);
  expect(first).toEqual(['Deployment', 'Ingress', 'PodMonitor', 'Service'].map((kind) => `shop/${kind}.web.yaml`).concat('shop/Namespace.shop.yaml').sort());
  // with two pods there is a budget
  expect(others).toEqual([first, [...first, 'shop/PodDisruptionBudget.web.yaml'].sort()]);
  const files = Object.entries(COMMITTED).filter(([file]) => /^\w+\/.*\.yaml$/.test(file) && !file.startsWith('_'));
  expect(schemaErrorsOf(files.flatMap(([, text]) => objectsOf(text)))).toEqual([]);
});

test.each([
  ['dev', 1, 'shop.dev.example.com'],
  ['staging', 1, 'shop.staging.example.com'],
  ['prod', 2, 'shop.example.com'],
])('%s has replicas and hosts of its own', (environment, replicas, host) => {
  const manifests = Manifests.ofFolder(join(ROOT, REPOSITORY, 'dist', environment));
  manifests.has({ kind: 'Deployment', name: 'web' }, { spec: { replicas } });
  expect(manifests.isReachable(`https://${host}/cart/1`).service).toBe('web');
});

test('Argo CD delivers each environment', () => {
  const specOf = (environment: string) => objectsOf(COMMITTED[`_argocd/${environment}/Application.${environment}-shop.yaml`])[0].spec;
  expect(ENVIRONMENTS.map((environment) => specOf(environment).source.path)).toEqual(ENVIRONMENTS.map((environment) => `dist/${environment}/shop`));
  expect(specOf('prod').destination).toEqual({ name: 'prod', namespace: 'shop' });
});

test('a release is a line of images.yaml, and its manifest', async () => {
  const images = () => readFileSync(join(repository, 'images.yaml'), 'utf8').split('\n');
  const before = images();
  expect((await run('set-image', '--env', 'staging', 'ghcr.io/stefanprodan/podinfo=6.10.0')).stdout).toBe('staging ghcr.io/stefanprodan/podinfo: 6.9.2 -> 6.10.0\n');
  expect(images().filter((line, i) => line !== before[i])).toEqual(['  ghcr.io/stefanprodan/podinfo: 6.10.0']);
  expect((await run('synth', ...APP)).stdout).toBe('~ changed  dist/staging/shop/Deployment.web.yaml\n');
});

test('what differs between two environments is settings and images', async () => {
  const { code, stdout, stderr } = await run('diff', '--between', 'staging', 'prod', ...APP);
  expect([code, stderr]).toEqual([1, '1 added, 2 changed, 3 objects without a difference\n']);
  const fields = [...stdout.matchAll(/^ {4}~ changed {2}.*?(\w+|\['[^']*'\])(\[\d+\])?: /gm)].map(([, field]) => field);
  expect(new Set(fields)).toEqual(new Set(['replicas', 'image', 'host', 'hosts']));
});
