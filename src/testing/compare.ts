import { closest, Difference, differs, MATCHED, MissingElement, PatternComparison, together } from './comparison';
import { Matcher } from './matcher';
import { isOf } from '../base/brand';
import { isObject, PlainFields, nearest } from '../base/check';
import { Place, Words } from '../base/hidden';

const ABSENT = new Words('absent');

/**
 * Compares a value with a pattern. A map in the pattern names some fields of the value's map, or all of them if the
 * comparison is exact; a list has as many elements as the value's list, in the same order. A field that is null is
 * absent, as in Kubernetes.
 */
export function compare(pattern: unknown, actual: unknown, place: Place, isExact = false): PatternComparison {
  const given = actual ?? undefined;
  if (isOf(Matcher, pattern)) return pattern._compare(given, place);
  if (Array.isArray(pattern)) return compareList(pattern, given, place, isExact);
  if (isObject(pattern)) return compareMap(pattern, given, place, isExact);
  if (pattern === null) return given === undefined ? MATCHED : differs({ place, expected: ABSENT, got: given });
  return pattern === given ? MATCHED : differs({ place, expected: pattern, got: given });
}

function compareList(pattern: readonly unknown[], actual: unknown, place: Place, isExact: boolean): PatternComparison {
  if (!Array.isArray(actual)) return differs({ place, expected: pattern, got: actual });
  const length = Math.max(pattern.length, actual.length);
  return together(Array.from({ length }, (_, i) => {
    const at = place.within(actual, i);
    if (i >= pattern.length) return differs({ place: at, expected: ABSENT, got: actual[i] });
    if (i >= actual.length) return differs({ place: at, expected: pattern[i] });
    return compare(pattern[i], actual[i], at, isExact);
  }));
}

function compareMap(pattern: PlainFields, actual: unknown, place: Place, isExact: boolean): PatternComparison {
  if (actual === undefined) return compareAbsent(pattern, place);
  if (!isObject(actual)) return differs({ place, expected: pattern, got: actual });
  const fields = Object.keys(pattern).map(key => {
    const own = Object.hasOwn(actual, key) ? actual[key] : undefined;
    const compared = compare(pattern[key], own, place.within(actual, key), isExact);
    return own == null ? withMeant(compared, key, Object.keys(actual).filter(name => !Object.hasOwn(pattern, name))) : compared;
  });
  return isExact ? together([...fields, ...unexpected(pattern, actual, place)]) : together(fields);
}

/**
 * An absent value has no fields either, which suffices for patterns that only require absent fields. An empty map is
 * not absent.
 */
function compareAbsent(pattern: PlainFields, place: Place): PatternComparison {
  const fields = together(Object.keys(pattern).map(key => compare(pattern[key], undefined, place.within(undefined, key))));
  return fields.matched > 0 && fields.differences.length === 0 ? fields : differs({ place, expected: pattern });
}

/** Adds the name of the field that may have been meant, if a field is absent. */
function withMeant({ matched, differences }: PatternComparison, key: string, others: readonly string[]): PatternComparison {
  const meant = differences.length === 0 ? undefined : nearest(key, others);
  return { matched, differences: differences.map(each => ({ ...each, meant })) };
}

function unexpected(pattern: PlainFields, actual: PlainFields, place: Place): PatternComparison[] {
  const names = Object.keys(actual).filter(name => !Object.hasOwn(pattern, name) && actual[name] != null);
  return names.map(name => differs({ place: place.within(actual, name), expected: ABSENT, got: actual[name] }));
}

/** The comparisons of each pattern with each element of a list. */
type Table = readonly (readonly PatternComparison[])[];

const isMatch = ({ differences }: PatternComparison) => differences.length === 0;

/** Finds a different element of the list for each pattern, in any order. */
export function compareAnyOrder(patterns: readonly unknown[], actual: readonly unknown[], place: Place): PatternComparison {
  const table = patterns.map(pattern => actual.map((element, j) => compare(pattern, element, place.within(actual, j))));
  const taken = assigned(table);
  return together(patterns.map((pattern, i) => {
    const own = taken.indexOf(i);
    if (own >= 0) return table[i][own];
    const free = [...actual.keys()].filter(j => taken[j] === undefined);
    return missing(pattern, table[i], free.length > 0 ? free : [...actual.keys()], place);
  }));
}

/** For each element, the pattern to which it is assigned. As many patterns as possible get one. */
function assigned(table: Table): (number | undefined)[] {
  const taken: (number | undefined)[] = [];
  // a pattern may take an element from another pattern that finds a different one
  const place = (i: number, tried: Set<number>): boolean => table[i].some((comparison, j) => {
    if (!isMatch(comparison) || tried.has(j)) return false;
    tried.add(j);
    const before = taken[j];
    if (before !== undefined && !place(before, tried)) return false;
    taken[j] = i;
    return true;
  });
  table.forEach((_, i) => place(i, new Set()));
  return taken;
}

/** Finds an element of the list for each pattern, after the element of the preceding pattern. */
export function compareInOrder(patterns: readonly unknown[], actual: readonly unknown[], place: Place): PatternComparison {
  let next = 0;
  return together(patterns.map(pattern => {
    const row = actual.map((element, j) => compare(pattern, element, place.within(actual, j)));
    const own = row.findIndex((comparison, j) => j >= next && isMatch(comparison));
    if (own < 0) return missing(pattern, row, [...actual.keys()].slice(next), place, next - 1);
    next = own + 1;
    return row[own];
  }));
}

/** Reports that no element matches, with the differences of the closest one. */
function missing(
  pattern: unknown, row: readonly PatternComparison[], candidates: readonly number[], place: Place, after = -1,
): PatternComparison {
  const best = closest(candidates.map(j => row[j]));
  const near = best === undefined ? undefined : candidates[best];
  const element: MissingElement = { ...near !== undefined && { closest: near }, ...after >= 0 && { after } };
  const own: Difference = { place, expected: pattern, element };
  return near === undefined ? differs(own) : { matched: row[near].matched, differences: [own, ...row[near].differences] };
}
