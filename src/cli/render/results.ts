import { Result } from './resource-list';
import { describeLocated, LocatedFinding, ManifestDocument, ManifestError, Manifests } from '../../manifest';
import { ModelError } from '../../private/errors';
import { describe, Finding } from '../../private/finding';
import { printable } from '../../private/printable';

/** What may be wrong. */
export function warningResults(findings: readonly LocatedFinding[], given: Manifests): Result[] {
  return findings.map(found => resultOf(found, given));
}

/** Why nothing is rendered. */
export function refusalResults(error: ManifestError | ModelError, given: Manifests): Result[] {
  if (error instanceof ManifestError) return error.findings.map(found => resultOf(found, given));
  return error.findings.map(found => ({ message: `[${printable(error.subject)}] ${describe(found)}`, severity: 'error' }));
}

function resultOf(found: LocatedFinding, given: Manifests): Result {
  const severity = found.isWarning ? 'warning' : 'error';
  const item = itemOf(found, given);
  if (!item) return { message: describeLocated(found), severity, ...fieldOf(found), file: { path: found.file } };
  const { apiVersion, kind, metadata } = item.value;
  const { name, namespace, annotations } = { ...metadata };
  const title = `${kind} ${[namespace, name].filter(isText).join('/')}`.trimEnd();
  const own = { ...found, field: found.field.replace(IN_LIST, '') };
  const path = annotations?.['internal.config.kubernetes.io/path'] ?? annotations?.['config.kubernetes.io/path'];
  return {
    message: `${printable(title)}: ${found.isWarning ? 'warning: ' : ''}${describe(own)}`,
    severity,
    resourceRef: { apiVersion, kind, ...isText(name) ? { name } : {}, ...isText(namespace) ? { namespace } : {} },
    ...fieldOf(own),
    ...isText(path) ? { file: { path } } : {},
  };
}

/** Where an item stands in its list, which is nobody's business. */
const IN_LIST = /^(items\[\d+\](\.|$))+/;

function fieldOf({ field }: Finding): Pick<Result, 'field'> {
  return field ? { field: { path: field } } : {};
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The item that a finding is about: nobody has ever seen the lines of the list. */
function itemOf({ file, line, column }: LocatedFinding, { documents }: Manifests): ManifestDocument | undefined {
  if (line === undefined || column === undefined) return undefined;
  return documents.filter(each => each.file === file).reduce<ManifestDocument | undefined>((last, each) => {
    const start = each.locate('');
    return start.line < line || start.line === line && start.column <= column ? each : last;
  }, undefined);
}
