import { manifestMatchers } from './matchers';
import { isOf } from '../private/brand';
import type { ManifestQuery } from '../testing/manifest-query';
import { Manifests } from '../testing/manifests';

// This module loads nothing of jest. If jest loads it, by `setupFilesAfterEnv` or by a test, `expect` is a global.

/** The `expect` of jest or vitest. */
export interface ExtendableExpect {
  extend(matchers: object): void;
  addSnapshotSerializer(serializer: object): void;
}

/** Matchers of `Manifests`; their patterns are those of `Match`, and may hold jest's own asymmetric matchers, but not inside a `Match`. */
export interface ManifestMatchers<R> {
  /**
   * At least one object of a query matches a pattern, as in `Manifests.has()`; with `.not`, none does, as in `Manifests.hasNo()`.
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

export { manifestMatchers };

/** Writes `Manifests` into snapshots as `toSnapshot()` does. */
export const manifestSerializer = {
  test: (value: unknown): boolean => isOf(Manifests, value),
  serialize: (manifests: Manifests): string => manifests.toSnapshot().trimEnd(),
};

/**
 * Adds the matchers and the serializer to an `expect`. A global `expect`, such as jest's, gets them when this module is loaded. Call this
 * for that of `@jest/globals` if jest injects no globals, and for that of vitest.
 */
export function extendExpect(expect: ExtendableExpect): void {
  expect.extend(manifestMatchers);
  expect.addSnapshotSerializer(manifestSerializer);
}

const { expect: globalExpect } = globalThis as { readonly expect?: Partial<ExtendableExpect> };
if (typeof globalExpect?.extend === 'function') extendExpect(globalExpect as ExtendableExpect);

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends ManifestMatchers<R> {}
}

declare global {
  namespace jest {
    interface Matchers<R, T = {}> extends ManifestMatchers<R> {}
  }
}
