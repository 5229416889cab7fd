import { toldOf } from './malformed';
import { AnswerReader } from '../../src/query/answer-reader';
import { Malformed } from '../../src/query/failures';

/** What comes of a body that is read in these pieces. */
function read(chunks: readonly Buffer[]): unknown {
  const reader = new AnswerReader();
  const elements: unknown[] = [];
  try {
    for (const chunk of chunks) elements.push(...reader.push(chunk));
    reader.end();
  } catch (error) {
    if (error instanceof Malformed) return toldOf(error);
    throw error;
  }
  return { elements, envelope: JSON.parse(JSON.stringify(reader.envelope)) };
}

/** The same, whatever the pieces: as a whole, byte by byte, with empty pieces, and cut into two at any place. */
function readInAllWays(body: Buffer): unknown {
  const expected = read([body]);
  const bytes = [...body].map(byte => Buffer.from([byte]));
  expect(read(bytes)).toEqual(expected);
  expect(read(bytes.flatMap(byte => [byte, Buffer.alloc(0)]))).toEqual(expected);
  for (let cut = 0; cut <= body.length; cut++) expect(read([body.subarray(0, cut), body.subarray(cut)])).toEqual(expected);
  return expected;
}

const readText = (text: string) => readInAllWays(Buffer.from(text));

describe('takes an answer apart', () => {
  test.each<[string, string, unknown[], unknown]>([
    ['without anything', '{}', [], {}],
    ['with fields of all types', '{"status":"success","n":-1.5e2,"b":true,"x":null,"o":{"a":[1]},"l":["é日😀\\n\\"\\\\"]}', [],
      { status: 'success', n: -150, b: true, x: null, o: { a: [1] }, l: ['é日😀\n"\\'] }],
    ['with spaces', ' {\t"a"\r:\n1 , "data" : { "result" : [ 1 , 2 ] , "b" : 2 } } \n', [1, 2], { a: 1, data: { result: [], b: 2 } }],
    ['with elements', '{"data":{"resultType":"vector","result":[{"metric":{"a":"]}"},"value":[1,"2"]},{}]},"warnings":["w"]}',
      [{ metric: { a: ']}' }, value: [1, '2'] }, {}], { data: { resultType: 'vector', result: [] }, warnings: ['w'] }],
    ['with elements of all types', '{"data":{"result":[1,"a\\"",[2,[3]],null,true,{"b":"{["}]}}', [1, 'a"', [2, [3]], null, true, { b: '{[' }], { data: { result: [] } }],
    ['with numbers as elements', '{"data":{"result":[1.25,-0e1,3]}}', [1.25, -0, 3], { data: { result: [] } }],
    ['without elements', '{"data":{"result":[]}}', [], { data: { result: [] } }],
    ['whose elements come before the type', '{"data":{"result":[1],"resultType":"vector"},"status":"success"}', [1], { data: { result: [], resultType: 'vector' }, status: 'success' }],
    ['whose `result` is no list', '{"data":{"result":{"a":[1]}}}', [], { data: { result: { a: [1] } } }],
    ['whose `result` lies elsewhere', '{"result":[1],"data":{"other":{"result":[2]}}}', [], { result: [1], data: { other: { result: [2] } } }],
    ['whose `data` is a list', '{"data":[{"result":[1]}]}', [], { data: [{ result: [1] }] }],
    ['whose `data` is null', '{"data":null}', [], { data: null }],
    ['with keys that are escaped', '{"d\\u0061ta":{"r\\u0065sult":[1]}}', [1], { data: { result: [] } }],
  ])('%s', (_, body, elements, envelope) => {
    expect(readText(body)).toEqual({ elements, envelope });
  });

  test('whose keys have a meaning in JavaScript', () => {
    const reader = new AnswerReader();
    const [element] = reader.push(Buffer.from('{"__proto__":{"a":1},"constructor":2,"data":{"__proto__":3,"result":[{"__proto__":4}]}}')) as [object];
    reader.end();
    expect(Object.entries(reader.envelope)).toEqual([['__proto__', { a: 1 }], ['constructor', 2], ['data', reader.envelope.data]]);
    expect(Object.entries(reader.envelope.data as object)).toEqual([['__proto__', 3], ['result', []]]);
    expect(Object.entries(element)).toEqual([['__proto__', 4]]);
  });

  test('as deep as 64 levels', () => {
    const nested = `${'['.repeat(64)}${']'.repeat(64)}`;
    expect(read([Buffer.from(`{"a":${nested}}`)])).toEqual({ elements: [], envelope: { a: JSON.parse(nested) } });
  });
});

