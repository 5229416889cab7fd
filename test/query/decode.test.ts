import * as fc from 'fast-check';
import { toldOf } from './malformed';
import { groupsOf, notesOf, resultOf, targetsOf } from '../../src/query/decode';
import { Malformed } from '../../src/query/failures';
import { runs } from '../properties/runs';

/** What is said of the field that is wrong. */
function refused(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return toldOf(error);
  }
  throw new Error('nothing was thrown');
}

/** What only JSON can make: nothing can be made a text of it. */
const UNPRINTABLE = JSON.parse('{"toString":1,"valueOf":1}');

const read = (resultType: unknown, result: unknown, notes: object = {}) => resultOf({ data: { resultType, result }, ...notes }) as any;

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
    ['with fields that nobody knows', { ...SERIES, exemplars: [1] }, SERIES_READ],
  ])('%s', (_, element, expected) => {
    expect(read('vector', [element]).series).toEqual([expected]);
  });

  test.each<[string, unknown, object]>([
    ['values', { metric: {}, values: [[1, '1'], [2, '-Inf']] }, { samples: [{ time: 1000, value: 1, text: '1' }, { time: 2000, value: -Infinity, text: '-Inf' }], histograms: [] }],
    ['native histograms', { metric: {}, histograms: [[1, HISTOGRAM]] }, { samples: [], histograms: [{ time: 1000, histogram: HISTOGRAM_READ }] }],
    ['both', { metric: {}, values: [[1, '1']], histograms: [[2, HISTOGRAM]] }, {
      samples: [{ time: 1000, value: 1, text: '1' }], histograms: [{ time: 2000, histogram: HISTOGRAM_READ }],
    }],
    ['a list without values', { metric: {}, values: [] }, { samples: [], histograms: [] }],
  ])('over a range with %s', (_, element, expected) => {
    expect(read('matrix', [element]).series).toEqual([{ kind: 'range', labels: {}, ...expected }]);
  });

  const AT = 'data.result[0]';

  test.each<[string, 'vector' | 'matrix', unknown, string]>([
    ['it is null', 'vector', null, `'${AT}' must be an object, got null`],
    ['it is a list', 'vector', [], `'${AT}' must be an object, got a list of 0`],
    ['it has no labels', 'vector', { value: [1, '1'] }, `'${AT}.metric' must be an object, got nothing`],
    ['a label is no text', 'vector', { metric: { a: 1 }, value: [1, '1'] }, `'${AT}.metric.a' must be a string, got 1`],
    ['a label has an odd name', 'vector', { metric: JSON.parse('{"__proto__":null}'), value: [1, '1'] }, `'${AT}.metric.__proto__' must be a string, got null`],
    ['it has no value', 'vector', { metric: {} }, `'${AT}.value' must be a list of two, time and value, got nothing`],
    ['it has values in a vector', 'vector', { metric: {}, values: [] }, `'${AT}.value' must be a list of two, time and value, got nothing`],
    ['it has one value in a matrix', 'matrix', SERIES, `'${AT}.values' must be a list, got nothing`],
    ['its value is wrong', 'vector', { metric: {}, value: [1, 1] }, `'${AT}.value[1]' must be a string, got 1`],
    ['its time is wrong', 'vector', { metric: {}, value: ['1', '1'] }, `'${AT}.value[0]' must be a time in seconds with at most three decimals, got "1"`],
    ['its histogram is wrong', 'vector', { metric: {}, histogram: [1, {}] }, `'${AT}.histogram[1].count' must be a string, got nothing`],
    ['one of its values is wrong', 'matrix', { metric: {}, values: [[1, '1'], [2]] }, `'${AT}.values[1]' must be a list of two, time and value, got a list of 1`],
    ['its values are no list', 'matrix', { metric: {}, values: '1' }, `'${AT}.values' must be a list, got "1"`],
    ['one of its histograms is wrong', 'matrix', { metric: {}, histograms: [[1, '1']] }, `'${AT}.histograms[0][1]' must be an object, got "1"`],
  ])('fails when %s', (_, type, element, expected) => {
    expect(refused(() => read(type, [element]))).toBe(expected);
  });

  test('has labels of any name', () => {
    const labels = JSON.parse('{"__proto__":"x","constructor":"y","":"","é日😀":"\\ud83d\\ude00"}');
    expect(JSON.stringify(read('vector', [{ ...SERIES, metric: labels }]).series[0].labels)).toBe(JSON.stringify(labels));
  });
});

