import { Alias, Document, Node, Pair, Scalar, YAMLMap, YAMLSeq, isAlias, isMap, isNode, isScalar, isSeq, visit } from 'yaml';
import { readScalar, Resolved } from './scalar';
import type { Chunk } from './source';
import { AliasExcess, duplicateKey, MapFields, MAX_DEPTH, movedTo, Place, Read, Source } from './source';
import { templated } from './syntax-mistakes';
import { Finding, found, within } from '../../findings/finding';
import type { Step } from '../../findings/path';

/** Converts the tree of a document to plain data. Reports what is invalid, and reads it as `null`. */
export class ValueReader {
  /** The maps and lists that are being read, from the outermost to the innermost. */
  private readonly open = new Set<Node>();
  private readonly reported = new Set<string>();
  private isExhausted = false;
  private hasTemplate = false;
  /** The path to the node that is being read; copied only for findings. */
  private readonly steps: Step[] = [];
  /** The outermost alias that is being followed, and the number of steps that lead to it. */
  private outermost?: { readonly alias: Alias; readonly depth: number };

  private readonly targets: ReadonlyMap<Alias, Node | undefined>;

  public constructor(private readonly source: Source, private readonly chunk: Chunk, private readonly document: Document.Parsed) {
    this.targets = targetsOf(document, chunk.text);
  }

  /**
   * The value of the document; `undefined` if it is empty (or has only comments), if nothing is left of it, or if it has parts of a
   * template.
   */
  public readDocument(): Read | undefined {
    const read = this.read(this.document.contents);
    return read.value === null || this.hasTemplate ? undefined : read;
  }

  private read(node: unknown): Read {
    if (this.outermost) {
      this.source.repeated.addValue(node);
      if (this.source.repeated.excess) return this.exhausted(this.outermost, this.source.repeated.excess);
    }
    if (isAlias(node)) return this.alias(node);
    if (isMap(node)) return this.nested(node, () => this.map(node));
    if (isSeq(node)) return this.nested(node, () => this.list(node));
    return isScalar(node) ? this.scalar(node) : { value: null, place: this.offset(node) };
  }

  private below(step: Step, node: unknown): Read {
    this.steps.push(step);
    const read = this.read(node);
    this.steps.pop();
    return read;
  }

  private scalar(node: Scalar): Read {
    const read = this.plain(node);
    return 'code' in read ? this.wrong(node, [read]) : { value: read.value, place: this.offset(node) };
  }

  private plain(node: Scalar): Resolved {
    const [start, end] = node.range!;
    return readScalar(node, this.chunk.text.slice(start, end));
  }

  private nested(node: YAMLMap | YAMLSeq, read: () => Read): Read {
    const tag = `tag:yaml.org,2002:${isMap(node) ? 'map' : 'seq'}`;
    if (node.tag && node.tag !== tag) return this.wrong(node, found('yaml-tag', '', { reason: 'unknown' }));
    if (this.open.size >= MAX_DEPTH) return this.wrong(node, found('yaml-too-deep', '', { reason: 'aliases', max: MAX_DEPTH }));
    this.open.add(node);
    const result = read();
    this.open.delete(node);
    return result;
  }

  private list(node: YAMLSeq): Read {
    const values: unknown[] = [];
    const elements: Place[] = [];
    for (const item of node.items) {
      const { value, place } = this.below(values.length, item);
      values.push(value);
      elements.push(place);
    }
    return { value: values, place: elements.length > 0 ? { offset: this.offset(node), elements } : this.offset(node) };
  }

  private map(node: YAMLMap): Read {
    const map: OpenMap = { fields: new MapFields(), own: new Map() };
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
    const key = this.key(pair.key);
    if (key === undefined || !this.isNew(key, pair, map)) return;
    const { value, place } = this.below(key, pair.value);
    map.fields.set(key, value, movedTo(place, this.offset(pair.key)));
  }

  private isNew(key: string, pair: Pair, map: OpenMap): boolean {
    const first = map.own.get(key);
    if (first === undefined) {
      map.own.set(key, this.offset(pair.key));
      return true;
    }
    this.wrong(pair.key, duplicateKey([key], first, this.source));
    return false;
  }

