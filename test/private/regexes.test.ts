import { execFileSync } from 'child_process';
import { describe as told } from '../../src/findings/words';
import { anyOf, regex } from '../../src/private/regexes';
import { ONLY_BY_PROMETHEUS, REGEXES } from '../support/regexes';

const said = (value: unknown) => regex(value, 'regex').map(told);

describe('a regular expression', () => {
  test.each(REGEXES)('%j is taken: %j', (expression, isTaken) => {
    expect(said(expression).length).toBe(isTaken ? 0 : 1);
  });

  test.each(ONLY_BY_PROMETHEUS)('%j is not taken, though Prometheus takes it', expression => {
    expect(said(expression)).toHaveLength(1);
  });

  const REMEDY = 'write it in the syntax of RE2, which has no lookaround and no backreferences';

  test.each<[string, string, string]>([
    ['a lookahead', '(?!go_).*', 'invalid or unsupported Perl syntax: (?!'],
    ['an open bracket', 'go_(', 'missing closing )'],
    ['a part that is wrong', 'go_[z-a]', 'invalid character class range: z-a'],
    ['what Prometheus puts behind it', '\\Qa.b', 'missing closing )'],
  ])('fails with %s, and says where', (_, expression, message) => {
    expect(said(expression)).toEqual([`invalid-value: 'regex' must be a regular expression of RE2, got ${JSON.stringify(expression)}: ${message}; ${REMEDY}`]);
  });

  test('fails with another type', () => {
    expect(said(5)).toEqual(['invalid-type: \'regex\' must be a string, got 5']);
  });

  // a bracket that closes those of Prometheus is one that nobody means
  test('must be one by itself', () => {
    expect(said('a)(b')).toEqual([`invalid-value: 'regex' must be a regular expression of RE2, got "a)(b": unexpected ); ${REMEDY}`]);
  });
});

test.each<[string, string[], string]>([
  ['is itself', ['(?i)a'], '(?i)a'],
  ['are alternatives', ['a', 'b|c'], 'a|b|c'],
  ['keep their flags to themselves', ['(?i)a', 'b'], '(?:(?i)a)|b'],
])('expressions together: each %s', (_, expressions, together) => {
  expect(anyOf(expressions)).toBe(together);
});

test('their package is loaded with the first of them', () => {
  const script = `const { regex } = require('./src/private/regexes'); const loaded = () => Object.keys(require.cache).some(each => each.includes('re2js'));
    const before = loaded(); regex('a', ''); console.log(before, loaded());`;
  expect(execFileSync('npx', ['tsx', '-e', script], { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } })).toContain('false true');
});
