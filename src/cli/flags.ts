import { Finding, FINE, found, Shown } from '../base/findings/finding';

/** Requires one of some values for a flag. */
export function oneOf(flag: string, value: string, allowed: readonly string[]): Finding[] {
  return allowed.includes(value) ? FINE : found('usage', flag, { reason: 'one-of', allowed, value: Shown.of(value) });
}
