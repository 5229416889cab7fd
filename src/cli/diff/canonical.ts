import { ordered } from '../../private/plain';

/** A text that two values share if they are equal, in whichever order their keys stand. */
export function canonical(value: unknown): string {
  return JSON.stringify(ordered(value, true));
}
