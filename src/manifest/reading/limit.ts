import type { LocatedFinding, Position } from './located-finding';
import { MOST_FINDINGS } from '../../findings/finding';
import { unsaid } from '../../findings/unsaid';

const RUN_AGAIN = 'start with what is listed, then run the command again';

/** What stands for the findings that are not listed, and for what is not looked at because of those that are. */
const NOTES: ReadonlySet<string> = new Set(['findings-omitted', 'reading-stopped']);

/** The findings that are listed: all, or the first ones, errors before warnings, and how many there are beside them. */
export function listed(findings: readonly LocatedFinding[]): readonly LocatedFinding[] {
  const found = findings.filter(({ code }) => !NOTES.has(code));
  if (found.length <= MOST_FINDINGS) return findings;
  const [errors, warnings] = [found.filter(({ isWarning }) => !isWarning), found.filter(({ isWarning }) => isWarning)];
  const omitted = new Set([...errors, ...warnings].slice(MOST_FINDINGS));
  const first = found.find(each => omitted.has(each))!;
  const isWarning = errors.length <= MOST_FINDINGS;
  const kept = findings.filter(each => each === first || !omitted.has(each));
  return kept.map(each => each === first ? { ...omission(first, omitted.size), isWarning } : each);
}

type FilePlace = Pick<LocatedFinding, 'file' | keyof Position>;

/** Says how many findings are not listed; `first` is the place of the first one. */
export function omission({ file, line, column }: FilePlace, count: number): LocatedFinding {
  const are = count === 1
    ? '1 further finding is not listed, which is here'
    : `${count} further findings are not listed, the first of which is here`;
  return { ...unsaid('findings-omitted', are, RUN_AGAIN), file, line, column };
}

/** Says what is not read because so much is wrong with what was read before it. */
export function stopped({ file, line, column }: FilePlace, what: string, found: number): LocatedFinding {
  const problem = `${what} not read, and nothing is checked any further, because of the ${found} findings before`;
  return { ...unsaid('reading-stopped', problem, RUN_AGAIN), file, line, column };
}
