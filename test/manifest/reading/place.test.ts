import type { Path } from '../../../src/findings/path';
import { Place, findPlace, movedTo, offsetOf } from '../../../src/manifest/reading/source';

const leaf = (offset: number): Place => offset;
const map = (offset: number, fields: Record<string, Place>): Place => ({ offset, fields });

const root = map(0, {
  'spec': map(1, { rules: { offset: 2, elements: [leaf(3), { offset: 4, elements: [map(5, { host: leaf(6) })] }] }, other: leaf(7) }),
  'spec.rules': leaf(8),
  'labels': map(9, { 'a.b/c': leaf(10), 'a': map(11, { b: leaf(12) }), 'it\'s': leaf(13), 'x[0]': leaf(14), '': leaf(15) }),
});

const FOUND: [path: Path, offset: number][] = [
  [[], 0], [['spec'], 1], [['spec', 'other'], 7], [['spec.rules'], 8], [['spec', 'rules', 0], 3], [['spec', 'rules', 1, 0, 'host'], 6],
  [['labels', 'a.b/c'], 10], [['labels', 'a', 'b'], 12], [['labels', 'it\'s'], 13], [['labels', 'x[0]'], 14], [['labels', ''], 15],
];

test.each(FOUND)('%j is found', (path, offset) => {
  expect(offsetOf(findPlace(root, path))).toBe(offset);
});

const MISSING: [path: Path, offset: number][] = [
  [['other'], 0], [['specs'], 0], [['spec', 'missing'], 1], [['spec', 'rules', 2], 2], [['spec', 'rules', 2, 'host'], 2], [['spec', 'rules', 'x'], 2],
  [['labels', 'a.b'], 9], [[0], 0],
];

test.each(MISSING)('%j is missing: the nearest around it is found', (path, offset) => {
  expect(offsetOf(findPlace(root, path))).toBe(offset);
});

test('a place is moved with all that is in it', () => {
  expect(movedTo(leaf(1), 2)).toBe(2);
  expect(movedTo(map(1, { a: leaf(3) }), 2)).toEqual(map(2, { a: leaf(3) }));
});
