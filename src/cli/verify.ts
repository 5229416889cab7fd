import { setTimeout as pause } from 'node:timers/promises';
import { Command } from 'commander';
import { ConnectionFlags, checkConnection, connect, withConnection } from './connect';
import { ExitCode, Guarded, note, printToStdout, printJson, printToStderr, table, withProgress } from './output';
import { ModelError, throwFindings } from '../base/brand';
import { millisecondsOf } from '../base/durations';
import { bad, found, ownWords } from '../base/findings/finding';
import { namespaceName } from '../base/names';
import { readManifestFiles } from '../files/reading';
import { AnyVerdict, isAsDeclared, judgeComponents, judgeForeign } from '../verify/judge';
import { declaredComponents, foreignEndpoints } from '../verify/declared-components';
import { observe, PASSING } from '../verify/observe';
import type { ScraperClient } from '../verify/query';
import { isScraperError } from '../verify/query/errors';
import { reasonText, type Remark, remarkText } from '../verify/remarks';
import { declaredGroups, GroupVerdict, isInEffect, judgeGroups, notesOfFiring } from '../verify/alert-groups';

/** The bounds of the timeout of one attempt, in milliseconds, regardless of the time left. */
const [SHORTEST, LONGEST] = [2000, 30_000];

/** The flags of the command `verify`. Without `wait`, it asks once; `--no-rules` makes `rules` false. */
interface VerifyFlags {
  readonly wait?: string;
  readonly defaultNamespace?: string;
  readonly json?: boolean;
  readonly rules: boolean;
}

/** Adds the command `verify`. */
export function addVerify(program: Command, guarded: Guarded, password?: string): void {
  withConnection(program.command('verify'))
    .description('Check that the metrics scraper scrapes every endpoint that rendered manifests declare, '
      + 'and has loaded their alert rules.')
    .argument('<paths...>', 'files and folders of manifests')
    .option('--wait <duration>', 'retry until all endpoints are up, for at most this long, such as 90s or 5m')
    .option('--default-namespace <name>', 'the namespace of objects without one, as in `kubectl --namespace`')
    .option('--no-rules', 'do not check alert rules, for example because another server evaluates them')
    .option('--json', 'print the result as JSON')
    .action((paths: string[], flags: ConnectionFlags & VerifyFlags) => guarded(flags, async () => {
      checkConnection(flags);
      const declared = declaredIn(paths, flags);
      return verifyScrapes(await connect(flags, password), declared, flags.json);
    }));
}

/**
 * Reads the flags and the manifests, before the user is prompted or the cluster is asked. `limit` is the time to wait,
 * in milliseconds.
 */
function declaredIn(paths: readonly string[], { wait, defaultNamespace, rules }: VerifyFlags) {
  const limit = wait === undefined ? 0 : millisecondsOf(wait);
  if (limit === undefined) {
    const wrong = ownWords('must be a duration such as 90s, 5m or 1h30m');
    throw new ModelError('cdk8s-oam', bad('invalid-value', wrong, ['--wait'], wait));
  }
  if (defaultNamespace !== undefined) {
    throwFindings('cdk8s-oam', namespaceName(defaultNamespace, '--default-namespace'));
  }
  const documents = readManifestFiles(paths);
  const components = declaredComponents(documents, defaultNamespace);
  const monitors = foreignEndpoints(documents, defaultNamespace);
  const groups = declaredGroups(documents);
  if (components.length + monitors.length + (rules ? groups.length : 0) === 0) {
    throwFindings('cdk8s-oam verify', found('no-objects', '', groups.length > 0 ? ownWords(
      'there are alert rules alone among the manifests, and --no-rules leaves them out',
      'give the files with the applications, too, or leave out the option') : ownWords(
      'there is neither an ApplicationConfiguration with a component among the manifests, nor a workload with the '
        + 'labels app.oam.dev/name and app.oam.dev/component, nor a monitor with an endpoint, nor an alert rule of '
        + 'MetricsAlerts',
      'give the files that hold them, such as the output of `cdk8s synth`')));
  }
  return { components, monitors, groups: rules ? groups : [], limit };
}

/** The outcome of one attempt. */
interface VerifyOutcome {
  readonly verdicts: readonly AnyVerdict[];
  readonly rules: readonly GroupVerdict[];
  readonly notes: readonly Remark[];
}

