import { ScraperCredentials, TlsCertificate } from '../../../../src';
import { adapterOf } from '../../../../src/targets/scraper/controllers/all';
import { rendered } from '../../../support/app';
import { CONTROLLERS, ControllerName, HOST, SUBJECT, TITLES, USER, USE_TLS, access, ciphertext, fromStore, kind, refusal } from '../access';

describe('f5 nginx', () => {
  const AUTH = { 'nginx.org/basic-auth-secret': 'prometheus-credentials', 'nginx.org/basic-auth-realm': 'prometheus.example.com' };
  const annotations = (props?: any) => kind('Ingress', access('f5-nginx', props))[0].metadata.annotations;

  test('asks for the password, and serves nothing over plain HTTP', () => {
    expect(annotations()).toEqual({ ...AUTH, 'ingress.kubernetes.io/ssl-redirect': 'true' });
  });

  test('asks for the password without TLS too, and redirects to nowhere', () => {
    expect(annotations({ tls: TlsCertificate.insecureNone() })).toEqual(AUTH);
  });

  test('reads a Secret of its own type, with the client\'s keys', () => {
    const [{ spec: { target } }, ...others] = kind('ExternalSecret', access('f5-nginx'));

    expect(others).toEqual([]);
    expect(target.template.type).toBe('nginx.org/htpasswd');
    expect(Object.keys(target.template.data)).toEqual(['htpasswd', 'password', 'username']);
  });
});

describe('haproxy ingress', () => {
  const PREFIX = 'haproxy-ingress.github.io';
  const AUTH = { [`${PREFIX}/auth-secret`]: 'prometheus-credentials', [`${PREFIX}/auth-realm`]: 'prometheus.example.com' };
  const annotations = (props?: any) => kind('Ingress', access('haproxy-ingress', props))[0].metadata.annotations;
  const withProps = (props: any) => ({ controller: CONTROLLERS['haproxy-ingress'](props) });

  test('asks for the password, and serves nothing over plain HTTP', () => {
    expect(annotations()).toEqual({ ...AUTH, [`${PREFIX}/ssl-redirect`]: 'true' });
  });

  test('asks for the password without TLS too, and redirects to nowhere', () => {
    expect(annotations({ tls: TlsCertificate.insecureNone() })).toEqual(AUTH);
  });

  test('reads one key of the client\'s Secret', () => {
    const [{ spec: { target } }] = kind('ExternalSecret', access('haproxy-ingress'));

    expect(Object.keys(target.template.data)).toEqual(['auth', 'password', 'username']);
  });

  test('reads a Secret of another namespace where it is allowed to', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', namespace: 'vault', clientSecretName: 'client' });
    const allowed = withProps({ allowsCrossNamespaceSecrets: true });

    expect(annotations({ credentials, ...allowed })).toMatchObject({ [`${PREFIX}/auth-secret`]: 'vault/users' });
  });

  describe('is open as long as there is no Secret', () => {
    const OPEN = `'credentials' must name a Secret that already exists: as long as it is missing, ${TITLES['haproxy-ingress']} serves the scraper without a `
      + 'password; use ScraperCredentials.existingSecret(), or another controller; insecureOpenUntilSecretExists on the controller allows it';

    test.each([
      ['from a store', fromStore()],
      ['generated in the cluster', ScraperCredentials.generatedPassword()],
      ['sealed', ScraperCredentials.sealedSecret({ encryptedData: { password: ciphertext() } })],
    ])('fails when the password is %s, unless that is asked for by name', (_, credentials) => {
      expect(refusal('haproxy-ingress', { credentials, ...withProps({ insecureOpenUntilSecretExists: undefined }) }))
        .toBe(`${SUBJECT} open-without-secret: ${OPEN}`);
      expect(() => rendered(access('haproxy-ingress', { credentials }))).not.toThrow();
    });

    test.each([
      ['is there', ScraperCredentials.existingSecret({ name: 'users' })],
      ['is rendered before the Ingress', ScraperCredentials.insecurePlaintext({ password: 'hunter2' })],
    ])('passes a Secret that %s', (_, credentials) => {
      const kinds = rendered(access('haproxy-ingress', { credentials, ...withProps({ insecureOpenUntilSecretExists: false }) })).map(o => o.kind);

      expect(kinds.filter(each => each !== 'Secret')).toEqual(['NetworkPolicy', 'Ingress']);
      expect(kinds.at(-1)).toBe('Ingress');
    });
  });
});

