import {
  Certificate, certificate, Controller, describeWith, HashKind, randomPassword, RunningController, startController,
  startNginx, startWorkload, ScrapedWorkload,
} from './support';
import { HOST, ingress, linesOf, secret, usersOf } from './support/controllers';

const KINDS: HashKind[] = ['bcrypt', 'apr1', 'md5', 'sha', 'ssha', 'sha256', 'sha512'];
const ANNOTATIONS = {
  'nginx.ingress.kubernetes.io/auth-type': 'basic',
  'nginx.ingress.kubernetes.io/auth-secret': 'scraper-users',
  'nginx.ingress.kubernetes.io/auth-realm': 'The scraper',
};

describeWith(['nginx', 'curl', 'openssl', 'htpasswd'], 'nginx', () => {
  const password = randomPassword();
  let tls: Certificate;
  let workload: ScrapedWorkload;
  let lines: string;

  const start = async (name: Controller, rendered: any, secrets: any[] = []) => {
    return startController(name, { ingress: rendered, secrets, tls, upstream: `http://${workload.target}` });
  };

  beforeAll(async () => {
    tls = await certificate(HOST);
    workload = await startWorkload({ metrics: 'up 1\n' });
    lines = linesOf(await usersOf(password, KINDS));
  });

  describe('as ingress-nginx configures it', () => {
    let controller: RunningController;
    beforeAll(async () => { controller = await start('ingress-nginx', ingress(ANNOTATIONS), [secret({ auth: lines })]); });

    test.each(KINDS)('accepts a password hashed by %s, and no other one', async (user) => {
      expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 200, body: 'up 1\n' });
      expect(await controller.get('/metrics', { user, password: `${password}x` })).toMatchObject({ status: 401 });
      expect(await controller.get('/metrics', { user })).toMatchObject({ status: 401 });
    });

    test('asks whom it does not know', async () => {
      expect(await controller.get('/metrics')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic realm="The scraper"' } });
      expect(await controller.get('/metrics', { user: 'other', password })).toMatchObject({ status: 401 });
    });

    test('sends plain HTTP to HTTPS', async () => {
      const location = `https://${HOST}/metrics?a=b`;
      for (const credentials of [{}, { user: 'bcrypt', password }]) {
        expect(await controller.getPlain('/metrics?a=b', credentials)).toMatchObject({ status: 308, headers: { location } });
      }
    });

    test('serves no other host', async () => {
      expect(await controller.getPlain('/metrics', { headers: ['Host: other.example.com'] })).toMatchObject({ status: 404 });
      expect(await controller.get('/metrics', { headers: ['Host: other.example.com'], user: 'sha', password })).toMatchObject({ status: 404 });
    });

    test('shows a certificate that only its own authority makes good', async () => {
      await expect(controller.get('/metrics', { caFile: (await certificate(HOST)).caFile })).rejects.toThrow(/^curl: \(60\) SSL certificate problem/);
    });
  });

  test('takes the Secret from data in base64, and each path of the rule', async () => {
    const { stringData: _, ...rest } = secret({});
    const paths = [{ path: '/metrics', pathType: 'Exact' }, { path: '/graph/', pathType: 'Prefix' }];
    const rendered = ingress(ANNOTATIONS, { rules: [{ host: HOST, http: { paths } }] });
    const controller = await start('ingress-nginx', rendered, [{ ...rest, data: { auth: Buffer.from(lines).toString('base64') } }]);
    const statuses = ['/metrics', '/metrics/x', '/graph', '/graph/x', '/graphs', '/'].map(async (path) => (await controller.get(path)).status);
    expect(await Promise.all(statuses)).toEqual([401, 404, 401, 401, 404, 404]);
    expect(await controller.get('/metrics', { user: 'sha512', password })).toMatchObject({ status: 200 });
  });

  test('takes a user from each key of a Secret of the type auth-map', async () => {
    const users = await usersOf(password, ['sha512']);
    const rendered = ingress({ ...ANNOTATIONS, 'nginx.ingress.kubernetes.io/auth-secret-type': 'auth-map' });
    const controller = await start('ingress-nginx', rendered, [secret(users)]);
    expect(await controller.get('/metrics', { user: 'sha512', password })).toMatchObject({ status: 200 });
    expect(await controller.get('/metrics')).toMatchObject({ status: 401 });
  });

  test.each([
    ['no Secret', []],
    ['a Secret without the key', [secret({ htpasswd: 'x' })]],
    ['a Secret in another namespace', [{ ...secret({ auth: 'x' }), metadata: { name: 'scraper-users', namespace: 'other' } }]],
  ])('lets nobody in when there is %s', async (_, secrets) => {
    const controller = await start('ingress-nginx', ingress(ANNOTATIONS), secrets);
    expect(await controller.get('/metrics', { user: 'sha', password })).toMatchObject({ status: 503 });
    expect(await controller.getPlain('/metrics')).toMatchObject({ status: 503 });
  });

  test.each([
    ['auth-type is missing', { 'nginx.ingress.kubernetes.io/auth-secret': 'scraper-users' }],
    ['the annotations are those of another controller', { 'haproxy.org/auth-type': 'basic-auth', 'haproxy.org/auth-secret': 'scraper-users' }],
  ])('lets everybody in when %s', async (_, annotations) => {
    const controller = await start('ingress-nginx', ingress(annotations), [secret({ auth: lines })]);
    expect(await controller.get('/metrics')).toMatchObject({ status: 200 });
  });

  test('serves plain HTTP when the Ingress has no TLS', async () => {
    const controller = await start('ingress-nginx', ingress(ANNOTATIONS, { tls: undefined }), [secret({ auth: lines })]);
    expect(await controller.getPlain('/metrics')).toMatchObject({ status: 401 });
    expect(await controller.getPlain('/metrics', { user: 'bcrypt', password })).toMatchObject({ status: 200 });
    await expect(controller.get('/metrics')).rejects.toThrow(/^curl: \(7\) Failed to connect/);
  });

  test('fails when an annotation of the controller is not translated', async () => {
    await expect(start('ingress-nginx', ingress({ 'nginx.ingress.kubernetes.io/auth-url': 'x' }))).rejects
      .toThrow('not translated: the annotation nginx.ingress.kubernetes.io/auth-url');
  });

  test('fails with what nginx says when it does not start', async () => {
    await expect(startNginx({ http: 'servers {}\n', ports: [1] })).rejects
      .toThrow(/^nginx did not start: exit code 1\n[^]*\[emerg\] .*unknown directive "servers" in /);
  });

  describe("as F5's controller configures it", () => {
    const annotations = { 'nginx.org/basic-auth-secret': 'scraper-users', 'nginx.org/basic-auth-realm': 'scraper' };

    test('accepts each user, and nobody else', async () => {
      const controller = await start('f5-nginx', ingress(annotations), [secret({ htpasswd: lines }, 'nginx.org/htpasswd')]);
      for (const user of KINDS) expect(await controller.get('/metrics', { user, password })).toMatchObject({ status: 200 });
      expect(await controller.get('/metrics', { user: 'sha', password: 'x' })).toMatchObject({ status: 401 });
      expect(await controller.get('/metrics')).toMatchObject({ status: 401, headers: { 'www-authenticate': 'Basic realm="scraper"' } });
      const location = `https://${HOST}:${controller.httpsPort}/metrics`;
      expect(await controller.getPlain('/metrics', { user: 'sha', password })).toMatchObject({ status: 301, headers: { location } });
    });

    test.each([['the type Opaque', secret({ htpasswd: 'x' })], ['no key htpasswd', secret({ auth: 'x' }, 'nginx.org/htpasswd')]])(
      'lets nobody in when the Secret has %s', async (_, users) => {
        const controller = await start('f5-nginx', ingress(annotations), [users]);
        expect(await controller.get('/metrics', { user: 'sha', password })).toMatchObject({ status: 503 });
      });

    test('lets everybody in when the annotations are those of ingress-nginx', async () => {
      const controller = await start('f5-nginx', ingress(ANNOTATIONS), [secret({ htpasswd: lines }, 'nginx.org/htpasswd')]);
      expect(await controller.get('/metrics')).toMatchObject({ status: 200 });
    });
  });
});
