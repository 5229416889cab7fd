import { Malformed } from './malformed';
import { Histogram, HistogramBucket, HistogramSample, PrometheusNumber, Sample } from './result';
import type { ValueReason } from '../findings/finding';
import { Shown } from '../findings/shown';
import { isObject } from '../private/check';

const DECIMAL = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const WORDS: ReadonlyMap<string, number> = new Map([['NaN', NaN], ['+Inf', Infinity], ['Inf', Infinity], ['-Inf', -Infinity]]);

/** By the number that Prometheus gives for it. */
const BOUNDARIES = ['open-left', 'open-right', 'open', 'closed'] as const;

/** Something at its place is not what it must be. */
export function mustBe(field: string, reason: ValueReason<'malformed-body'>, value: unknown): Malformed {
  return new Malformed(undefined, field, clean => ({ reason, value: shown(value, clean) }));
}

/** A value of the server's. */
export function shown(value: unknown, clean: (text: string) => string): Shown {
  return Shown.of(typeof value === 'string' ? clean(value) : value);
}

/** A list, each element read on its own. `null` is how Go may write a list without elements. */
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

/** A map of texts, as it is. */
export function labelsAt(value: unknown, field: string): Readonly<Record<string, string>> {
  const labels = objectAt(value, field);
  for (const name in labels) {
    if (typeof labels[name] !== 'string') throw mustBe(`${field}['${name}']`, 'string', labels[name]);
  }
  return labels as Record<string, string>;
}

/** A number as text. `Number` knows neither `+Inf` nor that an empty text is none. */
export function numberAt(value: unknown, field: string): PrometheusNumber {
  const text = textAt(value, field);
  const number = DECIMAL.test(text) ? Number(text) : WORDS.get(text);
  // digits beyond all numbers are not the infinity
  if (number === undefined || (!Number.isFinite(number) && DECIMAL.test(text))) throw mustBe(field, 'number', value);
  return { value: number, text };
}

/** Seconds with three decimals, as whole milliseconds. */
export function timeAt(value: unknown, field: string): number {
  const time = typeof value === 'number' ? millisecondsOf(value) : NaN;
  // the division gives back the very number that was written, unless it had more decimals or more digits than a number holds
  if (time / 1000 !== value || Math.abs(time) > Number.MAX_SAFE_INTEGER) throw mustBe(field, 'time', value);
  // without the sign of -0
  return time + 0;
}

/** Beyond the year 141000 the product is not exact any more, but the digits are. */
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
