import {
  answers, certificate, describeWith, eventually, failureOf, locations, LOOPBACK, Proxy, randomPassword, RunningPrometheus, startPrometheus,
  startProxy, startUpstream, timed, Upstream,
} from './support';
import { ScraperClient, ScraperClientProps } from '../../src/verify/query';

const LESS = 'allow more time, or ask for less: fewer series, a shorter range, a larger step';
const LATER = 'try again later, and check that the scraper runs behind what answers';

const BUSY = answers.reply(503, '<html><title>Wait</title>', { 'Content-Type': 'text/html' });

const credentials = { user: 'metrics', password: randomPassword() };

const failed = async (client: ScraperClient) => failureOf(client, credentials, async () => client.query('up'));

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
    expect(error).toEqual({ code: 'timeout', message: `[https://localhost:PORT/slow] timeout: no complete answer within 3000 ms; ${LESS}` });
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
