import { join } from 'node:path';
import { printable } from '../../findings/shown';
import type { FolderChanges } from '../app/folder-state';

/** What has become of the files, for people: a line for each that differs. */
export function reportOf({ added, removed, changed }: FolderChanges, folder: string): string {
  const lines = (sign: string, names: readonly string[]) => names.map(name => `${sign} ${printable(join(folder, name))}\n`);
  return [...lines('+ added   ', added), ...lines('- removed ', removed), ...lines('~ changed ', changed)].join('');
}

/** The same in a line. */
export function summaryOf({ added, removed, changed, unchanged }: FolderChanges): string {
  const counts = ([[added.length, 'added'], [removed.length, 'removed'], [changed.length, 'changed']] as const).filter(([count]) => count > 0);
  const files = `${unchanged} ${unchanged === 1 ? 'file' : 'files'}`;
  if (counts.length === 0) return `no change in ${files}`;
  return [...counts.map(([count, what]) => `${count} ${what}`), `${files} without a change`].join(', ');
}
