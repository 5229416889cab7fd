import { CRYPT_HASHES } from '../password-hash';
import { ingressOf } from './routes';
import { IngressControllerProps } from '../../ingress/controller-props';
import { Adapter } from '../model';

const PREFIX = 'haproxy.org/';

/** https://github.com/haproxytech/kubernetes-ingress, HAProxy's own. */
export function haproxy(props: IngressControllerProps): Adapter {
  return {
    title: 'HAProxy Kubernetes Ingress Controller',
    annotations: [PREFIX, 'haproxy.com/', 'ingress.kubernetes.io/'],
    readsAnyPrefix: true,
    opening: ['cr-backend', 'ssl-passthrough'],
    secret: {
      form: { content: 'user-keys', hashes: CRYPT_HASHES },
      otherNamespaces: true,
    },
    render: access => [ingressOf(access, props.className, {
      [`${PREFIX}auth-type`]: 'basic-auth',
      [`${PREFIX}auth-secret`]: `${access.secret.namespace ?? access.namespace}/${access.secret.name}`,
      [`${PREFIX}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${PREFIX}ssl-redirect`]: 'true', [`${PREFIX}ssl-redirect-port`]: '443' },
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
