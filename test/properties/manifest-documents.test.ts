import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { same } from './differences';
import { oamDocuments } from './manifest-arbitraries';
import { PATIENCE, runs } from './runs';
import { describeLocated, ManifestError, readManifests } from '../../src/manifest/reading';
import { renderManifests } from '../../src/manifest/render-manifests';
import { validateManifests } from '../../src/manifest/validate';
import { writeYaml } from '../../src/manifest/write-yaml';
import { yamlKeyHazard } from '../../src/private/plain';
import { KUBERNETES, OAM, unfit } from '../manifest/support';

/** JSON with escapes in place of characters that not all readers take. */
const json = (value: unknown) => JSON.stringify(value).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** How documents get into a file. */
const WRITERS = {
  'our own writer': writeYaml,
  'cdk8s': (documents: readonly unknown[]) => Yaml.stringify(...JSON.parse(JSON.stringify(documents))),
  'JSON, one after the other': (documents: readonly unknown[]) => documents.map(json).join('\n'),
  'JSON between lines of dashes': (documents: readonly unknown[]) => documents.map(json).join('\n---\n'),
};

/** Whether readers take a text otherwise than cdk8s has meant it, or differ on it. */
const isHazard = (text: string) => yamlKeyHazard(text) !== undefined || /\ufeff|^\s[^]*\n|^\n|\n[ \t]+(\n|$)/.test(text);

function holdsHazard(value: unknown): boolean {
  if (typeof value === 'string') return isHazard(value);
  return typeof value === 'object' && value !== null && Object.entries(value).some(entry => entry.some(holdsHazard));
}

test('every value of OAM documents is kept through reading and rendering for OAM, whoever wrote it', () => {
  const counts: Record<string, number> = {};
  fc.assert(fc.property(oamDocuments, fc.constantFrom(...Object.keys(WRITERS) as (keyof typeof WRITERS)[]), (documents, writer) => {
    if (writer === 'cdk8s' && documents.some(holdsHazard)) return;
    counts[writer] = (counts[writer] ?? 0) + 1;
    const text = WRITERS[writer](documents);
    const manifests = readManifests(text, 'f.yaml');
    same(manifests.unread.map(describeLocated), [], text);
    const { files: [{ file, objects }], warnings } = renderManifests(manifests, OAM);
    same([file, warnings], ['f.yaml', []], 'file and warnings');
    same(objects, documents, 'rendered');
    same(JSON.stringify(objects), JSON.stringify(documents), 'order of the keys');
    const again = readManifests(writeYaml(objects), 'f.yaml').yaml.map(({ value }) => value);
    same(again, documents, 'rendered, written and read again');
  }), { numRuns: runs(5000) });
  expect(Object.keys(counts).sort()).toEqual(Object.keys(WRITERS).sort());
}, PATIENCE);

test('whatever OAM documents hold is told at its place, or rendered: nothing is thrown but findings', () => {
  fc.assert(fc.property(oamDocuments, documents => {
    const manifests = readManifests(writeYaml(documents), 'f.yaml');
    for (const options of [OAM, KUBERNETES, { ...KUBERNETES, defaultNamespace: 'ns' }]) same(validateManifests(manifests, options).flatMap(unfit), [], 'findings');
    try {
      renderManifests(manifests, KUBERNETES);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      same(error.findings.flatMap(unfit), [], 'findings of rendering');
    }
    // what is found is not put into what was read
    same(manifests.yaml.map(({ value }) => value), documents, 'read');
  }), { numRuns: runs(1000) });
}, PATIENCE);
