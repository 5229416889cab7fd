import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { isBelow, outputName } from './output-names';
import { RenderedFile, replaceFiles, writeYaml } from '../../manifest';
import { findFiles } from '../../manifest/reading/find-files';
import { refuse } from '../../private/errors';
import { finding } from '../../private/finding';

/** More of them are not named. */
const MOST_NAMED = 5;

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
  return leftovers(out, texts);
}

/** Files of an earlier run whose source is gone would go on being applied. */
function leftovers(out: string, written: ReadonlyMap<string, string>): string[] {
  const names = findFiles([out]).files.map(file => relative(out, file)).filter(name => !written.has(name));
  if (names.length === 0) return [];
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const named = names.slice(0, MOST_NAMED).map(name => JSON.stringify(name)).join(', ');
  return [`note: ${JSON.stringify(out)} holds what this run has not written: ${named}${more}; delete what nobody needs any more`];
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
