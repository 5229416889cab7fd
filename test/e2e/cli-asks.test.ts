import { certificate, describeWith, freePort, LOOPBACK, podOf, randomPassword, temporaryFolder, writeFiles } from './support';
import { CliOptions, GuardedScraper, HAS_PROC, USER, cli, processesOf, render, scrapesWith, startCli, startGuardedScraper, startPod } from './support/cli';
import { asPromtoolPrints, promtoolQuery } from './support/prometheus';

const { skip } = test;
const OWNER = { application: 'hello', namespace: 'ns', component: 'greet' };

describeWith(['prometheus', 'promtool', 'nginx', 'htpasswd', 'openssl'], 'cdk8s-oam asks a Prometheus behind TLS and a password', () => {
  let scraper: GuardedScraper;
  let manifest: string;
  let isPrinted: (text: string) => boolean;

  beforeAll(async () => {
    const port = await freePort();
    await startPod(port);
    const component = { ...OWNER, pods: [podOf('greet-1-abcde', OWNER, [{ port }])], jobNames: ['hello_ns_greet'] };
    scraper = await startGuardedScraper(scrapesWith([component], {}));
    manifest = render('hello', 'ns', { greet: [{ port }] });
    const secrets = [scraper.password, Buffer.from(`${USER}:${scraper.password}`).toString('base64').replace(/=+$/, '')];
    isPrinted = (text) => secrets.some((secret) => text.includes(secret));
    await scraper.hasTargets(1);
  });

  const query = async (expression: string, args: readonly string[] = [], options: CliOptions = { password: scraper.password }) =>
    cli(['query', expression, ...scraper.args, ...args], options);

  describe('query', () => {
    test('prints a table', async () => {
      const { status, stdout, stderr } = await query('sum by (namespace, pod_name, app_oam_dev_component) (a)', ['--time=2100-01-01T00:00:00Z']);
      expect([status, stdout, stderr]).toEqual([0, 'SERIES  VALUE  TIME\n', '']);
      const { stdout: table } = await query('sum by (namespace, pod_name, app_oam_dev_component) (a)');
      const series = '{app_oam_dev_component="greet", namespace="ns", pod_name="greet-1-abcde"}';
      expect(table.replace(/\d{4}-\S+Z/, 'TIME')).toBe(`${'SERIES'.padEnd(series.length)}  VALUE  TIME\n${series}  1      TIME\n`);
    });

    test('prints JSON, with what promtool prints', async () => {
      // a scrape has its own time, and is stored a little later
      const time = Date.now();
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { status, stdout, stderr } = await query('{pod_name="greet-1-abcde"}', ['--json', `--time=${time / 1000}`]);
      expect([status, stderr]).toEqual([0, '']);
      const result = JSON.parse(stdout);
      expect(result.series.length).toBeGreaterThan(7);
      expect(asPromtoolPrints(result)).toEqual(await promtoolQuery(scraper.prometheus.url, '{pod_name="greet-1-abcde"}', time));
    });

    test('tells what Prometheus does not understand', async () => {
      const { status, stdout, stderr } = await query('up{');
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/^\[https:\/\/localhost:\d+\] bad-query: invalid parameter "query": 1:4: parse error: .* \(400\); correct the expression\n$/);
    });
  });

  describe('could not ask', () => {
    const problem = (text: string) => `[${scraper.proxy.url()}] ${text}\n`;

    test.each<[string, () => Promise<readonly [string[], CliOptions?]>, () => string]>([
      ['with a wrong password', async () => [[], { password: randomPassword() }], () => problem('unauthorized: rejects user "metrics" with this password (401 Unauthorized); check both, '
        + 'and whether they are those of this scraper')],
      ['without a password', async () => [[], {}], () => '[cdk8s-oam] no-password: there is no password for user "metrics"; set CDK8S_OAM_PASSWORD, or give --password-file; it is never an argument\n'],
      ['of an authority that is not known', async () => [[`--ca-file=${(await certificate('localhost')).caFile}`]],
        () => problem("untrusted-certificate: the server's certificate is signed by an authority that is not trusted; give the authority's certificate as the CA file")],
      ['where nothing listens', async () => [['--url=https://localhost:1']],
        () => '[https://localhost:1] network: nothing listens there (ECONNREFUSED); check the URL, and that the scraper is reachable from here\n'],
      ['over plain HTTP', async () => [[`--url=http://localhost:${scraper.proxy.port}`]], () => expect.stringMatching(/^\[http:\/\/localhost:\d+\] not-prometheus: answers 400 Bad Request with text\/html "400 The plain HTTP request was sent to HTTPS port"/) as any],
    ])('%s', async (_, make, text) => {
      const [args, options = { password: scraper.password }] = await make();
      for (const command of [['query', 'up'], ['verify', manifest]]) {
        const { status, stdout, stderr } = await cli([...command, ...scraper.args, ...args], options);
        expect([status, stdout, stderr]).toEqual([2, '', text()]);
      }
    });

    test('as JSON', async () => {
      const { status, stdout, stderr } = await cli(['verify', manifest, ...scraper.args, '--json'], { password: 'wrong' });
      expect([status, JSON.parse(stdout)]).toEqual([2, { error: { code: 'unauthorized', message: stderr.trimEnd() } }]);
    });
  });

  test('the password is that of a file', async () => {
    const folder = temporaryFolder('password');
    writeFiles(folder, { password: `${scraper.password}\n` });
    expect(await query('1', [`--password-file=${folder}/password`], {})).toMatchObject({ status: 0 });
  });

  test('who does not want to verify the certificate says so', async () => {
    const args = ['query', '1', `--url=${scraper.proxy.url('', LOOPBACK)}`, `--user=${USER}`];
    expect(await cli(args, { password: scraper.password })).toMatchObject({ status: 2, stderr: expect.stringContaining('untrusted-certificate') });
    expect(await cli([...args, '--insecure-skip-tls-verify'], { password: scraper.password })).toMatchObject({ status: 0 });
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(await cli(args, { password: scraper.password, env })).toMatchObject({ status: 2, stderr: expect.stringContaining('untrusted-certificate') });
    expect(await cli(args, { password: scraper.password, env: { NODE_EXTRA_CA_CERTS: scraper.tls.caFile } })).toMatchObject({ status: 0 });
  });

  (HAS_PROC ? test : skip)('nobody sees the password while it runs', async () => {
    const running = startCli(['verify', render('hello', 'other', { greet: [{ port: 1 }] }), ...scraper.args, '--wait', '2s'], { password: scraper.password });
    await running.tells(/waiting/);
    const [own, ...children] = processesOf(running.pid);
    expect([own.cmdline.includes('\n--user=metrics\n'), isPrinted(own.cmdline), children]).toEqual([true, false, []]);
    const { status, stdout, stderr } = await running.ended;
    expect([status, isPrinted(stdout + stderr)]).toEqual([1, false]);
  });
});
