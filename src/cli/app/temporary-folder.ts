import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ModelError } from '../../private/errors';
import { finding } from '../../findings/unsaid';
import { tell } from '../output';

/** Does something with a folder that nobody else may read, and that is gone afterwards however the process ends. */
export async function withTemporaryFolder<T>(subject: string, action: (folder: string) => Promise<T>): Promise<T> {
  const folder = make(subject);
  const remove = () => removeAll(folder);
  process.once('exit', remove);
  try {
    return await action(folder);
  } finally {
    process.off('exit', remove);
    remove();
  }
}

function make(subject: string): string {
  try {
    return mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  } catch (error) {
    throw new ModelError(subject, finding('output-not-writable', '', `no temporary folder can be made in ${JSON.stringify(tmpdir())} (${codeOf(error)})`,
      'name another folder in the variable TMPDIR'));
  }
}

function removeAll(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    tell(`note: the temporary folder ${folder} cannot be removed (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
