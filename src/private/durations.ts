import type { Duration } from 'cdk8s';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units of Prometheus in its order, in milliseconds: a year has 365 days. */
const UNITS: readonly (readonly [unit: string, milliseconds: number])[] =
  [['y', 365 * DAY], ['w', 7 * DAY], ['d', DAY], ['h', HOUR], ['m', MINUTE], ['s', SECOND], ['ms', 1]];

/** Each unit once, the largest first. */
const TEXT = new RegExp(`^(?=\\d)${UNITS.map(([unit]) => `(?:(\\d+)${unit})?`).join('')}$`);

/** The milliseconds of a duration as Prometheus writes it, `1h30m`; nothing if it is none. */
export function millisecondsOf(text: string): number | undefined {
  const counts = TEXT.exec(text)?.slice(1);
  return counts?.reduce((sum, count, i) => sum + Number(count ?? 0) * UNITS[i][1], 0);
}

/** Whether a value is a Duration of cdk8s, of whichever copy of it. */
export function isDuration(value: unknown): value is Duration {
  const { toSeconds, toMilliseconds, toHumanString } = (value ?? {}) as Partial<Duration>;
  return [toSeconds, toMilliseconds, toHumanString].every(each => typeof each === 'function');
}

/** The factories of Duration, by the unit of Prometheus in which each counts. */
const FACTORIES = { d: 'days', h: 'hours', m: 'minutes', s: 'seconds', ms: 'millis' } as const;

/** A duration as Prometheus writes it, in the largest unit in which it is a whole number. */
export function durationText(duration: Duration): string {
  return textOf(duration.toMilliseconds({ integral: false }));
}

/** The same of what is a duration, or the text of one, as settings have it. */
export const writtenDuration = (value: unknown): string => isDuration(value) ? durationText(value) : value as string;

/** The same of a duration as Prometheus writes it: `90s` for `1m30s`. */
export function inOneUnit(text: string): string {
  return textOf(millisecondsOf(text)!);
}

function textOf(milliseconds: number): string {
  const isWhole = (size: number) => milliseconds >= size && milliseconds % size === 0;
  const [unit, size] = UNITS.find(([each, length]) => Object.hasOwn(FACTORIES, each) && isWhole(length)) ?? ['ms', 1];
  return `${milliseconds / size}${unit}`;
}

/** Milliseconds as Prometheus writes them out: all units, the largest first; years and weeks only if nothing remains. */
export function spelledOut(milliseconds: number): string {
  let left = milliseconds;
  return UNITS.map(([unit, size]) => {
    const count = size > DAY && left % size !== 0 ? 0 : Math.floor(left / size);
    left -= count * size;
    return count === 0 ? '' : `${count}${unit}`;
  }).join('');
}

/** How a program makes the Duration that is written so, if one factory makes it. */
export function durationCall(text: string): { readonly factory: string; readonly argument: number } | undefined {
  const [, count, unit] = /^(\d+)([a-z]+)$/.exec(text) ?? [];
  const factory = Object.hasOwn(FACTORIES, unit ?? '') ? FACTORIES[unit as keyof typeof FACTORIES] : undefined;
  return factory && { factory, argument: Number(count) };
}
