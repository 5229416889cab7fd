import { keyOf, pairElements } from './element-pairs';
import type { Path, Step } from '../../findings/path';
import { isObject } from '../../private/check';

/** One thing that differs between two values. */
export interface ValueChange {
  readonly kind: 'added' | 'removed' | 'changed';
  /** Where it is in the value before, and for what was added, in the value after. */
  readonly path: Path;
  /** Where it is in the value after, if that is another place. */
  readonly pathAfter?: Path;
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * Given where the order of a list differs: by what its elements are told in `before` and `after`, which hold those that
   * are in both. '' stands for their values.
   */
  readonly orderOf?: string;
}

/** All that differs between two values of plain data, in whichever order their keys stand. */
export function compareValues(before: unknown, after: unknown): ValueChange[] {
  const comparison = new Comparison();
  comparison.values(before, after);
  return comparison.changes;
}

class Comparison {
  public readonly changes: ValueChange[] = [];
  private readonly path: Step[] = [];
  private readonly pathAfter: Step[] = [];
  /** How many of the elements around have another index after. */
  private shifted = 0;

  public values(before: unknown, after: unknown): void {
    if (before === after) return;
    if (isObject(before) && isObject(after)) return this.maps(before, after);
    if (Array.isArray(before) && Array.isArray(after)) return this.lists(before, after);
    this.changes.push({ kind: 'changed', ...this.paths(), before, after });
  }

  private maps(before: Record<string, unknown>, after: Record<string, unknown>): void {
    for (const key of Object.keys(before)) {
      if (Object.hasOwn(after, key)) this.within(key, key, () => this.values(before[key], after[key]));
      else this.removed(key, before[key]);
    }
    for (const key of Object.keys(after)) {
      if (!Object.hasOwn(before, key)) this.added(key, after[key]);
    }
  }

  private lists(before: readonly unknown[], after: readonly unknown[]): void {
    const { pairs, removed, added, reorderedBy } = pairElements(before, after);
    if (reorderedBy !== undefined) {
      const told = [...pairs].sort(([a], [b]) => a - b).map(([i]) => keyOf(before[i], reorderedBy));
      this.changes.push({ kind: 'changed', ...this.paths(), before: told, after: pairs.map(([, j]) => keyOf(after[j], reorderedBy)), orderOf: reorderedBy });
    }
    for (const i of removed) this.removed(i, before[i]);
    for (const [i, j] of pairs) this.within(i, j, () => this.values(before[i], after[j]));
    for (const j of added) this.added(j, after[j]);
  }

  private within(step: Step, stepAfter: Step, compare: () => void): void {
    const shift = step === stepAfter ? 0 : 1;
    this.path.push(step);
    this.pathAfter.push(stepAfter);
    this.shifted += shift;
    compare();
    this.path.pop();
    this.pathAfter.pop();
    this.shifted -= shift;
  }

  private removed(step: Step, before: unknown): void {
    this.changes.push({ kind: 'removed', path: [...this.path, step], before });
  }

  private added(step: Step, after: unknown): void {
    this.changes.push({ kind: 'added', path: [...this.pathAfter, step], after });
  }

  private paths(): Pick<ValueChange, 'path' | 'pathAfter'> {
    return { path: [...this.path], ...this.shifted > 0 ? { pathAfter: [...this.pathAfter] } : {} };
  }
}