const numberOf = (text: unknown) => {
  const { value, text: own } = read('scalar', [0, text]).sample;
  return { value, text: own };
};

describe('a number', () => {
  test.each<[string, number]>([
    ['0', 0], ['-0', -0], ['1', 1], ['-1.5', -1.5], ['+2', 2], ['1e3', 1000], ['1E-3', 0.001], ['.5', 0.5], ['5.', 5], ['007', 7],
    ['1.7976931348623157e+308', Number.MAX_VALUE], ['5e-324', 5e-324], ['1e-400', 0],
    ['NaN', NaN], ['+Inf', Infinity], ['Inf', Infinity], ['-Inf', -Infinity],
  ])('%s', (text, value) => {
    expect(numberOf(text)).toEqual({ value, text });
  });

  test('keeps the digits that it cannot hold as text', () => {
    const text = '0.1000000000000000055511151231257827';
    expect(numberOf(text)).toEqual({ value: 0.1, text });
    expect(numberOf('9007199254740993')).toEqual({ value: 9007199254740992, text: '9007199254740993' });
  });

  test.each<[unknown, string]>([
    ['', '""'], [' 1', '" 1"'], ['1 ', '"1 "'], ['nan', '"nan"'], ['inf', '"inf"'], ['Infinity', '"Infinity"'], ['-NaN', '"-NaN"'], ['0x10', '"0x10"'],
    ['1_000', '"1_000"'], ['1,5', '"1,5"'], ['1e', '"1e"'], ['.', '"."'], ['--1', '"--1"'], ['1e400', '"1e400"'], ['-1e400', '"-1e400"'],
    [`1${'0'.repeat(400)}`, `"1${'0'.repeat(118)}… (401 characters)`], ['constructor', '"constructor"'], ['١', '"١"'],
  ])('fails when it is the text %j', (value, shown) => {
    expect(refused(() => numberOf(value))).toBe(`'data.result[1]' must be a number in a string, got ${shown}`);
  });

  test.each<[unknown, string]>([[1, '1'], [null, 'null'], [undefined, 'nothing'], [['1'], 'a list of 1'], [UNPRINTABLE, 'an object'], [true, 'true']])(
    'fails when it is %p', (value, shown) => {
      expect(refused(() => numberOf(value))).toBe(`'data.result[1]' must be a string, got ${shown}`);
    });
});

const timeOf = (seconds: unknown) => read('string', [seconds, '']).time;

describe('a time', () => {
  test.each<[number, number]>([
    [0, 0], [-0, 0], [1, 1000], [-0.001, -1], [0.001, 1],
    [1435781430.781, 1435781430781], [1435781430.78, 1435781430780], [-1435781430.781, -1435781430781],
    [1700000000.123, 1700000000123], [8640000000000, 8640000000000000], [-62135596800, -62135596800000], [1e3, 1000000],
  ])('%d in seconds is %d in milliseconds', (seconds, milliseconds) => {
    expect(timeOf(seconds)).toBe(milliseconds);
  });

  test('is exact all day', () => {
    const day = 1_767_225_600_000;
    const times = Array.from({ length: 86_400 }, (_, n) => day + n * 1000 + n % 1000);
    const seconds = (milliseconds: number) => Number(String(milliseconds).replace(/...$/, '.$&'));
    expect(times.filter(milliseconds => timeOf(seconds(milliseconds)) !== milliseconds)).toEqual([]);
  });

  test.each<[unknown, string]>([
    [1.0001, '1.0001'], [1435781430.7815, '1435781430.7815'], [1e300, '1e+300'], [Infinity, 'Infinity'], [NaN, 'NaN'], [9007199254741, '9007199254741'],
    ['1', '"1"'], [null, 'null'], [undefined, 'nothing'], [[1], 'a list of 1'], [UNPRINTABLE, 'an object'], [true, 'true'],
  ])('fails when it is %p', (value, shown) => {
    expect(refused(() => timeOf(value))).toBe(`'data.result[0]' must be a time in seconds with at most three decimals, got ${shown}`);
  });
});

