import { execFile } from 'child_process';
import { join } from 'path';
import { promisify } from 'util';
import {
  answers, Certificate, certificate, curl, describeWith, eventually, expectNoSecret, LoggedRequest, locations, LOOPBACK, Proxy, randomPassword,
  RunningPrometheus, startPrometheus, startProxy, startUpstream,
} from './support';
import { ScraperClient, ScraperClientProps } from '../../src/verify/query';

const TIME = 1_700_000_000_123;
const TWO = { type: 'scalar', sample: { time: TIME, value: 2, text: '2' }, warnings: [], infos: [] };
/** A text that a form has to escape, longer than the first line of a request may be. */
const LONG = 'é日😀 &=+%"\'\\?#/;'.repeat(1500);
const LONG_EXPRESSION = JSON.stringify(LONG);

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl', 'curl'], 'the client reaches Prometheus behind TLS and a password', () => {
  const credentials = { user: 'metrics', password: randomPassword() };
  let prometheus: RunningPrometheus;
  let tls: Certificate;
  let proxy: Proxy;
  let logged = 0;

  beforeAll(async () => {
    prometheus = await startPrometheus({ config: '{}\n' });
    tls = await certificate(['localhost', LOOPBACK]);
    proxy = await startProxy({
      ...credentials,
      tls,
      locations: {
        '/': locations.pass(prometheus.url),
        '/a/path/': locations.pass(prometheus.url),
        '/gzip/': locations.compress(prometheus.url),
      },
    });
  });

  beforeEach(() => {
    logged = proxy.requests().length;
  });

  const clientOf = (path = '', props: Partial<ScraperClientProps> = {}) =>
    new ScraperClient({ url: proxy.url(path), credentials, caFile: tls.caFile, ...props });

  /** What nginx was asked in this test. A request is logged when it was answered. */
  const requests = async (count: number): Promise<LoggedRequest[]> => {
    await eventually(async () => proxy.requests().length >= logged + count || undefined, () => 'not logged');
    return proxy.requests().slice(logged);
  };

  test.each<[string, () => Partial<ScraperClientProps>]>([
    ['a CA file', () => ({})],
    ['no verification', () => ({ caFile: undefined, insecureSkipTlsVerify: true })],
    ['an address in place of a name', () => ({ url: proxy.url('', LOOPBACK) })],
    ['a slash at the end', () => ({ url: proxy.url('/') })],
    ['a path', () => ({ url: proxy.url('/a/path') })],
    ['a path with a slash at its end', () => ({ url: proxy.url('/a/path//') })],
  ])('with %s', async (_, props) => {
    const client = clientOf('', props());
    expect(await client.query('1 + 1', { time: TIME })).toEqual(TWO);
    const [request] = await requests(1);
    const path = client.url.includes('/a/path') ? '/a/path' : '';
    expect(request).toMatchObject({ method: 'GET', status: 200, user: credentials.user, uri: `${path}/api/v1/query?time=1700000000.123&query=1+%2B+1` });
    expectNoSecret(credentials, client);
  });

  test('and gets what curl gets', async () => {
    const { status, body } = await curl({
      url: proxy.url('/api/v1/query?query=vector(1.5)&time=1700000000.123'), caFile: tls.caFile, ...credentials,
    });
    expect([status, JSON.parse(body)]).toEqual([200, { status: 'success', data: { resultType: 'vector', result: [{ metric: {}, value: [TIME / 1000, '1.5'] }] } }]);
    expect(await clientOf().query('vector(1.5)', { time: TIME })).toMatchObject({ series: [{ labels: {}, sample: { time: TIME, value: 1.5, text: '1.5' } }] });
    await requests(2);
  });

  test.each([['by Prometheus itself', ''], ['by nginx', '/gzip']])('compressed %s', async (_, path) => {
    const range = { start: 0, end: 10_000_000, step: 1000 };
    const { series: [{ samples }] } = await clientOf(path).queryRange('time()', range);
    expect(samples).toEqual(Array.from({ length: 10_001 }, (__, second) => ({ time: second * 1000, value: second, text: String(second) })));
    const [request] = await requests(1);
    expect(request).toMatchObject({ status: 200, accepts: 'gzip', encoding: 'gzip' });
    expect(request.sent).toBeLessThan(60_000);
  });

  test('with a long expression, as a form', async () => {
    const client = clientOf();
    expect(await client.query(LONG_EXPRESSION, { time: TIME })).toEqual({ type: 'string', time: TIME, text: LONG, warnings: [], infos: [] });
    const asked = await requests(1);
    expect(asked.map(({ method, status, uri }) => `${method} ${status} ${uri}`)).toEqual(['POST 200 /api/v1/query']);
    // as a URL, nginx would refuse it with 414
    expect(asked.filter(({ received }) => received < 8192)).toEqual([]);
  });

  test('again and again, on one connection', async () => {
    const client = clientOf();
    for (let asked = 0; asked < 20; asked++) expect(await client.query('1 + 1', { time: TIME })).toEqual(TWO);
    await requests(20);
  });

  test('which was started anew meanwhile', async () => {
    const first = await startUpstream(answers.relay(prometheus.url));
    const client = new ScraperClient({ url: first.url, credentials });
    expect(await client.query('1 + 1', { time: TIME })).toEqual(TWO);
    await first.stop();
    await startUpstream(answers.relay(prometheus.url), { port: first.port });
    expect(await client.query('1 + 1', { time: TIME })).toEqual(TWO);
  });

  test('in the clear on this machine, with the same header as curl', async () => {
    const recorder = await startUpstream(answers.relay(prometheus.url));
    expect(await new ScraperClient({ url: recorder.url, credentials }).query('1 + 1', { time: TIME })).toEqual(TWO);
    await curl({ url: `${recorder.url}/api/v1/query?query=1`, ...credentials });
    const [ours, curls] = recorder.requests.map(({ headers }) => headers.authorization === undefined ? 'none' : headers.authorization);
    expect(ours === curls && ours.startsWith('Basic ')).toBe(true);
  });

  describe('in a program', () => {
    const source = `const { ScraperClient } = require(${JSON.stringify(join(__dirname, '../../src/verify/query'))});
      new ScraperClient(JSON.parse(process.env.PROPS)).query('1 + 1').then(({ type }) => console.log(type), ({ code }) => console.log(code));`;

    const printed = async (props: ScraperClientProps, environment: NodeJS.ProcessEnv = {}) => {
      const options = { env: { ...process.env, ...environment, PROPS: JSON.stringify(props) }, timeout: 20_000, killSignal: 'SIGKILL' } as const;
      const { stdout } = await promisify(execFile)(process.execPath, ['--require', require.resolve('tsx/cjs'), '--eval', source], options);
      return stdout.trim();
    };

    test('and lets it end at once', async () => {
      expect(await printed({ url: proxy.url(), credentials, caFile: tls.caFile })).toBe('scalar');
    });

    test('and verifies the certificate, whatever the environment says', async () => {
      expect(await printed({ url: proxy.url(), credentials }, { NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toBe('untrusted-certificate');
      expect(await printed({ url: proxy.url(), credentials }, { NODE_EXTRA_CA_CERTS: tls.caFile })).toBe('scalar');
    });
  });
});
