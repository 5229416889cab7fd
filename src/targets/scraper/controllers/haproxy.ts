import { ControllerAdapter, ingressOf, referenceTo } from './adapter';
import { HaproxyIngressProps, OtherControllerProps } from '../../ingress/ingress-controller';
import { isFilled } from '../../../base/check';
import { CRYPT_HASHES } from '../password-hash';

const HAPROXY = 'haproxy.org/';

/** https://github.com/haproxytech/kubernetes-ingress, by HAProxy Technologies. */
export function haproxy(props: OtherControllerProps): ControllerAdapter {
  return {
    title: 'HAProxy Kubernetes Ingress Controller',
    annotations: [HAPROXY, 'haproxy.com/', 'ingress.kubernetes.io/'],
    readsAnyPrefix: true,
    opening: ['cr-backend', 'ssl-passthrough'],
    asks: ({ marks }) => marks['auth-type'] === 'basic-auth' && isFilled(marks['auth-secret']),
    secret: { form: { content: 'user-keys', hashes: CRYPT_HASHES }, otherNamespaces: true },
    render: access => [ingressOf(access, props.className, HAPROXY, {
      'auth-type': 'basic-auth',
      'auth-secret': referenceTo({ namespace: access.namespace, ...access.secret }),
      'auth-realm': access.realm,
    }, { 'ssl-redirect': 'true', 'ssl-redirect-port': '443' })],
    watchFor: [
      'Every key of its Secret is a user, so clients read another Secret.',
      'It asks for the password before it redirects HTTP to HTTPS: a browser that starts with `http://` sends the '
      + 'password in plain text.',
      'If the Secret is missing, nobody gets in. An empty value in it crashes the controller.',
      'After a generated password changes, `<name>-basic-auth` keeps the old hash until you annotate its '
      + 'ExternalSecret.',
    ],
  };
}

const HAPROXY_INGRESS = 'haproxy-ingress.github.io/';

/** https://haproxy-ingress.github.io, by the community. */
export function haproxyIngress(props: HaproxyIngressProps & OtherControllerProps): ControllerAdapter {
  return {
    title: 'HAProxy Ingress (haproxy-ingress.github.io)',
    annotations: [HAPROXY_INGRESS, 'ingress.kubernetes.io/'],
    opening: ['ssl-passthrough', 'tcp-service-port'],
    asks: ({ marks }) => isFilled(marks['auth-secret']),
    leaking: ['auth-url', 'oauth'],
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: CRYPT_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      opensWithoutSecret: props.insecureOpenUntilSecretExists !== true,
      unless: { phrase: 'config-map-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, HAPROXY_INGRESS, {
      'auth-secret': referenceTo(access.secret), 'auth-realm': access.realm,
    }, { 'ssl-redirect': 'true' })],
    watchFor: [
      'If the Secret or its key `auth` is missing, it serves **without a password** and only logs it: create the '
      + 'Secret before the Ingress. `insecureOpenUntilSecretExists` allows credentials that an operator creates later.',
      'With CORS enabled, release 0.14 asks for no password at `OPTIONS` requests.',
      'It is not HAProxy\'s own controller, and its annotations differ.',
    ],
  };
}
