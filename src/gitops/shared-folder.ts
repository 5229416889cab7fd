import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FINE, Finding, finding } from '../private/finding';

/** What an app of this process has written into a folder. */
interface Written {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
}

/** By folder and index: the last app that has written. */
const WRITTEN = new Map<string, Map<string, Written>>();
const NONE: ReadonlySet<string> = new Set();

/** A folder, by whatever name it is called. */
const keyOf = (folder: string) => existsSync(folder) ? realpathSync(folder) : resolve(folder);

const writtenInto = (folder: string): ReadonlyMap<string, Written> => WRITTEN.get(keyOf(folder)) ?? new Map();

/** What the last other app of this process has written into a folder, and remembered in the same index. */
export function othersIn(folder: string, index: string, app: symbol): ReadonlySet<string> {
  const written = writtenInto(folder).get(index);
  return written === undefined || written.app === app ? NONE : written.files;
}

/** What apps of this process have written into a folder, and remembered in other indexes. */
export function takenIn(folder: string, index: string): ReadonlySet<string> {
  const others = [...writtenInto(folder)].filter(([name]) => name !== index);
  return new Set(others.flatMap(([, { files }]) => [...files]));
}

export function remember(folder: string, index: string, written: Written): void {
  const key = keyOf(folder);
  WRITTEN.set(key, (WRITTEN.get(key) ?? new Map()).set(index, written));
}

/**
 * Whether a folder belongs to another app of the same program, whose files this one would remove as its own old ones: one that has written other files
 * into it, which are still there. An app that is made anew writes some of its files again, and is not told apart.
 */
export function sharedFolder(folder: string, others: ReadonlySet<string>, files: ReadonlyMap<string, string>): Finding[] {
  const isShared = files.size > 0 && ![...others].some(file => files.has(file)) && [...others].some(file => existsSync(join(folder, file)));
  return isShared
    ? finding('shared-output-folder', 'name', `is needed: another GitOpsApp of this program has written other files into ${JSON.stringify(folder)}, and would lose them`,
      'give each app a `name`, or an `outdir` of its own')
    : FINE;
}
