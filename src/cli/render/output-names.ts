import { basename, isAbsolute, relative, sep } from 'node:path';

/** How what is rendered of a file is called: as the file below the one of these folders in which it lies, in YAML. */
export function outputName(file: string, folders: readonly string[]): string {
  if (file === '<stdin>') return 'stdin.yaml';
  const folder = folders.find(each => isBelow(each, file));
  return pathOf(folder === undefined ? basename(file) : relative(folder, file)).replace(/\.(ya?ml|json)$/i, '').concat('.yaml');
}

/** A path in a folder, with `/` on every system. */
export function pathOf(name: string): string {
  return name.split(sep).join('/');
}

/** Whether a path leads to something in a folder, however deep. */
export function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
