import { Command, Option } from 'commander';
import { byEnvironment } from './environments';
import { humanReport, paintFor } from './human-report';
import { jsonReport, reportOf, summaryOf, thisTool } from './report';
import { sarifRefusal, sarifReport } from './sarif-report';
import { loadServerRules } from './server-rules';
import { serverVerdicts } from './server-verdicts';
import { validateManifests } from '../../manifest';
import { collectManifests } from '../../manifest/reading';
import { isModelError } from '../../private/errors';
import { ExitCode, Guarded } from '../exit';
import { print, printJson, tell } from '../output';
import { SettingsFlags, settingsOf, withSettings } from '../settings';

interface ValidateFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly strict?: boolean;
  readonly asServer?: boolean;
  readonly environments?: boolean;
}

/** Adds the command `validate`. */
export function addValidate(program: Command, guarded: Guarded): void {
  withSettings(program.command('validate'))
    .description('Check manifests. Ends with 0 if nothing is wrong with them, 1 if something is, 2 if something could not be read.')
    .argument('<paths...>', 'manifests, and folders of them; - is standard input')
    .option('--strict', 'take warnings for errors')
    .option('--as-server', 'ask the rules of an API server, too: those of the package cdk8s-oam-server-rules')
    .option('--environments', 'take the folders for those that Environments writes: each environment is checked by itself')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF, for code hosts').conflicts('json'))
    .action((paths: string[], flags: SettingsFlags & ValidateFlags) =>
      guarded(flags, async () => validate(paths, flags)));
}

/** Gets what is needed before anything is read; an error is written as SARIF too, for code hosts. */
function needed<T>(get: () => T, { sarif }: ValidateFlags): T {
  try {
    return get();
  } catch (error) {
    if (sarif && isModelError(error)) printJson(sarifRefusal(error.message, thisTool()));
    throw error;
  }
}

/** Checks manifests, and prints what is wrong with them. */
function validate(paths: readonly string[], flags: SettingsFlags & ValidateFlags): ExitCode {
  const settings = needed(() => settingsOf(flags, 'oam'), flags);
  const rules = flags.asServer ? needed(loadServerRules, flags) : undefined;
  const manifests = collectManifests(paths);
  const parts = flags.environments ? byEnvironment(manifests, paths) : [manifests];
  const checked = parts.flatMap(each => validateManifests(each, settings));
  const refused = rules ? serverVerdicts(manifests, rules, [...manifests.findings, ...checked], settings.written.schemas) : [];
  const report = reportOf(manifests, [...checked, ...refused], flags);
  if (flags.json) printJson(jsonReport(report, thisTool()));
  else if (flags.sarif) printJson(sarifReport(report, thisTool()));
  else print(humanReport(report, manifests.sources, paintFor(process.stdout)));
  tell(summaryOf(report));
  return report.exitCode;
}
