import { NGINX_HASHES } from '../password-hash';
import { ingressOf, referenceTo } from './routes';
import { IngressNginxProps } from '../../ingress/controller-props';
import { Adapter } from '../model';

const PREFIX = 'nginx.ingress.kubernetes.io/';

/** https://github.com/kubernetes/ingress-nginx, and Traefik's provider of the same annotations. */
export function ingressNginx(props: IngressNginxProps): Adapter {
  return {
    title: 'ingress-nginx',
    annotations: [PREFIX],
    // a canary has the authentication of another Ingress; where the access is refused, a default backend answers
    opening: ['canary', 'default-backend', 'satisfy', 'ssl-passthrough'],
    leaking: ['auth-url', 'mirror-target'],
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      unless: { phrase: 'flag-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, {
      [`${PREFIX}auth-type`]: 'basic',
      [`${PREFIX}auth-secret`]: referenceTo(access.secret),
      [`${PREFIX}auth-secret-type`]: 'auth-file',
      [`${PREFIX}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${PREFIX}force-ssl-redirect`]: 'true' },
    })],
    watchFor: [
      'Retired in March 2026: there are no more releases, security fixes included. Plan to move to another controller.',
      'Traefik reads the same annotations by its `kubernetesIngressNGINX` provider, with hashes by bcrypt, apr1 and SHA only; it answers '
      + '404 where ingress-nginx answers 503, and passes the password on to the scraper. To its ordinary provider they mean nothing: the '
      + 'scraper is open. `IngressController.traefik()` is the way to stay.',
      'A Secret that is missing, or lacks the key, makes the controller answer 503: nobody gets in.',
      'bcrypt takes tens of milliseconds of an nginx worker, at every request: prefer `{SHA}` of a long random password where dashboards '
      + 'ask often.',
    ],
  };
}
