import { CallFailure } from './errors';
import { Envelope, Secrets } from './http';
import {
  ActiveTarget, HistogramSample, InstantSeries, Labels, LoadedGroup, LoadedRule, Notes, RangeSeries, Sample,
} from './results';
import { isObject } from '../../base/check';
import type { Shape } from '../../base/findings/catalogue/shapes';
import { Shown } from '../../base/findings/finding';

// Reads the results of calls from the data of answers. A server may answer anything.

/** Reads a value, which is at `field`. */
type Read<T> = (value: unknown, field: string) => T;

/** The result of an expression, which lacks only its notes. */
export function queryResultIn(data: unknown) {
  const { resultType: type, result } = objectAt(data, 'data');
  const field = 'data.result';
  switch (type) {
    case 'vector': return { type, series: listAt(result, field, instantSeriesAt) };
    case 'matrix': return { type, series: listAt(result, field, rangeSeriesAt) };
    case 'scalar': return { type, sample: sampleAt(result, field) };
    case 'string': {
      const [time, text] = pairAt(result, field, textAt);
      return { type, time, text };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

/** Reads a series of a vector, whose value is a number or a native histogram. */
function instantSeriesAt(value: unknown, field: string): InstantSeries {
  const { metric, value: sample, histogram } = objectAt(value, field);
  const labels = labelsAt(metric, `${field}.metric`);
  return histogram === undefined ? { kind: 'sample', labels, sample: sampleAt(sample, `${field}.value`) }
    : { kind: 'histogram', labels, sample: histogramSampleAt(histogram, `${field}.histogram`) };
}

/** Reads a series of a matrix. Prometheus leaves out `values` if there are only histograms, and the reverse. */
function rangeSeriesAt(value: unknown, field: string): RangeSeries {
  const { metric, histograms, values = histograms && [] } = objectAt(value, field);
  return {
    kind: 'range',
    labels: labelsAt(metric, `${field}.metric`),
    samples: listAt(values, `${field}.values`, sampleAt),
    histograms: listAt(histograms ?? [], `${field}.histograms`, histogramSampleAt),
  };
}

/** The notes of an answer, which may echo the request. */
export function answerNotes({ warnings = [], infos = [] }: Envelope, secrets: Secrets): Notes {
  const noteAt = (value: unknown, field: string) => secrets.hide(textAt(value, field));
  return { warnings: listAt(warnings, 'warnings', noteAt), infos: listAt(infos, 'infos', noteAt) };
}

/** The targets in an answer of `/api/v1/targets`, without those that relabelling has dropped. */
export function targetsIn(data: unknown): { readonly active: ActiveTarget[] } {
  const { activeTargets } = objectAt(data, 'data');
  const active = listAt(activeTargets, 'data.activeTargets', (value, field): ActiveTarget => {
    const target = objectAt(value, field);
    const text = (name: string) => textAt(target[name], `${field}.${name}`);
    const labels = (name: string) => labelsAt(target[name], `${field}.${name}`);
    const ofScrape = { scrapePool: text('scrapePool'), scrapeUrl: text('scrapeUrl') };
    const state = { health: text('health'), lastError: text('lastError') };
    return { labels: labels('labels'), discoveredLabels: labels('discoveredLabels'), ...ofScrape, ...state };
  });
  return { active };
}

/** The groups of rules. Fields that some stores omit are empty. */
export function ruleGroupsIn(data: unknown): { readonly groups: LoadedGroup[] } {
  const ruleAt: Read<LoadedRule> = (value, field) => {
    const rule = objectAt(value, field);
    const { labels, duration, alerts } = rule;
    const text = (name: string, otherwise?: string) => textAt(rule[name] ?? otherwise, `${field}.${name}`);
    return {
      name: text('name'),
      query: text('query'),
      health: text('health', 'unknown'),
      lastError: text('lastError', ''),
      labels: labelsAt(labels ?? {}, `${field}.labels`),
      duration: millisecondsAt(duration ?? 0, `${field}.duration`),
      alerts: listAt(alerts ?? [], `${field}.alerts`, (alert, at) => {
        const { labels: own, state } = objectAt(alert, at);
        return { labels: labelsAt(own, `${at}.labels`), state: textAt(state, `${at}.state`) };
      }),
    };
  };
  const groups = listAt(objectAt(data, 'data').groups, 'data.groups', (value, field): LoadedGroup => {
    const { name, rules } = objectAt(value, field);
    return { name: textAt(name, `${field}.name`), rules: listAt(rules, `${field}.rules`, ruleAt) };
  });
  return { groups };
}

/**
 * The failure for a field whose value is not of the required form. Only the type of the value is shown: it may echo the
 * request.
 */
export function mustBe(field: string, shape: Shape, value: unknown): CallFailure {
  return new CallFailure('malformed-body', { reason: 'expected', shape, value: Shown.typeOf(value) }, { field });
}

/** A list whose elements are read one by one. Go may write an empty list as `null`. */
function listAt<T>(value: unknown, field: string, read: Read<T>): T[] {
  if (value === null) return [];
  if (!Array.isArray(value)) throw mustBe(field, 'list', value);
  return value.map((element, index) => read(element, `${field}[${index}]`));
}

/** An object, or the failure that the answer is malformed. */
function objectAt(value: unknown, field: string): Record<string, unknown> {
  if (!isObject(value)) throw mustBe(field, 'object', value);
  return value;
}

/** A string, or the failure that the answer is malformed. */
function textAt(value: unknown, field: string): string {
  if (typeof value !== 'string') throw mustBe(field, 'string', value);
  return value;
}

/** Labels, returned as they are. Their names are not shown, since they are texts of the server. */
function labelsAt(value: unknown, field: string): Labels {
  const labels = objectAt(value, field);
  for (const each of Object.values(labels)) if (typeof each !== 'string') throw mustBe(field, 'string-values', each);
  return labels as Record<string, string>;
}

/** A number of seconds, in integer milliseconds. */
function millisecondsAt(value: unknown, field: string): number {
  if (!Number.isFinite(value)) throw mustBe(field, 'time-number', value);
  return Math.round(value as number * 1000);
}

/** `[time, value]`. */
function pairAt<T>(value: unknown, field: string, read: Read<T>): [time: number, value: T] {
  if (!Array.isArray(value) || value.length !== 2) throw mustBe(field, 'sample', value);
  return [millisecondsAt(value[0], `${field}[0]`), read(value[1], `${field}[1]`)];
}

/** Reads `[time, "value"]`: Prometheus writes numbers as strings, since JSON has no `NaN` and no infinity. */
function sampleAt(value: unknown, field: string): Sample {
  const [time, text] = pairAt(value, field, textAt);
  // `Number` reads an empty string as 0, and does not know `+Inf`
  const number = text.trim() === '' ? NaN : Number(text.replace(/^([-+]?)Inf$/, '$1Infinity'));
  if (Number.isNaN(number) && text !== 'NaN') throw mustBe(`${field}[1]`, 'number-text', text);
  return { time, value: number, text };
}

/** Reads a native histogram. Its numbers stay strings, in which Prometheus writes them exactly. */
function histogramSampleAt(value: unknown, field: string): HistogramSample {
  const [time, { count, sum, buckets = [] }] = pairAt(value, field, objectAt);
  const at = `${field}[1]`;
  return {
    time,
    count: textAt(count, `${at}.count`),
    sum: textAt(sum, `${at}.sum`),
    buckets: listAt(buckets, `${at}.buckets`, (bucket, bucketField) => {
      const isBucket = Array.isArray(bucket) && bucket.length === 4 && [0, 1, 2, 3].includes(bucket[0])
        && bucket.slice(1).every(each => typeof each === 'string');
      if (!isBucket) throw mustBe(bucketField, 'bucket', bucket);
      return bucket as [0, string, string, string];
    }),
  };
}
