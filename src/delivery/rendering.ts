import { ApiObject, Chart, Names, YamlOutputType } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { renderedMembersOf, RenderedMember, speakerOf } from '../base/tree-report';
import type { ObjectChecks, RenderedObject } from './object-checks';
import type { ChartObjects } from './order/synthesis-order';
import { writeDocuments } from '../files/write-yaml';
import { Finding, found, ownWords } from '../base/findings/finding';
import { asObject, isObject, PlainFields, PlainValue, grouped } from '../base/check';
import { isModelError } from '../base/brand';
import { Identity, identityKey, identityOf } from '../base/oam-kind';
import { rendersItself } from '../base/rendered';
import type { TreeFinding } from '../base/registry';
import { constructsOf } from './order/tree';
import { createHash } from 'node:crypto';
import { posix } from 'node:path';

/** One object as it will be written. Its data is released as soon as it has become text. */
export interface RenderedDocument {
  /** The object, unless its chart renders in its own way. */
  readonly object?: ApiObject;
  /** The object, or its chart. */
  readonly construct: ApiObject | Chart;
  /** `undefined` if the object renders to nothing. */
  readonly identity?: Identity;
  /** The beginning of the name that the server gives it. */
  readonly generateName?: unknown;
  /** Whether its kind is cluster-scoped. */
  readonly isClusterScoped: boolean;
  readonly text: string;
}

/** A chart and its documents, in the order in which they are written. */
export interface RenderedChart {
  readonly chart: Chart;
  readonly documents: readonly RenderedDocument[];
}

/**
 * The definitions of custom kinds, or lists that may contain some. They determine which kinds are cluster-scoped, and
 * may be anywhere in an app. An object that cannot be rendered is reported later, when all objects are rendered.
 */
export function definitionsOf(charts: readonly ChartObjects[]): RenderedObject[] {
  return charts.flatMap(({ chart, objects }) => objects.flatMap(object => {
    const isDefinition = object.kind === 'CustomResourceDefinition' || String(object.kind).endsWith('List');
    try {
      return isDefinition ? [{ object, chart, json: object.toJson() }] : [];
    } catch {
      return [];
    }
  }));
}

/** The final form of an object before it is written, and the findings about it. */
export interface FinishedObject {
  readonly json: PlainFields;
  readonly findings: readonly Finding[];
}

/** How objects are prepared for writing. */
export interface Finishing {
  /** Whether the items of a list are written as objects of their own, without the list. */
  readonly splitsLists: boolean;
  readonly finish: (json: PlainFields, isClusterScoped: boolean) => FinishedObject;
}

/** Renders every object once; what cannot be rendered is a finding at its construct. */
export class Rendering {
  public readonly findings: TreeFinding[] = [];
  /** The first error that the program itself has thrown. */
  public cause: unknown;
  private readonly definitions: ReadonlyMap<ApiObject, PlainValue | undefined>;

  /**
   * @param checks receives every object
   * @param callsCharts whether the output type renders through the charts: an overridden `toJson()` then takes effect
   * @param definitions the objects that are rendered already: no object is rendered twice
   * @param finishing how an object is prepared for writing
   */
  public constructor(
    private readonly checks: ObjectChecks, private readonly callsCharts: boolean,
    definitions: readonly RenderedObject[], private readonly finishing: Finishing,
  ) {
    this.definitions = new Map(definitions.map(({ object, json }) => [object, json]));
  }

  public of({ chart, objects }: ChartObjects): RenderedChart {
    const documents =
      this.callsCharts && rendersItself(chart) ? this.ofChart(chart, objects) : this.ofObjects(chart, objects);
    return { chart, documents };
  }

  private ofObjects(chart: Chart, objects: readonly ApiObject[]): RenderedDocument[] {
    const documents: RenderedDocument[] = [];
    for (const object of objects) {
      try {
        documents.push(...this.documentsOf(chart, this.definitions.get(object) ?? object.toJson(), object));
      } catch (error) {
        this.failed(object, error);
      }
    }
    return documents;
  }

  /**
   * The documents that a chart renders from its objects. An object that the chart has created, or changed in kind,
   * namespace or name, is reported at the chart.
   */
  private ofChart(chart: Chart, objects: readonly ApiObject[]): RenderedDocument[] {
    try {
      const origins = new Origins(objects);
      const values = Object.values<PlainValue | undefined>(chart.toJson());
      return values.flatMap(value => this.documentsOf(chart, value, origins.take(value)));
    } catch (error) {
      this.failed(chart, error);
      return [];
    }
  }

  private documentsOf(chart: Chart, value: PlainValue | undefined, object?: ApiObject): RenderedDocument[] {
    const construct = object ?? chart;
    const checked = this.checks.checked(value, chart, construct);
    const parts = this.finishing.splitsLists ? this.itemsOf({ construct, chart, at: [], json: checked }) : [checked];
    return parts.map(part => this.document(part, construct, object));
  }

