import { mutants, Random } from './mutations';
import { VALID_OBJECTS, validObject } from './valid-objects';

const COUNT = 3000;

/** As `deleted`, or `with` of `with image`; values are `set`. */
function sortOf(change: string): string {
  const [, how] = change.match(/^[^ ]+: (deleted|twice|as|swapped|with)\b/) ?? [];
  return how ?? (/^(apiVersion|kind): /.test(change) ? 'kind' : 'set');
}

test('makes as many mutants as are wanted, of all objects in turn, each unlike its base', () => {
  const made = mutants(VALID_OBJECTS, COUNT, 1);
  expect(made).toHaveLength(COUNT);
  expect(new Set(made.map(({ base }) => base)).size).toBe(VALID_OBJECTS.length);
  expect(made.filter(({ base, object }) => JSON.stringify(base) === JSON.stringify(object))).toEqual([]);
});

test('changes no base', () => {
  const before = JSON.stringify(VALID_OBJECTS);
  mutants(VALID_OBJECTS, COUNT, 2);
  expect(JSON.stringify(VALID_OBJECTS)).toBe(before);
});

test('makes the same mutants of the same seed, and others of another', () => {
  const text = (seed: number) => JSON.stringify(mutants(VALID_OBJECTS, 300, seed));
  expect(text(7)).toBe(text(7));
  expect(text(7)).not.toBe(text(8));
});

test('makes each sort of change, and leaves apiVersion and kind to their own', () => {
  const changes = mutants(VALID_OBJECTS, COUNT, 3).flatMap(({ changes: each }) => each);
  const counts = new Map<string, number>();
  for (const change of changes) counts.set(sortOf(change), (counts.get(sortOf(change)) ?? 0) + 1);
  expect([...counts.keys()].sort()).toEqual(['as', 'deleted', 'kind', 'set', 'swapped', 'twice', 'with']);
  expect([...counts].filter(([, count]) => count < 30)).toEqual([]);
});

test('takes the numbers of a generator from the whole of its range', () => {
  const random = new Random(1);
  const taken = Array.from({ length: 10_000 }, () => random.below(10));
  for (let value = 0; value < 10; value++) expect(Math.abs(taken.filter((each) => each === value).length - 1000)).toBeLessThan(150);
});

test('changes a copy of a valid object at a path, and says which is not there', () => {
  expect(validObject('Service entry', { 'spec.ports.0.nodePort': 80 }).spec.ports[0]).toMatchObject({ name: 'http', nodePort: 80 });
  expect(validObject('Service entry').spec.ports[0].nodePort).toBe(30080);
  expect(() => validObject('Service none')).toThrow('test/on-cluster/valid has no Service none');
});
