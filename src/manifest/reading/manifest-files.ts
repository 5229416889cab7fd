import { closeSync, openSync, readSync } from 'node:fs';
import type { ManifestDocument } from './documents';
import { findFiles, STANDARD_INPUT, unreadable } from './find-files';
import { LocatedFinding, ManifestError, inFile } from './located-finding';
import { ReadManifests, readManifests } from './read-manifests';
import { Source } from './source';
import { found, ParametersOf } from '../../findings/finding';
import { raise } from '../../private/user-stack';
import { decodeUtf8 } from '../../private/utf8';

const MEBIBYTE = 2 ** 20;

/** The largest file that is read, in MiB: ten times what a cluster accepts for one object, and what fits into memory with any content. */
export const MAX_FILE = 16;

/** The most that is read in one run, in MiB: everything that is read stays in memory. */
export const MAX_TOTAL = 64;

/**
 * Reads the Kubernetes objects of files, and of the files `*.yaml`, `*.yml` and `*.json` in and below folders, except hidden ones and
 * `node_modules`. The order is that of the paths, within folders by name. The path `-` is the standard input.
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
  const all = [without(findings.map(each => ({ ...each, file: nameOf(each.file) })))];
  let left = MAX_TOTAL * MEBIBYTE;
  for (const path of files) {
    const file = path === STANDARD_INPUT ? '<stdin>' : nameOf(path);
    const read = bytesOf(path, file, Math.min(left, MAX_FILE * MEBIBYTE));
    if (read instanceof Uint8Array && read.length > left) {
      all.push(without([tooLarge(file, { reason: 'files', max: MAX_TOTAL })]));
      break;
    }
    const manifests = read instanceof Uint8Array ? readBytes(read, file) : read;
    all.push(manifests);
    // rejected content is not kept
    for (const { repeated } of manifests.sources.values()) left -= (read as Uint8Array).length + repeated.size;
  }
  return together(all);
}

/** Combines what several texts hold. */
export function together(all: readonly ReadManifests[]): ReadManifests {
  return {
    yaml: all.flatMap(({ yaml }) => yaml),
    documents: all.flatMap(({ documents }) => documents),
    findings: all.flatMap(({ findings }) => findings),
    unread: all.flatMap(({ unread }) => unread),
    sources: new Map(all.flatMap(({ sources }) => [...sources])),
  };
}

/** Reads at most one byte more than the limit. */
function bytesOf(path: string, file: string, limit: number): Uint8Array | ReadManifests {
  try {
    return readBytesOf(path, limit);
  } catch (error) {
    return without([unreadable(file, error)]);
  }
}

/** Reads manifests from bytes that the caller has read. */
export function readBytes(bytes: Uint8Array, file: string): ReadManifests {
  const { text, source, findings } = textOf(bytes, file);
  return findings.length === 0 ? readManifests(text, file) : without(findings, ...source ? [source] : []);
}

/** The text of a file, and the findings that precede the reading of its content. */
interface TextOfFile {
  readonly text: string;
  /** The source that locates the findings, if they have a position. */
  readonly source?: Source;
  readonly findings: LocatedFinding[];
}

/** Reads the text of a file that is not a manifest; here `-` is the name of a file. */
export function readText(path: string): TextOfFile {
  const bytes = bytesOf(path === STANDARD_INPUT ? `./${path}` : path, path, MAX_FILE * MEBIBYTE);
  return bytes instanceof Uint8Array ? textOf(bytes, path) : { text: '', findings: bytes.findings };
}

function textOf(bytes: Uint8Array, file: string): TextOfFile {
  if (bytes.length > MAX_FILE * MEBIBYTE) return { text: '', findings: [tooLarge(file, { reason: 'file', max: MAX_FILE })] };
  const { text, complete } = decodeUtf8(bytes);
  if (complete) return { text, findings: [] };
  const source = new Source(file, text);
  source.report(source.text.length, found('invalid-character', '', { reason: 'not-utf8' }));
  return { text, source, findings: source.findings };
}

function tooLarge(file: string, what: ParametersOf<'manifest-too-large'>): LocatedFinding {
  return inFile(file, found('manifest-too-large', '', what));
}

/** An empty result with these findings. */
function without(unread: LocatedFinding[], ...sources: Source[]): ReadManifests {
  return { yaml: [], documents: [], findings: unread, unread, sources: new Map(sources.map(source => [source.file, source])) };
}

/** The number of bytes in one read. */
const PIECE = 65_536;

/** The pause before a terminal or a pipe without data is asked again, in milliseconds. */
const PAUSE = 20;

/**
 * The bytes of a file, at most one more than `limit`. The size that the system reports for a pipe or a device is not reliable, so it is not
 * used.
 *
 * @throws the error of the system
 */
export function readBytesOf(path: string, limit: number): Uint8Array {
  if (path === STANDARD_INPUT) return readAll(0, limit);
  const file = openSync(path, 'r');
  try {
    return readAll(file, limit);
  } finally {
    closeSync(file);
  }
}

function readAll(file: number, limit: number): Uint8Array {
  const pieces: Uint8Array[] = [];
  let size = 0;
  while (size <= limit) {
    const piece = new Uint8Array(Math.min(PIECE, limit + 1 - size));
    const length = readSome(file, piece);
    if (length === 0) break;
    pieces.push(piece.subarray(0, length));
    size += length;
  }
  return Buffer.concat(pieces, size);
}

/** The number of bytes read; 0 at the end. */
function readSome(file: number, into: Uint8Array): number {
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
