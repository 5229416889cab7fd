import { Alias, isAlias, isMap, isScalar, isSeq, Node, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml';
import { Aliases } from './aliases';
import type { Chunk } from './chunks';
import { MAX_DEPTH } from './depth';
import { duplicateKey, Fields } from './fields';
import { fieldOf, movedTo, Place } from './place';
import type { Read } from './read';
import { readScalar, ReadScalar } from './read-scalar';
import type { Source } from './source';
import { UNKNOWN_TAG, Words } from './syntax-words';
import { templated } from './templates';
import type { ErrorCode } from '../../findings/catalogue/all';
import { Finding } from '../../findings/finding';
import { unsaid } from '../../findings/unsaid';

/** Makes plain data of the tree of a document. What is wrong is reported, and `null` is in its place. */
export class ValueReader {
  /** The maps and lists that are being read, from the outermost to the innermost. */
  private readonly open = new Set<Node>();
  private readonly reported = new Set<string>();
  private isExhausted = false;
  private hasTemplate = false;
  private outermost?: { readonly alias: Alias; readonly field: string };

  public constructor(
    private readonly source: Source,
    private readonly chunk: Chunk,
    private readonly aliases: Aliases,
  ) {
  }

  /** Whether a part of the document was a template. */
  public get isTemplate(): boolean {
    return this.hasTemplate;
  }

  /** Reads a node; `field` is its path. */
  public read(node: unknown, field: string): Read {
    if (this.outermost) {
      this.source.repeated.addValue(node);
      if (this.source.repeated.excess) return this.exhausted(this.outermost, this.source.repeated.excess);
    }
    if (isAlias(node)) return this.alias(node, field);
    if (isMap(node)) return this.nested(node, field, () => this.map(node, field));
    if (isSeq(node)) return this.nested(node, field, () => this.list(node, field));
    return isScalar(node) ? this.scalar(node, field) : { value: null, place: this.offset(node) };
  }

  private scalar(node: Scalar, field: string): Read {
    const read = this.plain(node);
    return 'code' in read ? this.wrong(node, read.code, field, read) : { value: read.value, place: this.offset(node) };
  }

  private plain(node: Scalar): ReadScalar {
    const [start, end] = node.range!;
    return readScalar(node, this.chunk.text.slice(start, end));
  }

  private nested(node: YAMLMap | YAMLSeq, field: string, read: () => Read): Read {
    if (node.tag && node.tag !== `tag:yaml.org,2002:${isMap(node) ? 'map' : 'seq'}`) return this.wrong(node, 'yaml-tag', field, UNKNOWN_TAG);
    if (this.open.size >= MAX_DEPTH) return this.wrong(node, 'yaml-too-deep', field, { problem: `is nested more than ${MAX_DEPTH} deep once its aliases are followed` });
    this.open.add(node);
    const result = read();
    this.open.delete(node);
    return result;
  }

  private list(node: YAMLSeq, field: string): Read {
    const values: unknown[] = [];
    const elements: Place[] = [];
    for (const item of node.items) {
      const { value, place } = this.read(item, `${field}[${values.length}]`);
      values.push(value);
      elements.push(place);
    }
    return { value: values, place: elements.length > 0 ? { offset: this.offset(node), elements } : this.offset(node) };
  }

  private map(node: YAMLMap, field: string): Read {
    const map: OpenMap = { field, fields: new Fields(), own: new Map() };
    for (const pair of node.items) {
      if (isMergeKey(pair)) {
        this.merge(pair, map);
      } else {
        this.entry(pair, map);
      }
    }
    return map.fields.at(this.offset(node));
  }

  private entry(pair: Pair, map: OpenMap): void {
    if (this.outermost) this.source.repeated.addText(pair.key);
    const key = this.key(pair.key, map.field);
    if (key === undefined || !this.isNew(key, pair, map)) return;
    const { value, place } = this.read(pair.value, fieldOf(map.field, key));
    map.fields.set(key, value, movedTo(place, this.offset(pair.key)));
  }

  private isNew(key: string, pair: Pair, map: OpenMap): boolean {
    const first = map.own.get(key);
    if (first === undefined) {
      map.own.set(key, this.offset(pair.key));
      return true;
    }
    this.tell(pair.key, duplicateKey(fieldOf(map.field, key), first, this.source));
    return false;
  }

  /** The text of a key; what Kubernetes would make one, or refuse, is reported. */
  private key(node: unknown, field: string): string | undefined {
    if (!isScalar(node)) {
      const brace = [0, 1].map(before => this.offset(node) - before).find(offset => this.source.text.startsWith('{{', offset));
      if (brace === undefined) {
        this.wrong(node, 'key-not-text', field, { problem: 'has a key that is an alias, a list or a map', remedy: 'write the key as a text' });
      } else if (!this.hasTemplate) {
        this.source.report(brace, templated('{{'));
        this.hasTemplate = true;
      }
      return undefined;
    }
    const read = this.plain(node);
    const { source: text = '' } = node;
    if ('value' in read && isText(read.value, text)) return text;
    const words = 'code' in read ? read : { code: 'key-not-text' as const, problem: `is a key that YAML reads as ${nameOf(read.value)}`, remedy: 'put the key in quotes' };
    this.wrong(node, words.code, fieldOf(field, text), words);
    return undefined;
  }

  /** The fields of other maps, in the place of the key `<<`, as go-yaml puts them there. */
  private merge(pair: Pair, map: OpenMap): void {
    if (!this.isNew('<<', pair, map)) return;
    const { value: node } = pair;
    // of several maps the first takes precedence
    const maps = isSeq(node) ? [...node.items].reverse() : [node];
    for (const each of maps) {
      // an alias of nothing is reported as such
      const target = isAlias(each) ? this.aliases.target(each) ?? MAP : each;
      if (!isMap(target)) {
        this.wrong(each ?? pair.key, 'yaml-merge', map.field, { problem: 'has a key << with something else than a map or a list of maps', remedy: 'put the key in quotes if it is a text' });
        continue;
      }
      const { value, place } = this.read(each, map.field);
      if (typeof place === 'number') continue;
      for (const key of Object.keys(value)) this.mergeKey(key, value[key], place.fields![key], pair, map);
    }
  }

  private mergeKey(key: string, value: unknown, place: Place, pair: Pair, map: OpenMap): void {
    if (!map.own.has(key)) return map.fields.set(key, value, place);
    this.wrong(pair.key, 'yaml-merge', fieldOf(map.field, key), {
      problem: 'is given in front of a key << that gives it too: Kubernetes takes the latter, and other readers the former',
      remedy: 'put the << in front',
    });
  }

  private alias(node: Alias, field: string): Read {
    const target = this.aliases.target(node);
    if (!target) return this.wrong(node, 'yaml-alias', field, { problem: 'is an alias (after *) without an anchor in front of it', remedy: 'put a text that begins with * in quotes, or name an anchor' });
    if (this.open.has(target)) return this.wrong(node, 'yaml-alias', field, { problem: 'is an alias of what it stands in', remedy: 'write out what is needed' });
    const { outermost } = this;
    this.outermost ??= { alias: node, field };
    const { value, place } = this.read(target, field);
    this.outermost = outermost;
    return { value, place: movedTo(place, this.offset(node)) };
  }

  /** Said of the first alias that repeats too much; what follows is not looked at. */
  private exhausted({ alias, field }: { alias: Alias; field: string }, limit: string): Read {
    if (this.isExhausted) return { value: null, place: this.offset(alias) };
    this.isExhausted = true;
    const problem = `repeats, with the aliases before it, more than ${limit}`;
    return this.wrong(alias, 'yaml-alias', field, { problem, remedy: 'write out what is needed' });
  }

  private wrong(node: unknown, code: ErrorCode, field: string, { problem, remedy }: Words): Read {
    return this.tell(node, unsaid(code, problem, remedy, field));
  }

  private tell(node: unknown, found: Finding): Read {
    const offset = this.offset(node);
    const id = `${offset} ${found.code}`;
    // what an alias repeats is said once
    if (!this.reported.has(id)) this.source.report(offset, found);
    this.reported.add(id);
    return { value: null, place: offset };
  }

  /** Where a node begins in the whole text. */
  private offset(node: unknown): number {
    return this.chunk.offset + ((node as Node | null)?.range?.[0] ?? 0);
  }
}

/** A map that is being read. */
interface OpenMap {
  readonly field: string;
  readonly fields: Fields;
  /** The keys that are written in the map itself, and where. */
  readonly own: Map<string, number>;
}

const MAP = new YAMLMap();

/** Whether a key is a text to every reader: one that is, and a whole number or a truth value that is written as all of them write it. */
function isText(value: unknown, source: string): boolean {
  return typeof value === 'string' || value !== null && String(value) === source && !source.includes('.');
}

function nameOf(value: unknown): string {
  if (typeof value === 'boolean') return 'a truth value';
  return value === null ? 'null' : 'a number';
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && !key.tag;
}
