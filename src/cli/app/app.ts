import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { Check, FINE, found } from '../../findings/finding';
import { LocatedFinding, ManifestError, readBytes } from '../../manifest/reading';
import { unreadable } from '../../manifest/reading/find-files';
import { inFile } from '../../manifest/reading/located-finding';
import { filled, isObject, object, PlainValue } from '../../private/check';
import { refuse } from '../../private/errors';

const OUTPUT = 'dist';

/** Which app is run. */
export interface AppFlags {
  readonly app?: string;
  readonly config?: string;
}

/** The app that writes the manifests. */
export interface App {
  /** How errors of the command that runs it begin. */
  readonly subject: string;
  /** What the shell runs. */
  readonly command: string;
  /** Where it runs: in the folder of cdk8s.yaml. */
  readonly folder: string;
  /** Where `cdk8s synth` lets it write. */
  readonly output: string;
  /** Whether `cdk8s synth` validates what it writes, and lets it write construct-metadata.json for that. */
  readonly isValidated: boolean;
  /** The one environment that it is to write. */
  readonly environment?: string;
}

/**
 * Reads cdk8s.yaml; a flag takes precedence over its command, and needs no cdk8s.yaml that nobody names. Errors begin with the subject;
 * `checks` are those of fields of which the command does not do what `cdk8s synth` does.
 */
export function appOf(flags: AppFlags, subject: string, checks: Checks): App {
  const { app, config: file = CONFIG } = flags;
  refuse(subject, [...app === undefined ? [] : filled(app, '--app'), ...filled(file, '--config')]);
  const config = readConfig(file, app !== undefined && flags.config === undefined, checks);
  const folder = dirname(file);
  const output = config.output ?? OUTPUT;
  const command = app ?? config.app;
  if (command == null) throw new ManifestError([inFile(file, found('missing-field', 'app', { reason: 'app-command' }))]);
  return {
    subject,
    command,
    folder,
    output: isAbsolute(output) ? output : join(folder, output),
    isValidated: areValidations(config.validations),
  };
}

/** The file in which cdk8s looks for what to run. */
export const CONFIG = 'cdk8s.yaml';

/** What counts of it. */
interface Config {
  readonly app?: string | null;
  readonly output?: string | null;
  readonly validations?: unknown;
}

/** Checks of fields, by their names. */
type Checks = Readonly<Record<string, Check>>;

/** Reads it; one that may be missing is empty then. Whoever runs the app checks what it holds beyond the app and its output. */
function readConfig(file: string, mayBeMissing: boolean, checks: Checks): Config {
  const bytes = read(file, mayBeMissing);
  if (!bytes) return {};
  const { yaml, unread } = readBytes(bytes, file);
  throwAny(unread);
  const [document, second] = yaml;
  if (second) throwAny(second.located(found('yaml-document', '', { reason: 'second-config' })));
  if (!document) return {};
  const check = isObject(document.value) ? object({ app: filled, output: filled, ...checks })(document.value, '')
    : found('invalid-type', '', { reason: 'config' });
  throwAny(document.located(check));
  return document.value ?? {};
}

function read(file: string, mayBeMissing: boolean): Uint8Array | undefined {
  try {
    return readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing && mayBeMissing) return undefined;
    throw new ManifestError([
      isMissing ? inFile(file, found('manifest-not-readable', '', { reason: 'no-config' })) : unreadable(file, error),
    ]);
  }
}

/** Refuses what cdk8s would write in another way than the app alone does. */
export function plainManifests(command: 'diff' | 'graph' | 'synth'): Check {
  return (synthesis, field) => {
    const { format = 'plain', ...others } = isObject(synthesis) ? synthesis : { synthesis: synthesis as PlainValue };
    const isPlain = (format === null || format === 'plain') && Object.values(others).every(value => value === null);
    return isPlain ? FINE : found('helm-chart', field, { reason: command });
  };
}

/** Whether there are any: they are a list, or the place of one. */
export function areValidations(validations: unknown): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}

function throwAny(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(errors);
}
