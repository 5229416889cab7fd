import type { Manifests } from '../../manifest/reading';

type ManifestSource = Manifests['sources'] extends ReadonlyMap<string, infer S> ? S : never;

/** Where a document begins: at its separator, or at the beginning of the text. */
interface Start {
  readonly line: number;
  readonly offset: number;
}

/** The lines of a text that was read, each with the document it belongs to. */
export class SourceLines {
  private readonly starts: readonly Start[];
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
    const known = this.secret.get(document);
    if (known !== undefined) return known;
    const isSecret = /\bSecret\b/.test(this.source.text.slice(this.starts[document].offset, this.starts[document + 1]?.offset));
    this.secret.set(document, isSecret);
    return isSecret;
  }

  private documentOf(line: number): number {
    let document = this.starts.length - 1;
    while (this.starts[document].line > line) document--;
    return document;
  }
}
