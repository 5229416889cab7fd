import { isObject, PlainValue } from './check';
import { Words } from './hidden';
import { show } from '../findings/shown';

// Names and values of objects in the form in which messages and reports show them, after `mask()`.

/** A character as a JSON escape. */
export function escaped(character: string): string {
  return character.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** Kind, namespace and name of an object, as far as it has them, on one line: `Deployment hello/greet`. */
export function objectName({ kind, metadata }: PlainValue): string {
  const { namespace, name, generateName } = metadata ?? {};
  const textOf = (value: unknown) => typeof value === 'string' ? value : show(value);
  const called = name == null ? generateName ? `${textOf(generateName)}…` : 'without a name' : textOf(name);
  return visible(`${textOf(kind)} ${namespace ? `${textOf(namespace)}/${called}` : called}`);
}

/** The maximum number of characters that are shown of a value. */
const LONGEST = 120;
/** The number of characters that are shown before a difference. */
const LEAD = 20;

/**
 * A string on one line. Characters that control a terminal, or make the string look like another, are escaped: they may be the difference.
 */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character => character === '\t' ? '\\t' : escaped(character));
}

/** A complete value as JSON on one line. */
export function written(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Words) return value.text;
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (isObject(value)) return `{${Object.keys(value).map(key => `${written(key)}: ${written(value[key])}`).join(', ')}}`;
  return visible(JSON.stringify(value));
}

/** The beginning of a long string, or the part around a position in it. */
export function cut(text: string, place = 0): string {
  if (text.length <= LONGEST) return text;
  const start = place + LEAD < LONGEST ? 0 : Math.min(place - LEAD, text.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}

/** The position at which two strings begin to differ. */
export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
}
