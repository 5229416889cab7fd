import * as fc from 'fast-check';
import { showPath } from '../../../src/base/findings/finding';
import { problemOf } from '../../../src/base/findings/words';
import { ruleGroupsIn, answerNotes, queryResultIn, targetsIn } from '../../../src/verify/query/decode';
import { CallFailure } from '../../../src/verify/query/errors';
import { Secrets } from '../../../src/verify/query/http';
import { runs } from '../../properties/runs';

/** What is said of the field that is wrong. */
function refused(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    const { finding } = error;
    expect([finding.code, error.details]).toEqual(['malformed-body', { field: showPath(finding.path) }]);
    return `'${showPath(finding.path)}' ${problemOf(finding)}`;
  }
  throw new Error('nothing was thrown');
}

/** What only JSON can make: nothing can be made a text of it. */
const UNPRINTABLE = JSON.parse('{"toString":1,"valueOf":1}');

const read = (resultType: unknown, result: unknown) => queryResultIn({ resultType, result }) as any;

const HISTOGRAM = { count: '2', sum: '3' };
const HISTOGRAM_READ = { time: 1000, count: '2', sum: '3', buckets: [] };
const SERIES = { metric: { __name__: 'up', job: 'a' }, value: [1435781430.781, '1'] };
const SERIES_READ = { kind: 'sample', labels: { __name__: 'up', job: 'a' }, sample: { time: 1435781430781, value: 1, text: '1' } };

