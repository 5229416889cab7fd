import { joinPath } from '../support/schema-findings';

/** A place where two plain values differ; `undefined` is what is not there, which a null is not. */
export interface Difference {
  /** The field's path, with indexes; empty for the value itself. */
  readonly path: string;
  readonly ours: unknown;
  readonly theirs: unknown;
}

/** Where two plain values differ, as deep down as can be said. The order of keys means nothing, that of lists does. */
export function differences(ours: any, theirs: any, path = ''): Difference[] {
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    const longer = ours.length > theirs.length ? ours : theirs;
    return longer.flatMap((_, index) => differences(ours[index], theirs[index], joinPath(path, index)));
  }
  if (isObject(ours) && isObject(theirs)) {
    const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
    return [...keys].flatMap((key) => differences(own(ours, key), own(theirs, key), joinPath(path, key)));
  }
  return Object.is(ours, theirs) ? [] : [{ path, ours, theirs }];
}

function isObject(value: any): value is Record<string, any> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function own(object: Record<string, any>, key: string): any {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
