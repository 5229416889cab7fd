import { readFileSync } from 'node:fs';
import { ErrorCode, ERRORS } from '../../findings/catalogue/all';
import { Finding, found, Parameters, saying } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { problemOf, remedyOf } from '../../findings/words';
import type { LocatedFinding, ReadManifests } from '../../manifest/reading';
import { listed } from '../../manifest/reading/located-finding';
import { ExitCode } from '../exit';
import { count } from '../output';
import { createHash } from 'node:crypto';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { printable } from '../../findings/shown';

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
  return found('no-objects', '', saying('holds no Kubernetes object, so that nothing is checked',
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
export interface Tool {
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
