import { ControllerAdapter, ingressOf } from './adapter';
import { OtherControllerProps, TraefikProps } from '../../ingress/ingress-controller';
import { isObject } from '../../../base/check';
import { PasswordHash } from '../password-hash';

const PREFIX = 'traefik.ingress.kubernetes.io/';
const BASIC_AUTH = 'kubernetes.io/basic-auth';
const { BCRYPT, APR1, SHA } = PasswordHash;

/** https://doc.traefik.io/traefik, in its native form: a Middleware, and the router annotation that names it. */
export function traefik(props: TraefikProps & OtherControllerProps): ControllerAdapter {
  return {
    title: 'Traefik',
    annotations: [PREFIX],
    // one of the router's Middlewares asks, with its name in either form of `safeNaming`
    asks: ({ marks, index }) => {
      const named = (marks['router.middlewares'] ?? '').split(',').map(each => each.trim());
      return index.ofKind('traefik.io/Middleware').some(({ spec, metadata }) => {
        const [namespace, name] = [String(metadata?.namespace ?? 'default'), String(metadata?.name)];
        return isObject(spec?.basicAuth) && [true, false].some(safeNaming =>
          named.includes(middlewareName(namespace, name, safeNaming)));
      });
    },
    secret: {
      // exactly the keys that a client reads
      form: { content: 'plain', type: BASIC_AUTH, hashes: [] },
      others: [{ content: 'password-file', notOfType: BASIC_AUTH, alone: true, hashes: [BCRYPT, APR1, SHA] }],
    },
    render: access => {
      const { namespace, name, tls, realm, secret } = access;
      const metadata = { namespace, name };
      // the password is meant for Traefik and must not reach the scraper
      const spec = { basicAuth: { secret: secret.name, realm, removeHeader: true } };
      return [
        ingressOf(access, props.className, PREFIX, {
          'router.entrypoints': props.entryPoint ?? (tls.none ? 'web' : 'websecure'),
          'router.middlewares': middlewareName(namespace, name, props.safeNaming),
        }, { 'router.tls': 'true' }),
        { id: 'Middleware', apiVersion: 'traefik.io/v1alpha1', kind: 'Middleware', metadata, spec },
      ];
    },
    watchFor: [
      'If its CRD provider runs with `safeNaming` (3.7.11 and later), set `safeNaming` here too, or it answers 404.',
      'In an existing password file, a comment or a third field makes it answer 404 and log the line with its hash.',
      'It serves the scraper over HTTPS only. To redirect HTTP, configure the entry point `web`.',
      'If the Secret or the Middleware is missing, it answers 404: nobody gets in.',
      'Without `strictPrefixMatching`, it asks for the password also at `/promotion` if `path` is `/prom`.',
      'If `crossProviderNamespaces` is set, it must include the system namespace, or Traefik skips the Ingress.',
    ],
  };
}

/** A Middleware as annotations name it. Without `safeNaming`, all but letters and digits become dashes. */
function middlewareName(namespace: string, name: string, safeNaming?: boolean): string {
  const own = safeNaming ? `${namespace}_${name}` : `${namespace}-${name}`.replace(/[^A-Za-z0-9]/g, '-');
  return `${own}@kubernetescrd`;
}
