import type { FolderObject } from './objects';
import { isFilled, isObject, PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';

/** An environment with its objects. */
export interface EnvironmentObjects {
  readonly name: string;
  readonly objects: readonly FolderObject[];
}

/**
 * By namespace of one environment, its counterpart of another name in the other environment: their names differ only in the names of the
 * environments, or each environment has only this namespace.
 */
export function counterparts(before: EnvironmentObjects, after: EnvironmentObjects): ReadonlyMap<string, string> {
  const [all, allAfter] = [before, after].map(namespacesOf);
  const [left, leftAfter] = [[...all].filter(name => !allAfter.has(name)), [...allAfter].filter(name => !all.has(name))];
  if (all.size === 1 && left.length === 1 && allAfter.size === 1) return new Map([[left[0], leftAfter[0]]]);
  const stems = grouped(leftAfter, name => [stemOf(name, after.name)]);
  return new Map([...grouped(left, name => [stemOf(name, before.name)])].flatMap(([stem, names]) => {
    const others = stems.get(stem) ?? [];
    return names.length === 1 && others.length === 1 ? [[names[0], others[0]] as const] : [];
  }));
}

/** Sets the values to compare (`compared`), in which the namespaces of the objects are replaced by their counterparts. */
export function inNamespaces(objects: readonly FolderObject[], others: ReadonlyMap<string, string>): FolderObject[] {
  return objects.map(object => {
    const [field, namespace] = namespaceOf(object.value);
    const other = others.get(namespace as string);
    const { metadata, ...rest } = Object(object.value);
    return other === undefined ? object : { ...object, compared: { ...rest, metadata: { ...metadata, [field]: other } } };
  });
}

function namespacesOf({ objects }: EnvironmentObjects): ReadonlySet<string> {
  return new Set(objects.map(({ value }) => namespaceOf(value)[1]).filter(isFilled));
}

/** The metadata field with the namespace of an object, or with the name if the object is a Namespace; and its value. */
function namespaceOf({ apiVersion, kind, metadata }: PlainValue): readonly [field: string, name: unknown] {
  const field = apiVersion === 'v1' && kind === 'Namespace' ? 'name' : 'namespace';
  return [field, isObject(metadata) ? metadata[field] : undefined];
}

/** The name of a namespace without the name of its environment. */
function stemOf(namespace: string, environment: string): string {
  return `-${namespace}-`.replaceAll(`-${environment}-`, '-');
}