/** Checks that what is declared is scraped and loaded, and prints the outcome. */
async function verifyScrapes(
  client: ScraperClient, { components, monitors, groups, limit }: ReturnType<typeof declaredIn>, json = false,
): Promise<ExitCode> {
  const applications = components.map(({ application }) => application);
  const once = async (left: number): Promise<VerifyOutcome> => {
    // a scraper that hangs must not extend the wait beyond the limit
    const options = limit > 0 ? { requestTimeout: Math.min(LONGEST, Math.max(SHORTEST, Math.ceil(left))) } : {};
    const ask = async () => observe(client, applications, options, groups.length > 0, monitors);
    // waiting shows its own lines
    const observation = await (limit > 0 ? ask() : withProgress('asking the scraper', ask));
    const rules = judgeGroups(groups, observation.groups);
    const notes = [...observation.notes, ...notesOfFiring(rules)];
    const verdicts = [...judgeComponents(components, observation), ...judgeForeign(monitors, observation)];
    return { verdicts, rules, notes };
  };
  const isUpNow = ({ verdicts, rules }: VerifyOutcome) => verdicts.every(isAsDeclared) && rules.every(isInEffect);
  const isDone = (outcome: VerifyOutcome) => isUpNow(outcome)
    && !outcome.notes.some(({ code }) => code === 'no-rule-answer');
  const outcome = await waitFor(once, limit, isDone, verifySummary);
  const { verdicts, rules, notes } = outcome;
  // nothing was verified
  const isUnknown = [...verdicts, ...rules].every(isUnknownState);
  const isUp = !isUnknown && isUpNow(outcome);
  for (const each of notes) note(`note: ${remarkText(each)}`);
  if (json) {
    // with reasons and notes both as data and as text
    const dataOf = ({ reasons, ...verdict }: AnyVerdict | GroupVerdict) =>
      ({ ...verdict, reason: reasonText(reasons), reasons });
    printJson({
      up: isUp,
      notes: notes.map(each => ({ ...each, text: remarkText(each) })),
      endpoints: verdicts.map(dataOf),
      ...rules.length > 0 && { rules: rules.map(dataOf) },
    });
  } else {
    const ofRules = rules.map(({ group, state, firing, reasons }) =>
      [group, state, state === 'unknown' ? '-' : String(firing.length), reasonText(reasons) ?? '']);
    printToStdout([
      ...verdicts.length > 0 ? [endpointTable(verdicts)] : [],
      ...rules.length > 0 ? [table(['RULES', 'STATE', 'FIRING', 'WHY'], ofRules)] : [],
    ].join('\n'));
  }
  printToStderr(verifySummary(outcome));
  return isUnknown ? ExitCode.NOT_DONE : isUp ? ExitCode.FINE : ExitCode.NOT_FINE;
}

/** Whether the scraper has given no answer about an endpoint or a group of rules. */
const isUnknownState = ({ state }: AnyVerdict | GroupVerdict) => state === 'unknown';

/** Counts the endpoints that are up and the groups of rules that are loaded. */
function verifySummary({ verdicts, rules }: VerifyOutcome): string {
  const declared = verdicts.filter(each => each.state !== 'none' && !isUnknownState(each));
  const up = declared.filter(isAsDeclared).length;
  const endpoints = declared.length === 1 ? 'endpoint is' : 'endpoints are';
  const groups = rules.length === 1 ? 'group of rules is' : 'groups of rules are';
  const ofRules = rules.every(isUnknownState) ? `${rules.length} ${groups} unknown`
    : `${rules.filter(isInEffect).length} of ${rules.length} ${groups} loaded`;
  return [
    ...verdicts.length > 0 ? [`${up} of ${declared.length} ${endpoints} up`] : [],
    ...rules.length > 0 ? [ofRules] : [],
  ].join(', ');
}

/** A row for each endpoint. Without a column for the namespace if there is only one. */
function endpointTable(verdicts: readonly AnyVerdict[]): string {
  const isOneNamespace = new Set(verdicts.map(({ namespace }) => namespace)).size === 1;
  const ofNamespace = (text: string) => isOneNamespace ? [] : [text];
  const header = [
    'APPLICATION', ...ofNamespace('NAMESPACE'), 'COMPONENT', 'ENDPOINT', 'STATE', 'TARGETS', 'SAMPLES', 'AGE', 'JOB',
    'WHY',
  ];
  return table(header, verdicts.map(({
    application = '-', namespace = '', monitor = '-', component = monitor, endpoint, age, ...verdict
  }) => [
    application,
    ...ofNamespace(namespace),
    component,
    endpoint ? `:${endpoint.port ?? '*'}${endpoint.path ?? ''}` : '-',
    verdict.state === 'none' ? '-' : verdict.state,
    String(verdict.targets),
    String(verdict.samples ?? '-'),
    age === undefined ? '-' : ageText(age),
    verdict.jobs.join(', ') || '-',
    reasonText(verdict.reasons) ?? '',
  ]));
}

/** Seconds in a readable unit: `7s`, `5m`, `2h`. */
export function ageText(seconds: number): string {
  const rounded = Math.max(0, Math.round(seconds));
  if (rounded < 120) return `${rounded}s`;
  return rounded < 7200 ? `${Math.floor(rounded / 60)}m` : `${Math.floor(rounded / 3600)}h`;
}

/** The time between two attempts, in milliseconds. */
const INTERVAL = 2000;

/**
 * Retries until the outcome is done or the time is over, with a line for each change; errors of the scraper that may
 * pass are outcomes, too. Returns the last outcome.
 *
 * @param once receives the time that is left, in milliseconds
 * @param limit the time to wait, in milliseconds; 0 tries once
 */
export async function waitFor<T>(
  once: (left: number) => Promise<T>, limit: number, isDone: (outcome: T) => boolean, describe: (outcome: T) => string,
): Promise<T> {
  const end = performance.now() + limit;
  let last: string | undefined;
  for (;;) {
    const outcome = await once(end - performance.now()).catch((error: unknown) => {
      if (isScraperError(error) && PASSING.includes(error.code)) return error;
      throw error;
    });
    const left = end - performance.now();
    const isLast = left <= 0;
    if (isScraperError(outcome)) {
      if (isLast) throw outcome;
    } else if (isLast || isDone(outcome)) {
      return outcome;
    }
    const text = isScraperError(outcome) ? outcome.message : describe(outcome);
    if (text !== last) note(`${text}; waiting ${Math.ceil(left / 1000)}s more`);
    last = text;
    // timers may fire early
    await pause(Math.min(INTERVAL, Math.ceil(left) + 1));
  }
}
