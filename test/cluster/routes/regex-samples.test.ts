import { wholeMatch } from '../../../src/base/regexes';
import { samplesOf } from '../../../src/cluster/routes/sample-requests';

test.each([
  '/a', '/a|/b/c', '/orders/[0-9]+', '/(a|b)(/.*)?', '/v\\d+/\\w{2,4}', '/[^/]+/x', '/a{3}', '^/a.b$', '/(?:x|y)?z*', '(?i)/AbC', '/(?P<id>[a-f0-9-]+)', '/[[:alpha:]]+', '/a\\.js',
])('of %s match it', expression => {
  const samples = samplesOf(expression);
  expect(samples.length).toBeGreaterThan(0);
  expect(samples.filter(each => !wholeMatch(expression, each))).toEqual([]);
});

test('are of its alternatives, with little and with more of what repeats', () => {
  expect(samplesOf('/a|/b/c|/d')).toEqual(['/a', '/b/c', '/d']);
  expect(samplesOf('/a*b?')).toEqual(['/', '/ab']);
  expect(samplesOf('/[0-9]+')).toEqual(['/0', '/11']);
});

test('are none of what is no regular expression, or not known here', () => {
  expect(samplesOf('/\\Qa\\E')).toEqual([]);
  expect(['(', '[', '**', '\\'].map(samplesOf)).toEqual([[], [], [], []]);
});
