import { compare, everywhere } from './compared';
import { blockText } from '../../../src/gitops/yaml/strings';

function all(characters: readonly string[], length: number): string[] {
  return length === 0 ? [''] : characters.flatMap(each => all(characters, length - 1).map(text => each + text));
}

test.each([
  ['a\n', '|\n  a'],
  ['a\nb', '|-\n  a\n  b'],
  ['a\n\nb\n\n', '|+\n  a\n\n  b\n'],
  [' a\nb', '|2-\n   a\n  b'],
  ['\n\n a', '|2-\n  \n\n   a'],
  ['\n', '|+\n  '],
  ['a \n', '|\n  a '],
  ['a\n ', '"a\\n "'],
  ['a\r\nb', '"a\\r\\nb"'],
  ['---\n', '|\n  ---'],
])('%j', (text, block) => {
  expect(compare({ text })).toBe(0);
  expect(blockText(text, '\n  ')).toBe(block);
});

test('all short texts of line breaks, space and letters are written as cdk8s writes them', () => {
  const texts = [1, 2, 3, 4, 5, 6].flatMap(length => all(['\n', ' ', '\t', 'a'], length)).filter(text => text.includes('\n'));
  expect(compare(...everywhere(...texts))).toBe(0);
});

test('what means something in one line means nothing in a block', () => {
  const parts = ['', '#', '- a', 'a: b', 'a:', '"', '\'', '%', '---', '...', '...x', '{', '|', '\\', '\u2028', '\ufeff', '日本', '8080', 'a '.repeat(200)];
  const texts = parts.flatMap(first => parts.flatMap(second => [`${first}\n${second}`, `${first}\n${second}\n`]));
  expect(compare({ texts }, texts.slice(), Object.fromEntries(texts.map((text, i) => [`a${i}`, text])))).toBe(0);
});

test.each([['in a map of a list', [{ a: 'x\n\n' }, 'y\n\n', 1]], ['at the end of a document', { a: [{ b: 'x\n\n\n' }] }], ['deep', [[[[{ a: { b: ['x\n\ny'] } }]]]]]])('a block %s', (_, value) => {
  expect(compare(value, { after: 1 })).toBe(0);
});
