/**
 * Computes a value for an object once, and keeps it as long as the object exists. For values that never change, such as
 * definitions: no construct holds this state, nor the mark on data that was read from manifests (`plain.ts`).
 */
export function memo<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return of => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of)!;
  };
}
