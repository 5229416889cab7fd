/** Compiles the TypeScript blocks of README.md and docs/*.md, their programs after each change, and the examples in doc comments. */
import { spawnSync } from 'child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join, resolve } from 'path';
import { changedProgram } from './changed-program';
import { TSC } from './tsc';

const ROOT = resolve(__dirname, '..');

/** README.md and the pages of docs/, by path, without the API reference in docs/api/. */
export function documents(): Record<string, string> {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).sort().map((name) => `docs/${name}`);
  return Object.fromEntries(['README.md', ...pages].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** A block of TypeScript; the code begins after the line of the fence. */
const BLOCK = /^```ts\n([^]*?)^```$/gm;

/** The examples in doc comments, as documents, by the type that they are about. */
function examples(): Record<string, string> {
  const { types }: { types: Record<string, { docs?: { example?: string } }> } = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));
  const documented = Object.entries(types).filter(([, { docs }]) => docs?.example !== undefined);
  return Object.fromEntries(documented.map(([name, { docs }]) => [name, `\`\`\`ts\n${docs!.example}\n\`\`\`\n`]));
}

/** The programs of a page after each of its changes, as documents, by the place of the change. */
function changed(documentsByPath: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(documentsByPath).flatMap(([path, text]) =>
    [...text.matchAll(/^```ts change\n([^]*?)^```$/gm)].map(({ index, 1: change }) => {
      const [{ lines: program }] = blocksOf(text);
      const place = `${path}@${text.slice(0, index).split('\n').length}`;
      return [place, `\`\`\`ts\n${changedProgram(program, change)}\`\`\`\n`];
    })));
}

const OPTIONS = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--moduleDetection', 'force', '--types', 'node', '--pretty', 'false'];

/** What the compiler reports about the blocks of the documents, by document, line and column; empty if all compile. */
export function snippetErrors(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-snippets-'));
  try {
    linkPackages(folder);
    const paths = new Map(Object.entries(texts).flatMap(([path, text]) => blocksOf(text).map(({ line, lines }) => {
      // the code is at the line that it has in its document
      const file = `${path.replace(/\//g, '.')}-L${line}.ts`;
      writeFileSync(join(folder, file), '\n'.repeat(line) + lines);
      return [file, path] as const;
    })));
    const { status, stdout, stderr } = spawnSync(process.execPath, [TSC, ...OPTIONS, ...paths.keys()], { cwd: folder, encoding: 'utf8' });
    return status === 0 ? '' : (stdout + stderr).replace(/^(\S+)\((\d+),(\d+)\)/gm, (_, file: string, line: string, column: string) =>
      `${paths.get(file) ?? file}:${line}:${column}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function blocksOf(text: string) {
  return [...text.matchAll(BLOCK)].map(({ index, 1: lines }) => ({ line: text.slice(0, index).split('\n').length, lines }));
}

/** What an example may import: the library by its name, its peers, and what Node has. */
function linkPackages(folder: string) {
  const { name, peerDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const link = (target: string, path: string) => {
    mkdirSync(dirname(join(folder, 'node_modules', path)), { recursive: true });
    symlinkSync(target, join(folder, 'node_modules', path), 'junction');
  };
  link(ROOT, name);
  for (const path of [...Object.keys(peerDependencies), '@types/node']) link(join(ROOT, 'node_modules', path), path);
}

if (require.main === module) {
  const errors = snippetErrors({ ...documents(), ...changed(documents()), ...examples() });
  if (errors) console.error(`an example does not compile:\n${errors}`);
  process.exitCode = errors ? 1 : 0;
}
