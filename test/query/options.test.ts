import { whereNotJson, whereNotUtf8 } from '../../src/query/answer-reader';
import { parametersOf } from '../../src/query/parameters';
import { messageOf } from '../support/message';

const DOCUMENT = ' {"a" : [1, -0.5e+10 ,true,false,null, {}, [ ], "\\u00e9\\n\\"\\\\/"],\t"b":{"c":"é日😀"}\r\n}\n';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([DOCUMENT, '0', '-1', '1E5', '""', 'null', ' [] ', '"\u2028"', '"\ud800"', '"\u007f"'])('%j is JSON', text => {
  expect(whereNotJson(text)).toBeUndefined();
  expect(isJson(text)).toBe(true);
});

test.each<[string, number, string]>([
  ['', 0, 'a value'],
  ['  ', 2, 'a value'],
  ['nope', 0, 'a value'],
  ['NaN', 0, 'a value'],
  ['\'a\'', 0, 'a value'],
  ['"a\nb"', 0, 'a value'],
  ['"\\x"', 0, 'a value'],
  ['"\\u12g4"', 0, 'a value'],
  ['"open', 0, 'a value'],
  ['+1', 0, 'a value'],
  ['01', 1, 'nothing more'],
  ['1.', 1, 'nothing more'],
  ['1e', 1, 'nothing more'],
  ['1 2', 2, 'nothing more'],
  ['{} x', 3, 'nothing more'],
  ['truefalse', 4, 'nothing more'],
  ['[1, ]', 4, 'a value'],
  ['[1 2]', 3, '\',\' or \']\''],
  ['[1', 2, '\',\' or \']\''],
  ['[1}', 2, '\',\' or \']\''],
  ['{"a":1,}', 7, 'a key'],
  ['{a:1}', 1, 'a key'],
  ['{1:1}', 1, 'a key'],
  ['{"a" 1}', 5, '\':\''],
  ['{"a":}', 5, 'a value'],
  ['{"a":1]', 6, '\',\' or \'}\''],
  ['{"a":1', 6, '\',\' or \'}\''],
  ['\u00a01', 0, 'a value'],
  ['\ufeff1', 0, 'a value'],
])('%j is none: at %i it should have %s', (text, index, expected) => {
  expect(whereNotJson(text)).toEqual({ index, expected });
  expect(isJson(text)).toBe(false);
});

test('agrees with the parser on every beginning of a document, and on every change of one character', () => {
  const texts = [...DOCUMENT].flatMap((_, index) => [
    DOCUMENT.slice(0, index), ...['', '"', '\\', '}', ']', ',', '0', ' ', '\u0000'].map(other => DOCUMENT.slice(0, index) + other + DOCUMENT.slice(index + 1)),
  ]);
  expect(texts.filter(text => isJson(text) !== (whereNotJson(text) === undefined))).toEqual([]);
});

test('goes through a long text', () => {
  const text = `["${'x'.repeat(20_000_000)}",nope]`;
  expect(whereNotJson(text)).toEqual({ index: 20_000_004, expected: 'a value' });
});

test.each<[string, number[], number]>([
  ['a byte of a longer character', [0x61, 0xc3], 1],
  ['a byte that begins none', [0x61, 0x62, 0xff, 0x63], 2],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80], 0],
  ['a longer form than needed', [0xc3, 0xa9, 0xc0, 0x80], 2],
  ['what comes after the sign for a wrong byte', [0xef, 0xbf, 0xbd, 0xff], 3],
])('finds %s', (_, bytes, index) => {
  expect(whereNotUtf8(Buffer.from(bytes))).toBe(index);
});

type Kind = Parameters<typeof parametersOf>[0];

const RANGE = { query: 'up', start: 0, end: 1000, step: 1000 };

/** What is sent, as it stands in a URL. */
const sent = (kind: Kind, given: object) => String(parametersOf(kind, given));
const sentTime = (time: unknown) => parametersOf('query', { query: 'up', time }).get('time');

