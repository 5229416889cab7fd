import * as fc from 'fast-check';
import { ValueChange, compareValues } from '../../../src/cli/diff/compare';
import type { Path } from '../../../src/base/findings/finding';
import { anyData } from '../../properties/arbitraries-values';
import { PATIENCE, runs } from '../../properties/runs';
import { same } from '../../properties/values';

/** What a value becomes by the changes that are told of it, and by nothing else. */
function rebuilt(before: unknown, changes: readonly ValueChange[]): unknown {
  return new Rebuilding(changes).value(before, [], []);
}

class Rebuilding {
  private readonly replaced = new Map<string, ValueChange>();
  private readonly reordered = new Map<string, ValueChange>();
  private readonly removed = new Map<string, ValueChange>();
  /** By the place after of what they are added to. */
  private readonly added = new Map<string, ValueChange[]>();

  public constructor(changes: readonly ValueChange[]) {
    for (const change of changes) {
      const { kind, path, orderOf } = change;
      if (kind === 'added') {
        const parent = id(path.slice(0, -1));
        this.added.set(parent, [...this.added.get(parent) ?? [], change]);
      } else {
        const places = kind === 'removed' ? this.removed : orderOf === undefined ? this.replaced : this.reordered;
        if (places.has(id(path))) throw new Error(`${id(path)} is told twice`);
        places.set(id(path), change);
      }
    }
  }

  public value(value: any, path: Path, pathAfter: Path): unknown {
    const change = this.replaced.get(id(path));
    if (change) {
      same(change.before, value, `before of ${id(path)}`);
      same(change.pathAfter ?? change.path, pathAfter, `the place after of ${id(path)}`);
      return change.after;
    }
    if (Array.isArray(value)) return this.list(value, path, pathAfter);
    return typeof value === 'object' && value !== null ? this.map(value, path, pathAfter) : value;
  }

  private map(value: any, path: Path, pathAfter: Path): unknown {
    const kept = Object.keys(value).filter(key => this.isKept(value[key], [...path, key]));
    const added = this.added.get(id(pathAfter)) ?? [];
    return Object.fromEntries([
      ...kept.map(key => [key, this.value(value[key], [...path, key], [...pathAfter, key])]),
      ...added.map(({ path: place, after }) => [place.at(-1), after]),
    ]);
  }

  private list(value: readonly unknown[], path: Path, pathAfter: Path): unknown {
    const kept = this.inOrder(value, [...value.keys()].filter(i => this.isKept(value[i], [...path, i])), path, pathAfter);
    const added = new Map((this.added.get(id(pathAfter)) ?? []).map(change => [change.path.at(-1), change]));
    return Array.from({ length: kept.length + added.size }, (_, j) => {
      const addition = added.get(j);
      if (addition) return addition.after;
      const i = kept.shift()!;
      return this.value(value[i], [...path, i], [...pathAfter, j]);
    });
  }

  private inOrder(value: readonly unknown[], kept: number[], path: Path, pathAfter: Path): number[] {
    const change = this.reordered.get(id(path));
    if (!change) return kept;
    same(change.pathAfter ?? change.path, pathAfter, `the place after of ${id(path)}`);
    const called = (i: number) => change.orderOf!.split('.').reduce((inner: any, step) => step ? inner[step] : inner, value[i]);
    same(change.before, kept.map(called), `the order before of ${id(path)}`);
    const waiting = [...kept];
    return (change.after as unknown[]).map(name => {
      const at = waiting.findIndex(i => equal(called(i), name));
      if (at < 0) throw new Error(`${JSON.stringify(name)} is not in ${id(path)}`);
      return waiting.splice(at, 1)[0];
    });
  }

  private isKept(value: unknown, path: Path): boolean {
    const change = this.removed.get(id(path));
    if (change) same(change.before, value, `what was removed from ${id(path)}`);
    return !change;
  }
}

const id = (path: Path) => JSON.stringify(path);

function equal(a: unknown, b: unknown): boolean {
  try {
    same(a, b, '');
    return true;
  } catch {
    return false;
  }
}

const check = (what: string, ...property: Parameters<typeof fc.property<[any, any]>>) =>
  test(what, () => fc.assert(fc.property(...property), { numRuns: runs(1250) }), PATIENCE);

