import { TlsCertificate } from '../../../src';
import { access, kind } from '../access';

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
