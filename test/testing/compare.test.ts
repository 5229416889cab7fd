import * as fc from 'fast-check';
import { Manifests, Match } from '../../src/testing';
import { PATIENCE, runs } from '../properties/runs';

const HEAD = { apiVersion: 'v1', kind: 'A', metadata: { name: 'x' } };

/** The error of an assertion on an object with a spec; `undefined` if it holds. */
function outcome(spec: unknown, pattern: unknown): Error | undefined {
  try {
    Manifests.ofYaml(JSON.stringify({ ...HEAD, spec })).has({}, { spec: pattern });
    return undefined;
  } catch (error) {
    return error as Error;
  }
}

// what Kubernetes' reader takes, and takes as it is
const key = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', '/'), minLength: 1, maxLength: 3 });
const leaf = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.boolean(), fc.constantFrom('', 'a', 'b', '1', 'true'));
const { value } = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof({ maxDepth: 4, withCrossShrink: true }, leaf, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(key, tie('value'), { maxKeys: 4 })),
}));

/** A part of a value: fewer fields of its maps, at any depth. */
function partOf(whole: unknown, keeps: () => boolean): unknown {
  if (Array.isArray(whole)) return whole.map(each => partOf(each, keeps));
  if (typeof whole !== 'object' || whole === null) return whole;
  return Object.fromEntries(Object.entries(whole).filter(keeps).map(([name, each]) => [name, partOf(each, keeps)]));
}

const bits = fc.infiniteStream(fc.boolean()).map(stream => () => stream.next().value as boolean);

test('a value matches itself, as a part and exactly, and does not match what it is not', () => {
  fc.assert(fc.property(value, whole => {
    expect(outcome(whole, whole)).toBeUndefined();
    expect(outcome(whole, Match.exact(whole))).toBeUndefined();
    expect(outcome(whole, Match.anythingBut(Match.anythingBut(whole)))).toBeUndefined();
    expect(outcome(whole, Match.anythingBut(whole))?.message).toMatch(/^not-matched: /);
    expect(outcome(JSON.stringify(whole), Match.json(whole))).toBeUndefined();
    expect(outcome(JSON.stringify(whole), Match.yaml(whole))).toBeUndefined();
  }), { numRuns: runs(500) });
}, PATIENCE);

test('a value matches a part of it, and exactly only if it is all', () => {
  fc.assert(fc.property(value, bits, (whole, keeps) => {
    const part = partOf(whole, keeps);
    expect(outcome(whole, part)).toBeUndefined();
    expect(outcome(whole, Match.exact(part)) === undefined).toBe(JSON.stringify(part) === JSON.stringify(whole));
  }), { numRuns: runs(500) });
}, PATIENCE);

test('a list contains some of its elements in any order, and in their order', () => {
  const lists = fc.array(value, { minLength: 1, maxLength: 6 }).chain(list => fc.record({
    list: fc.constant(list),
    some: fc.shuffledSubarray([...list.keys()], { minLength: 1 }),
  }));
  fc.assert(fc.property(lists, bits, ({ list, some }, keeps) => {
    const part = (i: number) => partOf(list[i], keeps);
    expect(outcome(list, Match.contains(...some.map(part)))).toBeUndefined();
    expect(outcome(list, Match.containsInOrder(...[...some].sort().map(part)))).toBeUndefined();
    expect(outcome(list, Match.contains(...list, 'one more'))?.message).toMatch(/^not-matched: /);
  }), { numRuns: runs(500) });
}, PATIENCE);

test('whether two values match does not depend on the order of keys', () => {
  const turned = (whole: unknown): unknown => {
    if (Array.isArray(whole)) return whole.map(turned);
    return typeof whole === 'object' && whole !== null ? Object.fromEntries(Object.entries(whole).reverse().map(([name, each]) => [name, turned(each)])) : whole;
  };
  fc.assert(fc.property(value, value, (actual, pattern) => {
    expect(outcome(turned(actual), pattern)?.message === undefined).toBe(outcome(actual, turned(pattern))?.message === undefined);
  }), { numRuns: runs(500) });
}, PATIENCE);
