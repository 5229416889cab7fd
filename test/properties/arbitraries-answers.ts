import * as fc from 'fast-check';

/** What a scraper is asked for. */
export type Call = 'query' | 'queryRange' | 'queryStream' | 'series' | 'labels' | 'targets';

/** An answer as Prometheus writes it, and what has to be read from it. */
export interface ValidAnswer {
  readonly call: Call;
  readonly json: any;
  readonly expected: unknown;
}

/** What is written, and what is read: the one is made without the other. */
interface Both {
  readonly json: any;
  readonly read: any;
}

const STRANGE = ['', '"\\/\b\f\n\r\t\u0000\u001f', '\u2028', '\ufffd', '😀', '__proto__', ']}', '{"a":[1,'];
const text = fc.oneof(fc.string(), fc.string({ unit: 'grapheme', maxLength: 8 }), fc.constantFrom(...STRANGE));

const labelName = fc.oneof(fc.constantFrom('__name__', 'app', 'job', 'pod_name', '__proto__', 'constructor', 'toString', ''), text);

const labels: fc.Arbitrary<Both> = fc.uniqueArray(fc.tuple(labelName, text), { selector: ([name]) => name, maxLength: 4 }).map(entries =>
  ({ json: Object.fromEntries(entries), read: Object.fromEntries(entries) }));

const WORDS: [string, number][] = [
  ['NaN', NaN], ['+Inf', Infinity], ['-Inf', -Infinity], ['-0', -0], ['0.1000000000000000055511151231257827', 0.1], ['1.7976931348623157e+308', Number.MAX_VALUE],
  ['9007199254740993', 9007199254740992], ['5e-324', 5e-324], ['00012.50', 12.5],
];

const number: fc.Arbitrary<Both> = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value): [string, number] => [String(value), value + 0]),
  fc.integer().map((value): [string, number] => [String(value), value]),
  fc.constantFrom(...WORDS),
).map(([written, value]) => ({ json: written, read: { value, text: written } }));

/** The last time that a `Date` knows. */
const LAST = 8_640_000_000_000_000;

const now = fc.integer({ min: 1_400_000_000_000, max: 2_000_000_000_000 });
/** Written without any arithmetic of numbers. */
const time: fc.Arbitrary<Both> = fc.oneof(now, fc.maxSafeInteger(), fc.constantFrom(0, -1, 1435781430781)).map(any => {
  const milliseconds = any % LAST + 0;
  const digits = String(Math.abs(milliseconds)).padStart(4, '0');
  return { json: Number(`${milliseconds < 0 ? '-' : ''}${digits.slice(0, -3)}.${digits.slice(-3)}`) + 0, read: milliseconds };
});

const sample: fc.Arbitrary<Both> = fc.tuple(time, number)
  .map(([at, value]) => ({ json: [at.json, value.json], read: { time: at.read, ...value.read } }));

const RULES = ['open-left', 'open-right', 'open', 'closed'];

const bucket: fc.Arbitrary<Both> = fc.tuple(fc.nat({ max: 3 }), number, number, number).map(([rule, lower, upper, count]) => ({
  json: [rule, lower.json, upper.json, count.json],
  read: { boundaries: RULES[rule], lower: lower.read, upper: upper.read, count: count.read },
}));

const buckets = fc.option(fc.array(bucket, { maxLength: 4 }), { nil: undefined });

const histogram: fc.Arbitrary<Both> = fc.tuple(time, number, number, buckets).map(([at, count, sum, some]) => ({
  json: [at.json, { count: count.json, sum: sum.json, ...some && { buckets: some.map(each => each.json) } }],
  read: { time: at.read, histogram: { count: count.read, sum: sum.read, buckets: (some ?? []).map(each => each.read) } },
}));

const many = (element: fc.Arbitrary<Both>): fc.Arbitrary<Both> =>
  fc.array(element, { maxLength: 4 }).map(elements => ({ json: elements.map(each => each.json), read: elements.map(each => each.read) }));

const instantSeries: fc.Arbitrary<Both> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(labels, sample, fc.constant('value')) },
  { weight: 1, arbitrary: fc.tuple(labels, histogram, fc.constant('histogram')) },
).map(([metric, one, field]) => ({
  json: { metric: metric.json, [field]: one.json },
  read: { kind: field === 'value' ? 'sample' : 'histogram', labels: metric.read, sample: one.read },
}));

