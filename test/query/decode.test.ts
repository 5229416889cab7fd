import { toldOf } from './malformed';
import { elementAt, evaluatedOf, notesOf, resultOf, seriesAt, targetsOf } from '../../src/query/decode';
import { Malformed } from '../../src/query/failures';

function refused(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return toldOf(error);
  }
  throw new Error('nothing was thrown');
}

const HISTOGRAM = { count: '2', sum: '3' };
const HISTOGRAM_READ = { count: { value: 2, text: '2' }, sum: { value: 3, text: '3' }, buckets: [] };
const SERIES = { metric: { __name__: 'up', job: 'a' }, value: [1435781430.781, '1'] };
const SERIES_READ = { kind: 'sample', labels: { __name__: 'up', job: 'a' }, sample: { time: 1435781430781, value: 1, text: '1' } };
const NOTES = { warnings: [], infos: [] };

describe('a series', () => {
  test.each<[string, unknown, unknown]>([
    ['with a value', SERIES, SERIES_READ],
    ['without labels', { metric: {}, value: [0, 'NaN'] }, { kind: 'sample', labels: {}, sample: { time: 0, value: NaN, text: 'NaN' } }],
    ['with a native histogram', { metric: { a: 'b' }, histogram: [1, HISTOGRAM] }, { kind: 'histogram', labels: { a: 'b' }, sample: { time: 1000, histogram: HISTOGRAM_READ } }],
    ['with values', { metric: {}, values: [[1, '1'], [2, '-Inf']] }, {
      kind: 'range', labels: {}, histograms: [], samples: [{ time: 1000, value: 1, text: '1' }, { time: 2000, value: -Infinity, text: '-Inf' }],
    }],
    ['with native histograms', { metric: {}, histograms: [[1, HISTOGRAM]] }, { kind: 'range', labels: {}, samples: [], histograms: [{ time: 1000, histogram: HISTOGRAM_READ }] }],
    ['with both', { metric: {}, values: [[1, '1']], histograms: [[2, HISTOGRAM]] }, {
      kind: 'range', labels: {}, samples: [{ time: 1000, value: 1, text: '1' }], histograms: [{ time: 2000, histogram: HISTOGRAM_READ }],
    }],
    ['with a list without values', { metric: {}, values: [] }, { kind: 'range', labels: {}, samples: [], histograms: [] }],
    ['with fields that nobody knows', { ...SERIES, exemplars: [1] }, SERIES_READ],
  ])('%s', (_, element, expected) => {
    expect(seriesAt(element, 0)).toEqual(expected);
  });

  test.each<[string, unknown, string]>([
    ['it is null', null, "'data.result[7]' must be an object, got null"],
    ['it is a number', 1, "'data.result[7]' must be an object, got 1"],
    ['it is a list', [], "'data.result[7]' must be an object, got a list of 0"],
    ['it has no labels', { value: [1, '1'] }, "'data.result[7].metric' must be an object, got nothing"],
    ['a label is no text', { metric: { a: 1 }, value: [1, '1'] }, "'data.result[7].metric.a' must be a string, got 1"],
    ['it has no value', { metric: {} }, "'data.result[7].value' must be a list of two, time and value, got nothing"],
    ['its value is wrong', { metric: {}, value: [1, 1] }, "'data.result[7].value[1]' must be a string, got 1"],
    ['its time is wrong', { metric: {}, value: ['1', '1'] }, "'data.result[7].value[0]' must be a time in seconds with at most three decimals, got \"1\""],
    ['its histogram is wrong', { metric: {}, histogram: [1, {}] }, "'data.result[7].histogram[1].count' must be a string, got nothing"],
    ['one of its values is wrong', { metric: {}, values: [[1, '1'], [2]] }, "'data.result[7].values[1]' must be a list of two, time and value, got a list of 1"],
    ['its values are no list', { metric: {}, values: '1' }, "'data.result[7].values' must be a list, got \"1\""],
    ['one of its histograms is wrong', { metric: {}, histograms: [[1, '1']] }, "'data.result[7].histograms[0][1]' must be an object, got \"1\""],
  ])('fails when %s', (_, element, expected) => {
    expect(refused(() => seriesAt(element, 7))).toBe(expected);
  });
});

