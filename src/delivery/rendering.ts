import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { ApiObject, Chart, Names, YamlOutputType } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { ObjectChecks, RenderedObject } from './object-checks';
import type { ChartObjects } from './order/synthesis-order';
import { constructsOf } from './order/tree';
import { isModelError } from '../base/brand';
import { asObject, Firsts, grouped, isObject, PlainFields, PlainValue } from '../base/check';
import { Finding, found, ownWords } from '../base/findings/finding';
import { Identity, identityKey, identityOf } from '../base/oam-kind';
import type { TreeFinding } from '../base/registry';
import { renderedMembersOf, rendersItself, speakerOf } from '../base/tree-report';
import { writeDocuments } from '../files/write-yaml';

// The way of an object into a file: its construct renders it, the checks see it, the tools that deliver it add what
// they need, and it becomes a document. The layout then divides the documents of all charts into files.

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

/** How objects are prepared for writing. */
export interface Finishing {
  /** Whether the items of a list are written as objects of their own, without the list. */
  readonly splitsLists: boolean;
  /** The final form of an object, and the findings about it. */
  readonly finish: (json: PlainFields, isClusterScoped: boolean) =>
  { readonly json: PlainFields; readonly findings: readonly Finding[] };
}

/** How charts are rendered. */
interface Rendering extends Finishing {
  /** Receives every object. */
  readonly checks: ObjectChecks;
  /** Whether the output type renders through the charts: an overridden `toJson()` then takes effect. */
  readonly callsCharts: boolean;
  /** The objects that are rendered already: no object is rendered twice. */
  readonly definitions: readonly RenderedObject[];
}

/**
 * Renders every object once. What cannot be rendered is a finding at its construct; `cause` is the first error that the
 * program itself has thrown.
 */
export function renderCharts(
  charts: readonly ChartObjects[], { checks, callsCharts, definitions, splitsLists, finish }: Rendering,
): { readonly rendered: RenderedChart[]; readonly findings: TreeFinding[]; readonly cause: unknown } {
  const known = new Map(definitions.map(({ object, json }) => [object, json]));
  const all: TreeFinding[] = [];
  let cause: unknown;
  const add = (findings: readonly Finding[], construct: ApiObject | Chart) =>
    all.push(...findings.map(finding => ({ construct: speakerOf({ construct }), finding })));

  const documentsOf = (chart: Chart, value: PlainValue | undefined, object?: ApiObject): RenderedDocument[] => {
    const construct = object ?? chart;
    const checked = checks.checked(value, chart, construct);
    const parts = splitsLists ? renderedMembersOf({ construct, chart, at: [], json: checked }).map(each => each.json)
      : [checked];
    // an item that names no namespace is in that of its list
    const namespace = splitsLists ? checked?.metadata?.namespace : undefined;
    return parts.map(part => {
      const isClusterScoped = checks.isClusterScoped(part);
      const isWithout = isObject(part) && namespace != null && part.metadata?.namespace == null && !isClusterScoped;
      const metadata = { ...asObject(part?.metadata), namespace };
      const placed = isWithout ? { ...part, metadata } as object as PlainFields : part;
      const { json, findings } = isObject(placed) ? finish(placed, isClusterScoped) : { json: placed, findings: [] };
      add(findings, construct);
      const identity = json === undefined ? undefined : identityOf(json);
      const { generateName } = asObject(asObject<PlainFields>(json).metadata);
      return { object, construct, identity, generateName, isClusterScoped, text: writeDocuments([json]) };
    });
  };
  const orFailed = (construct: ApiObject | Chart, render: () => RenderedDocument[]) => {
    try {
      return render();
    } catch (error) {
      cause ??= error;
      const message = error instanceof Error ? error.message : String(error);
      add(isModelError(error) ? error.findings : found('not-rendered', '', { message }), construct);
      return [];
    }
  };
  const rendered = charts.map(({ chart, objects }) => {
    if (!callsCharts || !rendersItself(chart)) {
      const documents = objects.flatMap(object =>
        orFailed(object, () => documentsOf(chart, known.get(object) ?? object.toJson(), object)));
      return { chart, documents };
    }
    // an object that the chart has created, or changed in kind, namespace or name, is reported at the chart
    const documents = orFailed(chart, () => {
      const origins = new Origins(objects);
      const values = Object.values<PlainValue | undefined>(chart.toJson());
      return values.flatMap(value => documentsOf(chart, value, origins.take(value)));
    });
    return { chart, documents };
  });
  return { rendered, findings: all, cause };
}

