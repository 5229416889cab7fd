import { isOpenEnded, partMatches, withoutAnchors, wholeMatch } from '../private/regexes';

/**
 * How the path of a route is compared with that of a request: as a whole, element by element from the beginning, character by character
 * from the beginning, or by a regular expression that matches the whole path or a part of it.
 */
export type PathMatch = 'Exact' | 'Prefix' | 'TextPrefix' | 'Regex' | 'PartRegex';

const TAKES: Readonly<Record<PathMatch, (own: string, asked: string) => boolean>> = {
  Exact: (own, asked) => own === asked,
  Prefix: (own, asked) => `${asked}/`.startsWith(`${own}/`.replace(/\/\/$/, '/')),
  TextPrefix: (own, asked) => asked.startsWith(own),
  Regex: (own, asked) => wholeMatch(own, asked) !== undefined,
  PartRegex: (own, asked) => partMatches(own, asked) ?? false,
};

/** Whether the path of a route matches that of a request. */
export function takesPath(own: string, type: PathMatch, asked: string): boolean {
  return TAKES[type](own, asked);
}

/** A path in the form in which routes are compared: without the trailing slash of a prefix, which has no meaning. */
export function comparedPath(path: string, type: PathMatch): string {
  return type !== 'Prefix' ? path : path.replace(/(.)\/$/, '$1');
}

/** The key of a host and a path: equal for two routes that claim the same. A claim without a type equals only claims without a type. */
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

/** Whether a route takes every request at a path and below it. Of regular expressions, only those in `EVERY_PATH` are known to. */
export function coversPath(own: string, type: PathMatch, path: string): boolean {
  return isCatchAll(own, type) || (type === 'Prefix' || type === 'TextPrefix') && takesPath(own, type, comparedPath(path, 'Prefix'));
}

/** Whether a route may take a request at a path or below it. Every regular expression counts as one that may. */
export function meetsPath(own: string, type: PathMatch, path: string): boolean {
  return isRegex(type) || coversPath(own, type, path) || takesPath(path, 'Prefix', own);
}

/** A path, and how it is compared. */
export interface OwnPath {
  readonly path: string;
  readonly type: PathMatch;
}

/**
 * Whether a route takes every path that another one takes. For regular expressions this is known if both are the same, if the first one
 * accepts any continuation, or if the second one begins with plain text or is plain text.
 */
export function includesPaths(own: OwnPath, other: OwnPath): boolean {
  const { path, type } = own;
  if (isCatchAll(path, type)) return true;
  const paths = pathsOf(other);
  if (paths) return paths.every(each => takesPath(path, type, each));
  if (type === 'Exact') return false;
  const begin = beginningOf(other);
  if (isRegex(type)) return type === other.type && path === other.path || goesOn(own, other) && takesPath(path, type, begin);
  // a text prefix may continue with any character, even within an element
  return takesPath(path, type, other.type === 'Prefix' ? begin : `${begin}X`);
}

/** The longest known text with which all paths of a route begin. */
export function beginningOf(own: OwnPath): string {
  if (!isRegex(own.type)) return comparedPath(own.path, own.type);
  return pathsOf(own)?.reduce(commonBegin) ?? literalBegin(own);
}

function commonBegin(one: string, other: string): string {
  const end = [...one].findIndex((each, i) => each !== other[i]);
  return end < 0 ? one : one.slice(0, end);
}

/** Plain text, with alternatives either in one group or at the top level. */
const ALTERNATIVES = /^(?:([\w/-]*)\((?:\?:)?([\w/|-]*)\)([\w/-]*)|([\w/|-]*))$/;

/** The paths that a route takes, if they can be listed: an exact path, or the alternatives of an expression without repetitions. */
function pathsOf({ path, type }: OwnPath): string[] | undefined {
  if (type === 'Exact') return [path];
  // without both anchors, a partial match may be anywhere
  const isWhole = type === 'Regex' || type === 'PartRegex' && /^\^\(\?:.*\)\$$/.test(path);
  const found = isWhole ? ALTERNATIVES.exec(withoutAnchors(path)) : null;
  if (!found) return undefined;
  const [, begin = '', group, end = '', plain = ''] = found;
  return (group ?? plain).split('|').map(each => `${begin}${each}${end}`);
}

/** The end of an expression that accepts any continuation after an element of a path. */
const OPEN_ELEMENT = /\((?:\?:)?\/\.\*\)\?\$?$/;

/** Whether a regular expression that matches the beginning of another route also matches every path of that route. */
function goesOn({ path, type }: OwnPath, { path: other, type: otherType }: OwnPath): boolean {
  return isOpen({ path, type }) || otherType === 'Prefix' && other !== '/' && OPEN_ELEMENT.test(path);
}

function isOpen({ path, type }: OwnPath): boolean {
  return isOpenEnded(path) || type === 'PartRegex' && !/[$\\]/.test(path);
}

/** Cheap facts on a regular expression that rule out most candidates before the expression is run. */
export interface RegexReach {
  /** Whether it is known to match more than single paths. */
  readonly isOpen: boolean;
  /** A text that every path it matches contains. */
  readonly text: string;
}

export function reachOfRegex(own: OwnPath): RegexReach {
  return { isOpen: isOpen(own) || OPEN_ELEMENT.test(own.path), text: plainBegin(own.path) };
}

/** The plain text with which all paths begin that a regular expression matches. */
function literalBegin({ path, type }: OwnPath): string {
  // a partial match may be anywhere
  return type === 'PartRegex' && !path.startsWith('^') ? '' : plainBegin(path);
}

function plainBegin(path: string): string {
  return path.includes('|') ? '' : /^[\w/-]*(?![?*{])/.exec(withoutAnchors(path))![0];
}
