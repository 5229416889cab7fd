import type { LocatedFinding, Position } from './located-finding';
import { findPlace, Place } from './place';
import type { Source } from './source';
import type { Finding } from '../private/finding';

/** One Kubernetes object that was read. */
export class ManifestDocument {
  public constructor(
    private readonly source: Source,
    /** Plain data with the values that Kubernetes' own reader gives, and its keys in order. */
    public readonly value: Record<string, any>,
    private readonly place: Place,
  ) {
  }

  /** The file it was read from. */
  public get file(): string {
    return this.source.file;
  }

  /**
   * Where a field stands: its key, or the element of a list. A field that is missing is where the nearest one around
   * it is; '' is the document.
   */
  public locate(field: string): Position {
    return this.source.position(findPlace(this.place, field).offset);
  }
}

/** Findings about a document, with their places in its file. */
export function locateFindings(document: ManifestDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(found => ({ ...found, file: document.file, ...document.locate(found.field) }));
}
