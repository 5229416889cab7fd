import { differences } from './differences';
import { AllowedDifference, judge, objectDifferences } from './originals';

describe('differences', () => {
  test('of equal values are none, whatever the order of their keys', () => {
    expect(differences({ a: 1, b: [{ c: null }] }, { b: [{ c: null }], a: 1 })).toEqual([]);
  });

  test.each([
    ['a value', { a: { b: 1 } }, { a: { b: '1' } }, [{ path: 'a.b', ours: 1, theirs: '1' }]],
    ['a field of ours', { a: 1 }, {}, [{ path: 'a', ours: 1, theirs: undefined }]],
    ['a field of theirs', {}, { 'a.b': 1 }, [{ path: '["a.b"]', ours: undefined, theirs: 1 }]],
    ['a null', { a: null }, {}, [{ path: 'a', ours: null, theirs: undefined }]],
    ['an empty object', {}, { a: {} }, [{ path: 'a', ours: undefined, theirs: {} }]],
    ['an empty list', { a: [] }, { a: {} }, [{ path: 'a', ours: [], theirs: {} }]],
    ['a longer list', { a: [1] }, { a: [1, 2] }, [{ path: 'a[1]', ours: undefined, theirs: 2 }]],
    ['the order of a list', [1, 2], [2, 1], [{ path: '[0]', ours: 1, theirs: 2 }, { path: '[1]', ours: 2, theirs: 1 }]],
    ['an inherited name', {}, { toString: 1 }, [{ path: 'toString', ours: undefined, theirs: 1 }]],
  ])('names %s', (_, ours, theirs, expected) => {
    expect(differences(ours, theirs)).toEqual(expected);
  });
});

const object = (kind: string, name: string, rest = {}) => ({ kind, metadata: { name }, ...rest });

describe('objectDifferences', () => {
  test('matches objects by kind and name, in any order', () => {
    const ours = [object('A', 'x', { spec: 1 }), object('B', 'x')];
    expect(objectDifferences(ours, [object('B', 'x'), object('A', 'x', { spec: 2 })])).toEqual([
      { object: 'A/x', path: 'spec', ours: 1, theirs: 2 },
    ]);
  });

  test('names objects without their like', () => {
    expect(objectDifferences([object('A', 'x')], [object('A', 'y')])).toEqual([
      { object: 'A/x', path: '', ours: object('A', 'x'), theirs: undefined },
      { object: 'A/y', path: '', ours: undefined, theirs: object('A', 'y') },
    ]);
  });

  test('fails when two objects have one kind and name', () => {
    expect(() => objectDifferences([object('A', 'x'), object('A', 'x')], [])).toThrow(new Error('two objects are A/x'));
  });
});

describe('judge', () => {
  const found = [{ object: 'A/x', path: 'spec', ours: { a: 1 }, theirs: undefined }];
  const entry: AllowedDifference = { application: 'app', object: 'A/x', path: 'spec', ours: { a: 1 }, reason: 'is meant' };

  test.each([['the object', entry], ['any object', { ...entry, object: '*' }]])('explains a difference by an entry for %s', (_, allowed) => {
    expect(judge(found, [allowed])).toEqual({ unexplained: [], unused: [] });
  });

  test.each([
    ['object', { ...entry, object: 'A/y' }],
    ['path', { ...entry, path: 'spec.a' }],
    ['value of ours', { ...entry, ours: { a: 2 } }],
    ['value of theirs', { ...entry, theirs: null }],
  ])('leaves it unexplained, and the entry unused, where the %s is another', (_, allowed) => {
    expect(judge(found, [allowed])).toEqual({ unexplained: found, unused: [allowed] });
  });
});
