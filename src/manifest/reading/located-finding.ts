import { Finding } from '../../findings/finding';
import { printableLine } from '../../findings/shown';
import { describeTo } from '../../findings/words';

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
export function describeLocated(found: LocatedFinding): string {
  return `${describePlace(found)}: ${found.isWarning ? 'warning: ' : ''}${describeTo('manifests', found)}`;
}

/** Where a finding was made: `file:line:column`, or the file as a whole. */
export function describePlace({ file, line, column }: Pick<LocatedFinding, 'file' | keyof Position>): string {
  return printableLine(line === undefined ? file : `${file}:${line}:${column}`);
}

/** The order of one text. */
export function inOrder(a: LocatedFinding, b: LocatedFinding): number {
  return a.line! - b.line! || a.column! - b.column!;
}
