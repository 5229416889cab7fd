import { ScraperCredentials, TlsCertificate } from '../../../src';
import { adapterOf } from '../../../src/scraper/controllers/all';
import { access, CONTROLLERS, kind } from '../access';

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
