declare global {
  /** Read by build-tools/jest-transform.js. */
  // eslint-disable-next-line no-var
  var loadsAllModules: boolean | undefined;
}

/** Runs a function whose `jest.requireActual()` loads modules of its own: another copy of the library, as another process would have it. */
export function ownModules<T>(run: () => T): T {
  let result: T;
  globalThis.loadsAllModules = true;
  try {
    jest.isolateModules(() => { result = run(); });
  } finally {
    delete globalThis.loadsAllModules;
  }
  return result!;
}
