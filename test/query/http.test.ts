import { Agent } from 'node:http';
import { gzipSync } from 'node:zlib';
import { toldOf } from './malformed';
import { inTurn, ok, redirect, reply, serve, TestServer } from './server';
import { Malformed, Redirected } from '../../src/query/failures';
import { ask, Question } from '../../src/query/http';

const { signal } = new AbortController();
const agent = new Agent({ keepAlive: true });
const headers = () => ({ authorization: 'Basic QQ==' });

afterAll(() => { agent.destroy(); });

async function asked({ url }: TestServer, question: Partial<Question> = {}, base = '/') {
  const parameters = new URLSearchParams({ query: 'up' });
  const { body, ...answer } = await ask({ base: new URL(base, url), agent, headers }, { path: 'api/v1/query', parameters, mayPost: true, signal, ...question });
  const chunks: Buffer[] = await body.toArray();
  return { ...answer, body: Buffer.concat(chunks).toString('utf8') };
}

const redirected = async (server: TestServer) => asked(server).then(() => 'followed', (error: unknown) => {
  if (!(error instanceof Redirected)) throw error;
  return [error.status, error.location?.href, error.isCircle];
});

describe('a request', () => {
  test('has its parameters in the URL', async () => {
    const server = await serve(ok('{}'));
    expect(await asked(server)).toEqual({ status: 200, contentType: 'application/json', retryAfter: undefined, body: '{}' });
    const [request] = server.requests;
    expect(request).toEqual({ method: 'GET', url: '/api/v1/query?query=up', body: '', headers: request.headers });
    expect(request.headers).toEqual({
      'accept': 'application/json', 'accept-encoding': 'gzip', 'authorization': 'Basic QQ==', 'connection': 'keep-alive', 'host': `127.0.0.1:${server.port}`,
    });
  });

  test('without parameters has no question mark at its end', async () => {
    const server = await serve(ok('{}'));
    await asked(server, { parameters: new URLSearchParams(), path: 'api/v1/labels' });
    expect(server.requests[0].url).toBe('/api/v1/labels');
  });

  test('goes below the path of the URL', async () => {
    const server = await serve(ok('{}'));
    await asked(server, {}, '/a/prometheus/');
    expect(server.requests[0].url).toBe('/a/prometheus/api/v1/query?query=up');
  });

  test('is a form where it would be long: from 2,001 characters', async () => {
    const server = await serve(ok('{}'));
    const used = `${server.url}/api/v1/query`.length + 'query='.length;
    for (const length of [2000 - used, 2001 - used]) await asked(server, { parameters: new URLSearchParams({ query: 'x'.repeat(length) }) });
    expect(server.requests.map(({ method, url, body }) => [method, url.length, body.length])).toEqual([
      ['GET', 2000 - server.url.length + 1, 0],
      ['POST', '/api/v1/query'.length, 2001 - used + 'query='.length],
    ]);
  });

  test('as a form says what it is, and how long', async () => {
    const server = await serve(ok('{}'));
    await asked(server, { parameters: new URLSearchParams({ query: 'é'.repeat(1000), time: '1' }) });
    const [{ headers: sent, body }] = server.requests;
    expect(sent).toMatchObject({ 'content-type': 'application/x-www-form-urlencoded', 'content-length': '6013', 'authorization': 'Basic QQ==' });
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ query: 'é'.repeat(1000), time: '1' });
  });

  test('that may not be a form is none', async () => {
    const server = await serve(ok('{}'));
    await asked(server, { mayPost: false, parameters: new URLSearchParams({ scrapePool: 'x'.repeat(3000) }) });
    expect(server.requests[0]).toMatchObject({ method: 'GET', body: '' });
  });

  test('uses a connection again', async () => {
    const server = await serve(ok('{}'));
    for (let n = 0; n < 5; n++) await asked(server);
    expect(server.requests).toHaveLength(5);
    expect(await server.open()).toBe(1);
  });
});

