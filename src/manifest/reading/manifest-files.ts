import { findFiles, unreadable } from './find-files';
import { stopped } from './limit';
import { inFile, LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { ManifestError } from './manifest-error';
import { readBytesOf, STANDARD_INPUT } from './read-bytes';
import { Manifests, readManifests } from './read-manifests';
import { MOST_FINDINGS, Source } from './source';
import { found, ParametersOf } from '../../findings/finding';
import { raise } from '../../private/user-stack';
import { decodeUtf8 } from '../../private/utf8';

const MEBIBYTE = 2 ** 20;

/** The largest file that is read, in MiB: ten times what a cluster takes for one object, and what Node.js can read within its memory whatever is in it. */
export const MAX_FILE = 16;

/** How much is read in one run, in MiB: all that is read is kept. */
export const MAX_TOTAL = 64;

/**
 * Reads the Kubernetes objects of files, and of the files `*.yaml`, `*.yml` and `*.json` in folders and below them, without
 * hidden ones and `node_modules`; in the order of the paths, within folders by name. The path `-` is the standard input.
 *
 * @throws ManifestError with everything that is wrong in any of them
 */
export function readManifestFiles(paths: readonly string[]): ManifestDocument[] {
  const { documents, findings } = collectManifests(paths);
  if (findings.length > 0) raise(new ManifestError(findings));
  return documents;
}

/** The same for who reports what is wrong together with findings of its own. */
export function collectManifests(paths: readonly string[]): Manifests {
  const { files, findings } = findFiles(paths);
  const all = [without(findings)];
  let count = findings.length;
  let left = MAX_TOTAL * MEBIBYTE;
  for (const [index, path] of files.entries()) {
    const file = path === STANDARD_INPUT ? '<stdin>' : path;
    if (count >= MOST_FINDINGS) {
      all.push(without([stopped({ file }, unreadFrom(files.length - index - 1, count))]));
      break;
    }
    const read = bytesOf(path, file, Math.min(left, MAX_FILE * MEBIBYTE));
    if (read instanceof Uint8Array && read.length > left) {
      all.push(without([tooLarge(file, { reason: 'files', max: MAX_TOTAL })]));
      break;
    }
    const manifests = read instanceof Uint8Array ? readBytes(read, file) : read;
    all.push(manifests);
    count += manifests.findings.length;
    // what was refused is not kept
    for (const { repeated } of manifests.sources.values()) left -= (read as Uint8Array).length + repeated.size;
  }
  return together(all);
}

/** A file that is not read, as are some behind it. */
function unreadFrom(more: number, count: number): ParametersOf<'reading-stopped'> {
  if (more === 0) return { reason: 'file', found: count };
  return more === 1 ? { reason: 'two-files', found: count } : { reason: 'files', more, found: count };
}

/** What several texts hold. */
export function together(all: readonly Manifests[]): Manifests {
  return {
    yaml: all.flatMap(({ yaml }) => yaml),
    documents: all.flatMap(({ documents }) => documents),
    findings: all.flatMap(({ findings }) => findings),
    unread: all.flatMap(({ unread }) => unread),
    sources: new Map(all.flatMap(({ sources }) => [...sources])),
  };
}

/** At most one byte more than the limit. */
function bytesOf(path: string, file: string, limit: number): Uint8Array | Manifests {
  try {
    return readBytesOf(path, limit);
  } catch (error) {
    return without([unreadable(file, error)]);
  }
}

/** The same of bytes that somebody else has read. */
export function readBytes(bytes: Uint8Array, file: string): Manifests {
  if (bytes.length > MAX_FILE * MEBIBYTE) return without([tooLarge(file, { reason: 'file', max: MAX_FILE })]);
  const { text, complete } = decodeUtf8(bytes);
  if (complete) return readManifests(text, file);
  const source = new Source(file, text);
  source.report(source.text.length, found('invalid-character', '', { reason: 'not-utf8' }));
  return without(source.findings, source);
}

function tooLarge(file: string, what: ParametersOf<'manifest-too-large'>): LocatedFinding {
  return inFile(file, found('manifest-too-large', '', what));
}

/** Nothing, for these reasons. */
function without(unread: LocatedFinding[], ...sources: Source[]): Manifests {
  return { yaml: [], documents: [], findings: unread, unread, sources: new Map(sources.map(source => [source.file, source])) };
}
