import { ScalarTag, Tags, stringify } from 'yaml';
import { isObject } from '../base/check';
import { ModelError, throwFindings } from '../base/brand';
import { found } from '../base/findings/finding';
import { isPlainObject, misread, yamlHazard, yamlKeyHazard } from '../base/plain';

/**
 * Returns the result of cdk8s's `Yaml.stringify(...values)`, byte for byte, in a fraction of its time; only strings
 * that Kubernetes would not read as they are get quotes and escapes. If the text is not certain, a library writes a
 * document: one with an object that occurs twice, with more than plain data, that is very deep, or no map or list.
 *
 * @throws ModelError if a value is one that no reader would get back, such as NaN
 */
export function writeDocuments(values: readonly unknown[]): string {
  const texts: string[] = [];
  // by index: a hole is a document too
  for (let i = 0; i < values.length; i++) {
    texts.push(values[i] === undefined ? '\n' : writeDocument(values[i], byLibrary));
  }
  return texts.join('---\n');
}

/**
 * Writes documents as YAML from which Kubernetes and other readers read the same values again.
 *
 * @throws ModelError if it is longer than a string can be: indentation may be many times as long as what is indented
 */
export function writeYaml(values: readonly unknown[]): string {
  const slowly = (value: unknown) => byLibrary(value, isOdd, false);
  try {
    return values.map(value => {
      // a string that is the whole document is not a manifest; as a block, its lines would not be indented
      if (typeof value === 'string') return `${doubleQuoted(value)}\n`;
      // the writer of GitOpsApp writes the same in a fraction of the time
      return holdsOdd(value) ? slowly(value) : writeDocument(value, slowly);
    }).join('---\n');
  } catch (error) {
    if ((error as Error).message !== 'Invalid string length') throw error;
    throw new ModelError('writeYaml', found('manifest-too-large', '', { reason: 'text' }));
  }
}

/** Strings that are written as a block, and whose white space readers treat differently. */
const ODD_LINES = /^\s|\n[ \t]+(\n|$)/;

/** Whether some reader would read a string as something else if it had no quotes and escapes. */
function isOdd(text: string): boolean {
  return yamlKeyHazard(text) !== undefined || text.search(ODD_CHARACTERS) >= 0
    || text.includes('\n') && ODD_LINES.test(text);
}

/** Whether a value has a string or a key, at any level, that needs more quotes than cdk8s writes. */
function holdsOdd(value: unknown): boolean {
  if (typeof value === 'string') return isOdd(value);
  if (Array.isArray(value)) return value.some(holdsOdd);
  return isObject(value) && Object.keys(value).some(key => isOdd(key) || holdsOdd(value[key]));
}

/** A map or a list; what a library writes if the rules of this file do not determine the text. */
function writeDocument(value: unknown, library: (value: unknown) => string): string {
  try {
    if (typeof value !== 'object' || value === null) throw UNCERTAIN;
    const text = `${collectionLines(value, 0, '', new Set()) || emptyText(value)}\n`;
    // A concatenated string remains a tree of its parts until one of its characters is read, and the trees of a hundred
    // thousand documents take far more memory than their text.
    text.charCodeAt(0);
    return text;
  } catch (error) {
    if (error !== UNCERTAIN) throw error;
    return library(value);
  }
}

/**
 * Writes a document with the library and the options of cdk8s.
 *
 * @param isQuoted whether a string is written in double quotes, with escapes
 */
function byLibrary(
  value: unknown, isQuoted = (text: string) => yamlKeyHazard(text) !== undefined, aliasDuplicateObjects = true,
): string {
  throwFindings('YAML', misread(value, true));
  const quoted: ScalarTag = {
    tag: 'tag:yaml.org,2002:str',
    default: true,
    identify: each => typeof each === 'string' && isQuoted(each),
    resolve: text => text,
    stringify: ({ value: each }) => doubleQuoted(each as string),
  };
  // without the tag that writes a key `<<` as a merge
  const isMerge = (tag: Tags[number]) => typeof tag !== 'string' && tag.tag === 'tag:yaml.org,2002:merge';
  const customTags = (tags: Tags) => [quoted, ...tags.filter(tag => !isMerge(tag))];
  return stringify(value, { version: '1.1', lineWidth: 0, keepUndefined: true, aliasDuplicateObjects, customTags });
}

