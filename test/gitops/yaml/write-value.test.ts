import { compare } from './compared';

test.each<[string, object]>([
  ['nothing', {}],
  ['an empty list', []],
  ['empties', { a: {}, b: [], c: [{}, [], [[]], [{}], { d: {} }, { e: [] }] }],
  ['lists of lists', [[1, 2], [[3], [[4]]], [[{ a: [[5]] }, 6]]]],
  ['maps of lists', [{ a: 1, b: [2, { c: 3, d: { e: 4 } }] }, { f: { g: { h: [] } } }]],
  ['a map first in a map of a list', [{ a: { b: 1, c: 2 }, d: 3 }, { a: [1, 2], d: 3 }, { a: 'b\nc\n', d: 3 }, { a: {}, d: 3 }]],
  ['nulls', { a: null, b: undefined, c: [null, undefined], d: { e: null } }],
  ['a map of nulls', { a: null, b: null }],
  ['numbers', [0, -0, 1, -1, 1.5, -0.1, 1e21, 1e-7, 123456789012345680000, 2 ** 53, 5e-324, 1.7976931348623157e308, NaN, Infinity, -Infinity]],
  ['booleans', { yes: true, no: [false] }],
  ['keys that are numbers', { '2': 'a', '1': 'b', '-1': 'c', '1.5': 'd' }],
  ['a list with a hole', [1, , 3]], // eslint-disable-line no-sparse-arrays
  ['a map without a prototype', Object.assign(Object.create(null), { a: { b: 1 } })],
  ['frozen data', Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 })]) })],
  ['fields that cannot be listed', Object.defineProperty({ a: 1 }, 'b', { value: 2, enumerable: false })],
  ['a getter', { get a() { return [1]; } }],
  ['a symbol as a key', { a: 1, [Symbol('b')]: 2 }],
  ['a hundred fields', Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`a${i}`, { b: [i] }]))],
])('%s', (_, value) => {
  expect(compare(value, { value })).toBe(0);
});

/** So many levels around a map. */
function nested(depth: number, wrap: (value: object) => object): object {
  let value: object = { a: 'b\nc' };
  for (let i = 0; i < depth; i++) value = wrap(value);
  return value;
}

test.each<[string, (value: object) => object]>([['maps', value => ({ a: value })], ['lists', value => [value]], ['lists after others', value => [1, value]]])('a hundred levels of %s are written, more are left to cdk8s', (_, wrap) => {
  expect(compare(nested(50, wrap), nested(100, wrap))).toBe(0);
  expect(compare(nested(101, wrap), nested(300, wrap))).toBe(2);
});
