import { ApiObject, Chart, Names, YamlOutputType } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { membersOf, RenderedMember, speakerOf } from '../base/members';
import type { ObjectChecks, RenderedObject } from './object-checks';
import type { ChartObjects } from './order/synthesis-order';
import { writeDocuments } from '../files/yaml/write-documents';
import { Finding, found, saying } from '../base/findings/finding';
import { asObject, isObject, PlainFields, PlainValue, grouped } from '../base/check';
import { isModelError } from '../base/brand';
import { Identity, identityKey, identityOf } from '../base/oam-kind';
import { renderedJson, rendersItself } from '../base/rendered';
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

/** The definitions of custom kinds. They determine which kinds are cluster-scoped, and may be anywhere in an app. */
export function definitionsOf(charts: readonly ChartObjects[]): RenderedObject[] {
  return charts.flatMap(({ chart, objects }) => objects.filter(isDefinition).flatMap(object => renderedIfPossible(object, chart)));
}

/** A list may contain some. */
const isDefinition = ({ kind }: ApiObject) => kind === 'CustomResourceDefinition' || String(kind).endsWith('List');

/** An object that cannot be rendered is reported later, when all objects are rendered. */
function renderedIfPossible(object: ApiObject, chart: Chart): RenderedObject[] {
  try {
    return [{ object, chart, json: renderedJson(object) }];
  } catch {
    return [];
  }
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
    private readonly checks: ObjectChecks, private readonly callsCharts: boolean, definitions: readonly RenderedObject[],
    private readonly finishing: Finishing,
  ) {
    this.definitions = new Map(definitions.map(({ object, json }) => [object, json]));
  }

  public of({ chart, objects }: ChartObjects): RenderedChart {
    const documents = this.callsCharts && rendersItself(chart) ? this.ofChart(chart, objects) : this.ofObjects(chart, objects);
    return { chart, documents };
  }

  private ofObjects(chart: Chart, objects: readonly ApiObject[]): RenderedDocument[] {
    const documents: RenderedDocument[] = [];
    for (const object of objects) {
      try {
        documents.push(...this.documentsOf(chart, this.definitions.get(object) ?? renderedJson(object), object));
      } catch (error) {
        this.failed(object, error);
      }
    }
    return documents;
  }

  /**
   * The documents that a chart renders from its objects. An object that the chart has created, or changed in kind, namespace or name, is
   * reported at the chart.
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
    return membersOf(member).map(({ json }) => {
      const isFine = !isObject(json) || namespace == null || json.metadata?.namespace != null || this.checks.isClusterScoped(json);
      return isFine ? json : { ...json, metadata: { ...asObject(json.metadata), namespace } } as object as PlainFields;
    });
  }

  private document(part: PlainValue | undefined, construct: ApiObject | Chart, object?: ApiObject): RenderedDocument {
    const isClusterScoped = this.checks.isClusterScoped(part);
    const json = isObject(part) ? this.finished(part, isClusterScoped, construct) : part;
    const identity = json === undefined ? undefined : identityOf(json);
    const { generateName } = asObject(asObject<PlainFields>(json).metadata);
    return { object, construct, identity, generateName, isClusterScoped, text: writeDocuments([json]) };
  }

  private finished(json: PlainFields, isClusterScoped: boolean, construct: ApiObject | Chart): PlainFields {
    const { json: finished, findings } = this.finishing.finish(json, isClusterScoped);
    this.add(findings, construct);
    return finished;
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

  /** @param callsCharts whether charts that override `toJson()` render themselves: they write the objects that they create */
  public constructor(private readonly root: IConstruct, private readonly callsCharts: boolean) {
    this.before = constructsOf(root);
  }

  public get findings(): TreeFinding[] {
    const after = constructsOf(this.root);
    if (after.length === this.before.length && after.every((construct, i) => construct === this.before[i])) return [];
    const before = new Set(this.before);
    const late = after.filter(construct => !before.has(construct)).filter(ApiObject.isApiObject);
    return late.filter(({ chart }) => !(this.callsCharts && rendersItself(chart))).map(construct => ({ construct, finding: LATE }));
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

const NO_FILES: Files = { files: new Map(), findings: [] };

function oneFile(name: string, documents: readonly RenderedDocument[]): Files {
  return { files: new Map([[name, joined(documents)]]), findings: [] };
}

/** Divides documents into the files that cdk8s would write. Documents that it would write into the same file get one each. */
export function filesOf(charts: readonly RenderedChart[], layout: Layout): Files {
  switch (layout.type) {
    case YamlOutputType.FILE_PER_APP:
      return charts.length === 0 ? NO_FILES : oneFile(`app${layout.extension}`, charts.flatMap(c => c.documents));
    case YamlOutputType.FILE_PER_RESOURCE:
      return resourceFiles(charts.flatMap(c => c.documents), renderedName, layout);
    case YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE:
      return perChart(charts, layout, (name, { documents }) => inside(name, resourceFiles(documents, ownName, layout)));
    default:
      return perChart(charts, layout, (name, { documents }) => oneFile(name + layout.extension, documents));
  }
}

/** The folder of cluster-scoped objects. No namespace can have this name. */
export const CLUSTER = '_cluster';

/** A folder for each namespace, which holds the Namespace object too, and one for cluster-scoped objects; a file for each object. */
export function namespaceFiles(charts: readonly RenderedChart[], layout: Layout): Files {
  const present = charts.flatMap(c => c.documents).filter(d => d.identity !== undefined);
  const findings = present.filter(d => d.identity!.namespace === undefined && !d.isClusterScoped).map(document =>
    ({
      construct: speakerOf(document),
      finding: found('invalid-value', 'metadata.namespace', saying('is required: the folder of the file has its name',
        "give the chart a namespace; if the kind is in none, name it in 'clusterScopedKinds'"))[0],
    }));
  const folders = [...grouped(present, ({ identity }) => [namespaceFolder(identity!)])];
  const all = folders.map(([folder, documents]) => inside(folder, resourceFiles(documents, renderedName, layout)));
  return { files: new Map(all.flatMap(({ files }) => [...files])), findings: [...findings, ...all.flatMap(each => each.findings)] };
}

/** The folder of an object within that of its environment. */
export function namespaceFolder({ group, kind, namespace, name }: Identity): string {
  return String(group === '' && kind === 'Namespace' ? name : namespace ?? CLUSTER);
}

/** Adds a kustomization to each folder, which names the files there. */
export function withKustomizations(files: ReadonlyMap<string, string>): Map<string, string> {
  const folders = grouped([...files.keys()], path => [posix.dirname(path)]);
  const own = [...folders].map(([folder, paths]) => {
    const resources = paths.map(path => posix.basename(path)).sort();
    return [posix.join(folder, 'kustomization.yaml'), writeDocuments([{ ...KUSTOMIZATION, resources }])] as const;
  });
  return new Map([...files, ...own]);
}

const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** The files of one chart. */
type FilesOfChart = (name: string, chart: RenderedChart) => Files;

function inside(folder: string, { files, findings }: Files): Files {
  return { files: new Map([...files].map(([file, text]) => [`${folder}/${file}`, text])), findings };
}

/** The files of all charts, those of each chart under its own name. */
function perChart(charts: readonly RenderedChart[], { isNumbered }: Layout, filesOfChart: FilesOfChart): Files {
  const files = new Map<string, string>();
  const findings: TreeFinding[] = [];
  const owners = new Map<string, Chart>();
  charts.forEach((rendered, index) => {
    const { chart } = rendered;
    const name = (isNumbered ? `${String(index).padStart(4, '0')}-` : '') + Names.toDnsLabel(chart);
    const other = owners.get(name);
    if (other) findings.push({ construct: chart, finding: shared('charts', name, other) });
    owners.set(name, chart);
    const own = filesOfChart(name, rendered);
    for (const [path, text] of own.files) files.set(path, text);
    findings.push(...own.findings);
  });
  return { files, findings };
}

function shared(reason: 'charts' | 'objects', file: string, { node }: IConstruct): Finding {
  return found('duplicate-file', '', { reason, file, maker: { construct: node.path } })[0];
}

/** Names a document's file. */
type FileNaming = (document: RenderedDocument) => string;

/** A file for each document. Two documents can have the same name only if they are not checked, or get their names from the server. */
function resourceFiles(documents: readonly RenderedDocument[], nameOf: FileNaming, { extension }: Layout): Files {
  const present = documents.filter(d => d.identity !== undefined);
  const names = distinctNames(present, [nameOf, d => withNamespace(nameOf(d), d.identity!), d => `${nameOf(d)}.${lastOf(d)}`]);
  const owners = new Map<string, RenderedDocument>();
  const findings: TreeFinding[] = [];
  present.forEach((document, index) => {
    const file = names[index] + extension;
    const other = owners.get(file);
    if (!other) owners.set(file, document);
    else findings.push({ construct: speakerOf(document), finding: shared('objects', nameOf(document) + extension, speakerOf(other)) });
  });
  return { files: new Map([...owners].map(([file, { text }]) => [file, text])), findings };
}

/**
 * Gives each document the first of its names that no other document has. The last one differs for all objects that differ in group, kind,
 * namespace or name, or in their constructs.
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

const fileName = (text: string) => text.replace(/[^0-9a-zA-Z-_.]/g, '');

/** The file name of an object in cdk8s: from the rendered kind and name. The server completes the name if there is none. */
const renderedName = ({ identity, generateName }: RenderedDocument) => fileName(`${identity!.kind}.${generateName ?? identity!.name}`);

/** The file name of an object in cdk8s if its chart has a folder: from the kind and name of the construct. */
const ownName = ({ object, identity, generateName }: RenderedDocument) =>
  fileName(`${object?.kind ?? identity!.kind}.${generateName ?? object?.metadata.name ?? identity!.name}`);

/** Distinguishes objects by their constructs if the server names them, else by all that identifies them. */
function lastOf({ identity, construct: { node } }: RenderedDocument): string {
  return identity!.name === undefined ? fileName(node.path.replaceAll('/', '-')) : hash(identity!);
}

function withNamespace(name: string, { namespace }: Identity): string {
  return namespace === undefined ? name : `${name}.${fileName(String(namespace))}`;
}

function hash({ group, kind, namespace, name }: Identity): string {
  return createHash('sha256').update(JSON.stringify([group, kind, namespace ?? '', name])).digest('hex').slice(0, 8);
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
