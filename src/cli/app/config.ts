import { readFileSync } from 'node:fs';
import { Check, Finding, FINE, found } from '../../findings/finding';
import { LocatedFinding, ManifestError, readBytes, YamlDocument } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { filled, isObject, object } from '../../private/check';

/** The file in which cdk8s looks for what to run. */
export const CONFIG = 'cdk8s.yaml';

/** What counts of it. */
export interface Config {
  readonly app?: string | null;
  readonly output?: string | null;
  readonly validations?: unknown;
}

/** Checks of fields, by their names. */
type Checks = Readonly<Record<string, Check>>;

/** Reads it; one that may be missing is empty then. What it holds beyond the app and its output is checked by whoever runs it. */
export function readConfig(file: string, mayBeMissing: boolean, checks: Checks): Config {
  const bytes = read(file, mayBeMissing);
  if (!bytes) return {};
  const { yaml, unread } = readBytes(bytes, file);
  throwAny(unread);
  const [document, second] = yaml;
  if (second) throwAny(located(second, found('yaml-document', '', { reason: 'second-config' })));
  if (document) throwAny(located(document, check(document.value, checks)));
  return document?.value ?? {};
}

function read(file: string, mayBeMissing: boolean): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && mayBeMissing) return undefined;
    const findings = isMissing ? found('manifest-not-readable', '', { reason: 'no-config' }) : [unreadable(file, error)];
    throw new ManifestError(findings.map(each => ({ ...each, file })));
  }
}

function check(config: unknown, checks: Checks): Finding[] {
  return isObject(config)
    ? object({ app: filled, output: filled, ...checks })(config, '')
    : found('invalid-type', '', { reason: 'config' });
}

/** Refuses what cdk8s would write in another way than the app alone does. */
export function plainManifests(command: 'diff' | 'synth'): Check {
  return (synthesis, field) => {
    const { format = 'plain', ...others } = isObject(synthesis) ? synthesis : { synthesis };
    const isPlain = [null, 'plain'].includes(format) && Object.values(others).every(value => value === null);
    return isPlain ? FINE : found('helm-chart', field, { reason: command });
  };
}

/** Whether there are any: they are a list, or the place of one. */
export function areValidations(validations: unknown): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}

function located(document: YamlDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(each => ({ ...each, file: document.file, ...document.locate(each.path) }));
}

function throwAny(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(errors);
}
