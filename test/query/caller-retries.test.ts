import { gzipSync } from 'node:zlib';
import { Answer, CUT, LATER, LESS, TWO, TWO_RESULT, TestServer, WHICH, cut, inTurn, ok, refusal, reply, reset, said, serve, serveRaw, vectorOf } from './server';
import { ScraperClient, ScraperClientProps } from '../../src/query';

const place = (message: string) => `[http://HOST] ${message}`;
const busy = reply(503, 'busy', { 'content-type': 'text/plain' });
const BUSY = place(`unavailable: answers 503 Service Unavailable with text/plain "busy"; ${LATER}`);

async function asked(answer: Answer, props: Partial<ScraperClientProps> = {}): Promise<{ server: TestServer; result: Promise<unknown> }> {
  const server = await serve(answer);
  const result = new ScraperClient({ url: server.url, ...props }).query('up');
  // looked at later
  result.catch(() => {});
  return { server, result };
}

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

  test('after the time that the server names', async () => {
    const start = performance.now();
    const { server, result } = await asked(inTurn(reply(503, '', { 'retry-after': '1' }), ok(TWO)));
    expect(await result).toEqual(TWO_RESULT);
    expect(server.requests).toHaveLength(2);
    expect(performance.now() - start).toBeGreaterThan(990);
  });

  test('a stream, before its first series', async () => {
    const server = await serve(inTurn(busy, reset, ok(vectorOf(2))));
    const series = [];
    for await (const each of await new ScraperClient({ url: server.url }).queryStream('up')) series.push(each);
    expect(series).toHaveLength(2);
    expect(server.requests).toHaveLength(3);
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

describe('is not tried again', () => {
  test.each<[string, Answer, string]>([
    ['Prometheus\' own 503', reply(503, refusal('timeout', 'query timed out')), `timeout: query timed out (503); ${LESS}`],
    ['a 500', reply(500, 'x', { 'content-type': 'text/plain' }),
      `not-prometheus: answers 500 Internal Server Error with text/plain "x", which is not a response of Prometheus; ${WHICH}`],
    ['a 502', reply(502, 'x', { 'content-type': 'text/plain', 'retry-after': '0' }), `unavailable: answers 502 Bad Gateway with text/plain "x"; ${LATER}`],
    ['an expression that is wrong', reply(400, refusal('bad_data', 'parse error')), 'bad-query: parse error (400); correct the expression'],
    ['a body that is cut and says nothing of it', ok(TWO.slice(0, 20)), `malformed-body: the body ends too early at byte 20; ${WHICH}`],
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

  test('where the server asks for more time than there is', async () => {
    const { server, result } = await asked(reply(503, 'busy', { 'content-type': 'text/plain', 'retry-after': '3600' }));
    expect(await said(result)).toBe(BUSY);
    expect(server.requests).toHaveLength(1);
    await expect(result).rejects.toMatchObject({ status: 503, retryAfter: 3_600_000 });
  });
});
