import { LineCounter } from 'yaml';
import type { LocatedFinding, Position } from './located-finding';
import { filled, isObject, list, object } from '../../base/check';
import {
  Finding, MOST_FINDINGS, bad, movedTo, notChecked, within, At, Path, joinPath, pathOf,
} from '../../base/findings/finding';
import type { TypedManifest } from '../../base/oam-kind';

/** The deepest nesting of maps and lists that is read; the deepest known manifests, of CRDs, have about 60 levels. */
export const MAX_DEPTH = 200;

/** A document in a text: what is between two `---` lines, or one of several JSON objects. */
export interface Chunk {
  readonly text: string;
  /** Its offset in the whole text. */
  readonly offset: number;
  /** Whether it is valid JSON, which Kubernetes reads by other rules. */
  readonly isJson?: boolean;
}

/** A text that is being read, with the positions of its lines and the findings about it. */
export class Source {
  /** The text without a byte order mark, and with the line breaks that every reader of YAML reads alike. */
  public readonly text: string;
  /** The first findings; the others are only counted. */
  public readonly findings: LocatedFinding[] = [];
  /** The number of findings that were reported, listed or not. */
  public reported = 0;
  /** The position of the first finding that is not listed, if there is one. */
  public omitted?: Position;
  /** The number of characters that aliases have repeated. */
  public repeated = 0;
  private lines?: LineCounter;

  public constructor(public readonly file: string, text: string) {
    // neither change moves a line or a column
    this.text = text.replace(/^\ufeff/, '').replace(/\r\n/g, '\n');
  }

  /** The position of an offset; an offset beyond the end is at the end. */
  public position(offset: number): Position {
    const { line, col } = this.counter.linePos(Math.max(0, Math.min(offset, this.text.length)));
    return { line, column: col };
  }

  /** A line of the text, counted from 1; empty beyond the end. */
  public line(line: number): string {
    const [start, next] = this.counter.lineStarts.slice(line - 1, line + 1);
    return line < 1 || start === undefined ? '' : this.text.slice(start, next === undefined ? undefined : next - 1);
  }

  /** Reports the finding that `found()` returns. */
  public report(offset: number, [finding]: readonly Finding[]): void {
    const position = this.position(offset);
    if (this.reported++ < MOST_FINDINGS) this.findings.push({ ...finding, file: this.file, ...position });
    else this.omitted ??= position;
  }

  /** The lines; counted only when a position or a line is needed, mostly for a finding. */
  private get counter(): LineCounter {
    if (this.lines) return this.lines;
    const lines = new LineCounter();
    lines.addNewLine(0);
    for (const { index } of this.text.matchAll(/\n/g)) lines.addNewLine(index + 1);
    return this.lines = lines;
  }
}

/** The offset of the key of a value, or of the value itself; for a non-empty map or list, also those of its content. */
export type ValuePlace = number | {
  readonly offset: number; readonly content: ReadonlyMap<string, ValuePlace> | readonly ValuePlace[];
};

/** A document of YAML or JSON, whatever it holds. */
export class YamlDocument {
  public constructor(
    private readonly source: Source,
    /** Plain data with the values that Kubernetes' own reader returns, and its keys in order. */
    public readonly value: unknown,
    private readonly place: ValuePlace,
  ) {}

  /** The file it was read from. */
  public get file(): string { return this.source.file; }

  /** The position of a field: of its key, or of an element. A missing one has that of the nearest one around it. */
  public locate(field: At): Position {
    let { place } = this;
    for (const step of pathOf(field)) {
      if (typeof place === 'number') break;
      const { content } = place;
      const next = 'get' in content ? content.get(String(step)) : typeof step === 'number' ? content[step] : undefined;
      if (next === undefined) break;
      place = next;
    }
    return this.source.position(typeof place === 'number' ? place : place.offset);
  }

  /** Adds the positions in the file to findings about the document. */
  public located(findings: readonly Finding[]): LocatedFinding[] {
    return findings.map(each => ({ ...each, file: this.file, ...this.locate(each.path) }));
  }
}

/** One Kubernetes object that was read. */
export class ManifestDocument {
  public constructor(
    /** The document that holds it, alone or in a `List`. */
    public readonly document: YamlDocument,
    /** Plain data with the values that Kubernetes' own reader returns, and its keys in order. */
    public readonly value: TypedManifest,
    /** Its path in the document: `items[0]`, or empty if it is the whole document. */
    private readonly path: Path,
  ) {}

  /** The file it was read from. */
  public get file(): string { return this.document.file; }

  /** The path of a field of the object in its document. */
  public pathOf(field: At): Path { return joinPath(this.path, field); }

  /** The same for a field of the object. */
  public locate(field: At): Position { return this.document.locate(this.pathOf(field)); }
}

/** Moves findings about an object to its path in the document, and adds the positions in the file. */
export function locateFindings(document: ManifestDocument, findings: readonly Finding[]): LocatedFinding[] {
  return document.document.located(findings.map(each => movedTo(document.pathOf(each.path), each)));
}

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);
const withItems = object({ items: list(() => []) }, ['items']);

/** The objects of a document, with those in a `List` one by one, and findings about values that are not objects. */
export function toObjects(document: YamlDocument) {
  const documents: ManifestDocument[] = [];
  const findings: LocatedFinding[] = [];
  const report = (found: readonly Finding[]) => void findings.push(...document.located(found));
  const expand = (value: any, path: Path): void => {
    const untyped = isObject(value) ? typed(value, '') : bad('invalid-type', 'kubernetes-object', '', value);
    const isList = untyped.length === 0 && value.kind === 'List' && value.apiVersion === 'v1';
    const wrong = isList ? withItems(value, '') : untyped;
    if (wrong.length > 0) return report(within(path, wrong));
    const { kind, apiVersion, items } = value;
    // anything else is a list, which kubectl reads as several objects
    if (!kind.endsWith('List') || !Array.isArray(items)) {
      return void documents.push(new ManifestDocument(document, value, path));
    }
    const elementKind = kind.slice(0, -'List'.length);
    for (const [i, item] of items.entries()) {
      if (findings.length >= MOST_FINDINGS) {
        return report(within(path, notChecked(['items', i], items.length - i, 'element')));
      }
      // an object in a list such as `ConfigMapList` may omit its type, because the kind of the list implies it
      const isImplied = elementKind && isObject(item) && !item.kind && !item.apiVersion;
      expand(isImplied ? { apiVersion, kind: elementKind, ...item } : item, joinPath(path, ['items', i]));
    }
  };
  expand(document.value, []);
  return { documents, findings };
}
