import type { IConstruct } from 'constructs';
import { LONGEST_DELIVERED, ToolFacts, writtenAnnotations } from './tool-facts';
import { bad, Check, Finding, FINE, found } from '../../base/findings/finding';
import { asObject, PlainFields, grouped } from '../../base/check';
import { isKind } from '../../base/kind-of';
import type { TreeFinding } from '../../base/registry';
import { identityKey } from '../../base/oam-kind';
import { isOwn } from '../../base/brand';
import { memo } from '../../base/memo';
import { speakerOf } from '../../base/tree-report';
import { writeDocuments } from '../../files/write-yaml';
import { ApplicationConfiguration } from '../../model/application/application-configuration';
import { ComponentBinding } from '../../model/application/component-binding';
import { constructsOf } from '../order/tree';
import { CLUSTER, RenderedChart, RenderedDocument, Finishing } from '../rendering';

// An environment is divided into parts, which are the folders that a tool applies. What a tool needs to deliver them
// is in its own file; what it is called and what it reads in objects is in `tool-facts`.

/** Argo CD or Flux, as it delivers from one repository. */
export interface DeliveryTool extends Pick<ToolFacts, 'name' | 'folder'> {
  /** Whether the tool accepts a `kustomization.yaml` of the library in its folders. */
  readonly takesKustomizations: boolean;
  /** Prepares an object for the tool. */
  readonly finish: Finishing['finish'];
  /** The findings against delivering an environment. */
  readonly check: (environment: DeliveredEnvironment) => readonly Finding[];
  /** The objects that the others refer to. */
  readonly common?: readonly WrittenObject[];
  /** The object that delivers a part of an environment, unless one delivers all. */
  readonly ofPart?: (part: DeliveredPart, environment: DeliveredEnvironment) => WrittenObject;
  /** The object that delivers those of all parts, or the parts themselves. */
  readonly ofAll: (environment: DeliveredEnvironment) => WrittenObject;
}

/** An object as it is written. */
interface WrittenObject {
  readonly kind: string;
  readonly [field: string]: unknown;
}

/** A copy of an object with more annotations, in order. */
export function withAnnotations(json: PlainFields, more: Readonly<Record<string, string>>): PlainFields {
  const all = Object.entries({ ...writtenAnnotations(json), ...more }).sort(([a], [b]) => a < b ? -1 : 1);
  return {
    ...json, metadata: { ...asObject(json.metadata), annotations: Object.fromEntries(all) },
  } as object as PlainFields;
}

/** Whether deleting an object loses what it holds: a namespace with everything in it, or the data of a claim. */
export const isPrecious = (json: PlainFields) => isKind(json, '/Namespace') || isKind(json, '/PersistentVolumeClaim');

/**
 * The files that configure the tools to deliver an environment: one that has to be applied once, and one for each part
 * unless the environment is a single part. Empty for an environment without objects, which has no folder.
 */
export function deliveryFiles(
  environment: DeliveredEnvironment, tools: readonly DeliveryTool[],
): [path: string, text: string][] {
  const { name, parts, isWhole } = environment;
  if (parts.length === 0) return [];
  return tools.flatMap(({ folder, common = [], ofPart, ofAll }) => {
    const objects = ofPart ? parts.map(part => ofPart(part, environment)) : [];
    const first = isWhole && ofPart ? objects[0] : ofAll(environment);
    const files: [string, readonly WrittenObject[]][] = [
      [name, [...common, first]],
      ...isWhole ? [] : objects.map((each, i): [string, WrittenObject[]] =>
        [`${name}/${each.kind}.${parts[i].name}`, [each]]),
    ];
    // a copy has no fields that are undefined
    return files.map(([path, own]): [string, string] =>
      [`${folder}/${path}.yaml`, writeDocuments(JSON.parse(JSON.stringify(own)))]);
  });
}

/** Whether a path, relative to the root of the repository, names a folder in it. */
export function isInRepository(path: string): boolean {
  return path === '.' || !path.includes('\\') && path.split('/').every(part => !['', '.', '..'].includes(part));
}

/** A folder of the repository. */
export const repositoryPath: Check = (value, field) =>
  typeof value === 'string' && isInRepository(value) ? FINE : bad('invalid-value', 'repository-path', field, value);

/**
 * A unit that a tool applies: the objects of a folder, which are those of a namespace, the cluster-scoped ones, or
 * those of an environment.
 */
