import { CallKind, callParameters } from '../../../src/verify/query/options';
import { messageOf } from '../../support/message';

const RANGE = { query: 'up', start: 0, end: 1000, step: 1000 };

/** What is sent, as it stands in a URL. */
const sent = (kind: CallKind, given: object) => String(callParameters(kind, given));
const sentTime = (time: unknown) => callParameters('query', { query: 'up', time }).get('time');

describe('is sent as', () => {
  test.each<[CallKind, object, string]>([
    ['query', { query: 'up' }, 'query=up'],
    ['query', { query: 'sum by (job) (rate(up{a="é&+ %"}[5m]))' }, 'query=sum+by+%28job%29+%28rate%28up%7Ba%3D%22%C3%A9%26%2B+%25%22%7D%5B5m%5D%29%29'],
    ['query', { query: 'up', time: null }, 'query=up'],
    ['query', { query: 'up', signal: new AbortController().signal, requestTimeout: 1 }, 'query=up'],
    ['queryRange', RANGE, 'query=up&start=0.000&end=1.000&step=1.000'],
    ['queryRange', { query: 'up', start: new Date(-1), end: '2026-01-31T12:00:00Z', step: '15s' }, 'query=up&start=-0.001&end=2026-01-31T12%3A00%3A00Z&step=15s'],
    ['targets', {}, ''],
    ['rules', { type: 'alert' }, 'type=alert'],
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
    // the scraper itself says that it does not understand
    ['1435781430.781', '1435781430.781'], ['yesterday', 'yesterday'],
  ])('%p is %s', (time, expected) => {
    expect(sentTime(time)).toBe(expected);
  });

  test('is exact for every millisecond', () => {
    const times = Array.from({ length: 10_000 }, (_, n) => 1_700_000_000_000 + 7919 * n);
    expect(times.filter(time => sentTime(time)!.replace('.', '') !== String(time))).toEqual([]);
  });

  test.each<[unknown, string]>([
    [1.5, '1.5'], [NaN, 'NaN'], [Infinity, 'Infinity'], [new Date(NaN), 'an instance of Date'], ['', '""'], [true, 'true'], [{}, 'an object'],
    [[1], 'a list of 1'], [5n, '5n'],
  ])('fails when it is %p', (time, shown) => {
    expect(messageOf(() => sentTime(time)))
      .toBe(`[ScraperClient.query()] invalid-value: 'time' must be a Date, an integer in milliseconds, or a string such as "2026-01-31T12:00:00Z", got ${shown}; write it as "2026-01-31T12:00:00Z"`);
  });
});

describe('a duration', () => {
  const sentStep = (step: unknown) => callParameters('queryRange', { ...RANGE, step }).get('step');

  test.each<[unknown, string]>([
    [1, '0.001'], [1000, '1.000'], [86_400_000, '86400.000'], ['1h30m', '1h30m'], ['0.5', '0.5'],
  ])('%p is %s', (step, expected) => {
    expect(sentStep(step)).toBe(expected);
  });

  test.each<[unknown, string]>([
    [0, '0'], [-1, '-1'], [NaN, 'NaN'], [Infinity, 'Infinity'], ['', '""'], [null, 'null'], [new Date(1), 'an instance of Date'],
    [['1m'], 'a list of 1'], [true, 'true'],
  ])('fails when it is %p', (step, shown) => {
    expect(messageOf(() => sentStep(step))).toBe(step === null
      ? "[ScraperClient.queryRange()] missing-field: 'step' is required"
      : `[ScraperClient.queryRange()] invalid-value: 'step' must be at least a millisecond, or a string such as "1h30m", got ${shown}; write it as "1h30m"`);
  });
});

describe('fails when', () => {
  test.each<[string, CallKind, unknown, string]>([
    ['there is no expression', 'query', {}, "missing-field: 'query' is required"],
    ['the expression is empty', 'query', { query: '' }, "invalid-value: 'query' must be a non-empty string, got \"\""],
    ['the expression is a number', 'query', { query: 1 }, "invalid-value: 'query' must be a non-empty string, got a number; put it in quotes"],
    ['the signal is none', 'query', { query: 'up', signal: {} }, "invalid-type: 'signal' must be an AbortSignal, got an object; give the signal of an AbortController"],
    ['the signal is a controller', 'query', { query: 'up', signal: new AbortController() }, "invalid-type: 'signal' must be an AbortSignal, got an instance of AbortController; give the signal of an AbortController"],
    ['there is no time for it', 'query', { query: 'up', requestTimeout: 0 }, "invalid-value: 'requestTimeout' must be an integer from 1 to 2147483647, got 0"],
    ['a field has another spelling', 'query', { query: 'up', tyme: 1 },
      "unknown-field: 'tyme' is an unknown field; expected one of signal, requestTimeout, query, time; did you mean \"time\"?"],
    ['a time is given to a range', 'queryRange', { ...RANGE, time: 1 },
      "unknown-field: 'time' is an unknown field; expected one of signal, requestTimeout, query, start, end, step; leave it out, or check its spelling"],
    ['the type is none', 'rules', { type: 'all' }, "invalid-value: 'type' must be one of alert, record, got \"all\""],
  ])('%s', (_, kind, given, expected) => {
    expect(messageOf(() => callParameters(kind, given as object))).toBe(`[ScraperClient.${kind}()] ${expected}`);
  });

  test('several things are wrong: all are said', () => {
    expect(messageOf(() => callParameters('queryRange', { query: '', start: {} }))).toBe([
      '[ScraperClient.queryRange()] 4 findings:',
      "missing-field: 'end' is required",
      "missing-field: 'step' is required",
      "invalid-value: 'query' must be a non-empty string, got \"\"",
      "invalid-value: 'start' must be a Date, an integer in milliseconds, or a string such as \"2026-01-31T12:00:00Z\", got an object; write it as \"2026-01-31T12:00:00Z\"",
    ].join('\n  '));
  });
});
