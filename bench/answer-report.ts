import { Reader, READERS } from './answer-shape';
import { AnswerResult, ReaderResult } from './answers';
import { ratio, Summary } from './statistics';
import { table } from './table';

/** What is read, and what the table says. */
export const ANSWERS = `An answer is a vector with some 220 bytes for each series, made on the fly by a server in a process of its own. Each way to read it has a process of
its own too, after a warm-up of 2,000 series, and all take turns; the sums of all values are compared, and a difference fails the bench.
The last way keeps plain objects and checks nothing of them; the ratios are those to it. Memory is the peak of the process that reads.

A stream whose series are let go takes about as long as \`JSON.parse\` and holds a small part of its memory; the part hardly grows with the number of series.
What is kept, with numbers beside the texts, takes less memory than the text of the answer and its parsed form together.`;

export function answers(results: AnswerResult[]): string {
  const names = Object.keys(READERS) as Reader[];
  return table(['series, read by', 'rounds', 's', 'CPU s', 'MiB', 'time ratio', 'CPU ratio', 'memory ratio'],
    results.flatMap(result => names.map(name => row(result, name))));
}

function row(result: AnswerResult, name: Reader): string[] {
  const { total, cpu, memory } = result[name];
  const to = (of: keyof ReaderResult) => times(ratio(result[name][of], result.parse[of]));
  return [
    `${result.series.toLocaleString('en')}, ${READERS[name]}`, `${result.rounds}`, seconds(total), seconds(cpu), whole(memory), to('total'), to('cpu'), to('memory'),
  ];
}

const pair = (digits: number, unit = 1) => ({ min, median }: Summary) => `${(min / unit).toFixed(digits)} / ${(median / unit).toFixed(digits)}`;
const seconds = pair(2, 1000);
const whole = pair(0);
const times = pair(2);
