import { PatternComparison, differs, Difference, MATCHED } from './comparison';
import { Matcher, MatchResult } from './matcher';
import { HIDDEN, mask, Place, Words } from '../private/hidden';
import { cut, written } from '../private/written';

/** The parts of a matcher of the library. */
interface BuiltIn {
  /** What a value must be: a string without values of the pattern, or the words that may be shown at a place. */
  readonly words: string | ((place: Place) => string);
  readonly isAbsence?: boolean;
  /** Compares a value, which is `undefined` if it is absent. `difference` is that of the whole value. */
  compare(actual: unknown, place: Place, difference: Difference): PatternComparison;
}

/** A matcher of the library. */
export class BuiltInMatcher extends Matcher {
  public constructor(private readonly own: BuiltIn) {
    super();
  }

  public describe(): string {
    return this._wordsAt(Place.OBJECT).text;
  }

  public test(actual: unknown): MatchResult {
    const { differences } = this._compare(actual ?? undefined, Place.OBJECT);
    if (differences.length === 0) return MatchResult.of(true);
    return MatchResult.mismatched(...differences.map(({ place, expected }) =>
      ({ path: place.path.map(String), expected: patternText(expected, place) })));
  }

  /** @internal */
  public override _compare(actual: unknown, place: Place): PatternComparison {
    return this.own.compare(actual, place, { place, expected: this, got: actual });
  }

  /** @internal */
  public override _wordsAt(place: Place): Words {
    const { words } = this.own;
    if (typeof words === 'string') return new Words(words);
    return place.isClosed ? HIDDEN : new Words(words(place));
  }

  /** @internal */
  public override get _isAbsence(): boolean {
    return this.own.isAbsence ?? false;
  }
}

/** A pattern or a value as messages may show it. */
export function patternText(pattern: unknown, place: Place): string {
  return cut(written(mask(pattern, place)));
}

/** The elements of a list as messages may show them. */
export function elementTexts(patterns: readonly unknown[], place: Place): string {
  return patterns.map(pattern => patternText(pattern, place.within(undefined, 0))).join(', ');
}

/** A matcher that a value satisfies or fails as a whole. */
export function wholeMatcher(words: BuiltIn['words'], isMatch: (actual: unknown) => boolean, isAbsence = false): Matcher {
  return new BuiltInMatcher({ words, compare: (actual, _, difference) => isMatch(actual) ? MATCHED : differs(difference), isAbsence });
}

/** A matcher of lists: other values do not match. */
export function listMatcher(
  words: BuiltIn['words'], compare: (list: readonly unknown[], place: Place) => PatternComparison,
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
  form: string, read: ReadText, compare: (value: unknown, place: Place) => PatternComparison,
): Matcher {
  return new BuiltInMatcher({
    words: `${form} with certain fields`,
    compare: (actual, place, difference) => {
      const data = typeof actual === 'string' ? read(actual) : undefined;
      if (data) return compare(data.value, place.inText());
      const got = typeof actual === 'string' ? new Words(`a string that is not ${form}`) : actual;
      return differs({ ...difference, got });
    },
  });
}
