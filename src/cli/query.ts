import { Command } from 'commander';
import { ConnectionFlags, checkConnection, connect, withConnection } from './connect';
import { ExitCode, Guarded, note, print, printJson, table } from './output';
import { withProgress } from './progress';
import { HistogramSample, Labels, QueryResult, ScraperClient, Series } from '../verify/query';
import { callParameters } from '../verify/query/options';

interface QueryFlags {
  readonly time?: string;
  readonly json?: boolean;
}

/** Adds the command `query`. */
export function addQuery(program: Command, guarded: Guarded, password?: string): void {
  withConnection(program.command('query'))
    .description('Evaluate a PromQL expression on the metrics scraper, and print the result.')
    .argument('<expression>', 'the PromQL expression')
    .option('--time <time>', 'the evaluation time, in RFC 3339 or in seconds since the epoch (default: the current time of the server)')
    .option('--json', 'print the result as JSON')
    .action((expression: string, flags: ConnectionFlags & QueryFlags) => guarded(flags, async () => {
      checkConnection(flags);
      // before the user is prompted or the cluster is asked
      callParameters('query', { query: expression, time: flags.time });
      return query(await connect(flags, password), expression, flags);
    }));
}

/** Evaluates the expression, and prints the result. Warnings and infos of the scraper go to standard error. */
async function query(client: ScraperClient, expression: string, { time, json }: QueryFlags): Promise<ExitCode> {
  const result = await withProgress('asking the scraper', async () => client.query(expression, { time }));
  if (json) printJson(result);
  else print(tableOf(result));
  [...result.warnings.map(text => `warning: ${text}`), ...result.infos.map(text => `info: ${text}`)].forEach(note);
  return ExitCode.FINE;
}

function tableOf(result: QueryResult): string {
  switch (result.type) {
    case 'scalar': return table(['VALUE', 'TIME'], [[result.sample.text, timeOf(result.sample.time)]]);
    case 'string': return table(['VALUE', 'TIME'], [[result.text, timeOf(result.time)]]);
    default: return table(['SERIES', 'VALUE', 'TIME'], rowsOf(result.series));
  }
}

function* rowsOf(all: readonly Series[]): Generator<string[]> {
  for (const series of all) {
    const name = nameOf(series.labels);
    const samples = series.kind === 'range' ? [...series.samples, ...series.histograms].sort((a, b) => a.time - b.time) : [series.sample];
    for (const sample of samples) yield [name, 'buckets' in sample ? histogramOf(sample) : sample.text, timeOf(sample.time)];
  }
}

/** The selector of a series, as in an expression. */
function nameOf({ __name__: name = '', ...labels }: Labels): string {
  const selectors = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return selectors.length > 0 ? `${name}{${selectors.join(', ')}}` : name || '{}';
}

/** The brackets for the boundaries of a bucket, by Prometheus' number for them. */
const BRACKETS = ['(]', '[)', '()', '[]'];

function histogramOf({ count, sum, buckets }: HistogramSample): string {
  const texts = buckets.map(([boundaries, lower, upper, observed]) => {
    const [open, close] = BRACKETS[boundaries];
    return `${open}${lower},${upper}${close}:${observed}`;
  });
  return [`count:${count}`, `sum:${sum}`, ...texts].join(' ');
}

/** A time in ISO 8601, or in milliseconds if it is out of the range of `Date`. */
function timeOf(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? `${time} ms` : date.toISOString();
}
