import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { FINE, Finding, finding } from '../private/finding';

/** What an app of this process has written into a folder. */
interface Written {
  readonly app: symbol;
  readonly files: ReadonlySet<string>;
}

const WRITTEN = new Map<string, Written>();

/**
 * Whether a folder belongs to another app of the same program, whose files this one would remove as its own old ones: one that has written other files into it, which are
 * still there. An app that is made anew writes some of its files again, and is not told apart.
 */
export function sharedFolder(folder: string, index: string, app: symbol, files: ReadonlySet<string>): Finding[] {
  const key = resolve(folder, index);
  const other = WRITTEN.get(key);
  const isShared = other !== undefined && other.app !== app && files.size > 0
    && ![...other.files].some(file => files.has(file)) && [...other.files].some(file => existsSync(join(folder, file)));
  if (isShared) {
    return finding('shared-output-folder', 'name', `is needed: another GitOpsApp of this program has written other files into ${JSON.stringify(folder)}, and would lose them`,
      'give each app a `name`, or an `outdir` of its own');
  }
  WRITTEN.set(key, { app, files });
  return FINE;
}
