import { compare } from './compared';
import { UNCERTAIN, keyAt } from '../../../src/gitops/yaml/write-documents';

test('a key as it is written at some depth', () => {
  expect(keyAt(2, 'a b')).toEqual({ line: '\n    a b: ', open: '\n    a b:', bareLine: 'a b: ', bareOpen: 'a b:' });
  expect(keyAt(2, 'a b')).toBe(keyAt(2, 'a b'));
  expect(keyAt(0, 'y')).toEqual({ line: '\n"y": ', open: '\n"y":', bareLine: '"y": ', bareOpen: '"y":' });
});

test('a key of several lines is in quotes, and not broken', () => {
  const key = 'a key of several lines,\nwhich is "longer" than forty characters \nand ends in space\n ';
  expect(compare({ [key]: key }, [{ [key]: { [key]: 1 } }])).toBe(0);
});

test.each(['---', '--- a', '...', '....', '%', '%a', 'a\u2028---', 'a\u2029%'])('%j is left to cdk8s in the lines of the document itself, and only there', key => {
  expect(() => keyAt(0, key)).toThrow(UNCERTAIN);
  expect(compare({ a: 1, [key]: 1 })).toBe(1);
  expect(compare({ a: { [key]: 1 } }, [{ [key]: 1 }])).toBe(0);
});

test('a key that would have a line of its own is left to cdk8s', () => {
  expect(compare({ [`${'a'.repeat(1024)}`]: 1, ['a '.repeat(510)]: { ['b'.repeat(1024)]: [1] } })).toBe(0);
  expect(compare({ ['a'.repeat(1025)]: 1 }, { a: [{ ['a'.repeat(1025)]: { b: 1 } }] }, { [`${'a'.repeat(1022)}:`]: [1] })).toBe(3);
});

test('more keys than are remembered come out right, twice', () => {
  const map = () => Object.fromEntries(Array.from({ length: 2500 }, (_, i) => [`a${i}`, { [`b${i}`]: i }]));
  expect(compare(map(), map(), [map()])).toBe(0);
});

test.each(['__proto__', 'constructor', 'toString', 'length', '0', '-1', '01', '<<', 'e0', '', ' ', '~', 'y', 'null', '?', '? a', '- a', 'a: b', ':', '#', '{{ a }}', '"', '\'', '日本', '\ud800', '\x1b', '\t', '%', '*a', '&a', '!a'])('the key %j', key => {
  const map = JSON.parse(`{"z":1,${JSON.stringify(key)}:{${JSON.stringify(key)}:[{${JSON.stringify(key)}:null}]},"a":2}`);
  expect(Object.keys(map)).toHaveLength(3);
  expect(compare([map, 1], { map })).toBe(0);
  expect(compare(map)).toBe(key === '%' ? 1 : 0);
});
