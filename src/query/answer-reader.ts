import { isUtf8 } from 'node:buffer';
import { Malformed, malformedAt } from './failures';

const [QUOTE, BACKSLASH, COMMA, COLON] = [...'"\\,:'].map(character => character.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...'{}[]'].map(character => character.charCodeAt(0));
const SPACES = new Set([...' \t\n\r'].map(character => character.charCodeAt(0)));

/** No answer of Prometheus is nested deeper than some six levels. */
const MAX_DEPTH = 64;

/** A generator that yields where it needs more bytes. */
type Steps<T = void> = Generator<undefined, T, undefined>;

type ReaderOf = (key: string) => (() => Steps<unknown>) | undefined;

/**
 * Takes an answer apart while it comes in: the elements of `data.result` one by one, all else as a whole.
 *
 * The end of a piece is found by its brackets and quotes, and then `JSON.parse` reads it: no more than one piece and its text are held at
 * once.
 */
export class AnswerReader {
  /** All but the elements: `status`, `data.resultType`, `warnings`. Whole at the end. */
  public readonly envelope: Record<string, unknown> = Object.create(null);

  private readonly steps = this.answer();
  private elements: unknown[] = [];
  private isWhole = false;
  private buffer = Buffer.allocUnsafe(1024);
  /** How much of the buffer is filled. */
  private length = 0;
  private position = 0;
  /** What lies before is needed no more. */
  private start = 0;
  /** Where in the body the buffer begins. */
  private base = 0;

  /** Bytes that were read for the envelope. */
  private kept = 0;

  /** What is being read. */
  private field = () => '';

  /** The bytes of the piece that is being read, and of all that was kept: everything but the elements. */
  public get held(): number {
    return this.length - this.start + this.kept;
  }

  /** Reads more of the body; gives the elements that have become whole. */
  public push(chunk: Buffer): unknown[] {
    this.append(chunk);
    this.elements = [];
    this.steps.next();
    return this.elements;
  }

  /** Says that the body has ended. */
  public end(): void {
    if (this.isWhole) return;
    throw malformedAt('early-end', this.field(), this.base + this.length);
  }

