import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { ASSERTIONS, consumer, JEST_PROGRAM, LOAD_PROGRAM, NAMES_PROGRAM, NODE_VERSIONS, nodeOf, RESOLUTIONS, UNCAUGHT } from './module-programs';
import { pack, run } from './projects';

// a Node that is not in npm's cache takes its time
jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '../..');
const ENTRIES = ['cdk8s-oam', 'cdk8s-oam/query', 'cdk8s-oam/manifest', 'cdk8s-oam/errors', 'cdk8s-oam/testing', 'cdk8s-oam/jest'];

const scratch = mkdtempSync(join(tmpdir(), 'tarball-test-'));
const installed = join(scratch, 'node_modules/cdk8s-oam');
const nodes = new Map<string, string>();
let modes: string[];

/** Installs the tarball without npm: its bundled dependencies are in it, and its peers are those of this project. */
beforeAll(async () => {
  const { file } = await pack(ROOT, scratch);
  modes = (await run(scratch, 'tar', '-tvzf', file)).trim().split('\n');
  mkdirSync(installed, { recursive: true });
  await run(scratch, 'tar', '-xzf', file, '--strip-components=1', '-C', installed);
  for (const name of ['cdk8s', 'cdk8s-plus-27', 'constructs', '@types/node']) {
    mkdirSync(dirname(join(scratch, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(scratch, 'node_modules', name));
  }
  writeFileSync(join(scratch, 'names.mjs'), NAMES_PROGRAM);
  for (const major of Object.keys(NODE_VERSIONS)) nodes.set(major, await nodeOf(major, scratch));
});

afterAll(() => rmSync(scratch, { recursive: true }));

const node = async (major: string, ...args: string[]) => run(scratch, nodes.get(major)!, ...args);

/** A program as CommonJS. */
const asCommonJs = (program: string) => program.replace(/^import (.*) from (.*);$/gm, 'const $1 = require($2);');

const namesOf = async (major: string, entry: string): Promise<Record<'required' | 'imported' | 'copied', string[]>> =>
  JSON.parse(await node(major, 'names.mjs', entry));

describe.each(Object.keys(NODE_VERSIONS))('on Node %s', (major) => {
  test('is that Node', async () => {
    expect(await node(major, '--version')).toMatch(new RegExp(`^v${major}\\.`));
  });

  test.each(ENTRIES)('%s has the same exports by require and by import, one copy of each', async (entry) => {
    const { required, imported, copied } = await namesOf(major, entry);
    expect(required.length).toBeGreaterThan(2);
    expect(imported).toEqual(required);
    expect(copied).toEqual([]);
    // as programs write it: a name that is not found is an error before anything runs
    writeFileSync(join(scratch, 'named.mjs'), `import { ${required.join(', ')} } from '${entry}';\nconsole.log(typeof ${required[0]});`);
    expect(await node(major, 'named.mjs')).toBe('function\n');
  });

  test.each(['mjs', 'cjs'])('the tests of a program run under node:test: %s', async (extension) => {
    const file = `shop.test.${extension}`;
    writeFileSync(join(scratch, file), extension === 'mjs' ? ASSERTIONS : asCommonJs(ASSERTIONS));
    const printed = await node(major, '--test', '--test-reporter=tap', file).then(() => 'all have passed', (error: Error) => error.message);
    expect(printed).toMatch(/^ok 1 - the cart has two replicas$/m);
    expect(printed).toMatch(/^not ok 2 - the cart has three replicas$/m);
    expect(printed).toContain("not-matched: no Deployment matches; Deployment shop/cart (shop/cart) comes closest\n      'spec.replicas' must be 3, got 2\n");
    expect(printed).toMatch(new RegExp(`stack: \\|-\\n +\\S+ \\(.*/${file.replaceAll('.', '\\.')}:15:13\\)\n +\\.\\.\\.`));
  });

  test.each(Object.keys(UNCAUGHT))('%s ends a program with its findings and the line of the program', async (name) => {
    const { program, message, line } = UNCAUGHT[name];
    for (const file of ['uncaught.mjs', 'uncaught.cjs']) {
      writeFileSync(join(scratch, file), file.endsWith('.mjs') ? program : asCommonJs(program));
      const printed = await node(major, file).then((stdout) => `ended well\n${stdout}`, (error: Error) => error.message);
      const [above, below] = printed.slice(printed.indexOf('\n') + 1).split(`${message}\n`);
      // Node shows a line of its own above an error that ends an ES module
      expect(above).toMatch(file.endsWith('.mjs') ? /^(node:internal\S+\n +triggerUncaughtException\(\n +\^\n\n)?$/ : /^$/);
      expect(below).toMatch(new RegExp(`^    at .*\\b${file.replace('.', '\\.')}:${line}:\\d+\\)?\n`));
      expect(below).not.toMatch(/cdk8s-oam|at .*node:/);
    }
  });
});

test.each(Object.keys(RESOLUTIONS))('types are those of the exports: moduleResolution %s', async (name) => {
  const { options, extensions } = RESOLUTIONS[name];
  const [major] = Object.keys(NODE_VERSIONS);
  const programs = await Promise.all(ENTRIES.map(async (entry) => consumer(entry, (await namesOf(major, entry)).required)));
  const files = extensions.flatMap((extension) => programs.map((program, i) => {
    const file = `${name}-${i}.${extension}`;
    writeFileSync(join(scratch, file), program);
    return file;
  }));
  const compilerOptions = { target: 'es2022', strict: true, noEmit: true, skipLibCheck: true, types: ['node'], ...options };
  writeFileSync(join(scratch, `${name}.json`), JSON.stringify({ compilerOptions, files }));
  expect(await run(scratch, process.execPath, require.resolve('typescript/bin/tsc'), '-p', `${name}.json`)).toBe('');
});

describe('cdk8s-oam/jest', () => {
  const folder = join(scratch, 'with-jest');
  const inFolder = async (program: string, ...args: string[]) => run(folder, process.execPath, require.resolve(program), ...args);

  beforeAll(() => {
    mkdirSync(join(folder, 'node_modules/@types'), { recursive: true });
    mkdirSync(join(folder, 'node_modules/@jest'));
    for (const name of ['@jest/globals', '@types/jest']) symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
    // where npm has it: the library finds it, too
    symlinkSync(join(ROOT, 'node_modules/expect'), join(scratch, 'node_modules/expect'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ jest: { setupFilesAfterEnv: ['cdk8s-oam/jest'] } }));
  });

  test.each(['js', 'mjs'])('extends the expect of a project, and writes its snapshots: %s', async (extension) => {
    writeFileSync(join(folder, `shop.test.${extension}`), extension === 'mjs' ? JEST_PROGRAM : asCommonJs(JEST_PROGRAM));
    const modules = extension === 'mjs' ? ['--experimental-vm-modules'] : [];
    const args = [...modules, require.resolve('jest/bin/jest'), '--ci=false', '--testMatch', `**/shop.test.${extension}`];
    await run(folder, process.execPath, ...args);
    expect(readFileSync(join(folder, `__snapshots__/shop.test.${extension}.snap`), 'utf8')).toContain('\n# Deployment shop/cart\napiVersion: apps/v1\n');
  });

  test.each<[string, string, string[]]>([
    ['global ones', '', ['jest', 'node']],
    ['those of @jest/globals', "import { expect } from '@jest/globals';\n", ['node']],
  ])('has the types of its matchers: %s', async (_, first, types) => {
    const call = "expect(Manifests.ofYaml('')).not.toHaveManifest({ kind: 'Job' }, { spec: expect.any(Object) });";
    const wrong = "// @ts-expect-error a query has no such field\nexpect(Manifests.ofYaml('')).toHaveNoManifest({ knd: 'Job' });";
    writeFileSync(join(folder, 'types.ts'), `${first}import 'cdk8s-oam/jest';\nimport { Manifests } from 'cdk8s-oam/testing';\n${call}\n${wrong}\n`);
    const options = { module: 'node16', moduleResolution: 'node16', target: 'es2022', strict: true, noEmit: true, types };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['types.ts'] }));
    expect(await inFolder('typescript/bin/tsc')).toBe('');
  });
});

