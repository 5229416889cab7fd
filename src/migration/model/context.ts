import { App, Chart } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { declaredMetadata } from './server-fields';
import { isModelError } from '../../base/brand';
import { asObject, grouped, isObject, PlainFields } from '../../base/check';
import type { ErrorCode } from '../../base/findings/catalogue/all';
import {
  asWarnings, At, bad, Finding, found, isWithin, joinPath, MOST_FINDINGS, notChecked, Path,
} from '../../base/findings/finding';
import { isMaker, Maker } from '../../base/findings/sentence';
import { asRead } from '../../base/plain';
import { Registry, TreeFinding } from '../../base/registry';
import type { ManifestChecksOptions } from '../../cluster/checks/manifest-checks';
import { OamObject, oamObject } from '../../cluster/objects/oam-object';
import { LocatedFinding, ManifestDocument } from '../../files/reading';
import { Platform } from '../../model/platform/platform';
import { shownObject } from '../../base/shown';

/** Codes that are only warnings in manifests: files with alternatives often hold components that nobody binds. */
const MAY_BE_MEANT: ReadonlySet<ErrorCode> = new Set(['component-not-bound', 'pruned-field'] as const);

/** Options for declaring manifests in the model. */
export interface DeclarationOptions {
  /** The platform that they are checked and rendered for. */
  readonly platform: Platform;
  /** The namespace of applications and components that have none, like `kubectl --namespace`. */
  readonly defaultNamespace?: string;
  /**
   * How objects are checked against the schemas of their kinds.
   *
   * @default - against those of any known version of Kubernetes
   */
  readonly schemaChecks?: ManifestChecksOptions;
  readonly accepted?: readonly AcceptedInManifests[];
  /** Whether the rules judge the objects later, with the others of a program, which may accept what they find. */
  readonly isJudgedLater?: boolean;
}

/** A finding about an object that is accepted, and where that is said. */
export interface AcceptedInManifests {
  readonly code: ErrorCode;
  /** Kind, namespace and name: `PodMonitor shop/cart`. */
  readonly object: string;
  readonly reason: string;
  readonly file: string;
  readonly at: Path;
}

/** An entry that is not declared because its component is left out. */
export interface Dependent { readonly part: Part; readonly component: ManifestDocument }

/** An entry whose component is not scraped although the platform would have tried, with the reasons. */
export interface Unscraped {
  readonly part: Part;
  readonly why: readonly Finding[];
  /** The component whose operator creates the only monitor, if that is the reason. */
  readonly scrapedByOperator?: ManifestDocument;
}

/** A component, and the fields of its workload that ask for monitors of its operator. */
export interface Replaced { readonly component: ManifestDocument; readonly fields: readonly string[] }

/**
 * The two trees that are built from manifests: the rendered tree, and a scratch tree. Invalid objects are built in the
 * scratch tree as far as possible, so that their other parts are still checked by themselves. Findings about the
 * scratch tree as a whole are not reported.
 */
export class DeclarationContext {
  public readonly places = new ConstructPlaces();
  public readonly scratch: Construct;
  public readonly platform: Platform;
  /** The entries that are not declared because their components are left out. */
  public readonly dependents: Dependent[] = [];
  /** The entries whose components have no default monitor, because it would find nothing or count samples twice. */
  public readonly unscraped: Unscraped[] = [];
  /** Components that are rendered without the monitors of their operator. */
  public readonly replaced: Replaced[] = [];
  /** The constructs that the objects of the documents are rendered from. */
  public readonly made = new Map<ManifestDocument, Construct>();
  /** The names of components that were probably meant, by the bindings of components that do not exist. */
  public readonly meant = new Map<IConstruct, string>();
  private readonly scope: Construct;
  private readonly isOwn: boolean;
  private readonly found: LocatedFinding[] = [];
  private ofParts?: readonly TreeFinding[];
  private count = 0;
  private errors = 0;

