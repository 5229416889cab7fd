import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cli } from '../cli/support';

jest.setTimeout(60_000);

const ROOT = resolve(__dirname, '../..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).filter(name => name.endsWith('.md')).map(name => `docs/${name}`)];

/** The pictures that a command has made: the page, the arguments, and the flowchart. */
const PICTURES = PAGES.flatMap(page => [...readFileSync(join(ROOT, page), 'utf8')
  .matchAll(/^<!-- generated: (graph .*) -->\n```mermaid\n([^]*?)^```$/gm)].map(([, args, text]) => [page, args, text] as const));

test('a page has a picture that is generated', () => {
  expect(PICTURES.map(([page]) => page)).toContain('docs/graph.md');
});

test.each(PICTURES)('%s shows what `cdk8s-oam %s` prints', async (_, args, text) => {
  const before = process.cwd();
  process.chdir(ROOT);
  try {
    expect(await cli(args.split(' '))).toEqual({ code: 0, stdout: text, stderr: '' });
  } finally {
    process.chdir(before);
  }
});
