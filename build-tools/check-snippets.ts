/**
 * Compiles the TypeScript blocks of README.md and docs/*.md, and the examples in doc comments: with jsii-rosetta, or, where they use what is TypeScript
 * only, with the compiler itself.
 */
import { spawnSync } from 'child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { dirname, join, resolve } from 'path';

const ROOT = resolve(__dirname, '..');
const TSC = require.resolve('typescript/bin/tsc');
const ROSETTA = resolve(require.resolve('jsii-rosetta/package.json'), '../bin/jsii-rosetta');

/** README.md and the pages of docs/, by path, without the API reference in docs/api/. */
export function documents(): Record<string, string> {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md')).sort().map((name) => `docs/${name}`);
  return Object.fromEntries(['README.md', ...pages].map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
}

/** A block of TypeScript; of what is in it, the line with the fence is none. */
const BLOCK = /^```ts\n([^]*?)^```$/gm;

/** What is not in the jsii API, and functions for `Lazy`, which each language has in its own way: not translated, and free to use all of the language. */
const isTypeScriptOnly = (code: string) => /from 'cdk8s-oam\/\w+'|\bLazy\.any\(/.test(code);

/** What the compilers say about the blocks of the documents and the doc comments; empty when all compile. */
export function snippetErrors(texts: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'check-snippets-'));
  try {
    linkPackages(folder);
    return translatedErrors(folder, texts) + typescriptErrors(folder, texts);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Rosetta reads documents out of an assembly only, so it gets a copy of the library's in which each is a submodule's README. */
function translatedErrors(folder: string, texts: Record<string, string>): string {
  const left = (block: string, code: string) => isTypeScriptOnly(code) ? block.replace(/.+/g, '') : block;
  writeAssembly(folder, Object.fromEntries(Object.entries(texts).map(([path, markdown]) => [path, markdown.replace(BLOCK, left)])));
  return withPaths(run(folder, ROSETTA, 'extract', '--compile', '--strict', '--directory', folder, folder), Object.keys(texts));
}

/** Each block is a file of its own, in which it stands at the line that it has in its document. */
function typescriptErrors(folder: string, texts: Record<string, string>): string {
  const blocks = Object.entries(texts).flatMap(([path, markdown]) => [...markdown.matchAll(BLOCK)].map(block => ({ path, markdown, block })));
  const files = blocks.filter(({ block }) => isTypeScriptOnly(block[1])).map(({ path, markdown, block }) => {
    const lines = markdown.slice(0, block.index).split('\n').length;
    const file = `${path.replace(/\//g, '.')}-L${lines}.ts`;
    writeFileSync(join(folder, file), '\n'.repeat(lines) + block[1]);
    return file;
  });
  const options = ['--noEmit', '--strict', '--target', 'es2022', '--module', 'node16', '--types', 'node', '--pretty', 'false'];
  return files.length === 0 ? '' : run(folder, TSC, ...options, ...files).replace(/^(\S+)-L\d+\.ts\((\d+),(\d+)\)/gm,
    (_, name: string, line: string, column: string) => `${pathOf(name, Object.keys(texts))}:${line}:${column}`);
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

function run(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return status === 0 ? '' : stdout + stderr;
}

/** `docs.page.md-README-L12.ts:3:4` is the third line after line 12 of docs/page.md. */
function withPaths(output: string, paths: string[]): string {
  return output.replace(/(\S+)-README-L(\d+)\.ts:(\d+)/g, (_, name: string, fence: string, line: string) =>
    `${pathOf(name, paths)}:${Number(fence) + Number(line)}`);
}

function pathOf(name: string, paths: string[]): string {
  return paths.find((candidate) => candidate.replace(/\//g, '.') === name) ?? name;
}

if (require.main === module) {
  const errors = snippetErrors(documents());
  if (errors) console.error(`an example does not compile:\n${errors}`);
  process.exitCode = errors ? 1 : 0;
}
