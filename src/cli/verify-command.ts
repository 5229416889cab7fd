import { Command } from 'commander';
import { checkConnection, connect, ConnectionFlags, withConnection } from './connect';
import { age, milliseconds } from './durations';
import { ExitCode } from './exit-codes';
import { Guarded } from './guarded';
import { note, print, printJson, table, tell } from './output';
import { waitFor } from './wait';
import { found } from '../findings/finding';
import { readManifestFiles } from '../manifest/reading';
import { refuse } from '../private/errors';
import { namespaceName } from '../private/names';
import { ScraperClient } from '../query';
import { declaredComponents, noteOfBoth } from '../verify/declared';
import { DeclaredComponent } from '../verify/declared-component';
import { isFine, judge, Verdict } from '../verify/judge';
import { observe } from '../verify/observe';
import type { Remark } from '../verify/remarks';
import { reasonText, wordsOf } from '../verify/remarks';

/** What a try may take, in milliseconds, however little or much time is left. */
const [SHORTEST, LONGEST] = [2000, 30_000];

/** What the command `verify` is told. */
export interface VerifyFlags {
  readonly wait?: string;
  readonly defaultNamespace?: string;
  readonly json?: boolean;
}

/** What the scraper says of what is declared. */
interface VerifyOutcome {
  readonly verdicts: readonly Verdict[];
  readonly notes: readonly Remark[];
}

/** What is to be verified. */
export interface VerifyTask {
  readonly components: readonly DeclaredComponent[];
  /** How long is waited, in milliseconds. */
  readonly limit: number;
}

/** Adds the command `verify`. */
export function addVerify(program: Command, guarded: Guarded, password?: string): void {
  withConnection(program.command('verify'))
    .description('Check that every component of rendered applications is scraped. Ends with 0 if all are, 1 if one is not, 2 if that could not be asked.')
    .argument('<paths...>', 'manifests, and folders of them')
    .option('--wait <duration>', 'ask again until all are up, or this time is over: 90s, 5m')
    .option('--default-namespace <name>', 'the namespace of what is declared without one, as `kubectl --namespace` has it')
    .option('--json', 'print the outcome as JSON')
    .action((paths: string[], flags: ConnectionFlags & VerifyFlags) => guarded(flags, async () => {
      checkConnection(flags);
      const task = taskOf(paths, flags);
      return verify(await connect(flags, password), task, flags);
    }));
}

/** Reads the flags and what is declared, before anybody is asked for anything. */
export function taskOf(paths: readonly string[], { wait, defaultNamespace }: VerifyFlags): VerifyTask {
  const limit = wait === undefined ? 0 : milliseconds('--wait', wait);
  if (defaultNamespace !== undefined) refuse('cdk8s-oam', namespaceName(defaultNamespace, '--default-namespace'));
  const components = declaredComponents(readManifestFiles(paths), defaultNamespace);
  if (components.length === 0) refuse('cdk8s-oam verify', found('nothing-declared', ''));
  return { components, limit };
}

/** Asks whether what is declared is scraped, and prints what came out. */
export async function verify(client: ScraperClient, { components, limit }: VerifyTask, { json }: VerifyFlags): Promise<ExitCode> {
  const applications = components.map(({ application }) => application);
  const once = async (left: number): Promise<VerifyOutcome> => {
    // a scraper that hangs does not stretch the time
    const options = limit > 0 ? { requestTimeout: Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(left))) } : {};
    const observation = await observe(client, applications, options);
    return { verdicts: judge(components, observation), notes: [...noteOfBoth(components), ...observation.notes] };
  };
  const { verdicts, notes } = await waitFor(once, {
    limit,
    isDone: outcome => outcome.verdicts.every(isFine),
    describe: outcome => summary(outcome.verdicts),
  });
  const isUp = verdicts.every(isFine);
  for (const each of notes) note(`note: ${wordsOf(each)}`);
  if (json) printJson(dataOf(isUp, verdicts, notes));
  else print(tableOf(verdicts));
  tell(summary(verdicts));
  return isUp ? ExitCode.FINE : ExitCode.NOT_FINE;
}

function summary(verdicts: readonly Verdict[]): string {
  const declared = verdicts.filter(({ state }) => state !== 'none');
  const up = declared.filter(isFine).length;
  return `${up} of ${declared.length} ${declared.length === 1 ? 'endpoint is' : 'endpoints are'} up`;
}

/** The outcome for other programs: reasons and notes as data, and the same in words. */
function dataOf(up: boolean, verdicts: readonly Verdict[], notes: readonly Remark[]): object {
  return {
    up,
    notes: notes.map(each => ({ ...each, text: wordsOf(each) })),
    endpoints: verdicts.map(({ reasons, ...verdict }) => ({ ...verdict, reason: reasonText(reasons), reasons })),
  };
}

function tableOf(verdicts: readonly Verdict[]): string {
  const isOneNamespace = new Set(verdicts.map(({ namespace }) => namespace)).size === 1;
  const header = ['APPLICATION', ...isOneNamespace ? [] : ['NAMESPACE'], 'COMPONENT', 'ENDPOINT', 'STATE', 'TARGETS', 'SAMPLES', 'AGE', 'JOB', 'WHY'];
  return table(header, verdicts.map(({ application, namespace, component, endpoint, state, reasons, jobs, targets, samples, age: seconds }) => [
    application,
    ...isOneNamespace ? [] : [namespace ?? ''],
    component,
    endpoint ? `:${endpoint.port ?? '*'}${endpoint.path ?? ''}` : '-',
    state === 'none' ? '-' : state,
    String(targets),
    samples === undefined ? '-' : String(samples),
    seconds === undefined ? '-' : age(seconds),
    jobs.join(', ') || '-',
    reasonText(reasons) ?? '',
  ]));
}
