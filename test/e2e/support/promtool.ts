import { run } from './run';
import { Labels, PrometheusNumber, QueryResult } from '../../../src/query';

/** What promtool prints of an expression at a time; throws what it complains of. */
export async function promtoolQuery(url: string, expression: string, time: number): Promise<string[]> {
  const { status, stdout, stderr } = await run('promtool', ['query', 'instant', `--time=${time / 1000}`, '--', url, expression]);
  if (status !== 0) throw new Error(stderr.trim());
  return ordered(stdout.trim().split(/\n(?!\S+ @\[)/));
}

/** A result as promtool would print it. */
export function asPromtoolPrints(result: QueryResult): string[] {
  switch (result.type) {
    case 'scalar': return [`scalar: ${at(result.sample)}`];
    case 'string': throw new Error('promtool prints no string');
    case 'vector': return ordered(result.series.map(({ kind, labels, sample }) => {
      if (kind === 'histogram') throw new Error('promtool of this version prints no native histogram');
      return `${series(labels)} => ${at(sample)}`;
    }));
    case 'matrix': return ordered(result.series.map(({ labels, samples }) => [`${series(labels)} =>`, ...samples.map(at)].join('\n')));
  }
}

function at({ time, ...number }: PrometheusNumber & { readonly time: number }): string {
  return `${digits(number)} @[${time / 1000}]`;
}

const WORDS = new Map([[Infinity, '+Inf'], [-Infinity, '-Inf'], [NaN, 'NaN']]);

/** Without an exponent. Text and number must be the same. */
function digits({ value, text }: PrometheusNumber): string {
  const ofNumber = WORDS.get(value) ?? withoutExponent(Object.is(value, -0) ? '-0' : String(value));
  const ofText = withoutExponent(text);
  if (ofNumber !== ofText) throw new Error(`"${text}" was read as ${value}`);
  return ofText;
}

function withoutExponent(text: string): string {
  const [, sign, whole, fraction = '', exponent] = /^(-?)(\d+)(?:\.(\d+))?e([-+]\d+)$/.exec(text) ?? [];
  if (exponent === undefined) return text;
  const all = whole + fraction;
  const point = whole.length + Number(exponent);
  return sign + (point > 0 ? all.padEnd(point, '0') : `0.${'0'.repeat(-point)}${all}`);
}

/** By code units, as Go orders what is ASCII. */
function series({ __name__: name = '', ...labels }: Labels): string {
  const pairs = Object.entries(labels).sort(([a], [b]) => a < b ? -1 : 1).map(([label, value]) => `${label}=${quoted(value)}`);
  return pairs.length > 0 ? `${name}{${pairs.join(', ')}}` : name || '{}';
}

/** As Go quotes a text. JSON escapes no more than that where every character can be printed. */
function quoted(value: string): string {
  return JSON.stringify(value);
}

/** The order of a vector is no part of its meaning; of two evaluations it may differ. */
function ordered(texts: readonly string[]): string[] {
  return texts.filter(Boolean).sort();
}
