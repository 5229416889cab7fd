/**
 * The result of a check, in order: it fits, it works but is not what the library is tested with, it does not fit, it is optional and
 * missing, or it could not be determined.
 */
export type CheckState = 'ok' | 'warning' | 'wrong' | 'absent' | 'unknown';

/** A line of the report of `doctor`. */
export interface DoctorCheck {
  readonly name: string;
  readonly found?: string;
  readonly needed?: string;
  readonly state: CheckState;
  /** How to fix it, or why its state is unknown. */
  readonly remedy?: string;
}

/** The numbers of a version such as `v1.34.4`; `undefined` if it is not of this form. */
export function numbersOf(version: string): readonly number[] | undefined {
  const [, ...numbers] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return numbers.length === 0 ? undefined : numbers.map(number => Number(number ?? 0));
}

/** Whether a version is in a range. Supports the two forms in package.json of this library: `>= 20.0.0` and `^10.4.2`. */
export function isInRange(version: string, range: string): boolean {
  const [, operator, least] = /^(\^|>=)\s*(.*)$/.exec(range)!;
  const [given, wanted] = [numbersOf(version), numbersOf(least)!];
  if (!given) return false;
  return compared(given, wanted) >= 0 && (operator === '>=' || given[0] === wanted[0]);
}

/** Compares two versions; negative if the first is older. */
function compared(first: readonly number[], second: readonly number[]): number {
  return first.map((number, i) => number - second[i]).find(difference => difference !== 0) ?? 0;
}
