import { fields, HEAD, said } from './support';

// go-yaml refuses these, or reads them as something else than the parser does
test.each([
  ['a last quote is doubled', 'a: \'b\'\'', '3:4', 'has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['a last quote is escaped', 'a: "b\\"', '3:4', 'has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['text follows a quote in brackets', 'a: {"b"!!str }', '3:8', 'has text after a closing quote; put all of it in quotes'],
  ['an anchor has a dot', 'a: &b.c d', '3:4', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the text in quotes'],
  ['an alias has a dot', 'a: &b c\nd: *b.c', '4:4', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the text in quotes'],
  ['nothing is between an anchor and its map', 'a: [&b{}]', '3:5', 'has an anchor or alias (after & or *) with other characters than letters, digits, - and _; put the text in quotes'],
  ['a key in brackets has a question mark in front', 'a: [? b : c]', '3:7', 'has a ? in front of a key in brackets; leave it out'],
  ['a text in brackets begins with a question mark', 'a: [?b]', '3:5', 'has a text in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the text in quotes'],
  ['a text in brackets has a question mark', 'a: [b?c]', '3:5', 'has a text in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the text in quotes'],
  ['a text in brackets begins with a colon', 'a: [:b]', '3:5', 'has a text in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the text in quotes'],
  ['a colon in brackets has no space', 'a: {b:[]}', '3:6', 'has no space after the colon of a key; put one there'],
  ['a colon is on the line below its key', 'a\n : b', '3:1', 'has a key that is not on one line with its colon; write both on one line'],
  ['a key in braces is on two lines', 'a: {b\n  c: d}', '3:5', 'has a key that is not on one line with its colon; write both on one line'],
  ['a question mark has no colon below it', '? a\nb: c', '3:1', 'has a ? with a key, and no colon below it; write \'key: value\''],
  ['a block that says its indentation ends in space', 'a: |1\n  b\n  \nc: d', '3:4', 'has a block of text that ends with lines of nothing but space; remove them, or write the text in double quotes'],
  ['a block that says its indentation has no text', 'a: |2\n     \nc: d', '3:4', 'has a block of text that ends with lines of nothing but space; remove them, or write the text in double quotes'],
  ['a block that keeps its end ends in space', 'a: |+\n  b\n  ', '3:4', 'has a block of text that ends with lines of nothing but space; remove them, or write the text in double quotes'],
  ['a line has nothing but a tab', 'a: b\n\t\nc: d', '4:1', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a comment is behind a tab', 'a: b\nc: # d\n \t# e\n  f: g', '5:2', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a tab follows the dash of an entry', 'a:\n  -\tb', '4:4', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a tab is in front of what follows a text on another line', 'a: [b\n\t]', '4:1', 'has a tab where Kubernetes reads indentation; indent with spaces'],
  ['a tab begins a block', 'a: |\n  \tb', '4:3', 'has a tab where Kubernetes reads indentation; indent with spaces'],
])('fails when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test.each([
  ['tabs that are no indentation', 'a:\tb\nc: # d\n  - e\t# f\n  - |\n    g\n    \th\n  - "i\n    \tj"\n  - [k,\n    \tl]\n', { a: 'b', c: ['e', 'g\n\th\n', 'i j', ['k', 'l']] }],
  ['question marks', '?a: ?b\nc: d?\ne: ["f?", http://g/h]\n', { '?a': '?b', 'c': 'd?', 'e': ['f?', 'http://g/h'] }],
  ['keys with a question mark', '? a\n: b\n? |\n  c\n: d\n', { 'a': 'b', 'c\n': 'd' }],
  ['brackets', 'a: [\n  b, c: d, {e: f, "g":h, i}\n]\nj: {}\n', { a: ['b', { c: 'd' }, { e: 'f', g: 'h', i: null }], j: {} }],
  ['blocks of text', 'a: |2\n    b\n   c\n\nd: >-\n  e\n  f\n\n  g\nh: |+\n  i\n\nj: ""\nk: \'\'\n', { a: '  b\n c\n', d: 'e f\ng', h: 'i\n\n', j: '', k: '' }],
  ['blocks that say their indentation, with space behind the last text', 'a: |2\n   [] \nb: |2-\n   x  \nc: |2+\n   y \n\n', { a: ' [] \n', b: ' x  ', c: ' y \n\n' }],
  ['texts of several lines', 'a: b\n  c\n\n  d\ne: "f\n  g\\\n  h"\n', { a: 'b c\nd', e: 'f gh' }],
])('reads %s', (_, text, expected) => {
  expect(fields(text)).toEqual(expected);
});
