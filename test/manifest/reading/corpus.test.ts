import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { readManifestFiles } from '../../../src/manifest/reading/manifest-files';
import { readManifests } from '../../../src/manifest/reading/read-manifests';
import { original, testWithCorpus } from '../../examples/corpus';

const ROOT = join(__dirname, '../../..');

testWithCorpus('the originals are read', () => {
  for (const file of readdirSync(process.env.OAM_CORPUS!).filter(name => name.endsWith('.yaml'))) {
    const text = original(file.replace('.yaml', ''));
    const { documents, findings } = readManifests(text, file);
    expect(findings).toEqual([]);
    expect(documents.map(({ value }) => value)).toEqual(parseAllDocuments(text, { version: '1.1' }).map(document => document.toJS()).filter(value => value !== null));
  }
});

test.each(['dist/oam', 'dist/kubernetes', 'crds', 'test/golden', 'test/crds'])('the manifests in %s are read', folder => {
  expect(readManifestFiles([join(ROOT, folder)]).length).toBeGreaterThan(0);
});
