import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { cli } from '../cli/command';

const PAGE = readFileSync(resolve(__dirname, '../../docs/validate.md'), 'utf8');

/** What the page writes into files, by name. */
const FILES = new Map([...PAGE.matchAll(/^cat > (\S+) <<'END'\n([^]*?)^END$/gm)].map(([, name, text]) => [name, text]));

const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-page-'));
const before = process.cwd();
beforeAll(() => process.chdir(folder));
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

/** What is printed of the page's example. */
function example(...args: string[]) {
  writeFileSync('shop.yaml', FILES.get('shop.yaml')!);
  return cli(['validate', 'shop.yaml', ...args]);
}

test('the page shows what the command prints', async () => {
  const { code, stdout, stderr } = await example();
  expect(code).toBe(1);
  expect(PAGE).toContain(`npx cdk8s-oam validate shop.yaml   # prints\n${stdout}${stderr}\`\`\`\n`);
});

test('the page names all that the JSON has', async () => {
  const { findings, ...counts } = JSON.parse((await example('--json')).stdout);
  const names = /^- `--json` prints (.*)$/m.exec(PAGE)![1].match(/(?<=`)\w+(?=`)/g);
  expect(names).toEqual([...Object.keys(counts), 'findings', ...Object.keys(findings[0])]);
});

describe('the page has for CI', () => {
  test('files of YAML', () => {
    expect([...FILES.keys()].filter(name => name !== 'shop.yaml')).toEqual(['.github/workflows/manifests.yml', '.gitlab-ci.yml', '.pre-commit-config.yaml']);
    expect([...FILES.values()].flatMap(text => text.split('---\n')).map(text => typeof parse(text))).toEqual(Array(5).fill('object'));
  });

  test('commands that this one knows', async () => {
    mkdirSync('manifests', { recursive: true });
    writeFileSync('manifests/shop.yaml', FILES.get('shop.yaml')!);
    const commands = [...FILES.values()].flatMap(text => [...text.matchAll(/npx cdk8s-oam (.*?)( > \S+)?$/gm)].map(([, args]) => args));
    expect(commands).toEqual(['validate manifests --sarif', 'validate manifests --sarif', 'validate manifests']);
    for (const args of new Set(commands)) expect((await cli(args.split(' '))).code).toBe(1);
  });
});
