import { spelledOut } from '../../src/private/durations';

test.each([
  [120_000, '2m'], [360_000, '6m'], [5_400_000, '1h30m'], [390_500, '6m30s500ms'], [14 * 86_400_000, '2w'], [8 * 86_400_000, '8d'],
])('%s ms is written as Prometheus writes it: %s', (milliseconds, text) => {
  expect(spelledOut(milliseconds)).toBe(text);
});
