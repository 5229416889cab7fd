import * as fc from 'fast-check';
import { kebabCase, Names } from '../../../src/migration/typescript/names';
import {
  call, commentLines, data, Expression, identifier, imported, literal, member, newCall, objectLiteral, printImports,
  printStatements, Statement, stringLiteral, THIS,
} from '../../../src/migration/typescript/tree';
import { runs } from '../../properties/runs';

test.each([
  ['hello-helidon', 'hello-helidon'], ['Hello World', 'hello-world'], ['HTTPServer', 'http-server'], ['ClusterRole', 'cluster-role'], ['a.b_c/d', 'a-b-c-d'],
  ['../..', 'none'], ['日本', 'none'], ['1up', '1up'], ['x'.repeat(1000), 'x'.repeat(1000)],
])('kebabCase(%j)', (text, expected) => {
  expect(kebabCase(text, 'none')).toBe(expected);
});

test('a name is given once, whatever its case', () => {
  const names = new Names('-');
  expect(['a', 'A', 'a', 'b', 'constructor', 'toString', 'x/y', 'x--y'].map(each => names.take(each))).toEqual(['a', 'A-2', 'a-3', 'b', 'constructor-2', 'toString-2', 'x/y', 'x--y-2']);
  expect(names.take('a', 'other')).toBe('other');
});

const print = (value: Expression, more: Partial<Statement> = {}) => printStatements([{ value, comments: [], ...more }], 0);
/** The code of a value, without the end of its statement. */
const code = (value: Expression) => print(value).slice(0, -2);
const LONG = 'x'.repeat(60);

test.each<[string, Expression, string]>([
  ['a literal', literal(-1.5), '-1.5;'],
  ['minus nothing', literal(-0), '-0;'],
  ['a large number', literal(1e21), '1e+21;'],
  ['null', literal(null), 'null;'],
  ['empty collections', data([{}, [], '']), '[{}, [], \'\'];'],
  ['an object', data({ 'a': 1, 'b-c': true, '1': 'x', 'd$': null }), '{ \'1\': \'x\', a: 1, \'b-c\': true, d$: null };'],
  ['a prototype that is none', data(JSON.parse('{"__proto__":1}')), '{ [\'__proto__\']: 1 };'],
  ['a call', call(member(imported('m', 'Type'), 'of'), literal('a'), identifier('b')), 'Type.of(\'a\', b);'],
  ['a construct', newCall(imported('m', 'Type'), THIS), 'new Type(this);'],
  ['two lines', literal('a\nb\n'), '\'a\\nb\\n\';'],
  ['three lines', literal('a\n  b\nc'), '`a\n  b\nc`;'],
  ['lines that end', literal('a\nb\nc\n'), '`a\nb\nc\n`;'],
  ['a long object', data({ a: LONG, b: LONG }), `{\n  a: '${LONG}',\n  b: '${LONG}',\n};`],
  ['a long object alone in a list', data([{ a: LONG, b: LONG }]), `[{\n  a: '${LONG}',\n  b: '${LONG}',\n}];`],
  ['long objects in a list', data([{ a: LONG }, { a: LONG }]), `[\n  { a: '${LONG}' },\n  { a: '${LONG}' },\n];`],
  ['a long text', literal(LONG + LONG + LONG), `'${LONG}${LONG}${LONG}';`],
  ['a call that goes on in its last argument', newCall(imported('m', 'Type'), THIS, literal('a'), data({ a: LONG, b: LONG })), `new Type(this, 'a', {\n  a: '${LONG}',\n  b: '${LONG}',\n});`],
  ['a call whose first arguments fill the line', newCall(imported('m', 'Type'), literal(LONG), literal(LONG), data({ a: LONG })),
    `new Type(\n  '${LONG}',\n  '${LONG}',\n  { a: '${LONG}' },\n);`],
  ['a call that goes on in its first', call(identifier('f'), data({ a: LONG, b: LONG }), data({ c: 1 })), `f(\n  {\n    a: '${LONG}',\n    b: '${LONG}',\n  },\n  { c: 1 },\n);`],
  ['calls in each other', call(identifier('f'), call(identifier('g'), literal('a'), data({ a: LONG, b: LONG }))), `f(g('a', {\n  a: '${LONG}',\n  b: '${LONG}',\n}));`],
  ['a call of long texts', call(identifier('f'), literal(LONG), literal(LONG)), `f(\n  '${LONG}',\n  '${LONG}',\n);`],
  ['a field with a comment', objectLiteral([{ key: 'a', value: literal(1), comment: 'why */ `${x}`\nnot' }]), '{\n  // why */ `${x}` not\n  a: 1,\n};'],
])('prints %s', (_, expression, text) => {
  expect(print(expression)).toBe(`${text}\n`);
});

