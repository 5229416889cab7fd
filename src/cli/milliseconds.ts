import { bad, saying } from '../findings/finding';
import { millisecondsOf } from '../private/durations';
import { refuse } from '../private/errors';

/** The duration that a flag gives, such as `1h30m`, in milliseconds. */
export function milliseconds(option: string, text: string): number {
  const given = millisecondsOf(text);
  if (given === undefined) refuse('cdk8s-oam', bad('invalid-value', saying('must be a duration such as 90s, 5m or 1h30m'), [option], text));
  return given!;
}
