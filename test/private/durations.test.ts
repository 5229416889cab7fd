import { Duration } from 'cdk8s';
import { isDuration, millisecondsOf } from '../../src/private/durations';

const DAY = 86_400_000;

test.each([
  ['1y', 365 * DAY], ['1w', 7 * DAY], ['1d', DAY], ['1h', 3_600_000], ['1m', 60_000], ['1s', 1000], ['1ms', 1],
  ['1h30m', 5_400_000], ['1y2w3d4h5m6s7ms', 365 * DAY + 14 * DAY + 3 * DAY + 14_706_007], ['0s', 0], ['90m', 5_400_000],
])('%s are %i milliseconds', (text, expected) => {
  expect(millisecondsOf(text)).toBe(expected);
});

test.each(['', '5', 'm', '5 m', '-5m', '+5m', '1.5h', '5M', '5min', '1e3s', '1m1m', '30m1h', '1ms1s', '5m\n', '\u0665m'])('%j is no duration', text => {
  expect(millisecondsOf(text)).toBeUndefined();
});

test('a Duration of cdk8s is told from all else', () => {
  expect([Duration.hours(1), Duration.millis(0)].map(isDuration)).toEqual([true, true]);
  expect([undefined, null, '1h', 1, {}, { toSeconds: () => 1 }, new Date()].map(isDuration)).toEqual([false, false, false, false, false, false, false]);
});
