import {
  Certificate, certificate, Controller, describeWith, findSecret, htpasswdVerifies, randomPassword, RunningController, secretFromExternalSecret,
  secretFromSealedSecret, startController, startWorkload, ScrapedWorkload,
} from './support';
import { PasswordHash, ScraperCredentials } from '../../src';
import { access, ciphertext, ControllerName, CONTROLLERS, fromStore, HOST, NAMESPACE, USER } from '../targets/scraper/access';
import { rendered } from '../support/app';

const { BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA } = PasswordHash;

/** A controller whose server Debian has: what the tests call it, what it accepts, and what it has to be told. */
interface Proven {
  readonly server: Controller;
  readonly hashes: readonly PasswordHash[];
  readonly props?: object;
}

const BY_NGINX: Partial<Record<ControllerName, Proven>> = {
  'ingress-nginx': { server: 'ingress-nginx', hashes: [BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA] },
  'f5-nginx': { server: 'f5-nginx', hashes: [BCRYPT, SHA512_CRYPT, APR1, SSHA, SHA] },
};
const BY_HAPROXY: Partial<Record<ControllerName, Proven>> = {
  'haproxy': { server: 'haproxytech', hashes: [BCRYPT, SHA512_CRYPT] },
  'haproxy-ingress': { server: 'haproxy-ingress', hashes: [BCRYPT, SHA512_CRYPT], props: { insecureOpenUntilSecretExists: true } },
};

const password = randomPassword();
const generated = (name: ControllerName) => ScraperCredentials.generatedPassword(name === 'haproxy' ? { clusterStore: { name: 'cluster' } } : {});
const sealed = ScraperCredentials.sealedSecret({ encryptedData: { password: ciphertext() } });

/** What an ExternalSecret reads: a generator makes another password each time, a store of the cluster has its Secrets, and others end with a line break. */
function valueFor({ dataFrom, data }: any, secrets: any[]): string {
  if (dataFrom) return randomPassword();
  const { key, property } = data[0].remoteRef;
  return findSecret(secrets, key, NAMESPACE)?.data[property] ?? `${password}\n`;
}

/** What the cluster holds once the operators have made Secrets of what is rendered, as they document that they do. */
function cluster(name: ControllerName, credentials: ScraperCredentials, props?: object): { ingress: any; secrets: any[] } {
  const objects = rendered(access(name, { credentials, controller: CONTROLLERS[name](props) }));
  const secrets: any[] = [];
  for (const object of objects) {
    if (object.kind === 'Secret') secrets.push(object);
    if (object.kind === 'ExternalSecret') secrets.push(secretFromExternalSecret(object, { password: valueFor(object.spec, secrets) }));
    if (object.kind === 'SealedSecret') secrets.push(secretFromSealedSecret(object, { password }));
  }
  return { ingress: objects.find(({ kind }) => kind === 'Ingress'), secrets };
}

/** What a client finds in the Secret. */
const clientData = (secrets: any[]) => findSecret(secrets, 'prometheus-credentials', NAMESPACE)!.data;

async function expectGuarded(controller: RunningController, { username, password: right }: Readonly<Record<string, string>>) {
  expect(username).toBe(USER);
  expect(await controller.get('/metrics', { user: username, password: right })).toMatchObject({ status: 200, body: 'up 1\n' });
  expect(await controller.get('/metrics', { user: username, password: `${right}x` })).toMatchObject({ status: 401 });
  expect(await controller.get('/metrics', { user: 'other', password: right })).toMatchObject({ status: 401 });
  expect(await controller.get('/metrics')).toMatchObject({ status: 401, headers: { 'www-authenticate': `Basic realm="${HOST}"` } });
  const plain = await controller.getPlain('/metrics', { user: username, password: right });
  expect([301, 302, 308]).toContain(plain.status);
  expect(plain.headers.location).toMatch(`https://${HOST}`);
}

