import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isBelow, outputName } from './output-names';
import { RenderedFile, replaceFiles, writeYaml } from '../../manifest';
import { findFiles } from '../../manifest/reading/find-files';
import { refuse } from '../../private/errors';
import { finding } from '../../private/finding';
import { leftoverNote } from '../leftovers';

/** What is written must not be read by the next run, nor take the place of what was read. */
export function checkOutput(out: string, paths: readonly string[]): void {
  const folder = realPath(out);
  const read = paths.filter(path => path !== '-').find(path => meet(realPath(path), folder));
  if (read === undefined) return;
  refuse('cdk8s-oam', finding('usage', '--out', `must not hold what is read, or lie in it: ${JSON.stringify(read)}`, 'name a folder beside it'));
}

/** Whether one path is the other, or leads to something in it. */
function meet(one: string, other: string): boolean {
  return one === other || isBelow(one, other) || isBelow(other, one);
}

/** Writes a file for each that was read; all, or none. Gives what is to be told of the folder. */
export function writeFolder(out: string, files: readonly RenderedFile[], paths: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const sources = new Map<string, string>();
  const folders = paths.filter(isFolder);
  for (const { file, objects } of files) {
    const name = outputName(file, folders);
    const key = name.toLowerCase();
    const twin = sources.get(key);
    if (twin !== undefined) refuse('cdk8s-oam', finding('usage', '--out', `would get ${JSON.stringify(name)} from two files, ${JSON.stringify(twin)} and ${JSON.stringify(file)}`, 'rename one of them, or name the folder that holds both'));
    sources.set(key, file);
    texts.set(name, writeYaml(objects));
  }
  replaceFiles(out, texts);
  return leftoverNote(out, findFiles([out]).files.map(file => relative(out, file)).filter(name => !texts.has(name)));
}

function isFolder(path: string): boolean {
  return path !== '-' && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false);
}

/** The path that no link leads around, of what may not be there yet. */
function realPath(path: string): string {
  const whole = resolve(path);
  try {
    return realpathSync(whole);
  } catch {
    const above = dirname(whole);
    return above === whole ? whole : join(realPath(above), basename(whole));
  }
}
