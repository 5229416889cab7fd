import { ScraperCredentials, TlsCertificate } from '../../../src';
import { access, kind, USER } from '../access';

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
