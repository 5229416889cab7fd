import { readFileSync } from 'node:fs';
import { LocatedFinding, ManifestError, readBytes, YamlDocument } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { filled, isObject, object } from '../../private/check';
import { Check, Finding, FINE } from '../../findings/finding';
import { finding, withRemedy } from '../../findings/unsaid';

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
  if (second) throwAny(located(second, finding('yaml-document', '', 'is a second document, which cdk8s does not read', 'leave it out')));
  if (document) throwAny(located(document, check(document.value, checks)));
  return document?.value ?? {};
}

function read(file: string, mayBeMissing: boolean): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const found = unreadable(file, error);
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && mayBeMissing) return undefined;
    throw new ManifestError([isMissing ? withRemedy(found, 'run this where it is, name it by --config, or give the command by --app') : found]);
  }
}

function check(config: unknown, checks: Checks): Finding[] {
  return isObject(config) ? object({ app: filled, output: filled, ...checks })(config, '') : finding('invalid-type', '', 'must be an object', 'see the documentation of cdk8s');
}

/** Refuses what cdk8s would write in another way than the app alone does. */
export function plainManifests(problem: string, remedy: string): Check {
  return (synthesis, field) => {
    const { format = 'plain', ...others } = isObject(synthesis) ? synthesis : { synthesis };
    const isPlain = [null, 'plain'].includes(format) && Object.values(others).every(value => value === null);
    return isPlain ? FINE : finding('helm-chart', field, `asks for more than plain manifests (a Helm chart, say), ${problem}`, remedy);
  };
}

/** Whether there are any: they are a list, or the place of one. */
export function areValidations(validations: unknown): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}

function located(document: YamlDocument, findings: readonly Finding[]): LocatedFinding[] {
  return findings.map(found => ({ ...found, file: document.file, ...document.locate(found.path) }));
}

function throwAny(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(errors);
}