/** Thrown if the rules of this file do not determine what cdk8s would write; once, since collecting stacks is slow. */
const UNCERTAIN = new Error('this is left to a library');

/** A key with a longer written form gets a `?` before it, and its value gets its own line. */
const LONGEST = 1024;

/** A key that looks like a line between documents or a directive: cdk8s quotes it if it is not indented. */
const MARKER = /^(?:%|---|\.\.\.)/m;

/** A key as cdk8s writes it, without the colon; throws `UNCERTAIN` for a key that cdk8s writes in another form. */
function keyText(name: string, depth: number): string {
  if (depth === 0 && MARKER.test(name)) throw UNCERTAIN;
  const text = oneLine(name) ?? doubleQuoted(name);
  if (text.length > LONGEST) throw UNCERTAIN;
  return text;
}

/**
 * The lines of a map or a list; an empty string if it is empty. `lead` precedes the first: the beginning of a line, the
 * dashes of lists, or nothing. One that is `seen` twice gets an anchor, which is left to cdk8s.
 */
function collectionLines(value: object, depth: number, lead: string, seen: Set<object>): string {
  if (depth > DEEPEST || seen.has(value)) throw UNCERTAIN;
  seen.add(value);
  let text = '';
  if (Array.isArray(value)) {
    if (Object.getPrototypeOf(value) !== Array.prototype) throw UNCERTAIN;
    let dash = lead === LINES[depth] ? DASHES[depth] : `${lead}- `;
    // by index: a hole is written as null, like `undefined`
    for (let i = 0; i < value.length; i++) {
      const element: unknown = value[i];
      text += typeof element === 'object' && element !== null
        ? collectionLines(element, depth + 1, dash, seen) || dash + emptyText(element)
        : dash + scalarText(element, depth + 1);
      dash = DASHES[depth];
    }
    return text;
  }
  if (!isPlainObject(value)) throw UNCERTAIN;
  const map = value as Record<string, unknown>;
  for (const name of Object.keys(map)) {
    const element = map[name];
    text += `${text === '' ? lead : LINES[depth]}${keyText(name, depth)}:`;
    text += typeof element === 'object' && element !== null
      ? collectionLines(element, depth + 1, LINES[depth + 1], seen) || ` ${emptyText(element)}`
      : ` ${scalarText(element, depth + 1)}`;
  }
  return text;
}

const emptyText = (value: object) => Array.isArray(value) ? '[]' : '{}';