export interface DeliveredPart {
  /** The name of the Application or the Kustomization. */
  readonly name: string;
  /** The folder, as a path in the output folder. */
  readonly path: string;
  /** The namespace of its objects; `undefined` if they are in several, or in none. */
  readonly namespace?: string;
  readonly documents: readonly RenderedDocument[];
  /** The names of the parts with constructs on which its own depend. */
  readonly dependsOn: readonly string[];
  /** The names of all parts that are applied before it: `dependsOn`, and the definitions of its custom objects. */
  readonly needs: readonly string[];
  /** Whether another part needs it. */
  readonly isNeeded: boolean;
  /** The length of the longest chain of parts that are applied before it. */
  readonly wave: number;
}

/** An environment as it is delivered. */
export interface DeliveredEnvironment {
  readonly name: string;
  readonly root: IConstruct;
  /** The cluster, if it is named. */
  readonly cluster?: string;
  readonly parts: readonly DeliveredPart[];
  /** Whether all its objects are in one folder, and are one part. */
  readonly isWhole: boolean;
  readonly findings: readonly TreeFinding[];
  readonly warnings: readonly TreeFinding[];
}

/** Argo CD's name for the cluster in which it runs. */
export const IN_CLUSTER = 'in-cluster';

/** The folders whose objects those of a folder need, by folder. */
type Needs = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Divides an environment into the parts that are delivered.
 *
 * @param folderOf the folder of a document in the environment; empty if it has none of its own
 */
export function deliveredEnvironment(
  { name, root, cluster }: Pick<DeliveredEnvironment, 'name' | 'root' | 'cluster'>, charts: readonly RenderedChart[],
  folderOf: (document: RenderedDocument) => string,
): DeliveredEnvironment {
  const present = charts.flatMap(({ documents }) => documents).filter(({ identity }) => identity !== undefined);
  const folders = grouped(present, document => [folderOf(document)]);
  const { dependencies, lost } = dependenciesOf(root, present, folderOf);
  const needs = withDefinitionsFirst(dependencies, folders);
  const { waves, cycle } = wavesOf([...folders.keys()], needs);
  const needed = new Set([...needs.values()].flatMap(each => [...each]));
  const nameOf = (folder: string) => folder === '' ? name : `${name}-${folder === CLUSTER ? 'cluster' : folder}`;
  const parts = [...folders].map(([folder, documents]): DeliveredPart => ({
    name: nameOf(folder),
    path: folder === '' ? name : `${name}/${folder}`,
    namespace: folder === CLUSTER || folder === '' ? undefined : folder,
    documents,
    dependsOn: [...dependencies.get(folder) ?? []].map(nameOf).sort(),
    needs: [...needs.get(folder) ?? []].map(nameOf).sort(),
    isNeeded: needed.has(folder),
    wave: waves.get(folder) ?? 0,
  }));
  const findings = [
    ...cycle ? found('not-deliverable', '', { reason: 'cycle', path: cycle.map(nameOf) }) : FINE,
    ...parts.filter(part => part.name.length > LONGEST_DELIVERED).flatMap(part =>
      found('not-deliverable', [part.path], { reason: 'long-name', name: part.name, max: LONGEST_DELIVERED })),
  ];
  const isWhole = folders.has('');
  const warnings = lost.flatMap(([construct, target]) =>
    found('no-effect', '', { reason: 'dependency', maker: { construct: target.node.path } })
      .map(finding => ({ construct, finding })));
  return {
    name, root, cluster, parts, isWhole, findings: findings.map(finding => ({ construct: root, finding })), warnings,
  };
}

/** What the program declares an order of in one namespace. cdk8s-plus too declares dependencies of its objects. */
const isOrdered = (construct: IConstruct) =>
  isOwn(ComponentBinding, construct) || isOwn(ApplicationConfiguration, construct);

/** Whether the program itself tells Argo CD when an object is applied. */
const hasWave = ({ text }: RenderedDocument) => text.includes('argocd.argoproj.io/sync-wave');

/**
 * Derives the needs of folders from the dependencies of constructs: each applies to everything below the two
 * constructs. Those of components that are in one folder are lost: it is applied at once.
 */
