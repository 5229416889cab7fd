import { PatternComparison, Difference, differs, MATCHED, ViewPlace } from './comparison';
import type { Mismatch } from './mismatch';
import { brand } from '../private/brand';
import type { PlainValue } from '../private/check';
import { Surroundings, Words, wordsAt } from '../private/hidden';

/** Whether a value matches, and if not, where it does not. */
export class MatchResult {
  /** The result for a value that matches or does not match as a whole. */
  public static of(isMatch: boolean): MatchResult {
    return new MatchResult(isMatch ? [] : [{}]);
  }

  /** The result for a value that does not match, with all parts that do not; without any, it is the value as a whole. */
  public static mismatched(...mismatches: Mismatch[]): MatchResult {
    return new MatchResult(mismatches.length === 0 ? [{}] : mismatches);
  }

  /** The parts that do not match. */
  public readonly mismatches: Mismatch[];

  private constructor(mismatches: readonly Mismatch[]) {
    this.mismatches = [...mismatches];
  }

  /** Whether the value matches. */
  public get isMatch(): boolean {
    return this.mismatches.length === 0;
  }
}

/**
 * A condition for a value in a pattern, in the place of the value itself. `Match` has the usual ones; a class that extends this one is one
 * more. A matcher changes neither itself nor the value: it may be asked often, and of other objects than the one that it is meant for.
 */
export abstract class Matcher {
  /** What a value must be, such as `a multiple of 3`, as it stands in messages behind "must be". */
  public abstract describe(): string;

  /**
   * Holds a value against the matcher.
   *
   * @param actual the value: plain data, or nothing where the object has no such field
   */
  public abstract test(actual: any): MatchResult;

  /**
   * The same for a value at its place in an object.
   *
   * @internal
   */
  public _compare(actual: unknown, place: ViewPlace): PatternComparison {
    const { mismatches } = this.test(actual);
    if (mismatches.length === 0) return MATCHED;
    const differences = mismatches.map(each => this.difference(each, actual, place));
    return { matched: 0, differences };
  }

  /**
   * What it must be, as far as it may be said at a place.
   *
   * @internal
   */
  public _wordsAt(around: Surroundings): Words {
    return wordsAt(around, this.describe());
  }

  /**
   * Whether nothing at all can match it but a field that is absent.
   *
   * @internal
   */
  public get _isAbsence(): boolean {
    return false;
  }

  private difference({ expected, path = [] }: Mismatch, actual: unknown, place: ViewPlace): Difference {
    let [at, got] = [place, actual as PlainValue | undefined];
    for (const name of path) {
      const step = Array.isArray(got) ? Number(name) : name;
      [at, got] = [at.within(got, step), got?.[step]];
    }
    const what = expected === undefined && path.length === 0 ? this : wordsAt(at.around, expected ?? this.describe());
    return differs({ place: at, expected: what, got }).differences[0];
  }
}

brand(Matcher);
