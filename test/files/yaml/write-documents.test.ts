import { compare, written } from './compared';
import { writeDocuments } from '../../../src/files/write-yaml';

class Point {
  public readonly x = 1;
}
class Items extends Array {}
class Shown {
  public toJSON() { return { a: 1 }; }
}

describe('left to a library', () => {
  test.each<[string, unknown]>([
    ['an instance of a class', new Point()],
    ['what knows its own JSON', new Shown()],
    ['a Map', new Map<unknown, unknown>([['a', 1], [{ b: 1 }, [2]]])],
    ['a Set', new Set(['a', 1])],
    ['a Date', new Date(0)],
    ['bytes', Buffer.from('abc')],
    ['an array of a class', Items.from([1, 2])],
    ['a text as an object', new String('a')], // eslint-disable-line no-new-wrappers
    ['a number as an object', new Number(1)], // eslint-disable-line no-new-wrappers
    ['an error', new TypeError('a')],
    ['a regular expression', /a/],
    ['what inherits', Object.create({ a: 1 }, { b: { value: 2, enumerable: true } })],
    ['an array by its prototype alone', Object.create(Array.prototype)],
  ])('%s', (_, value) => {
    expect(compare({ value }, [value], { a: [{ b: value }] })).toBe(3);
    expect(compare(value)).toBe(1);
  });
});

test.each<[unknown, string]>([
  [NaN, 'must be a finite number, got NaN; leave it out, or give it as a string'],
  [-Infinity, 'must be a finite number, got -Infinity; leave it out, or give it as a string'],
  [12345678901234567890n, 'must be plain data, got 12345678901234567890n; give its value'],
  [Symbol('a'), 'must be plain data, got a symbol; give its value'],
  [() => 1, 'must be plain data, got a function; give its value'],
  ['a\x85b\ud800', 'has the character U+D800, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
  ['a\nb\udc00', 'has the character U+DC00, which not every reader of YAML accepts; leave it out, or encode the string, for example in base64'],
])('%p is refused, at its path', (value, problem) => {
  for (const shared of [[], [1]]) {
    expect(() => written({ a: 1 }, { a: [0, { b: value }], shared, again: shared })).toThrow(`[YAML] not-plain: 'a[1].b' ${problem}`);
  }
  expect(() => written({ ok: '0o17', b: value })).toThrow(`[YAML] not-plain: 'b' ${problem}`);
});

test('an error of a getter comes through, and it is not asked again', () => {
  let asked = 0;
  const document = {
    a: 1,
    get b() {
      throw new Error(`asked ${++asked} times`);
    },
  };
  expect(() => written({ a: 1 }, document)).toThrow('asked 1 times');
  // and the next document is written as ever
  expect(compare({ a: [{ b: 1 }] })).toBe(0);
});

test('a getter may write another document meanwhile', () => {
  const shared = [1];
  expect(compare({ a: shared, get b() { return writeDocuments([{ a: shared }]); }, c: 1 })).toBe(0);
  expect(compare({ get a() { return writeDocuments([{ a: shared }]); }, b: shared })).toBe(0);
  expect(compare({ a: shared, get b() { return writeDocuments([{ a: 1 }]); }, c: shared })).toBe(1);
});
