import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { inPieces, ok, reply, serve, TestServer, TWO } from './server';
import { ask, Secrets } from '../../../src/verify/query/http';

const { signal } = new AbortController();
const agent = new Agent({ keepAlive: true });
const secrets = new Secrets({ user: 'A', password: 'p' });
const ANSWER = JSON.parse(TWO);

afterAll(() => { agent.destroy(); });

const asked = async ({ url }: TestServer, parameters: Record<string, string> = { query: 'up' }, base = '/') =>
  ask({ base: new URL(base, url), agent, secrets }, 'api/v1/query', new URLSearchParams(parameters), signal);

describe('a request', () => {
  test('has its parameters in the URL', async () => {
    const server = await serve(ok(TWO));
    expect(await asked(server)).toEqual(ANSWER);
    const [request] = server.requests;
    expect(request).toEqual({ method: 'GET', url: '/api/v1/query?query=up', body: '', headers: request.headers });
    expect(request.headers).toEqual({
      'accept': 'application/json', 'accept-encoding': 'gzip', 'authorization': 'Basic QTpw', 'connection': 'keep-alive', 'host': `127.0.0.1:${server.port}`,
    });
  });

  test('without parameters has no question mark at its end', async () => {
    const server = await serve(ok(TWO));
    await asked(server, {});
    expect(server.requests[0].url).toBe('/api/v1/query');
  });

  test('goes below the path of the URL', async () => {
    const server = await serve(ok(TWO));
    await asked(server, undefined, '/a/prometheus/');
    expect(server.requests[0].url).toBe('/a/prometheus/api/v1/query?query=up');
  });

  test('is a form where it would be long: from 2,001 characters', async () => {
    const server = await serve(ok(TWO));
    const used = `${server.url}/api/v1/query`.length + 'query='.length;
    for (const length of [2000 - used, 2001 - used]) await asked(server, { query: 'x'.repeat(length) });
    expect(server.requests.map(({ method, url, body }) => [method, url.length, body.length])).toEqual([
      ['GET', 2000 - server.url.length + 1, 0],
      ['POST', '/api/v1/query'.length, 2001 - used + 'query='.length],
    ]);
  });

  test('as a form says what it is, and how long', async () => {
    const server = await serve(ok(TWO));
    await asked(server, { query: 'é'.repeat(1000), time: '1' });
    const [{ headers: sent, body }] = server.requests;
    expect(sent).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded', 'content-length': '6013', 'authorization': 'Basic QTpw' });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ query: 'é'.repeat(1000), time: '1' });
  });

  test('uses a connection again', async () => {
    const server = await serve(ok(TWO));
    for (let n = 0; n < 5; n++) await asked(server);
    expect(server.requests).toHaveLength(5);
    expect(await server.open()).toBe(1);
  });
});

describe('an answer', () => {
  const compressed = (body: Buffer, encoding = 'gzip') => reply(200, body, { 'content-encoding': encoding });

  test.each(['gzip', 'x-gzip', 'GZIP'])('is decompressed where it says %s', async encoding => {
    expect(await asked(await serve(compressed(gzipSync(TWO), encoding)))).toEqual(ANSWER);
  });

  test('that comes in pieces is whole, also where they end within a character', async () => {
    const body = Buffer.from(JSON.stringify({ ...ANSWER, warnings: ['é日😀'] }));
    const at = body.indexOf('日') + 1;
    expect(await asked(await serve(inPieces(body.subarray(0, at), body.subarray(at))))).toEqual({ ...ANSWER, warnings: ['é日😀'] });
  });

  test('that consists of several compressed parts is whole', async () => {
    expect(await asked(await serve(compressed(Buffer.concat([gzipSync(TWO.slice(0, 9)), gzipSync(TWO.slice(9))]))))).toEqual(ANSWER);
  });

  test.each([
    ['cut', gzipSync(TWO.repeat(20)).subarray(0, 20), 'Z_BUF_ERROR'],
    ['not compressed', Buffer.from(TWO), 'Z_DATA_ERROR'],
    ['changed', Buffer.from(gzipSync('abc').map((byte, index) => index === 14 ? 255 - byte : byte)), expect.stringMatching(/^Z_/)],
  ])('fails when its compressed body is %s', async (_, body, code) => {
    await expect(asked(await serve(compressed(body)))).rejects.toMatchObject({ code });
  });
});
