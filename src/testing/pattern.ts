import { closest, Difference, differs, MATCHED, PatternComparison, combined } from './comparison';
import { Matcher } from './matcher';
import { isOf, otherCopy, throwFindings } from '../base/brand';
import { isObject, nearest, PlainFields } from '../base/check';
import { Finding, FINE, found, joinPath, Path, ownWords, Shown } from '../base/findings/finding';
import { Place, Words } from '../base/masking';
import { isPlainObject } from '../base/plain';

/** Deeper than any manifest. */
const DEEPEST = 200;

/**
 * A copy of a pattern: plain data and matchers. Values that can match nothing, or would match everything by mistake,
 * are rejected.
 *
 * @param subject the method to which the pattern is passed: `Match.anythingBut()`
 */
export function patternOf(subject: string, pattern: unknown, field = 'pattern'): unknown {
  return copyPattern(subject, copy => copy.of(pattern, [field]));
}

/** Copies of the patterns of some elements. */
export function elementsOf(subject: string, elements: readonly unknown[]): unknown[] {
  return copyPattern(subject, copy => copy.list(copy.filled(elements, ['elements']), ['elements']));
}

/** Copies a pattern, or several of them, and rejects it with all findings. */
export function copyPattern<T>(subject: string, make: (copy: PatternCopy) => T): T {
  const copy = new PatternCopy();
  const result = make(copy);
  throwFindings(subject, copy.findings);
  return result;
}

/** Copies patterns, so that later changes have no effect, and collects findings on what no manifest contains. */
class PatternCopy {
  public readonly findings: Finding[] = [];
  private readonly around: unknown[] = [];

  public of(value: unknown, at: Path): unknown {
    if (isOf(Matcher, value)) return this.tell(otherCopy(Matcher, at, value), value);
    if (value === undefined) {
      return this.tell(found('not-plain', at, ownWords('must not be undefined',
        'leave the field out, or give Match.absent() or Match.any()')));
    }
    if (typeof value === 'number' && !Number.isFinite(value)) {
      return this.tell(found('not-plain', at, { reason: 'not-finite', number: String(value) }));
    }
    if (['string', 'number', 'boolean'].includes(typeof value) || value === null) return value;
    if (typeof value !== 'object') return this.tell(found('not-plain', at, { reason: 'data', value: Shown.of(value) }));
    if (this.around.includes(value)) return this.tell(found('not-plain', at, { reason: 'loop' }));
    if (this.around.length >= DEEPEST) return this.tell(found('not-plain', at, { reason: 'deep', most: DEEPEST }));
    this.around.push(value);
    const copy = Array.isArray(value) ? this.list(value, at) : this.map(value, at);
    this.around.pop();
    return copy;
  }

  public list(list: readonly unknown[], at: Path): unknown[] {
    // `Array.from()` visits holes, which are `undefined` too
    return Array.from(list, (each, i) => this.element(each, joinPath(at, [i])));
  }

  /** Reports an empty list. */
  public filled(list: readonly unknown[], at: Path): readonly unknown[] {
    if (list.length === 0) this.tell(found('missing-field', at, { reason: 'too-few', min: 1, what: 'element' }));
    return list;
  }

  /** The pattern of an element, which cannot be absent. */
  public element(value: unknown, at: Path): unknown {
    if (isOf(Matcher, value) && value._isAbsence) {
      return this.tell(found('invalid-value', at, ownWords(
        'must be what an element can be: no list has an element that is absent',
        'give Match.anythingBut() of the whole list')));
    }
    return this.of(value, at);
  }

  private map(value: object, at: Path): unknown {
    if (isPlainObject(value)) {
      return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.of(each, joinPath(at, [key]))]));
    }
    // the rule by which cdk8s recognizes Quantity, IntOrString and the like
    const { value: own } = value as { readonly value?: unknown };
    if (typeof own === 'string' || typeof own === 'number') return own;
    return this.tell(found('not-plain', at, { reason: 'instance', value: Shown.of(value) }));
  }

  private tell(findings: readonly Finding[], value?: unknown): unknown {
    this.findings.push(...findings);
    return findings === FINE ? value : undefined;
  }
}

const ABSENT = new Words('absent');

/**
 * Compares a value with a pattern. A map in the pattern names some fields of the value's map, or all of them if the
 * comparison is exact; a list has as many elements as the value's list, in the same order. A field that is null is
 * absent, as in Kubernetes.
 */
