import { ScraperCredentials, TlsCertificate } from '../../../src';
import { access, CONTROLLERS, kind, refusal, SUBJECT } from '../access';

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
  const credentials = ScraperCredentials.existingSecret({ name: 'users', keys: ['auth'], type: 'Opaque', clientSecretName: 'client' });

  expect(kind('Middleware', access('traefik', { credentials }))[0].spec.basicAuth.secret).toBe('users');
});

test.each([['', '""'], ['a,b', '"a,b"'], [443, '443']])('fails when the entry point is %p', (entryPoint, shown) => {
  expect(refusal('traefik', withProps({ entryPoint })))
    .toBe(`${SUBJECT} invalid-value: 'controller.entryPoint' must be the name of an entry point, such as "websecure", got ${shown}; look it up in the static configuration of Traefik`);
});
