import { closest, Difference, differs, MATCHED, PatternComparison, combined } from './comparison';
import { Matcher, MatchResult } from './matcher';
import { compare, compareAnyOrder, compareInOrder, copyPattern, elementsOf, patternOf } from './pattern';
import { throwFindings } from '../base/brand';
import { filled } from '../base/check';
import { bad, FINE, ownWords } from '../base/findings/finding';
import { HIDDEN, mask, Place, withoutCredentials, Words } from '../base/masking';
import { amountOf } from '../base/quantity';
import { readManifests } from '../files/reading';
import { cut, writtenJson } from '../base/shown';

/**
 * Conditions for values in the patterns of `Manifests`. In a pattern, a map names some fields, at any depth; a list has
 * the same number of elements in the same order; strings, numbers and booleans are equal (`80` is not `'80'`); `null`
 * is an absent field, and `undefined` an error. Matchers may replace any value and may be nested.
 */
export class Match {
  /** A field that is absent or null. Fields of an absent field are absent, too. */
  public static absent(): Matcher { return wholeMatcher('absent', actual => actual === undefined, true); }
  /** Any value except an absent one or null. */
  public static any(): Matcher { return wholeMatcher('present', actual => actual !== undefined); }

  /**
   * Any value that does not match a pattern, or an absent field, unless the pattern is `absent()`. To assert that there
   * is no such object, see `Manifests.hasNo()`.
   *
   * @param pattern what the value must not match
   */
  public static anythingBut(pattern: any): Matcher {
    const copy = patternOf('Match.anythingBut()', pattern);
    return new BuiltInMatcher({
      words: place => `anything but ${patternText(copy, place)}`,
      compare: (actual, place, difference) =>
        compare(copy, actual, place).differences.length > 0 ? MATCHED : differs(difference),
    });
  }

  /** A value that matches at least one of several patterns. @param patterns what the value may match */
  public static anyOf(...patterns: any[]): Matcher {
    const copies = copyPattern('Match.anyOf()', copy =>
      copy.filled(patterns, ['patterns']).map((pattern, i) => copy.of(pattern, ['patterns', i])));
    return new BuiltInMatcher({
      words: place => `one of ${copies.map(copy => patternText(copy, place)).join(', ')}`,
      compare: (actual, place, difference) => {
        const all = copies.map(copy => compare(copy, actual, place));
        const { matched } = all[closest(all) ?? 0];
        return all.find(({ differences }) => differences.length === 0) ?? { ...differs(difference), matched };
      },
    });
  }

  /**
   * A string that a regular expression of JavaScript matches. It is not anchored: use `^` and `$` for the whole string.
   *
   * @param source the expression, without slashes around it: `'^registry\\.example\\.com/'`
   * @param flags some of `i` (upper and lower case are the same), `m` (`^` and `$` are those of lines), `s` (`.` is
   *   also a line break) and `u` (Unicode); none if not given
   * @throws ModelError if the expression or the flags are invalid
   */
  public static regex(source: string, flags: string = ''): Matcher {
    const subject = 'Match.regex()';
    const isFlags = typeof flags === 'string' && /^[imsu]*$/.test(flags);
    throwFindings(subject, [...filled(source, 'source'), ...isFlags ? FINE : bad('invalid-value', ownWords(
      'must be flags of a regular expression among i, m, s and u', 'leave the others out'), 'flags', flags)]);
    let expression: RegExp;
    try {
      expression = new RegExp(source, flags);
    } catch {
      return throwFindings(subject, bad('invalid-value', ownWords('must be a regular expression of JavaScript',
        'check its brackets and escapes'), 'source', source)) as never;
    }
    return wholeMatcher(
      place => `a string that matches ${place.hides(source) ? HIDDEN.text : `/${withoutCredentials(source)}/${flags}`}`,
      actual => typeof actual === 'string' && expression.test(actual),
    );
  }

  /**
   * A list with a different element for each pattern, in any order; it may have more.
   *
   * @param elements the patterns of the elements
   */
  public static contains(...elements: any[]): Matcher {
    const copies = elementsOf('Match.contains()', elements);
    return listMatcher(
      place => `a list that contains ${elementTexts(copies, place)}`,
      (list, place) => compareAnyOrder(copies, list, place),
    );
  }

  /**
   * A list with an element for each pattern, in their order; it may have more.
   *
   * @param elements the patterns of the elements
   */
  public static containsInOrder(...elements: any[]): Matcher {
    const copies = elementsOf('Match.containsInOrder()', elements);
    return listMatcher(
      place => `a list that contains, in this order, ${elementTexts(copies, place)}`,
      (list, place) => compareInOrder(copies, list, place),
    );
  }

