import { Caller } from './caller';
import { checkProps, ScraperClientProps } from './client-props';
import { dataOf, notesOf, resultOf } from './decode';
import { targetsOf } from './decode-targets';
import { labelsAt, mustBe, textAt } from './decode-values';
import { LabelsOptions, parametersOf, QueryOptions, QueryRangeOptions, SeriesOptions, TargetsOptions } from './parameters';
import { LabelsResult, MatrixResult, QueryResult, SeriesResult, SeriesStream, TargetsResult } from './result';
import { asProps } from '../private/check';
import { refuse } from '../private/errors';

/**
 * Asks a scraper: Prometheus, or what speaks its HTTP API.
 *
 * Whatever goes wrong with the scraper is a `ScraperError` with a `code`. What is wrong with an argument is a `ModelError`, before anything is sent.
 * Numbers that stand for a time or a duration are milliseconds. Connections are kept for a while, and keep no program from ending.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/api/
 */
export class ScraperClient {
  /** The scraper's URL. */
  public readonly url: string;

  /** It holds the password: nothing prints such a field. */
  readonly #caller: Caller;

  /** Checks the properties and reads the CA file. Nothing is sent yet. */
  public constructor(props: ScraperClientProps) {
    const given = asProps(props);
    const { findings, ca } = checkProps(given);
    refuse('ScraperClient', findings);
    this.url = given.url;
    this.#caller = new Caller(given, ca);
  }

  /** Evaluates an expression at one time. */
  public async query(expression: string, options: QueryOptions = {}): Promise<QueryResult> {
    return this.#caller.whole(expressionCall('query', expression, options), ({ envelope, elements }) => resultOf(envelope, elements));
  }

  /** Evaluates an expression over a range of time. */
  public async queryRange(expression: string, options: QueryRangeOptions): Promise<MatrixResult> {
    return this.#caller.whole(expressionCall('queryRange', expression, options), ({ envelope, elements }) => {
      const result = resultOf(envelope, elements);
      if (result.type !== 'matrix') throw mustBe('data.resultType', 'matrix', result.type);
      return result;
    });
  }

  /** As `query`, for a result of many series: they are given one by one while they come in. */
  public async queryStream(expression: string, options: QueryOptions = {}): Promise<SeriesStream> {
    return this.#caller.stream(expressionCall('query', expression, options));
  }

  /** As `queryRange`, for a result of many series: they are given one by one while they come in. */
  public async queryRangeStream(expression: string, options: QueryRangeOptions): Promise<SeriesStream> {
    return this.#caller.stream(expressionCall('queryRange', expression, options));
  }

  /** The labels of the series that match. */
  public async series(options: SeriesOptions): Promise<SeriesResult> {
    const call = { path: 'api/v1/series', parameters: parametersOf('series', options), mayPost: true, options: asProps(options) };
    return this.#caller.whole(call, ({ envelope }) => ({ series: dataOf(envelope, labelsAt), ...notesOf(envelope) }));
  }

  /** The names of the labels that series have. */
  public async labels(options: LabelsOptions = {}): Promise<LabelsResult> {
    const call = { path: 'api/v1/labels', parameters: parametersOf('labels', options), mayPost: true, options: asProps(options) };
    return this.#caller.whole(call, ({ envelope }) => ({ labels: dataOf(envelope, textAt), ...notesOf(envelope) }));
  }

  /** What the scraper scrapes, and what it has found and does not scrape. Thanos Query and others that scrape nothing themselves may not know. */
  public async targets(options: TargetsOptions = {}): Promise<TargetsResult> {
    const call = { path: 'api/v1/targets', parameters: parametersOf('targets', options), mayPost: false, options: asProps(options) };
    return this.#caller.whole(call, ({ envelope }) => ({ ...targetsOf(envelope.data), ...notesOf(envelope) }));
  }
}

const PATHS = { query: 'api/v1/query', queryRange: 'api/v1/query_range' };

function expressionCall(kind: keyof typeof PATHS, query: string, options: QueryOptions | QueryRangeOptions) {
  return { path: PATHS[kind], parameters: parametersOf(kind, { ...asProps(options), query }), mayPost: true, options: asProps(options) };
}
