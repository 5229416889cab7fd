import type { Path, Step } from '../findings/path';
import type { PlainValue } from '../private/check';
import { ROOT, Surroundings, surroundingsInText, surroundingsOf } from '../private/hidden';

/** A place in an object: its path, and its surroundings, which decide whether its value may be shown. */
export class ViewPlace {
  /** The object itself. */
  public static readonly OBJECT = new ViewPlace([], ROOT);

  private constructor(public readonly path: Path, public readonly around: Surroundings) {}

  /** The place of a field, or of an element, of the value at this one. */
  public within(value: unknown, step: Step): ViewPlace {
    return new ViewPlace([...this.path, step], surroundingsOf(this.around, value as PlainValue | undefined, step));
  }

  /** The place of the data in the string at this one. */
  public inText(): ViewPlace {
    return new ViewPlace(this.path, surroundingsInText(this.around));
  }
}

/** A place at which a value does not match its pattern. */
export interface Difference {
  readonly place: ViewPlace;
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
export interface MissingElement {
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
export function differs(difference: Difference): PatternComparison {
  return { matched: 0, differences: [difference] };
}

/** The combined comparisons of all parts of a value. */
export function together(parts: readonly PatternComparison[]): PatternComparison {
  return { matched: parts.reduce((sum, { matched }) => sum + matched, 0), differences: parts.flatMap(({ differences }) => differences) };
}

/** The index of the comparison closest to a match, the first of several; `undefined` if none matches any part. */
export function closest(comparisons: readonly PatternComparison[]): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (const [i, { matched }] of comparisons.entries()) {
    if (matched > most) [best, most] = [i, matched];
  }
  return best;
}
