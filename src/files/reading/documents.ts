import type { LocatedFinding, Position } from './located-finding';
import { ValuePlace, findPlace, offsetOf } from './source';
import type { Source } from './source';
import {
  Finding, MOST_FINDINGS, bad, movedTo, notChecked, within, At, Path, joinPath, pathOf,
} from '../../base/findings/finding';
import { filled, isObject, list, object } from '../../base/check';
import type { TypedManifest } from '../../base/oam-kind';

/** A document of YAML or JSON, whatever it holds. */
export class YamlDocument {
  public constructor(
    private readonly source: Source,
    /** Plain data with the values that Kubernetes' own reader returns, and its keys in order. */
    public readonly value: unknown,
    private readonly place: ValuePlace,
  ) {
  }

  /** The file it was read from. */
  public get file(): string {
    return this.source.file;
  }

  /**
   * The position of a field: of its key, or of the element of a list. A missing field has the position of the nearest
   * one around it; '' is the document.
   */
  public locate(field: At): Position {
    return this.source.position(offsetOf(findPlace(this.place, pathOf(field))));
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

  /** The position of a field of the object, or of the nearest one around it; '' is the object. */
  public locate(field: At): Position {
    return this.document.locate(this.pathOf(field));
  }
}

/** Moves findings about an object to its path in the document, and adds the positions in the file. */
export function locateFindings(document: ManifestDocument, findings: readonly Finding[]): LocatedFinding[] {
  return document.document.located(findings.map(each => movedTo(document.pathOf(each.path), each)));
}

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);
const listed = object({ items: list(() => []) }, ['items']);

/** The objects of a document, with those in a `List` one by one, and findings about values that are not objects. */
export function toObjects(document: YamlDocument): { readonly documents: ManifestDocument[]; readonly findings: LocatedFinding[] } {
  const documents: ManifestDocument[] = [];
  const findings: LocatedFinding[] = [];
  const tell = (found: readonly Finding[]) => void findings.push(...document.located(found));
  const expand = (value: any, path: Path): void => {
    const wrong = isObject(value) ? typed(value, '') : bad('invalid-type', 'kubernetes-object', '', value);
    const unlisted = wrong.length === 0 && value.kind === 'List' && value.apiVersion === 'v1' ? listed(value, '') : wrong;
    if (unlisted.length > 0) return tell(within(path, unlisted));
    const { kind, apiVersion, items } = value;
    // anything else is a list, which kubectl reads as several objects
    if (!kind.endsWith('List') || !Array.isArray(items)) return void documents.push(new ManifestDocument(document, value, path));
    const elementKind = kind.slice(0, -'List'.length);
    for (const [i, item] of items.entries()) {
      if (findings.length >= MOST_FINDINGS) return tell(within(path, notChecked(['items', i], items.length - i, 'element')));
      // an object in a list such as `ConfigMapList` may omit its type, because the kind of the list implies it
      const isImplied = elementKind && isObject(item) && !item.kind && !item.apiVersion;
      expand(isImplied ? { apiVersion, kind: elementKind, ...item } : item, joinPath(path, ['items', i]));
    }
  };
  expand(document.value, []);
  return { documents, findings };
}
