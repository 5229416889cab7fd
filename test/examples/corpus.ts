import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder with the originals of the OAM examples. */
const folder = process.env.OAM_CORPUS;
/** The folder with the originals of the public applications. */
const publicFolder = process.env.PUBLIC_MANIFESTS;

const { skip } = test;

/** A test that needs the originals: jest reports it as skipped where OAM_CORPUS names no folder. */
export const testWithCorpus = folder ? test : skip;

/** The text of an original. */
export function original(application: string): string {
  return readFileSync(join(folder!, `${application}.yaml`), 'utf8');
}

/** A test that needs the manifests of public applications: jest reports it as skipped where PUBLIC_MANIFESTS names no folder. */
export const testWithPublicManifests = publicFolder ? test : skip;

/** The texts of a folder of public manifests. */
export function publicManifests(path: string): string[] {
  return readdirSync(join(publicFolder!, path)).sort().filter((name) => name.endsWith('.yaml')).map((name) => readFileSync(join(publicFolder!, path, name), 'utf8'));
}
