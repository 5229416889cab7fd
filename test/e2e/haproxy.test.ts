import {
  Certificate, certificate, Controller, describeWith, HashKind, randomPassword, RunningController, startController,
  startHaproxy, startWorkload, ScrapedWorkload,
} from './support';
import { HOST, ingress, linesOf, secret, usersOf } from './support/controllers';

/** What crypt(3) of Debian knows. */
const ACCEPTED: HashKind[] = ['bcrypt', 'md5', 'sha256', 'sha512'];
/** haproxy starts with these all the same. */
const REFUSED: HashKind[] = ['apr1', 'sha', 'ssha'];
const ANNOTATIONS = { 'haproxy.org/auth-type': 'basic-auth', 'haproxy.org/auth-secret': 'scraper-users', 'haproxy.org/auth-realm': 'the scraper' };

describeWith(['haproxy', 'curl', 'openssl', 'htpasswd'], 'haproxy', () => {
  const password = randomPassword();
  let tls: Certificate;
  let workload: ScrapedWorkload;
  let users: Record<string, string>;

  const start = async (name: Controller, rendered: any, secrets: any[] = []) => {
    return startController(name, { ingress: rendered, secrets, tls, upstream: `http://${workload.target}` });
  };

  beforeAll(async () => {
    tls = await certificate(HOST);
    workload = await startWorkload({ metrics: 'up 1\n' });
    users = await usersOf(password, [...ACCEPTED, ...REFUSED]);
  });

  describe("as haproxytech's controller configures it", () => {
    let controller: RunningController;
    beforeAll(async () => { controller = await start('haproxytech', ingress(ANNOTATIONS), [secret(users)]); });

    test.each(ACCEPTED)('accepts a password hashed by %s, and no other one', async (user) => {
      expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 200, body: 'up 1\n' });
      expect(await controller.get('/metrics', { user, password: `${password}x` })).toMatchObject({ status: 401 });
      expect(await controller.get('/metrics', { user })).toMatchObject({ status: 401 });
    });

    test.each(REFUSED)('refuses the right password hashed by %s', async (user) => {
      expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 401 });
    });

    test('asks whom it does not know', async () => {
      expect(await controller.get('/metrics')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic realm="the-scraper"' } });
      expect(await controller.get('/metrics', { user: 'other', password })).toMatchObject({ status: 401 });
    });

    test('sends plain HTTP to HTTPS, but asks for the password before', async () => {
      expect(await controller.getPlain('/metrics')).toMatchObject({ status: 401 });
      const location = `https://${HOST}:${controller.httpsPort}/metrics?a=b`;
      expect(await controller.getPlain('/metrics?a=b', { user: 'sha512', password })).toMatchObject({ status: 302, headers: { location } });
    });

    test('serves no other host', async () => {
      expect(await controller.get('/metrics', { headers: ['Host: other.example.com'], user: 'sha512', password })).toMatchObject({ status: 404 });
    });
  });

  test('serves each path of the rule', async () => {
    const paths = [{ path: '/metrics', pathType: 'Exact' }, { path: '/graph/', pathType: 'Prefix' }];
    const controller = await start('haproxytech', ingress(ANNOTATIONS, { rules: [{ host: HOST, http: { paths } }] }), [secret(users)]);
    const statuses = ['/metrics', '/metrics/x', '/graph', '/graph/x', '/graphs', '/'].map(async (path) => (await controller.get(path)).status);
    expect(await Promise.all(statuses)).toEqual([401, 404, 401, 401, 404, 404]);
  });

  test('knows nobody when the Secret is missing', async () => {
    const controller = await start('haproxytech', ingress(ANNOTATIONS));
    expect(await controller.get('/metrics', { user: 'sha512', password })).toMatchObject({ status: 401 });
  });

  test('finds a Secret in another namespace', async () => {
    const rendered = ingress({ ...ANNOTATIONS, 'haproxy.org/auth-secret': 'other/scraper-users' });
    const controller = await start('haproxytech', rendered, [{ ...secret(users), metadata: { name: 'scraper-users', namespace: 'other' } }]);
    expect(await controller.get('/metrics', { user: 'sha512', password })).toMatchObject({ status: 200 });
  });

  test('lets everybody in when auth-type is missing', async () => {
    const controller = await start('haproxytech', ingress({ 'haproxy.org/auth-secret': 'scraper-users' }), [secret(users)]);
    expect(await controller.get('/metrics')).toMatchObject({ status: 200 });
  });

  test('fails with what haproxy says when it does not start', async () => {
    await expect(startHaproxy({ config: 'frontends\n', ports: [1] })).rejects
      .toThrow(/^haproxy did not start: exit code 1\n[^]*unknown keyword 'frontends'/);
  });

  describe('as haproxy-ingress configures it', () => {
    const annotations = { 'haproxy-ingress.github.io/auth-secret': 'scraper-users', 'haproxy-ingress.github.io/auth-realm': 'the scraper' };

    test('accepts the users that crypt(3) knows, and nobody else', async () => {
      const auth = `${linesOf(users)}plain::${password}\nnonsense\n`;
      const controller = await start('haproxy-ingress', ingress(annotations), [secret({ auth })]);
      for (const user of [...ACCEPTED, 'plain']) expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 200 });
      for (const user of REFUSED) expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 401 });
      expect(await controller.get('/metrics', { user: 'sha512', password: 'x' })).toMatchObject({ status: 401 });
      expect(await controller.get('/metrics')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic realm="the scraper"' } });
      const location = `https://${HOST}:${controller.httpPort}/metrics`;
      expect(await controller.getPlain('/metrics')).toMatchObject({ status: 302, headers: { location } });
    });

    test.each([
      ['no Secret', []],
      ['a Secret without the key', [secret({ htpasswd: 'x' })]],
    ])('lets everybody in when there is %s', async (_, secrets) => {
      const controller = await start('haproxy-ingress', ingress(annotations), secrets);
      expect(await controller.get('/metrics')).toMatchObject({ status: 200 });
    });
  });
});
