import { PatternComparison, differs, MATCHED, together } from './comparison';
import { Matcher } from './matcher';
import { isOf } from '../private/brand';
import { isObject, PlainFields } from '../private/check';
import { Place, Words } from '../private/hidden';
import { nearest } from '../private/nearest';

const ABSENT = new Words('absent');

/**
 * Compares a value with a pattern. A map in the pattern names some fields of the value's map, or all of them if the comparison is exact; a
 * list has as many elements as the value's list, in the same order. A field that is null is absent, as in Kubernetes.
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

/** An absent value has no fields either, which suffices for patterns that only require absent fields. An empty map is not absent. */
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
