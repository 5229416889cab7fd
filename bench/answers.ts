import type { AnswerSample } from './answer-child';
import { Reader, READERS } from './answer-shape';
import { run, takeTurns } from './processes';
import { summary, Summary } from './statistics';

/** How many series the answers have, and how often each is read. */
const SIZES = [{ series: 100_000, rounds: 5 }, { series: 1_000_000, rounds: 3 }];

/** What one way to read an answer took. */
export interface ReaderResult {
  readonly total: Summary;
  readonly cpu: Summary;
  readonly memory: Summary;
}

export interface AnswerResult extends Record<Reader, ReaderResult> {
  readonly series: number;
  readonly rounds: number;
}

/** Reads answers in all ways, which take turns. */
export function measureAnswers(child: string, server: string): AnswerResult[] {
  const names = Object.keys(READERS) as Reader[];
  return SIZES.map(({ series, rounds }) => {
    const samples = takeTurns(rounds, names.map(reader => (): AnswerSample => run(child, reader, `${series}`, server)));
    const results = names.map((reader, index) => [reader, resultOf(samples[index])] as const);
    return { series, rounds, ...Object.fromEntries(results) as Record<Reader, ReaderResult> };
  });
}

function resultOf(samples: AnswerSample[]): ReaderResult {
  const of = (value: (sample: AnswerSample) => number) => summary(samples.map(value));
  return { total: of(s => s.total), cpu: of(s => s.cpu), memory: of(s => s.memory) };
}
