import { Yaml } from 'cdk8s';
import { HEAD, fields, read, said } from './support';
import { MAX_DEPTH } from '../../../src/files/reading/documents';
import { MAX_REPEATED } from '../../../src/files/reading/value-reader';

describe('keys', () => {
  test('keep their order, and are any text', () => {
    const [object] = read(`${HEAD}z: 1\na: 2\n__proto__: 3\nconstructor: 4\n"8080": 5\na.b/c: 6\n2001-01-01: 7\n"": 8\n`);
    expect(Object.entries(object)).toEqual([
      // JavaScript puts keys that are whole numbers first
      ['8080', 5], ['apiVersion', 'v1'], ['kind', 'X'], ['z', 1], ['a', 2], ['__proto__', 3], ['constructor', 4], ['a.b/c', 6], ['2001-01-01', 7], ['', 8],
    ]);
    expect(Object.getPrototypeOf(object)).toBe(Object.prototype);
  });

  test.each([
    ['a number with another spelling', '0755', '\'data[\'0755\']\' is a key that YAML reads as a number'],
    ['a number with a fraction', '1.5', '\'data[\'1.5\']\' is a key that YAML reads as a number'],
    ['a truth value', 'on', '\'data.on\' is a key that YAML reads as a boolean'],
    ['null', '~', '\'data[\'~\']\' is a key that YAML reads as null'],
    ['nothing', '', '\'data[\'\']\' is a key that YAML reads as null'],
  ])('fails when one is %s', (_, key, problem) => {
    expect(said(`${HEAD}data:\n  ${key}: x\n`)).toEqual([`f.yaml:4:3: key-not-text: ${problem}; put the key in quotes`]);
  });

  test('are whole numbers and truth values that every reader spells alike', () => {
    expect(fields('data: {8080: a, -1: b, 0: c, true: d, false: e}\n')).toEqual({ data: { '8080': 'a', '-1': 'b', '0': 'c', 'true': 'd', 'false': 'e' } });
  });

  test('fails when a number and a text are one key', () => {
    expect(said(`${HEAD}data: {80: a, "80": b}\n`)).toEqual([
      'f.yaml:3:15: duplicate-key: \'data[\'80\']\' is given twice in one map, first on line 3; leave out one of the two: most readers of YAML silently drop the first',
    ]);
  });

  test.each([['a list', '[a]: b'], ['a map', '{a: b}: c'], ['an alias', '*a : b']])('fails when one is %s', (_, entry) => {
    expect(said(`${HEAD}data:\n  ${entry}\n`)).toEqual(['f.yaml:4:3: key-not-text: \'data\' has a key that is an alias, a list or a map; write the key as a string']);
  });

  test('fails when one is a number that JSON does not have, or has a tag', () => {
    expect(said(`${HEAD}.nan: a\n!a b: c\n`)).toEqual([
      'f.yaml:3:1: invalid-number: \'.nan\' is a number that JSON, and so Kubernetes, does not have; put it in quotes if it is a string',
      'f.yaml:4:4: yaml-tag: \'b\' has a tag (after !); leave it out; put a string that begins with ! in quotes',
    ]);
  });

  test('fails when one is given twice', () => {
    expect(said(`${HEAD}spec:\n  - a.b: 1\n    c: 2\n    "a.b": 3\nkind: Y\n`)).toEqual([
      'f.yaml:6:5: duplicate-key: \'spec[0][\'a.b\']\' is given twice in one map, first on line 4; leave out one of the two: most readers of YAML silently drop the first',
      'f.yaml:7:1: duplicate-key: \'kind\' is given twice in one map, first on line 2; leave out one of the two: most readers of YAML silently drop the first',
    ]);
  });
});

describe('numbers', () => {
  test('fails when one would lose digits, or is none of JSON', () => {
    expect(said(`${HEAD}spec:\n  - 9007199254740993\n  - .inf\n`)).toEqual([
      'f.yaml:4:5: invalid-number: \'spec[0]\' is an integer beyond 9007199254740991, which loses digits in many readers of JSON; put it in quotes if it is a string',
      'f.yaml:5:5: invalid-number: \'spec[1]\' is a number that JSON, and so Kubernetes, does not have; put it in quotes if it is a string',
    ]);
  });

  test('fails when one of JSON is too large for a float: in YAML it is a text', () => {
    expect(said('{"apiVersion": "v1", "kind": "X", "a": 1e400}')).toEqual(['f.yaml:1:40: invalid-number: \'a\' is a number too large for JSON; put it in quotes if it is a string']);
    expect(fields('a: 1e400\n')).toEqual({ a: '1e400' });
  });
});

