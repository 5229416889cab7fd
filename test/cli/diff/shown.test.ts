import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { align } from '../../../src/cli/diff/compare';
import { HIDDEN } from '../../../src/cli/diff/hidden';
import { cut, firstDifference, visible, written } from '../../../src/cli/diff/report';
import { PATIENCE, runs } from '../../properties/runs';
import { cli, manifest, project } from '../support';

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
  expect(written(value)).toBe(text);
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

const letters = (text: string) => [...text];

/** How long the longest common subsequence is, by trying all. */
function longest([first, ...rest]: readonly string[], after: readonly string[]): number {
  if (first === undefined) return 0;
  const at = after.indexOf(first);
  const without = longest(rest, after);
  return at < 0 ? without : Math.max(without, 1 + longest(rest, after.slice(at + 1)));
}

test.each<[string, string, string]>([
  ['', '', ''],
  ['', 'abc', ''],
  ['abc', '', ''],
  ['abc', 'abc', '00 11 22'],
  ['abc', 'xabcy', '01 12 23'],
  ['abcd', 'abxd', '00 11 33'],
  ['abcbdab', 'bdcaba', '10 41 53 64'],
  ['aaa', 'aa', '00 11'],
])('%j and %j', (before, after, pairs) => {
  expect(align(letters(before), letters(after)).map(pair => pair.join('')).join(' ')).toBe(pairs);
});

test('what is in common is found whole, in the order of both', () => {
  const some = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 });
  fc.assert(fc.property(some, some, (before, after) => {
    const pairs = align(before, after);
    expect(pairs.every(([i, j]) => before[i] === after[j])).toBe(true);
    expect(pairs.every(([i, j], at) => at === 0 || i > pairs[at - 1][0] && j > pairs[at - 1][1])).toBe(true);
    expect(pairs.length).toBe(longest(before, after));
  }), { numRuns: runs(2000) });
}, PATIENCE);

test('of long lists with little in common, the beginning and the end are', () => {
  const lines = (prefix: string) => Array.from({ length: 30_000 }, (_, i) => `${prefix}${i}`);
  const pairs = align(['a', ...lines('x'), 'b'], ['a', ...lines('y'), 'more', 'b']);
  expect(pairs).toEqual([[0, 0], [30_001, 30_002]]);
});

const PAGE = readFileSync(resolve(__dirname, '../../../docs/diff.md'), 'utf8');

const object = (kind: string, name: string, fields: object = {}) => manifest(kind, name, { metadata: { name, namespace: 'hello' }, ...fields });
const deployment = (replicas: number, ...containers: object[]) => object('Deployment', 'greet', { apiVersion: 'apps/v1', spec: { replicas, template: { spec: { containers } } } });
const greet = (image: string, password: string) => ({ name: 'greet', image, env: [{ name: 'PASSWORD', value: password }] });
const config = (color: string) => object('ConfigMap', 'greet', { data: { 'app.conf': `greeting: Hello\ncolor: ${color}\nlines: 3\n` } });
const OTHERS = ['a', 'b', 'c', 'd'].map(name => object('Service', name)).join('');

test('what the page shows is what the command prints', async () => {
  const { diff, remove } = project({
    'dist/hello.k8s.yaml': object('Service', 'old') + deployment(1, greet('greet:1.0', 'hunter2')) + config('red') + OTHERS,
    'new/hello.k8s.yaml': object('ServiceAccount', 'greet') + deployment(2, { name: 'log', image: 'log:2' }, greet('greet:1.1', 'hunter3')) + config('blue') + OTHERS,
  });
  const { code, stdout, stderr } = await diff();
  remove();
  const [, shown] = /# prints\n([^]*?)```\n/.exec(PAGE)!;
  expect([code, stdout + stderr]).toEqual([1, shown]);
});

test('what is committed in dist/ is what the examples write', async () => {
  expect(await cli(['diff', 'dist'])).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^no difference in \d+ objects\n$/) });
}, 120_000);
