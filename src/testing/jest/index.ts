import { isOf, throwFindings } from '../../base/brand';
import { isObject } from '../../base/check';
import { bad } from '../../base/findings/finding';
import { isPlainObject } from '../../base/plain';
import { isManifestAssertionError } from '../assertion-error';
import { Manifests } from '../manifests';
import { Matcher, MatchResult } from '../matcher';
import type { ManifestQuery } from '../options';

// This module loads nothing of jest. If jest loads it, by `setupFilesAfterEnv` or by a test, `expect` is a global.

/** The `expect` of jest or vitest. */
export interface ExtendableExpect {
  extend(matchers: object): void;
  addSnapshotSerializer(serializer: object): void;
}

/**
 * Matchers of `Manifests`; their patterns are those of `Match`, and may hold jest's own asymmetric matchers, but not
 * inside a `Match`.
 */
export interface ManifestMatchers<R> {
  /**
   * At least one object of a query matches a pattern, as in `Manifests.has()`; with `.not`, none does, as in
   * `Manifests.hasNo()`.
   *
   * @param query which objects
   * @param partial some fields of the object; without it, any object suffices
   */
  toHaveManifest(query: ManifestQuery, partial?: unknown): R;
  /**
   * No object of a query matches a pattern; with `.not`, at least one does.
   *
   * @param query which objects
   * @param partial some fields of the object; without it, there must be no object
   */
  toHaveNoManifest(query: ManifestQuery, partial?: unknown): R;
}

/** Writes `Manifests` into snapshots as `toSnapshot()` does. */
export const manifestSerializer = {
  test: (value: unknown): boolean => isOf(Manifests, value),
  serialize: (manifests: Manifests): string => manifests.toSnapshot().trimEnd(),
};

/**
 * Adds the matchers and the serializer to an `expect`. A global `expect`, such as jest's, gets them when this module is
 * loaded. Call this for that of `@jest/globals` if jest injects no globals, and for that of vitest.
 */
export function extendExpect(expect: ExtendableExpect): void {
  expect.extend(manifestMatchers);
  expect.addSnapshotSerializer(manifestSerializer);
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ManifestMatchers<R> {}
}

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ManifestMatchers<R> {}
  }
}

/** The `this` of a matcher in jest and vitest. */
interface MatcherContext {
  readonly utils?: {
    matcherHint?(name: string, received?: string, expected?: string, options?: { isNot?: boolean }): string;
  };
  readonly isNot?: boolean;
}

/** The result of a matcher of jest. */
interface MatcherOutcome {
  readonly pass: boolean;
  message(): string;
}

type Assertion = 'has' | 'hasNo';

/** A matcher that passes if an assertion holds; with `.not`, if the opposite assertion holds. */
function matcher(name: string, assertion: Assertion, opposite: Assertion) {
  return function (this: MatcherContext, received: Manifests, query: ManifestQuery, partial?: unknown): MatcherOutcome {
    if (!isOf(Manifests, received)) throwFindings(`expect().${name}()`, bad('invalid-type', 'manifests', '', received));
    const pattern = withoutAsymmetric(partial);
    // invalid arguments throw
    const failureOf = (asserted: Assertion) => {
      try {
        received[asserted](query, pattern);
        return undefined;
      } catch (error) {
        if (!isManifestAssertionError(error)) throw error;
        return error.message;
      }
    };
    const failure = failureOf(assertion);
    const hint = this.utils?.matcherHint?.(name, 'manifests', 'query, partial', { isNot: this.isNot }) ?? name;
    return { pass: failure === undefined, message: () => `${hint}\n\n${failure ?? failureOf(opposite)}` };
  };
}

/** The matchers that `expect.extend()` takes. */
export const manifestMatchers = {
  toHaveManifest: matcher('toHaveManifest', 'has', 'hasNo'),
  toHaveNoManifest: matcher('toHaveNoManifest', 'hasNo', 'has'),
};

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

  public describe(): string { return this.own.toAsymmetricMatcher?.() ?? String(this.own); }
  public test(actual: unknown): MatchResult { return MatchResult.of(this.own.asymmetricMatch(actual)); }
}

/** A copy of a pattern with matchers of the library instead of jest's own. */
export function withoutAsymmetric(pattern: unknown): unknown {
  const { asymmetricMatch } = (pattern ?? {}) as Partial<Asymmetric>;
  if (typeof asymmetricMatch === 'function') return new AsymmetricMatcher(pattern as Asymmetric);
  if (Array.isArray(pattern)) return pattern.map(withoutAsymmetric);
  if (!isObject(pattern) || !isPlainObject(pattern)) return pattern;
  return Object.fromEntries(Object.entries(pattern).map(([key, each]) => [key, withoutAsymmetric(each)]));
}

const { expect: globalExpect } = globalThis as { readonly expect?: Partial<ExtendableExpect> };
if (typeof globalExpect?.extend === 'function') extendExpect(globalExpect as ExtendableExpect);