test.each(['!!str 1', '!!int b', '!a b', '! b', '!!binary aGk=', '!!timestamp 2001-01-01', '!!set {b}', '!!map [b]', '!!seq [b]', '!a [b]', '!<tag:x,2000:y> b', '!!null'])('fails when there is a tag: %s', value => {
  expect(said(`${HEAD}a: ${value}\n`)).toEqual([
    expect.stringMatching(/^f\.yaml:3:\d+: yaml-tag: 'a' has a tag \(after !\); leave it out; put a string that begins with ! in quotes$/),
  ]);
});

describe('aliases', () => {
  test('stand for what was last given their name, in copies', () => {
    const object = fields('a: &x {g: &y [1]}\nb: *x\nc: &x 2\nd: *x\ne: &y 3\nf: [*y]\n');
    expect(object).toEqual({ a: { g: [1] }, b: { g: [1] }, c: 2, d: 2, e: 3, f: [3] });
    expect(object.b).not.toBe(object.a);
  });

  test('stand for what their name meant where they are written', () => {
    expect(fields('a: &y 1\nb: &x [*y]\nc: &y 2\nd: *x\n')).toEqual({ a: 1, b: [1], c: 2, d: [1] });
  });

  test('fails when one has no anchor in front of it', () => {
    expect(said(`${HEAD}a: [*b]\nc: &b 1\n---\n${HEAD}d: *b\n`)).toEqual([
      'f.yaml:3:5: yaml-alias: \'a[0]\' is an alias (after *) without an anchor before it; put a string that begins with * in quotes, or name an anchor',
      'f.yaml:8:4: yaml-alias: \'d\' is an alias (after *) without an anchor before it; put a string that begins with * in quotes, or name an anchor',
    ]);
  });

  test('fails when one stands in what it stands for', () => {
    expect(said(`${HEAD}a: &a\n  b: [*a]\n`)).toEqual(['f.yaml:4:7: yaml-alias: \'a.b[0]\' is an alias of what contains it; write out what is needed']);
  });

  test('what is wrong in what they repeat is said once', () => {
    expect(said(`${HEAD}a: &a [.nan]\nb: [*a, *a]\n`)).toEqual([
      'f.yaml:3:8: invalid-number: \'a[0]\' is a number that JSON, and so Kubernetes, does not have; put it in quotes if it is a string',
    ]);
  });

  const bomb = ['a: &a [x, x, x, x, x, x, x, x, x, x]', ...'bcdefghij'.split('').map((name, i) => `${name}: &${name} [${Array(10).fill(`*${'abcdefghi'[i]}`).join(', ')}]`)].join('\n');

  const problem = 'repeats, with the aliases before it, more than 1000000 characters; write out what is needed';

  test('fails when they repeat without bounds, in each document that does', () => {
    expect(said(`${HEAD}${bomb}\n---\n${HEAD}${bomb}\n`)).toEqual([
      expect.stringMatching(`^f\\.yaml:8:\\d+: yaml-alias: 'f\\[\\d\\]' ${problem}$`),
      expect.stringMatching(`^f\\.yaml:17:\\d+: yaml-alias: 'b\\[0\\]' ${problem}$`),
    ]);
  });

  test.each([
    ['a text', `a: &a ${'x'.repeat(100_000)}`, 9],
    ['a key', `a: &a {"${'x'.repeat(100_000)}": 1}`, 9],
    ['a text behind another alias', `a: &b {b: &c ${'x'.repeat(50_000)}, c: *c}\nd: &a [*b]`, 8],
    ['small values', `a: &a [${'1, '.repeat(50_000)}]`, 9],
  ])('fails when they repeat many characters: %s', (_, anchor, index) => {
    expect(said(`${HEAD}${anchor}\nlist: [${'*a, '.repeat(20)}]\n`)).toEqual([expect.stringMatching(`^f\\.yaml:\\d:\\d+: yaml-alias: 'list\\[${index}\\]' ${problem}$`)]);
  });

  test('may repeat as many characters as the limit, which include their quotes', () => {
    expect(fields(`a: &a ${'x'.repeat(MAX_REPEATED / 10 - 2)}\nlist: [${'*a, '.repeat(10)}]\n`).list).toHaveLength(10);
  });

  test('stand for a key, too', () => {
    expect(fields('&k key: v\nother: *k\n')).toEqual({ key: 'v', other: 'key' });
  });

  test('stand for the last of several values with one anchor, also within each other', () => {
    expect(fields('a: &a {&a b: c}\nd: *a\ne: &a f\ng: *a\n')).toEqual({ a: { b: 'c' }, d: 'b', e: 'f', g: 'f' });
  });

  test('fails when they are nested too deep', () => {
    const half = '['.repeat(MAX_DEPTH / 2);
    expect(said(`${HEAD}a: &a ${half}${half.replaceAll('[', ']')}\nb: ${half}*a${half.replaceAll('[', ']')}\n`)).toEqual([
      expect.stringMatching(/^f\.yaml:4:\d+: yaml-too-deep: 'b(\[0\])+' is nested more than 200 deep once its aliases are followed; check the file for brackets or dashes that were written by mistake$/),
    ]);
  });
});

