import { getEventListeners } from 'node:events';
import { gzipSync } from 'node:zlib';
import { Answer, CUT, LATER, LESS, TWO, TWO_RESULT, TestServer, WHICH, becomesUnused, begin, cut, failed, inTurn, ok, redirect, refusal, reply, reset, said, serve, serveRaw, silence, vectorOf, withoutPort } from './server';
import { QueryOptions, ScraperClient, ScraperClientProps } from '../../../src/verify/query';
import { ARE_MANY } from '../../properties/runs';

const place = (message: string) => `[http://HOST] ${message}`;
const late = (milliseconds: number) => place(`timeout: no complete answer within ${milliseconds} ms; ${LESS}`);
const ABORTED = place('aborted: the call was aborted; call it again, unless that was meant');
const MEGABYTE = 1024 * 1024;
const TOO_LARGE = place('body-too-large: the answer has more than 67108864 bytes; ask for less: fewer series, a shorter range, a larger step');

interface Asked {
  readonly server: TestServer;
  readonly result: Promise<unknown>;
}

async function asked(answer: Answer, props: Partial<ScraperClientProps> = {}, options: QueryOptions = {}): Promise<Asked> {
  const server = await serve(answer);
  const result = new ScraperClient({ url: server.url, ...props }).query('up', options);
  // looked at later
  result.catch(() => {});
  return { server, result };
}

test('nobody listens', async () => {
  const { url, close } = await serve(silence);
  await close();
  expect(await said(new ScraperClient({ url }).query('1')))
    .toBe(place('network: nothing listens there (ECONNREFUSED); check the URL, and that the scraper is reachable from here'));
});

const WAITING: [string, Answer][] = [
  ['nothing is answered', silence],
  ['an answer does not end', begin('{"status":"success",')],
  ['a compressed answer does not end', response => response.writeHead(200, { 'content-encoding': 'gzip' }).write(gzipSync(vectorOf(1000)).subarray(0, 100))],
];

describe('a call ends after its time where', () => {
  test.each(WAITING)('%s', async (_, answer) => {
    const { server, result } = await asked(answer, { timeout: 100 });
    expect(await said(result)).toBe(late(100));
    await becomesUnused(server);
  });

  test('it goes in small steps', async () => {
    const { server, result } = await asked(response => {
      response.writeHead(200);
      const timer = setInterval(() => response.write(' '), 10);
      response.on('close', () => clearInterval(timer));
    }, { timeout: 100 });
    expect(await said(result)).toBe(late(100));
    await becomesUnused(server);
  });

  test('it is tried again and again', async () => {
    const { server, result } = await asked(reset, { timeout: 5000, retries: 10 });
    // the fifth pause, of 3.2 s, would end after the call: what has gone wrong is told
    expect(await said(result)).toBe(place(`network: the connection was cut (ECONNRESET); ${CUT}`));
    expect(server.requests).toHaveLength(5);
  }, 30_000);

  test('a time of its own is longer, or shorter, than that of the client', async () => {
    expect(await said((await asked(silence, { timeout: 10_000 }, { requestTimeout: 50 })).result)).toBe(late(50));
    const slow: Answer = (...request) => setTimeout(() => ok(TWO)(...request), 100);
    expect(await (await asked(slow, { timeout: 10 }, { requestTimeout: 5000 })).result).toEqual(TWO_RESULT);
  });
});

describe('a call ends when its user says so and', () => {
  test.each(WAITING)('%s', async (_, answer) => {
    const controller = new AbortController();
    const { server, result } = await asked(answer, {}, { signal: controller.signal });
    while (server.requests.length === 0) await new Promise(resolve => setTimeout(resolve, 10));
    setTimeout(() => controller.abort(new Error('hunter2')), 60);
    expect(await said(result)).toBe(ABORTED);
    expect(server.requests).toHaveLength(1);
    await becomesUnused(server);
    controller.abort();
  });

  test('a pause lasts', async () => {
    const controller = new AbortController();
    const { server, result } = await asked(reply(503), { retries: 10 }, { signal: controller.signal });
    // the fourth pause is 1.6 s
    while (server.requests.length < 4) await new Promise(resolve => setTimeout(resolve, 10));
    controller.abort();
    expect(await said(result)).toBe(ABORTED);
    expect(server.requests).toHaveLength(4);
  });

  test('it has not begun: nobody is asked', async () => {
    const { server, result } = await asked(ok(TWO), {}, { signal: AbortSignal.abort() });
    expect(await said(result)).toBe(ABORTED);
    expect(server.requests).toEqual([]);
  });

  test('a signal serves many calls: Node warns of no listeners', async () => {
    const { signal } = new AbortController();
    const { result } = await asked(ok(TWO), {}, { signal });
    await result;
    // Node tells the limit by no function where there is none
    const limit = Object.getOwnPropertySymbols(signal).find(({ description }) => description === 'events.maxEventTargetListeners')!;
    expect([(signal as any)[limit], getEventListeners(signal, 'abort')]).toEqual([0, []]);
  });
});

