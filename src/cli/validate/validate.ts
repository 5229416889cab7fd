import { Command, Option } from 'commander';
import { serverRules } from '../../cluster/checks/server-rules';
import { serverVerdicts } from '../../migration/server-verdicts';
import { ErrorCode, ERRORS } from '../../base/findings/catalogue/all';
import {
  Parameters, printable, Shown, Finding, found as foundError, saying, Path, showPath,
} from '../../base/findings/finding';
import { validateManifests } from '../../migration';
import { collectManifests, ReadManifests, LocatedFinding } from '../../files/reading';
import { describePlace, listed } from '../../files/reading/located-finding';
import { ExitCode, Guarded, print, printJson, tell, count } from '../output';
import { Paint, paintFor } from '../paint';
import { SettingsFlags, settingsOf, withSettings } from '../settings';
import { relative, sep, isAbsolute, resolve } from 'node:path';
import { grouped } from '../../base/check';
import { readFileSync } from 'node:fs';
import { problemOf, remedyOf } from '../../base/findings/words';
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';

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

/** The severity of a finding. */
type Level = 'error' | 'warning' | 'note';

/** A finding as all formats report it. */
export interface Reported {
  /** The path as given by the user. */
  readonly file: string;
  /** Counted from 1, like the column; `undefined` for a finding on a whole file. */
  readonly line?: number;
  /** In UTF-16 code units. */
  readonly column?: number;
  readonly level: Level;
  readonly code: ErrorCode;
  /** The field, with indexes; empty for a whole document or file. */
  readonly field: string;
  /** The steps to the field. */
  readonly path: Path;
  /** The data from which the problem and the remedy are written. */
  readonly parameters: Parameters;
  readonly problem: string;
  /** How to fix the problem. */
  readonly remedy: string;
}

/** All findings. */
export interface Report {
  /** In the order of the files and of the positions in them. Findings on a whole file come first. */
  readonly findings: readonly Reported[];
  readonly errors: number;
  readonly warnings: number;
  /** What cannot be judged. */
  readonly notes: number;
  /** The acceptances in the settings that a finding needs. */
  readonly accepted: number;
  /** The number of files, including those that cannot be read. */
  readonly files: number;
  readonly exitCode: ExitCode;
}

/** Combines the findings of reading and of the checks. `strict` turns warnings into errors. */
export function reportOf(manifests: ReadManifests, checked: readonly LocatedFinding[], { strict = false, accepted = 0 } = {}): Report {
  const all = [...manifests.findings, ...checked, ...nothingIn(manifests)];
  const order = orderOf(manifests, all);
  const told = new Map(all.map(each => [JSON.stringify([each.file, each.line, each.column, each.code, each.path, each.parameters]), each]));
  const findings = listed([...told.values()]).map(each => reported(each, strict)).sort((a, b) =>
    order.get(a.file)! - order.get(b.file)! || (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0));
  const [errors, warnings, notes] = (['error', 'warning', 'note'] as const).map(each =>
    findings.filter(({ level }) => level === each).length);
  const exitCode = exitCodeOf(findings, errors > 0 ? ExitCode.NOT_FINE : ExitCode.FINE);
  return { findings, errors, warnings, notes, accepted, files: order.size, exitCode };
}

/** The last line of the output: the numbers of findings and files. */
export function summaryOf({ errors, warnings, notes, accepted, files }: Report): string {
  const counted = (numbers: Readonly<Record<string, number>>) =>
    Object.entries(numbers).filter(([, number]) => number > 0).map(([what, number]) => count(number, what));
  const counts = counted({ error: errors, warning: warnings });
  const others = counted({ note: notes, acceptance: accepted }).map(each => `; ${each}`).join('');
  return `${counts.join(' and ') || 'nothing wrong'} in ${count(files, 'file')}${others}`;
}

