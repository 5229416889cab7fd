declare global {
  /** Written by build-tools/jest-transform.js. */
  // eslint-disable-next-line no-var
  var deferredImports: (() => unknown)[] | undefined;
}

/** Loads what the modules of the library import and have not used yet, into the registry of modules of this moment. */
function loadDeferred(): void {
  // those that are loaded here add theirs
  for (const load of globalThis.deferredImports ?? []) load();
  globalThis.deferredImports = [];
}

/** Runs a function whose `jest.requireActual()` loads modules of its own: another copy of the library, as another process would have it. */
export function ownModules<T>(run: () => T): T {
  let result: T;
  loadDeferred();
  jest.isolateModules(() => {
    result = run();
    loadDeferred();
  });
  return result!;
}
