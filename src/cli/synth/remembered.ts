import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { Entries, parseIndex } from '../../writing/index-file';
import { isIndexName } from '../../writing/names';
import type { FolderSnapshot } from '../app/folder-state';
import { asked } from '../app/output-files';

/**
 * Those of the files that a GitOpsApp has written before, and that are still as it wrote them: it does not touch a file that stays as it is, and removes
 * one that it does not write any more.
 */
export function remembered(folder: string, state: FolderSnapshot, names: readonly string[]): Set<string> {
  const indexes = new Map<string, Entries[]>();
  const indexesIn = (path: string) => {
    if (!indexes.has(path)) indexes.set(path, readIndexes(join(folder, path)));
    return indexes.get(path)!;
  };
  return new Set(names.filter(name => {
    const { hash } = state.get(name)!;
    const steps = name.split(sep);
    return steps.some((_, depth) => {
      const path = steps.slice(depth).join('/');
      return indexesIn(steps.slice(0, depth).join(sep)).some(entries => entries.get(path)?.has(hash));
    });
  }));
}

function readIndexes(folder: string): Entries[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isFile() && isIndexName(entry.name)).map(({ name }) => name);
  return names.map(name => parseIndex(asked(join(folder, name), file => readFileSync(file, 'utf8'))).entries);
}
