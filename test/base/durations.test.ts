import { millisecondsOf, spelledOut } from '../../src/base/durations';

test.each([
  [120_000, '2m'], [360_000, '6m'], [5_400_000, '1h30m'], [390_500, '6m30s500ms'], [14 * 86_400_000, '2w'], [8 * 86_400_000, '8d'],
])('%s ms is written as Prometheus writes it: %s', (milliseconds, text) => {
  expect(spelledOut(milliseconds)).toBe(text);
});

test.each([
  ['90s', 90_000], ['5m', 300_000], ['1h30m', 5_400_000], ['250ms', 250], ['1h2m3s4ms', 3_723_004], ['0s', 0], ['007s', 7000], ['1d', 86_400_000],
])('%s are %i milliseconds', (text, expected) => {
  expect(millisecondsOf(text)).toBe(expected);
});

test.each(['', '5', 'm', '5 m', '-5m', '1.5h', '5M', '5m ', '1m1m', '30m1h', '5min', '1e3s', '\u0665m'])('%j is no duration', text => {
  expect(millisecondsOf(text)).toBeUndefined();
});
