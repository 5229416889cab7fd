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
    expect(outcome(whole, Match.not(Match.not(whole)))).toBeUndefined();
    expect(outcome(whole, Match.not(whole))?.message).toMatch(/^not-matched: /);
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

describe('no message shows a password', () => {
  const PASSWORD = 'hunter';
  const password = fc.integer({ min: 0, max: 3 }).map(i => `${PASSWORD}${i}`);
  const text = (fields: unknown) => JSON.stringify(fields);
  const secret = fc.oneof(
    fc.record({ kind: fc.constant('Secret'), stringData: fc.oneof(fc.dictionary(fc.constantFrom('a', 'password', 'tls.key'), password), password) }, { requiredKeys: ['kind'] }),
    fc.record({ kind: fc.constant('Secret'), data: fc.record({ a: fc.record({ port: password, name: password }).map(text) }) }),
    fc.record({ kind: fc.constant('ExternalSecret'), spec: fc.record({ name: password, more: value }) }),
  );
  const variable = fc.record({ name: fc.constantFrom('A', 'B'), value: fc.oneof(password, password.map(each => text({ name: each }))) });
  const config = fc.record({
    'password': password,
    'app.json': fc.record({ port: fc.integer(), password, url: password.map(each => `https://x:${each}@y`), list: fc.array(password), token: fc.record({ name: password }) }).map(text),
    'credentials.json': fc.record({ name: password }).map(text),
  }, { requiredKeys: [] }).map(data => ({ kind: 'ConfigMap', data }));
  const workload = fc.record({
    kind: fc.constant('Deployment'),
    metadata: fc.record({ annotations: fc.dictionary(fc.constantFrom('a', 'token'), password), labels: fc.record({ token: password }) }),
    spec: fc.record({ replicas: fc.integer(), containers: fc.array(fc.record({ name: fc.constantFrom('a', 'b'), env: fc.array(variable), args: fc.array(password), token: password })) }),
  });

  /** A pattern of a value, in which some of what it holds is in matchers. */
  function patternFor(whole: unknown, next: () => number): unknown {
    const inner = Array.isArray(whole) ? whole.map(each => patternFor(each, next))
      : typeof whole === 'object' && whole !== null ? Object.fromEntries(Object.entries(whole).map(([name, each]) => [name, patternFor(each, next)])) : whole;
    const isText = typeof whole === 'string';
    const ways: (() => unknown)[] = [
      () => inner, () => inner, () => inner, () => Match.exact(inner), () => Match.not(inner), () => Match.anyOf(inner, 'x'), () => Match.not(Match.exact(inner)),
      () => Array.isArray(inner) && inner.length > 0 ? Match.contains(...inner) : inner,
      () => Array.isArray(inner) && inner.length > 0 ? Match.containsInOrder(...inner) : inner,
      () => Array.isArray(inner) && inner.length > 0 ? Match.every(inner[0]) : inner,
      () => isText && whole.startsWith('{') ? Match.json(patternFor(JSON.parse(whole), next)) : inner,
      () => isText && whole.startsWith('{') ? Match.yaml(JSON.parse(whole)) : inner,
      () => isText && whole.startsWith(PASSWORD) ? Match.regex(whole) : inner,
    ];
    return ways[next() % ways.length]();
  }

  test.each([['Secrets', secret], ['workloads', workload], ['ConfigMaps', config]])('of %s', (_, objects) => {
    const numbers = fc.infiniteStream(fc.nat()).map(stream => () => stream.next().value as number);
    let failed = 0;
    fc.assert(fc.property(objects, objects, numbers, (actual, other, next) => {
      const manifests = Manifests.ofYaml(text({ apiVersion: 'v1', ...actual }));
      const { kind: _kind, ...pattern } = Object.fromEntries(Object.entries(other).map(([name, each]) => [name, patternFor(each, next)]));
      const { kind } = actual;
      const ways = [() => manifests.has({}, pattern), () => manifests.has({}, Match.exact(pattern)), () => manifests.hasNo({}, { kind })];
      for (const act of ways) {
        try {
          act();
        } catch (error) {
          failed++;
          const { message, findings } = error as Error & { findings: unknown };
          expect(message).toMatch(/^(not-matched|object-count): /);
          expect(message + text(findings)).not.toContain(PASSWORD);
        }
      }
    }), { numRuns: runs(1000) });
    expect(failed).toBeGreaterThan(10);
  }, PATIENCE);
});