  /** Without a scope, the rendered tree has an app of its own. */
  public constructor(private readonly options: DeclarationOptions, public readonly left: LeftOut, scope?: Construct) {
    const scratch = new App();
    this.platform = options.platform;
    this.scope = scope ?? new App();
    this.isOwn = scope === undefined;
    for (const each of scope ? [scratch] : [this.scope, scratch]) Platform.install(each, this.platform);
    this.scratch = new Chart(scratch, 'scratch');
  }

  /** Findings about single parts, followed by findings about the tree as a whole. */
  public findings(): LocatedFinding[] {
    const isLater = this.options.isJudgedLater;
    const { findings, warnings: ofParts, checked } = isLater
      ? { findings: this.treeFindings(), warnings: [] } : Registry.of(this.scope).told();
    const located = ({ construct, finding }: TreeFinding): LocatedFinding => {
      const meant = finding.code === 'component-elsewhere' ? this.meant.get(construct) : undefined;
      const parameters = meant === undefined ? finding.parameters : { ...finding.parameters, meant };
      return this.places.locate(construct, { ...finding, parameters });
    };
    // all other warnings concern programs only
    const uncollected = ofParts.filter(({ finding: { code } }) => code === 'metrics-not-collected');
    const warnings = [...uncollected, ...checked?.warnings ?? [], ...checked?.unjudged ?? []];
    return [
      ...this.found,
      ...findings.map(located).map(each => MAY_BE_MEANT.has(each.code) ? { ...each, isWarning: true } : each),
      ...asWarnings(warnings.map(located)),
    ];
  }

  /** Findings about the parts of the tree, by construct. They are cached until `changed()`. */
  public treeFindings(): readonly TreeFinding[] { return this.ofParts ??= Registry.of(this.scope).toldByParts(); }

  /** Discards the findings about the tree, because a construct was added or removed. */
  public changed(): void { this.ofParts = undefined; }

  /** A scope of its own for one document. Checks of what is rendered report names that two documents share. */
  public own(): Construct {
    return this.isOwn ? new Chart(this.scope, this.id()) : new Construct(this.scope, this.id());
  }

  /**
   * Prepares data of a manifest for the model: marks a copy as read, which allows every string. In a given scope the
   * data stays unmarked, because cdk8s writes it there and does not write every string correctly.
   */
  public data<T>(value: T): T { return this.isOwn && value !== undefined ? asRead(structuredClone(value)) : value; }

  /** The id of a new construct. */
  public id(): string { return `manifest-${this.count++}`; }

  /** Accepts what the options accept about these documents. */
  public acceptAbout(documents: readonly ManifestDocument[]): void {
    const { accepted = [] } = this.options;
    for (const { code, object, reason, file, at } of accepted) {
      const about = documents.filter(({ value }) => shownObject(value) === object);
      const made = about.flatMap(document => this.made.get(document) ?? []);
      for (const construct of made) Registry.of(this.scope).accept({ construct, code, reason });
      const none = made.length > 0 ? [] : found('no-effect', at, { reason: 'acceptance', accepted: code });
      this.found.push(...asWarnings(none.map(each => ({ ...each, file }))));
    }
  }

