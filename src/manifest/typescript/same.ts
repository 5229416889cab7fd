import { isObject } from '../../private/check';

/** Whether two plain values are the same, whatever the order of their keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((element, i) => isSame(element, b[i]));
  if (isObject(a) && isObject(b)) {
    const keys = Object.keys(a);
    return keys.length === Object.keys(b).length && keys.every(key => Object.hasOwn(b, key) && isSame(a[key], b[key]));
  }
  return Object.is(a, b);
}

/** How much there is to read of plain data, in characters. */
export function sizeOf(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
