import { bad, FINE, Finding } from '../findings/finding';
import { millisecondsOf } from '../private/durations';
import { refuse } from '../private/errors';

/** Milliseconds of the duration that a flag gives: `1h30m`. */
export function milliseconds(option: string, text: string): number {
  const given = millisecondsOf(text);
  if (given === undefined) refuse('cdk8s-oam', notDuration(option, text));
  return given!;
}

/** No timer of Node takes more than 24 days, and nobody waits for longer than a day. */
const LONGEST = millisecondsOf('1d')!;

/** What is wrong with the duration that a flag gives for one answer. */
export function checkTimeout(option: string, text: string): Finding[] {
  const given = millisecondsOf(text);
  if (given === undefined) return notDuration(option, text);
  return given > LONGEST ? bad('invalid-value', 'timeout-of-flag', [option], text) : FINE;
}

function notDuration(option: string, text: string): Finding[] {
  return bad('invalid-value', 'duration-of-flag', [option], text);
}