describe('a series', () => {
  test.each<[string, unknown, unknown]>([
    ['with a value', SERIES, SERIES_READ],
    ['without labels', { metric: {}, value: [0, 'NaN'] }, { kind: 'sample', labels: {}, sample: { time: 0, value: NaN, text: 'NaN' } }],
    ['with a native histogram', { metric: { a: 'b' }, histogram: [1, HISTOGRAM] }, { kind: 'histogram', labels: { a: 'b' }, sample: HISTOGRAM_READ }],
    ['with fields that nobody knows', { ...SERIES, exemplars: [1] }, SERIES_READ],
  ])('%s', (_, element, expected) => {
    expect(read('vector', [element]).series).toEqual([expected]);
  });

  test.each<[string, unknown, object]>([
    ['values', { metric: {}, values: [[1, '1'], [2, '-Inf']] }, { samples: [{ time: 1000, value: 1, text: '1' }, { time: 2000, value: -Infinity, text: '-Inf' }], histograms: [] }],
    ['native histograms', { metric: {}, histograms: [[1, HISTOGRAM]] }, { samples: [], histograms: [HISTOGRAM_READ] }],
    ['both', { metric: {}, values: [[1, '1']], histograms: [[2, HISTOGRAM]] }, {
      samples: [{ time: 1000, value: 1, text: '1' }], histograms: [{ ...HISTOGRAM_READ, time: 2000 }],
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
    ['a label is no text', 'vector', { metric: { a: 1 }, value: [1, '1'] }, `'${AT}.metric' must be an object whose values are strings, got a number`],
    ['a label has an odd name', 'vector', { metric: JSON.parse('{"__proto__":null}'), value: [1, '1'] }, `'${AT}.metric' must be an object whose values are strings, got null`],
    ['it has no value', 'vector', { metric: {} }, `'${AT}.value' must be a list of two, time and value, got nothing`],
    ['it has values in a vector', 'vector', { metric: {}, values: [] }, `'${AT}.value' must be a list of two, time and value, got nothing`],
    ['it has one value in a matrix', 'matrix', SERIES, `'${AT}.values' must be a list, got nothing`],
    ['its value is wrong', 'vector', { metric: {}, value: [1, 1] }, `'${AT}.value[1]' must be a string, got a number`],
    ['its time is wrong', 'vector', { metric: {}, value: ['1', '1'] }, `'${AT}.value[0]' must be a number of seconds, got a string`],
    ['its histogram is wrong', 'vector', { metric: {}, histogram: [1, {}] }, `'${AT}.histogram[1].count' must be a string, got nothing`],
    ['one of its values is wrong', 'matrix', { metric: {}, values: [[1, '1'], [2]] }, `'${AT}.values[1]' must be a list of two, time and value, got a list of 1`],
    ['its values are no list', 'matrix', { metric: {}, values: '1' }, `'${AT}.values' must be a list, got a string`],
    ['one of its histograms is wrong', 'matrix', { metric: {}, histograms: [[1, '1']] }, `'${AT}.histograms[0][1]' must be an object, got a string`],
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

  test.each(['', ' ', 'nan', 'inf', '-NaN', '1_000', '1,5', '1e', '.', '--1', 'constructor', '١'])('fails when it is the text %j', text => {
    expect(refused(() => numberOf(text))).toBe("'data.result[1]' must be a number in a string, got a string");
  });

  test.each<[unknown, string]>([[1, 'a number'], [null, 'null'], [undefined, 'nothing'], [['1'], 'a list of 1'], [UNPRINTABLE, 'an object'], [true, 'true']])(
    'fails when it is %p', (value, shown) => {
      expect(refused(() => numberOf(value))).toBe(`'data.result[1]' must be a string, got ${shown}`);
    });
});

const timeOf = (seconds: unknown) => read('string', [seconds, '']).time;

describe('a time', () => {
  test.each<[number, number]>([
    [0, 0], [1, 1000], [-0.001, -1], [0.001, 1], [1435781430.781, 1435781430781], [-1435781430.781, -1435781430781],
    [8640000000000, 8640000000000000], [-62135596800, -62135596800000], [1435781430.7815, 1435781430782],
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
    [Infinity, 'a number'], [NaN, 'a number'], ['1', 'a string'], [null, 'null'], [undefined, 'nothing'], [[1], 'a list of 1'], [true, 'true'],
  ])('fails when it is %p', (value, shown) => {
    expect(refused(() => timeOf(value))).toBe(`'data.result[0]' must be a number of seconds, got ${shown}`);
  });
});

const histogramOf = (histogram: unknown) => read('vector', [{ metric: {}, histogram }]).series[0].sample;

describe('a native histogram', () => {
  const histogram = (more: object = {}) => [1.5, { count: '10', sum: 'NaN', ...more }];

  test('has buckets of all four rules, as they are written', () => {
    const buckets = [[0, '0.5', '1', '1'], [1, '-1', '-0.5', '2'], [2, '3', '+Inf', '3.5'], [3, '-0.001', '0.001', '4']];
    expect(histogramOf(histogram({ buckets }))).toEqual({ time: 1500, count: '10', sum: 'NaN', buckets });
  });

  test.each([[{}], [{ buckets: null }], [{ buckets: [] }]])('may be without buckets: %j', more => {
    expect(histogramOf(histogram(more))).toEqual({ time: 1500, count: '10', sum: 'NaN', buckets: [] });
  });

  const FOUR = 'must be a list of four, a number from 0 to 3 and three strings';

  test.each<[string, unknown, string]>([
    ['it is a text', [1, '2'], "'f[1]' must be an object, got a string"],
    ['it is no pair', [1], "'f' must be a list of two, time and value, got a list of 1"],
    ['it is nothing', null, "'f' must be a list of two, time and value, got null"],
    ['there is no count', [1, { sum: '1' }], "'f[1].count' must be a string, got nothing"],
    ['the sum is a number', [1, { count: '1', sum: 1 }], "'f[1].sum' must be a string, got a number"],
    ['the buckets are no list', histogram({ buckets: {} }), "'f[1].buckets' must be a list, got an object"],
    ['a bucket is no list', histogram({ buckets: [{}] }), `'f[1].buckets[0]' ${FOUR}, got an object`],
    ['a bucket is too short', histogram({ buckets: [[0, '1', '2', '3'], [0, '1', '2']] }), `'f[1].buckets[1]' ${FOUR}, got a list of 3`],
    ...[4, -1, 0.5, '0', 'map', UNPRINTABLE, [0]].map((rule): [string, unknown, string] =>
      [`a rule is ${JSON.stringify(rule)}`, histogram({ buckets: [[rule, '1', '2', '3']] }), `'f[1].buckets[0]' ${FOUR}, got a list of 4`]),
    ['a boundary is a number', histogram({ buckets: [[0, 1, '2', '3']] }), `'f[1].buckets[0]' ${FOUR}, got a list of 4`],
    ['a count is null', histogram({ buckets: [[0, '1', '2', null]] }), `'f[1].buckets[0]' ${FOUR}, got a list of 4`],
  ])('fails when %s', (_, value, expected) => {
    expect(refused(() => histogramOf(value))).toBe(expected.replace(/^'f/, "'data.result[0].histogram"));
  });
});

describe('a result', () => {
  test.each<[string, unknown[], unknown]>([
    ['vector', [SERIES], { type: 'vector', series: [SERIES_READ] }],
    ['vector', [], { type: 'vector', series: [] }],
    ['matrix', [{ metric: {}, values: [] }], { type: 'matrix', series: [{ kind: 'range', labels: {}, samples: [], histograms: [] }] }],
    ['matrix', [], { type: 'matrix', series: [] }],
    ['scalar', [1435781430.781, '+Inf'], { type: 'scalar', sample: { time: 1435781430781, value: Infinity, text: '+Inf' } }],
    ['string', [-1.5, 'a\nb'], { type: 'string', time: -1500, text: 'a\nb' }],
    ['string', [0, ''], { type: 'string', time: 0, text: '' }],
  ])('%s of %j', (type, elements, expected) => {
    expect(read(type, elements)).toEqual(expected);
  });

  const TYPES = 'must be vector, matrix, scalar or string';

  test.each<[string, () => unknown, string]>([
    ['there is no data', () => queryResultIn(undefined), "'data' must be an object, got nothing"],
    ['the data is null', () => queryResultIn(null), "'data' must be an object, got null"],
    ['the data is a list', () => queryResultIn([]), "'data' must be an object, got a list of 0"],
    ['there is no type', () => read(undefined, []), `'data.resultType' ${TYPES}, got nothing`],
    ['the type is not known', () => read('streams', []), `'data.resultType' ${TYPES}, got a string`],
    ['the type is the name of a method', () => read('constructor', []), `'data.resultType' ${TYPES}, got a string`],
    ['the type is an object', () => read(JSON.parse('{"toString":1}'), []), `'data.resultType' ${TYPES}, got an object`],
    ['there is no list', () => read('vector', undefined), "'data.result' must be a list, got nothing"],
    ['the list is an object', () => read('vector', {}), "'data.result' must be a list, got an object"],
    ['a scalar has no value', () => read('scalar', [1]), "'data.result' must be a list of two, time and value, got a list of 1"],
    ['a scalar has series', () => read('scalar', [SERIES, SERIES]), "'data.result[0]' must be a number of seconds, got an object"],
    ['a scalar is no number', () => read('scalar', [1, 'x']), "'data.result[1]' must be a number in a string, got a string"],
    ['a string is a number', () => read('string', [1, 1]), "'data.result[1]' must be a string, got a number"],
    ['a string has more', () => read('string', [1, 'a', 'b']), "'data.result' must be a list of two, time and value, got a list of 3"],
  ])('fails when %s', (_, act, expected) => {
    expect(refused(act)).toBe(expected);
  });
});

describe('notes', () => {
  const secrets = new Secrets();

  test('are lists, even if there are none', () => {
    expect(answerNotes({}, secrets)).toEqual({ warnings: [], infos: [] });
    expect(answerNotes({ warnings: ['a'], infos: null }, secrets)).toEqual({ warnings: ['a'], infos: [] });
  });

  test('fail when they are none', () => {
    expect(refused(() => answerNotes({ warnings: 'x' }, secrets))).toBe("'warnings' must be a list, got a string");
    expect(refused(() => answerNotes({ infos: ['a', 1] }, secrets))).toBe("'infos[1]' must be a string, got a number");
  });
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
  health: 'up',
};

test('targets are those that are scraped', () => {
  expect(targetsIn({ activeTargets: [ACTIVE], droppedTargets: [{}] })).toEqual({ active: [ACTIVE_READ] });
  expect(targetsIn({ activeTargets: null })).toEqual({ active: [] });
});

const AT = 'data.activeTargets[0]';

describe('targets fail when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['there is no list', {}, "'data.activeTargets' must be a list, got nothing"],
    ['a target is a text', { activeTargets: ['x'] }, `'${AT}' must be an object, got a string`],
    ...Object.entries<[unknown, string]>({
      health: [1, 'must be a string, got a number'],
      labels: [[], 'must be an object, got a list of 0'],
      discoveredLabels: [null, 'must be an object, got null'],
      scrapePool: [1, 'must be a string, got a number'],
      scrapeUrl: [undefined, 'must be a string, got nothing'],
      lastError: [null, 'must be a string, got null'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`a target's ${name} is wrong`, { activeTargets: [{ ...ACTIVE, [name]: value }] }, `'${AT}.${name}' ${problem}`]),
  ])('%s', (_, data, expected) => {
    expect(refused(() => targetsIn(data))).toBe(expected);
  });
});

const ALERT = { labels: { alertname: 'A', job: 'j' }, annotations: {}, state: 'firing', activeAt: '2026-11-24T20:00:00Z', value: '0e+00' };
const RULE = {
  name: 'A', query: 'up == 0', type: 'alerting', health: 'ok', lastError: 'no', labels: { severity: 'warning' }, duration: 900, alerts: [ALERT],
};
const GROUP = { name: 'shop.shop-alerts', file: '/etc/rules.yaml', rules: [RULE], interval: 30 };

test('rules are those of each group, with the alerts that they make', () => {
  expect(ruleGroupsIn({ groups: [GROUP] }).groups).toEqual([{
    name: 'shop.shop-alerts',
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
  expect(ruleGroupsIn({ groups: null }).groups).toEqual([]);
  expect(ruleGroupsIn({ groups: [{ name: 'a', rules: [{ name: 'A', query: 'up' }] }] }).groups).toEqual([{
    name: 'a', rules: [{ name: 'A', query: 'up', health: 'unknown', lastError: '', labels: {}, duration: 0, alerts: [] }],
  }]);
});

const GROUP_AT = 'data.groups[0]';

describe('rules fail when', () => {
  test.each<[string, unknown, string]>([
    ['there is no data', undefined, "'data' must be an object, got nothing"],
    ['there are no groups', {}, "'data.groups' must be a list, got nothing"],
    ['a group is a string', { groups: ['x'] }, `'${GROUP_AT}' must be an object, got a string`],
    ['a group has no name', { groups: [{ ...GROUP, name: 1 }] }, `'${GROUP_AT}.name' must be a string, got a number`],
    ['the rules are no list', { groups: [{ ...GROUP, rules: {} }] }, `'${GROUP_AT}.rules' must be a list, got an object`],
    ...Object.entries<[unknown, string]>({
      name: [undefined, 'must be a string, got nothing'],
      query: [[], 'must be a string, got a list of 0'],
      health: [1, 'must be a string, got a number'],
      lastError: [{}, 'must be a string, got an object'],
      labels: ['a', 'must be an object, got a string'],
      duration: ['900', 'must be a number of seconds, got a string'],
      alerts: ['a', 'must be a list, got a string'],
    }).map(([name, [value, problem]]): [string, unknown, string] =>
      [`${name} of a rule is wrong`, { groups: [{ ...GROUP, rules: [{ ...RULE, [name]: value }] }] }, `'${GROUP_AT}.rules[0].${name}' ${problem}`]),
    ['an alert has no state', { groups: [{ ...GROUP, rules: [{ ...RULE, alerts: [{ labels: {} }] }] }] },
      `'${GROUP_AT}.rules[0].alerts[0].state' must be a string, got nothing`],
  ])('%s', (_, data, expected) => {
    expect(refused(() => ruleGroupsIn(data))).toBe(expected);
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
      () => read(type, elements), () => targetsIn({ activeTargets: elements }), () => ruleGroupsIn({ groups: elements }), () => targetsIn(part),
      () => answerNotes({ warnings: part }, new Secrets()),
    ]) {
      try {
        act();
      } catch (error) {
        expect(error).toBeInstanceOf(CallFailure);
        expect(problemOf((error as CallFailure).finding)).toMatch(/^must be /);
      }
    }
  }), { numRuns: runs(5000) });
});
