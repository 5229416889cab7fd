import { readdirSync } from 'node:fs';

export { original, testWithCorpus } from '../../examples/corpus';

/** The originals that are there: none where OAM_CORPUS names no folder. */
export function corpus(): string[] {
  const folder = process.env.OAM_CORPUS;
  return folder ? readdirSync(folder).filter(file => file.endsWith('.yaml')).map(file => file.slice(0, -'.yaml'.length)).sort() : [];
}