describe('a result', () => {
  const read = (resultType: unknown, elements: unknown[], more: object = {}, notes: object = {}) =>
    resultOf({ data: { resultType, result: [], ...more }, ...notes }, elements.map(elementAt));

  test('fails when a series is one of a range in a vector, or the other way round', () => {
    expect(refused(() => read('vector', [SERIES, { metric: {}, values: [] }]))).toBe("'data.result[1]' must be a series with one value, got an object");
    expect(refused(() => read('matrix', [SERIES]))).toBe("'data.result[0]' must be a series with a list of values, got an object");
  });

  test('fails when it has more values than time and value, at the first of them', () => {
    expect(refused(() => read('scalar', [1, '1', 2]))).toBe("'data.result[2]' must be an object, got 2");
  });

  test.each<[string, unknown[], unknown]>([
    ['vector', [SERIES], { type: 'vector', series: [SERIES_READ], ...NOTES }],
    ['vector', [], { type: 'vector', series: [], ...NOTES }],
    ['matrix', [{ metric: {}, values: [] }], { type: 'matrix', series: [{ kind: 'range', labels: {}, samples: [], histograms: [] }], ...NOTES }],
    ['matrix', [], { type: 'matrix', series: [], ...NOTES }],
    ['scalar', [1435781430.781, '+Inf'], { type: 'scalar', sample: { time: 1435781430781, value: Infinity, text: '+Inf' }, ...NOTES }],
    ['string', [-1.5, 'a\nb'], { type: 'string', time: -1500, text: 'a\nb', ...NOTES }],
    ['string', [0, ''], { type: 'string', time: 0, text: '', ...NOTES }],
  ])('%s of %j', (type, elements, expected) => {
    expect(read(type, elements)).toEqual(expected);
  });

  test('has the notes and the statistics beside it', () => {
    const stats = { timings: { evalTotalTime: 0.1 } };
    expect(read('vector', [], { stats }, { warnings: ['cut'], infos: ['no counter', ''] })).toEqual({ type: 'vector', series: [], warnings: ['cut'], infos: ['no counter', ''], stats });
    expect(read('vector', [], { stats: null }, { warnings: null, infos: [] })).toEqual({ type: 'vector', series: [], ...NOTES });
  });

  const TYPES = 'must be vector, matrix, scalar or string';

  test.each<[string, () => unknown, string]>([
    ['there is no data', () => resultOf({}, []), "'data' must be an object, got nothing"],
    ['the data is null', () => resultOf({ data: null }, []), "'data' must be an object, got null"],
    ['the data is a list', () => resultOf({ data: [] }, []), "'data' must be an object, got a list of 0"],
    ['there is no type', () => read(undefined, []), `'data.resultType' ${TYPES}, got nothing`],
    ['the type is not known', () => read('streams', []), `'data.resultType' ${TYPES}, got "streams"`],
    ['the type is the name of a method', () => read('constructor', []), `'data.resultType' ${TYPES}, got "constructor"`],
    ['the type is an object', () => read(JSON.parse('{"toString":1}'), []), `'data.resultType' ${TYPES}, got an object`],
    ['there is no list', () => resultOf({ data: { resultType: 'vector' } }, []), "'data.result' must be a list, got nothing"],
    ['the list is null', () => read('vector', [], { result: null }), "'data.result' must be a list, got null"],
    ['the list is an object', () => read('vector', [], { result: {} }), "'data.result' must be a list, got an object"],
    ['a vector has series of a range', () => read('vector', [SERIES, { metric: {}, values: [] }]), "'data.result[1]' must be a series with one value, got an object"],
    ['a matrix has series of one value', () => read('matrix', [SERIES]), "'data.result[0]' must be a series with a list of values, got an object"],
    ['a scalar has no value', () => read('scalar', [1]), "'data.result' must be a list of two, time and value, got a list of 1"],
    ['a scalar has series', () => read('scalar', [SERIES, SERIES]), "'data.result[0]' must be a time in seconds with at most three decimals, got an object"],
    ['a scalar is no number', () => read('scalar', [1, 'x']), "'data.result[1]' must be a number in a string, got \"x\""],
    ['a string is a number', () => read('string', [1, 1]), "'data.result[1]' must be a string, got 1"],
    ['a string has more', () => read('string', [1, 'a', 'b']), "'data.result[2]' must be an object, got \"b\""],
    ['the statistics are a text', () => read('vector', [], { stats: 'x' }), "'data.stats' must be an object, got \"x\""],
    ['the warnings are a text', () => read('vector', [], {}, { warnings: 'x' }), "'warnings' must be a list, got \"x\""],
    ['an info is no text', () => read('vector', [], {}, { infos: ['a', 1] }), "'infos[1]' must be a string, got 1"],
  ])('fails when %s', (_, act, expected) => {
    expect(refused(act)).toBe(expected);
  });
});

test('notes are lists, even if there are none', () => {
  expect(notesOf({})).toEqual(NOTES);
  expect(notesOf({ warnings: ['a'], infos: null })).toEqual({ warnings: ['a'], infos: [] });
});

test('what comes beside the elements has no field for statistics that were not asked for', () => {
  expect(Object.keys(evaluatedOf({ data: { result: [] } }))).toEqual(['warnings', 'infos']);
});

const ACTIVE = {
  discoveredLabels: { __address__: '10.0.0.7:8080', __meta_kubernetes_pod_name: 'greet-0' },
  labels: { app: 'hello', job: 'hello_default_shop_greet' },
  scrapePool: 'hello_default_shop_greet',
  scrapeUrl: 'http://10.0.0.7:8080/metrics',
  globalUrl: 'http://10.0.0.7:8080/metrics',
  lastError: '',
  lastScrape: '2026-01-31T12:00:00.123456789Z',
  lastScrapeDuration: 0.0125,
  health: 'up',
  scrapeInterval: '15s',
  scrapeTimeout: '10s',
};

