import {
  answers, Certificate, certificate, describeWith, failureOf, freePort, locations, LOOPBACK, Proxy, randomPassword,
  RunningPrometheus, startPrometheus, startProxy, startUpstream, Upstream,
} from './support';
import { BY_PROMETHEUS, BY_THE_PROXY, Case, MAX_SAMPLES } from './support/refusals';
import { ScraperClient, ScraperClientProps } from '../../src/verify/query';

const one = async (client: ScraperClient) => client.query('1');

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'the client fails', () => {
  const credentials = { user: 'metrics', password: randomPassword() };
  let prometheus: RunningPrometheus;
  let other: Upstream;
  let tls: Certificate;
  let proxy: Proxy;

  beforeAll(async () => {
    prometheus = await startPrometheus({ config: '{}\n', args: [`--query.max-samples=${MAX_SAMPLES}`] });
    const agent = await startPrometheus({ config: '{}\n', isAgent: true });
    tls = await certificate(['localhost', LOOPBACK]);
    other = await startUpstream(answers.relay(prometheus.url), { tls });
    proxy = await startProxy({
      ...credentials,
      tls,
      locations: {
        '/': locations.pass(prometheus.url),
        '/agent/': locations.pass(agent.url),
        '/nowhere/': locations.pass(`${prometheus.url}/nowhere`),
        '/page/': locations.page(200),
        '/echo/': locations.page(500, '<title>$http_authorization</title>'),
        '/down/': locations.pass(`http://${LOOPBACK}:${await freePort()}`),
        '/busy/': locations.error(503),
        '/often/': locations.error(429),
        '/forbidden/': ['deny all'],
        '/missing/': locations.error(404),
        '/small/': [...locations.pass(prometheus.url), 'client_max_body_size 1k'],
        ...Object.fromEntries(([301, 302, 307, 308] as const).map((status) => [`/away-${status}/`, locations.redirect(status, other.url)])),
        '/in-the-clear/': locations.redirect(301, 'http://localhost/api/v1/query'),
        '/around/': locations.redirect(302, '/around/api/v1/query'),
      },
    });
  });

  const clientOf = (path = '', props: Partial<ScraperClientProps> = {}) =>
    new ScraperClient({ url: proxy.url(path), credentials, caFile: tls.caFile, retries: 0, ...props });

  const failure = async (client: ScraperClient, call: Case[2] = one) => failureOf(client, credentials, call);

  test.each([...BY_PROMETHEUS, ...BY_THE_PROXY])('for %s', async (_, path, call, { said, ...expected }) => {
    expect(await failure(clientOf(path), call)).toEqual({ ...expected, message: `[https://localhost:PORT${path}] ${said}` });
  });

  test('with another password, another user, and none', async () => {
    const refused = (user: string) => ({
      code: 'unauthorized',
      status: 401,
      message: `[https://localhost:PORT] unauthorized: rejects user "${user}" with this password (401 Unauthorized); check both, and whether they are those of this scraper`,
    });
    const others = [{ user: 'metrics', password: randomPassword() }, { user: 'other', password: credentials.password }];
    for (const each of others) expect(await failureOf(clientOf('', { credentials: each }), each, one)).toEqual(refused(each.user));
    expect(await failure(clientOf('', { credentials: undefined }))).toEqual({
      code: 'unauthorized',
      status: 401,
      message: '[https://localhost:PORT] unauthorized: asks for a user and a password (401 Unauthorized); give the credentials of the query interface',
    });
  });

  const redirected = (path: string, status: number, to: string) => ({
    code: 'redirected',
    status,
    message: `[https://localhost:PORT${path}] redirected: redirects to ${to} (${status}), which is not followed; use the URL of the scraper itself`,
  });

  test.each([301, 302, 307, 308])('when it is sent to another host, which sees nothing (%i)', async (status) => {
    const before = other.requests.length;
    expect(await failure(clientOf(`/away-${status}`))).toEqual(redirected(`/away-${status}`, status, 'https://127.0.0.1:PORT'));
    expect(other.requests.length).toBe(before);
    // it would have answered
    expect(await new ScraperClient({ url: other.url, caFile: tls.caFile }).query('1')).toMatchObject({ sample: { value: 1 } });
    expect(other.requests.filter(({ headers }) => 'authorization' in headers)).toEqual([]);
  });

  test('when it is sent to plain HTTP, or elsewhere on the same host', async () => {
    expect(await failure(clientOf('/in-the-clear'))).toEqual(redirected('/in-the-clear', 301, 'http://localhost/api/v1/query'));
    expect(await failure(clientOf('/around'))).toEqual(redirected('/around', 302, 'https://localhost:PORT/around/api/v1/query'));
  });
});