describe('an answer has at most 64 MiB', () => {
  const [start, end] = ['{"status":"success","data":{"resultType":"string","result":[1,"', '"]}}'];
  const compressed = (body: Buffer) => reply(200, gzipSync(body, { level: 1 }), { 'content-encoding': 'gzip' });
  const ofSize = (size: number) => Buffer.concat([Buffer.from(start), Buffer.alloc(size - start.length - end.length, 'x'), Buffer.from(end)]);

  test.each<[string, (body: Buffer) => Answer]>([
    ['whole', ok],
    // takes seconds
    ...ARE_MANY ? [['compressed', compressed]] as [string, (body: Buffer) => Answer][] : [],
  ])('%s', async (_, answer) => {
    expect(await (await asked(answer(ofSize(64 * MEGABYTE)))).result).toMatchObject({ type: 'string' });
    const { server, result } = await asked(answer(ofSize(64 * MEGABYTE + 1)));
    expect(await said(result)).toBe(TOO_LARGE);
    await becomesUnused(server);
  });

  test('little that becomes much is read no further', async () => {
    const bomb = gzipSync(Buffer.alloc(600 * MEGABYTE), { level: 1 });
    const { server, result } = await asked(reply(200, bomb, { 'content-encoding': 'gzip' }));
    const before = process.memoryUsage().rss;
    expect(await said(result)).toBe(TOO_LARGE);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
    await becomesUnused(server);
  });
});

describe('a redirect is not followed', () => {
  test.each([301, 302, 303, 307, 308])('%i to another server: that one is not asked', async status => {
    const other = await serve(ok(TWO));
    const { server, result } = await asked(redirect(status, `${other.url}/login?rd=token#x`), { credentials: { user: 'metrics', password: 'hunter2' } });
    const error = await failed(result);
    expect(withoutPort(error.message)).toBe(place(`redirected: redirects to http://HOST/login (${status}), which is not followed; use the URL of the scraper itself`));
    expect([error.status, server.requests.length, other.requests, await other.open()]).toEqual([status, 1, [], 0]);
  });

  test('on the same server', async () => {
    const { server, result } = await asked(redirect(302, '/prometheus/api/v1/query'));
    expect(await said(result)).toBe(place('redirected: redirects to /prometheus/api/v1/query (302), which is not followed; use the URL of the scraper itself'));
    expect(server.requests).toHaveLength(1);
  });

  test('without a place', async () => {
    expect((await failed((await asked(redirect(302))).result)).code).toBe('not-prometheus');
  });
});

test.each(['', 'Connection: Upgrade\r\nUpgrade: h2c\r\n'])('a call ends where the server wants to speak another protocol (%j)', async headers => {
  const { result } = await asked(({ socket }) => socket!.end(`HTTP/1.1 101 Switching Protocols\r\n${headers}\r\n`), { timeout: 2000, retries: 0 });
  expect(['not-prometheus', 'network']).toContain((await failed(result)).code);
});

const busy = reply(503, 'busy', { 'content-type': 'text/plain' });
const BUSY = place(`unavailable: answers 503 Service Unavailable with text/plain "busy"; ${LATER}`);

