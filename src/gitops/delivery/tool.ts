import { lstatSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveredEnvironment } from './parts';
import { Finding, found } from '../../findings/finding';
import { attempt } from '../../private/attempt';
import { asObject, PlainFields, PlainValue } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import type { TreeFinding } from '../../private/tree';
import { INDEX } from '../../writing/names';
import { parseIndex } from '../../writing/written-index';
import type { FinishedObject } from '../rendered-object';
import { writeDocuments } from '../yaml/write-documents';

/** An object that is delivered. */
export interface DeliveredObject {
  readonly json: PlainFields;
  /** The folder of its file, from the root of the repository. */
  readonly folder: string;
  readonly isClusterScoped: boolean;
}

/** Argo CD or Flux, as it delivers from one repository. */
export interface DeliveryTool {
  readonly name: string;
  /** The folder in the output folder for what tells the tool what to deliver. */
  readonly folder: string;
  /** The output folder, from the root of the repository. */
  readonly path: string;
  /** Makes an object ready for the tool. */
  readonly finish: (object: DeliveredObject) => FinishedObject;
  /** Whether it wants a `kustomization.yaml` of the library in its folders. */
  readonly takesKustomizations: boolean;
  /** Whether a file of somebody else in a delivered folder would change how all of the folder is read. */
  readonly isMisleading: (file: string) => boolean;
  /** What speaks against delivering an environment. */
  readonly check: (environment: DeliveredEnvironment, files: ReadonlyMap<string, string>) => readonly Finding[];
  /** The files that tell the tool what to deliver, by their paths in its folder. */
  readonly files: (environment: DeliveredEnvironment) => ReadonlyMap<string, readonly WrittenObject[]>;
}

/** An object as it is written. */
export type WrittenObject = Readonly<Record<string, unknown>>;

/** The annotations of an object, whatever they are. */
export function annotationsOf(json: PlainFields): Readonly<Record<string, PlainValue | undefined>> {
  return asObject(json.metadata?.annotations);
}

/** An object with more annotations, in order. */
export function annotated(json: PlainFields, more: Readonly<Record<string, string>>): PlainFields {
  const all = Object.entries({ ...annotationsOf(json), ...more }).sort(([a], [b]) => a < b ? -1 : 1);
  return { ...json, metadata: { ...asObject(json.metadata), annotations: Object.fromEntries(all) } } as object as PlainFields;
}

/** Whether what it holds is lost if it is deleted: a namespace with all that is in it, and the data of a claim. */
export const isPrecious = (json: PlainFields) => isKind(json, '/Namespace') || isKind(json, '/PersistentVolumeClaim');

/**
 * What speaks against delivering an environment.
 *
 * @param files those of the environment, by their paths in the output folder
 */
export function deliveryFindings(
  delivered: DeliveredEnvironment, tools: readonly DeliveryTool[], outdir: string, files: ReadonlyMap<string, string>,
): TreeFinding[] {
  const own = tools.flatMap(tool => [...tool.check(delivered, files), ...misleading(delivered, tool, outdir, files)]);
  return [...delivered.findings, ...own.map(finding => ({ construct: delivered.root, finding }))];
}

/** Files of somebody else by which a tool would read a folder in another way. */
function misleading(
  { name, parts }: DeliveredEnvironment, tool: DeliveryTool, outdir: string, files: ReadonlyMap<string, string>,
): Finding[] {
  const index = join(outdir, INDEX);
  // what an earlier run has written is replaced or removed; what cannot be read is told when all is written
  const { entries: own } = parseIndex(attempt(() => lstatSync(index).isFile() ? readFileSync(index, 'utf8') : '') ?? '');
  return [...parts.map(({ path }) => path), `${tool.folder}/${name}`].flatMap(path => {
    const present = attempt(() => readdirSync(join(outdir, path))) ?? [];
    return present.filter(file => tool.isMisleading(file) && !files.has(`${path}/${file}`) && !own.has(`${path}/${file}`))
      .flatMap(file => found('not-deliverable', [path], { reason: 'source-file', file, tool: tool.name }));
  });
}

/** What tells the tools to deliver an environment; nothing for one without objects, of which there is no folder. */
export function deliveryFiles(environment: DeliveredEnvironment, tools: readonly DeliveryTool[]): [path: string, text: string][] {
  if (environment.parts.length === 0) return [];
  return tools.flatMap(tool => [...tool.files(environment)].map(([path, objects]): [string, string] =>
    [`${tool.folder}/${path}`, writeDocuments(objects.map(asJson))]));
}

/** Without the fields that are undefined. */
const asJson = (object: object): unknown => JSON.parse(JSON.stringify(object));
