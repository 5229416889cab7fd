import { existsSync, readdirSync, readFileSync } from 'fs';
import { dirname, join, normalize } from 'path';
import { documents } from '../../build-tools/check-snippets';

/** What people read, by path: README, the handbook, and the pages about the project. */
const PAGES: Readonly<Record<string, string>> = {
  ...documents(),
  ...Object.fromEntries(['CHANGELOG.md', 'CONTRIBUTING.md', '.github/SECURITY.md'].map(path => [path, readFileSync(path, 'utf8')])),
};
const HANDBOOK = Object.keys(PAGES).filter(path => path.startsWith('docs/'));
const INDEX = 'docs/README.md';

/** The generated reference: its index, and the pages of types in a folder of their own. */
const REFERENCE = ['API.md', ...readdirSync('docs/api').map(name => `docs/api/${name}`)];

/** The most words of all pages of the handbook together, with their blocks: a handbook that nobody reads through helps nobody. */
const MOST_WORDS = 40_000;

const withoutBlocks = (markdown: string) => markdown.replace(/^```.*?^```$/gms, '');

/** The anchors of a page, as code hosts make them of its headings, and those that are written. */
function anchorsOf(markdown: string): Set<string> {
  const written = [...markdown.matchAll(/(?:id|name)="([^"]+)"/g)].map(([, anchor]) => anchor);
  const headings = [...withoutBlocks(markdown).matchAll(/^#+ (.*)$/gm)]
    .map(([, heading]) => heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim().toLowerCase().replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-'));
  return new Set([...written, ...headings.map((anchor, i) => {
    const before = headings.slice(0, i).filter(each => each === anchor).length;
    return before === 0 ? anchor : `${anchor}-${before}`;
  })]);
}

/** The links of a page to files of the project, and where they lead. */
function linksOf(path: string, markdown = PAGES[path]): { link: string; file: string; anchor: string }[] {
  const links = [...withoutBlocks(markdown).matchAll(/\]\(([^)\s]+)\)|href="([^"]+)"/g)].map(([, link, href]) => link ?? href).filter(link => !/^[a-z]+:/.test(link));
  return links.map(link => {
    const [file, anchor = ''] = link.split('#');
    return { link, file: file === '' ? path : normalize(join(dirname(path), file)), anchor };
  });
}

const found = new Map<string, Set<string>>();

/** The anchors of a file, which is read once. */
function anchorsIn(file: string): Set<string> {
  const anchors = found.get(file) ?? anchorsOf(readFileSync(file, 'utf8'));
  found.set(file, anchors);
  return anchors;
}

/** What is wrong with the links of a page. */
function wrongLinks(path: string, markdown?: string): string[] {
  return linksOf(path, markdown).flatMap(({ link, file, anchor }) => {
    if (!existsSync(file)) return `${path}: ${link} leads to no file`;
    const isFound = anchor === '' || !file.endsWith('.md') || anchorsIn(file).has(anchor);
    return isFound ? [] : `${path}: ${link} leads to no heading`;
  });
}

test.each(Object.keys(PAGES))('each link of %s leads somewhere', path => {
  expect(wrongLinks(path)).toEqual([]);
});

test('each link of the API reference leads somewhere', () => {
  const texts = REFERENCE.map((path): [string, string] => [path, readFileSync(path, 'utf8')]);
  expect(texts.flatMap(([path, text]) => linksOf(path, text)).length).toBeGreaterThan(2000);
  expect(texts.flatMap(([path, text]) => wrongLinks(path, text))).toEqual([]);
});

test('a link that leads nowhere is found', () => {
  const page = ['# Title', '[a](#title) [b](nowhere.md) [c](README.md#nothing) [d](https://example.com/#x) <a href="none.md">e</a>', '```sh', '[e](no)', '```', ''].join('\n');
  expect(wrongLinks('page.md', page)).toEqual(['page.md: #title leads to no file', 'page.md: nowhere.md leads to no file', 'page.md: README.md#nothing leads to no heading', 'page.md: none.md leads to no file']);
  expect([...anchorsOf('# A (b) `c`\n## A b c\n### [D](e.md) & f_g\n```sh\n# no\n```\n<a name="h"></a>')]).toEqual(['h', 'a-b-c', 'a-b-c-1', 'd--f_g']);
});

test('the index leads to each page of the handbook, and the README to the index', () => {
  const indexed = new Set(linksOf(INDEX).map(({ file }) => file));
  expect(HANDBOOK.filter(path => path !== INDEX && !indexed.has(path))).toEqual([]);
  expect(linksOf('README.md').map(({ file }) => normalize(file))).toContain(INDEX);
});

test('all pages of the handbook are in one folder, with the API reference in one below', () => {
  expect(readdirSync('docs').map(name => `docs/${name}`).sort()).toEqual([...HANDBOOK, 'docs/api'].sort());
  expect(REFERENCE.filter(path => !path.endsWith('.md'))).toEqual([]);
});

test('the handbook stays short enough to be read', () => {
  const words = HANDBOOK.flatMap(path => PAGES[path].split(/\s+/).filter(word => word !== ''));
  expect(words.length).toBeGreaterThan(MOST_WORDS / 2);
  expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
});