export function compare(pattern: unknown, actual: unknown, place: Place, isExact = false): PatternComparison {
  const given = actual ?? undefined;
  if (isOf(Matcher, pattern)) return pattern._compare(given, place);
  if (Array.isArray(pattern)) {
    if (!Array.isArray(given)) return differs({ place, expected: pattern, got: given });
    return combined(Array.from({ length: Math.max(pattern.length, given.length) }, (_, i) => {
      const at = place.within(given, i);
      if (i >= pattern.length) return differs({ place: at, expected: ABSENT, got: given[i] });
      if (i >= given.length) return differs({ place: at, expected: pattern[i] });
      return compare(pattern[i], given[i], at, isExact);
    }));
  }
  if (isObject(pattern)) return compareMap(pattern, given, place, isExact);
  if (pattern === null) return given === undefined ? MATCHED : differs({ place, expected: ABSENT, got: given });
  return pattern === given ? MATCHED : differs({ place, expected: pattern, got: given });
}

/** Compares the fields of a pattern; other fields of the object differ only if the pattern is exact. */
function compareMap(pattern: PlainFields, actual: unknown, place: Place, isExact: boolean): PatternComparison {
  if (actual === undefined) {
    // an absent value has no fields either, which suffices for absent fields; an empty map is not absent
    const absent = combined(Object.keys(pattern).map(key =>
      compare(pattern[key], undefined, place.within(undefined, key))));
    return absent.matched > 0 && absent.differences.length === 0 ? absent : differs({ place, expected: pattern });
  }
  if (!isObject(actual)) return differs({ place, expected: pattern, got: actual });
  const others = Object.keys(actual).filter(name => !Object.hasOwn(pattern, name));
  const fields = Object.keys(pattern).map(key => {
    const own = Object.hasOwn(actual, key) ? actual[key] : undefined;
    const { matched, differences } = compare(pattern[key], own, place.within(actual, key), isExact);
    // another field may have been meant
    const meant = own != null || differences.length === 0 ? undefined : nearest(key, others);
    return { matched, differences: own != null ? differences : differences.map(each => ({ ...each, meant })) };
  });
  const unexpected = isExact ? others.filter(name => actual[name] != null) : [];
  return combined([...fields, ...unexpected.map(name =>
    differs({ place: place.within(actual, name), expected: ABSENT, got: actual[name] }))]);
}

const isMatch = ({ differences }: PatternComparison) => differences.length === 0;

/** Finds a different element of the list for each pattern, in any order, for as many patterns as possible. */
export function compareAnyOrder(
  patterns: readonly unknown[], actual: readonly unknown[], place: Place,
): PatternComparison {
  const table = patterns.map(pattern => actual.map((element, j) => compare(pattern, element, place.within(actual, j))));
  // for each element, the pattern to which it is assigned
  const taken: (number | undefined)[] = [];
  // a pattern may take an element from another pattern that finds a different one
  const assign = (i: number, tried: Set<number>): boolean => table[i].some((comparison, j) => {
    if (!isMatch(comparison) || tried.has(j)) return false;
    tried.add(j);
    const before = taken[j];
    if (before !== undefined && !assign(before, tried)) return false;
    taken[j] = i;
    return true;
  });
  table.forEach((_, i) => assign(i, new Set()));
  return combined(patterns.map((pattern, i) => {
    const own = taken.indexOf(i);
    if (own >= 0) return table[i][own];
    const free = [...actual.keys()].filter(j => taken[j] === undefined);
    return missingElement(pattern, table[i], free.length > 0 ? free : [...actual.keys()], place);
  }));
}

/** Finds an element of the list for each pattern, after the element of the preceding pattern. */
export function compareInOrder(
  patterns: readonly unknown[], actual: readonly unknown[], place: Place,
): PatternComparison {
  let next = 0;
  return combined(patterns.map(pattern => {
    const row = actual.map((element, j) => compare(pattern, element, place.within(actual, j)));
    const own = row.findIndex((comparison, j) => j >= next && isMatch(comparison));
    if (own < 0) return missingElement(pattern, row, [...actual.keys()].slice(next), place, next - 1);
    next = own + 1;
    return row[own];
  }));
}

/** Reports that no element matches, with the differences of the closest one. */
function missingElement(
  expected: unknown, row: readonly PatternComparison[], candidates: readonly number[], place: Place, after = -1,
): PatternComparison {
  const best = closest(candidates.map(j => row[j]));
  const near = best === undefined ? undefined : candidates[best];
  const element = { ...near !== undefined && { closest: near }, ...after >= 0 && { after } };
  const own: Difference = { place, expected, element };
  if (near === undefined) return differs(own);
  return { matched: row[near].matched, differences: [own, ...row[near].differences] };
}