describe('an answer', () => {
  test.each([['7', 7000], ['0', 0], ['1.5', 1500], ['Wed, 21 Oct 2026 07:28:00 GMT', undefined], ['soon', undefined], ['1e999', undefined]])('that says Retry-After: %s', async (value, expected) => {
    const server = await serve(reply(503, 'busy', { 'retry-after': value, 'content-type': 'text/plain' }));
    expect(await asked(server)).toEqual({ status: 503, contentType: 'text/plain', retryAfter: expected, body: 'busy' });
  });

  test('without a type', async () => {
    const server = await serve(response => response.writeHead(204).end());
    expect(await asked(server)).toEqual({ status: 204, contentType: '', retryAfter: undefined, body: '' });
  });

  test('is decompressed', async () => {
    const text = 'é'.repeat(100_000);
    const server = await serve(reply(200, gzipSync(text), { 'content-encoding': 'gzip' }));
    expect((await asked(server)).body).toBe(text);
  });

  test.each(['x-gzip', 'GZIP'])('is decompressed where it says %s', async encoding => {
    expect((await asked(await serve(reply(200, gzipSync('{}'), { 'content-encoding': encoding })))).body).toBe('{}');
  });

  test.each(['br', 'deflate', 'gzip, gzip'])('fails when it is encoded as %s, which was not asked for', async encoding => {
    const error = await asked(await serve(reply(200, '{}', { 'content-encoding': encoding }))).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ field: '' });
    expect(toldOf(error as Malformed)).toBe(`the body is encoded as "${encoding}", which was not asked for`);
  });

  test.each(['identity', 'Identity'])('is as it is where it says %s', async encoding => {
    expect((await asked(await serve(reply(200, '{}', { 'content-encoding': encoding })))).body).toBe('{}');
  });

  test('that consists of several compressed parts is whole', async () => {
    const server = await serve(reply(200, Buffer.concat([gzipSync('a'), gzipSync('b')]), { 'content-encoding': 'gzip' }));
    expect((await asked(server)).body).toBe('ab');
  });

  test.each([
    ['cut', gzipSync('x'.repeat(1000)).subarray(0, 20), 'Z_BUF_ERROR'],
    ['not compressed', Buffer.from('{"status":"success"}'), 'Z_DATA_ERROR'],
    ['changed', Buffer.from(gzipSync('abc').map((byte, index) => index === 14 ? 255 - byte : byte)), expect.stringMatching(/^Z_/)],
  ])('fails when its compressed body is %s', async (_, body, code) => {
    const server = await serve(reply(200, body, { 'content-encoding': 'gzip' }));
    await expect(asked(server)).rejects.toMatchObject({ code });
  });
});

describe('a redirect', () => {
  const ALL = [301, 302, 303, 307, 308];

  test.each(ALL)('%d on the same host is followed, with the credentials', async status => {
    const server = await serve(inTurn(redirect(status, '/prometheus/api/v1/query?query=up'), ok('{}')));
    expect(await asked(server)).toMatchObject({ status: 200, body: '{}' });
    expect(server.requests.map(({ method, url, headers: sent }) => [method, url, sent.authorization])).toEqual([
      ['GET', '/api/v1/query?query=up', 'Basic QQ=='], ['GET', '/prometheus/api/v1/query?query=up', 'Basic QQ=='],
    ]);
  });

  test.each(ALL)('%d of a form is followed by the same form', async status => {
    const server = await serve(inTurn(redirect(status, '/elsewhere'), ok('{}')));
    await asked(server, { parameters: new URLSearchParams({ query: 'x'.repeat(2000) }) });
    const [first, second] = server.requests;
    expect(second).toMatchObject({ method: 'POST', url: '/elsewhere', body: first.body });
  });

  test('to a relative place, or with the whole URL, is followed', async () => {
    const server = await serve((response, { url }) => {
      const next = ({ '/api/v1/query?query=up': '../v2/x', '/api/v2/x': `${server.url}/end` } as Record<string, string>)[url];
      return next ? redirect(307, next)(response, undefined!) : ok('{}')(response, undefined!);
    });
    expect(await asked(server)).toMatchObject({ status: 200 });
    expect(server.requests.map(({ url }) => url)).toEqual(['/api/v1/query?query=up', '/api/v2/x', '/end']);
  });

  test.each(ALL)('%d to another port is refused, and nobody is asked there', async status => {
    const other = await serve(ok('{}'));
    const server = await serve(redirect(status, `${other.url}/api/v1/query`));
    expect(await redirected(server)).toEqual([status, `${other.url}/api/v1/query`, false]);
    expect(other.requests).toEqual([]);
    expect(await other.open()).toBe(0);
  });

  test('to another name of the same host is refused', async () => {
    const server = await serve((response) => redirect(302, `http://localhost:${server.port}/`)(response, undefined!));
    expect(await redirected(server)).toEqual([302, `http://localhost:${server.port}/`, false]);
    expect(server.requests).toHaveLength(1);
  });

  test('to TLS on the same host is refused', async () => {
    const server = await serve((response) => redirect(301, `https://127.0.0.1:${server.port}/`)(response, undefined!));
    expect(await redirected(server)).toEqual([301, `https://127.0.0.1:${server.port}/`, false]);
  });

  test('to a host without a scheme is refused', async () => {
    expect(await redirected(await serve(redirect(302, '//example.com/x')))).toEqual([302, 'http://example.com/x', false]);
  });

  test('to no URL is refused', async () => {
    expect(await redirected(await serve(redirect(302, 'http://[')))).toEqual([302, undefined, false]);
  });

  test('to a place that is not named is refused', async () => {
    expect(await redirected(await serve(redirect(302)))).toEqual([302, undefined, false]);
  });

  test('in circles is followed five times', async () => {
    const server = await serve(redirect(302, '/again'));
    expect(await redirected(server)).toEqual([302, `${server.url}/again`, true]);
    expect(server.requests).toHaveLength(6);
  });

  test('with a user of its own does not change who asks', async () => {
    const server = await serve((response, { url }) => (url === '/end' ? ok('{}') : redirect(302, `http://eve:x@127.0.0.1:${server.port}/end`))(response, undefined!));
    await asked(server);
    expect(server.requests.map(({ headers: sent }) => sent.authorization)).toEqual(['Basic QQ==', 'Basic QQ==']);
  });

  test('is not what 300, 304 and 305 are', async () => {
    for (const status of [300, 304, 305]) expect(await asked(await serve(redirect(status, '/x')))).toMatchObject({ status });
  });
});
