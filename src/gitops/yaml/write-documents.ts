import { Yaml } from 'cdk8s';
import { DASHES, DEEPEST, LINES, Remembered, blockText, doubleQuoted, oneLine } from './strings';

/**
 * Returns the result of cdk8s's `Yaml.stringify(...values)`, byte for byte, in a fraction of its time. If that is not certain, cdk8s itself
 * writes a document: one with an object that occurs twice, with more than plain data, with very deep data, or that is neither a map nor a
 * list.
 */
export function writeDocuments(values: readonly unknown[]): string {
  const written = !isPolluted() && agrees() ? writeDocument : writtenByCdk8s;
  const texts: string[] = [];
  // by index: a hole is a document too
  for (let i = 0; i < values.length; i++) texts.push(values[i] === undefined ? '\n' : written(values[i]));
  return texts.join('---\n');
}

function writeDocument(value: unknown): string {
  if (typeof value !== 'object' || value === null) return writtenByCdk8s(value);
  try {
    return flat(`${documentText(value)}\n`);
  } catch (error) {
    if (error !== UNCERTAIN) throw error;
    return writtenByCdk8s(value);
  }
}

function writtenByCdk8s(value: unknown): string {
  return Yaml.stringify(value);
}

/**
 * The same text in one piece. A concatenated string remains a tree of its parts until one of its characters is read, and the trees of a
 * hundred thousand documents take far more memory than their text.
 */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

// The rules of this folder are those of the package `yaml` inside cdk8s, and another version of cdk8s may include another version of it.
// Whether that one follows the rules is tested once in each process, with a document to which they apply. It takes cdk8s about 10 ms, as
// long as the first four documents of any process.

const SAMPLE_LINES = [
  'a b', 'a:b', 'a: b', 'a:', 'a:\tb', 'a#', 'a #', 'a\t#', ' a', 'a ', '\ta', 'a\tb', '-a', '-', '- a', '?', ':a', ',', '[', ']', '{', '}',
  '#', '&', '*', '!', '|', '>', '%', '@', '`', '=', '"a"', '\'', '"\'', '\\', '<<', '---', 'é', '\u2028', '\ufeff', '\ud800',
  ' \0\x07\b\x0b\f\r\x1b\x1c\x7f\x85', `${'a b'.repeat(50)}`, '', '~', 'Null', 'y', 'Yes', 'yEs', 'n', 'FALSE', 'On', 'off', '0', '089',
  '1_0', '_1', '0o17', '+0x1F', '0X1F', '-0b1', '.', '.5', '1.5.0', '1e3', '.e+1', 'e0', '.INF', '.nan', 'nan', '12:30', '12:60', '1:2:3.5',
  '2001-1-1', '2001-01', '2001-12-14 21:59:43.1 -5', '1m',
];

const BLOCKS = [
  '\n', '\n \n', 'a\n', '\na\n\n', 'a\n\n\n \nb', ' a\nb \n', '\n  a\n', '\ta\nb\n\n', '---\n# "', 'a\n ',
  `${'a b'.repeat(50)}\n`, 'a \n\r\n', 'several lines that end \n\n \nin "space"\t\n  b\n ', 'several lines with a control\x1b[0m\n\n',
];

const COLLECTIONS = [
  {}, [], [[{}], [1, [2]]], { a: { b: [{ c: [] }] } }, [{ a: 'b\n\n', c: 'd\n' }],
  [null, undefined, true, false, 0, -0, 1.5, 1e21, 1e-7, -12, NaN, Infinity, -Infinity], { a: null },
];

const KEYS = { '1': 1, '---': 2, '<<': 3, 'y': 4, 'a: b': 5, 'a \n"b"': 6, '\x1b': 7, '': 8 };

let outcome: boolean | undefined;

/** Whether cdk8s writes documents as this folder does. */
export function agrees(): boolean {
  outcome ??= isSame({ 'lines': SAMPLE_LINES, 'collections': [COLLECTIONS, KEYS], 'a\n': 1, '2': { deep: BLOCKS }, 'last': 'a\n\n' });
  return outcome;
}

function isSame(sample: object): boolean {
  try {
    return `${documentText(sample)}\n` === Yaml.stringify(sample);
  } catch {
    // cdk8s rejects something in the sample; its result for documents shows when it writes them
    return false;
  }
}

/**
 * Thrown if the rules of this folder do not determine what cdk8s would write: cdk8s then writes that document. A single instance, since a
 * new one would collect its stack each time, which takes longer than writing a document.
 */
export const UNCERTAIN = new Error('this is left to cdk8s');

// Recognizes values that are certainly data and nothing more. cdk8s asks each object for `toJSON`, takes what can be iterated for a list,
// and an object that is marked as a node of a YAML document for that; dates, Maps, bytes and the like have their own forms.

/** The symbol by which the YAML package of cdk8s recognizes the nodes of its documents. */
const NODE = Symbol.for('yaml.node.type');

const ITERATE = Array.prototype[Symbol.iterator];

/** Whether an object is nothing but its fields. It may have no prototype. */
export function isPlainMap(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && hasNoMeaning(value) && !(Symbol.iterator in value);
}

