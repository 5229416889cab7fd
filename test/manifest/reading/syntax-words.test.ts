import { fields, HEAD, said } from './support';

const QUOTES = 'put the string in quotes';

/** The texts come after two lines. */
const CASES: [what: string, text: string, place: string, problem: string][] = [
  ['a tab is indentation', 'a:\n\t- b\n', '4:1', 'has a tab as indentation, which YAML does not allow; indent with spaces'],
  ['a double quote is open', 'a: x\nb: "y\nc: z\n', '4:4', 'has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines'],
  ['a single quote is open', 'a: \'it\'\'s\n', '3:4', 'has a quote that is not closed, or a string in quotes whose next line is not indented; close it, and indent all its lines'],
  ['an escape is none', 'a: "\\d"\n', '3:5', 'has a backslash in double quotes that YAML does not know; write two backslashes, or use single quotes'],
  ['a text has a colon and space', 'a: b: c\n', '3:4', 'has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
  ['a key follows a value', 'a: b\n  c: d\n', '3:4', 'has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map'],
  ['a key has no colon', 'a: b\nc\n', '4:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a colon has no space', 'a:b\nc: d\n', '3:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a key is too long', `${'k'.repeat(1025)}: x\n`, '3:1', 'has a string where a key is expected, or a key without a colon; write \'key: value\'; indent what belongs to the value above'],
  ['a key is not in its column', 'a:\n    b: c\n  d: e\n', '5:3', 'has a line that is not in the column of the keys of its map; indent with spaces, the same number for each entry'],
  ['an entry is not in its column', 'a:\n  - b\n - c\n', '5:2', 'has an entry that is not in the column of the entries of its list; indent with spaces, the same number for each entry'],
  ['a list begins beside its key', 'a: - b\n', '3:4', 'has an entry that is not in the column of the entries of its list; indent with spaces, the same number for each entry'],
  ['a text begins with an at sign', 'a: @b\n', '3:4', `has a string that begins with a character that YAML reserves; ${QUOTES}`],
  ['a text begins with a percent sign', 'a: %b\n', '3:4', `has a string that begins with a character that YAML reserves; ${QUOTES}`],
  ['a bracket is open', 'a: [1, 2\nb: 3\n', '4:1', `has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`],
  ['a comma is too much', 'a: [,]\n', '3:5', `has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`],
  ['a block of text has no indentation of its own', 'a: |\n    \n  b\n', '5:3', 'has a block of text (after | or >) that is not indented as its first line; indent all its lines alike, deeper than its key'],
  ['a text is beside the sign of a block', 'a: |b\n', '3:5', `has a string on the line of | or >; put it on the next line, or ${QUOTES}`],
  ['an anchor has no name', 'a: & b\n', '3:4', `has an anchor, an alias or a tag (after &, * or !) where none can be; ${QUOTES}`],
  ['an alias has an anchor', 'a: &b *c\n', '3:7', `has an anchor, an alias or a tag (after &, * or !) where none can be; ${QUOTES}`],
  ['a tag is not closed', 'a: !<b\n', '3:4', 'has a tag (after !) that a manifest cannot have; leave it out; put a string that begins with ! in quotes'],
  ['text follows a text in quotes', 'a: "b" c\n', '3:8', `has text after the end of a value, or an entry of another kind than the ones before it; ${QUOTES}, or check the indentation`],
  ['a bracket was not opened', 'a: ]\n', '3:4', `has text after the end of a value, or an entry of another kind than the ones before it; ${QUOTES}, or check the indentation`],
];

test.each(CASES)('fails when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test('fails in several places, which are told together; of one line the first', () => {
  expect(said(`${HEAD}a: b: c: d\ne: @f\n---\n${HEAD}g: [\n`)).toEqual([
    'f.yaml:3:4: yaml-syntax: has a second key or colon where a value continues; put a string with ": " in quotes, or the key on its own line with the indentation of its map',
    `f.yaml:4:4: yaml-syntax: has a string that begins with a character that YAML reserves; ${QUOTES}`,
    `f.yaml:9:1: yaml-syntax: has brackets or braces that are not closed, or no comma between two entries; close them, or ${QUOTES}`,
  ]);
});

test('fails in many places, of which the first five are told', () => {
  expect(said(`${HEAD}${[1, 2, 3, 4, 5, 6, 7].map(i => `a${i}: @b\n`).join('')}`)).toHaveLength(5);
});

test('no message has a text of the document', () => {
  const secret = 'hunter2';
  for (const [, text] of CASES) {
    const found = said((HEAD + text).replace(/(?<![a-z])[bc](?![a-z])/g, secret));
    expect(found.filter(line => line.includes(secret))).toEqual([]);
  }
});

test.each([
  ['a text is left out', 'a:\n  b: c\n  ...\n  d: e\n', '5:3', 'has dots in the place of something that was left out; write what they replace, or leave out the line'],
  ['an entry is left out', 'a:\n  - b\n  [...] # more\n', '5:3', 'has dots in the place of something that was left out; write what they replace, or leave out the line'],
  ['a merge was not finished', '<<<<<<< HEAD\na: b\n', '3:1', 'has the markers of an unfinished merge; choose one of the two sides, and remove the markers'],
  ['the text is a part of Markdown', '```\n', '3:1', 'has a line of Markdown that marks where YAML begins or ends; remove everything that is not YAML'],
  ['a space is none', 'a:\u00a0b\nc: d\n', '3:1', 'has a no-break space (U+00A0), which is a letter to YAML; write a space'],
])('fails with a hint of its own when %s', (_, text, place, problem) => {
  expect(said(HEAD + text)).toEqual([`f.yaml:${place}: yaml-syntax: ${problem}`]);
});

test('dots may be a text', () => {
  expect(fields('a: ...\nb:\n  ...\nc:\n  - ...\n')).toEqual({ a: '...', b: '...', c: ['...'] });
});
