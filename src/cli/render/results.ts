import { Result } from './resource-list';
import { describeLocated, LocatedFinding, ManifestDocument, ManifestError, Manifests } from '../../manifest';
import { ModelError } from '../../private/errors';
import { Finding, movedTo } from '../../findings/finding';
import { describe } from '../../findings/words';
import { printable } from '../../findings/printable';
import { Path, showPath } from '../../findings/path';

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
  const own = movedTo(found.path.slice(inList(found.path)), found);
  const path = annotations?.['internal.config.kubernetes.io/path'] ?? annotations?.['config.kubernetes.io/path'];
  return {
    message: `${printable(title)}: ${found.isWarning ? 'warning: ' : ''}${describe(own)}`,
    severity,
    resourceRef: { apiVersion, kind, ...isText(name) ? { name } : {}, ...isText(namespace) ? { namespace } : {} },
    ...fieldOf(own),
    ...isText(path) ? { file: { path } } : {},
  };
}

/** How many steps lead to an item of a list, which is nobody's business. */
function inList(path: Path): number {
  let steps = 0;
  while (path[steps] === 'items' && typeof path[steps + 1] === 'number') steps += 2;
  return steps;
}

function fieldOf({ path }: Finding): Pick<Result, 'field'> {
  return path.length > 0 ? { field: { path: showPath(path) } } : {};
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
