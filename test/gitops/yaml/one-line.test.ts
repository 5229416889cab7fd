import { compare, everywhere, written } from './compared';
import { oneLine } from '../../../src/gitops/yaml/strings';

const PRINTED = Array.from({ length: 0x5f }, (_, i) => String.fromCharCode(0x20 + i));

/** All texts of so many of these characters, or fewer. */
function all(characters: readonly string[], length: number): string[] {
  return length === 0 ? [''] : [...all(characters, length - 1).flatMap(text => text.length === length - 1 ? [text, ...characters.map(each => text + each)] : [text])];
}

/** The document's own lines have keys that look like document markers, which are left to cdk8s. */
const inner = (texts: string[]) => everywhere(...texts).slice(1);

test('all texts of one or two printed characters are written as cdk8s writes them', () => {
  expect(compare(...inner(all([...PRINTED, '\t'], 2)))).toBe(0);
});

test('all short texts of what means something by its place are', () => {
  expect(compare(...inner(all(['-', '?', ':', '#', ' ', '\t', 'a'], 4)))).toBe(0);
});

test('all short texts of the characters of numbers are', () => {
  expect(compare(...inner(all(['0', '1', '8', '_', '.', 'e', '+', '-'], 4)))).toBe(0);
  expect(compare(...inner(all(['0', '7', 'x', 'b', 'F', '_'], 4)))).toBe(0);
  expect(compare(...inner(all(['0', '7', ':', '-', '.', '_', '59', '60'], 4)))).toBe(0);
});

test('the words of YAML 1.1 are, in capitals or not', () => {
  const cases = (word: string): string[] => word === '' ? [''] : cases(word.slice(1)).flatMap(rest => [word[0] + rest, word[0].toUpperCase() + rest]);
  const words = ['~', 'null', 'y', 'yes', 'n', 'no', 'true', 'false', 'on', 'off', '.inf', '.nan', '-.inf', '-.nan', '+.inf', '+.nan', 'inf', 'nan', 'nul', 'offs', '~~'];
  expect(compare(...inner([...new Set(words.flatMap(cases))]))).toBe(0);
});

test('dates are, whole or not', () => {
  const days = ['2001-01-02', '2001-1-2', '2001-01', '201-01-02', '2001-001-02', '2001-01-002', '20010102', '2001-01-', '2001-01-02x'];
  const clocks = ['', 'T', ' ', 'T10:11:12', 't1:2:3', ' 10:11:12', '\t 10:11:12', 'T10:11', 'T10:11:123', ' 10:11:12.5', 'T10:11:12.'];
  const zones = ['', 'Z', ' Z', '\tZ', 'z', '+1', '-12', ' +1', '+31', '+123', '-05:00', '-5:30', '-5:3', '+1:000'];
  expect(compare(...inner(days.flatMap(day => clocks.flatMap(clock => zones.map(zone => day + clock + zone)))))).toBe(0);
});

test('all characters are, alone and among others', () => {
  const characters = Array.from({ length: 0x300 }, (_, i) => String.fromCharCode(i)).concat('\u1680', '\u2000', '\u2028', '\u2029', '\u3000', '\ufeff', '\ufffd', '\uffff', '\ud800', '\udfff', '\ud83d\ude00', '\udbff\udfff');
  expect(compare(...inner(characters.flatMap(each => [each, `a${each}b`, `"${each}'`])))).toBe(0);
});

test.each([
  ['a', 'a'], ['apps/v1', 'apps/v1'], ['nginx:1.25', 'nginx:1.25'], ['https://example.com/a#b', 'https://example.com/a#b'], ['a b', 'a b'], ['env', 'env'], ['none', 'none'], ['-x', '-x'], ['10.0.0.1', '10.0.0.1'], ['500m', '500m'],
  ['', '""'], ['~', '"~"'], ['null', '"null"'], ['y', '"y"'], ['No', '"No"'], ['on', '"on"'], ['true', '"true"'], ['8080', '"8080"'], ['0775', '"0775"'], ['1e3', '"1e3"'], ['e0', '"e0"'], ['12:30', '"12:30"'], ['2001-01-01', '"2001-01-01"'],
  ['a: b', '"a: b"'], ['a:', '"a:"'], ['a #b', '"a #b"'], ['a ', '"a "'], ['- a', '"- a"'], ['{}', '"{}"'], ['*', '"*"'], ['{"a":1}', '\'{"a":1}\''], ['{"a":"it\'s"}', '"{\\"a\\":\\"it\'s\\"}"'], ['\x1b', '"\\e"'], ['\ud800', '"\\ud800"'],
  ['<<', '<<'], ['日本', '日本'],
])('%j is written as %s', (text, line) => {
  expect(oneLine(text)).toBe(line);
  // remembered
  expect(oneLine(text)).toBe(line);
  expect(compare(...inner([text]))).toBe(0);
});

test('a text of several lines is none', () => {
  expect([oneLine('a\n'), oneLine('a\n'), oneLine('\n'), oneLine(`${'a'.repeat(200)}\n`)]).toEqual([undefined, undefined, undefined, undefined]);
});

test('long texts are not broken', () => {
  const texts = ['a b '.repeat(500) + 'c', '"a" '.repeat(500), '\x1b "a" '.repeat(500), `${'a '.repeat(500)}: b`];
  expect(compare({ texts }, texts.slice(), ...everywhere(...texts.map(text => text.slice(0, 500))))).toBe(0);
});

test('more texts than are remembered come out right, twice', () => {
  const texts = Array.from({ length: 25_000 }, (_, i) => String(i));
  const text = `${texts.map(each => `- "${each}"`).join('\n')}\n`;
  expect(written(texts, texts)).toEqual({ text: `${text}---\n${text}`, left: 0 });
});