/** The modules that a compiled module of a folder loads. */
const namedBy = (code: string, folder = '') => [...code.matchAll(/require\("\.\/([^"]+)"\)/g)].map(([, path]) => `${folder}${path}.js`);

describe('loading', () => {
  const loaded = async (statement: string): Promise<string[]> => {
    writeFileSync(join(scratch, 'load.mjs'), LOAD_PROGRAM.replace('STATEMENT', statement));
    return JSON.parse(await run(scratch, process.execPath, 'load.mjs'));
  };
  const LAZY = /^(delivery|targets\/(ingress|kubernetes|scraper)|testing)\//;

  test('by require takes nothing of what the index loads lazily', async () => {
    expect((await loaded("require('cdk8s-oam')")).filter((file) => LAZY.test(file))).toEqual([]);
  });

  test('by import, which reads every export, takes the modules of the exports and little behind them', async () => {
    const files = await loaded("await import('cdk8s-oam')");
    const index = readFileSync(join(installed, 'lib/src/index.js'), 'utf8');
    const lists = ['model/traits/kinds', 'model/workloads/kinds', 'testing/index'];
    const kinds = lists.flatMap(list => namedBy(readFileSync(join(installed, `lib/src/${list}.js`), 'utf8'), `${dirname(list)}/`));
    // the module that names a missing package is loaded only then
    const named = [...namedBy(index), ...kinds].filter(file => file !== 'base/peers.js');
    expect(named.filter((file) => !files.includes(file))).toEqual([]);
    // what they take to define themselves: base classes, and functions that make constants
    expect(files.length).toBeLessThan(2 * new Set(named).size);
    const behind = files.filter((file) => LAZY.test(file) && !named.includes(file));
    expect(behind).toEqual([]);
  });
});

test('the packed library renders the examples as its sources do', async () => {
  cpSync(join(ROOT, 'examples'), join(scratch, 'examples'), { recursive: true, filter: (path) => !path.endsWith('tsconfig.json') });
  await run(scratch, process.execPath, join(ROOT, 'node_modules/tsx/dist/cli.mjs'), 'examples/main.ts');
  expect(await run(scratch, 'diff', '-r', 'dist', join(ROOT, 'dist'))).toBe('');
});

test('the commands can be run as they are in the tarball', async () => {
  const { bin, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(Object.keys(bin)).toEqual(['cdk8s-oam']);
  for (const path of Object.values<string>(bin)) {
    expect(modes.filter((mode) => mode.endsWith(join(' package', path)))).toEqual([expect.stringMatching(/^-rwxr-xr-x /)]);
  }
  expect(await run(scratch, join(installed, bin['cdk8s-oam']), '--version')).toBe(`${version}\n`);
});

test('the packed command writes a repository that works with the packed library', async () => {
  const folder = join(scratch, 'deployments');
  const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  await run(scratch, join(installed, bin['cdk8s-oam']), 'init', folder);
  mkdirSync(join(scratch, 'node_modules/.bin'), { recursive: true });
  symlinkSync(join(installed, bin['cdk8s-oam']), join(scratch, 'node_modules/.bin/cdk8s-oam'));
  for (const name of ['tsx', 'tsc']) symlinkSync(join(ROOT, 'node_modules/.bin', name), join(scratch, 'node_modules/.bin', name));
  for (const script of ['synth', 'test', 'validate', 'diff']) await run(folder, 'npm', 'run', script);
  expect(await run(folder, 'npx', 'tsc')).toBe('');
  expect(await run(scratch, 'diff', '-r', 'deployments/dist', join(ROOT, 'examples/deployments/dist'))).toBe('');
  const git = async (...args: string[]) => run(folder, 'git', '-c', 'user.name=test', '-c', 'user.email=test@example.com', ...args);
  await git('init', '--quiet');
  await git('add', '.');
  await git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'Start');
  await run(folder, 'npm', 'run', 'synth');
  expect(await git('status', '--porcelain')).toBe('');
});
