import { show } from './findings/finding';
import { Words } from './masking';
import { PlainValue, isObject } from './check';

// Objects and values on one line, as messages and reports show them after `mask()`.

/** A character as a JSON escape. */
export function jsonEscaped(character: string): string {
  return character.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** Kind, namespace and name of an object, as far as it has them, on one line: `Deployment hello/greet`. */
export function shownObject({ kind, metadata }: PlainValue): string {
  const { namespace, name, generateName } = metadata ?? {};
  const shownText = (value: unknown) => typeof value === 'string' ? value : show(value);
  const called = name == null ? generateName ? `${shownText(generateName)}…` : 'without a name' : shownText(name);
  return visible(`${shownText(kind)} ${namespace ? `${shownText(namespace)}/${called}` : called}`);
}

/** The maximum number of characters that are shown of a value. */
const LONGEST = 120;

/** The number of characters that are shown before a difference. */
const LEAD = 20;

/** A string on one line. Characters that control a terminal, or that nobody sees, are escaped: they may differ. */
export function visible(given: string): string {
  return given.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, each => each === '\t' ? '\\t' : jsonEscaped(each));
}

/** A complete value as JSON on one line. */
export function writtenJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Words) return value.text;
  if (Array.isArray(value)) return `[${value.map(writtenJson).join(', ')}]`;
  if (isObject(value)) {
    return `{${Object.entries(value).map(([key, each]) => `${writtenJson(key)}: ${writtenJson(each)}`).join(', ')}}`;
  }
  return visible(JSON.stringify(value));
}

/** The beginning of a long string, or the part around a position in it. */
export function cut(given: string, place = 0): string {
  if (given.length <= LONGEST) return given;
  const start = place + LEAD < LONGEST ? 0 : Math.min(place - LEAD, given.length - LONGEST);
  const [before, after] = [start > 0 ? '…' : '', start + LONGEST < given.length ? '…' : ''];
  return `${before}${given.slice(start, start + LONGEST)}${after} (${given.length} characters)`;
}

/** The position at which two strings begin to differ. */
export function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < Math.min(a.length, b.length) && a[at] === b[at]) at++;
  return at;
}
