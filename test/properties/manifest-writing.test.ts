import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { parseAllDocuments } from 'yaml';
import { same } from './differences';
import { values } from './manifest-arbitraries';
import { PATIENCE, runs } from './runs';
import { describeLocated, readManifests } from '../../src/manifest/reading';
import { writeYaml } from '../../src/manifest/write-yaml';
import { yamlKeyHazard } from '../../src/private/plain';

const RUNS = { numRuns: runs(20_000) };

/** Documents; one that is nothing at all is none. */
const documents = fc.array(values.filter(value => value !== null), { minLength: 1, maxLength: 3 });

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
  fc.assert(fc.property(documents, written => {
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
  fc.assert(fc.property(documents, fc.constantFrom<'1.1' | '1.2'>('1.1', '1.2'), (written, version) => {
    const text = writeYaml(written);
    const back = parseAllDocuments(text, { version, merge: version === '1.1' }).map((each: any) => {
      same([...each.errors, ...each.warnings].map(String), [], JSON.stringify(text));
      return each.toJS({ maxAliasCount: 0 });
    });
    same(back, written, JSON.stringify(text));
  }), { numRuns: runs(5000) });
}, PATIENCE);

test('the bytes of manifests are those of cdk8s where readers take all its texts alike', () => {
  let compared = 0;
  fc.assert(fc.property(documents, written => {
    if (written.some(each => typeof each === 'string' || holdsOdd(each))) return;
    compared++;
    same(writeYaml(written), Yaml.stringify(...copyOf(written)), 'bytes');
  }), RUNS);
  // most are odd by design
  expect(compared).toBeGreaterThan(RUNS.numRuns / 4);
}, PATIENCE);

test('what is held in several places is written in each: there are no anchors', () => {
  fc.assert(fc.property(values, fc.constantFrom('a', 'list'), (shared, key) => {
    const written = [{ [key]: shared, b: [shared, shared], c: { [key]: shared } }, { again: shared }];
    const copies = copyOf(written);
    same(writeYaml(written), writeYaml(copies), 'bytes');
    same(read(writeYaml(written)), copies, 'read');
  }), { numRuns: runs(2000) });
}, PATIENCE);
