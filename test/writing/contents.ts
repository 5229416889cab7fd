import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** All that is in a folder and below it: texts of files, and `null` for folders and what is no file. */
export function contents(folder: string): Record<string, string | null> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const all = entries.map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const);
  return Object.fromEntries(all.map(([path, isFile]) => [path.slice(folder.length + 1), isFile ? readFileSync(path, 'utf8') : null] as const)
    .sort(([a], [b]) => a < b ? -1 : 1));
}
