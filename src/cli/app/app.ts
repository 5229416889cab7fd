import { dirname, isAbsolute, join } from 'node:path';
import { areValidations, CONFIG, readConfig } from './config';
import { Check, found } from '../../findings/finding';
import { ManifestError } from '../../manifest/reading';
import { filled } from '../../private/check';
import { refuse } from '../../private/errors';

const OUTPUT = 'dist';

/** Which app is run. */
export interface AppFlags {
  readonly app?: string;
  readonly config?: string;
}

/** The command that runs an app. */
export interface Runner {
  /** How its errors begin: `cdk8s-oam diff`. */
  readonly subject: string;
  /** Fields of cdk8s.yaml of which it does not do what `cdk8s synth` does. */
  readonly checks: Readonly<Record<string, Check>>;
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
}

/** Reads cdk8s.yaml; a flag goes before its command, and needs no cdk8s.yaml that nobody names. */
export function appOf(flags: AppFlags, { subject, checks }: Runner): App {
  const { app, config: file = CONFIG } = flags;
  refuse(subject, [...app === undefined ? [] : filled(app, '--app'), ...filled(file, '--config')]);
  const config = readConfig(file, app !== undefined && flags.config === undefined, checks);
  const folder = dirname(file);
  const output = config.output ?? OUTPUT;
  return {
    subject,
    command: app ?? config.app ?? noApp(file),
    folder,
    output: isAbsolute(output) ? output : join(folder, output),
    isValidated: areValidations(config.validations),
  };
}

function noApp(file: string): never {
  throw new ManifestError(found('missing-field', 'app', { reason: 'app-command' }).map(each => ({ ...each, file })));
}
