const SPACE = /[ \t\n\r]*/y;
const CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
const OTHER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null/y;

/** A place in a text, and what should be there. */
export interface WrongPlace {
  readonly index: number;
  readonly expected: string;
}

/** Where a text stops to be JSON. `JSON.parse` says it in other words in each version of Node, or not at all. */
export function whereNotJson(text: string): WrongPlace | undefined {
  const reader = new Reader(text);
  return reader.value() && reader.end() ? undefined : { index: reader.index, expected: reader.expected };
}

/** Reads on as long as all is well. Goes as deep as the text. */
class Reader {
  public index = 0;
  public expected = '';

  public constructor(private readonly text: string) {}

  public value(): boolean {
    if (this.eat('{')) return this.all('}', () => this.member());
    if (this.eat('[')) return this.all(']', () => this.value());
    return this.string() || this.match(OTHER) || this.fail('a value');
  }

  public end(): boolean {
    return this.eat('') && this.index === this.text.length || this.fail('nothing more');
  }

  private all(close: string, one: () => boolean): boolean {
    if (this.eat(close)) return true;
    do {
      if (!one()) return false;
    } while (this.eat(','));
    return this.eat(close) || this.fail(`',' or '${close}'`);
  }

  private member(): boolean {
    this.eat('');
    return (this.string() || this.fail('a key')) && (this.eat(':') || this.fail('\':\'')) && this.value();
  }

  /** Piece by piece: one expression for a whole text would need as much of the stack as the text is long. */
  private string(): boolean {
    const start = this.index;
    if (this.eat('"')) {
      do this.match(CHARACTERS); while (this.match(ESCAPE));
      if (this.text[this.index] === '"') return Boolean(++this.index);
      this.index = start;
    }
    return false;
  }

  private eat(punctuation: string): boolean {
    this.match(SPACE);
    const found = this.text.startsWith(punctuation, this.index);
    if (found) this.index += punctuation.length;
    return found;
  }

  private match(expression: RegExp): boolean {
    expression.lastIndex = this.index;
    const found = expression.test(this.text);
    if (found) this.index = expression.lastIndex;
    return found;
  }

  private fail(expected: string): boolean {
    this.expected = expected;
    return false;
  }
}

/** The first byte that is no UTF-8. */
export function whereNotUtf8(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString('utf8'));
  return bytes.findIndex((byte, index) => byte !== again[index]);
}
