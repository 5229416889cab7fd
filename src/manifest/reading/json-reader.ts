import { LONE_SURROGATE, resolvePlain } from './scalar';
import type { Chunk } from './source';
import { duplicateKey, MapFields, MAX_DEPTH, offsetOf, movedTo, Place, Read, Source } from './source';
import { Finding, found, within } from '../../findings/finding';
import type { Step } from '../../findings/path';

/**
 * Reads the object of a JSON text, or its objects if there may be several. Kubernetes tries every text as JSON first, which allows some
 * escapes that it rejects in YAML. Returns `undefined` if the text is not JSON; it may still be YAML.
 */
export function readJson({ text, offset }: Chunk, source: Source, several: boolean): Read[] | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  const starts = startsOfObjects(text);
  if (!starts || starts.length > 1 && !several) return undefined;
  const reader = new JsonReader(tokensOf(text), offset, source);
  return starts.map(() => reader.value());
}

/** A string, a word, a number, or a bracket or brace. The separators between them in valid JSON add no information. */
interface Token {
  readonly text: string;
  readonly index: number;
}

function* tokensOf(text: string): Generator<Token, undefined> {
  let quote = -1;
  for (const { 0: mark, index } of text.matchAll(/\\.|["{}[\]]|[^\s"\\{}[\],:]+/gs)) {
    if (quote < 0 && mark === '"') {
      quote = index;
    } else if (quote < 0) {
      yield { text: mark, index };
    } else if (mark === '"') {
      yield { text: text.slice(quote, index + 1), index: quote };
      quote = -1;
    }
  }
}

/**
 * The offsets of the objects in a text that holds nothing else; otherwise `undefined`. Also `undefined` if one is nested too deeply, which
 * the reader of YAML reports.
 */
function startsOfObjects(text: string): number[] | undefined {
  const starts: number[] = [];
  let [depth, end] = [0, 0];
  for (const { text: mark, index } of tokensOf(text)) {
    if (depth === 0) starts.push(index);
    if (depth === 0 && mark !== '{' || depth > MAX_DEPTH) return undefined;
    if (mark === '{' || mark === '[') depth++;
    if (mark !== '}' && mark !== ']' || --depth > 0) continue;
    // leading space is JSON, too
    if (!isJson(text.slice(end, index + 1))) return undefined;
    end = index + 1;
  }
  return /^[ \t\r\n]*$/.test(text.slice(end)) ? starts : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Reads valid JSON. */
class JsonReader {
  /** The path to the value that is being read; copied only for findings. */
  private readonly steps: Step[] = [];

  public constructor(
    private readonly tokens: Iterator<Token, undefined>, private readonly offset: number, private readonly source: Source,
  ) {}

  public value({ text, index }: Token = this.next()): Read {
    const place = this.offset + index;
    switch (text[0]) {
      case '{':
        return this.map(place);
      case '[':
        return this.list(place);
      case '"':
        return { value: this.string(text, place), place };
      default:
        return { value: /^[tfn]/.test(text) ? JSON.parse(text) : this.number(text, place), place };
    }
  }

  private map(offset: number): Read {
    const fields = new MapFields();
    for (let token = this.next(); token.text !== '}'; token = this.next()) {
      const at = this.offset + token.index;
      const key = this.string(token.text, at);
      const { value, place } = this.below(key, this.next());
      if (Object.hasOwn(fields.value, key)) this.report(at, duplicateKey([key], offsetOf(fields.placeOf(key)), this.source));
      else fields.set(key, value, movedTo(place, at));
    }
    return fields.at(offset);
  }

  private list(offset: number): Read {
    const value: unknown[] = [];
    const elements: Place[] = [];
    for (let token = this.next(); token.text !== ']'; token = this.next()) {
      const read = this.below(value.length, token);
      value.push(read.value);
      elements.push(read.place);
    }
    return { value, place: elements.length > 0 ? { offset, elements } : offset };
  }

  private below(step: Step, token: Token): Read {
    this.steps.push(step);
    const read = this.value(token);
    this.steps.pop();
    return read;
  }

  private string(quoted: string, offset: number): string {
    const text: string = JSON.parse(quoted);
    if (LONE_SURROGATE.test(text)) this.report(offset, found('invalid-character', '', { reason: 'half-pair' }));
    return text;
  }

  private number(text: string, offset: number): number | null {
    const resolved = resolvePlain(text);
    if ('value' in resolved && typeof resolved.value === 'number') return resolved.value;
    // in YAML, a number that is too large for a float is a string
    this.report(offset, 'code' in resolved ? [resolved] : found('invalid-number', '', { reason: 'too-large' }));
    return null;
  }

  private report(offset: number, findings: readonly Finding[]): void {
    this.source.report(offset, within([...this.steps], findings));
  }

  private next(): Token {
    return this.tokens.next().value!;
  }
}
