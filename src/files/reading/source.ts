import { LineCounter } from 'yaml';
import type { LocatedFinding, Position } from './located-finding';
import { Finding, MOST_FINDINGS, Path } from '../../base/findings/finding';

const BYTE_ORDER_MARK = '\ufeff';

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
    this.text = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replace(/\r\n/g, '\n');
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
    for (let at = 0; at > 0 || lines.lineStarts.length === 0; at = this.text.indexOf('\n', at) + 1) lines.addNewLine(at);
    return this.lines = lines;
  }
}

/**
 * The offset of the key of a value, or of the value itself; for a map or a list that is not empty, also the places of
 * its content.
 */
export type ValuePlace = number | { readonly offset: number; readonly content: ReadonlyMap<string, ValuePlace> | readonly ValuePlace[] };

export function offsetOf(place: ValuePlace): number {
  return typeof place === 'number' ? place : place.offset;
}

/** The same place at another offset: at the key of a map, or at an alias. */
export function movedTo(place: ValuePlace, offset: number): ValuePlace {
  return typeof place === 'number' ? offset : { ...place, offset };
}

/** The place of a field, or of the nearest existing one around it. */
export function findPlace(root: ValuePlace, path: Path): ValuePlace {
  let place = root;
  for (const step of path) {
    if (typeof place === 'number') return place;
    const { content } = place;
    const next = 'get' in content ? content.get(String(step)) : typeof step === 'number' ? content[step] : undefined;
    if (next === undefined) return place;
    place = next;
  }
  return place;
}
