import { read, said } from './support';
import { describeLocated } from '../../../src/files/reading/located-finding';
import { MAX_DOCUMENTS, readManifests } from '../../../src/files/reading/read-manifests';
import { PATIENCE } from '../../properties/runs';

const json = (fields: string) => `{"apiVersion": "v1", "kind": "X", ${fields}}`;

test.each([
  ['numbers', '"a": [0, -0, -1.5, 1e3, 1E-2, 9007199254740991]', { a: [0, 0, -1.5, 1000, 0.01, 9007199254740991] }],
  ['words', '"a": [true, false, null]', { a: [true, false, null] }],
  ['texts', String.raw`"a": "\" \\ \/ \b \f \n \r \t \u00e9 \ud83d\ude00", "": "\\"`, { 'a': '" \\ / \b \f \n \r \t é 😀', '': '\\' }],
  ['what YAML takes for something else', '"y": "on", "8080": "0x1", "<<": {"a": "*b"}', { 'y': 'on', '8080': '0x1', '<<': { a: '*b' } }],
  ['nothing', '"a": {}, "b": [], "c": [[], {}]', { a: {}, b: [], c: [[], {}] }],
])('reads %s of JSON', (_, fields, expected) => {
  expect(read(json(fields))).toEqual([{ apiVersion: 'v1', kind: 'X', ...expected }]);
});

test('a key that JavaScript knows is one like any other', () => {
  const [object] = read(json('"__proto__": 1, "constructor": 2'));
  expect(Object.entries(object)).toEqual([['apiVersion', 'v1'], ['kind', 'X'], ['__proto__', 1], ['constructor', 2]]);
});

test('each value knows its place', () => {
  const { documents: [document] } = readManifests('\n{\n  "apiVersion": "v1",\n  "kind": "X",\n  "a": [\n    1,\n    { "b.c": [] }\n  ]\n}\n', 'f.json');
  const places = ['', 'kind', 'a', 'a[0]', 'a[1]', 'a[1][\'b.c\']', 'a[1][\'b.c\'][0]', 'd'].map(field => document.locate(field));
  expect(places.map(({ line, column }) => `${line}:${column}`)).toEqual(['2:1', '4:3', '5:3', '6:5', '7:5', '7:7', '7:7', '2:1']);
});

test('several objects need no separator, as in what jq writes', () => {
  const objects = [1, 2, 3].map(a => ({ apiVersion: 'v1', kind: 'X', a, b: { c: '\n{' } }));
  for (const indent of [undefined, 2, '\t']) expect(read(`\n${objects.map(each => JSON.stringify(each, undefined, indent)).join('\n\n')}\n`)).toEqual(objects);
  const { documents } = readManifests(objects.map(each => JSON.stringify(each, undefined, 2)).join('\n'), 'f.json');
  expect(documents.map(document => document.locate('b.c').line)).toEqual([6, 14, 22]);
});

test('fails when several objects are on one line', () => {
  expect(said(`${json('"a": 1')}${json('"a": 2')}\n`)).toEqual([
    'f.yaml:1:42: yaml-syntax: has text after the end of a value, or an entry of another kind than the ones before it; put the string in quotes, or check the indentation',
  ]);
});

test('fails when there are too many objects', () => {
  expect(said('{}\n'.repeat(MAX_DOCUMENTS + 1))).toEqual([expect.stringContaining('f.yaml:2:1: yaml-syntax: ')]);
}, PATIENCE);

test('is YAML behind a byte order mark, as to Kubernetes', () => {
  expect(read(`\ufeff${json('"a": "\\u00e9"')}`)).toEqual([{ apiVersion: 'v1', kind: 'X', a: 'é' }]);
  expect(said(`\ufeff${json('"a": "\\/"')}`)).toEqual([expect.stringContaining(' has the escape \\/, which Kubernetes reads in JSON only; ')]);
});

test('what JSON allows and YAML does not is read in JSON only', () => {
  const text = '{\n\t"apiVersion": "v1",\n\t"kind"\n\t:\n\t"X" }\n';
  expect(read(text)).toEqual([{ apiVersion: 'v1', kind: 'X' }]);
  expect(said(`---\n${text}`)).toEqual([expect.stringContaining('f.yaml:3:1: yaml-syntax: has a tab where indentation is read'), ...Array(3).fill(expect.anything())]);
  expect(said(`---\n${text.replaceAll('\t', ' ')}`)).toEqual([expect.anything(), expect.stringContaining('f.yaml:4:2: yaml-syntax: has a key that is not on one line with its colon')]);
});

test('JSON may stand in front of YAML', () => {
  expect(read(`${json(String.raw`"a": "\/"`)}\n---\napiVersion: v1\nkind: X\na: 2\n`).map(({ a }) => a)).toEqual(['/', 2]);
});

test('what is not JSON may be YAML', () => {
  expect(read('{"apiVersion": v1, kind: "X", "a": [1,],}')).toEqual([{ apiVersion: 'v1', kind: 'X', a: [1] }]);
});

test.each([
  ['a key is given twice', '"a": 1, "b": {"c": 1, "c": 2}', '46: duplicate-key: \'b.c\' is given twice in one map, first on line 1; leave out one of the two: most readers of YAML silently drop the first'],
  ['a number is too large', '"a": -1e400', '40: invalid-number: \'a\' is a number too large for JSON; put it in quotes if it is a string'],
  ['a number loses digits', '"a": [9007199254740993]', '41: invalid-number: \'a[0]\' is an integer beyond 9007199254740991, which loses digits in many readers of JSON; put it in quotes if it is a string'],
  ['a text has half a surrogate pair', String.raw`"a": "\udc00"`, '40: invalid-character: \'a\' has an escape of half a surrogate pair, which is not a character; leave it out'],
])('fails when %s', (_, fields, message) => {
  expect(said(json(fields))).toEqual([expect.stringMatching(/^f\.yaml:1:\d+: /)]);
  expect(said(json(fields))[0].replace(/^f\.yaml:1:\d+: /, '')).toBe(message.replace(/^\d+: /, ''));
});

test.each([
  ['"a": "\\x"'], ['"a": "\n"'], ['"a": .5'], ['"a": 01'], ['"a": tru'], ['"a": [1 2]'], ['"a": "b'], ['"a" 1'], ['a: 1'], ['"a": 1'.repeat(2)],
])('what is only nearly JSON (%j) is judged as YAML', fields => {
  const { findings, yaml } = readManifests(json(fields), 'f.json');
  expect(findings.length > 0 || yaml.length === 1).toBe(true);
  expect(findings.map(describeLocated).join()).not.toContain('too large for JSON');
});

test('fails when objects are followed by something else', () => {
  expect(said(`${json('"a": 1')}\n${json('"a": 2')}\n---\n${json('"a": 3')}\n`)).toEqual([
    'f.yaml:2:1: yaml-syntax: has text after the end of a value, or an entry of another kind than the ones before it; put the string in quotes, or check the indentation',
  ]);
});

test('fails when it is nested too deep', () => {
  const deep = (depth: number) => json(`"a": ${'['.repeat(depth)}${']'.repeat(depth)}`);
  expect(read(deep(199))).toHaveLength(1);
  expect(said(deep(200))).toEqual([expect.stringMatching(/^f\.yaml:1:\d+: yaml-too-deep: has maps and lists that are nested more than 200 deep; check the file for brackets or dashes that were written by mistake$/)]);
  expect(said(deep(100_000))).toEqual([expect.stringMatching(/^f\.yaml:1:\d+: yaml-too-deep: has maps and lists that are nested more than 200 deep; check the file for brackets or dashes that were written by mistake$/)]);
});
