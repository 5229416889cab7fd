import type { Duration } from 'cdk8s';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units of durations in Prometheus, from the largest to the smallest, in milliseconds. A year has 365 days. */
const UNITS: readonly (readonly [unit: string, milliseconds: number])[] =
  [['y', 365 * DAY], ['w', 7 * DAY], ['d', DAY], ['h', HOUR], ['m', MINUTE], ['s', SECOND], ['ms', 1]];

/** Each unit at most once, the largest first. */
const TEXT = new RegExp(`^(?=\\d)${UNITS.map(([unit]) => `(?:(\\d+)${unit})?`).join('')}$`);

/** The milliseconds of a duration in the notation of Prometheus, such as `1h30m`; `undefined` if it is none. */
export function millisecondsOf(text: string): number | undefined {
  const counts = TEXT.exec(text)?.slice(1);
  return counts?.reduce((sum, count, i) => sum + Number(count ?? 0) * UNITS[i][1], 0);
}

/** Whether a value is a `Duration` of any copy of cdk8s. */
export function isDuration(value: unknown): value is Duration {
  const { toSeconds, toMilliseconds, toHumanString } = (value ?? {}) as Partial<Duration>;
  return [toSeconds, toMilliseconds, toHumanString].every(each => typeof each === 'function');
}

/** The factories of `Duration`, by their units in Prometheus. */
const FACTORIES = { d: 'days', h: 'hours', m: 'minutes', s: 'seconds', ms: 'millis' } as const;

/** A duration in the notation of Prometheus, as an integer of the largest possible unit (days at most). */
export function durationText(duration: Duration): string {
  return inLargestUnit(duration.toMilliseconds({ integral: false }));
}

/** The same for a setting, which is a `Duration` or a string in this notation. */
export const writtenDuration = (value: unknown): string => isDuration(value) ? durationText(value) : value as string;

/** Rewrites a duration in the notation of Prometheus with a single unit: `1m30s` becomes `90s`. */
export function inOneUnit(text: string): string { return inLargestUnit(millisecondsOf(text)!); }

/** Milliseconds as an integer of the largest unit, days at most, that leaves no remainder: 90000 is `90s`. */
function inLargestUnit(milliseconds: number): string {
  const isWhole = (size: number) => milliseconds >= size && milliseconds % size === 0;
  const [unit, size] = UNITS.find(([each, length]) => Object.hasOwn(FACTORIES, each) && isWhole(length)) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}

/** Milliseconds as Prometheus prints them: in all units, the largest first; years and weeks only if nothing remains. */
export function spelledOut(milliseconds: number): string {
  let left = milliseconds;
  return UNITS.map(([unit, size]) => {
    const count = size > DAY && left % size !== 0 ? 0 : Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}

/** The call of a `Duration` factory that creates the duration; `undefined` if no single factory does. */
export function durationCall(text: string): { readonly factory: string; readonly argument: number } | undefined {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const factory = Object.hasOwn(FACTORIES, unit ?? '') ? FACTORIES[unit as keyof typeof FACTORIES] : undefined;
  return factory && { factory, argument: Number(count) };
}

/** Whether the time limit of a scrape is longer than the interval. */
export function isGivenUpLate(interval: unknown, timeout: unknown): boolean {
  const [shortest = NaN, longest = NaN] = [interval, timeout]
    .map(each => typeof each === 'string' ? millisecondsOf(each) : undefined);
  return longest > shortest;
}
