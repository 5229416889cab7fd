import { execFileSync } from 'child_process';
import { Duration, Yaml } from 'cdk8s';
import * as fc from 'fast-check';
import { parse } from 'yaml';
import { describe as told } from '../../src/base/findings/words';
import { durationCall, durationText, isDuration, millisecondsOf } from '../../src/base/durations';
import { Endpoint, endpointsOf } from '../../src/base/metrics-endpoints';
import { nearest } from '../../src/base/check';
import { yamlHazard, yamlKeyHazard } from '../../src/base/plain';
import { anyOf, regex } from '../../src/base/regexes';
import { decodeUtf8 } from '../../src/base/utf8';
import { PATIENCE, runs } from '../properties/runs';
import { ONLY_BY_PROMETHEUS, REGEXES } from '../support/regexes';

const DEFAULTS: Endpoint = { port: 7001, path: '/wls-exporter/metrics' };

test.each<[string, any, Endpoint[]]>([
  ['no spec: the defaults', undefined, [DEFAULTS]],
  ['an empty spec: the defaults', {}, [DEFAULTS]],
  ['nulls: the defaults', { port: null, path: null, ports: null, enabled: null }, [DEFAULTS]],
  ['a port: the default path', { port: 1 }, [{ port: 1, path: DEFAULTS.path }]],
  ['a path: the default port', { path: '/a' }, [{ port: DEFAULTS.port, path: '/a' }]],
  ['port and path', { port: 1, path: '/a' }, [{ port: 1, path: '/a' }]],
  ['ports, each with its own or the default value', { ports: [{ port: 1 }, { path: '/b' }, {}] }, [
    { port: 1, path: DEFAULTS.path }, { port: DEFAULTS.port, path: '/b' }, DEFAULTS,
  ]],
  ['ports and a port: the port comes last', { port: 1, ports: [{ port: 2, path: '/b' }] }, [
    { port: 2, path: '/b' }, { port: 1, path: DEFAULTS.path },
  ]],
  ['ports, port and path: the path goes with the port', { port: 1, path: '/a', ports: [{ port: 2 }] }, [
    { port: 2, path: DEFAULTS.path }, { port: 1, path: '/a' },
  ]],
  ['ports and a path alone: the path belongs to no endpoint', { path: '/a', ports: [{ port: 2 }] }, [{ port: 2, path: DEFAULTS.path }]],
  ['empty ports count as absent', { path: '/a', ports: [] }, [{ port: DEFAULTS.port, path: '/a' }]],
  ['enabled says nothing else', { enabled: true, port: 1 }, [{ port: 1, path: DEFAULTS.path }]],
  ['not enabled: none', { enabled: false, port: 1, ports: [{ port: 2 }] }, []],
])('%s', (_, spec, endpoints) => {
  expect(endpointsOf(spec, [DEFAULTS])).toEqual(endpoints);
});

const KNOWN = ['platform', 'defaultNamespace', 'vendor', 'oam', 'tls', 'to', 'spec', 'selector', 'selectors', 'a'];

describe('the nearest word', () => {
  test.each([
    ['a letter is missing', 'platfrm', 'platform'],
    ['a letter is too many', 'platforrm', 'platform'],
    ['a letter is another', 'plattorm', 'platform'],
    ['two letters changed places', 'tsl', 'tls'],
    ['two letters are wrong', 'vandar', 'vendor'],
    ['two letters are missing', 'defaultNamspac', 'defaultNamespace'],
    ['only capitals differ', 'DEFAULTNAMESPACE', 'defaultNamespace'],
    ['the word is known', 'selector', 'selector'],
    ['two are as near: the first', 'selectorx', 'selector'],
    ['one is nearer than the first', 'selectorzs', 'selectors'],
  ])('is found where %s', (_, word, known) => {
    expect(nearest(word, KNOWN)).toBe(known);
  });

  test.each([
    ['more than two letters are wrong', 'platxyzm'],
    ['more than two letters are missing', 'platf'],
    ['nothing of a short word is left', 'xy'],
    ['two of three letters are wrong', 'txx'],
    ['two of four letters are wrong', 'spxx'],
    ['the only letter is wrong', 'x'],
    ['nothing is written', ''],
    ['the word is something else', 'kubernetes'],
  ])('is none where %s', (_, word) => {
    expect(nearest(word, KNOWN)).toBeUndefined();
  });

  test('is none where none is known', () => {
    expect(nearest('platform', [])).toBeUndefined();
  });

  test('is found whatever single mistake is made, and costs little for long words', () => {
    const mistakes = fc.tuple(fc.constantFrom(...KNOWN.filter(({ length }) => length > 2)), fc.nat(), fc.constantFrom('drop', 'double', 'turn'));
    fc.assert(fc.property(mistakes, ([word, at, mistake]) => {
      const i = at % (word.length - 1);
      const middle = { drop: '', double: word[i] + word[i], turn: word[i + 1] + word[i] }[mistake]!;
      const wrong = word.slice(0, i) + middle + word.slice(mistake === 'turn' ? i + 2 : i + 1);
      expect(nearest(wrong, [word])).toBe(word);
      expect(nearest('x'.repeat(1_000_000), KNOWN)).toBeUndefined();
    }), { numRuns: runs(250) });
  }, PATIENCE);
});

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
    expect(said(5)).toEqual(['invalid-type: \'regex\' must be a string, got a number']);
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
  const script = `const { regex } = require('./src/base/regexes'); const loaded = () => Object.keys(require.cache).some(each => each.includes('re2js'));
    const before = loaded(); regex('a', ''); console.log(before, loaded());`;
  expect(execFileSync('npx', ['tsx', '-e', script], { encoding: 'utf8', env: { ...process.env, NODE_NO_WARNINGS: '1' } })).toContain('false true');
});

