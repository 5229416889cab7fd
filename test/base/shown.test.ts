import { PlainFields } from '../../src/base/check';
import { HIDDEN } from '../../src/base/masking';
import { cut, firstDifference, shownObject, visible, writtenJson } from '../../src/base/shown';

test.each<[unknown, string]>([
  [null, 'null'],
  [true, 'true'],
  [-1.5, '-1.5'],
  ['a"b\\\n', '"a\\"b\\\\\\n"'],
  [[], '[]'],
  [{}, '{}'],
  [{ 'a b': [1, { c: 'x' }] }, '{"a b": [1, {"c": "x"}]}'],
  [{ a: HIDDEN, b: [HIDDEN] }, '{"a": (hidden), "b": [(hidden)]}'],
  [Object.fromEntries([['__proto__', 1]]), '{"__proto__": 1}'],
  ['\u001b\u009b\u202e\u2028\u{e0001}é日👍', '"\\u001b\\u009b\\u202e\\u2028\\udb40\\udc01é日👍"'],
])('%j is written as %s', (value, text) => {
  expect(writtenJson(value)).toBe(text);
});

test('a text is written on one line', () => {
  expect(visible('a\nb\tc\u001b[2J\u200b')).toBe('a\\u000ab\\tc\\u001b[2J\\u200b');
});

describe('a long text', () => {
  const text = `${'a'.repeat(150)}${'b'.repeat(150)}`;

  test('is cut at its end', () => expect(cut(text)).toBe(`${'a'.repeat(120)}… (300 characters)`));
  test('is cut around a place', () => expect(cut(text, 150)).toBe(`…${'a'.repeat(20)}${'b'.repeat(100)}… (300 characters)`));
  test('is cut in front of a place at its end', () => expect(cut(text, 299)).toBe(`…${'b'.repeat(120)} (300 characters)`));
  test('is cut at its end where the place is near the beginning', () => expect(cut(text, 99)).toBe(`${'a'.repeat(120)}… (300 characters)`));
  test('that is not too long is whole', () => expect(cut('a'.repeat(120), 119)).toBe('a'.repeat(120)));
});

test.each([['', '', 0], ['a', '', 0], ['abc', 'abd', 2], ['ab', 'abc', 2]])('%j and %j differ at %i', (a, b, place) => {
  expect(firstDifference(a, b)).toBe(place);
});

test.each<[object, string]>([
  [{ kind: 'Deployment', metadata: { namespace: 'hello', name: 'greet' } }, 'Deployment hello/greet'],
  [{ kind: 'Namespace', metadata: { name: 'hello' } }, 'Namespace hello'],
  [{ kind: 'Job', metadata: { generateName: 'greet-' } }, 'Job greet-…'],
  [{ kind: 'Job' }, 'Job without a name'],
  [{ kind: 'a\nb', metadata: { namespace: 1, name: { a: 1 } } }, 'a\\u000ab 1/an object'],
])('%j is called %s', (object, name) => {
  expect(shownObject(object as PlainFields)).toBe(name);
});
