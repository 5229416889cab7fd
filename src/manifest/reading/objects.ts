import type { LocatedFinding } from './located-finding';
import { ManifestDocument } from './manifest-document';
import type { YamlDocument } from './yaml-document';
import { badHidden, Finding, MOST_FINDINGS, notChecked, within } from '../../findings/finding';
import { joinPath, Path } from '../../findings/path';
import { filled, isObject, list, listOf, object } from '../../private/check';

/** The objects of documents, and what is none. */
export interface Objects {
  readonly documents: ManifestDocument[];
  readonly findings: LocatedFinding[];
}

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);
const listed = object({ items: list(() => []) }, ['items']);

/** The objects of a document, with those in a `List` one by one. */
export function toObjects(document: YamlDocument): Objects {
  const objects: Objects = { documents: [], findings: [] };
  expand(document, document.value, [], objects);
  return objects;
}

/** `path` is that of the object in its document. */
function expand(document: YamlDocument, value: any, path: Path, into: Objects): void {
  const tell = (findings: Finding[]) => {
    for (const each of within(path, findings)) into.findings.push({ ...each, file: document.file, ...document.locate(each.path) });
  };
  const found = check(value);
  if (found.length > 0) return tell(found);
  if (!isList(value)) return void into.documents.push(new ManifestDocument(document, value, path));
  for (const [i, item] of listOf(value.items).entries()) {
    if (into.findings.length >= MOST_FINDINGS) return tell(notChecked(['items', i], value.items.length - i, 'element'));
    expand(document, typedAs(value, item), joinPath(path, ['items', i]), into);
  }
}

function check(value: unknown): Finding[] {
  if (!isObject(value)) return badHidden('invalid-type', 'kubernetes-object', '', value);
  const found = typed(value, '');
  return found.length === 0 && value.kind === 'List' && value.apiVersion === 'v1' ? listed(value, '') : found;
}

/** What kubectl takes for several objects. */
function isList(value: Record<string, any>): boolean {
  return value.kind.endsWith('List') && Array.isArray(value.items);
}

/** The objects of a list such as `ConfigMapList` may leave out what its kind says of them. */
function typedAs(of: Record<string, any>, item: unknown): unknown {
  const kind = of.kind.slice(0, -'List'.length);
  return kind && isObject(item) && !item.kind && !item.apiVersion ? { apiVersion: of.apiVersion, kind, ...item } : item;
}