describe('is sent as', () => {
  test.each<[Kind, object, string]>([
    ['query', { query: 'up' }, 'query=up'],
    ['query', { query: 'sum by (job) (rate(up{a="é&+ %"}[5m]))' }, 'query=sum+by+%28job%29+%28rate%28up%7Ba%3D%22%C3%A9%26%2B+%25%22%7D%5B5m%5D%29%29'],
    ['query', { query: 'up', time: 1435781430781, timeout: '1m', limit: 10, lookbackDelta: '5m', stats: 'all' },
      'query=up&time=1435781430.781&timeout=1m&limit=10&lookback_delta=5m&stats=all'],
    ['query', { query: 'up', timeout: 1500, lookbackDelta: 90_000, limit: 0, stats: true }, 'query=up&timeout=1.500&lookback_delta=90.000&limit=0&stats=true'],
    ['query', { query: 'up', stats: false, time: null, timeout: undefined, limit: null }, 'query=up'],
    ['query', { query: 'up', signal: new AbortController().signal, requestTimeout: 1, maxBodySize: 1 }, 'query=up'],
    ['queryRange', RANGE, 'query=up&start=0.000&end=1.000&step=1.000'],
    ['queryRange', { query: 'up', start: new Date(-1), end: '2026-01-31T12:00:00Z', step: '15s' }, 'query=up&start=-0.001&end=2026-01-31T12%3A00%3A00Z&step=15s'],
    ['series', { match: ['up', 'a{b="c"}'], start: 1, end: 2, limit: 3 }, 'match%5B%5D=up&match%5B%5D=a%7Bb%3D%22c%22%7D&start=0.001&end=0.002&limit=3'],
    ['labels', {}, ''],
    ['labels', { match: [] }, ''],
    ['labels', { match: ['up'], start: '1435781430.781' }, 'match%5B%5D=up&start=1435781430.781'],
    ['targets', {}, ''],
    ['targets', { state: 'dropped', scrapePool: 'a b' }, 'state=dropped&scrapePool=a+b'],
  ])('%s(%j): %s', (kind, given, expected) => {
    expect(sent(kind, given)).toBe(expected);
  });

  test('nothing of what an object inherits', () => {
    expect(sent('query', Object.assign(Object.create({ time: 1 }), { query: 'up' }))).toBe('query=up');
  });
});

describe('a time', () => {
  test.each<[unknown, string]>([
    [0, '0.000'], [-0, '0.000'], [1, '0.001'], [1435781430781, '1435781430.781'], [-1435781430781, '-1435781430.781'], [-1, '-0.001'], [999, '0.999'],
    [8640000000000000, '8640000000000.000'], [8639999999999999, '8639999999999.999'], [-8639999999999999, '-8639999999999.999'],
    [new Date(1435781430781), '1435781430.781'], [new Date('2026-01-31T12:00:00.007Z'), '1769860800.007'], [new Date(0), '0.000'],
    ['2026-01-31T12:00:00Z', '2026-01-31T12:00:00Z'], ['2026-01-31t12:00:00.123456789+01:30', '2026-01-31t12:00:00.123456789+01:30'],
    ['1435781430.781', '1435781430.781'], ['-5', '-5'], ['1435781430.1234567891', '1435781430.1234567891'],
  ])('%p is %s', (time, expected) => {
    expect(sentTime(time)).toBe(expected);
  });

  test('is exact for every millisecond', () => {
    const times = Array.from({ length: 10_000 }, (_, n) => 1_700_000_000_000 + 7919 * n);
    expect(times.filter(time => sentTime(time)!.replace('.', '') !== String(time))).toEqual([]);
  });

  test.each<[unknown, string]>([
    [1.5, '1.5'], [NaN, 'NaN'], [Infinity, 'Infinity'], [2 ** 53, '9007199254740992'], [new Date(NaN), 'an instance of Date'], ['', '""'], ['now', '"now"'],
    ['2026-01-31', '"2026-01-31"'], ['2026-01-31 12:00:00Z', '"2026-01-31 12:00:00Z"'], ['2026-01-31T12:00:00', '"2026-01-31T12:00:00"'], ['1e9', '"1e9"'],
    ['+Inf', '"+Inf"'], ['1.', '"1."'], [' 1', '" 1"'], [true, 'true'], [{}, 'an object'], [[1], 'a list of 1'], [5n, '5n'],
  ])('fails when it is %p', (time, shown) => {
    expect(messageOf(() => sentTime(time)))
      .toBe(`[ScraperClient.query()] invalid-value: 'time' must be a Date, an integer in milliseconds, or a string such as "2026-01-31T12:00:00Z", got ${shown}; write it as "2026-01-31T12:00:00Z"`);
  });
});

