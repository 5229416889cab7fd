import type { Chunk } from './read-manifests';
import { LONE_SURROGATE, resolvePlain } from './scalar';
import { duplicateKey, MapFields, MAX_DEPTH, movedTo, offsetOf, Place, Read, Source } from './source';
import { Finding, found, within } from '../../findings/finding';
import type { Step } from '../../findings/path';

/**
 * The object of a text of JSON, or its objects if there may be several: Kubernetes tries every text as JSON first, in which
 * some escapes are allowed that it refuses in YAML. Nothing if it is not JSON; it may still be YAML.
 */
export function readJson(chunk: Chunk, source: Source, several: boolean): Read[] | undefined {
  if (!chunk.text.trimStart().startsWith('{')) return undefined;
  const reader = new JsonReader(chunk, source);
  try {
    const read = reader.all();
    if (read.length > 1 && !several) return undefined;
    reader.reports.forEach(report => report());
    return read;
  } catch (error) {
    if (error instanceof NotJson) return undefined;
    throw error;
  }
}

class NotJson extends Error {
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORDS = new Map<string, [text: string, value: unknown]>([['t', ['true', true]], ['f', ['false', false]], ['n', ['null', null]]]);

class JsonReader {
  /** What is wrong, told once it is known that it is JSON. */
  public readonly reports: (() => void)[] = [];
  private at = 0;
  private depth = 0;
  /** The way to the value that is being read: copied only where something is wrong with it. */
  private readonly steps: Step[] = [];
  private readonly text: string;

  public constructor(private readonly chunk: Chunk, private readonly source: Source) {
    this.text = chunk.text;
  }

  public all(): Read[] {
    const read: Read[] = [];
    do {
      // between objects there is nothing but space
      if (this.next() !== '{') throw new NotJson();
      read.push(this.value());
    } while (this.next() !== '');
    return read;
  }

  private value(): Read {
    const first = this.next();
    if (first === '{') return this.nested(() => this.map());
    if (first === '[') return this.nested(() => this.list());
    const offset = this.offset;
    return { value: first === '"' ? this.quoted() : WORDS.has(first) ? this.word(first) : this.number(), place: offset };
  }

  private nested(read: () => Read): Read {
    // it is read as YAML then, where the place is told
    if (++this.depth > MAX_DEPTH) throw new NotJson();
    const result = read();
    this.depth--;
    return result;
  }

  private map(): Read {
    const fields = new MapFields();
    const { offset } = this;
    this.entries('}', () => {
      this.expect('"', 0);
      const at = this.offset;
      const key = this.quoted();
      this.expect(':', 1);
      const { value, place } = this.below(key);
      if (Object.hasOwn(fields.value, key)) {
        this.report(at, duplicateKey([key], offsetOf(fields.placeOf(key)), this.source));
      } else {
        fields.set(key, value, movedTo(place, at));
      }
    });
    return fields.at(offset);
  }

  private list(): Read {
    const { offset } = this;
    const value: any[] = [];
    const elements: Place[] = [];
    this.entries(']', () => {
      const read = this.below(value.length);
      value.push(read.value);
      elements.push(read.place);
    });
    return { value, place: elements.length > 0 ? { offset, elements } : offset };
  }

  private below(step: Step): Read {
    this.steps.push(step);
    const read = this.value();
    this.steps.pop();
    return read;
  }

  /** What is between brackets or braces, parted by commas. */
  private entries(end: string, entry: () => void): void {
    this.at++;
    if (this.next() !== end) {
      entry();
      while (this.next() === ',') {
        this.at++;
        entry();
      }
    }
    this.expect(end, 1);
  }

  private quoted(): string {
    const { offset } = this;
    let end = this.text.indexOf('"', this.at + 1);
    while (end >= 0 && this.isEscaped(end)) end = this.text.indexOf('"', end + 1);
    if (end < 0) throw new NotJson();
    const text = parsed(this.text.slice(this.at, end + 1));
    this.at = end + 1;
    if (LONE_SURROGATE.test(text)) this.report(offset, found('invalid-character', '', { reason: 'half-pair' }));
    return text;
  }

  private isEscaped(quote: number): boolean {
    let first = quote;
    while (this.text[first - 1] === '\\') first--;
    return (quote - first) % 2 > 0;
  }

  private word(first: string): unknown {
    const [text, value] = WORDS.get(first)!;
    if (!this.text.startsWith(text, this.at)) throw new NotJson();
    this.at += text.length;
    return value;
  }

  private number(): number | null {
    NUMBER.lastIndex = this.at;
    const text = NUMBER.exec(this.text)?.[0];
    if (text === undefined) throw new NotJson();
    const { offset } = this;
    this.at += text.length;
    const resolved = resolvePlain(text);
    if ('value' in resolved && typeof resolved.value === 'number') return resolved.value;
    // in YAML, a number too large for a float is a text
    this.report(offset, 'code' in resolved ? [resolved] : found('invalid-number', '', { reason: 'too-large' }));
    return null;
  }

  /** Reports something about the value that is being read, or about what is in it. */
  private report(offset: number, findings: readonly Finding[]): void {
    const placed = within([...this.steps], findings);
    this.reports.push(() => this.source.report(offset, placed));
  }

  /** The next character that is no space; '' at the end. */
  private next(): string {
    for (; this.at < this.text.length; this.at++) {
      const character = this.text[this.at];
      if (character !== ' ' && character !== '\n' && character !== '\t' && character !== '\r') return character;
    }
    return '';
  }

  /** Goes on to a character, and behind it by as much as `skip`. */
  private expect(character: string, skip: number): void {
    if (this.next() !== character) throw new NotJson();
    this.at += skip;
  }

  /** Where the reader is in the whole text. */
  private get offset(): number {
    return this.chunk.offset + this.at;
  }
}

function parsed(quoted: string): string {
  try {
    return JSON.parse(quoted);
  } catch {
    throw new NotJson();
  }
}
