/** The text of a CustomResourceDefinition by the name of what it defines. */
export type Definitions = (name: string) => string | undefined;

/** What is defined, as `<kind>.<group>`, whichever the version. */
const named = (kind: unknown, group: unknown) => `${kind}.${group}`;

/** The name of the definition that an object has if its kind is a custom one. */
export function nameOf(object: unknown): string {
  const { apiVersion, kind } = partsOf(object);
  return named(kind, typeof apiVersion === 'string' ? apiVersion.split('/')[0] : undefined);
}

/** Those among objects. */
export function definitionsOf(objects: readonly unknown[]): Definitions {
  const found = new Map<string, unknown>();
  for (const object of objects) {
    const { kind, spec } = partsOf(object);
    const { group, names } = partsOf(spec);
    if (kind === 'CustomResourceDefinition') found.set(named(partsOf(names).kind, group), object);
  }
  const texts = new Map<string, string>();
  return (name) => {
    if (found.has(name) && !texts.has(name)) texts.set(name, JSON.stringify(found.get(name)));
    return texts.get(name);
  };
}

function partsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? value as Record<string, unknown> : {};
}
