import { join } from 'node:path';
import type { OutputFolder } from './output-folder';
import { printable } from '../findings/shown';
import type { OutputChanges } from '../writing/write-output';

/** The kind of warning, which Node prints before its text. */
const WARNING = 'GitOpsApp';

function tell(text: string): void {
  process.emitWarning(printable(text), WARNING);
}

/** How many files are told by their names. */
const MOST_NAMED = 10;

const OTHER = 'another GitOpsApp of this program';
const NAMES = 'give each a `name` of its own, if they are not the same app';

/** Tells of what somebody may not expect of a run, which the folder does not remember yet. */
export function warnOfChanges(folder: string, changes: OutputChanges, { filesOfOther, isKnown }: OutputFolder): void {
  const { written, removed, kept, left, contested, replacesAll } = changes;
  const ofOther = (files: readonly string[]) => files.filter(file => filesOfOther.has(file));
  warn(folder, ofOther(written), `was written by ${OTHER}, and is overwritten with another content; ${NAMES}`);
  warn(folder, ofOther(removed), `was written by ${OTHER}, and is removed: this one does not render it; ${NAMES}`);
  if (replacesAll && !isKnown && ofOther(removed).length === 0) warnOfReplaced(folder, removed);
  for (const [index, files] of byIndex(contested)) {
    warn(folder, files, `is overwritten: ${index} lists it with another content; if its app goes on rendering it, give the chart or the object another id, or one of the apps another \`outdir\`; `
      + 'if no app has that index any more, delete it');
  }
  for (const [index, files] of byIndex(left)) {
    warn(folder, files, `is not rendered any more, and stays: ${index} lists it too; if no app has that index any more, delete both`);
  }
  warn(folder, kept, 'is not rendered any more, and stays: it is not as this app has written it; delete it if nobody needs it');
}

/** Tells that nothing is left of what earlier runs have written: they may have been those of another program. */
function warnOfReplaced(folder: string, { length }: readonly string[]): void {
  const what = length === 1 ? 'the file that earlier runs have written is not rendered any more, and is removed'
    : `none of the ${length} files that earlier runs have written is rendered any more, and they are removed`;
  tell(`${JSON.stringify(folder)}: ${what}; if another program has written into this folder, give each app a \`name\``);
}

/** Files by the index that lists them, which is quoted. */
function byIndex(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [file, name] of files) {
    const index = JSON.stringify(name);
    const known = found.get(index);
    if (known) known.push(file);
    else found.set(index, [file]);
  }
  return found;
}

/** One for each file, and one for all that are too many to be named. */
function warn(folder: string, files: readonly string[], what: string): void {
  for (const file of files.slice(0, MOST_NAMED)) tell(`${JSON.stringify(join(folder, file))} ${what}`);
  const more = files.length - MOST_NAMED;
  if (more > 0) tell(`${JSON.stringify(folder)}: the same holds for ${more} more ${more === 1 ? 'file' : 'files'}`);
}
