import { randomBytes } from 'crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, relative, resolve } from 'node:path';
import { MANIFEST_OUTPUT, MANIFEST_PROGRAM } from './manifest-programs';
import { node16Project, pack, Packed, readmeProject, run, typescriptBlocks } from './projects';
import { LOADED_PROGRAM, QUERY_OUTPUT, QUERY_PROGRAM } from './query-programs';
import { objectsOf } from '../examples/programs';
import { startScraper } from '../verify/fake-scraper';

// a cold cache of npm takes its time
jest.setTimeout(300_000);

const ROOT = resolve(__dirname, '../..');

const scratch = mkdtempSync(join(tmpdir(), 'package-test-'));
const hello = join(scratch, 'hello');
const node16 = join(scratch, 'node16-app');
let packed: Packed;

/** A program, and what it writes. */
interface Rendered {
  readonly program: string;
  readonly manifests: string;
  readonly written: string;
}

/** The first program of a page, and what it writes. */
class Page implements Rendered {
  public constructor(private readonly path: string, private readonly golden: string, private readonly file: string) {}

  public get text(): string {
    return readFileSync(join(ROOT, this.path), 'utf8');
  }

  public get program(): string {
    const program = typescriptBlocks(this.text).find((block) => block.includes("from 'cdk8s-oam'"));
    if (!program) throw new Error(`${this.path} has no \`\`\`ts block that imports 'cdk8s-oam'`);
    return program;
  }

  public get manifests(): string {
    return readFileSync(join(ROOT, 'test/golden', this.golden), 'utf8');
  }

  public get written(): string {
    return join('dist', this.file);
  }
}

/** What a user reads first: for an ordinary cluster. */
const README = new Page('README.md', 'readme.yaml', 'hello.k8s.yaml');
/** For a cluster with an OAM platform. */
const OAM: Rendered = {
  program: `
import { App, Chart } from 'cdk8s';
import { ApplicationConfiguration, Component, ContainerizedWorkload, OamPlatform, Platform } from 'cdk8s-oam';

const app = new App();
Platform.install(app, OamPlatform.verrazzano());
const chart = new Chart(app, 'shop', { namespace: 'shop' });
const cart = new Component(chart, 'cart', {
  workload: new ContainerizedWorkload({ containers: [{ name: 'cart', image: 'example/cart:1.0' }] }),
});
new ApplicationConfiguration(chart, 'shop').addComponent(cart);
app.synth();
`,
  manifests: readFileSync(join(ROOT, 'test/golden/oam.yaml'), 'utf8'),
  written: 'dist/shop.k8s.yaml',
};

/** Makes every hash, of a password that no file holds. */
const HASHES = `
import { Chart, Testing } from 'cdk8s';
import { IngressController, OamPlatform, PasswordHash, Platform, Scraper, ScraperAccess, ScraperCredentials, TlsCertificate } from 'cdk8s-oam';

const systemScraper = Scraper.of('monitoring', 'prometheus');
for (const hash of Object.values(PasswordHash)) {
  const app = Testing.app();
  Platform.install(app, new OamPlatform({ vendor: 'acme', systemNamespace: 'monitoring', systemScraper, scraperUser: 'metrics' }));
  const chart = new Chart(app, 'chart');
  new ScraperAccess(chart, 'scraper', {
    host: 'scraper.example.com',
    service: { name: 'prometheus', port: 9090 },
    controller: IngressController.nginx({ className: 'nginx' }),
    credentials: ScraperCredentials.insecurePlaintext({ password: process.env.PASSWORD!, hash }),
    tls: TlsCertificate.secret('scraper-tls'),
    insecureWithoutNetworkPolicy: true,
  });
  const { data } = Testing.synth(chart).find((object) => object.kind === 'Secret');
  console.log(Buffer.from(data.auth, 'base64').toString().replace(/[A-Za-z0-9+/=.]{16,}/g, '…'));
}
`;

