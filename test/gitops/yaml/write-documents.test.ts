import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { compare, written } from './compared';
import { writeDocuments } from '../../../src/gitops/yaml/write-documents';

const DIST = join(__dirname, '../../../dist');

test('documents are separated as cdk8s separates them', () => {
  expect(written()).toEqual({ text: '', left: 0 });
  expect(written({ a: 1 })).toEqual({ text: 'a: 1\n', left: 0 });
  expect(written({ a: 1 }, [2])).toEqual({ text: 'a: 1\n---\n- 2\n', left: 0 });
  expect(written(undefined, {}, undefined, [])).toEqual({ text: '\n---\n{}\n---\n\n---\n[]\n', left: 0 });
});

test.each<[unknown]>([[null], [true], [1], [NaN], ['a'], [''], ['a\nb'], ['---\n'], ['%\n\n'], ['\n'], ['---'], ['<<'], ['a\nb\n '], [new Date(0)], [1n]])('a document that is only %j is left to cdk8s', document => {
  expect(compare(document)).toBe(1);
  expect(compare({ a: 1 }, document, [1])).toBe(1);
});

test('only the document that is not certain is left to cdk8s', () => {
  const shared = {};
  expect(compare({ a: 1 }, { a: shared, b: shared }, { c: 1 }, new Map([['a', 1]]), [1])).toBe(2);
});

test('more documents than a function takes arguments', () => {
  const documents = Array.from({ length: 200_000 }, () => ({ a: 1 }));
  expect(writeDocuments(documents)).toBe(`${'a: 1\n---\n'.repeat(199_999)}a: 1\n`);
});

test('a hole in the list of documents is one that is undefined', () => {
  // eslint-disable-next-line no-sparse-arrays
  expect(writeDocuments([undefined, , 1])).toBe('\n---\n\n---\n1\n');
});

const examples = ['kubernetes', 'oam'].flatMap(folder => readdirSync(join(DIST, folder)).map(file => join(folder, file)));

test('there are examples', () => {
  expect(examples.length).toBeGreaterThanOrEqual(24);
});

test.each(examples)('the example %s is written again as it is, and nothing of it is left to cdk8s', example => {
  const text = readFileSync(join(DIST, example), 'utf8');
  const documents = parseAllDocuments(text, { version: '1.1' }).map(each => each.toJS());
  expect(written(...documents)).toEqual({ text, left: 0 });
});
