import { writeYaml } from '../../src/files/write-yaml';
import { read } from '../migration/support';

const values = (text: string) => read(text).yaml.map(({ value }) => value);

test('documents are parted by lines of dashes, and the order of keys is kept', () => {
  const written = [{ b: 1, a: { d: null, c: [] } }, { list: ['x', { z: true, x: {} }] }];
  const text = ['b: 1', 'a:', '  d: null', '  c: []', '---', 'list:', '  - x', '  - z: true', '    x: {}', ''].join('\n');
  expect(writeYaml(written)).toBe(text);
  expect(JSON.stringify(values(text))).toBe(JSON.stringify(written));
});

test('of nothing nothing is written', () => {
  expect(writeYaml([])).toBe('');
});

// each text is one that Kubernetes or another reader would take for something else
test.each([
  ['a number to Go alone', '0o17', '"0o17"'],
  ['a number to Go with an underscore', '1e_5', '"1e_5"'],
  ['a number of YAML 1.1', '0775', '"0775"'],
  ['a truth value of YAML 1.1', 'yes', '"yes"'],
  ['a merge key', '<<', '"<<"'],
  ['a line separator', 'a\u2028b', '"a\\u2028b"'],
  ['a next line', 'a\u0085b', '"a\\x85b"'],
  ['a byte order mark', '\ufeffa', '"\\ufeffa"'],
  ['a delete', 'a\x7fb', '"a\\x7fb"'],
  ['a control character', 'a\x00b', '"a\\0b"'],
  ['lines that begin with space', '  a\nb', '"  a\\nb"'],
  ['lines that begin with a tab', '\ta\nb', '"\\ta\\nb"'],
  ['a line of nothing but space', 'a\n \nb', '"a\\n\\ \\nb"'],
  ['a last line of nothing but space', 'a\n ', '"a\\n "'],
  ['an empty first line', '\na', '"\\na"'],
])('%s is written in quotes, as a value and as a key', (_, text, quoted) => {
  const written = [{ a: text, [text]: 1 }];
  expect(writeYaml(written)).toBe(`a: ${quoted}\n${quoted}: 1\n`);
  expect(values(writeYaml(written))).toEqual(written);
});

test.each([
  ['lines', 'a\nb\n', '|\n  a\n  b\n'],
  ['lines without a last break', 'a\n  b', '|-\n  a\n    b\n'],
  ['lines with breaks at the end', 'a\n\n', '|+\n  a\n\n'],
  ['characters of any language', 'é日本👍🏽', 'é日本👍🏽\n'],
  ['a long text', 'word '.repeat(60).trim(), `${'word '.repeat(60).trim()}\n`],
])('%s need none', (_, text, block) => {
  expect(writeYaml([{ a: text }])).toBe(`a: ${block}`);
  expect(values(writeYaml([{ a: text }]))).toEqual([{ a: text }]);
});

test('a key is a key like any other, whatever it is called', () => {
  const written = JSON.parse('{"__proto__": {"constructor": null}, "": 1, "a b": 2, "1": 3, "null": 4}');
  const text = '"1": 3\n__proto__:\n  constructor: null\n"": 1\na b: 2\n"null": 4\n';
  expect(writeYaml([written])).toBe(text);
  expect(JSON.stringify(values(text))).toBe(JSON.stringify([written]));
});

test('what is held twice is written twice', () => {
  const shared = { a: ['b'] };
  expect(writeYaml([{ one: shared, two: shared }, shared])).toBe('one:\n  a:\n    - b\ntwo:\n  a:\n    - b\n---\na:\n  - b\n');
});

test('fails when indentation makes it longer than a string can be', () => {
  const deep = Array.from({ length: 190 }).reduce<unknown>(inner => [inner], 'x\n'.repeat(1_500_000));
  expect(() => writeYaml([deep])).toThrow('[writeYaml] manifest-too-large: would be longer, with its indentation, than a string can be; divide the manifests, or nest long strings less deeply');
});
