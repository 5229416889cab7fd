import * as fc from 'fast-check';
import { FolderObject, compareFolders, isEqual, pairObjects } from '../../../src/cli/diff/objects';
import { PATIENCE, runs } from '../../properties/runs';

const object = (file: string, spec: unknown = 1, props: object = {}): FolderObject =>
  ({ value: { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec, ...props } as unknown as FolderObject['value'], file });
const told = ({ value, file }: FolderObject) => `${file}:${value.spec}`;

/** Pairs as `before > after`, what is left as `- before` and `+ after`. */
function paired(before: FolderObject[], after: FolderObject[]): string[] {
  const { pairs, removed, added } = pairObjects(before, after);
  return [...pairs.map(pair => `${told(pair.before)} > ${told(pair.after)}`), ...removed.map(each => `- ${told(each)}`), ...added.map(each => `+ ${told(each)}`)];
}

describe('an object is the same', () => {
  const one = (props: object) => [object('a', 1, props)];
  const namespaced = (namespace: unknown) => one({ metadata: { name: 'x', namespace } });

  test.each<[string, FolderObject[], FolderObject[]]>([
    ['in another version', one({ apiVersion: 'apps/v1beta1' }), one({ apiVersion: 'apps/v1' })],
    ['in another version of the core group', one({ apiVersion: 'v1' }), one({ apiVersion: 'v2' })],
    ['in another file', [object('a')], [object('b')]],
    ['without a namespace in either form', namespaced(''), namespaced(undefined)],
    [
      'of the whole cluster, whatever its namespace',
      one({ kind: 'Namespace', metadata: { name: 'x', namespace: 'ns' } }), one({ kind: 'Namespace', metadata: { name: 'x' } }),
    ],
    ['without a name', one({ metadata: null }), one({ metadata: { labels: {} } })],
    ['with a name to be made', one({ metadata: { generateName: 'a-' } }), one({ metadata: { generateName: 'a-' } })],
    ['with a name that is none', one({ metadata: { name: { a: 1, b: 2 } } }), one({ metadata: { name: { b: 2, a: 1 } } })],
  ])('%s', (_, before, after) => {
    expect(paired(before, after).length).toBe(1);
  });

  test.each<[string, FolderObject[], FolderObject[]]>([
    ['of another group', one({ apiVersion: 'apps/v1' }), one({ apiVersion: 'v1' })],
    ['of another kind', one({}), one({ kind: 'B' })],
    ['in another namespace', namespaced('a'), namespaced('b')],
    ['by another name', one({}), one({ metadata: { name: 'y' } })],
    ['with a name of another type', one({ metadata: { name: 1 } }), one({ metadata: { name: '1' } })],
    ['with another name to be made', one({ metadata: { generateName: 'a-' } }), one({ metadata: { generateName: 'b-' } })],
  ])('but not %s', (_, before, after) => {
    expect(paired(before, after)).toEqual(['- a:1', '+ a:1']);
  });
});

describe('of several with one name', () => {
  test.each<[string, FolderObject[], FolderObject[], string[]]>([
    ['equal ones go together', [object('a', 1), object('a', 2)], [object('a', 2), object('a', 3)], ['a:1 > a:3', 'a:2 > a:2']],
    ['those of one file go together, whatever they have', [object('a', 1), object('b', 2)], [object('a', 2), object('b', 3)], ['a:1 > a:2', 'b:2 > b:3']],
    ['those of one folder go together', [object('k/a', 1), object('o/a', 1)], [object('o/b', 1)], ['o/a:1 > o/b:1', '- k/a:1']],
    ['those of one folder go together, even if they have changed', [object('k/a', 1), object('o/a', 2)], [object('k/b', 2), object('o/b', 3)], ['k/a:1 > k/b:2', 'o/a:2 > o/b:3']],
    ['an equal one is found in another folder', [object('a/a', 1), object('b/b', 2)], [object('c/c', 2), object('d/d', 3)], ['a/a:1 > d/d:3', 'b/b:2 > c/c:2']],
    ['what is left goes together in order', [object('a', 1), object('a', 2), object('a', 3)], [object('a', 4), object('a', 5)], ['a:1 > a:4', 'a:2 > a:5', '- a:3']],
    ['the rest is new', [object('a', 1)], [object('a', 2), object('a', 1), object('a', 1)], ['a:1 > a:1', '+ a:2', '+ a:1']],
  ])('%s', (_, before, after, pairs) => {
    expect(paired(before, after)).toEqual(pairs);
  });
});

test('of two environments, no object is the same', () => {
  const inEnvironments = (before: FolderObject[], after: FolderObject[]) => {
    const { pairs, removed, added } = pairObjects(before, after, ['dev', 'prod']);
    return [...pairs.map(pair => `${told(pair.before)} > ${told(pair.after)}`), ...removed.map(each => `- ${told(each)}`), ...added.map(each => `+ ${told(each)}`)];
  };
  expect(inEnvironments([object('dev/a')], [object('prod/a')])).toEqual(['- dev/a:1', '+ prod/a:1']);
  expect(inEnvironments([object('dev/a'), object('prod/a', 2)], [object('prod/b')])).toEqual(['prod/a:2 > prod/b:1', '- dev/a:1']);
  expect(inEnvironments([object('a')], [object('dev/a')])).toEqual(['- a:1', '+ dev/a:1']);
});

test('each object is paired, removed or added, once', () => {
  const some = fc.array(fc.record({ file: fc.constantFrom('a', 'b', 'f/a', 'g/a'), spec: fc.constantFrom(1, 2), name: fc.constantFrom('x', 'y') })
    .map(({ file, spec, name }) => object(file, spec, { metadata: { name } })), { maxLength: 8 });
  fc.assert(fc.property(some, some, (before, after) => {
    const { pairs, removed, added } = pairObjects(before, after);
    const places = (all: FolderObject[], parts: FolderObject[]) => parts.map(each => all.indexOf(each)).sort((a, b) => a - b);
    expect(places(before, [...pairs.map(pair => pair.before), ...removed])).toEqual([...before.keys()]);
    expect(places(after, [...pairs.map(pair => pair.after), ...added])).toEqual([...after.keys()]);
    expect(pairs.every(pair => pair.before.value.metadata?.name === pair.after.value.metadata?.name)).toBe(true);
    // nothing is removed here and added there under one name
    expect(removed.some(each => added.some(other => other.value.metadata?.name === each.value.metadata?.name))).toBe(false);
  }), { numRuns: runs(500) });
}, PATIENCE);

test('a folder is equal to itself in whichever order, and whatever its files are called', () => {
  const some = [object('a', 1), object('a', 2), object('b', 2), object('f/a', 1), object('f/a', 1)];
  expect(isEqual(compareFolders(some, [...some].reverse()))).toBe(true);
  const { same, ...others } = compareFolders(some, some.map(each => ({ ...each, file: `${each.file}.yaml` })));
  expect([same, others.kept.length]).toEqual([5, 5]);
  expect(others).toEqual({ added: [], removed: [], changed: [], moved: [], kept: expect.anything() });
});

test('many objects are compared in time', () => {
  const many = (spec: number) => Array.from({ length: 20_000 }, (_, i) => object('a', spec, { metadata: { name: `x${i}` } }));
  expect(compareFolders(many(1), many(2).reverse()).changed.length).toBe(20_000);
  const namesakes = (from: number) => Array.from({ length: 20_000 }, (_, i) => object('a', from + i));
  expect(compareFolders(namesakes(0), namesakes(5).reverse()).changed.length).toBe(5);
});
