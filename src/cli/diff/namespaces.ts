import type { FolderObject } from './objects';
import { isObject, PlainValue } from '../../private/check';
import { grouped } from '../../private/grouped';
import { isOpenName } from '../../private/open-fields';

/** An environment, and its objects. */
export interface EnvironmentObjects {
  readonly name: string;
  readonly objects: readonly FolderObject[];
}

/**
 * By namespace of one environment, the one of another name that stands for it in the other: its name is the same but for the names of the
 * environments, or each environment has no other.
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

/** Has the objects compared as if they were in other namespaces. */
export function inNamespaces(objects: readonly FolderObject[], others: ReadonlyMap<string, string>): FolderObject[] {
  return objects.map(object => {
    const [field, namespace] = namespaceOf(object.value);
    const other = others.get(namespace as string);
    const { metadata, ...rest } = Object(object.value);
    return other === undefined ? object : { ...object, compared: { ...rest, metadata: { ...metadata, [field]: other } } };
  });
}

function namespacesOf({ objects }: EnvironmentObjects): ReadonlySet<string> {
  return new Set(objects.map(({ value }) => namespaceOf(value)[1]).filter((name): name is string => isOpenName(name)));
}

/** The field of the metadata that names the namespace in which an object is, or which it is. */
function namespaceOf({ apiVersion, kind, metadata }: PlainValue): readonly [field: string, name: unknown] {
  const field = apiVersion === 'v1' && kind === 'Namespace' ? 'name' : 'namespace';
  return [field, isObject(metadata) ? metadata[field] : undefined];
}

/** What is left of the name of a namespace without the name of its environment. */
function stemOf(namespace: string, environment: string): string {
  return `-${namespace}-`.replaceAll(`-${environment}-`, '-');
}
