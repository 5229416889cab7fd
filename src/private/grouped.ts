/** Groups elements by their keys. Keys and elements keep their order. */
export function grouped<K, T>(elements: readonly T[], keysOf: (element: T) => Iterable<K>): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const element of elements) {
    for (const key of new Set(keysOf(element))) {
      const group = groups.get(key);
      if (group) group.push(element);
      else groups.set(key, [element]);
    }
  }
  return groups;
}

/** Finds the elements that repeat an earlier one. */
export class Firsts<T> {
  private readonly known = new Map<unknown, T>();

  /** The first element with a key; `undefined` if this is the first, or the key is `undefined`. */
  public earlier(key: unknown, element: T): T | undefined {
    const first = this.known.get(key);
    if (key !== undefined && first === undefined) this.known.set(key, element);
    return first;
  }
}
