import type { LocatedFinding } from './located-finding';
import { ManifestDocument } from './manifest-document';
import type { YamlDocument } from './yaml-document';
import { filled, isObject, list, object } from '../../private/check';
import { Finding, finding, joinField, showType } from '../../private/finding';

/** The objects of documents, and what is none. */
export interface Objects {
  readonly documents: ManifestDocument[];
  readonly findings: LocatedFinding[];
}

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);
const listed = object({ items: list(() => []) }, ['items']);

/** The objects of a document, with those in a `List` one by one. */
export function toObjects(document: YamlDocument): Objects {
  return expand(document, document.value, '');
}

/** `field` is the path of the object in its document. */
function expand(document: YamlDocument, value: any, field: string): Objects {
  const found = check(value).map(each => ({ ...each, field: joinField(field, each.field) }));
  if (found.length > 0) return { documents: [], findings: found.map(each => ({ ...each, file: document.file, ...document.locate(each.field) })) };
  if (!isList(value)) return { documents: [new ManifestDocument(document, value, field)], findings: [] };
  const items: Objects[] = value.items.map((item: any, i: number) => expand(document, typedAs(value, item), joinField(field, `items[${i}]`)));
  return { documents: items.flatMap(({ documents }) => documents), findings: items.flatMap(({ findings }) => findings) };
}

function check(value: unknown): Finding[] {
  if (!isObject(value)) return finding('invalid-type', '', `must be an object, got ${showType(value)}`, 'give an object with \'apiVersion\' and \'kind\'');
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
