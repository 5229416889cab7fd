import type { LocatedFinding, Position } from './located-finding';
import { Finding, found, MOST_FINDINGS, ParametersOf } from '../../findings/finding';

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
