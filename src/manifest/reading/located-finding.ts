import { Finding, MOST_FINDINGS, ParametersOf, found } from '../../findings/finding';
import { printableLine } from '../../findings/shown';
import { describeTo } from '../../findings/words';
import { brand, isOf } from '../../private/brand';
import { startAtUser } from '../../private/user-stack';

/** A place in a text; lines and columns count from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A finding, and where in which file it was made; one about a file as a whole has no line. */
export interface LocatedFinding extends Finding, Partial<Position> {
  /** The path as it was given. */
  readonly file: string;
  /** Whether it may be meant so; what does not say it is an error. */
  readonly isWarning?: boolean;
}

/** A finding about a file as a whole. */
export function inFile(file: string, [finding]: readonly Finding[]): LocatedFinding {
  return { ...finding, file };
}

/** One line, in the form in which editors and CI systems look for places: `file:line:column: code: 'field' problem; remedy`. */
export function describeLocated(located: LocatedFinding): string {
  return `${describePlace(located)}: ${located.isWarning ? 'warning: ' : ''}${describeTo('manifests', located)}`;
}

/** Where a finding was made: `file:line:column`, or the file as a whole. */
export function describePlace({ file, line, column }: Pick<LocatedFinding, 'file' | keyof Position>): string {
  return printableLine(line === undefined ? file : `${file}:${line}:${column}`);
}

/** The order of one text. */
export function inOrder(a: LocatedFinding, b: LocatedFinding): number {
  return a.line! - b.line! || a.column! - b.column!;
}

/** What stands for the findings that are not listed, and for what is not looked at because of those that are. */
const NOTES: ReadonlySet<string> = new Set(['findings-omitted', 'reading-stopped']);

/** The findings that are listed: all, or the first ones, errors before warnings, and how many there are beside them. */
export function listed(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const own = findings.filter(({ code }) => !NOTES.has(code));
  if (own.length <= MOST_FINDINGS) return findings;
  const [errors, warnings] = [own.filter(({ isWarning }) => !isWarning), own.filter(({ isWarning }) => isWarning)];
  const omitted = new Set([...errors, ...warnings].slice(MOST_FINDINGS));
  const first = own.find(each => omitted.has(each))!;
  const isWarning = errors.length <= MOST_FINDINGS;
  const kept = findings.filter(each => each === first || !omitted.has(each));
  return kept.map(each => each === first ? { ...omission(first, omitted.size), isWarning } : each);
}

type FilePlace = Pick<LocatedFinding, 'file' | keyof Position>;

/** Says how many findings are not listed; `first` is the place of the first one. */
export function omission(place: FilePlace, count: number): LocatedFinding {
  return at(place, found('findings-omitted', '', count === 1 ? { reason: 'one-listed' } : { reason: 'listed', count }));
}

/** Says what is not read because so much is wrong with what was read before it. */
export function stopped(place: FilePlace, what: ParametersOf<'reading-stopped'>): LocatedFinding {
  return at(place, found('reading-stopped', '', what));
}

function at({ file, line, column }: FilePlace, [finding]: readonly Finding[]): LocatedFinding {
  return { ...finding, file, line, column };
}

/** All findings about the manifests that were read. */
export class ManifestError extends Error {
  declare public readonly findings: readonly LocatedFinding[];

  public constructor(findings: readonly LocatedFinding[]) {
    const told = listed(findings);
    const lines = told.map(describeLocated);
    super(lines.length === 1 ? lines[0] : [`${lines.length} findings:`, ...lines].join('\n  '));
    this.name = 'ManifestError';
    startAtUser(this);
    // not enumerable: Node would print them once more below the message
    Object.defineProperty(this, 'findings', { value: told });
  }
}

brand(ManifestError);

/** Whether an error is a ManifestError, also of another copy of the library. */
export function isManifestError(error: unknown): error is ManifestError {
  return isOf(ManifestError, error);
}

/** What was read has errors, so that it is not rendered. */
export class RefusedManifestsError extends ManifestError {}
