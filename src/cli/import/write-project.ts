import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { refuse } from '../../private/errors';
import { finding } from '../../findings/unsaid';
import { isTemporary } from '../../writing/staged-files';
import { writeOutput } from '../../writing/write-output';

const SUBJECT = 'cdk8s-oam import';

/** Checks that a folder can be that of a project. */
export function checkFolder(folder: string): void {
  const findings = finding('usage', '--out', 'must be the path of a folder, got ""', 'name the folder of the new project');
  if (folder === '') refuse(SUBJECT, findings);
  void entriesOf(folder);
}

/** Writes a new project. A run that was killed may have written a part of the same one, which is completed. */
export function writeProject(folder: string, files: ReadonlyMap<string, string>): void {
  const others = entriesOf(folder).filter(name => !isTemporary(name) && !holds(join(folder, name), files.get(name)));
  if (others.length > 0) refuseFolder(folder, 'holds something');
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
    if (code === 'ENOTDIR') refuseFolder(folder, 'is a file, or below one');
    const problem = `cannot be read: ${code} ${JSON.stringify(folder)}`;
    refuse(SUBJECT, finding('output-not-writable', '--out', problem, 'check the path and its permissions'));
    throw error;
  }
}

function refuseFolder(folder: string, problem: string): void {
  const must = `must be a folder that does not exist, or is empty: ${JSON.stringify(folder)} ${problem}`;
  refuse(SUBJECT, finding('output-not-empty', '--out', must, 'name another folder'));
}
