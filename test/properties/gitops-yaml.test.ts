import * as fc from 'fast-check';
import { parse } from 'yaml';
import { anyTexts, documents, manifests, oddDocuments, sharingDocuments, texts } from './gitops-yaml-values';
import { ARE_MANY, PATIENCE, runs } from './runs';
import { written, writtenByCdk8s } from '../files/yaml/compared';

/** What came of it, or the error. */
function outcome<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    return `throws ${String(error)}`;
  }
}

/** Fails where the writer gives something else than cdk8s, or throws another error; gives how many documents it left to cdk8s. */
function same(all: readonly unknown[]): number {
  const [actual, expected] = [outcome(() => written(...all)), outcome(() => writtenByCdk8s(...all))];
  if (typeof actual === 'string' ? actual !== expected : actual.text !== expected) {
    throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
  }
  return typeof actual === 'string' ? 0 : actual.left;
}

/** Fails for the first value, of so many, that is not written as cdk8s writes it; gives the part of them that was left to cdk8s. */
function leftOf(values: fc.Arbitrary<unknown>, count: number): number {
  let left = 0;
  // ten in one go, since a file has several documents
  const several = fc.array(values, { minLength: 10, maxLength: 10 });
  fc.assert(fc.property(several, all => { left += same(all); }), { numRuns: runs(count) / 10 });
  return left / runs(count);
}

// The five together are 41,400 values with all tests, and 40,000 of them what the writer is to write itself. A property is worth nothing if all is left to
// cdk8s: the tests limit how much.

test('any text is written as cdk8s writes it, as a key and as a value', () => {
  expect(leftOf(texts.map(text => [{ [text]: text }]), 28000)).toBe(0);
}, PATIENCE);

test('any document of plain data is, and few are left to a library', () => {
  // those with a key that could be taken for the beginning of a document: 3%
  const left = leftOf(documents, 8000);
  if (!ARE_MANY) return;
  expect(left).toBeLessThan(0.06);
  expect(left).toBeGreaterThan(0);
}, PATIENCE);

test('any manifest is, and none is left to cdk8s', () => {
  expect(leftOf(manifests, 4000)).toBe(0);
}, PATIENCE);

test('any document with what is more than data, or with a very long key, is', () => {
  fc.assert(fc.property(oddDocuments, document => { same([document]); }), { numRuns: runs(1000) });
}, PATIENCE);

test('any document in which an object is in two places is, and all are left to cdk8s', () => {
  fc.assert(fc.property(sharingDocuments, document => {
    expect(same([document])).toBe(1);
  }), { numRuns: runs(400) });
}, PATIENCE);

test('any text at all is read back as it was, as a key and as a value, or is refused', () => {
  fc.assert(fc.property(anyTexts, text => {
    const document = { a: text, list: [{ [text]: text }] };
    const outcomes = outcome(() => written(document));
    const isWhole = !/[\ud800-\udfff]/u.test(text);
    if (typeof outcomes === 'string' || !isWhole) return void expect([outcomes, isWhole]).toEqual([expect.stringContaining('has the character U+D'), false]);
    for (const version of ['1.1', '1.2'] as const) expect(parse(outcomes.text, { version })).toEqual(document);
  }), { numRuns: runs(8000) });
}, PATIENCE);
