import { readFileSync } from 'node:fs';
import { findFiles, unreadable } from './find-files';
import type { LocatedFinding } from './located-finding';
import type { ManifestDocument } from './manifest-document';
import { ManifestError } from './manifest-error';
import { Manifests, readManifests } from './read-manifests';
import { Source } from './source';
import { decodeUtf8 } from '../../private/utf8';

/**
 * Reads the Kubernetes objects of files, and of the files `*.yaml`, `*.yml` and `*.json` in folders and below them, without
 * hidden ones and `node_modules`; in the order of the paths, within folders by name.
 *
 * @throws ManifestError with everything that is wrong in any of them
 */
export function readManifestFiles(paths: readonly string[]): ManifestDocument[] {
  const { documents, findings } = collectManifests(paths);
  if (findings.length > 0) throw new ManifestError(findings);
  return documents;
}

/** The same for who reports what is wrong together with findings of its own. */
export function collectManifests(paths: readonly string[]): Manifests {
  const { files, findings } = findFiles(paths);
  return together([without(findings), ...files.map(readFile)]);
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

function readFile(file: string): Manifests {
  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    return without([unreadable(file, error)]);
  }
  return readBytes(bytes, file);
}

/** The same of bytes that somebody else has read. */
export function readBytes(bytes: Uint8Array, file: string): Manifests {
  const { text, complete } = decodeUtf8(bytes);
  if (complete) return readManifests(text, file);
  const source = new Source(file, text);
  source.report(source.text.length, { code: 'invalid-character', field: '', problem: 'has bytes that are not UTF-8', remedy: 'save the file as UTF-8' });
  return without(source.findings, source);
}

/** Nothing, for these reasons. */
function without(unread: LocatedFinding[], ...sources: Source[]): Manifests {
  return { yaml: [], documents: [], findings: unread, unread, sources: new Map(sources.map(source => [source.file, source])) };
}
