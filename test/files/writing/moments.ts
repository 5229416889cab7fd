import fs, { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const CHANGING = ['mkdirSync', 'writeFileSync', 'chmodSync', 'renameSync', 'rmSync', 'unlinkSync', 'rmdirSync'] as const;
const LOOKING = ['lstatSync', 'readdirSync', 'readFileSync', 'statSync'] as const;

/** A moment of a run: before a call of the file system, or halfway through one that writes. */
export interface Moment {
  readonly call: string;
  readonly path: string;
  /** The new path of what is renamed. */
  readonly to?: string;
}

/**
 * Calls `hook` at every moment of `run` at which the disk is about to be changed, or with `all`, looked at. What the hook throws is what the call
 * throws; a file of which half is written stays so.
 */
export function atEachMoment<T>(hook: (moment: Moment) => void, run: () => T, all = false): T {
  const originals = { ...fs };
  const { openSync, writeSync, closeSync } = originals;
  let isInside = false;
  const told = (call: string, path: unknown, to?: unknown) => {
    // what the hook does itself is no moment
    if (isInside) return;
    isInside = true;
    try {
      hook({ call, path: String(path), to: call === 'renameSync' ? String(to) : undefined });
    } finally {
      isInside = false;
    }
  };
  // the system may write less than it is given, when the disk is nearly full
  const writeAll = (file: number, bytes: Buffer) => {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  };
  const replaced: Record<string, unknown> = {};
  for (const name of all ? [...CHANGING, ...LOOKING] : CHANGING) {
    replaced[name] = (...given: unknown[]) => {
      told(name, given[0], given[1]);
      return (originals[name] as (...args: unknown[]) => unknown)(...given);
    };
  }
  replaced.writeFileSync = (path: string, text: string, { flag }: { flag: string }) => {
    told('writeFileSync', path);
    const bytes = Buffer.from(text);
    const half = Math.ceil(bytes.length / 2);
    const file = openSync(path, flag);
    try {
      writeAll(file, bytes.subarray(0, half));
      told('half of writeFileSync', path);
      writeAll(file, bytes.subarray(half));
    } finally {
      closeSync(file);
    }
  };
  Object.assign(fs, replaced);
  try {
    return run();
  } finally {
    Object.assign(fs, Object.fromEntries(Object.keys(replaced).map(name => [name, originals[name as keyof typeof originals]])));
  }
}

/** An error of the system, as Node makes it. */
export function systemError(code: string, text: string, { call, path }: Moment): Error {
  const syscall = ({ 'writeFileSync': 'open', 'half of writeFileSync': 'write' } as Record<string, string>)[call] ?? call;
  return Object.assign(new Error(`${code}: ${text}, ${syscall} '${path}'`), { code, syscall, path });
}

/** All that is in a folder and below it: texts of files, and `null` for folders and what is no file. */
export function contents(folder: string): Record<string, string | null> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const all = entries.map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const);
  return Object.fromEntries(all.map(([path, isFile]) => [path.slice(folder.length + 1), isFile ? readFileSync(path, 'utf8') : null] as const)
    .sort(([a], [b]) => a < b ? -1 : 1));
}
