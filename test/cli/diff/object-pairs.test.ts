import * as fc from 'fast-check';
import { FolderObject, compareFolders, isEqual, pairObjects } from '../../../src/cli/diff/compare';
import { PATIENCE, runs } from '../../properties/runs';

const object = (file: string, spec: unknown = 1, props: object = {}): FolderObject =>
  ({ value: { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' }, spec, ...props } as unknown as FolderObject['value'], file });

/** Pairs as `before > after`, what is left as `- before` and `+ after`. */
function paired(before: FolderObject[], after: FolderObject[], environments: string[] = []): string[] {
  const told = (of?: FolderObject) => of && `${of.file}:${of.value.spec}`;
  const all = pairObjects(before, after, environments);
  return [
    ...all.flatMap(([was, is]) => was && is ? [`${told(was)} > ${told(is)}`] : []),
    ...all.flatMap(([was, is]) => was && is ? [] : [is ? `+ ${told(is)}` : `- ${told(was)}`]),
  ];
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
  const inEnvironments = (before: FolderObject[], after: FolderObject[]) => paired(before, after, ['dev', 'prod']);
  expect(inEnvironments([object('dev/a')], [object('prod/a')])).toEqual(['- dev/a:1', '+ prod/a:1']);
  expect(inEnvironments([object('dev/a'), object('prod/a', 2)], [object('prod/b')])).toEqual(['prod/a:2 > prod/b:1', '- dev/a:1']);
  expect(inEnvironments([object('a')], [object('dev/a')])).toEqual(['- a:1', '+ dev/a:1']);
});

test('each object is paired, removed or added, once', () => {
  const some = fc.array(fc.record({ file: fc.constantFrom('a', 'b', 'f/a', 'g/a'), spec: fc.constantFrom(1, 2), name: fc.constantFrom('x', 'y') })
    .map(({ file, spec, name }) => object(file, spec, { metadata: { name } })), { maxLength: 8 });
  fc.assert(fc.property(some, some, (before, after) => {
    const pairs = pairObjects(before, after);
    const places = (all: FolderObject[], side: 0 | 1) => pairs.flatMap(pair => pair[side] ? all.indexOf(pair[side]) : []).sort((a, b) => a - b);
    expect([places(before, 0), places(after, 1)]).toEqual([[...before.keys()], [...after.keys()]]);
    const nameOf = (of?: FolderObject) => of?.value.metadata?.name;
    expect(pairs.every(([was, is]) => !was || !is || nameOf(was) === nameOf(is))).toBe(true);
    // nothing is removed here and added there under one name
    expect(pairs.some(([was, is]) => !is && pairs.some(([other, added]) => !other && nameOf(added) === nameOf(was)))).toBe(false);
  }), { numRuns: runs(500) });
}, PATIENCE);

test('a folder is equal to itself in whichever order, and whatever its files are called', () => {
  const some = [object('a', 1), object('a', 2), object('b', 2), object('f/a', 1), object('f/a', 1)];
  expect(isEqual(compareFolders(some, [...some].reverse()))).toBe(true);
  const renamed = compareFolders(some, some.map(each => ({ ...each, file: `${each.file}.yaml` })));
  expect(renamed.map(({ kind }) => kind)).toEqual(some.map(() => 'same'));
});

test('many objects are compared in time', () => {
  const changedOf = (...sides: [FolderObject[], FolderObject[]]) => compareFolders(...sides).filter(({ kind }) => kind === 'changed').length;
  const many = (spec: number) => Array.from({ length: 20_000 }, (_, i) => object('a', spec, { metadata: { name: `x${i}` } }));
  expect(changedOf(many(1), many(2).reverse())).toBe(20_000);
  const namesakes = (from: number) => Array.from({ length: 20_000 }, (_, i) => object('a', from + i));
  expect(changedOf(namesakes(0), namesakes(5).reverse())).toBe(5);
});
