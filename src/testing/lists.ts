import { compare } from './compare';
import { closest, PatternComparison, Difference, differs, MissingElement, together } from './comparison';
import type { Place } from '../private/hidden';

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
