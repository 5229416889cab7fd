import { ControllerAdapter, ingressOf, referenceTo } from './adapter';
import { NginxProps, OtherControllerProps } from '../../ingress/ingress-controller';
import { isFilled } from '../../../base/check';
import { NGINX_HASHES } from '../password-hash';

const INGRESS_NGINX = 'nginx.ingress.kubernetes.io/';

/** https://github.com/kubernetes/ingress-nginx, and Traefik's provider for the same annotations. */
export function ingressNginx(props: NginxProps & OtherControllerProps): ControllerAdapter {
  return {
    title: 'ingress-nginx',
    annotations: [INGRESS_NGINX],
    // a canary takes over the authentication of another Ingress; a default backend answers requests that are denied
    // access
    opening: ['canary', 'default-backend', 'satisfy', 'ssl-passthrough'],
    leaking: ['auth-url', 'mirror-target'],
    asks: ({ marks }) => marks['auth-type'] === 'basic' && isFilled(marks['auth-secret']),
    secret: {
      form: { content: 'password-file', key: 'auth', hashes: NGINX_HASHES },
      otherNamespaces: props.allowsCrossNamespaceSecrets === true,
      unless: { phrase: 'flag-allows-secrets' },
    },
    render: access => [ingressOf(access, props.className, INGRESS_NGINX, {
      'auth-type': 'basic',
      'auth-secret': referenceTo(access.secret),
      'auth-secret-type': 'auth-file',
      'auth-realm': access.realm,
    }, { 'force-ssl-redirect': 'true' })],
    watchFor: [
      'Retired in March 2026: it no longer gets releases or security fixes. Plan to move to another controller.',
      'For Traefik, use `IngressController.traefik()`: its ordinary provider ignores these annotations and leaves the '
      + 'scraper open. Its provider `kubernetesIngressNGINX` reads them, with bcrypt, apr1 and SHA hashes.',
      'If the Secret or its key is missing, it answers 503: nobody gets in.',
    ],
  };
}

/** https://github.com/nginx/kubernetes-ingress, by F5. */
export function f5Nginx(props: OtherControllerProps): ControllerAdapter {
  return {
    title: 'F5 NGINX Ingress Controller',
    annotations: ['nginx.org/', 'nginx.com/'],
    asks: ({ marks }) => isFilled(marks['basic-auth-secret']),
    secret: { form: { content: 'password-file', key: 'htpasswd', type: 'nginx.org/htpasswd', hashes: NGINX_HASHES } },
    render: access => [ingressOf(access, props.className, '', {
      'nginx.org/basic-auth-secret': access.secret.name, 'nginx.org/basic-auth-realm': access.realm,
    }, { 'ingress.kubernetes.io/ssl-redirect': 'true' })],
    watchFor: [
      'It ignores the annotations of ingress-nginx and would serve the scraper without a password.',
      'If the Secret is missing or invalid, it answers 403: nobody gets in.',
      'It rejects a Secret of another type than `nginx.org/htpasswd`. The type of an existing Secret cannot be '
      + 'changed.',
    ],
  };
}
