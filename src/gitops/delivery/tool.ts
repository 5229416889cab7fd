import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveredEnvironment } from './parts';
import { Finding, found } from '../../findings/finding';
import { attempt } from '../../private/attempt';
import { asObject, PlainFields, PlainValue } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import type { TreeFinding } from '../../private/tree';
import { INDEX } from '../../writing/names';
import { readIndex } from '../../writing/index-folder';
import type { FinishedObject } from '../rendered-object';
import { writeDocuments } from '../yaml/write-documents';

/** An object that is delivered. */
export interface DeliveredObject {
  readonly json: PlainFields;
  /** The folder of its file, relative to the root of the repository. */
  readonly folder: string;
  readonly isClusterScoped: boolean;
}

/** Argo CD or Flux, as it delivers from one repository. */
export interface DeliveryTool {
  readonly name: string;
  /** The folder, in the output folder, for the objects that configure the tool. */
  readonly folder: string;
  /** The output folder, relative to the root of the repository. */
  readonly path: string;
  /** Prepares an object for the tool. */
  readonly finish: (object: DeliveredObject) => FinishedObject;
  /** Whether the tool accepts a `kustomization.yaml` of the library in its folders. */
  readonly takesKustomizations: boolean;
  /** Whether a foreign file in a delivered folder would change how the tool reads the whole folder. */
  readonly isMisleading: (file: string) => boolean;
  /** The findings against delivering an environment. */
  readonly check: (environment: DeliveredEnvironment, files: ReadonlyMap<string, string>) => readonly Finding[];
  /** The files that configure the tool, by their paths in its folder. */
  readonly files: (environment: DeliveredEnvironment) => ReadonlyMap<string, readonly WrittenObject[]>;
}

/** An object as it is written. */
export type WrittenObject = Readonly<Record<string, unknown>>;

/** The annotations of an object, which may have any values. */
export function annotationsOf(json: PlainFields): Readonly<Record<string, PlainValue | undefined>> {
  return asObject(json.metadata?.annotations);
}

/** A copy of an object with more annotations, in order. */
export function annotated(json: PlainFields, more: Readonly<Record<string, string>>): PlainFields {
  const all = Object.entries({ ...annotationsOf(json), ...more }).sort(([a], [b]) => a < b ? -1 : 1);
  return { ...json, metadata: { ...asObject(json.metadata), annotations: Object.fromEntries(all) } } as object as PlainFields;
}

/** Whether deleting an object loses what it holds: a namespace with everything in it, or the data of a claim. */
export const isPrecious = (json: PlainFields) => isKind(json, '/Namespace') || isKind(json, '/PersistentVolumeClaim');

/**
 * The findings against delivering an environment.
 *
 * @param files those of the environment, by their paths in the output folder
 */
export function deliveryFindings(
  delivered: DeliveredEnvironment, tools: readonly DeliveryTool[], outdir: string, files: ReadonlyMap<string, string>,
): TreeFinding[] {
  const own = tools.flatMap(tool => [...tool.check(delivered, files), ...misleading(delivered, tool, outdir, files)]);
  return [...delivered.findings, ...own.map(finding => ({ construct: delivered.root, finding }))];
}

/** Reports foreign files that would change how a tool reads a folder. */
function misleading(
  { name, parts }: DeliveredEnvironment, tool: DeliveryTool, outdir: string, files: ReadonlyMap<string, string>,
): Finding[] {
  // files of an earlier run are replaced or removed; an unreadable index is reported when everything is written
  const own = attempt(() => readIndex(outdir, INDEX)) ?? new Set();
  return [...parts.map(({ path }) => path), `${tool.folder}/${name}`].flatMap(path => {
    const present = attempt(() => readdirSync(join(outdir, path))) ?? [];
    return present.filter(file => tool.isMisleading(file) && !files.has(`${path}/${file}`) && !own.has(`${path}/${file}`))
      .flatMap(file => found('not-deliverable', [path], { reason: 'source-file', file, tool: tool.name }));
  });
}

/** The files that configure the tools to deliver an environment; empty for one without objects, which has no folder. */
export function deliveryFiles(environment: DeliveredEnvironment, tools: readonly DeliveryTool[]): [path: string, text: string][] {
  if (environment.parts.length === 0) return [];
  return tools.flatMap(tool => [...tool.files(environment)].map(([path, objects]): [string, string] =>
    [`${tool.folder}/${path}`, writeDocuments(objects.map(asJson))]));
}

/** A copy without the fields that are undefined. */
const asJson = (object: object): unknown => JSON.parse(JSON.stringify(object));
