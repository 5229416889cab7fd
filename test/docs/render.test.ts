import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parse } from 'yaml';
import { ERRORS } from '../../src/findings/catalogue/all';
import { cli } from '../cli/command';
import { environment, MAIN, shell } from '../cli/process';
import { objectsOf } from '../examples/programs';

jest.setTimeout(30_000);

const ROOT = resolve(__dirname, '../..');
const page = (name: string) => readFileSync(join(ROOT, 'docs', name), 'utf8');
const PAGE = page('render.md');

/** The blocks of a page that are for a shell. */
const blocksOf = (text: string) => [...text.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);

/** What a block writes into files, by name. */
const filesOf = (block: string) => [...block.matchAll(/^cat > (\S+) <<'END'\n([^]*?)^END$/gm)].map(([, name, text]) => [name, text] as const);

const FILES = new Map(blocksOf(PAGE).flatMap(filesOf));
const before = process.cwd();
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-page-'));
  process.chdir(folder);
});
afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

function write(name: string, text: string): void {
  mkdirSync(dirname(name), { recursive: true });
  writeFileSync(name, text);
}

/** What the example gives. */
async function example(): Promise<string> {
  write('shop.yaml', FILES.get('shop.yaml')!);
  const [, args] = /^npx cdk8s-oam (render shop\.yaml.*?) {3}# prints$/m.exec(PAGE)!;
  const { code, stdout, stderr } = await cli(args.split(' '));
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

describe('docs/render.md', () => {
  test('shows what the command prints', async () => {
    expect(PAGE).toContain(`--monitor-namespaces all   # prints\n${await example()}\`\`\`\n`);
  });

  test('has a configuration for kustomize that gives the same', async () => {
    const configurations = blocksOf(PAGE).flatMap(filesOf).filter(([name]) => name === 'render.yaml').map(([, text]) => parse(text));
    expect(configurations).toHaveLength(2);
    const items = objectsOf(await example());
    for (const functionConfig of configurations) {
      const list = { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items: [], functionConfig };
      const { code, stdout, stderr } = await shell('cdk8s-oam render --krm', {}, JSON.stringify(list));
      expect([code, stderr, parse(stdout)]).toEqual([0, '', { ...list, items }]);
    }
    const [krm, older] = configurations;
    const path = parse(krm.metadata.annotations['config.kubernetes.io/function']).exec.path;
    const { bin } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    expect([path, Object.keys(bin)]).toEqual(['./node_modules/.bin/cdk8s-oam-kustomize', ['cdk8s-oam', 'cdk8s-oam-kustomize']]);
    delete krm.metadata.annotations;
    expect(older).toEqual(krm);
  });

  test('has a plugin for Argo CD whose command renders the folder of an application', async () => {
    const plugin = parse(FILES.get('plugin.yaml')!);
    write('shop/manifests/shop.yaml', FILES.get('shop.yaml')!.replaceAll('  namespace: shop\n', ''));
    write('shop/notes.txt', 'not read');
    write(join('shop', plugin.spec.discover.fileName), filesOf(blocksOf(page('take-over.md')).join('\n')).find(([name]) => name === 'cdk8s-oam.yaml')![1]);
    mkdirSync('bin');
    write('bin/cdk8s-oam', `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    chmodSync('bin/cdk8s-oam', 0o700);
    const [command, ...args] = plugin.spec.generate.command;
    const env = { ...environment(), PATH: `${folder}/bin:${process.env.PATH}`, ARGOCD_APP_NAMESPACE: 'shop' };
    const generate = () => spawnSync(command, args, { cwd: 'shop', env, encoding: 'utf8' });
    const { status, stdout, stderr } = generate();
    expect([status, stderr]).toEqual([0, '']);
    expect(objectsOf(stdout)).toEqual(objectsOf(await example()).map(object => {
      // an object that passes is left to Argo CD, which names the namespace too
      if (object.kind === 'ConfigMap') delete object.metadata.namespace;
      return object;
    }));
    write('shop/manifests/shop.yaml', 'kind: [\n');
    expect(generate()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringMatching(/^manifests\/shop\.yaml:2:1: yaml-syntax: /) });
  });

  test('names codes that there are, as many as it has rows', () => {
    const [, table] = /^## What is refused$([^]*)/m.exec(PAGE)!;
    const codes = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, code]) => code);
    expect([codes.length, codes.filter(code => !Object.hasOwn(ERRORS, code))]).toEqual([table.match(/^\| `/gm)!.length, []]);
  });
});

test('docs/take-over.md can be followed up to the cluster', async () => {
  const blocks = blocksOf(page('take-over.md'));
  const [settings, text] = blocks.flatMap(filesOf)[0];
  mkdirSync('manifests');
  copyFileSync(join(ROOT, 'dist/oam/hello-helidon.k8s.yaml'), 'manifests/applications.yaml');
  const commands = blocks.flatMap(block => block.match(/^(?:cat > cdk8s-oam\.yaml|npx cdk8s-oam (?:validate|render) .*)/gm) ?? []);
  expect(commands).toEqual([
    'npx cdk8s-oam validate manifests', 'cat > cdk8s-oam.yaml', 'npx cdk8s-oam validate manifests', 'npx cdk8s-oam render manifests --out dist', 'npx cdk8s-oam render manifests --out dist',
  ]);
  for (const command of commands) {
    if (command.startsWith('cat')) write(settings, text);
    else expect(await cli(command.split(' ').slice(2))).toMatchObject({ code: 0, stdout: '' });
  }
  expect(readFileSync('dist/applications.yaml', 'utf8')).toMatch(/^kind: PodMonitor$/m);
});

test.each(['render.md', 'take-over.md'])('docs/%s leads to pages and headings that there are', name => {
  const links = [...page(name).matchAll(/\]\(([\w-]+\.md)?(?:#([\w-]+))?\)/g)];
  const slug = (heading: string) => heading.toLowerCase().replace(/[^\w\s-]/g, '').trim().replace(/\s/g, '-');
  const wrong = links.filter(([, file = name, anchor]) => {
    if (!existsSync(join(ROOT, 'docs', file))) return true;
    return anchor !== undefined && ![...page(file).matchAll(/^#+ (.*)$/gm)].some(([, heading]) => slug(heading) === anchor);
  });
  expect(wrong.map(([link]) => link)).toEqual([]);
});