/** Finds the objects from which a chart has rendered its data, each for one piece of it. */
export class Origins {
  private readonly objects: ReadonlyMap<string, ApiObject[]>;

  public constructor(objects: readonly ApiObject[]) {
    this.objects = grouped(objects, ({ apiVersion, kind, name, metadata: { namespace } }) =>
      [identityKey(identityOf({ apiVersion, kind, metadata: { namespace, name } }))]);
  }

  /** The object with the identity of rendered data, which is then no longer available; `undefined` if there is none. */
  public take(value: unknown): ApiObject | undefined {
    return this.objects.get(identityKey(identityOf(value)))?.shift();
  }
}

/** The finding at each object that is added too late. */
const [LATE] = found('made-while-rendering', '');

/**
 * Reports the objects that rendering has added to a tree.
 *
 * @param callsCharts whether charts that override `toJson()` render themselves: they write the objects that they create
 */
export function lateObjects(root: IConstruct, before: readonly IConstruct[], callsCharts: boolean): TreeFinding[] {
  const after = constructsOf(root);
  if (after.length === before.length && after.every((construct, i) => construct === before[i])) return [];
  const known = new Set(before);
  return after.filter(ApiObject.isApiObject)
    .filter(object => !known.has(object) && !(callsCharts && rendersItself(object.chart)))
    .map(construct => ({ construct, finding: LATE }));
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

/** The files and findings of several parts together. */
const mergedFiles = (all: readonly Files[]): Files => ({
  files: new Map(all.flatMap(({ files }) => [...files])), findings: all.flatMap(({ findings }) => findings),
});

/** The text of documents, joined as in cdk8s. */
export const joined = (documents: readonly RenderedDocument[]) => documents.map(d => d.text).join('---\n');

/**
 * Divides documents into the files that cdk8s would write. Documents that it would write into the same file get one
 * each.
 */
export function cdk8sFiles(charts: readonly RenderedChart[], { type, extension, isNumbered }: Layout): Files {
  const all = charts.flatMap(c => c.documents);
  if (type === YamlOutputType.FILE_PER_APP) {
    return { files: new Map(charts.length === 0 ? [] : [[`app${extension}`, joined(all)]]), findings: [] };
  }
  if (type === YamlOutputType.FILE_PER_RESOURCE) return resourceFiles(all, renderedName, extension);
  const charted = new Firsts<Chart>();
  return mergedFiles(charts.map(({ chart, documents }, index) => {
    const name = (isNumbered ? `${String(index).padStart(4, '0')}-` : '') + Names.toDnsLabel(chart);
    const other = charted.earlier(name, chart);
    // cdk8s names the file of an object by the kind and name of the construct then
    const own = type === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE
      ? resourceFiles(documents, ({ object, identity, generateName }) =>
        fileNamePart(`${object?.kind ?? identity!.kind}.${generateName ?? object?.metadata.name ?? identity!.name}`),
      extension, `${name}/`)
      : { files: new Map([[name + extension, joined(documents)]]), findings: [] };
    const findings = other ? [{ construct: chart, finding: duplicateFile('charts', name, other) }] : [];
    return { ...own, findings: [...findings, ...own.findings] };
  }));
}

/** The folder of cluster-scoped objects. No namespace can have this name. */
export const CLUSTER = '_cluster';

/**
 * A folder for each namespace, which holds the Namespace object too, and one for cluster-scoped objects; a file for
 * each object.
 */
export function namespaceFiles(charts: readonly RenderedChart[], { extension }: Layout): Files {
  const present = charts.flatMap(c => c.documents).filter(d => d.identity !== undefined);
  const misplaced = present.filter(d => d.identity!.namespace === undefined && !d.isClusterScoped);
  const [finding] =
    found('invalid-value', 'metadata.namespace', ownWords('is required: the folder of the file has its name',
      "give the chart a namespace; if the kind is in none, name it in 'clusterScopedKinds'"));
  return mergedFiles([
    { files: new Map(), findings: misplaced.map(document => ({ construct: speakerOf(document), finding })) },
    ...[...grouped(present, ({ identity }) => [namespaceFolder(identity!)])].map(([folder, documents]) =>
      resourceFiles(documents, renderedName, extension, `${folder}/`)),
  ]);
}

/** The folder of an object within that of its environment. */
export function namespaceFolder({ group, kind, namespace, name }: Identity): string {
  return String(group === '' && kind === 'Namespace' ? name : namespace ?? CLUSTER);
}

/** The type of a `kustomization.yaml`. */
const KUSTOMIZATION = { apiVersion: 'kustomize.config.k8s.io/v1beta1', kind: 'Kustomization' };

/** Adds a kustomization to each folder, which names the files there. */
export function withKustomizations(files: ReadonlyMap<string, string>): Map<string, string> {
  const folders = grouped([...files.keys()], path => [posix.dirname(path)]);
  return new Map([...files, ...[...folders].map(([folder, paths]) => {
    const resources = paths.map(path => posix.basename(path)).sort();
    return [posix.join(folder, 'kustomization.yaml'), writeDocuments([{ ...KUSTOMIZATION, resources }])] as const;
  })]);
}

/** A file that two charts, or two objects, would have. */
function duplicateFile(reason: 'charts' | 'objects', file: string, { node }: IConstruct): Finding {
  return found('duplicate-file', '', { reason, file, maker: { construct: node.path } })[0];
}

/** A text without what a file name cannot have, as in cdk8s. */
const fileNamePart = (text: string) => text.replace(/[^0-9a-zA-Z-_.]/g, '');

/** Names a document's file. */
type FileNaming = (document: RenderedDocument) => string;

/** The file name of an object in cdk8s: from the rendered kind and name. The server completes it. */
const renderedName: FileNaming = ({ identity, generateName }) =>
  fileNamePart(`${identity!.kind}.${generateName ?? identity!.name}`);

/**
 * A file for each document. Two documents can have the same name only if they are not checked, or get their names from
 * the server: a name then has the namespace too, or else a suffix. The suffix differs for all objects that differ in
 * group, kind, namespace or name, or in their constructs.
 */
function resourceFiles(
  documents: readonly RenderedDocument[], nameOf: FileNaming, extension: string, folder = '',
): Files {
  const present = documents.filter(d => d.identity !== undefined);
  const withNamespace: FileNaming = document => {
    const { namespace } = document.identity!;
    return namespace === undefined ? nameOf(document) : `${nameOf(document)}.${fileNamePart(String(namespace))}`;
  };
  const withSuffix: FileNaming = document => {
    const { group, kind, namespace, name } = document.identity!;
    // by the construct if the server names the object, else by all that identifies it
    const suffix = name === undefined ? fileNamePart(document.construct.node.path.replaceAll('/', '-'))
      : createHash('sha256').update(JSON.stringify([group, kind, namespace ?? '', name])).digest('hex').slice(0, 8);
    return `${nameOf(document)}.${suffix}`;
  };
  const ways = [nameOf, withNamespace, withSuffix];
  // each document gets the first of its names that no other document has
  const tried = present.map(() => 0);
  let names: readonly string[];
  let clashing: readonly (readonly number[])[];
  do {
    names = present.map((document, index) => ways[tried[index]](document));
    clashing = [...grouped([...names.keys()], index => [names[index]]).values()].filter(({ length }) => length > 1)
      .map(each => each.filter(index => tried[index] < ways.length - 1));
    for (const index of clashing.flat()) tried[index]++;
  } while (clashing.flat().length > 0);
  const files = new Map<string, string>();
  const owners = new Firsts<RenderedDocument>();
  const findings = present.flatMap((document, index) => {
    const file = folder + names[index] + extension;
    const other = owners.earlier(file, document);
    if (!other) files.set(file, document.text);
    return other ? [{
      construct: speakerOf(document), finding: duplicateFile('objects', nameOf(document) + extension, speakerOf(other)),
    }] : [];
  });
  return { files, findings };
}
