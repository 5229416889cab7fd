import { FINE, Finding, found } from '../../base/findings/finding';

/** The prefix of what is not a manifest: the index, the lock, and new files before they are in place. */
export const OWN_PREFIX = '.cdk8s-oam-';

/** The index of an app that has its output folder to itself; other apps add a dot and a name. */
export const INDEX = `${OWN_PREFIX}index`;

/** The variable that names the one environment to be written. */
export const ENVIRONMENT = 'CDK8S_OAM_ENVIRONMENT';

/** Devices of Windows, which reads a file with such a name as the device, whatever follows a dot. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$) *(\.|$)/i;

/** Whether a name has only lower-case letters, digits and `-`, which every file system accepts, and is no device. */
export const isPlainName = (name: string) => /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(name) && !DEVICE.test(name);

/** The maximum length of a file name, in bytes: file systems take 255, and the index adds an ending. */
const LONGEST_NAME = 251;
const LONGEST_PATH = 4096;

/** Separators, streams and wildcards of Windows; invisible characters; and what Windows leaves out at the end. */
const NOT_PORTABLE = /[\\:*?"<>|\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]|[ .]$|^$/u;

/** Checks the names alone, before anything is looked up on the disk. */
export function checkFileNames(paths: Iterable<string>): Finding[] {
  const all = [...paths];
  const files = new Set(all);
  const known = new Map<string, string>();
  // files and folders that some or all file systems cannot hold beside each other
  const clashes = new Map<string, Finding[]>();
  for (const path of all) {
    for (let start = 0, end = 0; end < path.length; start = end + 1) {
      end = path.indexOf('/', start) < 0 ? path.length : path.indexOf('/', start);
      const place = path.slice(0, end);
      // the folder as it is spelled: if two folders clash, only they are reported, not all their files
      const key = path.slice(0, start) + fold(path.slice(start, end));
      const twin = known.get(key) ?? place;
      known.set(key, twin);
      if (clashes.has(place)) continue;
      if (twin !== place) {
        clashes.set(place, found('files-differ-in-case', [place], { twin }));
      } else if (place !== path && files.has(place)) {
        clashes.set(place, found('output-not-writable', [place], { reason: 'file-and-folder', path }));
      }
    }
  }
  return [...all.flatMap(checkFilePath), ...[...clashes.values()].flat()];
}

/** Rejects a path that leads out of the folder, is taken by this library's own files, or fails on some file system. */
export function checkFilePath(path: string): Finding[] {
  const parts = path.split('/');
  if (path.startsWith('/') || parts.includes('..')) return found('unsafe-path', [path], { reason: 'outside' });
  if (Buffer.byteLength(path) > LONGEST_PATH) {
    return found('unsafe-path', [`${path.slice(0, LONGEST_NAME)}…`], { reason: 'long-path', max: LONGEST_PATH });
  }
  const own = parts.some(part => fold(part).startsWith(fold(OWN_PREFIX)));
  if (own) return found('unsafe-path', [path], { reason: 'own-prefix', prefix: OWN_PREFIX });
  const part = parts.find(each =>
    NOT_PORTABLE.test(each) || DEVICE.test(each) || Buffer.byteLength(each) > LONGEST_NAME);
  return part === undefined ? FINE : found('unsafe-path', [path], { reason: 'part', part, max: LONGEST_NAME });
}

/** Normalizes a name as file systems do that ignore case or Unicode forms; independent of the user's language. */
export function fold(name: string): string {
  // lower case first: some letters, such as ẞ, reach their upper case only through it
  return name.normalize('NFC').toLowerCase().toUpperCase().normalize('NFC');
}
