import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { found } from '../../findings/finding';
import { ModelError } from '../../private/errors';
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
    throw new ModelError(subject, found('output-not-writable', '', { reason: 'temporary-folder', folder: tmpdir(), error: codeOf(error) }));
  }
}

function removeAll(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    tell(`note: the temporary folder ${folder} cannot be removed (${codeOf(error)})`);
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
