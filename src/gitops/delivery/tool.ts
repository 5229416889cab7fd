import type { DeliveredEnvironment } from './parts';
import type { Finding } from '../../findings/finding';
import { asObject, PlainFields, PlainValue } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';

/** What becomes of an object before it is written. */
export interface FinishedObject {
  readonly json: PlainFields;
  readonly findings: readonly Finding[];
}

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
