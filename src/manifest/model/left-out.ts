import { OamObject, oamObject } from './oam-object';
import { isWithin } from '../../findings/path';
import { grouped } from '../../private/grouped';
import { LocatedFinding, ManifestDocument } from '../reading';

/** The monitor that a component has without a MetricsTrait. */
export const DEFAULT_METRICS = 'default metrics';

/** A part that can be left out by itself: a document, an entry of an application's components, or a trait of such an entry. */
export interface Part {
  readonly document: ManifestDocument;
  readonly entry?: number;
  readonly trait?: number | typeof DEFAULT_METRICS;
}

/** The parts of manifests that are not declared. */
export class LeftOut {
  private readonly parts = new Map<ManifestDocument, Set<string>>();

  public add({ document, entry, trait }: Part): void {
    const keys = this.parts.get(document) ?? new Set();
    this.parts.set(document, keys.add(keyOf(entry, trait)));
  }

  /** Whether a part is left out, by itself or with an enclosing part. */
  public has({ document, entry, trait }: Part): boolean {
    const keys = this.parts.get(document);
    return keys !== undefined && [keyOf(), keyOf(entry), keyOf(entry, trait)].some(key => keys.has(key));
  }
}

function keyOf(entry?: number, trait?: Part['trait']): string {
  return [entry, trait].join('/');
}

/** The part that encloses another one. */
export function around({ document, entry, trait }: Part): Part | undefined {
  return trait !== undefined ? { document, entry } : entry !== undefined ? { document } : undefined;
}

/** Finds the parts of documents by the positions of findings. */
export class Parts {
  private readonly byFile: ReadonlyMap<string, ManifestDocument[]>;
  private readonly objects: ReadonlyMap<ManifestDocument, OamObject | undefined>;

  public constructor(documents: readonly ManifestDocument[]) {
    this.byFile = grouped(documents, ({ file }) => [file]);
    this.objects = new Map(documents.map(document => [document, oamObject(document)]));
  }

  /** The smallest part that a finding is about. */
  public of(found: LocatedFinding): Part | undefined {
    const document = this.documentAt(found);
    const object = document && this.objects.get(document);
    if (object?.kind !== 'ApplicationConfiguration') return document && { document };
    const components = object.document.pathOf(object.pathOf(['spec', 'components']));
    const [entry, traits, trait] = isWithin(found.path, components) ? found.path.slice(components.length) : [];
    const isTrait = traits === 'traits' && typeof trait === 'number';
    return { document: object.document, ...typeof entry === 'number' && { entry, ...isTrait && { trait } } };
  }

  /** The last document of the file that begins at or before a position. */
  private documentAt({ file, line = 0, column = 0 }: LocatedFinding): ManifestDocument | undefined {
    const documents = this.byFile.get(file) ?? [];
    let [low, high] = [0, documents.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const start = documents[middle].locate('');
      if (start.line < line || start.line === line && start.column <= column) low = middle + 1;
      else high = middle;
    }
    return documents[low - 1];
  }
}
