import { Finding, MOST_FINDINGS, found, printableLine } from '../../base/findings/finding';
import { describeTo } from '../../base/findings/words';
import { brand, isOf } from '../../base/brand';
import { startAtUser } from '../../base/user-stack';

/** A position in a text; lines and columns count from 1. */
export interface Position { readonly line: number; readonly column: number }

/** A finding with its position in a file. A finding about a file as a whole has no line. */
export interface LocatedFinding extends Finding, Partial<Position> {
  /** The path as it was given. */
  readonly file: string;
  /** Whether it is a warning about something that may be intended. By default it is an error. */
  readonly isWarning?: boolean;
}

/** A finding about a file as a whole. */
export function inFile(file: string, [finding]: readonly Finding[]): LocatedFinding { return { ...finding, file }; }

/** One line, in the form that editors and CI systems recognize: `file:line:column: code: 'field' problem; remedy`. */
export function describeLocated(located: LocatedFinding): string {
  return `${describePlace(located)}: ${located.isWarning ? 'warning: ' : ''}${describeTo('manifests', located)}`;
}

/** The position of a finding: `file:line:column`, or the file as a whole. */
export function describePlace({ file, line, column }: Pick<LocatedFinding, 'file' | keyof Position>): string {
  return printableLine(line === undefined ? file : `${file}:${line}:${column}`);
}

/** Compares findings about one text by position. */
export function byPosition(a: LocatedFinding, b: LocatedFinding): number {
  return a.line! - b.line! || a.column! - b.column!;
}

/** The findings to list: all, or the first ones, errors before warnings, with a note on how many are not listed. */
export function listedFindings(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const own = findings.filter(({ code }) => code !== 'findings-omitted');
  if (own.length <= MOST_FINDINGS) return findings;
  const ranked = [...own.filter(each => !each.isWarning), ...own.filter(each => each.isWarning)];
  const [omitted, { isWarning }] = [new Set(ranked.slice(MOST_FINDINGS)), ranked[MOST_FINDINGS]];
  const first = own.find(each => omitted.has(each))!;
  const kept = findings.filter(each => each === first || !omitted.has(each));
  return kept.map(each => each === first ? { ...omission(first, omitted.size), isWarning } : each);
}

/** A note on how many findings are not listed; `place` is the position of the first one. */
export function omission(
  { file, line, column }: Pick<LocatedFinding, 'file' | keyof Position>, count: number,
): LocatedFinding {
  return { ...found('findings-omitted', '', { reason: 'unlisted', count })[0], file, line, column };
}

/** Reports all findings about the manifests that were read. */
export class ManifestError extends Error {
  declare public readonly findings: readonly LocatedFinding[];

  public constructor(findings: readonly LocatedFinding[]) {
    const told = listedFindings(findings);
    const lines = told.map(describeLocated);
    super(lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
    this.name = 'ManifestError';
    startAtUser(this);
    // not enumerable, or Node would print them again below the message
    Object.defineProperty(this, 'findings', { value: told });
  }
}

brand(ManifestError);

/** Whether an error is a ManifestError, including one of another copy of the library. */
export function isManifestError(error: unknown): error is ManifestError { return isOf(ManifestError, error); }

/** Reports manifests that could be read, but have errors, so that they are not rendered. */
export class RefusedManifestsError extends ManifestError {}
