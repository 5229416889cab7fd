import { CallFailure } from './errors';
import type { Envelope } from './http';
import {
  ActiveTarget, HistogramSample, InstantSeries, Labels, LoadedGroup, LoadedRule, Notes, PrometheusNumber, RangeSeries,
  Sample,
} from './results';
import { Secrets } from './secrets';
import type { Shape } from '../findings/catalogue/shapes';
import { Shown } from '../findings/shown';
import { isObject } from '../private/check';

/** Reads a value, which is at `field`. */
type Read<T> = (value: unknown, field: string) => T;

const RESULT = 'data.result';

/** The result of an expression, which lacks only its notes. */
export function resultOf(data: unknown) {
  const { resultType: type, result } = objectAt(data, 'data');
  switch (type) {
    case 'vector': return { type, series: listOf(result, RESULT, instantSeriesAt) };
    case 'matrix': return { type, series: listOf(result, RESULT, rangeSeriesAt) };
    case 'scalar': return { type, sample: sampleAt(result, RESULT) };
    case 'string': {
      const [time, text] = pairAt(result, RESULT, textAt);
      return { type, time, text };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

/** The notes of an answer, which may echo the request. */
export function notesOf({ warnings = [], infos = [] }: Envelope, secrets: Secrets): Notes {
  const noteAt = (value: unknown, field: string) => secrets.hide(textAt(value, field));
  return { warnings: listOf(warnings, 'warnings', noteAt), infos: listOf(infos, 'infos', noteAt) };
}

export function targetsOf(data: unknown): { readonly active: ActiveTarget[] } {
  const { activeTargets } = objectAt(data, 'data');
  return { active: listOf(activeTargets, 'data.activeTargets', targetAt) };
}

/** The groups of rules. Fields that some stores omit are empty. */
export function groupsOf(data: unknown): { readonly groups: LoadedGroup[] } {
  const { groups } = objectAt(data, 'data');
  const groupAt: Read<LoadedGroup> = (value, field) => {
    const { name, rules } = objectAt(value, field);
    return { name: textAt(name, `${field}.name`), rules: listOf(rules, `${field}.rules`, ruleAt) };
  };
  return { groups: listOf(groups, 'data.groups', groupAt) };
}

function instantSeriesAt(value: unknown, field: string): InstantSeries {
  const { metric, value: sample, histogram } = objectAt(value, field);
  const labels = labelsAt(metric, `${field}.metric`);
  return histogram === undefined ? { kind: 'sample', labels, sample: sampleAt(sample, `${field}.value`) }
    : { kind: 'histogram', labels, sample: histogramSampleAt(histogram, `${field}.histogram`) };
}

function rangeSeriesAt(value: unknown, field: string): RangeSeries {
  const { metric, histograms, values = histograms && [] } = objectAt(value, field);
  return {
    kind: 'range',
    labels: labelsAt(metric, `${field}.metric`),
    samples: listOf(values, `${field}.values`, sampleAt),
    histograms: listOf(histograms ?? [], `${field}.histograms`, histogramSampleAt),
  };
}

/** The failure for a field whose value is not of the required form. Only the type of the value is shown: it may echo the request. */
export function mustBe(field: string, shape: Shape, value: unknown): CallFailure {
  return new CallFailure('malformed-body', { reason: 'expected', shape, value: Shown.typeOf(value) }, { field });
}

/** A list whose elements are read one by one. Go may write an empty list as `null`. */
function listOf<T>(value: unknown, field: string, read: Read<T>): T[] {
  if (value === null) return [];
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

/** Labels, returned as they are. Their names are not shown, since they are texts of the server. */
function labelsAt(value: unknown, field: string): Labels {
  const labels = objectAt(value, field);
  for (const each of Object.values(labels)) if (typeof each !== 'string') throw mustBe(field, 'string-values', each);
  return labels as Record<string, string>;
}

/** A number in a string. `Number` reads an empty string as 0, and does not know `+Inf`. */
function numberAt(value: unknown, field: string): PrometheusNumber {
  const text = textAt(value, field);
  const number = text.trim() === '' ? NaN : Number(text.replace(/^([-+]?)Inf$/, '$1Infinity'));
  if (Number.isNaN(number) && text !== 'NaN') throw mustBe(field, 'number-text', value);
  return { value: number, text };
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

function sampleAt(value: unknown, field: string): Sample {
  const [time, number] = pairAt(value, field, numberAt);
  return { time, ...number };
}

function histogramSampleAt(value: unknown, field: string): HistogramSample {
  const [time, { count, sum, buckets = [] }] = pairAt(value, field, objectAt);
  const bucketAt: Read<HistogramSample['buckets'][number]> = (bucket, at) => {
    const isBucket = Array.isArray(bucket) && bucket.length === 4 && [0, 1, 2, 3].includes(bucket[0])
      && bucket.slice(1).every(each => typeof each === 'string');
    if (!isBucket) throw mustBe(at, 'bucket', bucket);
    return bucket as [0, string, string, string];
  };
  const at = `${field}[1]`;
  return { time, count: textAt(count, `${at}.count`), sum: textAt(sum, `${at}.sum`), buckets: listOf(buckets, `${at}.buckets`, bucketAt) };
}

function targetAt(value: unknown, field: string): ActiveTarget {
  const target = objectAt(value, field);
  const text = (name: string) => textAt(target[name], `${field}.${name}`);
  const labels = (name: string) => labelsAt(target[name], `${field}.${name}`);
  return {
    labels: labels('labels'),
    discoveredLabels: labels('discoveredLabels'),
    scrapePool: text('scrapePool'),
    scrapeUrl: text('scrapeUrl'),
    health: text('health'),
    lastError: text('lastError'),
  };
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
    duration: millisecondsAt(duration ?? 0, `${field}.duration`),
    alerts: listOf(alerts ?? [], `${field}.alerts`, (alert, at) => {
      const { labels: own, state } = objectAt(alert, at);
      return { labels: labelsAt(own, `${at}.labels`), state: textAt(state, `${at}.state`) };
    }),
  };
}
