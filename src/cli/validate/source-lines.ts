import type { ReadManifests } from '../../manifest/reading';

type ManifestSource = ReadManifests['sources'] extends ReadonlyMap<string, infer S> ? S : never;

/** The lines of a text, each with the document to which it belongs. */
export class SourceLines {
  /** The start of each document: its separator, or the start of the text. */
  private readonly starts: readonly { readonly line: number; readonly offset: number }[];
  /** Whether a document may contain a Secret, by the index of the document. */
  private readonly secret = new Map<number, boolean>();

  public constructor(private readonly source: ManifestSource) {
    const separators = [...source.text.matchAll(/^---/gm)];
    this.starts = [{ line: 1, offset: 0 }, ...separators.map(({ index }) => ({ line: source.position(index).line, offset: index }))];
  }

  /** A line, counted from 1. */
  public line(line: number): string {
    return this.source.line(line);
  }

  /** The lines above a line in its document, the nearest first. */
  public* above(line: number): Generator<string> {
    const { line: first, offset } = this.starts[this.documentOf(line)];
    // the line of a separator is not part of the document
    for (let at = line - 1; at >= (offset > 0 || this.line(first).startsWith('---') ? first + 1 : first); at--) yield this.line(at);
  }

  /** Whether the document of a line may be or contain a Secret. The document may be invalid YAML, so the word is enough. */
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

/** The key of a line, and the text before it. */
interface LineKey {
  /** Spaces and the dashes of lists. */
  readonly indent: string;
  readonly name: string;
  readonly hasValue: boolean;
}

const LINE = /^( *)((?:- +)*)(?:([A-Za-z_][\w./-]*):(?: +(?![ #])(.*)| +#.*)?)?$/;

/**
 * The key of a line in a text that is not valid YAML, if it must be a key whatever is wrong: each line to which it belongs
 * opens a map, so that the line is neither in a block of text nor in a quoted string.
 */
export function provenKey(source: SourceLines, line: number): LineKey | undefined {
  const own = partsOf(source.line(line));
  if (!own?.name) return undefined;
  // the column of the entries of the map to which the line belongs
  let column = own.spaces;
  // whether there are lines with a deeper indentation that are not known yet to belong to a sibling entry
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
    // the first key of an element of a list is on the line of its dash
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
  /** The column at which the text after the dashes starts. */
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

/** Whether a line may leave quotes, brackets or braces open, or close those of another line. */
function isOpen(text: string): boolean {
  const count = (mark: string) => text.split(mark).length - 1;
  return count('"') % 2 > 0 || count('\'') % 2 > 0 || count('[') !== count(']') || count('{') !== count('}');
}
