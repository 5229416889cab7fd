import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';

/**
 * Compares what would be written for the objects with `test/golden/<name>.yaml`, to the byte.
 *
 * The file is written where the environment variable UPDATE_GOLDEN is 1, and never in CI.
 */
export function expectGolden(name: string, objects: any[]): void {
  const file = join(__dirname, '../golden', `${name}.yaml`);
  const text = Yaml.stringify(...objects);
  if (process.env.UPDATE_GOLDEN === '1' && !process.env.CI) writeFileSync(file, text);
  expect(text).toBe(existsSync(file) ? readFileSync(file, 'utf8') : `there is no ${file}: UPDATE_GOLDEN=1 writes it`);
}
