import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { oamDocuments, values } from './manifest-arbitraries';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { same } from './values';
import { describeLocated, ManifestError, readManifests } from '../../src/files/reading';
import { renderManifests } from '../../src/migration/render-manifests';
import { validateManifests } from '../../src/migration/validate';
import { writeYaml } from '../../src/files/write-yaml';
import { yamlKeyHazard } from '../../src/base/plain';
import { KUBERNETES, OAM, unfit } from '../migration/support';

const RUNS = { numRuns: runs(4000) };

/** Documents; one that is nothing at all is none. */
const anyDocuments = fc.array(values.filter(value => value !== null), { minLength: 1, maxLength: 3 });

/** The same without references that are shared, of which cdk8s makes anchors. */
const copyOf = (value: any) => JSON.parse(JSON.stringify(value));

/** The documents of a text in which all can be read. */
function read(text: string): unknown[] {
  const { yaml, unread } = readManifests(text, 'f.yaml');
  same(unread.map(describeLocated), [], `findings in ${JSON.stringify(text)}`);
  return yaml.map(({ value }) => value);
}

/** Fails if the keys of two equal values are in another order. */
const sameOrder = (actual: unknown, expected: unknown) => same(JSON.stringify(actual), JSON.stringify(expected), 'order of the keys');

test('whatever is written is read as it was', () => {
  fc.assert(fc.property(anyDocuments, written => {
    const text = writeYaml(written);
    const back = read(text);
    same(back, written, text);
    sameOrder(back, written);
    same(writeYaml(back), text, 'written again');
  }), RUNS);
}, PATIENCE);

/** A text that readers of YAML do not take alike in the way in which cdk8s writes it: blocks that begin with space, or have lines of nothing else, too. */
const isOdd = (text: string) => yamlKeyHazard(text) !== undefined || /\ufeff|^\s[^]*\n|^\n|\n[ \t]+(\n|$)/.test(text);

function holdsOdd(value: unknown): boolean {
  if (typeof value === 'string') return isOdd(value);
  return typeof value === 'object' && value !== null && Object.entries(value).some(entry => entry.some(holdsOdd));
}

test('another reader reads the same, by the old version of YAML and the new one', () => {
  fc.assert(fc.property(anyDocuments, fc.constantFrom<'1.1' | '1.2'>('1.1', '1.2'), (written, version) => {
    const text = writeYaml(written);
    const back = parseAllDocuments(text, { version, merge: version === '1.1' }).map((each: any) => {
      same([...each.errors, ...each.warnings].map(String), [], JSON.stringify(text));
      return each.toJS({ maxAliasCount: 0 });
    });
    same(back, written, JSON.stringify(text));
  }), { numRuns: runs(1000) });
}, PATIENCE);

test('the bytes of manifests are those of cdk8s where readers take all its texts alike', () => {
  let compared = 0;
  fc.assert(fc.property(anyDocuments, written => {
    if (written.some(each => typeof each === 'string' || holdsOdd(each))) return;
    compared++;
    same(writeYaml(written), Yaml.stringify(...copyOf(written)), 'bytes');
  }), RUNS);
  // most are odd by design
  expect(compared).toBeGreaterThan(ARE_MANY ? RUNS.numRuns / 4 : 0);
}, PATIENCE);

test('what is held in several places is written in each: there are no anchors', () => {
  fc.assert(fc.property(values, fc.constantFrom('a', 'list'), (shared, key) => {
    const written = [{ [key]: shared, b: [shared, shared], c: { [key]: shared } }, { again: shared }];
    const copies = copyOf(written);
    same(writeYaml(written), writeYaml(copies), 'bytes');
    same(read(writeYaml(written)), copies, 'read');
  }), { numRuns: runs(400) });
}, PATIENCE);

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
  }), { numRuns: runs(1000) });
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
  }), { numRuns: runs(200) });
}, PATIENCE);
