import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { kubernetes } from '../../../examples/platforms';
import { writeYaml } from '../../../src/manifest/write-yaml';
import { objectDifferences } from '../../examples/originals';
import { OAM, objects, render } from '../support';

const DIST = join(__dirname, '../../../dist');
const FILES = readdirSync(join(DIST, 'oam'));

const committed = (folder: string, file: string) => readFileSync(join(DIST, folder, file), 'utf8');

/** It has a component for each Service, and another Prometheus than the others. */
const SHOP = 'shop.k8s.yaml';

test('the OAM manifests of the shop become objects of the same kinds and names', () => {
  const namesOf = (found: readonly any[]) => found.map(({ kind, metadata: { name } }) => `${kind} ${name}`).sort();
  const texts = { [SHOP]: committed('oam', SHOP) };
  expect(render(texts, { platform: kubernetes }).warnings).toEqual([]);
  const ofService = (name: string) => name === 'Ingress frontend-service' ? 'Ingress frontend' : name;
  expect(namesOf(objects(texts, { platform: kubernetes })).map(ofService)).toEqual(namesOf(objects({ [SHOP]: committed('kubernetes', SHOP) }, OAM)));
});

// what one program writes for both platforms: its OAM manifests say all that it says
describe.each(FILES.filter(file => file !== SHOP))('%s', file => {
  const texts = { [file]: committed('oam', file) };

  test('of the OAM platform becomes what the program writes for Kubernetes', () => {
    const expected = objects({ [file]: committed('kubernetes', file) }, OAM);
    expect(expected.length).toBeGreaterThan(0);
    expect(render(texts, { platform: kubernetes }).warnings).toEqual([]);
    expect(objectDifferences(objects(texts, { platform: kubernetes }), expected)).toEqual([]);
  });

  test('stays what it is for the OAM platform, to the byte', () => {
    const rendered = objects(texts, OAM);
    expect(writeYaml(rendered)).toBe(texts[file]);
    expect(Yaml.stringify(...rendered)).toBe(texts[file]);
  });
});
