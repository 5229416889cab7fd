import { Command } from 'commander';
import { ConnectionFlags, checkConnection, connect, withConnection } from './connect';
import { ExitCode, Guarded, note, printToStdout, printJson, table, withProgress } from './output';
import { QueryResult, Series } from '../verify/query';
import { callParameters } from '../verify/query/options';

type QueryFlags = ConnectionFlags & { readonly time?: string; readonly json?: boolean };

/** Adds the command `query`, which prints the value of an expression. Warnings and infos go to standard error. */
export function addQuery(program: Command, guarded: Guarded, password?: string): void {
  withConnection(program.command('query'))
    .description('Evaluate a PromQL expression on the metrics scraper, and print the result.')
    .argument('<expression>', 'the PromQL expression')
    .option('--time <time>',
      'the evaluation time, in RFC 3339 or in seconds since the epoch (default: the current time of the server)')
    .option('--json', 'print the result as JSON')
    .action((query: string, flags: QueryFlags) => guarded(flags, async () => {
      const { time, json } = flags;
      checkConnection(flags);
      // before the user is prompted or the cluster is asked
      callParameters('query', { query, time });
      const client = await connect(flags, password);
      const result = await withProgress('asking the scraper', async () => client.query(query, { time }));
      if (json) printJson(result); else printToStdout(resultTable(result));
      for (const text of result.warnings) note(`warning: ${text}`);
      for (const text of result.infos) note(`info: ${text}`);
      return ExitCode.FINE;
    }));
}

/** A table of the result: the value with its time, or all samples of all series. */
function resultTable(result: QueryResult): string {
  switch (result.type) {
    case 'scalar': return table(['VALUE', 'TIME'], [[result.sample.text, timeText(result.sample.time)]]);
    case 'string': return table(['VALUE', 'TIME'], [[result.text, timeText(result.time)]]);
    default: return table(['SERIES', 'VALUE', 'TIME'], seriesRows(result.series));
  }
}

/** A row for each sample, one after the other: a result may have many. */
function* seriesRows(all: readonly Series[]): Generator<string[]> {
  for (const series of all) {
    const { __name__: name = '', ...labels } = series.labels;
    const selectors = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
    // as in an expression
    const selector = selectors.length > 0 ? `${name}{${selectors.join(', ')}}` : name || '{}';
    const samples = series.kind === 'range'
      ? [...series.samples, ...series.histograms].sort((a, b) => a.time - b.time) : [series.sample];
    for (const sample of samples) {
      const value = 'text' in sample ? sample.text : [
        `count:${sample.count}`,
        `sum:${sample.sum}`,
        ...sample.buckets.map(([boundaries, lower, upper, observed]) => {
          // the brackets for the boundaries of a bucket, by Prometheus' number for them
          const [open, close] = ['(]', '[)', '()', '[]'][boundaries];
          return `${open}${lower},${upper}${close}:${observed}`;
        }),
      ].join(' ');
      yield [selector, value, timeText(sample.time)];
    }
  }
}

/** A time in ISO 8601, or in milliseconds if it is out of the range of `Date`. */
function timeText(time: number): string {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? `${time} ms` : date.toISOString();
}
