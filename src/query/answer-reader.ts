import { isUtf8 } from 'node:buffer';
import { Malformed, malformedAt } from './failures';

const [QUOTE, BACKSLASH, COMMA, COLON] = [...'"\\,:'].map(character => character.charCodeAt(0));
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST] = [...'{}[]'].map(character => character.charCodeAt(0));
const SPACES = new Set([...' \t\n\r'].map(character => character.charCodeAt(0)));

/** Answers of Prometheus are nested about six levels deep. */
const MAX_DEPTH = 64;

/** A generator that yields when it needs more bytes. */
type Steps<T = void> = Generator<undefined, T, undefined>;

type ReaderOf = (key: string) => (() => Steps<unknown>) | undefined;

/**
 * Parses an answer while it comes in: the elements of `data.result` one by one, everything else as a whole.
 *
 * Finds the end of a piece by its brackets and quotes, then parses it with `JSON.parse`. At most one piece and its text are held at once.
 */
export class AnswerReader {
  /** Everything but the elements: `status`, `data.resultType`, `warnings`. Complete at the end. */
  public readonly envelope: Record<string, unknown> = Object.create(null);

  private readonly steps = this.answer();
  private elements: unknown[] = [];
  private isWhole = false;
  private buffer = Buffer.allocUnsafe(1024);
  /** The number of bytes in the buffer. */
  private length = 0;
  private position = 0;
  /** The bytes before this index are no longer needed. */
  private start = 0;
  /** The offset of the buffer in the body. */
  private base = 0;

  /** The number of bytes read for the envelope. */
  private kept = 0;

  /** The field that is being read. */
  private field = () => '';

  /** The number of bytes held: those of the piece that is being read, and those of the envelope. */
  public get held(): number {
    return this.length - this.start + this.kept;
  }

  /** Reads more of the body and returns the elements that are now complete. */
  public push(chunk: Buffer): unknown[] {
    this.append(chunk);
    this.elements = [];
    this.steps.next();
    return this.elements;
  }

  /** Ends the body. Throws if the answer is incomplete. */
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
      // twice the size needed, so that a large piece is not copied for each of its chunks
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

  /** Reads `data`. If it is an object, the elements of its `result` are read one by one. */
  private* data(): Steps<unknown> {
    if ((yield* this.peek()) !== OPEN_OBJECT) return yield* this.piece(() => 'data');
    // assigned before it is read, so that the type of the result is known while its elements come in
    const data: Record<string, unknown> = this.envelope.data = Object.create(null);
    yield* this.object('data', data, key => key === 'result' ? this.result : undefined);
    return data;
  }

  /** Hands out the elements; an empty list remains in the envelope. */
  private* result(): Steps<unknown> {
    if ((yield* this.peek()) !== OPEN_LIST) return yield* this.piece(() => 'data.result');
    const { kept } = this;
    yield* this.each(CLOSE_LIST, index => this.element(index, kept));
    return [];
  }

  private* element(index: number, kept: number): Steps {
    // two statements: `this.elements` must be read after the piece, since `push` replaces the list at each chunk
    const element = yield* this.piece(() => `data.result[${index}]`);
    this.elements.push(element);
    // the element is handed out, so its bytes no longer count
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

  /** Reads the members between brackets one by one. */
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

  /** Skips spaces and returns the next byte, without consuming it. */
  private* peek(): Steps<number> {
    for (;;) {
      while (this.position < this.length && SPACES.has(this.buffer[this.position])) this.position++;
      this.start = this.position;
      if (this.position < this.length) return this.buffer[this.position];
      yield;
    }
  }

  /** Reads a whole value. */
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
   * Advances to the end of a value; returns `false` if more bytes are needed. Leaves it to the parser to check that brackets match and
   * literals exist.
   */
  private reachesEnd(scan: { depth: number; isQuoted: boolean }): boolean {
    const { buffer, length } = this;
    let { position } = this;
    let { depth, isQuoted } = scan;
    let isEnd = false;
    while (position < length && !isEnd) {
      const byte = buffer[position++];
      if (isQuoted) {
        // the escaped character may be in the next chunk
        if (byte === BACKSLASH) position++;
        else if (byte === QUOTE) isEnd = !(isQuoted = false) && depth === 0;
      } else if (byte === QUOTE) {
        isQuoted = true;
      } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
        if (++depth > MAX_DEPTH) throw malformedAt('too-deep', this.field(), this.base + position - 1, { max: MAX_DEPTH });
      } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
        // the bracket of an outer value ends a number
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

/**
 * The index at which a string stops being JSON, and what is expected there. The messages of `JSON.parse` differ between versions of Node
 * and may lack it.
 */
export function whereNotJson(text: string): { readonly index: number; readonly expected: string } | undefined {
  const check = new JsonCheck(text);
  return check.value() && check.isEnd() ? undefined : { index: check.index, expected: check.expected };
}

/** Reads JSON until the first error. Recurses as deep as the text is nested. */
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

  /** Reads a string part by part: one expression for a whole string would need stack in proportion to its length. */
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

/** The index of the first byte that is not UTF-8. */
export function whereNotUtf8(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, index) => byte !== again[index]);
}
