import { Yaml } from 'cdk8s';
import { DASHES, DEEPEST, LINES, blockText, doubleQuoted, oneLine } from './strings';

/**
 * Returns the result of cdk8s's `Yaml.stringify(...values)`, byte for byte, in a fraction of its time. If that is not certain, cdk8s itself
 * writes a document: one with an object that occurs twice, with more than plain data, with very deep data, or that is neither a map nor a
 * list.
 */
export function writeDocuments(values: readonly unknown[]): string {
  const texts: string[] = [];
  // by index: a hole is a document too
  for (let i = 0; i < values.length; i++) texts.push(values[i] === undefined ? '\n' : writeDocument(values[i]));
  return texts.join('---\n');
}

function writeDocument(value: unknown): string {
  return typeof value === 'object' && value !== null ? writtenOr(value, each => Yaml.stringify(each)) : Yaml.stringify(value);
}

/** A document that is a map or a list; if the rules of this folder do not determine its text, what a library writes. */
export function writtenOr(value: object, library: (value: object) => string): string {
  try {
    return flat(`${collectionLines(value, 0, '', new Set()) || emptyText(value)}\n`);
  } catch (error) {
    if (error !== UNCERTAIN) throw error;
    return library(value);
  }
}

/**
 * The same text in one piece. A concatenated string remains a tree of its parts until one of its characters is read, and the trees of a
 * hundred thousand documents take far more memory than their text.
 */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/**
 * Thrown if the rules of this folder do not determine what cdk8s would write: a library then writes that document. A single instance, since
 * a new one would collect its stack each time, which takes longer than writing a document.
 */
const UNCERTAIN = new Error('this is left to cdk8s');

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

/** A key with a longer written form gets a `?` before it, and its value gets its own line. */
const LONGEST = 1024;

/** A key that looks like a line between documents or a directive: cdk8s quotes it if it is not indented. */
const MARKER = /^(?:%|---|\.\.\.)/m;

// the same few keys occur in all objects
const KEYS = new Map<string, string>();
const MOST_KEYS = 10_000;

function keyText(name: string, depth: number): string {
  if (depth === 0 && MARKER.test(name)) throw UNCERTAIN;
  const known = KEYS.get(name);
  if (known !== undefined) return known;
  const text = oneLine(name) ?? doubleQuoted(name);
  if (text.length > LONGEST) throw UNCERTAIN;
  if (KEYS.size < MOST_KEYS) KEYS.set(name, text);
  return text;
}

/**
 * The lines of a map or a list; an empty string if it is empty. `lead` precedes the first: the beginning of a line, the dashes of lists, or
 * an empty string. `seen` has the objects and lists before it: one that occurs twice gets an anchor, which is left to cdk8s.
 */
function collectionLines(value: object, depth: number, lead: string, seen: Set<object>): string {
  if (depth > DEEPEST || seen.has(value)) throw UNCERTAIN;
  seen.add(value);
  if (Array.isArray(value)) return listLines(value, depth, lead, seen);
  if (isPlainMap(value)) return mapLines(value, depth, lead, seen);
  throw UNCERTAIN;
}

function mapLines(map: Record<string, unknown>, depth: number, lead: string, seen: Set<object>): string {
  let text = '';
  for (const name of Object.keys(map)) {
    const value = map[name];
    text += `${text === '' ? lead : LINES[depth]}${keyText(name, depth)}:`;
    if (typeof value === 'object' && value !== null) {
      text += collectionLines(value, depth + 1, LINES[depth + 1], seen) || ` ${emptyText(value)}`;
    } else {
      text += ` ${scalarText(value, depth + 1)}`;
    }
  }
  return text;
}

function listLines(list: readonly unknown[], depth: number, lead: string, seen: Set<object>): string {
  if (!isPlainList(list)) throw UNCERTAIN;
  let text = '';
  let dash = lead === LINES[depth] ? DASHES[depth] : `${lead}- `;
  // by index: a hole is written as null, like `undefined`
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value === 'object' && value !== null) text += collectionLines(value, depth + 1, dash, seen) || dash + emptyText(value);
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
