/** The maximum depth. Deeper data is left to cdk8s; no manifest has any. */
export const DEEPEST = 100;

/** The start of a line at each depth: two spaces a level. Values are one level deeper than their keys. */
export const LINES: readonly string[] = Array.from({ length: DEEPEST + 2 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/** The start of a line of a list at each depth. */
export const DASHES: readonly string[] = LINES.map(line => `${line}- `);

// Strings that YAML 1.1 reads as another type. The types are those in the specification's repository (yaml.org/type); where cdk8s accepts
// more or less, cdk8s takes precedence.

const NULL = '~|null|Null|NULL|';
const BOOLEAN = 'y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF';
/** The decimal numbers include octal ones. */
const INTEGER = '[-+]?(?:\\d[\\d_]*|0x[\\da-fA-F_]+|0b[01_]+)';
/** A point alone, and an exponent without digits before it, are floats too. */
const FLOAT = '[-+]?(?:\\d[\\d_]*)?(?:\\.[\\d_]*|(?:\\.[\\d_]*)?[eE][-+]?\\d+)';
const NOT_FINITE = '[-+]?\\.(?:inf|Inf|INF)|\\.(?:nan|NaN|NAN)';
/** 12:30 is 750 in YAML 1.1. */
const BASE_60 = '[-+]?\\d[\\d_]*(?::[0-5]?\\d)+(?:\\.[\\d_]*)?';
const TIME = '(?:[tT]|[ \\t]+)\\d\\d?:\\d\\d?:\\d\\d?(?:\\.\\d+)?(?:[ \\t]*(?:Z|[-+][012]?\\d(?::\\d\\d)?))?';
const DATE = `\\d{4}-\\d\\d?-\\d\\d?(?:${TIME})?`;

/** A string that would be read as null, a boolean, a number or a date if it had no quotes. */
const OTHER_TYPE = new RegExp(`^(?:${[NULL, BOOLEAN, INTEGER, FLOAT, NOT_FINITE, BASE_60, DATE].join('|')})$`);

/**
 * A first character without a meaning in YAML. A word with another first letter may be read as a boolean or null, none of which has more
 * than five letters; `e` may begin a number without digits before the exponent.
 */
const FIRST = '[a-dg-mp-suvwxzA-DG-MP-SUVWXZ/_$()<=;\\\\^]|[fnotyFNOTY](?=.{5})|[eE](?=[:-~])';

/** Printable characters; a colon ends a key if a space or nothing follows, and `#` begins a comment after a space. */
const FOLLOWING = '[ -"$-9;-~]|:(?=[!-~])|(?<=[!-~])#';

/** Nearly all strings of manifests: names, images, paths, addresses. They are certainly written as they are, as keys and as values. */
const PLAIN = new RegExp(`^(?:${FIRST})(?:${FOLLOWING})*(?<! )$`);

/** Escapes for which YAML has a letter, and JSON has none. */
const LETTERS: Readonly<Record<string, string>> = { '0000': '\\0', '0007': '\\a', '000b': '\\v', '001b': '\\e' };

/** The escapes of JSON, one by one; consecutive newlines together, with a space before them. */
const ESCAPES = /( ?)((?:\\n)+)|\\u(....)|\\./g;

/** From this length on, including quotes, a string with line breaks is written on several lines. */
const SEVERAL_LINES = 40;

/**
 * A string in double quotes: that of JSON, with YAML's letters for control characters. If `margin` (a line break and the indentation) is
 * given, a long string is broken at its line breaks; keys are not.
 */
export function doubleQuoted(text: string, margin?: string): string {
  const json = JSON.stringify(text);
  if (!json.includes('\\')) return json;
  const isBroken = margin !== undefined && json.length >= SEVERAL_LINES;
  return json.replace(ESCAPES, (escape: string, space: string, newlines: string | undefined, code: string | undefined, at: number) => {
    if (code !== undefined) return LETTERS[code] ?? (code.startsWith('00') ? `\\x${code.slice(2)}` : escape);
    if (newlines === undefined) return escape;
    // an unescaped space at the end of a line would be dropped; cdk8s escapes it even if the line does not end here
    return (space && '\\ ') + (isBroken ? lineBreaks(newlines.length / 2, json.slice(at + escape.length), margin) : newlines);
  });
}

/**
 * `count` line breaks before the rest of the string. A reader turns a single one into a space and drops the first of several, so one more
 * is written. One at the end of the string remains an escape, since the closing quote would otherwise be alone on a line. A space at the
 * beginning of a line is escaped, since it would be dropped.
 */
function lineBreaks(count: number, rest: string, margin: string): string {
  const isLast = rest === '"';
  const broken = isLast ? count - 1 : count;
  return (broken > 0 ? '\n'.repeat(broken) + margin : '') + (isLast ? '\\n' : rest.startsWith(' ') ? '\\' : '');
}

/**
 * Control characters except tab and newline, those of C1, and halves of surrogate pairs: cdk8s always writes strings with them in double
 * quotes.
 */
const UNPRINTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/u;

/**
 * Strings that mean more than text in YAML: by their beginning, by a lone dash or question mark, as a key, with a comment, by their end.
 * The key for merging in YAML 1.1, `<<`, is not included: cdk8s writes it without quotes everywhere, although it has a meaning.
 */
const STRUCTURE = /^[\t ,[\]{}#&*!|>'"%@`]|^[-?](?:[\t ]|$)|:[\t ]|[\t ]#|[\t :]$/;

/** The written form of a key, or of a value without line breaks; `undefined` for a string of several lines. */
export function oneLine(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (text.includes('\n')) return undefined;
  if (UNPRINTED.test(text)) return doubleQuoted(text);
  if (!STRUCTURE.test(text) && !OTHER_TYPE.test(text)) return text;
  return text.includes('"') && !text.includes('\'') ? `'${text}'` : doubleQuoted(text);
}

/** The last newline of each run before a non-empty line: neither empty lines nor the end of the string are indented. */
const LINE_ENDS = /\n(?!\n|$)/g;

/** A reader takes the indentation of the first non-empty line for that of the block. */
const BEGINS_WITH_SPACE = /^\n* /;

/** A value with line breaks: a block, which begins after its key. `margin` is a line break and the indentation of the block's lines. */
export function blockText(text: string, margin: string): string {
  const end = endOf(text);
  const space = text.slice(end);
  // a block cannot end with a line of nothing but spaces
  if (UNPRINTED.test(text) || space.includes('\n') && !space.endsWith('\n')) return doubleQuoted(text, margin);
  const indentation = end > 0 && BEGINS_WITH_SPACE.test(text) ? '2' : '';
  const lines = space.endsWith('\n') ? text.slice(0, -1) : text;
  return `|${indentation}${chomping(end, space)}${margin}${lines.replace(LINE_ENDS, margin)}`;
}

/** The position of the whitespace at the end of a string. A loop, since a regular expression would try each space of the string. */
function endOf(text: string): number {
  let end = text.length;
  while (end > 0 && '\n\t '.includes(text[end - 1])) end--;
  return end;
}

/** The indicator by which a reader drops all line breaks at the end, keeps one, or keeps all. */
function chomping(end: number, space: string): string {
  const first = space.indexOf('\n');
  if (first < 0) return '-';
  return end > 0 && first === space.length - 1 ? '' : '+';
}
