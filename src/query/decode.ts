import { Malformed } from './failures';
import { RFC3339 } from './options';
import {
  ActiveAlert, ActiveTarget, DroppedTarget, Histogram, HistogramBucket, HistogramSample, InstantSeries, LoadedGroup, LoadedRule, Notes,
  PrometheusNumber, QueryResult, RangeSeries, Sample, TargetHealth,
} from './results';
import type { ValueReason } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject } from '../private/check';

/** The parsed body of an answer. */
export type Envelope = Readonly<Record<string, unknown>>;

/** Reads an element of a list, which is at `field`. */
type Read<T> = (value: unknown, field: string) => T;

const RESULT = 'data.result';

/** The result of an expression. */
export function resultOf(envelope: Envelope): QueryResult {
  const { resultType: type, result } = objectAt(envelope.data, 'data');
  const notes = notesOf(envelope);
  if (!Array.isArray(result)) throw mustBe(RESULT, 'list', result);
  switch (type) {
    case 'vector': return { type, series: listOf(result, RESULT, instantSeriesAt), ...notes };
    case 'matrix': return { type, series: listOf(result, RESULT, rangeSeriesAt), ...notes };
    case 'scalar': return { type, sample: sampleAt(result, RESULT), ...notes };
    case 'string': {
      const { time, second: text } = pairAt(result, RESULT, textAt);
      return { type, time, text, ...notes };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

export function notesOf({ warnings, infos }: Envelope): Notes {
  return { warnings: listOf(warnings, 'warnings', textAt), infos: listOf(infos, 'infos', textAt) };
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

/** The groups of rules. Fields that some stores omit are empty. */
export function groupsOf(data: unknown): LoadedGroup[] {
  const { groups } = objectAt(data, 'data');
  if (groups === undefined) throw mustBe('data.groups', 'list', groups);
  return listOf(groups, 'data.groups', (value, field) => {
    const { name, file = '', rules } = objectAt(value, field);
    return { name: textAt(name, `${field}.name`), file: textAt(file, `${field}.file`), rules: listOf(rules, `${field}.rules`, ruleAt) };
  });
}

function instantSeriesAt(value: unknown, field: string): InstantSeries {
  const { metric, value: sample, histogram } = objectAt(value, field);
  const labels = labelsAt(metric, `${field}.metric`);
  return histogram === undefined ? { kind: 'sample', labels, sample: sampleAt(sample, `${field}.value`) }
    : { kind: 'histogram', labels, sample: histogramSampleAt(histogram, `${field}.histogram`) };
}

function rangeSeriesAt(value: unknown, field: string): RangeSeries {
  const { metric, values, histograms } = objectAt(value, field);
  if (values === undefined && histograms === undefined) throw mustBe(`${field}.values`, 'list', values);
  return {
    kind: 'range',
    labels: labelsAt(metric, `${field}.metric`),
    samples: listOf(values, `${field}.values`, sampleAt),
    histograms: listOf(histograms, `${field}.histograms`, histogramSampleAt),
  };
}

/** The error for a field whose value is not of the required form. */
export function mustBe(field: string, reason: ValueReason<'malformed-body'>, value: unknown): Malformed {
  return new Malformed(field, clean => ({ reason, value: Shown.of(typeof value === 'string' ? clean(value) : value) }));
}

/** A list whose elements are read one by one. Go may write an empty list as `null`. */
function listOf<T>(value: unknown, field: string, read: Read<T>): T[] {
  if (value == null) return [];
  if (!Array.isArray(value)) throw mustBe(field, 'list', value);
  return value.map((element, index) => read(element, `${field}[${index}]`));
}

function objectAt(value: unknown, field: string): Record<string, unknown> {
  if (!isObject(value)) throw mustBe(field, 'object', value);
  return value;
}

function textAt(value: unknown, field: string): string {
  if (typeof value !== 'string') throw mustBe(field, 'string', value);
  return value;
}

/** A map of strings, returned as it is. */
function labelsAt(value: unknown, field: string): Readonly<Record<string, string>> {
  const labels = objectAt(value, field);
  for (const [name, each] of Object.entries(labels)) textAt(each, `${field}['${name}']`);
  return labels as Record<string, string>;
}

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const WORDS: ReadonlyMap<string, number> = new Map([['NaN', NaN], ['+Inf', Infinity], ['Inf', Infinity], ['-Inf', -Infinity]]);

/** A number written as a string. `Number` does not know `+Inf`, and reads an empty string as 0. */
function numberAt(value: unknown, field: string): PrometheusNumber {
  const text = textAt(value, field);
  const number = DECIMAL.test(text) ? Number(text) : WORDS.get(text);
  // digits that overflow do not mean infinity
  if (number === undefined || !Number.isFinite(number) && DECIMAL.test(text)) throw mustBe(field, 'number', value);
  return { value: number, text };
}

/** Seconds with up to three decimals, as integer milliseconds. */
function timeAt(value: unknown, field: string): number {
  const time = typeof value === 'number' ? Math.round(value * 1000) : NaN;
  // the division restores the number that was written, unless it has more decimals or more digits than a number can hold
  if (time / 1000 !== value || Math.abs(time) > Number.MAX_SAFE_INTEGER) throw mustBe(field, 'time', value);
  // turns -0 into 0
  return time + 0;
}

/** `[time, value]`. */
function pairAt<T>(value: unknown, field: string, read: Read<T>): { time: number; second: T } {
  if (!Array.isArray(value) || value.length !== 2) throw mustBe(field, 'pair', value);
  return { time: timeAt(value[0], `${field}[0]`), second: read(value[1], `${field}[1]`) };
}

function sampleAt(value: unknown, field: string): Sample {
  const { time, second } = pairAt(value, field, numberAt);
  return { time, ...second };
}

function histogramSampleAt(value: unknown, field: string): HistogramSample {
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

/** The boundaries, indexed by the number that Prometheus writes for them. */
const BOUNDARIES = ['open-left', 'open-right', 'open', 'closed'] as const;

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

function activeTargetAt(value: unknown, field: string): ActiveTarget {
  const target = objectAt(value, field);
  const { labels, health, lastScrape, lastScrapeDuration } = target;
  const text = (name: string) => textAt(target[name], `${field}.${name}`);
  if (!HEALTH.includes(health)) throw mustBe(`${field}.health`, 'health', health);
  return {
    labels: labelsAt(labels, `${field}.labels`),
    ...discoveredAt(target, field),
    scrapePool: text('scrapePool'),
    scrapeUrl: text('scrapeUrl'),
    health: health as TargetHealth,
    lastError: text('lastError'),
    ...lastScrape === NEVER ? {} : { lastScrape: momentAt(lastScrape, `${field}.lastScrape`) },
    lastScrapeDuration: durationAt(lastScrapeDuration, `${field}.lastScrapeDuration`),
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

/** Seconds, as milliseconds. */
function durationAt(value: unknown, field: string): number {
  if (typeof value !== 'number') throw mustBe(field, 'duration', value);
  return value * 1000;
}

function ruleAt(value: unknown, field: string): LoadedRule {
  const rule = objectAt(value, field);
  const { labels, duration, alerts } = rule;
  const text = (name: string, otherwise?: string) => textAt(rule[name] ?? otherwise, `${field}.${name}`);
  return {
    name: text('name'),
    query: text('query'),
    health: text('health', 'unknown'),
    lastError: text('lastError', ''),
    labels: labelsAt(labels ?? {}, `${field}.labels`),
    duration: durationAt(duration ?? 0, `${field}.duration`),
    alerts: listOf(alerts, `${field}.alerts`, alertAt),
  };
}

function alertAt(value: unknown, field: string): ActiveAlert {
  const { labels, state } = objectAt(value, field);
  return { labels: labelsAt(labels, `${field}.labels`), state: textAt(state, `${field}.state`) };
}