/** Zero has one sign in what is compared. */
const unsigned = (value: any): any => {
  if (Array.isArray(value)) return value.map(unsigned);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, unsigned(element)]));
  return value === 0 ? 0 : value;
};

const turned = (value: any): any => {
  if (Array.isArray(value)) return value.map(turned);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).reverse().map(([key, element]) => [key, turned(element)])) : value;
};

const name = fc.constantFrom('a', 'b', 'c', 'd');
/** Values with so little in them that two of them have much in common, in lists of all kinds. */
const { value: small } = fc.letrec<{ value: any }>(tie => ({
  value: fc.oneof({ maxDepth: 4 },
    fc.constantFrom(null, 0, 1, 'a', 'b', 'a\nb', {}, []),
    fc.array(fc.constantFrom('a', 'b', 'c', 0, 1), { maxLength: 5 }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.record({ name, value: tie('value') }), { maxLength: 4 }),
    fc.uniqueArray(fc.record({ name, value: tie('value') }), { selector: element => element.name, maxLength: 4 }),
    fc.uniqueArray(fc.record({ port: fc.integer({ min: 1, max: 4 }), name, value: tie('value') }, { requiredKeys: ['port'] }), { selector: element => element.port, maxLength: 4 }),
    fc.uniqueArray(fc.record({ trait: fc.record({ kind: name, spec: tie('value') }) }), { selector: element => element.trait.kind, maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'x.y', '0'), tie('value'), { maxKeys: 4 }),
  ),
}));

describe('of any values', () => {
  check('one and the same has no changes', anyData, anyData, a => same(compareValues(a, structuredClone(a)), [], 'changes'));
  check('the order of keys is no change', small, small, a => same(compareValues(a, turned(a)), [], 'changes'));
  check('the changes that are told lead from one to the other, and nothing else does', small, small, (a, b) => same(rebuilt(a, compareValues(a, b)), b, 'rebuilt'));
  check('so they do with odd values', anyData.map(unsigned), anyData.map(unsigned), (a, b) => {
    for (const [from, to] of [[a, b], [{ x: a, list: [a, b] }, { x: b, list: [b, a] }], [[a, b, a], [b]]]) same(rebuilt(from, compareValues(from, to)), to, 'rebuilt');
  });
  check('what has changes is not the same', small, small, (a, b) => {
    if (compareValues(a, b).length === 0) same(turned(a), turned(b), 'values without changes');
  });
});