/** Installs the tarball as a user does from the registry. */
async function install(project: string, ...packages: string[]) {
  await run(project, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', packed.file, ...packages);
}

async function expectGolden(project: string, program: string, page: Rendered) {
  rmSync(join(project, 'dist'), { recursive: true, force: true });
  await run(project, 'node', ...program.endsWith('.ts') ? ['--import', 'tsx'] : [], program);
  expect(readFileSync(join(project, page.written), 'utf8')).toBe(page.manifests);
}

beforeAll(async () => {
  if (!existsSync(join(ROOT, 'lib/src/index.js'))) throw new Error('lib/ is missing: run `npx projen compile` first');
  packed = await pack(ROOT, scratch);
  await readmeProject(hello, README.text, packed.file);
  writeFileSync(join(hello, 'main.ts'), README.program);
  writeFileSync(join(hello, 'oam.ts'), OAM.program);
  writeFileSync(join(hello, 'hashes.ts'), HASHES);
  writeFileSync(join(hello, 'query.ts'), QUERY_PROGRAM);
  writeFileSync(join(hello, 'manifest.ts'), MANIFEST_PROGRAM);
  node16Project(node16);
  for (const name of ['esm.mts', 'commonjs.cts']) {
    writeFileSync(join(node16, name), README.program);
    writeFileSync(join(node16, `query-${name}`), QUERY_PROGRAM);
    writeFileSync(join(node16, `manifest-${name}`), MANIFEST_PROGRAM);
  }
  await Promise.all([
    run(hello, 'npx', 'tsc', '--noEmit', '--strict', '--types', 'node', '--module', 'node20', ...['main', 'oam', 'hashes', 'query', 'manifest'].map(name => `${name}.ts`)),
    install(node16, ...packed.peers).then(async () => run(node16, 'node', 'node_modules/typescript/bin/tsc')),
  ]);
});

afterAll(() => rmSync(scratch, { recursive: true }));

describe('the packed library', () => {
  test('holds the compiled library and its documents, and nothing else', () => {
    const documents = ['.jsii', 'CHANGELOG.md', 'LICENSE', 'README.md', 'docs/errors.md', 'package.json'];
    const own = packed.files.filter((path) => !path.startsWith('node_modules/'));
    for (const folder of ['schemas', 'templates']) {
      expect(own.filter((path) => path.startsWith(`${folder}/`))).toEqual(
        readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
          .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))).sort(),
      );
    }
    expect(own.filter((path) => !/^(lib\/src|schemas|templates)\//.test(path))).toEqual(documents.filter((path) => existsSync(join(ROOT, path))));
    const bundled = packed.files.filter((path) => !own.includes(path)).map((path) => path.split('/')[1]);
    expect([...new Set(bundled)]).toEqual(['@lezer', '@prometheus-io', 'apache-md5', 'bcryptjs', 'commander', 're2js', 'unixcrypt', 'yaml']);
    expect(packed.files).toEqual(expect.arrayContaining([
      '.jsii', 'LICENSE', 'README.md', 'package.json', 'lib/src/index.js', 'lib/src/index.d.ts',
    ]));
    const data = ['lib/src/base/kubernetes-api/cdk8s-plus-27.json'];
    expect(packed.files.filter((path) => path.startsWith('lib/') && !/\.(d\.ts|js)$/.test(path)).sort()).toEqual(data);
  });
});

