import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as fc from 'fast-check';
import { alignLists } from '../../../src/cli/diff/compare';
import { PATIENCE, runs } from '../../properties/runs';
import { manifest, project } from '../support';

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
  expect(alignLists(letters(before), letters(after)).map(pair => pair.join('')).join(' ')).toBe(pairs);
});

test('what is in common is found whole, in the order of both', () => {
  const some = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 9 });
  fc.assert(fc.property(some, some, (before, after) => {
    const pairs = alignLists(before, after);
    expect(pairs.every(([i, j]) => before[i] === after[j])).toBe(true);
    expect(pairs.every(([i, j], at) => at === 0 || i > pairs[at - 1][0] && j > pairs[at - 1][1])).toBe(true);
    expect(pairs.length).toBe(longest(before, after));
  }), { numRuns: runs(500) });
}, PATIENCE);

test('of long lists with little in common, the beginning and the end are', () => {
  const lines = (prefix: string) => Array.from({ length: 30_000 }, (_, i) => `${prefix}${i}`);
  const pairs = alignLists(['a', ...lines('x'), 'b'], ['a', ...lines('y'), 'more', 'b']);
  expect(pairs).toEqual([[0, 0], [30_001, 30_002]]);
});

const PAGE = readFileSync(resolve(__dirname, '../../../docs/diff.md'), 'utf8');

const object = (kind: string, name: string, fields: object = {}) => manifest(kind, name, { metadata: { name, namespace: 'hello' }, ...fields });
const deployment = (replicas: number, ...containers: object[]) => object('Deployment', 'greet', { apiVersion: 'apps/v1', spec: { replicas, template: { spec: { containers } } } });
const greet = (image: string, password: string) => ({ name: 'greet', image, env: [{ name: 'PASSWORD', value: password }] });
const OTHERS = ['a', 'b', 'c', 'd'].map(name => object('Service', name)).join('');

test('what the page shows is what the command prints', async () => {
  const { diff, remove } = project({
    'dist/hello.k8s.yaml': object('Service', 'old') + deployment(1, greet('greet:1.0', 'hunter2')) + OTHERS,
    'new/hello.k8s.yaml': deployment(2, greet('greet:1.0', 'hunter3')) + OTHERS,
  });
  const { code, stdout, stderr } = await diff();
  remove();
  const [, shown] = /# prints\n([^]*?)```\n/.exec(PAGE)!;
  expect([code, stdout + stderr]).toEqual([1, shown]);
});
