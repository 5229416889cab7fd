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
const NAMESPACES = ['bobs-books', 'shop'];

/** A copy of the examples, with the repository in it. */
const examples = mkdtempSync(join(tmpdir(), 'deployments-'));
const repository = join(examples, relative('examples', REPOSITORY));
beforeAll(() => {
  for (const name of ['bobs-books', 'shop', 'deployments', 'platforms.ts']) cpSync(join(ROOT, 'examples', name), join(examples, name), { recursive: true });
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
  expect(first.length).toBeGreaterThan(40);
  expect(others).toEqual([first, first]);
  expect([...new Set(first.map((file) => file.replace(/\/.*/, '')))]).toEqual(NAMESPACES);
  const files = Object.entries(COMMITTED).filter(([file]) => /^\w+\/.*\.yaml$/.test(file) && !file.startsWith('_'));
  expect(schemaErrorsOf(files.flatMap(([, text]) => objectsOf(text)))).toEqual([]);
});

test.each([
  ['dev', 1, 'shop.dev.example.com', 'ghcr.io/example/shop-api:2.5.0-rc.1'],
  ['staging', 2, 'shop.staging.example.com', 'ghcr.io/example/shop-api:2.4.0'],
  ['prod', 3, 'shop.example.com', 'ghcr.io/example/shop-api:2.3.0'],
])('%s has replicas, hosts and images of its own', (environment, replicas, host, image) => {
  const manifests = Manifests.ofFolder(join(ROOT, REPOSITORY, 'dist', environment));
  manifests.has({ kind: 'Deployment', name: 'frontend' }, { spec: { replicas } });
  manifests.has({ kind: 'Deployment', name: 'robert-helidon' }, { spec: { replicas } });
  manifests.has({ kind: 'Deployment', name: 'api' }, { spec: { template: { spec: { containers: [{ image }] } } } });
  expect(manifests.isReachable(`https://${host}/cart/1`).service).toBe('frontend');
});

test('Argo CD and Flux deliver each namespace of each environment', () => {
  const parts = ENVIRONMENTS.flatMap((environment) => NAMESPACES.map((namespace) => [environment, namespace] as const));
  const paths = (folder: string, kind: string, path: (spec: any) => string) => parts.map(([environment, namespace]) => {
    const [{ spec }] = objectsOf(COMMITTED[`${folder}/${environment}/${kind}.${environment}-${namespace}.yaml`]);
    return path(spec);
  });
  const folders = parts.map((part) => `dist/${part.join('/')}`);
  expect(paths('_argocd', 'Application', ({ source }) => source.path)).toEqual(folders);
  expect(paths('_flux', 'Kustomization', ({ path }) => path)).toEqual(folders.map((path) => `./${path}`));
  const [application] = objectsOf(COMMITTED['_argocd/prod/Application.prod-shop.yaml']);
  expect(application.spec).toMatchObject({ project: 'applications', destination: { name: 'prod', namespace: 'shop' } });
});

test('a release is a line of images.yaml, and its manifest', async () => {
  const images = () => readFileSync(join(repository, 'images.yaml'), 'utf8').split('\n');
  const before = images();
  expect((await run('set-image', '--env', 'staging', 'ghcr.io/example/shop-api=2.5.0')).stdout).toBe('staging ghcr.io/example/shop-api: 2.4.0 -> 2.5.0\n');
  expect(images().filter((line, i) => line !== before[i])).toEqual(['  ghcr.io/example/shop-api: 2.5.0']);
  expect((await run('synth', ...APP)).stdout).toBe('~ changed  dist/staging/shop/Deployment.api.yaml\n');
});

test('what differs between two environments is settings and images', async () => {
  const { code, stdout, stderr } = await run('diff', '--between', 'staging', 'prod', ...APP);
  expect([code, stderr]).toEqual([1, '11 changed, 31 objects without a difference\n']);
  const fields = [...stdout.matchAll(/^ {4}~ changed {2}.*?(\w+|\['[^']*'\])(\[\d+\])?: /gm)].map(([, field]) => field);
  expect(new Set(fields)).toEqual(new Set(['replicas', 'minReplicas', 'image', 'host', 'hosts', '[\'cert-manager.io/cluster-issuer\']']));
});
