import { isOpenEnded, partMatches, withoutAnchors, wholeMatch } from '../private/regexes';

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
  return isCatchAll(own, type) || (type === 'Prefix' || type === 'TextPrefix') && takesPath(own, type, comparedPath(path, 'Prefix'));
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

/**
 * Whether a route takes every path that another one takes. Of regular expressions it is known if they are the same, if the one takes
 * whatever follows, or if the other begins with plain text or is nothing else.
 */
export function includesPaths(own: OwnPath, other: OwnPath): boolean {
  const { path, type } = own;
  if (isCatchAll(path, type)) return true;
  const paths = pathsOf(other);
  if (paths) return paths.every(each => takesPath(path, type, each));
  if (type === 'Exact') return false;
  const begin = beginningOf(other);
  if (isRegex(type)) return type === other.type && path === other.path || goesOn(own, other) && takesPath(path, type, begin);
  // a text prefix goes on with any letter, as if it were no whole element
  return takesPath(path, type, other.type === 'Prefix' ? begin : `${begin}X`);
}

/** The text with which all paths begin that a route takes, as far as it is known. */
export function beginningOf(own: OwnPath): string {
  if (!isRegex(own.type)) return comparedPath(own.path, own.type);
  return pathsOf(own)?.reduce(commonBegin) ?? literalBegin(own);
}

function commonBegin(one: string, other: string): string {
  const end = [...one].findIndex((each, i) => each !== other[i]);
  return end < 0 ? one : one.slice(0, end);
}

/** Plain text, with alternatives in one group or in none. */
const ALTERNATIVES = /^(?:([\w/-]*)\((?:\?:)?([\w/|-]*)\)([\w/-]*)|([\w/|-]*))$/;

/** The paths that a route takes, if they can be listed: that of an exact one, or those of an expression that repeats nothing. */
function pathsOf({ path, type }: OwnPath): string[] | undefined {
  if (type === 'Exact') return [path];
  // without both anchors, a part may be anywhere
  const isWhole = type === 'Regex' || type === 'PartRegex' && /^\^\(\?:.*\)\$$/.test(path);
  const found = isWhole ? ALTERNATIVES.exec(withoutAnchors(path)) : null;
  if (!found) return undefined;
  const [, begin = '', group, end = '', plain = ''] = found;
  return (group ?? plain).split('|').map(each => `${begin}${each}${end}`);
}

/** What takes whatever follows after an element of a path. */
const OPEN_ELEMENT = /\((?:\?:)?\/\.\*\)\?\$?$/;

/** Whether a regular expression that matches the beginning of another route matches all that the other one takes. */
function goesOn({ path, type }: OwnPath, { path: other, type: otherType }: OwnPath): boolean {
  return isOpen({ path, type }) || otherType === 'Prefix' && other !== '/' && OPEN_ELEMENT.test(path);
}

function isOpen({ path, type }: OwnPath): boolean {
  return isOpenEnded(path) || type === 'PartRegex' && !/[$\\]/.test(path);
}

/** What must be true of a path before a regular expression can match all that begins so; what is known at once. */
export interface RegexReach {
  /** Whether it matches more than single paths, as far as it is known. */
  readonly isOpen: boolean;
  /** A text that is in every path. */
  readonly text: string;
}

export function reachOfRegex(own: OwnPath): RegexReach {
  return { isOpen: isOpen(own) || OPEN_ELEMENT.test(own.path), text: plainBegin(own.path) };
}

/** The text with which all paths begin that a regular expression matches, as far as it is plain. */
function literalBegin({ path, type }: OwnPath): string {
  // a part may be anywhere
  return type === 'PartRegex' && !path.startsWith('^') ? '' : plainBegin(path);
}

function plainBegin(path: string): string {
  return path.includes('|') ? '' : /^[\w/-]*(?![?*{])/.exec(withoutAnchors(path))![0];
}
