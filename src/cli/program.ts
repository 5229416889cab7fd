import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { checkConnection, connect, ConnectionFlags, withConnection } from './connect';
import { ExitCode } from './exit-codes';
import { hideValues, printJson, tell } from './output';
import { takePassword } from './password';
import { checkQuery, query, QueryFlags } from './query-command';
import { taskOf, verify, VerifyFlags } from './verify-command';
import { ManifestError } from '../manifest/reading';
import { ModelError, ScraperError } from '../query';

/** Runs the command; gives the code with which it ends. */
export async function run(args: readonly string[]): Promise<ExitCode> {
  const password = takePassword();
  let code = ExitCode.FINE;
  const program = new Command('cdk8s-oam')
    .description('Asks the metrics scraper, and whether what was declared is scraped.')
    .version(version())
    .exitOverride()
    .configureOutput({ writeErr: text => process.stderr.write(hideValues(text)) });
  withConnection(program.command('query'))
    .description('Evaluate an expression and print its result.')
    .argument('<expression>', 'an expression of PromQL')
    .option('--time <time>', 'the time of evaluation: RFC 3339, or seconds since the epoch (default: the server\'s now)')
    .option('--json', 'print the result as JSON')
    .action(async (expression: string, flags: ConnectionFlags & QueryFlags) => {
      code = await guarded(flags, async () => {
        checkQuery(expression, flags);
        return query(await connect(flags, password), expression, flags);
      });
    });
  withConnection(program.command('verify'))
    .description('Check that every component of rendered applications is scraped. Ends with 0 if all are, 1 if one is not, 2 if that could not be asked.')
    .argument('<paths...>', 'manifests, and folders of them')
    .option('--wait <duration>', 'ask again until all are up, or this time is over: 90s, 5m')
    .option('--default-namespace <name>', 'the namespace of what is declared without one, as `kubectl --namespace` has it')
    .option('--json', 'print the outcome as JSON')
    .action(async (paths: string[], flags: ConnectionFlags & VerifyFlags) => {
      code = await guarded(flags, async () => {
        const task = taskOf(paths, flags);
        return verify(await connect(flags, password), task, flags);
      });
    });
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? ExitCode.FINE : ExitCode.NOT_ASKED;
  }
}

/** Tells what is known to go wrong; all else is a defect, and shows where it lies. */
async function guarded(flags: ConnectionFlags & { readonly json?: boolean }, action: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    checkConnection(flags);
    return await action();
  } catch (error) {
    if (!(error instanceof ScraperError || error instanceof ModelError || error instanceof ManifestError)) throw error;
    const { message } = error;
    if (flags.json) printJson({ error: { code: error instanceof ScraperError ? error.code : error.findings[0].code, message } });
    tell(message);
    return ExitCode.NOT_ASKED;
  }
}

function version(): string {
  return JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8')).version;
}
