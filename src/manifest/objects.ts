import { ManifestDocument } from './manifest-document';
import { findPlace, Place } from './place';
import type { Source } from './source';
import type { Read } from './value-reader';
import { filled, isObject, list, object } from '../private/check';
import { Finding, finding, joinField, showType } from '../private/finding';

const typed = object({ apiVersion: filled, kind: filled }, ['apiVersion', 'kind']);
const listed = object({ items: list(() => []) }, ['items']);

/** The objects of a document, with those in a `List` one by one. What is none is reported. */
export function toDocuments(source: Source, { value, place }: Read): ManifestDocument[] {
  return expand(source, value, place, '');
}

/** `field` is the path of the object in its document. */
function expand(source: Source, value: any, place: Place, field: string): ManifestDocument[] {
  const found = check(value);
  for (const each of found) source.report(findPlace(place, each.field).offset, { ...each, field: joinField(field, each.field) });
  if (found.length > 0) return [];
  if (!isList(value)) return [new ManifestDocument(source, value, place)];
  return value.items.flatMap((item: any, i: number) => {
    const at = `items[${i}]`;
    return expand(source, typedAs(value, item), findPlace(place, at), joinField(field, at));
  });
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
