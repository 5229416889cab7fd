import { join } from 'node:path';
import type { OutputChanges } from './output/write-output';

/** The kind of warning, which Node prints before its text. */
const WARNING = 'GitOpsApp';

/**
 * Tells of what somebody may not expect of a run.
 *
 * @param others what another app of this program has written, with the same index
 */
export function warnOfChanges(folder: string, { removed, kept, contested, replacesAll }: OutputChanges, others: ReadonlySet<string>): void {
  if (replacesAll) warnOfReplaced(folder, removed);
  else warnOfRemoved(folder, removed.filter(file => others.has(file)));
  warnOfContested(folder, contested);
  warnOfKept(folder, kept);
}

/** Tells of files that were changed by hand, and that are not rendered any more. */
function warnOfKept(folder: string, files: readonly string[]): void {
  for (const file of files) {
    warn(folder, file, 'is not rendered any more, and stays: it is not as this app has written it; delete it if nobody needs it');
  }
}

/** Tells of files that another app of this program has written, and that this one took for its own old ones. */
function warnOfRemoved(folder: string, files: readonly string[]): void {
  for (const file of files) {
    warn(folder, file, 'was written by another GitOpsApp of this program, and is removed: this one does not render it; give each a `name` if they are not the same app');
  }
}

/** Tells that nothing is left of what earlier runs have written: they may have been those of another program. */
function warnOfReplaced(folder: string, { length }: readonly string[]): void {
  const what = length === 1 ? 'the file that earlier runs have written is not rendered any more, and is removed'
    : `none of the ${length} files that earlier runs have written is rendered any more, and they are removed`;
  process.emitWarning(`${JSON.stringify(folder)}: ${what}; if another program has written into this folder, give each app a \`name\``, WARNING);
}

/** Tells of files that two programs write. */
function warnOfContested(folder: string, files: ReadonlyMap<string, string>): void {
  for (const [file, index] of files) {
    warn(folder, file, `is overwritten: ${JSON.stringify(index)} lists it with another content; if another app goes on rendering it, give the chart or the object another id there, `
      + 'and if none has that index any more, delete it');
  }
}

function warn(folder: string, file: string, what: string): void {
  process.emitWarning(`${JSON.stringify(join(folder, file))} ${what}`, WARNING);
}
