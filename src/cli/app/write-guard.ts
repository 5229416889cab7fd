// Each Node process of an app loads this module first. It rejects writes into folders. It depends only on Node, of any version.

import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

type FileFunction = (this: unknown, ...args: unknown[]) => unknown;

/** By function, the indexes of the arguments that are paths at which it writes, removes or creates something. */
const WRITTEN: Readonly<Record<string, readonly number[]>> = {
  ...Object.fromEntries([
    'appendFile', 'chmod', 'chown', 'createWriteStream', 'lchmod', 'lchown', 'lutimes', 'mkdir', 'mkdtemp', 'open', 'rm', 'rmdir',
    'truncate', 'unlink', 'utimes', 'writeFile',
  ].map(name => [name, [0]])),
  copyFile: [1],
  cp: [1],
  link: [1],
  rename: [0, 1],
  symlink: [1],
};

/** The functions that can remove or move everything below a path. */
const OF_WHOLE_FOLDERS = ['rename', 'rm', 'rmdir'];

/** The flags that open a file for writing. */
const WRITING = [fs.constants.O_WRONLY, fs.constants.O_RDWR, fs.constants.O_CREAT, fs.constants.O_TRUNC, fs.constants.O_APPEND];

const { appendFileSync, existsSync, realpathSync } = fs;

/** The kept folders by their real paths, the file that records attempts to write into one of them, and the output folder of this run. */
const { CDK8S_OAM_KEPT: kept = '[]', CDK8S_OAM_KEPT_REPORT: report = '', CDK8S_OUTDIR: outdir = '' } = process.env;
const folders: readonly string[] = JSON.parse(kept);

function guard(target: object, suffix: '' | 'Sync', isPromise: boolean): void {
  for (const [name, paths] of Object.entries(WRITTEN)) {
    const original: unknown = Reflect.get(target, name + suffix);
    if (typeof original !== 'function') continue;
    const guarded: FileFunction = function (...args) {
      const error = paths.map(index => refused(name, args[index], args)).find(each => each !== undefined);
      if (!error) return Reflect.apply(original, this, args);
      // the stack starts at the call of the app
      Error.captureStackTrace(error, guarded);
      const callback = args[args.length - 1];
      if (isPromise) return Promise.reject(error);
      // Node shows the line of a `throw` above an uncaught error, unless the line has this comment
      if (suffix === 'Sync' || typeof callback !== 'function') throw error; // node-do-not-add-exception-line
      process.nextTick(callback, error);
      return undefined;
    };
    // keeps properties such as the variant that returns a promise
    Reflect.set(target, name + suffix, Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original)));
  }
}

/** The error of a call that would write into a kept folder: the one that a read-only file system returns. */
function refused(name: string, given: unknown, args: readonly unknown[]): Error | undefined {
  const path = pathOf(given);
  if (path === undefined || name === 'open' && !opensForWriting(args[1]) || name === 'mkdir' && existsSync(path)) return undefined;
  const places = [real(path), join(real(dirname(path)), basename(path))];
  const folder = folders.find(each => places.some(place => isKept(each, place) || OF_WHOLE_FOLDERS.includes(name) && isIn(place, each)));
  if (folder === undefined) return undefined;
  appendFileSync(report, `${folder}\n`);
  const message = `EROFS: cdk8s-oam keeps this folder as it is and CDK8S_OUTDIR names the one to write into, ${name} '${path}'`;
  return Object.assign(new Error(message), { code: 'EROFS', syscall: name, path });
}

/** The absolute path of an argument; `undefined` if it is not a path but, for example, a file descriptor. */
function pathOf(given: unknown): string | undefined {
  if (typeof given === 'string') return resolve(given);
  if (Buffer.isBuffer(given)) return resolve(given.toString());
  return given instanceof URL ? fileURLToPath(given) : undefined;
}

function opensForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return WRITING.some(bit => Math.floor(flags / bit) % 2 === 1);
  return typeof flags === 'string' && flags !== 'r' && flags !== 'rs';
}

/** The path with all symbolic links resolved. The file may not exist yet. */
function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const above = dirname(path);
    return above === path ? path : join(real(above), basename(path));
  }
}

/**
 * Whether a path is in a kept folder. The output folder of this run is excluded, and so are hidden folders and `node_modules`, which
 * contain caches and no manifests.
 */
function isKept(folder: string, place: string): boolean {
  if (!isIn(folder, place) || outdir !== '' && isIn(real(outdir), place)) return false;
  const parts = relative(folder, place).split(sep);
  return parts.every(part => part !== 'node_modules' && (!part.startsWith('.') || part.startsWith('.cdk8s-oam-')));
}

function isIn(folder: string, place: string): boolean {
  return place === folder || place.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

if (folders.length > 0) {
  guard(fs, 'Sync', false);
  guard(fs, '', false);
  guard(fs.promises, '', true);
  syncBuiltinESMExports();
}