  /** A list with at least one element, all of which match a pattern. @param element the pattern of every element */
  public static every(element: any): Matcher {
    const own = copyPattern('Match.every()', copy => copy.element(element, ['element']));
    const words = 'a list with at least one element, each of them';
    const matcher = listMatcher(place => `${words} ${elementTexts([own], place)}`, (list, place) => list.length === 0
      ? differs({ place, expected: matcher, got: list })
      : combined(list.map((each, i) => compare(own, each, place.within(list, i)))));
    return matcher;
  }

  /**
   * Exactly the given value: maps have no further fields, at any depth. It may contain matchers, which follow their own
   * rules.
   *
   * @param value the whole value
   */
  public static exact(value: any): Matcher {
    const copy = patternOf('Match.exact()', value, 'value');
    return new BuiltInMatcher({
      words: place => `exactly ${patternText(copy, place)}`,
      compare: (actual, place) => compare(copy, actual, place, true),
    });
  }

  /**
   * A string of one YAML document, such as a file in a ConfigMap, whose data match. It is read as Kubernetes reads
   * YAML.
   *
   * @param pattern what the data must match
   */
  public static yaml(pattern: any): Matcher {
    const copy = patternOf('Match.yaml()', pattern);
    return textMatcher('YAML', copy, text => {
      const { yaml, unread } = readManifests(text, '');
      return unread.length === 0 && yaml.length === 1 ? yaml[0] : undefined;
    });
  }

  /** A string of JSON whose data match. @param pattern what the data must match */
  public static json(pattern: any): Matcher {
    const copy = patternOf('Match.json()', pattern);
    return textMatcher('JSON', copy, text => {
      try {
        return { value: JSON.parse(text) as unknown };
      } catch {
        return undefined;
      }
    });
  }

  /**
   * A quantity of Kubernetes that is as much as another one, however both are written: `'500m'` is `0.5` and `'0.5'`,
   * and `'1Gi'` is `'1024Mi'`.
   *
   * @param quantity the quantity: `'500m'`
   * @throws ModelError if it is not a quantity
   */
  public static quantity(quantity: string): Matcher {
    const amount = amountOf(quantity);
    if (amount === undefined) {
      throwFindings('Match.quantity()', bad('invalid-value', 'quantity-text', 'quantity', quantity));
    }
    const words = (place: Place) => `a quantity of ${patternText(quantity, place)}`;
    return wholeMatcher(words, actual => amountOf(actual) === amount);
  }

  private constructor() {}
}

/** The parts of a matcher of the library. */
interface BuiltIn {
  /** What a value must be: a string without values of the pattern, or the words that may be shown at a place. */
  readonly words: string | ((place: Place) => string);
  readonly isAbsence?: boolean;
  /** Compares a value, which is `undefined` if it is absent. `difference` is that of the whole value. */
  compare(actual: unknown, place: Place, difference: Difference): PatternComparison;
}

/** A matcher of the library. */
class BuiltInMatcher extends Matcher {
  public constructor(private readonly own: BuiltIn) {
    super();
  }

  public describe(): string { return this._wordsAt(Place.OBJECT).text; }

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
  public override get _isAbsence(): boolean { return this.own.isAbsence ?? false; }
}

/** A pattern or a value as messages may show it. */
function patternText(pattern: unknown, place: Place): string { return cut(writtenJson(mask(pattern, place))); }

/** The elements of a list as messages may show them. */
function elementTexts(patterns: readonly unknown[], place: Place): string {
  return patterns.map(pattern => patternText(pattern, place.within(undefined, 0))).join(', ');
}

/** A matcher that a value satisfies or fails as a whole. */
function wholeMatcher(words: BuiltIn['words'], isMatch: (actual: unknown) => boolean, isAbsence = false): Matcher {
  return new BuiltInMatcher({
    words,
    compare: (actual, _, difference) => isMatch(actual) ? MATCHED : differs(difference),
    isAbsence,
  });
}

/** A matcher of lists: other values do not match. */
function listMatcher(
  words: BuiltIn['words'], compareList: (list: readonly unknown[], place: Place) => PatternComparison,
): Matcher {
  return new BuiltInMatcher({
    words,
    compare: (actual, place, difference) => Array.isArray(actual) ? compareList(actual, place) : differs(difference),
  });
}

/** A matcher of strings that hold data, which `read` returns; `undefined` for a string that is not of that form. */
function textMatcher(
  form: string, pattern: unknown, read: (text: string) => { readonly value: unknown } | undefined,
): Matcher {
  return new BuiltInMatcher({
    words: `${form} with certain fields`,
    compare: (actual, place, difference) => {
      const data = typeof actual === 'string' ? read(actual) : undefined;
      if (data) return compare(pattern, data.value, place.inText());
      const got = typeof actual === 'string' ? new Words(`a string that is not ${form}`) : actual;
      return differs({ ...difference, got });
    },
  });
}
