import { gzipSync } from 'zlib';
import {
  answers, certificate, describeWith, Failed, failureOf, freePort, locations, LOOPBACK, Proxy, randomPassword, RunningPrometheus, serve,
  startPrometheus, startProxy, startUpstream, vectorOf,
} from './support';
import { ScraperClient, ScraperClientProps } from '../../src/verify/query';

const PLACE = '[http://127.0.0.1:PORT]';
const CUT = 'try again; if it happens again, look into the log of the proxy in front of the scraper';
const TRUST = 'give the authority\'s certificate as the CA file';

const one = async (client: ScraperClient) => client.query('1');

const BODY = vectorOf(1000);
const OK = answers.reply(200, BODY);

const credentials = { user: 'metrics', password: randomPassword() };
const failure = async (client: ScraperClient, call: Parameters<typeof failureOf>[2] = one) => failureOf(client, credentials, call);

describeWith(['openssl'], 'the client does not trust', () => {
  const untrusted = (host: string, problem: string, remedy: string, systemCode: string): Failed =>
    ({ code: 'untrusted-certificate', systemCode, message: `[https://${host}:PORT] untrusted-certificate: ${problem}; ${remedy}` });

  const ask = async (certified: string, props: Partial<ScraperClientProps>, options = {}) => {
    const tls = await certificate(certified, options);
    const upstream = await startUpstream(OK, { tls });
    const failed = await failure(new ScraperClient({ url: `https://localhost:${upstream.port}`, credentials, caFile: tls.caFile, ...props }));
    expect(upstream.requests).toEqual([]);
    return failed;
  };

  test('a certificate of an authority that it is not told, or of another one', async () => {
    const expected = (systemCode: string) => untrusted('localhost', 'the server\'s certificate is signed by an authority that is not trusted', TRUST, systemCode);
    expect(await ask('localhost', { caFile: undefined })).toEqual(expected('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
    const { caFile: another } = await certificate('localhost');
    expect(await ask('localhost', { caFile: another })).toEqual(expected('UNABLE_TO_VERIFY_LEAF_SIGNATURE'));
  });

  test('any of these, unless it is told so', async () => {
    const { port } = await startUpstream(OK, { tls: await certificate('scraper.example.com', { isExpired: true }) });
    const client = new ScraperClient({ url: `https://localhost:${port}`, credentials, insecureSkipTlsVerify: true });
    expect(await one(client)).toMatchObject({ series: { length: 1000 } });
  });

  test('a certificate whose time is over', async () => {
    expect(await ask('localhost', {}, { isExpired: true }))
      .toEqual(untrusted('localhost', 'the server\'s certificate has expired', 'renew the certificate', 'CERT_HAS_EXPIRED'));
  });

  test('a certificate of another host', async () => {
    expect(await ask('scraper.example.com', {})).toEqual(
      untrusted('localhost', 'the server\'s certificate is for another host', 'use the host that the certificate names', 'ERR_TLS_CERT_ALTNAME_INVALID'),
    );
  });
});

describeWith(['prometheus', 'nginx', 'htpasswd', 'openssl'], 'the client, where the network is bad', () => {
  let prometheus: RunningPrometheus;
  let proxy: Proxy;
  let caFile: string;

  beforeAll(async () => {
    prometheus = await startPrometheus({ config: '{}\n' });
    const cutting = await startUpstream(answers.cut(BODY));
    const tls = await certificate(['localhost', LOOPBACK]);
    proxy = await startProxy({
      ...credentials,
      tls,
      locations: { '/cut/': locations.pass(cutting.url) },
    });
    ({ caFile } = tls);
  });

  describe('that is no network at all', () => {
    test.each([LOOPBACK, 'localhost'])('fails when nothing listens on %s', async (host) => {
      expect(await failure(new ScraperClient({ url: `http://${host}:${await freePort()}`, credentials }))).toEqual({
        code: 'network',
        systemCode: 'ECONNREFUSED',
        message: `[http://${host}:PORT] network: nothing listens there (ECONNREFUSED); check the URL, and that the scraper is reachable from here`,
      });
    });

    test('fails when one side speaks TLS and the other does not', async () => {
      const { upstream } = await serve(OK, { credentials });
      expect(await failure(new ScraperClient({ url: upstream.url.replace('http:', 'https:'), credentials }))).toMatchObject({
        code: 'network', message: expect.stringMatching(/^\[https:\/\/127\.0\.0\.1:PORT\] network: the TLS handshake failed \(\w+\); check the port, as plain HTTP needs http:\/\/; /),
      });
      expect(await failure(new ScraperClient({ url: `http://localhost:${proxy.port}`, credentials, retries: 0 }))).toEqual({
        code: 'not-prometheus',
        status: 400,
        message: '[http://localhost:PORT] not-prometheus: answers 400 Bad Request with text/html "400 The plain HTTP request was sent to HTTPS port", which is '
          + 'not a response of Prometheus; check the URL: it is that of the scraper, with its path prefix',
      });
    });
  });

  describe('that cuts connections', () => {
    const cut = { code: 'network', systemCode: 'ECONNRESET', message: `${PLACE} network: the connection was cut (ECONNRESET); ${CUT}` };

    test('tries again, and succeeds', async () => {
      const { upstream, client } = await serve(answers.inTurn(answers.reset(), answers.relay(prometheus.url)), { credentials });
      expect(await one(client)).toMatchObject({ type: 'scalar', sample: { value: 1 } });
      expect(upstream.requests).toHaveLength(2);
      const half = await serve(answers.inTurn(answers.cut(BODY), answers.reset(), OK), { credentials });
      expect(await one(half.client)).toMatchObject({ series: { length: 1000 } });
      expect(half.upstream.requests).toHaveLength(3);
    });

    test.each([[0, 1], [1, 2], [undefined, 3]])('fails when it was tried again often enough (%p)', async (retries, count) => {
      const { upstream, client } = await serve(answers.reset(), { credentials, retries });
      expect(await failure(client)).toEqual(cut);
      expect(upstream.requests).toHaveLength(count);
    });

    test.each([
      ['a body', answers.cut(BODY)],
      ['a body of chunks', answers.cut(BODY, { hasLength: false })],
      ['a compressed body', answers.cut(gzipSync(BODY), { headers: { 'Content-Encoding': 'gzip' } })],
    ])('fails when it cuts %s in the middle', async (_, answer) => {
      const { upstream, client } = await serve(answer, { credentials, retries: 1 });
      expect(await failure(client)).toEqual(cut);
      expect(upstream.requests).toHaveLength(2);
    });

    test('fails when it cuts a body behind nginx', async () => {
      expect(await failure(new ScraperClient({ url: proxy.url('/cut'), credentials, caFile, retries: 0 }))).toEqual({
        ...cut, message: `[https://localhost:PORT/cut] network: the connection was cut (ECONNRESET); ${CUT}`,
      });
    });

    test('fails when a compressed body is not whole', async () => {
      const compressed = gzipSync(BODY);
      const { client } = await serve(answers.reply(200, compressed.subarray(0, compressed.length / 2), { 'Content-Encoding': 'gzip' }), { credentials });
      expect(await failure(client)).toEqual({
        code: 'malformed-body',
        systemCode: 'Z_BUF_ERROR',
        message: `${PLACE} malformed-body: the body is not JSON in UTF-8; check the URL: it is that of the scraper, with its path prefix`,
      });
    });
  });
});

describe('the client takes no answer that is none', () => {
  const answer = async (body: string, status = 200) => serve(answers.reply(status, body), { credentials });
  const WHICH = 'check the URL: it is that of the scraper, with its path prefix';

  test('a success with nothing in it', async () => {
    const { client } = await answer('{"status":"success"}');
    const expected = { code: 'malformed-body', field: 'data', message: `${PLACE} malformed-body: 'data' must be an object, got nothing; ${WHICH}` };
    expect(await failure(client)).toEqual(expected);
  });

  test.each(['constructor', '__proto__', 'toString'])('an error of the type %s', async (errorType) => {
    const { client } = await answer(JSON.stringify({ status: 'error', errorType, error: 'said' }), 400);
    expect(await failure(client)).toMatchObject({ code: 'bad-query', status: 400, errorType });
  });

  test.each(['GZIP', 'x-gzip'])('but one that is compressed, by any name of it (%s)', async (encoding) => {
    const { client } = await serve(answers.reply(200, gzipSync(BODY), { 'Content-Encoding': encoding }), { credentials });
    expect(await one(client)).toMatchObject({ series: { length: 1000 } });
  });
});
