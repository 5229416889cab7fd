import { PassThrough, Readable } from 'node:stream';
import { toldOf } from './malformed';
import { TWO, result, success, vectorOf } from './server';
import { KnownFailure, Malformed, Refused } from '../../src/query/failures';
import { HttpAnswer } from '../../src/query/http';
import { collect as collectBatches, readAnswer } from '../../src/query/read-answer';

const MANY = 1_000_000;

/** An answer whose body comes in these pieces. */
function answered(pieces: readonly (string | Buffer)[], status = 200, contentType = 'application/json'): HttpAnswer {
  return { status, contentType, body: Readable.from(pieces.map(piece => Buffer.from(piece)), { objectMode: false }) };
}

const collect = async (answer: HttpAnswer, bytes: number) => collectBatches(readAnswer(answer, { bytes, of: 'answer' }));
const bytesOf = (text: string) => [...Buffer.from(text)].map(byte => Buffer.from([byte]));
const collected = async (...pieces: readonly (string | Buffer)[]) => collect(answered(pieces), MANY);
const thrown = async (answer: HttpAnswer, bytes = MANY) => collect(answer, bytes).then(() => 'nothing was thrown', (error: unknown) => error);

describe('a result', () => {
  test('has its elements, and all else beside them', async () => {
    const { elements, envelope } = await collected(result('vector', [1, 2], { warnings: ['w'] }));
    expect(elements).toEqual([1, 2]);
    expect(JSON.parse(JSON.stringify(envelope))).toEqual({ status: 'success', data: { resultType: 'vector', result: [] }, warnings: ['w'] });
  });

  test('is the same byte by byte', async () => {
    const body = vectorOf(20);
    expect(await collected(...bytesOf(body))).toEqual(await collected(body));
  });

  test('may have another status that is one of success', async () => {
    expect((await collect(answered([TWO], 299), MANY)).elements).toEqual([1_700_000_000.123, '2']);
  });

  test('is given some at a time', async () => {
    const batches: unknown[][] = [];
    const pieces = ['{"status":"success","data":{"result":[1,2,', '3', ',4,5', ']}}'];
    for await (const { elements } of readAnswer(answered(pieces), { bytes: MANY, of: 'piece' })) batches.push(elements);
    expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  });

  test('leaves no body open that is not read to its end', async () => {
    const body = new PassThrough();
    body.write('{"data":{"result":[1,');
    const batches = readAnswer({ status: 200, contentType: '', body }, { bytes: MANY, of: 'piece' });
    expect(await batches.next()).toMatchObject({ done: false, value: { elements: [1] } });
    await batches.return(undefined as never);
    expect(body.destroyed).toBe(true);
  });
});