test('fills a line, and does not go over it', () => {
  const fits = print(call(identifier('f'), literal('x'.repeat(120 - 'f(\'\');'.length))));
  expect(fits).toHaveLength(121);
  expect(print(call(identifier('f'), literal('x'.repeat(121 - 'f(\'\');'.length)))).split('\n')).toHaveLength(4);
});

test('prints lines with space between them, comments and constants', () => {
  const line = (text: string, more: Partial<Statement> = {}): Statement => ({ value: identifier(text), comments: [], ...more });
  expect(printStatements([line('a', { constant: 'x', isNext: true }), line('b'), line('c', { isNext: true, comments: ['one', 'two'] })], 2))
    .toBe('  const x = a;\n\n  b;\n  // one\n  // two\n  c;\n');
});

test('prints comments in lines that are no longer than others', () => {
  const text = print(identifier('a'), { comments: [`${'word '.repeat(60)}${'x'.repeat(130)} end`] });
  expect(text.split('\n').map(line => line.length)).toEqual([117, 117, 72, 133, 6, 2, 0]);
});

describe('imports', () => {
  const of = (...names: [string, string][]) => printImports([{ value: call(identifier('f'), ...names.map(([module, exported]) => imported(module, exported))), comments: [] }], []);

  test('are sorted, packages first, each name once', () => {
    expect(of(['./b', 'B'], ['b', 'D'], ['b', 'C'], ['b', 'D'], ['./a', 'A'], ['a', 'E'])).toBe(
      'import { E } from \'a\';\nimport { C, D } from \'b\';\nimport { A } from \'./a\';\nimport { B } from \'./b\';\n');
  });

  test('of many names stand one below the other', () => {
    expect(of(['a', LONG], ['a', `${LONG}y`])).toBe(`import {\n  ${LONG},\n  ${LONG}y,\n} from 'a';\n`);
  });
});

/** What a text means to JavaScript. */
const valueOf = (text: string): unknown => new Function(`'use strict'; return ${text};`)();

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
])('quotes %s', (_, text, expected) => {
  expect(stringLiteral(text)).toBe(expected);
  expect(valueOf(expected)).toBe(text);
});

test('any text is itself', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => {
    expect(valueOf(stringLiteral(text))).toBe(text);
    expect(stringLiteral(text)).toMatch(/^['"][^\n\r\u2028\u2029]*['"]$/);
    expect(Object.keys(valueOf(`(${code(data({ [text]: 1 }))})`) as object)).toEqual([text]);
  }), { numRuns: runs(1250) });
});

test.each([
  ['lines', 'a\n  b\n\nc', '`a\n  b\n\nc`'],
  ['what ends it, or is code in it', '`${a}` \\n $a {b}\n\n.', '`\\`\\${a}\\` \\\\n $a {b}\n\n.`'],
  ['other ends of lines, and what cannot be seen', 'a\r\n\u2028\u200b\n.', '`a\\r\n\\u2028\\u200b\n.`'],
])('a template of %s', (_, text, expected) => {
  expect(code(literal(text))).toBe(expected);
  expect(valueOf(expected)).toBe(text);
});

test('any text is itself as a template', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), end => {
    const text = `\n\n.${end}`;
    expect(code(literal(text))).toMatch(/^`/);
    expect(valueOf(code(literal(text)))).toBe(text);
  }), { numRuns: runs(1250) });
});

test('a comment is one, whatever is said', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 10, max: 120 }), (text, width) => {
    expect(commentLines(text, width).filter(line => !/^\/\/ [^\n\r\u2028\u2029]*$/.test(line))).toEqual([]);
  }), { numRuns: runs(500) });
});
