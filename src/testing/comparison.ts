import type { Place } from '../base/masking';

/** A place at which a value does not match its pattern. */
export interface Difference {
  readonly place: Place;
  /** A pattern, or `Words`. */
  readonly expected: unknown;
  /** `undefined` if the value is absent, `Words` if the value alone would not explain the difference. */
  readonly got?: unknown;
  /** An existing field with a similar name to the expected one. */
  readonly meant?: string;
  /** Given if an element is missing in the list at this place. */
  readonly element?: MissingElement;
}

/** An element that a list should contain. */
interface MissingElement {
  /** The index of the element that comes closest. */
  readonly closest?: number;
  /** The index of the element that has to precede it. */
  readonly after?: number;
}

/** The result of comparing a value with a pattern. */
export interface PatternComparison {
  /** How many parts of the pattern the value matches: values and matchers, not the maps and lists around them. */
  readonly matched: number;
  /** Empty if the value matches. */
  readonly differences: readonly Difference[];
}

/** The comparison of a single value or matcher that matches. */
export const MATCHED: PatternComparison = { matched: 1, differences: [] };

/** A comparison with a single difference. */
export function differs(difference: Difference): PatternComparison { return { matched: 0, differences: [difference] }; }

/** The combined comparisons of all parts of a value. */
export function combined(parts: readonly PatternComparison[]): PatternComparison {
  const matched = parts.reduce((sum, part) => sum + part.matched, 0);
  return { matched, differences: parts.flatMap(({ differences }) => differences) };
}

/** The index of the comparison closest to a match, the first of several; `undefined` if none matches any part. */
export function closest(comparisons: readonly PatternComparison[]): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (const [i, { matched }] of comparisons.entries()) {
    if (matched > most) [best, most] = [i, matched];
  }
  return best;
}
