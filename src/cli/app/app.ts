import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { throwFindings } from '../../base/brand';
import { filled, isObject, object } from '../../base/check';
import { bad, Check, FINE, found, ownWords } from '../../base/findings/finding';
import { LocatedFinding, ManifestError, readBytes } from '../../files/reading';
import { unreadable } from '../../files/reading/manifest-files';
import { inFile } from '../../files/reading/located-finding';

/** The default configuration file of cdk8s. */
export const CONFIG = 'cdk8s.yaml';

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
 * Reads cdk8s.yaml for a command of this program. The flag `--app` takes precedence over its field `app`, and makes the
 * file optional unless `--config` names it. Fails if the file has what `cdk8s synth` does and the command does not:
 * Helm charts, and validations unless the command allows them.
 */
export function appOf(flags: AppFlags, reader: 'diff' | 'graph' | 'synth', allowsValidations = true): App {
  const subject = `cdk8s-oam ${reader}`;
  const { app, config: file = CONFIG } = flags;
  throwFindings(subject, [...app === undefined ? [] : filled(app, '--app'), ...filled(file, '--config')]);
  const refuseLocated = (findings: readonly LocatedFinding[]) => {
    const errors = findings.filter(({ isWarning }) => !isWarning);
    if (errors.length > 0) throw new ManifestError(errors);
  };

  let bytes;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (!isMissing || app === undefined || flags.config !== undefined) {
      refuseLocated([isMissing ? inFile(file, found('manifest-not-readable', '', ownWords('does not exist',
        'run the command where it is, name it by --config, or give the command by --app'))) : unreadable(file, error)]);
    }
  }
  const { yaml, unread } = bytes ? readBytes(bytes, file) : { yaml: [], unread: [] };
  refuseLocated(unread);
  const [document, second] = yaml;
  if (second) refuseLocated(second.located(found('yaml-document', '', { reason: 'second-config' })));
  if (document) {
    const checkSynthConfig: Check = (synthesis, field) => {
      const given: Readonly<Record<string, unknown>> = isObject(synthesis) ? synthesis : { synthesis };
      const { format, ...others } = given;
      const isPlain = (format ?? 'plain') === 'plain' && Object.values(others).every(value => value === null);
      return isPlain ? FINE : found('helm-chart', field, { reason: reader });
    };
    const checkValidations: Check = (validations, field) => allowsValidations || !areValidations(validations) ? FINE
      : found('usage', field, ownWords('are configured, but not run here',
        'run `cdk8s synth`, which runs them, or give --no-validate'));
    const check = object({ app: filled, output: filled, synthConfig: checkSynthConfig, validations: checkValidations });
    refuseLocated(document.located(isObject(document.value) ? check(document.value, '')
      : bad('invalid-type', 'object', '', document.value)));
  }

  const config: { app?: string | null; output?: string | null; validations?: unknown } = document?.value ?? {};
  const command = app ?? config.app;
  if (command == null) {
    throw new ManifestError([inFile(file, found('missing-field', 'app', ownWords('is required',
      'give the command that runs the app, here or by --app')))]);
  }
  const [folder, output] = [dirname(file), config.output ?? 'dist'];
  return {
    subject,
    command,
    folder,
    output: isAbsolute(output) ? output : join(folder, output),
    isValidated: areValidations(config.validations),
  };
}

/** Whether cdk8s.yaml has validations: a non-empty list, or the path of one. */
function areValidations(validations: unknown): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}
