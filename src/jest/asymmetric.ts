import { isObject } from '../private/check';
import { isPlainObject } from '../private/plain';
import { Matcher, MatchResult } from '../testing/matcher';

/** An asymmetric matcher of jest or vitest, such as `expect.any(Number)`. */
interface Asymmetric {
  asymmetricMatch(value: unknown): boolean;
  toAsymmetricMatcher?(): string;
}

/** An asymmetric matcher of jest in a pattern. */
class AsymmetricMatcher extends Matcher {
  public constructor(private readonly own: Asymmetric) {
    super();
  }

  public describe(): string {
    return this.own.toAsymmetricMatcher?.() ?? String(this.own);
  }

  public test(actual: unknown): MatchResult {
    return MatchResult.of(this.own.asymmetricMatch(actual));
  }
}

/** A copy of a pattern with matchers of the library instead of jest's own. */
export function withoutAsymmetric(pattern: unknown): unknown {
  if (isAsymmetric(pattern)) return new AsymmetricMatcher(pattern);
  if (Array.isArray(pattern)) return pattern.map(withoutAsymmetric);
  if (!isObject(pattern) || !isPlainObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, each]) => [key, withoutAsymmetric(each)]));
}

function isAsymmetric(value: unknown): value is Asymmetric {
  return typeof (value as Partial<Asymmetric> | null | undefined)?.asymmetricMatch === 'function';
}
