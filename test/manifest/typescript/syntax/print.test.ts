import { printStatements } from '../../../../src/manifest/typescript/print';
import { printImports } from '../../../../src/manifest/typescript/project-files';
import { Expression, Statement, THIS, call, create, data, imported, literal, member, name, objectLiteral } from '../../../../src/manifest/typescript/tree';

const print = (value: Expression, more: Partial<Statement> = {}) => printStatements([{ value, comments: [], ...more }], 0);
const LONG = 'x'.repeat(60);

test.each<[string, Expression, string]>([
  ['a literal', literal(-1.5), '-1.5;'],
  ['minus nothing', literal(-0), '-0;'],
  ['a large number', literal(1e21), '1e+21;'],
  ['null', literal(null), 'null;'],
  ['empty collections', data([{}, [], '']), '[{}, [], \'\'];'],
  ['an object', data({ 'a': 1, 'b-c': true, '1': 'x', 'd$': null }), '{ \'1\': \'x\', a: 1, \'b-c\': true, d$: null };'],
  ['a prototype that is none', data(JSON.parse('{"__proto__":1}')), '{ [\'__proto__\']: 1 };'],
  ['a call', call(member(imported('m', 'Type'), 'of'), literal('a'), name('b')), 'Type.of(\'a\', b);'],
  ['a construct', create(imported('m', 'Type'), THIS), 'new Type(this);'],
  ['two lines', literal('a\nb\n'), '\'a\\nb\\n\';'],
  ['three lines', literal('a\n  b\nc'), '`a\n  b\nc`;'],
  ['lines that end', literal('a\nb\nc\n'), '`a\nb\nc\n`;'],
  ['a long object', data({ a: LONG, b: LONG }), `{\n  a: '${LONG}',\n  b: '${LONG}',\n};`],
  ['a long object alone in a list', data([{ a: LONG, b: LONG }]), `[{\n  a: '${LONG}',\n  b: '${LONG}',\n}];`],
  ['long objects in a list', data([{ a: LONG }, { a: LONG }]), `[\n  { a: '${LONG}' },\n  { a: '${LONG}' },\n];`],
  ['a long text', literal(LONG + LONG + LONG), `'${LONG}${LONG}${LONG}';`],
  ['a call that goes on in its last argument', create(imported('m', 'Type'), THIS, literal('a'), data({ a: LONG, b: LONG })), `new Type(this, 'a', {\n  a: '${LONG}',\n  b: '${LONG}',\n});`],
  ['a call whose first arguments fill the line', create(imported('m', 'Type'), literal(LONG), literal(LONG), data({ a: LONG })),
    `new Type(\n  '${LONG}',\n  '${LONG}',\n  { a: '${LONG}' },\n);`],
  ['a call that goes on in its first', call(name('f'), data({ a: LONG, b: LONG }), data({ c: 1 })), `f(\n  {\n    a: '${LONG}',\n    b: '${LONG}',\n  },\n  { c: 1 },\n);`],
  ['calls in each other', call(name('f'), call(name('g'), literal('a'), data({ a: LONG, b: LONG }))), `f(g('a', {\n  a: '${LONG}',\n  b: '${LONG}',\n}));`],
  ['a call of long texts', call(name('f'), literal(LONG), literal(LONG)), `f(\n  '${LONG}',\n  '${LONG}',\n);`],
  ['a field with a comment', objectLiteral([{ key: 'a', value: literal(1), comment: 'why */ `${x}`\nnot' }]), '{\n  // why */ `${x}` not\n  a: 1,\n};'],
])('prints %s', (_, expression, text) => {
  expect(print(expression)).toBe(`${text}\n`);
});

test('fills a line, and does not go over it', () => {
  const fits = print(call(name('f'), literal('x'.repeat(120 - 'f(\'\');'.length))));
  expect(fits).toHaveLength(121);
  expect(print(call(name('f'), literal('x'.repeat(121 - 'f(\'\');'.length)))).split('\n')).toHaveLength(4);
});

test('prints lines with space between them, comments and constants', () => {
  const line = (text: string, more: Partial<Statement> = {}): Statement => ({ value: name(text), comments: [], ...more });
  expect(printStatements([line('a', { constant: 'x', isNext: true }), line('b'), line('c', { isNext: true, comments: ['one', 'two'] })], 2))
    .toBe('  const x = a;\n\n  b;\n  // one\n  // two\n  c;\n');
});

test('prints comments in lines that are no longer than others', () => {
  const text = print(name('a'), { comments: [`${'word '.repeat(60)}${'x'.repeat(130)} end`] });
  expect(text.split('\n').map(line => line.length)).toEqual([117, 117, 72, 133, 6, 2, 0]);
});

describe('imports', () => {
  const of = (...names: [string, string][]) => printImports([{ value: call(name('f'), ...names.map(([module, exported]) => imported(module, exported))), comments: [] }], []);

  test('are sorted, packages first, each name once', () => {
    expect(of(['./b', 'B'], ['b', 'D'], ['b', 'C'], ['b', 'D'], ['./a', 'A'], ['a', 'E'])).toBe(
      'import { E } from \'a\';\nimport { C, D } from \'b\';\nimport { A } from \'./a\';\nimport { B } from \'./b\';\n');
  });

  test('of many names stand one below the other', () => {
    expect(of(['a', LONG], ['a', `${LONG}y`])).toBe(`import {\n  ${LONG},\n  ${LONG}y,\n} from 'a';\n`);
  });
});
