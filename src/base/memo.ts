/** Computes a value that never changes for an object once, and keeps it as long as the object exists. */
export function memo<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return of => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of)!;
  };
}