describe('merge keys', () => {
  test('give the fields of other maps, of several the first', () => {
    expect(fields('a: &a {x: 1, u: 1}\nb: &b {u: 2, z: 2}\nc:\n  <<: *a\n  x: 3\nd: {<<: [*a, *b], w: 4}\ne: {<<: {v: 5}}\nf: {"<<": 6}\n')).toEqual({
      a: { x: 1, u: 1 }, b: { u: 2, z: 2 }, c: { x: 3, u: 1 }, d: { u: 1, z: 2, x: 1, w: 4 }, e: { v: 5 }, f: { '<<': 6 },
    });
  });

  test.each([['<<: x', '4:7'], ['<<: [x]', '4:8'], ['<<:', '4:6'], ['{<<}', '4:4']])('fails when one is %s', (entry, place) => {
    expect(said(`${HEAD}a:\n  ${entry}\n`)).toEqual([`f.yaml:${place}: yaml-merge: 'a' has a key << with something other than a map or a list of maps; put the key in quotes if it is a string`]);
  });

  test('fails when a key in front is given by one too', () => {
    expect(said(`${HEAD}a:\n  b: 1\n  <<: {b: 2}\n`)).toEqual([
      'f.yaml:5:3: yaml-merge: \'a.b\' is given before a key << that gives it too: Kubernetes takes the latter, and other readers the former; put the << in front',
    ]);
  });

  test('fails when there are two, or one is an alias of nothing or of itself', () => {
    expect(said(`${HEAD}a:\n  <<: {b: 1}\n  <<: {c: 2}\nd: {<<: *e}\nf: &f {<<: *f}\n`)).toEqual([
      'f.yaml:5:3: duplicate-key: \'a[\'<<\']\' is given twice in one map, first on line 4; leave out one of the two: most readers of YAML silently drop the first',
      'f.yaml:6:9: yaml-alias: \'d\' is an alias (after *) without an anchor before it; put a string that begins with * in quotes, or name an anchor',
      'f.yaml:7:12: yaml-alias: \'f\' is an alias of what contains it; write out what is needed',
    ]);
  });
});

describe('depth', () => {
  const nested = (depth: number) => `${HEAD}a: ${'['.repeat(depth)}${']'.repeat(depth)}\n`;

  test('as much as manifests need', () => {
    expect(read(nested(MAX_DEPTH - 1))).toHaveLength(1);
  });

  test.each([['one more', nested(MAX_DEPTH)], ['very much', nested(50_000)], ['never closed', `${HEAD}a: ${'{b: '.repeat(50_000)}`]])('fails when it is %s', (_, text) => {
    expect(said(text)).toEqual([expect.stringMatching(/^f\.yaml:3:\d+: yaml-too-deep: has maps and lists that are nested more than 200 deep; check the file for brackets or dashes that were written by mistake$/)]);
  });

  test.each([['lists', '- '], ['maps with a question mark', '? ']])('fails when %s are nested on one line', (_, each) => {
    expect(said(each.repeat(50_000))).toEqual(['f.yaml:1:401: yaml-too-deep: has maps and lists that are nested more than 200 deep; check the file for brackets or dashes that were written by mistake']);
  });
});

test('what cdk8s writes is read', () => {
  const object = { apiVersion: 'v1', kind: 'X', a: 'yes', b: '0755', c: 'x\ny\n', d: null, e: {}, f: [[]], g: { 8080: '1e3', on: 'off' }, h: '\n a', i: ' \na\n', j: '  a\n \n\tb' };
  expect(read(Yaml.stringify(object, object))).toEqual([object, object]);
});

