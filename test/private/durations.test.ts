import { Duration } from 'cdk8s';
import { durationCall, durationText, isDuration, millisecondsOf } from '../../src/private/durations';

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

test.each<[string, Duration]>([
  ['500ms', Duration.millis(500)], ['1500ms', Duration.millis(1500)], ['1500ms', Duration.seconds(1.5)], ['30s', Duration.seconds(30)],
  ['1m', Duration.seconds(60)], ['90s', Duration.seconds(90)], ['36h', Duration.hours(36)], ['14d', Duration.days(14)], ['0.5ms', Duration.millis(0.5)],
])('%s is written of a Duration', (text, duration) => {
  expect(durationText(duration)).toBe(text);
});

test.each([
  ['30s', { factory: 'seconds', argument: 30 }], ['500ms', { factory: 'millis', argument: 500 }], ['5m', { factory: 'minutes', argument: 5 }],
  ['1h', { factory: 'hours', argument: 1 }], ['2d', { factory: 'days', argument: 2 }], ['1w', undefined], ['1m30s', undefined], ['', undefined], ['s', undefined],
])('a program makes %s by %j', (text, made) => {
  expect(durationCall(text)).toEqual(made);
});
