import { Remembered } from '../../../src/gitops/yaml/strings';

test('what was kept is found again', () => {
  const remembered = new Remembered<number>(2);
  expect([remembered.get('a'), remembered.keep('a', 1), remembered.keep('__proto__', 2)]).toEqual([undefined, 1, 2]);
  expect([remembered.get('a'), remembered.get('__proto__'), remembered.get('b'), remembered.size]).toEqual([1, 2, undefined, 2]);
});

test('there are never more than the limit', () => {
  const remembered = new Remembered<number>(100);
  const sizes = Array.from({ length: 1000 }, (_, i) => {
    expect(remembered.keep(String(i), i)).toBe(i);
    expect(remembered.get(String(i))).toBe(i);
    return remembered.size;
  });
  expect(Math.max(...sizes)).toBe(100);
});

test('long texts are not kept', () => {
  const remembered = new Remembered<number>(100);
  expect([remembered.keep('a'.repeat(101), 1), remembered.keep('a'.repeat(100), 2)]).toEqual([1, 2]);
  expect([remembered.get('a'.repeat(101)), remembered.get('a'.repeat(100)), remembered.size]).toEqual([undefined, 2, 1]);
});
