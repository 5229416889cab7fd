import { bad, FINE, Finding } from '../findings/finding';
import { millisecondsOf } from '../private/durations';
import { refuse } from '../private/errors';

/** The duration that a flag gives, such as `1h30m`, in milliseconds. */
export function milliseconds(option: string, text: string): number {
  const given = millisecondsOf(text);
  if (given === undefined) refuse('cdk8s-oam', notDuration(option, text));
  return given!;
}

/** A day, in milliseconds. Timers of Node allow at most 24 days, and no wait needs more than one. */
const LONGEST = millisecondsOf('1d')!;

/** Checks the duration that a flag gives as the timeout of one request. */
export function checkTimeout(option: string, text: string): Finding[] {
  const given = millisecondsOf(text);
  if (given === undefined) return notDuration(option, text);
  return given > LONGEST ? bad('invalid-value', 'timeout-of-flag', [option], text) : FINE;
}

function notDuration(option: string, text: string): Finding[] {
  return bad('invalid-value', 'duration-of-flag', [option], text);
}
