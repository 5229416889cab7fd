import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** How kubectl was run. */
export interface KubectlCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** A program that is found in place of kubectl. */
export interface FakeKubectl {
  /** How it was run so far. */
  calls(): KubectlCall[];
  /** What the program has written into a file beside it, a line for each value. */
  recorded(name: string): any[];
}

const { PATH } = process.env;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cdk8s-oam-kubectl-'));
});

afterEach(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true });
});

/** Puts a kubectl in front of PATH: it writes down how it is run, and does what a program in JavaScript says. */
export function fakeKubectl(program: string): FakeKubectl {
  const [log, file] = [join(folder, 'calls'), join(folder, 'kubectl')];
  const record = `require('fs').appendFileSync(${JSON.stringify(log)}, JSON.stringify({ args: process.argv.slice(2), env: process.env }) + '\\n');`;
  writeFileSync(file, `#!${process.execPath}\n${record}\n${program}\n`);
  chmodSync(file, 0o755);
  process.env.PATH = `${folder}${delimiter}${PATH}`;
  // a file that is there may be empty still
  const linesOf = (name: string) => existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').split('\n').filter(line => line !== '') : [];
  const recorded = (name: string) => linesOf(name).map(line => JSON.parse(line));
  return { recorded, calls: () => recorded('calls') };
}

/** One that has these objects. */
export function kubectlWith(objects: Readonly<Record<string, object>>): FakeKubectl {
  return fakeKubectl(`const objects = ${JSON.stringify(objects)};
    const { [process.argv[process.argv.indexOf('get') + 1]]: found } = objects;
    if (found) console.log(JSON.stringify(found, undefined, 4));`);
}

/** A PATH without any kubectl. */
export function withoutKubectl(): void {
  process.env.PATH = folder;
}

/** A kubectl that is there and no program. */
export function brokenKubectl(): void {
  writeFileSync(join(folder, 'kubectl'), '', { mode: 0o600 });
  process.env.PATH = folder;
}
