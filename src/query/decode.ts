import { Malformed } from './failures';
import { RFC3339 } from './parameters';
import {
  ActiveTarget, DroppedTarget, Evaluated, Histogram, HistogramBucket, HistogramSample, InstantSeries, Notes, PrometheusNumber, QueryResult,
  RangeSeries, Sample, Series, TargetHealth,
} from './results';
import type { ValueReason } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject } from '../private/check';

const RESULT = 'data.result';

/** The members that every answer has, see `AnswerReader.envelope`. */
export type Envelope = Readonly<Record<string, unknown>>;

/**
 * An element of a vector or a matrix, recognized by its own fields: Prometheus writes the type of the result before it, other servers after
 * it.
 */
export function seriesAt(value: unknown, index: number): Series {
  const field = `${RESULT}[${index}]`;
  const { metric, value: sample, histogram, values, histograms } = objectAt(value, field);
  const labels = labelsAt(metric, `${field}.metric`);
  if (values !== undefined || histograms !== undefined) {
    return {
      kind: 'range',
      labels,
      samples: listOf(values, `${field}.values`, sampleAt),
      histograms: listOf(histograms, `${field}.histograms`, histogramSampleAt),
    };
  }
  if (histogram !== undefined) return { kind: 'histogram', labels, sample: histogramSampleAt(histogram, `${field}.histogram`) };
  return { kind: 'sample', labels, sample: sampleAt(sample, `${field}.value`) };
}

export function notesOf({ warnings, infos }: Envelope): Notes {
  return { warnings: listOf(warnings, 'warnings', textAt), infos: listOf(infos, 'infos', textAt) };
}

/** The elements of an answer whose `data` is a list. */
export function dataOf<T>({ data }: Envelope, read: (element: unknown, field: string) => T): T[] {
  if (data === undefined) throw mustBe('data', 'list', data);
  return listOf(data, 'data', read);
}

