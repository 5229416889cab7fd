import { manifestMatchers } from './matchers';
import { isOf } from '../private/brand';
import type { ManifestQuery } from '../testing/manifest-query';
import { Manifests } from '../testing/manifests';

// Nothing of jest is loaded here. Where this module is loaded by jest, as one of its `setupFilesAfterEnv` or by a test, `expect` is there.

/** What jest and vitest call `expect`. */
export interface ExtendableExpect {
  extend(matchers: object): void;
  addSnapshotSerializer(serializer: object): void;
}

/** Matchers of `Manifests`; their patterns are those of `Match`, and may hold jest's own asymmetric matchers, but not inside a `Match`. */
export interface ManifestMatchers<R> {
  /**
   * At least one object of a query matches a pattern, as `Manifests.has()` says; with `.not`, none does, as `Manifests.hasNo()` says.
   *
   * @param query which objects
   * @param partial some fields of the object; without it, there only has to be an object
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
 * Gives `expect` the matchers and the serializer. The `expect` that is global, as jest's is, has them when this module is loaded; it is for
 * that of `@jest/globals` where jest injects no globals, and for that of vitest.
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
