/**
 * Compiles the library for jest, by swc. A module loads each of the modules that it imports when it first uses it, as in the compiled library: most suites
 * need a small part of the library, and to load all of it takes longer than many of them run.
 *
 * Where `globalThis.loadsAllModules` is set, a module loads what it imports at once: `ownModules()` in test/support/own-modules.ts sets it.
 */
const { createTransformer } = require('@swc/jest');

const IMPORTED = /\b(?:from|import) '([^']+)'/g;

/** The function that swc makes of an import that is deferred. */
const DEFERRED = /^function (_\w+)\(\) \{\n    const data = /gm;

const namesIn = (code, pattern) => [...new Set([...code.matchAll(pattern)].map(([, name]) => name))];

module.exports.createTransformer = options => {
  const { getCacheKey } = createTransformer(options);
  return {
    getCacheKey: (...args) => `${getCacheKey(...args)}-deferred-1`,
    process: (source, ...rest) => {
      const module = { ...options.module, lazy: namesIn(source, IMPORTED) };
      const { code, map } = createTransformer({ ...options, module }).process(source, ...rest);
      return { code: `${code}\nif (globalThis.loadsAllModules) [${namesIn(code, DEFERRED)}].forEach(load => load());`, map };
    },
  };
};
