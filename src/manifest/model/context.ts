import { App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { LeftOut, Part } from './left-out';
import { OamObject } from './oam-object';
import { declaredMetadata } from './server-fields';
import type { ManifestChecksOptions } from '../../checks/manifest-checks';
import type { ErrorCode } from '../../findings/catalogue/all';
import { Finding, MOST_FINDINGS, bad, found, notChecked } from '../../findings/finding';
import { Path, joinPath } from '../../findings/path';
import { Maker, Parameters, isMaker } from '../../findings/sentence';
import { Platform } from '../../platform/platform';
import { isObject, asObject, PlainFields } from '../../private/check';
import { isModelError } from '../../private/errors';
import { asRead } from '../../private/plain';
import { Registry } from '../../private/registry';
import { TreeFinding } from '../../private/tree';
import { LocatedFinding, ManifestDocument } from '../reading';

/** Files that hold alternatives are many, of which nobody binds some; and what an API server has dropped so far is not missed. */
const MAY_BE_MEANT: ReadonlySet<ErrorCode> = new Set(['component-not-bound', 'pruned-field'] as const);

/** How manifests are taken into the model. */
export interface DeclarationOptions {
  /** What they are checked and rendered for. */
  readonly platform: Platform;
  /** The namespace of applications and components that have none, as `kubectl --namespace` has it. */
  readonly defaultNamespace?: string;
  /** How objects are held against the schemas of their kinds. @default - against those of any version of Kubernetes that is known */
  readonly schemaChecks?: ManifestChecksOptions;
}

/** An entry that is not declared since its component is left out. */
export interface Dependent {
  readonly part: Part;
  readonly component: ManifestDocument;
}

/** An entry whose component is not scraped, though the platform would have tried, and why. */
export interface Unscraped {
  readonly part: Part;
  readonly why: readonly Finding[];
  /** The component whose operator makes the only monitor, where that is why. */
  readonly scrapedByOperator?: ManifestDocument;
}

/** A component that is rendered without monitors of its operator. */
export interface Replaced {
  readonly component: ManifestDocument;
  /** The fields of its workload that ask for them. */
  readonly fields: readonly string[];
}

/**
 * Two trees that are made of manifests: what is rendered, and beside it a scratch tree. As much as can be of something wrong is made there,
 * so that the rest is checked by itself; what it would be in the whole is not reported.
 */
export class DeclarationContext {
  public readonly places = new ConstructPlaces();
  public readonly scratch: Construct;
  public readonly platform: Platform;
  public readonly dependents: Dependent[] = [];
  public readonly unscraped: Unscraped[] = [];
  public readonly replaced: Replaced[] = [];
  /** The names of components that were probably meant, by the bindings of others that are not there. */
  public readonly meant = new Map<IConstruct, string>();
  private readonly scope: Construct;
  private readonly isOwn: boolean;
  private readonly found: LocatedFinding[] = [];
  private readonly made = new Map<ManifestDocument, Construct>();
  private ofTree?: Told;
  private count = 0;
  private errors = 0;

  /** Without a scope, what is rendered stands in an app of its own. */
  public constructor(private readonly options: DeclarationOptions, public readonly left: LeftOut, scope?: Construct) {
    const scratch = new App();
    this.platform = options.platform;
    this.scope = scope ?? new App();
    this.isOwn = scope === undefined;
    for (const each of scope ? [scratch] : [this.scope, scratch]) Platform.install(each, this.platform);
    this.scratch = new Chart(scratch, 'scratch');
  }

  /** What is wrong with anything by itself, and then with all of it together. */
  public findings(): LocatedFinding[] {
    const [ofTree, warnings] = [this.treeFindings(), this.toldOfTree().warnings]
      .map(all => all.map(each => this.places.locate(each.construct, this.withMeant(each))));
    return [
      ...this.found,
      ...ofTree.map(each => MAY_BE_MEANT.has(each.code) ? { ...each, isWarning: true } : each),
      ...warnings.map(each => ({ ...each, isWarning: true })),
    ];
  }

  /** What is wrong with all of it together, by the constructs; read once until it is changed. */
  public treeFindings(): readonly TreeFinding[] {
    return this.toldOfTree().findings;
  }

  private withMeant({ construct, finding }: TreeFinding): Finding {
    const meant = finding.code === 'component-elsewhere' ? this.meant.get(construct) : undefined;
    return meant === undefined ? finding : { ...finding, parameters: { ...finding.parameters, meant } };
  }

  private toldOfTree(): Told {
    this.ofTree ??= ofManifests(Registry.of(this.scope).told());
    return this.ofTree;
  }

  /** Reads the tree anew after a construct was added or taken away. */
  public changed(): void {
    this.ofTree = undefined;
  }

  /** Where one document alone is declared: what has one name in two of them is told by what is rendered. */
  public own(): Construct {
    return this.isOwn ? new Chart(this.scope, this.id()) : new Construct(this.scope, this.id());
  }

  /** Data of a manifest, for the model. In the charts of others it is cdk8s that writes it, which does not know all texts. */
  public data<T>(value: T): T {
    return this.isOwn && value !== undefined ? asRead(structuredClone(value)) : value;
  }

  /** The id of one construct more. */
  public id(): string {
    return `${MANIFEST_ID}${this.count++}`;
  }

  /** Keeps what the objects of a document are rendered from. */
  public keep(document: ManifestDocument, construct: Construct): void {
    this.made.set(document, construct);
  }

  public madeOf(document: ManifestDocument): Construct | undefined {
    return this.made.get(document);
  }

  /** Makes something; what speaks against it is told at its place. */
  public attempt<T>(place: DocumentPlace, make: () => T): T | undefined {
    try {
      return make();
    } catch (error) {
      if (!isModelError(error)) throw error;
      this.tell(place, error.findings);
      return undefined;
    }
  }

  public tell(place: DocumentPlace, findings: readonly Finding[], isWarning?: true): void {
    for (const each of findings) this.found.push({ ...this.places.at(place, each), ...isWarning ? { isWarning } : {} });
    if (!isWarning) this.errors += findings.length;
  }

  /** Takes the elements of a list one after the other, until too much is wrong with them. */
  public takeEach<T>(elements: readonly T[], path: Path, place: DocumentPlace, take: (element: T, index: number) => void): void {
    const most = this.errors + MOST_FINDINGS;
    for (const [index, element] of elements.entries()) {
      if (this.errors >= most) return this.tell(place, notChecked(joinPath(path, [index]), elements.length - index, 'element'));
      take(element, index);
    }
  }

  /** Warns of something at the place of a construct. */
  public warn(construct: Construct, finding: Finding): void {
    this.found.push({ ...this.places.locate(construct, finding), isWarning: true });
  }

  /** What is declared of an object's metadata, with a namespace. It must have a name: the model would give it one. */
  public metadataOf({ metadata }: OamObject, place: DocumentPlace): unknown {
    const declared = declaredMetadata(metadata ?? {} as PlainFields);
    if (!isObject(declared)) {
      this.tell(place, bad('invalid-type', 'object', 'metadata', declared));
      return {};
    }
    if (declared.name == null) this.tell(place, found('missing-field', 'metadata.name', { reason: 'required' }));
    return { ...declared, namespace: this.namespaceOf(declared) };
  }

  /** The namespace of an application or a component by its metadata. */
  public namespaceOf(metadata: unknown): string | undefined {
    return asObject<{ readonly namespace?: string | null }>(metadata).namespace ?? this.options.defaultNamespace;
  }
}

/** What is told of a tree. */
type Told = ReturnType<Registry['told']>;

/** What a warning says of a program is not told of manifests, but for what is of objects that others wrote. */
function ofManifests({ findings, warnings }: Told): Told {
  return { findings, warnings: warnings.filter(({ finding: { code } }) => code === 'shadowed-route') };
}

/** How the ids of constructs begin that are made of manifests. */
const MANIFEST_ID = 'manifest-';

/** What something was made of: where its fields stand. */
export interface DocumentPlace {
  readonly document: ManifestDocument;
  /** The path in the document of a field of what was made. */
  readonly pathOf: (path: Path) => Path;
}

/** Where constructs come from. */
class ConstructPlaces {
  private readonly places = new Map<IConstruct, (path: Path) => DocumentPlace>();
  private readonly byPath = new Map<string, IConstruct>();

  /** A construct, and the place of each of its fields. */
  public set(construct: IConstruct, placeOf: (path: Path) => DocumentPlace): void {
    this.places.set(construct, placeOf);
    this.byPath.set(construct.node.path, construct);
  }

  /** A finding about a construct, or about what is below one, at its place in a file. */
  public locate(construct: IConstruct, finding: Finding): LocatedFinding {
    return this.at(this.placeOf(construct, finding.path), finding);
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
  public at({ document, pathOf }: DocumentPlace, finding: Finding): LocatedFinding {
    const path = pathOf(finding.path);
    return {
      ...finding,
      parameters: this.placed(finding.parameters),
      path: document.pathOf(path),
      file: document.file,
      ...document.locate(path),
    };
  }

  /** The constructs that a finding names get their places in the files. */
  private placed(parameters: Parameters): Parameters {
    if (!Object.values(parameters).some(isMaker)) return parameters;
    return Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, isMaker(value) ? this.madeAt(value) : value]));
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
