/** A copy of the value with another value at the path. */
export function changed(value: any, path: readonly (string | number)[], to: any): any {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = changed(copy[key], rest, to);
  return copy;
}
