import { readFileSync } from 'fs';
import { certificate, Certificate, describeWith, eventually, freePort, hashOf, podOf, randomPassword, RunningPrometheus, startNginx, startPrometheus, Upstream } from './support';
import { HAS_PROC, cli, processesOf, render, scrapesWith, startCli, startPod } from './support/cli';
import { LoginSetup, kubeconfig, startApiServer } from './support/kubernetes-api';

const { skip } = test;
/** An address of this machine on which nobody else listens; the URL that is found has no port. */
const HOST = '127.83.44.5';
const IS_443_FREE = process.getuid?.() === 0 || unprivilegedFrom() <= 443;
const NAMESPACE = 'monitoring';
const NAMES = ['--namespace', NAMESPACE, '--ingress', 'prometheus', '--secret', 'credentials'];
const LOGIN = 'To sign in, open https://login.example.com\n';
const OWNER = { application: 'hello', namespace: 'ns', component: 'greet' };

function unprivilegedFrom(): number {
  try {
    return Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8'));
  } catch {
    return Infinity;
  }
}

const object = (apiVersion: string, kind: string, name: string, content: object) =>
  ({ apiVersion, kind, metadata: { name, namespace: NAMESPACE }, ...content });
const ingress = (name: string, rules: object[]) => object('networking.k8s.io/v1', 'Ingress', name, { spec: { rules } });
const base64 = (text: string) => Buffer.from(text).toString('base64');

describeWith(['kubectl', 'openssl'], 'cdk8s-oam finds the scraper in a cluster, with the real kubectl', () => {
  /** That of the cluster's Secret, and one that stands in the environment and belongs to nobody else. */
  const [password, ownPassword, token] = [randomPassword(), randomPassword(), randomPassword()];
  const setup = { token };
  let tls: Certificate;
  let apiServer: Upstream;

  beforeAll(async () => {
    tls = await certificate(['localhost', '127.0.0.1', HOST]);
    const objects = [
      ingress('prometheus', [{ host: HOST, http: { paths: [{ path: '/prometheus', pathType: 'Prefix' }] } }]),
      ingress('wildcard', [{ host: '*.example.com' }]),
      object('gateway.networking.k8s.io/v1', 'HTTPRoute', 'prometheus', { spec: { hostnames: ['route.invalid'] } }),
      object('v1', 'Secret', 'credentials', { data: { username: base64('metrics'), password: base64(password) } }),
      object('v1', 'Secret', 'other', { data: { auth: base64('x') } }),
    ];
    apiServer = await startApiServer({ objects, tls, token });
  });

  const query = async (args: readonly string[], login: LoginSetup = setup) => cli(['query', 'up', ...args], { password: ownPassword, env: kubeconfig(apiServer.url, tls, login).env });
  let before = 0;
  beforeEach(() => { before = apiServer.requests.length; });
  const asked = () => apiServer.requests.slice(before).map(({ url }) => url).filter((url) => url.includes('/namespaces/'));

  test('logs in by the user\'s own program, which sees no password', async () => {
    const config = kubeconfig(apiServer.url, tls, setup);
    const { status, stderr } = await cli(['query', 'up', '--namespace', NAMESPACE, '--http-route', 'prometheus', '--secret', 'credentials'], { password: ownPassword, env: config.env });
    expect([status, stderr.replaceAll(LOGIN, '')])
      .toEqual([2, expect.stringMatching(/^\[https:\/\/route\.invalid\] network: the host(.s address cannot be looked up at the moment| has no address) /)]);
    expect(stderr.split(LOGIN)).toHaveLength(3);
    expect(asked()).toEqual([
      `/apis/gateway.networking.k8s.io/v1/namespaces/${NAMESPACE}/httproutes/prometheus`, `/api/v1/namespaces/${NAMESPACE}/secrets/credentials`,
    ]);
    const environments = config.environments();
    expect(environments.map((env) => [env.includes('KUBECONFIG='), env.includes('CDK8S_OAM_PASSWORD'), env.includes(ownPassword)])).toEqual([[true, false, false], [true, false, false]]);
  });

  (HAS_PROC ? test : skip)('and neither does anybody else, while it runs', async () => {
    const { env } = kubeconfig(apiServer.url, tls, { token, seconds: 2 });
    const running = startCli(['query', 'up', ...NAMES], { password: ownPassword, env });
    await running.tells(/To sign in/);
    const [own, ...children] = processesOf(running.pid);
    const isSeen = (text: string) => [ownPassword, password].some((secret) => text.includes(secret) || text.includes(base64(secret)));
    expect(isSeen(own.cmdline)).toBe(false);
    expect(children.some(({ cmdline }) => /kubectl\n(.*\n)*get\ningresses/.test(cmdline)) && children.some(({ cmdline }) => cmdline.includes('/login'))).toBe(true);
    expect(children.filter(({ cmdline, environ }) => isSeen(cmdline + environ) || environ.includes('CDK8S_OAM_PASSWORD')).length).toBe(0);
    expect(await running.ended).toMatchObject({ status: 2 });
  });

  describe('fails with 2 when', () => {
    const said = (text: string) => ({ status: 2, stdout: '', stderr: `${text}\n` });
    const withoutLogin = async (args: readonly string[]) => {
      const ended = await query(args);
      return { ...ended, stderr: ended.stderr.replaceAll(LOGIN, '') };
    };

    test.each<[string, string[], string]>([
      ['there is no Ingress', ['--namespace', NAMESPACE, '--ingress', 'nothing'],
        '[namespace monitoring] missing-object: there is no Ingress "nothing" in namespace "monitoring"; check both names, and the context of kubectl'],
      ['there is no such namespace', ['--namespace', 'nothing', '--ingress', 'prometheus'],
        '[namespace nothing] missing-object: there is no Ingress "prometheus" in namespace "nothing"; check both names, and the context of kubectl'],
      ['the host is a wildcard', ['--namespace', NAMESPACE, '--ingress', 'wildcard'],
        '[namespace monitoring] missing-host: the first rule of Ingress "wildcard" must have a DNS name as its host, got "*.example.com"; give the URL of the scraper instead'],
      ['the Secret has no password', ['--namespace', NAMESPACE, '--ingress', 'prometheus', '--secret', 'other', '--user=metrics'],
        '[namespace monitoring] missing-secret-key: Secret "other" has no key "password" with a value; it has "auth": name another Secret or key'],
    ])('%s', async (_, args, text) => {
      expect(await withoutLogin(args)).toEqual(said(text));
    });

    const command = '--namespace=monitoring get ingresses.networking.k8s.io prometheus --ignore-not-found --output=json';
    const failed = (context = '') => `[kubectl] kubectl-failed: ${context}${command} failed with exit code 1; see its output above; check that the command works, or give the URL of the scraper\n`;

    test('the token is another one', async () => {
      const { status, stderr } = await query(NAMES, { token: 'other' });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^(To sign in.*\n)+[^]*You must be logged in to the server[^]*\n\[kubectl\] /)]);
      expect(stderr.endsWith(failed())).toBe(true);
    });

    test('the login fails', async () => {
      const { status, stderr } = await query(NAMES, { token, fails: true });
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^(To sign in.*\n)+[^]*exit code 1[^]*\n\[kubectl\] /)]);
      expect(stderr.endsWith(failed())).toBe(true);
    });

    test('there is no such context', async () => {
      const { status, stderr } = await query([...NAMES, '--context=production']);
      expect([status, stderr]).toEqual([2, expect.stringMatching(/^error: context "production" does not exist\n\[kubectl\] /)]);
      expect(stderr.endsWith(failed('--context=production '))).toBe(true);
    });

    test('the cluster knows no routes', async () => {
      apiServer = await startApiServer({ objects: [], tls, token, without: ['gateway.networking.k8s.io'] });
      const { status, stderr } = await query(['--namespace', NAMESPACE, '--http-route', 'prometheus']);
      expect([status, stderr]).toEqual([2, expect.stringContaining('error: the server doesn\'t have a resource type "httproutes"\n[kubectl] kubectl-failed: ')]);
    });
  });
});