  /** Creates something that is at `place`. If the model rejects it, reports the findings and returns `undefined`. */
  public attempt<T>(place: DocumentPlace, make: () => T): T | undefined {
    try {
      const made = make();
      if (Construct.isConstruct(made)) this.places.set(made, () => place);
      return made;
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

  /** Takes the elements of a list one by one, and stops once `MOST_FINDINGS` errors were reported about them. */
  public takeEach<T>(
    elements: readonly T[], path: Path, place: DocumentPlace, take: (element: T, index: number) => void,
  ): void {
    const most = this.errors + MOST_FINDINGS;
    for (const [index, element] of elements.entries()) {
      if (this.errors >= most) {
        return this.tell(place, notChecked(joinPath(path, [index]), elements.length - index, 'element'));
      }
      take(element, index);
    }
  }

  /** Reports a warning at the place of a construct. */
  public warn(construct: Construct, finding: Finding): void {
    this.found.push({ ...this.places.locate(construct, finding), isWarning: true });
  }

  /** The declared part of metadata, with a namespace. A missing name is reported, or the model would generate one. */
  public metadataOf({ metadata }: OamObject, place: DocumentPlace): unknown {
    const declared = declaredMetadata(metadata ?? {} as PlainFields);
    if (!isObject(declared)) {
      this.tell(place, bad('invalid-type', 'object', 'metadata', declared));
      return {};
    }
    if (declared.name == null) this.tell(place, found('missing-field', 'metadata.name', { reason: 'required' }));
    return { ...declared, namespace: this.namespaceOf(declared) };
  }

  /** The namespace of an application or a component, from its metadata. */
  public namespaceOf(metadata: unknown): string | undefined {
    return asObject<{ readonly namespace?: string | null }>(metadata).namespace ?? this.options.defaultNamespace;
  }
}

/** The origin of a construct: its document, and the positions of its fields in it. */
export interface DocumentPlace {
  readonly document: ManifestDocument;
  /** Converts the path of a field of the construct to a path in the document. */
  readonly pathOf: (path: Path) => Path;
}

/** The place of the content of a field. */
export function placeWithin(outer: At, { document, pathOf }: DocumentPlace): DocumentPlace {
  return { document, pathOf: path => pathOf(joinPath(outer, path)) };
}

/** The origins of constructs in manifests. */
class ConstructPlaces {
  private readonly places = new Map<string, (path: Path) => DocumentPlace>();

  /** Records the place of each field of a construct. */
  public set(construct: IConstruct, placeOf: (path: Path) => DocumentPlace): void {
    this.places.set(construct.node.path, placeOf);
  }

  /** Locates a finding about a construct, or about a descendant of one, in a file. */
  public locate(construct: IConstruct, finding: Finding): LocatedFinding {
    return this.at(this.placeOf(construct, finding.path), finding);
  }

  /** The place of a field of a construct; without a place of its own, the nearest construct around it counts. */
  public placeOf(construct: IConstruct, path: Path): DocumentPlace {
    const place = this.around(construct.node.path, path);
    if (!place) throw new Error(`'${construct.node.path}' was made of no manifest`);
    return place;
  }

  /** Locates a finding about a construct that comes from a place, and the constructs that the finding names. */
  public at({ document, pathOf }: DocumentPlace, finding: Finding): LocatedFinding {
    const path = pathOf(finding.path);
    const parameters = Object.fromEntries(Object.entries(finding.parameters).map(([name, value]) => {
      const place = isMaker(value) ? this.around(value.construct, []) : undefined;
      if (!place) return [name, value];
      const { line } = place.document.locate(place.pathOf([]));
      return [name, { ...value as Maker, place: `${place.document.file}:${line}` }];
    }));
    return { ...finding, parameters, path: document.pathOf(path), file: document.file, ...document.locate(path) };
  }

  /** The place of a field of the construct at a path in the tree, or of the nearest one around it. */
  private around(tree: string, path: Path): DocumentPlace | undefined {
    for (let each = tree; each; each = each.slice(0, Math.max(0, each.lastIndexOf('/')))) {
      const placeOf = this.places.get(each);
      if (placeOf) return placeOf(path);
    }
    return undefined;
  }
}

/** The monitor that a component has without a MetricsTrait. */
export const DEFAULT_METRICS = 'default metrics';

/** A document, an entry of an application's components, or a trait of such an entry: each can be left out by itself. */
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
    this.parts.set(document, keys.add([entry, trait].join('/')));
  }

  /** Whether a part is left out, by itself or with an enclosing part. */
  public has({ document, entry, trait }: Part): boolean {
    const keys = this.parts.get(document);
    return keys !== undefined && [[], [entry], [entry, trait]].some(([of, own]) => keys.has([of, own].join('/')));
  }
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
  public of(located: LocatedFinding): Part | undefined {
    const document = this.documentAt(located);
    const object = document && this.objects.get(document);
    if (object?.kind !== 'ApplicationConfiguration') return document && { document };
    const components = object.document.pathOf(object.pathOf(['spec', 'components']));
    const [entry, traits, trait] = isWithin(located.path, components) ? located.path.slice(components.length) : [];
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