  private append(chunk: Buffer): void {
    this.buffer.copyWithin(0, this.start, this.length);
    this.base += this.start;
    this.position -= this.start;
    this.length -= this.start;
    this.start = 0;
    if (this.length + chunk.length > this.buffer.length) {
      // twice as much as before, so that a large piece is not copied for each of its chunks
      const larger = Buffer.allocUnsafe(2 * (this.length + chunk.length));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.length += chunk.copy(this.buffer, this.length);
  }

  private* answer(): Steps {
    yield* this.object('', this.envelope, key => key === 'data' ? this.data : undefined);
    this.isWhole = true;
    yield* this.peek();
    throw this.unexpected('nothing more');
  }

  /** Where `data` is an object, its `result` is taken apart. */
  private* data(): Steps<unknown> {
    if ((yield* this.peek()) !== OPEN_OBJECT) return yield* this.piece(() => 'data');
    // there from the beginning: the type of the result is known while its elements come in
    const data: Record<string, unknown> = this.envelope.data = Object.create(null);
    yield* this.object('data', data, key => key === 'result' ? this.result : undefined);
    return data;
  }

  /** Gives away the elements; an empty list is left in their place. */
  private* result(): Steps<unknown> {
    if ((yield* this.peek()) !== OPEN_LIST) return yield* this.piece(() => 'data.result');
    const { kept } = this;
    yield* this.each(CLOSE_LIST, index => this.element(index, kept));
    return [];
  }

  private* element(index: number, kept: number): Steps {
    // not in one expression: the list of the last chunk would be the one that it goes into
    const element = yield* this.piece(() => `data.result[${index}]`);
    this.elements.push(element);
    // it is given away
    this.kept = kept;
  }

  private* object(path: string, into: Record<string, unknown>, readerOf: ReaderOf): Steps {
    this.field = () => path;
    if ((yield* this.peek()) !== OPEN_OBJECT) throw this.unexpected('an object');
    yield* this.each(CLOSE_OBJECT, () => this.member(path, into, readerOf));
  }

  private* member(path: string, into: Record<string, unknown>, readerOf: ReaderOf): Steps {
    const own = () => path;
    if ((yield* this.peek()) !== QUOTE) throw this.unexpected('a key');
    const place = this.base + this.position;
    const key = String(yield* this.piece(own));
    const field = path ? `${path}.${key}` : key;
    if (key in into) throw malformedAt('repeated-key', field, place);
    if ((yield* this.peek()) !== COLON) throw this.unexpected('\':\'');
    this.position++;
    into[key] = yield* readerOf(key)?.call(this) ?? this.piece(() => field);
    this.field = own;
  }

  /** Reads what is between brackets, one by one. */
  private* each(close: number, one: (index: number) => Steps): Steps {
    this.position++;
    let isEnd = (yield* this.peek()) === close;
    for (let index = 0; !isEnd; index++) {
      yield* one(index);
      const byte = yield* this.peek();
      isEnd = byte === close;
      if (!isEnd && byte !== COMMA) throw this.unexpected(`',' or '${String.fromCharCode(close)}'`);
      if (!isEnd) this.position++;
    }
    this.position++;
  }

  /** The next byte that is no space. */
  private* peek(): Steps<number> {
    for (;;) {
      while (this.position < this.length && SPACES.has(this.buffer[this.position])) this.position++;
      this.start = this.position;
      if (this.position < this.length) return this.buffer[this.position];
      yield;
    }
  }

  /** A whole value. */
  private* piece(field: () => string): Steps<unknown> {
    this.field = field;
    yield* this.peek();
    const scan = { depth: 0, isQuoted: false };
    while (!this.reachesEnd(scan)) yield;
    const bytes = this.buffer.subarray(this.start, this.position);
    const value = this.parsed(bytes, this.base + this.start);
    this.kept += bytes.length;
    this.start = this.position;
    return value;
  }

  /**
   * Moves on to the end of a value; stops where more bytes are needed. Whether brackets match and literals exist is for the parser to say.
   */
  private reachesEnd(scan: { depth: number; isQuoted: boolean }): boolean {
    const { buffer, length } = this;
    let { position } = this;
    let { depth, isQuoted } = scan;
    let isEnd = false;
    while (position < length && !isEnd) {
      const byte = buffer[position++];
      if (isQuoted) {
        // what is escaped may be in the next chunk
        if (byte === BACKSLASH) position++;
        else if (byte === QUOTE) isEnd = !(isQuoted = false) && depth === 0;
      } else if (byte === QUOTE) {
        isQuoted = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (++depth > MAX_DEPTH) throw malformedAt('too-deep', this.field(), this.base + position - 1, { max: MAX_DEPTH });
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        // that of an outer value ends a number
        isEnd = --depth <= 0;
        if (depth < 0) position--;
      } else if (depth === 0 && (byte === COMMA || SPACES.has(byte))) {
        position--;
        isEnd = true;
      }
    }
    this.position = position;
    scan.depth = depth;
    scan.isQuoted = isQuoted;
    return isEnd;
  }

  private parsed(bytes: Buffer, place: number): unknown {
    const text = bytes.toString('utf8');
    if (text.includes('\ufffd') && !isUtf8(bytes)) throw malformedAt('not-utf8', this.field(), place + whereNotUtf8(bytes));
    try {
      return JSON.parse(text);
    } catch {
      const { index, expected } = whereNotJson(text)!;
      throw malformedAt('not-json', this.field(), place + Buffer.byteLength(text.slice(0, index)), { expected });
    }
  }

  private unexpected(expected: string): Malformed {
    return malformedAt('not-json', this.field(), this.base + this.position, { expected });
  }
}

const SPACE = /[ \t\n\r]*/y;
const STRING_PART = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

/** Where a text stops to be JSON, and what should be there. `JSON.parse` says it in other words in each version of Node, or not at all. */
export function whereNotJson(text: string): { readonly index: number; readonly expected: string } | undefined {
  const check = new JsonCheck(text);
  return check.value() && check.isEnd() ? undefined : { index: check.index, expected: check.expected };
}

/** Reads on as long as all is well. Goes as deep as the text. */
class JsonCheck {
  public index = 0;
  public expected = '';

  public constructor(private readonly text: string) {}

  public value(): boolean {
    if (this.eat('{')) return this.all('}', () => this.must(this.string(), 'a key') && this.must(this.eat(':'), '\':\'') && this.value());
    if (this.eat('[')) return this.all(']', () => this.value());
    return this.must(this.string() || this.match(OTHER), 'a value');
  }

  public isEnd(): boolean {
    return this.must(this.match(SPACE) && this.index === this.text.length, 'nothing more');
  }

  private all(close: string, one: () => boolean): boolean {
    if (this.eat(close)) return true;
    do {
      if (!one()) return false;
    } while (this.eat(','));
    return this.must(this.eat(close), `',' or '${close}'`);
  }

  /** Piece by piece: one expression for a whole text would need as much of the stack as the text is long. */
  private string(): boolean {
    const isOpen = this.eat('"');
    const start = this.index;
    if (!isOpen) return false;
    do this.match(STRING_PART); while (this.match(ESCAPE));
    if (this.text[this.index] === '"') return Boolean(++this.index);
    this.index = start - 1;
    return false;
  }

  private eat(punctuation: string): boolean {
    this.match(SPACE);
    const isNext = this.text[this.index] === punctuation;
    if (isNext) this.index++;
    return isNext;
  }

  private match(expression: RegExp): boolean {
    expression.lastIndex = this.index;
    const isMatch = expression.test(this.text);
    if (isMatch) this.index = expression.lastIndex;
    return isMatch;
  }

  private must(isSo: boolean, expected: string): boolean {
    if (!isSo) this.expected = expected;
    return isSo;
  }
}

/** The first byte that is no UTF-8. */
export function whereNotUtf8(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, index) => byte !== again[index]);
}
