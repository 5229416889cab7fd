import { Command, Option } from 'commander';
import { jsonReport, Report, Reported, reportOf, sarifReport, summaryOf, thisTool } from './report';
import { serverRules } from '../../checks/server-rules';
import { serverVerdicts } from '../../manifest/server-verdicts';
import type { ErrorCode } from '../../findings/catalogue/all';
import type { Parameters } from '../../findings/finding';
import { printable, Shown } from '../../findings/shown';
import { validateManifests } from '../../manifest';
import { collectManifests, ReadManifests } from '../../manifest/reading';
import { describePlace } from '../../manifest/reading/located-finding';
import { ExitCode, Guarded } from '../exit';
import { print, printJson, tell } from '../output';
import { Paint, paintFor } from '../paint';
import { SettingsFlags, settingsOf, withSettings } from '../settings';
import { relative, sep } from 'node:path';
import { grouped } from '../../private/grouped';

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
    .option('--as-server', 'fail unless the rules of an API server are applied too, from the package cdk8s-oam-server-rules')
    .option('--environments', 'check each environment that Environments has written into the folders separately')
    .option('--json', 'print the findings as JSON')
    .addOption(new Option('--sarif', 'print the findings as SARIF').conflicts('json'))
    .action((paths: string[], flags: SettingsFlags & ValidateFlags) =>
      guarded(flags, async () => validate(paths, flags)));
}

/** Checks manifests, and prints the findings. */
async function validate(paths: readonly string[], flags: SettingsFlags & ValidateFlags): Promise<ExitCode> {
  const settings = settingsOf(flags, 'oam');
  const rules = serverRules(flags.asServer, settings.schemaChecks.kubernetesVersion);
  const manifests = collectManifests(paths);
  const parts = flags.environments ? byEnvironment(manifests, paths) : [manifests];
  const checked = parts.flatMap(each => validateManifests(each, settings));
  const told = [...manifests.findings, ...checked];
  const refused = rules ? serverVerdicts(manifests, rules, told, settings.written.schemas) : [];
  const unneeded = checked.filter(({ code, parameters: { reason } }) => code === 'no-effect' && reason === 'acceptance');
  const accepted = settings.accepted.length - unneeded.length;
  const report = reportOf(manifests, [...checked, ...refused], { ...flags, accepted });
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

// A line of a manifest may contain a password. So an excerpt shows of a line only its indentation, the dashes of lists, a key that
// looks like a field or that the finding names, and a value that the finding itself shows. `HIDDEN` replaces everything else.

/** The text of a file. */
type ReadSource = ReadManifests['sources'] extends ReadonlyMap<string, infer S> ? S : never;

/** The visible part of a line, with the range to mark. */
interface Excerpt {
  readonly text: string;
  readonly start: number;
  readonly length: number;
}

/** The codes of findings on a text in which keys and values are not known yet. */
const OF_TEXT: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-too-large', 'templated-manifest', 'yaml-document', 'yaml-syntax', 'yaml-too-deep',
]);

const INDENT = /^ *(?:- +)*$/;

