import { createContext, Script } from 'node:vm';
import { NOT_SUPPORTED, REAL_SURROUNDINGS, Surroundings, wasi } from './wasi';
import { Exports, Imports, Module, WebAssembly } from './web-assembly';

/** A function of the program that reads the given text and answers with the place of another one. */
export type Question = 'judge' | 'define' | 'about';

/** How long an answer may take while the module is built, in milliseconds. */
const TIMEOUT = 60_000;

/** What of Go's last words says why it ended. */
const REASON = /^(?:fatal error|panic|runtime): .*/m;

/** The halves of an answer are its address and its length. */
const HALF = 2n ** 32n;

const WORK = new Script('work()');

/** A running program. After an error of its own it must not be used any more. */
export class Instance {
  public readonly exports: Exports;
  private words = '';
  private readonly scope: { work?: () => unknown } = createContext({});

  constructor(module: Module, private readonly timeout: number = TIMEOUT, surroundings: Surroundings = REAL_SURROUNDINGS) {
    const known = wasi(() => this.exports.memory.buffer, surroundings, (text) => {
      this.words = (this.words + text).slice(-4000);
    });
    const imports: Imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = known[name] ?? (() => NOT_SUPPORTED);
    this.exports = new WebAssembly.Instance(module, imports).exports;
  }

  /** Asks something; the answer is JSON. Fails if the program ends, or does not answer in time. */
  public ask(question: Question, text = ''): string {
    return this.guarded(() => {
      const length = Buffer.byteLength(text);
      const at = this.call('room', length) as number;
      this.bytes(at, length).write(text);
      // addresses are positive: the memory has a limit
      const place = this.call(question) as bigint;
      return this.bytes(Number(place / HALF), Number(place % HALF)).toString();
    });
  }

  /** Calls a function that the program exports. */
  public call(name: string, ...args: number[]): unknown {
    return (this.exports[name] as (...args: number[]) => unknown)(...args);
  }

  private bytes(at: number, length: number): Buffer {
    return Buffer.from(this.exports.memory.buffer, at, length);
  }

  /** Ends work that takes too long, which nothing but Node's own watch over scripts can: the program runs on this thread. */
  private guarded<T>(work: () => T): T {
    try {
      this.scope.work = work;
      return WORK.runInContext(this.scope, { timeout: this.timeout }) as T;
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? `no answer after ${this.timeout / 1000} s` : REASON.exec(this.words)?.[0] ?? message;
      throw new Error(reason);
    }
  }
}
