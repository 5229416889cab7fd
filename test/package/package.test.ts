import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join, resolve } from 'path';
import { appTemplate, node16Project, pack, Packed, run, typescriptBlocks } from './projects';

// a cold cache of npm takes its time
jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '../..');
const MANIFEST = 'dist/hello-helidon.k8s.yaml';

const scratch = mkdtempSync(join(tmpdir(), 'package-test-'));
const template = join(scratch, 'template-app');
const node16 = join(scratch, 'node16-app');
let packed: Packed;

const readme = () => readFileSync(join(ROOT, 'README.md'), 'utf8');
const golden = () => readFileSync(join(ROOT, 'test/golden/readme.yaml'), 'utf8');

/** What a user reads first. */
function readmeProgram(): string {
  const program = typescriptBlocks(readme()).find((block) => block.includes("from 'cdk8s-oam'"));
  if (!program) throw new Error("README.md has no ```ts block that imports 'cdk8s-oam'");
  return program;
}

/** Installs the tarball as a user does from the registry. */
async function install(project: string, ...packages: string[]) {
  await run(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', packed.file, ...packages);
}

async function expectGolden(project: string, program: string) {
  rmSync(join(project, 'dist'), { recursive: true, force: true });
  await run(project, 'node', program);
  expect(readFileSync(join(project, MANIFEST), 'utf8')).toBe(golden());
}

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'lib/src/index.js'))) throw new Error('lib/ is missing: run `npx projen pretest` first');
  packed = await pack(ROOT, scratch);
  appTemplate(template);
  writeFileSync(join(template, 'readme.ts'), readmeProgram());
  node16Project(node16);
  for (const name of ['esm.mts', 'commonjs.cts']) writeFileSync(join(node16, name), readmeProgram());
  await Promise.all([install(template, packed.peer('cdk8s-plus-27')), install(node16, ...packed.peers)]);
});

afterAll(() => rmSync(scratch, { recursive: true }));

describe('the packed library', () => {
  test('holds the compiled library and its documents, and nothing else', () => {
    console.log(`npm pack: ${packed.files.length} files, ${Math.round(packed.size / 1024)} KiB`);
    const documents = ['.jsii', 'API.md', 'CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'];
    expect(packed.files.filter((path) => !path.startsWith('lib/src/'))).toEqual(documents.filter((path) => existsSync(join(ROOT, path))));
    expect(packed.files).toEqual(expect.arrayContaining([
      '.jsii', 'LICENSE', 'README.md', 'package.json', 'lib/src/index.js', 'lib/src/index.d.ts',
    ]));
    expect(packed.files.filter((path) => path.startsWith('lib/') && !/\.(d\.ts|js)$/.test(path))).toEqual([]);
  });
});

describe('the program of the README gives its manifest', () => {
  test('which the README shows', () => {
    expect(readme()).toContain(`\`\`\`yaml\n${golden()}\`\`\``);
  });

  test("in cdk8s-cli's TypeScript app template", async () => {
    await run(template, 'npm', 'run', 'compile');
    await expectGolden(template, 'readme.js');
  });

  test('in a strict node16 project, as an ES module and as CommonJS', async () => {
    await run(node16, 'node', 'node_modules/typescript/bin/tsc');
    await expectGolden(node16, 'esm.mjs');
    await expectGolden(node16, 'commonjs.cjs');
  });
});