/** A key with its colon, and the text before it on its line. */
const BEHIND_KEY = /^( *(?:- +)*)([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*|"[^"\\]*"|'[^']*') *: +$/u;

const KEY = /^(?:([\p{L}\p{N}_$][\p{L}\p{M}\p{N}_$./-]*) *:(?=\s|$)|("[^"\\]*"|'[^']*') *:)/u;

/** The excerpt of the line of a finding; `undefined` if it would show nothing, or if the text cannot be parsed. */
export function excerptOf(found: Reported, source: ReadSource): Excerpt | undefined {
  const { line, column } = found;
  if (line === undefined || column === undefined || OF_TEXT.has(found.code)) return undefined;
  const excerpt = ofPlace(source.line(line), column, found);
  // an excerpt with only signs and dashes does not help
  return /[^ \-…]/.test(excerpt.text) ? excerpt : undefined;
}

/** A finding is at a key, or at a value without one. */
function ofPlace(line: string, column: number, found: Reported): Excerpt {
  const before = beforePlace(line.slice(0, column - 1), found);
  const rest = line.slice(column - 1);
  const key = KEY.exec(rest);
  const name = key && keyOf(key[1] ?? key[2], found);
  if (!name) {
    const value = key ? HIDDEN : shownValue(rest, found.parameters) || HIDDEN;
    return { text: before + value, start: before.length, length: value.length };
  }
  const value = shownValue(rest.slice(key[0].length), found.parameters);
  return { text: `${before}${name}:${value && ` ${value}`}`, start: before.length, length: name.length };
}

/** The text before a position on its line: the key of a value, or `HIDDEN` within brackets. */
function beforePlace(text: string, found: Reported): string {
  if (INDENT.test(text)) return text;
  const key = BEHIND_KEY.exec(text);
  const name = key && keyOf(key[2], found);
  return name ? `${key[1]}${name}: ` : `${/^ */.exec(text)![0]}${HIDDEN} `;
}

/** A key as it is shown; `undefined` if it may be anything. */
function keyOf(written: string, { path }: Reported): string | undefined {
  const name = /^["']/.test(written) ? written.slice(1, -1) : written;
  return /^[A-Za-z]+$/.test(name) || path.includes(name) ? printable(written) : undefined;
}

/** Replaces hidden text. */
const HIDDEN = '…';

/** The text that can follow a value. */
const END = /^(?:$|[\s,}\]])/;

/**
 * The visible part of the text after a key: the value if the finding shows exactly this value, `HIDDEN` for another
 * value, and an empty string if there is none or only a comment.
 */
function shownValue(rest: string, parameters: Parameters): string {
  const text = rest.trimStart();
  if (text === '' || text.startsWith('#') && text !== rest) return '';
  const value = spellingsIn(parameters).find(each => text.startsWith(each) && END.test(text.slice(each.length, each.length + 1)));
  if (value === undefined) return HIDDEN;
  const after = text.slice(value.length).trimStart();
  return after === '' || after.startsWith('#') ? value : `${value} ${HIDDEN}`;
}

/** The spellings of the values that a finding shows. Other numbers and booleans in its parameters describe what is allowed. */
function spellingsIn({ reason: _, ...parameters }: Parameters): string[] {
  return Object.values(parameters).flatMap(parameter => {
    const { exact } = typeof parameter === 'string' ? Shown.of(parameter) : Shown.is(parameter) ? parameter : { exact: undefined };
    if (exact === undefined) return [];
    return typeof exact === 'string' ? spellingsOf(exact) : [String(exact)];
  });
}

function spellingsOf(text: string): string[] {
  // a value with line breaks or control characters is not written like this
  if (/[\p{Cc}\p{Cf}\u2028\u2029]/u.test(text)) return [];
  return [JSON.stringify(text), `'${text.replaceAll('\'', '\'\'')}'`, ...text === '' ? [] : [text]];
}

/**
 * Splits the manifests by environment, each with the objects that deliver it: `Environments` writes `<folder>/<environment>/…`,
 * `<folder>/_<tool>/<environment>/…` and `<folder>/_<tool>/<environment>.yaml`. Environments cannot conflict with each other.
 */
function byEnvironment(manifests: ReadManifests, folders: readonly string[]): ReadManifests[] {
  const environmentOf = ({ file }: { readonly file: string }) => {
    const folder = folders.find(each => !relative(each, file).startsWith('..')) ?? '';
    return [`${folder}:${environmentIn(folder, file)}`];
  };
  const [documents, yaml] = [grouped(manifests.documents, environmentOf), grouped(manifests.yaml, environmentOf)];
  return [...yaml.keys()].map(key => ({ ...manifests, documents: documents.get(key) ?? [], yaml: yaml.get(key)! }));
}

/** The environment of a file below the output folder of `Environments`. */
function environmentIn(folder: string, file: string): string {
  const [first, second = ''] = relative(folder, file).split(sep);
  return (first.startsWith('_') ? second : first).replace(/\.ya?ml$/, '');
}
