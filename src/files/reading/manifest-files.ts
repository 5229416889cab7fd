import { closeSync, openSync, readSync } from 'node:fs';
import type { ManifestDocument } from './documents';
import { findFiles, STANDARD_INPUT, unreadable } from './find-files';
import { LocatedFinding, ManifestError, inFile } from './located-finding';
import { ReadManifests, readManifests } from './read-manifests';
import { Source } from './source';
import { found } from '../../base/findings/finding';
import { raise } from '../../base/user-stack';
import { decodeUtf8 } from '../../base/utf8';

const MEBIBYTE = 2 ** 20;

/**
 * The largest file that is read, in MiB: ten times what a cluster accepts for one object, and what fits into memory
 * with any content.
 */
export const MAX_FILE = 16;

/** The most that is read in one run, in MiB: everything that is read stays in memory. */
export const MAX_TOTAL = 64;

/**
 * Reads the Kubernetes objects of files, and of the files `*.yaml`, `*.yml` and `*.json` in and below folders, except
 * hidden ones and `node_modules`. The order is that of the paths, within folders by name. The path `-` is the standard
 * input.
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
    const bytes = bytesOf(path, file, Math.min(left, MAX_FILE * MEBIBYTE));
    const isOver = 'length' in bytes && bytes.length > left;
    const manifests = !('length' in bytes) ? bytes : isOver ? without([tooLarge(file, 'files', MAX_TOTAL)]) : readBytes(bytes, file);
    all.push(manifests);
    if (isOver) break;
    // rejected content is not kept
    for (const { text, repeated } of manifests.sources.values()) left -= text.length + repeated;
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

/** At most one byte more than the limit, or the reason why a file cannot be read. */
function bytesOf(path: string, file: string, limit: number): Uint8Array | ReadManifests {
  try {
    return readBytesOf(path, limit);
  } catch (error) {
    return without([unreadable(file, error)]);
  }
}

/** Reads manifests from bytes that the caller has read. */
export function readBytes(bytes: Uint8Array, file: string): ReadManifests {
  const text = textOf(bytes, file);
  return typeof text === 'string' ? readManifests(text, file) : text;
}

/**
 * Reads the text of a file that is not a manifest; here `-` is the name of a file.
 *
 * @throws ManifestError if it cannot be read
 */
export function readText(path: string): string {
  const bytes = bytesOf(path === STANDARD_INPUT ? `./${path}` : path, path, MAX_FILE * MEBIBYTE);
  const text = 'length' in bytes ? textOf(bytes, path) : bytes;
  return typeof text === 'string' ? text : raise(new ManifestError(text.findings));
}

function textOf(bytes: Uint8Array, file: string): string | ReadManifests {
  if (bytes.length > MAX_FILE * MEBIBYTE) return without([tooLarge(file, 'file', MAX_FILE)]);
  const { text, complete } = decodeUtf8(bytes);
  if (complete) return text;
  const source = new Source(file, text);
  source.report(source.text.length, found('invalid-character', '', { reason: 'not-utf8' }));
  return without(source.findings, source);
}

function tooLarge(file: string, reason: 'file' | 'files', max: number): LocatedFinding {
  return inFile(file, found('manifest-too-large', '', { reason, max }));
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
 * The bytes of a file, at most one more than `limit`. The size that the system reports for a pipe or a device is not
 * reliable, so it is not used.
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
      length = readSome(file, piece);
      pieces.push(piece.subarray(0, length));
    }
    return Buffer.concat(pieces, size);
  } finally {
    if (file !== 0) closeSync(file);
  }
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
