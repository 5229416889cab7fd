import { closeSync, openSync, readdirSync, readSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ManifestDocument, Source } from './documents';
import { LocatedFinding, ManifestError, inFile } from './located-finding';
import { ReadManifests, readManifests } from './read-manifests';
import { found } from '../../base/findings/finding';
import { raise } from '../../base/user-stack';
import { decodeUtf8 } from '../../base/utf8';

/** The path that stands for the standard input. */
const STANDARD_INPUT = '-';

const MANIFEST = /\.(ya?ml|json)$/i;
const IGNORED = /^(\.|node_modules$)/;
/** Files of tools that are beside manifests, but are not manifests. */
const OF_TOOLS = /^(cdk8s(-oam)?\.ya?ml|kustomization\.ya?ml|package(-lock)?\.json|tsconfig(\..*)?\.json)$/;

const MEBIBYTE = 2 ** 20;

/** The largest file that is read, in MiB: ten times what a cluster accepts for one object. */
export const MAX_FILE = 16;

/** The most that is read in one run, in MiB: everything that is read stays in memory. */
export const MAX_TOTAL = 64;

/**
 * Reads the Kubernetes objects of files, and of the files `*.yaml`, `*.yml` and `*.json` in and below folders, except
 * hidden ones and `node_modules`. The order is that of the paths, within folders by name; `-` is the standard input.
 *
 * @throws ManifestError with all findings about any of them
 */
export function readManifestFiles(paths: readonly string[]): ManifestDocument[] {
  const { documents, findings } = collectManifests(paths);
  if (findings.length > 0) raise(new ManifestError(findings));
  return documents;
}

/** The same for callers that report the findings together with their own, and may have other names for the files. */
export function collectManifests(paths: readonly string[], nameOf = (path: string) => path): ReadManifests {
  const { files, findings } = findFiles(paths);
  const all = [onlyUnread(findings.map(each => ({ ...each, file: nameOf(each.file) })))];
  let left = MAX_TOTAL * MEBIBYTE;
  for (const path of files) {
    const file = path === STANDARD_INPUT ? '<stdin>' : nameOf(path);
    const bytes = tryToReadFile(path, file, Math.min(left, MAX_FILE * MEBIBYTE));
    if ('length' in bytes && bytes.length > left) {
      all.push(onlyUnread([inFile(file, found('manifest-too-large', '', { reason: 'files', max: MAX_TOTAL }))]));
      break;
    }
    const manifests = 'length' in bytes ? readBytes(bytes, file) : bytes;
    all.push(manifests);
    // rejected content is not kept
    for (const { text, repeated } of manifests.sources.values()) left -= text.length + repeated;
  }
  return mergedManifests(all);
}

/** Combines what several texts hold. */
export function mergedManifests(all: readonly ReadManifests[]): ReadManifests {
  return {
    yaml: all.flatMap(({ yaml }) => yaml),
    documents: all.flatMap(({ documents }) => documents),
    findings: all.flatMap(({ findings }) => findings),
    unread: all.flatMap(({ unread }) => unread),
    sources: new Map(all.flatMap(({ sources }) => [...sources])),
  };
}

/** At most one byte more than the limit, or the reason why a file cannot be read. */
function tryToReadFile(path: string, file: string, limit: number): Uint8Array | ReadManifests {
  try {
    return readBytesOf(path, limit);
  } catch (error) {
    return onlyUnread([unreadable(file, error)]);
  }
}

/** Reads manifests from bytes that the caller has read. */
export function readBytes(bytes: Uint8Array, file: string): ReadManifests {
  const text = decode(bytes, file);
  return typeof text === 'string' ? readManifests(text, file) : text;
}

/**
 * Reads the text of a file that is not a manifest; here `-` is the name of a file.
 *
 * @throws ManifestError if it cannot be read
 */
export function readText(path: string): string {
  const bytes = tryToReadFile(path === STANDARD_INPUT ? `./${path}` : path, path, MAX_FILE * MEBIBYTE);
  const text = 'length' in bytes ? decode(bytes, path) : bytes;
  return typeof text === 'string' ? text : raise(new ManifestError(text.findings));
}

/** The text of bytes in UTF-8, or the reason why there is none. */
function decode(bytes: Uint8Array, file: string): string | ReadManifests {
  if (bytes.length > MAX_FILE * MEBIBYTE) {
    return onlyUnread([inFile(file, found('manifest-too-large', '', { reason: 'file', max: MAX_FILE }))]);
  }
  const { text, complete } = decodeUtf8(bytes);
  if (complete) return text;
  const source = new Source(file, text);
  source.report(source.text.length, found('invalid-character', '', { reason: 'not-utf8' }));
  return onlyUnread(source.findings, source);
}

