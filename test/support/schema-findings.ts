/** What is wrong with one field. */
export interface Finding {
  /** The field's path, empty for the object itself. */
  readonly path: string;
  readonly message: string;
}

/** What a compiled validator says about one value; ajv's `ErrorObject` without what is not read here. */
export interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Record<string, any>;
  readonly message?: string;
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

/** A field that its schema does not name. */
export function unknownField(path: string): Finding {
  return { path, message: 'is not a known field' };
}

/** The findings of a validator's errors about this data, one a value where alternatives failed. */
export function schemaFindings(errors: readonly SchemaError[], data: any): Finding[] {
  const alternatives = new Set(errors.filter((error) => ALTERNATIVES.includes(error.keyword)).map((error) => error.instancePath));
  const tried = errors.filter((error) => alternatives.has(error.instancePath) && isOfAlternative(error));
  const single = errors.filter((error) => !tried.includes(error)).map((error) => findingOf(error, data));
  return [...single, ...[...alternatives].map((pointer) => alternativesFinding(tried.filter((error) => error.instancePath === pointer), data))];
}

/** Compiled parts of a Kubernetes schema do not say where in it they were; their alternatives are types and formats only. */
function isOfAlternative(error: SchemaError): boolean {
  return ALTERNATIVES.includes(error.keyword) || /\/(one|any)Of\/\d/.test(error.schemaPath) || /^#\/(type|format)$/.test(error.schemaPath);
}

function findingOf(error: SchemaError, data: any): Finding {
  const path = fieldPath(error.instancePath, data);
  switch (error.keyword) {
    case 'additionalProperties': return unknownField(joinPath(path, error.params.additionalProperty));
    case 'type': return { path, message: `must be ${String(error.params.type).replace(/,/g, ' or ')}` };
    // the two generations of ajv quote the name differently
    case 'required': return { path, message: `must have required property '${error.params.missingProperty}'` };
    default: return { path, message: error.message ?? `must pass '${error.keyword}'` };
  }
}

function alternativesFinding(tried: readonly SchemaError[], data: any): Finding {
  const failed = tried.filter((error) => !ALTERNATIVES.includes(error.keyword));
  const findings = (failed.length > 0 ? failed : tried).map((error) => findingOf(error, data));
  const messages = [...new Set(findings.map((finding) => finding.message))].sort();
  return { path: findings[0].path, message: messages.join(' or ').replace(/ or must be /g, ' or ') };
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
