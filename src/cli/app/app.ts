import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { bad, Check, FINE, found, saying } from '../../base/findings/finding';
import { LocatedFinding, ManifestError, readBytes } from '../../files/reading';
import { unreadable } from '../../files/reading/manifest-files';
import { inFile } from '../../files/reading/located-finding';
import { filled, isObject, object, PlainValue } from '../../base/check';
import { refuse } from '../../base/brand';

const OUTPUT = 'dist';

/** The flags that select the app. */
export interface AppFlags {
  readonly app?: string;
  readonly config?: string;
}

/** The app that writes the manifests. */
export interface App {
  /** The prefix of error messages: the command that runs the app. */
  readonly subject: string;
  /** The command line that the shell runs. */
  readonly command: string;
  /** The working directory: the folder of cdk8s.yaml. */
  readonly folder: string;
  /** The output folder of `cdk8s synth`. */
  readonly output: string;
  /** Whether `cdk8s synth` validates the manifests, and has the app write construct-metadata.json for that. */
  readonly isValidated: boolean;
  /** The only environment to write; `undefined` writes all. */
  readonly environment?: string;
}

/**
 * Reads cdk8s.yaml. The flag `--app` takes precedence over its command, and makes the file optional unless `--config` names it. Errors
 * start with `subject`. `checks` cover the fields that the command handles differently from `cdk8s synth`.
 */
export function appOf(flags: AppFlags, subject: string, checks: Checks): App {
  const { app, config: file = CONFIG } = flags;
  refuse(subject, [...app === undefined ? [] : filled(app, '--app'), ...filled(file, '--config')]);
  const config = readConfig(file, app !== undefined && flags.config === undefined, checks);
  const folder = dirname(file);
  const output = config.output ?? OUTPUT;
  const command = app ?? config.app;
  if (command == null) {
    throw new ManifestError([inFile(file, found('missing-field', 'app', saying('is required',
      'give the command that runs the app, here or by --app')))]);
  }
  return {
    subject,
    command,
    folder,
    output: isAbsolute(output) ? output : join(folder, output),
    isValidated: areValidations(config.validations),
  };
}

/** The default configuration file of cdk8s. */
export const CONFIG = 'cdk8s.yaml';

/** The fields of cdk8s.yaml that matter here. */
interface Config {
  readonly app?: string | null;
  readonly output?: string | null;
  readonly validations?: unknown;
}

/** Checks by field name. */
type Checks = Readonly<Record<string, Check>>;

/** Reads and checks the file. Returns an empty configuration if the file is optional and missing. The caller checks further fields. */
function readConfig(file: string, mayBeMissing: boolean, checks: Checks): Config {
  const bytes = read(file, mayBeMissing);
  if (!bytes) return {};
  const { yaml, unread } = readBytes(bytes, file);
  throwAny(unread);
  const [document, second] = yaml;
  if (second) throwAny(second.located(found('yaml-document', '', { reason: 'second-config' })));
  if (!document) return {};
  const check = isObject(document.value) ? object({ app: filled, output: filled, ...checks })(document.value, '')
    : bad('invalid-type', 'object', '', document.value);
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
      isMissing ? inFile(file, found('manifest-not-readable', '', saying('does not exist',
        'run the command where it is, name it by --config, or give the command by --app'))) : unreadable(file, error),
    ]);
  }
}

/** Rejects settings with which `cdk8s synth` writes something other than the manifests of the app: Helm charts. */
export function plainManifests(command: 'diff' | 'graph' | 'synth'): Check {
  return (synthesis, field) => {
    const { format = 'plain', ...others } = isObject(synthesis) ? synthesis : { synthesis: synthesis as PlainValue };
    const isPlain = (format === null || format === 'plain') && Object.values(others).every(value => value === null);
    return isPlain ? FINE : found('helm-chart', field, { reason: command });
  };
}

/** Whether cdk8s.yaml has validations: a non-empty list, or the path of one. */
export function areValidations(validations: unknown): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}

function throwAny(findings: readonly LocatedFinding[]): void {
  const errors = findings.filter(({ isWarning }) => !isWarning);
  if (errors.length > 0) throw new ManifestError(errors);
}