const rangeSeries: fc.Arbitrary<Both> = fc.tuple(labels, many(sample), many(histogram)).map(([metric, values, histograms]) => ({
  json: { metric: metric.json, values: values.json, ...histograms.json.length > 0 && { histograms: histograms.json } },
  read: { kind: 'range', labels: metric.read, samples: values.read, histograms: histograms.read },
}));

const notes = fc.record({ warnings: fc.array(text, { maxLength: 2 }), infos: fc.array(text, { maxLength: 2 }) });
const statistics = fc.option(fc.record({ timings: fc.dictionary(fc.constantFrom('a', 'b'), fc.integer()) }, { noNullPrototype: true }), { nil: undefined });
const rest = fc.tuple(notes, statistics, fc.boolean());

function success(data: any, { warnings, infos }: any): any {
  return { status: 'success', data, ...warnings.length > 0 && { warnings }, ...infos.length > 0 && { infos } };
}

function expression(call: Call, type: string, result: fc.Arbitrary<Both>, fields: (read: any) => object): fc.Arbitrary<ValidAnswer> {
  return fc.tuple(result, rest).map(([{ json, read }, [said, stats, isLate]]) => ({
    call,
    // others write the type after the elements
    json: success({ ...!isLate && { resultType: type }, result: json, ...isLate && { resultType: type }, ...stats && { stats } }, said),
    expected: { ...call !== 'queryStream' && { type }, ...fields(read), ...stats && { stats }, ...said },
  }));
}

const series = (read: any) => ({ series: read });

function list(call: Call, field: string, element: fc.Arbitrary<Both>): fc.Arbitrary<ValidAnswer> {
  return fc.tuple(many(element), notes).map(([{ json, read }, said]) => ({ call, json: success(json, said), expected: { [field]: read, ...said } }));
}

const moment = fc.date({ min: new Date(0), max: new Date(4e12), noInvalidDate: true });
const health = fc.constantFrom('up', 'down', 'unknown');

const described = fc.tuple(labels, labels, text, health, fc.option(moment), fc.nat());

const target: fc.Arbitrary<Both> = described.map(([own, discovered, name, up, scraped, duration]) => ({
  json: {
    labels: own.json,
    discoveredLabels: discovered.json,
    scrapePool: name,
    scrapeUrl: name,
    globalUrl: name,
    lastError: name,
    health: up,
    lastScrape: scraped?.toISOString() ?? '0001-01-01T00:00:00Z',
    lastScrapeDuration: duration,
  },
  read: {
    labels: own.read,
    discoveredLabels: discovered.read,
    scrapePool: name,
    scrapeUrl: name,
    lastError: name,
    health: up,
    ...scraped && { lastScrape: scraped.getTime() },
    lastScrapeDuration: duration * 1000,
  },
}));

const dropped = labels.map(({ json, read }): Both => ({ json: { discoveredLabels: json }, read: { discoveredLabels: read } }));

const targets: fc.Arbitrary<ValidAnswer> = fc.tuple(many(target), many(dropped), notes).map(([active, others, said]) => ({
  call: 'targets',
  json: success({ activeTargets: active.json, droppedTargets: others.json }, said),
  expected: { active: active.read, dropped: others.read, ...said },
}));

const stringResult: fc.Arbitrary<Both> = fc.tuple(time, text)
  .map(([at, value]) => ({ json: [at.json, value], read: { time: at.read, text: value } }));

/** Answers of all kinds. */
export const validAnswers: fc.Arbitrary<ValidAnswer> = fc.oneof(
  expression('query', 'vector', many(instantSeries), series),
  expression('query', 'matrix', many(rangeSeries), series),
  expression('query', 'scalar', sample, read => ({ sample: read })),
  expression('query', 'string', stringResult, read => read),
  expression('queryRange', 'matrix', many(rangeSeries), series),
  expression('queryStream', 'vector', many(instantSeries), series),
  expression('queryStream', 'matrix', many(rangeSeries), series),
  list('series', 'series', labels),
  list('labels', 'labels', text.map(name => ({ json: name, read: name }))),
  targets,
);

const ERROR_TYPES: [string, number][] = [
  ['bad_data', 400], ['not_acceptable', 406], ['execution', 422], ['canceled', 499], ['timeout', 503], ['timeout', 503], ['internal', 500], ['unavailable', 500],
  ['not_found', 404], ['other', 418],
];

/** Refusals of Prometheus, with the status that goes with them. */
export const refusals: fc.Arbitrary<{ readonly json: any; readonly status: number }> =
  fc.tuple(fc.constantFrom(...ERROR_TYPES), text, notes).map(([[errorType, status], error, said]) => ({
    json: { status: 'error', errorType, error, ...said }, status,
  }));
