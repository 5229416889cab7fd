import { ingressOf, referenceTo } from './ingress';
import { HaproxyIngressProps, IngressControllerProps } from '../../ingress/controller-props';
import { isFilled } from '../../private/check';
import { Adapter } from '../model';
import { CRYPT_HASHES } from '../password-hash';

const HAPROXY = 'haproxy.org/';

/** https://github.com/haproxytech/kubernetes-ingress, HAProxy's own. */
export function haproxy(props: IngressControllerProps): Adapter {
  return {
    title: 'HAProxy Kubernetes Ingress Controller',
    annotations: [HAPROXY, 'haproxy.com/', 'ingress.kubernetes.io/'],
    readsAnyPrefix: true,
    opening: ['cr-backend', 'ssl-passthrough'],
    classController: 'haproxy.org/ingress-controller',
    asks: ({ marks }) => marks['auth-type'] === 'basic-auth' && isFilled(marks['auth-secret']),
    secret: {
      form: { content: 'user-keys', hashes: CRYPT_HASHES },
      otherNamespaces: true,
    },
    render: access => [ingressOf(access, props.className, {
      [`${HAPROXY}auth-type`]: 'basic-auth',
      [`${HAPROXY}auth-secret`]: `${access.secret.namespace ?? access.namespace}/${access.secret.name}`,
      [`${HAPROXY}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${HAPROXY}ssl-redirect`]: 'true', [`${HAPROXY}ssl-redirect-port`]: '443' },
    })],
    watchFor: [
      'Every key of its Secret is a user: the client\'s `username` and `password` lie in another Secret, made of the same password.',
      'It asks for the password before it redirects from HTTP to HTTPS: a browser that comes by `http://` sends it in plain text. Nothing '
      + 'is served there.',
      'A Secret that is missing leaves an empty list of users: nobody gets in. An empty value in it crashes the controller.',
      'After a change of a generated password, `<name>-basic-auth` keeps the old hash until its ExternalSecret is annotated.',
      'Spaces in the realm become dashes.',
      'bcrypt takes longer than HAProxy likes for one check (it warns from 10 ms on), at every request.',
      'The hash is checked by crypt(3) of the image\'s C library: `$apr1$` and `{SHA}` do not work.',
    ],
  };
}

const HAPROXY_INGRESS = 'haproxy-ingress.github.io/';

/** https://haproxy-ingress.github.io, the community's. */
export function haproxyIngress(props: HaproxyIngressProps): Adapter {
  return {
    title: 'HAProxy Ingress (haproxy-ingress.github.io)',
    annotations: [HAPROXY_INGRESS, 'ingress.kubernetes.io/'],
    opening: ['ssl-passthrough', 'tcp-service-port'],
    classController: 'haproxy-ingress.github.io/controller',
    asks: ({ marks }) => isFilled(marks['auth-secret']),
    leaking: ['auth-url', 'oauth'],
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: CRYPT_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      opensWithoutSecret: props.insecureOpenUntilSecretExists !== true,
      unless: { phrase: 'config-map-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, {
      [`${HAPROXY_INGRESS}auth-secret`]: referenceTo(access.secret),
      [`${HAPROXY_INGRESS}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${HAPROXY_INGRESS}ssl-redirect`]: 'true' },
    })],
    watchFor: [
      'It serves **without a password** where the Secret is missing or lacks the key `auth`, and only logs it: the Secret must be there '
      + 'before the Ingress. `insecureOpenUntilSecretExists` allows credentials that an operator makes later.',
      'Release 0.14 asks for no password at `OPTIONS` requests where CORS is switched on.',
      'Another project than HAProxy\'s own controller, with other annotations.',
      'The hash is checked by crypt(3) of the image\'s C library: `$apr1$` and `{SHA}` do not work.',
    ],
  };
}