describe('fails when', () => {
  test.each<[string, string, string]>([
    ['there is nothing', '', 'the body ends too early at byte 0'],
    ['there is only space', ' \n', 'the body ends too early at byte 2'],
    ['it is a list', '[]', 'the body is not JSON: expected an object at byte 0'],
    ['it is a page', '<html>', 'the body is not JSON: expected an object at byte 0'],
    ['it begins with a mark of the order of bytes', '\ufeff{}', 'the body is not JSON: expected an object at byte 0'],
    ['it ends after the first bracket', '{', 'the body ends too early at byte 1'],
    ['it ends in a key', '{"sta', 'the body ends too early at byte 5'],
    ['it ends after a key', '{"status"', 'the body ends too early at byte 9'],
    ['it ends in a value', '{"status":"succ', '\'status\' ends too early at byte 15'],
    ['it ends in an escaped character', '{"status":"\\', '\'status\' ends too early at byte 12'],
    ['it ends after a value', '{"status":"success"', 'the body ends too early at byte 19'],
    ['it ends in an element', '{"data":{"result":[{"a":1},{"a":', '\'data.result[1]\' ends too early at byte 32'],
    ['it ends between elements', '{"data":{"result":[{"a":1},', '\'data.result[1]\' ends too early at byte 27'],
    ['it ends after `data`', '{"data":{"result":[]}', 'the body ends too early at byte 21'],
    ['something follows', '{} {}', 'the body is not JSON: expected nothing more at byte 3'],
    ['a key is no text', '{1:2}', 'the body is not JSON: expected a key at byte 1'],
    ['a key is not closed in time', '{"a\n":2}', 'the body is not JSON: expected a value at byte 1'],
    ['a key comes after a comma that is the last', '{"a":1,}', 'the body is not JSON: expected a key at byte 7'],
    ['a colon is missing', '{"a" 1}', 'the body is not JSON: expected \':\' at byte 5'],
    ['a value is missing', '{"a":}', '\'a\' is not JSON: expected a value at byte 5'],
    ['a value is none', '{"a":nope}', '\'a\' is not JSON: expected a value at byte 5'],
    ['a value is a number and more', '{"a":1x}', '\'a\' is not JSON: expected nothing more at byte 6'],
    ['brackets do not match', '{"a":[1}}', '\'a\' is not JSON: expected \',\' or \']\' at byte 7'],
    ['a comma is missing', '{"a":1 "b":2}', 'the body is not JSON: expected \',\' or \'}\' at byte 7'],
    ['a comma is missing between elements', '{"data":{"result":[{} {}]}}', '\'data.result[0]\' is not JSON: expected \',\' or \']\' at byte 22'],
    ['a comma is the last thing in a list of elements', '{"data":{"result":[1,]}}', '\'data.result[1]\' is not JSON: expected a value at byte 21'],
    ['an element is wrong inside', '{"data":{"result":[{"a":"é"},{"b":"日",}]}}', '\'data.result[1]\' is not JSON: expected a key at byte 41'],
    ['a line break stands in a text', '{"data":{"result":[{"a":"\n"}]}}', '\'data.result[0]\' is not JSON: expected a value at byte 24'],
    ['NaN is no text', '{"data":{"result":[{"value":[1,NaN]}]}}', '\'data.result[0]\' is not JSON: expected a value at byte 31'],
    ['a field is given twice', '{"status":"success","status":"error"}', '\'status\' is given twice at byte 20'],
    ['a field is given twice, once escaped', '{"status":"success","st\\u0061tus":"error"}', '\'status\' is given twice at byte 20'],
    ['the elements are given twice', '{"data":{"result":[1],"result":[2]}}', '\'data.result\' is given twice at byte 22'],
    ['`data` is given twice', '{"data":{},"data":{}}', '\'data\' is given twice at byte 11'],
    ['__proto__ is given twice', '{"__proto__":{},"__proto__":{}}', '\'__proto__\' is given twice at byte 16'],
    ['a field without a name is given twice', '{"":1,"":2}', 'the body repeats a key at byte 6'],
    ['a value without a name lies too deep', `{"":${'['.repeat(65)}`, 'the body is nested deeper than 64 levels at byte 68'],
    ['a value lies too deep', `{"a":${'['.repeat(65)}`, '\'a\' is nested deeper than 64 levels at byte 69'],
    ['an element lies too deep', `{"data":{"result":[${'{"a":'.repeat(64)}{`, '\'data.result[0]\' is nested deeper than 64 levels at byte 339'],
  ])('%s', (_, body, expected) => {
    expect(readText(body)).toBe(expected);
  });

  test.each<[string, number[], string]>([
    ['in a value', [0xff], '\'a\' is not valid UTF-8 at byte 6'],
    ['after the sign that stands for a wrong one', [0xef, 0xbf, 0xbd, 0xc3, 0x28], '\'a\' is not valid UTF-8 at byte 9'],
    ['at the end of a text', [0xe6, 0x97], '\'a\' is not valid UTF-8 at byte 6'],
  ])('there is a byte that is no text %s', (_, bytes, expected) => {
    expect(readInAllWays(Buffer.from([...Buffer.from('{"a":"'), ...bytes, ...Buffer.from('"}')]))).toBe(expected);
  });

  test('there is a byte that is no text in a key', () => {
    expect(readInAllWays(Buffer.from('{"a\xff":1}', 'latin1'))).toBe('the body is not valid UTF-8 at byte 3');
  });

  test('there is a byte that is no text between values', () => {
    expect(readInAllWays(Buffer.from('{"a":1\xa0}', 'latin1'))).toBe('\'a\' is not valid UTF-8 at byte 6');
  });
});

