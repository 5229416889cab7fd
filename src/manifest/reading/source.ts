import { isScalar } from 'yaml';
import type { LocatedFinding, Position } from './located-finding';
import { Finding, MOST_FINDINGS, found, ParametersOf } from '../../findings/finding';
import type { Path } from '../../findings/path';

const BYTE_ORDER_MARK = '\ufeff';

/** A part of a text between two `---` lines. */
export interface Chunk {
  readonly text: string;
  /** Its offset in the whole text. */
  readonly offset: number;
}

/** A text that is being read, with the positions of its lines and the findings about it. */
export class Source {
  /** The text without a byte order mark, and with the line breaks that every reader of YAML reads alike. */
  public readonly text: string;
  public readonly findings: LocatedFinding[] = [];
  public readonly repeated = new Repeated();
  private lineStarts?: number[];
  private count = 0;
  private firstOmitted?: Position;

  public constructor(public readonly file: string, text: string) {
    // neither change moves a line or a column
    this.text = (text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text).replace(/\r\n/g, '\n');
  }

  /** The number of findings that were reported, listed or not. */
  public get reported(): number {
    return this.count;
  }

  /** The position of the first finding that is not listed, if there is one. */
  public get omitted(): Position | undefined {
    return this.firstOmitted;
  }

  /** The position of an offset; an offset beyond the end is at the end. */
  public position(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.text.length));
    const { starts } = this;
    let low = 0;
    for (let high = starts.length; high - low > 1;) {
      const middle = Math.floor((low + high) / 2);
      if (starts[middle] <= at) low = middle; else high = middle;
    }
    return { line: low + 1, column: at - starts[low] + 1 };
  }

  /** A line of the text, counted from 1; empty beyond the end. */
  public line(line: number): string {
    const [start, next] = [this.starts[line - 1], this.starts[line]];
    return start === undefined ? '' : this.text.slice(start, next === undefined ? undefined : next - 1);
  }

  /** Reports the finding that `found()` returns. */
  public report(offset: number, [finding]: readonly Finding[]): void {
    if (this.count++ < MOST_FINDINGS) this.findings.push({ ...finding, file: this.file, ...this.position(offset) });
    else this.firstOmitted ??= this.position(offset);
  }

  /** The offsets of the lines; computed only when a position or a line is needed, mostly for a finding. */
  private get starts(): readonly number[] {
    return this.lineStarts ??= startsOf(this.text);
  }
}

function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** The position of a value in a text: a number if the value is empty or a scalar, as most values are. */
export type Place = number | Branch;

/** The position of a map or a list, and of its content. */
interface Branch {
  /** The offset of its key, or of the map or list itself if it has no key. */
  readonly offset: number;
  readonly fields?: Readonly<Record<string, Place>>;
  readonly elements?: readonly Place[];
}

export function offsetOf(place: Place): number {
  return typeof place === 'number' ? place : place.offset;
}

/** The same place at another offset: at the key of a map, or at an alias. */
export function movedTo(place: Place, offset: number): Place {
  return typeof place === 'number' ? offset : { ...place, offset };
}

/** The place of a field, or of the nearest existing one around it. */
export function findPlace(root: Place, path: Path): Place {
  let place = root;
  for (const step of path) {
    if (typeof place === 'number') return place;
    const next: Place | undefined = place.elements && typeof step === 'number' ? place.elements[step] : own(place.fields, String(step));
    if (next === undefined) return place;
    place = next;
  }
  return place;
}

function own(fields: Readonly<Record<string, Place>> | undefined, key: string): Place | undefined {
  return fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** A value, and its place. */
export interface Read {
  readonly value: any;
  readonly place: Place;
}

/** A map that is being read. */
export class MapFields {
  public readonly value: Record<string, unknown> = {};
  private places?: Record<string, Place>;

  /** The place of a key. */
  public placeOf(key: string): Place {
    return this.places![key];
  }

  /** The map, which begins at `offset`, with its content. */
  public at(offset: number): Read {
    return { value: this.value, place: this.places ? { offset, fields: this.places } : offset };
  }

  public set(key: string, element: unknown, place: Place): void {
    define(this.value, key, element);
    define(this.places ??= {}, key, place);
  }
}

/** The finding about a key that its map has already; `first` is the offset of the first one. */
export function duplicateKey(path: Path, first: number, source: Source): Finding[] {
  return found('duplicate-key', path, { line: source.position(first).line });
}

/** Defines a field; a key such as `__proto__` is an ordinary one. */
function define(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}

/** The deepest nesting of maps and lists that is read; the deepest known manifests, of CRDs, have about 60 levels. */
export const MAX_DEPTH = 200;

/** The most values that the aliases of one text may repeat; go-yaml rejects a document at about four times as many. */
const MAX_REPEATED = 100_000;

/** The most characters that they may repeat: in manifests, a value has fewer than a hundred. */
export const MAX_REPEATED_CHARACTERS = 10_000_000;

/** The limit that aliases exceed. */
export type AliasExcess = Extract<ParametersOf<'yaml-alias'>, { readonly max: unknown }>;

/** Counts what the aliases of one text repeat. Each value takes memory, and its characters do once it is copied, compared or written. */
export class Repeated {
  private values = 0;
  private characters = 0;

  /** The approximate number of bytes by which the text would grow if it were written out. */
  public get size(): number {
    return this.characters + this.values * MAX_REPEATED_CHARACTERS / MAX_REPEATED;
  }

  /** The limit that is exceeded, if one is. */
  public get excess(): AliasExcess | undefined {
    if (this.values > MAX_REPEATED) return { reason: 'many-values', max: MAX_REPEATED };
    return this.characters > MAX_REPEATED_CHARACTERS ? { reason: 'many-characters', max: MAX_REPEATED_CHARACTERS } : undefined;
  }

  public addValue(node: unknown): void {
    // beyond the limit, nothing is read
    if (this.excess) return;
    this.values++;
    this.addText(node);
  }

  public addText(node: unknown): void {
    if (isScalar(node)) this.characters += node.source?.length ?? 0;
  }
}

