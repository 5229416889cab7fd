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
  const compiled = compiledWhole(expression);
  const matcher = compiled?.matcher(value);
  if (!compiled || !matcher?.matches()) return undefined;
  return group => {
    const index = /^\d+$/.test(group) ? Number(group) : compiled.namedGroups()[group];
    return index <= matcher.groupCount() ? matcher.group(index) ?? '' : '';
  };
}

const COMPILED = new Map<string, import('re2js').RE2JS | undefined>();

function compiledWhole(expression: string): import('re2js').RE2JS | undefined {
  if (!COMPILED.has(expression)) {
    const isGood = errorOf(expression) === undefined;
    COMPILED.set(expression, isGood ? load().RE2JS.compile(`^(?s:${expression})$`) : undefined);
  }
  return COMPILED.get(expression);
}
