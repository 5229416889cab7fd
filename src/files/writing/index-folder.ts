import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkPath, isIndexName } from './names';
import { attempt } from '../../base/attempt';

// The index of an app is a folder with an empty file for each file that the app has written, at the same path with an
// ending. It is committed, so that a fresh clone knows which files it may remove; and since none of its files is ever
// changed, Git merges whatever two branches add and remove, without a conflict.

/** The ending keeps tools from reading the empty files as manifests, and a file apart from a folder of its name. */
const ENDING = '.own';

/** The file of the index that marks a file as written by its app. */
export const markOf = (index: string, path: string) => `${index}/${path}${ENDING}`;

/**
 * The files that an index lists, in order; none if there is no index. Links are not followed, and paths that are not
 * safe are ignored.
 */
export function readIndex(folder: string, index: string): Set<string> {
  const paths: string[] = [];
  const read = (below: string) => {
    for (const entry of readdirSync(join(folder, index, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) read(path);
      else if (entry.isFile() && path.endsWith(ENDING)) paths.push(path.slice(0, -ENDING.length));
    }
  };
  if (indexesOf(folder).includes(index)) read('');
  return new Set(paths.filter(path => checkPath(path).length === 0).sort());
}

/** The indexes of a folder, by name. A file or a link with such a name is none. */
export function indexesOf(folder: string): string[] {
  const entries = attempt(() => readdirSync(folder, { withFileTypes: true })) ?? [];
  return entries.filter(entry => entry.isDirectory() && isIndexName(entry.name)).map(({ name }) => name).sort();
}

/** The files that the other apps of a folder list: the name of the index, by path. */
export function listedByOthers(folder: string, own: string | undefined): Map<string, string> {
  const others = indexesOf(folder).filter(index => index !== own);
  return new Map(others.flatMap(index => [...readIndex(folder, index)].map(path => [path, index] as const)));
}
