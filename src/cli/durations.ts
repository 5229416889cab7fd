import { bad } from '../findings/finding';
import { refuse } from '../private/errors';

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** Milliseconds of `1h30m`. */
export function milliseconds(option: string, text: string): number {
  if (!/^(\d+(h|ms|m|s))+$/.test(text)) refuse('cdk8s-oam', bad('invalid-value', 'duration-of-flag', [option], text));
  return [...text.matchAll(/(\d+)(ms|h|m|s)/g)].reduce((sum, [, count, unit]) => sum + Number(count) * MILLISECONDS[unit], 0);
}

/** Seconds as they are read: `7s`, `5m`, `2h`. */
export function age(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 120) return `${rounded}s`;
  return rounded < 7200 ? `${Math.floor(rounded / 60)}m` : `${Math.floor(rounded / 3600)}h`;
}
