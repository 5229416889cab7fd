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
