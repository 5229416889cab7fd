/** As much of WebAssembly as is used here: its types are those of browsers, whose other types have no place in a program for Node. */

export type Imports = Record<string, Record<string, (...args: never[]) => number>>;

export interface Module {
  readonly isModule: true;
}

/** What an instance of the program exports. */
export interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer };
  readonly [name: string]: unknown;
}

interface WebAssemblyNamespace {
  readonly Module: {
    new (bytes: Uint8Array): Module;
    imports(module: Module): { readonly module: string; readonly name: string }[];
  };
  readonly Instance: new (module: Module, imports: Imports) => { readonly exports: Exports };
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: WebAssemblyNamespace };
