import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ApiObject, App } from 'cdk8s';
import { checked, newChart } from './support';
import { testWithCorpus } from '../../examples/corpus';
import { objectsOf } from '../../examples/programs';

const DIST = resolve(__dirname, '../../../dist');

const files = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.yaml')).map(name => join(folder, name)).sort();

/** What is found in the objects of a file, each made by cdk8s in a chart of the namespace. */
function foundIn(file: string, namespace?: string): string[] {
  const chart = newChart({ namespace }, new App());
  const objects = objectsOf(readFileSync(file, 'utf8')).filter(json => typeof json?.apiVersion === 'string' && typeof json.kind === 'string');
  if (objects.length === 0) throw new Error(`${file} has no objects`);
  objects.forEach((json, i) => new ApiObject(chart, `object-${i}`, json));
  return checked(chart).found.map(line => `${file}: ${line}`);
}

test.each([undefined, 'ns'])('the manifests of the examples pass, in a chart of the namespace %p', namespace => {
  expect(files(DIST).length).toBeGreaterThan(20);
  expect(files(DIST).flatMap(file => foundIn(file, namespace))).toEqual([]);
});

testWithCorpus('the originals pass', () => {
  // what is a template is no YAML before it is filled in
  const originals = files(process.env.OAM_CORPUS!).filter(file => !/\{\{/.test(readFileSync(file, 'utf8')));
  expect(originals.length).toBeGreaterThan(5);
  expect(originals.flatMap(file => [undefined, 'ns'].flatMap(namespace => foundIn(file, namespace)))).toEqual([]);
});
