import * as fc from 'fast-check';
import { anyValue } from './arbitraries';
import { Patch } from '../../../src/manifest/typescript/form';
import { patchCode, patched, patchesBetween } from '../../../src/manifest/typescript/overrides';
import { printStatements } from '../../../src/manifest/typescript/print';
import { runs } from '../../properties/runs';

test.each<[string, any, any, Patch[]]>([
  ['nothing', { a: [1], b: {} }, { b: {}, a: [1] }, []],
  ['a field more', {}, { a: null }, [{ operation: 'add', path: ['a'], value: null }]],
  ['a field less', { a: 1 }, {}, [{ operation: 'remove', path: ['a'] }]],
  ['another value, deep down', { a: [{ b: 1 }] }, { a: [{ b: '1' }] }, [{ operation: 'replace', path: ['a', 0, 'b'], value: '1' }]],
  ['a list of another length', { a: [1, 2] }, { a: [1] }, [{ operation: 'replace', path: ['a'], value: [1] }]],
  ['another type', { a: {} }, { a: [] }, [{ operation: 'replace', path: ['a'], value: [] }]],
  ['an inherited name', {}, { toString: 1 }, [{ operation: 'add', path: ['toString'], value: 1 }]],
])('of %s', (_, from, to, patches) => {
  expect(patchesBetween(from, to)).toEqual(patches);
  expect(patched(structuredClone(from), patches)).toEqual(to);
});

test('lead from any object to any other', () => {
  const anyObject = fc.dictionary(fc.string(), anyValue);
  fc.assert(fc.property(anyObject, anyObject, (from, to) => {
    const patches = patchesBetween(from, to);
    fc.pre(!patches.some(({ path }) => path.some(step => step === '__proto__' || step === 'prototype')));
    expect(patched(structuredClone(from), patches)).toEqual(to);
  }), { numRuns: runs(2000) });
});

test('name their fields as JSON Patch does', () => {
  const patch: Patch = { operation: 'add', path: ['spec', 'a/b~c', 0, 'd'], value: { e: null } };
  expect(printStatements([{ value: patchCode(patch), comments: [] }], 0)).toBe('JsonPatch.add(\'/spec/a~1b~0c/0/d\', { e: null });\n');
  expect(printStatements([{ value: patchCode({ operation: 'remove', path: ['a'] }), comments: [] }], 0)).toBe('JsonPatch.remove(\'/a\');\n');
});