  /** The items of a list, in the namespace of the list if they name none; any other value as it is. */
  private itemsOf(member: RenderedMember): (PlainValue | undefined)[] {
    const namespace = member.json?.metadata?.namespace;
    return renderedMembersOf(member).map(({ json }) => {
      const isFine =
        !isObject(json) || namespace == null || json.metadata?.namespace != null || this.checks.isClusterScoped(json);
      return isFine ? json : { ...json, metadata: { ...asObject(json.metadata), namespace } } as object as PlainFields;
    });
  }

  private document(part: PlainValue | undefined, construct: ApiObject | Chart, object?: ApiObject): RenderedDocument {
    const isClusterScoped = this.checks.isClusterScoped(part);
    const finished = isObject(part) ? this.finishing.finish(part, isClusterScoped) : { json: part, findings: [] };
    this.add(finished.findings, construct);
    const { json } = finished;
    const identity = json === undefined ? undefined : identityOf(json);
    const { generateName } = asObject(asObject<PlainFields>(json).metadata);
    return { object, construct, identity, generateName, isClusterScoped, text: writeDocuments([json]) };
  }

  private add(findings: readonly Finding[], construct: ApiObject | Chart): void {
    for (const finding of findings) this.findings.push({ construct: speakerOf({ construct }), finding });
  }

  private failed(construct: ApiObject | Chart, error: unknown): void {
    this.cause ??= error;
    const message = error instanceof Error ? error.message : String(error);
    this.add(isModelError(error) ? error.findings : found('not-rendered', '', { message }), construct);
  }
}

/** Finds the objects from which a chart has rendered its data, each for one piece of it. */
export class Origins {
  private readonly objects: ReadonlyMap<string, ApiObject[]>;

  public constructor(objects: readonly ApiObject[]) {
    this.objects = grouped(objects, ({ apiVersion, kind, name, metadata: { namespace } }) =>
      [identityKey(identityOf({ apiVersion, kind, metadata: { namespace, name } }))]);
  }

  public take(value: unknown): ApiObject | undefined {
    return this.objects.get(identityKey(identityOf(value)))?.shift();
  }
}

const [LATE] = found('made-while-rendering', '');

/** Finds the objects that are added to a tree from now on. */
export class LateObjects {
  private readonly before: readonly IConstruct[];

  /**
   * @param callsCharts whether charts that override `toJson()` render themselves: they write the objects that they
   * create
   */
  public constructor(private readonly root: IConstruct, private readonly callsCharts: boolean) {
    this.before = constructsOf(root);
  }

  public get findings(): TreeFinding[] {
    const after = constructsOf(this.root);
    if (after.length === this.before.length && after.every((construct, i) => construct === this.before[i])) return [];
    const before = new Set(this.before);
    const late = after.filter(construct => !before.has(construct)).filter(ApiObject.isApiObject);
    return late.filter(({ chart }) => !(this.callsCharts && rendersItself(chart))).map(construct =>
      ({ construct, finding: LATE }));
  }
}

/** How an app's objects are divided into files. */
export interface Layout {
  readonly type: YamlOutputType;
  readonly extension: string;
  /** Whether charts depend on charts: their file names then begin with numbers. */
  readonly isNumbered: boolean;
}

/** The files of an app, by their paths in the output folder, and the findings about them. */
export interface Files {
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly TreeFinding[];
}

/** The text of documents, joined as in cdk8s. */
export const joined = (documents: readonly RenderedDocument[]) => documents.map(d => d.text).join('---\n');

function oneFile(name: string, documents: readonly RenderedDocument[]): Files {
  return { files: new Map([[name, joined(documents)]]), findings: [] };
}

/**
 * Divides documents into the files that cdk8s would write. Documents that it would write into the same file get one
 * each.
 */
export function cdk8sFiles(charts: readonly RenderedChart[], layout: Layout): Files {
  switch (layout.type) {
    case YamlOutputType.FILE_PER_APP:
      return charts.length === 0 ? { files: new Map(), findings: [] }
        : oneFile(`app${layout.extension}`, charts.flatMap(c => c.documents));
    case YamlOutputType.FILE_PER_RESOURCE:
      return resourceFiles(charts.flatMap(c => c.documents), renderedName, layout);
    case YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE:
      // cdk8s names the file of an object by the kind and name of the construct then
      return perChart(charts, layout, (folder, { documents }) => inFolder(folder,
        resourceFiles(documents, ({ object, identity, generateName }) =>
          fileNamePart(`${object?.kind ?? identity!.kind}.${generateName ?? object?.metadata.name ?? identity!.name}`),
        layout)));
    default:
      return perChart(charts, layout, (name, { documents }) => oneFile(name + layout.extension, documents));
  }
}

/** The folder of cluster-scoped objects. No namespace can have this name. */
export const CLUSTER = '_cluster';

/**
 * A folder for each namespace, which holds the Namespace object too, and one for cluster-scoped objects; a file for
 * each object.
 */
