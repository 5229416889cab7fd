import { Check, MOST_FINDINGS } from '../../src/base/findings/finding';
import { describe as sentence } from '../../src/base/findings/words';
import {
  all, closed, filled, flag, isObject, list, listOf, mapOf, object, oneOf, only, pattern, text, unique, whole,
} from '../../src/base/check';
import { finding } from '../support/findings';
import { port } from '../../src/base/addresses';

const said = (check: Check, value: unknown, field = 'f') => check(value, field).map(sentence);

describe('object', () => {
  const check = object({ port, name: filled }, ['port']);

  test.each<[string, unknown]>([
    ['known fields', { port: 80, name: 'a' }],
    ['fields that nobody named', { port: 80, other: () => 1 }],
    ['an optional field that is null, which Kubernetes takes for absent', { port: 80, name: null }],
  ])('passes %s', (_, value) => {
    expect(said(check, value)).toEqual([]);
  });

  test.each<[string, unknown, string[]]>([
    ['it is a list', [], ['invalid-type: \'f\' must be an object, got a list of 0']],
    ['it is text', 'a', ['invalid-type: \'f\' must be an object, got a string']],
    ['it is null', null, ['invalid-type: \'f\' must be an object, got null']],
    ['a required field is absent', {}, ['missing-field: \'f.port\' is required']],
    ['a required field is null', { port: null }, ['missing-field: \'f.port\' is required']],
    ['a field is wrong', { port: 0 }, ['invalid-port: \'f.port\' must be an integer from 1 to 65535, got 0']],
    ['several fields are wrong', { name: '' }, [
      'missing-field: \'f.port\' is required',
      'invalid-value: \'f.name\' must be a non-empty string, got ""',
    ]],
  ])('fails when %s', (_, value, findings) => {
    expect(said(check, value)).toEqual(findings);
  });

  test('names the fields of the root without a prefix', () => {
    expect(said(check, {}, '')).toEqual(['missing-field: \'port\' is required']);
  });
});

describe('only', () => {
  test.each([[{}], [{ a: 1, b: null }], ['what other checks refuse']])('passes %j', value => {
    expect(said(only('a', 'b'), value)).toEqual([]);
  });

  test('fails when there is another field', () => {
    expect(said(only('a', 'b'), { a: 1, c: 2 })).toEqual(['unknown-field: \'f.c\' is an unknown field; expected one of a, b; leave it out, or check its spelling']);
  });
});

describe('closed', () => {
  const check = closed({ a: whole(1), b: filled }, ['b']);
  const others = "missing-field: 'b' is required";

  test.each<[unknown, string]>([
    ['hunter2', 'a string'], [12345, 'a number'], [['hunter2'], 'a list of 1'], [true, 'true'], [() => 'hunter2', 'a function'],
  ])('fails when it is %p: a text or a number, which may be a password, is not shown', (value, shown) => {
    expect(said(check, value, '')).toEqual([`invalid-type: must be an object, got ${shown}`]);
  });

  test('fails when there is another field: its value is not shown', () => {
    expect(said(check, { a: 1, c: 'hunter2' }, '')).toEqual([
      'unknown-field: \'c\' is an unknown field; expected one of a, b; leave it out, or check its spelling', others,
    ]);
  });
});

describe('list', () => {
  test('passes good elements, and none', () => {
    expect(said(list(port), [80, 81])).toEqual([]);
    expect(said(list(port), [])).toEqual([]);
  });

  test.each<[string, Check, unknown, string[]]>([
    ['it is text', list(port), 'ab', ['invalid-type: \'f\' must be a list, got a string']],
    ['an element is wrong', list(port), [80, 0], ['invalid-port: \'f[1]\' must be an integer from 1 to 65535, got 0']],
    ['it is shorter than allowed', list(port, { min: 1 }), [], ['missing-field: \'f\' must have at least 1 element']],
    ['it is shorter than allowed, and its elements have a name', list(port, { min: 1, what: 'port' }), [], ['missing-field: \'f\' must have at least 1 port']],
  ])('fails when %s', (_, check, value, findings) => {
    expect(said(check, value)).toEqual(findings);
  });
});

describe('mapOf', () => {
  test('passes good values under any key', () => {
    expect(said(mapOf(port), { 'a': 1, 'x/y': 2 })).toEqual([]);
  });

  test.each<[string, Check, unknown, string[]]>([
    ['it is a list', mapOf(port), [1], ['invalid-type: \'f\' must be a map, got a list of 1']],
    ['a value is wrong', mapOf(port), { 'x/y': 0 }, ['invalid-port: \'f[\'x/y\']\' must be an integer from 1 to 65535, got 0']],
    ['a key is wrong', mapOf(port, oneOf('a', 'b')), { c: 1 }, ['invalid-value: \'f\' must be one of a, b, got "c"']],
  ])('fails when %s', (_, check, value, findings) => {
    expect(said(check, value)).toEqual(findings);
  });
});

test('all: every check is heard', () => {
  expect(said(all(text, filled, port), '')).toEqual([
    'invalid-value: \'f\' must be a non-empty string, got ""',
    'invalid-port: \'f\' must be an integer from 1 to 65535, got ""',
  ]);
});

