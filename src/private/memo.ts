/**
 * Works out something about an object once, and keeps it as long as the object is there. For what never changes: definitions, and what the
 * model says of a component that is bound. This is the only state of this library that no construct holds, but for the mark of what was
 * read from manifests (`plain.ts`).
 */
export function memo<K extends object, V>(make: (of: K) => V): (of: K) => V {
  const made = new WeakMap<K, V>();
  return of => {
    if (!made.has(of)) made.set(of, make(of));
    return made.get(of)!;
  };
}
