import { Command, Option } from 'commander';
import { byEnvironment } from './environments';
import { humanReport } from './human-report';
import type { LiveAnswer } from './live-findings';
import { jsonReport, reportOf, summaryOf, thisTool } from './report';
import { sarifRefusal, sarifReport } from './sarif-report';
import { loadServerRules } from './server-rules';
import { serverVerdicts } from './server-verdicts';
import { validateManifests } from '../../manifest';
import { collectManifests, LocatedFinding, ReadManifests } from '../../manifest/reading';
import { isModelError, ModelError, refuse } from '../../private/errors';
import { errorData, ExitCode, Guarded } from '../exit';
import { checkCluster, ClusterFlags, withCluster } from '../live/cluster-flags';
import { print, printJson, tell } from '../output';
import { paintFor } from '../paint';
import { withProgress } from '../progress';
import { SettingsFlags, settingsOf, withSettings } from '../settings';

const SUBJECT = 'cdk8s-oam validate';

interface ValidateFlags extends ClusterFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly strict?: boolean;
  readonly asServer?: boolean;
  readonly environments?: boolean;
  readonly server?: boolean;
}

/** Adds the command `validate`. */
export function addValidate(program: Command, guarded: Guarded): void {
  withCluster(withSettings(program.command('validate'))
    .description('Check manifests: OAM and Kubernetes objects, their schemas, and references between them.')
    .argument('<paths...>', 'files and folders of manifests; - reads standard input')
    .option('--strict', 'treat warnings as errors')
    .option('--as-server', 'also apply the rules of an API server, from the package cdk8s-oam-server-rules')
    .option('--environments', 'check each environment that Environments has written into the folders separately')
    .addOption(new Option('--server', 'also ask the cluster of a kubectl context, by a server-side dry run; changes nothing')
      .conflicts(['asServer', 'environments']))
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF').conflicts('json')), '--server')
    .action((paths: string[], flags: SettingsFlags & ValidateFlags) =>
      guarded(flags, async () => validate(paths, flags)));
}

/** Runs a required step. With `--sarif`, also prints its error as SARIF, for code hosts. */
async function needed<T>(get: () => T | Promise<T>, { sarif }: ValidateFlags): Promise<T> {
  try {
    return await get();
  } catch (error) {
    if (sarif && isModelError(error)) printJson(sarifRefusal(error.message, thisTool()));
    throw error;
  }
}

/** Loads the check by a cluster on demand. */
function asker() {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  return (require('./live-findings') as typeof import('./live-findings')).liveFindings;
}

/** Checks manifests, and prints the findings. */
async function validate(paths: readonly string[], flags: SettingsFlags & ValidateFlags): Promise<ExitCode> {
  await needed(() => refuse(SUBJECT, checkCluster(flags, '--server', flags.server === true)), flags);
  const settings = await needed(() => settingsOf(flags, 'oam'), flags);
  const rules = flags.asServer ? await needed(loadServerRules, flags) : undefined;
  const { manifests, checked, told, refused } = await withProgress('checking the manifests', () => {
    const read = collectManifests(paths);
    const parts = flags.environments ? byEnvironment(read, paths) : [read];
    const findings = parts.flatMap(each => validateManifests(each, settings));
    const all = [...read.findings, ...findings];
    const judged = rules ? serverVerdicts(read, rules, all, settings.written.schemas) : [];
    return { manifests: read, checked: findings, told: all, refused: judged };
  });
  const { defaultNamespace } = settings;
  const live = flags.server ? await clusterAnswer(manifests, told, { ...flags, defaultNamespace }) : NOT_ASKED;
  const found = reportOf(manifests, [...checked, ...refused, ...live.findings], flags);
  const report = live.isComplete ? found : { ...found, exitCode: ExitCode.NOT_DONE };
  if (flags.json) printJson({ ...jsonReport(report, thisTool()), ...live.failure && { error: errorData(live.failure) } });
  else if (flags.sarif) printJson(sarifReport(report, thisTool(), live.failure?.message));
  else print(humanReport(report, manifests.sources, paintFor(process.stdout)));
  tell(summaryOf(report));
  if (live.failure) tell(live.failure.message);
  return report.exitCode;
}

/** The answer of the cluster, or the reason why it cannot be asked. */
interface ClusterReport extends LiveAnswer {
  readonly failure?: ModelError;
}

const NOT_ASKED: ClusterReport = { findings: [], isComplete: true };

/** Asks the cluster. If it cannot be asked, the other checks still count. */
async function clusterAnswer(manifests: ReadManifests, told: readonly LocatedFinding[], flags: ClusterFlags): Promise<ClusterReport> {
  try {
    return await asker()(SUBJECT, manifests, told, flags);
  } catch (error) {
    if (!isModelError(error)) throw error;
    return { findings: [], isComplete: false, failure: error };
  }
}