describe('values', () => {
  test.each<[string, Check, unknown]>([
    ['one of a set', oneOf('Exact', 'Prefix'), 'Exact'],
    ['text that matches', pattern(/^a+$/, 'realm'), 'aa'],
    ['empty text', text, ''],
    ['text', filled, 'a'],
    ['a truth value', flag, false],
    ['the least number', whole(0), 0],
    ['the greatest number', whole(0), 2147483647],
  ])('passes %s', (_, check, value) => {
    expect(said(check, value)).toEqual([]);
  });

  test.each<[string, Check, unknown, string]>([
    ['it is not in the set', oneOf('Exact', 'Prefix'), 'prefix', 'invalid-value: \'f\' must be one of Exact, Prefix, got "prefix"; did you mean "Prefix"?'],
    ['it does not match', pattern(/^a+$/, 'listener-name'), 'b', 'invalid-value: \'f\' must be the name of a listener, got "b"; look it up in \'spec.listeners\' of the Gateway'],
    ['a number stands for text that matches', pattern(/^1$/, 'listener-name'), 1, 'invalid-value: \'f\' must be the name of a listener, got 1; look it up in \'spec.listeners\' of the Gateway'],
    ['a number stands for text', text, 1, 'invalid-type: \'f\' must be a string, got a number; put it in quotes'],
    ['a number stands for text that is not empty', filled, 1, 'invalid-value: \'f\' must be a non-empty string, got a number; put it in quotes'],
    ['text stands for a truth value', flag, 'true', 'invalid-type: \'f\' must be a boolean, got a string'],
    ['a number is below the least', whole(1), 0, 'invalid-value: \'f\' must be an integer from 1 to 2147483647, got 0'],
    ['a number is above the greatest', whole(0), 2 ** 31, 'invalid-value: \'f\' must be an integer from 0 to 2147483647, got 2147483648'],
    ['a number is not whole', whole(0), 1.5, 'invalid-value: \'f\' must be an integer from 0 to 2147483647, got 1.5'],
    ['text stands for a number', whole(0), '1', 'invalid-value: \'f\' must be an integer from 0 to 2147483647, got "1"'],
  ])('fails when %s', (_, check, value, message) => {
    expect(said(check, value)).toEqual([message]);
  });
});

describe('unique', () => {
  const check = unique(element => element.name, 'name');

  test.each<[string, unknown]>([
    ['different names', [{ name: 'a' }, { name: 'b' }]],
    ['elements without a name', [{}, {}]],
    ['elements whose name is null, which is no name', [{ name: null }, { name: null }]],
    ['what other checks refuse', [null, 'a', 'a']],
    ['what is no list', 'aa'],
  ])('passes %s', (_, value) => {
    expect(said(check, value)).toEqual([]);
  });

  test('fails when names repeat', () => {
    expect(said(check, [{ name: 'a' }, { name: 'b' }, { name: 'a' }, { name: 'a' }])).toEqual([
      'duplicate-name: \'f[2]\' has the same name "a" as element 0; give each its own name',
      'duplicate-name: \'f[3]\' has the same name "a" as element 0; give each its own name',
    ]);
  });
});

test.each<[unknown, boolean]>([[{}, true], [Object.create(null), true], [[], false], [null, false], ['a', false], [undefined, false]])('isObject(%p) is %p', (value, expected) => {
  expect(isObject(value)).toBe(expected);
});

test('what is no list has no elements', () => {
  expect([listOf([1]), listOf(null), listOf({ 0: 'a' }), listOf('a')]).toEqual([[1], [], [], []]);
});

describe('where very much is wrong, the rest is counted', () => {
  const COUNT = 5 * MOST_FINDINGS;
  const rest = (field: string, count: number, what: string) =>
    `findings-omitted: '${field}' begins what is not checked (${count} ${what}): those before have 1000 findings or more; start with what is listed, then run the command again`;
  const last = "findings-omitted: 'f[1000]' begins what is not checked (1 element): those before have 1000 findings or more; start with what is listed, then run the command again";

  test('and not looked at, in lists and in maps', () => {
    const check = jest.fn(flag);
    expect(said(list(check), Array(COUNT).fill('a')).slice(-1)).toEqual([rest('f[1000]', COUNT - 1000, 'elements')]);
    expect(said(mapOf(check), Object.fromEntries(Array.from({ length: COUNT }, (_, i) => [`k${i}`, 'a']))).slice(-1)).toEqual([rest('f.k1000', COUNT - 1000, 'fields')]);
    expect(check).toHaveBeenCalledTimes(2 * MOST_FINDINGS);
    expect(said(list(flag), Array(MOST_FINDINGS + 1).fill('a')).slice(-1)).toEqual([last]);
    expect(said(list(flag), Array(MOST_FINDINGS).fill('a'))).toHaveLength(MOST_FINDINGS);
  });

  test('among names that repeat', () => {
    expect(said(unique(e => e.name, 'name'), Array(COUNT).fill({ name: 'a' })).slice(-1)).toEqual([rest('f[1001]', COUNT - 1001, 'elements')]);
  });

  test('and the findings of a check are not changed', () => {
    const own = [finding('invalid-value', '', 'is wrong')[0]];
    expect(all(() => own, () => own, flag)('a', 'f')).toHaveLength(3);
    expect(own).toHaveLength(1);
  });
});
