import { bad } from '../findings/finding';
import { millisecondsOf } from '../private/durations';
import { refuse } from '../private/errors';

/** Milliseconds of the duration that a flag gives: `1h30m`. */
export function milliseconds(option: string, text: string): number {
  const given = millisecondsOf(text);
  if (given === undefined) refuse('cdk8s-oam', bad('invalid-value', 'duration-of-flag', [option], text));
  return given!;
}

/** Seconds as they are read: `7s`, `5m`, `2h`. */
export function age(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 120) return `${rounded}s`;
  return rounded < 7200 ? `${Math.floor(rounded / 60)}m` : `${Math.floor(rounded / 3600)}h`;
}