  /** The text of a key. Reports a key that Kubernetes would convert to a string, or reject. */
  private key(node: unknown): string | undefined {
    if (!isScalar(node)) {
      const brace = [0, 1].map(before => this.offset(node) - before).find(offset => this.source.text.startsWith('{{', offset));
      if (brace === undefined) {
        this.wrong(node, found('key-not-text', '', { reason: 'collection' }));
      } else if (!this.hasTemplate) {
        this.source.report(brace, templated('{{'));
        this.hasTemplate = true;
      }
      return undefined;
    }
    const read = this.plain(node);
    const { source: text = '' } = node;
    if ('value' in read && isText(read.value, text)) return text;
    this.wrong(node, within([text], 'code' in read ? [read] : found('key-not-text', '', { reason: kindOf(read.value) })));
    return undefined;
  }

  /** Puts the fields of other maps in place of the key `<<`, as go-yaml does. */
  private merge(pair: Pair, map: OpenMap): void {
    if (!this.isNew('<<', pair, map)) return;
    const { value: node } = pair;
    // of several maps the first takes precedence
    const maps = isSeq(node) ? [...node.items].reverse() : [node];
    for (const each of maps) {
      // an alias without an anchor is reported as such
      const target = isAlias(each) ? this.targets.get(each) ?? MAP : each;
      if (!isMap(target)) {
        this.wrong(each ?? pair.key, found('yaml-merge', '', { reason: 'not-a-map' }));
        continue;
      }
      const { value, place } = this.read(each);
      if (typeof place === 'number') continue;
      for (const key of Object.keys(value)) this.mergeKey(key, value[key], place.fields![key], pair, map);
    }
  }

  private mergeKey(key: string, value: unknown, place: Place, pair: Pair, map: OpenMap): void {
    if (!map.own.has(key)) return map.fields.set(key, value, place);
    this.wrong(pair.key, found('yaml-merge', [key], { reason: 'late' }));
  }

  private alias(node: Alias): Read {
    const target = this.targets.get(node);
    if (!target) return this.wrong(node, found('yaml-alias', '', { reason: 'no-anchor' }));
    if (this.open.has(target)) return this.wrong(node, found('yaml-alias', '', { reason: 'loop' }));
    const { outermost } = this;
    this.outermost ??= { alias: node, depth: this.steps.length };
    const { value, place } = this.read(target);
    this.outermost = outermost;
    return { value, place: movedTo(place, this.offset(node)) };
  }

  /** Reports the first alias that repeats too much; what follows is not read. */
  private exhausted({ alias, depth }: { alias: Alias; depth: number }, excess: AliasExcess): Read {
    if (this.isExhausted) return { value: null, place: this.offset(alias) };
    this.isExhausted = true;
    return this.wrong(alias, found('yaml-alias', '', excess), depth);
  }

  /** Reports findings about the node that is being read, or about its content; `depth` is the number of steps to it. */
  private wrong(node: unknown, findings: readonly Finding[], depth = this.steps.length): Read {
    const offset = this.offset(node);
    const id = `${offset} ${findings[0].code}`;
    // a finding that an alias repeats is reported once
    if (!this.reported.has(id)) this.source.report(offset, within(this.steps.slice(0, depth), findings));
    this.reported.add(id);
    return { value: null, place: offset };
  }

  /** The offset of a node in the whole text. */
  private offset(node: unknown): number {
    return this.chunk.offset + ((node as Node | null)?.range?.[0] ?? 0);
  }
}

/** A map that is being read. */
interface OpenMap {
  readonly fields: MapFields;
  /** The keys that are written in the map itself, with their offsets. */
  readonly own: Map<string, number>;
}

const MAP = new YAMLMap();

/** Whether every reader reads a key as the same string: a string, or an integer or boolean in the form in which all of them write it. */
function isText(value: unknown, source: string): boolean {
  return typeof value === 'string' || value !== null && String(value) === source && !source.includes('.');
}

function kindOf(value: unknown): 'boolean' | 'null' | 'number' {
  if (typeof value === 'boolean') return 'boolean';
  return value === null ? 'null' : 'number';
}

function isMergeKey({ key }: Pair): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<' && !key.tag;
}

/** The target of each alias of a document: the last node before it that has its anchor. */
function targetsOf(document: Document.Parsed, text: string): ReadonlyMap<Alias, Node | undefined> {
  const targets = new Map<Alias, Node | undefined>();
  if (!text.includes('*')) return targets;
  const anchors = new Map<string, Node>();
  visit(document, (_, node) => {
    if (isAlias(node)) targets.set(node, anchors.get(node.source));
    else if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
  });
  return targets;
}