describe('haproxy', () => {
  const AUTH = {
    'haproxy.org/auth-type': 'basic-auth',
    'haproxy.org/auth-secret': 'verrazzano-system/prometheus-basic-auth',
    'haproxy.org/auth-realm': 'prometheus.example.com',
  };
  const annotations = (props?: any) => kind('Ingress', access('haproxy', props))[0].metadata.annotations;

  test('asks for the password, and serves nothing over plain HTTP', () => {
    expect(annotations()).toEqual({ ...AUTH, 'haproxy.org/ssl-redirect': 'true', 'haproxy.org/ssl-redirect-port': '443' });
  });

  test('asks for the password without TLS too, and redirects to nowhere', () => {
    expect(annotations({ tls: TlsCertificate.insecureNone() })).toEqual(AUTH);
  });

  test('reads a Secret of its own, in which every key is a user', () => {
    const [client, own, ...others] = kind('ExternalSecret', access('haproxy'));

    expect(others).toEqual([]);
    expect([client, own].map(o => o.spec.target.name)).toEqual(['prometheus-credentials', 'prometheus-basic-auth']);
    expect(Object.keys(client.spec.target.template.data)).toEqual(['password', 'username']);
    expect(Object.keys(own.spec.target.template.data)).toEqual([USER]);
    expect(own.spec.data).toEqual(client.spec.data);
  });

  test('reads a Secret of another namespace', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', namespace: 'vault', clientSecretName: 'client' });

    expect(annotations({ credentials })).toMatchObject({ 'haproxy.org/auth-secret': 'vault/users' });
  });
});

describe('ingress nginx', () => {
  const PREFIX = 'nginx.ingress.kubernetes.io';
  const AUTH = {
    [`${PREFIX}/auth-type`]: 'basic',
    [`${PREFIX}/auth-secret`]: 'prometheus-credentials',
    [`${PREFIX}/auth-secret-type`]: 'auth-file',
    [`${PREFIX}/auth-realm`]: 'prometheus.example.com',
  };
  const ingress = (props?: any) => kind('Ingress', access('ingress-nginx', props))[0];

  test('asks for the password, and serves nothing over plain HTTP', () => {
    const { metadata, spec } = ingress();

    expect(metadata.annotations).toEqual({ ...AUTH, [`${PREFIX}/force-ssl-redirect`]: 'true' });
    expect(spec.ingressClassName).toBe('nginx');
  });

  test('asks for the password without TLS too, and redirects to nowhere', () => {
    expect(ingress({ tls: TlsCertificate.insecureNone() }).metadata.annotations).toEqual(AUTH);
  });

  test('reads one key of the client\'s Secret, of any type', () => {
    const [secret] = kind('ExternalSecret', access('ingress-nginx'));

    expect(Object.keys(secret.spec.target.template.data)).toEqual(['auth', 'password', 'username']);
    expect(secret.spec.target.template.type).toBe('Opaque');
  });

  test('reads a Secret of another namespace where it is allowed to', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', namespace: 'vault', clientSecretName: 'client' });
    const controller = CONTROLLERS['ingress-nginx']({ allowsCrossNamespaceSecrets: true });

    expect(ingress({ credentials, controller }).metadata.annotations).toMatchObject({ [`${PREFIX}/auth-secret`]: 'vault/users' });
  });

  test('the documentation says that it is retired', () => {
    expect(adapterOf(CONTROLLERS['ingress-nginx']())!.watchFor.join(' ')).toContain('Retired in March 2026');
  });
});

