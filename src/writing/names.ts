import { FINE, Finding, found, ParametersOf } from '../findings/finding';

/** The prefix of the names of files that are not manifests: indexes and temporary files. */
export const OWN_PREFIX = '.cdk8s-oam-';

/** The index of an app that has its output folder to itself; other apps add a dot and a name. */
export const INDEX = `${OWN_PREFIX}index`;

/** The variable that names the one environment to be written. */
export const ENVIRONMENT = 'CDK8S_OAM_ENVIRONMENT';

/** The extensions of copies that editors and Git leave beside a file. */
const COPIES = ['bak', 'orig', 'rej', 'tmp'];

/** Devices of Windows, which reads a file with such a name as the device, whatever follows a dot. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** Whether a name has only lower-case letters, digits and `-`, which every file system accepts, and is no device of Windows. */
export const isPlainName = (name: string) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && !DEVICE.test(name);

/** Whether a name distinguishes an app, and its index, from others: whatever the case of its letters, and from copies of an index. */
export function isAppName(name: string): boolean {
  return isPlainName(name) && !COPIES.includes(name);
}

/** Whether a file has the name of an app's index. */
export function isIndexName(file: string): boolean {
  return file === INDEX || file.startsWith(`${INDEX}.`) && isAppName(file.slice(INDEX.length + 1));
}

/** The maximum length of a file name and of a path, in bytes. */
const LONGEST_NAME = 255;
const LONGEST_PATH = 4096;

/** Separators, streams and wildcards of Windows, and invisible characters. */
const BAD_CHARACTER = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Files that kubectl and the GitOps tools read as manifests. */
const MANIFEST = /\.(ya?ml|json|jsonnet)$/i;

type UnsafePath = ParametersOf<'unsafe-path'>;

/** Checks the names alone, before anything is looked up on the disk. */
export function checkNames(paths: Iterable<string>, index?: string): Finding[] {
  const all = [...paths];
  const unsafe = all.flatMap(path => told(path, problemOf(path) ?? deviceIn(path)));
  return [...index === undefined ? [] : checkIndexName(index), ...unsafe, ...clashes(all)];
}

/**
 * Whether a path stays in the output folder, and is not that of a file of our own. Names of devices are safe here: a run of an earlier
 * version may have written such a file, whatever Windows does with it.
 */
export function isSafe(path: string): boolean {
  return problemOf(path) === undefined;
}

function checkIndexName(index: string): Finding[] {
  if (index !== INDEX && !index.startsWith(`${INDEX}.`)) return told(index, { reason: 'index-name', prefix: `${INDEX}.` });
  if (index.includes('/')) return told(index, { reason: 'index-in-folder' });
  if (MANIFEST.test(index)) return told(index, { reason: 'index-as-manifest' });
  return told(index, problemOfName(index));
}

function told(path: string, problem: UnsafePath | undefined): Finding[] {
  if (problem === undefined) return FINE;
  return found('unsafe-path', [problem.reason === 'long-path' ? `${path.slice(0, LONGEST_NAME)}…` : path], problem);
}

function problemOf(path: string): UnsafePath | undefined {
  if (path.startsWith('/')) return { reason: 'absolute' };
  if (Buffer.byteLength(path) > LONGEST_PATH) return { reason: 'long-path', max: LONGEST_PATH };
  for (const part of path.split('/')) {
    const problem = problemOfPart(part);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function deviceIn(path: string): UnsafePath | undefined {
  const part = path.split('/').find(each => DEVICE.test(each));
  return part === undefined ? undefined : { reason: 'device', part };
}

function problemOfPart(part: string): UnsafePath | undefined {
  return problemOfName(part) ?? (fold(part).startsWith(fold(OWN_PREFIX)) ? { reason: 'own-prefix', prefix: OWN_PREFIX } : undefined);
}

function problemOfName(part: string): UnsafePath | undefined {
  if (part === '') return { reason: 'empty-part' };
  if (part === '..') return { reason: 'upwards' };
  if (part === '.') return { reason: 'same-folder' };
  const bad = BAD_CHARACTER.exec(part);
  if (bad) return { reason: 'character', character: characterOf(bad[0]) };
  if (/[ .]$/.test(part)) return { reason: 'last-character', part };
  if (Buffer.byteLength(part) > LONGEST_NAME) return { reason: 'long-part', max: LONGEST_NAME };
  return undefined;
}

/** The character, or its code point if it may be invisible. */
function characterOf(text: string): string {
  return /[!-~]/.test(text) ? text : `U+${text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Normalizes a name as file systems do that ignore case or Unicode forms; independent of the user's language. */
export function fold(name: string): string {
  // lower case first: some letters, such as ẞ, reach their upper case only through it
  return name.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}

/** Reports files and folders that some or all file systems cannot hold beside each other. */
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
    ...both.flatMap(([folder, path]) => found('output-not-writable', [folder], { reason: 'file-and-folder', path })),
    ...differencesInCase(new Set([...folders.keys(), ...files])),
  ];
}

function differencesInCase(places: Iterable<string>): Finding[] {
  const known = new Map<string, string>();
  const findings: Finding[] = [];
  for (const place of places) {
    // the folder as it is spelled: if two folders clash, only they are reported, not all their files
    const above = place.lastIndexOf('/') + 1;
    const key = place.slice(0, above) + fold(place.slice(above));
    const twin = known.get(key);
    if (twin === undefined) known.set(key, place);
    else findings.push(...found('files-differ-in-case', [place], { twin }));
  }
  return findings;
}

/** The folders of a path, from the outermost to the innermost. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.push(path.slice(0, at));
  return folders;
}
