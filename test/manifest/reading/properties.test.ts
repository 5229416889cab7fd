import { Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { stringify } from 'yaml';
import { readManifests } from '../../../src/manifest/reading/read-manifests';
import { isObject } from '../../../src/private/check';
import { ERRORS } from '../../../src/private/codes';
import { original, testWithCorpus } from '../../examples/corpus';
import { anyObject } from '../../properties/arbitraries-values';
import { same } from '../../properties/differences';
import { PATIENCE, runs } from '../../properties/runs';

const WRITERS: Record<string, (value: unknown) => string> = {
  'cdk8s': value => Yaml.stringify(value),
  'the npm package yaml': value => stringify(value, { version: '1.1' }),
  'the same, all in quotes': value => stringify(value, { defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  'the same, in brackets and quotes': value => stringify(value, { collectionStyle: 'flow', defaultStringType: 'QUOTE_SINGLE', defaultKeyType: 'QUOTE_DOUBLE' }),
  'JSON': value => JSON.stringify(value),
  'JSON with tabs': value => JSON.stringify(value, undefined, '\t'),
};

/** Numbers as Kubernetes has them: no negative zero, and none whose last digits are lost. */
function withNumbers(value: any): any {
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? 1 : value + 0;
  if (Array.isArray(value)) return value.map(withNumbers);
  return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, field]) => [key, withNumbers(field)])) : value;
}

/** A block that says its own indentation, and a line of nothing but space: refused, since the parser and Kubernetes read some of them in two ways. */
const ODD_BLOCK = /[|>]\d[-+]?\n(?:[^]*\n)? +(?:\n|$)/;

describe.each(Object.entries(WRITERS))('what %s writes', (_, write) => {
  test('is read as it was', () => {
    fc.assert(fc.property(anyObject, spec => {
      const object = { apiVersion: 'v1', kind: 'X', spec: withNumbers(spec) };
      const text = write(object);
      fc.pre(!ODD_BLOCK.test(text));
      const { documents, findings } = readManifests(text, 'f');
      same(findings, [], text);
      same(documents.map(({ value }) => value), [object], text);
    }), { numRuns: runs(1000) });
  }, PATIENCE);
});

const PIECES = [
  ' ', '  ', '\n', '\n  ', '\t', ':', ': ', '- ', '? ', '#', '"', '\'', '[', ']', '{', '}', ',', '|', '>', '&a ', '*a', '!', '!!str ', '<<: ', '%', '@', '---', '\n---\n', '\n...\n', '\\', '{{ x }}', '\ufeff',
  '\u2028', '\r', '\0', '\ud800', '.nan', '9007199254740993', '[[[[', '}}}}',
];

/** Places are fractions of the text, so that they shrink with it. */
const change = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(5),
  put: fc.oneof(fc.constant(''), fc.constantFrom(...PIECES), fc.string({ unit: 'binary', maxLength: 3 })),
});

function changed(text: string, changes: { at: number; drop: number; put: string }[], cut: number): string {
  const all = changes.reduce((result, { at, drop, put }) => {
    const offset = Math.floor(at * result.length);
    return result.slice(0, offset) + put + result.slice(offset + drop);
  }, text);
  return all.slice(0, Math.ceil(cut * all.length));
}

/** Nothing is thrown; what is found is at a place of the text, and there is nothing wrong with what is handed out. */
function checkRead(text: string): void {
  const { documents, findings } = readManifests(text, 'f');
  const lines = text.split('\n');
  for (const { code, line = 0, column = 0 } of findings) {
    const isThere = line >= 1 && line <= lines.length && column >= 1 && column <= lines[line - 1].length + 1;
    if (!(code in ERRORS && isThere)) throw new Error(`${code} at ${line}:${column} of ${JSON.stringify(text)}`);
  }
  for (const { value } of documents) {
    if (typeof value.apiVersion !== 'string' || typeof value.kind !== 'string') throw new Error(JSON.stringify(text));
    same(JSON.parse(JSON.stringify(value)), value, JSON.stringify(text));
  }
}

const cut = fc.oneof({ arbitrary: fc.constant(1), weight: 4 }, fc.double({ min: 0, max: 1, noNaN: true }));

function checkChanges(text: string, cases: number): void {
  const changes = fc.array(change, { maxLength: 4 });
  fc.assert(fc.property(changes, cut, (made, end) => checkRead(changed(text, made, end))), { numRuns: runs(cases) });
}

const MANIFEST = `# a comment
apiVersion: v1
kind: ConfigMap
metadata: {name: a, labels: &labels {a.b/c: "d\\n", e: 'f''s'}}
data:
  script: |
    first
      second
  folded: >-
    one
    two
  copy: *labels
  list: [1, 2.5, yes, ~, {x: y}]
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: X
  <<: {spec: {}}
`;

test('any change of a manifest gives objects or findings', () => {
  checkChanges(MANIFEST, 5000);
}, PATIENCE);

test('any text gives objects or findings', () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.array(fc.constantFrom(...PIECES, 'a', 'b: c', 'apiVersion: v1\nkind: X\n')).map(parts => parts.join('')));
  fc.assert(fc.property(text, checkRead), { numRuns: runs(5000) });
}, PATIENCE);

testWithCorpus('any change of an original gives objects or findings', () => {
  checkChanges(original('bobs-books'), 500);
}, PATIENCE);
