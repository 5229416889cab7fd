import { HIDDEN } from './hidden';
import { isObject } from '../../private/check';

/** How much of a value is shown. */
const LONGEST = 120;
/** How much of it is shown in front of the place where it differs. */
const LEAD = 20;

/** A text on one line. What steers a terminal, or lets it look like another text, is written as an escape: it may be what differs. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, character => character === '\t' ? '\\t' : escaped(character));
}

function escaped(character: string): string {
  return character.split('').map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
}

/** A value as JSON on one line, whole. */
export function written(value: unknown): string {
  if (value === HIDDEN) return '(hidden)';
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (isObject(value)) return `{${Object.keys(value).map(key => `${written(key)}: ${written(value[key])}`).join(', ')}}`;
  return visible(JSON.stringify(value));
}

/** The beginning of a long text, or what stands around a place in it. */
export function cut(text: string, place = 0): string {
  if (text.length <= LONGEST) return text;
  const start = place + LEAD < LONGEST ? 0 : Math.min(place - LEAD, text.length - LONGEST);
  const end = start + LONGEST;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''} (${text.length} characters)`;
}

/** Where two texts begin to differ. */
export function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a[at] === b[at]) at++;
  return at;
}
