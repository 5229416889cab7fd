// What the scraper answers. Times are whole milliseconds since the epoch, as `Date` takes them: Prometheus keeps no finer ones.

/** Labels of a series; its metric's name is `__name__`. */
export type Labels = Readonly<Record<string, string>>;

/** A number, and the text that Prometheus wrote for it. */
export interface PrometheusNumber {
  /** The number: `NaN`, `Infinity` and `-Infinity` among them. */
  readonly value: number;
  /** As it was written: `+Inf`, or digits beyond what a number holds. */
  readonly text: string;
}

/** A value at a time. */
export interface Sample extends PrometheusNumber {
  /** Milliseconds since the epoch. */
  readonly time: number;
}

/** Which boundaries of a bucket belong to it. */
export type BucketBoundaries = 'open-left' | 'open-right' | 'open' | 'closed';

/** A bucket of a native histogram. */
export interface HistogramBucket {
  /**
   * `open-left`: the lower boundary does not belong to the bucket; `open-right`: the upper one; `open`: neither; `closed`: both belong to
   * it.
   */
  readonly boundaries: BucketBoundaries;
  readonly lower: PrometheusNumber;
  readonly upper: PrometheusNumber;
  /** Observations in the bucket. */
  readonly count: PrometheusNumber;
}

/** A native histogram. */
export interface Histogram {
  readonly count: PrometheusNumber;
  readonly sum: PrometheusNumber;
  /** The buckets with something in them. */
  readonly buckets: readonly HistogramBucket[];
}

/** A native histogram at a time. */
export interface HistogramSample {
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly histogram: Histogram;
}

/** A series with one value. */
export interface SampleSeries {
  readonly kind: 'sample';
  readonly labels: Labels;
  readonly sample: Sample;
}

/** A series with one native histogram. */
export interface HistogramSeries {
  readonly kind: 'histogram';
  readonly labels: Labels;
  readonly sample: HistogramSample;
}

/** A series over a range of time. One that has changed its type has both. */
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

/** What the scraper says beside its answer. */
export interface Notes {
  /** What may be wrong with the answer: it was cut at a limit, a part of the data could not be asked. */
  readonly warnings: readonly string[];
  /** What may be wrong with the question: a `rate` of what is no counter. */
  readonly infos: readonly string[];
}

/** What comes with every result of an expression. */
export interface Evaluated extends Notes {
  /** The statistics, where they were asked for, as Prometheus writes them. */
  readonly stats?: Readonly<Record<string, unknown>>;
}

/** Series with one value each. */
export interface VectorResult extends Evaluated {
  readonly type: 'vector';
  readonly series: readonly InstantSeries[];
}

/** Series over a range of time. */
export interface MatrixResult extends Evaluated {
  readonly type: 'matrix';
  readonly series: readonly RangeSeries[];
}

/** A number without labels. */
export interface ScalarResult extends Evaluated {
  readonly type: 'scalar';
  readonly sample: Sample;
}

/** A text. */
export interface StringResult extends Evaluated {
  readonly type: 'string';
  /** Milliseconds since the epoch. */
  readonly time: number;
  readonly text: string;
}

/** The result of an expression at one time. */
export type QueryResult = VectorResult | MatrixResult | ScalarResult | StringResult;

/** The series of a result, one by one while they come in, and once: neither the whole answer nor all series are held. */
export interface SeriesStream extends AsyncIterable<Series> {
  /** What may be wrong with the answer; complete when the last series was read. */
  readonly warnings: readonly string[];
  /** What may be wrong with the question; complete when the last series was read. */
  readonly infos: readonly string[];
  /** The statistics, where they were asked for; there when the last series was read. */
  readonly stats?: Readonly<Record<string, unknown>>;
}

/** Which series there are. */
export interface SeriesResult extends Notes {
  readonly series: readonly Labels[];
}

/** Which names of labels there are. */
export interface LabelsResult extends Notes {
  readonly labels: readonly string[];
}

/** Whether a target could be scraped: not yet tried is `unknown`. */
export type TargetHealth = 'up' | 'down' | 'unknown';

/** A target that the scraper scrapes. */
export interface ActiveTarget {
  /** The labels that its series get. */
  readonly labels: Labels;
  /** What discovery said of it, before relabelling. */
  readonly discoveredLabels: Labels;
  /** The job's part of the configuration. */
  readonly scrapePool: string;
  readonly scrapeUrl: string;
  readonly health: TargetHealth;
  /** Why the last scrape failed; empty if it did not. */
  readonly lastError: string;
  /** The last scrape, in milliseconds since the epoch; nothing if there was none. */
  readonly lastScrape?: number;
  /** How long the last scrape took, in milliseconds. */
  readonly lastScrapeDuration: number;
}

/** A target that relabelling has dropped. */
export interface DroppedTarget {
  readonly discoveredLabels: Labels;
}

/** What the scraper scrapes. */
export interface TargetsResult extends Notes {
  readonly active: readonly ActiveTarget[];
  readonly dropped: readonly DroppedTarget[];
}

/** An alert of a rule, which is pending or firing. */
export interface ActiveAlert {
  readonly labels: Labels;
  /** `pending`, `firing`, or what else the scraper calls it. */
  readonly state: string;
}

/** A rule that the scraper has loaded. */
export interface LoadedRule {
  /** The name of the alert, or of the metric that is recorded. */
  readonly name: string;
  /** Its expression, as the scraper writes it. */
  readonly query: string;
  /** `ok`, `err`, `unknown` as long as it was not evaluated, or what else the scraper calls it. */
  readonly health: string;
  /** Why its last evaluation failed; empty if it did not. */
  readonly lastError: string;
  readonly labels: Labels;
  /** Its `for`, in milliseconds; 0 of a recording rule. */
  readonly duration: number;
  /** The alerts that it makes now. */
  readonly alerts: readonly ActiveAlert[];
}

/** A group of rules that the scraper has loaded. */
export interface LoadedGroup {
  readonly name: string;
  /** The file, or the namespace, that it comes from. */
  readonly file: string;
  readonly rules: readonly LoadedRule[];
}

/** Which rules there are. */
export interface RulesResult extends Notes {
  readonly groups: readonly LoadedGroup[];
}

/** What runs as the scraper. */
export interface BuildInfoResult extends Notes {
  /** As `3.13.1`. */
  readonly version: string;
}
