import { Answer, CUT, LESS, TestServer, WHICH, becomesUnused, begin, cut, failed, inPieces, ok, reply, result, said, serve, success, vectorOf } from './server';
import { ScraperClient, ScraperClientProps, Series, SeriesStream } from '../../src/query';
import { messageOf } from '../support/message';

const SAMPLE = { metric: {}, value: [1, '1'] };
const RANGE = { metric: {}, values: [[1, '1']] };
const HISTOGRAM = { metric: {}, histogram: [1, { count: '1', sum: '1' }] };

async function asked(answer: Answer, props: Partial<ScraperClientProps> = {}): Promise<{ server: TestServer; stream: Promise<SeriesStream> }> {
  const server = await serve(answer);
  return { server, stream: new ScraperClient({ url: server.url, ...props }).queryStream('up') };
}

async function all(stream: SeriesStream | Promise<SeriesStream>): Promise<Series[]> {
  const series: Series[] = [];
  for await (const each of await stream) series.push(each);
  return series;
}

const read = async (body: string) => all((await asked(ok(body))).stream);
const place = (message: string) => `[http://HOST] ${message}`;
const malformed = (message: string) => place(`malformed-body: ${message}; ${WHICH}`);

describe('gives', () => {
  test('all series, as a whole answer has them', async () => {
    const server = await serve(ok(vectorOf(3000)));
    const client = new ScraperClient({ url: server.url });
    const whole = await client.query('up');
    expect(whole).toMatchObject({ type: 'vector' });
    expect(await all(client.queryStream('up'))).toEqual((whole as any).series);
  });

  test('samples and histograms of one vector', async () => {
    expect((await read(result('vector', [SAMPLE, HISTOGRAM, SAMPLE]))).map(({ kind }) => kind)).toEqual(['sample', 'histogram', 'sample']);
  });

  test('the series of a matrix', async () => {
    expect((await read(result('matrix', [RANGE, RANGE]))).map(({ kind }) => kind)).toEqual(['range', 'range']);
  });

  test.each(['vector', 'matrix'])('nothing of a %s without series', async type => {
    expect(await read(result(type, []))).toEqual([]);
  });

  test('series whose type comes after them', async () => {
    expect(await read(JSON.stringify({ data: { result: [SAMPLE], resultType: 'vector' }, status: 'success' }))).toHaveLength(1);
  });

  test('the same, wherever the body is cut', async () => {
    const body = Buffer.from(result('vector', [{ metric: { a: 'é😀' }, value: [1.5, '1'] }, SAMPLE]));
    const expected = await read(body.toString());
    for (let at = 1; at < body.length; at += 7) {
      const { stream } = await asked(inPieces(body.subarray(0, at), body.subarray(at)));
      expect(await all(stream)).toEqual(expected);
    }
  });

  test('the first series before the last one has come', async () => {
    const { server, stream } = await asked(begin('{"status":"success","data":{"resultType":"vector","result":[{"metric":{},"value":[1,"1"]},'));
    const iterator = (await stream)[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ done: false, value: { kind: 'sample' } });
    await iterator.return!();
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    expect(server.requests).toHaveLength(1);
  });
});

test('warnings, infos and statistics are there when the last series was read', async () => {
  const stats = { samples: { totalQueryableSamples: 2 } };
  const { stream } = await asked(ok(success({ resultType: 'vector', result: [SAMPLE], stats }, { warnings: ['cut'], infos: ['no counter'] })));
  const series = await stream;
  expect([series.warnings, series.infos, series.stats]).toEqual([[], [], undefined]);
  await all(series);
  expect([series.warnings, series.infos, series.stats]).toEqual([['cut'], ['no counter'], stats]);
});

test('the connection is closed where the reader stops early', async () => {
  const { server, stream } = await asked(begin(vectorOf(50_000).slice(0, -2)));
  for await (const { kind } of await stream) {
    expect(kind).toBe('sample');
    expect(await server.open()).toBe(1);
    break;
  }
  await becomesUnused(server);
});

test('the connection is used again where the reader comes to the end', async () => {
  const server = await serve(ok(vectorOf(10)));
  const client = new ScraperClient({ url: server.url });
  for (let n = 0; n < 3; n++) await all(client.queryStream('up'));
  expect(await server.open()).toBe(1);
});

