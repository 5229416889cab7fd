/** The verdict of a Kubernetes API server on objects, without a server: Kubernetes' own decoding, defaulting and validation, compiled to WebAssembly. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { Rules, ServerRules } from './rules';
import { Module, WebAssembly } from './web-assembly';

export type { Cause, JudgeOptions, ServerRules, Verdict } from './rules';

let compiled: Module | undefined;

/** Loads the rules: some tenths of a second at first, and 200 MB of memory. */
export function load(): ServerRules {
  compiled ??= new WebAssembly.Module(brotliDecompressSync(readFileSync(join(__dirname, '../server-rules.wasm.br'))));
  return new Rules(compiled);
}