const histogramOf = (histogram: unknown) => read('vector', [{ metric: {}, histogram }]).series[0].sample;

describe('a native histogram', () => {
  const histogram = (more: object = {}) => [1.5, { count: '10', sum: '3.5', ...more }];
  const number = (value: number, text = String(value)) => ({ value, text });

  test('has buckets of all four rules', () => {
    expect(histogramOf(histogram({ buckets: [[0, '0.5', '1', '1'], [1, '-1', '-0.5', '2'], [2, '3', '+Inf', '3.5'], [3, '-0.001', '0.001', '4']] }))).toEqual({
      time: 1500,
      histogram: {
        count: number(10),
        sum: number(3.5),
        buckets: [
          { boundaries: 'open-left', lower: number(0.5), upper: number(1), count: number(1) },
          { boundaries: 'open-right', lower: number(-1), upper: number(-0.5), count: number(2) },
          { boundaries: 'open', lower: number(3), upper: number(Infinity, '+Inf'), count: number(3.5) },
          { boundaries: 'closed', lower: number(-0.001), upper: number(0.001), count: number(4) },
        ],
      },
    });
  });

  test.each([[{}], [{ buckets: null }], [{ buckets: [] }]])('may be without buckets: %j', more => {
    expect(histogramOf(histogram(more))).toEqual({ time: 1500, histogram: { count: number(10), sum: number(3.5), buckets: [] } });
  });

  test('may have no number', () => {
    expect(histogramOf(histogram({ sum: 'NaN', count: '0' })).histogram).toEqual({ count: number(0), sum: number(NaN), buckets: [] });
  });

  const FOUR = 'must be a list of four, rule, lower and upper boundary and count';

  test.each<[string, unknown, string]>([
    ['it is a number', [1, '2'], "'f[1]' must be an object, got \"2\""],
    ['it is no pair', [1], "'f' must be a list of two, time and value, got a list of 1"],
    ['it is nothing', null, "'f' must be a list of two, time and value, got null"],
    ['there is no count', [1, { sum: '1' }], "'f[1].count' must be a string, got nothing"],
    ['there is no sum', [1, { count: '1' }], "'f[1].sum' must be a string, got nothing"],
    ['the sum is a number', [1, { count: '1', sum: 1 }], "'f[1].sum' must be a string, got 1"],
    ['the buckets are no list', histogram({ buckets: {} }), "'f[1].buckets' must be a list, got an object"],
    ['a bucket is no list', histogram({ buckets: [{}] }), `'f[1].buckets[0]' ${FOUR}, got an object`],
    ['a bucket is too short', histogram({ buckets: [[0, '1', '2', '3'], [0, '1', '2']] }), `'f[1].buckets[1]' ${FOUR}, got a list of 3`],
    ['a bucket is too long', histogram({ buckets: [[0, '1', '2', '3', '4']] }), `'f[1].buckets[0]' ${FOUR}, got a list of 5`],
    ['a rule is not known', histogram({ buckets: [[4, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got 4"],
    ['a rule is below all others', histogram({ buckets: [[-1, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got -1"],
    ['a rule is not whole', histogram({ buckets: [[0.5, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got 0.5"],
    ['a rule is a text', histogram({ buckets: [['0', '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got \"0\""],
    ['a rule is the name of a method', histogram({ buckets: [['map', '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got \"map\""],
    ['a rule is an object', histogram({ buckets: [[UNPRINTABLE, '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got an object"],
    ['a rule is a list', histogram({ buckets: [[[0], '1', '2', '3']] }), "'f[1].buckets[0][0]' must be an integer from 0 to 3, got a list of 1"],
    ['a boundary is a number', histogram({ buckets: [[0, 1, '2', '3']] }), "'f[1].buckets[0][1]' must be a string, got 1"],
    ['a boundary is none', histogram({ buckets: [[0, '1', '', '3']] }), "'f[1].buckets[0][2]' must be a number in a string, got \"\""],
    ['a count is null', histogram({ buckets: [[0, '1', '2', null]] }), "'f[1].buckets[0][3]' must be a string, got null"],
  ])('fails when %s', (_, value, expected) => {
    expect(refused(() => histogramOf(value))).toBe(expected.replace(/^'f/, "'data.result[0].histogram"));
  });
});

describe('a result', () => {
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

  test('has its notes', () => {
    expect(read('vector', [], { warnings: ['cut'], infos: ['no counter', ''] })).toEqual({ type: 'vector', series: [], warnings: ['cut'], infos: ['no counter', ''] });
    expect(read('vector', [], { warnings: null, infos: [] })).toEqual({ type: 'vector', series: [], ...NOTES });
  });

  const TYPES = 'must be vector, matrix, scalar or string';

  test.each<[string, () => unknown, string]>([
    ['there is no data', () => resultOf({}), "'data' must be an object, got nothing"],
    ['the data is null', () => resultOf({ data: null }), "'data' must be an object, got null"],
    ['the data is a list', () => resultOf({ data: [] }), "'data' must be an object, got a list of 0"],
    ['there is no type', () => read(undefined, []), `'data.resultType' ${TYPES}, got nothing`],
    ['the type is not known', () => read('streams', []), `'data.resultType' ${TYPES}, got "streams"`],
    ['the type is the name of a method', () => read('constructor', []), `'data.resultType' ${TYPES}, got "constructor"`],
    ['the type is an object', () => read(JSON.parse('{"toString":1}'), []), `'data.resultType' ${TYPES}, got an object`],
    ['there is no list', () => read('vector', undefined), "'data.result' must be a list, got nothing"],
    ['the list is null', () => read('vector', null), "'data.result' must be a list, got null"],
    ['the list is an object', () => read('vector', {}), "'data.result' must be a list, got an object"],
    ['a scalar has no value', () => read('scalar', [1]), "'data.result' must be a list of two, time and value, got a list of 1"],
    ['a scalar has series', () => read('scalar', [SERIES, SERIES]), "'data.result[0]' must be a time in seconds with at most three decimals, got an object"],
    ['a scalar is no number', () => read('scalar', [1, 'x']), "'data.result[1]' must be a number in a string, got \"x\""],
    ['a string is a number', () => read('string', [1, 1]), "'data.result[1]' must be a string, got 1"],
    ['a string has more', () => read('string', [1, 'a', 'b']), "'data.result' must be a list of two, time and value, got a list of 3"],
    ['the warnings are a text', () => read('vector', [], { warnings: 'x' }), "'warnings' must be a list, got \"x\""],
    ['an info is no text', () => read('vector', [], { infos: ['a', 1] }), "'infos[1]' must be a string, got 1"],
  ])('fails when %s', (_, act, expected) => {
    expect(refused(act)).toBe(expected);
  });
});

test('notes are lists, even if there are none', () => {
  expect(notesOf({})).toEqual(NOTES);
  expect(notesOf({ warnings: ['a'], infos: null })).toEqual({ warnings: ['a'], infos: [] });
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

const AT = 'data.activeTargets[0]';

describe('targets fail when', () => {
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
    expect(refused(() => targetsOf(data))).toBe(expected);
  });
});

const ALERT = { labels: { alertname: 'A', job: 'j' }, annotations: {}, state: 'firing', activeAt: '2026-11-24T20:00:00Z', value: '0e+00' };
const RULE = {
  name: 'A', query: 'up == 0', type: 'alerting', health: 'ok', lastError: 'no', labels: { severity: 'warning' }, duration: 900, alerts: [ALERT],
};
const GROUP = { name: 'shop.shop-alerts', file: '/etc/rules.yaml', rules: [RULE], interval: 30 };

test('rules are those of each group, with the alerts that they make', () => {
  expect(groupsOf({ groups: [GROUP] })).toEqual([{
    name: 'shop.shop-alerts',
    file: '/etc/rules.yaml',
    rules: [{
      name: 'A',
      query: 'up == 0',
      health: 'ok',
      lastError: 'no',
      labels: { severity: 'warning' },
      duration: 900_000,
      alerts: [{ labels: { alertname: 'A', job: 'j' }, state: 'firing' }],
    }],
  }]);
});

test('what a store leaves out is empty', () => {
  expect(groupsOf({ groups: null })).toEqual([]);
  expect(groupsOf({ groups: [{ name: 'a', rules: [{ name: 'A', query: 'up' }] }] })).toEqual([{
    name: 'a', file: '', rules: [{ name: 'A', query: 'up', health: 'unknown', lastError: '', labels: {}, duration: 0, alerts: [] }],
  }]);
});

const GROUP_AT = 'data.groups[0]';

describe('rules fail when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['there are no groups', {}, "'data.groups' must be a list, got nothing"],
    ['a group is a string', { groups: ['x'] }, `'${GROUP_AT}' must be an object, got "x"`],
    ['a group has no name', { groups: [{ ...GROUP, name: 1 }] }, `'${GROUP_AT}.name' must be a string, got 1`],
    ['the rules are no list', { groups: [{ ...GROUP, rules: {} }] }, `'${GROUP_AT}.rules' must be a list, got an object`],
    ...Object.entries<[unknown, string]>({
      name: [undefined, 'must be a string, got nothing'],
      query: [[], 'must be a string, got a list of 0'],
      health: [1, 'must be a string, got 1'],
      lastError: [{}, 'must be a string, got an object'],
      labels: ['a', 'must be an object, got "a"'],
      duration: ['900', 'must be a number of seconds, got "900"'],
      alerts: ['a', 'must be a list, got "a"'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`${name} of a rule is wrong`, { groups: [{ ...GROUP, rules: [{ ...RULE, [name]: value }] }] }, `'${GROUP_AT}.rules[0].${name}' ${problem}`]),
    ['an alert has no state', { groups: [{ ...GROUP, rules: [{ ...RULE, alerts: [{ labels: {} }] }] }] },
      `'${GROUP_AT}.rules[0].alerts[0].state' must be a string, got nothing`],
  ])('%s', (_, data, expected) => {
    expect(refused(() => groupsOf(data))).toBe(expected);
  });
});

/** JSON that resembles answers, with values that are wrong. */
const scalars = fc.oneof(fc.constantFrom('1', 'NaN', '+Inf', 'vector', 'x', null, true, '2026-01-31T12:00:00Z', 'up'), fc.double(), fc.integer());
const parts = fc.letrec<{ value: unknown }>(tie => ({
  value: fc.oneof({ depthSize: 'small' }, scalars, fc.array(tie('value'), { maxLength: 3 }), fc.dictionary(
    fc.constantFrom('metric', 'value', 'values', 'histogram', 'histograms', 'buckets', 'count', 'sum', 'labels', 'name', 'rules', 'health', '__proto__'), tie('value'), { maxKeys: 4 },
  )),
})).value;

test('whatever is in an answer, it is read, or the field that is wrong is named', () => {
  const types = fc.constantFrom('vector', 'matrix', 'scalar', 'string', 'x');
  fc.assert(fc.property(types, fc.array(parts, { maxLength: 3 }), parts, (type, elements, part) => {
    for (const act of [
      () => read(type, elements), () => targetsOf({ activeTargets: elements }), () => groupsOf({ groups: elements }), () => targetsOf(part),
      () => notesOf({ warnings: part }),
    ]) {
      try {
        act();
      } catch (error) {
        expect(error).toBeInstanceOf(Malformed);
        expect(toldOf(error as Malformed)).toMatch(/ must be /);
      }
    }
  }), { numRuns: runs(5000) });
});
