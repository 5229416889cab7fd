import { diffLines } from '../../../src/cli/diff/line-diff';

const shownAs = (text: string, shown = text) => ({ text, shown });
const diff = (before: string, after: string) => diffLines(shownAs(before), shownAs(after));
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}\n`).join('');

test.each<[string, string, string, string[]]>([
  ['a line in the middle', lines(1, 9), lines(1, 4) + 'x\n' + lines(6, 9), ['…', '  3', '  4', '- 5', '+ x', '  6', '  7', '…']],
  ['a line more at the beginning', lines(2, 6), lines(1, 6), ['+ 1', '  2', '  3', '…']],
  ['a line less at the end', lines(1, 6), lines(1, 5), ['…', '  4', '  5', '- 6']],
  ['two places', lines(1, 9), lines(2, 8), ['- 1', '  2', '  3', '…', '  7', '  8', '- 9']],
  ['two places near each other', lines(1, 7), 'x\n' + lines(2, 4) + 'y\n' + lines(6, 7), ['- 1', '+ x', '  2', '  3', '  4', '- 5', '+ y', '  6', '  7']],
  ['the line break at the end', 'a\nb\n', 'a\nb', ['  a', '- b', '+ b', '\\ no line break at the end']],
  ['an empty line', 'a\n\nb\n', 'a\nb\n', ['  a', '- ', '  b']],
  ['all of it', 'a\nb\n', '', ['- a', '- b']],
  ['a single line without a line break', 'a', 'b\n', ['- a', '\\ no line break at the end', '+ b']],
  ['white space at the end of a line', 'a\n', 'a \n', ['- a', '+ a ']],
  ['what steers a terminal', 'a\u001b[2J\u202e\n', 'a\tb\r\n', ['- a\\u001b[2J\\u202e', '+ a\\tb\\u000d']],
])('%s', (_, before, after, shown) => {
  expect(diff(before, after)).toEqual(shown);
});

test('lines are shown without what is hidden in them', () => {
  expect(diffLines(shownAs('a\np=x\nb\n', 'a\np=…\nb\n'), shownAs('a\np=y\n', 'a\np=…\n'))).toEqual(['  a', '- p=…', '- b', '+ p=…']);
});

test('long lines are cut', () => {
  expect(diff('', `${'x'.repeat(200)}\n`)).toEqual([`+ ${'x'.repeat(120)}… (200 characters)`]);
});

test('of many lines the first are shown', () => {
  expect(diff('', lines(1, 100))).toEqual([...Array.from({ length: 60 }, (_, i) => `+ ${i + 1}`), '… and 40 lines more']);
});

test('texts of many lines are compared in time', () => {
  expect(diff(lines(1, 200_000), lines(100_001, 300_000)).length).toBe(61);
});
