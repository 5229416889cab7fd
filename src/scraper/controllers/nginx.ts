import { ingressOf, referenceTo } from './ingress';
import { IngressControllerProps, IngressNginxProps } from '../../ingress/controller-props';
import { isFilled } from '../../private/check';
import { Adapter } from '../model';
import { NGINX_HASHES } from '../password-hash';

const INGRESS_NGINX = 'nginx.ingress.kubernetes.io/';

/** https://github.com/kubernetes/ingress-nginx, and Traefik's provider of the same annotations. */
export function ingressNginx(props: IngressNginxProps): Adapter {
  return {
    title: 'ingress-nginx',
    annotations: [INGRESS_NGINX],
    // a canary has the authentication of another Ingress; where the access is refused, a default backend answers
    opening: ['canary', 'default-backend', 'satisfy', 'ssl-passthrough'],
    leaking: ['auth-url', 'mirror-target'],
    classController: 'k8s.io/ingress-nginx',
    asks: ({ marks }) => marks['auth-type'] === 'basic' && isFilled(marks['auth-secret']),
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      unless: { phrase: 'flag-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, {
      [`${INGRESS_NGINX}auth-type`]: 'basic',
      [`${INGRESS_NGINX}auth-secret`]: referenceTo(access.secret),
      [`${INGRESS_NGINX}auth-secret-type`]: 'auth-file',
      [`${INGRESS_NGINX}auth-realm`]: access.realm,
      ...access.tls.none ? {} : { [`${INGRESS_NGINX}force-ssl-redirect`]: 'true' },
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

const F5 = 'nginx.org/';

/** https://github.com/nginx/kubernetes-ingress, F5's own. */
export function f5Nginx(props: IngressControllerProps): Adapter {
  return {
    title: 'F5 NGINX Ingress Controller',
    annotations: [F5, 'nginx.com/'],
    classController: 'nginx.org/ingress-controller',
    asks: ({ marks }) => isFilled(marks['basic-auth-secret']),
    secret: { form: { content: 'password-file', key: 'htpasswd', type: 'nginx.org/htpasswd', hashes: NGINX_HASHES } },
    render: access => [ingressOf(access, props.className, {
      [`${F5}basic-auth-secret`]: access.secret.name,
      [`${F5}basic-auth-realm`]: access.realm,
      ...access.tls.none ? {} : { 'ingress.kubernetes.io/ssl-redirect': 'true' },
    })],
    watchFor: [
      'Not ingress-nginx, though both are called nginx: it ignores the annotations of the other, and serves without a password.',
      'A Secret that is missing, or of no use, makes it answer 403: nobody gets in.',
      'A Secret of another type than `nginx.org/htpasswd` is refused; the type of a Secret that exists cannot be changed.',
    ],
  };
}