describe('is tried again', () => {
  test.each<[string, Answer]>([
    ['a connection that is reset', reset],
    ['a 503 that is no answer of Prometheus', busy],
    ['a 503 with a page', reply(503, '<title>wait</title>', { 'content-type': 'text/html' })],
    ['an answer that is cut', cut(TWO.slice(0, 20))],
    ['an answer that is cut and has a length', cut(TWO.slice(0, 20), { 'content-length': TWO.length })],
    ['a compressed answer that is cut', cut(gzipSync(TWO).subarray(0, 20), { 'content-encoding': 'gzip' })],
  ])('%s', async (_, answer) => {
    const { server, result } = await asked(inTurn(answer, ok(TWO)));
    expect(await result).toEqual(TWO_RESULT);
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]).toEqual(expect.objectContaining({ url: server.requests[0].url, method: 'GET' }));
  });

  test('a connection that was kept and that the server has closed meanwhile', async () => {
    let connections = 0;
    // answers once on each connection, and cuts it when it is asked again
    const server = await serveRaw(socket => {
      let requests = 0;
      connections++;
      socket.on('data', () => requests++ === 0 ? socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${TWO.length}\r\n\r\n${TWO}`) : socket.resetAndDestroy());
    });
    const client = new ScraperClient({ url: server.url });
    for (let n = 0; n < 3; n++) expect(await client.query('1')).toEqual(TWO_RESULT);
    expect(connections).toBe(3);
  });

  test('as often as it may, and no more', async () => {
    const { server, result } = await asked(busy);
    expect(await said(result)).toBe(BUSY);
    expect(server.requests).toHaveLength(3);
    const other = await asked(reset, { retries: 1 });
    expect(await said(other.result)).toBe(place(`network: the connection was cut (ECONNRESET); ${CUT}`));
    expect(other.server.requests).toHaveLength(2);
  });
});

describe('an answer is malformed', () => {
  const MALFORMED = place(`malformed-body: the body is not JSON in UTF-8; ${WHICH}`);

  test.each<[string, string | Buffer]>([
    ['ends too early', '{"status":"success"'], ['goes on', `${TWO}}`], ['has a comma too many', '{"status":"success",}'],
    ['is no UTF-8', Buffer.concat([Buffer.from('{"status":"success","data":"'), Buffer.from([0xff]), Buffer.from('"}')])],
    ['has no status', '{}'], ['has another status', '{"status":"fine"}'], ['is nested without end', '{"status":'.repeat(100_000)],
  ])('where its body %s', async (_, body) => {
    expect(await said((await asked(ok(body))).result)).toBe(MALFORMED);
  });

  test('but not where it is a page', async () => {
    const { result } = await asked(reply(200, '<title>Log in</title>', { 'content-type': 'text/html' }));
    expect(await said(result)).toBe(place(`not-prometheus: answers 200 OK with text/html "Log in", which is not a response of Prometheus; ${WHICH}`));
  });

  test('nor where its status is a failure', async () => {
    const { result } = await asked(reply(500, '{"status":', { 'content-type': 'application/json' }));
    expect((await failed(result)).code).toBe('not-prometheus');
  });

  test('nor where Prometheus refuses with a long reason', async () => {
    const { result } = await asked(reply(422, refusal('execution', 'x'.repeat(100_000))));
    expect(await said(result)).toMatch(/execution: x{300}… \(422\)/);
  });
});

describe('is not tried again', () => {
  test.each<[string, Answer, string]>([
    ['Prometheus\' own 503', reply(503, refusal('timeout', 'query timed out')), `timeout: query timed out (503); ${LESS}`],
    ['a 500', reply(500, 'x', { 'content-type': 'text/plain' }),
      `not-prometheus: answers 500 Internal Server Error with text/plain "x", which is not a response of Prometheus; ${WHICH}`],
    ['a 502', reply(502, 'x', { 'content-type': 'text/plain' }), `unavailable: answers 502 Bad Gateway with text/plain "x"; ${LATER}`],
    ['an expression that is wrong', reply(400, refusal('bad_data', 'parse error')), 'bad-query: parse error (400); correct the expression'],
    ['a body that is cut and says nothing of it', ok(TWO.slice(0, 20)), `malformed-body: the body is not JSON in UTF-8; ${WHICH}`],
    ['what speaks no HTTP', ({ socket }) => socket!.end('SSH-2.0-OpenSSH\r\n'), 'not-prometheus: what answers does not speak readable HTTP (HPE_INVALID_CONSTANT); check the port: TLS needs https://, plain HTTP http://'],
  ])('%s', async (_, answer, expected) => {
    const { server, result } = await asked(answer);
    expect(await said(result)).toBe(place(expected));
    expect(server.requests).toHaveLength(1);
  });

  test('where it may not be', async () => {
    const { server, result } = await asked(busy, { retries: 0 });
    expect(await said(result)).toBe(BUSY);
    expect(server.requests).toHaveLength(1);
  });

  test('where there is no time', async () => {
    const { server, result } = await asked(busy, { timeout: 150 });
    expect(await said(result)).toBe(BUSY);
    expect(server.requests).toHaveLength(1);
    await expect(result).rejects.toMatchObject({ status: 503 });
  });
});