describe('what is told:', () => {
  const changed = (path: ValueChange['path'], before: unknown, after: unknown, more: Partial<ValueChange> = {}): ValueChange => ({ kind: 'changed', path, before, after, ...more });
  const added = (path: ValueChange['path'], after: unknown): ValueChange => ({ kind: 'added', path, after });
  const removed = (path: ValueChange['path'], before: unknown): ValueChange => ({ kind: 'removed', path, before });
  const [a, b, c] = ['a', 'b', 'c'].map(each => ({ name: each, image: `${each}:1` }));

  test.each<[string, unknown, unknown, ValueChange[]]>([
    ['a field', { x: { y: 1, z: 2 } }, { x: { z: 2, y: 3 } }, [changed(['x', 'y'], 1, 3)]],
    ['fields more and less', { a: 1, b: { c: 2 } }, { b: {}, d: [3] }, [removed(['a'], 1), removed(['b', 'c'], 2), added(['d'], [3])]],
    ['null, which is not nothing', { a: null }, { b: null }, [removed(['a'], null), added(['b'], null)]],
    ['another type', { a: [1], b: {}, c: '1', d: null }, { a: { 0: 1 }, b: [], c: 1, d: false }, [
      changed(['a'], [1], { 0: 1 }), changed(['b'], {}, []), changed(['c'], '1', 1), changed(['d'], null, false),
    ]],
    ['a key that every object seems to have', {}, Object.fromEntries([['__proto__', 1], ['constructor', 2]]), [added(['__proto__'], 1), added(['constructor'], 2)]],
    ['an element with a name that comes in front', [b], [a, { ...b, image: 'b:2' }], [changed([0, 'image'], 'b:1', 'b:2', { pathAfter: [1, 'image'] }), added([0], a)]],
    ['one that goes', [a, b, c], [a, c], [removed([1], b)]],
    ['another name', [a], [{ ...a, name: 'x' }], [removed([0], a), added([0], { ...a, name: 'x' })]],
    ['a rule for another host', [{ host: 'a', x: 1 }, { host: 'b', x: 2 }], [{ host: 'b', x: 2 }, { host: 'c', x: 1 }], [removed([0], { host: 'a', x: 1 }), added([1], { host: 'c', x: 1 })]],
    ['rules for other hosts in their places', [{ host: 'a', x: 1 }, { host: 'b', x: 2 }], [{ host: 'c', x: 1 }, { host: 'd', x: 3 }], [
      changed([0, 'host'], 'a', 'c'), changed([1, 'host'], 'b', 'd'), changed([1, 'x'], 2, 3),
    ]],
    ['the order of what has names', [a, b, c], [c, a, b], [changed([], ['a', 'b', 'c'], ['c', 'a', 'b'], { orderOf: 'name' })]],
    ['the order beside all else', [a, b, c], [{ ...c, image: 'c:2' }, a, { name: 'd' }], [
      changed([], ['a', 'c'], ['c', 'a'], { orderOf: 'name' }), removed([1], b), changed([2, 'image'], 'c:1', 'c:2', { pathAfter: [0, 'image'] }), added([2], { name: 'd' }),
    ]],
    ['ports by their numbers', [{ containerPort: 80 }, { containerPort: 81 }], [{ containerPort: 81, protocol: 'UDP' }], [
      removed([0], { containerPort: 80 }), { kind: 'added', path: [0, 'protocol'], after: 'UDP' },
    ]],
    ['mounts by their paths where one volume has several', [{ name: 'v', mountPath: '/a' }, { name: 'v', mountPath: '/b' }], [{ name: 'v', mountPath: '/b' }], [removed([0], { name: 'v', mountPath: '/a' })]],
    ['traits by their kinds', [{ trait: { kind: 'A', x: 1 } }, { trait: { kind: 'B' } }], [{ trait: { kind: 'A', x: 2 } }], [removed([1], { trait: { kind: 'B' } }), changed([0, 'trait', 'x'], 1, 2)]],
    ['an element without a name that comes between', ['a', 'b', 'c'], ['a', 'x', 'b', 'c'], [added([1], 'x')]],
    ['one that changes, behind one that comes', ['a', 'b', 'c'], ['x', 'a', 'y', 'c'], [changed([1], 'b', 'y', { pathAfter: [2] }), added([0], 'x')]],
    ['one that changes in its fields', [{ x: 1, y: [1] }, 'z'], [{ x: 1, y: [2] }, 'z'], [changed([0, 'y', 0], 1, 2)]],
    ['the order of values', ['a', 'b', 'b'], ['b', 'a', 'b'], [changed([], ['a', 'b', 'b'], ['b', 'a', 'b'], { orderOf: '' })]],
    ['the order of objects without names', [{ x: 1, y: 2 }, { x: 2 }], [{ x: 2 }, { y: 2, x: 1 }], [changed([], [{ x: 1, y: 2 }, { x: 2 }], [{ x: 2 }, { y: 2, x: 1 }], { orderOf: '' })]],
    ['a value that comes twice', ['a'], ['a', 'a'], [added([1], 'a')]],
    ['a text for a number', [80, 443], ['80', 443], [changed([0], 80, '80')]],
    ['the whole', 1, 2, [changed([], 1, 2)]],
  ])('%s', (_, before, after, changes) => {
    expect(compareValues(before, after)).toEqual(changes);
  });
});

test('long lists are compared in time', () => {
  const list = (length: number, of: (i: number) => unknown) => Array.from({ length }, (_, i) => of(i));
  const named = (image: string) => list(50_000, i => ({ name: `n${i}`, image }));
  expect(compareValues(named('a'), named('b').reverse()).length).toBe(50_001);
  expect(compareValues(list(50_000, () => 'a'), list(50_000, i => i === 25_000 ? 'b' : 'a'))).toEqual([{ kind: 'changed', path: [25_000], before: 'a', after: 'b' }]);
  expect(compareValues(list(50_000, i => `a${i}`), list(50_001, i => `b${i}`)).length).toBe(50_001);
  expect(compareValues(list(50_000, i => i), list(50_000, i => 49_999 - i)).length).toBe(1);
});
