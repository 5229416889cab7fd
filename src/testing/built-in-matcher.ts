import { PatternComparison, differs, Difference, MATCHED, ViewPlace } from './comparison';
import { Matcher, MatchResult } from './matcher';
import { HIDDEN, mask, ROOT, Surroundings, surroundingsOf, Words } from '../private/hidden';
import { cut, written } from '../private/written';

/** The parts of a matcher of the library. */
export interface BuiltIn {
  /** What a value must be: a string without values of the pattern, or the words that may be shown at a place. */
  readonly words: string | ((around: Surroundings) => string);
  readonly isAbsence?: boolean;
  /** Compares a value, which is `undefined` if it is absent. `difference` is that of the whole value. */
  compare(actual: unknown, place: ViewPlace, difference: Difference): PatternComparison;
}

/** A matcher of the library. */
export class BuiltInMatcher extends Matcher {
  public constructor(private readonly own: BuiltIn) {
    super();
  }

  public describe(): string {
    return this._wordsAt(ROOT).text;
  }

  public test(actual: unknown): MatchResult {
    const { differences } = this._compare(actual ?? undefined, ViewPlace.OBJECT);
    if (differences.length === 0) return MatchResult.of(true);
    return MatchResult.mismatched(...differences.map(({ place, expected }) =>
      ({ path: place.path.map(String), expected: patternText(expected, place.around) })));
  }

  /** @internal */
  public override _compare(actual: unknown, place: ViewPlace): PatternComparison {
    return this.own.compare(actual, place, { place, expected: this, got: actual });
  }

  /** @internal */
  public override _wordsAt(around: Surroundings): Words {
    const { words } = this.own;
    if (typeof words === 'string') return new Words(words);
    return around.isClosed ? HIDDEN : new Words(words(around));
  }

  /** @internal */
  public override get _isAbsence(): boolean {
    return this.own.isAbsence ?? false;
  }
}

/** A pattern or a value as messages may show it. */
export function patternText(pattern: unknown, around: Surroundings): string {
  return cut(written(mask(pattern, around)));
}

/** The elements of a list as messages may show them. */
export function elementTexts(patterns: readonly unknown[], around: Surroundings): string {
  return patterns.map(pattern => patternText(pattern, surroundingsOf(around, undefined, 0))).join(', ');
}

/** A matcher that a value satisfies or fails as a whole. */
export function wholeMatcher(words: BuiltIn['words'], isMatch: (actual: unknown) => boolean, isAbsence = false): Matcher {
  return new BuiltInMatcher({ words, compare: (actual, _, difference) => isMatch(actual) ? MATCHED : differs(difference), isAbsence });
}

/** A matcher of lists: other values do not match. */
export function listMatcher(
  words: BuiltIn['words'], compare: (list: readonly unknown[], place: ViewPlace) => PatternComparison,
): Matcher {
  return new BuiltInMatcher({
    words,
    compare: (actual, place, difference) => Array.isArray(actual) ? compare(actual, place) : differs(difference),
  });
}

/** Reads a string; `undefined` if it is not of that form. */
type ReadText = (text: string) => { readonly value: unknown } | undefined;

/** A matcher of strings that hold data. */
export function textMatcher(
  form: string, read: ReadText, compare: (value: unknown, place: ViewPlace) => PatternComparison,
): Matcher {
  return new BuiltInMatcher({
    words: `${form} with certain fields`,
    compare: (actual, place, difference) => {
      const data = typeof actual === 'string' ? read(actual) : undefined;
      if (data) return compare(data.value, place.inText());
      const got = typeof actual === 'string' ? new Words(`a string that is not ${form}`, true) : actual;
      return differs({ ...difference, got });
    },
  });
}
