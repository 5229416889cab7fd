import { bad, Check, FINE, found, Shown } from './findings/finding';

type Re2 = typeof import('re2js');

/** A string as an expression that it alone matches, for RE2 and for JavaScript. */
export const regexEscaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** The expressions so far, or what is wrong with them: many monitors have the same ones. */
const COMPILED = new Map<string, Re2['RE2JS']['prototype'] | string>();

/** Compiles an expression of RE2 once. Returns the error, with the part that it concerns, if RE2 rejects it. */
function compiled(expression: string): Re2['RE2JS']['prototype'] | string {
  const known = COMPILED.get(expression);
  if (known !== undefined) return known;
  // loaded with the first expression: few programs have any
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { RE2JS, RE2JSSyntaxException } = require('re2js') as Re2;
  let result: ReturnType<typeof compiled>;
  try {
    result = RE2JS.compile(expression);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const [description, part] = [error.getDescription(), error.getPattern()];
    result = part === null || part.length >= expression.length ? description : `${description}: ${part}`;
  }
  COMPILED.set(expression, result);
  return result;
}

/** Compiles an expression as Prometheus does, in a group with anchors: it must be valid by itself and in this form. */
function compiledWhole(expression: string): ReturnType<typeof compiled> {
  const alone = compiled(expression);
  return typeof alone === 'string' ? alone : compiled(`^(?s:${expression})$`);
}

/** A regular expression of RE2 that Prometheus accepts. */
export const regex: Check = (value, field) => {
  if (typeof value !== 'string') return bad('invalid-type', 'string', field, value);
  const message = compiledWhole(value);
  if (typeof message !== 'string') return FINE;
  return found('invalid-value', field, { reason: 'regex', value: Shown.of(value), message });
};

/** An expression that matches what any of several match. Flags of one, such as `(?i)`, do not apply to the next. */
export function anyOf(expressions: readonly string[]): string {
  return expressions.map(each => expressions.length > 1 && each.includes('(?') ? `(?:${each})` : each).join('|');
}

/** Returns what a group of a regular expression has matched, by the group's number or name. */
type MatchedGroup = (group: string) => string;

/** Matches a whole string, as Prometheus does; nothing matches an expression that RE2 rejects. */
export function wholeMatch(expression: string, value: string): MatchedGroup | undefined {
  const whole = compiledWhole(expression);
  if (typeof whole === 'string') return undefined;
  const matcher = whole.matcher(value);
  if (!matcher.matches()) return undefined;
  return group => {
    const index = /^\d+$/.test(group) ? Number(group) : whole.namedGroups()[group];
    return index <= matcher.groupCount() ? matcher.group(index) ?? '' : '';
  };
}

/** Whether an expression matches a part of a string; `undefined` if RE2 rejects it. */
export function partMatches(expression: string, value: string): boolean | undefined {
  const part = compiled(expression);
  return typeof part === 'string' ? undefined : part.matcher(value).find();
}

/** Whether an expression has alternatives outside all groups. */
export function hasAlternatives(expression: string): boolean {
  const [first, ...classes] = expression.replace(/\\./g, '').split('[');
  const afterClasses = classes.filter(part => part.includes(']')).map(part => part.slice(part.indexOf(']') + 1));
  let depth = 0;
  for (const character of [first, ...afterClasses].join('')) {
    if (character === '|' && depth <= 0) return true;
    depth += Number(character === '(') - Number(character === ')');
  }
  return false;
}