describe('a duration', () => {
  const sentStep = (step: unknown) => parametersOf('queryRange', { ...RANGE, step }).get('step');

  test.each<[unknown, string]>([
    [1, '0.001'], [1000, '1.000'], [86_400_000, '86400.000'], ['15s', '15s'], ['1y2w3d4h5m6s7ms', '1y2w3d4h5m6s7ms'], ['1h30m', '1h30m'], ['0.5', '0.5'], ['60', '60'],
  ])('%p is %s', (step, expected) => {
    expect(sentStep(step)).toBe(expected);
  });

  test.each<[unknown, string]>([
    [0, '0'], [-1, '-1'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['', '""'], ['1x', '"1x"'], ['m', '"m"'], ['1m1h', '"1m1h"'], ['1.5h', '"1.5h"'], [' 1m', '" 1m"'],
    [null, 'null'], [new Date(1), 'an instance of Date'], [['1m'], 'a list of 1'], [true, 'true'],
  ])('fails when it is %p', (step, shown) => {
    expect(messageOf(() => sentStep(step))).toBe(step === null
      ? "[ScraperClient.queryRange()] missing-field: 'step' is required"
      : `[ScraperClient.queryRange()] invalid-value: 'step' must be at least a millisecond, or a string such as "1h30m", got ${shown}; write it as "1h30m"`);
  });
});

describe('fails when', () => {
  test.each<[string, Kind, unknown, string]>([
    ['there is no expression', 'query', {}, "missing-field: 'query' is required"],
    ['the expression is empty', 'query', { query: '' }, "invalid-value: 'query' must be a non-empty string, got \"\""],
    ['the expression is a number', 'query', { query: 1 }, "invalid-value: 'query' must be a non-empty string, got 1; put it in quotes"],
    ['the limit is negative', 'query', { query: 'up', limit: -1 }, "invalid-value: 'limit' must be an integer from 0 to 2147483647, got -1"],
    ['the limit is a text', 'labels', { limit: '1' }, "invalid-value: 'limit' must be an integer from 0 to 2147483647, got \"1\""],
    ['the statistics are of a kind that there is not', 'query', { query: 'up', stats: 'some' }, "invalid-type: 'stats' must be a boolean, got \"some\""],
    ['the signal is none', 'query', { query: 'up', signal: {} }, "invalid-type: 'signal' must be an AbortSignal, got an object; give the signal of an AbortController"],
    ['the signal is a controller', 'query', { query: 'up', signal: new AbortController() }, "invalid-type: 'signal' must be an AbortSignal, got an instance of AbortController; give the signal of an AbortController"],
    ['there is no time for it', 'query', { query: 'up', requestTimeout: 0 }, "invalid-value: 'requestTimeout' must be an integer from 1 to 2147483647, got 0"],
    ['nothing may be held', 'targets', { maxBodySize: 0 }, "invalid-value: 'maxBodySize' must be an integer from 1 to 2147483647, got 0"],
    ['a field has another spelling', 'query', { query: 'up', lookback_delta: '5m' },
      "unknown-field: 'lookback_delta' is an unknown field; expected one of signal, requestTimeout, maxBodySize, query, timeout, limit, lookbackDelta, stats, time; leave it out, or check its spelling"],
    ['a time is given to a range', 'queryRange', { ...RANGE, time: 1 },
      "unknown-field: 'time' is an unknown field; expected one of signal, requestTimeout, maxBodySize, query, timeout, limit, lookbackDelta, stats, start, end, step; leave it out, or check its spelling"],
    ['an expression is given to series', 'series', { match: ['up'], query: 'up' },
      "unknown-field: 'query' is an unknown field; expected one of signal, requestTimeout, maxBodySize, match, start, end, limit; leave it out, or check its spelling"],
    ['the end is before the beginning', 'queryRange', { ...RANGE, start: 1001 }, "invalid-value: 'end' must not be before 'start'; swap them, or give a later 'end'"],
    ['the end is a Date before the beginning', 'series', { match: ['up'], start: new Date(2), end: new Date(1) }, "invalid-value: 'end' must not be before 'start'; swap them, or give a later 'end'"],
    ['there is no selector', 'series', {}, "missing-field: 'match' is required"],
    ['the selectors are none', 'series', { match: [] }, "missing-field: 'match' must have at least 1 selector"],
    ['a selector is empty', 'labels', { match: ['up', ''] }, "invalid-value: 'match[1]' must be a non-empty string, got \"\""],
    ['the selectors are one text', 'labels', { match: 'up' }, "invalid-type: 'match' must be a list, got \"up\""],
    ['the state is none', 'targets', { state: 'all' }, "invalid-value: 'state' must be one of active, dropped, any, got \"all\""],
    ['the pool is empty', 'targets', { scrapePool: '' }, "invalid-value: 'scrapePool' must be a non-empty string, got \"\""],
  ])('%s', (_, kind, given, expected) => {
    expect(messageOf(() => parametersOf(kind, given as object))).toBe(`[ScraperClient.${kind}()] ${expected}`);
  });

  test('several things are wrong: all are said', () => {
    expect(messageOf(() => parametersOf('queryRange', { query: '', start: 'x', limit: 1.5 }))).toBe([
      '[ScraperClient.queryRange()] 5 findings:',
      "missing-field: 'end' is required",
      "missing-field: 'step' is required",
      "invalid-value: 'query' must be a non-empty string, got \"\"",
      "invalid-value: 'limit' must be an integer from 0 to 2147483647, got 1.5",
      "invalid-value: 'start' must be a Date, an integer in milliseconds, or a string such as \"2026-01-31T12:00:00Z\", got \"x\"; write it as \"2026-01-31T12:00:00Z\"",
    ].join('\n  '));
  });
});
