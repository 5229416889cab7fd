import { chmodSync, closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { refuse } from '../../private/errors';
import { finding } from '../../private/finding';
import { makeFolders } from '../../private/folders';

/** A file that is written beside its place. */
interface Written {
  readonly from: string;
  readonly to: string;
  /** What was there before, if anything was. */
  readonly old: string;
}

/**
 * Writes files into a folder, all or none: they are written beside their places first, and then put there one by one, so that each is whole, old or
 * new, at any moment.
 */
export function replaceFiles(folder: string, files: ReadonlyMap<string, string>): void {
  const undo: (() => void)[] = [];
  try {
    // what an earlier process of the same number has left
    for (const name of files.keys()) attempt(() => rmSync(beside(join(folder, name), 'tmp'), { force: true }));
    const written = [...files].map(([name, text]) => write(join(folder, name), text, undo));
    for (const each of written) put(each, undo);
    for (const { old } of written) rmSync(old, { force: true });
  } catch (error) {
    for (const step of undo.reverse()) attempt(step);
    const { code = 'unknown', path = folder } = error as NodeJS.ErrnoException;
    refuse('cdk8s-oam', finding('output-not-writable', '--out', `cannot be written: ${code} ${JSON.stringify(path)}`,
      'check the path, its permissions, and the space on the disk'));
  }
}

function beside(file: string, suffix: string): string {
  return join(dirname(file), `.${basename(file)}.${process.pid}.${suffix}`);
}

function write(to: string, text: string, undo: (() => void)[]): Written {
  const [from, old] = [beside(to, 'tmp'), beside(to, 'old')];
  const made = makeFolders(dirname(to));
  if (made !== undefined) undo.push(() => removeFolders(dirname(to), made));
  if (isFolder(to)) throw Object.assign(new Error('a folder is in its place'), { code: 'EISDIR', path: to });
  writeWhole(from, text, undo);
  return { from, to, old };
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function put({ from, to, old }: Written, undo: (() => void)[]): void {
  const isThere = statSync(to, { throwIfNoEntry: false }) !== undefined;
  if (isThere) {
    undo.push(() => rmSync(old, { force: true }));
    copyFileSync(to, old);
    chmodSync(from, statSync(to).mode);
  }
  renameSync(from, to);
  undo.push(() => isThere ? renameSync(old, to) : rmSync(to));
}

/** From the innermost to the outermost that was made. */
function removeFolders(innermost: string, outermost: string): void {
  for (let each = innermost; each.length >= outermost.length; each = dirname(each)) rmdirSync(each);
}

/** What cannot be taken back stays: the first error is told. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    // told already
  }
}

/** What is not on the disk yet may be lost when the name is. */
function writeWhole(file: string, text: string, undo: (() => void)[]): void {
  const descriptor = openSync(file, 'wx', 0o666);
  undo.push(() => rmSync(file, { force: true }));
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
