import { Command, Option } from 'commander';
import { humanReport, paintFor } from './human-report';
import { jsonReport, reportOf, summaryOf, thisTool } from './report';
import { sarifRefusal, sarifReport } from './sarif-report';
import { validateManifests } from '../../manifest';
import { collectManifests } from '../../manifest/reading';
import { isModelError } from '../../private/errors';
import { ExitCode, Guarded } from '../exit';
import { print, printJson, tell } from '../output';
import { Settings, SettingsFlags, settingsOf, withSettings } from '../settings';

interface ValidateFlags {
  readonly json?: boolean;
  readonly sarif?: boolean;
  readonly strict?: boolean;
}

/** Adds the command `validate`. */
export function addValidate(program: Command, guarded: Guarded): void {
  withSettings(program.command('validate'))
    .description('Check manifests. Ends with 0 if nothing is wrong with them, 1 if something is, 2 if something could not be read.')
    .argument('<paths...>', 'manifests, and folders of them; - is standard input')
    .option('--strict', 'take warnings for errors')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF, for code hosts').conflicts('json'))
    .action((paths: string[], flags: SettingsFlags & ValidateFlags) =>
      guarded(flags, async () => validate(paths, settingsFor(flags), flags)));
}

/** The settings; an error in them is written as SARIF too, for code hosts. */
function settingsFor(flags: SettingsFlags & ValidateFlags): Settings {
  try {
    return settingsOf(flags, 'oam');
  } catch (error) {
    if (flags.sarif && isModelError(error)) printJson(sarifRefusal(error.message, thisTool()));
    throw error;
  }
}

/** Checks manifests, and prints what is wrong with them. */
function validate(paths: readonly string[], settings: Settings, flags: ValidateFlags): ExitCode {
  const manifests = collectManifests(paths);
  const report = reportOf(manifests, validateManifests(manifests, settings), flags);
  if (flags.json) printJson(jsonReport(report, thisTool()));
  else if (flags.sarif) printJson(sarifReport(report, thisTool()));
  else print(humanReport(report, manifests.sources, paintFor(process.stdout)));
  tell(summaryOf(report));
  return report.exitCode;
}