function dependenciesOf(
  root: IConstruct, documents: readonly RenderedDocument[], folderOf: (document: RenderedDocument) => string,
): { readonly dependencies: Needs; readonly lost: readonly (readonly [IConstruct, IConstruct])[] } {
  const own = grouped(documents, ({ construct }) => [construct as IConstruct]);
  const documentsBelow = memo((construct: IConstruct) =>
    constructsOf(construct).flatMap(each => own.get(each) ?? []));
  const foldersBelow = memo((construct: IConstruct) => new Set(documentsBelow(construct).map(folderOf)));
  const needs = new Map<string, Set<string>>();
  const lost: [IConstruct, IConstruct][] = [];
  for (const construct of constructsOf(root)) {
    for (const target of construct.node.dependencies) {
      const [folders, before] = [foldersBelow(construct), foldersBelow(target)];
      const isOne = folders.size === 1 && before.size === 1 && [...folders][0] === [...before][0];
      if (isOne && isOrdered(construct) && isOrdered(target) && !documentsBelow(construct).some(hasWave)) {
        lost.push([construct, target]);
      }
      for (const folder of foldersBelow(construct)) {
        const known = needs.get(folder) ?? new Set();
        needs.set(folder, known);
        for (const each of foldersBelow(target)) if (each !== folder) known.add(each);
      }
    }
  }
  return { dependencies: needs, lost };
}

/**
 * Adds the folders with the definitions of custom objects: a tool applies definitions first within a folder, but does
 * not consider other folders. Declared dependencies take precedence.
 */
function withDefinitionsFirst(dependencies: Needs, folders: ReadonlyMap<string, readonly RenderedDocument[]>): Needs {
  const needs = new Map([...folders.keys()].map(folder => [folder, new Set(dependencies.get(folder))]));
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean => from === to || !seen.has(from)
    && [...needs.get(seen.add(from) && from) ?? []].some(each => reaches(each, to, seen));
  for (const [folder, documents] of folders) {
    const definitions = documents.filter(({ identity }) =>
      identity!.group === 'apiextensions.k8s.io' && identity!.kind === 'CustomResourceDefinition');
    // the group of the kind that an object defines is the part of its name after the first dot
    const defined = new Set(definitions.map(({ identity }) => String(identity!.name).replace(/^[^.]*\./, '')));
    if (defined.size === 0) continue;
    for (const [other, objects] of folders) {
      if (objects.some(({ identity }) => defined.has(identity!.group)) && !reaches(folder, other)) {
        needs.get(other)!.add(folder);
      }
    }
  }
  return needs;
}

/** The length of the longest chain of folders before each; or the first cycle, for which there is no order. */
function wavesOf(
  folders: readonly string[], needs: Needs,
): { waves: ReadonlyMap<string, number>; cycle?: readonly string[] } {
  const waves = new Map<string, number>();
  let cycle: readonly string[] | undefined;
  const waveOf = (folder: string, before: readonly string[]): number => {
    if (before.includes(folder)) cycle ??= [...before.slice(before.indexOf(folder)), folder];
    const known = waves.get(folder);
    if (cycle || known !== undefined) return known ?? 0;
    const wave = Math.max(0, ...[...needs.get(folder) ?? []].map(each => 1 + waveOf(each, [...before, folder])));
    waves.set(folder, wave);
    return wave;
  };
  for (const folder of folders) waveOf(folder, []);
  return { waves, cycle };
}

/**
 * Reports names of parts that two environments share, and objects that both would have in one cluster, at the later
 * environment.
 */
export function deliveryClashes(environments: readonly DeliveredEnvironment[]): TreeFinding[] {
  // the object that delivers all parts of an environment has the name of the environment
  const names = new Map(environments.filter(({ isWhole }) => !isWhole).map(({ name }) => [name, name]));
  const objects = new Map<string, DeliveredPart>();
  return environments.flatMap(({ root, cluster, parts }) => parts.flatMap(part => {
    const sameName = names.get(part.name);
    names.set(part.name, part.path);
    const named = part.documents.filter(({ identity }) => identity!.name !== undefined).map(document =>
      ({ document, key: JSON.stringify([cluster ?? IN_CLUSTER, identityKey(document.identity!)]) }));
    const common = grouped(named.filter(({ key }) => objects.has(key)), ({ key }) => [objects.get(key)!]);
    for (const { key } of named) objects.set(key, part);
    const ofName = sameName === undefined ? FINE
      : found('not-deliverable', [part.path], { reason: 'same-name', name: part.name, other: sameName });
    return [
      ...ofName.map(finding => ({ construct: root, finding })),
      ...[...common].map(([{ path: other }, [{ document }, ...more]]) => {
        const { kind, name, namespace } = document.identity!;
        const object = `${String(kind)} ${namespace === undefined ? '' : `${String(namespace)}/`}${String(name)}`
          + (more.length > 0 ? ` and ${more.length} more` : '');
        const [finding] = found('not-deliverable', '', { reason: 'same-object', object, other });
        return { construct: speakerOf(document), finding };
      }),
    ];
  }));
}