/** Warns if there is no object at all: otherwise, manifests that someone forgot to render would pass. */
function nothingIn({ yaml, findings, sources }: ReadManifests): LocatedFinding[] {
  const [file] = sources.keys();
  if (file === undefined || yaml.length > 0 || findings.length > 0) return [];
  return foundError('no-objects', '', saying('holds no Kubernetes object, so that nothing is checked',
    'check the path, and what has written the file')).map(each => ({ ...each, file, isWarning: true }));
}

/** The order of the files. Files that cannot be read are not among the sources, and come first. */
function orderOf({ sources }: ReadManifests, findings: readonly LocatedFinding[]): Map<string, number> {
  const unread = findings.map(({ file }) => file).filter(file => !sources.has(file));
  return new Map([...new Set([...unread, ...sources.keys()])].map((file, i) => [file, i]));
}

/** A finding in the form of reports. */
export function reported(given: LocatedFinding, strict = false): Reported {
  const { file, line, column, code, path, parameters, isWarning = false } = given;
  const [problem, remedy] = [problemOf(given), remedyOf(given, 'manifests')];
  const level = code === 'cannot-judge' ? 'note' : isWarning && !strict ? 'warning' : 'error';
  return { file, line, column, level, code, field: showPath(path), path, parameters, problem, remedy };
}

/** The codes of findings because of which a text is not read at all, so that the answer is neither yes nor no. */
const UNREADABLE: ReadonlySet<ErrorCode> = new Set([
  'invalid-character', 'manifest-not-readable', 'manifest-too-large', 'no-manifests', 'yaml-alias', 'yaml-document', 'yaml-syntax',
  'yaml-too-deep',
]);

/** Whether a finding with this code means that something was not read. */
export function isUnreadable(code: ErrorCode): boolean {
  return UNREADABLE.has(code);
}

/** The exit code of a command: `NOT_DONE` if something was not read, or the code of Kubernetes failed on it, or else `otherwise`. */
export function exitCodeOf(findings: readonly Pick<Finding, 'code' | 'parameters'>[], otherwise: ExitCode): ExitCode {
  const isUnknown = ({ code, parameters }: Pick<Finding, 'code' | 'parameters'>) =>
    isUnreadable(code) || code === 'not-judged-by-server' && parameters.reason === 'failed';
  return findings.some(isUnknown) ? ExitCode.NOT_DONE : otherwise;
}

/** The report as data for other programs. */
export function jsonReport({ findings, exitCode, ...counts }: Report, tool: Tool): object {
  return {
    valid: exitCode === ExitCode.FINE,
    ...counts,
    findings: findings.map(each => ({ ...each, documentation: documentationOf(tool, each.code) })),
  };
}

/** The description of this program in the outputs. */
interface Tool {
  readonly name: string;
  readonly version: string;
  /** The address of its repository. */
  readonly home: string;
}

/** Read from package.json. */
export function thisTool(): Tool {
  const { name, version, repository } = JSON.parse(readFileSync(require.resolve('cdk8s-oam/package.json'), 'utf8'));
  return { name, version, home: repository.url.replace(/\.git$/, '') };
}

/** The address of the documentation of a code. Codes are stable, so that the page of the newest version contains it. */
export function documentationOf({ home }: Tool, code: ErrorCode): string {
  return `${home}/blob/main/docs/errors.md#${code}`;
}

