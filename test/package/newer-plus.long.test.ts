import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { NEWER_PLUS, plusProgram } from './newer-plus';
import { pack, run } from './projects';
import { objectsOf } from '../examples/programs';

// packages that are not in npm's cache take their time
jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '../..');
const VERSIONS = ['27', ...Object.keys(NEWER_PLUS)];

const scratch = mkdtempSync(join(tmpdir(), 'newer-plus-test-'));
let compiled: string;

async function unpack(tarball: string, name: string) {
  const installed = join(scratch, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  await run(scratch, 'tar', '-xzf', tarball, '--strip-components=1', '-C', installed);
}

/** The tarballs of the newer versions, of npm's cache or of the registry. */
async function fetchNewer() {
  const wanted = Object.entries(NEWER_PLUS).map(([version, release]) => `cdk8s-plus-${version}@${release}`);
  try {
    await run(scratch, 'npm', 'pack', '--prefer-offline', '--fetch-retries=1', ...wanted);
  } catch (error) {
    throw new Error(`these tests need ${wanted.join(', ')} from npm's cache or a registry: ${(error as Error).message}`);
  }
  for (const [version, release] of Object.entries(NEWER_PLUS)) await unpack(`cdk8s-plus-${version}-${release}.tgz`, `cdk8s-plus-${version}`);
}

/** Compiles all programs, and gives what the compiler reports. */
async function compile(): Promise<string> {
  const compilerOptions = {
    target: 'es2022', module: 'node16', moduleResolution: 'node16', strict: true, skipLibCheck: true, types: ['node'], preserveSymlinks: true,
  };
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: VERSIONS.map((version) => `plus-${version}.ts`) }));
  return run(scratch, process.execPath, require.resolve('typescript/bin/tsc'), '-p', 'tsconfig.json').catch(({ message }: Error) => message);
}

beforeAll(async () => {
  const packed = await pack(ROOT, mkdtempSync(join(scratch, 'library-')));
  await unpack(packed.file, 'cdk8s-oam');
  await fetchNewer();
  for (const name of ['cdk8s', 'cdk8s-plus-27', 'constructs', '@types/node']) {
    mkdirSync(dirname(join(scratch, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(scratch, 'node_modules', name));
  }
  for (const version of VERSIONS) writeFileSync(join(scratch, `plus-${version}.ts`), plusProgram(version));
  compiled = await compile();
});

afterAll(() => rmSync(scratch, { recursive: true }));

/** What a program writes, by kind and name: objects of this library, and those of cdk8s-plus. */
async function written(version: string) {
  await run(scratch, process.execPath, '--preserve-symlinks', '--preserve-symlinks-main', `plus-${version}.js`);
  const objects = objectsOf(readFileSync(join(scratch, `plus-${version}/shop.k8s.yaml`), 'utf8'));
  const isOwn = ({ metadata }: any) => metadata.labels?.['app.kubernetes.io/managed-by'] === 'cdk8s-oam';
  return { own: objects.filter(isOwn), others: objects.filter((object) => !isOwn(object)) };
}

test('programs compile whose types are those of a newer cdk8s-plus, but for pod selectors and peers', () => {
  expect(compiled).toBe('');
  expect(readdirSync(scratch).filter((name) => /^plus-\d+\.js$/.test(name)).length).toBe(VERSIONS.length);
});

test.each(Object.keys(NEWER_PLUS))('what the library writes beside cdk8s-plus-%s is what it writes beside cdk8s-plus-27', async (version) => {
  const [older, newer] = [await written('27'), await written(version)];
  expect(older.own.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()).toEqual([
    'Deployment cart', 'Deployment mail', expect.stringMatching(/^Ingress /), 'NetworkPolicy cart', 'PodMonitor front-component', 'PodMonitor mail', 'Service cart',
  ]);
  expect(newer.own).toEqual(older.own);
  const kindsOf = ({ others }: typeof older) => others.map(({ kind }) => kind).sort();
  expect(kindsOf(newer)).toEqual(['Deployment', 'Namespace', 'NetworkPolicy', 'NetworkPolicy', 'NetworkPolicy', 'Service']);
  expect(kindsOf(older)).toEqual(kindsOf(newer));
});