describe('fails when', () => {
  test.each<[string, HttpAnswer, string | undefined]>([
    ['it is a page', answered(['<html>']), '<html>'],
    ['it is a page, whose first letter comes later', answered([' ', '\n', '<html>']), ' \n<html>'],
    ['it is a list', answered(['[1]']), '[1]'],
    ['there is nothing', answered([]), ''],
    ['there is nothing and that is said', answered([], 204), ''],
    ['it has no status', answered(['{}']), '{}'],
    ['it has a status that nobody knows', answered([JSON.stringify({ status: 'partial' })]), '{"status":"partial"}'],
    ['it is a success that is none', answered([TWO], 500), TWO],
    ['it is half of an object with the status of a failure', answered(['{"status":'], 502), '{"status":'],
  ])('%s: it is refused by its beginning', async (_, answer, text) => {
    const error = await thrown(answer);
    expect(error).toBeInstanceOf(Refused);
    expect(error).toMatchObject({ text, envelope: undefined, answer: { status: answer.status } });
  });

  test('it says so itself', async () => {
    const error = await thrown(answered(bytesOf('{"status":"error","error":"no","data":{"result":[1]}}'), 400));
    expect(error).toBeInstanceOf(Refused);
    expect((error as Refused).envelope).toMatchObject({ status: 'error', error: 'no' });
  });

  test('it says so itself, with the status of a success', async () => {
    expect((await thrown(answered(['{"status":"error","error":"no"}'])) as Refused).envelope).toMatchObject({ error: 'no' });
  });

  test.each<[string, string, object, string]>([
    ['it is cut', '{"status":"success","data":{"result":[1,', { offset: 40, field: 'data.result[1]' }, '\'data.result[1]\' ends too early at byte 40'],
    ['it has a mistake', ' {"status":success}', { offset: 11, field: 'status' }, '\'status\' is not JSON: expected a value at byte 11'],
    ['something follows', `${TWO}x`, { offset: TWO.length, field: '' }, `the body is not JSON: expected nothing more at byte ${TWO.length}`],
  ])('%s: that is told', async (_, body, expected, told) => {
    for (const pieces of [[body], bytesOf(body)]) {
      const error = await thrown(answered(pieces));
      expect(error).toBeInstanceOf(Malformed);
      expect(error).toMatchObject(expected);
      expect(toldOf(error as Malformed)).toBe(told);
    }
  });

  test('its body fails', async () => {
    const error = new Error('cut');
    const body = Readable.from((function* () {
      yield Buffer.from('{"status":');
      throw error;
    })());
    expect(await thrown({ status: 200, contentType: '', body })).toBe(error);
    expect(body.destroyed).toBe(true);
  });

  test('it is a page, of which only the beginning is kept', async () => {
    const error = await thrown(answered(['<'.repeat(10_000)], 502)) as Refused;
    expect(error.text).toBe('<'.repeat(4096));
  });
});

describe('a limit', () => {
  const body = success({ resultType: 'vector', result: ['x'.repeat(100), 'y'.repeat(100)] });
  const tooLarge = async (act: Promise<unknown>) => {
    const error = await act.then(() => 'nothing was thrown', (reason: unknown) => reason);
    expect(error).toBeInstanceOf(KnownFailure);
    expect((error as KnownFailure).why.code).toBe('body-too-large');
    return (error as KnownFailure).why.parameters.limit;
  };
  const streamed = async (bytes: number, pieces: readonly Buffer[] = bytesOf(body)) => {
    const elements: unknown[] = [];
    for await (const batch of readAnswer(answered(pieces), { bytes, of: 'piece' })) elements.push(...batch.elements);
    return elements.length;
  };

  test('of the whole answer is kept to the byte', async () => {
    const { length } = body;
    for (const pieces of [[body], bytesOf(body)]) {
      expect((await collect(answered(pieces), length)).elements).toHaveLength(2);
      expect(await tooLarge(collect(answered(pieces), length - 1))).toBe(length - 1);
    }
  });

  test('of a piece is that of one element, and of all that is none', async () => {
    const rest = '"status""success""data""resultType""vector""result"'.length;
    expect(await streamed(rest + 102)).toBe(2);
    expect(await tooLarge(streamed(rest + 100))).toBe(rest + 100);
  });

  test('of a piece holds for many small ones that are kept', async () => {
    const many = bytesOf(`{${Array.from({ length: 100 }, (_, index) => `"${index}":1`).join()},"status":"success"}`);
    expect(await tooLarge(streamed(150, many))).toBe(150);
  });

  test('of a piece holds for what is no element, too', async () => {
    const long = bytesOf(`{"status":"success","warnings":["${'x'.repeat(200)}"]}`);
    expect(await tooLarge(streamed(150, long))).toBe(150);
  });

  test('stops to read', async () => {
    let given = 0;
    const endless = Readable.from((function* () {
      yield Buffer.from('{"status":"success","data":{"result":["');
      for (;; given++) yield Buffer.alloc(1000, 'x');
    })());
    expect(await tooLarge(collect({ status: 200, contentType: '', body: endless }, 10_000))).toBe(10_000);
    expect(endless.destroyed).toBe(true);
    expect(given).toBeLessThan(30);
  });
});