test('the sign that stands for a wrong byte is a text like others', () => {
  expect(readText('{"a":"\ufffd"}')).toEqual({ elements: [], envelope: { a: '\ufffd' } });
});

test('holds no more than the element that is being read, and the rest of the answer', () => {
  const reader = new AnswerReader();
  reader.push(Buffer.from('{"data":{"result":['));
  const rest = '"data""result"'.length;
  const element = Buffer.from(`{"metric":{"a":"${'x'.repeat(1000)}"}},`);
  for (let n = 0; n < 1000; n++) {
    expect(reader.push(element.subarray(0, 500))).toHaveLength(0);
    expect(reader.held).toBe(rest + 500);
    expect(reader.push(element.subarray(500))).toHaveLength(1);
    expect(reader.held).toBe(rest);
  }
});

test('gives each element with the piece that ends it', () => {
  const reader = new AnswerReader();
  const pieces = ['{"data":{"result":[1', ',', '2,3', ',[4]', ',5', ']', '}}'];
  expect(pieces.map(piece => reader.push(Buffer.from(piece)))).toEqual([[], [1], [2], [3, [4]], [], [5], []]);
});

test('knows the type of a result with its first element', () => {
  const reader = new AnswerReader();
  expect(reader.push(Buffer.from('{"status":"success","data":{"resultType":"vector","result":[{},'))).toEqual([{}]);
  expect(reader.envelope).toMatchObject({ status: 'success', data: { resultType: 'vector' } });
});
