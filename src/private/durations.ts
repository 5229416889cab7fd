import type { Duration } from 'cdk8s';

/** Whether a value is a Duration of cdk8s, of whichever copy of it. */
export function isDuration(value: unknown): value is Duration {
  const { toSeconds, toHumanString } = (value ?? {}) as Partial<Duration>;
  return typeof toSeconds === 'function' && typeof toHumanString === 'function';
}
