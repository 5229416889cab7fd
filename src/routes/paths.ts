import { partMatches, wholeMatch } from '../private/regexes';

/**
 * How the path of a route is compared with that of a request: as a whole, element by element from the beginning, character by character
 * from the beginning, or by a regular expression that matches the whole path, or a part of it.
 */
export type PathMatch = 'Exact' | 'Prefix' | 'TextPrefix' | 'Regex' | 'PartRegex';

const TAKES: Readonly<Record<PathMatch, (own: string, asked: string) => boolean>> = {
  Exact: (own, asked) => own === asked,
  Prefix: (own, asked) => `${asked}/`.startsWith(`${own}/`.replace(/\/\/$/, '/')),
  TextPrefix: (own, asked) => asked.startsWith(own),
  Regex: (own, asked) => wholeMatch(own, asked) !== undefined,
  PartRegex: partMatches,
};

/** Whether the path of a route takes that of a request. */
export function takesPath(own: string, type: PathMatch, asked: string): boolean {
  return TAKES[type](own, asked);
}

/** A path as it is compared with those of other routes: a slash at the end of a prefix says nothing. */
export function comparedPath(path: string, type: PathMatch): string {
  return type !== 'Prefix' ? path : path.replace(/(.)\/$/, '$1');
}

/** The key of a host and a path, which two routes share that claim the same. A claim of no type is compared with its like alone. */
export function claimKey(host: string, path: string, type?: string): string {
  return JSON.stringify([host, path, type ?? '']);
}

/** Whether a path is a regular expression. */
export function isRegex(type: PathMatch): boolean {
  return type === 'Regex' || type === 'PartRegex';
}

/** Whether a route takes every path. */
export function isCatchAll(own: string, type: PathMatch): boolean {
  return isRegex(type) ? EVERY_PATH.has(own) : type !== 'Exact' && own === '/';
}

/** The usual regular expressions that match every path. */
const EVERY_PATH: ReadonlySet<string> = new Set(['.*', '/.*', '^.*$', '^/.*$', '^/.*']);

/** Whether a route takes every request at a path and below it. Of regular expressions it is known only of those that take every path. */
export function coversPath(own: string, type: PathMatch, path: string): boolean {
  return isCatchAll(own, type) || (type === 'Prefix' || type === 'TextPrefix') && takesPath(own, type, path);
}

/** Whether a route takes some request at a path or below it; a regular expression may always. */
export function meetsPath(own: string, type: PathMatch, path: string): boolean {
  return isRegex(type) || coversPath(own, type, path) || takesPath(path, 'Prefix', own);
}

/** A path, and how it is compared. */
export interface OwnPath {
  readonly path: string;
  readonly type: PathMatch;
}

/** Whether a route takes every path that another one takes. Of regular expressions it is known if they are the same, or begin alike. */
export function includesPaths({ path: own, type }: OwnPath, other: OwnPath): boolean {
  if (isCatchAll(own, type)) return true;
  if (other.type === 'Exact') return takesPath(own, type, other.path);
  if (type === 'Exact') return false;
  if (isRegex(type)) return type === other.type && own === other.path;
  const begin = isRegex(other.type) ? literalBegin(other) : comparedPath(other.path, other.type);
  // a text prefix goes on with any letter, as if it were no whole element
  return takesPath(own, type, other.type === 'Prefix' ? begin : `${begin}X`);
}

/** The text with which all paths begin that a regular expression matches, as far as it is plain. A part may be anywhere. */
function literalBegin({ path, type }: OwnPath): string {
  const isAnywhere = type === 'PartRegex' && !path.startsWith('^') || path.includes('|');
  return isAnywhere ? '' : /^[\w/-]*(?![?*{])/.exec(path.replace(/^\^/, ''))![0];
}
