import { FINE, Finding, bad, movedTo } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { printable } from '../../findings/shown';
import { describe, describeTo } from '../../findings/words';
import { LocatedFinding, ManifestDocument, ManifestError, ReadManifests, describeLocated } from '../../manifest';
import { isManifestError, Position } from '../../manifest/reading';
import { filled, isObject, list, object, asObject } from '../../private/check';
import { refuse, type ModelError } from '../../private/errors';

/** What a KRM function is given, and what it gives back. */
export interface ResourceList {
  readonly apiVersion: string;
  readonly kind: 'ResourceList';
  readonly items: readonly Record<string, any>[];
  readonly functionConfig?: unknown;
  readonly results?: readonly Result[];
}

/** What a KRM function has to say. */
interface Result {
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** The item that it is about. */
  readonly resourceRef?: { readonly apiVersion: string; readonly kind: string; readonly name?: string; readonly namespace?: string };
  readonly field?: { readonly path: string };
  readonly file?: { readonly path: string };
  /** The finding as data: its code, and as JSON its path and its parameters. */
  readonly tags?: { readonly code: string; readonly path: string; readonly parameters: string };
}

/** A list, and its items as they were read. */
export interface ReadList {
  readonly list: ResourceList;
  readonly given: ReadManifests;
}

const API = /^config\.kubernetes\.io\/\w+$/;
const TYPED = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);

/**
 * The list of a KRM function.
 *
 * @throws ManifestError if it cannot be read, ModelError if it is none
 */
export function readList(given: ReadManifests): ReadList {
  if (given.unread.length > 0) throw new ManifestError(given.unread);
  const { value } = given.yaml[0] ?? {};
  refuse('standard input', given.yaml.length === 1 ? listFindings(value) : noList(value));
  const { apiVersion, items, functionConfig } = value as ResourceList;
  // without any, the list itself would be the object
  const read = { apiVersion, kind: 'ResourceList', items: items ?? [], functionConfig } as const;
  return { list: read, given: items ? given : { ...given, documents: [] } };
}

/** The list that others would have made of objects and a configuration. */
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

/** Why nothing is rendered. */
export function refusalResults(error: ManifestError | ModelError, given: ReadManifests): Result[] {
  if (isManifestError(error)) return error.findings.map(found => resultOf(found, given));
  const subject = printable(error.subject);
  return error.findings.map(found => ({ message: `[${subject}] ${describe(found)}`, severity: 'error', tags: tagsOf(found) }));
}

/** What is wrong, or may be, with the item that it is about. */
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

/** How many steps lead to an item of a list, which is nobody's business. */
function inList(path: Path): number {
  let steps = 0;
  while (path[steps] === 'items' && typeof path[steps + 1] === 'number') steps += 2;
  return steps;
}

function fieldOf({ path }: Finding): Pick<Result, 'field'> {
  return path.length > 0 ? { field: { path: showPath(path) } } : {};
}

/** Tags are strings. */
function tagsOf({ code, path, parameters }: Finding): Result['tags'] {
  return { code, path: JSON.stringify(path), parameters: JSON.stringify(parameters) };
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The item that a finding is about: nobody has ever seen the lines of the list. */
function itemOf({ file, line, column }: LocatedFinding, { documents }: ReadManifests): ManifestDocument | undefined {
  if (line === undefined || column === undefined) return undefined;
  const isBefore = (start: Position) => start.line < line || start.line === line && start.column <= column;
  return documents.filter(each => each.file === file && isBefore(each.locate(''))).at(-1);
}
