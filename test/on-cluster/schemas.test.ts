import { readFileSync } from 'fs';
import { join } from 'path';
import { goIsThere } from './bench/binaries';
import { SCHEMAS, schemaFiles, sourcesFile } from '../../build-tools/import-schemas';

const suite = goIsThere() ? describe : describe.skip;

suite(`the schemas of kinds${goIsThere() ? '' : ' (without Go)'}`, () => {
  test('are those of the modules that they name', async () => {
    const said: string[] = [];
    expect(readFileSync(join(SCHEMAS, 'sources.json'), 'utf8')).toBe(sourcesFile(await schemaFiles((line) => said.push(line))));
  }, 300_000);
});
