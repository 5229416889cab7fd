/** What a server gives back, held against what was applied. */

/** A place where the two differ. */
export interface Difference {
  /** As `spec.ports[].protocol`: items of lists are not counted. */
  readonly path: string;
  readonly change: 'added' | 'changed' | 'removed';
  /** What was applied; none where the server added it. */
  readonly applied?: unknown;
  /** What the server has; none where it removed it. */
  readonly live?: unknown;
  /** What was applied there, where the server added something to it. */
  readonly beside?: unknown;
}

/** The topmost places where an object of the server differs from the applied one. */
export function differences(applied: any, live: any, path = ''): Difference[] {
  if (Array.isArray(applied) && Array.isArray(live)) return pairs(Math.max(applied.length, live.length), (i) => [applied, live, i, `${path}[]`]);
  if (isMap(applied) && isMap(live)) {
    const keys = [...new Set([...Object.keys(applied), ...Object.keys(live)])];
    return pairs(keys.length, (i) => [applied, live, keys[i], path ? `${path}.${keys[i]}` : keys[i]]);
  }
  return Object.is(applied, live) ? [] : [{ path, change: 'changed', applied, live }];
}

function pairs(count: number, pair: (i: number) => [any, any, string | number, string]): Difference[] {
  return Array.from({ length: count }, (_, i) => pair(i)).flatMap(([applied, live, key, path]) => {
    if (!Object.hasOwn(live, key)) return [{ path, change: 'removed' as const, applied: applied[key] }];
    if (!Object.hasOwn(applied, key)) return [{ path, change: 'added' as const, live: live[key], beside: applied }];
    return differences(applied[key], live[key], path);
  });
}

function isMap(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
