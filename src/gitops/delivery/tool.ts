import type { DeliveredEnvironment } from './parts';
import { bad, Check, Finding, FINE, found, hidden } from '../../findings/finding';
import { asObject, PlainFields, PlainValue } from '../../private/check';
import { isKind } from '../../private/kinds/kind-of';
import type { TreeFinding } from '../../private/registry';
import type { Finishing } from '../rendered-object';
import { writeDocuments } from '../yaml/write-documents';

/** Argo CD or Flux, as it delivers from one repository. */
export interface DeliveryTool {
  readonly name: string;
  /** The folder, in the output folder, for the objects that configure the tool. */
  readonly folder: string;
  /** The output folder, relative to the root of the repository. */
  readonly path: string;
  /** Prepares an object for the tool. */
  readonly finish: Finishing['finish'];
  /** Whether the tool accepts a `kustomization.yaml` of the library in its folders. */
  readonly takesKustomizations: boolean;
  /** The findings against delivering an environment. */
  readonly check: (environment: DeliveredEnvironment) => readonly Finding[];
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

/** The findings against delivering an environment. */
export function deliveryFindings(delivered: DeliveredEnvironment, tools: readonly DeliveryTool[]): TreeFinding[] {
  const own = tools.flatMap(tool => tool.check(delivered));
  return [...delivered.findings, ...own.map(finding => ({ construct: delivered.root, finding }))];
}

/** The files that configure the tools to deliver an environment; empty for one without objects, which has no folder. */
export function deliveryFiles(environment: DeliveredEnvironment, tools: readonly DeliveryTool[]): [path: string, text: string][] {
  if (environment.parts.length === 0) return [];
  return tools.flatMap(tool => [...tool.files(environment)].map(([path, objects]): [string, string] =>
    [`${tool.folder}/${path}`, writeDocuments(objects.map(asJson))]));
}

/** A copy without the fields that are undefined. */
const asJson = (object: object): unknown => JSON.parse(JSON.stringify(object));

/** A URL that a tool can read. The value of an invalid one is not shown, since it may contain a password. */
function urlOf(tool: string, forms: RegExp, shape: 'argo-cd-url' | 'flux-url'): Check {
  return (value, field) => {
    const isText = typeof value === 'string';
    const [, scheme, user] = isText && /^(\w+):\/\/([^/@]*@)?/.exec(value) || [];
    if (user !== undefined && (/^https?$/i.test(scheme) || user.includes(':'))) {
      return found('invalid-value', field, { reason: 'credentials', tool });
    }
    return isText && forms.test(value) && (!value.includes('://') || URL.canParse(value)) ? FINE : hidden('invalid-value', shape, field);
  };
}

/** The characters of a URL: quotes, brackets and invisible characters are escaped in it. */
const REST = '[^\\s\\p{C}?#"<>\\\\^`{|}]+';

const HTTP_OR_SSH = `(?:https?|ssh)://${REST}`;

/** A URL for `repoURL`. */
export const argoCdUrl = urlOf('Argo CD', new RegExp(`^(?:${HTTP_OR_SSH}|[\\w.-]+@[\\w.-]+:${REST})$`, 'u'), 'argo-cd-url');

/** A URL for `spec.url` of a GitRepository. */
export const fluxUrl = urlOf('Flux', new RegExp(`^${HTTP_OR_SSH}$`, 'u'), 'flux-url');

/** Whether a path, relative to the root of the repository, names a folder in it. */
export function isInRepository(path: string): boolean {
  return path === '.' || !path.includes('\\') && path.split('/').every(part => !['', '.', '..'].includes(part));
}

/** A folder of the repository. */
export const repositoryPath: Check = (value, field) => typeof value === 'string' && isInRepository(value)
  ? FINE
  : bad('invalid-value', 'repository-path', field, value);
