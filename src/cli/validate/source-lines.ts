import type { ReadManifests } from '../../manifest/reading';

type ManifestSource = ReadManifests['sources'] extends ReadonlyMap<string, infer S> ? S : never;

/** The lines of a text that was read, each with the document it belongs to. */
export class SourceLines {
  /** Where each document begins: at its separator, or at the beginning of the text. */
  private readonly starts: readonly { readonly line: number; readonly offset: number }[];
  /** Whether there may be a Secret in a document, by the number of the document. */
  private readonly secret = new Map<number, boolean>();

  public constructor(private readonly source: ManifestSource) {
    const separators = [...source.text.matchAll(/^---/gm)];
    this.starts = [{ line: 1, offset: 0 }, ...separators.map(({ index }) => ({ line: source.position(index).line, offset: index }))];
  }

  /** A line, counted from 1. */
  public line(line: number): string {
    return this.source.line(line);
  }

  /** The lines above one in its document, the nearest first. */
  public* above(line: number): Generator<string> {
    const { line: first, offset } = this.starts[this.documentOf(line)];
    // the line of a separator is none of the document
    for (let at = line - 1; at >= (offset > 0 || this.line(first).startsWith('---') ? first + 1 : first); at--) yield this.line(at);
  }

  /** Whether the document of a line may be, or hold, a Secret; the document may be broken, so that a word is enough. */
  public isSecret(line: number): boolean {
    const document = this.documentOf(line);
    const text = () => this.source.text.slice(this.starts[document].offset, this.starts[document + 1]?.offset);
    if (!this.secret.has(document)) this.secret.set(document, /\bSecret\b/.test(text()));
    return this.secret.get(document)!;
  }

  private documentOf(line: number): number {
    let document = this.starts.length - 1;
    while (this.starts[document].line > line) document--;
    return document;
  }
}

/** The key of a line, and what is in front of it. */
interface LineKey {
  /** Spaces, and the dashes of lists. */
  readonly indent: string;
  readonly name: string;
  readonly hasValue: boolean;
}

const LINE = /^( *)((?:- +)*)(?:([A-Za-z_][\w./-]*):(?: +(?![ #])(.*)| +#.*)?)?$/;

/**
 * The key of a line of a text that is not YAML, if it must be one whatever is wrong: each line that it belongs to opens a
 * map, so that it stands neither in a block of text nor in a text in quotes.
 */
export function provenKey(source: SourceLines, line: number): LineKey | undefined {
  const own = partsOf(source.line(line));
  if (!own?.name) return undefined;
  // where what the line belongs to has its entries
  let column = own.spaces;
  // lines further in, of which it is not known yet that they belong to an entry beside this one
  let isInner = false;
  for (const text of source.above(line)) {
    const trimmed = text.trimStart();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    if (isOpen(text)) return undefined;
    const spaces = text.length - trimmed.length;
    if (spaces > column) {
      isInner = true;
      continue;
    }
    const parts = partsOf(text);
    // the entry of a list has its first key on the line of its dash
    const isBeside = spaces === column || parts?.content === column;
    if (!parts || !isBeside && (isInner || parts.content > column || parts.hasValue || !parts.name)) return undefined;
    isInner = false;
    column = spaces;
  }
  if (isInner) return undefined;
  return { indent: source.line(line).slice(0, own.content), name: own.name, hasValue: own.hasValue };
}

interface LineParts {
  readonly spaces: number;
  /** Where the text behind the dashes begins. */
  readonly content: number;
  readonly name?: string;
  readonly hasValue: boolean;
}

function partsOf(text: string): LineParts | undefined {
  const found = LINE.exec(text.trimEnd());
  if (!found) return undefined;
  const [, spaces, dashes, name, value] = found;
  return { spaces: spaces.length, content: spaces.length + dashes.length, name, hasValue: Boolean(value) };
}

/** Whether a line may leave quotes, brackets or braces open, or close those of another. */
function isOpen(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return count('"') % 2 > 0 || count('\'') % 2 > 0 || count('[') !== count(']') || count('{') !== count('}');
}
