import { ErrorObject } from 'ajv';

/** What is wrong with one field. */
export interface Finding {
  /** The field's path, empty for the object itself. */
  readonly path: string;
  readonly message: string;
}

/** Keywords that try several schemas; what was wrong in each are errors of their own. */
const ALTERNATIVES = ['oneOf', 'anyOf'];

/** Adds one key to a field path: `.name`, `[0]`, or `["app.oam.dev/name"]` where a dot would mislead. */
export function joinPath(path: string, key: string | number): string {
  if (typeof key === 'number') return `${path}[${key}]`;
  if (!/^[\w$-]+$/.test(key)) return `${path}[${JSON.stringify(key)}]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The finding as seen from the object that holds this one at the path. */
export function below(path: string, finding: Finding): Finding {
  const separator = finding.path === '' || finding.path.startsWith('[') ? '' : '.';
  return { ...finding, path: `${path}${separator}${finding.path}` };
}

/** The findings of a validator's errors about this data. */
export function schemaFindings(errors: readonly ErrorObject[], data: any): Finding[] {
  return errors.map((error) => {
    const path = fieldPath(error.instancePath, data);
    return { path: error.keyword === 'additionalProperties' ? joinPath(path, error.params.additionalProperty) : path, message: messageOf(error) };
  });
}

/** The errors of one schema, with one a value where alternatives failed. */
export function merged(errors: readonly ErrorObject[]): ErrorObject[] {
  const alternatives = new Set(errors.filter((error) => ALTERNATIVES.includes(error.keyword)).map((error) => error.instancePath));
  const tried = errors.filter((error) => alternatives.has(error.instancePath) && isOfAlternative(error));
  const single = errors.filter((error) => !tried.includes(error));
  return [...single, ...[...alternatives].map((pointer) => asOne(tried.filter((error) => error.instancePath === pointer)))];
}

function isOfAlternative(error: ErrorObject): boolean {
  return ALTERNATIVES.includes(error.keyword) || /\/(one|any)Of\/\d/.test(error.schemaPath);
}

function asOne(tried: readonly ErrorObject[]): ErrorObject {
  const failed = tried.filter((error) => !ALTERNATIVES.includes(error.keyword));
  const messages = [...new Set((failed.length > 0 ? failed : tried).map(messageOf))].sort();
  return { ...tried[0], keyword: 'merged', message: messages.join(' or ').replace(/ or must be /g, ' or ') };
}

function messageOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'additionalProperties': return 'is not a known field';
    case 'type': return `must be ${[params.type].flat().join(' or ')}`;
    default: return message ?? `must pass '${keyword}'`;
  }
}

/** The field path of a JSON pointer: `/rules/0/paths` in this data is `rules[0].paths`. */
function fieldPath(pointer: string, data: any): string {
  const keys = pointer.split('/').slice(1).map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'));
  let value = data;
  let path = '';
  for (const key of keys) {
    path = joinPath(path, Array.isArray(value) ? Number(key) : key);
    value = value?.[key];
  }
  return path;
}
