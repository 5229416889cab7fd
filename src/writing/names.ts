import { FINE, Finding } from '../findings/finding';
import { show } from '../findings/shown';
import { finding } from '../findings/unsaid';

/** How the names of files begin that are no manifests: indexes and temporary files. */
export const OWN_PREFIX = '.cdk8s-oam-';

/** The index of an app that has its output folder for itself; others add a dot and a name. */
export const INDEX = `${OWN_PREFIX}index`;

/** What copies of a file are called that editors and Git leave beside it. */
const COPIES = ['bak', 'orig', 'rej', 'tmp'];

/** Whether a name can tell an app from others, and its index: in any case of its letters, and from copies of an index. */
export function isAppName(name: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && !COPIES.includes(name);
}

/** Whether a file is called as the index of an app is. */
export function isIndexName(file: string): boolean {
  return file === INDEX || file.startsWith(`${INDEX}.`) && isAppName(file.slice(INDEX.length + 1));
}

/** File systems take no more, in bytes. */
const LONGEST_NAME = 255;

/** Separators and streams of Windows, its wildcards, and what cannot be seen. */
const BAD_CHARACTER = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Devices of Windows, which takes a file of such a name for them, whatever follows a dot. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** What kubectl and the GitOps tools take for manifests. */
const MANIFEST = /\.(ya?ml|json|jsonnet)$/i;

const SAFE = 'give each part of the path a name that every file system takes';

/** Everything that can be said of the names alone, before anything is looked up on the disk. */
export function checkNames(paths: Iterable<string>, index?: string): Finding[] {
  const all = [...paths];
  const unsafe = all.flatMap(path => told(path, problemOf(path) ?? deviceIn(path)));
  return [...index === undefined ? [] : checkIndexName(index), ...unsafe, ...clashes(all)];
}

/**
 * Whether a path leads to a place in the output folder, and not to a file of our own. A run of an earlier version may have written it,
 * whatever Windows makes of it.
 */
export function isSafe(path: string): boolean {
  return problemOf(path) === undefined;
}

function checkIndexName(index: string): Finding[] {
  if (index !== INDEX && !index.startsWith(`${INDEX}.`)) return told(index, `is no name of an index: it must begin with ${show(`${INDEX}.`)}`);
  if (index.includes('/')) return told(index, 'is no name of an index: it must lie in the output folder itself');
  if (MANIFEST.test(index)) return told(index, 'is no name of an index: it would be taken for a manifest');
  return told(index, problemOfName(index));
}

function told(path: string, problem: string | undefined): Finding[] {
  return problem === undefined ? FINE : finding('unsafe-path', [path], problem, SAFE);
}

function problemOf(path: string): string | undefined {
  if (path.startsWith('/')) return 'must be relative to the output folder, not absolute';
  for (const part of path.split('/')) {
    const problem = problemOfPart(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function deviceIn(path: string): string | undefined {
  const device = path.split('/').find(part => DEVICE.test(part));
  return device === undefined ? undefined : `must have no part that Windows takes for a device, got ${show(device)}`;
}

function problemOfPart(part: string): string | undefined {
  return problemOfName(part)
    ?? (fold(part).startsWith(fold(OWN_PREFIX)) ? `must have no part that begins with ${show(OWN_PREFIX)}, as the library's own files do` : undefined);
}

function problemOfName(part: string): string | undefined {
  if (part === '') return 'must not have an empty part';
  if (part === '..') return 'must not lead out of its folder by ".."';
  if (part === '.') return 'must not have the part "."';
  const bad = BAD_CHARACTER.exec(part);
  if (bad) return `must not have the character ${characterOf(bad[0])}, which some file systems do not take`;
  if (/[ .]$/.test(part)) return `must have no part that ends with a space or a dot, which Windows leaves out, got ${show(part)}`;
  if (Buffer.byteLength(part) > LONGEST_NAME) return `must have no part of more than ${LONGEST_NAME} bytes`;
  return undefined;
}

/** Those that cannot be seen by their number. */
function characterOf(text: string): string {
  return /[!-~]/.test(text) ? text : `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** What file systems that do not tell case or Unicode forms apart make of a name; the same for each language of the user's. */
export function fold(name: string): string {
  // lower case first, since some letters have an upper case only by way of it, such as ẞ
  return name.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** Files and folders that some or all file systems cannot hold beside each other. */
function clashes(paths: readonly string[]): Finding[] {
  const files = new Set(paths);
  const folders = new Map<string, string>();
  for (const path of paths) {
    for (const folder of foldersOf(path)) {
      if (!folders.has(folder)) folders.set(folder, path);
    }
  }
  const both = [...folders].filter(([folder]) => files.has(folder));
  return [
    ...both.flatMap(([folder, path]) => finding('output-not-writable', [folder], `is a file, and the folder of ${show(path)} too`, 'rename one of them')),
    ...differencesInCase(new Set([...folders.keys(), ...files])),
  ];
}

function differencesInCase(places: Iterable<string>): Finding[] {
  const known = new Map<string, string>();
  const findings: Finding[] = [];
  for (const place of places) {
    // below a folder as it is spelled: of two folders that differ, only they are told, not all that they hold
    const above = place.lastIndexOf('/') + 1;
    const key = place.slice(0, above) + fold(place.slice(above));
    const twin = known.get(key);
    if (twin === undefined) known.set(key, place);
    else findings.push(...finding('files-differ-in-case', place, `differs from ${show(twin)} in nothing but case, or the form of a letter in Unicode`, 'rename one of them'));
  }
  return findings;
}

/** The folders of a path, from the outermost to the innermost. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
