import { CRYPT_HASHES } from '../password-hash';
import { ingressOf, referenceTo } from './routes';
import { HaproxyIngressProps } from '../../ingress/controller-props';
import { Adapter } from '../model';

const PREFIX = 'haproxy-ingress.github.io/';

/** https://haproxy-ingress.github.io, the community's. */
export function haproxyIngress(props: HaproxyIngressProps): Adapter {
  return {
    title: 'HAProxy Ingress (haproxy-ingress.github.io)',
    annotations: [PREFIX, 'ingress.kubernetes.io/'],
    opening: ['ssl-passthrough', 'tcp-service-port'],
    leaking: ['auth-url', 'oauth'],
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: CRYPT_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      opensWithoutSecret: props.insecureOpenUntilSecretExists !== true,
      unless: { phrase: 'config-map-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, {
      [`${PREFIX}auth-secret`]: referenceTo(access.secret),
      [`${PREFIX}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${PREFIX}ssl-redirect`]: 'true' },
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