/** The report in SARIF 2.1.0 (Static Analysis Results Interchange Format), which code hosts and editors show next to the code. */
export function sarifReport({ findings: all, exitCode }: Pick<Report, 'findings' | 'exitCode'>, tool: Tool): object {
  // a finding on a whole file means that it was not read or is empty: a notification of the run, not a result in the file
  // what cannot be judged is nothing to fix
  const told = all.filter(({ level }) => level !== 'note');
  const [results, notifications] = [told.filter(({ line }) => line !== undefined), told.filter(({ line }) => line === undefined)];
  const [rules, notes] = [results, notifications].map(findings => [...new Set(findings.map(({ code }) => code))].sort());
  const descriptors = [rules, notes].map(codes => codes.map(code => descriptorOf(code, tool)));
  const toolExecutionNotifications = notifications.map(each => ({
    descriptor: { id: each.code, index: notes.indexOf(each.code) },
    ...toldOf(each, `${each.file} `),
    properties: dataOf(each),
  }));
  const seen = new Map<string, number>();
  return sarifLog(tool, descriptors, { exitCode, toolExecutionNotifications }, results.map(each => ({
    ruleId: each.code,
    ruleIndex: rules.indexOf(each.code),
    ...toldOf(each),
    partialFingerprints: { 'cdk8sOamFinding/v1': fingerprintOf(each, seen) },
    properties: dataOf(each),
  })));
}

/** A log with the descriptors to which results and notifications refer by index, and with notifications on the run as a whole. */
function sarifLog(
  tool: Tool, [rules, notifications]: readonly object[][],
  { exitCode, ...notes }: { readonly exitCode: ExitCode; readonly [notes: string]: unknown }, results: readonly object[],
): object {
  const driver = { name: tool.name, version: tool.version, informationUri: tool.home, rules, notifications };
  return {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [{
      tool: { driver },
      originalUriBaseIds: { [ROOT]: { description: { text: 'The folder in which the command was run.' } } },
      columnKind: 'utf16CodeUnits',
      invocations: [{ executionSuccessful: exitCode !== ExitCode.NOT_DONE, exitCode, ...notes }],
      results,
    }],
  };
}

/** Describes a code. The texts are ours, and quote nothing of a manifest. */
function descriptorOf(code: ErrorCode, tool: Tool): object {
  const { cause, remedy } = ERRORS[code];
  return {
    id: code,
    shortDescription: { text: cause },
    fullDescription: { text: cause },
    help: { text: `${cause} ${remedy}`, markdown: `${cause}\n\n${remedy}` },
    helpUri: documentationOf(tool, code),
  };
}

function toldOf({ level, file, line, column, field, problem, remedy }: Reported, subject = ''): object {
  const region = line === undefined ? {} : { region: { startLine: line, startColumn: column } };
  return {
    level,
    message: { text: plain(`${subject}${field && `'${field}' `}${problem}. Fix: ${remedy}`) },
    locations: [{ physicalLocation: { artifactLocation: artifactLocation(file), ...region } }],
  };
}

/**
 * Escapes a message that may quote foreign text. `[text](address)` would be a link. Braces have no meaning in a message
 * without arguments, and the existing viewers show them unchanged.
 */
function plain(text: string): string {
  return printable(text).replaceAll('](', '] (');
}

/**
 * The data of the message, in a property bag: arguments of a SARIF message are strings for the numbered placeholders of a text, and our
 * messages have none.
 */
function dataOf({ path, parameters }: Reported): object {
  return { path, parameters };
}

/**
 * Identifies a finding across runs, wherever in the file it moves to. Equal findings are numbered in order; `seen` counts
 * them.
 */
function fingerprintOf({ code, file, field }: Reported, seen: Map<string, number>): string {
  const hash = createHash('sha256').update(JSON.stringify([code, artifactLocation(file).uri, field])).digest('hex').slice(0, 32);
  const number = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, number);
  return `${hash}:${number}`;
}

/** The folder in which the command runs. Readers of SARIF take it for the root of the repository. */
const ROOT = 'SRCROOT';

/** The location of a file in SARIF: relative to the root, without the paths of the machine; outside the root, its file URL. */
function artifactLocation(file: string): { readonly uri: string; readonly uriBaseId?: string } {
  const path = relative(process.cwd(), resolve(file));
  if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return { uri: pathToFileURL(resolve(file)).href };
  return { uri: path.split(sep).map(encodeURIComponent).join('/') || '.', uriBaseId: ROOT };
}
