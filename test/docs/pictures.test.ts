import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents } from '../../build-tools/check-snippets';
import * as library from '../../src';
import { kubernetesSet } from '../../src/cluster/checks/schema-store';
import { runCommand } from '../../src/cli/program';

/** The pictures that are drawn by hand; docs/graph.test.ts compares those that are generated. */
const PICTURES = Object.entries(documents()).flatMap(([path, markdown]) =>
  [...markdown.matchAll(/(^<!-- generated: .*\n)?^```mermaid\n([^]*?)^```$/gm)].filter(([, generated]) => !generated)
    .map(([, , text]) => ({ path, text, programs: [...markdown.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, code]) => code).join('\n') })));

const labelsOf = (text: string) => [...text.matchAll(/"([^"]*)"|\|([^|"]+)\|/g)].map(([, quoted, bare]) => (quoted ?? bare).replaceAll('<br/>', ' '));

/** Kinds of Kubernetes. */
const KINDS = new Set(Object.values(kubernetesSet().kinds).flatMap(kinds => Object.keys(kinds)));

test('there are pictures', () => {
  expect(PICTURES.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/design.md', 'docs/kubernetes-platform.md']));
});

describe.each(PICTURES)('the picture of $path', ({ text, programs }) => {
  const words = labelsOf(text).join(' ');

  test('names classes of the library, kinds, or what a program of the page has', () => {
    const names = words.match(/\b[A-Z][a-z]+[A-Z]\w*/g) ?? [];
    const isKnown = (name: string) => name in library || KINDS.has(name) || programs.includes(name) || ['PodMonitor', 'TypeScript'].includes(name);
    expect(names.filter(name => !isKnown(name))).toEqual([]);
  });

  test('shows hosts and ports of a program of the page', () => {
    const shown = words.match(/\b\d{4,5}\b|\b[\w-]+\.example\.com\b/g) ?? [];
    // what Prometheus listens on is no property of a program
    expect(shown.filter(each => !programs.includes(each) && each !== '9090')).toEqual([]);
  });

  test('names commands that there are', async () => {
    for (const [, command] of words.matchAll(/cdk8s-oam (\w+)/g)) {
      const printed: string[] = [];
      const spy = jest.spyOn(process.stdout, 'write').mockImplementation(chunk => printed.push(String(chunk)) > 0);
      expect(await runCommand([command, '--help'])).toBe(0);
      spy.mockRestore();
      expect(printed.join('')).toContain(`Usage: cdk8s-oam ${command} `);
    }
  });
});

describe('the layers of the design', () => {
  const { text } = PICTURES.find(({ path }) => path === 'docs/design.md')!;
  const boxes = new Map([...text.matchAll(/(\w+)\["([^"]*)"\]/g)].map(([, id, label]) => [id, label.split(', ')]));
  const idsIn = (part: string) => part.split('&').map(each => /^\s*(\w+)/.exec(each)![1]);
  const arrows = text.split('\n').filter(line => line.includes('-->')).flatMap(line => {
    const parts = line.split('-->').map(idsIn);
    return parts.slice(1).flatMap((to, i) => to.flatMap(id => parts[i].map(from => [from, id])));
  });
  const boxOf = (folder: string) => [...boxes].find(([, folders]) => folders.includes(folder))?.[0];
  const reaches = (from: string, to: string): boolean => from === to || arrows.some(([begin, end]) => begin === from && reaches(end, to));

  /** The folder of a file below src, as the picture has it. */
  const folderOf = (file: string) => file.split('/')[1];
  const files = (readdirSync('src', { recursive: true }) as string[]).map(name => `src/${name}`).filter(name => name.endsWith('.ts') && name.split('/').length > 2);
  const imports = files.flatMap(file => [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*)'/g)]
    .map(([, path]) => ({ file, target: normalize(join(dirname(file), path)) }))
    .filter(({ target }) => target.startsWith('src/')).map(({ file: from, target }) => [folderOf(from), folderOf(target)]));

  test('have each folder once', () => {
    expect([...boxes.values()].flat().sort()).toEqual([...new Set(files.map(folderOf))].sort());
  });

  test('import what is below them, and nothing else', () => {
    const wrong = imports.filter(([folder, target]) => !reaches(boxOf(target)!, boxOf(folder)!)).map(pair => pair.join(' imports '));
    expect([...new Set(wrong)]).toEqual([]);
    expect(imports.length).toBeGreaterThan(1000);
  });

  test('of another picture would be found', () => {
    expect([reaches('cli', 'base'), reaches('base', 'cli'), reaches('delivery', 'monitoring')]).toEqual([false, true, false]);
  });
});
