import { partMatches, wholeMatch } from '../private/regexes';

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
function isCatchAll(own: string, type: PathMatch): boolean {
  return isRegex(type) ? EVERY_PATH.has(own) : type !== 'Exact' && own === '/';
}

/** The usual regular expressions that match every path. */
const EVERY_PATH: ReadonlySet<string> = new Set(['.*', '/.*', '^.*$', '^/.*$', '^/.*']);

/** An expression from the beginning of a path: what it matches, it matches with any continuation. */
const OPEN = /^(?:\(\?i\))?\^(?:[^$\\]|\\[^bBz])*$/;

/** Whether a route takes every request at a path and below it, as far as is known. */
export function coversPath(own: string, type: PathMatch, path: string): boolean {
  if (isCatchAll(own, type)) return true;
  return type === 'PartRegex' ? OPEN.test(own) && takesPath(own, type, path)
    : (type === 'Prefix' || type === 'TextPrefix') && takesPath(own, type, comparedPath(path, 'Prefix'));
}

/** Whether a route may take a request at a path or below it: a regular expression may if what is known of its beginning fits. */
export function meetsPath(own: string, type: PathMatch, path: string): boolean {
  if (!isRegex(type)) return coversPath(own, type, path) || takesPath(path, 'Prefix', own);
  const [begin, asked] = [beginningOf({ path: own, type }), ignoresCase(own) ? path.toLowerCase() : path];
  return asked.startsWith(begin) || takesPath(asked, 'Prefix', begin);
}

const ignoresCase = (expression: string) => expression.startsWith('(?i)');

/** A path, and how it is compared. */
interface OwnPath {
  readonly path: string;
  readonly type: PathMatch;
}

/** A plain expression that accepts any continuation, with or without the anchors that providers write. */
const OPEN_ENDED = /^(?:\^\(\?:[^|\\()]*\.\*\)\$|\^?[^|\\()]*\.\*\$?)$/;

/** The plain text with which an expression begins. Of groups, only one between anchors is read. */
const BEGINNING = /^\^?(?:\(\?:(?=[^()]*\)\$$))?([\w/-]*)(?![?*{])/;

/**
 * Whether a route takes every path that another one takes. A regular expression is known to do so if both are the same, if the other path
 * is exact, or if the expression allows any continuation.
 */
export function includesPaths({ path, type }: OwnPath, other: OwnPath): boolean {
  if (isCatchAll(path, type)) return true;
  if (other.type === 'Exact') return takesPath(path, type, other.path);
  if (type === 'Exact') return false;
  if (type === other.type && path === other.path) return true;
  if (ignoresCase(other.path) && !ignoresCase(path)) return false;
  const begin = beginningOf(other);
  // all paths begin with a slash
  if (type === 'PartRegex' && OPEN.test(path)) return takesPath(path, type, begin || '/');
  if (isRegex(type)) return begin !== '' && OPEN_ENDED.test(path) && takesPath(path, type, begin);
  // a text prefix may continue with any character, even within an element
  return takesPath(path, type, other.type === 'Prefix' ? begin : `${begin}X`);
}

/** The longest known text with which all paths of a route begin. */
export function beginningOf({ path, type }: OwnPath): string {
  if (!isRegex(type)) return comparedPath(path, type);
  const own = ignoresCase(path) ? path.slice(4).toLowerCase() : path;
  // a partial match may be anywhere
  return own.includes('|') || type === 'PartRegex' && !own.startsWith('^') ? '' : BEGINNING.exec(own)![1];
}
