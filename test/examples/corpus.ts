import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the originals of the examples. */
const folder = process.env.OAM_CORPUS;

const { skip } = test;

/** A test that needs the originals: jest reports it as skipped where OAM_CORPUS names no folder. */
export const testWithCorpus = folder ? test : skip;

/** The text of an original. */
export function original(application: string): string {
  return readFileSync(join(folder!, `${application}.yaml`), 'utf8');
}
