import { Lexer } from 'yaml';
import { HEAD, said } from './support';
import { MAX_PARTS, tokenize } from '../../../src/manifest/reading/parse';
import { MAX_DEPTH } from '../../../src/manifest/reading/source';
import { MOST_FINDINGS } from '../../../src/findings/finding';
import { PATIENCE } from '../../properties/runs';

test('documents and what is around them', () => {
  expect(tokenize('# a\n---\nb: c\n...\nd\n', new Lexer())).toEqual([
    expect.objectContaining({ type: 'comment' }), expect.objectContaining({ type: 'newline' }), expect.objectContaining({ type: 'document', offset: 4 }),
    expect.objectContaining({ type: 'doc-end' }), expect.objectContaining({ type: 'document', offset: 17 }),
  ]);
});

test.each([['[', MAX_DEPTH], ['{a: ', 4 * MAX_DEPTH], ['- ', 2 * MAX_DEPTH], ['? ', 2 * MAX_DEPTH]])('stops where %j is nested too deep', (each, offset) => {
  expect(tokenize(each.repeat(MAX_DEPTH + 5), new Lexer())).toEqual({ what: 'depth', offset });
});

test('stops where a document has too many parts', () => {
  expect(tokenize('a: b\nc: d\n', new Lexer(), 15)).toHaveLength(1);
  // the first line is eight parts, with the marks of the document and of two texts
  expect(tokenize('a: b\nc: d\n', new Lexer(), 8)).toEqual({ what: 'size', offset: 5 });
});

test('keeps the first errors only', () => {
  const tokens = tokenize(`a: ${']'.repeat(3 * MOST_FINDINGS)}`, new Lexer());
  expect(tokens).toHaveLength(MOST_FINDINGS + 1);
  expect(said(`${HEAD}a: ${']'.repeat(3 * MOST_FINDINGS)}`)).toHaveLength(1);
});

test('fails when a document has too many parts', () => {
  expect(said(`${HEAD}---\n${HEAD}${'\n'.repeat(MAX_PARTS + 1)}`)).toEqual([
    expect.stringMatching(/^f\.yaml:\d+:1: manifest-too-large: has a document with more than 1500000 words, marks and spaces; check that it is a manifest, and divide a list into several documents$/),
  ]);
}, PATIENCE);