const ACTIVE_READ = {
  discoveredLabels: ACTIVE.discoveredLabels,
  labels: ACTIVE.labels,
  scrapePool: 'hello_default_shop_greet',
  scrapeUrl: 'http://10.0.0.7:8080/metrics',
  lastError: '',
  lastScrape: Date.UTC(2026, 0, 31, 12, 0, 0, 123),
  lastScrapeDuration: 12.5,
  health: 'up',
};

const active = (change: object) => targetsOf({ activeTargets: [{ ...ACTIVE, ...change }], droppedTargets: [] }).active[0];

test('targets are those that are scraped, and those that are not', () => {
  expect(targetsOf({ activeTargets: [ACTIVE], droppedTargets: [{ discoveredLabels: { a: 'b' }, scrapePool: 'x' }] }))
    .toEqual({ active: [ACTIVE_READ], dropped: [{ discoveredLabels: { a: 'b' } }] });
});

test.each([[{ activeTargets: [] }], [{ activeTargets: null, droppedTargets: null }], [{ activeTargets: [], droppedTargets: [], droppedTargetCounts: {} }]])('there may be none: %j', data => {
  expect(targetsOf(data)).toEqual({ active: [], dropped: [] });
});

test.each<[string, object, object]>([
  ['could not be scraped', { health: 'down', lastError: 'connection refused' }, { health: 'down', lastError: 'connection refused' }],
  ['has another time zone', { lastScrape: '2026-01-31T13:30:00+01:30' }, { lastScrape: Date.UTC(2026, 0, 31, 12) }],
  ['was scraped for the last time on a leap day', { lastScrape: '2024-02-29T00:00:00Z' }, { lastScrape: Date.UTC(2024, 1, 29) }],
  ['was scraped in no time', { lastScrapeDuration: 0 }, { lastScrapeDuration: 0 }],
])('a target %s', (_, change, expected) => {
  expect(active(change)).toEqual({ ...ACTIVE_READ, ...expected });
});

test('a target that was not scraped yet has no time', () => {
  const target = active({ health: 'unknown', lastScrape: '0001-01-01T00:00:00Z', lastScrapeDuration: 0 });
  expect(target).toEqual({ ...ACTIVE_READ, health: 'unknown', lastScrape: undefined, lastScrapeDuration: 0 });
  expect('lastScrape' in target).toBe(false);
});

const UNPRINTABLE = JSON.parse('{"toString":1,"valueOf":1}');
const AT = 'data.activeTargets[0]';

describe('fails when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['the data is a list', [], "'data' must be an object, got a list of 0"],
    ['the targets are no list', { activeTargets: {} }, "'data.activeTargets' must be a list, got an object"],
    ['a target is a text', { activeTargets: ['x'] }, `'${AT}' must be an object, got "x"`],
    ['a target that was dropped is null', { droppedTargets: [{ discoveredLabels: {} }, null] }, "'data.droppedTargets[1]' must be an object, got null"],
    ['a target that was dropped has no labels', { droppedTargets: [{}] }, "'data.droppedTargets[0].discoveredLabels' must be an object, got nothing"],
    ...Object.entries<[unknown, string]>({
      health: ['UP', 'must be up, down or unknown, got "UP"'],
      lastScrapeDuration: ['1', 'must be a number of seconds, got "1"'],
      lastScrape: ['yesterday', 'must be a time as in RFC 3339, got "yesterday"'],
      labels: [[], 'must be an object, got a list of 0'],
      discoveredLabels: [null, 'must be an object, got null'],
      scrapePool: [1, 'must be a string, got 1'],
      scrapeUrl: [undefined, 'must be a string, got nothing'],
      lastError: [null, 'must be a string, got null'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`a target's ${name} is wrong`, { activeTargets: [{ ...ACTIVE, [name]: value }] }, `'${AT}.${name}' ${problem}`]),
    ['the time of a scrape is a number', { activeTargets: [{ ...ACTIVE, lastScrape: 1700000000 }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got 1700000000`],
    ['the time of a scrape is an object', { activeTargets: [{ ...ACTIVE, lastScrape: UNPRINTABLE }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got an object`],
    ['the time of a scrape is a list', { activeTargets: [{ ...ACTIVE, lastScrape: [ACTIVE.lastScrape] }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got a list of 1`],
    ['there is no such time', { activeTargets: [{ ...ACTIVE, lastScrape: '2026-13-31T12:00:00Z' }] }, `'${AT}.lastScrape' must be a time as in RFC 3339, got "2026-13-31T12:00:00Z"`],
  ])('%s', (_, data, expected) => {
    let message = 'nothing was thrown';
    try {
      targetsOf(data);
    } catch (error) {
      message = error instanceof Malformed ? toldOf(error) : String(error);
    }
    expect(message).toBe(expected);
  });
});