/** A value that is neither a map nor a list; `depth` is that of its own lines, if it has several. */
function scalarText(value: unknown, depth: number): string {
  if (typeof value === 'string') return oneLine(value) ?? blockText(value, LINES[depth]);
  if (typeof value === 'boolean' || value === null || value === undefined) return String(value ?? null);
  // functions, symbols, big integers
  if (typeof value !== 'number' || !Number.isFinite(value)) throw UNCERTAIN;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** The maximum depth. Deeper data is left to cdk8s; no manifest has any. */
const DEEPEST = 100;

/** The start of a line at each depth: two spaces a level. Values are one level deeper than their keys. */
const LINES: readonly string[] = Array.from({ length: DEEPEST + 2 }, (_, depth) => `\n${'  '.repeat(depth)}`);

/** The start of a line of a list at each depth. */
const DASHES: readonly string[] = LINES.map(line => `${line}- `);

// Strings that YAML 1.1 reads as another type. The types are those in the specification's repository (yaml.org/type);
// where cdk8s accepts more or less, cdk8s takes precedence.

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
 * A first character without a meaning in YAML. A word with another first letter may be read as a boolean or null, none
 * of which has more than five letters; `e` may begin a number without digits before the exponent.
 */
const FIRST = '[a-dg-mp-suvwxzA-DG-MP-SUVWXZ/_$()=;\\\\^]|[fnotyFNOTY](?=.{5})|[eE](?=[:-~])';

/** Printable characters; a colon ends a key if a space or nothing follows, and `#` begins a comment after a space. */
const FOLLOWING = '[ -"$-9;-~]|:(?=[!-~])|(?<=[!-~])#';

/** Nearly all strings of manifests: names, images, paths, addresses. They are written as they are. */
const PLAIN = new RegExp(`^(?:${FIRST})(?:${FOLLOWING})*(?<! )$`);

/** Escapes for which YAML has a letter, and JSON has none. */
const LETTERS: Readonly<Record<string, string>> = { '0000': '\\0', '0007': '\\a', '000b': '\\v', '001b': '\\e' };

/** Characters that not every reader reads as they are. */
const ODD_CHARACTERS = /[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g;

/** The escapes of JSON, one by one; consecutive newlines together, with a space before them. */
const ESCAPES = /( ?)((?:\\n)+)|\\u(....)|\\./g;

/** From this length on, including quotes, a string with line breaks is written on several lines. */
const SEVERAL_LINES = 40;

/**
 * A string in double quotes: that of JSON, with YAML's letters for control characters, and escapes for characters that
 * readers drop. With a `margin` (a line break and the indentation), a long string is broken at its line breaks.
 */
export function doubleQuoted(text: string, margin?: string): string {
  const json = JSON.stringify(text)
    .replace(ODD_CHARACTERS, each => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (!json.includes('\\')) return json;
  const isBroken = margin !== undefined && json.length >= SEVERAL_LINES;
  const escaped = (
    escape: string, space: string, newlines: string | undefined, code: string | undefined, at: number,
  ) => {
    // half a surrogate pair has no escape
    if (code?.startsWith('d')) throw UNCERTAIN;
    if (code !== undefined) return LETTERS[code] ?? (code.startsWith('00') ? `\\x${code.slice(2)}` : escape);
    if (newlines === undefined) return escape;
    // an unescaped space at the end of a line would be dropped; cdk8s escapes it even if the line does not end here
    const before = space && '\\ ';
    if (!isBroken) return before + newlines;
    // A reader turns a single line break into a space and drops the first of several, so one more is written. One at
    // the end of the string remains an escape, since the closing quote would otherwise be alone on a line.
    const rest = json.slice(at + escape.length);
    const isLast = rest === '"';
    const breaks = newlines.length / 2 - Number(isLast);
    const broken = breaks > 0 ? '\n'.repeat(breaks) + margin : '';
    // a space at the beginning of a line is escaped, since it would be dropped
    return before + broken + (isLast ? '\\n' : rest.startsWith(' ') ? '\\' : '');
  };
  return json.replace(ESCAPES, escaped);
}

/** Control characters except tab and newline, and halves of surrogate pairs: they need double quotes. */
const UNPRINTED = /[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]/u;

/** Strings that mean more than text in YAML: by their beginning or end, as a lone mark or a key, with a comment. */
const STRUCTURE = /^[\t ,[\]{}#&*!|>'"%@`]|^[-?](?:[\t ]|$)|:[\t ]|[\t ]#|[\t :]$/;

/** The written form of a key, or of a value without line breaks; `undefined` for a string of several lines. */
export function oneLine(text: string): string | undefined {
  if (PLAIN.test(text)) return text;
  if (text.includes('\n')) return undefined;
  if (UNPRINTED.test(text) || yamlKeyHazard(text)) return doubleQuoted(text);
  if (!STRUCTURE.test(text) && !OTHER_TYPE.test(text)) return text;
  return text.includes('"') && !text.includes('\'') ? `'${text}'` : doubleQuoted(text);
}

/** The last newline of each run before a non-empty line: neither empty lines nor the end of the string are indented. */
const LINE_ENDS = /\n(?!\n|$)/g;

/** A reader takes the indentation of the first non-empty line for that of the block. */
const BEGINS_WITH_SPACE = /^\n* /;

/** A value with line breaks: a block, which begins after its key. `margin` is a line break and its indentation. */
export function blockText(text: string, margin: string): string {
  if (yamlHazard(text)) return doubleQuoted(text);
  // a loop, since a regular expression would try each space of the string
  let end = text.length;
  while (end > 0 && '\n\t '.includes(text[end - 1])) end--;
  const space = text.slice(end);
  // a block cannot end with a line of nothing but spaces
  if (UNPRINTED.test(text) || space.includes('\n') && !space.endsWith('\n')) return doubleQuoted(text, margin);
  const indentation = end > 0 && BEGINS_WITH_SPACE.test(text) ? '2' : '';
  // the indicator by which a reader drops all line breaks at the end, keeps one, or keeps all
  const first = space.indexOf('\n');
  const chomping = first < 0 ? '-' : end > 0 && first === space.length - 1 ? '' : '+';
  const lines = first < 0 ? text : text.slice(0, -1);
  return `|${indentation}${chomping}${margin}${lines.replace(LINE_ENDS, margin)}`;
}
