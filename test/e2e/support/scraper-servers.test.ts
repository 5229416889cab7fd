import {
  answers, Certificate, certificate, curl, describeWith, eventually, freePort, locations, LOOPBACK, Proxy, randomPassword, run, startProxy,
  startUpstream, Upstream,
} from '.';

const BODY = JSON.stringify({ text: 'x'.repeat(1000) });
const HOSTS = ['localhost', LOOPBACK];

describeWith(['nginx', 'openssl', 'curl'], 'a certificate', () => {
  const serve = async (tls: Certificate) => startUpstream(answers.reply(200, BODY), { tls });
  const get = async ({ port }: Upstream, { caFile }: Certificate, host: string) => curl({ url: `https://${host}:${port}/`, caFile });

  test('is good for each of its hosts, and for no other', async () => {
    const tls = await certificate(HOSTS);
    const upstream = await serve(tls);
    expect(await Promise.all(HOSTS.map(async (host) => get(upstream, tls, host)))).toMatchObject([{ status: 200 }, { status: 200 }]);
    await expect(get(upstream, tls, 'other.example.com')).rejects.toThrow(/curl: \(60\) .*no alternative certificate subject name matches/);
  });

  test('fails when its time is over', async () => {
    const tls = await certificate(HOSTS, { isExpired: true });
    await expect(get(await serve(tls), tls, 'localhost')).rejects.toThrow('curl: (60) SSL certificate problem: certificate has expired');
    const { stdout } = await run('openssl', ['x509', '-noout', '-enddate', '-in', tls.caFile]);
    expect(Date.parse(stdout.replace('notAfter=', ''))).toBeGreaterThan(Date.now());
  });
});

describeWith(['curl'], 'an upstream', () => {
  const ask = async ({ port }: Upstream) => curl({ url: `http://localhost:${port}/a?b=c`, headers: ['D: e'], data: 'f=g' });

  test('remembers what it was asked', async () => {
    const upstream = await startUpstream(answers.reply(418, BODY));
    expect(await ask(upstream)).toMatchObject({ status: 418, headers: { 'content-type': 'application/json' }, body: BODY });
    expect(upstream.requests).toEqual([{ method: 'POST', url: '/a?b=c', headers: expect.objectContaining({ d: 'e' }), body: 'f=g' }]);
  });

  test.each([
    ['resets a connection', answers.reset(), /^curl: \((55|56)\) /],
    ['closes a connection before its body has ended', answers.cut(BODY), /^curl: \(18\) transfer closed with \d+ bytes remaining to read$/],
    ['closes a connection before its last chunk', answers.cut(BODY, { hasLength: false }), /^curl: \(18\) transfer closed with outstanding read data remaining$/],
  ])('%s', async (_, answer, problem) => {
    await expect(ask(await startUpstream(answer))).rejects.toThrow(problem);
  });

  test('answers in turn, and as another server does', async () => {
    const other = await startUpstream(answers.reply(200, BODY, { H: 'i' }));
    const upstream = await startUpstream(answers.inTurn(answers.reply(503, ''), answers.relay(other.url)));
    expect([await ask(upstream), await ask(upstream), await ask(upstream)]).toMatchObject([
      { status: 503 }, { status: 200, body: BODY, headers: { h: 'i' } }, { status: 200 },
    ]);
    expect(other.requests.map(({ url, body }) => [url, body])).toEqual([['/a?b=c', 'f=g'], ['/a?b=c', 'f=g']]);
  });
});

describeWith(['nginx', 'htpasswd', 'openssl', 'curl'], 'a proxy', () => {
  const [user, password] = ['user', randomPassword()];
  let upstream: Upstream;
  let tls: Certificate;
  let proxy: Proxy;
  const get = async (path: string, options = {}) => curl({ url: proxy.url(path), caFile: tls.caFile, user, password, ...options });

  beforeAll(async () => {
    upstream = await startUpstream(answers.reply(200, BODY));
    const cutting = await startUpstream(answers.cut(BODY));
    tls = await certificate(HOSTS);
    proxy = await startProxy({
      tls,
      user,
      password,
      locations: {
        '/': locations.pass(upstream.url),
        '/gzip/': locations.compress(upstream.url),
        '/slow/': locations.slow(upstream.url, 1000),
        '/down/': locations.pass(`http://${LOOPBACK}:${await freePort()}`),
        '/cut/': locations.pass(cutting.url),
        '/page/': locations.page(200),
        '/error/': locations.error(503),
        '/moved/': locations.redirect(307, '/elsewhere'),
      },
    });
  });

  test('passes on who has the password, which goes no further', async () => {
    expect(await get('/a?b=c')).toMatchObject({ status: 200, body: BODY });
    expect(upstream.requests.at(-1)).toMatchObject({ url: '/a?b=c', headers: expect.not.objectContaining({ authorization: expect.anything() }) });
    expect(await get('/', { password: 'other' })).toMatchObject({ status: 401 });
    expect(await get('/', { user: undefined })).toMatchObject({ status: 401, headers: { 'content-type': 'text/html' } });
  });

  test('logs what it was asked', async () => {
    await get('/gzip/a?b=%22', { headers: ['Accept-Encoding: gzip'] });
    const logged = await eventually(async () => proxy.requests().find(({ uri }) => uri === '/gzip/a?b=%22'), () => 'not logged');
    expect(logged).toEqual({
      method: 'GET', uri: '/gzip/a?b=%22', status: 200, user, accepts: 'gzip', encoding: 'gzip', sent: expect.any(Number), received: expect.any(Number),
    });
    expect(logged.sent).toBeLessThan(BODY.length / 2);
  });

  test.each([
    ['/down/', 502, 'text/html', /<center>nginx/],
    ['/page/', 200, 'text/html', /^<!doctype html><title>Sign in/],
    ['/error/', 503, 'text/html', /<center>nginx/],
  ])('shows a page below %s', async (path, status, type, body) => {
    expect(await get(path)).toMatchObject({ status, headers: { 'content-type': type }, body: expect.stringMatching(body) });
  });

  test('sends away, cuts, lets few bytes through, and takes no long URL', async () => {
    expect(await get('/moved/api?a=b')).toMatchObject({ status: 307, headers: { location: proxy.url('/elsewhere?a=b') } });
    await expect(get('/cut/')).rejects.toThrow(/^curl: \(18\)/);
    const start = Date.now();
    expect(await get('/slow/')).toMatchObject({ status: 200, body: BODY });
    expect(Date.now() - start).toBeGreaterThan(500);
    expect(await get(`/?a=${'b'.repeat(9000)}`)).toMatchObject({ status: 414, headers: { 'content-type': 'text/html' } });
  });
});
