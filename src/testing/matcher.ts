import { Difference, differs, MATCHED, PatternComparison } from './comparison';
import { brand } from '../base/brand';
import type { PlainValue } from '../base/check';
import { HIDDEN, Place, withoutCredentials, Words } from '../base/masking';

/** Whether a value matches, and if not, where it differs. */
export class MatchResult {
  /** The result for a value that matches or does not match as a whole. */
  public static of(isMatch: boolean): MatchResult { return new MatchResult(isMatch ? [] : [{}]); }

  /**
   * The result for a value that does not match, with all parts that do not; without any, it is the value as a whole.
   */
  public static mismatched(...mismatches: Mismatch[]): MatchResult {
    return new MatchResult(mismatches.length === 0 ? [{}] : mismatches);
  }

  /** The parts that do not match. */
  public readonly mismatches: Mismatch[];

  private constructor(mismatches: readonly Mismatch[]) {
    this.mismatches = [...mismatches];
  }

  /** Whether the value matches. */
  public get isMatch(): boolean { return this.mismatches.length === 0; }
}

/**
 * A condition for a value in a pattern, which replaces the value itself. `Match` has the usual ones; a class that
 * extends this one adds another. A matcher changes neither itself nor the value: it may be called often, and for other
 * objects than the intended one.
 */
export abstract class Matcher {
  /** What a value must be, such as `a multiple of 3`: messages show it after "must be". */
  public abstract describe(): string;
  /** Tests a value. @param actual the value: plain data, or `undefined` if the object has no such field */
  public abstract test(actual: any): MatchResult;

  /** Compares a value at its place in an object. @internal */
  public _compare(actual: unknown, place: Place): PatternComparison {
    const { mismatches } = this.test(actual);
    if (mismatches.length === 0) return MATCHED;
    const differences = mismatches.map(each => this.difference(each, actual, place));
    return { matched: 0, differences };
  }

  /** What a value must be, as far as messages may show it at a place. @internal */
  public _wordsAt(place: Place): Words { return wordsAt(place, this.describe()); }
  /** Whether only an absent field can match it. @internal */
  public get _isAbsence(): boolean { return false; }

  private difference({ expected, path = [] }: Mismatch, actual: unknown, place: Place): Difference {
    let [at, got] = [place, actual as PlainValue | undefined];
    for (const name of path) {
      const step = Array.isArray(got) ? Number(name) : name;
      [at, got] = [at.within(got, step), got?.[step]];
    }
    const what = expected === undefined && path.length === 0 ? this : wordsAt(at, expected ?? this.describe());
    return differs({ place: at, expected: what, got }).differences[0];
  }
}

/** The words of a matcher, which may contain the expected value. */
function wordsAt(place: Place, text: string): Words {
  return place.hides(text) ? HIDDEN : new Words(withoutCredentials(text));
}

brand(Matcher);

/** A part of a value that does not match. */
export interface Mismatch {
  /**
   * What the part must be, such as `a multiple of 3`: the message is "must be a multiple of 3, got 4". It is not shown
   * where a password is possible.
   *
   * @default - the description of the matcher
   */
  readonly expected?: string;
  /**
   * The path from the value to the part: names of fields, and indexes of elements as strings, such as `['ports', '0',
   * 'name']`.
   *
   * @default - the value itself
   */
  readonly path?: string[];
}