describeWith(['kubectl', 'prometheus', 'nginx', 'htpasswd', 'openssl'], 'cdk8s-oam verify, with names alone', () => {
  const [password, token] = [randomPassword(), randomPassword()];
  let prometheus: RunningPrometheus;
  let tls: Certificate;
  let port: number;

  beforeAll(async () => {
    port = await freePort();
    await startPod(port);
    tls = await certificate(['127.0.0.1', HOST]);
    const component = { ...OWNER, pods: [podOf('greet-1-abcde', OWNER, [{ port }])], jobNames: ['hello_ns_greet'] };
    prometheus = await startPrometheus(scrapesWith([component], {}));
  });

  (IS_443_FREE ? test : skip)(`asks the scraper that is found, below its path${IS_443_FREE ? '' : ' (without the right to listen on port 443)'}`, async () => {
    const settings = [
      `listen ${HOST}:443 ssl`, `ssl_certificate ${tls.certFile}`, `ssl_certificate_key ${tls.keyFile}`, 'auth_basic scraper', 'auth_basic_user_file users',
    ].map((line) => `    ${line};\n`).join('');
    await startNginx({ http: `  server {\n${settings}    location /prometheus/ { proxy_pass ${prometheus.url}/; }\n  }\n`, files: { users: `metrics:${await hashOf(password, 'bcrypt')}\n` }, ports: [] });
    const apiServer = await startApiServer({
      tls,
      token,
      objects: [
        ingress('prometheus', [{ host: HOST, http: { paths: [{ path: '/prometheus', pathType: 'Prefix' }] } }]),
        object('v1', 'Secret', 'credentials', { data: { username: base64('metrics'), password: base64(password) } }),
      ],
    });
    const args = ['verify', render('hello', 'ns', { greet: [{ port }] }), ...NAMES, `--ca-file=${tls.caFile}`, '--wait=30s'];
    const { env } = kubeconfig(apiServer.url, tls, { token });
    await eventually(async () => (await cli(args, { env })).status === 0 || undefined, () => 'not up', { timeout: 20_000 });
    const { status, stdout } = await cli(args, { env });
    expect([status, stdout.split('\n')[1].split(/ {2,}/).slice(0, 6)]).toEqual([0, ['hello', 'greet', `:${port}/metrics`, 'up', '1', '3']]);
  });
});
