import { PHRASES } from '../../src/findings/catalogue/phrases';
import { found } from '../../src/findings/finding';
import { fill, ParametersIn } from '../../src/findings/sentence';
import { Shown } from '../../src/findings/shown';
import { describe as sentence } from '../../src/findings/words';

/** The parameters are checked by the compiler: those that the text does not ask for, and those of other types, are errors. */
const filled = <T extends string>(text: T, parameters: ParametersIn<T>) => fill(text, parameters);

test('strings as steps: {path:arrows}', () => {
  expect(filled('{path:arrows}', { path: ['a', 'b', 'a'] })).toBe('a => b => a');
});

test('strings in quotes: {keys:quoted}', () => {
  expect(filled('got {keys:quoted}', { keys: ['a', 'b"c'] })).toBe('got "a", "b\\"c"');
  expect(filled('got {keys:quoted}', { keys: [] })).toBe('got none');
});

test.each([[0, 'takes 0 arguments'], [1, 'takes 1 argument'], [2, 'takes 2 arguments']])('%d with its noun: {most|argument}', (most, text) => {
  expect(filled('takes {most|argument}', { most })).toBe(text);
});

describe('a phrase of the catalogue: {rule:phrase}', () => {
  test('is filled with what it knows', () => {
    expect(filled('must be {rule:phrase}', { rule: { phrase: 'made-of-fields', made: 'a.b', fields: ['c', 'd'] } })).toBe('must be "a.b", as c and d say');
  });

  test('may be one of several', () => {
    const because = [{ phrase: 'nested-chart', from: 'a', to: 'b', inner: 'c', outer: 'd' }, { phrase: 'written-dependency', from: 'b', to: 'a', source: 'e', target: 'f' }] as const;
    expect(filled('({because:phrase})', { because })).toBe('(a => b since chart c is in chart d, b => a since e => f)');
  });

  test('is data where a machine reads it', () => {
    const [finding] = found('invalid-name', 'metadata.name', { reason: 'given', rule: { phrase: 'job-name', max: 63 }, value: Shown.of('A') });
    expect(JSON.parse(JSON.stringify(finding.parameters))).toEqual({ reason: 'given', rule: { phrase: 'job-name', max: 63 }, value: 'A' });
    expect(sentence(finding)).toBe('invalid-name: \'metadata.name\' must be a DNS-1123 subdomain (lower-case letters, digits, \'-\' and \'.\', at most 63 characters, '
      + 'since its pods have it as a label), got "A"; set \'metadata.name\', or a construct id that is a valid name');
  });

  test.each(Object.entries(PHRASES))('%s has no phrase in it', (_, text) => {
    expect(text).not.toContain(':phrase}');
  });
});

test('the path of a file is shown whole', () => {
  const path = `/${'a'.repeat(200)}/"b`;
  expect(fill('cannot read {path:file}', { path })).toBe(`cannot read ${JSON.stringify(path)}`);
});
