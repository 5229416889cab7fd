import { Finding, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';

/** Requires one of some values for a flag. */
export function oneOf(flag: string, value: string, allowed: readonly string[]): Finding[] {
  return allowed.includes(value) ? FINE : found('usage', flag, { reason: 'one-of', allowed, value: Shown.of(value) });
}
