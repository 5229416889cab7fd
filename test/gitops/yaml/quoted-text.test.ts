import { compare, everywhere } from './compared';
import { doubleQuoted } from '../../../src/gitops/yaml/strings';

test.each([
  ['a', '"a"'], ['"a\\', '"\\"a\\\\"'], ['\0\x07\b\t\n\x0b', '"\\0\\a\\b\\t\\n\\v"'], ['\f\r\x1b\x1c\x1f', '"\\f\\r\\e\\x1c\\x1f"'], ['\x7f\x85\xa0\u2028', '"\x7f\x85\xa0\u2028"'], ['\ud83d\ude00\ude00', '"\ud83d\ude00\\ude00"'],
  ['a \nb', '"a\\ \\nb"'], ['\\n \\n', '"\\\\n \\\\n"'],
])('%j', (text, quoted) => {
  expect(doubleQuoted(text)).toBe(quoted);
  expect(doubleQuoted(text, '\n  ')).toBe(quoted);
});

test('a long text is broken at its line breaks, a key is not', () => {
  const text = 'a text of several lines with \x1b[0m\nb\n\nc \n  d\n\n';
  expect(doubleQuoted(text)).toBe('"a text of several lines with \\e[0m\\nb\\n\\nc\\ \\n  d\\n\\n"');
  expect(doubleQuoted(text, '\n  ')).toBe('"a text of several lines with \\e[0m\n\n  b\n\n\n  c\\ \n\n  \\  d\n\n  \\n"');
  expect(compare(...everywhere(text))).toBe(0);
});

test('texts are broken from forty characters on, as cdk8s does', () => {
  const texts = Array.from({ length: 20 }, (_, i) => `${'a'.repeat(20 + i)}\r\nb`);
  expect(compare(...everywhere(...texts))).toBe(0);
});

test('all orders of space, line breaks and escapes in a long text', () => {
  const parts = ['\n', ' ', '\\', '"', 'n', '\x01'];
  const middles = parts.flatMap(a => parts.flatMap(b => parts.flatMap(c => parts.map(d => a + b + c + d))));
  expect(compare({ middles: middles.map(each => `${'\x1b'.repeat(10)}${each}b`) }, middles.map(each => `${'\x1b'.repeat(10)}${each}`), { middles: middles.map(each => `${each}${'\x1b'.repeat(10)}`) })).toBe(0);
});