export function namespaceFiles(charts: readonly RenderedChart[], layout: Layout): Files {
  const present = charts.flatMap(c => c.documents).filter(d => d.identity !== undefined);
  const misplaced = present.filter(d => d.identity!.namespace === undefined && !d.isClusterScoped);
  const [finding] =
    found('invalid-value', 'metadata.namespace', ownWords('is required: the folder of the file has its name',
      "give the chart a namespace; if the kind is in none, name it in 'clusterScopedKinds'"));
  const folders = [...grouped(present, ({ identity }) => [namespaceFolder(identity!)])];
  const all = folders.map(([folder, documents]) => inFolder(folder, resourceFiles(documents, renderedName, layout)));
  return {
    files: new Map(all.flatMap(({ files }) => [...files])),
    findings: [
      ...misplaced.map(document => ({ construct: speakerOf(document), finding })),
      ...all.flatMap(each => each.findings),
    ],
  };
}

/** The folder of an object within that of its environment. */
export function namespaceFolder({ group, kind, namespace, name }: Identity): string {
  return String(group === '' && kind === 'Namespace' ? name : namespace ?? CLUSTER);
}

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** Adds a kustomization to each folder, which names the files there. */
export function withKustomizations(files: ReadonlyMap<string, string>): Map<string, string> {
  const folders = grouped([...files.keys()], path => [posix.dirname(path)]);
  const own = [...folders].map(([folder, paths]) => {
    const resources = paths.map(path => posix.basename(path)).sort();
    return [posix.join(folder, 'kustomization.yaml'), writeDocuments([{ ...KUSTOMIZATION, resources }])] as const;
  });
  return new Map([...files, ...own]);
}

function inFolder(folder: string, { files, findings }: Files): Files {
  return { files: new Map([...files].map(([file, text]) => [`${folder}/${file}`, text])), findings };
}

/** The files of all charts, those of each chart under its own name. */
function perChart(
  charts: readonly RenderedChart[], { isNumbered }: Layout, filesOfChart: (name: string, chart: RenderedChart) => Files,
): Files {
  const files = new Map<string, string>();
  const findings: TreeFinding[] = [];
  const owners = new Map<string, Chart>();
  charts.forEach((rendered, index) => {
    const { chart } = rendered;
    const name = (isNumbered ? `${String(index).padStart(4, '0')}-` : '') + Names.toDnsLabel(chart);
    const other = owners.get(name);
    if (other) findings.push({ construct: chart, finding: duplicateFile('charts', name, other) });
    owners.set(name, chart);
    const own = filesOfChart(name, rendered);
    for (const [path, text] of own.files) files.set(path, text);
    findings.push(...own.findings);
  });
  return { files, findings };
}

function duplicateFile(reason: 'charts' | 'objects', file: string, { node }: IConstruct): Finding {
  return found('duplicate-file', '', { reason, file, maker: { construct: node.path } })[0];
}

const fileNamePart = (text: string) => text.replace(/[^0-9a-zA-Z-_.]/g, '');

/** Names a document's file. */
type FileNaming = (document: RenderedDocument) => string;

/**
 * The file name of an object in cdk8s: from the rendered kind and name. The server completes the name if there is none.
 */
const renderedName: FileNaming = ({ identity, generateName }) =>
  fileNamePart(`${identity!.kind}.${generateName ?? identity!.name}`);

/**
 * A file for each document. Two documents can have the same name only if they are not checked, or get their names from
 * the server: a name then has the namespace too, or else a suffix.
 */
function resourceFiles(documents: readonly RenderedDocument[], nameOf: FileNaming, { extension }: Layout): Files {
  const present = documents.filter(d => d.identity !== undefined);
  const names = distinctNames(present, [
    nameOf,
    document => {
      const { namespace } = document.identity!;
      return namespace === undefined ? nameOf(document) : `${nameOf(document)}.${fileNamePart(String(namespace))}`;
    },
    document => {
      const { group, kind, namespace, name } = document.identity!;
      // by the construct if the server names the object, else by all that identifies it
      const suffix = name === undefined ? fileNamePart(document.construct.node.path.replaceAll('/', '-'))
        : createHash('sha256').update(JSON.stringify([group, kind, namespace ?? '', name])).digest('hex').slice(0, 8);
      return `${nameOf(document)}.${suffix}`;
    },
  ]);
  const owners = new Map<string, RenderedDocument>();
  const findings: TreeFinding[] = [];
  present.forEach((document, index) => {
    const file = names[index] + extension;
    const other = owners.get(file);
    if (!other) {
      owners.set(file, document);
      return;
    }
    const finding = duplicateFile('objects', nameOf(document) + extension, speakerOf(other));
    findings.push({ construct: speakerOf(document), finding });
  });
  return { files: new Map([...owners].map(([file, { text }]) => [file, text])), findings };
}

/**
 * Gives each document the first of its names that no other document has. The last one differs for all objects that
 * differ in group, kind, namespace or name, or in their constructs.
 */
function distinctNames(documents: readonly RenderedDocument[], ways: readonly FileNaming[]): string[] {
  const tried = documents.map(() => 0);
  for (;;) {
    const names = documents.map((document, index) => ways[tried[index]](document));
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    const clashing = [...names.keys()].filter(index => counts.get(names[index])! > 1 && tried[index] < ways.length - 1);
    if (clashing.length === 0) return names;
    for (const index of clashing) tried[index]++;
  }
}