/** Whether an array is nothing but a list of its elements. */
export function isPlainList(value: readonly unknown[]): boolean {
  return Object.getPrototypeOf(value) === Array.prototype && hasNoMeaning(value) && value[Symbol.iterator] === ITERATE;
}

function hasNoMeaning(value: object): boolean {
  const { toJSON, [NODE]: node } = value as { readonly toJSON?: unknown; readonly [NODE]?: unknown };
  return toJSON === undefined && node === undefined;
}

/** Whether objects inherit fields that a loop over their fields would include, because a program has added them to all objects. */
export function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** Most documents have fewer; searching a list of this length is faster than creating and querying a Set. */
const FEW = 32;

/**
 * The objects and lists of a document. One that occurs twice gets an anchor, and an alias at its second occurrence: that is left to cdk8s.
 */
export class References {
  private readonly few: object[] = [];
  private many?: Set<object>;

  /** Throws for an object that was noted before, so that no cycle is followed either. */
  public note(value: object): void {
    if (this.many?.has(value) ?? this.few.includes(value)) throw UNCERTAIN;
    if (this.many !== undefined) this.many.add(value);
    else if (this.few.push(value) === FEW) this.many = new Set(this.few);
  }
}

/**
 * A key as it is written at some depth. `line` and `open` begin a new line; a value follows `line`, the lines of a collection follow
 * `open`.
 */
export interface Key {
  readonly line: string;
  readonly open: string;
  /** The same without the line break and the indentation: for use after the dash of a list, or at the beginning of the document. */
  readonly bareLine: string;
  readonly bareOpen: string;
}

/** A key with a longer written form gets a `?` before it, and its value gets its own line. */
const LONGEST = 1024;

/** A key that looks like a line between documents or a directive: cdk8s quotes it if it is not indented. */
const MARKER = /^(?:%|---|\.\.\.)/m;

// The same few keys occur at the same few depths.
const written = Array.from({ length: DEEPEST + 1 }, () => new Remembered<Key>(1000));

export function keyAt(depth: number, name: string): Key {
  const keys = written[depth];
  return keys.get(name) ?? keys.keep(name, write(name, depth));
}

function write(name: string, depth: number): Key {
  if (depth === 0 && MARKER.test(name)) throw UNCERTAIN;
  const text = oneLine(name) ?? doubleQuoted(name);
  if (text.length > LONGEST) throw UNCERTAIN;
  return { line: `${LINES[depth]}${text}: `, open: `${LINES[depth]}${text}:`, bareLine: `${text}: `, bareOpen: `${text}:` };
}

/** The references of the current document. */
let references = new References();

/** A document that is a map or a list, without the line break at its end. */
export function documentText(value: object): string {
  // a getter in the document may write another document
  const outer = references;
  references = new References();
  try {
    return collectionLines(value, 0, '') || emptyText(value);
  } finally {
    references = outer;
  }
}

/**
 * The lines of a map or a list; an empty string if it is empty. `lead` precedes the first: the beginning of a line, the dashes of lists, or
 * an empty string.
 */
function collectionLines(value: object, depth: number, lead: string): string {
  if (depth > DEEPEST) throw UNCERTAIN;
  references.note(value);
  if (Array.isArray(value)) return listLines(value, depth, lead);
  if (isPlainMap(value)) return mapLines(value, depth, lead);
  throw UNCERTAIN;
}

function mapLines(map: Record<string, unknown>, depth: number, lead: string): string {
  let text = '';
  // faster than Object.keys; if objects inherit fields that this would include, the document is left to cdk8s
  for (const name in map) {
    const value = map[name];
    const key = keyAt(depth, name);
    const isFirst = text === '';
    if (typeof value === 'object' && value !== null) {
      const lines = collectionLines(value, depth + 1, LINES[depth + 1]);
      text += isFirst ? lead : '';
      if (lines === '') text += (isFirst ? key.bareLine : key.line) + emptyText(value);
      else text += (isFirst ? key.bareOpen : key.open) + lines;
    } else {
      text += isFirst ? lead + key.bareLine : key.line;
      text += scalarText(value, depth + 1);
    }
  }
  return text;
}

function listLines(list: readonly unknown[], depth: number, lead: string): string {
  if (!isPlainList(list)) throw UNCERTAIN;
  let text = '';
  let dash = lead === LINES[depth] ? DASHES[depth] : `${lead}- `;
  // by index: a hole is written as null, like `undefined`
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value === 'object' && value !== null) text += collectionLines(value, depth + 1, dash) || dash + emptyText(value);
    else text += dash + scalarText(value, depth + 1);
    dash = DASHES[depth];
  }
  return text;
}

const emptyText = (value: object) => Array.isArray(value) ? '[]' : '{}';

/** A value that is neither a map nor a list; `depth` is that of its own lines, if it has several. */
function scalarText(value: unknown, depth: number): string {
  if (typeof value === 'string') return oneLine(value) ?? blockText(value, LINES[depth]);
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (value === null || value === undefined) return 'null';
  // functions, symbols, big integers
  throw UNCERTAIN;
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0';
  if (Number.isFinite(value)) return String(value);
  if (Number.isNaN(value)) return '.nan';
  return value < 0 ? '-.inf' : '.inf';
}
