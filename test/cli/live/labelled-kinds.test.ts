import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { LABELLED_KINDS } from '../../../src/cli/live/labelled-kinds';
import { groupOf } from '../../../src/private/oam-kind';
import { isClusterScoped } from '../../../src/private/scopes';

const ROOT = resolve(__dirname, '../../..');

/** The kinds of namespaces in what the library renders, whose objects have its label. */
function labelled(): string[] {
  const files = ['dist', 'test/golden'].flatMap(folder => readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.yaml')).map(name => join(ROOT, folder, name)));
  const objects = files.flatMap(file => parseAllDocuments(readFileSync(file, 'utf8')).map(document => document.toJS()));
  const own = objects.filter(object => object?.metadata?.labels?.['app.kubernetes.io/managed-by'] === 'cdk8s-oam' && !isClusterScoped(object));
  return [...new Set(own.map(({ apiVersion, kind }) => `${groupOf({ apiVersion })}/${kind}`))].sort();
}

const TABLE = Object.entries(LABELLED_KINDS).flatMap(([group, kinds]) => kinds.map(kind => `${group}/${kind}`));

test('each kind that the library labels is looked for', () => {
  const kinds = labelled();
  expect(kinds.length).toBeGreaterThan(25);
  expect(kinds.filter(kind => !TABLE.includes(kind))).toEqual([]);
});

test('the kinds are in order', () => {
  expect(TABLE).toEqual([...TABLE].sort());
});
