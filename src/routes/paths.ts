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
