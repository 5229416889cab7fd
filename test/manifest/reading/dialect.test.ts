import { fields, HEAD, said } from './support';

// go-yaml refuses these, or reads them as something else than the parser does
test.each([
  ['a last quote is doubled', 'a: \'b\'\'', '3:4', 'has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['a last quote is escaped', 'a: "b\\"', '3:4', 'has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['text follows a quote in brackets', 'a: {"b"!!str }', '3:8', 'has text after a closing quote; put all of it in quotes'],
  ['an anchor has a dot', 'a: &b.c d', '3:4', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the string in quotes'],
  ['an alias has a dot', 'a: &b c\nd: *b.c', '4:4', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the string in quotes'],
  ['nothing is between an anchor and its map', 'a: [&b{}]', '3:5', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the string in quotes'],
  ['a key in brackets has a question mark in front', 'a: [? b : c]', '3:7', 'has a ? before a key in brackets; leave it out'],
  ['a text in brackets begins with a question mark', 'a: [?b]', '3:5', 'has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a text in brackets has a question mark', 'a: [b?c]', '3:5', 'has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a text in brackets begins with a colon', 'a: [:b]', '3:5', 'has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a colon in brackets has no space', 'a: {b:[]}', '3:6', 'has no space after the colon of a key; put one there'],
  ['a colon is on the line below its key', 'a\n : b', '3:1', 'has a key that is not on one line with its colon; write both on one line'],
  ['a key in braces is on two lines', 'a: {b\n  c: d}', '3:5', 'has a key that is not on one line with its colon; write both on one line'],
  ['a question mark has no colon below it', '? a\nb: c', '3:1', 'has a ? with a key, and no colon below it; write \'key: value\''],
  ['a block that says its indentation ends in space', 'a: |1\n  b\n  \nc: d', '3:4', 'has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that says its indentation has no text', 'a: |2\n     \nc: d', '3:4', 'has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that keeps its end ends in space', 'a: |+\n  b\n  ', '3:4', 'has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a line has nothing but a tab', 'a: b\n\t\nc: d', '4:1', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a comment is behind a tab', 'a: b\nc: # d\n \t# e\n  f: g', '5:2', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a tab follows the dash of an entry', 'a:\n  -\tb', '4:4', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a tab is in front of what follows a text on another line', 'a: [b\n\t]', '4:1', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a backslash stands alone on its line', 'a: "b\n\n  \\\n  c"', '4:1', 'has a backslash at the end of a line, next to an empty one; write \\n for a line break'],
  ['a backslash is at the end of a line in front of an empty one', 'a: "b\\\n\n  c"', '3:6', 'has a backslash at the end of a line, next to an empty one; write \\n for a line break'],
  ['a tag is beside what it belongs to', 'a: [!{b: c}]', '3:5', 'has a tag (after !) without a space after it; put the string in quotes'],
  ['a tag is behind its value', 'a: {"b" !!str }', '3:9', 'has a tag or an anchor after its value; put the string in quotes'],
  ['an anchor is on the line above its key', 'a: {&b\n  c: d}', '4:3', 'has a key that is not on one line with its colon; write both on one line'],
  ['a tab begins a block', 'a: |\n  \tb', '4:3', 'has a tab where Kubernetes reads indentation; indent with spaces'],
])('fails when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test.each([
  ['tabs that are no indentation', 'a:\tb\nc: # d\n  - e\t# f\n  - |\n    g\n    \th\n  - "i\n    \tj"\n  - [k,\n    \tl]\n', { a: 'b', c: ['e', 'g\n\th\n', 'i j', ['k', 'l']] }],
  ['question marks', '?a: ?b\nc: d?\ne: ["f?", http://g/h]\n', { '?a': '?b', 'c': 'd?', 'e': ['f?', 'http://g/h'] }],
  ['keys with a question mark', '? a\n: b\n? |\n  c\n: d\n', { 'a': 'b', 'c\n': 'd' }],
  ['brackets', 'a: [\n  b, c: d, {e: f, "g":h, i}\n]\nj: {}\n', { a: ['b', { c: 'd' }, { e: 'f', g: 'h', i: null }], j: {} }],
  ['tabs on lines with nothing else, behind a text', 'a: b\n \t\nc: d\n  \t# e\n', { a: 'b', c: 'd' }],
  ['tabs in blocks that say their indentation', 'a: |1\n \tb\nc: |2-\n\n  \td\n', { a: '\tb\n', c: '\n\td' }],
  ['lines in brackets and quotes, however they are indented', 'a:\n  b: [c,\nd: {e: f},\n   g]\n  h: "i\n j"\nk: {l: \'m\nn\'\n}\n', { a: { b: ['c', { d: { e: 'f' } }, 'g'], h: 'i j' }, k: { l: 'm n' } }],
  ['comments right behind quotes, brackets and marks', 'a: "b"#c\nd: [e]#f\ng: |# h\n  i\nj: [k,# l\n  m]\n', { a: 'b', d: ['e'], g: 'i\n', j: ['k', 'm'] }],
  ['backslashes at the end of a line', 'a: "b\\\n  \\ c\\\\\n\n  d"\n', { a: 'b c\\\nd' }],
  ['blocks of text', 'a: |2\n    b\n   c\n\nd: >-\n  e\n  f\n\n  g\nh: |+\n  i\n\nj: ""\nk: \'\'\n', { a: '  b\n c\n', d: 'e f\ng', h: 'i\n\n', j: '', k: '' }],
  ['blocks that say their indentation, with space behind the last text', 'a: |2\n   [] \nb: |2-\n   x  \nc: |2+\n   y \n\n', { a: ' [] \n', b: ' x  ', c: ' y \n\n' }],
  ['texts of several lines', 'a: b\n  c\n\n  d\ne: "f\n  g\\\n  h"\n', { a: 'b c\nd', e: 'f gh' }],
])('reads %s', (_, text, expected) => {
  expect(fields(text)).toEqual(expected);
});

test('fails when a document is a block of text that is not indented', () => {
  expect(said('|\na\n')).toEqual([expect.stringMatching(/^f\.yaml:1:1: yaml-syntax: has a block of text that is not indented; indent it$/)]);
});
