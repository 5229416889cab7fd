import { histogramSampleAt, labelsAt, listOf, mustBe, objectAt, pairAt, sampleAt, textAt } from './decode-values';
import { Evaluated, InstantSeries, Notes, QueryResult, RangeSeries, Series } from './result';
import { isObject } from '../private/check';

const RESULT = 'data.result';

/** What is the same in every answer. */
export type Envelope = Readonly<Record<string, unknown>>;

/** An element of a vector or a matrix, told by its own fields: Prometheus writes the type of the result before it, others after it. */
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

/** A list for data. */
export function dataOf<T>({ data }: Envelope, read: (element: unknown, field: string) => T): T[] {
  if (data === undefined) throw mustBe('data', 'list', data);
  return listOf(data, 'data', read);
}

/** The result of an expression, of what `elementAt` has made. */
export function resultOf(envelope: Envelope, elements: unknown[]): QueryResult {
  const { resultType: type } = objectAt(envelope.data, 'data');
  const evaluated = evaluatedOf(envelope);
  switch (type) {
    case 'vector': return { type, series: elements.map(instantSeries), ...evaluated };
    case 'matrix': return { type, series: elements.map(rangeSeries), ...evaluated };
    case 'scalar': return { type, sample: sampleAt(elements, RESULT), ...evaluated };
    case 'string': {
      const { time, second: text } = pairAt(elements, RESULT, textAt);
      return { type, time, text, ...evaluated };
    }
    default: throw mustBe('data.resultType', 'result-type', type);
  }
}

/** What comes beside the elements, which were a list even if an empty one. */
export function evaluatedOf(envelope: Envelope): Evaluated {
  const { result, stats } = objectAt(envelope.data, 'data');
  if (!Array.isArray(result)) throw mustBe(RESULT, 'list', result);
  return { ...stats == null ? {} : { stats: objectAt(stats, 'data.stats') }, ...notesOf(envelope) };
}

/** Of a result, a series, or one of the two values that a scalar and a string have. */
export function elementAt(value: unknown, index: number): unknown {
  return index < 2 && !isObject(value) ? value : seriesAt(value, index);
}

function instantSeries(element: unknown, index: number): InstantSeries {
  const series = seriesOf(element, index);
  if (series.kind === 'range') throw mustBe(`${RESULT}[${index}]`, 'one-value', series);
  return series;
}

function rangeSeries(element: unknown, index: number): RangeSeries {
  const series = seriesOf(element, index);
  if (series.kind !== 'range') throw mustBe(`${RESULT}[${index}]`, 'values', series);
  return series;
}

function seriesOf(element: unknown, index: number): Series {
  if (!isObject(element)) throw mustBe(`${RESULT}[${index}]`, 'object', element);
  return element as Series;
}
