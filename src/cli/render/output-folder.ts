import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { found } from '../../findings/finding';
import { RenderedFile, writeYaml } from '../../manifest';
import { findFiles } from '../../manifest/reading/find-files';
import { attempt } from '../../private/attempt';
import { refuse } from '../../private/errors';
import { writeOutput } from '../../writing/write-output';
import { leftoverNote } from '../output';

/**
 * Checks that the next run does not read the output, and that the output does not replace the input. `paths` are the named paths, or
 * the files that were read from them; symbolic links are resolved.
 */
export function checkOutput(out: string, paths: readonly string[]): void {
  const folder = realPath(out);
  const meets = (path: string) => path === folder || isBelow(path, folder) || isBelow(folder, path);
  const read = paths.filter(path => !['-', '<stdin>'].includes(path)).find(path => meets(realPath(path)));
  if (read === undefined) return;
  refuse('cdk8s-oam', found('usage', '--out', { reason: 'output-meets-input', path: read }));
}

/** Writes one file for each input file. Returns notes on the folder. */
export function writeFolder(out: string, files: readonly RenderedFile[], paths: readonly string[]): string[] {
  const texts = new Map<string, string>();
  const sources = new Map<string, string>();
  const folders = paths.filter(path => path !== '-' && statSync(path, { throwIfNoEntry: false })?.isDirectory());
  for (const { file, objects } of files) {
    const name = outputName(file, folders);
    const key = name.toLowerCase();
    const twin = sources.get(key);
    if (twin !== undefined) refuse('cdk8s-oam', found('usage', '--out', { reason: 'one-name', name, first: twin, second: file }));
    sources.set(key, file);
    texts.set(name, writeYaml(objects));
  }
  const { contested } = writeOutput(out, texts, { subject: 'cdk8s-oam' });
  const others = findFiles([out]).files.map(file => relative(out, file)).filter(name => !texts.has(pathOf(name)));
  return [...[...contested].map(overwritten), ...leftoverNote(out, others)];
}

/** A note on a file that belongs to a GitOpsApp, which will write it again. */
function overwritten([file, index]: readonly [string, string]): string {
  const what = `${JSON.stringify(file)} was written by the GitOpsApp with the index ${JSON.stringify(index)}, and is overwritten`;
  return `note: ${what}; name another folder if that app still writes it`;
}

/** The path with all symbolic links resolved. The file may not exist yet. */
function realPath(path: string): string {
  const whole = resolve(path);
  const above = dirname(whole);
  return attempt(() => realpathSync(whole)) ?? (above === whole ? whole : join(realPath(above), basename(whole)));
}

/** The name of the output of a file: its path relative to the folder that contains it, with the extension `.yaml`. */
function outputName(file: string, folders: readonly string[]): string {
  if (file === '<stdin>') return 'stdin.yaml';
  const folder = folders.find(each => isBelow(each, file));
  return pathOf(folder === undefined ? basename(file) : relative(folder, file)).replace(/\.(ya?ml|json)$/i, '').concat('.yaml');
}

/** A relative path, with `/` as the separator on every system. */
function pathOf(name: string): string {
  return name.split(sep).join('/');
}

/** Whether a path is below a folder, at any depth. */
function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
