import { fields, HEAD, read, said } from './support';

test('escapes in double quotes', () => {
  expect(fields(String.raw`a: "\0\a\b\t\n\v\f\r\e\"\\\N\_\L\P\x41é\U0001f600\\/"`)).toEqual({ a: '\0\x07\b\t\n\v\f\r\x1b"\\\x85\xa0\u2028\u2029Aé😀\\/' });
});

test('JSON has two more', () => {
  expect(read(String.raw`{"apiVersion": "v1", "kind": "X", "a": "\/", "b": "\ud83d\ude00"}`)).toEqual([{ apiVersion: 'v1', kind: 'X', a: '/', b: '😀' }]);
});

test.each([
  ['a slash', String.raw`"http:\/\/x"`, 'has the escape \\/, which Kubernetes reads in JSON only; write / alone'],
  ['a surrogate pair', String.raw`"\ud83d\ude00"`, 'has a character written as two escapes, which Kubernetes reads in JSON only; write the character itself, or \\U with eight digits'],
  ['half a surrogate pair', String.raw`"\udc00"`, 'has an escape of half a surrogate pair, which is not a character; leave it out'],
])('fails when there is an escape of %s', (_, text, problem) => {
  expect(said(`${HEAD}a:\n  - ${text}\n`)).toEqual([`f.yaml:4:5: invalid-character: 'a[0]' ${problem}`]);
});

test('fails when JSON has half a surrogate pair', () => {
  expect(said(String.raw`{"apiVersion": "v1", "kind": "X", "a": "\ud83d"}`)).toEqual([
    'f.yaml:1:40: invalid-character: \'a\' has an escape of half a surrogate pair, which is not a character; leave it out',
  ]);
});
