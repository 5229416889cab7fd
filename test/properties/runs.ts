import { configureGlobal } from 'fast-check';

// CI tries the same cases each time, so that it fails for a change and not by chance; elsewhere they are new each time
if (process.env.CI) configureGlobal({ seed: 20261120 });

/** Whether there are so many cases that each kind of them occurs: only then do tests expect how often. */
export const ARE_MANY = process.env.TESTS === 'all';

/** How many cases a property is tried with: `n` with all tests (TESTS=all), a twentieth of them otherwise, but ten at least. */
export function runs(n: number): number {
  return ARE_MANY ? n : Math.max(Math.ceil(n / 20), Math.min(n, 10));
}

/** Jest's limit for one property; the full run is slower than any unit test. */
export const PATIENCE = 400_000;
