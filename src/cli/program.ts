import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { CheckedCommand } from './checked-command';
import { ExitCode } from './exit-codes';
import { guard, Guarded } from './guarded';
import { takePassword } from './password';

/** Adds a command to the program. */
type Add = (program: Command, guarded: Guarded, password?: string) => void;

/** The commands, each loaded when it is asked for: what one needs takes the others time. */
const COMMANDS: Readonly<Record<string, () => Add>> = {
  /* eslint-disable @typescript-eslint/no-require-imports */
  diff: () => (require('./diff/diff-command') as typeof import('./diff/diff-command')).addDiff,
  import: () => (require('./import/import-command') as typeof import('./import/import-command')).addImport,
  query: () => (require('./query-command') as typeof import('./query-command')).addQuery,
  render: () => (require('./render/render-command') as typeof import('./render/render-command')).addRender,
  synth: () => (require('./synth/synth-command') as typeof import('./synth/synth-command')).addSynth,
  validate: () => (require('./validate/validate-command') as typeof import('./validate/validate-command')).addValidate,
  verify: () => (require('./verify-command') as typeof import('./verify-command')).addVerify,
  /* eslint-enable @typescript-eslint/no-require-imports */
};

/** Runs the command; gives the code with which it ends. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const password = takePassword();
  let code = ExitCode.FINE;
  const guarded: Guarded = async (flags, action) => {
    code = await guard(flags, action);
  };
  const program = new CheckedCommand('cdk8s-oam')
    .description('Takes over OAM manifests, checks and renders them, and asks the metrics scraper whether what was declared is scraped.')
    .version(version())
    .exitOverride();
  for (const load of askedFor(args)) load()(program, guarded, password);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.FINE : ExitCode.NOT_DONE;
  }
}

/** The command that the arguments name. Where they name none, all are told of; but for the version nobody needs any. */
function askedFor(args: readonly string[]): (() => Add)[] {
  const name = args.find(arg => !arg.startsWith('-'));
  if (name === undefined && args.some(arg => ['-V', '--version'].includes(arg))) return [];
  return name !== undefined && Object.hasOwn(COMMANDS, name) ? [COMMANDS[name]] : Object.values(COMMANDS);
}

function version(): string {
  return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version;
}