describe('fails when', () => {
  test('it is read twice', async () => {
    const stream = await (await asked(ok(vectorOf(1)))).stream;
    await all(stream);
    expect(messageOf(() => stream[Symbol.asyncIterator]())).toBe('[SeriesStream] read-twice: has been read already; ask again, or keep the series');
  });

  test('it is read twice at once', async () => {
    const stream = await (await asked(ok(vectorOf(1)))).stream;
    const first = stream[Symbol.asyncIterator]();
    await first.next();
    expect(messageOf(() => stream[Symbol.asyncIterator]())).toBe('[SeriesStream] read-twice: has been read already; ask again, or keep the series');
    expect(await first.next()).toEqual({ done: true, value: undefined });
  });

  test.each<[string, string, string]>([
    ['a series is wrong', result('vector', [SAMPLE, { metric: {} }]), malformed("'data.result[1].value' must be a list of two, time and value, got nothing")],
    ['a vector has series of a range', result('vector', [SAMPLE, RANGE]), malformed("'data.resultType' must be that of its series (sample, range), got \"vector\"")],
    ['a matrix has series of one value', result('matrix', [SAMPLE]), malformed("'data.resultType' must be that of its series (sample), got \"matrix\"")],
    ['the type is not known', result('streams', [SAMPLE]), malformed("'data.resultType' must be that of its series (sample), got \"streams\"")],
    ['the type is the name of a method', result('constructor', [SAMPLE]), malformed("'data.resultType' must be that of its series (sample), got \"constructor\"")],
    ['there is no type', success({ result: [SAMPLE] }), malformed("'data.resultType' must be that of its series (sample), got nothing")],
    ['the expression gives a number', result('scalar', [1, '2']), place('bad-query: the expression gives a scalar, not series; ask for it by query()')],
    ['the expression gives a text', result('string', [1, '2']), place('bad-query: the expression gives a string, not series; ask for it by query()')],
    ['there is no list', success({ resultType: 'vector' }), malformed("'data.result' must be a list, got nothing")],
    ['the list is null', success({ resultType: 'vector', result: null }), malformed("'data.result' must be a list, got null")],
    ['there is no data', success(undefined), malformed("'data' must be an object, got nothing")],
    ['the data is null', success(null), malformed("'data' must be an object, got null")],
    ['the data is a list', success([SAMPLE]), malformed("'data' must be an object, got a list of 1")],
    ['the warnings are wrong', result('vector', [SAMPLE], { warnings: 1 }), malformed("'warnings' must be a list, got 1")],
    ['it is cut', vectorOf(1).slice(0, -1), malformed(`the body ends too early at byte ${vectorOf(1).length - 1}`)],
    ['something follows', `${vectorOf(1)}{}`, malformed(`the body is not JSON: expected nothing more at byte ${vectorOf(1).length}`)],
    ['it has failed after some series', JSON.stringify({ data: { resultType: 'vector', result: [SAMPLE] }, status: 'error', errorType: 'execution', error: 'no more' }),
      place('execution: no more (200); ask for less, or see what the message says')],
  ])('%s', async (_, body, expected) => {
    expect(await said(read(body))).toBe(expected);
  });

  // without series, its type decides alone
  test.each<[string, string]>([
    ['the type of nothing is not known', result('streams', [])],
    ['there is nothing, not even a type', success({ result: [] })],
    ['a number has no value', result('scalar', [])],
  ])('%s', async (_, body) => {
    expect((await failed(read(body))).code).toBe('malformed-body');
  });

  test('it is cut in the middle: the series before are given', async () => {
    const body = vectorOf(1000);
    const { server, stream } = await asked(cut(body.slice(0, body.length / 2)));
    const series: Series[] = [];
    expect(await said((async () => {
      for await (const each of await stream) series.push(each);
    })())).toBe(place(`network: the connection was cut (ECONNRESET); ${CUT}`));
    expect(series.length).toBeGreaterThan(400);
    // what was given cannot be taken back
    expect(server.requests).toHaveLength(1);
  });

  test('a series in the middle is wrong: the series before are given, and the connection is closed', async () => {
    const { server, stream } = await asked(begin(`${vectorOf(3).slice(0, -3)},{"metric":1},`));
    const series: Series[] = [];
    expect(await said((async () => {
      for await (const each of await stream) series.push(each);
    })())).toBe(malformed("'data.result[3].metric' must be an object, got 1"));
    expect(series).toHaveLength(3);
    await becomesUnused(server);
  });

  test('the reader has no time left', async () => {
    const { stream } = await asked(begin(`${vectorOf(3).slice(0, -3)},`), { timeout: 100 });
    const late = place(`timeout: no complete answer within 100 ms; ${LESS}`);
    expect(await said(all(stream))).toBe(late);
  });

  test('one series is more than may be held', async () => {
    const huge = `${vectorOf(2).slice(0, -3)},{"metric":{"a":"${'x'.repeat(300_000)}"},"value":[1,"1"]}]}}`;
    const { stream } = await asked(ok(huge), { maxBodySize: 100_000 });
    expect(await said(all(stream))).toBe(place('body-too-large: the answer has more than the 100000 bytes that may be held; ask for less, read it as a stream, or raise \'maxBodySize\''));
  });

  test('it is refused: where it is asked for', async () => {
    const { stream } = await asked(reply(401, 'no', { 'content-type': 'text/plain' }));
    expect(await said(stream)).toBe(place('unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface'));
  });
});

test('many series together may be more than may be held', async () => {
  const { stream } = await asked(ok(vectorOf(5000)), { maxBodySize: 100_000 });
  expect(await all(stream)).toHaveLength(5000);
});

test('a stream that nobody reads ends with its time, without any noise', async () => {
  const { server, stream } = await asked(begin(`${vectorOf(3).slice(0, -3)},`), { timeout: 3000 });
  const unread = await stream;
  await becomesUnused(server);
  expect(await said(all(unread))).toBe(place(`timeout: no complete answer within 3000 ms; ${LESS}`));
}, 30_000);
