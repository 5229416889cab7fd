import type { Position } from './located-finding';
import { findPlace, offsetOf, Place } from './place';
import type { Source } from './source';
import { At, pathOf } from '../../findings/path';

/** A document of YAML or JSON, whatever it holds. */
export class YamlDocument {
  public constructor(
    private readonly source: Source,
    /** Plain data with the values that Kubernetes' own reader gives, and its keys in order. */
    public readonly value: unknown,
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
  public locate(field: At): Position {
    return this.source.position(offsetOf(findPlace(this.place, pathOf(field))));
  }
}
