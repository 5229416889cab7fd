import type { Scalar } from 'yaml';
import type { Chunk } from './source';
import { syntax } from './syntax-mistakes';
import { Finding, found } from '../../base/findings/finding';

// Resolves the values of scalars. Kubernetes reads YAML with sigs.k8s.io/yaml, that is with go-yaml v2, whose rules are
// neither those of YAML 1.1 nor of 1.2; this file follows its resolve.go. test/files/reading/tokens.test.ts has the
// values that Go returned.

/** The value of a scalar, or the reason why it cannot be read as Kubernetes reads it. */
export type Resolved = { readonly value: string | number | boolean | null } | Finding;

const WORDS = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(word => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(word => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map(word => [word, null] as const),
]);

const NOT_FINITE = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/;

/** Integers as Go's strconv accepts them once the underscores are dropped. */
const WHOLE = /^([-+]?)(0[xX][\da-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9]\d*)$/;

const DECIMAL = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

/** go-yaml does not drop the underscores of a number that begins with a dot; Go accepts them between digits. */
const DOTTED = /^\.\d+(_\d+)*([eE][-+]?\d+(_\d+)*)?$/;

/** The value of a plain scalar. */
export function resolvePlain(text: string): Resolved {
  const word = WORDS.get(text);
  if (word !== undefined) return { value: word };
  if (NOT_FINITE.test(text)) return found('invalid-number', '', { reason: 'not-finite' })[0];
  if (!/^[-+\d]/.test(text) && !DOTTED.test(text)) return { value: text };
  const digits = text.replaceAll('_', '');
  const [, sign, whole] = WHOLE.exec(digits) ?? [];
  if (whole === undefined && !DECIMAL.test(digits)) return { value: text };
  // a leading zero alone is octal, too
  const size = Number(whole?.replace(/^0(?=\d)/, '0o') ?? digits);
  const isInteger = whole !== undefined || /^[-+]?\d+$/.test(digits);
  const max = Number.MAX_SAFE_INTEGER;
  if (isInteger && Math.abs(size) > max) return found('invalid-number', '', { reason: 'loses-digits', max })[0];
  // Go reads a number that is too large for a float as a string; JSON has no negative zero that would survive
  return { value: Number.isFinite(size) ? (sign === '-' ? -size : size) + 0 : text };
}

/** The value of a scalar of a document, of which the parser knows only the characters and the quotes. */
export function readScalar({ type, source: value = '', range }: Scalar, { text, isJson = false }: Chunk): Resolved {
  const [start, end] = range!;
  const raw = text.slice(start, end);
  if (type?.startsWith('QUOTE')) return quoted(raw, value, isJson);
  if (type?.startsWith('BLOCK')) return block(raw, value, text.slice(end));
  const read = resolvePlain(value);
  // in YAML, a number that is too large for a float is a string
  return isJson && 'value' in read && typeof read.value === 'string' ? found('invalid-number', '', { reason: 'too-large' })[0] : read;
}

export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** The value of a string in quotes, unless Kubernetes rejects it or reads it differently. */
function quoted(raw: string, value: string, isJson: boolean): Resolved {
  const invalid = (reason: 'half-pair' | 'escaped-slash' | 'escaped-pair') => found('invalid-character', '', { reason })[0];
  const [mark] = raw;
  // the parser reads the last quote as the closing one, even if it is doubled or escaped
  if (!raw.slice(1).replace(mark === '"' ? /\\[^]/g : /''/g, '').endsWith(mark)) return syntax('inner-quote')[0];
  if (LONE_SURROGATE.test(value)) return invalid('half-pair');
  if (mark === "'" || isJson) return { value };
  const escapes = raw.replace(/\\\\/g, '  ');
  if (/\n[ \t]*\\\n|\\\n[ \t]*\n/.test(escapes)) return syntax('escaped-line-break')[0];
  // JSON has two escapes that go-yaml does not have
  const escape = /\\(\/|u[dD][89a-fA-F])/.exec(escapes)?.[1];
  return escape ? invalid(escape === '/' ? 'escaped-slash' : 'escaped-pair') : { value };
}

/**
 * The value of a block of text, which is followed by `after`. go-yaml and the parser disagree about white space at the
 * end of some blocks, and about a tab at their beginning.
 */
function block(raw: string, value: string, after: string): Resolved {
  const [header] = /^.[-+\d]*/.exec(raw)!;
  const [space] = /^[ \t\n]*/.exec(after)!;
  const whole = raw + space + (space === after ? '\n' : '');
  const [isNumbered, end] = [/\d/.test(header), whole.slice(whole.trimEnd().length)];
  const isOdd = isNumbered ? /\n[ \t]+\n/.test(end) : header.includes('+') && space === after && /\n[ \t]+$/.test(raw + space);
  if (isOdd) return syntax('block-end')[0];
  return !isNumbered && /^.*\n[ \n]*\t/.test(raw) ? syntax('tab')[0] : { value };
}
