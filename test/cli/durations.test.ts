import { age, milliseconds } from '../../src/cli/verify';
import { messageOf } from '../support/message';

test.each([
  ['90s', 90_000], ['5m', 300_000], ['1h30m', 5_400_000], ['250ms', 250], ['1h2m3s4ms', 3_723_004], ['0s', 0], ['007s', 7000], ['1d', 86_400_000],
])('%s are %i milliseconds', (text, expected) => {
  expect(milliseconds('--wait', text)).toBe(expected);
});

test.each(['', '5', 'm', '5 m', '-5m', '1.5h', '5M', '5m ', '1m1m', '30m1h', '5min', '1e3s', '\u0665m'])('fails when a duration is %j', text => {
  expect(messageOf(() => milliseconds('--wait', text)))
    .toBe(`[cdk8s-oam] invalid-value: '--wait' must be a duration such as 90s, 5m or 1h30m, got ${JSON.stringify(text)}`);
});

test.each([
  [-3, '0s'], [0, '0s'], [0.4, '0s'], [7.6, '8s'], [119.4, '119s'], [119.6, '2m'], [299, '4m'], [7199, '119m'], [7200, '2h'], [90_000, '25h'],
])('%d seconds are read as %s', (seconds, expected) => {
  expect(age(seconds)).toBe(expected);
});