/** A result with nothing but findings about content that could not be read. */
function onlyUnread(unread: LocatedFinding[], ...sources: Source[]): ReadManifests {
  const byFile = new Map(sources.map(source => [source.file, source]));
  return { yaml: [], documents: [], findings: unread, unread, sources: byFile };
}

/** The number of bytes in one read. */
const PIECE = 65_536;

/** The pause before a terminal or a pipe without data is asked again, in milliseconds. */
const PAUSE = 20;

/**
 * The bytes of a file, a pipe or a device, at most one more than `limit`.
 *
 * @throws the error of the system
 */
export function readBytesOf(path: string, limit: number): Uint8Array {
  const file = path === STANDARD_INPUT ? 0 : openSync(path, 'r');
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for (let length = 1; length > 0 && size <= limit; size += length) {
      const piece = new Uint8Array(Math.min(PIECE, limit + 1 - size));
      length = readPiece(file, piece);
      pieces.push(piece.subarray(0, length));
    }
    return Buffer.concat(pieces, size);
  } finally {
    if (file !== 0) closeSync(file);
  }
}

/** The number of bytes read; 0 at the end. */
function readPiece(file: number, into: Uint8Array): number {
  for (;;) {
    try {
      return readSync(file, into);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Windows reports a closed pipe in this way
      if (code === 'EOF') return 0;
      if (code !== 'EAGAIN') throw error;
      // the other side has made the pipe non-blocking
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE);
    }
  }
}

/** Finds files, each once: named ones whatever their name, and those in folders by their extension. */
export function findFiles(paths: readonly string[]): { readonly files: string[]; readonly findings: LocatedFinding[] } {
  const files: string[] = [];
  const findings: LocatedFinding[] = [];
  const tried = <T>(path: string, ask: () => T, isTold = true): T | undefined => {
    try {
      return ask();
    } catch (error) {
      if (isTold) findings.push(unreadable(path, error));
      return undefined;
    }
  };
  /** The real paths of files and folders, without links: none is read twice, and links cannot form a loop. */
  const seen = new Set<string>();
  const isNew = (path: string) => {
    // the pipe that a shell creates for `<(command)` has no real path
    const real = tried(path, () => realpathSync.native(path), false) ?? path;
    if (seen.has(real)) return false;
    seen.add(real);
    return true;
  };
  /** Whether a path is a manifest, or a folder that holds some, including manifests that were seen before. */
  const search = (path: string, isNamed: boolean): boolean => {
    const isManifest = isNamed || MANIFEST.test(path);
    // a dangling link matters only if it has the name of a manifest
    const stats = tried(path, () => statSync(path), isManifest);
    if (!stats?.isDirectory()) {
      // a pipe or device is read only if it is named: possibly nobody ever writes to it, and reading would wait forever
      if (!stats || !isManifest) return isManifest;
      const isOdd = !isNamed && !stats.isFile();
      if (isOdd) findings.push(inFile(path, found('manifest-not-readable', '', { reason: 'odd-file' })));
      else if (isNew(path)) files.push(path);
      return true;
    }
    if (!isNew(path)) return true;
    // not by locale, so that the order is the same on every machine
    const names = tried(path, () => readdirSync(path))?.sort((a, b) => a < b ? -1 : 1);
    const others = names?.filter(name => !IGNORED.test(name) && !OF_TOOLS.test(name));
    const holdsSome = !others || others.map(name => search(join(path, name), false)).includes(true);
    if (!holdsSome && isNamed) findings.push(inFile(path, found('no-manifests', '')));
    return holdsSome;
  };
  for (const path of paths) {
    if (path !== STANDARD_INPUT) search(path, true);
    // a file that is called `-` can be named as `./-`
    else if (!files.includes(path)) files.push(path);
  }
  // links may lead from one folder to the other only
  if (paths.length > 0 && files.length === 0 && findings.length === 0) {
    findings.push(inFile(paths[0], found('no-manifests', '')));
  }
  return { files, findings };
}

/** The finding about a file that the system cannot read, with the reason. */
export function unreadable(file: string, error: unknown): LocatedFinding {
  const { code } = error as NodeJS.ErrnoException;
  return inFile(file, code === 'ENOENT' ? found('manifest-not-readable', '', { reason: 'missing' })
    : found('manifest-not-readable', '', { reason: 'system-error', error: String(code) }));
}
