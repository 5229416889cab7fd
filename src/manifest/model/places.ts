import { IConstruct } from 'constructs';
import { Finding } from '../../findings/finding';
import { Path } from '../../findings/path';
import { isMaker, Maker, Parameters } from '../../findings/sentence';
import { LocatedFinding, ManifestDocument } from '../reading';

/** How the ids of constructs begin that are made of manifests. */
export const MANIFEST_ID = 'manifest-';

/** What something was made of: where its fields stand. */
export interface DocumentPlace {
  readonly document: ManifestDocument;
  /** The path in the document of a field of what was made. */
  readonly pathOf: (path: Path) => Path;
}

/** Where constructs come from. */
export class ConstructPlaces {
  private readonly places = new Map<IConstruct, (path: Path) => DocumentPlace>();
  private readonly byPath = new Map<string, IConstruct>();

  /** A construct, and the place of each of its fields. */
  public set(construct: IConstruct, placeOf: (path: Path) => DocumentPlace): void {
    this.places.set(construct, placeOf);
    this.byPath.set(construct.node.path, construct);
  }

  /** A finding about a construct, or about what is below one, at its place in a file. */
  public locate(construct: IConstruct, found: Finding): LocatedFinding {
    return this.at(this.placeOf(construct, found.path), found);
  }

  /** The place of a field of a construct. */
  public placeOf(construct: IConstruct, path: Path): DocumentPlace {
    for (let each: IConstruct | undefined = construct; each; each = each.node.scope) {
      const placeOf = this.places.get(each);
      if (placeOf) return placeOf(path);
    }
    throw new Error(`'${construct.node.path}' was made of no manifest`);
  }

  /** A finding about what was made of a place. */
  public at({ document, pathOf }: DocumentPlace, found: Finding): LocatedFinding {
    const path = pathOf(found.path);
    return {
      ...found,
      parameters: this.placed(found.parameters),
      path: document.pathOf(path),
      file: document.file,
      ...document.locate(path),
    };
  }

  /** The constructs that a finding names get their places in the files. */
  private placed(parameters: Parameters): Parameters {
    const makers = Object.entries(parameters).filter((entry): entry is [string, Maker] => isMaker(entry[1]));
    return makers.length === 0 ? parameters : { ...parameters, ...Object.fromEntries(makers.map(([name, maker]) => [name, this.madeAt(maker)])) };
  }

  private madeAt(maker: Maker): Maker {
    const place = this.around(maker.construct);
    return place ? { ...maker, place: `${place.document.file}:${place.document.locate(place.pathOf([])).line}` } : maker;
  }

  /** The place of a construct, or of the nearest one around it. */
  private around(path: string): DocumentPlace | undefined {
    for (let each = path; each; each = each.slice(0, Math.max(0, each.lastIndexOf('/')))) {
      const construct = this.byPath.get(each);
      if (construct) return this.places.get(construct)!([]);
    }
    return undefined;
  }
}
