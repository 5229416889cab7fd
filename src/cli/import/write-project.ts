import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bad, found } from '../../findings/finding';
import { refuse } from '../../private/errors';
import { isTemporary } from '../../writing/staged-files';
import { writeOutput } from '../../writing/write-output';

const SUBJECT = 'cdk8s-oam import';

/** Checks that a folder can be that of a project. */
export function checkFolder(folder: string): void {
  if (folder === '') refuse(SUBJECT, bad('usage', 'empty-path', '--out', folder));
  void entriesOf(folder);
}

/** Writes a new project. A run that was killed may have written a part of the same one, which is completed. */
export function writeProject(folder: string, files: ReadonlyMap<string, string>): void {
  const others = entriesOf(folder).filter(name => !isTemporary(name) && !holds(join(folder, name), files.get(name)));
  if (others.length > 0) refuseFolder(folder, 'content');
  writeOutput(folder, files, { subject: SUBJECT });
}

function holds(file: string, text: string | undefined): boolean {
  try {
    return text !== undefined && readFileSync(file, 'utf8') === text;
  } catch {
    // a folder, say
    return false;
  }
}

/** What is in a folder; nothing where there is none. */
function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code === 'ENOTDIR') refuseFolder(folder, 'file');
    refuse(SUBJECT, found('output-not-writable', '--out', { reason: 'not-readable', error: String(code), folder }));
    throw error;
  }
}

function refuseFolder(folder: string, reason: 'content' | 'file'): void {
  refuse(SUBJECT, found('output-not-empty', '--out', { reason, folder }));
}
