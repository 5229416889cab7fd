import { bad, Check, FINE, found, Shown } from './findings/finding';

/** A regular expression of RE2. Prometheus compiles it in a group with anchors: it must be valid by itself and in this form. */
export const regex: Check = (value, field) => {
  if (typeof value !== 'string') return bad('invalid-type', 'string', field, value);
  const message = errorOf(value) ?? errorOf(`^(?s:${value})$`);
  return message === undefined ? FINE : found('invalid-value', field, { reason: 'regex', value: Shown.of(value), message });
};

/** The error that RE2 reports for an expression, with the part that it concerns; `undefined` if the expression is valid. */
function errorOf(expression: string): string | undefined {
  if (!ERRORS.has(expression)) ERRORS.set(expression, compileError(expression));
  return ERRORS.get(expression);
}

/** The errors of the expressions so far: many monitors have the same ones. */
const ERRORS = new Map<string, string | undefined>();

function compileError(expression: string): string | undefined {
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

/** Loads RE2 with the first expression: few programs have any. */
function load(): typeof import('re2js') {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return require('re2js') as typeof import('re2js');
}

/** An expression that matches what any of several match. Flags of one, such as `(?i)`, do not apply to the next. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.map(each => expressions.length > 1 && each.includes('(?') ? `(?:${each})` : each).join('|');
}

/** Returns what a group of a regular expression has matched, by the group's number or name. */
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

/** Whether an expression matches a part of a string; `undefined` if RE2 rejects it. */
export function partMatches(expression: string, value: string): boolean | undefined {
  return compiled(expression, expression)?.matcher(value).find();
}

const COMPILED = new Map<string, import('re2js').RE2JS | undefined>();

function compiledWhole(expression: string): import('re2js').RE2JS | undefined {
  return compiled(expression, `^(?s:${expression})$`);
}

/** Compiles an expression once, alone or in a group with anchors (`whole`); `undefined` if RE2 rejects it. */
function compiled(expression: string, whole: string): import('re2js').RE2JS | undefined {
  const key = `${expression === whole ? 'part' : 'whole'} ${expression}`;
  const isFine = () => (errorOf(expression) ?? errorOf(whole)) === undefined;
  if (!COMPILED.has(key)) COMPILED.set(key, isFine() ? load().RE2JS.compile(whole) : undefined);
  return COMPILED.get(key);
}

/** Whether an expression has alternatives outside all groups. */
export function hasAlternatives(expression: string): boolean {
  const [first, ...classes] = expression.replace(/\\./g, '').split('[');
  const outside = [first, ...classes.filter(part => part.includes(']')).map(part => part.slice(part.indexOf(']') + 1))].join('');
  let depth = 0;
  for (const character of outside) {
    if (character === '|' && depth <= 0) return true;
    depth += Number(character === '(') - Number(character === ')');
  }
  return false;
}