describe.each<[ControllerName, string]>([
  ['ingress-nginx', 'nginx'], ['traefik', 'traefik'], ['haproxy', 'haproxy'], ['f5-nginx', 'nginx'], ['haproxy-ingress', 'haproxy'], ['kong', 'kong'],
])('%s', (name, className) => {
  const ingress = (props?: any) => kind('Ingress', access(name, props))[0];

  test('one Ingress of its class, with the host in its first rule', () => {
    const backend = { service: { name: 'prometheus-operated', port: { number: 9090 } } };

    expect(kind('Ingress', access(name))).toHaveLength(1);
    expect(ingress().spec).toEqual({
      ingressClassName: className,
      tls: [{ hosts: [HOST], secretName: 'prometheus-tls' }],
      rules: [{ host: HOST, http: { paths: [{ path: '/', pathType: 'Prefix', backend }] } }],
    });
  });

  test('the Service\'s port by its name', () => {
    const { backend } = ingress({ service: { name: 'a', portName: 'web', targetPort: 9090, podLabels: { a: 'b' } } }).spec.rules[0].http.paths[0];

    expect(backend).toEqual({ service: { name: 'a', port: { name: 'web' } } });
  });

  test('fails when it is told that a Gateway has the certificate', () => {
    expect(refusal(name, { tls: TlsCertificate.atGateway() })).toBe(
      `${SUBJECT} invalid-value: 'tls' must not be TlsCertificate.atGateway(): no existing Gateway terminates TLS; ${USE_TLS}`);
  });
});

describe('traefik', () => {
  const PREFIX = 'traefik.ingress.kubernetes.io';
  const annotations = (props?: any) => kind('Ingress', access('traefik', props))[0].metadata.annotations;
  const withProps = (props: any) => ({ controller: CONTROLLERS.traefik(props) });

  test('serves on the entry point with TLS only, behind the Middleware', () => {
    expect(annotations()).toEqual({
      [`${PREFIX}/router.entrypoints`]: 'websecure',
      [`${PREFIX}/router.middlewares`]: 'verrazzano-system-prometheus@kubernetescrd',
      [`${PREFIX}/router.tls`]: 'true',
    });
  });

  test('serves on the entry point without TLS where that is asked for', () => {
    const tls = TlsCertificate.insecureNone();

    expect(annotations({ tls })).toEqual({
      [`${PREFIX}/router.entrypoints`]: 'web',
      [`${PREFIX}/router.middlewares`]: 'verrazzano-system-prometheus@kubernetescrd',
    });
  });

  test('serves on an entry point of another name', () => {
    expect(annotations(withProps({ entryPoint: 'https-1' }))).toMatchObject({ [`${PREFIX}/router.entrypoints`]: 'https-1' });
  });

  test.each([
    ['verrazzano-system-a-b', { metadata: { name: 'a.b' } }],
    ['verrazzano-system_a.b', { metadata: { name: 'a.b' }, ...withProps({ safeNaming: true }) }],
    ['verrazzano-system-prometheus', withProps({ safeNaming: false })],
  ])('the Middleware is called %s, as its provider does', (name, props) => {
    expect(annotations(props)[`${PREFIX}/router.middlewares`]).toBe(`${name}@kubernetescrd`);
  });

  test('the Middleware asks for the password, and keeps it from the scraper', () => {
    const [middleware, ...others] = kind('Middleware', access('traefik', { realm: 'Metrics' }));

    expect(others).toEqual([]);
    expect(middleware.metadata).toEqual({ name: 'prometheus', namespace: 'verrazzano-system' });
    expect(middleware.spec).toEqual({ basicAuth: { secret: 'prometheus-credentials', realm: 'Metrics', removeHeader: true } });
  });

  test('reads what a client reads, and hashes the password itself', () => {
    const [secret] = kind('ExternalSecret', access('traefik'));

    expect(Object.keys(secret.spec.target.template.data)).toEqual(['password', 'username']);
    expect(secret.spec.target.template.type).toBe('kubernetes.io/basic-auth');
  });

  test('reads a Secret with a password file alone', () => {
    const credentials = ScraperCredentials.existingSecret({ name: 'users', keys: ['auth'], secretType: 'Opaque', clientSecretName: 'client' });

    expect(kind('Middleware', access('traefik', { credentials }))[0].spec.basicAuth.secret).toBe('users');
  });

  test.each([['', '""'], ['a,b', '"a,b"'], [443, '443']])('fails when the entry point is %p', (entryPoint, shown) => {
    expect(refusal('traefik', withProps({ entryPoint })))
      .toBe(`${SUBJECT} invalid-value: 'controller.entryPoint' must be the name of an entry point, such as "websecure", got ${shown}; look it up in the static configuration of Traefik`);
  });
});
