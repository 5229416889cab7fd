import { FINE, Finding, bad, movedTo } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { printable } from '../../findings/shown';
import { describe, describeTo } from '../../findings/words';
import { LocatedFinding, ManifestDocument, ManifestError, ReadManifests, describeLocated } from '../../manifest';
import { isManifestError, Position } from '../../manifest/reading';
import { filled, isObject, list, object, asObject } from '../../private/check';
import { refuse, type ModelError } from '../../private/errors';

/** The input and the output of a KRM function. */
export interface ResourceList {
  readonly apiVersion: string;
  readonly kind: 'ResourceList';
  readonly items: readonly Record<string, any>[];
  readonly functionConfig?: unknown;
  readonly results?: readonly Result[];
}

/** A message of a KRM function. */
interface Result {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** The item that the message is about. */
  readonly resourceRef?: { readonly apiVersion: string; readonly kind: string; readonly name?: string; readonly namespace?: string };
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string };
  /** The finding as data: its code, and its path and parameters as JSON. */
  readonly tags?: { readonly code: string; readonly path: string; readonly parameters: string };
}

/** A list, and its items with their positions in the input. */
export interface ReadList {
  readonly list: ResourceList;
  readonly given: ReadManifests;
}

const API = /^config\.kubernetes\.io\/\w+$/;
const TYPED = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);

/**
 * Reads the list of a KRM function.
 *
 * @throws ManifestError if it cannot be read, ModelError if it is not a `ResourceList`
 */
export function readList(given: ReadManifests): ReadList {
  if (given.unread.length > 0) throw new ManifestError(given.unread);
  const { value } = given.yaml[0] ?? {};
  refuse('standard input', given.yaml.length === 1 ? listFindings(value) : noList(value));
  const { apiVersion, items, functionConfig } = value as ResourceList;
  // without `items`, the list itself would count as an object
  const read = { apiVersion, kind: 'ResourceList', items: items ?? [], functionConfig } as const;
  return { list: read, given: items ? given : { ...given, documents: [] } };
}

/** Creates the list that a KRM function would receive for these objects and this configuration. */
export function listOf(given: ReadManifests, functionConfig: unknown): ReadList {
  if (given.findings.length > 0) throw new ManifestError(given.findings);
  const items = given.documents.map(({ value }) => value);
  return { list: { apiVersion: 'config.kubernetes.io/v1', kind: 'ResourceList', items, functionConfig }, given };
}

function listFindings(value: unknown): Finding[] {
  const isList = isObject(value) && value.kind === 'ResourceList' && typeof value.apiVersion === 'string' && API.test(value.apiVersion);
  if (!isList) return noList(value);
  return value.items == null ? FINE : list(TYPED)(value.items, 'items');
}

function noList(value: unknown): Finding[] {
  return bad('invalid-type', 'resource-list', '', value);
}

/** The results that explain why nothing is rendered. */
export function refusalResults(error: ManifestError | ModelError, given: ReadManifests): Result[] {
  if (isManifestError(error)) return error.findings.map(found => resultOf(found, given));
  const subject = printable(error.subject);
  return error.findings.map(found => ({ message: `[${subject}] ${describe(found)}`, severity: 'error', tags: tagsOf(found) }));
}

/** The result of an error or a warning, with the item that it is about. */
export function resultOf(found: LocatedFinding, given: ReadManifests): Result {
  const severity = found.isWarning ? 'warning' : 'error';
  const item = itemOf(found, given);
  if (!item) return { message: describeLocated(found), severity, ...fieldOf(found), file: { path: found.file }, tags: tagsOf(found) };
  const { apiVersion, kind, metadata } = item.value;
  const { name, namespace, annotations } = asObject(metadata);
  const title = `${kind} ${[namespace, name].filter(isText).join('/')}`.trimEnd();
  const own = movedTo(found.path.slice(inList(found.path)), found);
  const path = annotations?.['internal.config.kubernetes.io/path'] ?? annotations?.['config.kubernetes.io/path'];
  return {
    message: `${printable(title)}: ${found.isWarning ? 'warning: ' : ''}${describeTo('manifests', own)}`,
    severity,
    resourceRef: { apiVersion, kind, ...isText(name) ? { name } : {}, ...isText(namespace) ? { namespace } : {} },
    ...fieldOf(own),
    ...isText(path) ? { file: { path } } : {},
    tags: tagsOf(own),
  };
}

/** The number of path steps that lead to an item in a list. Messages omit them. */
function inList(path: Path): number {
  let steps = 0;
  while (path[steps] === 'items' && typeof path[steps + 1] === 'number') steps += 2;
  return steps;
}

function fieldOf({ path }: Finding): Pick<Result, 'field'> {
  return path.length > 0 ? { field: { path: showPath(path) } } : {};
}

/** The values of tags have to be strings. */
function tagsOf({ code, path, parameters }: Finding): Result['tags'] {
  return { code, path: JSON.stringify(path), parameters: JSON.stringify(parameters) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The item that a finding is about. Results name it instead of a line of the list, which no user sees. */
function itemOf({ file, line, column }: LocatedFinding, { documents }: ReadManifests): ManifestDocument | undefined {
  if (line === undefined || column === undefined) return undefined;
  const isBefore = (start: Position) => start.line < line || start.line === line && start.column <= column;
  return documents.filter(each => each.file === file && isBefore(each.locate(''))).at(-1);
}
