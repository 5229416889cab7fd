import { NGINX_HASHES } from '../password-hash';
import { ingressOf } from './routes';
import { IngressControllerProps } from '../../ingress/controller-props';
import { Adapter } from '../model';

const PREFIX = 'nginx.org/';

/** https://github.com/nginx/kubernetes-ingress, F5's own. */
export function f5Nginx(props: IngressControllerProps): Adapter {
  return {
    title: 'F5 NGINX Ingress Controller',
    annotations: [PREFIX, 'nginx.com/'],
    secret: { form: { content: 'password-file', key: 'htpasswd', type: 'nginx.org/htpasswd', hashes: NGINX_HASHES } },
    render: access => [ingressOf(access, props.className, {
      [`${PREFIX}basic-auth-secret`]: access.secret.name,
      [`${PREFIX}basic-auth-realm`]: access.realm,
      ...access.tls.none ? {} : { 'ingress.kubernetes.io/ssl-redirect': 'true' },
    })],
    watchFor: [
      'Not ingress-nginx, though both are called nginx: it ignores the annotations of the other, and serves without a password.',
      'A Secret that is missing, or of no use, makes it answer 403: nobody gets in.',
      'A Secret of another type than `nginx.org/htpasswd` is refused; the type of a Secret that exists cannot be changed.',
    ],
  };
}
