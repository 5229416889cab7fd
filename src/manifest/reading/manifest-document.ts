import type { LocatedFinding, Position } from './located-finding';
import type { YamlDocument } from './yaml-document';
import { Finding } from '../../findings/finding';
import { At, joinPath, Path } from '../../findings/path';

/** One Kubernetes object that was read. */
export class ManifestDocument {
  public constructor(
    /** The document it stands in, alone or in a `List`. */
    public readonly document: YamlDocument,
    /** Plain data with the values that Kubernetes' own reader gives, and its keys in order. */
    public readonly value: Record<string, any>,
    /** Its path in the document: `items[0]`, or empty if it is all of it. */
    private readonly path: Path,
  ) {
  }

  /** The file it was read from. */
  public get file(): string {
    return this.document.file;
  }

  /** The path of a field of the object in its document. */
  public pathOf(field: At): Path {
    return joinPath(this.path, field);
  }

  /** Where a field of the object stands, or the nearest one around it; '' is the object. */
  public locate(field: At): Position {
    return this.document.locate(this.pathOf(field));
  }
}

/** Findings about a document, with their places in its file. */
export function locateFindings(document: ManifestDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(found => ({ ...found, path: document.pathOf(found.path), file: document.file, ...document.locate(found.path) }));
}
