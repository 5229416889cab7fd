import { ScraperCredentials, TlsCertificate } from '../../../src';
import { rendered } from '../../support/app';
import { access, ciphertext, CONTROLLERS, fromStore, kind, refusal, SUBJECT } from '../access';
import { TITLES } from '../texts';

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