test.each(['', 'a', 'é\n日本 👍🏽', '\ufeffa', '\ufffd', '\0'])('%j is UTF-8', text => {
  expect(decodeUtf8(Buffer.from(text))).toEqual({ text, complete: true });
});

test.each([
  ['a byte of Latin-1', [0x61, 0xe9, 0x62], 'a'],
  ['a byte that never is', [0xff, 0xfe, 0x61, 0x00], ''],
  ['a character that is cut off', [...Buffer.from('aé\n'), 0xe2, 0x82], 'aé\n'],
  ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80, 0x61], 'a'],
  ['a character that is too long', [0x61, 0x62, 0xc0, 0x80], 'ab'],
  ['a byte at the end', [0x61, 0x80], 'a'],
])('%s is none: the text in front of it is kept', (_, bytes, text) => {
  expect(decodeUtf8(Uint8Array.from(bytes))).toEqual({ text, complete: false });
});

const written = (value: any) => Yaml.stringify({ a: value });
const readBack = (value: any) => parse(written(value), { version: '1.1' })?.a;

describe('each hazard is one', () => {
  test('a line of one space in text that must be quoted comes back as a backslash', () => {
    const text = 'first line of a configuration file\n \nlast line\n  ';
    expect(readBack(text)).not.toBe(text);
    expect(yamlHazard(text)).toEqual({ reason: 'space-line' });
  });

  test('the same line does no harm where the text is not quoted', () => {
    const text = 'first line of a configuration file\n \nlast line\n';
    expect(readBack(text)).toBe(text);
    expect(yamlHazard(text)).toBeUndefined();
  });

  test('a key "<<" is read as a merge', () => {
    expect(() => parse(Yaml.stringify({ '<<': 'x' }), { version: '1.1' })).toThrow();
    expect(parse(Yaml.stringify({ '<<': { a: 1 } }), { version: '1.1', merge: true })).toEqual({ a: 1 });
    expect(yamlKeyHazard('<<')).toEqual({ reason: 'merge-key' });
  });

  test('a tab in front of several lines is written as indentation', () => {
    expect(written('\tserver {\n}\n')).toBe('a: |\n  \tserver {\n  }\n');
    expect(yamlHazard('\tserver {\n}\n')).toEqual({ reason: 'leading-tab' });
    expect(yamlHazard('\n\tserver {\n}\n')).toBeDefined();
  });

  test.each(['0o17', '0O17', '0X1F', '-0X1', '+0o7', '0o1_7', '0b+1', '+_5_', '1e1_', '1e_5', '-_.2', '0.1e1_'])('%s is written without quotes, and is a number to Go', text => {
    expect(written(text)).toBe(`a: ${text}\n`);
    expect(yamlHazard(text)).toEqual({ reason: 'number-like' });
  });

  test.each([
    ['U+007F', '\x7f'], ['U+0085', '\x85'], ['U+009F', '\x9f'], ['U+2028', '\u2028'], ['U+2029', '\u2029'], ['U+FFFE', '\ufffe'], ['U+D800', '\ud800'],
  ])('%s is refused', (code, character) => {
    expect(yamlHazard(`a${character}b`)).toEqual({ reason: 'character', character: code });
  });
});

describe('what is common passes', () => {
  test.each([
    '', 'yes', 'null', '~', '0775', '0x1f', '1e3', '12:30', '1.5', '-1', '+1', '1_000', '_', '_1', '0_a', '0x_1f', '0o8', '1._5', '0', '5432', '0.5', '/metrics', 'a\tb', 'a\n\tb\n', ' a\nb', '\ud83d\ude80',
    '\u00e9', 'a\n\nb', 'a\n \nb', 'a\r\nb', '- a', '# a', 'a: b', '"', '\'', '\\', '{{ x }}', '%a', '@a', '`a`',
  ])('%j', text => {
    expect(readBack(text)).toBe(text);
    expect(yamlHazard(text)).toBeUndefined();
  });
});

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
