import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../findings/catalogue/all';
import { Finding, found, Parameters, saying } from '../../findings/finding';
import { Path, showPath } from '../../findings/path';
import { problemOf, remedyOf } from '../../findings/words';
import type { LocatedFinding, ReadManifests } from '../../manifest/reading';
import { listed } from '../../manifest/reading/located-finding';
import { ExitCode } from '../exit';
import { count } from '../output';

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
