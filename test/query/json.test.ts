import { whereNotJson, whereNotUtf8 } from '../../src/query/answer-reader';

const DOCUMENT = ' {"a" : [1, -0.5e+10 ,true,false,null, {}, [ ], "\\u00e9\\n\\"\\\\/"],\t"b":{"c":"é日😀"}\r\n}\n';

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test.each([DOCUMENT, '0', '-1', '1E5', '""', 'null', ' [] ', '"\u2028"', '"\ud800"', '"\u007f"'])('%j is JSON', text => {
  expect(whereNotJson(text)).toBeUndefined();
  expect(isJson(text)).toBe(true);
});

test.each<[string, number, string]>([
  ['', 0, 'a value'],
  ['  ', 2, 'a value'],
  ['nope', 0, 'a value'],
  ['NaN', 0, 'a value'],
  ['\'a\'', 0, 'a value'],
  ['"a\nb"', 0, 'a value'],
  ['"\\x"', 0, 'a value'],
  ['"\\u12g4"', 0, 'a value'],
  ['"open', 0, 'a value'],
  ['+1', 0, 'a value'],
  ['01', 1, 'nothing more'],
  ['1.', 1, 'nothing more'],
  ['1e', 1, 'nothing more'],
  ['1 2', 2, 'nothing more'],
  ['{} x', 3, 'nothing more'],
  ['truefalse', 4, 'nothing more'],
  ['[1, ]', 4, 'a value'],
  ['[1 2]', 3, '\',\' or \']\''],
  ['[1', 2, '\',\' or \']\''],
  ['[1}', 2, '\',\' or \']\''],
  ['{"a":1,}', 7, 'a key'],
  ['{a:1}', 1, 'a key'],
  ['{1:1}', 1, 'a key'],
  ['{"a" 1}', 5, '\':\''],
  ['{"a":}', 5, 'a value'],
  ['{"a":1]', 6, '\',\' or \'}\''],
  ['{"a":1', 6, '\',\' or \'}\''],
  ['\u00a01', 0, 'a value'],
  ['\ufeff1', 0, 'a value'],
])('%j is none: at %i it should have %s', (text, index, expected) => {
  expect(whereNotJson(text)).toEqual({ index, expected });
  expect(isJson(text)).toBe(false);
});

test('agrees with the parser on every beginning of a document, and on every change of one character', () => {
  const texts = [...DOCUMENT].flatMap((_, index) => [
    DOCUMENT.slice(0, index), ...['', '"', '\\', '}', ']', ',', '0', ' ', '\u0000'].map(other => DOCUMENT.slice(0, index) + other + DOCUMENT.slice(index + 1)),
  ]);
  expect(texts.filter(text => isJson(text) !== (whereNotJson(text) === undefined))).toEqual([]);
});

test('goes through a long text', () => {
  const text = `["${'x'.repeat(20_000_000)}",nope]`;
  expect(whereNotJson(text)).toEqual({ index: 20_000_004, expected: 'a value' });
});

test.each<[string, number[], number]>([
  ['a byte of a longer character', [0x61, 0xc3], 1],
  ['a byte that begins none', [0x61, 0x62, 0xff, 0x63], 2],
  ['half of a surrogate pair', [0xed, 0xa0, 0x80], 0],
  ['a longer form than needed', [0xc3, 0xa9, 0xc0, 0x80], 2],
  ['what comes after the sign for a wrong byte', [0xef, 0xbf, 0xbd, 0xff], 3],
])('finds %s', (_, bytes, index) => {
  expect(whereNotUtf8(Buffer.from(bytes))).toBe(index);
});