function expectPasswords(proven: Partial<Record<ControllerName, Proven>>) {
  let tls: Certificate;
  let workload: ScrapedWorkload;

  beforeAll(async () => {
    tls = await certificate(HOST);
    workload = await startWorkload({ metrics: 'up 1\n' });
  });

  describe.each(Object.entries(proven) as [ControllerName, Proven][])('%s', (name, { server, hashes, props }) => {
    const expectAccepted = async (credentials: ScraperCredentials) => {
      const objects = cluster(name, credentials, props);
      await expectGuarded(await startController(server, { ...objects, tls, upstream: `http://${workload.target}` }), clientData(objects.secrets));
    };

    test.each(hashes)('accepts the password whose hash is made here by %s, and no other', async hash => {
      await expectAccepted(ScraperCredentials.insecurePlaintext({ password, hash }));
    });

    test('accepts the password of an ExternalSecret', async () => {
      await expectAccepted(fromStore());
    });

    test('accepts the generated password', async () => {
      await expectAccepted(generated(name));
    });

    // HAProxy's own takes no hash that is made in the cluster
    if (name !== 'haproxy') test('accepts the password of a SealedSecret', async () => expectAccepted(sealed));
  });
}

describeWith(['nginx', 'curl', 'openssl'], 'nginx before a scraper', () => expectPasswords(BY_NGINX));
describeWith(['haproxy', 'curl', 'openssl'], 'haproxy before a scraper', () => expectPasswords(BY_HAPROXY));

describeWith(['htpasswd'], 'the lines of a password file', () => {
  const FILES: [ControllerName, string, object][] = [
    ['ingress-nginx', 'auth', {}], ['f5-nginx', 'htpasswd', {}], ['haproxy-ingress', 'auth', { insecureOpenUntilSecretExists: true }],
    ['envoy-gateway', '.htpasswd', {}], ['nginx-gateway-fabric', 'auth', {}],
  ];

  test.each(FILES)('of %s, under the key %s, are those that htpasswd accepts', async (name, key, props) => {
    for (const credentials of [fromStore(), generated(name), ScraperCredentials.insecurePlaintext({ password })]) {
      const { [key]: lines, password: right } = clientData(cluster(name, credentials, props).secrets);
      expect(await htpasswdVerifies(lines, USER, right)).toBe(true);
      expect(await htpasswdVerifies(lines, USER, `${right}x`)).toBe(false);
    }
  });

  // it knows no {SSHA}, which nginx does
  test.each([BCRYPT, SHA512_CRYPT, APR1, SHA])('made here by %s are those that htpasswd accepts', async hash => {
    const { auth: lines } = clientData(cluster('ingress-nginx', ScraperCredentials.insecurePlaintext({ password, hash })).secrets);
    expect(await htpasswdVerifies(lines, USER, password)).toBe(true);
    expect(await htpasswdVerifies(lines, USER, `${password}x`)).toBe(false);
  });
});

describe('an empty password, or one that bcrypt does not take', () => {
  const secretsOf = (name: ControllerName, credentials: ScraperCredentials, value: string) =>
    rendered(access(name, { credentials })).filter(({ kind }) => kind === 'ExternalSecret').map(object => () => secretFromExternalSecret(object, { password: value }));
  const LONG = 'x'.repeat(73);

  test.each(Object.keys(CONTROLLERS) as ControllerName[])('becomes no Secret of %s, which everyone or nobody would pass', name => {
    for (const make of secretsOf(name, fromStore(), '\n')) expect(make).toThrow(/^error calling fail: the password must/);
  });

  test('becomes no Secret of HAProxy, and a long one becomes a Secret where it is not hashed by bcrypt', () => {
    for (const make of secretsOf('haproxy', fromStore(), LONG)) expect(make).toThrow('error calling fail: the password must have 1 to 72 bytes');
    for (const make of secretsOf('envoy-gateway', fromStore(), LONG)) expect(make().data['.htpasswd']).toBeDefined();
  });

  test('becomes no Secret where it was sealed', () => {
    const [object] = rendered(access('ingress-nginx', { credentials: sealed })).filter(({ kind }) => kind === 'SealedSecret');
    for (const value of ['', LONG]) {
      expect(() => secretFromSealedSecret(object, { password: value })).toThrow('error calling fail: the password must have 1 to 72 bytes');
    }
  });
});
