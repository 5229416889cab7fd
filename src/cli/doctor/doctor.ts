import { Command } from 'commander';
import { CheckState, DoctorCheck } from './check';
import { checkCluster } from './cluster';
import { checkProject } from './project';
import { FINE, found } from '../../findings/finding';
import { filled } from '../../private/check';
import { isModelError, refuse } from '../../private/errors';
import { isScraperError } from '../../query/errors';
import { checkConnection, connect, ConnectionFlags, withConnection } from '../connect';
import { ExitCode, Guarded } from '../exit';
import { checkTimeout, milliseconds } from '../milliseconds';
import { print, printJson, table, tell } from '../output';
import { Paint, paintFor } from '../paint';
import { withProgress } from '../progress';

interface DoctorFlags {
  readonly cluster: boolean;
  readonly timeout: string;
  readonly json?: boolean;
}

const DEFAULT_TIMEOUT = '10s';

/** Adds the command `doctor`. */
export function addDoctor(program: Command, guarded: Guarded, password?: string): void {
  withConnection(program.command('doctor'))
    .description('Check whether Node.js, the packages of the project, kubectl, the cluster and the metrics scraper fit this version. '
      + 'Changes nothing.')
    .option('--no-cluster', 'do not ask the cluster of the kubectl context')
    .option('--timeout <duration>', 'the time limit for each answer', DEFAULT_TIMEOUT)
    .option('--json', 'print the report as JSON')
    .action((flags: ConnectionFlags & DoctorFlags) => guarded(flags, async () => doctor(flags, password)));
}

async function doctor(flags: ConnectionFlags & DoctorFlags, password?: string): Promise<ExitCode> {
  const { cluster: isAsked, context, json, timeout: given, ...scraper } = flags;
  refuse('cdk8s-oam doctor', [
    ...checkTimeout('--timeout', given),
    ...context === undefined ? FINE : filled(context, '--context'),
    // whose ingress only kubectl finds
    ...!isAsked && scraper.namespace !== undefined ? found('usage', '--no-cluster', { reason: 'beside', other: '--namespace' }) : FINE,
  ]);
  const timeout = milliseconds('--timeout', given);
  // `--context` alone selects the cluster, not a scraper
  const isScraperGiven = Object.values(scraper).some(flag => flag !== undefined);
  if (isScraperGiven) checkConnection(flags);
  const checks = [
    ...checkProject(process.cwd()),
    ...isAsked ? await withProgress('asking the cluster', async () => checkCluster({ context, timeout })) : [],
    ...isScraperGiven ? [await scraperCheck(flags, timeout, password)] : [],
  ];
  const count = (state: CheckState) => checks.filter(check => check.state === state).length;
  const [wrong, warning, unknown] = [count('wrong'), count('warning'), count('unknown')];
  if (json) printJson({ fits: wrong + unknown === 0, checks });
  else print(report(checks, paintFor(process.stdout)));
  tell(`${count('ok')} ok, ${wrong} wrong, ${warning} with a warning, ${unknown} unknown`);
  return wrong > 0 ? ExitCode.NOT_FINE : unknown > 0 ? ExitCode.NOT_DONE : ExitCode.FINE;
}

async function scraperCheck(flags: ConnectionFlags, timeout: number, password?: string): Promise<DoctorCheck> {
  const name = 'scraper';
  try {
    const client = await connect(flags, password);
    const { version } = await withProgress('asking the scraper', async () => client.buildInfo({ requestTimeout: timeout }));
    return { name, found: version, state: 'ok' };
  } catch (error) {
    if (isScraperError(error)) return { name, state: 'wrong', remedy: error.message };
    // where the scraper is could not be found out
    if (isModelError(error)) return { name, state: 'unknown', remedy: error.message };
    throw error;
  }
}

const STATES: Readonly<Record<CheckState, { readonly word: string; readonly paint?: keyof Paint }>> = {
  ok: { word: 'ok', paint: 'added' },
  warning: { word: 'warning', paint: 'warning' },
  wrong: { word: 'wrong', paint: 'error' },
  absent: { word: 'not there' },
  unknown: { word: 'unknown', paint: 'warning' },
};

/** Formats the checks as a table, with the state at the start of each line in its colour. */
function report(checks: readonly DoctorCheck[], paint: Paint): string {
  const rows = checks.map(each => [STATES[each.state].word, each.name, each.found ?? '-', each.needed ?? '-', each.remedy ?? '']);
  const [header, ...lines] = table(['STATE', 'WHAT', 'FOUND', 'FITS', 'WHAT TO DO'], rows).split('\n');
  const painted = lines.map((line, i) => {
    const { word, paint: colour } = i < checks.length ? STATES[checks[i].state] : STATES.absent;
    return colour ? line.replace(word, () => paint[colour](word)) : line;
  });
  return [header, ...painted].join('\n');
}
