import { Finding } from '../../../findings/finding';
import { isModelError } from '../../../private/errors';

/** What was made, or what the model has against it. */
export type Attempt<T> = { readonly made: T } | { readonly made?: undefined; readonly why: readonly Finding[] };

/** Asks the model whether something can be made, by making it. */
export function attempt<T>(make: () => T): Attempt<T> {
  try {
    return { made: make() };
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { why: error.findings };
  }
}
