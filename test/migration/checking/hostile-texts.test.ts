import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as library from '../../../src';
import { show } from '../../../src/base/findings/finding';
import { ImagesFile } from '../../../src/delivery/environments/images';
import { importManifests } from '../../../src/migration/typescript/import-manifests';
import { validateManifests } from '../../../src/migration/validate';
import { OAM, read } from '../support';

// what would take minutes where an expression goes over a text again and again
const N = 100_000;
const BOUND = 30_000;

const pod = (field: string) => `apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { containers: [{ name: a, image: "a:1", ${field} }] }\n`;
const validate = (text: string) => validateManifests(read(text), OAM);

function images(text: string): unknown {
  const folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-'));
  try {
    writeFileSync(join(folder, 'images.yaml'), text);
    return ImagesFile.read(join(folder, 'images.yaml'));
  } catch (error) {
    return error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test.each<[string, () => unknown]>([
  ['a value that begins addresses', () => show('//:'.repeat(N))],
  ['a name that begins addresses', () => validate(`apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "${'//:'.repeat(N)}", labels: { a: "${'//:'.repeat(N)}" } }\n`)],
  ['data of a Secret that is white space', () => validate(`apiVersion: v1\nkind: Secret\nmetadata: { name: a }\ndata: { a: "${' '.repeat(N)}!" }\n`)],
  ['an image that begins templates', () => validate(pod(`image: "${'{{'.repeat(N)}"`.replace('image', 'workingDir')))],
  ['an image that ends names', () => images(`prod:\n  ? "${'@'.repeat(N)}\\n"\n  : v1\n`)],
  ['an argument of words for passwords', () => importManifests(read(pod(`args: ["${'SPAS'.repeat(N)}", "${'pass'.repeat(N)}"]`)), 'project', library)],
])('%s is read in linear time', (_, act) => {
  const start = performance.now();
  act();
  expect(performance.now() - start).toBeLessThan(BOUND);
});
