import { Result } from './resource-list';
import { Finding, movedTo } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { printable } from '../../findings/shown';
import { describe, describeTo } from '../../findings/words';
import { describeLocated, LocatedFinding, ManifestDocument, ManifestError, Manifests } from '../../manifest';
import { isManifestError } from '../../manifest/reading';
import type { ModelError } from '../../private/errors';

/** What may be wrong. */
export function warningResults(findings: readonly LocatedFinding[], given: Manifests): Result[] {
  return findings.map(found => resultOf(found, given));
}

/** Why nothing is rendered. */
export function refusalResults(error: ManifestError | ModelError, given: Manifests): Result[] {
  if (isManifestError(error)) return error.findings.map(found => resultOf(found, given));
  const subject = printable(error.subject);
  return error.findings.map(found => ({ message: `[${subject}] ${describe(found)}`, severity: 'error', tags: tagsOf(found) }));
}

function resultOf(found: LocatedFinding, given: Manifests): Result {
  const severity = found.isWarning ? 'warning' : 'error';
  const item = itemOf(found, given);
  if (!item) return { message: describeLocated(found), severity, ...fieldOf(found), file: { path: found.file }, tags: tagsOf(found) };
  const { apiVersion, kind, metadata } = item.value;
  const { name, namespace, annotations } = { ...metadata };
  const title = `${kind} ${[namespace, name].filter(isText).join('/')}`.trimEnd();
  const own = movedTo(found.path.slice(inList(found.path)), found);
  const path = annotations?.['internal.config.kubernetes.io/path'] ?? annotations?.['config.kubernetes.io/path'];
  return {
    message: `${printable(title)}: ${found.isWarning ? 'warning: ' : ''}${describeTo('manifests', own)}`,
    severity,
    resourceRef: { apiVersion, kind, ...isText(name) ? { name } : {}, ...isText(namespace) ? { namespace } : {} },
    ...fieldOf(own),
    ...isText(path) ? { file: { path } } : {},
    tags: tagsOf(own),
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

/** Tags are strings. */
function tagsOf({ code, path, parameters }: Finding): Result['tags'] {
  return { code, path: JSON.stringify(path), parameters: JSON.stringify(parameters) };
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