// go-yaml refuses these, or reads them as something else than the parser does
test.each([
  ['a last quote is doubled', 'a: \'b\'\'', '3:4', '\'a\' has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['a last quote is escaped', 'a: "b\\"', '3:4', '\'a\' has a quote that is not closed; close it, and double or escape the same quote within the text'],
  ['an anchor has a dot', 'a: &b.c d', '3:9', '\'a\' has an anchor, an alias or a tag (after &, * or !) where none can be, or with characters that none can have; put the string in quotes'],
  ['a text in brackets begins with a question mark', 'a: [?b]', '3:5', '\'a[0]\' has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a text in brackets has a question mark', 'a: [b?c]', '3:5', '\'a[0]\' has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a text in brackets begins with a colon', 'a: [:b]', '3:5', '\'a[0]\' has a string in brackets with a ? in it, or a : in front, which Kubernetes reads as something else; put the string in quotes'],
  ['a colon in brackets has no space', 'a: {b:[]}', '3:5', '\'a\' has no space after the colon of a key; put one there'],
  ['a key in braces is on two lines', 'a: {b\n  c: d}', '3:5', '\'a\' has a key that is not on one line with its colon; write both on one line'],
  ['a key in braces and quotes is on two lines', 'a: {"b\n  c": d}', '3:5', '\'a\' has a key that is not on one line with its colon; write both on one line'],
  ['a colon is on the line below its key', 'a\n  : b', '3:1', 'has a key that is not on one line with its colon; write both on one line'],
  ['a comment is between a key and its colon', 'a # b\n  # c\n  : d', '3:1', 'has a key that is not on one line with its colon; write both on one line'],
  ['a question mark has no colon below it', '? a\nb: c', '3:3', 'has a key that is not on one line with its colon; write both on one line'],
  ['a colon is not in the column of its question mark', '? a\n : b', '3:3', 'has a key that is not on one line with its colon; write both on one line'],
  ['an anchor is on the line above its key', 'a: {&b\n  c: d}', '4:3', '\'a\' has a key that is not on one line with its colon; write both on one line'],
  ['a colon in braces is on the line below its key', 'a: {b\n  : c}', '3:5', '\'a\' has a key that is not on one line with its colon; write both on one line'],
  ['a block that says its indentation ends in space', 'a: |1\n  b\n  \nc: d', '3:4', '\'a\' has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that says its indentation has no text', 'a: |2\n     \nc: d', '3:4', '\'a\' has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that keeps its end ends in space', 'a: |+\n  b\n  ', '3:4', '\'a\' has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that keeps its end ends in less space', 'a: |+\n  b\n ', '3:4', '\'a\' has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a block that keeps its end has no text', 'a: |+\n ', '3:4', '\'a\' has a block of text that ends with lines of nothing but spaces; remove them, or write the text in double quotes'],
  ['a line has nothing but a tab', 'a: b\n\t\nc: d', '4:1', 'has a tab where indentation is read; indent with spaces'],
  ['a comment is behind a tab', 'a: b\nc: # d\n \t# e\n  f: g', '5:2', 'has a tab where indentation is read; indent with spaces'],
  ['a tab follows the dash of an entry', 'a:\n  -\tb', '4:4', 'has a tab where indentation is read; indent with spaces'],
  ['a tab is in front of what follows a text on another line', 'a: [b\n\t]', '4:1', 'has a tab where indentation is read; indent with spaces'],
  ['a backslash stands alone on its line', 'a: "b\n\n  \\\n  c"', '3:4', '\'a\' has a backslash at the end of a line, next to an empty one; write \\n for a line break'],
  ['a backslash is at the end of a line in front of an empty one', 'a: "b\\\n\n  c"', '3:4', '\'a\' has a backslash at the end of a line, next to an empty one; write \\n for a line break'],
  ['a tab begins a block', 'a: |\n  \tb', '3:4', '\'a\' has a tab where indentation is read; indent with spaces'],
])('fails when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test('fails when dots replace something in brackets', () => {
  expect(said(`${HEAD}a: [b,\n...\nc]\n`)).toEqual([expect.stringMatching(/^f\.yaml:5:1: yaml-document: has another document after a line '...'/)]);
});

test.each([
  ['tabs that are no indentation', 'a:\tb\nc: # d\n  - e\t# f\n  - |\n    g\n    \th\n  - "i\n    \tj"\n  - [k,\tl]\n', { a: 'b', c: ['e', 'g\n\th\n', 'i j', ['k', 'l']] }],
  ['question marks', '?a: ?b\nc: d?\ne: ["f?", http://g/h]\n', { '?a': '?b', 'c': 'd?', 'e': ['f?', 'http://g/h'] }],
  ['keys with a question mark', '? a # b\n: b\n? |\n  c\n: d\ne:\n- ? f\n  : g\n', { 'a': 'b', 'c\n': 'd', 'e': [{ f: 'g' }] }],
  ['brackets', 'a: [\n  b, c: d, {e: f, "g":h, i}\n]\nj: {}\n', { a: ['b', { c: 'd' }, { e: 'f', g: 'h', i: null }], j: {} }],
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
