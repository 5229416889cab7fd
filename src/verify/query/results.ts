// The results of calls. Times are integer milliseconds since the epoch, as in `Date`: Prometheus keeps no finer ones.

/** Labels of a series. The name of its metric is the label `__name__`. */
export type Labels = Readonly<Record<string, string>>;

/** A number, and the text that Prometheus wrote for it. */
export interface PrometheusNumber {
  /** The number, which may be `NaN`, `Infinity` or `-Infinity`. */
  readonly value: number;
  /** The number as written: `+Inf`, or digits beyond the precision of `value`. */
  readonly text: string;
}

/** A value at a time. */
export interface Sample extends PrometheusNumber {
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** A native histogram at a time, with numbers as Prometheus writes them. */
export interface HistogramSample {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly count: string;
  readonly sum: string;
  /**
   * The non-empty buckets: a number, the lower and the upper boundary, and the observations. The number says which
   * boundaries belong to the bucket: the upper one (0), the lower one (1), neither (2), or both (3).
   */
  readonly buckets: readonly (readonly [boundaries: 0 | 1 | 2 | 3, lower: string, upper: string, count: string])[];
}

/** A series with one value. */
export interface SampleSeries {
  readonly kind: 'sample';
  readonly labels: Labels;
  readonly sample: Sample;
}

/** A series with one native histogram. */
interface HistogramSeries {
  readonly kind: 'histogram';
  readonly labels: Labels;
  readonly sample: HistogramSample;
}

/** A series over a time range. If its type changed, it has both samples and histograms. */
export interface RangeSeries {
  readonly kind: 'range';
  readonly labels: Labels;
  readonly samples: readonly Sample[];
  readonly histograms: readonly HistogramSample[];
}

/** An element of a vector. */
export type InstantSeries = SampleSeries | HistogramSeries;

/** An element of a vector or of a matrix. */
export type Series = InstantSeries | RangeSeries;

/** Notes of the scraper on its answer. */
export interface Notes {
  /** Possible flaws of the answer: it was cut at a limit, or a part of the data could not be queried. */
  readonly warnings: readonly string[];
  /** Possible flaws of the query: a `rate` of a metric that is not a counter. */
  readonly infos: readonly string[];
}

/** Series with one value each. */
export interface VectorResult extends Notes {
  readonly type: 'vector';
  readonly series: readonly InstantSeries[];
}

/** Series over a time range. */
export interface MatrixResult extends Notes {
  readonly type: 'matrix';
  readonly series: readonly RangeSeries[];
}

/** A number without labels. */
export interface ScalarResult extends Notes {
  readonly type: 'scalar';
  readonly sample: Sample;
}

/** A string. */
interface StringResult extends Notes {
  readonly type: 'string';
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly text: string;
}

/** The result of an expression at a single time. */
export type QueryResult = VectorResult | MatrixResult | ScalarResult | StringResult;

/** A target that the scraper scrapes. */
export interface ActiveTarget {
  /** The labels of its series. */
  readonly labels: Labels;
  /** The labels from discovery, before relabelling. */
  readonly discoveredLabels: Labels;
  /** The job of the configuration to which it belongs. */
  readonly scrapePool: string;
  readonly scrapeUrl: string;
  /** `up`, `down`, `unknown` before the first scrape, or another name that the scraper uses. */
  readonly health: string;
  /** Why the last scrape failed; empty if it did not. */
  readonly lastError: string;
}

/** The targets of the scraper. */
export interface TargetsResult extends Notes {
  readonly active: readonly ActiveTarget[];
}

/** An alert of a rule, which is pending or firing. */
export interface ActiveAlert {
  readonly labels: Labels;
  /** `pending`, `firing`, or another name that the scraper uses. */
  readonly state: string;
}

/** A rule that the scraper has loaded. */
export interface LoadedRule {
  /** The name of the alert, or of the recorded metric. */
  readonly name: string;
  /** Its expression, as the scraper writes it. */
  readonly query: string;
  /** `ok`, `err`, `unknown` before the first evaluation, or another name that the scraper uses. */
  readonly health: string;
  /** Why its last evaluation failed; empty if it did not. */
  readonly lastError: string;
  readonly labels: Labels;
  /** Its `for`, in milliseconds; 0 for a recording rule. */
  readonly duration: number;
  /** Its current alerts. */
  readonly alerts: readonly ActiveAlert[];
}

/** A group of rules that the scraper has loaded. */
export interface LoadedGroup {
  readonly name: string;
  readonly rules: readonly LoadedRule[];
}

/** The rules that the scraper has loaded. */
export interface RulesResult extends Notes {
  readonly groups: readonly LoadedGroup[];
}
