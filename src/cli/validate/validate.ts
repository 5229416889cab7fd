import { Command, Option } from 'commander';
import { byEnvironment } from './environments';
import { Excerpt, excerptOf } from './excerpt';
import { jsonReport, Report, Reported, reportOf, summaryOf, thisTool } from './report';
import { sarifReport } from './sarif-report';
import { loadServerRules } from './server-rules';
import { serverVerdicts } from './server-verdicts';
import { printable } from '../../findings/shown';
import { validateManifests } from '../../manifest';
import { collectManifests, ReadManifests } from '../../manifest/reading';
import { describePlace } from '../../manifest/reading/located-finding';
import { ExitCode, Guarded } from '../exit';
import { print, printJson, tell } from '../output';
import { Paint, paintFor } from '../paint';
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
    .description('Check manifests: OAM and Kubernetes objects, their schemas, and references between them.')
    .argument('<paths...>', 'files and folders of manifests; - reads standard input')
    .option('--strict', 'treat warnings as errors')
    .option('--as-server', 'also apply the rules of an API server, from the package cdk8s-oam-server-rules')
    .option('--environments', 'check each environment that Environments has written into the folders separately')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF').conflicts('json'))
    .action((paths: string[], flags: SettingsFlags & ValidateFlags) =>
      guarded(flags, async () => validate(paths, flags)));
}

/** Checks manifests, and prints the findings. */
async function validate(paths: readonly string[], flags: SettingsFlags & ValidateFlags): Promise<ExitCode> {
  const settings = settingsOf(flags, 'oam');
  const rules = flags.asServer ? loadServerRules() : undefined;
  const manifests = collectManifests(paths);
  const parts = flags.environments ? byEnvironment(manifests, paths) : [manifests];
  const checked = parts.flatMap(each => validateManifests(each, settings));
  const told = [...manifests.findings, ...checked];
  const refused = rules ? serverVerdicts(manifests, rules, told, settings.written.schemas) : [];
  const report = reportOf(manifests, [...checked, ...refused], flags);
  if (flags.json) printJson(jsonReport(report, thisTool()));
  else if (flags.sarif) printJson(sarifReport(report, thisTool()));
  else print(humanReport(report, manifests.sources, paintFor(process.stdout)));
  tell(summaryOf(report));
  return report.exitCode;
}

/** The report as text: for each finding, a line that starts with a position that editors recognize, its source line, and the remedy. */
export function humanReport({ findings }: Report, sources: ReadManifests['sources'], paint: Paint): string {
  return findings.map(found => {
    const source = sources.get(found.file);
    const excerpt = source && excerptOf(found, source);
    const lines = [headOf(found, paint), ...excerpt ? linesOf(excerpt, found.line!, paint) : []];
    return [...lines, `      ${paint.faint('fix:')} ${printable(found.remedy)}`].map(line => `${line}\n`).join('');
  }).join('');
}

function headOf({ file, line, column, level, code, field, problem }: Reported, paint: Paint): string {
  const place = paint.strong(describePlace({ file, line, column }));
  return `${place}: ${paint[level](level)} ${code}: ${field && `'${printable(field)}' `}${printable(problem)}`;
}

/** The source line, and a second line that marks a part of it. */
function linesOf({ text, start, length }: Excerpt, line: number, paint: Paint): string[] {
  const number = String(line).padStart(5);
  const marks = `${' '.repeat(start)}${'^'.repeat(Math.max(1, length))}`;
  return [`${paint.faint(`${number} |`)} ${text}`, `${paint.faint(`${' '.repeat(number.length)} |`)} ${paint.strong(marks)}`];
}
