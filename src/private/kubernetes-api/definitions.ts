/** The specification is loaded when it is first asked for, which few programs do. */
let specification: typeof import('./swagger.json') | undefined;

/** Definitions by API version and name, each a string of `field:type`. */
function definitions(): Readonly<Record<string, Readonly<Record<string, string>>>> {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (specification ??= require('./swagger.json') as typeof import('./swagger.json')).definitions;
}

/** Whether there is such a definition, and not a value such as `string`. */
export function isDefined(apiVersion: string, name: string): boolean {
  return definitions()[apiVersion]?.[name] !== undefined;
}

/** The fields of a definition, and their types: `string`, `Container[]`, `{Quantity}`, or `meta/v1.ObjectMeta` of another API version. */
export function definedFields(apiVersion: string, name: string): ReadonlyMap<string, string> {
  return new Map(definitions()[apiVersion][name].split(' ').map(field => {
    const colon = field.indexOf(':');
    return [field.slice(0, colon).replace('!', ''), field.slice(colon + 1)];
  }));
}

/** The names of all fields there are. */
export function definedNames(): string[] {
  return Object.entries(definitions()).flatMap(([version, all]) =>
    Object.keys(all).flatMap(name => [...definedFields(version, name).keys()]));
}
