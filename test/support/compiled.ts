import { transformSync } from '@swc/core';

/** The JavaScript of a TypeScript module, for `require` and `new Function()`. */
export function compiled(source: string): string {
  return transformSync(source, { swcrc: false, jsc: { target: 'es2022', parser: { syntax: 'typescript' } }, module: { type: 'commonjs' } }).code;
}
