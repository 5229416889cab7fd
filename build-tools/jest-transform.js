/**
 * Compiles TypeScript for jest, by swc. A module of the library loads each of the modules that it imports when it first uses it, as in the compiled library:
 * most suites need a small part of the library, and to load all of it takes longer than many of them run.
 *
 * `globalThis.deferredImports` holds the functions that load what is imported: `ownModules()` in test/support/own-modules.ts calls them.
 */
const { join, sep } = require('path');
const { createTransformer } = require('@swc/jest');

const OPTIONS = { swcrc: false, jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' }, sourceMaps: true };
const LIBRARY = join(__dirname, '../src') + sep;

const IMPORTED = /\b(?:from|import) '([^']+)'/g;

/** The function that swc makes of an import that is deferred. */
const DEFERRED = /^function (_\w+)\(\) \{\n    const data = /gm;

const namesIn = (code, pattern) => [...new Set([...code.matchAll(pattern)].map(([, name]) => name))];

module.exports.createTransformer = () => {
  const { getCacheKey, process } = createTransformer(OPTIONS);
  // istanbul takes the map as an object alone
  const compile = (compiler, ...args) => {
    const { code, map } = compiler(...args);
    return { code, map: JSON.parse(map) };
  };
  return {
    getCacheKey: (...args) => `${getCacheKey(...args)}-deferred-4`,
    process: (source, path, ...rest) => {
      if (!path.startsWith(LIBRARY)) return compile(process, source, path, ...rest);
      const module = { ...OPTIONS.module, lazy: namesIn(source, IMPORTED) };
      const { code, map } = compile(createTransformer({ ...OPTIONS, module }).process, source, path, ...rest);
      return { code: `${code}\n(globalThis.deferredImports ??= []).push(${namesIn(code, DEFERRED)});`, map };
    },
  };
};
