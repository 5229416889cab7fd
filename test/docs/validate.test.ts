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
  const names = (text: string) => text.match(/(?<=`)\w+(?=`)/g);
  expect(names(/^- `--json` prints (.*)$/m.exec(PAGE)![1])).toEqual([...Object.keys(counts), 'findings']);
  const fields = [...PAGE.matchAll(/^\| (`.*`) \|.*\|$/gm)].flatMap(([, cell]) => names(cell));
  expect(fields.sort()).toEqual(Object.keys(findings[0]).sort());
});

test('the page shows what a program reads', async () => {
  const { findings } = JSON.parse((await example('--json')).stdout);
  const read = findings.map(({ code, path, parameters }: any) => `${JSON.stringify([code, path.at(-1), parameters.value ?? null])}\n`);
  expect(PAGE).toContain(`jq -c '.findings[] | [.code, .path[-1], .parameters.value]'   # prints\n${read.join('')}\`\`\`\n`);
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
