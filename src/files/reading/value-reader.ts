import {
  Alias, Document, Node, Scalar, YAMLMap, YAMLSeq, isAlias, isCollection, isMap, isNode, isScalar, isSeq,
} from 'yaml';
import { type Chunk, type Source, type ValuePlace, MAX_DEPTH } from './documents';
import { Mistake, syntax } from './syntax-mistakes';
import { isObject } from '../../base/check';
import { Finding, found, within, Step } from '../../base/findings/finding';

/** The most characters that the aliases of one text may repeat, written as JSON: each value takes memory. */
export const MAX_REPEATED = 1_000_000;

/** A value, and its place; `undefined` if it is invalid, which is reported. */
interface ReadNode { readonly value: any; readonly place: ValuePlace }

/** The value of a scalar, or the reason why it cannot be read as Kubernetes reads it. */
export type Resolved = { readonly value: string | number | boolean | null } | Finding;

/** Converts the tree of a document to plain data. Reports what is invalid. */
export class ValueReader {
  /** The path to the node that is being read; copied only for findings. */
  private readonly steps: Step[] = [];
  /** What was read last with each anchor, also within its own value; `undefined` while it is being read. */
  private readonly anchors = new Map<string, ReadNode | undefined>();
  private isInBrackets = false;
  private isExhausted = false;
  private hasTemplate = false;

  public constructor(
    private readonly source: Source, private readonly chunk: Chunk, private readonly document: Document.Parsed,
  ) {}

  /** The value of the document; `undefined` if it is empty or invalid, or if it has parts of a template. */
  public readDocument(): ReadNode | undefined {
    const read = this.read(this.document.contents);
    return read.value == null || this.hasTemplate ? undefined : read;
  }

  private read(node: unknown): ReadNode {
    if (isAlias(node)) return this.alias(node);
    // between brackets, a key may have no value
    if (!isNode(node)) return { value: null, place: this.chunk.offset };
    const { anchor, tag } = node;
    if (tag) return this.wrong(node, found('yaml-tag', ''));
    if (anchor !== undefined && !/^[\w-]+$/.test(anchor)) return this.wrong(node, syntax('anchor'));
    if (anchor !== undefined) this.anchors.set(anchor, undefined);
    const { isInBrackets } = this;
    this.isInBrackets ||= isCollection(node) && !!node.flow;
    const read = isMap(node) ? this.map(node) : isSeq(node) ? this.list(node) : this.scalar(node as Scalar);
    this.isInBrackets = isInBrackets;
    if (anchor !== undefined && !this.anchors.get(anchor)) this.anchors.set(anchor, read);
    return read;
  }

  private below(step: Step, node: unknown): ReadNode {
    this.steps.push(step);
    const read = this.read(node);
    this.steps.pop();
    return read;
  }

  private list(node: YAMLSeq): ReadNode {
    const reads = node.items.map((item, i) => this.below(i, item));
    const [offset, content] = [this.offset(node), reads.map(({ place }) => place)];
    return { value: reads.map(({ value }) => value), place: content.length > 0 ? { offset, content } : offset };
  }

  private map(node: YAMLMap): ReadNode {
    const fields = new Map<string, ReadNode>();
    // the keys that are written in the map itself, with their offsets
    const own = new Map<string, number>();
    for (const { key: keyNode, value: valueNode } of node.items) {
      const isMerge = isScalar(keyNode) && keyNode.type === 'PLAIN' && keyNode.source === '<<' && !keyNode.tag;
      const key = isMerge ? '<<' : this.key(keyNode);
      if (key === undefined) continue;
      const first = own.get(key);
      if (first !== undefined) {
        this.wrong(keyNode, found('duplicate-key', [key], { line: this.source.position(first).line }));
        continue;
      }
      const offset = this.offset(keyNode);
      own.set(key, offset);
      if (isMerge) {
        this.merge(keyNode, valueNode, fields, own);
      } else {
        const { value, place } = this.below(key, valueNode);
        fields.set(key, { value, place: placeAt(offset, place) });
      }
    }
    // keys such as `__proto__` are ordinary ones
    const value = Object.fromEntries(Array.from(fields, ([key, read]) => [key, read.value]));
    const [offset, content] = [this.offset(node), new Map(Array.from(fields, ([key, { place }]) => [key, place]))];
    return { value, place: content.size > 0 ? { offset, content } : offset };
  }

