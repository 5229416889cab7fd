import { join } from 'node:path';

/** Tells of files that were changed by hand, and that are not rendered any more. */
export function warnOfKept(folder: string, files: readonly string[]): void {
  for (const file of files) {
    warn(folder, file, 'is not rendered any more, and stays: it is not as this app has written it; delete it if nobody needs it');
  }
}

/** Tells of files that another app of this program has written, and that this one took for its own old ones. */
export function warnOfRemoved(folder: string, files: readonly string[]): void {
  for (const file of files) {
    warn(folder, file, 'was written by another GitOpsApp of this program, and is removed: this one does not render it; give each a `name` if they are not the same app');
  }
}

function warn(folder: string, file: string, what: string): void {
  process.emitWarning(`${JSON.stringify(join(folder, file))} ${what}`, 'GitOpsApp');
}
