import type { ErrorCode } from './codes';
import { printable } from './printable';

/**
 * One thing that is wrong with plain data. A check returns findings and never throws: the constructors, the tree and
 * the readers of YAML decide what becomes of them.
 */
export interface Finding {
  /** Stable id, explained in docs/errors.md. */
  readonly code: ErrorCode;
  /** The field, with indexes: `rules[1].paths[0].pathType`; empty for the object as a whole. */
  readonly field: string;
  /** What is allowed and what was met: `must be …, got …`. */
  readonly problem: string;
  /** What to do. */
  readonly remedy?: string;
}

/** A check of one value. */
export type Check = (value: any, field: string) => Finding[];

/** How many findings are listed: nobody reads more of them, and each takes memory. With them, reading and checking stop. */
export const MOST_FINDINGS = 1000;

/** Says how much is not checked because so much is wrong with what precedes it. */
export function notChecked(field: string, count: number, what: string): Finding[] {
  const problem = count === 1 ? `is the last ${what}, and is not checked` : `is the first of ${count} ${what}s that are not checked`;
  return finding('findings-omitted', field, `${problem}: those before it have ${MOST_FINDINGS} findings or more`, RUN_AGAIN);
}

export const RUN_AGAIN = 'start with what is listed, then run the command again';

/** The first ones of many findings, and how many there are besides: each is made when it is asked for. */
export function firstOf(findings: Iterable<() => Finding>, what: string): Finding[] {
  const found: Finding[] = [];
  let next: Finding | undefined;
  let count = 0;
  for (const each of findings) {
    if (count++ < MOST_FINDINGS) found.push(each());
    else next ??= each();
  }
  return next ? [...found, ...notChecked(next.field, count - MOST_FINDINGS, what)] : found;
}

/** What a check returns when all is well; shared, so that a good value costs nothing. */
export const FINE: Finding[] = [];

/** A finding about one value, which is shown. */
export function wrong(code: ErrorCode, field: string, must: string, value: unknown, remedy?: string): Finding[] {
  return [{ code, field, problem: `must ${must}, got ${show(value)}`, remedy }];
}

/** A finding about one value in a place that may hold a password: the type of a string or a number is shown, and not the value. */
export function wrongHidden(code: ErrorCode, field: string, must: string, value: unknown, remedy?: string): Finding[] {
  return [{ code, field, problem: `must ${must}, got ${showType(value)}`, remedy }];
}

/** The same as `wrongHidden()` would say it, of what `wrong()` has found. */
export function withoutValue(found: Finding): Finding {
  return { ...found, problem: found.problem.replace(/, got (["\d-])[^]*$/, (_, first) => `, got a ${first === '"' ? 'string' : 'number'}`) };
}

/** A finding that is not about the text of a value. */
export function finding(code: ErrorCode, field: string, problem: string, remedy?: string): Finding[] {
  return [{ code, field, problem, remedy }];
}

/** One line, whatever the finding quotes: `code: 'field' problem; remedy`. */
export function describe({ code, field, problem, remedy }: Finding): string {
  return printable(`${code}: ${field && `'${field}' `}${problem}${remedy ? `; ${remedy}` : ''}`);
}

/** The same findings, seen from one level further out. */
export function within(prefix: string, findings: Finding[]): Finding[] {
  return findings.length === 0 ? FINE : findings.map(f => ({ ...f, field: joinField(prefix, f.field) }));
}

/** `a` and `b` give `a.b`; indexes need no dot. */
export function joinField(prefix: string, field: string): string {
  if (!prefix || !field) return prefix || field;
  return field.startsWith('[') ? prefix + field : `${prefix}.${field}`;
}

const SHOWN = 120;

/** A value as it is shown in an error: JSON, shortened; never the content of a class instance. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function' || typeof value === 'symbol') return `a ${typeof value}`;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return describeClass(value);
  const text = JSON.stringify(typeof value === 'string' ? withoutPassword(value) : value);
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}… (${String(value).length} characters)` : text;
}

/** A URL without the password in it. */
function withoutPassword(text: string): string {
  return text.replace(/(\/\/[^\s/:@]*:)[^]*@/g, '$1…@');
}

/** What a value is, for places that may hold a password: a text or a number is not shown. */
export function showType(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : show(value);
}

/** The class of an object, asked of its prototype: a field `constructor` is the user's own. */
function describeClass(value: object): string {
  const name = Object.getPrototypeOf(value)?.constructor?.name;
  return typeof name === 'string' && name && name !== 'Object' ? `an instance of ${name}` : 'an object';
}
