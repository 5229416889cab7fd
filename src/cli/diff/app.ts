import { dirname, isAbsolute, join } from 'node:path';
import { CONFIG, Config, readConfig } from './config';
import { ManifestError } from '../../manifest/reading';
import { filled } from '../../private/check';
import { refuse } from '../../private/errors';

const OUTPUT = 'dist';

/** Which app is run. */
export interface AppFlags {
  readonly app?: string;
  readonly config?: string;
}

/** The app that writes the manifests. */
export interface App {
  /** What the shell runs. */
  readonly command: string;
  /** Where it runs: in the folder of cdk8s.yaml. */
  readonly folder: string;
  /** Where `cdk8s synth` lets it write. */
  readonly output: string;
  /** Whether `cdk8s synth` lets it write construct-metadata.json, which validations read. */
  readonly recordsMetadata: boolean;
  readonly notes: readonly string[];
}

/** Reads cdk8s.yaml; a flag goes before its command, and needs no cdk8s.yaml that nobody names. */
export function appOf(flags: AppFlags): App {
  const { app, config: file = CONFIG } = flags;
  refuse('cdk8s-oam diff', [...app === undefined ? [] : filled(app, '--app'), ...filled(file, '--config')]);
  const config = readConfig(file, app !== undefined && flags.config === undefined);
  const folder = dirname(file);
  const output = config.output ?? OUTPUT;
  return {
    command: app ?? config.app ?? noApp(file),
    folder,
    output: isAbsolute(output) ? output : join(folder, output),
    recordsMetadata: hasValidations(config),
    notes: hasValidations(config) ? [`the validations of ${file} are not run here: \`cdk8s synth\` runs them`] : [],
  };
}

function noApp(file: string): never {
  throw new ManifestError([{ code: 'missing-field', file, field: 'app', problem: 'is required', remedy: 'give the command that runs the app, here or by --app' }]);
}

/** They are a list, or the place of one. */
function hasValidations({ validations }: Config): boolean {
  return Array.isArray(validations) ? validations.length > 0 : validations != null;
}