  /** The text of a key. Reports a key that Kubernetes would convert to a string, or reject. */
  private key(node: unknown): string | undefined {
    if (!isScalar(node)) {
      const isBrace = (offset: number) => this.source.text.startsWith('{{', offset);
      const brace = [0, 1].map(before => this.offset(node) - before).find(isBrace);
      if (brace === undefined) {
        this.wrong(node, found('key-not-text', '', { reason: 'collection' }));
      } else if (!this.hasTemplate) {
        this.source.report(brace, found('templated-manifest', '', { mark: '{{' }));
        this.hasTemplate = true;
      }
      return undefined;
    }
    const text = node.source ?? '';
    const mistake = this.mistakeInKey(node);
    if (mistake) return void this.wrong(node, syntax(mistake));
    const { value } = this.below(text, node);
    if (value === undefined) return undefined;
    // the same string to every reader: a string, or an integer or boolean in the form in which all of them write it
    if (typeof value === 'string' || value !== null && String(value) === text && !text.includes('.')) return text;
    const reason = value === null ? 'null' : typeof value as 'boolean' | 'number';
    return void this.wrong(node, found('key-not-text', [text], { reason }));
  }

  /** The parser accepts keys that go-yaml rejects, and JSON allows some of them. */
  private mistakeInKey({ type, range, anchor }: Scalar): Mistake | undefined {
    const { isInBrackets, chunk: { text, isJson } } = this;
    const [start, end] = range!;
    const after = text.slice(end);
    if (isInBrackets && type === 'PLAIN' && /^:[^ \t\n]/.test(after)) return 'colon-without-space';
    const colon = /^([ \t]*(?:#.*)?\n)*([ \t]*):/.exec(after);
    const key = text.slice(anchor === undefined ? start : text.lastIndexOf('&', start), end);
    if (isJson || !key.includes('\n') && (colon ? colon[1] === undefined : isInBrackets)) return undefined;
    // go-yaml writes long keys behind a question mark, with a colon below it
    const mark = /^(.*)\? +$/.exec(text.slice(text.lastIndexOf('\n', start - 1) + 1, start));
    return !isInBrackets && mark && mark[1].length === colon?.[2].length ? undefined : 'key-over-lines';
  }

  /** Puts the fields of other maps in place of the key `<<`, as go-yaml does. */
  private merge(key: Scalar, node: unknown, fields: Map<string, ReadNode>, own: ReadonlyMap<string, number>): void {
    // of several maps the first takes precedence
    for (const each of isSeq(node) ? [...node.items].reverse() : [node]) {
      const { value, place } = this.read(each);
      if (value !== undefined && !isObject(value)) {
        this.wrong(each ?? key, found('yaml-merge', '', { reason: 'not-a-map' }));
      }
      if (!isObject(value) || typeof place === 'number') continue;
      for (const [name, content] of place.content as ReadonlyMap<string, ValuePlace>) {
        if (own.has(name)) this.wrong(key, found('yaml-merge', [name], { reason: 'late' }));
        else fields.set(name, { value: value[name], place: content });
      }
    }
  }

  private alias(node: Alias): ReadNode {
    const target = this.anchors.get(node.source);
    if (!target) {
      const reason = this.anchors.has(node.source) ? 'loop' : 'no-anchor';
      return this.wrong(node, found('yaml-alias', '', { reason }));
    }
    // reported already
    if (target.value === undefined || this.isExhausted) return { ...target, value: undefined };
    const text = JSON.stringify(target.value);
    this.source.repeated += text.length;
    this.isExhausted = this.source.repeated > MAX_REPEATED;
    if (this.isExhausted) {
      return this.wrong(node, found('yaml-alias', '', { reason: 'many-characters', max: MAX_REPEATED }));
    }
    if (this.steps.length + depthOf(target.value) > MAX_DEPTH) {
      return this.wrong(node, found('yaml-too-deep', '', { reason: 'aliases', max: MAX_DEPTH }));
    }
    // a copy, which can be changed by itself
    return { value: JSON.parse(text), place: placeAt(this.offset(node), target.place) };
  }

  private scalar(node: Scalar): ReadNode {
    const { type, source: text = '', range } = node;
    const [start, end] = range!;
    const raw = this.chunk.text.slice(start, end);
    let read: Resolved;
    if (type?.startsWith('QUOTE')) {
      read = this.quoted(raw, text);
    } else if (type?.startsWith('BLOCK')) {
      read = blockOfText(raw, text, this.chunk.text.slice(end));
    } else if (this.isInBrackets && type === 'PLAIN' && /^:|\?/.test(text)) {
      [read] = syntax('bracketed-mark');
    } else {
      read = resolvePlain(text);
      // in YAML, a number that is too large for a float is a string
      const isTooLarge = this.chunk.isJson && 'value' in read && typeof read.value === 'string';
      if (isTooLarge) [read] = found('invalid-number', '', { reason: 'too-large' });
    }
    return 'code' in read ? this.wrong(node, [read]) : { value: read.value, place: this.offset(node) };
  }

  /** The value of a string in quotes, unless Kubernetes rejects it or reads it differently. */
  private quoted(raw: string, value: string): Resolved {
    const invalid = (reason: 'half-pair' | 'escaped-slash' | 'escaped-pair') =>
      found('invalid-character', '', { reason })[0];
    const [mark] = raw;
    // the parser reads the last quote as the closing one, even if it is doubled or escaped
    const inner = raw.slice(1).replace(mark === '"' ? /\\[^]/g : /''/g, '');
    if (!inner.endsWith(mark)) return syntax('inner-quote')[0];
    if (LONE_SURROGATE.test(value)) return invalid('half-pair');
    if (mark === "'" || this.chunk.isJson) return { value };
    const escapes = raw.replace(/\\\\/g, '  ');
    if (/\n[ \t]*\\\n|\\\n[ \t]*\n/.test(escapes)) return syntax('escaped-line-break')[0];
    // JSON has two escapes that go-yaml does not have
    const escape = /\\(\/|u[dD][89a-fA-F])/.exec(escapes)?.[1];
    return escape ? invalid(escape === '/' ? 'escaped-slash' : 'escaped-pair') : { value };
  }

  /** Reports findings about the node that is being read, or about its content. */
  private wrong(node: unknown, findings: readonly Finding[]): ReadNode {
    const place = this.offset(node);
    this.source.report(place, within(this.steps, findings));
    return { value: undefined, place };
  }

  /** The offset of a node in the whole text. */
  private offset(node: unknown): number { return this.chunk.offset + ((node as Node | null)?.range?.[0] ?? 0); }
}

/** The same place at another offset: at the key of a map, or at an alias. */
function placeAt(offset: number, place: ValuePlace): ValuePlace {
  return typeof place === 'number' ? offset : { ...place, offset };
}

/** The levels of maps and lists in a value: 0 for a scalar. What an alias repeats counts at each of its places. */
function depthOf(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  return 1 + Object.values(value).reduce((depth: number, each) => Math.max(depth, depthOf(each)), 0);
}

// Values of scalars. Kubernetes reads YAML with sigs.k8s.io/yaml, that is with go-yaml v2, whose rules (resolve.go) are
// neither those of YAML 1.1 nor of 1.2. test/files/reading/tokens.test.ts has the values that Go returned.

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

export const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * The value of a block of text, which is followed by `after`. go-yaml and the parser disagree about white space at the
 * end of some blocks, and about a tab at their beginning.
 */
function blockOfText(raw: string, value: string, after: string): Resolved {
  const [header] = /^.[-+\d]*/.exec(raw)!;
  const [space] = /^[ \t\n]*/.exec(after)!;
  const whole = raw + space + (space === after ? '\n' : '');
  const [isNumbered, end] = [/\d/.test(header), whole.slice(whole.trimEnd().length)];
  const isOdd = isNumbered ? /\n[ \t]+\n/.test(end)
    : header.includes('+') && space === after && /\n[ \t]+$/.test(raw + space);
  if (isOdd) return syntax('block-end')[0];
  return !isNumbered && /^.*\n[ \n]*\t/.test(raw) ? syntax('tab')[0] : { value };
}