/** The result of an expression, from elements that `elementAt` returned. */
export function resultOf(envelope: Envelope, elements: unknown[]): QueryResult {
  const { resultType: type } = objectAt(envelope.data, 'data');
  const evaluated = evaluatedOf(envelope);
  switch (type) {
    case 'vector': return { type, series: seriesOf<InstantSeries>(elements, 'one-value'), ...evaluated };
    case 'matrix': return { type, series: seriesOf<RangeSeries>(elements, 'values'), ...evaluated };
    case 'scalar': return { type, sample: sampleAt(elements, RESULT), ...evaluated };
    case 'string': {
      const { time, second: text } = pairAt(elements, RESULT, textAt);
      return { type, time, text, ...evaluated };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

/** The statistics and notes of an answer. Checks that its `result` is a list. */
export function evaluatedOf(envelope: Envelope): Evaluated {
  const { result, stats } = objectAt(envelope.data, 'data');
  if (!Array.isArray(result)) throw mustBe(RESULT, 'list', result);
  return { ...stats == null ? {} : { stats: objectAt(stats, 'data.stats') }, ...notesOf(envelope) };
}

/** An element of a result: a series, or one of the two values of a scalar or a string. */
export function elementAt(value: unknown, index: number): unknown {
  return index < 2 && !isObject(value) ? value : seriesAt(value, index);
}

/** Elements that `elementAt` returned, checked to be series with one value each, or with many. */
function seriesOf<S extends Series>(elements: readonly unknown[], wanted: 'one-value' | 'values'): S[] {
  return elements.map((element, index) => {
    const field = `${RESULT}[${index}]`;
    const series = objectAt(element, field);
    if ((series.kind === 'range') !== (wanted === 'values')) throw mustBe(field, wanted, series);
    return series as unknown as S;
  });
}

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const WORDS: ReadonlyMap<string, number> = new Map([['NaN', NaN], ['+Inf', Infinity], ['Inf', Infinity], ['-Inf', -Infinity]]);

/** The boundaries, indexed by the number that Prometheus writes for them. */
const BOUNDARIES = ['open-left', 'open-right', 'open', 'closed'] as const;

/** The error for a field whose value is not of the required form. */
export function mustBe(field: string, reason: ValueReason<'malformed-body'>, value: unknown): Malformed {
  return new Malformed(undefined, field, clean => ({ reason, value: shown(value, clean) }));
}

/** A value that the server sent, with secrets removed. */
export function shown(value: unknown, clean: (text: string) => string): Shown {
  return Shown.of(typeof value === 'string' ? clean(value) : value);
}

/** A list whose elements are read one by one. Go may write an empty list as `null`. */
export function listOf<T>(value: unknown, field: string, read: (element: unknown, field: string) => T): T[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw mustBe(field, 'list', value);
  return value.map((element, index) => read(element, `${field}[${index}]`));
}

export function objectAt(value: unknown, field: string): Record<string, unknown> {
  if (!isObject(value)) throw mustBe(field, 'object', value);
  return value;
}

export function textAt(value: unknown, field: string): string {
  if (typeof value !== 'string') throw mustBe(field, 'string', value);
  return value;
}

/** A map of strings, returned as it is. */
export function labelsAt(value: unknown, field: string): Readonly<Record<string, string>> {
  const labels = objectAt(value, field);
  for (const name in labels) {
    if (typeof labels[name] !== 'string') throw mustBe(`${field}['${name}']`, 'string', labels[name]);
  }
  return labels as Record<string, string>;
}

/** A number written as a string. `Number` does not know `+Inf`, and reads an empty string as 0. */
export function numberAt(value: unknown, field: string): PrometheusNumber {
  const text = textAt(value, field);
  const number = DECIMAL.test(text) ? Number(text) : WORDS.get(text);
  // digits that overflow do not mean infinity
  if (number === undefined || (!Number.isFinite(number) && DECIMAL.test(text))) throw mustBe(field, 'number', value);
  return { value: number, text };
}

/** Seconds with up to three decimals, as integer milliseconds. */
export function timeAt(value: unknown, field: string): number {
  const time = typeof value === 'number' ? millisecondsOf(value) : NaN;
  // the division restores the number that was written, unless it has more decimals or more digits than a number can hold
  if (time / 1000 !== value || Math.abs(time) > Number.MAX_SAFE_INTEGER) throw mustBe(field, 'time', value);
  // turns -0 into 0
  return time + 0;
}

/** After the year 141000 the product is no longer exact, but the digits are. */
function millisecondsOf(seconds: number): number {
  const product = Math.round(seconds * 1000);
  return product / 1000 === seconds ? product : Number(seconds.toFixed(3).replace('.', ''));
}

/** `[time, value]`. */
export function pairAt<T>(value: unknown, field: string, read: (second: unknown, field: string) => T): { time: number; second: T } {
  if (!Array.isArray(value) || value.length !== 2) throw mustBe(field, 'pair', value);
  return { time: timeAt(value[0], `${field}[0]`), second: read(value[1], `${field}[1]`) };
}

export function sampleAt(value: unknown, field: string): Sample {
  const { time, second } = pairAt(value, field, numberAt);
  return { time, ...second };
}

export function histogramSampleAt(value: unknown, field: string): HistogramSample {
  const { time, second } = pairAt(value, field, histogramAt);
  return { time, histogram: second };
}

function histogramAt(value: unknown, field: string): Histogram {
  const { count, sum, buckets } = objectAt(value, field);
  return {
    count: numberAt(count, `${field}.count`),
    sum: numberAt(sum, `${field}.sum`),
    buckets: listOf(buckets, `${field}.buckets`, bucketAt),
  };
}

function bucketAt(value: unknown, field: string): HistogramBucket {
  if (!Array.isArray(value) || value.length !== 4) throw mustBe(field, 'bucket', value);
  const boundaries = typeof value[0] === 'number' ? BOUNDARIES[value[0]] : undefined;
  if (!boundaries) throw mustBe(`${field}[0]`, 'boundaries', value[0]);
  const [lower, upper, count] = [1, 2, 3].map(index => numberAt(value[index], `${field}[${index}]`));
  return { boundaries, lower, upper, count };
}

const HEALTH: readonly unknown[] = ['up', 'down', 'unknown'] satisfies TargetHealth[];

/** The zero time of Go, which stands for a scrape that has not happened. */
const NEVER = '0001-01-01T00:00:00Z';

/** The version of a scraper. */
export function buildInfoOf(data: unknown): { version: string } {
  return { version: textAt(objectAt(data, 'data').version, 'data.version') };
}

export function targetsOf(data: unknown): { active: ActiveTarget[]; dropped: DroppedTarget[] } {
  const { activeTargets, droppedTargets } = objectAt(data, 'data');
  // if the call asks for one state, the list of the other may be missing
  if (activeTargets === undefined && droppedTargets === undefined) throw mustBe('data.activeTargets', 'list', activeTargets);
  return {
    active: listOf(activeTargets, 'data.activeTargets', activeTargetAt),
    dropped: listOf(droppedTargets, 'data.droppedTargets', discoveredAt),
  };
}

function activeTargetAt(value: unknown, field: string): ActiveTarget {
  const target = objectAt(value, field);
  const { labels, health, lastScrape, lastScrapeDuration: duration } = target;
  const text = (name: string) => textAt(target[name], `${field}.${name}`);
  if (!HEALTH.includes(health)) throw mustBe(`${field}.health`, 'health', health);
  if (typeof duration !== 'number') throw mustBe(`${field}.lastScrapeDuration`, 'duration', duration);
  return {
    labels: labelsAt(labels, `${field}.labels`),
    ...discoveredAt(target, field),
    scrapePool: text('scrapePool'),
    scrapeUrl: text('scrapeUrl'),
    health: health as TargetHealth,
    lastError: text('lastError'),
    ...lastScrape === NEVER ? {} : { lastScrape: momentAt(lastScrape, `${field}.lastScrape`) },
    lastScrapeDuration: duration * 1000,
  };
}

function discoveredAt(value: unknown, field: string): DroppedTarget {
  return { discoveredLabels: labelsAt(objectAt(value, field).discoveredLabels, `${field}.discoveredLabels`) };
}

/** A time as Go writes it, with up to nine decimals and the time zone of the server. */
function momentAt(value: unknown, field: string): number {
  const moment = typeof value === 'string' && RFC3339.test(value) ? Date.parse(value) : NaN;
  if (Number.isNaN(moment)) throw mustBe(field, 'date', value);
  return moment;
}
