import { gzipSync } from 'zlib';
import {
  Answer, answers, certificate, describeWith, eventually, failureOf, locations, LOOPBACK, Proxy, randomPassword, RunningPrometheus, serve,
  startPrometheus, startProxy, startUpstream, timed, Upstream, vectorOf, watched,
} from './support';
import { QueryOptions, Sample, ScraperClient, ScraperClientProps, VectorResult } from '../../src/query';

const PLACE = '[http://127.0.0.1:PORT]';
const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
const LATER = 'try again later, and check that the scraper runs behind what answers';

const BODY = vectorOf(1000);
/** Takes four seconds, and begins at once. */
const SLOW = answers.trickle(BODY, { size: BODY.length / 40, interval: 100 });
const BUSY = answers.reply(503, '<html><title>Wait</title>', { 'Content-Type': 'text/html' });

const credentials = { user: 'metrics', password: randomPassword() };

const failed = async (client: ScraperClient, options: QueryOptions = {}) => failureOf(client, credentials, async () => client.query('up', options));
const late = (milliseconds: number, place = PLACE) => ({ code: 'timeout', message: `${place} timeout: no complete answer within ${milliseconds} ms; ${LESS}` });
const TOO_LARGE = {
  code: 'body-too-large',
  message: `${PLACE} body-too-large: the answer has more than 67108864 bytes; ask for less: fewer series, a shorter range, a larger step`,
};

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'the client behind nginx', () => {
  let prometheus: RunningPrometheus;
  let proxy: Proxy;
  let busy: Upstream;
  let proxied: (path: string, props?: Partial<ScraperClientProps>) => ScraperClient;
  const loggedBelow = (path: string) => proxy.requests().filter(({ uri }) => uri.startsWith(path));

  beforeAll(async () => {
    prometheus = await startPrometheus({ config: '{}\n' });
    busy = await startUpstream(answers.inTurn(BUSY, answers.relay(prometheus.url)));
    const tls = await certificate(['localhost', LOOPBACK]);
    proxy = await startProxy({
      ...credentials,
      tls,
      locations: {
        '/': locations.pass(prometheus.url),
        '/busy/': locations.pass(busy.url),
        '/always-busy/': locations.error(503),
        '/down/': locations.error(502),
        '/slow/': locations.slow(prometheus.url, 2000),
      },
    });
    proxied = (path, props = {}) => new ScraperClient({ url: proxy.url(path), credentials, caFile: tls.caFile, ...props });
  });

  const RANGE = { start: 0, end: 10_000_000, step: 1000 };

  test('waits no longer than it is told for a slow body', async () => {
    const error = await failureOf(proxied('/slow'), credentials, async (client) => client.queryRange('time()', { ...RANGE, requestTimeout: 3000 }));
    expect(error).toEqual(late(3000, '[https://localhost:PORT/slow]'));
  });

  test('asks again when a proxy was busy', async () => {
    const [result, time] = await timed(async () => proxied('/busy').query('1 + 1'));
    expect(result).toMatchObject({ sample: { value: 2 } });
    expect(busy.requests).toHaveLength(2);
    expect(time).toBeGreaterThan(150);
    expect(busy.requests.map(({ headers }) => 'authorization' in headers)).toEqual([false, false]);
  });

  test('asks again no oftener than it is told, and not for every status', async () => {
    const unavailable = (path: string, said: string) => ({
      code: 'unavailable', status: Number(said.slice(0, 3)), message: `[https://localhost:PORT${path}] unavailable: answers ${said}; ${LATER}`,
    });
    expect(await failed(proxied('/always-busy'))).toEqual(unavailable('/always-busy', '503 Service Unavailable with text/html "503 Service Temporarily Unavailable"'));
    expect(await failed(proxied('/down'))).toEqual(unavailable('/down', '502 Bad Gateway with text/html "502 Bad Gateway"'));
    await eventually(async () => loggedBelow('/down').length > 0 || undefined, () => 'not logged');
    expect([loggedBelow('/always-busy').length, loggedBelow('/down').length]).toEqual([3, 1]);
  });
});

describe('the client and a server', () => {
  test.each<[string, Answer]>([['that says nothing', answers.silence()], ['that is slow', SLOW]])('%s, in the time of the client and of a call', async (_, answer) => {
    const settings: [Partial<ScraperClientProps>, QueryOptions][] = [
      [{ timeout: 3000 }, {}], [{}, { requestTimeout: 3000 }], [{ timeout: 60_000 }, { requestTimeout: 3000 }],
    ];
    await Promise.all(settings.map(async ([props, options]) => {
      const { answer: seen, left } = watched(answer);
      const { client, upstream } = await serve(seen, { credentials, ...props });
      const [error, time] = await timed(async () => failed(client, options));
      expect(error).toEqual(late(3000));
      expect(time).toBeGreaterThan(2900);
      expect(await left()).toBe(true);
      expect(upstream.requests).toHaveLength(1);
    }));
  }, 60_000);

  test('that is busy for longer than there is time', async () => {
    const { client, upstream } = await serve(BUSY, { credentials, timeout: 500 });
    expect(await failed(client)).toMatchObject({ code: 'unavailable', status: 503 });
    expect(upstream.requests).toHaveLength(2);
  });

  test('that sends a bomb', async () => {
    const MEGABYTE = 1024 * 1024;
    const bomb = gzipSync(Buffer.concat([Buffer.from('{"status":"success","data":{"resultType":"vector","result":[{"metric":{"a":"'), Buffer.alloc(600 * MEGABYTE, 'x')]));
    expect(bomb.length).toBeLessThan(MEGABYTE);
    const { client } = await serve(answers.reply(200, bomb, { 'Content-Encoding': 'gzip' }), { credentials });
    const before = process.memoryUsage().rss;
    expect(await failed(client)).toEqual(TOO_LARGE);
    expect(process.memoryUsage().rss - before).toBeLessThan(400 * MEGABYTE);
  });

  test.each([1, 7, 80, 1000])('that sends pieces of %i bytes', async (size) => {
    const result = Array.from({ length: size < 10 ? 4 : 40 }, (_, index) => ({
      metric: { a: `"\\é日😀\u2028\n${index}`, b: '}],[{' }, value: [index, index % 2 ? '+Inf' : String(index)],
    }));
    const body = JSON.stringify({ status: 'success', data: { resultType: 'vector', result }, warnings: ['w'] });
    const { client } = await serve(answers.trickle(body, { size, interval: 1 }), { credentials });
    const { series, warnings } = await client.query('up') as VectorResult;
    expect(series.map(({ labels, sample }) => ({ metric: labels, value: [sample.time / 1000, (sample as Sample).text] }))).toEqual(result);
    expect(warnings).toEqual(['w']);
  });
});