describe('the program of the README', () => {
  test('writes the objects that the README lists', () => {
    const listed = [...README.text.matchAll(/^\| `(\w+)` `(\w+)` \|/gm)].map(([, kind, name]) => `${kind} ${name}`);
    expect(objectsOf(README.manifests).map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual(listed);
  });

  test('is that of examples/readme', () => {
    expect(readFileSync(join(ROOT, 'examples/readme/main.ts'), 'utf8')).toBe(README.program);
  });

  test('gives its manifests in the project that its commands make, by cdk8s-cli', async () => {
    await run(hello, 'npx', 'cdk8s', 'synth', '--check-upgrade=false');
    expect(readFileSync(join(hello, README.written), 'utf8')).toBe(README.manifests);
  });

  test('gives them in a strict node16 project, as an ES module and as CommonJS', async () => {
    await expectGolden(node16, 'esm.mjs', README);
    await expectGolden(node16, 'commonjs.cjs', README);
  });
});

test('a program for an OAM platform gives its objects', async () => {
  await expectGolden(hello, 'oam.ts', OAM);
});

test('the packed library hashes passwords by the packages that it bundles', async () => {
  process.env.PASSWORD = randomBytes(12).toString('hex');
  expect((await run(hello, 'node', '--import', 'tsx', 'hashes.ts')).trim().split('\n')).toEqual([
    expect.stringMatching(/^metrics:\$2y\$10\$…/), expect.stringMatching(/^metrics:\$6\$…/), expect.stringMatching(/^metrics:\$apr1\$/), 'metrics:{SSHA}…', 'metrics:{SHA}…',
  ]);
});

describe('cdk8s-oam/query', () => {
  test('is asked from the project of the README', async () => {
    expect(await run(hello, 'node', '--import', 'tsx', 'query.ts')).toBe(QUERY_OUTPUT);
  });

  test('is asked from a strict node16 project, as an ES module and as CommonJS', async () => {
    expect(await run(node16, 'node', 'query-esm.mjs')).toBe(QUERY_OUTPUT);
    expect(await run(node16, 'node', 'query-commonjs.cjs')).toBe(QUERY_OUTPUT);
  });

  test('loads neither cdk8s nor the model', async () => {
    const loaded: string[] = JSON.parse(await run(hello, 'node', '-e', LOADED_PROGRAM));
    expect(loaded.filter((file) => !/^cdk8s-oam\/lib\/src\/(base|verify\/query)\//.test(file))).toEqual([]);
    expect(loaded).toContain('cdk8s-oam/lib/src/verify/query/client.js');
  });

  test('is no part of the jsii API', () => {
    const { types } = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));
    expect(Object.keys(types)).toContain('cdk8s-oam.ScraperAccess');
    expect(JSON.stringify(types)).not.toMatch(/ScraperClient|ScraperError|src\/(verify|cli|migration\/(?!manifest-validation))/);
  });
});

describe('cdk8s-oam/manifest', () => {
  test('takes manifests into a program of the project of the README', async () => {
    expect(await run(hello, 'node', '--import', 'tsx', 'manifest.ts')).toBe(MANIFEST_OUTPUT);
  });

  test('does so in a strict node16 project, as an ES module and as CommonJS', async () => {
    expect(await run(node16, 'node', 'manifest-esm.mjs')).toBe(MANIFEST_OUTPUT);
    expect(await run(node16, 'node', 'manifest-commonjs.cjs')).toBe(MANIFEST_OUTPUT);
  });
});

describe('the command', () => {
  const npx = async (...args: string[]) => run(hello, 'npx', '--no-install', 'cdk8s-oam', ...args);

  test('is installed, with all that it needs', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect(await npx('--version')).toBe(`${version}\n`);
    const resolved = "console.log(['commander', 'yaml'].map(name => require.resolve(name, { paths: [require.resolve('cdk8s-oam/package.json')] })).join('\\n'))";
    const own = join(hello, 'node_modules/cdk8s-oam/node_modules');
    expect((await run(hello, 'node', '-e', resolved)).trim().split('\n').filter((file) => !file.startsWith(own))).toEqual([]);
  });

  test.each([
    ['of the README', README, 'main.ts', 'hello', 'podinfo', 9797, 'hello_hello_podinfo'],
    ['for an OAM platform', OAM, 'oam.ts', 'shop', 'cart', 8080, 'shop'],
  ])('verifies what the program %s has rendered', async (_, page, program, application, component, port, job) => {
    const labels = { app_oam_dev_name: application, app_oam_dev_component: component, namespace: application, job };
    const scraper = await startScraper({ targets: [{ labels, isUp: true, scrapeUrl: `http://10.0.0.1:${port}/metrics` }] });
    await expectGolden(hello, program, page);
    const printed = await npx('verify', 'dist', `--url=${scraper.url}`);
    expect(printed.split('\n')[1]).toMatch(new RegExp(`^${application} +${component} +:${port}/metrics +up +1 +10 +1s +${job}$`));
  });

  test('writes a repository that installs the tarball from which it came, and passes its tests', async () => {
    const repository = join(scratch, 'deployments');
    await npx('init', repository);
    const { dependencies } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
    expect(dependencies['cdk8s-oam']).toBe(`file:../hello/${basename(packed.file)}`);
    await run(repository, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund');
    for (const script of ['synth', 'test', 'validate', 'diff']) await run(repository, 'npm', 'run', script);
    expect(await run(scratch, 'diff', '-r', 'deployments/dist', join(ROOT, 'examples/deployments/dist'))).toBe('');
  });

  test('renders, checks and imports what it has rendered', async () => {
    await expectGolden(hello, 'oam.ts', OAM);
    expect(await npx('render', OAM.written, '--platform', 'oam')).toBe(OAM.manifests);
    expect(await npx('validate', OAM.written)).toBe('');
    await npx('import', OAM.written, '--out', 'imported');
    expect(readFileSync(join(hello, 'imported/main.ts'), 'utf8')).toContain("from 'cdk8s-oam'");
  });
});
