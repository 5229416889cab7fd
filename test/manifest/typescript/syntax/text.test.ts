import * as fc from 'fast-check';
import { commentLines, documentation, propertyKey, quoted, template } from '../../../../src/manifest/typescript/print';
import { runs } from '../../../properties/runs';

/** What a text means to JavaScript. */
const valueOf = (code: string): unknown => new Function(`'use strict'; return ${code};`)();

test.each([
  ['a text', 'a', '\'a\''],
  ['a quote', 'it\'s', '"it\'s"'],
  ['both quotes', '\'"', '\'\\\'"\''],
  ['a backslash', 'a\\', '\'a\\\\\''],
  ['a template', '`${a}`', '\'`${a}`\''],
  ['ends of lines', 'a\r\n\tb', '\'a\\r\\n\\tb\''],
  ['ends of lines that few know', '\u2028\u2029\u0085', '\'\\u2028\\u2029\\u0085\''],
  ['what cannot be seen', '\u0000\u200b\u00ad\ufeff\u3164\u115f\u2800\ufe0f', '\'\\u0000\\u200b\\u00ad\\ufeff\\u3164\\u115f\\u2800\\ufe0f\''],
  ['what turns the line', '\u202e\u2066', '\'\\u202e\\u2066\''],
  ['other spaces', '\u00a0\u3000', '\'\\u00a0\\u3000\''],
  ['half a character', '\ud800', '\'\\ud800\''],
  ['a character of two halves that cannot be seen', '\u{e0001}', '\'\\u{e0001}\''],
  ['other writing', 'é日本👍', '\'é日本👍\''],
])('quotes %s', (_, text, code) => {
  expect(quoted(text)).toBe(code);
  expect(valueOf(code)).toBe(text);
});

test('any text is itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => {
    expect(valueOf(quoted(text))).toBe(text);
    expect(quoted(text)).toMatch(/^['"][^\n\r\u2028\u2029]*['"]$/);
    expect(Object.keys(valueOf(`({ ${propertyKey(text)}: 1 })`) as object)).toEqual([text]);
  }), { numRuns: runs(5000) });
});

test.each([
  ['lines', 'a\n  b\n', '`a\n  b\n`'],
  ['what ends it, or is code in it', '`${a}` \\n $a {b}', '`\\`\\${a}\\` \\\\n $a {b}`'],
  ['other ends of lines, and what cannot be seen', 'a\r\n\u2028\u200b', '`a\\r\n\\u2028\\u200b`'],
])('a template of %s', (_, text, code) => {
  expect(template(text)).toBe(code);
  expect(valueOf(code)).toBe(text);
});

test('any text is itself as a template', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => {
    expect(valueOf(template(text))).toBe(text);
  }), { numRuns: runs(5000) });
});

test('documentation is a comment, whatever is said', () => {
  expect(documentation('a */ code /*', 2)).toBe('  /** a * / code /* */\n');
  expect(documentation('word '.repeat(40), 0).split('\n').slice(0, 2)).toEqual(['/**', expect.stringMatching(/^ \* word/)]);
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => {
    expect(documentation(text, 2).trimEnd().indexOf('*/')).toBe(documentation(text, 2).trimEnd().length - 2);
  }), { numRuns: runs(2000) });
});

test('a comment is one, whatever is said', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 10, max: 120 }), (text, width) => {
    expect(commentLines(text, width).filter(line => !/^\/\/ [^\n\r\u2028\u2029]*$/.test(line))).toEqual([]);
  }), { numRuns: runs(2000) });
});
