import type { Scalar } from 'yaml';
import { Finding, found } from '../../findings/finding';

// Resolves the values of plain scalars. Kubernetes reads YAML with sigs.k8s.io/yaml, that is with go-yaml v2, whose rules are neither those
// of YAML 1.1 nor of 1.2; this file follows its resolve.go. test/manifest/scalar.test.ts has the values that Go returned.

/** The value of a scalar, or the reason why it cannot be read as Kubernetes reads it. */
export type Resolved = { readonly value: string | number | boolean | null } | Finding;

const WORDS = new Map<string, boolean | null>([
  ...['y', 'Y', 'yes', 'Yes', 'YES', 'true', 'True', 'TRUE', 'on', 'On', 'ON'].map(word => [word, true] as const),
  ...['n', 'N', 'no', 'No', 'NO', 'false', 'False', 'FALSE', 'off', 'Off', 'OFF'].map(word => [word, false] as const),
  ...['', '~', 'null', 'Null', 'NULL'].map(word => [word, null] as const),
]);

const NOT_FINITE = /^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$/;

/** Integers as Go's strconv accepts them once the underscores are dropped. */
const WHOLE = /^[-+]?(0[xX][\da-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9]\d*)$/;

/** go-yaml looks for binary numbers a second time, and accepts a sign after the prefix. */
const BINARY = /^0b[-+][01]+$/;

const DECIMAL = /^[-+]?(\.\d+|\d+(\.\d*)?)([eE][-+]?\d+)?$/;

/** go-yaml does not drop the underscores of a number that begins with a dot; Go accepts them between digits. */
const DOTTED = /^\.\d+(_\d+)*([eE][-+]?\d+(_\d+)*)?$/;

/** The value of a plain scalar. */
export function resolvePlain(text: string): Resolved {
  const word = WORDS.get(text);
  if (word !== undefined) return { value: word };
  if (NOT_FINITE.test(text)) return found('invalid-number', '', { reason: 'not-finite' })[0];
  if (/^[-+\d]/.test(text)) return number(text, text.replaceAll('_', ''));
  return DOTTED.test(text) ? finite(text, text.replaceAll('_', '')) : { value: text };
}

/** Numbers with more digits are not parsed, which would take too long. */
const MOST_DIGITS = 1000;

function number(text: string, digits: string): Resolved {
  if (digits.length > MOST_DIGITS) return WHOLE.test(digits) || DECIMAL.test(digits) ? tooLarge() : { value: text };
  if (WHOLE.test(digits) || BINARY.test(digits)) {
    const value = wholeNumber(digits);
    if (isSafe(value)) return { value: Number(value) };
    // Go has 64 bits; beyond them it reads decimal digits as a float, and others as a string
    if (value >= -(2n ** 63n) && value < 2n ** 64n || DECIMAL.test(digits)) return tooLarge();
  }
  return DECIMAL.test(digits) ? finite(text, digits) : { value: text };
}

function wholeNumber(text: string): bigint {
  const [, sign, prefix, inner, digits] = /^([-+]?)(0[xXoObB]?(?=[-+\da-fA-F]))?([-+]?)(.*)$/.exec(text)!;
  // Go calls it base 0: a leading zero alone is octal, too
  const value = BigInt((prefix === '0' ? '0o' : (prefix ?? '').toLowerCase()) + digits);
  return sign === '-' || inner === '-' ? -value : value;
}

function isSafe(value: bigint): boolean {
  return value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
}

function tooLarge(): Resolved {
  return found('invalid-number', '', { reason: 'loses-digits', max: Number.MAX_SAFE_INTEGER })[0];
}

function finite(text: string, digits: string): Resolved {
  const value = Number(digits);
  if (Number.isInteger(value) && /^[-+]?\d+$/.test(digits) && !Number.isSafeInteger(value)) return tooLarge();
  // Go reads a number that is too large for a float as a string; JSON has no negative zero that would survive
  return { value: Number.isFinite(value) ? value + 0 : text };
}

const TAG = 'tag:yaml.org,2002:';

/** The tags that a scalar may have beside `!!str`, and the values that each allows. */
const TYPES: Record<string, (value: unknown, digits: string) => boolean> = {
  bool: value => typeof value === 'boolean',
  float: value => typeof value === 'number',
  int: (value, digits) => typeof value === 'number' && (WHOLE.test(digits) || BINARY.test(digits)),
  null: value => value === null,
};

/** The value of a scalar with an explicit tag; `undefined` if Kubernetes has no such tag. */
export function resolveTagged(tag: string, text: string): Resolved | undefined {
  if (tag === `${TAG}str`) return { value: text };
  const name = tag.startsWith(TAG) ? tag.slice(TAG.length) : '';
  const fits = Object.hasOwn(TYPES, name) ? TYPES[name] : undefined;
  if (!fits) return undefined;
  const resolved = resolvePlain(text);
  if ('code' in resolved || fits(resolved.value, text.replaceAll('_', ''))) return resolved;
  return found('yaml-tag', '', { reason: 'wrong-type', tag: name })[0];
}

/** Reads a scalar, of which the parser knows only the text and the quotes; `raw` is its source. */
export function readScalar(node: Scalar, raw: string): Resolved {
  const text = node.source ?? '';
  if (node.type === 'QUOTE_DOUBLE') {
    const hazard = quotedHazard(raw, text);
    if (hazard) return found('invalid-character', '', { reason: hazard })[0];
  }
  const resolved = node.tag ? resolveTagged(node.tag, text) : isPlain(node) ? resolvePlain(text) : { value: text };
  return resolved ?? found('yaml-tag', '', { reason: 'unknown' })[0];
}

/** Whether a scalar is neither quoted nor a block. */
function isPlain(node: Scalar): boolean {
  return node.type === 'PLAIN' || node.type === undefined || node.type === null;
}

export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The reason why Kubernetes cannot read a string in double quotes, if there is one. JSON has two escapes that go-yaml does not have, and
 * that Kubernetes rejects in YAML.
 */
function quotedHazard(raw: string, value: string): 'half-pair' | 'escaped-slash' | 'escaped-pair' | undefined {
  if (LONE_SURROGATE.test(value)) return 'half-pair';
  const escape = /\\(\/|u[dD][89a-fA-F])/.exec(raw.replace(/\\\\/g, '  '))?.[1];
  if (!escape) return undefined;
  return escape === '/' ? 'escaped-slash' : 'escaped-pair';
}
