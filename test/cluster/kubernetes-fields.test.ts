import { readFileSync } from 'fs';
import { goIsThere } from './bench/binaries';
import { moduleSource, SWAGGER_FILE, swaggerFile } from '../../build-tools/import-kubernetes';

const suite = goIsThere() ? describe : describe.skip;

suite(`the fields of Kubernetes${goIsThere() ? '' : ' (without Go)'}`, () => {
  test('are those of the specification in its module', () => {
    const { version, source } = moduleSource();
    expect(readFileSync(SWAGGER_FILE, 'utf8')).toBe(swaggerFile(version, source));
  }, 60_000);
});
