import type { Path, Step } from '../findings/path';
import type { PlainValue } from '../private/check';
import { ROOT, Surroundings, surroundingsInText, surroundingsOf } from '../private/hidden';

/** A place in an object: the way to it, and what is around it, which decides whether its value may be shown. */
export class ViewPlace {
  /** The object itself. */
  public static readonly OBJECT = new ViewPlace([], ROOT);

  private constructor(public readonly path: Path, public readonly around: Surroundings) {}

  /** The place of a field, or of an element, of the value at this one. */
  public within(value: unknown, step: Step): ViewPlace {
    return new ViewPlace([...this.path, step], surroundingsOf(this.around, value as PlainValue | undefined, step));
  }

  /** That of the data in the string at this place. */
  public inText(): ViewPlace {
    return new ViewPlace(this.path, surroundingsInText(this.around));
  }
}

/** A place at which a value is not as its pattern says. */
export interface Difference {
  readonly place: ViewPlace;
  /** A pattern, or `Words`. */
  readonly expected: unknown;
  /** `undefined` where nothing is, `Words` where the value itself would say too little. */
  readonly got?: unknown;
  /** The field that is there, where one of a similar name is expected. */
  readonly meant?: string;
  /** Given if an element is missing in the list at this place. */
  readonly element?: MissingElement;
}

/** What is known of an element that a list should contain. */
export interface MissingElement {
  /** The index of the element that comes closest. */
  readonly closest?: number;
  /** The index of the element that has to precede it. */
  readonly after?: number;
}

/** What came of holding a value against a pattern. */
export interface PatternComparison {
  /** How many parts of the pattern the value matches: values and matchers, not the maps and lists around them. */
  readonly matched: number;
  /** Empty if the value matches. */
  readonly differences: readonly Difference[];
}

/** That of a single value or matcher. */
export const MATCHED: PatternComparison = { matched: 1, differences: [] };

/** A single difference. */
export function differs(difference: Difference): PatternComparison {
  return { matched: 0, differences: [difference] };
}

/** Those of all parts of a value. */
export function together(parts: readonly PatternComparison[]): PatternComparison {
  return { matched: parts.reduce((sum, { matched }) => sum + matched, 0), differences: parts.flatMap(({ differences }) => differences) };
}

/** The index of the comparison that comes closest to a match, the first of several; `undefined` if none has matched anything. */
export function closest(comparisons: readonly PatternComparison[]): number | undefined {
  let [best, most]: [number | undefined, number] = [undefined, 0];
  for (const [i, { matched }] of comparisons.entries()) {
    if (matched > most) [best, most] = [i, matched];
  }
  return best;
}
