import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { ExitCode } from './exit-codes';
import { guard, Guarded } from './guarded';
import { hideValues } from './output';
import { takePassword } from './password';
import { addQuery } from './query-command';
import { addVerify } from './verify-command';

/** Runs the command; gives the code with which it ends. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const password = takePassword();
  let code = ExitCode.FINE;
  const guarded: Guarded = async (flags, action) => {
    code = await guard(flags, action);
  };
  const program = new Command('cdk8s-oam')
    .description('Takes over OAM manifests, checks and renders them, and asks the metrics scraper whether what was declared is scraped.')
    .version(version())
    .exitOverride()
    .configureOutput({ writeErr: text => process.stderr.write(hideValues(text)) });
  addQuery(program, guarded, password);
  addVerify(program, guarded, password);
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.FINE : ExitCode.NOT_DONE;
  }
}

function version(): string {
  return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version;
}
