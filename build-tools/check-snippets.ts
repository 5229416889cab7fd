/** Compiles the TypeScript blocks of README.md and docs/*.md, and the examples in doc comments, with jsii-rosetta. */
import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join, resolve } from 'path';

const ROOT = resolve(__dirname, '..');
const ROSETTA = resolve(require.resolve('jsii-rosetta/package.json'), '../bin/jsii-rosetta');

/** README.md and the pages of docs/, by path. */
export function documents(): Record<string, string> {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).sort().map((name) => `docs/${name}`);
  return Object.fromEntries(['README.md', ...pages].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/**
 * What the compiler says about the blocks of the documents and the doc comments; empty when all compile.
 *
 * Rosetta reads documents out of an assembly only, so it gets a copy of the library's in which each is a submodule's README.
 */
export function snippetErrors(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-snippets-'));
  try {
    writeAssembly(folder, texts);
    linkPackages(folder);
    return withPaths(run(folder), Object.keys(texts));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function writeAssembly(folder: string, texts: Record<string, string>) {
  const { readme, ...assembly } = JSON.parse(readFileSync(join(ROOT, '.jsii'), 'utf8'));
  const submodules = Object.fromEntries(Object.entries(texts).map(([path, markdown]) => [path, { readme: { markdown } }]));
  writeFileSync(join(folder, '.jsii'), JSON.stringify({ ...assembly, submodules }));
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
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

function run(folder: string): string {
  const args = [ROSETTA, 'extract', '--compile', '--strict', '--directory', folder, folder];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

/** `docs.page.md-README-L12.ts:3:4` is the third line after line 12 of docs/page.md. */
function withPaths(output: string, paths: string[]): string {
  return output.replace(/(\S+)-README-L(\d+)\.ts:(\d+)/g, (_, name: string, fence: string, line: string) => {
    const path = paths.find((candidate) => candidate.replace(/\//g, '.') === name) ?? name;
    return `${path}:${Number(fence) + Number(line)}`;
  });
}

if (require.main === module) {
  const errors = snippetErrors(documents());
  if (errors) console.error(`an example does not compile:\n${errors}`);
  process.exitCode = errors ? 1 : 0;
}
