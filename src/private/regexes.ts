import { bad, Check, FINE, found } from '../findings/finding';
import { Shown } from '../findings/shown';

/** A regular expression of RE2, which Prometheus compiles in brackets and with anchors: it must be one by itself and there. */
export const regex: Check = (value, field) => {
  if (typeof value !== 'string') return bad('invalid-type', 'string', field, value);
  const message = errorOf(value) ?? errorOf(`^(?s:${value})$`);
  return message === undefined ? FINE : found('invalid-value', field, { reason: 'regex', value: Shown.of(value), message });
};

/** What RE2 says against an expression, and of which part. */
function errorOf(expression: string): string | undefined {
  const { RE2JS, RE2JSSyntaxException } = load();
  try {
    RE2JS.compile(expression);
    return undefined;
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const [description, part] = [error.getDescription(), error.getPattern()];
    return part === null || part.length >= expression.length ? description : `${description}: ${part}`;
  }
}

/** Loaded with the first expression, which few programs have. */
function load(): typeof import('re2js') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('re2js') as typeof import('re2js');
}

/** The expression that matches what one of several does. Flags of one, as `(?i)`, do not hold for the next. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.map(each => expressions.length > 1 && each.includes('(?') ? `(?:${each})` : each).join('|');
}

/** What a regular expression has matched: the value of a group, by its number or name. */
export type MatchedGroup = (group: string) => string;

/** Matches a whole string, as Prometheus does; nothing matches an expression that RE2 rejects. */
export function wholeMatch(expression: string, value: string): MatchedGroup | undefined {
  const whole = compiledWhole(expression);
  const matcher = whole?.matcher(value);
  if (!whole || !matcher?.matches()) return undefined;
  return group => {
    const index = /^\d+$/.test(group) ? Number(group) : whole.namedGroups()[group];
    return index <= matcher.groupCount() ? matcher.group(index) ?? '' : '';
  };
}

/** Whether an expression matches a part of a string; nothing matches one that RE2 rejects. */
export function partMatches(expression: string, value: string): boolean {
  return compiled(expression, expression)?.matcher(value).find() ?? false;
}

const COMPILED = new Map<string, import('re2js').RE2JS | undefined>();

function compiledWhole(expression: string): import('re2js').RE2JS | undefined {
  return compiled(expression, `^(?s:${expression})$`);
}

/** An expression in brackets and with anchors, if there are any; compiled once. */
function compiled(expression: string, whole: string): import('re2js').RE2JS | undefined {
  const key = `${expression === whole ? 'part' : 'whole'} ${expression}`;
  const isFine = () => (errorOf(expression) ?? errorOf(whole)) === undefined;
  if (!COMPILED.has(key)) COMPILED.set(key, isFine() ? load().RE2JS.compile(whole) : undefined);
  return COMPILED.get(key);
}

/** Whether an expression is several, with a bar between them that is in no group. */
export function hasAlternatives(expression: string): boolean {
  const outside = expression.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '');
  let depth = 0;
  for (const character of outside) {
    if (character === '|' && depth <= 0) return true;
    depth += Number(character === '(') - Number(character === ')');
  }
  return false;
}

/** An expression without the anchors around it, and without the group between them. */
export function withoutAnchors(expression: string): string {
  const inner = /^\^\(\?:(.*)\)\$$/.exec(expression)?.[1];
  return inner !== undefined && isBalanced(inner) ? inner : expression.replace(/^\^/, '').replace(/\$$/, '');
}

/** Whether every group ends that begins in an expression, and no other one; escaped brackets count as if they were none. */
function isBalanced(expression: string): boolean {
  let depth = 0;
  for (const character of expression.replace(/\\./g, '')) {
    depth += Number(character === '(') - Number(character === ')');
    if (depth < 0) return false;
  }
  return depth === 0;
}

/** Whether an expression, with or without anchors, matches whatever follows a text that it matches: it ends with `.*`. */
export function isOpenEnded(expression: string): boolean {
  const bare = withoutAnchors(expression);
  return /(?:^|[^\\])\.\*$/.test(bare) && !hasAlternatives(bare);
}
